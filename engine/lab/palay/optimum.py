"""Optimum B* trees (Palay 1980, appendix I): the fewest expansions that prove a best move.

Everything rests on *work lists* (section 7): pairs of a number of expansions and the bound that
they can bring about, each pair dearer and better than the one before. A node's list follows from
its children's: to raise the pessimistic value of a node its opponent's children must *all* be
lowered, to lower its optimistic value *any* one of them must be raised.

In a list every bound is written as a value to be raised: a pessimistic value as it is, an
optimistic value, which is to be lowered, with its sign changed.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from evaluators import default_for
from evaluators import make as make_evaluator
from games.core.position import Position
from searchers.bstar.interval_tree import IntervalTree

__all__ = ["Optimum", "WorkList", "all_of", "any_of", "optimum", "size_of_tree", "work_list"]

WorkList = list[tuple[int, int]]
"""(expansions, bound) pairs, both strictly rising, beginning with what holds already."""


def all_of(lists: Sequence[WorkList]) -> WorkList:
    """The list of the lowest of several bounds: to raise it, every one below must be raised."""
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
    """The list of the highest of several bounds: to raise it, one must be raised beyond it."""
    steps = sorted(
        (pair for steps in lists for pair in steps), key=lambda pair: (pair[0], -pair[1])
    )
    found: WorkList = []
    for work, bound in steps:
        if not found or bound > found[-1][1]:
            found.append((work, bound))
    return found


def size_of_tree(best: WorkList, alternatives: WorkList) -> tuple[int, int] | None:
    """The fewest expansions that separate, and the bound to which the best node is raised.

    FIND!SIZE!OF!TREE (figure I-1) with the test it lacks, that a pair of entries does separate:
    for every entry of the best node's list the cheapest of the alternatives' that meets it.

    :param best: of the best node's pessimistic value.
    :param alternatives: of the highest optimistic value among the alternatives, sign changed.
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


def work_list(tree: IntervalTree, node: int, raising: bool = True) -> WorkList:
    """The least further expansions that could move a bound of a node (section 7, figure 7-7).

    :param raising: of its pessimistic value; else of its optimistic value, sign changed.
    """
    low, high = tree.bounds(node)
    held, hoped = (low, high) if raising else (-high, -low)
    below = raising != tree.adversary
    lists = [work_list(tree, child, below) for _, child in tree.edges_of(node)]
    if not lists:
        return [(0, held), (1, hoped)] if hoped > held else [(0, held)]
    return all_of(lists) if raising == tree.adversary else any_of(lists)


@dataclass(frozen=True)
class Optimum:
    """A smallest proof that a move is best.

    :param move: the move.
    :param expanded: nodes expanded, the root included.
    :param separation: a value that the best move reaches and no other exceeds.
    :param depth: the depth of the deepest children, in plies below the root.
    :param explored: nodes that were evaluated to find this out.
    """

    move: int
    expanded: int
    separation: int
    depth: int
    explored: int


class _Task:
    """One bound of one node to be raised, with the work list known so far.

    A leaf may yet reach all its interval allows with one expansion: its list is a lower limit of
    the work, and so are all above it.
    """

    __slots__ = ("above", "children", "every", "held", "hoped", "line", "raising", "steps")

    def __init__(
        self, above: _Task | None, line: tuple[int, ...], interval: tuple[int, int], raising: bool
    ) -> None:
        low, high = interval
        self.above = above
        self.line = line
        self.raising = raising
        self.held, self.hoped = (low, high) if raising else (-high, -low)
        self.children: list[_Task] = []
        self.every = False
        self.steps: WorkList = [(0, self.held)]
        if self.hoped > self.held:
            self.steps.append((1, self.hoped))

    def refresh(self) -> bool:
        """Make the list anew from the children's; false if it stays as it was."""
        lists = [child.steps for child in self.children]
        below = all_of(lists) if self.every else any_of(lists)
        steps = [(0, self.held)]
        steps += [(work + 1, bound) for work, bound in below if bound > self.held]
        changed = steps != self.steps
        self.steps = steps
        return changed

    def work(self, bound: int) -> int | None:
        """The least work that may bring the bound about; None if nothing can."""
        return next((work for work, reached in self.steps if reached >= bound), None)

    def plan(self, bound: int, found: list[_Task]) -> None:
        """Add the nodes to be expanded to bring a bound about with the least work."""
        if self.held >= bound:
            return
        found.append(self)
        if self.every:
            for child in self.children:
                child.plan(bound, found)
        elif self.children:
            able = [(child.work(bound), child) for child in self.children]
            cheapest = min((work for work, _ in able if work is not None))
            next(child for work, child in able if work == cheapest).plan(bound, found)


def optimum(
    position: Position,
    evaluator: Any = None,
    *,
    move: int | None = None,
    nodes: int | None = None,
) -> Optimum | None:
    """The size of the smallest B* tree that proves a move best, given intervals that nest.

    The cheapest proof that the lists allow is looked up, the leaves it relies on are expanded, and
    so on until it relies on none.

    :param evaluator: an evaluator of intervals or its spec; None takes the game's default.
    :param move: the move to be proved best; None for the cheapest of those that can be.
    :param nodes: evaluate no more nodes than about this.
    :returns: None if that was not enough, or the move cannot be proved best.
    """
    search = _Search(position.copy(), evaluator)
    while nodes is None or search.explored < nodes:
        proof = search.cheapest(move)
        if proof is None:
            return None
        size, bound, number = proof
        plan = search.plan(number, bound)
        leaves = [task for task in plan if not task.children]
        if not leaves:
            depth = max((len(task.line) + 1 for task in plan), default=1)
            return Optimum(search.moves[number], size + 1, bound, depth, search.explored)
        for task in leaves:
            search.expand(task)
    return None


class _Search:
    """The tasks of both kinds for every move at the root."""

    def __init__(self, position: Position, evaluator: Any) -> None:
        self.position = position
        self.evaluator = make_evaluator(evaluator or default_for(position, intervals=True))
        self.adversary = not position.one_player
        self.explored = 0
        self.moves = position.legal_moves()
        intervals = [self._interval(move) for move in self.moves]
        self.raising = [
            _Task(None, (m,), i, True) for m, i in zip(self.moves, intervals, strict=True)
        ]
        self.lowering = [
            _Task(None, (m,), i, False) for m, i in zip(self.moves, intervals, strict=True)
        ]
        self.known: dict[tuple[int, ...], list[tuple[int, tuple[int, int]]]] = {}

    def _interval(self, move: int) -> tuple[int, int]:
        """The interval of a child, in the frame of the side that moves into it."""
        self.position.push(move)
        low, high = self.evaluator.interval(self.position)
        self.position.pop()
        self.explored += 1
        return (-high, -low) if self.adversary else (low, high)

    def cheapest(self, move: int | None) -> tuple[int, int, int] | None:
        """The cheapest proof that the lists allow: (expansions, bound, place of the move)."""
        proofs = []
        for number, best in enumerate(self.raising):
            if move is None or self.moves[number] == move:
                size = size_of_tree(best.steps, all_of(self._rest(number)))
                if size is not None:
                    proofs.append((*size, number))
        return min(proofs, key=lambda proof: (proof[0], proof[2]), default=None)

    def _rest(self, number: int) -> list[WorkList]:
        return [task.steps for index, task in enumerate(self.lowering) if index != number]

    def plan(self, number: int, bound: int) -> list[_Task]:
        """The nodes below the root to be expanded for a proof."""
        found: list[_Task] = []
        self.raising[number].plan(bound, found)
        for index, task in enumerate(self.lowering):
            if index != number:
                task.plan(-bound, found)
        return found

    def expand(self, task: _Task) -> None:
        """Give a leaf its children, and bring the lists above it up to date."""
        below = task.raising != self.adversary
        task.every = task.raising == self.adversary
        task.children = [
            _Task(task, (*task.line, move), interval, below)
            for move, interval in self._children(task.line)
        ]
        above: _Task | None = task
        while above is not None and above.refresh():
            above = above.above

    def _children(self, line: tuple[int, ...]) -> list[tuple[int, tuple[int, int]]]:
        """The children's moves and intervals; either task of a node asks for them."""
        if line not in self.known:
            for move in line:
                self.position.push(move)
            self.known[line] = [
                (move, self._interval(move)) for move in self.position.legal_moves()
            ]
            for _ in line:
                self.position.pop()
        return self.known[line]
