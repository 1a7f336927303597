"""Srimani 1985, table 5.1 and figures 5.3 and 5.4: the analytic models."""

from __future__ import annotations

from typing import Any

from engine.lab.core.experiment import Cell, Claim, Experiment, Figure, Point, Series
from engine.lab.core.quantities import Mean, Measured
from engine.lab.core.tally import Tallies
from engine.lab.srimani.models import alpha_beta, average_ratio, sss

__all__ = ["EXPERIMENT", "model"]

_WIDTHS = (4, 8, 16, 24, 32)
_TABLE: dict[int, tuple[float | None, ...]] = {
    2: (1.000, 1.000, 1.000, 1.000, 1.000),
    4: (1.060, 1.128, 1.190, 1.221, 1.241),
    6: (1.174, 1.346, 1.483, 1.543, 1.577),
    8: (1.342, 1.671, None, None, None),
    10: (1.581, 2.149, None, None, None),
    12: (1.923, None, None, None, None),
    14: (2.416, None, None, None, None),
}


def model(width: int, depth: int, first: int, count: int) -> dict[str, list[Any]]:
    """I(alpha-beta) / I(SSS*) by ABF, and the mean over all; nothing here is left to chance."""
    tallies = Tallies()
    tallies.add(mean=average_ratio(width, depth))
    for abf in range(1, width + 1):
        tallies[f"ABF {abf}"].add(alpha_beta(width, depth, abf) / sss(width, depth, abf))
    return tallies.as_dict()


def _key(width: int, depth: int) -> str:
    return f"T({width},{depth})"


def _peak(measured: Measured, width: int, depth: int) -> int:
    """The ABF at which SSS* gains most."""
    ratios = [measured[_key(width, depth)][f"ABF {abf}"].mean for abf in range(1, width + 1)]
    return 1 + ratios.index(max(ratios))


def _peak_near_root(measured: Measured) -> bool:
    """Whether every peak lies within 1 of the square root of the width."""
    return all(abs(_peak(measured, width, 6) - width**0.5) <= 1 for width in _WIDTHS)


def _grows(measured: Measured) -> bool:
    """Whether the mean ratio grows with width and with depth."""
    grid = [[measured[_key(w, d)]["mean"].mean for w in _WIDTHS] for d in _TABLE if d > 2]
    rows = all(row == sorted(row) for row in grid)
    return rows and all(list(column) == sorted(column) for column in zip(*grid, strict=True))


def _line(label: str, width: int, depth: int) -> Series:
    points = tuple(
        (abf, Mean(_key(width, depth), f"ABF {abf}"), None) for abf in range(1, width + 1)
    )
    return Series(label, points)


def _gains(number: str, trees: str, lines: tuple[Series, ...]) -> Figure:
    """One of the figures over ABF.

    :param trees: what its lines have in common.
    """
    return Figure(
        f"srimani-figure-{number}",
        f"Gain of SSS* over alpha-beta by the models, {trees} (Srimani's figure {number})",
        "average branching factor (ABF)",
        "I(alpha-beta) / I(SSS*)",
        lines,
        bottom=None,
    )


EXPERIMENT = Experiment(
    name="srimani-5.1",
    title="I(alpha-beta) / I(SSS*) by the analytic models",
    source="Srimani 1985, section 5.3, table 5.1 and figures 5.3 and 5.4",
    test="every cell to three decimals, and the claims",
    trees=1,
    minutes=0.01,
    points=tuple(
        Point(_key(width, depth), model, (width, depth), varied=False)
        for depth in _TABLE
        for width in _WIDTHS
    ),
    columns=("depth", "width"),
    cells=tuple(
        Cell((depth, width), Mean(_key(width, depth), "mean"), published, absolute=0.0005)
        for depth, row in _TABLE.items()
        for width, published in zip(_WIDTHS, row, strict=True)
    ),
    claims=(
        Claim("the ratio grows with the width and with the depth", _grows),
        Claim("at depth 6 the gain is largest near ABF = sqrt(width), within 1", _peak_near_root),
    ),
    figures=(
        _gains("5.3", "depth 6", tuple(_line(f"width {w}", w, 6) for w in _WIDTHS)),
        _gains("5.4", "width 8", tuple(_line(f"depth {d}", 8, d) for d in (2, 4, 6, 8, 10))),
    ),
    correction="in the alpha-beta model N7_d = N3_(d-1), N3_d = w N6_(d-1) and N3_0 = 1; a cell is "
    "the mean over ABF of the ratio",
)
