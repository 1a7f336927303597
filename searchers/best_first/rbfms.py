"""Recursive best-first minimax search (Korf 1992, section 3): best-first order in linear space.

Only the line to the minimax node is stored, with the siblings of its nodes. A node remains on the
line while its value is between its bounds alpha and beta. When the value leaves them, its children
are removed and its value is kept. They are generated again if the line returns.
"""

from __future__ import annotations

from typing import Annotated, TypedDict, Unpack

import cython

from evaluators.core.budget import Budget
from evaluators.core.evaluator import EvaluatorOrSpec
from games.core.columns import column, grown_length, lengthen
from games.core.moves import Moves
from games.core.position import Position
from games.core.scores import is_decided
from games.parts.part import Option
from searchers.core.limits import Limits
from searchers.core.result import Answer, RootMove
from searchers.core.searcher import Searcher

if not cython.compiled:
    from games.core.array import ints, longlongs
    from games.core.scores import INFINITY, MAX_PLY
    from searchers.best_first.constants import NO_DEPTH


class RecursiveBestFirstMinimaxOptions(TypedDict, total=False):
    """The options of `RecursiveBestFirstMinimax`."""

    simple: Annotated[
        bool, Option(False, "children do not inherit their parent's value (SRBFS of the paper)")
    ]


class RecursiveBestFirstMinimax(Searcher):
    """Recursive best-first minimax (Korf 1992): best-first order in space linear in depth.

    BFMIN is BFMAX with every value, bound and comparison negated. With values from the side to move
    at each node, one procedure makes the choices of both. Its recursion is a stack of frames, one
    for each ply. A depth limit s ends the search when it first chooses a node at depth s, as in
    `bfms`. Of equal children the first is chosen.

    The search ends when the minimax node is a finished game, as Korf's does. It has no completion
    as `bfms` has. Completion must remember resolved nodes, but in linear space they are removed
    with the children that resolved them. The same lines would be proved again at every return.

    Counts: `regenerated` are children that were generated before. `regenerated_by_value` follows
    the paper, which counts the children of a node as new whenever its value is its static value. A
    subtree is always searched in the same order, whatever its bounds. So children are new if they
    exceed the number of different children generated there before, at every node of the line.
    Neither count needs memory: `known` has that number for every child of the line's nodes. `left`
    has, for the line's node at a depth, how many of them are not yet generated again; below 0, how
    many new ones it has.
    """

    NAME = "rbfms"
    HOLDS_LINES = True
    OPTIONS = RecursiveBestFirstMinimaxOptions

    def __init__(
        self,
        evaluator: EvaluatorOrSpec = None,
        **options: Unpack[RecursiveBestFirstMinimaxOptions],
    ) -> None:
        super().__init__(evaluator, **options)
        self.simple = self.options["simple"]
        # Of all children of the line's nodes: move, value, and whether the game is over.
        self.moves = Moves()
        self._static, self._known = column(), column("q")
        self.capacity = self.known_depth = 0
        self._start, self._at, self._left = column(), column(), column("q")
        self._alpha, self._beta = column(), column()
        frames = (self._start, self._at, self._left, self._alpha, self._beta)
        lengthen(frames, MAX_PLY + 2)
        self.start, self.at = ints(self._start), ints(self._at)
        self.alpha, self.beta = ints(self._alpha), ints(self._beta)
        self.left = longlongs(self._left)

    def _search(self, position: Position, limits: Limits, answer: Answer) -> None:
        """Run BFMIN of the paper from the root, as a loop over the plies of one line, and report.

        The reason becomes "finished" or "depth", unless the budget ends. Nothing is reported if the
        root's children do not fit the budget.
        """
        deepest: cython.int = min(limits.depth or MAX_PLY, MAX_PLY)
        moves: Moves = self.moves
        budget: Budget = self.budget
        alpha: cython.p_int = self.alpha
        beta: cython.p_int = self.beta
        at: cython.p_int = self.at
        left: cython.p_longlong = self.left
        depth: cython.int = 0
        best: cython.int
        value: cython.int
        stored: cython.bint
        made: cython.int
        new: cython.longlong
        moves.drop(0)
        moves.extend(answer.moves)
        alpha[0], beta[0] = -INFINITY, INFINITY
        self.start[0] = 0
        made = self._expand(position, 0, INFINITY)
        if not made:
            return
        left[0] = -made
        if self.tracing:
            self._trace_children(position, 0)
        while True:
            best = self._best(depth)
            value = moves.score[best]
            # Step 1: WHILE alpha <= M[1] <= beta; else return M[1].
            if value < alpha[depth] or value > beta[depth]:
                moves.count = self.start[depth]
                if self.tracing:
                    self.trace.record_position("backed up", position, value)
                    self.trace.record_position("forgotten", position)
                position.pop()
                depth -= 1
                best = at[depth]
                moves.score[best] = -value
                new = min(left[depth + 1], 0)
                self.known[best] -= new
                left[depth] += new
                continue
            at[depth] = best
            if budget.used >= self.report_at:
                self._plan_report()
                self._count_regenerated(depth)
                self._report(answer)
            # Step 2: end at a finished game or the depth limit.
            if moves.tag[best] or depth + 1 >= deepest:
                answer.reason = "finished" if moves.tag[best] else "depth"
                break
            # Step 3: M[1] := BFMIN(Child[1], M[1], max(alpha, M[2]), beta), which expands it.
            beta[depth + 1] = -max(alpha[depth], self.second)
            alpha[depth + 1] = -beta[depth]
            left[depth + 1] = self.known[best]
            stored = value != self.static[best]
            self.start[depth + 1] = moves.count
            self.counts.explored += 1
            if depth == 0:
                self._report_root_move(moves.move[best], best + 1)
            self.counts.steps += 1
            position.push(moves.move[best])
            if self.tracing:
                self.trace.record_window(
                    "visited", position, NO_DEPTH, alpha[depth + 1], beta[depth + 1]
                )
            position.generate(moves)
            made = self._expand(
                position, depth + 1, -value if stored and not self.simple else INFINITY
            )
            if not made:
                break
            depth += 1
            left[depth] -= made
            self.counts.regenerated_by_value += made * stored
            if self.tracing:
                self._trace_children(position, self.start[depth])
        self._count_regenerated(depth)
        self._report(answer)

    def _expand(self, position: Position, depth: cython.int, most: cython.int) -> cython.int:
        """Evaluate the children of the last node of the line, whose moves are on the move stack.

        Their scores become values from the node's side to move, at most `most`. `static` has them
        without that limit. `known` becomes 0. The expansion is counted. The position is at the
        node.

        :param most: the node's value, if its children inherit it; else INFINITY.
        :returns: how many; 0 if they do not all fit the budget, and then their scores are void.
        """
        start: cython.int = self.start[depth]
        end: cython.int = self.moves.count
        ply: cython.int = self.root_ply + depth + 1
        budget: Budget = self.budget
        made: cython.int = self.evaluator.evaluate_children(
            position, self.moves, start, ply, INFINITY, budget, False
        )
        if made < end or budget.over:
            return 0
        if end > self.capacity:
            self._reserve()
        scores: cython.p_int = self.moves.score
        static: cython.p_int = self.static
        known: cython.p_longlong = self.known
        child: cython.int
        score: cython.int
        for child in range(start, end):
            score = -scores[child]
            static[child] = score
            known[child] = 0
            # IF Value <> Static(Node), M[i] := min(Value, Static(Child[i]))
            scores[child] = min(score, most)
        self.counts.expand(depth, end)
        self.counts.generated += end - start
        self.counts.evaluated += end - start
        return end - start

    def _trace_children(self, position: Position, start: cython.int) -> None:
        """Trace the children of an expanded node, which the position is at.

        :param start: the index of the first one on the move stack.
        """
        child: cython.int
        for child in range(start, self.moves.count):
            self.trace.record_child("generated", position, self.moves.move[child])
            self.trace.record_child(
                "evaluated", position, self.moves.move[child], -self.static[child]
            )
        self.trace.record_position("expanded", position)

    def _count_regenerated(self, depth: cython.int) -> None:
        """Set the count of regenerated children, and `known_depth`.

        That is the depth up to which the line is current. Below it nodes are being generated
        again, and values are older.

        :param depth: the depth of the line's last node.
        """
        self.known_depth = depth
        left: cython.longlong
        new: cython.longlong = 0
        level: cython.int
        for level in range(depth, -1, -1):
            left = self.left[level] + new
            if left > 0:
                self.known_depth = level - 1
            new = min(left, 0)
        self.counts.regenerated = self.counts.generated + new

    def _best(self, depth: cython.int) -> cython.int:
        """Return the index of the best child of the line's last node, the first of equal ones.

        Also set `second` to the value of the next best (M[2] of the paper); -INFINITY if there is
        only one child.
        """
        score: cython.p_int = self.moves.score
        best: cython.int = self.start[depth]
        first: cython.int = score[best]
        second: cython.int = -INFINITY
        child: cython.int
        for child in range(best + 1, self.moves.count):
            # Branches are faster here: a processor that predicts them right already begins with the
            # children of the best child.
            if score[child] > first:
                second, first, best = first, score[child], child
            elif score[child] > second:
                second = score[child]
        self.second = second
        return best

    def _report(self, answer: Answer) -> None:
        """Report the best move, its line down to `known_depth` and the values of all root moves.

        The root's value is that of the node at the end of this line. It counts as proved if it is
        a win or a loss. `_count_regenerated` sets `known_depth` before.
        """
        moves, depth = self.moves, self.known_depth
        line = [moves.move[index] for index in self.at[: depth + 1]]
        value = moves.score[self.at[depth]]
        if depth % 2:
            value = -value
        root = [
            RootMove(line[0], value, pv=tuple(line))
            if index == self.at[0]
            else RootMove(moves.move[index], moves.score[index], pv=(moves.move[index],))
            for index in range(len(answer.moves))
        ]
        answer.improve(
            line[0],
            value=value,
            pv=line,
            depth=len(line),
            root=sorted(root, key=lambda one: (one.move != line[0], one.rank)),
            proved=is_decided(value),
        )

    def _reserve(self) -> None:
        """Lengthen `static` and `known` to at least the length of the move stack.

        :raises MemoryError: if there is not enough memory.
        """
        capacity: cython.int = grown_length(self.capacity, self.moves.count)
        try:
            lengthen((self._static, self._known), capacity)
        finally:
            self.static, self.known = ints(self._static), longlongs(self._known)
        self.capacity = capacity
