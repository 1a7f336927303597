"""Intervals from null moves: how bad it gets if one passes, how good if the opponent does.

Palay 1980 has no bounding functions (section 9). His chess program valued leaves by null-move
searches (an encyclopedia's article on B*, Applications), and so did the probes of Berliner and
McConnell (1996). No text gives the recipe in full; this one is ours.
"""

from __future__ import annotations

from typing import Any

import cython

from evaluators.intervals.probe import BASE, Probe
from games.core.moves import Moves
from games.core.position import Position
from games.parts.part import Option

if not cython.compiled:
    from evaluators.intervals.constants import DEEPEST
    from evaluators.intervals.probe import NEVER
    from games.core.scores import INFINITY, MATE_BOUND, ONGOING

__all__ = ["NullMove"]


class NullMove(Probe):
    """The interval [min(p, r), max(o, r)] around the realistic value r, all by search.

    * realistic r: a search of depth d.
    * pessimistic p: the side to move passes, then depth d - 1.
    * optimistic o: the best over its moves, the opponent passing next, then depth d - 1.

    Where the passer is in check, or the game has no pass, that bound is r at depth d + 1: of the
    position for p, of the move for o. Where all lines of r end the game, the interval is a point.
    A mate behind a pass is only a threat: it counts `threat`.

    With `nodes` a probe goes on with depth d + 2, d + 4 ... until it has taken so many nodes (the
    base may finish its last value), and gives the last interval that was complete. With `lazy`
    the optimistic value is not searched: the pass is taken to be worth as much to either side,
    o = r + (r - p). A searcher that expands the node has the searched one then, for no further
    nodes: o is the best of its children's pessimistic values.
    """

    NAME = "nullmove"
    OPTIONS = (
        BASE,
        Option("depth", 1, "plies of the realistic value's search", low=1, high=DEEPEST),
        Option("nodes", 0, "nodes of a probe, which deepens; 0: depth alone", low=0, high=2**62),
        Option("lazy", False, "estimate the optimistic value, do not search for it"),
        Option("threat", 2000, "what a mate behind a pass counts", low=0, high=2**28),
    )

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.depth = self.options["depth"]
        self.nodes = min(self.options["nodes"], 2**31 - 1)
        self.lazy = self.options["lazy"]
        self.threat = self.options["threat"]

    def value(self, position: Position) -> cython.int:
        return self.value_within(position, -INFINITY, INFINITY)

    def value_within(self, position: Position, alpha: cython.int, beta: cython.int) -> cython.int:
        if self.nodes:  # only a probe tells how deep it goes
            self.look(position)
            return self.real
        self.begin(position)
        return self.ahead(position, self.depth, alpha, beta, 0)

    def look(self, position: Position) -> cython.bint:
        depth: cython.int = self.depth
        self.begin(position)
        until: cython.longlong = self.spent.used + self.nodes
        self.horizon = False
        self._look(position, depth)
        if self.nodes:
            self.until = until
            while self.horizon and not self.ended and depth + 2 <= DEEPEST:
                depth += 2
                self.moves.count = 0
                self.horizon = False
                self._look(position, depth)
            self.until = NEVER
        return not self.spent.over

    def _look(self, position: Position, depth: cython.int) -> cython.bint:
        """Set the interval by searches of one depth; it stays as it was if the probe ends first."""
        pessimistic: cython.int
        optimistic: cython.int
        real: cython.int = self.ahead(position, depth, -INFINITY, INFINITY, 0)
        if self.ended:
            return False
        if not self.horizon:
            self.low = self.real = self.high = real
            return True
        pessimistic = self._pessimistic(position, depth, real)
        if self.ended:
            return False
        if self.lazy:
            optimistic = max(real, min(real + (real - pessimistic), MATE_BOUND - 1))
        else:
            optimistic = self._optimistic(position, depth, real)
        if self.ended:
            return False
        self.low, self.real, self.high = pessimistic, real, optimistic
        return True

    def _pessimistic(self, position: Position, depth: cython.int, real: cython.int) -> cython.int:
        """min(p, r): values of r and more need not be told apart."""
        value: cython.int
        if not position.can_pass():
            return min(self.ahead(position, depth + 1, -INFINITY, real, 0), real)
        if not self.take():
            return real
        position.push_pass()
        value = -self.reached(position, depth - 1, -real, INFINITY, 1)
        position.pop()
        return min(self._cut(value), real)

    def _optimistic(self, position: Position, depth: cython.int, real: cython.int) -> cython.int:
        """max(o, r): values of r and less need not be told apart."""
        moves: Moves = self.moves
        start: cython.int = moves.count
        best: cython.int = real
        value: cython.int
        index: cython.int
        position.generate(moves)
        self._score(position, start, 1)
        for index in range(start, moves.count):
            moves.pick_next(start, index)
            if not self.take():
                break
            position.push(moves.move[index])
            if position.result() != ONGOING or not position.can_pass():
                value = -self.reached(position, depth, -INFINITY, -best, 1)
            elif self.take():
                position.push_pass()
                value = self._cut(self.reached(position, depth - 1, best, INFINITY, 2))
                position.pop()
            else:
                value = best
            position.pop()
            if self.ended:
                break
            best = max(best, value)
        moves.count = start
        return best

    def _cut(self, value: cython.int) -> cython.int:
        """A value found behind a pass, mates as the threats they are."""
        nearest: cython.int = MATE_BOUND - 4 * DEEPEST
        if value >= nearest:
            return self.threat
        return -self.threat if value <= -nearest else value
