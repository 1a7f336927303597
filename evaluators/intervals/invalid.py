"""Intervals that are wrong on purpose: what B* does when bounds miss the true value."""

from __future__ import annotations

from typing import Any

from evaluators import default_for
from evaluators.core.based import Based
from games.core.bits import GOLDEN, M64, mix
from games.core.position import Position
from games.errors import EvaluationError, SpecError
from games.parts.part import Option

__all__ = ["Invalid"]


class Invalid(Based):
    """The base's intervals, a given share of them moved, so that they may miss what they held.

    Moved in favour of the side that moved there, an interval tells it that its move is better than
    it is: the error of the horizon effect (Palay 1980, section 9). Which ones is a matter of the
    position's key, so that mirror images would differ: it serves keyed games without them.
    """

    NAME = "invalid"
    OPTIONS = (
        Option("base", None, "the intervals to spoil", kind="evaluator"),
        Option("share", 2.0, "how many of a hundred intervals are moved", low=0, high=100),
        Option("by", 200, "how far, in the base's units", low=0, high=2**28),
        Option(
            "favour", "mover", "the side that moved there, or either", choices=("mover", "either")
        ),
        Option("seed", 1, "which ones", low=0, high=2**63 - 1),
    )

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        if self.base is not None and not self.base.gives_intervals():
            raise SpecError(f"invalid: base={self.base.spec}: expected one that gives intervals")
        self.most = round(self.options["share"] / 100 * 2**32)
        self.seed = mix(self.options["seed"])

    def default_base(self, position: Position) -> str:
        return default_for(position, intervals=True)

    def serves(self, position: Position) -> bool:
        try:
            return position.KEYED and not position.SYMMETRIC and super().serves(position)
        except EvaluationError:  # there are no intervals to spoil
            return False

    def interval(self, position: Position) -> tuple[int, int]:
        if self.base is None:
            self.bind(position)
        low, high = self.base.interval(position)
        drawn = mix((position.key() ^ self.seed) + GOLDEN & M64)
        if position.outcome() is not None or drawn >> 32 >= self.most:
            return low, high
        shift = self.options["by"]
        if self.options["favour"] == "either":
            shift = shift if drawn & 1 else -shift
        elif not position.one_player:
            shift = -shift  # what is good for the side that moved is bad for the one to move
        return low + shift, high + shift
