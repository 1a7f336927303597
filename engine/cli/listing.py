"""`starling list`: what there is, with every option, its values and its default."""

from __future__ import annotations

import argparse
import inspect
from typing import Any

from engine.text.tables import wrapped
from evaluators import EVALUATORS
from games import GAMES
from games.errors import SpecError
from games.parts.options import options_of
from games.parts.registry import Registry
from searchers import SEARCHERS

__all__ = ["REGISTRIES", "add_arguments", "run"]

REGISTRIES: dict[str, Registry[Any]] = {
    "game": GAMES,
    "evaluator": EVALUATORS,
    "searcher": SEARCHERS,
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument(
        "kind", nargs="?", choices=[f"{kind}s" for kind in REGISTRIES], help="only these"
    )


def run(options: argparse.Namespace) -> int:
    """Print the parts there are."""
    for kind, registry in REGISTRIES.items():
        if options.kind in (None, f"{kind}s"):
            print(f"{kind}s")
            print("\n".join(_described(registry)), end="\n\n")
    return 0


def _described(registry: Registry[Any]) -> list[str]:
    lines = []
    for name in registry.names():
        try:
            part = registry.find(name)
        except SpecError as error:  # another's module may be broken: list the rest
            lines.append(wrapped(str(error), f"  {name:<12}", " " * 14))
            continue
        purpose = " ".join((inspect.getdoc(part) or "").partition("\n\n")[0].split())
        lines.append(wrapped(purpose, f"  {name:<12}", " " * 14))
        for option in options_of(part):
            word = name + ":" + option.name if option.literal else f"{option.name}="
            default = "" if option.default in (None, "") else f" (default {_shown(option.default)})"
            default = " (no default)" if option.required else default
            said = f"{option.help}; {option.expected}{default}"
            lines.append(wrapped(said, f"      {word:<13} ", " " * 20))
    return lines


def _shown(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
