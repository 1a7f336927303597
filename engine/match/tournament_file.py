"""Tournaments written as text: a TOML file, or the words of a command line.

    game = "othello"
    games_per_pair = 20
    nodes = 1000
    [[player]]
    spec = "bfms@positional"
    [[player]]
    spec = "gtp:gtp-rhino -l 2"

`docs/tournaments.md` lists every key.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypeVar

from msgspec import Meta, field
from msgspec.structs import fields, replace

from engine.match.formats.plan import FORMATS, read_limit
from engine.match.games.adjudication import Adjudication
from engine.match.openings.files import default_openings
from engine.match.openings.openings import OPENINGS, Openings
from engine.match.statistics.sprt import Sprt
from engine.match.tournament import Tournament, default_games
from games import make as make_game
from games.core.position import Position
from games.errors import SpecError, StarlingError, quoted, unknown
from games.parts.files import read_toml
from games.parts.numbers import count_of
from games.parts.part import options_of
from games.parts.records import Record, record
from searchers import Clock, Limits

SPRT = "two numbers, as in [0, 10], or a table with elo0 and elo1"
Count = Annotated[int | None, Meta(description='a whole number, such as 5000, 1e4 or "10k"')]
Seconds = int | float | None
Table = dict[str, Any]
T = TypeVar("T")


class LimitKeys(Record, frozen=True, kw_only=True):
    """The limits of a move, for all players or for one."""

    nodes: Count = None
    depth: int | None = None
    seconds: Seconds = None
    cpu: Seconds = None
    clock: str | None = None


class PlayerTable(LimitKeys, frozen=True, kw_only=True):
    """A table `[[player]]`."""

    spec: str
    name: str | None = None
    rating: int | float | None = None


class File(LimitKeys, frozen=True, kw_only=True):
    """The keys of the file."""

    game: str
    player: Annotated[list[Table], Meta(description="tables [[player]]")]
    position: str | None = None
    event: str | None = None
    format: str | None = None
    games_per_pair: Count = None
    rounds: int | None = None
    extra_pairs: int | None = None
    sprt: Annotated[list[float] | Table | None, Meta(description=SPRT)] = None
    seed: int = 1
    patience: Seconds = None
    margin: Seconds = None
    openings: Annotated[
        Table, Meta(description='a table: [openings], and below it book = "balanced"')
    ] = field(default_factory=dict)
    adjudication: Table = field(default_factory=dict)


LIMITS = tuple(key.name for key in fields(LimitKeys))
COUNTS = ("nodes", "games_per_pair")
"""The keys whose whole numbers may be written 1e4 or, as text, "10k"."""


class Book(Record, frozen=True):
    """The source of the openings."""

    file: str = ""
    book: str = ""


SETTINGS = ("event", "format", "games_per_pair", "rounds", "extra_pairs", "patience", "margin")
"""The keys that are keywords of `Tournament`."""

BOOKS = ("random_plies", "file", "book")
"""The keys for the source of the openings; at most one is given."""


def read_tournament(path: str | Path) -> Tournament:
    """Read a tournament from a file.

    :raises FileError: if it cannot be read.
    :raises StarlingError: if a key or value does not exist or does not fit; it names the file.
    """
    table = read_toml(path, "the TOML of a tournament")
    try:
        return _tournament(table, Path(path).parent)
    except StarlingError as error:
        error.args = (f"{path}: {error}",)
        raise error from None


def _tournament(table: Table, folder: Path) -> Tournament:
    """Return the tournament of a table read from a file in `folder`.

    A player with a limit of its own has only its own limits; the others have those of the file.
    Relative paths begin at the folder.

    :raises StarlingError: if a key or value does not exist or does not fit.
    """
    file = _table(table, File, "the file")
    players, limits = [], []
    for index, given in enumerate(file.player, 1):
        player = _table(given, PlayerTable, f"player {index}")
        own = _given(player, LIMITS) or _given(file, LIMITS)
        if "clock" in own:
            own["clock"] = Clock.parse(own["clock"])
        players.append(player)
        limits.append(Limits(**own))
    start: Position = make_game(file.game)
    if file.position is not None:
        start = start.at(file.position)
    sprt: Any = file.sprt
    if isinstance(sprt, dict):
        sprt = _table(sprt, Sprt, "sprt")
    rules = _table(file.adjudication, Adjudication, "adjudication")
    if rules.syzygy is not None:
        rules = replace(rules, syzygy=str(folder / rules.syzygy))
    return Tournament(
        start,
        [player.spec for player in players],
        limits,
        names=[player.name for player in players],
        ratings=[player.rating for player in players],
        sprt=sprt,
        openings=_openings(file.openings, file.seed, folder, start),
        adjudication=rules,
        folder=folder,
        **{"games_per_pair": default_games(sprt is not None), **_given(file, SETTINGS)},
    )


def _table(table: Table, kind: type[T], where: str) -> T:
    """Return a table as a record of `kind`. The values of `COUNTS` may be 1e4 or "10k".

    :param where: the name of the table, for messages.
    :raises SpecError: if a key or value does not fit.
    """
    table = {key: _counted(value) if key in COUNTS else value for key, value in table.items()}
    try:
        return record(table, kind, where)
    except ValueError as error:
        raise SpecError(str(error)) from None


def _given(table: LimitKeys, keys: Iterable[str]) -> Table:
    """Return a dict of those keys to which a table of the file gives a value."""
    found = {key: getattr(table, key) for key in keys}
    return {key: value for key, value in found.items() if value is not None}


def _openings(table: Table, seed: int, folder: Path, start: Position) -> Openings:
    """Return the opening book for `random_plies`, `file` or `book`, with the options of the book.

    Without any of them, it is the default of the game, or random openings if `plies` is given.

    :param seed: the seed of the book, unless the table has its own.
    :param folder: the folder of a relative `file`.
    :raises SpecError: if the table has two of them, or a key that is no option of the book.
    """
    given = {key: value for key, value in table.items() if key not in BOOKS}
    sources = [key for key in BOOKS if key in table]
    if len(sources) > 1:
        raise SpecError(f"openings has {sources[0]} and {sources[1]}: expected one of them")
    texts = {key: table[key] for key in sources if key != "random_plies"}
    named = _table(texts, Book, "openings")
    name = named.book
    if "file" in table:
        name, given["path"] = "file", str(folder / named.file)
    elif "random_plies" in table:
        if "plies" in table:
            raise SpecError("openings has random_plies and plies: expected one of them")
        name, given["plies"] = "random", table["random_plies"]
    elif not sources:
        usual = OPENINGS.make("random" if "plies" in table else default_openings(start))
        name = usual.NAME
        if name == "random":
            given.setdefault("plies", usual.options["plies"])
    kind = OPENINGS.find(name)
    known = [option.name for option in options_of(kind)]
    for key in given:
        if key not in known:
            raise SpecError(f"openings: {unknown('key', key, [*BOOKS, *known])}")
    if "seed" in known:
        given.setdefault("seed", seed)
    book: Openings = kind.build(**given)
    return book


def _counted(value: Any) -> Any:
    """Return the int for a text such as "10k" or a float such as 1e4; other values unchanged.

    A text of digits alone is unchanged too.
    """
    if isinstance(value, str) and not value.isdecimal():  # digits alone need no quotes
        with suppress(SpecError):
            return count_of(value)
    return int(value) if isinstance(value, float) and value.is_integer() else value


PLAYER_KEYS = ("name", *LIMITS)
"""The keys that may precede the spec of a player."""

FORMAT_KEYS = ("rounds", "extra_pairs")
"""The keys that may follow the name of a format."""

_KEY = re.compile(r"""\s*(?P<key>[a-z_]+)=(?:"(?P<quoted>[^"]*)"|(?P<plain>\S*))\s+(?=\S)""")


class PlayerWords(NamedTuple):
    """A player of a command line: spec, name, and its own limits, if any."""

    spec: str
    name: str | None
    limits: Limits | None


def parse_player_words(text: str) -> PlayerWords:
    """Parse a player: words such as name=old or nodes=10k, followed by its spec.

    Name and limits of the result are None if no word gives them. A value may be in double quotes.

    :raises StarlingError: if a key is unknown or given twice, or a value is invalid.
    """
    given: dict[str, str] = {}
    place = 0
    while (word := _KEY.match(text, place)) is not None:
        key = word["key"]
        if key not in PLAYER_KEYS:
            raise SpecError(f"player {quoted(text)}: {unknown('key', key, PLAYER_KEYS)}")
        if key in given:
            raise SpecError(f"player {quoted(text)}: {key} is given twice")
        given[key] = word["plain"] if word["quoted"] is None else word["quoted"]
        place = word.end()
    name = given.pop("name", None)
    values: dict[str, Any] = {key: read_limit(key, value) for key, value in given.items()}
    return PlayerWords(text[place:].strip(), name, Limits(**values) if values else None)


def parse_format(text: str) -> dict[str, Any]:
    """Parse a format such as gauntlet, swiss:rounds=5 or knockout:extra_pairs=3.

    :returns: keywords of `Tournament`.
    :raises SpecError: if the format or a key does not exist, a key is given twice, or its value is
        no whole number.
    """
    name, *rest = text.split(":", 1)
    settings: dict[str, Any] = {"format": name.strip()}
    if settings["format"] not in FORMATS:
        raise SpecError(unknown("format", settings["format"], FORMATS))
    for word in rest[0].split(",") if rest else []:
        key, equals, value = (part.strip() for part in word.partition("="))
        if not equals or key not in FORMAT_KEYS:
            expected = "expected rounds=N of swiss, extra_pairs=N of knockout"
            raise SpecError(f"format {quoted(text)}: {quoted(word)}: {expected}")
        if key in settings:
            raise SpecError(f"format {quoted(text)}: {key} is given twice")
        settings[key] = read_limit(key, value)
    return settings


def parse_adjudication(words: Sequence[str]) -> Adjudication:
    """Return the rules that words such as resign_value=900 give; others have their defaults.

    :raises SpecError: if a rule is invalid or given twice.
    """
    given: dict[str, Any] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals:
            raise SpecError(
                f"adjudication: {quoted(word)}: expected KEY=VALUE, as resign_value=900"
            )
        if key in given:
            raise SpecError(f"adjudication: {key} is given twice")
        given[key] = value
        if key != "syzygy":
            with suppress(SpecError):  # else the error of `Adjudication` names its key
                given[key] = count_of(value)
    return Adjudication.of(given)
