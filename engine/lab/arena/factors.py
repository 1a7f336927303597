"""What may decide which search wins a game: its branching, its length, the quality of its values.

The positions are those of games of the arena. The error of the values is measured against a deeper
search with the same values: the share of pairs of positions that the two order differently.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from itertools import combinations
from typing import Any

from engine.jobs import Job, Store, run
from engine.lab.arena.plan import evaluators_of
from engine.lab.board.board import PlayedContest
from engine.lab.calibration.sample import clamp_win
from engine.match.games.record import GameRecord
from evaluators import make as make_evaluator
from games import make as make_game
from games.core.position import Position
from games.parts.records import Plain, Record, plain, record
from searchers import Limits
from searchers import make as make_searcher

POSITIONS = 200
"""Positions of each game whose values are measured."""

JUDGE, DEEPER = "pvs", 5_000
"""The deeper search, and its nodes."""


class Factors(Record, frozen=True):
    """The properties of a game, as the arena played it.

    :param branching: the mean number of legal moves.
    :param plies: the mean length of a game, its opening included.
    :param positions: the number of positions whose values were measured.
    :param misordered: the percentage of pairs of these positions that the values order otherwise
        than a deeper search does; 50 if they say nothing. None if there was no pair.
    """

    game: str
    values: str
    branching: Plain
    plies: Plain
    positions: int
    misordered: Plain | None


def factors_of(
    found: Sequence[PlayedContest],
    folders: dict[str, str],
    *,
    seed: int,
    workers: int = 1,
    executor: Executor | None = None,
    on_progress: Callable[[int, int], Any] | None = None,
) -> list[Factors]:
    """Return the factors of each kind of game, from the records of its first contest with games.

    At most POSITIONS of these records are examined, evenly spread.

    :param folders: the folders of values by game (see `plan.folders_of`).
    :param seed: the seed of the choice of positions.
    :param on_progress: called with the number of finished jobs and of all, one for each kind of
        game.
    """
    first: dict[str, PlayedContest] = {}
    for played in found:
        if played.result is not None and played.result.count:
            first.setdefault(played.contest.game, played)
    jobs = []
    for game, played in first.items():
        values, _ = evaluators_of(make_game(game), folders.get(game))
        assert played.result is not None
        games = played.result.games
        count = min(POSITIONS, len(games))
        records = [games[number * len(games) // count] for number in range(count)]
        jobs.append(Job(played.contest.name, examine, (game, values, seed, records)))
    with Store(None, {"what": "factors"}) as store:  # a minute's work: it is not kept
        run(jobs, store, workers=workers, executor=executor, on_progress=on_progress)
        return [each for _, each in store.results(lambda data: record(data, Factors))]


def examine(game: str, values: str, seed: int, records: list[GameRecord]) -> dict[str, Any]:
    """Return the fields of a game's `Factors` as plain data, from some of its games: one job.

    The branching factor and the length are means over these games. Random positions with a choice
    are evaluated, and searched by `JUDGE` with `DEEPER` nodes. Each game gives POSITIONS / games of
    them, at least one, or all that it has. `misordered` is computed from both values of them all.

    :param values: the spec of the evaluator.
    :param seed: the seed of the choice of positions.
    """
    rng = random.Random(f"{seed} {game}")
    start, evaluator = make_game(game), make_evaluator(values)
    judge = make_searcher(f"{JUDGE}@{values}")
    branching, plies = [], []
    pairs: list[tuple[int, int]] = []
    for played in records:
        position = played.opening.reach(start)
        met: list[Position] = []
        for move in played.moves:
            choices = len(position.legal_moves())
            branching.append(choices)
            if choices > 1:
                met.append(position.copy())
            position.push(move.move)
        plies.append(len(played.text))
        wanted = max(1, POSITIONS // len(records))
        for one in rng.sample(met, min(wanted, len(met))):
            evaluator.bind(one)
            judge.new_game()
            deep = judge.search(one, Limits(DEEPER)).value
            if deep is not None:
                pairs.append((clamp_win(evaluator.value(one)), clamp_win(deep)))
    wrong = misordered(pairs)
    return plain(
        Factors(
            game,
            values,
            round(sum(branching) / max(1, len(branching)), 2),
            round(sum(plies) / max(1, len(plies)), 2),
            len(pairs),
            None if wrong is None else round(100 * wrong, 2),
        )
    )


def misordered(pairs: Sequence[tuple[float, float]]) -> float | None:
    """Return the share of pairs of items that their first numbers order otherwise than the second.

    Two items with equal second numbers are no pair. With equal first numbers they count half.

    :returns: a share from 0 to 1; None if there is no pair.

    >>> misordered([(1, 10), (2, 20), (2, 30)])
    0.16666666666666666
    """
    wrong = count = 0.0
    for (x, y), (other_x, other_y) in combinations(pairs, 2):
        if y != other_y:
            count += 1
            wrong += 0.5 if x == other_x else (x < other_x) != (y < other_y)
    return wrong / count if count else None


def tau(xs: Sequence[float], ys: Sequence[float]) -> tuple[float, float] | None:
    """Return Kendall's rank correlation of two lists, and its size that chance exceeds in 5%.

    The second is that of the normal approximation for lists without a relation (M. Kendall,
    Biometrika 30, 1938).

    :returns: None for fewer than four items, or if all numbers of one list are equal.
    """
    count = len(xs)
    same = [(x > other_x) - (x < other_x) for (x, other_x) in combinations(xs, 2)]
    other = [(y > other_y) - (y < other_y) for (y, other_y) in combinations(ys, 2)]
    size = math.sqrt(sum(map(abs, same)) * sum(map(abs, other)))
    if count < 4 or not size:
        return None
    found = sum(a * b for a, b in zip(same, other, strict=True)) / size
    deviation = math.sqrt(2 * (2 * count + 5) / (9 * count * (count - 1)))
    return found, 1.96 * deviation
