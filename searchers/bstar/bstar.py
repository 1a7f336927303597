"""B* (Berliner 1979), after Palay's experimental analysis (1980): prove which move is best.

Every node has an optimistic and a pessimistic value. The search ends when the pessimistic value of
the best top-level node is at least the optimistic value of every other: that move is then best,
however wide the intervals still are.
"""

from __future__ import annotations

from typing import Any

import cython

from evaluators.core.evaluator import Evaluator
from games.core.position import Position
from games.errors import EvaluationError, SpecError, unknown
from games.parts.part import name_of
from searchers.bstar.answer import tell
from searchers.bstar.expansion import BStarExpansion
from searchers.bstar.interval_store import node_bytes
from searchers.bstar.interval_trace import IntervalTrace
from searchers.bstar.interval_tree import IntervalTree
from searchers.bstar.options import GOALS, OPTIONS
from searchers.bstar.pb import PB
from searchers.bstar.quantiles import NODE_BYTES, TOLD_BYTES, Quantiles
from searchers.bstar.rules import ALIASES, LOWER_RULES, TOP_RULES, TopRule
from searchers.core.limits import Limits
from searchers.core.result import Answer, next_report

if not cython.compiled:
    from games.core.scores import MAX_PLY
    from searchers.bstar.constants import GLANCED
    from searchers.bstar.interval_store import child_at
    from searchers.storage.keeper import step_down

__all__ = ["BStar"]


class BStar(BStarExpansion):
    """B* (Palay 1980): proves by intervals that one move is best; `select` names its rules.

    A name stands for a pair of rules, and `top` and `lower` replace one of the pair.

    A depth limit s ends the search when it first chooses a node at depth s to expand. A search
    that ends before separation takes a move by `choose`, and its result is not proved. The value of
    a result is the realistic value of its move, within the root's bounds, but short of a win or a
    loss whose length is not certain. A single move has no rival: its interval is narrowed until
    limits end the search, or it is a point, which is proved.

    With `select=pb` nodes carry distributions (see `Quantiles`), and a search may end `confident`
    that its move is best, which proves nothing.

    What nodes are left `after` separation go into doubting the proof (see `Doubter`). With `dag` a
    position has one node, however it is reached.
    """

    NAME = "bstar"
    HOLDS_LINES = True
    ONE_PLAYER = True
    WANTS_INTERVALS = True
    OPTIONS = OPTIONS

    def __init__(self, evaluator: Any = None, **options: Any) -> None:
        super().__init__(evaluator, **options)
        top, lower = ALIASES[self.options["select"]]
        self.top_name = _named("top", self.options["top"] or top, TOP_RULES)
        self.lower_name = _named("lower", self.options["lower"] or lower, LOWER_RULES)
        self.quiet = self.options["quiet"]
        self.new_game()

    def _new_tree(self) -> IntervalTree:
        thinks = PB in (self.top_name, self.lower_name)
        self.telling = thinks and self.options["distribution"] == "quantiles"
        cost = node_bytes(self.dag) + (NODE_BYTES if thinks else 0)
        cost += TOLD_BYTES if self.telling else 0
        tree = IntervalTree(keyed=self.dag, most=self._most_nodes(cost), quiet=self.quiet)
        product = self.options["backup"] == "product"
        if thinks:
            tree.distributions = Quantiles(tree, product, self.options["lean"], self.telling)
        self._watch(tree, product)
        return tree

    def _choose_evaluator(self, position: Position) -> None:
        super()._choose_evaluator(position)
        self.evaluator.coverage(1.0)  # worked out when first asked: better before a clock runs
        if self.dag and not (position.KEYED and position.ACYCLIC):
            raise EvaluationError(
                f"{self.spec}: {name_of(type(position))} positions can come up again, or have no "
                "key; use dag=false"
            )

    def _search(self, position: Position, limits: Limits, answer: Answer) -> None:
        tree: IntervalTree = self.tree
        self.told = IntervalTrace(self.trace, tree) if self.tracing else None
        self.widening.begin(0)
        if self._resume(position, answer):
            if self.ranking:
                self._settle_root(tree, position)
        elif self.kept is not None or not self._expand_root(position, answer):
            return
        self._prove(position, limits, answer)
        if tree.edges == 0:  # lost while a part of it was forgotten
            return
        self._tell(answer)
        whole = self._doubt_proof(position, limits, answer)
        # A table may be lost as well; else its intervals will do for the next search.
        if whole and tree.edges > 0 and (tree.slot_room > 0 or not self.dag):
            self.kept = position, self.evaluator

    def _expand_root(self, position: Position, answer: Answer) -> bool:
        """Begin a new tree; false if the budget has no room for the root's children."""
        tree: IntervalTree = self.tree
        tree.clear(not position.one_player, TOP_RULES[self.top_name].DEEP)
        self.moves.drop(0)
        self.moves.extend(answer.moves)
        return bool(self._expand(tree, position, 0, 0))

    def _evaluate_again(self, position: Position, node: cython.int) -> cython.int:
        tree: IntervalTree = self.tree
        evaluator: Evaluator = self.evaluator
        evaluator.look(position)
        if self.budget.over:
            return 0
        self.counts.evaluated += 1
        tree.set_leaf(node, evaluator.low, evaluator.high, evaluator.real)
        tree.node[node].first = 0
        if self.telling:
            self._ask(tree, node)
        tree.back_up(tree.parent_of(node))
        if self.tracing:
            self.told.bounds("evaluated", position, node)
            self.told.above(position, node)
        return 0

    def _report_known(self, answer: Answer, node: int) -> None:
        tell(
            answer,
            self.tree,
            self.root_ply,
            root=node,
            separated=False,
            choose="realistic",
            strategy="",
        )

    def _tell(self, answer: Answer) -> None:
        """Report the move, its line, what is known of all root moves, and their race."""
        confident = answer.reason == "confident"
        tell(
            answer,
            self.tree,
            self.root_ply,
            separated=self.separated,
            choose="likeliest" if confident else self.options["choose"],
            strategy=self.strategy,
        )

    # -- BSTAR!TOP!LEVEL (figure 2-8) --------------------------------------------------------

    def _prove(self, position: Position, limits: Limits, answer: Answer) -> None:
        self.separated = self.full = False
        self.strategy = ""
        self._reset_path()
        self._race(position, limits, answer)
        self._go_to(position, 0)

    def _race(self, position: Position, limits: Limits, answer: Answer) -> None:
        """Explore top-level nodes until one is separated from the others, or the search ends."""
        tree: IntervalTree = self.tree
        top: TopRule = TOP_RULES[self.top_name](self.options["depths"] != "relevant")
        top.top_depth = 0 if self.options["depths"] == "all" else 1
        top.guarded = self.options["guard"]
        top.doubt = 0.0 if self.after == "verify" else self.options["doubt"] / 100
        self.lower = LOWER_RULES[self.lower_name]()
        deepest: cython.int = min(limits.depth or MAX_PLY, MAX_PLY)
        alone: cython.bint = len(answer.moves) == 1
        fixed: cython.bint = self.options["separation"] == "fixed" and not alone
        aims: cython.bint = top.AIMS and not alone
        goal: cython.int = GOALS.index(self.options["goal"])
        reported: cython.longlong = self.budget.used + 1000
        watched: cython.bint = self.watcher is not None
        listening: cython.bint = answer.listening and self.widening.by == 0
        best: cython.int
        second: cython.int
        chosen: cython.int
        highest: cython.int
        below: cython.int
        if fixed:
            best = tree.best(0)
            below = tree.node[child_at(tree, tree.second(0, best))].optimistic
            self.point = (below + tree.highest_pessimistic(0)) / 2.0
            top.fix(self.point)
        while True:
            if self.lazy and not self._settle_leaders(tree, position):
                return
            best = tree.best(0)
            # A single move is its own rival: it is separated where it is a point.
            second = best if alone else tree.second(0, best)
            # WHILE pessimistic value of best node < highest optimistic value of alternative nodes
            below = tree.node[child_at(tree, second)].optimistic
            if tree.node[child_at(tree, best)].pessimistic >= below:
                self.separated = True
                answer.reason = "proved"
                return
            # select search strategy; current node := next node to explore
            chosen = best if alone else top.choose(tree, best, second)
            if chosen < 0:
                answer.reason = "confident"
                return
            self.strategy = "PROVEBEST" if chosen == best else "DISPROVEREST"
            if self.tracing:
                self.told.aimed(self.strategy, best, second)
            highest = tree.highest_pessimistic(0)
            if aims:
                self.point = top.point
            self._aim(chosen == best, below, highest, goal, fixed or aims)
            if watched:
                self._turn_to(tree.edge[chosen].move, chosen - tree.node[0].first + 1)
            if not self._lower_level(tree, position, chosen, deepest):
                if self.full:
                    if self.widening.by == 0:
                        self._tell(answer)  # what follows may cost the tree
                    if self._prune_to_fit(answer):
                        self.full = False
                        continue
                if not (self.budget.over or self.full):
                    answer.reason = "depth"
                return
            if listening and self.budget.used >= reported:
                reported = next_report(self.budget.used)
                self._tell(answer)

    def _aim(
        self,
        proving: cython.bint,
        lambda_: cython.int,
        gamma: cython.int,
        goal: cython.int,
        fixed: cython.bint,
    ) -> cython.int:
        """Set the targets of (4.1) to (4.5), each in the frame of the side to move.

        Lambda is the highest optimistic value among the alternatives to the best top-level node,
        Gamma the highest pessimistic value of them all. PROVEBEST wants the best node's value above
        Lambda, DISPROVEREST the alternative's below Gamma. That is the target of the one side; the
        other is to fail it, by as little (near), by as much as there is (far) or half way.

        :param goal: the index in `GOALS`.
        """
        far: cython.double
        if fixed:
            self.player_target = self.point
            self.opponent_target = -self.point
            return 0
        if goal == 0:
            far = (lambda_ + gamma) / 2.0
        else:
            far = lambda_ if (goal == 1) == proving else gamma
        if proving:
            self.player_target = lambda_
            self.opponent_target = -far
        else:
            self.player_target = far
            self.opponent_target = -gamma
        return 0

    # -- BSTAR!LOWER!LEVEL (figure 2-8), its recursion a path --------------------------------

    def _lower_level(
        self, tree: IntervalTree, position: Position, edge: cython.int, deepest: cython.int
    ) -> cython.bint:
        """Explore below a top-level node until bounds at the top level change.

        :returns: false if it ends on the way: by the budget, at the depth limit, or because the
            store is `full`.
        """
        depth: cython.int = 0
        node: cython.int = 0
        index: cython.int = edge - tree.node[0].first
        top_changed: cython.bint = False
        tracing: cython.bint = self.tracing
        dag: cython.bint = self.dag
        while not top_changed:
            # explore the child at the end of the edge
            self.counts.explored += 1
            depth += 1
            step_down(self, depth, edge)
            node = child_at(tree, edge)
            if tracing:
                self._go_to_uncounted(position, depth)
                self.told.bounds("visited", position, node)
            # If current node has not been expanded THEN expand tree from current node
            if tree.node[node].children == 0:
                if depth >= deepest:
                    return False
                self._go_to(position, depth)
                if tree.node[node].first == GLANCED:
                    if not self._settle(tree, position, node):
                        return False
                    top_changed = tree.back_up(tree.parent_of(node))
                    tree.node[node].changed = tree.time
                else:
                    self.moves.drop(0)
                    position.generate(self.moves)
                    self.full = tree.is_full(self.moves.count)
                    if self.full or not self._expand(tree, position, node, depth):
                        return False
                    tree.effort[index] += 1
                    top_changed = tree.back_up(node)
                if tracing:
                    self.told.path(position, self.way, depth)
                # Return to the parent WHILE the bounds of the current node have changed.
                while not top_changed and (
                    tree.node[node].changed == tree.time
                    or (dag and self._changed_above(tree, depth))
                ):
                    depth -= 1
                    node = child_at(tree, self.way[depth])
            # next node := next node to explore from descendants of current node
            if not top_changed:
                edge = self.lower.choose(
                    tree,
                    node,
                    self.player_target
                    if not (tree.adversary and depth & 1)
                    else self.opponent_target,
                )
        return True

    def _changed_above(self, tree: IntervalTree, depth: cython.int) -> cython.bint:
        """Whether a node of the path above that depth has changed, as in a graph it may, past the
        one between, by another way."""
        index: cython.int = 1
        while index < depth and tree.node[child_at(tree, self.way[index])].changed != tree.time:
            index += 1
        return index < depth


def _named(option: str, name: str, rules: dict[str, Any]) -> str:
    if name not in rules:
        raise SpecError(f"bstar: {unknown(option, name, rules)}")
    return name
