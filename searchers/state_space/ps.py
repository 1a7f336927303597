"""PS*(k), phased search (Srimani 1985, chapter 3): the children of a MAX node in k phases.

Within a phase the search is best-first, as in SSS*; the phases follow one another from left to
right, as in alpha-beta. PS*(1) is SSS*; with one child a phase it reads alpha-beta's leaves. The
state space operator is in `searchers.state_space.gamma`.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import cython

from games.core.position import Position
from games.core.scores import INFINITY, MATE_BOUND
from games.errors import SpecError, printable
from games.parts.numbers import whole
from games.parts.part import Option
from searchers.core.deepening import depths
from searchers.core.limits import Limits
from searchers.core.result import Answer, RootMove
from searchers.core.searcher import Searcher
from searchers.state_space.gamma import Gamma
from searchers.state_space.states import MOST_BYTES

__all__ = ["DEEPEN", "HASH", "ORDER", "PhasedSearch"]

DEEPEN = Option("deepen", True, "search depth 1, 2, 3 ... until a limit ends it")
ORDER = Option(
    "order",
    "static",
    "order of children: the game's own, or by static value",
    choices=("none", "static"),
)
HASH = Option(
    "hash",
    256,
    "megabytes the lists may take, which grow with the depth: where they need more, the last depth "
    f"that was finished answers; 0 is the most there can be, {MOST_BYTES >> 20}",
    low=0,
    high=MOST_BYTES >> 20,
)


class PhasedSearch(Searcher):
    """PS*(k) by Srimani (1985): best-first within a phase, phases from left to right.

    The children of a MAX node are cut into k runs whose sizes differ by at most one, longer ones
    first. After a search `gamma` tells, of its last iteration, the largest sizes of the lists, in
    live states with the one in hand (`largest_open`, `largest_backup`, `largest_both`), and the
    work on OPEN (`operations`, `comparisons`). The count `peak_stored` is the largest of all
    iterations.

    With `workers` every depth is searched in rounds, a partition of the root's moves a process.
    The processes stay from search to search. Nodes, CPU time and memory are shared out equally;
    afterwards `team.shares` has each worker's counts.
    """

    NAME = "ps"
    KEEPS_WORKERS = True
    OPTIONS: tuple[Option, ...] = (
        Option("k", 2, "phases: partitions of a MAX node's children", low=1, high=10**6),
        Option("sizes", "", "sizes of the partitions in place of k, as in 1/2/4; the last repeats"),
        Option(
            "fix",
            "all",
            "table 3.1 with all corrections, or with case 3a as printed, wrong at odd depths",
            choices=("all", "printed"),
        ),
        Option(
            "resume",
            "above",
            "of incomplete nodes that case 6b may resume, which comes first: the one above, as "
            "BACKUP lists them, or those below it",
            choices=("above", "below"),
        ),
        DEEPEN,
        ORDER,
        HASH,
        Option("workers", 1, "processes that share the root's partitions out", low=1, high=1024),
    )
    MIN_AT_ROOT = False
    """Whether the root is a MIN node, of the negated game."""

    def __init__(self, evaluator: Any = None, **options: Any) -> None:
        super().__init__(evaluator, **options)
        self.team: Any = None
        self.sharing = False
        self.new_game()

    def new_game(self) -> None:
        if self.team is not None:
            self.team.game += 1
        self.gamma: Any = None  # before there is another
        self.gamma = Gamma(
            self.options.get("k", 1),
            _sizes(self.options.get("sizes", "")),
            dual=self.MIN_AT_ROOT,
            sorting=self.options["order"] == "static",
            printed=self.options.get("fix") == "printed",
            below_first=self.options.get("resume") == "below",
            most=(self.options["hash"] << 20) or MOST_BYTES,
        )

    def fullness(self) -> int | None:
        return int(self.gamma.fullness()) if self.options["hash"] else None

    def prepare(self, position: Position) -> None:
        super().prepare(position)
        self._staff(position)

    def _staff(self, position: Position) -> None:
        """Start the processes that the search of a game needs, unless they are there."""
        if self.options.get("workers", 1) == 1:
            return
        from searchers.state_space.parallel_ps import Team

        if self.team is not None:
            if self.team.serves(position, self.evaluator):
                return
            self.team.end()
        self.team = Team(self, position)

    def _search(self, position: Position, limits: Limits, answer: Answer) -> None:
        self._staff(position)
        if self.team is None:
            self._deepen(position, limits, answer)
            return
        self.sharing = True
        try:
            with self.team.working(self, limits, answer):
                self._deepen(position, limits, answer)
        finally:
            self.sharing = False

    def _deepen(self, position: Position, limits: Limits, answer: Answer) -> None:
        """Search depth after depth, as far as the limits go."""
        order = list(answer.moves)
        for depth in depths(limits, answer, self.budget, deepen=self.options["deepen"]):
            root = self.search_root(position, depth, order, answer)
            if self.options["order"] == "static":
                order = [known.move for known in root]

    def search_root(
        self, position: Position, depth: int, order: list[int], answer: Answer, below: int = 0
    ) -> list[RootMove]:
        """Search the root to one depth; returns what is known of its moves, best first, or
        nothing if the search was cut short.

        :param below: how many plies further the evaluator looks, if it searches.
        """
        if self.tracing:
            self.trace.window("deepened", position, depth, -INFINITY, INFINITY)
        if self.sharing:
            found = self.team.search(self, position, depth, order)
        else:
            found = self.phases(position, depth, order, -INFINITY, False)
        if self.budget.over:
            return []
        move, value, horizon = found
        others = [RootMove(other, bounds=(None, value)) for other in order if other != move]
        root = [RootMove(move, value), *others]
        decided = not horizon or abs(value) >= MATE_BOUND
        answer.improve(move, value=value, depth=depth + below, proved=decided, root=root)
        return root

    def phases(
        self, position: Position, depth: int, moves: list[int], lower: int, one: bool
    ) -> tuple[int, int, bool]:
        """Search some of the root's moves: the best, its value, and whether a leaf was no end of
        the game. Void if the budget ended.

        :param lower: a bound l: where no move exceeds it, it is the value and the move is void.
        :param one: whether the moves are one partition.
        """
        gamma = self.gamma
        gamma.attach(self.budget, self.evaluator, self.counts, self.root_ply, self.trace)
        gamma.one_phase = one
        gamma.listed.drop(0)
        gamma.listed.extend(moves)
        value = gamma.solve(position, depth, lower, INFINITY, 0)
        gamma.one_phase = False
        return gamma.best, value, gamma.horizon

    def within(
        self,
        position: Position,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
    ) -> cython.int:
        self._check_within(depth, ply)
        self.gamma.attach(self.budget, self.evaluator, self.counts, self.root_ply, self.trace)
        self.gamma.listed.drop(0)
        position.generate(self.gamma.listed)
        value = self.gamma.solve(position, depth, alpha, beta, ply)
        self.horizon = self.horizon or self.gamma.horizon
        return value


def _sizes(text: str) -> list[int]:
    """The partition sizes that an option names.

    :raises SpecError: if it is not whole numbers with strokes between them.
    """
    words = text.split("/") if text else []
    with suppress(ValueError):
        sizes = [whole(word) for word in words]
        if all(0 < size < 10**6 for size in sizes):
            return sizes
    raise SpecError(f"ps: sizes={printable(text, 80)}: expected sizes from 1 on, as in 1/2/4")
