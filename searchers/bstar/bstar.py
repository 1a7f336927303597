"""B* (Berliner 1979), after Palay's experimental analysis (1980): prove which move is best.

Every node has an optimistic and a pessimistic value. The search ends when the pessimistic value of
the best top-level node is at least the optimistic value of every other. That move is then best,
however wide the intervals still are. `reference.py` has the same algorithm in plain lines.

The methods follow Palay 1980, figure 2-8; comments in his pseudocode begin with "2-8".
`BStar._top_level` is BSTAR!TOP!LEVEL: it tests for the end and
decides the strategy, PROVEBEST or DISPROVEREST, by a `TopRule` of `selection.py`.
`BStar._lower_level` is BSTAR!LOWER!LEVEL: it goes down by a `LowerRule`, expands and backs up. Then
come the expansion, the verification of a proof, the answer and the trace.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal, TypedDict, Unpack, get_args

import cython

from evaluators.core.budget import Budget
from evaluators.core.evaluator import Evaluator, EvaluatorOrSpec
from games.core.moves import Moves
from games.core.position import Position
from games.errors import EvaluationError, SpecError, unknown
from games.parts.part import Option, name_of
from searchers.bstar.distributions import (
    LEAF_BYTES,
    NODE_BYTES,
    Quantiles,
    best_probabilities,
    uniform_best_probabilities,
)
from searchers.bstar.interval_tree import IntervalTree, node_bytes
from searchers.bstar.proofs import ProofVerifier, Widening
from searchers.bstar.selection import ALIASES, LOWER_RULES, PB, TOP_RULES, TopRule
from searchers.core.limits import Limits
from searchers.core.result import Answer, Race, RootMove
from searchers.core.searcher import LazyOption
from searchers.core.trace import Trace
from searchers.storage.keeper import HashOption, TreeKeeper

if not cython.compiled:
    from evaluators.core.budget import can_take, take
    from games.core.scores import MATE_BOUND, MAX_PLY, ONGOING, adjust_mate
    from searchers.bstar.constants import FINISHED, FORGOTTEN, STATIC_ONLY, Node
    from searchers.bstar.interval_tree import child_at
    from searchers.storage.keeper import step_down

Goal = Literal["midpoint", "near", "far"]
GOALS: tuple[str, ...] = get_args(Goal)

_TOP = f"top-level rule instead: {'|'.join(TOP_RULES)}"
_LOWER = f"lower-level rule instead: {'|'.join(LOWER_RULES)}"


class BStarOptions(TypedDict, total=False):
    """The options of `BStar`."""

    select: Annotated[str, Option("al", "pair of rules (Palay, section 5)", choices=tuple(ALIASES))]
    top: Annotated[str, Option("", _TOP)]
    lower: Annotated[str, Option("", _LOWER)]
    goal: Annotated[
        Goal,
        Option(
            "midpoint",
            "the value that the ranked side aims at. PROVEBEST: near -Lambda (4.2), far -Gamma. "
            "DISPROVEREST: near Gamma (4.2), far Lambda. midpoint: halfway, (4.3) and (4.4)",
        ),
    ]
    separation: Annotated[
        Literal["dynamic", "fixed"],
        Option("dynamic", "fixed: a separation point set in advance, for the study of section 3.3"),
    ]
    depths: Annotated[
        Literal["relevant", "all", "all1"],
        Option(
            "relevant",
            "the alternatives whose depths top=depth adds up: the relevant ones, root moves at "
            "depth 1; all: every one, root moves at depth 0; all1: every one, root moves at "
            "depth 1",
        ),
    ]
    guard: Annotated[
        bool,
        Option(
            True,
            "top=depth: choose the best node where the second best is embedded in it, which the "
            "text does not say",
        ),
    ]
    backup: Annotated[
        Literal["maximum", "product"],
        Option(
            "maximum",
            "pb: children's values are fully dependent (maximum) or independent (product)",
        ),
    ]
    distribution: Annotated[
        Literal["interval", "quantiles"],
        Option(
            "interval",
            "pb: a leaf's distribution, by its interval and realistic value, or by the quantiles "
            "of the evaluator",
        ),
    ]
    lean: Annotated[
        int,
        Option(
            0,
            "pb: shift of a leaf's distribution in favour of the side to move, in percent",
            low=0,
            high=100,
        ),
    ]
    choose: Annotated[
        Literal["realistic", "likeliest", "pessimistic", "optimistic", "midpoint"],
        Option("realistic", "the move of a search stopped early"),
    ]
    quiet: Annotated[
        int,
        Option(
            0,
            "a leaf with an interval no wider is worth its realistic value, and not opened; "
            "proofs rest on that",
            low=0,
            high=2**28,
        ),
    ]
    lazy: LazyOption
    after: Annotated[
        Literal["stop", "restart", "widen", "verify"],
        Option(
            "stop",
            "after separation: end (stop), or intervals wider by `widen` in a new tree (restart) "
            "or the same (widen), or by the evaluator's errors (verify)",
        ),
    ]
    widen: Annotated[
        int, Option(0, "widen intervals by this much and repeat; 0: no", low=0, high=2**28)
    ]
    until: Annotated[
        Literal["settled", "nodes"],
        Option(
            "settled",
            "widening ends once the choice stays the same (settled), or goes on while nodes last "
            "(nodes), until the proof rests on finished games alone",
        ),
    ]
    doubt: Annotated[
        float,
        Option(
            0.0,
            "error probability, in percent: after=verify ends once it is as low, and a pb search "
            "may end at it before separation",
            low=0,
            high=100,
        ),
    ]
    hash: HashOption
    dag: Annotated[bool, Option(False, "one node for a position that several lines reach")]


class BStar(TreeKeeper):
    """B* (Palay 1980): proves by intervals that one move is best.

    `select` names a pair of selection rules; `top` and `lower` replace one of the pair.

    * A depth limit s ends the search when it first chooses a node at depth s to expand.
    * A search that ends before separation takes a move by `choose`. Its result is not proved.
    * The value of a result is the realistic value of its move, within the root's bounds. It is no
      win or loss unless the length of that is certain.
    * A single move has no rival. Its interval is narrowed until limits end the search, or it is a
      point, which is proved.
    * With `select=pb` nodes carry distributions (`Quantiles`). Such a search may end `confident`
      that its move is best, which proves nothing.
    * With `dag` a position has one node, however it is reached.

    With `lazy` a new child gets a static interval, which takes no node, where the evaluator
    supports that. A static interval may be too good for the side that moved into the child. So
    before values are backed up, the children of highest optimistic, pessimistic and realistic value
    are evaluated fully, until all three leaders are. The others keep their static intervals, and
    are evaluated fully when the search comes to them, before they are expanded. No move is played
    for a static interval.

    Once a move is separated, `after` says what follows.

    * stop: the search ends (Palay).
    * restart: the search starts again with the intervals of unfinished games wider by `widen`, more
      each time, as the Scrabble program Maven does. No tree is kept. This is also the default with
      `widen`. It ends once the choice stays the same; with `until=nodes` it goes on. The step
      doubles when two widenings in a row expand equally many nodes.
    * widen: the same, but in the tree that is there.
    * verify: intervals are widened by about a quarter each time, until the probability that
      another move is better is at most `doubt`.

    With `widen` and `verify` all intervals are restored before the search ends, unless time runs
    out. A result of `verify` is proved if the move is still separated then.

    :raises SpecError: if a rule is unknown. Also if `widen` is 0 with `after=restart` or
        `after=widen`, or above 0 with `after=verify`.
    """

    NAME = "bstar"
    HOLDS_LINES = True
    ONE_PLAYER = True
    WANTS_INTERVALS = True
    OPTIONS = BStarOptions

    def __init__(self, evaluator: EvaluatorOrSpec = None, **options: Unpack[BStarOptions]) -> None:
        """Store the options, and make both selection rules and an empty tree.

        :raises SpecError: if a rule does not exist, or `after` and `widen` do not fit.
        """
        super().__init__(evaluator, **options)
        pair = ALIASES[self.options["select"]]
        top, lower = self.options["top"] or pair[0], self.options["lower"] or pair[1]
        self.top = _rule("top", top, TOP_RULES)
        self.lower = _rule("lower", lower, LOWER_RULES)
        self.distributed = PB in (top, lower)
        self.goal = GOALS.index(self.options["goal"])
        self.dag = self.options["dag"]
        self.static_first = self.separated = self.tree_is_full = False
        self.interval_trace: Any = None
        self.after = self.options["after"]
        if self.options["widen"] and self.after == "stop":
            self.after = "restart"
        if (self.after in ("restart", "widen")) != (self.options["widen"] > 0):
            raise SpecError(
                f"{self.spec}: after={self.after} with widen={self.options['widen']}; expected "
                "widen=1 or more with after=restart or after=widen, and none with others"
            )
        depths = self.options["depths"]
        self.top.every = depths != "relevant"
        self.top.top_depth = 0 if depths == "all" else 1
        self.top.guarded = self.options["guard"]
        self.top.error_limit = 0.0 if self.after == "verify" else self.options["doubt"] / 100
        self.new_game()

    def _new_tree(self) -> IntervalTree:
        """Return an empty tree that fits the option `hash`, with distributions if a rule is `pb`.

        Also set new `widening` and `verifier` for the tree. `quantiles` becomes its distributions
        if the evaluator gives those of leaves, else None.
        """
        product = self.options["backup"] == "product"
        quiet = self.options["quiet"]
        reads_leaves = self.distributed and self.options["distribution"] == "quantiles"
        cost = node_bytes(self.dag) + NODE_BYTES * self.distributed + LEAF_BYTES * reads_leaves
        tree = IntervalTree(keyed=self.dag, most=self._most_nodes(cost), quiet=quiet)
        if self.distributed:
            tree.distributions = Quantiles(tree, product, self.options["lean"], reads_leaves)
        self.quantiles = tree.distributions if reads_leaves else None
        self.widening = Widening(tree)
        self.verifier = ProofVerifier(tree, product)
        return tree

    def _choose_evaluator(self, position: Position) -> None:
        """Set the evaluator, the given one or the game's default, and `lazy`.

        :raises EvaluationError: if it does not support the game, or gives no intervals. With `dag`
            also if the game has repetitions or no keys.
        """
        super()._choose_evaluator(position)
        self.evaluator.coverage(1.0)  # the first call may take long: before a clock runs
        if self.dag and not (position.KEYED and position.ACYCLIC):
            raise EvaluationError(
                f"{self.spec}: {name_of(type(position))} positions can come up again, or have no "
                "key; use dag=false"
            )

    def _search(self, position: Position, limits: Limits, answer: Answer) -> None:
        """Resume the kept tree or begin another, prove a move, verify the proof, and keep the tree.

        With `ranking` all root children of a resumed tree first get full intervals. Nothing is
        proved if the time ends while the tree is rerooted, or if the root's children do not fit the
        budget. The tree is kept unless it is lost or inconsistent, or is a graph without its table.
        """
        tree: IntervalTree = self.tree
        self.interval_trace = IntervalTrace(self.trace, tree) if self.tracing else None
        self.widening.begin(0)
        # Expand the top level of the tree, or take the kept one.
        if self._resume(position, answer):
            if self.ranking:
                self._evaluate_root_fully(tree, position)
        elif self.kept is not None or not self._expand_root(position, answer):
            return
        self._prove(position, limits, answer)
        if tree.edges == 0:  # the tree was lost while it was pruned to fit
            return
        self._update_answer(answer)
        consistent = self._after_separation(position, limits, answer)
        # The intervals of a graph without its table are of no use to the next search.
        if consistent and tree.edges > 0 and (tree.slot_room > 0 or not self.dag):
            self.kept = position, self.evaluator

    # -- BSTAR!TOP!LEVEL (figure 2-8) --------------------------------------------------------

    def _expand_root(self, position: Position, answer: Answer) -> bool:
        """Start a new tree, and give its root an evaluated child for each of `answer.moves`.

        :returns: false if the budget ended before that; then the tree has only the root.
        """
        tree: IntervalTree = self.tree
        tree.clear(not position.one_player, self.top.DEEP)
        self.moves.drop(0)
        self.moves.extend(answer.moves)
        return bool(self._expand(tree, position, 0, 0))

    def _prove(self, position: Position, limits: Limits, answer: Answer) -> None:
        """Search until a move is separated or a limit ends the search; set `separated`.

        The position is at the root before and after. The reason is set as by `_top_level`.
        """
        self.separated = self.tree_is_full = False
        self.strategy = ""
        self._reset_path()
        self._top_level(position, limits, answer)
        self._go_to(position, 0)

    def _top_level(self, position: Position, limits: Limits, answer: Answer) -> None:
        """Explore root children by the top-level rule until a move is separated or a limit ends it.

        A single move is separated if its interval is a point. If a move is separated, `separated`
        is set and the reason is "proved". Other reasons are "confident", by the rule, "depth" and
        "memory". None is set if the budget ends. A full tree is pruned, and the search goes on.
        Interim answers are reported, except while bounds are moved outwards by `widen`. The
        position is left somewhere on the path.
        """
        tree: IntervalTree = self.tree
        top: TopRule = self.top
        deepest: cython.int = min(limits.depth or MAX_PLY, MAX_PLY)
        alone: cython.bint = len(answer.moves) == 1
        fixed: cython.bint = self.options["separation"] == "fixed" and not alone
        at_point: cython.bint = fixed or (top.SETS_POINT and not alone)
        watched: cython.bint = self.watcher is not None
        first: cython.int
        best: cython.int
        second: cython.int
        chosen: cython.int
        lambda_: cython.int
        gamma: cython.int
        if fixed:  # section 3.3
            best = tree.best(0)
            lambda_ = tree.node[child_at(tree, tree.second(0, best))].optimistic
            top.fix((lambda_ + tree.highest_pessimistic(0)) / 2.0)
        while True:
            first = tree.node[0].first
            if self.lazy and not self._evaluate_leaders(
                tree, position, first, first + tree.node[0].children, False
            ):
                return
            best = tree.best(0)
            # A single move is its own rival: it is separated where it is a point.
            second = best if alone else tree.second(0, best)
            # 2-8: WHILE pessimistic value of best node < highest optimistic value of alternative
            # nodes
            lambda_ = tree.node[child_at(tree, second)].optimistic
            if tree.node[child_at(tree, best)].pessimistic >= lambda_:
                self.separated = True
                answer.reason = "proved"
                return
            # 2-8: select search strategy, either PROVEBEST or DISPROVEREST (section 3)
            chosen = best if alone else top.choose(tree, best, second)
            if chosen < 0:  # the rule finds the error probability low enough
                answer.reason = "confident"
                return
            self.strategy = "PROVEBEST" if chosen == best else "DISPROVEREST"
            if self.tracing:
                self.interval_trace.aimed(self.strategy, best, second)
            gamma = tree.highest_pessimistic(0)
            self._set_targets(chosen == best, lambda_, gamma, at_point)
            if watched:
                self._report_root_move(tree.edge[chosen].move, chosen - first + 1)
            # BSTAR!LOWER!LEVEL(current node)
            if not self._lower_level(tree, position, chosen, deepest):
                if self.tree_is_full:
                    if self.widening.by == 0:
                        self._update_answer(answer)  # the tree may be lost in what follows
                    if self._prune_to_fit(answer):
                        self.tree_is_full = False
                        continue
                if not (self.budget.over or self.tree_is_full):
                    answer.reason = "depth"
                return
            if self.budget.used >= self.report_at:
                self._plan_report()
                if self.widening.by == 0:
                    self._update_answer(answer)

    def _set_targets(
        self, proving: cython.bint, lambda_: cython.int, gamma: cython.int, at_point: cython.bint
    ) -> None:
        """Set `player_target` and `opponent_target`, the values by which children are chosen below.

        Each is from the point of view of the side to move. They are those of (4.1) to (4.5). Under
        PROVEBEST the player's children are to reach Lambda (4.1). The opponent's are ranked by
        -Lambda (near, (4.2)), -Gamma (far) or the midpoint (4.3). Under DISPROVEREST the opponent's
        children are to reach -Gamma (4.5). The player's are ranked by Gamma (near), Lambda (far) or
        the midpoint (4.4).

        :param lambda_: the highest optimistic value of the alternatives to the best node.
        :param gamma: the highest pessimistic value at the top level.
        :param at_point: whether both sides aim at the point of the top-level rule.
        """
        ranked: cython.double  # the target of the side whose children are ranked
        if self.goal == 0:
            ranked = (lambda_ + gamma) / 2.0
        else:
            ranked = lambda_ if (self.goal == 1) == proving else gamma
        if at_point:
            self.player_target = self.top.point
            self.opponent_target = -self.top.point
        elif proving:
            self.player_target = lambda_
            self.opponent_target = -ranked
        else:
            self.player_target = ranked
            self.opponent_target = -gamma

    # -- BSTAR!LOWER!LEVEL (figure 2-8), with a path for the recursion -----------------------

    def _lower_level(
        self, tree: IntervalTree, position: Position, edge: cython.int, deepest: cython.int
    ) -> cython.bint:
        """Expand leaves below a root child until a bound or distribution of any root child changes.

        A leaf with a static interval is evaluated fully instead. After each leaf its ancestors are
        backed up. The lower-level rule then continues at the deepest node of the path that did not
        change and has no changed node above it. The position is left somewhere on the path.

        :param edge: the edge from the root to the child.
        :param deepest: the depth at which a leaf ends the search.
        :returns: false if it ends early: by the budget, at the depth limit, or because the tree is
            full. In the last case `tree_is_full` is set, and `moves` has the moves of the leaf.
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
                self.interval_trace.visited(self._trace_line(depth), node)
            # 2-8: If current node has not been expanded THEN expand tree from current node
            if tree.node[node].children == 0:
                if depth >= deepest:
                    return False
                self._go_to(position, depth)
                if tree.node[node].first == STATIC_ONLY:
                    if not self._evaluate_fully(tree, position, node, False):
                        return False
                    top_changed = tree.back_up(tree.parent_of(node))
                    tree.node[node].changed = tree.time
                else:
                    self.moves.drop(0)
                    position.generate(self.moves)
                    self.tree_is_full = tree.is_full(self.moves.count)
                    if self.tree_is_full or not self._expand(tree, position, node, depth):
                        return False
                    tree.effort[index] += 1
                    # 2-8: current value of current node := new value
                    top_changed = tree.back_up(node)
                if tracing:
                    self.interval_trace.path(position, self.path, depth)
                # Go up past every node whose values this backup changed (`changed == time`).
                while not top_changed and (
                    tree.node[node].changed == tree.time
                    or (dag and self._changed_above(tree, depth))
                ):
                    depth -= 1
                    node = child_at(tree, self.path[depth])
            # 2-8: next node := next node to explore from descendants of current node (section 4)
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
        """Return whether the last backup changed a node of the current path above this depth.

        In a graph a node may change although the one below it on the path has not.
        """
        index: cython.int = 1
        while index < depth and tree.node[child_at(tree, self.path[index])].changed != tree.time:
            index += 1
        return index < depth

    # -- expanding a node --------------------------------------------------------------------

    def _expand(
        self, tree: IntervalTree, position: Position, node: cython.int, depth: cython.int
    ) -> cython.int:
        """Add and evaluate a child of a leaf for every move in `moves`; count the expansion.

        The position is at the leaf. With `dag`, a move to a position that the graph has adds only
        an edge. Nothing is backed up.

        :returns: 1; 0 if the budget ends before all are evaluated. Then the tree stays as it was.
        """
        moves: Moves = self.moves
        first: cython.int = tree.edges
        before: cython.int = tree.size
        again: cython.bint = tree.node[node].first == FORGOTTEN
        child: cython.int
        done: cython.bint
        self.static_first = self.lazy and (depth > 0 or not self.ranking)
        if self.dag or self.quantiles is not None or self.static_first:
            done = self._add_children_singly(tree, position, node, depth)
        else:
            done = self.evaluator.find_child_intervals(position, moves, 0, self.budget)
            if done:
                tree.add_children(node, moves, depth + 1)
            if self.widening.is_on():
                for child in range(before, tree.size):
                    self.widening.widen_leaf(child)
        if not done:
            tree.truncate(before, first)
            return 0
        tree.open(node, first)
        if self.tracing:
            self.interval_trace.children(position, node, before)
        made: cython.int = tree.size - before
        self.counts.generated += made
        self.counts.regenerated += made * again
        self.counts.evaluated += made
        self.counts.steps += moves.count - made
        self.counts.expand(depth, tree.size)
        return 1

    def _add_children_singly(
        self, tree: IntervalTree, position: Position, node: cython.int, depth: cython.int
    ) -> cython.bint:
        """Add the children one by one, as transpositions, static intervals and quantiles require.

        A position that the graph has gets only an edge, and takes no node. A new child is a point
        if the game is over. Else it has a static interval if `static_first` is set and the
        evaluator has one, or a full one. Then leaders with static intervals are evaluated fully.

        :returns: false if the budget ended; the caller removes what was added.
        """
        moves: Moves = self.moves
        budget: Budget = self.budget
        evaluator: Evaluator = self.evaluator
        widening: Widening = self.widening
        kind: cython.int
        child: cython.int = -1
        first: cython.int = tree.edges
        low: cython.int
        high: cython.int
        real: cython.int
        i: cython.int
        for i in range(moves.count):
            if not (
                can_take(budget, 1) or budget.poll()
            ):  # checked before the move is made, which the look-up by key needs
                return False
            position.push(moves.move[i])
            if self.dag:
                child = tree.find(position.key())
            if child >= 0:
                tree.link(node, moves.move[i], child)
            elif take(budget):
                kind = FINISHED
                low = high = real = position.result()
                if low == ONGOING:
                    kind = 0
                    if self.static_first and evaluator.find_static_interval(position):
                        kind = STATIC_ONLY
                    else:
                        evaluator.find_interval(position)
                    low, high, real = evaluator.low, evaluator.high, evaluator.real
                child = tree.append_child(node, moves.move[i], low, high, real, kind, depth + 1)
                widening.widen_leaf(child)
                if self.quantiles is not None:
                    self.quantiles.read_leaf(child, evaluator)
                if self.dag:
                    tree.enter(child, position.key(), budget)
                child = -1
            position.pop()
            if budget.over:
                return False
        return not self.static_first or self._evaluate_leaders(
            tree, position, first, tree.edges, True
        )

    # -- evaluating fully what has a static interval -----------------------------------------

    def _static_leader(self, tree: IntervalTree, first: cython.int, last: cython.int) -> cython.int:
        """Return an edge to a child that has the highest value of some kind and a static interval.

        The kinds are tried in this order: realistic, optimistic and pessimistic values. Of children
        with equal values only the first counts.

        :param first: the first edge to consider.
        :param last: the edge behind the last.
        :returns: -1 if no child of highest value has a static interval.
        """
        high: cython.int = first
        low: cython.int = first
        real: cython.int = first
        edge: cython.int
        child: Node
        for edge in range(first + 1, last):
            child = tree.node[child_at(tree, edge)]
            if child.optimistic > tree.node[child_at(tree, high)].optimistic:
                high = edge
            if child.pessimistic > tree.node[child_at(tree, low)].pessimistic:
                low = edge
            if child.real > tree.node[child_at(tree, real)].real:
                real = edge
        if tree.node[child_at(tree, real)].first == STATIC_ONLY:
            return real
        if tree.node[child_at(tree, high)].first == STATIC_ONLY:
            return high
        return low if tree.node[child_at(tree, low)].first == STATIC_ONLY else -1

    def _evaluate_leaders(
        self,
        tree: IntervalTree,
        position: Position,
        first: cython.int,
        last: cython.int,
        new: cython.bint,
    ) -> cython.bint:
        """Evaluate leaders among a node's children fully, until none has a static interval.

        The leaders are those of highest realistic, optimistic and pessimistic value, from which the
        node has its values. Nothing is backed up.

        :param first: the first edge to consider.
        :param last: the edge behind the last.
        :param new: whether the children are new, and the position at their parent. Else they are
            those of the root, and the position moves there if a child has to be evaluated.
        :returns: false if the budget ended.
        """
        edge: cython.int = self._static_leader(tree, first, last)
        while edge >= 0:
            if not new:
                self._go_to(position, 0)
            self._evaluate_child_fully(tree, position, edge, new)
            if self.budget.over:
                return False
            edge = self._static_leader(tree, first, last)
        return True

    def _evaluate_root_fully(self, tree: IntervalTree, position: Position) -> None:
        """Replace the static intervals of root children by full ones, while the budget lasts.

        The position is at the root.
        """
        edge: cython.int
        for edge in range(tree.node[0].first, tree.node[0].first + tree.node[0].children):
            if tree.node[child_at(tree, edge)].first == STATIC_ONLY and not self.budget.over:
                self._evaluate_child_fully(tree, position, edge, False)

    def _evaluate_child_fully(
        self, tree: IntervalTree, position: Position, edge: cython.int, new: cython.bint
    ) -> None:
        """Make the move of an edge, evaluate the child fully, and take the move back.

        The parent is not backed up. If the budget ends, the child keeps its static interval:
        `budget.over` says so.

        :param new: whether the child is new: `_expand` then counts and traces the evaluation.
        """
        self.counts.steps += 1
        position.push(tree.edge[edge].move)
        self._evaluate_fully(tree, position, child_at(tree, edge), new)
        position.pop()

    def _evaluate_fully(
        self, tree: IntervalTree, position: Position, node: cython.int, new: cython.bint
    ) -> cython.bint:
        """Replace a leaf's interval by the evaluator's full one, widened as the others are.

        Quantiles are stored too if they are used. Nothing is backed up. The position is at the
        leaf.

        :param new: whether the leaf is new: `_expand` then counts and traces the evaluation.
        :returns: false if the budget ended, and then the leaf has not changed.
        """
        evaluator: Evaluator = self.evaluator
        evaluator.find_interval(position)
        if self.budget.over:
            return False
        tree.set_leaf(node, evaluator.low, evaluator.high, evaluator.real)
        tree.node[node].first = 0
        self.widening.widen_leaf(node)
        if self.quantiles is not None:
            self.quantiles.read_leaf(node, evaluator)
        if not new:
            self.counts.evaluated += 1
            if self.tracing:
                self.interval_trace.bounds("evaluated", position, node)
        return True

    # -- after separation --------------------------------------------------------------------

    def _after_separation(self, position: Position, limits: Limits, answer: Answer) -> bool:
        """Verify a separated move as the option `after` says, and set `wrong` of the answer.

        Verification may change the move, or leave it unproved. A move that is not separated is not
        verified, nor a single move. The `wrong` of a single move is 0 if it is proved, else None.
        For others it is set only if the move is proved in the end and the tree is of use; None if
        the error probability is unknown.

        :returns: false if the tree is of no use to the next search.
        """
        if len(answer.moves) == 1:
            answer.wrong = 0.0 if answer.proved else None
            return True
        consistent = True
        if self.after == "verify":
            consistent = self._prove_until_certain(position, limits, answer)
        elif self.options["widen"]:
            consistent = self._prove_with_wider_bounds(position, limits, answer)
        if consistent and answer.proved:
            answer.wrong = self._error_probability(answer)
        return consistent

    def _prove_with_wider_bounds(self, position: Position, limits: Limits, answer: Answer) -> bool:
        """Move all bounds outwards step by step, and prove again each time (Maven).

        Each proof is reported. It ends when the best move stays the same. With `until=nodes` it
        ends by a limit, or once the proof rests on finished games alone. If a limit ends a proof,
        the answer before remains. It is then proved only if the last finished step had confirmed
        it. With `after=widen` the intervals are restored at the end.

        :returns: false if the tree is of no use to the next search, as after every restart.
        """
        tree: IntervalTree = self.tree
        until_nodes = self.options["until"] == "nodes"
        by: int = 0
        step: int = self.options["widen"]
        confirmed = False
        last_expanded = -1
        while self.separated and by < MATE_BOUND:
            reason = answer.reason
            if until_nodes and self.verifier.rests_on_outcomes(self.budget):
                break
            if self.budget.over:
                self._set_proved(answer, confirmed, reason)
                break
            before = answer.move
            start = self.counts.expanded
            by += step
            if self.after == "widen":
                if not self.widening.move(by, self.budget):
                    self._set_proved(answer, confirmed, reason)
                    return False
                self._prove_again(position, limits, answer)
            else:
                self.separated, answer.reason = False, ""
                self.widening.begin(by)
                if self.tracing:
                    self.trace.record("restarted", (), widening=self.widening.by)
                if self._expand_root(position, answer):
                    self._prove(position, limits, answer)
            if not self.separated:
                self._set_proved(answer, confirmed, reason)
                break
            self._update_answer(answer)
            confirmed = answer.move == before
            if confirmed and not until_nodes:
                break
            expanded = self.counts.expanded - start
            step = 2 * step if expanded == last_expanded else self.options["widen"]
            last_expanded = expanded
        if self.after == "restart":
            return by == 0
        return bool(tree.edges > 0 and self.widening.restore(self.budget))

    def _set_proved(self, answer: Answer, confirmed: bool, reason: str) -> None:
        """Set whether the answer is proved, after widening has ended without another proof.

        The answer is that of the last finished step. If it is not proved, its reason is what ended
        the last proof, such as "depth"; it is empty if that was the budget.

        :param confirmed: whether that step found the same move as the one before it.
        :param reason: the reason of that step.
        """
        answer.proved = confirmed
        if confirmed:
            answer.reason = reason
        elif self.budget.over:
            answer.reason = ""  # the budget has its own

    def _prove_until_certain(self, position: Position, limits: Limits, answer: Answer) -> bool:
        """Widen all intervals and prove again until the error probability is at most `doubt`.

        That is the method of Berliner & McConnell. It also ends if that probability is unknown, if
        a limit ends a proof, or at the greatest width. Then the intervals get their own widths
        again, by which `separated` and the answer are set.

        :returns: false if the tree is of no use to the next search.
        """
        tree: IntervalTree = self.tree
        expanded = -1
        while self.separated:
            if self.counts.expanded != expanded:
                expanded = self.counts.expanded
                wrong = self._error_probability(answer)
                if wrong is None or wrong <= self.options["doubt"] / 100:
                    break
            # A sweep over the leaves that ends halfway could not be undone.
            if not self.budget.in_time() or not self.widening.stretch(Budget()):
                break
            self._prove_again(position, limits, answer)
            if tree.edges == 0:  # the tree was lost while it was pruned to fit
                return False
            self._update_answer(answer)
        if not self.widening.is_on():
            return True
        self.widening.restore(Budget())  # after the time, too, or the proof would be lost
        best = tree.best(0)
        second = tree.node[child_at(tree, tree.second(0, best))]
        self.separated = tree.node[child_at(tree, best)].pessimistic >= second.optimistic
        self._update_answer(answer)
        return True

    def _prove_again(self, position: Position, limits: Limits, answer: Answer) -> None:
        """Prove again as `_prove` does, in the current tree, whose intervals have been widened."""
        if self.tracing:
            self.interval_trace.widened(self.widening)
        answer.reason = ""
        self._prove(position, limits, answer)

    def _error_probability(self, answer: Answer) -> float | None:
        """Return the probability that another root move is better than `answer.move`, from 0 to 1.

        It is 0 if the evaluator guarantees its intervals. It is None if the evaluator does not
        state its errors, or if the time was up.
        """
        if self.evaluator.coverage(1.0) >= 100:
            return 0.0
        place = [move for move, _ in self.tree.edges_of(0)].index(answer.move)
        return self.verifier.error_probability(
            place, self.evaluator, self.widening.percent / 100, self.budget
        )

    # -- a kept tree -------------------------------------------------------------------------

    def _evaluate_again(self, position: Position, node: cython.int) -> None:
        """Replace the interval of a leaf by a new evaluation, and back it up.

        The position is at the leaf. If the budget ends, the leaf stays as it is.
        """
        tree: IntervalTree = self.tree
        if self._evaluate_fully(tree, position, node, False):
            tree.back_up(tree.parent_of(node))
            if self.tracing:
                self.interval_trace.above(position, node)

    def _report_known(self, answer: Answer, node: int) -> None:
        """Improve the answer by the children of a node that will be the root.

        The child of highest realistic value is the best; nothing counts as proved.
        """
        self._improve(answer, node, False, "realistic", "")

    # -- the answer --------------------------------------------------------------------------

    def _update_answer(self, answer: Answer) -> None:
        """Put the move, its line, all root moves and the race of the best two into `answer`."""
        choose = "likeliest" if answer.reason == "confident" else self.options["choose"]
        self._improve(answer, 0, self.separated, choose, self.strategy)

    def _improve(
        self, answer: Answer, root: int, separated: bool, choose: str, strategy: str
    ) -> None:
        """Put the best move, its line and the root moves of the tree into an answer.

        Before separation a move with only a static interval is chosen only if all moves have one.
        The other root moves follow in order of their estimates. The bounds are the highest
        pessimistic and the highest optimistic value. The value is the realistic value of the move
        within them. It is no win or loss unless they meet. With several moves the race is between
        the two best.

        :param root: the node that is taken as the root.
        :param separated: whether the best top-level node is separated from all others.
        :param choose: the rule by which the move is chosen if it is not: a value of the option
            `choose`, or "likeliest".
        :param strategy: the strategy chosen last, for the race.
        """
        tree: IntervalTree = self.tree
        values: dict[int, list[int]] = {}
        known, evaluated = {}, []
        for move, child in tree.edges_of(root):
            scores = (*tree.bounds(child), tree.realistic(child))
            values[move] = [adjust_mate(score, self.root_ply + 1) for score in scores]
            low, high, real = values[move]
            line = _line(tree, move, child)
            known[move] = RootMove(move, _estimate(low, high, real), (low, high), line)
            if tree.node[child].first != STATIC_ONLY:
                evaluated.append(move)
        best = tree.best(root)
        first = tree.move_of(best)
        race = None
        if len(values) > 1:
            second = tree.move_of(tree.second(root, best))
            race = Race(known[first], known[second], strategy, values[first][0] - values[second][1])
        move = first if separated else _chosen(tree, values, evaluated or list(values), choose)
        low = max([low for low, _, _ in values.values()])
        high = max([high for _, high, _ in values.values()])
        answer.improve(
            move,
            value=_estimate(low, high, values[move][2]),
            bounds=(low, high),
            pv=known[move].pv,
            depth=len(known[move].pv),
            proved=separated,
            root=sorted(known.values(), key=lambda one: (one.move != move, -(one.value or 0))),
            race=race,
        )


def _rule(option: str, name: str, rules: dict[str, Any]) -> Any:
    """Return a new rule by the name that was given to an option.

    :raises SpecError: if no rule has that name.
    """
    if name not in rules:
        raise SpecError(f"bstar: {unknown(option, name, rules)}")
    return rules[name]()


def _estimate(low: int, high: int, real: int) -> int:
    """Return a realistic value, cut off at its bounds.

    It is no win or loss unless the bounds meet, so that its length is certain.
    """
    if low == high:
        return low
    return min(max(low, min(real, high), 1 - MATE_BOUND), MATE_BOUND - 1)


def _line(tree: IntervalTree, move: int, node: cython.int) -> tuple[int, ...]:
    """Return a line: a root move, then the most optimistic moves from its node down to a leaf."""
    edge: cython.int
    line = [move]
    while tree.node[node].children > 0:
        edge = tree.best(node)
        line.append(tree.edge[edge].move)
        node = child_at(tree, edge)
    return tuple(line)


def _chosen(tree: IntervalTree, values: dict[int, list[int]], among: list[int], rule: str) -> int:
    """Return the move to play where the search ended before separation.

    :param values: the lower bound, upper bound and realistic value of each root move.
    :param among: the moves to choose from.
    :param rule: the value of the option by which to choose; "likeliest": most likely to be best. Of
        equal moves it is the one with the higher sum of bounds, then the first.
    """
    if rule == "likeliest":
        if tree.distributions is None:
            likely = uniform_best_probabilities([(low, high) for low, high, _ in values.values()])
        else:
            likely = best_probabilities(tree)
        probabilities = dict(zip(values, likely, strict=True))
        return max(among, key=lambda move: (probabilities[move], sum(values[move][:2])))
    return max(among, key=lambda move: _PREFERENCES[rule](*values[move]))


_PREFERENCES: dict[str, Callable[[int, int, int], Any]] = {
    "realistic": lambda low, high, real: (real, low + high),
    "pessimistic": lambda low, high, real: (low, high),
    "optimistic": lambda low, high, real: (high, low),
    "midpoint": lambda low, high, real: low + high,
}
"""The keys by which the simple rules of `choose` compare; of equal moves the first is chosen."""


class IntervalTrace:
    """The events of nodes with bounds in a trace.

    :param trace: the trace of the search.
    """

    def __init__(self, trace: Trace, tree: IntervalTree) -> None:
        self.trace = trace
        self.tree = tree

    def visited(self, line: Sequence[int], node: cython.int) -> None:
        """Trace that the search goes to the node at the end of a line of moves, with its bounds."""
        self.trace.record("visited", line, bounds=self._seen(node, line))

    def bounds(
        self, event: str, position: Position, node: cython.int, plies: cython.int = 0
    ) -> None:
        """Trace an event at a node, which is `plies` above the position, with its bounds."""
        line = self.trace.line_to(position)
        line = line[: len(line) - plies]
        self.trace.record(event, line, bounds=self._seen(node, line))

    def children(self, position: Position, node: cython.int, before: cython.int) -> None:
        """Trace a node's children and then its expansion; the position is at the node.

        New children are traced as generated and evaluated, others as known.

        :param before: the number of nodes before the expansion.
        """
        line = self.trace.line_to(position)
        for move, child in self.tree.edges_of(node):
            below = (*line, move)
            if child >= before:
                self.trace.record("generated", below)
            event = "evaluated" if child >= before else "known"
            self.trace.record(event, below, bounds=self._seen(child, below))
        self.trace.record("expanded", line)

    def path(self, position: Position, path: cython.p_int, depth: cython.int) -> None:
        """Trace nodes of a path as "backed up", from the last one up, without the root.

        It ends at the first one whose bounds the last backup did not change.

        :param path: the edges of the path, from index 1 on.
        :param depth: the index of the last edge, which leads to the position.
        """
        plies: cython.int = 0
        node: cython.int = child_at(self.tree, path[depth])
        while depth > 0 and self.tree.node[node].changed == self.tree.time:
            self.bounds("backed up", position, node, plies)
            depth -= 1
            plies += 1
            node = child_at(self.tree, path[depth])

    def above(self, position: Position, node: cython.int) -> None:
        """Trace a node's ancestors as "backed up", from its parent up, without the root.

        It ends at the first one whose bounds the last backup did not change. The position is at the
        node, and stays there.
        """
        plies: cython.int = 1
        node = self.tree.parent_of(node)
        while node != 0 and self.tree.node[node].changed == self.tree.time:
            self.bounds("backed up", position, node, plies)
            node = self.tree.parent_of(node)
            plies += 1

    def aimed(self, strategy: str, best: cython.int, second: cython.int) -> None:
        """Trace the strategy selected at the root, with the edges to its two best children."""
        numbers = [self.trace.number((self.tree.move_of(edge),)) for edge in (best, second)]
        self.trace.record("aimed", (), strategy=strategy, best=numbers[0], second=numbers[1])

    def widened(self, widening: Widening) -> None:
        """Trace by how much the intervals are wider now, and the bounds of all root moves."""
        if widening.by > 0:
            self.trace.record("doubted", (), widening=widening.by)
        else:
            self.trace.record("doubted", (), percent=round(widening.percent))
        for move, child in self.tree.edges_of(0):
            self.trace.record("backed up", (move,), bounds=self._seen(child, (move,)))

    def _seen(self, node: int, line: Sequence[int]) -> list[int | None]:
        """Return the bounds of a node for a trace, lower first, from the side to move at the root.

        :param line: the moves from the root to the node.
        """
        ply = self.trace.root_ply + len(line)
        low, high = [adjust_mate(bound, ply) for bound in self.tree.bounds(node)]
        both = (-high, -low) if self.tree.adversary else (low, high)
        return self.trace.interval(*both, line)
