"""Quantities: the numbers that experiments report, computed from what was measured."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from engine.lab.core.tally import Tallies

__all__ = ["Constant", "Estimate", "Largest", "Mean", "Measured", "Quantity", "Ratio"]

Measured = Mapping[str, Tallies]
"""What was measured at each point, by the point's key."""


class Estimate(NamedTuple):
    """A number, its standard error, and the standard deviation of one tree's; None where it has
    none."""

    value: float
    error: float | None = None
    deviation: float | None = None


class Quantity(Protocol):
    """A number computed from what was measured."""

    def __call__(self, measured: Measured) -> Estimate:
        """The number."""


@dataclass(frozen=True)
class Constant:
    """A number that nothing measured changes, such as a formula's."""

    value: float

    def __call__(self, measured: Measured) -> Estimate:
        return Estimate(self.value)


@dataclass(frozen=True)
class Mean:
    """The mean over all trees of a point, times `scale` (100 makes a share a percentage)."""

    point: str
    name: str
    scale: float = 1

    def __call__(self, measured: Measured) -> Estimate:
        tally = measured[self.point][self.name]
        error, deviation = (
            None if x is None else x * self.scale for x in (tally.error, tally.deviation)
        )
        return Estimate(tally.mean * self.scale, error, deviation)


@dataclass(frozen=True)
class Largest:
    """The largest value on any tree of a point."""

    point: str
    name: str

    def __call__(self, measured: Measured) -> Estimate:
        return Estimate(measured[self.point][self.name].largest)


@dataclass(frozen=True)
class Ratio:
    """The quotient of two quantities; 0 where the second is 0."""

    above: Quantity
    below: Quantity

    def __call__(self, measured: Measured) -> Estimate:
        below = self.below(measured).value
        return Estimate(self.above(measured).value / below if below else 0.0)
