"""Conspiracy-number search: expand leaves until other values of the root are unlikely.

D. A. McAllester, "Conspiracy numbers for min-max search", Artificial Intelligence 35 (1988)
287-310. J. Schaeffer, "Conspiracy numbers", Artificial Intelligence 43 (1990) 67-84. The conspiracy
number of a value at a node is the least number of leaves that must change for the node to get that
value. A value is likely as long as no more than a threshold of leaves need to change. The search
tries to rule out the likely value that is furthest from the root's.
"""

from __future__ import annotations

from typing import Annotated, TypedDict, Unpack

import cython

from evaluators.core.evaluator import EvaluatorOrSpec
from games.core.columns import column, lengthen
from games.core.position import Position
from games.parts.part import Option
from searchers.best_first.bfms import BestFirstMinimax
from searchers.core.limits import Limits
from searchers.core.result import Answer
from searchers.storage.keeper import HashOption
from searchers.storage.minimax_tree import GuidedTree, MinimaxTree, node_bytes

if not cython.compiled:
    from games.core.array import ints, shorts
    from games.core.scores import MATE_BOUND, MAX_PLY
    from searchers.selective.constants import NEVER, NO_TARGET


class ConspiracyOptions(TypedDict, total=False):
    """The options of `Conspiracy`."""

    threshold: Annotated[
        int,
        Option(
            0,
            "the search ends when any other value needs more conspirators; 0: it rises while the "
            "budget lasts",
            low=0,
            high=10_000,
        ),
    ]
    buckets: Annotated[
        int, Option(16, "ranges of values on each side of 0, a win included", low=2, high=200)
    ]
    scale: Annotated[
        int, Option(100, "evaluator's value that is half of the way to a win", low=1, high=2**20)
    ]
    hash: HashOption


class Conspiracy(BestFirstMinimax):
    """McAllester's search with Schaeffer's vectors of conspiracy numbers over ranges of values.

    A value v is in bucket `buckets` v / (|v| + `scale`), rounded towards 0. Wins and losses have
    the outermost buckets for themselves. Bucket 0 is the middle. Minimax values are not rounded.

    1. Among the buckets that no more than T conspirators can reach, take the highest and the lowest
       one. Of these the one further from the root's bucket is the target; of equal ones the
       higher.
    2. Go down to a leaf of a smallest conspiracy for the target. Where one child suffices, that is
       the one with the fewest conspirators. Where several children must change, the papers leave
       the order open: here it is again the one with the fewest, of equal ones the first.
    3. Expand it, and back up values and numbers.

    With `threshold` the search ends `confident` when no bucket but the root's can be reached by T
    conspirators. Otherwise T begins at 1 and rises by as much as is needed.

    Leaves whose game is over cannot conspire. Certain bounds are backed up as in `bfms`, and rule
    out buckets. When no other bucket can be reached at all, but the value inside the bucket is not
    certain, the search continues by completion as in `bfms`. It ends `proved` when the bounds of
    the root meet; then its value is exact. The tree is kept from move to move, and pruned when
    it is full.
    """

    NAME = "conspiracy"
    OPTIONS = ConspiracyOptions

    def __init__(
        self, evaluator: EvaluatorOrSpec = None, **options: Unpack[ConspiracyOptions]
    ) -> None:
        super().__init__(evaluator, **options)  # type: ignore[misc]  # has options of its own
        self._target = column()
        lengthen((self._target,), MAX_PLY + 2)
        self.target = ints(self._target)

    def _new_tree(self) -> MinimaxTree:
        """Return an empty tree with conspiracy numbers, which fits the option `hash`."""
        buckets = self.options["buckets"]
        most = self._most_nodes(node_bytes(True) + 2 * (2 * buckets + 1))
        return ConspiracyTree(most, buckets, self.options["scale"])

    def _search(self, position: Position, limits: Limits, answer: Answer) -> None:
        """Search the root within the limits, from the first threshold of conspirators on."""
        self.threshold = self.options["threshold"] or 1
        BestFirstMinimax._search(self, position, limits, answer)

    def _is_settled(self, answer: Answer) -> cython.bint:
        """Return whether the search may end: by a proof, or if no other root value is likely.

        The second case needs the option `threshold`: at most that many conspirators reach no other
        bucket. The reason is then "confident". After a proof it is "proved", unless the budget has
        ended.
        """
        tree: ConspiracyTree = self.tree
        if BestFirstMinimax._is_settled(self, answer):
            return True
        if self.options["threshold"] and tree.find_target(self.threshold) == NO_TARGET:
            answer.reason = "confident"
            return True
        return False

    def _select_child(self, node: cython.int, depth: cython.int) -> cython.int:
        """Return the child on the way to a conspirator for the target bucket.

        If no bucket can be the target, it is the best child whose value is not certain. At the root
        (depth 0) the target is chosen first. Without the option `threshold`, `threshold` is first
        raised to the fewest conspirators for another bucket. The child's window is set.
        """
        tree: ConspiracyTree = self.tree
        child: cython.int = BestFirstMinimax._select_child(self, node, depth)
        if depth == 0:
            if not self.options["threshold"]:
                self.threshold = max(self.threshold, tree.fewest_conspirators())
            self.target[0] = tree.find_target(self.threshold)
        if self.target[depth] == NO_TARGET:  # completion
            self.target[depth + 1] = NO_TARGET
            return child
        self.target[depth + 1] = -self.target[depth]
        return tree.conspirator(node, self.target[depth])


class ConspiracyTree(GuidedTree):
    """A tree with conspiracy numbers: how many leaves must change for a node to get a value.

    `number[node * width + half + b]` is the number of leaves below the node that must change for
    its bucket to become b, or one beyond b; NEVER if no leaves suffice. Buckets are numbered from
    -half to half, from the side to move. The number is 0 for the node's own bucket, and never
    falls with the distance from it.

    :param most: the most nodes; 0: no limit.
    :param half: the number of buckets on each side of 0.
    :param scale: the value that is half of the way to a win.
    """

    def __init__(self, most: int, half: int, scale: int) -> None:
        self.half, self.width, self.scale = half, 2 * half + 1, scale
        self._number = column("h")
        super().__init__(most)

    def bucket(self, value: cython.int) -> cython.int:
        """Return the bucket (range) of a value, from -half to half, rising with the value."""
        size: cython.longlong = abs(value)
        found: cython.int = self.half
        if size < MATE_BOUND:
            found = min(found - 1, self.half * size // (size + self.scale))
        return found if value >= 0 else -found

    def set_leaf(self, node: cython.int) -> None:
        """Set a leaf's conspiracy numbers: 0 for its bucket, 1 within its bounds, else NEVER."""
        at: cython.Py_ssize_t = self._middle(node)
        own: cython.int = self.bucket(self.value[node])
        low: cython.int = self.bucket(self.low[node])
        high: cython.int = self.bucket(self.high[node])
        b: cython.int
        for b in range(-self.half, self.half + 1):
            if b == own:
                self.number[at + b] = 0
            else:
                self.number[at + b] = 1 if low <= b <= high else NEVER

    def update(self, node: cython.int) -> cython.bint:
        """Compute a node's conspiracy numbers from its children's; return whether one changed.

        The number is 0 for its own bucket, and NEVER outside its bounds. A higher bucket needs the
        fewest conspirators of one child, a lower one a sum over children.
        """
        at: cython.Py_ssize_t = self._middle(node)
        own: cython.int = self.bucket(self.value[node])
        low: cython.int = self.bucket(self.low[node])
        high: cython.int = self.bucket(self.high[node])
        changed: cython.bint = False
        found: cython.int
        b: cython.int
        for b in range(-self.half, self.half + 1):
            if b == own:
                found = 0
            elif b < low or b > high:
                found = NEVER
            elif b > own:
                found = self._fewest(node, b)
            else:
                found = self._sum(node, b)
            if found != self.number[at + b]:
                self.number[at + b] = found
                changed = True
        return changed

    def _fewest(self, node: cython.int, b: cython.int) -> cython.int:
        """Return the least number of conspirators that raise a node to bucket `b`: of one child.

        It is NEVER if none suffice.
        """
        fewest: cython.int = NEVER
        child: cython.int
        for child in range(self.first[node], self.first[node] + self.children[node]):
            fewest = min(fewest, self.number[self._middle(child) - b])
        return fewest

    def _sum(self, node: cython.int, b: cython.int) -> cython.int:
        """Return the least number of conspirators that lower a node to bucket `b`, at most NEVER.

        It is the sum over the children that are above the bucket for the node's side.
        """
        total: cython.int = 0
        child: cython.int
        for child in range(self.first[node], self.first[node] + self.children[node]):
            if self.bucket(self.value[child]) < -b:
                total = min(NEVER, total + self.number[self._middle(child) - b])
        return total

    def _middle(self, node: cython.int) -> cython.Py_ssize_t:
        """Return the index in `number` of a node's bucket 0."""
        return cython.cast(cython.Py_ssize_t, node) * self.width + self.half

    # -- the choice of the next leaf -----------------------------------------------------------

    def find_target(self, threshold: cython.int) -> cython.int:
        """Return the bucket furthest from the root's that it may get if `threshold` leaves change.

        Of equal ones it is the higher, from the root's side. It is NO_TARGET if there is none.
        """
        at: cython.Py_ssize_t = self._middle(0)
        own: cython.int = self.bucket(self.value[0])
        lowest: cython.int = own
        highest: cython.int = own
        while highest < self.half and self.number[at + highest + 1] <= threshold:
            highest += 1
        while lowest > -self.half and self.number[at + lowest - 1] <= threshold:
            lowest -= 1
        if lowest == highest:
            return NO_TARGET
        return highest if highest - own >= own - lowest else lowest

    def fewest_conspirators(self) -> cython.int:
        """Return the least number of leaves that must change for the root's bucket to change.

        It is 0 if no number of them can.
        """
        at: cython.Py_ssize_t = self._middle(0)
        own: cython.int = self.bucket(self.value[0])
        fewest: cython.int = NEVER
        if own < self.half:
            fewest = self.number[at + own + 1]
        if own > -self.half:
            fewest = min(fewest, self.number[at + own - 1])
        return fewest if fewest < NEVER else 0

    def conspirator(self, node: cython.int, target: cython.int) -> cython.int:
        """Return the child below which the fewest leaves must change to help a node to a bucket.

        :param target: the bucket, from the side to move at the node.
        :returns: -1 if there is none.
        """
        rising: cython.bint = target > self.bucket(self.value[node])
        found: cython.int = -1
        fewest: cython.int = NEVER
        child: cython.int
        number: cython.int
        for child in range(self.first[node], self.first[node] + self.children[node]):
            number = self.number[self._middle(child) - target]
            if number < fewest and (rising or self.bucket(self.value[child]) < -target):
                found, fewest = child, number
        return found

    # -- columns -----------------------------------------------------------------------------

    def conspiracy_numbers(self, node: int) -> list[int]:
        """Return the conspiracy numbers of a node for all buckets, that of the lowest bucket first.

        :raises IndexError: if there is no such node.
        """
        self.edges_of(node)
        start = node * self.width
        return [self.number[start + i] for i in range(self.width)]

    def _lengthen(self, capacity: cython.int) -> None:
        """Lengthen the arrays of nodes and of conspiracy numbers; the C pointers are then invalid.

        :param capacity: the number of nodes to have room for.
        :raises MemoryError: if there is not enough memory; some arrays may then be longer.
        """
        MinimaxTree._lengthen(self, capacity)
        numbers: cython.longlong = capacity
        lengthen((self._number,), numbers * self.width)

    def _update_pointers(self) -> None:
        """Set the C pointers to the arrays of nodes and numbers, which may have moved."""
        MinimaxTree._update_pointers(self)
        self.number = shorts(self._number)
