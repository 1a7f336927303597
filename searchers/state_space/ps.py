"""PS*(k), SSS* and DUAL* (Srimani 1985; Stockman 1979; Marsland et al. 1987).

PS*(k), phased search, searches the children of a MAX node in k phases. Within a phase it is
best-first, as SSS* is. The phases follow one another from left to right, as in alpha-beta. PS*(1)
is SSS*. With one child a phase it evaluates the leaves of alpha-beta.

`reference.py` has the algorithms in plain Python, `gamma.py` their state space operator.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext, suppress
from typing import Annotated, Any, Literal, TypedDict, Unpack

import cython

from evaluators.core.evaluator import EvaluatorOrSpec
from games.core.position import Position
from games.core.scores import INFINITY, MATE_BOUND
from games.errors import SpecError, printable
from games.parts.numbers import whole
from games.parts.part import Option
from searchers.core.deepening import DeepenOption, depths
from searchers.core.limits import Limits
from searchers.core.result import Answer, RootMove
from searchers.core.searcher import Searcher
from searchers.state_space.gamma import MOST_BYTES, Gamma

OrderOption = Annotated[
    Literal["none", "static"], Option("static", "order of children: the game's, or by static value")
]
HashOption = Annotated[
    int,
    Option(
        256,
        "megabytes the lists may take, which grow with the depth; if they need more, the search "
        "ends with the result of the last finished depth; 0 is the most possible, "
        f"{MOST_BYTES >> 20}",
        low=0,
        high=MOST_BYTES >> 20,
    ),
]


class PhasedSearchOptions(TypedDict, total=False):
    """The options of `PhasedSearch`."""

    k: Annotated[int, Option(2, "phases: partitions of a MAX node's children", low=1, high=10**6)]
    sizes: Annotated[
        str, Option("", "sizes of the partitions instead of k, as in 1/2/4; the last repeats")
    ]
    fix: Annotated[
        Literal["all", "printed"],
        Option(
            "all", "table 3.1 with all corrections, or with case 3a as printed, wrong at odd depths"
        ),
    ]
    resume: Annotated[
        Literal["above", "below"],
        Option(
            "above",
            "which incomplete node case 6b resumes first: the one above, as BACKUP lists them, or "
            "those below it",
        ),
    ]
    deepen: DeepenOption
    order: OrderOption
    hash: HashOption
    workers: Annotated[
        int, Option(1, "processes that share the root's partitions", low=1, high=1024)
    ]


class PhasedSearch(Searcher):
    """PS*(k) by Srimani (1985): best-first within a phase, phases from left to right.

    The children of a MAX node are divided into k partitions whose sizes differ by at most one;
    longer ones come first. After a search `gamma` has, of its last iteration, the largest sizes of
    the lists (`largest_open`, `largest_backup`, `largest_both`) and the work on OPEN
    (`operations`, `comparisons`). The count `peak_stored` is the largest of all iterations.

    With `workers` every depth is searched in rounds, a partition of the root's moves a process.
    The processes stay from search to search. Nodes, CPU time and memory are divided equally.
    Afterwards `team.shares` has the counts of each worker.
    """

    NAME = "ps"
    KEEPS_WORKERS = True
    OPTIONS: object = PhasedSearchOptions
    MIN_AT_ROOT = False
    """Whether the root is a MIN node, of the negated game."""

    def __init__(
        self, evaluator: EvaluatorOrSpec = None, **options: Unpack[PhasedSearchOptions]
    ) -> None:
        super().__init__(evaluator, **options)
        self.team: Any = None
        self.new_game()

    def new_game(self) -> None:
        """Replace the lists by empty ones; worker processes forget theirs at their next task."""
        if self.team is not None:
            self.team.game += 1
        self.gamma: Any = None  # frees its memory before there is another
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
        """Return the part of `hash` in use, in thousandths; None without a limit or with workers.

        Workers have lists of their own.
        """
        own = self.options["hash"] and self.team is None
        return int(self.gamma.fullness()) if own else None

    def prepare(self, position: Position) -> None:
        """Set the evaluator, and start the worker processes, before the clock runs.

        :raises EvaluationError: if the evaluator does not support the game.
        :raises SpecError: if a process cannot make the game or the evaluator again.
        """
        super().prepare(position)
        self._start_processes(position)

    def _start_processes(self, position: Position) -> None:
        """Start the processes that share the root's partitions, if `workers` is above 1.

        Processes of the same game and evaluator stay. Those of others are ended and replaced.

        :raises SpecError: if another process cannot make the game or the evaluator from its spec.
        """
        if self.options.get("workers", 1) == 1:
            return
        from searchers.state_space.parallel_ps import Team

        if self.team is not None and self.team.made_for != (position.spec, self.evaluator.spec):
            team, self.team = self.team, None  # also if the new one cannot be made
            team.end()
        if self.team is None:
            self.team = Team(self, position)

    def _search(self, position: Position, limits: Limits, answer: Answer) -> None:
        """Search one depth after the other until a limit or a proof, and report each.

        Without `deepen` only the depth limit is searched. The worker processes of the option
        `workers` are started first if they are not running for this game.
        """
        self._start_processes(position)
        order = list(answer.moves)
        with self.team.working(self, limits, answer) if self.team is not None else nullcontext():
            for depth in depths(limits, answer, self.budget, deepen=self.options["deepen"]):
                root = self.search_root(position, depth, order, answer)
                if self.options["order"] == "static":
                    order = [known.move for known in root]

    def search_root(
        self, position: Position, depth: int, order: list[int], answer: Answer, below: int = 0
    ) -> list[RootMove]:
        """Search the root to one depth, with the processes if there are any; improve the answer.

        The best move gets a value, the others upper bounds.

        :returns: the root moves, the best first; none if the budget ended, and nothing is reported.
        """
        if self.tracing:
            self.trace.record_window("deepened", position, depth, -INFINITY, INFINITY)
        if self.team is not None:
            found = self.team.search(self, position, depth, order)
        else:
            found = self.search_moves(position, depth, order)
        if self.budget.over:
            return []
        move, value, horizon = found
        others = [RootMove(other, bounds=(None, value)) for other in order if other != move]
        root = [RootMove(move, value), *others]
        proved = not horizon or abs(value) >= MATE_BOUND
        answer.improve(move, value=value, depth=depth + below, proved=proved, root=root)
        return root

    def search_moves(
        self,
        position: Position,
        depth: int,
        moves: Sequence[int],
        lower: int = -INFINITY,
        one_phase: bool = False,
    ) -> tuple[int, int, bool]:
        """Search only some of the root's moves to a depth.

        :param moves: those to search, at least one, in this order.
        :param lower: the bound l of the root. If no move exceeds it, it is the value, and the move
            is void.
        :param one_phase: whether the moves are one partition.
        :returns: the best move, its value, and whether a leaf was evaluated that does not end the
            game. Void if the budget ended.
        """
        gamma = self.gamma
        gamma.attach(self.budget, self.evaluator, self.counts, self.root_ply, self.trace)
        gamma.one_phase = one_phase
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
        """Return the value of a node of another search, or a bound if it is beyond the window.

        Search once, to the whole depth. Void if the budget ended. `attach` comes before.
        """
        self._check_within(depth, ply)
        self.gamma.attach(self.budget, self.evaluator, self.counts, self.root_ply, self.trace)
        self.gamma.listed.drop(0)
        position.generate(self.gamma.listed)
        value = self.gamma.solve(position, depth, alpha, beta, ply)
        self.horizon = self.horizon or self.gamma.horizon
        return value


class SSSOptions(TypedDict, total=False):
    """The options of `SSS`."""

    deepen: DeepenOption
    order: OrderOption
    hash: HashOption


class SSS(PhasedSearch):
    """SSS*: best-first minimax with upper bounds; it evaluates no leaf that alpha-beta prunes.

    It is PS* with all children of a MAX node in one partition (table A.1). Case 1 leaves nothing
    for BACKUP. Cases 2, 4 and 5 have no bound l to cut at. Case 6 solves the parent and purges OPEN
    below it.

    OPEN has a state for every MIN node or leaf of the best solution trees: w^(d/2) of them.
    """

    NAME = "sss"
    OPTIONS = SSSOptions

    def __init__(self, evaluator: EvaluatorOrSpec = None, **options: Unpack[SSSOptions]) -> None:
        super().__init__(evaluator, **options)


class Dual(SSS):
    """DUAL*: SSS* on the negated game, with a MIN node at the root.

    The children of the root are searched one after the other.
    """

    NAME = "dual"
    MIN_AT_ROOT = True


def _sizes(text: str) -> list[int]:
    """Return the partition sizes in the text of the option `sizes`; an empty list for "".

    :raises SpecError: if it is not whole numbers from 1 to 999,999 with strokes between them.
    """
    words = text.split("/") if text else []
    with suppress(ValueError):
        sizes = [whole(word) for word in words]
        if all(0 < size < 10**6 for size in sizes):
            return sizes
    raise SpecError(f"ps: sizes={printable(text, 80)}: expected sizes from 1 on, as in 1/2/4")
