"""Best-first extension (Korf and Chickering 1996): best-first minimax beyond a fixed horizon.

An alpha-beta search to a fixed depth comes first. Best-first minimax then continues from the leaf
at the end of the principal variation.
"""

from __future__ import annotations

import time
from typing import Annotated, Any, TypedDict, Unpack

import cython

from evaluators.core.evaluator import EvaluatorOrSpec
from games.core.moves import Moves
from games.core.position import Position
from games.parts.part import Option
from searchers.best_first.bfms import BestFirstMinimax, ChooseOption, StopOption
from searchers.core.limits import Limits
from searchers.core.result import Answer, RootMove
from searchers.core.searcher import LazyOption, SearcherOrSpec
from searchers.storage.keeper import HashOption
from searchers.storage.minimax_tree import MinimaxTree

if not cython.compiled:
    from games.core.scores import INFINITY, MAX_PLY
    from searchers.best_first.constants import LOWER_BOUND, UNVALUED, VALUED
    from searchers.storage.constants import LEAF

_HORIZON = 4
"""The horizon without an option or a limit of nodes or time."""

HorizonOption = Annotated[
    int, Option(0, "its depth in plies; 0: as deep as `share` allows", low=0, high=MAX_PLY)
]


class BestFirstExtensionOptions(TypedDict, total=False):
    """The options of `BestFirstExtension`."""

    first: Annotated[
        SearcherOrSpec, Option("alphabeta", "the searcher to the horizon", kind="searcher")
    ]
    horizon: HorizonOption
    share: Annotated[
        int,
        Option(30, "percentage of nodes or time for the search to the horizon", low=1, high=100),
    ]
    tt: Annotated[
        int, Option(16, "its table in megabytes, in games with keys; 0: none", low=0, high=2**16)
    ]
    stop: StopOption
    choose: ChooseOption
    hash: HashOption
    lazy: LazyOption


class BestFirstExtension(BestFirstMinimax):
    """Alpha-beta to a horizon, best-first minimax beyond it.

    Only the abstract and citations of the paper are known to us. An alpha-beta search to a fixed
    depth comes first, and best-first minimax continues beyond its horizon. In Othello it wins two
    games of three against alpha-beta, even at depths where best-first minimax alone loses. The rest
    is our reading:

    1. `first` searches depth by depth to the `horizon`. With `horizon=0` it begins another depth
       while that is likely to end within `share` percent of the nodes or of the time, if costs grow
       as before.
    2. The best-first tree begins with the root's children. The best has the value of that search;
       the others have upper bounds.
    3. Best-first minimax expands the end of the principal variation, as in `bfms`. Beyond the
       horizon children have static values. Above it the value of a child is that of `first` to the
       same horizon. A child that does not give its parent the known value is tested with a null
       window, and its value is a bound. If a bound becomes the value of the root, the child is
       searched again for its exact value. So the tree is that of best-first minimax after a full
       minimax tree to the horizon, of which alpha-beta generates the necessary part.

    In games with keys a table makes repeated searches cheap. The horizon is counted from the root,
    so no tree is kept for the next move.

    :raises SpecError: if there is no searcher `first`, or it does not search within bounds.
    """

    NAME = "bfext"
    HOLDS_LINES = False
    OPTIONS = BestFirstExtensionOptions

    def __init__(
        self, evaluator: EvaluatorOrSpec = None, **options: Unpack[BestFirstExtensionOptions]
    ) -> None:
        """Store the options, and make the searcher that `first` names.

        :raises SpecError: if that is unsuitable.
        """
        super().__init__(evaluator, **options)  # type: ignore[misc]  # has options of its own
        self._make_inner("first", {})  # raises an error for an unsuitable searcher

    def new_game(self) -> None:
        """Forget the tree, and the searcher of the option `first`; a search makes a new one."""
        super().new_game()
        self.first: Any = None

    def _search(self, position: Position, limits: Limits, answer: Answer) -> None:
        """Search to the horizon with `first`, then grow a best-first tree beyond the horizon.

        The second part is left out if the first proves the value or uses up the budget. The reason
        becomes "proved", "finished", "depth" or "memory", unless the budget ends.
        """
        self.proved = False
        if self.first is None:
            shared = {"tt": str(self.options["tt"])} if position.KEYED else {}
            self.first = self._make_inner("first", shared)
        self.first.expect_keys(position)
        self.first.trace, self.first.watcher = self.trace, self.watcher
        self.first.attach(self.budget, self.counts, self.root_ply, self.evaluator)
        self.plies = 0
        known = self._search_first(position, limits, answer)
        if self.budget.over or answer.proved:
            answer.reason = "" if self.budget.over else "proved"
            return
        if self.plies == 1:
            begun = self._begin_tree(position, answer)
        else:
            begun = self._begin_known(position, known)
        if begun:
            self._grow(position, min(limits.depth or MAX_PLY, MAX_PLY), answer)

    # -- to the horizon ----------------------------------------------------------------------

    def _search_first(self, position: Position, limits: Limits, answer: Answer) -> list[RootMove]:
        """Search depth by depth to the horizon with `first`, and report each depth.

        It ends at the horizon, the depth limit or a proof, or with the budget. With `horizon=0` it
        ends if another depth would probably exceed `share`; without a limit of nodes or time, at
        depth 4. `plies`, which is 0 before, becomes the last depth that was finished.

        :returns: the root moves with their values or upper bounds at that depth, the best first.
            Empty if no depth was finished.
        """
        order = list(answer.moves)
        known: list[RootMove] = []
        deepest = min(self.options["horizon"] or MAX_PLY, limits.depth or MAX_PLY)
        measurable = (limits.nodes, limits.cpu, limits.wall_clock_seconds()) != (None, None, None)
        if self.options["horizon"] == 0 and not measurable:
            deepest = min(deepest, _HORIZON)
        costs: list[float] = []
        spent, clock, cpu = 0.0, time.perf_counter(), time.thread_time()
        while self.plies < deepest and not answer.proved:
            if self.options["horizon"] == 0 and costs:
                growth = costs[-1] / costs[-2] if len(costs) > 1 else len(order)
                if spent + costs[-1] * max(growth, 2) > self.options["share"] / 100:
                    break
            found = self.first.search_root(position, self.plies + 1, order, answer)
            if self.budget.over:
                break
            self.plies += 1
            known = found
            order = [one.move for one in known]
            before, spent = spent, _spent(limits, self.budget.used, clock, cpu)
            costs.append(max(spent - before, 1e-9))
        return known

    def _begin_known(self, position: Position, known: list[RootMove]) -> bool:
        """Begin a tree of the root and its children, with the values found by `_search_first`.

        Each child takes a node. A move with an upper bound gets a child with a LOWER_BOUND. The
        root is backed up.

        :returns: false if the budget has no room for them.
        """
        tree: MinimaxTree = self.tree
        moves: Moves = self.moves
        value: Any
        tree.reset()
        moves.drop(0)
        for one in known:
            bounds: Any = one.bounds
            value = one.value if bounds is None else bounds[1]
            moves.append(one.move)
            moves.score[moves.count - 1] = -value
            moves.tag[moves.count - 1] = LEAF if bounds is None else LOWER_BOUND
        if not self._make_children(position, 0, 0):
            return False
        tree.back_up(0)
        if self.tracing:
            self.trace.record_position("backed up", position, tree.value[0])
        return True

    # -- above the horizon -------------------------------------------------------------------

    def _expand(self, position: Position, node: cython.int, depth: cython.int) -> cython.int:
        """Expand a leaf; above the horizon its children get values of `first`, not static ones.

        The leaf gets a child for each move in `moves`. A leaf that has only a lower bound gets its
        value instead. The position is at the leaf, before and after.

        :returns: 1. VALUED if the leaf got its value instead. 0 if the budget ended, and then the
            tree has not changed.
        """
        tree: MinimaxTree = self.tree
        if tree.first[node] == LOWER_BOUND:
            return self._evaluate_fully(position, node, depth, INFINITY)
        if depth + 1 >= self.plies:
            return BestFirstMinimax._expand(self, position, node, depth)
        self.moves.set_tags(UNVALUED)
        return self._make_children(position, node, depth)

    def _set_first_value(
        self, position: Position, index: cython.int, value: cython.int, depth: cython.int
    ) -> None:
        """Set the score and the tag of a child's move by a null-window search of `first`.

        The score becomes `value` with the tag LEAF, or a lower bound above it with LOWER_BOUND. It
        is void if the budget ends. The position is at the child. Beyond the horizon this is the
        method of `bfms`.

        :param index: the index of the move in `moves`.
        :param value: the parent's value, negated; the child cannot have less for its side.
        :param depth: the child's distance from the root.
        """
        if depth >= self.plies:
            BestFirstMinimax._set_first_value(self, position, index, value, depth)
            return
        moves: Moves = self.moves
        found: cython.int = self.first.within(position, self.plies - depth, value, value + 1, depth)
        moves.score[index] = max(found, value)
        moves.tag[index] = LOWER_BOUND if found > value else LEAF

    def _evaluate_fully(
        self, position: Position, node: cython.int, depth: cython.int, bound: cython.int
    ) -> cython.int:
        """Set the exact value of a leaf that has a lower bound; above the horizon by `first`.

        The value never falls below that bound. The position is at the leaf.

        :param bound: beyond the horizon the value is exact below it, else a better lower bound. It
            has no effect above the horizon, where the value is always exact.
        :returns: VALUED. 0 if the budget ends first, and then the tree has not changed.
        """
        tree: MinimaxTree = self.tree
        if depth >= self.plies:
            return BestFirstMinimax._evaluate_fully(self, position, node, depth, bound)
        lower: cython.int = tree.value[node]
        value: cython.int
        if self.tracing:
            self.trace.record_window(
                "re-searched", position, self.plies - depth, lower - 1, INFINITY
            )
        value = self.first.within(position, self.plies - depth, lower - 1, INFINITY, depth)
        if self.budget.over:
            return 0
        tree.value[node], tree.first[node] = max(value, lower), LEAF
        return VALUED


def _spent(limits: Limits, nodes: int, clock: float, cpu: float) -> float:
    """Return the spent share of the limit of nodes or time that is nearest to its end.

    It is 0 to 1, more after the end of the time, and 0 without such a limit.

    :param nodes: the nodes taken.
    :param clock: `perf_counter` at the start of the search; `cpu` is `thread_time` then.
    """
    seconds = limits.wall_clock_seconds()
    parts = [0.0]
    if limits.nodes is not None:
        parts.append(nodes / max(limits.nodes, 1))
    if seconds is not None:
        parts.append((time.perf_counter() - clock) / max(seconds, 1e-9))
    if limits.cpu is not None:
        parts.append((time.thread_time() - cpu) / max(limits.cpu, 1e-9))
    return max(parts)
