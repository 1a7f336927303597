"""BPIP, best play for imperfect players: expand the leaves by which the choice may change most.

E. B. Baum and W. D. Smith, "A Bayesian approach to relevance in game playing", Artificial
Intelligence 97 (1997) 195-242. A leaf has a distribution of what a deeper look may find. The
distributions are backed up, and the move of highest mean is played. What more thinking is worth is
U, the mean of the best move once it is known which one that is, less the mean of the move that
looks best now; the leaves are expanded whose expected step of U is the largest, many of them at
once (a *gulp*), after which the tree above them is evaluated again.
"""

from __future__ import annotations

from typing import Any

import cython

from evaluators.core.budget import Budget
from evaluators.core.evaluator import Evaluator
from games.core.moves import Moves
from games.core.position import Position
from games.parts.part import Option
from searchers.best_first.influence_tree import InfluenceTree, influence_bytes
from searchers.core.limits import Limits
from searchers.core.result import Answer, RootMove, next_report
from searchers.core.searcher import LAZY, Searcher
from searchers.storage.keeper import HASH

if not cython.compiled:
    from evaluators.core.budget import take
    from games.core.scores import MAX_PLY, ONGOING, adjust_mate
    from searchers.best_first.constants import AT_LEAST, FINISHED, LEAF

__all__ = ["BestPlay"]


class BestPlay(Searcher):
    """Baum and Smith's best-first player over an evaluator of intervals.

    The distributions of leaves are quantiles that the evaluator tells; those of finished games are
    their results. They are backed up as if every leaf erred for itself; a `spread` below 100 takes
    away what leaves err together. Certain bounds are backed up as by `bfms` with completion: the
    search ends `proved` when those of the root meet, and its value is then exact. Until then it
    uses what it was given: where no leaf can change U, those come first that can change the root's
    value, then those nearest to the root. With `worth` it ends `confident` once U is no more, if
    there is more than one move.

    A depth limit s lets leaves at depth s be. No tree is kept for the next move, and a search ends
    when its tree is full.
    """

    NAME = "bpip"
    HOLDS_LINES = True
    WANTS_INTERVALS = True
    OPTIONS: tuple[Option, ...] = (
        Option("gulp", 1, "leaves expanded at once, in percent; at least one", low=0, high=100),
        Option("spikes", 8, "values that a leaf may take, equally likely", low=1, high=64),
        Option(
            "spread",
            100,
            "how far these lie from the realistic value, in percent of what the evaluator says",
            low=0,
            high=1000,
        ),
        Option(
            "inner",
            50,
            "values that an inner node may take at most, near ones as their mean; 0: all",
            low=0,
            high=2**20,
        ),
        Option(
            "worth",
            0,
            "the search ends once more of it is foreseen to gain no more than so much; 0: never so",
            low=0,
            high=2**28,
        ),
        LAZY,
        HASH,
    )

    def __init__(self, evaluator: Any = None, **options: Any) -> None:
        super().__init__(evaluator, **options)
        self.new_game()

    def new_game(self) -> None:
        self.tree: Any = None  # before there is another
        self.moves, self.path = Moves(), Moves()
        spikes, room = self.options["spikes"], self.options["hash"] * 2**20
        # Half of the spikes' room is for those of inner nodes, which have more of them.
        nodes = room // influence_bytes(2 * spikes)
        inner, spread = self.options["inner"], self.options["spread"]
        self.tree = InfluenceTree(nodes, spikes, 2 * nodes * spikes, inner, spread)

    def fullness(self) -> int | None:
        return 1000 * self.tree.size // self.tree.most if self.options["hash"] else None

    def _search(self, position: Position, limits: Limits, answer: Answer) -> None:
        tree: InfluenceTree = self.tree
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
        self._tell(answer)

    def _grow(self, position: Position, limits: Limits, answer: Answer) -> None:
        """Search on from a root with children, gulp by gulp."""
        tree: InfluenceTree = self.tree
        budget: Budget = self.budget
        deepest: cython.int = min(limits.depth or MAX_PLY, MAX_PLY)
        gulp: cython.longlong = self.options["gulp"]
        worth: cython.double = self.options["worth"]
        reported: cython.longlong = 1000
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
            if answer.listening and budget.used >= reported:
                reported = next_report(budget.used)
                self._tell(answer)
        if full:
            answer.reason = "memory"

    def _open(self, position: Position, leaf: cython.int) -> cython.bint:
        """Go down to a leaf, give it its children, or look at it where it was only glanced at, and
        come back; false if the budget ended, or there was no room."""
        tree: InfluenceTree = self.tree
        path: Moves = self.path
        index: cython.int
        node: cython.int = 0
        opened: cython.bint
        tree.line_to(leaf, path)
        if self.watcher is not None:
            index = tree.branch[leaf] - tree.first[0] + 1
            self._turn_to(tree.move[tree.branch[leaf]], index)
        for index in range(path.count - 1, -1, -1):
            position.push(path.move[index])
            self.counts.explored += 1
            self.counts.steps += 1
            if self.tracing:
                node = self._child(node, path.move[index])
                self.trace.note("visited", position, tree.value[node])
        if tree.first[leaf] == AT_LEAST:
            self._look(position, leaf)
            tree.outdate(leaf)
            opened = not self.budget.over
        else:
            self.moves.drop(0)
            position.generate(self.moves)
            opened = not tree.is_full(self.moves.count)
            opened = opened and self._expand(position, leaf, path.count)
        for _ in range(path.count):
            position.pop()
        return opened

    def _child(self, node: cython.int, move: cython.int) -> cython.int:
        """The child of an inner node that a move leads to."""
        tree: InfluenceTree = self.tree
        child: cython.int = tree.first[node]
        while tree.move[child] != move:
            child += 1
        return child

    def _expand(self, position: Position, node: cython.int, depth: cython.int) -> cython.bint:
        """Give a leaf its children, the moves now listed; false if they do not all fit the budget,
        and then it is a leaf still."""
        tree: InfluenceTree = self.tree
        moves: Moves = self.moves
        first: cython.int = tree.size
        i: cython.int
        tree.reserve(moves.count)
        for i in range(moves.count):
            if not take(self.budget):
                return False
            position.push(moves.move[i])
            self._value_child(position, first + i, depth + 1)
            position.pop()
            if self.budget.over:
                return False
            tree.move[first + i] = moves.move[i]
            tree.parent[first + i] = node
        if not self._settle_best(position, first):
            return False
        tree.best[node] = 0
        tree.open(node, moves.count)
        self.counts.expand(depth, tree.size)
        if self.tracing:
            self.trace.note("expanded", position)
        return True

    def _value_child(self, position: Position, child: cython.int, depth: cython.int) -> cython.int:
        """Evaluate a new node, where the position stands; without effect if the budget ends."""
        tree: InfluenceTree = self.tree
        evaluator: Evaluator = self.evaluator
        result: cython.int = position.result()
        self.counts.generated += 1
        if self.tracing:
            self.trace.note("generated", position)
        tree.first[child] = LEAF
        if result != ONGOING:
            tree.first[child] = FINISHED
            tree.value[child] = adjust_mate(result, self.root_ply + depth)
        elif self.lazy and depth > 1 and evaluator.glance(position):
            tree.first[child] = AT_LEAST
            tree.tell(child, evaluator)
        else:
            self._look(position, child)
        if self.budget.over:
            return 0
        tree.bound(child, self.root_ply + depth)
        self.counts.evaluated += 1
        if self.tracing:
            self.trace.leaf(position, tree.value[child])
        return 0

    def _look(self, position: Position, leaf: cython.int) -> cython.int:
        """Have a leaf's distribution from a proper look at it, where the position stands; without
        effect if the budget ends."""
        tree: InfluenceTree = self.tree
        evaluator: Evaluator = self.evaluator
        evaluator.look(position)
        if not self.budget.over:
            tree.first[leaf] = LEAF
            tree.tell(leaf, evaluator)
        return 0

    def _settle_best(self, position: Position, first: cython.int) -> cython.bint:
        """Look at that of the new children, from node `first` on, which is best for the side to
        move, until that is no glance; false if the budget ended."""
        tree: InfluenceTree = self.tree
        best: cython.int = first
        child: cython.int
        while True:
            for child in range(first, first + self.moves.count):
                if tree.value[child] < tree.value[best]:
                    best = child
            if tree.first[best] != AT_LEAST:
                return True
            self.counts.steps += 1
            position.push(tree.move[best])
            self._look(position, best)
            position.pop()
            if self.budget.over:
                return False

    def _back_up(self, position: Position) -> cython.bint:
        """Evaluate the tree; false if there was no time for it, or no room."""
        tree: InfluenceTree = self.tree
        child: cython.int
        if not tree.back_up_all(self.budget):
            return False
        if self.tracing:
            for child in range(tree.first[0], tree.first[0] + tree.children[0]):
                if tree.first[child] > 0:
                    self.trace.child("backed up", position, tree.move[child], tree.value[child])
            self.trace.note("backed up", position, tree.value[0])
            if tree.resolved(0):
                self.trace.note("known", position, tree.value[0])
        return True

    def _tell(self, answer: Answer) -> None:
        """Report the move of highest mean, its line, and the means of all moves."""
        tree: InfluenceTree = self.tree
        first = tree.first[0]
        known = [
            RootMove(tree.move[child], -tree.value[child], pv=tuple(self._line(child)))
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

    def _line(self, node: cython.int) -> list[int]:
        """The moves from a node's own on, by the highest means."""
        tree: InfluenceTree = self.tree
        line = [tree.move[node]]
        while tree.first[node] > 0:
            node = tree.first[node] + tree.best[node]
            line.append(tree.move[node])
        return line
