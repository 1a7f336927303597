"""The plan of the arena: its games, searchers and budgets, as an experiment of matches.

A contest is a round-robin of all searchers in one game at one budget. All searchers of a game have
the same values. Those that need intervals have intervals around these values.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from engine.lab.board.board import BoardExperiment, Contest, Entrant, Study
from engine.match.openings.files import default_openings
from engine.match.openings.openings import OPENINGS
from evaluators import EVALUATORS, default_for
from evaluators import make as make_evaluator
from games import make as make_game
from games.core.position import Position
from games.errors import EvaluationError, LimitsError, SpecError, quoted, unknown
from games.parts.numbers import is_number, is_whole
from games.parts.options import options_of
from games.parts.specs import parse, parse_player
from searchers import SEARCHERS

NAME = "arena"
"""Its name on the command line; the folder of its results."""

PLAYERS = {
    "pvs": "pvs",
    "mtdf": "mtdf",
    "alphabeta": "alphabeta",
    "scout": "scout",
    "sss": "sss",
    "ps2": "ps:k=2",
    "abtree": "abtree",
    "bfms": "bfms",
    "rbfms": "rbfms",
    "bfext": "bfext",
    "descent": "descent",
    "bpip": "bpip",
    "bstar-al": "bstar:select=al",
    "bstar-pb": "bstar:select=pb",
    "mma": "mma",
    "conspiracy": "conspiracy",
    "mgss": "mgss",
    "uct": "uct",
    "puct": "puct",
    "pns": "pns",
    "dfpn": "dfpn:tt=4",
}
"""The searchers that have a short name in the arena, with their specs."""

PLIES = 6
"""Most moves of a random opening, in games without balanced openings."""

MOST_MS = 60_000
"""The largest budget in milliseconds."""

MOST_ERROR = 1_000
"""The largest error of a rating that can be requested, in Elo."""

PART_OF_SCALE = 3
"""The margin of fixed intervals is the value that is half a win, divided by this."""


@dataclass(frozen=True)
class Preset:
    """The games, searchers and budgets of a run.

    :param boards: specs of games.
    :param players: names of `PLAYERS`, or NAME=SPEC.
    :param nodes: budgets in nodes a move.
    :param cpu: budgets in milliseconds of CPU time a move.
    :param games: games of each pair in a contest.
    """

    boards: tuple[str, ...]
    players: tuple[str, ...]
    nodes: tuple[int, ...]
    cpu: tuple[float, ...]
    games: int

    def changed(self, **parts: Any) -> Preset:
        """Return the run with other parts, by their names; None changes nothing.

        Its own budgets stay only if neither `nodes` nor `cpu` is given.
        """
        given = {name: part for name, part in parts.items() if part is not None}
        if "nodes" in given or "cpu" in given:
            given = {"nodes": (), "cpu": ()} | given
        return replace(self, **given)


GAMES = (
    "othello",
    "chess",
    "checkers",
    "connect4",
    "mnk:m=7,n=7,k=5",
    "hex:size=7",
    "breakthrough",
    "amazons:size=6",
    "clobber",
    "kalah",
    "ngame:b=5,d=40",
    "openspiel:dots_and_boxes(num_rows=3,num_cols=3)",
    "openspiel:y(board_size=7)",
)
"""The games of the preset `main`."""

PRESETS = {
    "quick": Preset(
        ("othello", "connect4", "hex:size=5", "kalah", "ngame:b=5,d=40"),
        ("pvs", "alphabeta", "bfms", "bpip", "mma", "puct"),
        (100, 1_000),
        (),
        4,
    ),
    "main": Preset(
        GAMES, tuple(PLAYERS), (100, 1_000, 10_000, 100_000), (1.0, 3.0, 10.0, 30.0, 100.0), 20
    ),
}
"""The runs by name."""


def arena(
    preset: Preset, *, seed: int = 0, values: Sequence[str] = (), error: float | None = None
) -> BoardExperiment:
    """Return the experiment of a preset.

    It has a contest for each budget and game: rising nodes first, then rising CPU time.

    :param seed: the seed of random openings, in games without balanced ones.
    :param values: GAME=FOLDER: a game's values, in a folder that `starling train` made.
    :param error: the largest error of a rating, in Elo; a contest has more games until it is
        reached (see `Contest`).
    :raises StarlingError: if a game, searcher, evaluator or budget does not exist or does not fit.
    """
    nodes, cpu, games = preset.nodes, preset.cpu, preset.boards
    for name, given, fits in (
        ("nodes", nodes, all(is_whole(each, 1) for each in nodes)),
        ("cpu", cpu, all(is_number(each, 0, MOST_MS) and each > 0 for each in cpu)),
    ):
        if not fits or len(set(given)) < len(given):
            what = "whole numbers" if name == "nodes" else f"milliseconds up to {MOST_MS:,}"
            shown = " ".join(map(str, given))
            raise LimitsError(f"{name}={shown}: expected different {what} above 0")
    if error is not None and not (is_number(error, 0, MOST_ERROR) and error > 0):
        raise LimitsError(f"error={error:g}: expected Elo above 0, at most {MOST_ERROR:,}")
    folders = folders_of(values, games)
    named = players_of(preset.players)
    contests = []
    timed = [(0, each) for each in sorted(cpu)]
    for budget, ms in [*((each, None) for each in sorted(nodes)), *timed]:
        for game in games:
            start = make_game(game)
            contests.append(
                Contest(
                    f"{_folder_name(game)}-{budget if ms is None else f'{ms:g}ms'}",
                    game,
                    budget,
                    _entrants(named, start, folders.get(game)),
                    preset.games,
                    Study(),
                    cpu=ms,
                    openings=_openings(start, seed),
                    error=error,
                )
            )
    names = [contest.name for contest in contests]
    for name in names:
        if names.count(name) > 1:
            raise SpecError(f"boards: two games have the folder {name}: expected different games")
    return BoardExperiment(
        name=NAME,
        title="many searchers in many games, with equal budgets and values",
        source="the searches of Korf 1992, section 1, and later ones",
        minutes=_minutes(contests),
        contests=tuple(contests),
    )


def _openings(start: Position, seed: int) -> str:
    """Return the spec of a game's openings with this seed; "" for its balanced ones."""
    book = default_openings(start)
    if book == "balanced":
        return ""
    if not book.startswith("random"):
        return f"{book}:seed={seed}"
    plies = min(PLIES, OPENINGS.make(book).options["plies"])  # fewer in a short game
    return f"random:plies={plies},seed={seed}"


def _minutes(contests: Iterable[Contest]) -> float:
    """Return estimated minutes of contests: 60 moves a game, a microsecond a node, 1 ms a move."""
    moves = ((60 * each.pairs * each.games, each.nodes_about) for each in contests)
    return round(sum(count * (nodes / 1e6 + 1e-3) for count, nodes in moves) / 60, 1)


def _folder_name(game: str) -> str:
    """Return a game's spec with hyphens in place of all characters but letters and digits."""
    return re.sub(r"[^A-Za-z0-9]+", "-", game).strip("-")


# -- searchers -------------------------------------------------------------------------------------


def players_of(words: Sequence[str]) -> dict[str, str]:
    """Return the specs of searchers by name, from names and NAME=SPEC.

    :param words: names of `PLAYERS`, or NAME=SPEC.
    :raises SpecError: if a name or a searcher does not exist, a name is given twice, a spec has an
        evaluator, or there are fewer than two.
    """
    named: dict[str, str] = {}
    for word in words:
        name, equals, spec = word.partition("=")
        if not equals or not re.fullmatch(r"[\w.-]+", name):
            name, spec = word, PLAYERS.get(word, "")
        if not spec:
            raise SpecError(f"{unknown('searcher of the arena', word, PLAYERS)}; or NAME=SPEC")
        if name in named:
            raise SpecError(f"players: {name} is given twice")
        searcher, evaluator = parse_player(spec)
        SEARCHERS.find(searcher.name)
        if evaluator is not None:
            raise SpecError(
                f"players: {quoted(spec)} has an evaluator: expected none, as the game's values "
                "are those of all"
            )
        named[name] = spec
    if len(named) < 2:
        raise SpecError(f"players: expected two or more, not {len(named)}")
    return named


def family_of(spec: str) -> str:
    """Return the family of a searcher: the name of its folder in `searchers`.

    A searcher of another package has that package's name.
    """
    module = SEARCHERS.find(parse_player(spec)[0].name).__module__.split(".")
    return module[1] if module[0] == "searchers" else module[0]


def _entrants(named: Mapping[str, str], start: Position, folder: str | None) -> tuple[Entrant, ...]:
    """Return the players that take part in a game, each with its evaluator.

    That is the game's evaluator of values, or of intervals if the searcher wants them. A searcher
    of intervals is left out where no interval has any information.

    :param named: the specs of the searchers by name.
    :param folder: the folder of the game's values, if any.
    """
    values, intervals = evaluators_of(start, folder)
    entrants = []
    for name, spec in named.items():
        wants = SEARCHERS.find(parse_player(spec)[0].name).WANTS_INTERVALS
        evaluator = intervals if wants else values
        if evaluator is not None:
            entrants.append(Entrant(name, f"{spec}@{evaluator}"))
    return tuple(entrants)


# -- values ----------------------------------------------------------------------------------------


def folders_of(words: Sequence[str], games: Sequence[str]) -> dict[str, str]:
    """Return folders by game, from texts GAME=FOLDER.

    :raises SpecError: if one is not such a text, or of a game that is not played or given twice.
    """
    found: dict[str, str] = {}
    for word in words:
        game = next((each for each in games if word.startswith(f"{each}=")), None)
        if game is None or not word[len(game) + 1 :]:
            expected = f"expected GAME=FOLDER, with a game of {', '.join(games)}"
            raise SpecError(f"values={quoted(word)}: {expected}")
        if game in found:
            raise SpecError(f"values: {game} is given twice")
        found[game] = word[len(game) + 1 :]
    return found


def evaluators_of(start: Position, folder: str | None = None) -> tuple[str, str | None]:
    """Return the specs of the evaluators of a game's values and intervals.

    With a folder, the values are its own. The intervals are the learned ones if it has them, else
    fixed ones. Without a folder, the values are those that the game's default intervals name as
    their base, else the game's default ones. The intervals are the default ones around these
    values, else fixed ones. Instead of fixed ones there is None if the values have no information.

    :param folder: a folder that `starling train` made.
    :raises StarlingError: if the folder has no values, or those of another game.
    """
    if folder is not None:
        values = f"values:{folder}"
        evaluator = make_evaluator(values)
        if not evaluator.serves(start):
            raise evaluator.refusal(start)
        fitted = Path(evaluator.own_fits()[0]).is_file()
        return values, f"learned:base=({values})" if fitted else _fixed(start, values)
    values = default_for(start)
    try:
        intervals = default_for(start, intervals=True)
    except EvaluationError:
        return values, _fixed(start, values)
    spec = parse(intervals)
    if "base" in spec.options:
        return str(spec.options["base"]), intervals
    based = any(option.name == "base" for option in options_of(EVALUATORS.find(spec.name)))
    return values, f"{spec.name}:base=({values})" if based else spec.name


def _fixed(start: Position, values: str) -> str | None:
    """Return the spec of intervals of one width around values; None where all values are equal.

    :param start: a position of the game.
    :param values: the spec of the values.
    """
    margin = max(1, start.INFO.reward_scale // PART_OF_SCALE)
    spec = f"fixed:base=({values}),margin={margin}"
    return spec if make_evaluator(spec).serves(start) else None
