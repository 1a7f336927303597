"""What a command line says of players and rules, as words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.match.formats.asked import FORMATS
from engine.match.games.adjudication import Adjudication
from games.errors import SpecError, quoted, unknown
from games.parts.numbers import count_of, number
from searchers import Clock, Limits

__all__ = [
    "PLAYER_KEYS",
    "PlayerWords",
    "adjudication_of",
    "format_words",
    "player_of",
]

PLAYER_KEYS = ("name", "nodes", "depth", "seconds", "cpu", "clock")
"""What may be said of a player before its spec."""

FORMAT_KEYS = ("rounds", "extra_pairs")
"""What may be said of a format behind its name."""

_KEY = re.compile(r"""\s*(?P<key>[a-z_]+)=(?:"(?P<quoted>[^"]*)"|(?P<plain>\S*))\s+(?=\S)""")


class PlayerWords(NamedTuple):
    """A player: its spec, what to call it, and limits of its own, if it has any."""

    spec: str
    name: str | None
    limits: Limits | None


def player_of(text: str) -> PlayerWords:
    """The player that a text tells of: words such as name=old or nodes=10k, and its spec.

    :raises StarlingError: if it does not.
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
    values: dict[str, Any] = {key: _READ[key](value, key) for key, value in given.items()}
    return PlayerWords(text[place:].strip(), name, Limits(**values) if values else None)


def _count(text: str, key: str) -> int:
    try:
        return count_of(text)
    except SpecError as error:
        raise SpecError(f"{key}={error}") from None


def _number(text: str, key: str) -> float:
    try:
        return number(text)
    except ValueError as error:
        raise SpecError(f"{key}={error}") from None


def _clock(text: str, key: str) -> Clock:
    return Clock.parse(text)


_READ = {"nodes": _count, "depth": _count, "seconds": _number, "cpu": _number, "clock": _clock}


def format_words(text: str) -> dict[str, Any]:
    """What a text such as gauntlet, swiss:rounds=5 or knockout:extra_pairs=3 asks of a
    `Tournament`.

    :raises SpecError: if it names no format, or says of one what is not said of any.
    """
    name, *rest = text.split(":", 1)
    asked: dict[str, Any] = {"format": name.strip()}
    if asked["format"] not in FORMATS:
        raise SpecError(unknown("format", asked["format"], FORMATS))
    for word in rest[0].split(",") if rest else []:
        key, equals, value = (part.strip() for part in word.partition("="))
        if not equals or key not in FORMAT_KEYS:
            expected = "expected rounds=N of swiss, extra_pairs=N of knockout"
            raise SpecError(f"format {quoted(text)}: {quoted(word)}: {expected}")
        if key in asked:
            raise SpecError(f"format {quoted(text)}: {key} is given twice")
        asked[key] = _count(value, key)
    return asked


def adjudication_of(words: Sequence[str]) -> Adjudication:
    """The rules that words such as resign_value=900 tell of.

    :raises SpecError: if they do not.
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
        given[key] = value if key == "syzygy" else _whole(value)
    return Adjudication.of(given)


def _whole(text: str) -> int | str:
    try:
        return count_of(text)
    except SpecError:
        return text  # which is told with its key
