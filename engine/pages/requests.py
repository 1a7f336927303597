"""The parts that pages may request: those that are safe to run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from evaluators import EVALUATORS
from evaluators.values.trained_file import folder_of
from games import GAMES
from games.errors import SpecError, quoted
from games.parts.options import options_of
from games.parts.specs import parse, parse_player
from searchers import SEARCHERS
from searchers.abtree.attention import ATTENTIONS

_CAPS = {"tt": 64, "hash": 64, "retain": 1_000_000, "workers": 1}
"""Options that take memory or processes, with their greatest values."""
_REGISTRIES: dict[str, Any] = {
    "game": GAMES,
    "evaluator": EVALUATORS,
    "searcher": SEARCHERS,
    "attention": ATTENTIONS,
}


def check_player(text: str) -> None:
    """Check that a player of a request is safe: its searcher and its evaluator.

    :raises StarlingError: if a spec is not safe.
    """
    searcher, evaluator = parse_player(text)
    check_spec("searcher", str(searcher))
    if evaluator:
        check_spec("evaluator", str(evaluator))


def check_spec(kind: str, text: str) -> None:
    """Check that a spec of a request is safe; free text could name a file.

    Built-in parts are safe with options that are limited numbers, words of a list, or safe specs.
    So are the shipped values. Unknown options pass: the error is that of building the part.

    :param kind: "game", "evaluator", "searcher" or "attention".
    :raises SpecError: if it is not safe, or a number given is above its limit in `_CAPS`.
    :raises FileError: if there are no shipped values of that name.
    """
    spec = parse(text)
    registry = _REGISTRIES[kind]
    if spec.name not in registry.builtin:
        names = ", ".join(sorted(registry.builtin))
        raise SpecError(f"{quoted(spec.name)} is not served: expected one of {names}")
    table = {option.name: option for option in options_of(registry.find(spec.name))}
    literal = spec.literal or ""
    if spec.name == "values" and folder_of(literal) != Path(literal):
        return
    if literal or any(option.literal for option in table.values()):
        raise SpecError(f"{spec.name} reads a file or needs a package: that is not served")
    for key, value in spec.options.items():
        option = table.get(key)
        if option is None:
            continue  # the error of building it lists the options
        if option.kind:
            check_spec(option.kind, str(value))
        elif isinstance(option.default, str) and not option.choices:
            raise SpecError(f"{spec.name}: {key}= takes any text: that is not served")
        elif key in _CAPS and float(option.read(value, spec.name)) > _CAPS[key]:
            raise SpecError(f"{spec.name}: {key}={value}: expected at most {_CAPS[key]}")
