"""What an experiment is: points to measure, and what the text published of them.

An experiment is declared, not programmed: its `points` say what varies and how it is measured, its
`cells` what is reported and what is expected of it, its `claims` what the text says in words, its
`figures` what is drawn. `engine.lab.core.laboratory` does the rest.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.lab.core.quantities import Measured, Quantity

__all__ = ["Cell", "Claim", "Experiment", "Figure", "Point", "Series"]


@dataclass(frozen=True)
class Point:
    """One setting, measured on many trees.

    :param key: its name, unique in its experiment.
    :param function: called with `arguments`, the number of the first tree and how many trees; it
        returns `Tallies.as_dict()` of them. It depends on nothing else.
    :param block: trees a job.
    :param varied: whether there are many trees; else it is called once, with 0 and 1.
    """

    key: str
    function: Callable[..., dict[str, list[Any]]]
    arguments: tuple[Any, ...]
    block: int = 50
    varied: bool = True


@dataclass(frozen=True)
class Cell:
    """One number to report, and what is expected of it.

    :param labels: where it stands, one for each of the experiment's columns.
    :param published: what the text says; None where it says nothing.
    :param corrected: what it must mean, where it is misprinted.
    :param known: what another, independent implementation found.
    :param tolerance: how far ours may be away, as a share of what is expected.
    :param absolute: how far it may be away at least, as a number.
    :param sample: where given, three standard errors of a mean of so many trees are allowed.
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
    """What the text says in words, and whether it holds of what was measured."""

    text: str
    holds: Callable[[Measured], bool]


@dataclass(frozen=True)
class Series:
    """A line of a figure: x and y of each of its points, and the published y, where there is one.

    :param dashes: the line's style, in matplotlib's words.
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
    :param ticks: the values of x to be labelled; none lets matplotlib choose.
    :param tick_labels: what to label them with, where it is not the values themselves.
    :param bottom: where y begins; None lets matplotlib choose. Not used with log_y.
    :param beside: whether the legend stands beside the lines, however few they are.
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


@dataclass(frozen=True)
class Experiment:
    """A published table or figure, to be measured again.

    :param name: what it is called on the command line.
    :param source: the text, and where in it.
    :param test: what must hold for the verdict "reproduced", in words.
    :param trees: how many trees each point is measured on, unless said otherwise; 1 where nothing
        is left to chance.
    :param minutes: about how long it takes so, on one core.
    :param columns: what a cell's labels are.
    :param correction: what in the text has to be corrected before its numbers come out.
    :param reading: how the text is read, if this is not the first reading of it: then there is no
        verdict.
    :param remark: what else is to be said of the results, such as why some do not come out.
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
