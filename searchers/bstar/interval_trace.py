"""What a search on intervals tells its trace: nodes with their bounds."""

from __future__ import annotations

from collections.abc import Sequence

import cython

from games.core.position import Position
from searchers.bstar.interval_tree import IntervalTree
from searchers.core.trace import Trace

if not cython.compiled:
    from games.core.scores import adjust_mate
    from searchers.bstar.interval_store import child_at

__all__ = ["IntervalTrace"]


class IntervalTrace:
    """A tree of intervals as the trace of a search sees it.

    :param trace: of the search under way.
    """

    def __init__(self, trace: Trace, tree: IntervalTree) -> None:
        self.trace = trace
        self.tree = tree

    def bounds(
        self, event: str, position: Position, node: cython.int, plies: cython.int = 0
    ) -> cython.int:
        """An event at a node so many plies above a position, with its bounds."""
        line = self.trace.below(position)
        line = line[: len(line) - plies]
        self.trace.tell(event, line, bounds=self._seen(node, line))
        return 0

    def children(self, position: Position, node: cython.int, before: cython.int) -> cython.int:
        """The expansion of a node, where the position stands.

        :param before: how many nodes there were; a child of an earlier number was known.
        """
        line = self.trace.below(position)
        for move, child in self.tree.edges_of(node):
            below = (*line, move)
            if child >= before:
                self.trace.tell("generated", below)
            event = "evaluated" if child >= before else "known"
            self.trace.tell(event, below, bounds=self._seen(child, below))
        self.trace.tell("expanded", line)
        return 0

    def path(self, position: Position, path: cython.p_int, depth: cython.int) -> cython.int:
        """The nodes of a path, told by its edges, up from a depth, where the position stands, as
        far as their bounds have changed."""
        plies: cython.int = 0
        node: cython.int = child_at(self.tree, path[depth])
        while depth > 0 and self.tree.node[node].changed == self.tree.time:
            self.bounds("backed up", position, node, plies)
            depth -= 1
            plies += 1
            node = child_at(self.tree, path[depth])
        return 0

    def above(self, position: Position, node: cython.int) -> cython.int:
        """The nodes of a tree above one, where the position stands, as far as their bounds have
        changed."""
        plies: cython.int = 1
        node = self.tree.parent_of(node)
        while node != 0 and self.tree.node[node].changed == self.tree.time:
            self.bounds("backed up", position, node, plies)
            node = self.tree.parent_of(node)
            plies += 1
        return 0

    def aimed(self, strategy: str, best: cython.int, second: cython.int) -> cython.int:
        """The choice between the two strategies at the root."""
        numbers = [self.trace.number((self.tree.move_of(edge),)) for edge in (best, second)]
        self.trace.tell("aimed", (), strategy=strategy, best=numbers[0], second=numbers[1])
        return 0

    def doubted(self, percent: cython.double, widening: cython.int) -> cython.int:
        """The root, whose moves have wider intervals now."""
        if widening > 0:
            self.trace.tell("doubted", (), widening=widening)
        else:
            self.trace.tell("doubted", (), percent=round(percent))
        for move, child in self.tree.edges_of(0):
            self.trace.tell("backed up", (move,), bounds=self._seen(child, (move,)))
        return 0

    def _seen(self, node: int, line: Sequence[int]) -> list[int | None]:
        """A node's bounds as a trace has them."""
        ply = self.trace.root_ply + len(line)
        low, high = [adjust_mate(bound, ply) for bound in self.tree.bounds(node)]
        both = (-high, -low) if self.tree.adversary else (low, high)
        return self.trace.interval(*both, line)
