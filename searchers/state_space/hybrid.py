"""Hybrids of two searchers (Srimani 1985, section 3.7, after Campbell 1981).

The top searches the first plies. The bottom searches below the leaves of the top, within the bounds
of each leaf. Alpha-beta over SSS* is ABS, SSS* over alpha-beta SAB, SSS* over SSS* staged SSS*.
Only one search of the bottom is in memory at a time.
"""

from __future__ import annotations

from typing import Annotated, TypedDict, Unpack

from evaluators.core.evaluator import Evaluator, EvaluatorOrSpec
from games.core.position import Position
from games.core.scores import INFINITY, MAX_PLY
from games.errors import SpecError
from games.parts.part import Option
from searchers.core.deepening import DeepenOption, depths
from searchers.core.limits import Limits
from searchers.core.result import Answer
from searchers.core.searcher import Searcher, SearcherOrSpec
from searchers.state_space.ps import HashOption, OrderOption


class HybridOptions(TypedDict, total=False):
    """The options of `Hybrid`."""

    top: Annotated[
        SearcherOrSpec, Option("alphabeta", "the searcher of the first plies", kind="searcher")
    ]
    bottom: Annotated[SearcherOrSpec, Option("sss", "the searcher below", kind="searcher")]
    plies: Annotated[int, Option(2, "how many plies the top has", low=1, high=MAX_PLY)]
    deepen: DeepenOption
    order: OrderOption
    hash: HashOption


class Hybrid(Searcher):
    """One searcher for the first plies, another one below them.

    Both may be any that search an inner node within bounds: alphabeta, minimax, sss, dual, ps.
    """

    NAME = "hybrid"
    OPTIONS = HybridOptions

    def __init__(self, evaluator: EvaluatorOrSpec = None, **options: Unpack[HybridOptions]) -> None:
        """Store the options, and make the searchers that `top` and `bottom` name.

        :raises SpecError: if one is unsuitable, or the top has a table.
        """
        super().__init__(evaluator, **options)
        # Both get the order of children, and half of the memory.
        shared = {"order": self.options["order"], "hash": str((self.options["hash"] + 1) // 2)}
        self.top = self._make_inner("top", shared)
        self.bottom = self._make_inner("bottom", shared)
        if self.top.options.get("tt"):
            raise SpecError("hybrid: top: a table would take one bottom's values for another's")

    def new_game(self) -> None:
        """Let both searchers forget all results."""
        self.top.new_game()
        self.bottom.new_game()

    def fullness(self) -> int | None:
        """Return the larger fullness of the two searchers; None if neither has one."""
        both = [part.fullness() for part in (self.top, self.bottom)]
        return max((known for known in both if known is not None), default=None)

    def _search(self, position: Position, limits: Limits, answer: Answer) -> None:
        """Deepen ply by ply: `top` searches the first plies, and `bottom` the leaves of these.

        Each depth that is finished is reported. Without `deepen` only the depth limit is searched.
        """
        order = list(answer.moves)
        for part in (self.top, self.bottom):
            part.expect_keys(position)
        self.top.trace = self.bottom.trace = self.trace
        self.top.watcher = self.watcher
        for depth in depths(limits, answer, self.budget, deepen=self.options["deepen"]):
            plies = min(depth, self.options["plies"])
            bottom = BottomEvaluator(self, depth - plies, plies)
            evaluator = bottom if depth > plies else self.evaluator
            self.top.attach(self.budget, self.counts, self.root_ply, evaluator)
            root = self.top.search_root(position, plies, order, answer, depth - plies)
            if self.budget.over:
                return
            if self.options["order"] == "static":
                order = [known.move for known in root]
            # The top takes all its leaves for the horizon. The bottom may have reached the end.
            answer.proved = answer.proved or (depth > plies and not self.bottom.horizon)


class BottomEvaluator(Evaluator):
    """The bottom of a hybrid as the evaluator of the top's leaves.

    :param depth: how many plies the bottom searches.
    :param plies: how many plies the leaves are below the root.
    """

    def __init__(self, hybrid: Hybrid, depth: int, plies: int) -> None:
        """Store the lower searcher and its depth, and attach it to the hybrid's search."""
        self.bottom, self.base, self.counts = hybrid.bottom, hybrid.evaluator, hybrid.counts
        self.search_budget, self.trace = hybrid.budget, hybrid.trace
        self.depth, self.plies = depth, plies
        self.bottom.attach(hybrid.budget, hybrid.counts, hybrid.root_ply, hybrid.evaluator)

    def value(self, position: Position) -> int:
        """Return the value of a position by a search to the horizon, from the side to move."""
        return self.value_within(position, -INFINITY, INFINITY)

    def value_within(self, position: Position, alpha: int, beta: int) -> int:
        """Return the bottom's value of a leaf of the top, or a bound outside the window.

        It is from the side to move, and void if the budget ended. Otherwise the count `evaluated`
        falls by 1, and the trace leaves the leaf out: the top counts and traces it again.
        """
        value = self.bottom.within(position, self.depth, alpha, beta, self.plies)
        if not self.search_budget.over:
            self.counts.evaluated -= 1  # the top counts this node as a leaf
            if self.trace is not None:
                self.trace.skip_leaf()
        return value

    def static(self, position: Position) -> int:
        """Return the static value of a position, without a search."""
        return self.base.static(position)
