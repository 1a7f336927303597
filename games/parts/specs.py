"""Specs: the text form of parts, the same on the command line, in UCI options, files and Python.

    spec   = name [":" option {"," option}]          option = key "=" value
    value  = text without , ( )  |  "(" spec ")"
    player = searcher ["@" evaluator]  |  program ":" command line
    program = "uci"  |  "xboard"  |  "gtp"  |  "nboard"

The text after ``explicit:``, ``fairy:``, ``openspiel:``, ``values:`` and the programs' protocols is
literal.

>>> parse("quiescence:base=(pst:phase=2),depth=1").options["base"]
Spec(name='pst', options={'phase': '2'}, literal=None)
>>> searcher, evaluator = parse_player("alphabeta:order=tt,tt=16@pst")
>>> str(searcher), str(evaluator)
('alphabeta:order=tt,tt=16', 'pst')
"""

from __future__ import annotations

import re
from typing import NamedTuple

from games.errors import SpecError, quoted

DEEPEST = 32
"""The largest number of nested specs."""

EXTERNAL = ("uci", "xboard", "gtp", "nboard")
"""The protocols of external programs; the text behind the name is a command line."""

LITERAL = ("explicit", "fairy", "openspiel", "values", *EXTERNAL)
"""The names whose text is literal."""

_NAME = r"[A-Za-z_][A-Za-z0-9_-]*"


class Spec(NamedTuple):
    """A part's name with the options that were given."""

    name: str
    options: dict[str, str | Spec]
    literal: str | None = None

    def __str__(self) -> str:
        """Return the spec as text: NAME:KEY=VALUE,...; a nested spec is in parentheses."""
        if self.literal is not None:
            return f"{self.name}:{self.literal}"
        words = [
            f"{key}=({value})" if isinstance(value, Spec) else f"{key}={value}"
            for key, value in self.options.items()
        ]
        return self.name + (":" + ",".join(words) if words else "")


def is_name(text: str) -> bool:
    """Return whether a text can be the name of a part or of an option."""
    return re.fullmatch(_NAME, text) is not None


def parse(text: str) -> Spec:
    """Return the spec that a text writes: a name with options.

    Behind a name of `LITERAL` the rest is literal, without options. Blanks around words are
    dropped.

    :raises SpecError: if it does not fit the grammar; the message has the place.
    """
    name, colon, rest = text.strip().partition(":")
    if not is_name(name):
        raise SpecError(f"invalid spec {quoted(text)}: expected a name, then ':key=value,...'")
    if not rest.isprintable():  # specs go to terminals and records
        raise SpecError(f"invalid spec {quoted(text)}: expected printable characters")
    if name in LITERAL:
        if not rest.strip():
            raise SpecError(f"invalid spec {quoted(text)}: expected text behind '{name}:'")
        return Spec(name, {}, rest.strip())
    options: dict[str, str | Spec] = {}
    for word in _split(rest, ",", text) if colon else []:
        key, equals, value = word.partition("=")
        key, value = key.strip(), value.strip()
        if not equals or not is_name(key) or not value:
            raise SpecError(f"invalid spec {quoted(text)}: {quoted(word)}: expected key=value")
        if key in options:
            raise SpecError(f"invalid spec {quoted(text)}: {quoted(key)} is given twice")
        if value.startswith("(") and value.endswith(")"):
            options[key] = parse(value[1:-1])
        elif "(" in value or ")" in value:
            raise SpecError(
                f"invalid spec {quoted(text)}: {quoted(word)}: expected brackets only around a spec"
            )
        else:
            options[key] = value
    return Spec(name, options)


def parse_player(text: str) -> tuple[Spec, Spec | None]:
    """Return the searcher (or external program) of a player, and its evaluator.

    The evaluator is None if it is not given, and for an external program.

    :raises SpecError: if it does not fit the grammar; the message has the place.
    """
    if text.strip().partition(":")[0] in EXTERNAL:
        return parse(text), None
    halves = _split(text, "@", text)
    if len(halves) > 2:
        raise SpecError(f"invalid player {quoted(text)}: expected searcher@evaluator with one '@'")
    searcher = parse(halves[0])
    return searcher, parse(halves[1]) if len(halves) == 2 else None


def name_of(text: str) -> str:
    """Return the name at the start of a spec or a player; the rest need not be valid."""
    return re.split("[:@]", text.strip(), maxsplit=1)[0]


def _split(text: str, separator: str, whole: str) -> list[str]:
    """Return the pieces of `text` between the separators outside brackets.

    :param whole: the whole spec or player, for messages.
    :raises SpecError: if the brackets do not match, or there are more than DEEPEST levels.
    """
    pieces, depth, start = [], 0, 0
    for index, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth < 0:
            break
        if depth > DEEPEST:
            raise SpecError(
                f"invalid spec {quoted(whole)}: expected at most {DEEPEST} levels of brackets"
            )
        if letter == separator and depth == 0:
            pieces.append(text[start:index])
            start = index + 1
    if depth:
        raise SpecError(f"invalid spec {quoted(whole)}: the brackets do not match")
    return [*pieces, text[start:]]
