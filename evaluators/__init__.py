"""What a position is worth: a value, or an interval. Imports games alone.

from evaluators import make
make("discs").value(position)
"""

from __future__ import annotations

from evaluators.core.budget import Budget
from evaluators.core.evaluator import Evaluator
from games.core.position import Position
from games.errors import EvaluationError
from games.parts.options import name_of
from games.parts.registry import Registry

__all__ = ["EVALUATORS", "Budget", "Evaluator", "default_for", "interval_names", "make"]

EVALUATORS = Registry(
    "evaluator",
    {
        "bounds": "evaluators.intervals.bounds:Bounds",
        "calibrated": "evaluators.intervals.calibrated:Calibrated",
        "discs": "evaluators.values.othello:Discs",
        "fixed": "evaluators.intervals.fixed:Fixed",
        "intervals": "evaluators.values.synthetic:Intervals",
        "invalid": "evaluators.intervals.invalid:Invalid",
        "material": "evaluators.values.chess:Material",
        "network": "evaluators.values.network:Network",
        "nullmove": "evaluators.intervals.nullmove:NullMove",
        "quiescence": "evaluators.values.quiescence:Quiescence",
        "positional": "evaluators.values.othello:Positional",
        "pst": "evaluators.values.chess:PieceSquare",
        "shallow": "evaluators.intervals.shallow:Shallow",
        "static": "evaluators.values.synthetic:Static",
    },
    group="starling.evaluators",
)
"""Every evaluator by name; others are added by entry points, group `starling.evaluators`."""

make = EVALUATORS.make
"""Build an evaluator from its spec: `make("positional")`."""

_STATIC = {"chess": ("network", "pst", "material"), "othello": ("positional",)}
_INTERVALS = {
    "chess": ("calibrated:depth=1", "nullmove"),  # the second for variants
    "ngame": ("bounds",),
    "othello": ("calibrated",),
}
_SEARCHING = {"chess": ("quiescence:base=network",)}


def default_for(position: Position, *, intervals: bool = False, static: bool = False) -> str:
    """The spec of the strongest evaluator there is for a position's game.

    :param intervals: whether it has to give intervals.
    :param static: whether it must not search.
    :raises EvaluationError: if intervals are asked for and no evaluator gives them.
    """
    game = name_of(type(position))
    if intervals:
        for spec in _INTERVALS.get(game, ()):
            if make(spec).serves(position):
                return spec
        if type(position).static_bounds is not Position.static_bounds:
            return "intervals"  # the position's own
        serving = [name for name in interval_names() if make(name).serves(position)]
        raise EvaluationError(
            f"no evaluator gives intervals for {game} by default; "
            f"these give intervals: {', '.join(serving)}"
        )
    specs = (() if static else _SEARCHING.get(game, ())) + _STATIC.get(game, ())
    return next((spec for spec in specs if make(spec).serves(position)), "static")


def interval_names() -> list[str]:
    """The evaluators that give intervals."""
    return [name for name in EVALUATORS.names() if EVALUATORS.find(name).GIVES_INTERVALS]
