"""Best-first minimax search (Korf 1992, section 2): always explore the move that looks best.

The frontier node that gives the root its value, the *minimax node*, is expanded; the values of its
ancestors are updated as far as they change; the search goes down again to the next minimax node.
This is the paper's straightforward version, which keeps the tree in memory.

Korf's search ends when the minimax node is a finished game. *Completion* (Cohen-Solal 2020; proved
complete in Cohen-Solal 2026, arXiv 2603.24572) lets it go on below what is unresolved, until the
root is resolved: given nodes enough, it finds the value of the game.
"""

from __future__ import annotations

from typing import Any

import cython

from games.core.columns import column, lengthen
from games.core.position import Position
from games.core.scores import is_decided
from games.errors import EvaluationError
from games.parts.part import Option, name_of
from searchers.best_first.expansion import Expansion
from searchers.best_first.minimax_graph import GRAPH_BYTES, MinimaxGraph
from searchers.best_first.minimax_tree import MinimaxTree, node_bytes
from searchers.core.limits import Limits
from searchers.core.result import Answer, RootMove, next_report
from searchers.core.searcher import LAZY
from searchers.storage.keeper import HASH

if not cython.compiled:
    from games.core.array import ints
    from games.core.scores import INFINITY, MAX_PLY
    from searchers.best_first.constants import AT_LEAST, FINISHED, LEAF, VALUED
    from searchers.storage.keeper import step_down

__all__ = ["BestFirstMinimax"]

GROWTH = (
    Option(
        "stop",
        "proved",
        "when the search ends of itself: once its line ends the game (Korf's), or once the best "
        "move is proved (completion)",
        choices=("line", "proved"),
    ),
    Option(
        "choose",
        "value",
        "the move to play: of highest value, or explored most (the safe decision)",
        choices=("value", "visits"),
    ),
    HASH,
)
"""The options of how a tree grows, and what is made of it."""


class BestFirstMinimax(Expansion):
    """Best-first minimax with its tree in memory, kept from move to move.

    A depth limit s ends the search when it first chooses a node at depth s (the paper's section
    4). Equal children: the first is chosen.

    With `stop=line` the search also ends when the minimax node is a finished game, as Korf's does.
    With `stop=proved` it goes on, by *completion*. Cohen-Solal marks states as resolved, with wins,
    draws and losses; games with margins need more: here every node has certain bounds, which meet
    where it is resolved. A finished game is worth its result, any other leaf what the next moves
    can bring; bounds are backed up as values are. The search goes down to the best child that may
    still be worth more to its node than what is certain there or, for the same side, further up the
    line; where that is the minimax node, the order is Korf's. It ends, `proved`, when the root's
    bounds meet: then the value is exact (the shortest win, the longest loss), and the move leads to
    it. Values of finished games count as what they are: resolved wins are preferred, resolved
    losses avoided, and the best estimate is played where it promises more than what is certain.

    Draws by repetition: the tree has a node for every line, so each is a draw on its own line. When
    the root moves on, the draws kept are asked again, and what was certain of nodes whose children
    are forgotten is taken back, short of wins and losses, which rest on no draw.

    With `dag` a position that several lines of the same length reach is searched but once (see
    `MinimaxGraph`), in games in which it is worth the same whatever led to it: a draw by repetition
    hangs on the line, and where there are such draws every line keeps nodes of its own.

    With `choose=visits` the move explored most is played (Cohen-Solal's safe decision), that below
    which most nodes were expanded, unless one is proved; of equal ones the best by value.
    """

    NAME = "bfms"
    HOLDS_LINES = True
    OPTIONS: tuple[Option, ...] = (
        *GROWTH,
        LAZY,
        Option("dag", False, "search a position but once that several lines reach"),
    )

    def __init__(self, evaluator: Any = None, **options: Any) -> None:
        super().__init__(evaluator, **options)
        self.plies = 0  # of a search to the horizon before
        self.by_visits = self.options["choose"] == "visits"
        self._alpha, self._beta = column(), column()
        lengthen((self._alpha, self._beta), MAX_PLY + 2)
        self.alpha, self.beta = ints(self._alpha), ints(self._beta)
        self.new_game()

    def _new_tree(self) -> MinimaxTree:
        cost = node_bytes(self.proving)
        if self.dag:
            return MinimaxGraph(self._most_nodes(cost + GRAPH_BYTES), self.proving)
        return MinimaxTree(self._most_nodes(cost), self.proving)

    def _choose_evaluator(self, position: Position) -> None:
        super()._choose_evaluator(position)
        if self.dag and (position.PATH_DEPENDENT or not position.KEYED):
            raise EvaluationError(
                f"{self.spec}: positions of {name_of(type(position))} have no key, or draws that "
                "depend on the moves before; use dag=false"
            )

    def _search(self, position: Position, limits: Limits, answer: Answer) -> None:
        self.proved = False
        if self._resume(position, answer):
            if self.lazy:
                self._settle_root(position)
        elif self.kept is not None or not self._plant(position, answer):
            return
        self.kept = position.copy(), self.evaluator
        self._grow(position, limits, answer)

    def _plant(self, position: Position, answer: Answer) -> bool:
        """Begin a new tree; false if the budget has no room for the root's children."""
        tree: MinimaxTree = self.tree
        tree.reset()
        self.moves.drop(0)
        self.moves.extend(answer.moves)
        if not (self._expand(position, 0, 0) and self._settle_root(position)):
            return False
        if self.tracing:
            self.trace.note("backed up", position, tree.value[0])
        return True

    def _grow(self, position: Position, limits: Limits, answer: Answer) -> None:
        """Search on from a root with children."""
        tree: MinimaxTree = self.tree
        deepest: cython.int = min(limits.depth or MAX_PLY, MAX_PLY)
        node: cython.int = 0
        child: cython.int
        depth: cython.int = 0
        made: cython.int
        reported: cython.longlong = 1000
        listening: cython.bint = answer.listening
        tracing: cython.bint = self.tracing
        watched: cython.bint = self.watcher is not None
        proving: cython.bint = self.proving
        dag: cython.bint = self.dag
        lazy: cython.bint = self.lazy
        self.alpha[0], self.beta[0] = -INFINITY, INFINITY
        self._reset_path()
        while True:
            # Is there nothing left to find out?
            if proving and tree.resolved(0) and not self.budget.over:
                self.proved = True
                answer.reason = "proved"
                break
            # Step 1: go down to the minimax node, or to the best that is not resolved.
            while tree.first[node] > 0:
                child = tree.first[node] + tree.best[node]
                if proving:
                    child = self._go_below(node, depth)
                depth += 1
                step_down(self, depth, child)
                self.counts.explored += 1
                if watched and depth == 1:
                    self._turn_to(tree.move[child], child - tree.first[0] + 1)
                node = tree.owner(child) if dag else child
                if tracing:
                    self._go_to_uncounted(position, depth)
                    self.trace.note("visited", position, tree.value[node])
            # Step 2: is it one to expand?
            if tree.first[node] == FINISHED:
                answer.reason = "finished"
                break
            if depth >= deepest:
                answer.reason = "depth"
                break
            # Step 3: expand it.
            self._go_to(position, depth)
            self.moves.drop(0)
            position.generate(self.moves)
            if tree.is_full(self.moves.count):
                self._tell(answer)  # what follows may cost the tree
                if not self._prune_to_fit(answer):
                    return
                node = depth = 0
                continue
            made = VALUED if dag and self._rejoin(position, node) else 0
            if not made:
                made = self._expand(position, node, depth)
            if not made:
                break
            # Step 4: update the ancestors, as far as their values change.
            if made == VALUED:
                node = tree.parent[node]
                depth -= 1
            if dag:
                tree.spread(node)
                node = depth = 0
                if tracing:
                    self._go_to_uncounted(position, 0)
                    self._tell_change(position, 0)
            while not dag and (
                self._back_up(position, node, depth) if lazy else tree.back_up(node)
            ):
                if tracing:
                    self._go_to_uncounted(position, depth)
                    self._tell_change(position, node)
                if node == 0:
                    break
                node = tree.parent[node]
                depth -= 1
            if listening and self.budget.used >= reported:
                reported = next_report(self.budget.used)
                self._tell(answer)
        self._tell(answer)

    def _go_below(self, node: cython.int, depth: cython.int) -> cython.int:
        """The child of an inner node to go down to, by what is certain at the node and above: the
        window between what either side has for certain on this line."""
        tree: MinimaxTree = self.tree
        enough: cython.int = max(self.alpha[depth], tree.low[node])
        self.alpha[depth + 1] = -min(self.beta[depth], tree.high[node])
        self.beta[depth + 1] = -enough
        return tree.relevant(node, enough)

    def _tell_change(self, position: Position, node: cython.int) -> cython.int:
        """Trace a node, where the position stands, that has another value or other bounds."""
        tree: MinimaxTree = self.tree
        self.trace.note("backed up", position, tree.value[node])
        if tree.resolved(node):
            self.trace.note("known", position, tree.value[node])
        return 0

    def _reopen_draws(self, position: Position) -> None:
        tree: MinimaxTree = self.tree
        if self.proving:
            tree.loosen()
        super()._reopen_draws(position)

    def _evaluate_again(self, position: Position, node: cython.int) -> cython.int:
        tree: MinimaxTree = self.tree
        value: cython.int = self.evaluator.value(position)
        above: cython.int = tree.parent[node]
        plies: cython.int = 1
        if self.budget.over:
            return 0
        self.counts.evaluated += 1
        if self.tracing:
            self.trace.leaf(position, value)
        tree.value[node], tree.first[node] = value, LEAF
        if self.proving:
            tree.bound(node, position.ply)
        while tree.back_up(above):
            if self.tracing:
                self.trace.above("backed up", position, plies, tree.value[above])
            if above == 0:
                break
            above = tree.parent[above]
            plies += 1
        return 0

    def _report_known(self, answer: Answer, node: int) -> None:
        self._tell(answer, node)

    def _tell(self, answer: Answer, root: cython.int = 0) -> None:
        """Report the best move, its line and the values of all moves, at the root or a node."""
        tree: MinimaxTree = self.tree
        first = tree.first[root]
        children = range(first, first + tree.children[root])
        known = [
            RootMove(tree.move[child], bounds=(None, -tree.value[child]))
            if tree.first[child] == AT_LEAST
            else RootMove(tree.move[child], -tree.value[child], pv=tuple(self._line(child)))
            for child in children
        ]
        best = first + tree.best[root]
        if self.by_visits and not self.proved:
            best = max(
                children, key=lambda child: (tree.weigh(tree.owner(child)), -tree.value[child])
            )
        line = self._line(best)
        # A win or loss can only come from finished games all along: no estimate reaches it. But
        # with bounds to go by, it is proved only once no shorter one is left.
        answer.improve(
            line[0],
            value=-tree.value[best],
            pv=line,
            depth=max(len(line), self.plies),
            root=sorted(known, key=lambda one: (one.move != line[0], one.rank)),
            proved=self.proved or (not self.proving and is_decided(tree.value[root])),
        )

    def _line(self, node: cython.int) -> list[int]:
        """The moves from a node's own on to the minimax node below it."""
        tree: MinimaxTree = self.tree
        line = [tree.move[node]]
        node = tree.owner(node)
        while tree.first[node] > 0:
            node = tree.first[node] + tree.best[node]
            line.append(tree.move[node])
            node = tree.owner(node)
        return line
