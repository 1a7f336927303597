"""The records of a store of intervals in the interpreter. Compiled modules take the structs of the
same names from interval_store.pxd: where one is copied here, it is shared."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Edge", "Node"]


@dataclass(slots=True)
class Node:
    """A node, as `IntervalStore` tells."""

    optimistic: int = 0
    pessimistic: int = 0
    real: int = 0
    first: int = 0
    children: int = 0
    into: int = -1
    changed: int = 0
    optimistic_depth: int = 0
    pessimistic_depth: int = 0


@dataclass(slots=True)
class Edge:
    """An edge, likewise."""

    move: int = 0
    child: int = 0
    source: int = 0
    next: int = -1
