"""Srimani 1985, chapter 5: the leaves that SSS* and alpha-beta read, by recurrences.

The model is a uniform tree of width w and depth d. At every node searched, the (k+1)th successor is
the best on average. k+1 is the *average branching factor*, ABF, from 1 (the minimal tree) to w (the
whole tree). Depths are even. Names and numbers are the text's, with its misprints corrected: N3 = 1
at depth 0, (3) is N7[d] = N3[d-1], and the exponent in (6) is 2i.
"""

from __future__ import annotations

from collections.abc import Iterator
from statistics import fmean

from engine.lab.core.experiment import (
    Cell,
    Experiment,
    Figure,
    Mean,
    Measured,
    Point,
    Series,
    claim,
)
from games.errors import SpecError

# -- the models ------------------------------------------------------------------------------------


def sss(w: int, d: int, abf: int) -> int:
    """Return the leaves that SSS* reads, by the recurrences (1) to (5) of section 5.1.

    :param w: the width of the uniform tree.
    :param d: its depth, an even number.
    :param abf: the average branching factor of the model, from 1 to `w`.
    :raises SpecError: if the depth is odd or negative.
    """
    k = abf - 1
    nf = nm = 1
    for _ in range(_halves(d)):
        nf, np, nm = (k + 1) * nf + (w - k - 1) * nm, (k + 1) * nf, nm  # (2), (3), (5)
        nf, nm = nf + k * np + (w - k - 1) * nm, w * nm  # (1), (4)
    return nf


def sss_closed(w: int, d: int, abf: int) -> int:
    """Return the leaves that SSS* reads, by the closed form (6); otherwise as `sss`."""
    i = _halves(d)
    shared = sum(abf ** (2 * j) * w ** (i - j - 1) for j in range(i))
    return abf ** (2 * i) + 2 * (w - abf) * shared


def alpha_beta(w: int, d: int, abf: int) -> int:
    """Return the leaves that alpha-beta reads, by the recurrences (1) to (7) of section 5.2.

    :param w: the width of the uniform tree.
    :param d: its depth, an even number.
    :param abf: the average branching factor of the model, from 1 to `w`.
    :raises SpecError: if the depth is odd or negative.
    """
    k = abf - 1
    n1 = n2 = n3 = n4 = n5 = n6 = n7 = 1
    for _ in range(2 * _halves(d)):
        n1, n2, n3, n4, n5, n6, n7 = (
            n1 + k * n5 + (w - k - 1) * n7,  # (1)
            k * n5 + n4 + (w - k - 1) * n7,  # (4)
            w * n6,  # (5)
            n2 + (w - 1) * n6,  # (7)
            n2 + (k - 1) * n6 + n3,  # (2)
            k * n6 + n3,  # (6)
            n3,  # (3)
        )
    return n1


def _halves(d: int) -> int:
    """Return half of an even depth.

    :raises SpecError: if it is odd or negative.
    """
    if d < 0 or d % 2:
        raise SpecError(f"depth {d}: the model has even depths only")
    return d // 2


# -- table 5.1, figures 5.3 and 5.4 ----------------------------------------------------------------

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


def model(width: int, depth: int, seeds: range) -> Iterator[dict[str, float]]:
    """Yield the ratio I(alpha-beta) / I(SSS*) for each ABF, and the mean over all of them.

    The names are ABF 1 to ABF `width`, and mean. Nothing is random: every seed gives the same
    numbers.
    """
    for _ in seeds:
        ratios = {
            f"ABF {abf}": alpha_beta(width, depth, abf) / sss(width, depth, abf)
            for abf in range(1, width + 1)
        }
        yield {"mean": fmean(ratios.values()), **ratios}


def _key(width: int, depth: int) -> str:
    """Return the key of the point of uniform trees."""
    return f"T({width},{depth})"


@claim("at depth 6 the gain is largest near ABF = sqrt(width), within 1")
def _peak_near_root(measured: Measured) -> bool:
    """Return whether the gain at depth 6 is largest within 1 of ABF = sqrt(width)."""
    for width in _WIDTHS:
        tallies = measured[_key(width, 6)]
        peak = max(range(1, width + 1), key=lambda abf: tallies[f"ABF {abf}"].mean)
        if abs(peak - width**0.5) > 1:
            return False
    return True


@claim("the ratio grows with the width and with the depth")
def _grows(measured: Measured) -> bool:
    """Return whether the mean ratio never falls as the width, or the depth from 4 on, grows."""
    # At depth 2 it is always 1.
    grid = [[measured[_key(w, d)]["mean"].mean for w in _WIDTHS] for d in _TABLE if d > 2]
    return all(list(line) == sorted(line) for line in (*grid, *zip(*grid, strict=True)))


def _line(label: str, width: int, depth: int) -> Series:
    """Return the curve over ABF of the model's ratio for T(width, depth)."""
    points = tuple(
        (abf, Mean(_key(width, depth), f"ABF {abf}"), None) for abf in range(1, width + 1)
    )
    return Series(label, points)


def _gains(number: str, trees: str, lines: tuple[Series, ...]) -> Figure:
    """Return the figure of these curves over ABF.

    :param number: the number of Srimani's figure.
    :param trees: the trees of all its lines, in words.
    """
    return Figure(
        f"srimani-figure-{number}",
        f"Gain of SSS* over alpha-beta by the models, {trees} (Srimani's figure {number})",
        "average branching factor (ABF)",
        "I(alpha-beta) / I(SSS*)",
        lines,
        bottom=None,
    )


TABLE_5_1 = Experiment(
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
    claims=(_grows, _peak_near_root),
    figures=(
        _gains("5.3", "depth 6", tuple(_line(f"width {w}", w, 6) for w in _WIDTHS)),
        _gains("5.4", "width 8", tuple(_line(f"depth {d}", 8, d) for d in (2, 4, 6, 8, 10))),
    ),
    correction="in the alpha-beta model N7_d = N3_(d-1), N3_d = w N6_(d-1) and N3_0 = 1; a cell is "
    "the mean over ABF of the ratio",
)
