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

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from typing import Any

from engine.match.games.adjudication import Adjudication
from engine.match.openings.openings import OPENINGS, Openings
from engine.match.tournament import Tournament
from games import make as make_game
from games.errors import SpecError, StarlingError, quoted, unknown
from games.parts.files import read_toml
from games.parts.numbers import count_of
from games.parts.part import options_of
from searchers import Clock, Limits

__all__ = ["read_tournament"]


class Count:
    """The kind of a value that is a whole number, also written 1e4 or, as a text, "10k"."""


LIMITS: dict[str, type] = {
    "nodes": Count,
    "depth": int,
    "seconds": float,
    "cpu": float,
    "clock": str,
}
TOP: dict[str, type] = {
    "game": str,
    "position": str,
    "event": str,
    "format": str,
    "games_per_pair": Count,
    "seed": int,
    "patience": float,
    "openings": dict,
    "adjudication": dict,
    "player": list,
    **LIMITS,
}
PLAYER: dict[str, type] = {"spec": str, "name": str, **LIMITS}
BOOKS = ("random_plies", "file", "book")
"""The keys of the openings that say where they come from; one of them."""

WORDS = {
    Count: 'a whole number, such as 5000, 1e4 or "10k"',
    int: "a whole number",
    float: "a number",
    str: "text in quotes",
    dict: "a table",
    list: "tables [[player]]",
}


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


def _tournament(table: dict[str, Any], folder: Path) -> Tournament:
    _check(table, TOP, "the file", required=("game", "player"))
    seed = table.get("seed", 1)
    game: Any = table["game"]
    if "position" in table:
        game = make_game(game).at(table["position"])
    players = table["player"]
    for number, player in enumerate(players, 1):
        if not isinstance(player, dict):
            raise SpecError(f"player={quoted(player)}: expected {WORDS[list]}")
        _check(player, PLAYER, f"player {number}", required=("spec",))
    settings = {
        key: table[key] for key in ("event", "format", "games_per_pair", "patience") if key in table
    }
    return Tournament(
        game,
        [player["spec"] for player in players],
        [_limits(table, player) for player in players],
        names=[player.get("name") for player in players],
        openings=_openings(table.get("openings", {}), seed, folder),
        adjudication=_adjudication(table.get("adjudication", {}), folder),
        **settings,
    )


def _limits(table: dict[str, Any], player: dict[str, Any]) -> Limits:
    """A player's own limits; where it has none, those of all."""
    own = {key: player[key] for key in LIMITS if key in player}
    given = own or {key: table[key] for key in LIMITS if key in table}
    if "clock" in given:
        given["clock"] = Clock.parse(given["clock"])
    return Limits(**given)


def _openings(table: dict[str, Any], seed: int, folder: Path) -> Openings | str:
    """The opening book: `random_plies`, `file` or `book`, with the options of its kind."""
    given = dict(table)
    kinds = [key for key in BOOKS if key in given]
    if len(kinds) > 1:
        raise SpecError(f"openings has {kinds[0]} and {kinds[1]}: expected one of them")
    if kinds == ["file"]:
        given["path"] = str(folder / _typed(given.pop("file"), str, "openings", "file"))
        name = "file"
    elif kinds == ["book"]:
        name = _typed(given.pop("book"), str, "openings", "book")
    else:
        if kinds:
            given["plies"] = given.pop("random_plies")
        name = "random"
    kind = OPENINGS.find(name)
    known = [option.name for option in options_of(kind)]
    for key in given:
        if key not in known:
            raise SpecError(f"openings: {unknown('key', key, [*BOOKS, *known])}")
    if "seed" in known:
        given.setdefault("seed", seed)
    book: Openings = kind.build(**given)
    return book


def _adjudication(table: dict[str, Any], folder: Path) -> Adjudication:
    known = {field.name: str if field.name == "syzygy" else int for field in fields(Adjudication)}
    _check(table, known, "adjudication")
    given = dict(table)
    if "syzygy" in given:
        given["syzygy"] = str(folder / given["syzygy"])
    return Adjudication(**given)


def _check(
    table: dict[str, Any], known: Mapping[str, type], where: str, required: Iterable[str] = ()
) -> None:
    """See that a table has the keys it must have, and no unknown ones.

    :raises SpecError: naming the nearest key that exists.
    """
    for key, value in table.items():
        if key not in known:
            raise SpecError(f"{where}: {unknown('key', key, known)}")
        table[key] = _typed(value, known[key], where, key)
    for key in required:
        if key not in table:
            raise SpecError(f"{where} lacks {key}: expected {key} = {WORDS[known[key]]}")


def _typed(value: Any, kind: type, where: str, key: str) -> Any:
    """The value, if it is of that type; a whole number is a number, and written as one a count."""
    if kind is Count:
        value = _counted(value)
    kinds: Any = {Count: int, float: (int, float)}.get(kind, kind)
    if isinstance(value, bool) or not isinstance(value, kinds):
        raise SpecError(f"{where}: {key}={quoted(value)}: expected {WORDS[kind]}")
    return value


def _counted(value: Any) -> Any:
    """The whole number that a value writes with zeros of another kind; else the value."""
    if isinstance(value, str) and not value.isdecimal():  # digits alone need no quotes
        with suppress(SpecError):
            return count_of(value)
    return int(value) if isinstance(value, float) and value.is_integer() else value
