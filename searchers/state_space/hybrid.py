"""Hybrids of two searchers (Srimani 1985, section 3.7, after Campbell 1981): one above, one below.

The one above searches the first plies; what it takes for leaves, the one below searches on, within
the bounds that the leaf has above. Alpha-beta over SSS* is ABS, SSS* over alpha-beta SAB, SSS* over
SSS* staged SSS*; only one of the lower searches is in memory at a time.
"""

from __future__ import annotations

from typing import Any

from evaluators.core.evaluator import Evaluator
from games.core.position import Position
from games.core.scores import INFINITY, MAX_PLY
from games.errors import SpecError
from games.parts.part import Option
from games.parts.specs import Spec, parse
from searchers.core.deepening import depths
from searchers.core.limits import Limits
from searchers.core.result import Answer
from searchers.core.searcher import Searcher
from searchers.state_space.ps import DEEPEN, HASH, ORDER

__all__ = ["Hybrid"]


class Hybrid(Searcher):
    """One searcher for the first plies, another below them.

    Both may be any that search an inner node within bounds: alphabeta, minimax, sss, dual,
    ps.
    """

    NAME = "hybrid"
    OPTIONS = (
        Option("top", "alphabeta", "the searcher of the first plies", kind="searcher"),
        Option("bottom", "sss", "the searcher below", kind="searcher"),
        Option("plies", 2, "how many plies the top has", low=1, high=MAX_PLY),
        DEEPEN,
        ORDER,
        HASH,
    )

    def __init__(self, evaluator: Any = None, **options: Any) -> None:
        super().__init__(evaluator, **options)
        self.top = self._part("top")
        self.bottom = self._part("bottom")
        if self.top.options.get("tt"):
            raise SpecError("hybrid: top: a table would take one bottom's values for another's")

    def _part(self, index: str) -> Any:
        """One of the two searchers; its order of children is the hybrid's, and the room for its
        lists half the hybrid's, unless it names its own."""
        from searchers import SEARCHERS

        given = self.options[index]
        spec = given if isinstance(given, Spec) else parse(str(given))
        part = SEARCHERS.find(spec.name)
        if part.within is Searcher.within:
            raise SpecError(
                f"hybrid: {index}={spec}: expected one that searches within bounds: "
                "alphabeta, minimax, sss, dual, ps"
            )
        shared: dict[str, str | Spec] = {}
        if any(option.name == "order" for option in part.OPTIONS):
            shared["order"] = self.options["order"]
        if HASH in part.OPTIONS:
            shared["hash"] = str((self.options["hash"] + 1) // 2)
        return SEARCHERS.make(Spec(spec.name, {**shared, **spec.options}), evaluator=None)

    def new_game(self) -> None:
        self.top.new_game()
        self.bottom.new_game()

    def fullness(self) -> int | None:
        told = [part.fullness() for part in (self.top, self.bottom)]
        return max((known for known in told if known is not None), default=None)

    def _search(self, position: Position, limits: Limits, answer: Answer) -> None:
        order = list(answer.moves)
        self.top.trace = self.bottom.trace = self.trace
        self.top.watcher = self.watcher
        for depth in depths(limits, answer, self.budget, deepen=self.options["deepen"]):
            plies = min(depth, self.options["plies"])
            below = Below(self, depth - plies, plies)
            evaluator = below if depth > plies else self.evaluator
            self.top.attach(self.budget, self.counts, self.root_ply, evaluator)
            root = self.top.search_root(position, plies, order, answer, depth - plies)
            if self.budget.over:
                return
            if self.options["order"] == "static":
                order = [known.move for known in root]
            # The top takes for a horizon what the bottom may have searched to the game's end.
            answer.proved = answer.proved or (depth > plies and not self.bottom.horizon)


class Below(Evaluator):
    """The bottom of a hybrid as an evaluator of the top's leaves."""

    def __init__(self, hybrid: Hybrid, depth: int, plies: int) -> None:
        self.bottom, self.base, self.counts = hybrid.bottom, hybrid.evaluator, hybrid.counts
        self.search_budget, self.trace = hybrid.budget, hybrid.trace
        self.depth, self.plies = depth, plies
        self.bottom.attach(hybrid.budget, hybrid.counts, hybrid.root_ply, hybrid.evaluator)

    def value(self, position: Position) -> int:
        return self.value_within(position, -INFINITY, INFINITY)

    def value_within(self, position: Position, alpha: int, beta: int) -> int:
        value = self.bottom.within(position, self.depth, alpha, beta, self.plies)
        if not self.search_budget.over:
            self.counts.evaluated -= 1  # the top counts this node as a leaf, and it is none
            if self.trace is not None:
                self.trace.pass_over()
        return value

    def static(self, position: Position) -> int:
        return self.base.static(position)
