"""BPIP, best play for imperfect players: expand the leaves that may change the choice most.

E. B. Baum and W. D. Smith, "A Bayesian approach to relevance in game playing", Artificial
Intelligence 97 (1997) 195-242. A leaf has a distribution of the values that a deeper search may
find. The distributions are backed up, and the move of highest mean is played. The worth of more
search is U: the mean of the best move once it is known which one is best, less the mean of the move
that is best now. The leaves with the largest expected step of U are expanded, many together (a
*gulp*). Then the tree above them is evaluated again.
"""

from __future__ import annotations

from typing import Annotated, Any, TypedDict, Unpack

import cython

from evaluators.core.budget import Budget
from evaluators.core.evaluator import Evaluator, EvaluatorOrSpec
from games.core.moves import Moves
from games.core.position import Position
from games.parts.part import Option
from searchers.best_first.spike_tree import SpikeTree, spike_bytes
from searchers.core.limits import Limits
from searchers.core.result import Answer, RootMove
from searchers.core.searcher import LazyOption, Searcher
from searchers.storage.keeper import HashOption

if not cython.compiled:
    from evaluators.core.budget import take
    from games.core.scores import MAX_PLY, ONGOING, adjust_mate
    from searchers.best_first.constants import STATIC_ONLY
    from searchers.storage.constants import FINISHED, LEAF

__all__ = ["BestPlay"]


class BestPlayOptions(TypedDict, total=False):
    """The options of `BestPlay`."""

    gulp: Annotated[
        int, Option(1, "leaves expanded in one gulp, in percent; at least one", low=0, high=100)
    ]
    spikes: Annotated[int, Option(8, "values of a leaf, all equally likely", low=1, high=64)]
    spread: Annotated[
        int,
        Option(
            100,
            "distance of these from the realistic value, in percent of what the evaluator says",
            low=0,
            high=1000,
        ),
    ]
    inner: Annotated[
        int,
        Option(
            50,
            "most values of an inner node; near ones are merged into their mean; 0: no limit",
            low=0,
            high=2**20,
        ),
    ]
    worth: Annotated[
        int,
        Option(
            0,
            "end the search when more of it is expected to gain no more than this; 0: never",
            low=0,
            high=2**28,
        ),
    ]
    lazy: LazyOption
    hash: HashOption


class BestPlay(Searcher):
    """Baum and Smith's best-first player, for evaluators that return intervals.

    The distributions of leaves are quantiles of the evaluator; that of a finished game is its
    outcome. They are backed up as if the errors of leaves were independent; a `spread` below 100
    removes their common error. Certain bounds are backed up as in `bfms` with completion. The
    search ends `proved` when the bounds of the root meet, and then its value is exact. Otherwise it
    uses its whole budget: if no leaf can change U, leaves that can change the root's value come
    first, then those nearest to the root. With `worth` it ends `confident` when U is no more than
    that, if there is more than one move.

    At a depth limit s leaves at depth s are not expanded. No tree is kept for the next move, and
    the search ends when its tree is full.
    """

    NAME = "bpip"
    HOLDS_LINES = True
    WANTS_INTERVALS = True
    OPTIONS = BestPlayOptions

    def __init__(
        self, evaluator: EvaluatorOrSpec = None, **options: Unpack[BestPlayOptions]
    ) -> None:
        super().__init__(evaluator, **options)
        self.new_game()

    def new_game(self) -> None:
        """Replace the tree by an empty one whose nodes and spikes fit the option `hash`."""
        self.tree: Any = None  # free its memory first
        self.moves, self.path = Moves(), Moves()
        spikes, room = self.options["spikes"], self.options["hash"] * 2**20
        # Half of the memory of spikes is for inner nodes, which have more of them.
        nodes = room // spike_bytes(2 * spikes)
        inner, spread = self.options["inner"], self.options["spread"]
        self.tree = SpikeTree(nodes, spikes, 2 * nodes * spikes, inner, spread)

    def fullness(self) -> int | None:
        return 1000 * self.tree.size // self.tree.most if self.options["hash"] else None

    def _search(self, position: Position, limits: Limits, answer: Answer) -> None:
        """Grow a new tree and report; the reason is "memory" if the root's moves do not fit.

        Nothing is reported if the root cannot be expanded and backed up.
        """
        tree: SpikeTree = self.tree
        self.proved = False
        tree.reset()
        self.moves.drop(0)
        self.moves.extend(answer.moves)
        if tree.is_full(self.moves.count):
            answer.reason = "memory"
            return
        if not self._expand(position, 0, 0) or not self._back_up(position):
            return
        self._grow(position, limits, answer)
        self._report(answer)

    def _grow(self, position: Position, limits: Limits, answer: Answer) -> None:
        """Repeat until a limit: expand a batch (gulp) of the leaves of most weight, and back up.

        It also ends with `proved` set, or "confident" by the option `worth`. The reason becomes
        "proved", "confident", "depth" or "memory", unless the budget ends. Interim answers are
        reported, the last one is not.
        """
        tree: SpikeTree = self.tree
        budget: Budget = self.budget
        deepest: cython.int = min(limits.depth or MAX_PLY, MAX_PLY)
        gulp: cython.longlong = self.options["gulp"]
        worth: cython.double = self.options["worth"]
        left: cython.longlong
        leaf: cython.int
        full: cython.bint = False
        choice: cython.bint = len(answer.moves) > 1
        while not (budget.over or full):
            if tree.resolved(0):
                self.proved = True
                answer.reason = "proved"
                return
            if worth > 0 and tree.gain <= worth and choice:
                answer.reason = "confident"
                return
            tree.rank_leaves(deepest)
            leaf = tree.next_leaf(budget)
            if leaf < 0:
                if not budget.over:
                    answer.reason = "depth"
                return
            left = gulp * (tree.size - self.counts.expanded) // 100
            while leaf >= 0 and not (budget.over or full):
                full = not self._open(position, leaf) and not budget.over
                left -= 1
                leaf = tree.next_leaf(budget) if left > 0 else -1
            if not self._back_up(position):
                full = not budget.over
            if budget.used >= self.report_at:
                self._plan_report()
                self._report(answer)
        if full:
            answer.reason = "memory"

    def _open(self, position: Position, leaf: cython.int) -> cython.bint:
        """Expand a leaf, or evaluate it fully if it has a static interval.

        The position is at the root, before and after. The distributions of the leaf and its
        ancestors are then outdated.

        :returns: false if the budget or the memory ended.
        """
        tree: SpikeTree = self.tree
        path: Moves = self.path  # the nodes from the leaf up
        index: cython.int
        node: cython.int = leaf
        opened: cython.bint
        path.drop(0)
        while node != 0:
            path.append(node)
            node = tree.parent[node]
        if self.watcher is not None:
            index = tree.branch[leaf] - tree.first[0] + 1
            self._report_root_move(tree.move[tree.branch[leaf]], index)
        for index in range(path.count - 1, -1, -1):
            node = path.move[index]
            position.push(tree.move[node])
            self.counts.explored += 1
            self.counts.steps += 1
            if self.tracing:
                self.trace.record_position("visited", position, tree.value[node])
        if tree.first[leaf] == STATIC_ONLY:
            self._evaluate_leaf(position, leaf)
            tree.invalidate(leaf)
            opened = not self.budget.over
        else:
            self.moves.drop(0)
            position.generate(self.moves)
            opened = not tree.is_full(self.moves.count)
            opened = opened and self._expand(position, leaf, path.count)
        for _ in range(path.count):
            position.pop()
        return opened

    def _expand(self, position: Position, node: cython.int, depth: cython.int) -> cython.bint:
        """Add and evaluate the children of a leaf, one for each listed move; the best one fully.

        The position is at the leaf, and the caller has checked that the tree has room. The
        distributions of the leaf and its ancestors are then outdated, until `_back_up`.

        :returns: false if the budget ended before all were evaluated; then it is still a leaf.
        """
        tree: SpikeTree = self.tree
        moves: Moves = self.moves
        first: cython.int = tree.size
        i: cython.int
        tree.reserve(moves.count)
        for i in range(moves.count):
            if not take(self.budget):
                return False
            position.push(moves.move[i])
            self._evaluate_child(position, first + i, depth + 1)
            position.pop()
            if self.budget.over:
                return False
            tree.move[first + i] = moves.move[i]
            tree.parent[first + i] = node
        if not self._evaluate_best_fully(position, first):
            return False
        tree.best[node] = 0
        tree.append_children(node, moves.count)
        self.counts.expand(depth, tree.size)
        if self.tracing:
            self.trace.record_position("expanded", position)
        return True

    def _evaluate_child(self, position: Position, child: cython.int, depth: cython.int) -> None:
        """Evaluate a new child, which the position is at: set its value, spikes and bounds.

        A finished game has its outcome, without spikes. With `lazy`, a child below depth 1 has a
        static interval if the evaluator gives one. It is incomplete if the budget ends.
        """
        tree: SpikeTree = self.tree
        evaluator: Evaluator = self.evaluator
        result: cython.int = position.result()
        self.counts.generated += 1
        if self.tracing:
            self.trace.record_position("generated", position)
        tree.first[child] = LEAF
        if result != ONGOING:
            tree.first[child] = FINISHED
            tree.value[child] = adjust_mate(result, self.root_ply + depth)
        elif self.lazy and depth > 1 and evaluator.find_static_interval(position):
            tree.first[child] = STATIC_ONLY
            tree.set_spikes(child, evaluator)
        else:
            self._evaluate_leaf(position, child)
        if self.budget.over:
            return
        tree.set_bounds(child, self.root_ply + depth)
        self.counts.evaluated += 1
        if self.tracing:
            self.trace.record_leaf(position, tree.value[child])

    def _evaluate_leaf(self, position: Position, leaf: cython.int) -> None:
        """Set a leaf's value and distribution by a full evaluation, unless the budget ends.

        If it ends, the leaf stays as it was, and `budget.over` is true. The position is at the
        leaf. If the leaf had a distribution, the caller calls the tree's `invalidate`.
        """
        tree: SpikeTree = self.tree
        evaluator: Evaluator = self.evaluator
        evaluator.find_interval(position)
        if not self.budget.over:
            tree.first[leaf] = LEAF
            tree.set_spikes(leaf, evaluator)

    def _evaluate_best_fully(self, position: Position, first: cython.int) -> cython.bint:
        """Evaluate fully the best of a node's new children until the best has no static interval.

        The best is that of the least value for its own side. The position is at the node.

        :param first: the first of the children, of which there is one for each move now listed.
        :returns: false if the budget ended.
        """
        tree: SpikeTree = self.tree
        best: cython.int = first
        child: cython.int
        while True:
            for child in range(first, first + self.moves.count):
                if tree.value[child] < tree.value[best]:
                    best = child
            if tree.first[best] != STATIC_ONLY:
                return True
            self.counts.steps += 1
            position.push(tree.move[best])
            self._evaluate_leaf(position, best)
            position.pop()
            if self.budget.over:
                return False

    def _back_up(self, position: Position) -> cython.bint:
        """Back up the distributions of the tree; return false if time or memory ran out."""
        tree: SpikeTree = self.tree
        child: cython.int
        if not tree.back_up_all(self.budget):
            return False
        if self.tracing:
            for child in range(tree.first[0], tree.first[0] + tree.children[0]):
                if tree.first[child] > 0:
                    self.trace.record_child(
                        "backed up", position, tree.move[child], tree.value[child]
                    )
            self.trace.record_position("backed up", position, tree.value[0])
            if tree.resolved(0):
                self.trace.record_position("known", position, tree.value[0])
        return True

    def _report(self, answer: Answer) -> None:
        """Report the move of highest mean, its line, and the means of all moves as their values."""
        tree: SpikeTree = self.tree
        first = tree.first[0]
        known = [
            RootMove(tree.move[child], -tree.value[child], pv=tuple(tree.best_line(child)))
            for child in range(first, first + tree.children[0])
        ]
        best = known[tree.best[0]]
        answer.improve(
            best.move,
            value=best.value,
            pv=best.pv,
            depth=len(best.pv),
            root=sorted(known, key=lambda one: (one.move != best.move, -(one.value or 0))),
            proved=self.proved,
        )
