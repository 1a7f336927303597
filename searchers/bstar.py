"""B* (Berliner 1979), after Palay's experimental analysis (1980): prove which move is best.

Every node has an optimistic and a pessimistic value. The search ends when the pessimistic value of
the best top-level node is at least the optimistic value of every other: that move is then best,
however wide the intervals still are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import cython

from evaluators import default_for
from evaluators.budget import Budget
from evaluators.evaluator import Evaluator
from games.errors import EvaluationError, SpecError, unknown
from games.parts import Option, name_of
from games.position import Moves, Position
from searchers.bstar_pb import likeliest
from searchers.bstar_rules import ALIASES, LOWER, TOP, TopRule
from searchers.columns import column, lengthen
from searchers.interval_tree import MOST_NODES, IntervalTree, node_bytes
from searchers.limits import Limits
from searchers.quantiles import NODE_BYTES, Quantiles
from searchers.result import Answer, Race, RootMove
from searchers.searcher import Searcher, moves_between

if not cython.compiled:
    from evaluators.budget import take
    from games.scores import DRAW, HEURISTIC, LONGEST_LINE, ONGOING, at_ply
    from searchers.interval_tree import _BETWEEN_POLLS, FORGOTTEN

__all__ = ["CHOICES", "BStar", "likelihood"]

CHOICES = ("realistic", "likeliest", "pessimistic", "optimistic", "midpoint")
"""The rules that choose the move of a search stopped before separation."""
_SAMPLES = 32
"""Values of each interval that `likelihood` tries."""
_STRATEGIES = ("", "PROVEBEST", "DISPROVEREST")


class BStar(Searcher):
    """B* with named selection rules; `select` names a pair, `top` and `lower` replace one of it.

    A depth limit s ends the search when it first chooses a node at depth s to expand. A search
    that ends before separation takes a move by `choose`, and its result is not proved. The value of
    a result is the realistic value of its move, within the root's bounds, but short of a win or a
    loss whose length is not certain.

    The tree is kept from move to move. When the store is full, its less promising half is
    forgotten: nodes become leaves that keep their bounds, and are expanded again if they are chosen
    again. A stop in the middle of that may lose the tree, never the answer.

    With `select=pb` nodes carry distributions (see `Quantiles`), and a search may end `confident`
    that its move is best, which proves nothing.

    With `widen` the search starts again after separation, all intervals of unfinished games
    widened by that much more each time, until its choice stays the same (Maven's remedy for
    intervals that miss the true value); no tree is kept then. With `dag` a position has one node,
    however it is reached.
    """

    NAME = "bstar"
    HOLDS_LINES = True
    ONE_PLAYER = True
    OPTIONS = (
        Option("select", "al", "pair of rules (Palay, section 5)", choices=tuple(ALIASES)),
        Option("top", "", f"top-level rule instead: {'|'.join(TOP)}"),
        Option("lower", "", f"lower-level rule instead: {'|'.join(LOWER)}"),
        Option(
            "goal",
            "midpoint",
            "what the opponent's sons, or the player's under DISPROVEREST, are to reach: Lambda, "
            "Gamma or their midpoint, in (4.2) to (4.4)",
            choices=("midpoint", "lambda", "gamma"),
        ),
        Option(
            "separation",
            "dynamic",
            "fixed: aim at a point set in advance, the study of section 3.3 that failed",
            choices=("dynamic", "fixed"),
        ),
        Option(
            "depths",
            "relevant",
            "alternatives whose depths top=depth adds up; all: the top level has depth 0",
            choices=("relevant", "all"),
        ),
        Option(
            "backup",
            "maximum",
            "pb: sons' values are fully dependent (maximum) or independent (product)",
            choices=("maximum", "product"),
        ),
        Option("lean", 0, "pb: how far a leaf leans to its mover, in percent", low=0, high=100),
        Option("doubt", 0.0, "pb: a chance of error, in percent, to stop at", low=0, high=100),
        Option("choose", "realistic", "the move of a search stopped early", choices=CHOICES),
        Option("widen", 0, "widen intervals by this much and repeat; 0: no", low=0, high=2**28),
        Option("hash", 0, "megabytes the tree may take; 0 is no limit", low=0, high=2**16),
        Option("dag", False, "one node for a position that several lines reach"),
    )

    def __init__(self, evaluator: Any = None, **options: Any) -> None:
        super().__init__(evaluator, **options)
        top, lower = ALIASES[self.options["select"]]
        self.top_name = _named("top", self.options["top"] or top, TOP)
        self.lower_name = _named("lower", self.options["lower"] or lower, LOWER)
        self.dag = self.options["dag"]
        self.moves = Moves()
        self._path = column()
        lengthen((self._path,), LONGEST_LINE + 2)
        if cython.compiled:
            self.path = self._path.data.as_ints
        else:
            self.path = self._path
        thinks = "pb" in (self.top_name, self.lower_name)
        cost = node_bytes(self.dag) + (NODE_BYTES if thinks else 0)
        most = min(self.options["hash"] * 2**20 // cost, MOST_NODES)
        self.tree = IntervalTree(keyed=self.dag, most=most)
        if thinks:
            product = self.options["backup"] == "product"
            self.tree.also = Quantiles(self.tree, product, self.options["lean"])
        self.separated = False
        self.new_game()

    def new_game(self) -> None:
        self.kept: Any = None

    def default_evaluator(self, position: Position) -> str:
        return default_for(position, intervals=True)

    def _choose_evaluator(self, position: Position) -> None:
        super()._choose_evaluator(position)
        if not self.evaluator.gives_intervals():
            self.evaluator.interval(position)  # raises the error that names those that do
        if self.dag and not (position.KEYED and position.ACYCLIC):
            raise EvaluationError(
                f"{self.spec}: {name_of(type(position))} positions can come up again, or have no "
                "key; use dag=false"
            )

    def _search(self, position: Position, limits: Limits, answer: Answer) -> None:
        self.widening = 0
        if not (self._resume(position, answer.moves) or self._expand_root(position, answer)):
            return
        self._prove(position, limits, answer)
        if self.tree.edges == 0:  # lost while a part of it was forgotten
            return
        if self.options["widen"] == 0:  # else its intervals will not do for the next
            self.kept = position, self.evaluator
        self._tell(answer)
        while self.separated and self.options["widen"]:
            before = answer.move
            self.widening += self.options["widen"]
            self.separated = False
            answer.reason = ""
            if self._expand_root(position, answer):
                self._prove(position, limits, answer)
            if not self.separated:
                answer.proved = False  # the answer before stands, but was not confirmed
                return
            self._tell(answer)
            answer.reason = "proved"
            if answer.move == before:
                return

    def _expand_root(self, position: Position, answer: Answer) -> bool:
        """Begin a new tree; false if the budget has no room for the root's sons."""
        self.adversary = not position.one_player
        if self.tracing and self.widening > 0:
            self.trace.tell("restarted", (), widening=self.widening)
        self.tree.clear(self.adversary, TOP[self.top_name].DEEP)
        self.moves.drop(0)
        for move in answer.moves:
            self.moves.append(move)
        return bool(self._expand(position, 0, 0))

    # -- from move to move -------------------------------------------------------------------

    def _resume(self, position: Position, moves: list[int]) -> bool:
        """Find the position in the tree kept from the search before; false if it is not there."""
        kept, self.kept = self.kept, None
        line = None
        if kept is not None and kept[1] is self.evaluator:
            line = moves_between(kept[0], position)
        if line is None or self.tree.edges == 0 or (self.dag and self.tree.slot_room == 0):
            return False  # nothing held, or what was held was lost to a stop
        node = 0
        for move in line:
            node = dict(self.tree.edges_of(node)).get(move, -1)
            if node < 0:
                return False
            self.counts.steps += 1
        if [move for move, _ in self.tree.edges_of(node)] != moves:
            return False
        if line:
            self.tree.retain(node, len(line), MOST_NODES, self.budget, False)
        self.counts.peak_stored = self.tree.size
        if self.tracing:
            self.trace.tell("resumed", (), nodes=self.tree.size)
        if position.PATH_DEPENDENT:
            self._ask_draws(position)
        return True

    def _ask_draws(self, position: Position) -> None:
        """Open the draws that were draws below an earlier root only: a first repetition of a
        position that has become part of the game is none. Each is a node made again.

        What was forgotten below a node is not asked: its bounds stay.
        """
        tree: IntervalTree = self.tree
        moves: Moves = self.moves
        node: cython.int
        i: cython.int
        for node in range(1, tree.size):
            if node & _BETWEEN_POLLS - 1 == 0 and not self.budget.poll():
                return
            if (
                tree.optimistic[node] != DRAW
                or tree.pessimistic[node] != DRAW
                or tree.sons[node] > 0
            ):
                continue
            moves.drop(0)
            i = node
            while i != 0:
                moves.append(tree.move[tree.into[i]])
                i = tree.source[tree.into[i]]
            for i in range(moves.count - 1, -1, -1):
                position.push(moves.move[i])
            if position.result() == ONGOING and take(self.budget):
                self.counts.generated += 1
                self.counts.regenerated += 1
                if self.tracing:
                    self.trace.note("generated", position)
                self.evaluator.look(position)
                if not self.budget.over:
                    self.counts.evaluated += 1
                    self._set(node, self.evaluator.low, self.evaluator.high, self.evaluator.real)
                    tree.back_up(tree.source[tree.into[node]])
                    if self.tracing:
                        self._tell_bounds("evaluated", position, node, 0)
                        self._tell_above(position, node)
            for _ in range(moves.count):
                position.pop()
            if self.budget.over:
                return

    def _set(
        self, node: cython.int, low: cython.int, high: cython.int, real: cython.int
    ) -> cython.int:
        """Give a leaf its values, which come from the side to move at it."""
        tree: IntervalTree = self.tree
        if self.adversary:
            low, high, real = -high, -low, -real
        tree.optimistic[node], tree.pessimistic[node], tree.real[node] = high, low, real
        return 0

    # -- BSTAR!TOP!LEVEL (figure 2-8) --------------------------------------------------------

    def _prove(self, position: Position, limits: Limits, answer: Answer) -> None:
        """Explore top-level nodes until one is separated from the others, or the search ends."""
        tree: IntervalTree = self.tree
        top: TopRule = TOP[self.top_name](self.options["depths"] == "all")
        top.doubt = self.options["doubt"] / 100
        self.lower = LOWER[self.lower_name]()
        deepest: cython.int = min(limits.depth or LONGEST_LINE, LONGEST_LINE)
        fixed: cython.bint = self.options["separation"] == "fixed"
        goal: cython.int = ("midpoint", "lambda", "gamma").index(self.options["goal"])
        reported: cython.longlong = self.budget.used + 1000
        self.separated = self.full = False
        self.strategy = 0
        best: cython.int
        second: cython.int
        chosen: cython.int
        highest: cython.int
        below: cython.int
        if len(answer.moves) == 1:  # nothing to separate it from
            self.separated = True
            answer.reason = "proved"
            return
        if fixed:
            best = tree.best(0)
            below = tree.optimistic[tree.son[tree.second(0, best)]]
            self.point = (below + tree.highest_pessimistic(0)) / 2.0
            top.fix(self.point)
        while True:
            best = tree.best(0)
            second = tree.second(0, best)
            # WHILE pessimistic value of best node < highest optimistic value of alternative nodes
            below = tree.optimistic[tree.son[second]]
            if tree.pessimistic[tree.son[best]] >= below:
                self.separated = True
                answer.reason = "proved"
                return
            # select search strategy; current node := next node to explore
            chosen = top.choose(tree, best, second)
            if chosen < 0:
                answer.reason = "confident"
                return
            self.strategy = 1 if chosen == best else 2
            if self.tracing:
                self._tell_strategy(best, second)
            highest = tree.highest_pessimistic(0)
            if top.AIMS:
                self.point = top.point
            self._aim(chosen == best, below, highest, goal, fixed or top.AIMS)
            if not self._lower_level(position, chosen, deepest):
                if self.full and self._forget(answer):
                    continue
                if not (self.budget.over or self.full):
                    answer.reason = "depth"
                return
            if self.budget.used >= reported and answer.listening and self.widening == 0:
                reported = self.budget.used + max(1000, self.budget.used // 8)
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
        Gamma the highest pessimistic value of them all.
        """
        far: cython.double
        if fixed:
            self.player_target = self.point
            self.opponent_target = -self.point
            return 0
        if goal == 0:
            far = (lambda_ + gamma) / 2.0
        else:
            far = lambda_ if goal == 1 else gamma
        if proving:
            self.player_target = lambda_
            self.opponent_target = -far
        else:
            self.player_target = far
            self.opponent_target = -gamma
        return 0

    # -- BSTAR!LOWER!LEVEL (figure 2-8), its recursion a path --------------------------------

    def _lower_level(
        self, position: Position, edge: cython.int, deepest: cython.int
    ) -> cython.bint:
        """Explore below a top-level node until bounds at the top level change.

        :returns: false if it ends on the way: by the budget, at the depth limit, or because the
            store is `full`.
        """
        tree: IntervalTree = self.tree
        depth: cython.int = 0
        node: cython.int = 0
        place: cython.int = edge - tree.first[0]
        ended: cython.bint = False
        top_changed: cython.bint = False
        tracing: cython.bint = self.tracing
        dag: cython.bint = self.dag
        while not top_changed:
            # explore the son at the end of the edge
            self.counts.explored += 1
            position.push(tree.move[edge])
            node = tree.son[edge]
            depth += 1
            self.path[depth] = node
            if tracing:
                self._tell_bounds("visited", position, node, 0)
            # If current node has not been expanded THEN expand tree from current node
            if tree.sons[node] == 0:
                if depth >= deepest:
                    ended = True
                    break
                self.moves.drop(0)
                position.generate(self.moves)
                self.full = tree.is_full(self.moves.count)
                if self.full or not self._expand(position, node, depth):
                    ended = True
                    break
                tree.effort[place] += 1
                top_changed = tree.back_up(node)
                if tracing:
                    self._tell_backed_up(position, depth)
                # Return to the parent WHILE the bounds of the current node have changed.
                while not top_changed and (
                    tree.changed[self.path[depth]] == tree.time
                    or (dag and self._changed_above(depth))
                ):
                    depth -= 1
                    position.pop()
                node = self.path[depth]
            # next node := next node to explore from descendants of current node
            if not top_changed:
                edge = self.lower.choose(
                    tree,
                    node,
                    self.player_target
                    if not (self.adversary and depth & 1)
                    else self.opponent_target,
                )
        while depth > 0:
            position.pop()
            depth -= 1
        return not ended

    def _changed_above(self, depth: cython.int) -> cython.bint:
        """Whether a node of the path above that depth has changed, as in a graph it may, past the
        one between, by another way."""
        place: cython.int
        for place in range(1, depth):
            if self.tree.changed[self.path[place]] == self.tree.time:
                return True
        return False

    def _forget(self, answer: Answer) -> bool:
        """Halve a full store; false if the search is to end, as it is over or the store too small
        for this game."""
        tree: IntervalTree = self.tree
        before: cython.int = tree.size
        tree.back_up_real()
        if self.widening == 0:
            self._tell(answer)  # what follows may cost the tree
        if not tree.retain(0, 0, tree.most // 2, self.budget, True):
            return False
        self.counts.forgotten += before - tree.size
        if self.tracing:
            self.trace.tell("forgotten", (), nodes=before - tree.size)
        self.full = tree.is_full(self.moves.count)
        if self.full:
            answer.reason = "memory"
        return not self.full

    def _expand(self, position: Position, node: cython.int, depth: cython.int) -> cython.int:
        """Give a leaf its sons, the moves now listed; 0 if they do not all fit the budget, and
        then the node stays a leaf."""
        tree: IntervalTree = self.tree
        moves: Moves = self.moves
        first: cython.int = tree.edges
        before: cython.int = tree.size
        again: cython.bint = tree.first[node] == FORGOTTEN
        whole: cython.bint
        if self.dag:
            whole = self._meet_sons(position, node, depth)
        else:
            whole = self._add_sons(position, node, depth)
        if not whole:
            tree.cut(before, first)
            return 0
        tree.open(node, first)
        if self.tracing:
            self._tell_sons(position, node, before)
        self.counts.generated += tree.size - before
        self.counts.regenerated += (tree.size - before) * again
        self.counts.evaluated += tree.size - before
        self.counts.steps += moves.count - (tree.size - before)
        self.counts.expanded += 1
        if depth + 1 > self.counts.max_depth:
            self.counts.max_depth = depth + 1
        if tree.size > self.counts.peak_stored:
            self.counts.peak_stored = tree.size
        return 1

    def _add_sons(self, position: Position, node: cython.int, depth: cython.int) -> cython.bint:
        """Add a son for every listed move; false if they do not all fit the budget."""
        tree: IntervalTree = self.tree
        moves: Moves = self.moves
        adversary: cython.bint = self.adversary
        low: cython.int
        high: cython.int
        real: cython.int
        i: cython.int
        if not self.evaluator.look_at_sons(position, moves, 0):
            return False
        for i in range(moves.count):
            low, high, real = moves.low[i], moves.high[i], moves.score[i]
            if not moves.tag[i]:
                low, high = low - self.widening, high + self.widening
            if adversary:
                low, high, real = -high, -low, -real
            tree.real[tree.add_son(node, moves.move[i], high, low, depth + 1)] = real
        return True

    def _meet_sons(self, position: Position, node: cython.int, depth: cython.int) -> cython.bint:
        """`_add_sons` in a graph, where a son may be known."""
        tree: IntervalTree = self.tree
        moves: Moves = self.moves
        budget: Budget = self.budget
        evaluator: Evaluator = self.evaluator
        son: cython.int
        low: cython.int
        high: cython.int
        real: cython.int
        i: cython.int
        for i in range(moves.count):
            position.push(moves.move[i])
            son = tree.find(position.key())
            if son >= 0:
                tree.link(node, moves.move[i], son)
            elif take(budget):
                low = high = real = position.result()
                if low == ONGOING:
                    evaluator.look(position)
                    low, high = evaluator.low - self.widening, evaluator.high + self.widening
                    real = evaluator.real
                if self.adversary:
                    low, high, real = -high, -low, -real
                son = tree.add_son(node, moves.move[i], high, low, depth + 1)
                tree.real[son] = real
                tree.enter(son, position.key(), budget)
            position.pop()
            if budget.over:
                return False
        return True

    # -- tracing -----------------------------------------------------------------------------

    def _tell_bounds(
        self, event: str, position: Position, node: cython.int, plies: cython.int
    ) -> cython.int:
        """Trace a node so many plies above a position, with its bounds."""
        trace = self.trace
        line = trace.below(position)
        line = line[: len(line) - plies]
        trace.tell(event, line, bounds=self._traced(node, line))
        return 0

    def _tell_sons(self, position: Position, node: cython.int, before: cython.int) -> cython.int:
        """Trace the expansion of a node, where the position stands.

        :param before: how many nodes there were; a son of an earlier number was known.
        """
        trace = self.trace
        line = trace.below(position)
        for move, son in self.tree.edges_of(node):
            below = (*line, move)
            if son >= before:
                trace.tell("generated", below)
            event = "evaluated" if son >= before else "known"
            trace.tell(event, below, bounds=self._traced(son, below))
        trace.tell("expanded", line)
        return 0

    def _tell_backed_up(self, position: Position, depth: cython.int) -> cython.int:
        """Trace the nodes of the path up from a depth, where the position stands, as far as their
        bounds have changed."""
        plies: cython.int = 0
        while depth > 0 and self.tree.changed[self.path[depth]] == self.tree.time:
            self._tell_bounds("backed up", position, self.path[depth], plies)
            depth -= 1
            plies += 1
        return 0

    def _tell_above(self, position: Position, node: cython.int) -> cython.int:
        """Trace the nodes of a tree above one, where the position stands, as far as their bounds
        have changed."""
        plies: cython.int = 1
        node = self.tree.source[self.tree.into[node]]
        while node != 0 and self.tree.changed[node] == self.tree.time:
            self._tell_bounds("backed up", position, node, plies)
            node = self.tree.source[self.tree.into[node]]
            plies += 1
        return 0

    def _tell_strategy(self, best: cython.int, second: cython.int) -> cython.int:
        """Trace the choice between the two strategies at the root."""
        trace = self.trace
        numbers = [trace.number((self.tree.move_of(edge),)) for edge in (best, second)]
        strategy = _STRATEGIES[self.strategy]
        trace.tell("aimed", (), strategy=strategy, best=numbers[0], second=numbers[1])
        return 0

    def _traced(self, node: int, line: Sequence[int]) -> list[int | None]:
        """A node's bounds as a trace has them."""
        ply = self.root_ply + len(line)
        low, high = (at_ply(bound, ply) for bound in self.tree.bounds(node))
        both = (-high, -low) if self.adversary else (low, high)
        traced: list[int | None] = self.trace.interval(*both, line)
        return traced

    # -- telling -----------------------------------------------------------------------------

    def _tell(self, answer: Answer) -> None:
        """Report the move, its line, what is known of all root moves, and their race."""
        tree = self.tree
        tree.back_up_real()
        sons = dict(tree.edges_of(0))
        known = {move: self._seen(son) for move, son in sons.items()}
        if self.separated:
            move = tree.move_of(tree.best(0))
        else:
            move = self._choose(known, answer.reason == "confident")
        order = sorted(known, key=lambda other: (other != move, -_estimate(*known[other])))
        root = {
            other: _root_move(other, known[other], self._line(other, sons[other]))
            for other in order
        }
        low, high = max(one[0] for one in known.values()), max(one[1] for one in known.values())
        answer.improve(
            move,
            value=_estimate(low, high, known[move][2]),
            bounds=(low, high),
            pv=root[move].pv,
            depth=len(root[move].pv),
            proved=self.separated,
            root=list(root.values()),
            race=self._race(known, root),
        )

    def _line(self, move: int, node: cython.int) -> list[int]:
        """A move, and the best line below the node it leads to."""
        tree: IntervalTree = self.tree
        edge: cython.int
        line = [move]
        while tree.sons[node] > 0:
            edge = tree.best(node)
            line.append(tree.move[edge])
            node = tree.son[edge]
        return line

    def _race(
        self, known: dict[int, tuple[int, int, int]], root: dict[int, RootMove]
    ) -> Race | None:
        """How far the best top-level node is from being separated; None if it is alone."""
        if len(root) == 1:
            return None
        best = self.tree.best(0)
        first = self.tree.move_of(best)
        second = self.tree.move_of(self.tree.second(0, best))
        separation = known[first][0] - known[second][1]
        return Race(root[first], root[second], _STRATEGIES[self.strategy], separation)

    def _seen(self, node: int) -> tuple[int, int, int]:
        """A top-level node's (pessimistic, optimistic, realistic) value, with distances from the
        start of the game."""
        ply = self.root_ply + 1
        low, high = self.tree.bounds(node)
        return at_ply(low, ply), at_ply(high, ply), at_ply(self.tree.realistic(node), ply)

    def _choose(self, known: dict[int, tuple[int, int, int]], confident: bool) -> int:
        """The move of a search that ends before separation; ties: by what `_LIKINGS` says, then
        the first."""
        rule = "likeliest" if confident else self.options["choose"]
        if rule == "likeliest":
            if self.tree.also is None:
                likely = likelihood([(low, high) for low, high, _ in known.values()])
            else:
                likely = likeliest(self.tree)
            chances = dict(zip(known, likely, strict=True))
            return max(known, key=lambda move: (chances[move], sum(known[move][:2])))
        return max(known, key=lambda move: _LIKINGS[rule](*known[move]))


_LIKINGS: dict[str, Callable[[int, int, int], Any]] = {
    "realistic": lambda low, high, real: (real, low + high),
    "pessimistic": lambda low, high, real: (low, high),
    "optimistic": lambda low, high, real: (high, low),
    "midpoint": lambda low, high, real: low + high,
}
"""What the simple rules of `choose` compare."""


def likelihood(intervals: list[tuple[int, int]]) -> list[float]:
    """For each interval, the chance that its true value is highest, were all uniform.

    The chance that all others lie below, averaged over values spread evenly in the interval.
    """
    chances = []
    for place, (low, high) in enumerate(intervals):
        others = intervals[:place] + intervals[place + 1 :]
        total = 0.0
        for sample in range(_SAMPLES):
            value = low + (high - low) * (sample + 0.5) / _SAMPLES
            product = 1.0
            for other in others:
                product *= _chance_below(other, value)
            total += product
        chances.append(total / _SAMPLES)
    return chances


def _chance_below(interval: tuple[int, int], value: float) -> float:
    low, high = interval
    if low == high:
        return 0.5 if value == low else float(value > low)
    return min(1.0, max(0.0, (value - low) / (high - low)))


def _root_move(move: int, known: tuple[int, int, int], line: Sequence[int]) -> RootMove:
    low, high, real = known
    return RootMove(move, _estimate(low, high, real), (low, high), tuple(line))


def _estimate(low: int, high: int, real: int) -> int:
    """A realistic value within bounds, short of a win or loss that is not certain in length."""
    if low == high:
        return low
    return min(max(low, min(real, high), 1 - HEURISTIC), HEURISTIC - 1)


def _named(option: str, name: str, rules: dict[str, Any]) -> str:
    if name not in rules:
        raise SpecError(f"bstar: {unknown(option, name, rules)}")
    return name
