"""`Moves`: the list that positions write moves to and searchers read them from."""

from __future__ import annotations

from collections.abc import Iterable

import cython

from games.core.columns import lengthen

if not cython.compiled:
    from games.core.array import array, ints
    from games.core.constants import MOST_LISTED


_FIRST_COLUMN = array("i", bytes(4 * 512))
"""The first content of a column, as long as a chess position needs; copying it is fast."""


class Moves:
    """A growable stack of moves, each with a score and a tag for the searcher.

    Two more columns, `low` and `high`, are for intervals; `sort` and `pick` do not move them.

    One object is enough for a depth-first search. `generate` appends the moves of a node, the
    searcher reads from the previous count on, and drops back to it after the node.

    >>> moves = Moves()
    >>> moves.extend([3, 1, 2])
    0
    >>> moves.since(1)
    [1, 2]
    """

    def __init__(self) -> None:
        self._moves, self._scores = _FIRST_COLUMN[:], _FIRST_COLUMN[:]
        self._tags = _FIRST_COLUMN[:]
        self._lows, self._highs = _FIRST_COLUMN[:], _FIRST_COLUMN[:]
        self._update_pointers()
        self.capacity = len(_FIRST_COLUMN)
        self.count = 0

    def reserve(self, more: cython.int) -> None:
        """Allocate memory for `more` moves behind the last, if there is too little.

        The moves in the list and their number do not change.

        :raises MemoryError: if that makes more than MOST_LISTED moves, or memory runs out.
        """
        if more <= self.capacity - self.count:
            return
        wanted: cython.longlong = self.count
        wanted += more
        if wanted > MOST_LISTED:
            raise MemoryError(f"{wanted} moves: expected at most {MOST_LISTED}")
        capacity: cython.int = self.count + more + self.capacity // 2
        try:
            lengthen((self._moves, self._scores, self._tags, self._lows, self._highs), capacity)
        finally:
            self._update_pointers()
        self.capacity = capacity

    def _update_pointers(self) -> None:
        """Set `move`, `score`, `tag`, `low` and `high` to the columns, which may have moved."""
        self.move, self.score, self.tag = ints(self._moves), ints(self._scores), ints(self._tags)
        self.low, self.high = ints(self._lows), ints(self._highs)

    def append(self, move: cython.int) -> None:
        """Append one move; its score, tag and interval are undefined."""
        if self.count == self.capacity:
            self.reserve(1)
        self.move[self.count] = move
        self.count += 1

    def extend(self, moves: Iterable[int]) -> None:
        """Append moves from Python, such as the root moves to consider."""
        for move in moves:
            self.append(move)

    def set_tags(self, tag: cython.int) -> None:
        """Set the tag of all moves in the list."""
        index: cython.int
        for index in range(self.count):
            self.tag[index] = tag

    def drop(self, start: cython.int) -> None:
        """Remove the moves from index `start` on.

        :raises IndexError: if `start` is not 0 to the number of moves.
        """
        if not 0 <= start <= self.count:
            self.refuse(start)
        self.count = start

    def sort(self, start: cython.int) -> None:
        """Sort the moves from index `start` on by descending score; the sort is stable.

        Scores and tags move with the moves, `low` and `high` do not.
        """
        self.sort_best(start, self.count)

    def sort_best(self, start: cython.int, most: cython.int) -> None:
        """Sort the moves from `start` on, so that the `most` best come first by descending score.

        Of equal scores the earlier move comes first. The other moves follow in any order. Scores
        and tags move with the moves, `low` and `high` do not.

        :param start: the index from which moves are sorted; those before it stay.
        :param most: at least one.
        :raises IndexError: if `start` is not 0 to the number of moves.
        """
        moves: cython.p_int = self.move
        scores: cython.p_int = self.score
        tags: cython.p_int = self.tag
        index: cython.int
        move: cython.int
        tag: cython.int
        if not 0 <= start <= self.count:
            self.refuse(start)
        for index in range(start + 1, self.count):
            score: cython.int = scores[index]
            hole: cython.int = index if index - start < most else start + most - 1
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

    def pick(self, start: cython.int) -> None:
        """Move the best move from index `start` on to that index; the first of equal ones.

        Its score and tag move too, `low` and `high` do not. The others keep their order. Nothing
        changes if `start` is the number of moves.

        :raises IndexError: if `start` is not 0 to the number of moves.
        """
        moves: cython.p_int = self.move
        scores: cython.p_int = self.score
        tags: cython.p_int = self.tag
        best: cython.int = start
        if not 0 <= start < self.count:
            self.refuse(start)
            return
        score: cython.int = scores[start]
        index: cython.int
        move: cython.int
        tag: cython.int
        for index in range(start + 1, self.count):
            best = index if scores[index] > score else best
            score = max(score, scores[index])
        if best == start:
            return
        move, tag = moves[best], tags[best]
        for index in range(best, start, -1):
            moves[index], scores[index], tags[index] = (
                moves[index - 1],
                scores[index - 1],
                tags[index - 1],
            )
        moves[start], scores[start], tags[start] = move, score, tag

    def pick_next(self, start: cython.int, index: cython.int) -> None:
        """Move the next best move to `index`; call it with `start`, `start + 1` and so on, in turn.

        The second call sorts the rest: a searcher that tries a second move mostly tries all. Later
        calls change nothing.

        :param start: the index of the first of the moves to choose from.
        """
        if index == start:
            self.pick(start)
        elif index == start + 1:
            self.sort(index)

    def since(self, start: cython.int) -> list[int]:
        """Return the moves from index `start` on as a list."""
        if not 0 <= start <= self.count:
            self.refuse(start)
        return [self.move[index] for index in range(start, self.count)]

    def scores_and_tags(self) -> list[tuple[int, int]]:
        """Return the (score, tag) pairs of all moves as a list."""
        return [(self.score[index], self.tag[index]) for index in range(self.count)]

    def bounds(self) -> list[tuple[int, int]]:
        """Return the (low, high) pairs of all moves as a list."""
        return [(self.low[index], self.high[index]) for index in range(self.count)]

    def refuse(self, start: cython.int) -> None:
        """Raise the error for an invalid start index; the end itself is valid.

        The caller checks the index, because this is not inlined.

        :raises IndexError: if `start` is not the number of moves.
        """
        if start == self.count:
            return
        raise IndexError(f"index {start} of {self.count} moves: expected 0 to {self.count}")
