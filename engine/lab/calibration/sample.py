"""Positions of real games, and their values by searches of many depths.

The same settings give the same positions and values on every machine with any number of workers:
each game is one job, and every search starts without a table.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from engine.jobs import Job, Store, run
from engine.match.openings.files import random_plies
from engine.match.openings.openings import OPENINGS
from evaluators import Evaluator
from evaluators import make as make_evaluator
from games import make
from games.core.position import Position
from games.core.scores import MATE_BOUND, MAX_PLY
from games.errors import LimitsError, PositionError, SpecError, quoted
from games.parts.numbers import is_whole
from games.parts.records import Record, plain, record
from games.parts.specs import parse
from searchers import Limits, Result
from searchers import make as make_searcher

PLAYER = "pvs"
"""The player of the games, against itself, unless given."""
NODES = 1000
"""Its nodes a move, unless given."""
RANDOM = 0.05
"""The share of its moves that are random instead."""
DEVIATING = 0.5
"""The share of positions with one more random move, because searches meet bad moves too."""
LONGEST = 200
"""Plies after which a game ends."""
SHIPPED = 500
"""Openings shipped for a game."""
POSITIONS = 10
"""Positions of a game."""
GAMES_AT_MOST = 20
"""Games played for them at most."""

MOST_POSITIONS = 10_000_000
"""Positions of one sample."""

SEARCHER = "pvs:selective=false,checks=false,tt=4"
"""The searcher of plain minimax values."""


@dataclass(frozen=True)
class Settings:
    """The games that are played, and what is measured in their positions.

    :param game: the spec of the game.
    :param evaluators: the specs of the evaluators of every position.
    :param base: the evaluator of the deeper searches.
    :param depths: the depths of these in plies.
    :param player: the searcher that plays the games against itself.
    :param nodes: its nodes a move.
    """

    game: str
    evaluators: tuple[str, ...]
    base: str
    depths: tuple[int, ...]
    player: str = PLAYER
    nodes: int = NODES


class Row(Record, frozen=True):
    """A position and its values, from the view of the side to move.

    :param position: as text.
    :param deep: the value of the search to each depth.
    :param interval: of each evaluator low, realistic and high value.
    :param game: the spec of its game, with its seed if there are seeds.
    :param job: the number of the job that it is from; only such positions share a game.
    """

    position: str
    phase: int
    deep: tuple[int, ...]
    interval: tuple[tuple[int, int, int], ...]
    game: str = ""  # older results lack it
    job: int = 0


def sample(
    game: str,
    evaluators: tuple[str, ...],
    base: str,
    depths: tuple[int, ...],
    *,
    positions: int,
    seed: int,
    player: str = PLAYER,
    nodes: int = NODES,
    path: str | Path | None = None,
    workers: int = 1,
    executor: Executor | None = None,
    on_progress: Callable[[int, int], Any] | None = None,
) -> list[Row]:
    """Return positions of games, evaluated by every evaluator and searched to every depth.

    :param base: the evaluator of the deeper searches.
    :param positions: the most positions; there are fewer if the games are short.
    :param player: the searcher that plays the games against itself.
    :param nodes: its nodes a move.
    :param path: the file of results, from which an interrupted run resumes; None keeps them in
        memory.
    :param executor: plays and searches instead of this machine, such as one of a Dask cluster.
    :param on_progress: called with the number of finished games and of all games.
    :raises LimitsError: if `positions` or a depth is out of range.
    :raises FileError: if the file holds the results of another run.
    :raises EvaluationError: if an evaluator does not support the game, or gives no intervals.
    :raises PositionError: if the game has no position to measure on.
    """
    if not is_whole(positions, 1, MOST_POSITIONS):
        raise LimitsError(
            f"positions={quoted(positions)}: expected at least 1 and at most {MOST_POSITIONS:,}"
        )
    if not depths or not all(is_whole(depth, 1, MAX_PLY) for depth in depths):
        raise LimitsError(f"depths={quoted(depths)}: expected plies from 1 to {MAX_PLY} each")
    position = make(game)
    for spec in evaluators:
        _serving(spec, position).interval(position)
    _serving(base, position)
    count = -(-positions // POSITIONS)
    settings = Settings(game, evaluators, base, depths, player, nodes)
    jobs = [
        Job(f"game {number}", rows_of, (settings, opening, f"{seed} {number}"))
        for number, opening in enumerate(_openings(position, count, seed))
    ]
    with Store(path, {**asdict(settings), "seed": seed, "positions": positions}) as store:
        run(jobs, store, workers=workers, executor=executor, on_progress=on_progress)
        results = store.results(partial(_rows, len(depths), len(evaluators)))
        rows = [replace(row, job=job) for job, (_, found) in enumerate(results) for row in found]
    if not rows:
        raise PositionError(f"{game}: no position with two moves turned up in {count} games")
    return rows[:positions]


def _rows(depths: int, evaluators: int, found: Any) -> list[Row]:
    """Return the rows of positions that a job has stored.

    :param depths: the number of values that each row must have.
    :param evaluators: the number of intervals that each row must have.
    :raises ValueError: if they are invalid.
    """
    rows = record(found, list[Row])
    for row in rows:
        if (len(row.deep), len(row.interval)) != (depths, evaluators):
            expected = f"{depths} values and {evaluators} intervals"
            raise ValueError(f"{quoted(plain(row))}: expected {expected}")
    return rows


def _serving(spec: str, position: Position) -> Evaluator:
    """Return the evaluator of a spec.

    :raises EvaluationError: if it cannot evaluate positions of this game.
    """
    evaluator: Evaluator = make_evaluator(spec)
    if not evaluator.serves(position):
        raise evaluator.refusal(position)
    return evaluator


def rows_of(settings: Settings, opening: tuple[int, ...], name: str) -> list[dict[str, Any]]:
    """Return up to ten positions as plain data, evaluated and searched: one job.

    They are from one game, or from several if one has fewer. At most 20 games are played.

    :param opening: the first moves of each game; without one all moves are random.
    :param name: the seed of the random numbers.
    :returns: dictionaries with the fields of `Row`.
    """
    rng = random.Random(name)
    made = [make_evaluator(spec) for spec in settings.evaluators]
    found: list[Position] = []
    for _ in range(GAMES_AT_MOST):
        found += positions_of(settings, opening, rng, POSITIONS - len(found))
        if len(found) == POSITIONS:
            break
    rows = [
        Row(
            position.text(),
            position.game_phase(),
            tuple(values(position, settings.base, settings.depths)),
            tuple(interval_of(evaluator, position) for evaluator in made),
            position.spec,
        )
        for position in found
    ]
    return plain(rows)


def interval_of(evaluator: Evaluator, position: Position) -> tuple[int, int, int]:
    """Bind the evaluator; return low, realistic and high value, from the side to move."""
    evaluator.bind(position)
    low, high = evaluator.interval(position)
    return low, evaluator.real, high


def values(position: Position, base: str, depths: tuple[int, ...]) -> list[int]:
    """Return the minimax value of a position at each of some depths, by iterative deepening.

    They are from the side to move; wins and losses are limited by `clamp_win`. A search that
    ends before a depth gives its last value.

    :param base: the evaluator at the horizon.
    """
    known: dict[int, int] = {}

    def keep(result: Result) -> None:
        """Store the value of an iteration under its depth."""
        assert result.value is not None  # only its depth limits the search
        known[result.depth] = clamp_win(result.value)

    keep(
        make_searcher(f"{SEARCHER}@{base}").search(position, Limits(depth=max(depths)), report=keep)
    )
    return [known.get(depth, known[max(known)]) for depth in depths]


def clamp_win(value: int) -> int:
    """Return a value, but for a proved win or loss the highest or lowest value of evaluators."""
    return cut(value, MATE_BOUND - 1)


def cut(value: int, won: int) -> int:
    """Return a value limited to the range from -`won` to `won`."""
    return max(-won, min(won, value))


def positions_of(
    settings: Settings, opening: tuple[int, ...], rng: random.Random, count: int
) -> list[Position]:
    """Return at most `count` random positions of one game after its opening, in their order.

    All have two legal moves or more. About half of them have one further random move made. The list
    is shorter if the game has fewer. A game that has seeds gets a new one each time, unless its
    spec has one. The game also ends at ply LONGEST.

    The player of the settings makes the moves after the opening but a share of RANDOM.

    :param opening: the first moves of the game; without one all moves are random.
    """
    game = settings.game
    spec, position = parse(game), make(game)
    if "seed" in (position.options or {}) and "seed" not in spec.options:
        position = make(f"{game}{',' if spec.options else ':'}seed={rng.randrange(2**62)}")
    for move in opening:
        position.push(move)
    searcher = make_searcher(settings.player)
    played: list[Position] = []
    while position.outcome() is None and position.ply < LONGEST:
        moves = position.legal_moves()
        if len(moves) > 1:
            played.append(position.copy())
        if not opening or rng.random() < RANDOM:
            position.push(rng.choice(moves))
        else:
            reply = searcher.search(position, Limits(nodes=settings.nodes)).move
            assert reply is not None  # the game goes on
            position.push(reply)
    chosen = sorted(rng.sample(range(len(played)), min(count, len(played))))
    found = [played[index] for index in chosen]
    for position in found:
        if rng.random() < DEVIATING:
            position.push(rng.choice(position.legal_moves()))
            if position.outcome() is not None or len(position.legal_moves()) < 2:
                position.pop()
    return found


def _openings(position: Position, count: int, seed: int) -> list[tuple[int, ...]]:
    """Return the moves of an opening for each game; all are empty if the game has seeds.

    They are random in games without balanced openings. With more than SHIPPED games, openings
    repeat.
    """
    if "seed" in (position.options or {}):
        return [()] * count
    most = min(count, SHIPPED)
    try:
        found = OPENINGS.make(f"balanced:seed={seed}").choose(position, most)
    except SpecError:  # none are shipped for this game
        plies = random_plies(position)
        found = OPENINGS.make(f"random:plies={plies},seed={seed}").choose(position, most)
    return [found[number % len(found)].moves for number in range(count)]
