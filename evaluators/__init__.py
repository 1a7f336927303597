"""What a position is worth: a value, or an interval. Imports games alone.

```python
from evaluators import make
make("discs").value(position)
```
"""

from __future__ import annotations

from evaluators.core.budget import Budget
from evaluators.core.evaluator import Evaluator
from games.core.position import Position
from games.errors import EvaluationError
from games.parts.options import name_of
from games.parts.registry import Registry
from games.parts.specs import parse

__all__ = ["EVALUATORS", "Budget", "Evaluator", "default_for", "interval_names", "make"]

EVALUATORS: Registry[Evaluator] = Registry(
    "evaluator",
    {
        "bounds": "evaluators.intervals.bounds:Bounds",
        "calibrated": "evaluators.intervals.calibrated:Calibrated",
        "discs": "evaluators.values.othello:Discs",
        "fixed": "evaluators.intervals.fixed:Fixed",
        "intervals": "evaluators.values.synthetic:Intervals",
        "invalid": "evaluators.intervals.invalid:Invalid",
        "learned": "evaluators.intervals.learned:Learned",
        "material": "evaluators.values.chess:Material",
        "network": "evaluators.values.network:Network",
        "nullmove": "evaluators.intervals.nullmove:NullMove",
        "patterns": "evaluators.values.othello:Fine",
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


def default_for(position: Position, *, intervals: bool = False, static: bool = False) -> str:
    """The spec of the strongest evaluator there is for a position's game, as the game names it.

    :param intervals: whether it has to give intervals.
    :param static: whether it must not search.
    :raises EvaluationError: if intervals are asked for and no evaluator gives them.
    """
    if not intervals:
        good = (spec for spec in position.INFO.evaluators if not (static and _searches(spec)))
        return next(good, "static")
    if position.INFO.interval_evaluators:
        return position.INFO.interval_evaluators[0]
    if type(position).static_bounds is not Position.static_bounds:
        return "intervals"  # the position's own
    serving = [name for name in interval_names() if make(name).serves(position)]
    raise EvaluationError(
        f"no evaluator gives intervals for {name_of(type(position))} by default; "
        f"these give intervals: {', '.join(serving)}"
    )


def _searches(spec: str) -> bool:
    return EVALUATORS.find(parse(spec).name).SEARCHES


def interval_names() -> list[str]:
    """The evaluators that give intervals."""
    return [name for name in EVALUATORS.names() if EVALUATORS.find(name).GIVES_INTERVALS]
