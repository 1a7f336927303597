"""Optimum B* trees (Palay 1980, appendix I): the fewest expansions that prove a best move.

A *work list* (section 7) has pairs of a number of expansions and a bound that they can reach. Each
pair has more expansions and a better bound than the one before. A node's list follows from its
children's. To raise the pessimistic value of a node, *all* its opponent's children must be lowered;
to lower its optimistic value, *any* one of them must be raised.

In a list every bound is a value to be raised. An optimistic value, which is to be lowered, has its
sign changed.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from evaluators import default_for
from evaluators import make as make_evaluator
from games.core.position import Position

WorkList = list[tuple[int, int]]
"""(expansions, bound) pairs, both strictly rising: with so many expansions the bound can reach that
value. The first is the bound without expansions."""


def all_of(lists: Sequence[WorkList]) -> WorkList:
    """Return the work list of the lowest of several bounds (section 7, figure 7-7).

    To raise the lowest bound, all must be raised: their expansions add up.

    :param lists: one work list or more, none of them empty.
    """
    heap = [(steps[0][1], number, 0) for number, steps in enumerate(lists)]
    heapq.heapify(heap)
    work = sum(steps[0][0] for steps in lists)
    found = [(work, heap[0][0])]
    while True:
        _, number, index = heap[0]
        steps = lists[number]
        if index + 1 == len(steps):
            return found
        work += steps[index + 1][0] - steps[index][0]
        heapq.heapreplace(heap, (steps[index + 1][1], number, index + 1))
        if heap[0][0] > found[-1][1]:
            found.append((work, heap[0][0]))


def any_of(lists: Iterable[WorkList]) -> WorkList:
    """Return the work list of the highest of several bounds: raise one of them, the cheapest."""
    steps = sorted(
        (pair for steps in lists for pair in steps), key=lambda pair: (pair[0], -pair[1])
    )
    found: WorkList = []
    for work, bound in steps:
        if not found or bound > found[-1][1]:
            found.append((work, bound))
    return found


def size_of_tree(best: WorkList, alternatives: WorkList) -> tuple[int, int] | None:
    """Return the fewest expansions that separate, and the best node's pessimistic value then.

    FIND!SIZE!OF!TREE (figure I-1), with the missing test that a pair of entries separates. For
    every entry of the best node's list, take the cheapest entry of the alternatives that meets it.

    :param best: the work list of the best node's pessimistic value.
    :param alternatives: that of the highest optimistic value of the alternatives, with the sign of
        its bounds changed.
    :returns: None if no pair of entries separates.
    """
    size: tuple[int, int] | None = None
    index = len(alternatives) - 1
    for work, pessimistic in best:
        while index > 0 and -alternatives[index - 1][1] <= pessimistic:
            index -= 1
        if -alternatives[index][1] <= pessimistic:
            total = work + alternatives[index][0]
            if size is None or total < size[0]:
                size = total, pessimistic
    return size


@dataclass(frozen=True)
class Optimum:
    """A smallest proof that a move is best.

    :param move: the move.
    :param expanded: nodes expanded, the root included.
    :param separation: a value that the best move reaches and no other exceeds.
    :param depth: the depth of the deepest children, in plies below the root.
    """

    move: int
    expanded: int
    separation: int
    depth: int


class _Task:
    """A bound of a node to be raised, with a lower limit of its work list.

    One expansion of a leaf may reach the end of its interval.

    :param line: the moves from the root to the node.
    :param interval: its pessimistic and its optimistic value.
    :param raising: whether the bound is the pessimistic value. Else it is the optimistic one, with
        its sign changed.
    """

    def __init__(
        self, parent: _Task | None, line: tuple[int, ...], interval: tuple[int, int], raising: bool
    ) -> None:
        low, high = interval
        self.parent = parent
        self.line = line
        self.raising = raising
        self.current, reachable = (low, high) if raising else (-high, -low)
        self.children: list[_Task] = []
        self.needs_all = False
        self.steps: WorkList = [(0, self.current)]
        if reachable > self.current:
            self.steps.append((1, reachable))

    def refresh(self) -> bool:
        """Recompute the work list from the children's; return whether it changed."""
        lists = [child.steps for child in self.children]
        below = all_of(lists) if self.needs_all else any_of(lists)
        steps = [(0, self.current)]
        steps += [(work + 1, bound) for work, bound in below if bound > self.current]
        changed = steps != self.steps
        self.steps = steps
        return changed

    def work(self, bound: int) -> int | None:
        """Return the least number of expansions that may reach a bound; None if none can."""
        return next((work for work, reached in self.steps if reached >= bound), None)

    def plan(self, bound: int, found: list[_Task]) -> None:
        """Append to `found` the nodes to expand to reach a bound with the least work.

        The node itself is the first, then those below it. Nothing is appended if the bound is
        reached without an expansion.
        """
        if self.current >= bound:
            return
        found.append(self)
        if self.needs_all:
            for child in self.children:
                child.plan(bound, found)
        elif self.children:
            able = [(child.work(bound), child) for child in self.children]
            cheapest = min((work for work, _ in able if work is not None))
            next(child for work, child in able if work == cheapest).plan(bound, found)


def optimum(position: Position, nodes: int | None = None) -> Optimum | None:
    """Return the smallest B* tree that proves a move best, by the game's intervals, which nest.

    Find the cheapest proof that the lists allow, and expand the leaves it depends on, until it
    depends on none.

    :param position: a position with two legal moves or more; it does not change.
    :param nodes: the approximate limit of evaluated nodes; None for no limit.
    :returns: None if that was not enough, or no move can be proved best.
    """
    search = _Search(position.copy())
    while nodes is None or search.explored < nodes:
        proof = search.cheapest()
        if proof is None:
            return None
        size, bound, number = proof
        plan = search.plan(number, bound)
        leaves = [task for task in plan if not task.children]
        if not leaves:
            depth = max((len(task.line) + 1 for task in plan), default=1)
            return Optimum(search.moves[number], size + 1, bound, depth)
        for task in leaves:
            search.expand(task)
    return None


class _Search:
    """The search for an optimum: the tasks of both kinds for every move at the root.

    :param position: the root, which the search moves on and leaves as it was.
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self.evaluator = make_evaluator(default_for(position, intervals=True))
        self.adversary = not position.one_player
        self.explored = 0
        self.moves = position.legal_moves()
        top = [((move,), self._interval(move)) for move in self.moves]
        self.raising, self.lowering = (
            [_Task(None, line, interval, raising) for line, interval in top]
            for raising in (True, False)
        )
        self.known: dict[tuple[int, ...], list[tuple[int, tuple[int, int]]]] = {}

    def _interval(self, move: int) -> tuple[int, int]:
        """Return the interval of the position after a move, from the side that makes the move.

        Count it in `explored`.
        """
        self.position.push(move)
        low, high = self.evaluator.interval(self.position)
        self.position.pop()
        self.explored += 1
        return (-high, -low) if self.adversary else (low, high)

    def cheapest(self) -> tuple[int, int, int] | None:
        """Return the cheapest proof that the work lists allow.

        :returns: the expansions below the root, the value that separates the best move from the
            others, and the index of that move in `moves`. None if no move can be proved best.
        """
        proofs = []
        for number, best in enumerate(self.raising):
            rest = [task.steps for at, task in enumerate(self.lowering) if at != number]
            size = size_of_tree(best.steps, all_of(rest))
            if size is not None:
                proofs.append((*size, number))
        return min(proofs, key=lambda proof: (proof[0], proof[2]), default=None)

    def plan(self, number: int, bound: int) -> list[_Task]:
        """Return the tasks of the nodes below the root that a proof expands.

        A task without children is a leaf that is still to be expanded.

        :param number: the index in `moves` of the move to be proved best.
        :param bound: the value that this move must reach and no other may exceed.
        """
        found: list[_Task] = []
        self.raising[number].plan(bound, found)
        for index, task in enumerate(self.lowering):
            if index != number:
                task.plan(-bound, found)
        return found

    def expand(self, task: _Task) -> None:
        """Expand a leaf, and update the lists above it, up to the first that does not change."""
        below = task.raising != self.adversary
        task.needs_all = task.raising == self.adversary
        task.children = [
            _Task(task, (*task.line, move), interval, below)
            for move, interval in self._children(task.line)
        ]
        parent: _Task | None = task
        while parent is not None and parent.refresh():
            parent = parent.parent

    def _children(self, line: tuple[int, ...]) -> list[tuple[int, tuple[int, int]]]:
        """Return the moves and intervals of the children of a node.

        They are stored in `known` at the first call, because both tasks of a node use them.

        :param line: the moves from the root to the node.
        """
        if line not in self.known:
            for move in line:
                self.position.push(move)
            self.known[line] = [
                (move, self._interval(move)) for move in self.position.legal_moves()
            ]
            for _ in line:
                self.position.pop()
        return self.known[line]
