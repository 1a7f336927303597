"""Recursive best-first minimax search (Korf 1992, section 3): best-first order in linear space.

Only the line to the minimax node is kept, with the brothers of its nodes. A node stays on the line
as long as its value lies between its bounds alpha and beta; when it leaves them, its sons are
forgotten, its value is kept, and its sons are generated again should the line come back.
"""

from __future__ import annotations

from array import array
from typing import Any

import cython

from evaluators.budget import Budget
from evaluators.evaluator import Evaluator
from games.parts import Option
from games.position import Moves, Position
from games.scores import is_decided
from searchers.columns import column, grown, lengthen
from searchers.limits import Limits
from searchers.result import Answer, RootMove
from searchers.searcher import Searcher

if not cython.compiled:
    from games.scores import INFINITE, LONGEST_LINE, at_ply

    NO_DEPTH = -1

__all__ = ["RecursiveBestFirstMinimax"]


class RecursiveBestFirstMinimax(Searcher):
    """BFMAX and BFMIN as one procedure, its recursion a stack of frames, one for every ply.

    BFMIN is BFMAX with every value, bound and comparison negated, so that with values from the
    side to move at each node one procedure makes the choices of both. A depth limit s ends the
    search when it first chooses a node at depth s, as in `bfms`; equal sons: the first is chosen.

    Counts: `regenerated` are the sons that had truly been generated before;
    `regenerated_by_value` are those of the paper's accounting, which takes the sons of a node for
    new whenever its value is its static value. The subtree of a node is always searched in the
    same order, whatever its bounds: an expansion is new if it goes beyond the number of different
    expansions made there before, at every node of the line. So both counts need no memory.
    """

    NAME = "rbfms"
    HOLDS_LINES = True
    OPTIONS = (
        Option(
            "simple", False, "without the inheritance of the parent's value (the paper's SRBFS)"
        ),
    )

    def __init__(self, evaluator: Any = None, **options: Any) -> None:
        super().__init__(evaluator, **options)
        self.simple = self.options["simple"]
        self.moves = Moves()  # of all sons of the line's nodes: move, value, whether it is finished
        self._static, self._known = column(), column()
        self.capacity = 0
        frames = bytes(4 * (LONGEST_LINE + 2))
        self._start, self._at = array("i", frames), array("i", frames)
        self._alpha, self._beta = array("i", frames), array("i", frames)
        self._done = array("i", frames)
        if cython.compiled:
            self.start, self.at = self._start.data.as_ints, self._at.data.as_ints
            self.alpha, self.beta = self._alpha.data.as_ints, self._beta.data.as_ints
            self.done = self._done.data.as_ints
        else:
            self.start, self.at = self._start, self._at
            self.alpha, self.beta, self.done = self._alpha, self._beta, self._done

    def _search(self, position: Position, limits: Limits, answer: Answer) -> None:
        moves: Moves = self.moves
        budget: Budget = self.budget
        alpha: cython.p_int = self.alpha
        beta: cython.p_int = self.beta
        at: cython.p_int = self.at
        deepest: cython.int = min(limits.depth or LONGEST_LINE, LONGEST_LINE)
        depth: cython.int = 0
        explored: cython.longlong = 0
        best: cython.int
        value: cython.int
        reported: cython.longlong = 1000
        moves.drop(0)
        for move in answer.moves:
            moves.append(move)
        self.start[0] = 0
        alpha[0], beta[0] = -INFINITE, INFINITE
        if not self._expand(position, 0):
            return
        if self.tracing:
            self._tell_sons(position, 0)
        while True:
            best = self._best(depth)
            value = moves.score[best]
            # Step 1: WHILE alpha <= M[1] <= beta; else return M[1].
            if value < alpha[depth] or value > beta[depth]:
                moves.count = self.start[depth]
                if self.tracing:
                    self.trace.note("backed up", position, value)
                    self.trace.note("forgotten", position)
                position.pop()
                depth -= 1
                best = at[depth]
                moves.score[best] = -value
                if self.done[depth + 1] > self.known[best]:
                    self.known[best] = self.done[depth + 1]
                continue
            at[depth] = best
            if self.fresh:
                self.settled = depth
                if budget.used >= reported:
                    reported = budget.used + max(1000, budget.used // 8)
                    self._tell(answer)
            # Step 2: is the best son one to expand?
            if moves.tag[best] or depth + 1 >= deepest:
                answer.reason = "finished" if moves.tag[best] else "depth"
                self.settled = depth
                break
            # Step 3: M[1] := BFMIN(Child[1], M[1], max(alpha, M[2]), beta), which expands it.
            beta[depth + 1] = -max(alpha[depth], self.second)
            alpha[depth + 1] = -beta[depth]
            depth += 1
            explored += 1
            position.push(moves.move[best])
            self.start[depth] = moves.count
            if self.tracing:
                self.trace.window("visited", position, NO_DEPTH, alpha[depth], beta[depth])
            position.generate(moves)
            if not self._expand(position, depth):
                break
            if self.tracing:
                self._tell_sons(position, self.start[depth])
        self.counts.explored = explored
        self._tell(answer)

    def _expand(self, position: Position, depth: cython.int) -> cython.int:
        """Give the last node of the line its sons, the moves listed from its start on; 0 if they
        do not all fit the budget."""
        moves: Moves = self.moves
        evaluator: Evaluator = self.evaluator
        start: cython.int = self.start[depth]
        made: cython.int = moves.count - start
        inherits: cython.bint = False
        value: cython.int = 0
        son: cython.int
        score: cython.int
        if moves.count > self.capacity:
            self._reserve()
        static: cython.p_int = self.static
        known: cython.p_int = self.known
        if depth > 0:
            son = self.at[depth - 1]
            value = -moves.score[son]
            inherits = value != -static[son]
        most: cython.int = value if inherits and not self.simple else INFINITE
        if not evaluator.value_sons(position, moves, start):
            return 0
        for son in range(start, start + made):
            score = -moves.score[son]
            if moves.tag[son]:
                score = at_ply(score, self.root_ply + depth + 1)
            static[son] = score
            known[son] = 0
            # IF Value <> Static(Node), M[i] := min(Value, Static(Child[i]))
            moves.score[son] = min(score, most)
        self.counts.generated += made
        self.counts.evaluated += made
        self.counts.expanded += 1
        self._account(depth)
        self.counts.regenerated += made * (not self.fresh)
        self.counts.regenerated_by_value += made * inherits
        if depth + 1 > self.counts.max_depth:
            self.counts.max_depth = depth + 1
        if moves.count > self.counts.peak_stored:
            self.counts.peak_stored = moves.count
        return 1

    def _tell_sons(self, position: Position, start: cython.int) -> cython.int:
        """Trace the expansion of a node, where the position stands."""
        son: cython.int
        for son in range(start, self.moves.count):
            self.trace.son("generated", position, self.moves.move[son])
            self.trace.son("evaluated", position, self.moves.move[son], -self.static[son])
        self.trace.note("expanded", position)
        return 0

    def _account(self, depth: cython.int) -> cython.int:
        """Note an expansion at a depth; `fresh` tells whether it was never made before."""
        self.done[depth] = 1
        while depth > 0 and self.done[depth] > self.known[self.at[depth - 1]]:
            depth -= 1
            self.done[depth] += 1
        self.fresh = depth == 0
        return 0

    def _best(self, depth: cython.int) -> cython.int:
        """The best son of the last node of the line, the first of equal ones; sets M[2]."""
        score: cython.p_int = self.moves.score
        best: cython.int = self.start[depth]
        first: cython.int = score[best]
        second: cython.int = -INFINITE
        son: cython.int
        for son in range(best + 1, self.moves.count):
            # Without branches: sons come in no order that a processor could foresee.
            second = max(second, min(score[son], first))
            best = son if score[son] > first else best
            first = max(first, score[son])
        self.second = second
        return best

    def _tell(self, answer: Answer) -> None:
        """Report the best move, its line and the values of all root moves.

        While nodes are generated again the line leads through older values: what holds is the
        line up to the node where the last new expansion has led.
        """
        moves = self.moves
        line = [moves.move[self.at[depth]] for depth in range(self.settled + 1)]
        value = moves.score[self.at[self.settled]]
        if self.settled % 2:
            value = -value
        others = [place for place in range(len(answer.moves)) if place != self.at[0]]
        root = [RootMove(line[0], value, pv=tuple(line))]
        for place in others:
            move = moves.move[place]
            root.append(RootMove(move, moves.score[place], pv=(move,)))
        answer.improve(
            line[0],
            value=value,
            pv=line,
            depth=len(line),
            root=sorted(root, key=_by_value),
            proved=is_decided(value),
        )

    def _reserve(self) -> cython.int:
        """Make room for as many sons as there are moves."""
        self.capacity = grown(self.capacity, self.moves.count)
        lengthen((self._static, self._known), self.capacity)
        if cython.compiled:
            self.static, self.known = self._static.data.as_ints, self._known.data.as_ints
        else:
            self.static, self.known = self._static, self._known
        return 0


def _by_value(known: RootMove) -> int:
    return -known.value if known.value is not None else 0
