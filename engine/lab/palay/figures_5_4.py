"""Palay 1980, section 5, figures 5-4 and 5-5: versions of B* against optimum trees."""

from __future__ import annotations

from engine.lab.core.experiment import Cell, Claim, Experiment
from engine.lab.core.quantities import Measured
from engine.lab.palay.common import (
    FIRST,
    SECOND,
    Grouped,
    Reading,
    against_optimum,
    group_of,
    groups_figure,
    points,
)

__all__ = ["EXPERIMENT", "SECOND_READING"]

_BOUNDS = (10, 30, 50, 80)
_GROUPS = [group_of(size, _BOUNDS) for size in (*_BOUNDS, _BOUNDS[-1] + 1)]
_LABELS = {"bf": "best first (BF)", "db": "depth, top level (DB)", "al": "probability (AL)"}

_KNOWN = {("al", "1-10"): 1.20, ("al", "31-50"): 2.2, ("al", "over 80"): 2.95}
"""What an independent implementation found."""


_SMALL_TREES = 330
"""About so many of the text's 2,936 trees are as small as the first group: a ninth, as of ours. The
mean of best-first there rests on few trees that it searches a hundred times too long."""


def _mean(version: str, group: str, what: str = "expanded") -> Grouped:
    return Grouped(f"{version} {group} {what}")


def _none_below(measured: Measured) -> bool:
    """Whether no version expands less than the optimum, group by group."""
    means = [_mean(v, group)(measured).value for v in _LABELS for group in _GROUPS]
    return not any(mean < 1 for mean in means)


def _ordered(measured: Measured) -> bool:
    """Whether AL is nearest the optimum and BF farthest, on trees of up to 50."""
    return all(
        _mean("al", group)(measured).value
        < _mean("db", group)(measured).value
        < _mean("bf", group)(measured).value
        for group in _GROUPS[:3]
    )


def _experiment(reading: Reading) -> Experiment:
    """Declare the experiment by a reading of the text."""
    return Experiment(
        name=f"palay-5-4{reading.ending}",
        title="expansions and depth of versions of B*, by the size of the optimum tree",
        source="Palay 1980, section 5, figures 5-4 and 5-5",
        test="the shares that the text names, and those known, within a quarter or three "
        "standard errors of the text's own mean, and the claims",
        trees=100,
        minutes=8,
        points=points(
            against_optimum, _BOUNDS, reading.db, reading.more, branchings=reading.branchings
        ),
        columns=("what", "version", "optimum expands"),
        cells=(
            *(
                Cell(
                    ("expanded / optimum", version, group),
                    _mean(version, group),
                    published if group == _GROUPS[0] else None,
                    known=_KNOWN.get((version, group)),
                    tolerance=0.25,
                    sample=_SMALL_TREES,
                )
                for version, published in (("bf", 5.77), ("db", 1.60), ("al", 1.32))
                for group in _GROUPS
            ),
            *(
                Cell(
                    ("expanded / optimum", version, "over 10"),
                    Grouped(*(f"{version} {group} expanded" for group in _GROUPS[1:])),
                    published,
                    tolerance=0.25,
                )
                for version, published in (("db", 3.5), ("al", 2.5))
            ),
            *(
                Cell(("depth", version, group), _mean(version, group, "depth"))
                for version in ("optimum", *_LABELS)
                for group in _GROUPS
            ),
            Cell(("share given up", "optimum", "all"), Grouped("given_up")),
        ),
        claims=(
            Claim("no version expands less than the optimum", _none_below),
            Claim("up to 50, AL is nearest the optimum, then DB, then BF", _ordered),
        ),
        figures=tuple(
            groups_figure(
                number,
                title,
                "nodes that the optimum tree expands",
                y,
                lines,
                _BOUNDS,
                what,
                reading.ending,
            )
            for number, title, y, lines, what in (
                (
                    "5-4",
                    "Nodes expanded against the optimum",
                    "expanded / by the optimum tree",
                    _LABELS,
                    "expanded",
                ),
                (
                    "5-5",
                    "Depth of the search",
                    "mean of the largest depth",
                    {"optimum": "optimum tree", **_LABELS},
                    "depth",
                ),
            )
        ),
        reading=reading.text,
    )


EXPERIMENT = _experiment(FIRST)
SECOND_READING = _experiment(SECOND)
