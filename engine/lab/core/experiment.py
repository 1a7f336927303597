"""The declaration of an experiment: points to measure, cells to report, and what a text published.

An experiment is declared, not programmed. Its `points` say what varies and how each tree is
measured. Its `cells` are the rows of its table, with the published numbers and their tolerances.
Its `claims` are what the text says in words, its `figures` what is drawn.
`engine.lab.core.laboratory` measures and compares.

A measure yields the numbers of each tree. They are added up in a `Tally` for each name, and a
quantity, such as `Mean`, computes a number from the tallies of all points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from math import nan, sqrt
from typing import Any, NamedTuple

import msgspec

from games.parts.records import Plain

# -- numbers ---------------------------------------------------------------------------------------


class Tally(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """A sample of numbers by its size, sum, sum of squares and largest value.

    Samples can be added in any order; with whole numbers, all four are exact.

    >>> tally = Tally.of(4)
    >>> tally.merge(Tally.of(6))
    >>> tally.mean
    5.0
    """

    n: int
    total: Plain
    squares: Plain
    largest: Plain

    @classmethod
    def of(cls, *values: float) -> Tally:
        """Return the tally of some values that are not negative; of none it is all 0."""
        return cls(len(values), sum(values), sum(x * x for x in values), max(values, default=0))

    def merge(self, other: Tally) -> None:
        """Add another sample to this one."""
        self.n += other.n
        self.total += other.total
        self.squares += other.squares
        self.largest = max(self.largest, other.largest)

    @property
    def mean(self) -> float:
        """The mean of the sample, which must not be empty."""
        return self.total / self.n

    @property
    def deviation(self) -> float | None:
        """The sample's standard deviation; None for fewer than two values."""
        if self.n < 2:
            return None
        variance = (self.squares - self.total * self.total / self.n) / (self.n - 1)
        return sqrt(max(variance, 0.0))

    @property
    def error(self) -> float | None:
        """The standard error of the mean; None for fewer than two values."""
        deviation = self.deviation
        return None if deviation is None else deviation / sqrt(self.n)


class Tallies(dict[str, Tally]):
    """The tallies of a point, by name; a name without values has an empty tally."""

    def __missing__(self, name: str) -> Tally:
        """Add an empty tally under a new name, and return it."""
        self[name] = empty = Tally.of()
        return empty

    @classmethod
    def sum(cls, parts: Iterable[Mapping[str, Tally]]) -> Tallies:
        """Return new tallies of all trees of several parts; samples of one name are merged."""
        whole = cls()
        for part in parts:
            for name, tally in part.items():
                whole[name].merge(tally)
        return whole

    def add(self, values: Mapping[str, float]) -> None:
        """Add each value to the tally of its name, perhaps a new one; a truth value is 0 or 1."""
        for name, value in values.items():
            self[name].merge(Tally.of(+value))


Measured = Mapping[str, Tallies]
"""The tallies of each point, by its key."""


class Estimate(NamedTuple):
    """A number, its standard error, and the standard deviation of one tree's; None if unknown."""

    value: float
    error: float | None = None
    deviation: float | None = None

    @classmethod
    def of(cls, tally: Tally, scale: float = 1) -> Estimate:
        """Return the mean of a tally, times `scale`, with its errors; NaN if the tally is empty."""
        if tally.n == 0:
            return cls(nan)
        error, deviation = (
            None if x is None else x * scale for x in (tally.error, tally.deviation)
        )
        return cls(tally.mean * scale, error, deviation)


Quantity = Callable[[Measured], Estimate]
"""A number computed from what was measured."""


@dataclass(frozen=True)
class Constant:
    """A number that does not depend on measurements, such as the value of a formula."""

    value: float
    error: float | None = None

    def __call__(self, measured: Measured) -> Estimate:
        """Return the constant with its error; the measurements are not used."""
        return Estimate(self.value, self.error)


@dataclass(frozen=True)
class Mean:
    """The mean over all trees of a point, times `scale` (100 turns a share into a percentage)."""

    point: str
    name: str
    scale: float = 1

    def __call__(self, measured: Measured) -> Estimate:
        """Return the scaled mean of this name's numbers at the point and its error; NaN if none."""
        return Estimate.of(measured[self.point][self.name], self.scale)


@dataclass(frozen=True)
class Largest:
    """The largest value on any tree of a point."""

    point: str
    name: str

    def __call__(self, measured: Measured) -> Estimate:
        """Return the largest number of this name at the point, without an error; 0 if none."""
        return Estimate(measured[self.point][self.name].largest)


@dataclass(frozen=True)
class Ratio:
    """The quotient of two quantities; 0 if the second is 0."""

    above: Quantity
    below: Quantity

    def __call__(self, measured: Measured) -> Estimate:
        """Return the quotient of both numbers, without an error; 0 if the divisor is 0."""
        below = self.below(measured).value
        return Estimate(self.above(measured).value / below if below else 0.0)


# -- declarations ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Point:
    """A setting, measured on many trees.

    :param key: its name, unique in its experiment.
    :param measure: called with `arguments` and the seeds of some trees; it yields the numbers of
        each tree, by name. It depends on nothing else.
    :param block: number of trees in a job.
    :param varied: whether there are many trees; else the measure is called once, with seed 0.
    """

    key: str
    measure: Callable[..., Iterator[Mapping[str, float]]]
    arguments: tuple[Any, ...]
    block: int = 50
    varied: bool = True


@dataclass(frozen=True)
class Cell:
    """A number to report, and its expected value.

    :param labels: its place in the table, one for each of the experiment's columns.
    :param published: the number in the text; None if the text has none.
    :param corrected: the number that the text must mean, if it is misprinted.
    :param known: the number of another, independent implementation.
    :param tolerance: the deviation allowed, as a share of the expected number.
    :param absolute: the deviation that is always allowed, as a number.
    :param sample: if given, three standard errors of a mean of so many trees are allowed.
    """

    labels: tuple[Any, ...]
    quantity: Quantity
    published: float | None = None
    corrected: float | None = None
    known: float | None = None
    tolerance: float = 0.0
    absolute: float = 0.0
    sample: float | None = None
    note: str = ""


@dataclass(frozen=True)
class Claim:
    """A statement of the text, and the test of it on what was measured."""

    text: str
    holds: Callable[[Measured], bool]


def claim(text: str) -> Callable[[Callable[[Measured], bool]], Claim]:
    """Return a decorator: it makes the `Claim` of a statement from the test of it."""
    return partial(Claim, text)


@dataclass(frozen=True)
class Series:
    """A line of a figure: x and y of each of its points, and the published y or None.

    :param dashes: the line's style, as matplotlib names it.
    :param color: lines of the same number have the same colour; None takes the next one.
    """

    label: str
    points: tuple[tuple[float | Quantity, Quantity, float | None], ...]
    dashes: str = "-"
    color: int | None = None
    marker: str = "o"


@dataclass(frozen=True)
class Figure:
    """A figure: lines over x.

    :param name: the file's name, without its ending.
    :param ticks: the values of x with labels; if empty, matplotlib chooses them.
    :param tick_labels: their labels, if not the values themselves.
    :param bottom: the lowest y; None: matplotlib chooses it. Ignored with log_y.
    :param beside: whether the legend is beside the lines, however few they are.
    :param named: whether the ticks have the names of the lines; then there is no legend.
    """

    name: str
    title: str
    x: str
    y: str
    series: tuple[Series, ...]
    log_x: bool = False
    log_y: bool = False
    ticks: tuple[float, ...] = ()
    tick_labels: tuple[str, ...] = ()
    bottom: float | None = 0
    beside: bool = False
    named: bool = False


@dataclass(frozen=True)
class Experiment:
    """A published table or figure, to be measured again.

    :param name: its name on the command line.
    :param source: the text, and the place in it.
    :param test: the condition of the verdict "reproduced", in words.
    :param trees: number of trees of each point by default; 1 if nothing is random.
    :param minutes: approximate time of that run, on one core.
    :param columns: headings of a cell's labels.
    :param correction: what has to be corrected in the text before its numbers come out.
    :param reading: how the text is read, if this is a second reading of it; then there is no
        verdict.
    :param remark: comments on the results, such as why some numbers differ.
    """

    name: str
    title: str
    source: str
    test: str
    trees: int
    minutes: float
    points: tuple[Point, ...]
    columns: tuple[str, ...]
    cells: tuple[Cell, ...] = ()
    claims: tuple[Claim, ...] = ()
    figures: tuple[Figure, ...] = ()
    correction: str = ""
    reading: str = ""
    remark: str = ""
