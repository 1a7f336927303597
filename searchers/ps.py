"""PS*(k), phased search (Srimani 1985, chapter 3): the sons of a MAX node in k phases.

Within a phase the search is best-first, as in SSS*; the phases follow one another from left to
right, as in alpha-beta. PS*(1) is SSS*; with one son a phase it reads alpha-beta's leaves. The
state space operator is in `searchers.gamma`.
"""

from __future__ import annotations

from typing import Any

import cython

from games.errors import LimitsError, SpecError
from games.parts import Option
from games.position import Position
from games.scores import HEURISTIC, INFINITE, LONGEST_LINE
from searchers.gamma import Gamma
from searchers.limits import Limits
from searchers.result import Answer, RootMove
from searchers.searcher import Searcher

__all__ = ["DEEPEN", "ORDER", "PhasedSearch"]

DEEPEN = Option("deepen", True, "search depth 1, 2, 3 ... until a limit ends it")
ORDER = Option(
    "order",
    "static",
    "order of sons: the game's own, or by static value",
    choices=("none", "static"),
)


class PhasedSearch(Searcher):
    """PS*(k) by Srimani (1985): best-first within a phase, phases from left to right.

    The sons of a MAX node are cut into k runs whose sizes differ by at most one, longer ones first.
    After a search `gamma` tells, of its last iteration, the largest sizes of the lists, in live
    states with the one in hand (`largest_open`, `largest_backup`, `largest_both`), and the work on
    OPEN (`operations`, `comparisons`). The count `peak_stored` is the largest of all iterations.
    """

    NAME = "ps"
    OPTIONS: tuple[Option, ...] = (
        Option("k", 2, "phases: partitions of a MAX node's sons", low=1, high=10**6),
        Option("sizes", "", "sizes of the partitions in place of k, as in 1/2/4; the last repeats"),
        Option(
            "fix",
            "all",
            "table 3.1 with all corrections, or with case 3a as printed, wrong at odd depths",
            choices=("all", "printed"),
        ),
        DEEPEN,
        ORDER,
    )
    MIN_AT_ROOT = False
    """Whether the root is a MIN node, of the negated game."""

    def __init__(self, evaluator: Any = None, **options: Any) -> None:
        super().__init__(evaluator, **options)
        self.gamma = Gamma(
            self.options.get("k", 1),
            _sizes(self.options.get("sizes", "")),
            dual=self.MIN_AT_ROOT,
            sorting=self.options["order"] == "static",
            printed=self.options.get("fix") == "printed",
        )

    def _check_limits(self, limits: Limits, stop: Any) -> None:
        super()._check_limits(limits, stop)
        if not self.options["deepen"] and limits.depth is None:
            raise LimitsError(f"{self.spec} needs a depth limit")

    def _search(self, position: Position, limits: Limits, answer: Answer) -> None:
        deepest = min(limits.depth or LONGEST_LINE, LONGEST_LINE)
        order = list(answer.moves)
        for depth in range(1 if self.options["deepen"] else deepest, deepest + 1):
            root = self._iterate(position, depth, order, answer)
            if not root:
                return
            if self.options["order"] == "static":
                order = [known.move for known in root]
            if answer.proved:
                answer.reason = "proved"
                return
        answer.reason = "depth"

    def _iterate(
        self, position: Position, depth: int, order: list[int], answer: Answer
    ) -> list[RootMove]:
        """Search the root to one depth; returns what is known of its moves, best first, or
        nothing if the search was cut short."""
        gamma = self.gamma
        gamma.serve(self.budget, self.evaluator, self.counts, self.root_ply)
        gamma.horizon = False
        gamma.listed.drop(0)
        for move in order:
            gamma.listed.append(move)
        value = gamma.solve(position, depth, -INFINITE, INFINITE, 0)
        if self.budget.over:
            return []
        others = [RootMove(move, bounds=(None, value)) for move in order if move != gamma.best]
        root = [RootMove(gamma.best, value), *others]
        decided = not gamma.horizon or abs(value) >= HEURISTIC
        answer.improve(gamma.best, value=value, depth=depth, proved=decided, root=root)
        return root

    def within(
        self,
        position: Position,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
    ) -> cython.int:
        self.gamma.serve(self.budget, self.evaluator, self.counts, self.root_ply)
        self.gamma.listed.drop(0)
        position.generate(self.gamma.listed)
        return self.gamma.solve(position, depth, alpha, beta, ply)


def _sizes(text: str) -> list[int]:
    """The partition sizes that an option names.

    :raises SpecError: if it is not whole numbers with strokes between them.
    """
    words = text.split("/") if text else []
    if not all(word.isdecimal() and 0 < int(word) < 10**6 for word in words):
        raise SpecError(f"ps: sizes={text}: expected sizes from 1 on, as in 1/2/4")
    return [int(word) for word in words]
