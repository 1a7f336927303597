"""Tournaments from files, in TOML.

    game = "othello"
    games_per_pair = 20
    nodes = 1000
    [[player]]
    spec = "bfms@positional"
    [[player]]
    spec = "gtp:gtp-rhino -l 2"

`docs/tournaments.md` has every key.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, TypeVar

from msgspec import UNSET, Meta, UnsetType, field
from msgspec.structs import fields, replace

from engine.match.games.adjudication import Adjudication
from engine.match.openings.files import default_openings
from engine.match.openings.openings import OPENINGS, Openings
from engine.match.statistics.sprt import Sprt
from engine.match.tournament import Tournament, games_of_a_pair
from games import make as make_game
from games.core.position import Position
from games.errors import SpecError, StarlingError, unknown
from games.parts.files import read_toml
from games.parts.numbers import count_of
from games.parts.part import options_of
from games.parts.records import Record, record
from searchers import Clock, Limits

__all__ = ["File", "PlayerTable", "read_tournament"]

SPRT = "two numbers, as in [0, 10], or a table with elo0 and elo1"
Count = Annotated[int | UnsetType, Meta(description='a whole number, such as 5000, 1e4 or "10k"')]
Seconds = int | float | UnsetType
Text = str | UnsetType
Whole = int | UnsetType
Table = dict[str, Any]
T = TypeVar("T")


class LimitKeys(Record, frozen=True, kw_only=True):
    """The limits of a move, of all players or of one."""

    nodes: Count = UNSET
    depth: Whole = UNSET
    seconds: Seconds = UNSET
    cpu: Seconds = UNSET
    clock: Text = UNSET


class PlayerTable(LimitKeys, frozen=True, kw_only=True):
    """A table `[[player]]`."""

    spec: str
    name: str | None = None
    rating: int | float | None = None


class File(LimitKeys, frozen=True, kw_only=True):
    """The keys of the file."""

    game: str
    player: Annotated[list[Table], Meta(description="tables [[player]]")]
    position: Text = UNSET
    event: Text = UNSET
    format: Text = UNSET
    games_per_pair: Count = UNSET
    rounds: Whole = UNSET
    extra_pairs: Whole = UNSET
    sprt: Annotated[list[float] | Table | UnsetType, Meta(description=SPRT)] = UNSET
    seed: int = 1
    patience: Seconds = UNSET
    openings: Annotated[
        Table, Meta(description='a table: [openings], and below it book = "balanced"')
    ] = field(default_factory=dict)
    adjudication: Table = field(default_factory=dict)


LIMITS = tuple(key.name for key in fields(LimitKeys))
COUNTS = ("nodes", "games_per_pair")
"""The keys of whole numbers that may be written 1e4 or, as a text, "10k"."""


class Book(Record, frozen=True):
    """Where openings come from."""

    file: str = ""
    book: str = ""


SETTINGS = ("event", "format", "games_per_pair", "rounds", "extra_pairs", "patience")
"""The keys that a `Tournament` knows by the same name."""

BOOKS = ("random_plies", "file", "book")
"""The keys of the openings that say where they come from; one of them."""


def read_tournament(path: str | Path) -> Tournament:
    """The tournament that a file describes.

    :raises FileError: if it cannot be read.
    :raises StarlingError: if a key or value in it does not exist or does not fit, naming the file.
    """
    table = read_toml(path, "the TOML of a tournament")
    try:
        return _tournament(table, Path(path).parent)
    except StarlingError as error:
        raise _in_file(error, path) from None


def _in_file(error: StarlingError, path: str | Path) -> StarlingError:
    """The same error, naming the file."""
    error.args = (f"{path}: {error}",)
    return error


def _tournament(table: Table, folder: Path) -> Tournament:
    file = _table(table, File, "the file")
    players = [
        _table(player, PlayerTable, f"player {number}")
        for number, player in enumerate(file.player, 1)
    ]
    start: Position = make_game(file.game)
    if file.position is not UNSET:
        start = start.at(file.position)
    sprt = _sprt(file.sprt)
    return Tournament(
        start,
        [player.spec for player in players],
        [_limits(_given(player, LIMITS) or _given(file, LIMITS)) for player in players],
        names=[player.name for player in players],
        ratings=[player.rating for player in players],
        sprt=sprt,
        openings=_openings(file.openings, file.seed, folder, start),
        adjudication=_adjudication(file.adjudication, folder),
        folder=folder,
        **{"games_per_pair": games_of_a_pair(sprt is not None), **_given(file, SETTINGS)},
    )


def _table(table: Table, kind: type[T], where: str) -> T:
    """The record that a table is.

    :raises SpecError: if it is none.
    """
    table = {key: _counted(value) if key in COUNTS else value for key, value in table.items()}
    try:
        return record(table, kind, where)
    except ValueError as error:
        raise SpecError(str(error)) from None


def _given(table: LimitKeys, keys: Iterable[str]) -> Table:
    """What a table says under some keys."""
    found = {key: getattr(table, key) for key in keys}
    return {key: value for key, value in found.items() if value is not UNSET}


def _sprt(given: list[float] | Table | UnsetType) -> Sprt | list[float] | None:
    """The sequential test, as two numbers or as a table."""
    if isinstance(given, UnsetType):
        return None
    return _table(given, Sprt, "sprt") if isinstance(given, dict) else given


def _limits(given: Table) -> Limits:
    if "clock" in given:
        given["clock"] = Clock.parse(given["clock"])
    return Limits(**given)


def _openings(table: Table, seed: int, folder: Path, start: Position) -> Openings:
    """The opening book: `random_plies`, `file` or `book`, with the options of its kind; without any
    the usual one of the game, or random openings of so many `plies`."""
    given = dict(table)
    kinds = [key for key in BOOKS if key in given]
    if len(kinds) > 1:
        raise SpecError(f"openings has {kinds[0]} and {kinds[1]}: expected one of them")
    named = _table({key: given[key] for key in kinds if key != "random_plies"}, Book, "openings")
    name = named.book
    if not kinds:
        name = "random" if "plies" in given else default_openings(start)
    if "file" in given:
        given["path"] = str(folder / named.file)
        name = "file"
    if "random_plies" in given:
        given["plies"], name = given["random_plies"], "random"
    given = {key: value for key, value in given.items() if key not in BOOKS}
    kind = OPENINGS.find(name)
    known = [option.name for option in options_of(kind)]
    for key in given:
        if key not in known:
            raise SpecError(f"openings: {unknown('key', key, [*BOOKS, *known])}")
    if "seed" in known:
        given.setdefault("seed", seed)
    book: Openings = kind.build(**given)
    return book


def _adjudication(table: Table, folder: Path) -> Adjudication:
    rules = _table(table, Adjudication, "adjudication")
    if rules.syzygy is not None:
        rules = replace(rules, syzygy=str(folder / rules.syzygy))
    return rules


def _counted(value: Any) -> Any:
    """The whole number that a value writes with zeros of another kind; else the value."""
    if isinstance(value, str) and not value.isdecimal():  # digits alone need no quotes
        with suppress(SpecError):
            return count_of(value)
    return int(value) if isinstance(value, float) and value.is_integer() else value
