"""Perft: the number of lines of legal moves of a given length, which tests move generators."""

from __future__ import annotations

import cython

from games.core.moves import Moves
from games.core.position import Position
from games.core.scores import MAX_PLY
from games.errors import LimitsError

if not cython.compiled:
    from games.core.signals import check_signals


def perft(position: Position, depth: int, bulk: bool = True) -> int:
    """Return the number of lines of `depth` legal moves; 1 for a depth of 0 or less.

    A line that ends earlier, because `generate` lists no moves, does not count. A draw by
    repetition does not end a line of chess, since moves are still listed. A forced pass is a move.

    >>> from games import make
    >>> perft(make("chess"), 3)
    8902

    :param bulk: count the moves at the last ply without making them.
    :raises LimitsError: if `depth` is above MAX_PLY.
    """
    if depth > MAX_PLY:
        raise LimitsError(f"depth {depth}: expected at most {MAX_PLY}")
    if depth <= 0:
        return 1
    return _count(position, Moves(), depth, bulk)


def _count(
    position: Position, moves: Moves, depth: cython.int, bulk: cython.bint
) -> cython.longlong:
    """Return the number of lines of `depth` legal moves; position and list are restored.

    With `bulk` the moves of the last ply are counted, not made.
    """
    start: cython.int = moves.count
    index: cython.int
    lines: cython.longlong = 0
    if depth == 5:
        check_signals()  # otherwise Ctrl-C waits for the end of the count
    end: cython.int = start + position.generate(moves)
    if bulk and depth == 1:
        lines = end - start
    else:
        for index in range(start, end):
            position.push(moves.move[index])
            lines += 1 if depth == 1 else _count(position, moves, depth - 1, bulk)
            position.pop()
    moves.drop(start)
    return lines
