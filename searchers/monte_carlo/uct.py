"""Monte Carlo tree search: UCT and PUCT, one tree search with two rules of selection.

* `uct`: L. Kocsis and C. Szepesvari, "Bandit based Monte-Carlo planning" (ECML 2006). The child of
  the highest upper confidence bound (UCB1) is explored next.
* `puct`: D. Silver et al., "Mastering the game of Go without human knowledge" (Nature 550, 2017),
  methods, "Search algorithm". A prior of each move weighs its exploration.

Each *simulation* goes down the tree, tries one new move or expands one leaf, and adds the reward to
every node of its line. `VisitTree` is the tree, `MonteCarloSearch` the search. `UCT` and `PUCT`
have the rules. `reference.py` has the same in fewer lines, without budgets.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypedDict, Unpack

import cython

from evaluators.core.evaluator import EvaluatorOrSpec
from games.core.columns import column
from games.core.moves import Moves
from games.core.position import Position
from games.parts.part import Option
from searchers.core.limits import Limits
from searchers.core.result import Answer, RootMove
from searchers.storage.keeper import HashOption, TreeKeeper
from searchers.storage.minimax_tree import MinimaxTree, node_bytes

if not cython.compiled:
    from math import exp, floor, log, sqrt

    from evaluators.core.budget import take
    from games.core.array import doubles, ints
    from games.core.bits import GOLDEN, M64, mix
    from games.core.scores import (
        INFINITY,
        LOSS,
        MATE_BOUND,
        MAX_PLY,
        ONGOING,
        QUIET,
        WIN,
        adjust_mate,
    )
    from searchers.monte_carlo.constants import (
        CERTAIN,
        ENDED,
        GO_ON,
        LN_STEPS,
        MOST_REPEATED,
        MOST_SCALES,
        REWARDED,
        UNTRIED,
    )
    from searchers.storage.constants import FINISHED, LEAF, MOST_COST, PRUNED
    from searchers.storage.keeper import step_down

_MORE_BYTES = 16
"""Bytes of a node in the columns of a `VisitTree`."""


class VisitTree(MinimaxTree):
    """A minimax tree whose nodes also have `visits`, a `total` of rewards and a `prior`.

    The rewards are from the side to move at the node, like the values. A child whose move was not
    made yet is UNTRIED. Its value is INFINITY, so that it is never the best.
    """

    def reset(self) -> None:
        """Remove all nodes but the root, a leaf without value and visits."""
        MinimaxTree.reset(self)
        self.visits[0] = 0
        self.total[0] = 0.0
        self.prior[0] = 0

    def back_up(self, node: cython.int) -> cython.bint:
        """Set a node's value, best child and bounds from its children; return whether it changed.

        While no child is tried the node keeps its own value; then the result may be true.
        """
        value: cython.int = self.value[node]
        changed: cython.bint = MinimaxTree.back_up(self, node)
        if self.value[node] == -INFINITY:
            self.value[node] = value
        return changed

    def visits_of(self, node: int) -> int:
        """Return the number of simulations of a node; see `edges_of` for its children.

        :raises IndexError: if there is no such node.
        """
        self.edges_of(node)
        return self.visits[node]

    # -- keeping a part ----------------------------------------------------------------------

    def cost_of(self, node: cython.int, above: cython.int) -> cython.int:
        """Return the pruning cost of a node that is not the root: the fewer visits, the higher.

        :param above: the cost of its parent; the result is no lower.
        """
        return max(above, MOST_COST // (1 + max(0, self.visits[node])))

    def move_node(self, node: cython.int, kept: cython.int) -> None:
        """Copy the fields of a node to an earlier place, except `first` and `parent`."""
        MinimaxTree.move_node(self, node, kept)
        self.visits[kept] = self.visits[node]
        self.total[kept] = self.total[node]
        self.prior[kept] = self.prior[node]

    def _more_columns(self) -> list[Any]:
        """Return the empty columns of the nodes' visits, total rewards and priors."""
        return [column(), column("d"), column()]

    def _update_pointers(self) -> None:
        """Set the C pointers to the arrays of nodes, which may have moved."""
        MinimaxTree._update_pointers(self)
        visits, total, prior = self._columns[-3:]
        self.visits, self.total, self.prior = ints(visits), doubles(total), ints(prior)


class MonteCarloOptions(TypedDict, total=False):
    """The options of `UCT` and `PUCT`."""

    implicit: Annotated[
        float,
        Option(
            0.0,
            "the part of a child's worth that is its minimax value, the rest is its mean reward "
            "(implicit minimax)",
            low=0,
            high=1,
        ),
    ]
    solver: Annotated[
        bool, Option(True, "prove wins, losses and exact values (MCTS-Solver), and end when done")
    ]
    choose: Annotated[
        Literal["robust", "max", "secure"],
        Option(
            "robust",
            "the move to play: visited most, of highest mean reward, or of highest lower "
            "confidence bound",
        ),
    ]
    scale: Annotated[
        int,
        Option(
            0,
            "the value whose reward is 1/2: a value v has the reward v / (|v| + scale); 0: the "
            "game's",
            low=0,
            high=2**28,
        ),
    ]
    hash: HashOption


class MonteCarloSearch(TreeKeeper):
    """The base class of Monte Carlo tree searches, with a tree kept from move to move.

    A *reward* is between -1 and 1, from the side to move. A won game has 1, a drawn one 0. A value
    or a margin v has v / (|v| + scale). The worth of a move is the mean reward of its simulations,
    or a mixture of that with its minimax value (`implicit`).

    With `solver` every node has certain bounds of its value, as in `bfms`. A simulation goes only
    to children that may still be worth more than what is certain, and to one that is known to lose
    only if all do. A node that is known to be won or lost counts as that. This extends MCTS-Solver,
    which proves wins and losses, to draws and margins (score bounded search). The search ends with
    `proved` when the bounds of the root meet. The value is then exact.

    Every move made is a node, also in rollouts. A simulation that the budget cuts short counts for
    nothing. Leaves at the depth limit are not expanded; the search ends if a thousand simulations
    in a row end there. When memory is full, the nodes visited least are pruned.

    A subclass has the rule of selection (`_rate`) and the expansion of a leaf (`_expand`).
    """

    HOLDS_LINES = True

    def __init__(self, evaluator: EvaluatorOrSpec = None, **options: Any) -> None:
        super().__init__(evaluator, **options)
        self.c = self.options["c"]
        self.untried = self.options["untried"]
        self.implicit = self.options["implicit"]
        self.solving = self.options["solver"]
        self.rollouts = self.options.get("rollouts", 0)
        self.plies = self.options.get("plies", 0)
        self.new_game()

    def new_game(self) -> None:
        """Empty the tree, forget the one set aside, and begin the random sequence of `seed`."""
        super().new_game()
        self.state = self.options.get("seed", 0)

    def _new_tree(self) -> VisitTree:
        """Return an empty tree that fits the option `hash`."""
        most = self._most_nodes(node_bytes(self.solving) + _MORE_BYTES)
        return VisitTree(most, self.solving)

    # -- the search --------------------------------------------------------------------------------

    def _search(self, position: Position, limits: Limits, answer: Answer) -> None:
        """Grow the kept tree, or a new one if the position is not in it, and keep it.

        Nothing is grown if the time ends while the tree is rerooted, or if the root's expansion
        does not fit the budget. `scale` is set by the option, or else by the game.
        """
        self.proved = False
        self.scale = float(self.options["scale"] or position.INFO.reward_scale)
        if not self._resume(position, answer) and (
            self.kept is not None or not self._begin_tree(position, answer)
        ):
            return
        self.kept = position.copy(), self.evaluator
        self._grow(position, min(limits.depth or MAX_PLY, MAX_PLY), answer)

    def _begin_tree(self, position: Position, answer: Answer) -> bool:
        """Begin a new tree with a child of the root for each of `answer.moves`.

        :returns: false if the budget has no room for the root's expansion.
        """
        tree: VisitTree = self.tree
        expanded: cython.int
        tree.reset()
        self.moves.drop(0)
        self.moves.extend(answer.moves)
        self._reset_path()
        expanded = self._expand(position, 0, 0)
        if expanded == REWARDED:
            self._back_up(0)
        return bool(expanded != ENDED)

    def _grow(self, position: Position, deepest: cython.int, answer: Answer) -> None:
        """Simulate from a root with children until a limit or a proof ends the search.

        The reason becomes "proved", "depth" or "memory", unless the budget ends. The answer is
        reported now and then, before the tree is pruned, and at the end. The position is at the
        root before; it is not restored.

        :param deepest: the depth at which leaves are not expanded. The search ends when more than
            MOST_REPEATED simulations in a row only repeat such leaves.
        """
        tree: VisitTree = self.tree
        node: cython.int
        depth: cython.int
        done: cython.int
        self.used = self.repeated = 0
        self._reset_path()
        while True:
            if tree.resolved(0):
                if not self.budget.over:  # else draws that depended on the line may remain
                    self.proved = True
                    answer.reason = "proved"
                break
            node = depth = 0
            done = GO_ON
            while done == GO_ON:
                # Step 1, selection: go down to a leaf.
                while tree.first[node] > 0:
                    node = self._select_child(node, depth)
                    depth += 1
                    step_down(self, depth, node)
                    self._visit(node, depth)
                if tree.first[node] == UNTRIED or tree.first[node] == FINISHED:
                    # Step 2, simulation: make a new move, and evaluate it.
                    done = self._try(position, node, depth)
                    break
                if depth >= deepest:
                    done = self._repeat(node)
                    if done == ENDED and not self.budget.over:
                        answer.reason = "depth"
                    break
                # Step 3, expansion.
                if not self._prepare_expansion(position, depth):
                    self._report(answer)  # pruning may lose the tree
                    if not self._prune_to_fit(answer):
                        return
                    node = depth = 0
                    continue
                done = self._expand(position, node, depth)
            if done == ENDED:
                break
            # Step 4, backpropagation.
            self._back_up(depth)
            if self.budget.used >= self.report_at:
                self._plan_report()
                self._report(answer)
        self._report(answer)

    def _visit(self, node: cython.int, depth: cython.int) -> None:
        """Add 1 to the count `explored` for a node that was selected, and trace the visit.

        A child of the root is also reported as the root move that is searched now.

        :param depth: of the node below the root.
        """
        tree: VisitTree = self.tree
        self.counts.explored += 1
        if depth == 1 and self.watcher is not None:
            self._report_root_move(tree.move[node], node - tree.first[0] + 1)
        if self.tracing and tree.first[node] != UNTRIED:
            self._trace_node("visited", depth, self._value(node))

    # -- selection ---------------------------------------------------------------------------------

    def _select_child(self, node: cython.int, depth: cython.int) -> cython.int:
        """Return the child of highest rating to simulate, the first of equal ones.

        With the solver, children that cannot change a value of the line are left out. Moves that
        lose for certain come last. The window, `alpha` and `beta` at the child's depth, has what
        either side is certain of on this line. It is set here. The node's `high` must be more than
        its `low`, and more than `alpha` at its depth.

        :param depth: the depth of the node.
        """
        tree: VisitTree = self.tree
        first: cython.int = tree.first[node]
        visits: cython.int = tree.visits[node]
        mean: cython.double = tree.total[node] / visits if visits > 0 else 0.0
        untried: cython.double = mean + self.untried
        spread: cython.double = self._spread(visits)
        bound: cython.int = 0
        best: cython.int = -1
        child: cython.int
        rating: cython.double
        highest: cython.double = 0.0
        if self.solving:
            bound = max(self.alpha[depth], tree.low[node])
            self.alpha[depth + 1] = -min(self.beta[depth], tree.high[node])
            self.beta[depth + 1] = -bound
        if self.ranking and depth == 0:  # several lines are wanted: try every move
            untried = 10.0
        for child in range(first, first + tree.children[node]):
            if self.solving and -tree.low[child] <= bound:
                continue
            rating = self._rate(child, untried, spread)
            if self.solving and tree.low[child] >= MATE_BOUND:
                rating -= 1000.0
            if best < 0 or rating > highest:
                best, highest = child, rating
        return best

    def _spread(self, visits: cython.int) -> cython.double:
        """Return the part of the exploration term that all children of a node share, for `_rate`.

        A subclass defines it.

        :param visits: the simulations of that node.
        """
        raise NotImplementedError(f"{type(self).__name__} lacks _spread")

    def _rate(
        self, child: cython.int, untried: cython.double, spread: cython.double
    ) -> cython.double:
        """Return the score by which a child is selected, as a subclass defines it.

        It is from the side that moves into the child.

        :param untried: the worth of a child without any simulation (first-play urgency).
        :param spread: the part of the exploration term that all children share (`_spread`).
        """
        raise NotImplementedError(f"{type(self).__name__} lacks _rate")

    def _worth(self, child: cython.int) -> cython.double:
        """Return a visited child's mean reward, mixed with its minimax value (option `implicit`).

        It is from -1 to 1, for the side that moves into the child.
        """
        tree: VisitTree = self.tree
        mean: cython.double = -tree.total[child] / tree.visits[child]
        if self.implicit == 0.0:
            return mean
        return (1.0 - self.implicit) * mean + self.implicit * self._reward_of(-tree.value[child])

    # -- simulation --------------------------------------------------------------------------------

    def _try(self, position: Position, node: cython.int, depth: cython.int) -> cython.int:
        """Simulate an untried node: make the move into it, evaluate it, and set `reward`.

        The node gets its value, its bounds with the solver, and is then LEAF or FINISHED. Without
        the solver the move that ends a game is made again in every simulation. The move is taken
        back.

        :param depth: the depth of the node.
        :returns: ENDED if the budget ends first, else REWARDED.
        """
        tree: VisitTree = self.tree
        value: cython.int
        self._go_to(position, depth - 1)
        if not self._make_move(position, tree.move[node]):
            return ENDED
        if tree.first[node] == FINISHED:
            self.counts.regenerated += 1
        value = position.result()
        if value != ONGOING:
            value = adjust_mate(value, self.root_ply + depth)
            tree.first[node] = FINISHED
        else:
            value = self._evaluate(position, depth)
            if self.budget.over:
                position.pop()
                return ENDED
            tree.first[node] = LEAF
        self._count_leaf(position, value)
        self.counts.max_depth = max(self.counts.max_depth, depth)
        position.pop()
        if tree.first[node] == FINISHED or self.rollouts == 0:
            self.reward = self._reward_of(value)
        tree.value[node] = value
        if self.solving:
            tree.set_bounds(node, self.root_ply + depth)
        return REWARDED

    def _repeat(self, node: cython.int) -> cython.int:
        """Set `reward` for one more simulation of an evaluated leaf at the depth limit.

        It is the leaf's mean reward, or without visits that of its value.

        :returns: REWARDED. ENDED if the time is up, or if more than MOST_REPEATED simulations in a
            row made no move.
        """
        tree: VisitTree = self.tree
        if self.budget.used > self.used:
            self.used, self.repeated = self.budget.used, 0
        self.repeated += 1
        if self.repeated > MOST_REPEATED or not self.budget.in_time():
            return ENDED
        if tree.visits[node] > 0:
            self.reward = tree.total[node] / tree.visits[node]
        else:
            self.reward = self._reward_of(tree.value[node])
        return REWARDED

    def _evaluate(self, position: Position, depth: cython.int) -> cython.int:
        """Return the value of a new node, which the position is at, from its side to move.

        It is the evaluator's. With rollouts `reward` is set to their mean, and the value is that of
        the reward, or with `implicit` the static value. Both are void if `budget.over` is set.

        :param depth: of the node below the root.
        """
        total: cython.double = 0.0
        if self.rollouts == 0:
            return self.evaluator.value(position)
        for _ in range(self.rollouts):
            total += self._roll_out(position, depth)
            if self.budget.over:
                return 0
        self.reward = total / self.rollouts
        if self.implicit > 0.0:
            return self.evaluator.static(position)
        return self._value_of(self.reward)

    def _roll_out(self, position: Position, depth: cython.int) -> cython.double:
        """Play one line of random moves; return its reward for the side to move at its start.

        The line ends with the game. After `plies` moves (0: no limit), or at the depth MAX_PLY, the
        evaluator's static value counts. Every move takes a node. The moves are taken back. The
        result is void if the budget ends. The content of `moves` is lost, and `state` advances.

        :param position: one in which the game is not over.
        :param depth: its distance from the root.
        """
        moves: Moves = self.moves
        most: cython.int = MAX_PLY - depth
        made: cython.int = 0
        made_before: cython.int
        value: cython.int
        draw: cython.ulonglong
        if self.plies > 0:
            most = min(most, self.plies)
        while True:
            value = position.result() if made > 0 else ONGOING
            if value != ONGOING or made >= most or not take(self.budget):
                break
            moves.drop(0)
            position.generate(moves)
            self.state = (self.state + GOLDEN) & M64
            draw = mix(self.state) >> 32
            position.push(moves.move[cython.cast(cython.int, (draw * moves.count) >> 32)])
            made += 1
        if value == ONGOING:
            value = 0 if self.budget.over else self.evaluator.static(position)
        made_before = made
        while made > 0:
            position.pop()
            made -= 1
        return -self._reward_of(value) if made_before & 1 else self._reward_of(value)

    # -- expansion ---------------------------------------------------------------------------------

    def _expand(self, position: Position, node: cython.int, depth: cython.int) -> cython.int:
        """Add an untried child to a leaf for each move in `moves`; it takes no nodes.

        The position is at the leaf, which is counted and traced as expanded.

        :param depth: the depth of the leaf.
        :returns: GO_ON; a subclass may return REWARDED or ENDED.
        """
        tree: VisitTree = self.tree
        moves: Moves = self.moves
        i: cython.int
        child: cython.int
        ply: cython.int = self.root_ply + depth + 1
        tree.reserve(moves.count)
        for i in range(moves.count):
            child = tree.size + i
            tree.move[child] = moves.move[i]
            tree.parent[child] = node
            tree.first[child] = UNTRIED
            tree.value[child] = INFINITY
            tree.visits[child] = 0
            tree.total[child] = 0.0
            if self.solving:  # the move may end the game
                tree.low[child], tree.high[child] = LOSS + ply, WIN - ply
        tree.append_children(node, moves.count)
        tree.best[node] = 0
        self.counts.expanded += 1
        self.counts.peak_stored = max(self.counts.peak_stored, tree.size)
        if self.tracing:
            self.trace.record_position("expanded", position)
        return GO_ON

    # -- backpropagation ---------------------------------------------------------------------------

    def _back_up(self, depth: cython.int) -> None:
        """Add `reward` and a visit to every node of the path down to this depth.

        `reward` is from the side to move at the end of the path; the sign changes from ply to ply.
        With the solver, a node whose value, win or loss is certain gets the reward of that, and so
        do the nodes above it. Values and bounds are backed up while they change.
        """
        tree: VisitTree = self.tree
        reward: cython.double = self.reward
        changed: cython.bint = True
        node: cython.int
        while True:
            node = self.path[depth] if depth > 0 else 0
            if changed and tree.first[node] > 0:
                changed = tree.back_up(node)
            if self.solving:
                if tree.low[node] >= MATE_BOUND:
                    reward = 1.0
                elif tree.high[node] <= -MATE_BOUND:
                    reward = -1.0
                elif tree.resolved(node):
                    reward = self._reward_of(tree.low[node])
            tree.visits[node] += 1
            tree.total[node] += reward
            if self.tracing and tree.first[node] > 0:
                self._trace_node("backed up", depth, self._value(node))
                if changed and tree.resolved(node):
                    self._trace_node("known", depth, self._value(node))
            if depth == 0:
                return
            reward = -reward
            depth -= 1

    def _reward_of(self, value: cython.int) -> cython.double:
        """Return the reward of a value: 1 for a win, -1 for a loss, else v / (|v| + scale)."""
        if value >= MATE_BOUND:
            return 1.0
        if value <= -MATE_BOUND:
            return -1.0
        return value / (abs(value) + self.scale)

    def _value_of(self, reward: cython.double) -> cython.int:
        """Return the value that has this reward, rounded to a whole number.

        It is limited in size to MOST_SCALES times the scale, and is never a win or a loss.
        """
        size: cython.double = abs(reward)
        value: cython.double = MOST_SCALES * self.scale
        if size < 1.0:
            value = min(value, self.scale * size / (1.0 - size))
        value = floor(min(value, MATE_BOUND / 2) + 0.5)
        return cython.cast(cython.int, value if reward > 0 else -value)

    # -- the kept tree -----------------------------------------------------------------------------

    def _evaluate_again(self, position: Position, node: cython.int) -> None:
        """Evaluate a leaf that was a draw by repetition and no longer is; the position is at it.

        Its simulations get the new reward. Values and bounds are backed up, the means above it
        stay. If the budget ends, nothing changes.
        """
        tree: VisitTree = self.tree
        ply: cython.int = position.ply
        value: cython.int = self._evaluate(position, ply - self.root_ply)
        if not self.budget.over:
            if self.rollouts == 0:
                self.reward = self._reward_of(value)
            tree.total[node] = tree.visits[node] * self.reward
        self._replace_value(position, node, value)

    # -- reports -----------------------------------------------------------------------------------

    def _report(self, answer: Answer, root: cython.int = 0) -> None:
        """Improve the answer by the move to play, its line and the values of all moves.

        The move to play comes first, the others by visits. Nothing is reported until a move has a
        value.

        :param root: the node to report: the root, or one that will become it.
        """
        tree: VisitTree = self.tree
        first = tree.first[root]
        children = range(first, first + tree.children[root])
        best = self._choose(root, children)
        if best < 0:
            return  # no move has a value yet
        known = [self._root_move(child) for child in children]
        line = self._line(best)
        answer.improve(
            line[0],
            value=self._root_move(best).value,
            pv=line,
            depth=len(line),
            root=sorted(known, key=lambda one: (one.move != line[0], -(one.visits or 0), one.rank)),
            proved=self.proved,
        )

    def _choose(self, root: int, children: range) -> int:
        """Return the child to play; -1 if none has a value.

        It is the best by the option `choose` among the visited children. With the solver, resolved
        and losing ones are left out. The move that guarantees most is then played instead, if that
        is no less than the worth of the other. With a proof, or if none is left, it is the best by
        value. But if that loses, it is the untried child with the highest prior.

        :param root: the node to report.
        :param children: its children.
        """
        tree: VisitTree = self.tree
        tried = [child for child in children if tree.visits[child] > 0]
        certain = first_best = tree.first[root] + tree.best[root]
        if self.proved or not tried:
            return first_best if tree.value[first_best] != INFINITY else -1
        uncertain = tried
        if self.solving:
            certain = min(children, key=lambda child: tree.high[child])
            uncertain = [c for c in tried if not tree.resolved(c) and tree.low[c] < MATE_BOUND]
            if not uncertain:
                rest = [c for c in children if tree.visits[c] == 0 and tree.low[c] < MATE_BOUND]
                if not rest or tree.low[first_best] < MATE_BOUND:
                    return first_best
                return max(rest, key=lambda child: tree.prior[child])
        best = max(uncertain, key=self._merit)
        if self.solving and self._reward_of(-tree.high[certain]) >= self._worth(best):
            return certain if tree.high[certain] < MATE_BOUND else best
        return best

    def _merit(self, child: int) -> tuple[float, float]:
        """Return the sort key of a visited child by the option `choose`; the best has the largest.

        `robust` compares visits, then worth. `max` compares worth, `secure` worth less
        1 / sqrt(visits), and then visits.
        """
        tree: VisitTree = self.tree
        visits, worth = tree.visits[child], self._worth(child)
        if self.options["choose"] == "robust":
            return visits, worth
        lower = 1 / sqrt(visits) if self.options["choose"] == "secure" else 0.0
        return worth - lower, visits

    def _root_move(self, child: int) -> RootMove:
        """Return the record of a root move for a result.

        It has the move's value for the root's side, its line and visits, and whether the value is
        certain. It has no bounds. An untried move has no value (None) and no line.
        """
        tree: VisitTree = self.tree
        value = None if tree.value[child] == INFINITY else -self._value(child)
        return RootMove(
            tree.move[child],
            value,
            pv=() if value is None else tuple(self._line(child)),
            proved=bool(tree.resolved(child)),
            visits=tree.visits[child],
        )

    def _value(self, node: cython.int) -> cython.int:
        """Return the value of a node that has one, from its side to move.

        A certain value, win or loss comes first. Otherwise it is the value whose reward is the
        node's mean, mixed as in `_worth`, or without visits the minimax value.
        """
        tree: VisitTree = self.tree
        if self.solving:
            if tree.resolved(node) or tree.low[node] >= MATE_BOUND:
                return tree.low[node]
            if tree.high[node] <= -MATE_BOUND:
                return tree.high[node]
        if tree.visits[node] == 0:
            return tree.value[node]
        return -self._value_of(self._worth(node))

    def _line(self, node: cython.int) -> list[int]:
        """Return the moves from a node's move down, by the child visited most.

        Below a resolved node it is the best child instead. The line ends where no child has a
        value.
        """
        tree: VisitTree = self.tree
        line = [tree.move[node]]
        while tree.first[node] > 0:
            first = tree.first[node]
            best = first + tree.best[node]
            if not tree.resolved(node):
                best = max(
                    range(first, first + tree.children[node]),
                    key=lambda child: (tree.visits[child], -tree.value[child]),
                )
            if tree.value[best] == INFINITY:
                break
            node = best
            line.append(tree.move[node])
        return line


class UCTOptions(MonteCarloOptions, total=False):
    """The options of `UCT`."""

    c: Annotated[
        float,
        Option(
            0.0,
            "weight of exploration; 0: 0.25 over an evaluator, 0.7 with rollouts",
            low=0,
            high=1000,
        ),
    ]
    rollouts: Annotated[
        int,
        Option(
            0,
            "random games that evaluate a new node; every move is a node of the budget; 0: the "
            "evaluator does",
            low=0,
            high=2**20,
        ),
    ]
    plies: Annotated[
        int,
        Option(
            0,
            "moves of a rollout, after which the static value counts; 0: to the end of the game",
            low=0,
            high=2**20,
        ),
    ]
    untried: Annotated[
        float,
        Option(
            10.0,
            "reward of an untried move, above its node's mean (first-play urgency); 10: all moves "
            "are tried first",
            low=-10,
            high=10,
        ),
    ]
    seed: Annotated[
        int, Option(1, "number of the random sequence of rollouts", low=0, high=2**63 - 1)
    ]


class UCT(MonteCarloSearch):
    """UCT: simulate the move of highest upper confidence bound (Kocsis and Szepesvari 2006).

    The rating of a child with n of its parent's N simulations is its worth + c sqrt(ln N / n). A
    new child is evaluated by the evaluator, or by the mean reward of random `rollouts`. A node gets
    children at its second simulation. Rewards are between -1 and 1, so `c` is twice that for
    rewards between 0 and 1.
    """

    NAME = "uct"
    OPTIONS = UCTOptions

    def __init__(self, evaluator: EvaluatorOrSpec = None, **options: Unpack[UCTOptions]) -> None:
        super().__init__(evaluator, **options)
        if not self.c:  # results of random games vary more than values
            self.c = 0.7 if self.rollouts else 0.25

    def _spread(self, visits: cython.int) -> cython.double:
        """Return the natural logarithm of a node's simulations; 0 for fewer than two.

        It is rounded, so that all C libraries give the same.
        """
        if visits < 2:
            return 0.0
        return floor(log(visits) * LN_STEPS + 0.5) / LN_STEPS

    def _rate(
        self, child: cython.int, untried: cython.double, spread: cython.double
    ) -> cython.double:
        """Return the upper confidence bound (UCB1) of a child, from the side that moves into it.

        :param untried: the score of a child without any simulation.
        :param spread: the logarithm of the parent's simulations.
        """
        tree: VisitTree = self.tree
        visits: cython.int = tree.visits[child]
        if visits == 0:
            return untried
        return self._worth(child) + self.c * sqrt(spread / visits)


class PUCTOptions(MonteCarloOptions, total=False):
    """The options of `PUCT`."""

    c: Annotated[float, Option(0.5, "weight of exploration", low=0, high=1000)]
    priors: Annotated[
        Literal["order", "values", "none"],
        Option(
            "order",
            "what gives the priors: the scores of move ordering, the values of all children, or "
            "nothing",
        ),
    ]
    temperature: Annotated[
        float,
        Option(
            0.1,
            "difference of rewards that changes a prior by the factor e; 0: all have the same",
            low=0,
            high=1000,
        ),
    ]
    untried: Annotated[
        float,
        Option(
            -0.1,
            "reward of an untried move, above its node's mean, unless it has a value",
            low=-10,
            high=10,
        ),
    ]


class PUCT(MonteCarloSearch):
    """PUCT: simulate the best move by worth and prior (Silver et al. 2017, methods).

    The rating of a child with n of its parent's N simulations is its worth + c P sqrt(N) / (1 + n).
    P is its prior: a softmax, with a `temperature`, over the rewards of

    * `priors=order`: the game's scores for move ordering: the static exchange of captures, and the
      estimates of quiet moves. A new child is evaluated when it is tried.
    * `priors=values`: the values of all children. They are made when a node is expanded, a node of
      the budget each, and the best of them is the reward of the simulation. An untried child has
      the worth of its value.
    * `priors=none`: nothing, so that all are equal.
    """

    NAME = "puct"
    OPTIONS = PUCTOptions

    def __init__(self, evaluator: EvaluatorOrSpec = None, **options: Unpack[PUCTOptions]) -> None:
        super().__init__(evaluator, **options)
        self.by_values = self.options["priors"] == "values"
        self.by_order = self.options["priors"] == "order"
        self.temperature = self.options["temperature"]

    def _spread(self, visits: cython.int) -> cython.double:
        """Return c times the square root of a node's simulations (1 if none), over CERTAIN."""
        return self.c * sqrt(max(visits, 1)) / CERTAIN  # at first the highest prior decides

    def _rate(
        self, child: cython.int, untried: cython.double, spread: cython.double
    ) -> cython.double:
        """Return the PUCT score of a child, from the side that moves into it: worth and prior term.

        :param untried: the worth of a child without visits, unless `priors=values` gave it a value.
        :param spread: that of the parent, by `_spread`.
        """
        tree: VisitTree = self.tree
        visits: cython.int = tree.visits[child]
        worth: cython.double = untried
        if visits > 0:
            worth = self._worth(child)
        elif self.by_values:
            worth = self._reward_of(-tree.value[child])
        return worth + spread * tree.prior[child] / (1 + visits)

    def _expand(self, position: Position, node: cython.int, depth: cython.int) -> cython.int:
        """Add a child with a prior to a leaf for each move in `moves`.

        With `priors=values` the children are also made and evaluated, a node each. Then `reward` is
        that of the best one, for the leaf's side to move.

        :returns: GO_ON, or REWARDED with `priors=values`. ENDED if the budget ends first, and then
            the leaf has not changed.
        """
        tree: VisitTree = self.tree
        moves: Moves = self.moves
        first: cython.int = tree.size
        if self.by_values:
            self._evaluate_children(position, depth + 1, tree.first[node] == PRUNED)
            if self.budget.over:
                return ENDED
        elif self.by_order:
            self._score_moves(position)
        MonteCarloSearch._expand(self, position, node, depth)
        self._set_priors(first)
        if not self.by_values:
            return GO_ON
        i: cython.int
        best: cython.int = moves.score[0]
        for i in range(moves.count):
            best = min(best, moves.score[i])
            tree.value[first + i] = moves.score[i]
            tree.first[first + i] = FINISHED if moves.tag[i] else LEAF
            if self.solving:
                tree.set_bounds(first + i, self.root_ply + depth + 1)
        self.counts.max_depth = max(self.counts.max_depth, depth + 1)
        self.reward = self._reward_of(-best)
        return REWARDED

    def _score_moves(self, position: Position) -> None:
        """Set the scores in `moves` to the game's estimates for move ordering, negated.

        The estimate is the static exchange of a capture, and the score of a quiet move.
        """
        moves: Moves = self.moves
        i: cython.int
        gain: cython.int
        for i in range(moves.count):
            gain = position.see(moves.move[i])
            if gain == QUIET:
                gain = position.quiet_move_score(moves.move[i])
            moves.score[i] = -gain

    def _set_priors(self, first: cython.int) -> None:
        """Set the priors of the children from node `first` on by the scores in `moves`.

        They are a softmax over the rewards of the scores, by `temperature`. Without scores, or at
        temperature 0, all are equal. A score is from the side to move in the child.
        """
        tree: VisitTree = self.tree
        moves: Moves = self.moves
        total: cython.double = 0.0
        best: cython.double = -1.0
        prior: cython.double
        i: cython.int
        if self.temperature == 0.0 or not (self.by_values or self.by_order):
            for i in range(moves.count):
                tree.prior[first + i] = CERTAIN // moves.count
            return
        for i in range(moves.count):
            best = max(best, self._reward_of(-moves.score[i]))
        for i in range(moves.count):
            total += self._weight(i, best)
        for i in range(moves.count):
            prior = floor(CERTAIN * self._weight(i, best) / total + 0.5)
            tree.prior[first + i] = cython.cast(cython.int, prior)

    def _weight(self, index: cython.int, best: cython.double) -> cython.double:
        """Return the weight in the softmax of the move at `index` of `moves`: at most 1.

        :param best: the highest reward of a move, whose weight is 1.
        """
        return exp((self._reward_of(-self.moves.score[index]) - best) / self.temperature)
