"""What Srimani's experiments share (1985, chapter 4): the searchers on uniform trees T(w,d)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from msgspec import json

from engine.lab.core.experiment import Cell, Claim, Experiment, Figure, Point, Series
from engine.lab.core.measures import search_each
from engine.lab.core.quantities import Largest, Mean, Measured, Quantity

__all__ = ["DATA", "TOLERANCE", "leaves", "leaves_table", "player", "point", "size"]

DATA = Path(__file__).resolve().parent / "data"
"""The folder of what the thesis published: trees, and the tables of chapter 4."""

TOLERANCE = 0.08
"""How far a mean may lie from the thesis's, which was made on 100 trees of another generator."""

_FIXED = "order=none,deepen=false"


def player(algorithm: str) -> str:
    """The spec of "SSS*", "PS*(k)" or "alpha-beta", without reordering of children."""
    if algorithm.startswith("PS*("):
        return f"ps:k={algorithm[4:-1]},{_FIXED}"
    return {"SSS*": f"sss:{_FIXED}", "alpha-beta": f"alphabeta:{_FIXED}"}[algorithm]


def point(
    algorithm: str, width: int, depth: int, order: int, p: float = 1.0, kind: str = "thesis"
) -> Point:
    """One searcher on trees T(width, depth) of an order R, kept with probability p."""
    game = f"uniform:w={width},d={depth},order={order},p={p:g},kind={kind}"
    key = f"{algorithm} T({width},{depth}) R={order} p={p:g} {kind}"
    return Point(key, search_each, (game, player(algorithm), depth))


def leaves(where: Point) -> Mean:
    """The mean number of leaves read (NBP)."""
    return Mean(where.key, "evaluated")


def size(where: Point, algorithm: str) -> Quantity:
    """The most places a searcher needed: states in OPEN and BACKUP; alpha-beta's is its line."""
    return Largest(where.key, "max_depth" if algorithm == "alpha-beta" else "peak_stored")


@dataclass(frozen=True)
class Table:
    """One of the tables 4.1 to 4.5, as published: leaves read by order of tree, and size needed.

    :param columns: order R and probability p of each column.
    :param rows: for each algorithm the leaves by column, and the size.
    """

    width: int
    depth: int
    columns: list[tuple[int, float]]
    rows: dict[str, tuple[list[int | float], int | float]]


@cache
def _tables() -> dict[str, Table]:
    """The tables by their numbers."""
    published = (DATA / "srimani-tables-4.json").read_bytes()
    return json.decode(published, type=dict[str, Table])


def leaves_table(
    number: str,
    *,
    misprints: Mapping[tuple[str, int | str], float] | None = None,
    figure: str = "",
    minutes: float,
) -> Experiment:
    """One of the tables 4.1 to 4.5, to be measured again.

    :param misprints: what a published number must be, by algorithm and order, or "size".
    :param figure: the number of the figure that shows it.
    """
    table, misprints = _tables()[number], misprints or {}
    width, depth, columns, rows = table.width, table.depth, table.columns, table.rows
    points, cells = [], []
    for algorithm, (published, places) in rows.items():
        for (order, p), number_printed in zip(columns, published, strict=True):
            where = point(algorithm, width, depth, order, p)
            points.append(where)
            cells.append(
                Cell(
                    (algorithm, _column(order, p)),
                    leaves(where),
                    published=number_printed,
                    corrected=misprints.get((algorithm, order)) if p == 1 else None,
                    # All minimal trees have the same leaves.
                    tolerance=0 if order == width else TOLERANCE,
                )
            )
        random_tree = point(algorithm, width, depth, *columns[0])
        cells.append(
            Cell(
                (algorithm, "size"),
                size(random_tree, algorithm),
                published=places,
                corrected=misprints.get((algorithm, "size")),
            )
        )
    figures = (_figure(figure, table),) if figure else ()
    return Experiment(
        name=f"srimani-{number}",
        title=f"leaves read (NBP) on uniform trees T({width},{depth})",
        source=f"Srimani 1985, chapter 4, table {number}"
        + (f" and figure {figure}" if figure else ""),
        test="every mean within 8% of the published one, minimal trees and sizes exactly",
        trees=400,
        minutes=minutes,
        points=tuple(points),
        columns=("algorithm", "column"),
        cells=tuple(cells),
        claims=(
            _claim_order(width, depth, list(rows)),
            _claim_equal(width, depth, [order for order, p in columns if p == 1 < order]),
        ),
        figures=figures,
    )


def _claim_order(width: int, depth: int, algorithms: list[str]) -> Claim:
    keys = [point(algorithm, width, depth, 1).key for algorithm in algorithms]

    def holds(measured: Measured) -> bool:
        read = [measured[key]["evaluated"].mean for key in keys]
        return read == sorted(read)

    return Claim(f"on random trees leaves read grow in this order: {', '.join(algorithms)}", holds)


def _claim_equal(width: int, depth: int, orders: list[int]) -> Claim:
    pairs = [
        [point(algorithm, width, depth, order).key for algorithm in ("SSS*", "PS*(2)")]
        for order in orders
    ]

    def holds(measured: Measured) -> bool:
        read = [[measured[key]["evaluated"].mean for key in pair] for pair in pairs]
        return all(abs(two - one) <= 0.02 * one for one, two in read)

    return Claim("on trees of order 2 and higher PS*(2) reads what SSS* reads, within 2%", holds)


def _column(order: int, p: float) -> str:
    return f"order {order}" + ("" if p == 1 else f", p={p:g}")


def _figure(number: str, table: Table) -> Figure:
    width, depth = table.width, table.depth
    series = tuple(
        Series(
            algorithm,
            tuple(
                (order, leaves(point(algorithm, width, depth, order)), printed)
                for (order, p), printed in zip(table.columns, published, strict=True)
                if p == 1
            ),
        )
        for algorithm, (published, _) in table.rows.items()
    )
    return Figure(
        f"srimani-figure-{number}",
        f"Leaves read on T({width},{depth}) (Srimani's figure {number})",
        "order of the tree, R",
        "leaves read (NBP)",
        series,
        log_x=True,
        ticks=tuple(order for order, p in table.columns if p == 1),
    )
