"""The searchers on uniform trees T(w,d) that Srimani compares (1985)."""

from __future__ import annotations

from engine.lab.core.experiment import Largest, Mean, Point, Quantity
from engine.lab.core.laboratory import search_each

_FIXED = "order=none,deepen=false"


def player(algorithm: str) -> str:
    """Return the spec of the searcher "SSS*", "PS*(k)" or "alpha-beta", without reordering.

    :raises KeyError: for another name.
    """
    if algorithm.startswith("PS*("):
        return f"ps:k={algorithm[4:-1]},{_FIXED}"
    return {"SSS*": f"sss:{_FIXED}", "alpha-beta": f"alphabeta:{_FIXED}"}[algorithm]


def point(
    algorithm: str, width: int, depth: int, order: int, p: float = 1.0, kind: str = "thesis"
) -> Point:
    """Return the point of one searcher on trees T(width, depth) of order R.

    :param algorithm: "SSS*", "PS*(k)" or "alpha-beta".
    :param order: R.
    :param p: the probability that a node keeps its order.
    :param kind: the generator, "thesis", or "iid" for independent leaves.
    """
    game = f"uniform:w={width},d={depth},order={order},p={p:g},kind={kind}"
    key = f"{algorithm} T({width},{depth}) R={order} p={p:g} {kind}"
    return Point(key, search_each, (game, player(algorithm), depth))


def leaves(where: Point) -> Mean:
    """Return the mean number of leaves that a point reads (NBP), as a quantity."""
    return Mean(where.key, "evaluated")


def size(where: Point, algorithm: str) -> Quantity:
    """Return the most places that a searcher needs on any tree of a point, as a quantity.

    Places are states in OPEN and BACKUP; those of alpha-beta are the nodes of its line.
    """
    return Largest(where.key, "max_depth" if algorithm == "alpha-beta" else "peak_stored")
