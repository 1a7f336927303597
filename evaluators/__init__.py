"""Values and intervals of positions. Imports only `games`.

```python
from evaluators import make
make("discs").value(position)
```
"""

from __future__ import annotations

from contextlib import suppress

import games  # noqa: F401  # first: it provides `cython` where Cython is not installed
from evaluators.core.budget import Budget
from evaluators.core.evaluator import Evaluator
from games.core.position import Position
from games.errors import EvaluationError, StarlingError
from games.parts.options import has_usual_options, name_of
from games.parts.registry import Registry
from games.parts.specs import parse

__all__ = [
    "EVALUATORS",
    "Budget",
    "Evaluator",
    "default_for",
    "interval_names",
    "make",
    "serving_names",
]

EVALUATORS: Registry[Evaluator] = Registry(
    "evaluator",
    {
        "bounds": "evaluators.values.position:Bounds",
        "calibrated": "evaluators.intervals.fitted:Calibrated",
        "discs": "evaluators.values.othello:Discs",
        "fixed": "evaluators.intervals.searched:Fixed",
        "intervals": "evaluators.values.position:Intervals",
        "invalid": "evaluators.intervals.invalid:Invalid",
        "learned": "evaluators.intervals.learned:Learned",
        "material": "evaluators.values.chess:Material",
        "network": "evaluators.values.chess:Network",
        "nullmove": "evaluators.intervals.searched:NullMove",
        "patterns": "evaluators.values.othello:FinePatterns",
        "quiescence": "evaluators.values.quiescence:Quiescence",
        "positional": "evaluators.values.othello:Positional",
        "pst": "evaluators.values.chess:PieceSquare",
        "shallow": "evaluators.intervals.searched:Shallow",
        "static": "evaluators.values.position:Static",
        "values": "evaluators.values.trained:Values",
    },
    group="starling.evaluators",
    base="evaluators.core.evaluator:Evaluator",
)
"""Every evaluator by name; other packages add theirs by entry points of `starling.evaluators`."""

make = EVALUATORS.make
"""Build an evaluator from its spec: `make("positional")`.

:raises SpecError: if the name or an option is unknown.
"""


def default_for(position: Position, *, intervals: bool = False, static: bool = False) -> str:
    """Return the spec of the strongest evaluator for the game of a position.

    It is the first one in the game's INFO that suits the game's options: shipped values (`values:`)
    are for default options only. If there is none, it is `static`. With `intervals` it is then
    `intervals` if the game has static bounds.

    >>> from games import make as make_game
    >>> default_for(make_game("othello"))
    'patterns'

    :param intervals: require intervals; `static` then has no effect.
    :param static: require values without a search.
    :raises EvaluationError: if `intervals` is set and the game has no default for them. The
        message lists the evaluators that give them.
    """
    info = position.INFO
    for spec in info.interval_evaluators if intervals else info.evaluators:
        if static and not intervals and EVALUATORS.find(parse(spec).name).SEARCHES:
            continue
        if "values:" not in spec or has_usual_options(position):
            return spec
    if not intervals:
        return "static"
    if type(position).static_bounds is not Position.static_bounds:
        return "intervals"  # the game defines them
    serving = ", ".join(serving_names(position))
    these = f"these give intervals: {serving}"
    if not serving:
        these = (
            "none can; expected a game with static_bounds, certain_bounds or a static value, or "
            "an evaluator with an interval of its own"
        )
    raise EvaluationError(
        f"no evaluator gives intervals for {name_of(type(position))} by default; {these}"
    )


def serving_names(position: Position) -> list[str]:
    """Return the names of the evaluators that give intervals for the game of a position.

    They have their default options. An evaluator that requires options is left out.
    """
    names = []
    for name in interval_names():
        with suppress(StarlingError):  # it requires options
            if make(name).serves(position):
                names.append(name)
    return names


def interval_names() -> list[str]:
    """Return the names of the evaluators whose class sets GIVES_INTERVALS.

    An evaluator that only overrides `interval` is not among them.
    """
    return [name for name in EVALUATORS.names() if EVALUATORS.find(name).GIVES_INTERVALS]
