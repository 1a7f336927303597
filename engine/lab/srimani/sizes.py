"""Srimani 1985, chapter 6: partitions of unequal sizes, which the thesis leaves to later work."""

from __future__ import annotations

from engine.lab.core.experiment import Cell, Claim, Experiment, Point
from engine.lab.core.measures import search_each
from engine.lab.core.quantities import Largest, Mean, Measured, Ratio

__all__ = ["EXPERIMENT"]

_WIDTH, _DEPTH = 16, 4
_ORDERS = (1, 2, 4)
_KINDS = ("thesis", "iid")
_SIZES = (
    "16",
    "8",
    "4",
    "12/4",
    "4/12",
    "2/14",
    "1/15",
    "8/4/2/1",
    "1/1/2/4/8",
)
"""The last of the sizes repeats: "8" is 8/8, or PS*(2); "16" is SSS*; "4" is PS*(4)."""


def _point(sizes: str, order: int, kind: str) -> Point:
    game = f"uniform:w={_WIDTH},d={_DEPTH},order={order},kind={kind}"
    searcher = f"ps:sizes={sizes},order=none,deepen=false"
    return Point(f"{sizes} R={order} {kind}", search_each, (game, searcher, _DEPTH))


def _leaves(sizes: str, order: int, kind: str) -> Mean:
    return Mean(_point(sizes, order, kind).key, "evaluated")


def _share(sizes: str, order: int, kind: str) -> Ratio:
    """Leaves read, as a share of those that SSS* reads."""
    return Ratio(_leaves(sizes, order, kind), _leaves("16", order, kind))


def _places(sizes: str) -> Largest:
    return Largest(_point(sizes, 1, "thesis").key, "peak_stored")


def _first_part_decides(measured: Measured) -> bool:
    """Whether partitions whose first has w/R children read what SSS* reads, within 2%."""
    first = {2: ("8", "12/4", "8/4/2/1"), 4: ("4", "4/12")}
    return all(
        abs(_share(sizes, order, "thesis")(measured).value - 1) <= 0.02
        for order, found in first.items()
        for sizes in found
    )


def _small_first_part_costs(measured: Measured) -> bool:
    """Whether a first partition of fewer than w/R children reads more than SSS*, by over 2%."""
    first = {1: ("4/12", "2/14", "1/15"), 2: ("4/12", "2/14", "1/15"), 4: ("2/14", "1/15")}
    return all(
        _share(sizes, order, "thesis")(measured).value > 1.02
        for order, found in first.items()
        for sizes in found
    )


def _halves_are_best(measured: Measured) -> bool:
    """Whether no unequal partitions need fewer leaves than halves without needing more places."""
    halves = [_leaves("8", order, "thesis")(measured).value for order in _ORDERS]
    return not any(
        _places(sizes)(measured).value <= _places("8")(measured).value
        and any(
            _leaves(sizes, order, "thesis")(measured).value < 0.98 * half
            for order, half in zip(_ORDERS, halves, strict=True)
        )
        for sizes in _SIZES
        if "/" in sizes
    )


EXPERIMENT = Experiment(
    name="srimani-sizes",
    title=f"leaves read with partitions of unequal sizes on T({_WIDTH},{_DEPTH}), as a share of "
    "SSS*'s, and size",
    source='Srimani 1985, chapter 6: "Experiments with inequal size partitioning"',
    test="the claims, which follow from section 3.4; the text has no numbers",
    trees=400,
    minutes=0.8,
    points=tuple(
        _point(sizes, order, kind) for sizes in _SIZES for order in _ORDERS for kind in _KINDS
    ),
    columns=("sizes", "column"),
    cells=tuple(
        cell
        for sizes in _SIZES
        for cell in (
            *(
                Cell((sizes, f"{kind}, order {order}"), _share(sizes, order, kind))
                for kind in _KINDS
                for order in _ORDERS
            ),
            Cell((sizes, "size"), _places(sizes)),
        )
    ),
    claims=(
        Claim(
            "with w/R children or more in the first partition as many leaves are read as by SSS*, "
            "within 2%, whatever the sizes of the others (R = 2, 4)",
            _first_part_decides,
        ),
        Claim("with fewer in the first partition more are read", _small_first_part_costs),
        Claim(
            "no unequal sizes read fewer leaves than two halves in no more places",
            _halves_are_best,
        ),
    ),
)
