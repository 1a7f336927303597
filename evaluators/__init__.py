"""What a position is worth: a value, or an interval. Imports games alone.

from evaluators import make
make("discs").value(position)
"""

from __future__ import annotations

from evaluators.budget import Budget
from evaluators.evaluator import Evaluator
from games.parts import Registry, name_of
from games.position import Position

__all__ = ["EVALUATORS", "Budget", "Evaluator", "default_for", "interval_names", "make"]

EVALUATORS = Registry(
    "evaluator",
    {
        "discs": "evaluators.othello:Discs",
        "intervals": "evaluators.synthetic:Intervals",
        "material": "evaluators.chess:Material",
        "quiescence": "evaluators.quiescence:Quiescence",
        "positional": "evaluators.othello:Positional",
        "pst": "evaluators.chess:PieceSquare",
        "static": "evaluators.synthetic:Static",
    },
    group="starling.evaluators",
)
"""Every evaluator by name; others are added by entry points, group `starling.evaluators`."""

make = EVALUATORS.make
"""Build an evaluator from its spec: `make("positional")`."""

_STRONGEST = {"chess": ("quiescence", "pst", "material"), "othello": ("positional",)}


def default_for(position: Position, *, intervals: bool = False, static: bool = False) -> str:
    """The spec of the strongest evaluator there is for a position's game.

    :param intervals: whether it has to give intervals.
    :param static: whether it must not search.
    """
    if intervals:
        return "intervals"
    names = _STRONGEST.get(name_of(type(position)), ())
    searching = ("quiescence",) if static else ()
    fitting = (name for name in names if name not in searching and make(name).serves(position))
    return next(fitting, "static")


def interval_names() -> list[str]:
    """The evaluators that give intervals."""
    return [name for name in EVALUATORS.names() if EVALUATORS.find(name).GIVES_INTERVALS]
