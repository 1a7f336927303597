"""Which part of a tree of intervals, or a graph of them, stays when the rest is forgotten."""

from __future__ import annotations

import cython

from evaluators.core.budget import Budget
from searchers.bstar.interval_store import IntervalStore

if not cython.compiled:
    from searchers.bstar.constants import AWAY, CLOSED, FORGOTTEN, OPEN
    from searchers.bstar.interval_store import child_at
    from searchers.bstar.records import Edge
    from searchers.storage.constants import BETWEEN_POLLS, MOST_COST
    from searchers.storage.forgetting import child_cost

__all__ = ["KeptIntervals"]


class KeptIntervals(IntervalStore):
    """A store of which the most promising part can be kept."""

    def mark_costs(self, root: cython.int, budget: Budget) -> cython.bint:
        """A point's children go first: its value is known."""
        node: cython.int
        for node in range(self.size):
            if node & BETWEEN_POLLS - 1 == 0 and not budget.in_time():
                return False
            self.mark[node] = AWAY
        self.mark[root] = 0
        if not self._sweep(True, budget):
            return False
        self.selection.clear()
        for node in range(self.size):
            if node & BETWEEN_POLLS - 1 == 0 and not budget.in_time():
                return False
            if self.mark[node] >= 0 and self.node[node].children > 0 and node != root:
                self.selection.count(self.mark[node], self.node[node].children)
        return True

    def leader(self, node: cython.int) -> cython.int:
        """The edge to the child of highest optimistic value; ties: higher pessimistic, then
        first."""
        best: cython.int = self.node[node].first
        edge: cython.int
        child: cython.int
        leader: cython.int = child_at(self, best)
        for edge in range(best + 1, self.node[node].first + self.node[node].children):
            child = child_at(self, edge)
            if self.node[child].optimistic > self.node[leader].optimistic or (
                self.node[child].optimistic == self.node[leader].optimistic
                and self.node[child].pessimistic > self.node[leader].pessimistic
            ):
                best, leader = edge, child
        return best

    def select(self, root: cython.int, budget: Budget) -> cython.bint:
        """Mark the nodes that stay: OPEN if they keep their children, else CLOSED."""
        self.mark[root] = OPEN
        return self._sweep(False, budget)

    def _sweep(self, ranking: cython.bint, budget: Budget) -> cython.bint:
        """Mark from the root down, to rank or to select.

        In a tree an edge into a node lies before those out of it, and one sweep does it; in a
        graph of which a part was kept it may not.
        """
        late: cython.bint = True
        edge: cython.int
        node: cython.int
        poll: cython.int
        while late:
            late = False
            edge = poll = 0
            while edge < self.edges:
                if edge >= poll:
                    poll = edge + BETWEEN_POLLS
                    if not budget.in_time():
                        return False
                node = self.edge[edge].source
                if ranking and self.mark[node] >= 0:
                    late |= self._rank_children(node)
                elif self.mark[node] == OPEN:
                    late |= self._select_children(node)
                edge += self.node[node].children
        return True

    def _rank_children(self, node: cython.int) -> cython.bint:
        """Mark the children with their costs; true if one was met too late for its own children."""
        best: cython.int = self.leader(node)
        top: cython.longlong = self.node[child_at(self, best)].optimistic
        late: cython.bint = False
        edge: cython.int
        child: cython.int
        for edge in range(self.node[node].first, self.node[node].first + self.node[node].children):
            child = child_at(self, edge)
            if self.mark[child] >= 0:
                continue
            if self.node[child].optimistic == self.node[child].pessimistic:
                self.mark[child] = MOST_COST
            else:
                self.mark[child] = child_cost(
                    self.mark[node], top - self.node[child].optimistic, edge == best
                )
            late |= self.node[child].children > 0 and self.node[child].first < edge
        return late

    def _select_children(self, node: cython.int) -> cython.bint:
        """Mark the children as nodes that stay; true if one was met too late for its own
        children."""
        late: cython.bint = False
        edge: cython.int
        child: cython.int
        for edge in range(self.node[node].first, self.node[node].first + self.node[node].children):
            child = child_at(self, edge)
            if self.mark[child] < 0:
                continue
            if self.node[child].children > 0 and self.selection.keeps_children(
                self.mark[child], self.node[child].children
            ):
                self.mark[child] = OPEN
                late |= self.node[child].first < edge
            else:
                self.mark[child] = CLOSED
        return late

    def move_nodes(self, root: cython.int, plies: cython.int, budget: Budget) -> cython.bint:
        """Move the nodes marked OPEN, with their children, or CLOSED, without, to the front: the
        root before the others, which keep their order. Their marks tell where they went."""
        kept: cython.int = 0
        node: cython.int
        index: cython.int
        state: cython.int
        for node in range(self.size):
            if node & BETWEEN_POLLS - 1 == 0 and not budget.in_time():
                return False
            state = self.mark[node]
            if state != OPEN and state != CLOSED:
                self.mark[node] = AWAY
                continue
            if node == root:
                index = 0
            else:
                kept += 1
                index = kept
            self.mark[node] = index
            self.node[index] = self.node[node]
            self.node[index].into = -1
            if state == CLOSED and self.node[index].children > 0:
                self.node[index].first, self.node[index].children = FORGOTTEN, 0
            if self.deep:
                self.node[index].optimistic_depth -= plies
                self.node[index].pessimistic_depth -= plies
            if self.keyed:
                self.key[index] = self.key[node]
        self.size = kept + 1
        return True

    def move_edges(self, budget: Budget) -> cython.bint:
        """Move the edges out of nodes that keep their children to the front, in their order."""
        kept: cython.int = 0
        edge: cython.int
        node: cython.int
        child: cython.int
        self.crossed = False
        for edge in range(self.edges):
            if edge & BETWEEN_POLLS - 1 == 0 and not budget.in_time():
                return False
            node = self.mark[self.edge[edge].source]
            if node < 0 or self.node[node].children == 0:
                continue
            if self.node[node].first == edge:
                self.node[node].first = kept
            child = self.mark[self.edge[edge].child]
            self.edge[kept] = Edge(
                move=self.edge[edge].move, child=child, source=node, next=self.node[child].into
            )
            self.node[child].into = kept
            kept += 1
            if child != kept:
                self.crossed = True
        self.edges = kept
        return True

    def share_effort(self, budget: Budget) -> cython.bint:
        """Count anew how many expansions were made below each top-level node; where several lead
        to a node, it counts for the first. False if the budget's time was up."""
        top: cython.p_int = self.mark
        node: cython.int
        edge: cython.int
        child: cython.int
        self.reserve_effort()
        for node in range(self.size):
            top[node] = AWAY
        for edge in range(self.edges):
            if edge & BETWEEN_POLLS - 1 == 0 and not budget.in_time():
                return False
            node, child = self.edge[edge].source, self.edge[edge].child
            if node == 0:
                top[child] = edge - self.node[0].first
            elif top[node] != AWAY and top[child] == AWAY:
                top[child] = top[node]
            if node != 0 and edge == self.node[node].first and top[node] != AWAY:
                self.effort[top[node]] += 1
        return True
