"""Tallies: what a block of trees adds up to, so that blocks can be added in any order."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from typing import Any

from games.parts.records import Plain

__all__ = ["Tallies", "Tally"]


class Tally:
    """A sample by its size, sum, sum of squares and largest value.

    Of whole numbers all four are exact, whatever the order in which samples are added.
    """

    def __init__(
        self, n: int = 0, total: float = 0, squares: float = 0, largest: float = 0
    ) -> None:
        self.n = n
        self.total = total
        self.squares = squares
        self.largest = largest

    def add(self, value: float) -> None:
        """Take one more value, not negative."""
        self.merge(Tally(1, value, value * value, value))

    def merge(self, other: Tally) -> None:
        """Take another sample into this one."""
        self.n += other.n
        self.total += other.total
        self.squares += other.squares
        self.largest = max(self.largest, other.largest)

    @property
    def mean(self) -> float:
        """The mean of the sample."""
        return self.total / self.n

    @property
    def deviation(self) -> float | None:
        """The standard deviation of one value; None for a sample of one."""
        if self.n < 2:
            return None
        variance = (self.squares - self.total * self.total / self.n) / (self.n - 1)
        return sqrt(max(variance, 0.0))

    @property
    def error(self) -> float | None:
        """The standard error of the mean; None for a sample of one."""
        deviation = self.deviation
        return None if deviation is None else deviation / sqrt(self.n)


class Tallies:
    """Tallies by the names of what was measured."""

    HELD = dict[str, tuple[int, Plain, Plain, Plain]]
    """What `as_dict` gives."""

    def __init__(self, held: dict[str, list[Any]] | None = None) -> None:
        self._held = {name: Tally(*numbers) for name, numbers in (held or {}).items()}

    @classmethod
    def sum(cls, parts: Iterable[dict[str, list[Any]]]) -> Tallies:
        """What several blocks add up to, from what `as_dict` gave of each."""
        whole = cls()
        for part in parts:
            for name, numbers in part.items():
                whole[name].merge(Tally(*numbers))
        return whole

    def __getitem__(self, name: str) -> Tally:
        return self._held.setdefault(name, Tally())

    def add(self, **values: float) -> None:
        """Take one value more of each of these."""
        for name, value in values.items():
            self[name].add(value)

    def as_dict(self) -> dict[str, list[Any]]:
        """The same as JSON can hold it."""
        return {name: [t.n, t.total, t.squares, t.largest] for name, t in self._held.items()}
