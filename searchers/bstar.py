"""B* (Berliner 1979), after Palay's experimental analysis (1980): prove which move is best.

Every node has an optimistic and a pessimistic value. The search ends when the pessimistic value of
the best top-level node is at least the optimistic value of every other: that move is then best,
however wide the intervals still are.
"""

from __future__ import annotations

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
from searchers.interval_tree import IntervalTree
from searchers.limits import Limits
from searchers.quantiles import Quantiles
from searchers.result import Answer, RootMove
from searchers.searcher import Searcher

if not cython.compiled:
    from evaluators.budget import take
    from games.scores import HEURISTIC, LONGEST_LINE, ONGOING, at_ply

__all__ = ["CHOICES", "BStar", "likelihood"]

CHOICES = ("likeliest", "pessimistic", "optimistic", "midpoint")
"""The rules that choose the move of a search stopped before separation."""
_SAMPLES = 32
"""Values of each interval that `likelihood` tries."""


class BStar(Searcher):
    """B* with named selection rules; `select` names a pair, `top` and `lower` replace one of it.

    A depth limit s ends the search when it first chooses a node at depth s to expand. A search
    that ends before separation takes a move by `choose`, and its result is not proved.

    With `widen` the search starts again after separation, all intervals of unfinished games
    widened by that much more each time, until its choice stays the same (Maven's remedy for
    intervals that miss the true value). With `dag` a position has one node, however it is reached.
    """

    NAME = "bstar"
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
        Option(
            "doubt",
            0.0,
            "pb: stop when another move is better by so many percent, at most",
            low=0,
            high=100,
        ),
        Option("choose", "likeliest", "the move of a search stopped early", choices=CHOICES),
        Option("widen", 0, "widen intervals by this much and repeat; 0: no", low=0, high=2**28),
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
        self.tree = IntervalTree(keyed=self.dag)
        if "pb" in (self.top_name, self.lower_name):
            product = self.options["backup"] == "product"
            self.tree.also = Quantiles(self.tree, product, self.options["lean"])

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
        while True:
            before = answer.move if self.widening else None
            self.separated = False
            if not self._expand_root(position, answer):
                return
            self._prove(position, limits, answer)
            if not (self.separated or before is None):
                answer.proved = False  # the answer before stands, but was not confirmed
                return
            self._tell(answer)
            if not self.separated or not self.options["widen"]:
                return
            answer.reason = "proved"
            if answer.move == before:
                return
            self.widening += self.options["widen"]
            answer.reason = ""

    def _expand_root(self, position: Position, answer: Answer) -> bool:
        """Begin a new tree; false if the budget has no room for the root's sons."""
        self.adversary = not position.one_player
        self.tree.clear(self.adversary, TOP[self.top_name].DEEP)
        self.moves.drop(0)
        for move in answer.moves:
            self.moves.append(move)
        return bool(self._expand(position, 0, 0))

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
            highest = tree.highest_pessimistic(0)
            if top.AIMS:
                self.point = top.point
            self._aim(chosen == best, below, highest, goal, fixed or top.AIMS)
            if not self._lower_level(position, chosen, deepest):
                if not self.budget.over:
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

        :returns: false if the search ends on the way: by its budget, or at the depth limit.
        """
        tree: IntervalTree = self.tree
        depth: cython.int = 0
        node: cython.int = 0
        place: cython.int = edge - tree.first[0]
        ended: cython.bint = False
        top_changed: cython.bint = False
        while not top_changed:
            # explore the son at the end of the edge
            self.counts.explored += 1
            position.push(tree.move[edge])
            node = tree.son[edge]
            depth += 1
            self.path[depth] = node
            # If current node has not been expanded THEN expand tree from current node
            if tree.sons[node] == 0:
                if depth >= deepest:
                    ended = True
                    break
                self.moves.drop(0)
                position.generate(self.moves)
                if not self._expand(position, node, depth):
                    ended = True
                    break
                tree.effort[place] += 1
                top_changed = tree.back_up(node)
                # Return to the parent WHILE the bounds of the current node have changed.
                while not top_changed and tree.changed[self.path[depth]] == tree.time:
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

    def _expand(self, position: Position, node: cython.int, depth: cython.int) -> cython.int:
        """Give a leaf its sons, the moves now listed; 0 if they do not all fit the budget, and
        then the node stays a leaf."""
        tree: IntervalTree = self.tree
        moves: Moves = self.moves
        budget: Budget = self.budget
        evaluator: Evaluator = self.evaluator
        first: cython.int = tree.edges
        before: cython.int = tree.size
        dag: cython.bint = self.dag
        adversary: cython.bint = self.adversary
        widening: cython.int = self.widening
        son: cython.int
        low: cython.int
        high: cython.int
        real: cython.int
        i: cython.int
        for i in range(moves.count):
            position.push(moves.move[i])
            son = tree.find(position.key()) if dag else -1
            if son < 0:
                if not take(budget):
                    break
                low = high = real = position.result()
                if low == ONGOING:
                    evaluator.look(position)
                    low, high = evaluator.low - widening, evaluator.high + widening
                    real = evaluator.real
                if adversary:
                    low, high, real = -high, -low, -real
                son = tree.add(high, low, depth + 1)
                tree.real[son] = real
                if dag:
                    tree.enter(son, position.key())
            tree.link(node, moves.move[i], son)
            position.pop()
            if budget.over:
                break
        if budget.over:
            return 0
        tree.open(node, first)
        self.counts.generated += tree.size - before
        self.counts.evaluated += tree.size - before
        self.counts.steps += moves.count - (tree.size - before)
        self.counts.expanded += 1
        if depth + 1 > self.counts.max_depth:
            self.counts.max_depth = depth + 1
        if tree.size > self.counts.peak_stored:
            self.counts.peak_stored = tree.size
        return 1

    # -- telling -----------------------------------------------------------------------------

    def _tell(self, answer: Answer) -> None:
        """Report the move, its line, and the bounds of all root moves."""
        tree = self.tree
        sons = tree.edges_of(0)
        known = {move: self._seen(tree.bounds(son)) for move, son in sons}
        if self.separated:
            move = tree.move_of(tree.best(0))
        else:
            move = self._choose(known)
        order = sorted(known, key=lambda other: (other != move, -known[other][1]))
        root = [RootMove(other, _exact(*known[other]), known[other]) for other in order]
        line = [move]
        node = dict(sons)[move]
        while tree.edges_of(node):
            edge = tree.best(node)
            line.append(tree.move_of(edge))
            node = tree.son_of(edge)
        bounds = (max(low for low, _ in known.values()), max(high for _, high in known.values()))
        answer.improve(
            move,
            value=_realistic(*bounds),
            bounds=bounds,
            pv=line,
            depth=len(line),
            proved=self.separated,
            root=root,
        )

    def _seen(self, bounds: tuple[int, int]) -> tuple[int, int]:
        """Bounds of a top-level node, with distances from the start of the game."""
        low, high = bounds
        return at_ply(low, self.root_ply + 1), at_ply(high, self.root_ply + 1)

    def _choose(self, known: dict[int, tuple[int, int]]) -> int:
        """The move of a search that ends before separation; ties: the other bound, then first."""
        rule = self.options["choose"]
        if rule == "likeliest":
            pairs = list(known.values())
            likely = likelihood(pairs) if self.tree.also is None else likeliest(self.tree)
            return max(zip(likely, pairs, known, strict=True), key=_by_likelihood)[2]
        if rule == "midpoint":
            return max(known, key=lambda move: sum(known[move]))
        order = 1 if rule == "pessimistic" else -1
        return max(known, key=lambda move: known[move][::order])


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


def _by_likelihood(entry: tuple[float, tuple[int, int], int]) -> tuple[float, int]:
    return entry[0], sum(entry[1])


def _exact(low: int, high: int) -> int | None:
    return low if low == high else None


def _realistic(low: int, high: int) -> int:
    """The middle of an interval, short of a win or loss that is not certain in length."""
    if low == high:
        return low
    return min(max(low + (high - low) // 2, 1 - HEURISTIC), HEURISTIC - 1)


def _named(option: str, name: str, rules: dict[str, Any]) -> str:
    if name not in rules:
        raise SpecError(f"bstar: {unknown(option, name, rules)}")
    return name
