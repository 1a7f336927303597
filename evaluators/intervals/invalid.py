"""Intervals that may exclude the true value, for experiments with B*."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict, Unpack

from evaluators import default_for
from evaluators.core.evaluator import Based, EvaluatorOrSpec
from games.core.bits import GOLDEN, M64, mix
from games.core.position import Position
from games.core.scores import MATE_BOUND
from games.errors import EvaluationError, SpecError
from games.parts.part import Option


class InvalidOptions(TypedDict, total=False):
    """The options of `Invalid`."""

    base: Annotated[
        EvaluatorOrSpec,
        Option(None, "the evaluator of the intervals to shift", kind="evaluator"),
    ]
    share: Annotated[
        float, Option(2.0, "percentage of intervals that are shifted", low=0, high=100)
    ]
    by: Annotated[int, Option(200, "the size of the shift, in the base's unit", low=0, high=2**28)]
    favour: Annotated[
        Literal["mover", "either"], Option("mover", "the side that just moved, or either")
    ]
    seed: Annotated[int, Option(1, "selects the shifted intervals", low=0, high=2**63 - 1)]


class Invalid(Based):
    """The base's intervals, a percentage of which is shifted, so that they may be invalid.

    A shift in favour of the side that just moved makes its move look better than it is. This can
    cause the horizon effect (Palay 1980, section 9, figure 9-1). The position's key decides which
    intervals are shifted. Mirror images would differ, so a game needs keys and no symmetry.
    """

    NAME = "invalid"
    OPTIONS = InvalidOptions

    def __init__(self, **options: Unpack[InvalidOptions]) -> None:
        """Store the options.

        :raises SpecError: if `base` gives no intervals.
        """
        super().__init__(**options)
        if self.base is not None and not self.base.gives_intervals():
            raise SpecError(f"invalid: base={self.base.spec}: expected one that gives intervals")
        self.threshold = round(self.options["share"] / 100 * 2**32)
        self.seed = mix(self.options["seed"])

    def default_base(self, position: Position) -> str:
        """Return the spec of the game's strongest evaluator of intervals.

        :raises EvaluationError: if the game has no default for them.
        """
        return default_for(position, intervals=True)

    def serves(self, position: Position) -> bool:
        """Return whether the game has keys and is not SYMMETRIC, and the base serves it.

        Without the option `base` that is the game's default for intervals; false if it has none.
        """
        try:
            return position.KEYED and not position.SYMMETRIC and super().serves(position)
        except EvaluationError:  # no evaluator gives intervals
            return False

    def interval(self, position: Position) -> tuple[int, int]:
        """Return the base's interval, shifted by the option `by` if the position's key selects it.

        The shift favours the side that just moved; with `favour=either` the key decides the side.
        The result of a finished game, and bounds that are wins or losses, are never shifted.
        """
        if self.base is None:
            self.bind(position)
        low, high = self.base.interval(position)
        drawn = mix((position.key() ^ self.seed) + GOLDEN & M64)
        if position.outcome() is not None or drawn >> 32 >= self.threshold:
            return low, high
        shift = self.options["by"]
        if self.options["favour"] == "either":
            shift = shift if drawn & 1 else -shift
        elif not position.one_player:
            shift = -shift  # the interval is from the opponent of the side that just moved
        return _moved(low, shift), _moved(high, shift)


def _moved(bound: int, shift: int) -> int:
    """Return a bound moved by a shift; a win or loss stays, and an estimate becomes neither."""
    if abs(bound) >= MATE_BOUND:
        return bound
    return max(1 - MATE_BOUND, min(MATE_BOUND - 1, bound + shift))
