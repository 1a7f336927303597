"""One spelling for parts everywhere: command line, UCI options, tournament files, Python.

    spec   = name [":" option {"," option}]          option = key "=" value
    value  = text without , ( )  |  "(" spec ")"
    player = searcher ["@" evaluator]  |  program ":" command line
    program = "uci"  |  "xboard"  |  "gtp"  |  "nboard"

Text after ``explicit:`` and the programs' protocols is literal.

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

__all__ = ["DEEPEST", "EXTERNAL", "LITERAL", "Spec", "name_of", "parse", "parse_player"]

DEEPEST = 32
"""Levels of specs within specs."""

EXTERNAL = ("uci", "xboard", "gtp", "nboard")
"""Players that are programs: the text behind the name is a command line."""

LITERAL = ("explicit", *EXTERNAL)
"""Names whose text is taken as it stands."""

_NAME = r"[A-Za-z_][A-Za-z0-9_-]*"


class Spec(NamedTuple):
    """A part by name, with the options that were spelled out."""

    name: str
    options: dict[str, str | Spec]
    literal: str | None = None

    def __str__(self) -> str:
        if self.literal is not None:
            return f"{self.name}:{self.literal}"
        words = [f"{key}={_value_text(value)}" for key, value in self.options.items()]
        return self.name + (":" + ",".join(words) if words else "")


def parse(text: str) -> Spec:
    """Read one spec.

    :raises SpecError: naming the place that does not fit the grammar.
    """
    name, colon, rest = text.strip().partition(":")
    if not re.fullmatch(_NAME, name):
        raise SpecError(f"{quoted(text)} is no spec: expected a name, then ':key=value,...'")
    if not rest.isprintable():  # it would reach terminals and records
        raise SpecError(f"{quoted(text)} is no spec: expected characters that print")
    if name in LITERAL:
        if not rest.strip():
            raise SpecError(f"{quoted(text)}: expected text behind '{name}:'")
        return Spec(name, {}, rest.strip())
    options: dict[str, str | Spec] = {}
    for word in _split(rest, ",", text) if colon else []:
        key, equals, value = word.partition("=")
        key, value = key.strip(), value.strip()
        if not equals or not re.fullmatch(_NAME, key) or not value:
            raise SpecError(f"{quoted(word)} in {quoted(text)}: expected key=value")
        if key in options:
            raise SpecError(f"{quoted(key)} is given twice in {quoted(text)}")
        if value.startswith("(") and value.endswith(")"):
            options[key] = parse(value[1:-1])
        elif "(" in value or ")" in value:
            raise SpecError(
                f"{quoted(word)} in {quoted(text)}: a value has no brackets unless it is (a spec)"
            )
        else:
            options[key] = value
    return Spec(name, options)


def parse_player(text: str) -> tuple[Spec, Spec | None]:
    """Read a player: its searcher (or external program) and, if it is named, its evaluator.

    :raises SpecError: naming the place that does not fit the grammar.
    """
    if text.strip().partition(":")[0] in EXTERNAL:
        return parse(text), None
    halves = _split(text, "@", text)
    if len(halves) > 2:
        raise SpecError(f"{quoted(text)} has more than one '@': expected searcher@evaluator")
    searcher = parse(halves[0])
    return searcher, parse(halves[1]) if len(halves) == 2 else None


def name_of(text: str) -> str:
    """The name that a spec or a player begins with, whether or not the rest fits the grammar."""
    return re.split("[:@]", text.strip(), maxsplit=1)[0]


def _value_text(value: str | Spec) -> str:
    return f"({value})" if isinstance(value, Spec) else value


def _split(text: str, separator: str, whole: str) -> list[str]:
    """Cut `text` at the separators that stand outside brackets."""
    pieces, depth, start = [], 0, 0
    for index, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth < 0:
            break
        if depth > DEEPEST:
            raise SpecError(f"{quoted(whole)}: expected at most {DEEPEST} levels of brackets")
        if letter == separator and depth == 0:
            pieces.append(text[start:index])
            start = index + 1
    if depth:
        raise SpecError(f"the brackets in {quoted(whole)} do not match")
    return [*pieces, text[start:]]
