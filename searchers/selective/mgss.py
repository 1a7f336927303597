"""Meta-greedy search (MGSS*): expand the leaf whose expansion is worth most for the choice.

S. Russell and E. Wefald, "On optimal game-tree search using rational meta-reasoning" (IJCAI 1989)
and "Principles of metareasoning", Artificial Intelligence 49 (1991) 361-395. A computation is worth
something only if it changes the move. So the expansion of a leaf is worth the expected gain of the
new choice over the old one, less its cost. Both assumptions of the text are made. Each computation
is rated as if it were the last (meta-greedy), and as if only it changed values (single step).
"""

from __future__ import annotations

from typing import Annotated, TypedDict, Unpack

import cython

from evaluators.core.evaluator import EvaluatorOrSpec
from games.parts.part import Option
from searchers.best_first.bfms import BestFirstMinimax
from searchers.core.result import Answer
from searchers.storage.keeper import HashOption
from searchers.storage.minimax_tree import MinimaxTree, node_bytes

if not cython.compiled:
    from math import erf, exp, sqrt

    from games.core.scores import INFINITY, MATE_BOUND
    from searchers.selective.constants import PRIOR
    from searchers.storage.constants import LEAF


class MetaGreedyOptions(TypedDict, total=False):
    """The options of `MetaGreedy`."""

    cost: Annotated[
        int,
        Option(
            0,
            "of an expansion, in thousandths of the evaluator's unit: the search ends when none is "
            "worth more; 0: it uses its budget",
            low=0,
            high=2**28,
        ),
    ]
    error: Annotated[
        int,
        Option(
            50,
            "first guess of the standard deviation of the change of a leaf's value by expansion",
            low=1,
            high=2**20,
        ),
    ]
    hash: HashOption


class MetaGreedy(BestFirstMinimax):
    """Russell and Wefald's search with a normal distribution of the changes of leaves.

    The best move has value a, the second b. The expansion of a leaf below the best move is worth
    the mean of how far it makes that move fall below b. Below another move it is worth the mean
    of how far it lifts that move above a. The other leaves limit how far a leaf moves the value
    of its root move. A leaf that cannot move it across a or b is worth nothing.

    A leaf's value after its expansion has a normal distribution. The authors fitted theirs to games
    beforehand. Here its mean change and its deviation are those of the expansions in the tree so
    far, and the option `error` is the first guess.

    With `cost` the search ends `confident` when no expansion is worth more. Without it, the search
    continues as in `bfms` with completion when none is worth anything. It ends `proved` when
    certain bounds of the root meet; then its value is exact. The tree is kept from move to move,
    and pruned when it is full. Each expansion rates the leaves that matter, so the time
    of a long search grows with the square of its nodes.
    """

    NAME = "mgss"
    OPTIONS = MetaGreedyOptions

    def __init__(
        self, evaluator: EvaluatorOrSpec = None, **options: Unpack[MetaGreedyOptions]
    ) -> None:
        super().__init__(evaluator, **options)  # type: ignore[misc]  # has options of its own
        self.cost = self.options["cost"] / 1000

    def _new_tree(self) -> MinimaxTree:
        """Return an empty tree of the worths of expansions, which fits the option `hash`."""
        return WorthTree(self._most_nodes(node_bytes(True)), self.options["error"])

    def _is_settled(self, answer: Answer) -> cython.bint:
        """Return whether the search may end: by a proof, or if no expansion is worth the cost.

        In the second case the reason is "confident". It needs the option `cost` and more than one
        move. Without a proof the leaves are rated, for `_select_child`.
        """
        tree: WorthTree = self.tree
        if BestFirstMinimax._is_settled(self, answer):
            return True
        tree.rate_leaves()
        if self.cost > 0 and tree.worth <= self.cost and tree.children[0] > 1:
            answer.reason = "confident"
            return True
        return False

    def _select_child(self, node: cython.int, depth: cython.int) -> cython.int:
        """Return the child on the way to `leaf` of the tree; by completion if that is -1."""
        tree: WorthTree = self.tree
        at: cython.int = tree.leaf
        if at < 0:
            return BestFirstMinimax._select_child(self, node, depth)
        while tree.parent[at] != node:
            at = tree.parent[at]
        return at


class WorthTree(MinimaxTree):
    """A tree that finds the leaf whose expansion is worth most.

    `leaf` is that leaf, or -1 if none is worth anything. `worth` is the expected gain of its
    expansion, without its cost.

    :param most: the most nodes; 0: no limit.
    :param error: the first guess of the deviation of a leaf's value after its expansion.
    """

    def __init__(self, most: int, error: int) -> None:
        self.first_error = error
        super().__init__(most, True)

    def reset(self) -> None:
        """Remove all nodes but the root, and forget the recorded changes of values."""
        self.measured = self.sum = 0.0
        self.squares = 0.0
        self.leaf, self.worth = -1, 0.0
        MinimaxTree.reset(self)

    def append_children(self, node: cython.int, count: cython.int) -> None:
        """Make a leaf an inner node, and record by how much the expansion changed its value.

        The caller has written the `count` children after the last node. The expansion of the root
        or of a pruned leaf, and a change to a win or loss, are not recorded.
        """
        change: cython.double
        lowest: cython.int = INFINITY
        child: cython.int
        for child in range(self.size, self.size + count):
            lowest = min(lowest, self.value[child])
        if node > 0 and self.first[node] == LEAF and abs(lowest) < MATE_BOUND:
            change = -lowest - self.value[node]
            self.measured += 1
            self.sum += change
            self.squares += change * change
        MinimaxTree.append_children(self, node, count)

    def back_up(self, node: cython.int) -> cython.bint:
        """Back up a node; return true always, since the worth of all leaves may have changed."""
        self._back_up_bounds(node)
        return True

    def rate_leaves(self) -> None:
        """Find the leaf whose expansion is worth most: set `leaf` and its `worth`, without cost.

        Of equal ones it is the first found. If none is worth anything, or there is a single root
        move, `leaf` is -1 and `worth` 0. Also set `shift` and `deviation` by the recorded changes.
        """
        best: cython.int = self.first[0] + self.best[0]
        value: cython.int = self.value[best]
        second: cython.int = self.next_best(best)
        child: cython.int
        weight: cython.double = PRIOR + self.measured
        self.shift = self.sum / weight
        self.deviation = sqrt(
            (PRIOR * self.first_error * self.first_error + self.squares) / weight
            - self.shift * self.shift
        )
        self.leaf, self.worth = -1, 0.0
        for child in range(self.first[0], self.first[0] + self.children[0]):
            if second == INFINITY or self.resolved(child):
                continue
            if child == best:  # it must rise above the second for its side to move
                self._rate(child, -INFINITY, INFINITY, second, True)
            else:
                self._rate(child, -INFINITY, INFINITY, value, False)

    def _rate(
        self,
        node: cython.int,
        alpha: cython.int,
        beta: cython.int,
        goal: cython.int,
        rising: cython.bint,
    ) -> None:
        """Find the leaf below an unresolved node whose expansion is worth most, for one root move.

        If it is worth more than those found before, `leaf` and `worth` are set.

        :param alpha: the root move has the node's value only between alpha and beta.
        :param goal: the value that must be crossed for another choice, from the node's side to
            move, as are the others.
        :param rising: whether it is crossed upwards.
        """
        best: cython.int
        second: cython.int
        above: cython.int
        child: cython.int
        worth: cython.double
        if (beta <= goal) if rising else (alpha >= goal):
            return
        if self.first[node] <= 0:
            worth = self._worth(self.value[node], alpha, beta, goal, rising)
            if worth > self.worth:
                self.leaf, self.worth = node, worth
            return
        best = self.first[node] + self.best[node]
        second = -self.next_best(best)
        for child in range(self.first[node], self.first[node] + self.children[node]):
            above = max(alpha, second if child == best else self.value[node])
            if above < beta and not self.resolved(child):
                self._rate(child, -beta, -above, -goal, not rising)

    def _worth(
        self,
        value: cython.int,
        alpha: cython.int,
        beta: cython.int,
        goal: cython.int,
        rising: cython.bint,
    ) -> cython.double:
        """Return the mean of how far a leaf's new value would cross the goal, inside the bounds.

        :param value: its value now, from its side to move.
        :param alpha: the root move has the leaf's value only between alpha and beta.
        :param goal: the value that must be crossed for another choice.
        :param rising: whether it is crossed upwards.
        """
        mean: cython.double = value + self.shift
        if rising:
            return self._excess(mean - goal) - self._excess(mean - beta)
        return self._excess(goal - mean) - self._excess(alpha - mean)

    def _excess(self, mean: cython.double) -> cython.double:
        """Return the mean of max(0, X) for a normal variable X with this mean."""
        at: cython.double = mean / self.deviation
        density: cython.double = exp(-at * at / 2) * 0.3989422804014327  # 1 / sqrt(2 pi)
        return self.deviation * density + mean * (1 + erf(at * 0.7071067811865476)) / 2
