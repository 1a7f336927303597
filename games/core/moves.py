"""`Moves`, what positions write their moves into and searchers read them from."""

from __future__ import annotations

from collections.abc import Iterable

import cython

from games.core.columns import lengthen

__all__ = ["Moves"]

if not cython.compiled:
    from games.core.array import array, ints
    from games.core.constants import MOST_LISTED


_ROOM = array("i", bytes(4 * 512))
"""A column as it is at first, of which copies are quickly made: what chess makes room for."""


class Moves:
    """A growable stack of moves, each with a score and a tag for the searcher's own use.

    Two more columns, `low` and `high`, are for intervals; `sort` and `pick` leave them alone.

    One serves a whole depth-first search: `generate` appends, the searcher reads from where the
    count stood before, and drops back to it when it is done with the node.
    """

    def __init__(self) -> None:
        self._moves, self._scores, self._tags = _ROOM[:], _ROOM[:], _ROOM[:]
        self._lows, self._highs = _ROOM[:], _ROOM[:]
        self._point()
        self.capacity = len(_ROOM)
        self.count = 0

    def reserve(self, more: cython.int) -> cython.int:
        """Make room for `more` moves behind the last."""
        if more <= self.capacity - self.count:
            return 0
        wanted: cython.longlong = self.count
        wanted += more
        if wanted > MOST_LISTED:
            raise MemoryError(f"{wanted} moves: expected at most {MOST_LISTED}")
        capacity: cython.int = self.count + more + self.capacity // 2
        try:
            lengthen((self._moves, self._scores, self._tags, self._lows, self._highs), capacity)
        finally:
            self._point()
        self.capacity = capacity
        return 0

    def _point(self) -> cython.int:
        """Take the columns' data anew."""
        self.move, self.score, self.tag = ints(self._moves), ints(self._scores), ints(self._tags)
        self.low, self.high = ints(self._lows), ints(self._highs)
        return 0

    def append(self, move: cython.int) -> cython.int:
        """Add one move."""
        if self.count == self.capacity:
            self.reserve(1)
        self.move[self.count] = move
        self.count += 1
        return 0

    def extend(self, moves: Iterable[int]) -> cython.int:
        """Add moves that came from Python, such as those of a root to consider."""
        for move in moves:
            self.append(move)
        return 0

    def mark(self, tag: cython.int) -> cython.int:
        """Tag all moves."""
        index: cython.int
        for index in range(self.count):
            self.tag[index] = tag
        return 0

    def drop(self, start: cython.int) -> cython.int:
        """Forget the moves from index `start` on."""
        if not 0 <= start <= self.count:
            self.refuse(start)
        self.count = start
        return 0

    def sort(self, start: cython.int) -> cython.int:
        """Sort the moves from index `start` on by falling score; equal ones keep their order."""
        return self.sort_best(start, self.count)

    def sort_best(self, start: cython.int, most: cython.int) -> cython.int:
        """`sort` so many of the highest score; the others stand behind them in some order.

        :param most: at least one.
        """
        moves: cython.p_int = self.move
        scores: cython.p_int = self.score
        tags: cython.p_int = self.tag
        index: cython.int
        hole: cython.int
        move: cython.int
        score: cython.int
        tag: cython.int
        if not 0 <= start <= self.count:
            self.refuse(start)
        for index in range(start + 1, self.count):
            score = scores[index]
            hole = index if index - start < most else start + most - 1
            if scores[hole - (hole == index)] >= score:
                continue
            move, tag = moves[index], tags[index]
            moves[index], scores[index], tags[index] = moves[hole], scores[hole], tags[hole]
            while hole > start and scores[hole - 1] < score:
                moves[hole], scores[hole], tags[hole] = (
                    moves[hole - 1],
                    scores[hole - 1],
                    tags[hole - 1],
                )
                hole -= 1
            moves[hole], scores[hole], tags[hole] = move, score, tag
        return 0

    def pick(self, start: cython.int) -> cython.int:
        """Bring the best move from index `start` on to that place; the first of equal ones."""
        moves: cython.p_int = self.move
        scores: cython.p_int = self.score
        tags: cython.p_int = self.tag
        best: cython.int = start
        if not 0 <= start < self.count:
            return self.refuse(start)
        score: cython.int = scores[start]
        index: cython.int
        move: cython.int
        tag: cython.int
        for index in range(start + 1, self.count):
            best = index if scores[index] > score else best
            score = max(score, scores[index])
        if best == start:
            return 0
        move, tag = moves[best], tags[best]
        for index in range(best, start, -1):
            moves[index], scores[index], tags[index] = (
                moves[index - 1],
                scores[index - 1],
                tags[index - 1],
            )
        moves[start], scores[start], tags[start] = move, score, tag
        return 0

    def pick_next(self, start: cython.int, index: cython.int) -> cython.int:
        """`pick` from `index` on, where the moves from `start` to there were brought by this.

        Who looks at a second move mostly looks at all: then they are sorted.
        """
        if index == start:
            return self.pick(start)
        return self.sort(index) if index == start + 1 else 0

    def since(self, start: cython.int) -> list[int]:
        """The moves from index `start` on, as a list."""
        if not 0 <= start <= self.count:
            self.refuse(start)
        return [self.move[index] for index in range(start, self.count)]

    def marks_since(self, start: int) -> list[tuple[int, int]]:
        """The (score, tag) pairs of the moves from index `start` on."""
        if not 0 <= start <= self.count:
            self.refuse(start)
        return [(self.score[index], self.tag[index]) for index in range(start, self.count)]

    def bounds_since(self, start: int) -> list[tuple[int, int]]:
        """The (low, high) pairs of the moves from index `start` on."""
        if not 0 <= start <= self.count:
            self.refuse(start)
        return [(self.low[index], self.high[index]) for index in range(start, self.count)]

    def refuse(self, start: cython.int) -> cython.int:
        """What is done with a place to begin at that lies before the first move or beyond the end;
        at the end there is nothing to refuse. Who takes a place looks for itself."""
        if start == self.count:
            return 0
        raise IndexError(f"place {start} of {self.count} moves: expected one from 0 to the end")
