"""Alpha-beta, SCOUT, principal variation search and MTD(f) as the papers have them.

This is plain Python without budget, move ordering or pruning, to be read first. The tests compare
`alphabeta`, `scout`, `pvs` and `mtdf` with it. Every function returns the value of a position for
its side to move after `depth` plies. If that is not inside the window (alpha, beta), it returns a
bound on the same side (Fishburn 1983, "fail-soft").

>>> from games import make
>>> position = make("ngame:b=3,d=4")
>>> alpha_beta(position, 4) == principal_variation(position, 4) == mtd_f(position, 4, guess=0)
True
"""

from __future__ import annotations

from games.core.position import Position
from games.core.scores import INFINITY, adjust_mate

Table = dict[tuple[int, int], tuple[int, int]]
"""The lower and the upper bound of a node, by its key and depth."""


def leaf_value(position: Position, depth: int, ply: int) -> int | None:
    """Return the outcome of a finished game, the static value at the horizon, or else None.

    A win counts less the more plies it takes.
    """
    outcome = position.outcome()
    if outcome is not None:
        return adjust_mate(outcome, ply)
    return position.static() if depth == 0 else None


def alpha_beta(
    position: Position, depth: int, alpha: int = -INFINITY, beta: int = INFINITY, ply: int = 0
) -> int:
    """Return the value of a position by alpha-beta (Knuth & Moore 1975, F2), here fail-soft.

    It is for the side to move, after `depth` plies. A value outside the window (alpha, beta) is a
    bound on the same side.

    :param ply: the distance from the root, by which the value of a win is reduced.
    """
    value = leaf_value(position, depth, ply)
    if value is not None:
        return value
    best = -INFINITY
    for move in position.legal_moves():
        position.push(move)
        value = -alpha_beta(position, depth - 1, -beta, -max(alpha, best), ply + 1)
        position.pop()
        best = max(best, value)
        if best >= beta:
            break
    return best


def scout(position: Position, depth: int, ply: int = 0) -> int:
    """Return the value for the side to move by SCOUT (Pearl 1980, EVAL).

    It evaluates the first child, and of the others only those that TEST finds better.
    """
    value = leaf_value(position, depth, ply)
    if value is not None:
        return value
    best = -INFINITY
    for number, move in enumerate(position.legal_moves()):
        position.push(move)
        if number == 0 or not exceeds(position, depth - 1, -best - 1, ply + 1):
            best = -scout(position, depth - 1, ply + 1)
        position.pop()
    return best


def exceeds(position: Position, depth: int, bound: int, ply: int) -> bool:
    """Return whether the value for the side to move is above a bound (Pearl 1980, TEST)."""
    value = leaf_value(position, depth, ply)
    if value is not None:
        return value > bound
    for move in position.legal_moves():
        position.push(move)
        above = not exceeds(position, depth - 1, -bound - 1, ply + 1)
        position.pop()
        if above:
            return True
    return False


def principal_variation(
    position: Position, depth: int, alpha: int = -INFINITY, beta: int = INFINITY, ply: int = 0
) -> int:
    """Return the value for the side to move by PVS (Marsland & Campbell 1982, procedure PVS).

    The first child has the whole window (alpha, beta). An empty window finds whether another child
    is better than the best so far. Only then is it searched again. A value outside the window is a
    bound on the same side.
    """
    value = leaf_value(position, depth, ply)
    if value is not None:
        return value
    best = -INFINITY
    for number, move in enumerate(position.legal_moves()):
        low = max(alpha, best)
        position.push(move)
        if number == 0:
            value = -principal_variation(position, depth - 1, -beta, -low, ply + 1)
        else:
            value = -principal_variation(position, depth - 1, -low - 1, -low, ply + 1)
            if low < value < beta:
                value = -principal_variation(position, depth - 1, -beta, -low, ply + 1)
        position.pop()
        best = max(best, value)
        if best >= beta:
            break
    return best


def with_memory(position: Position, depth: int, beta: int, table: Table, ply: int = 0) -> int:
    """Return a bound of the value for the side to move, from the empty window (beta - 1, beta).

    It is a lower bound if it is at least beta, otherwise an upper bound. The table has the bounds
    of earlier windows, and gets this one (Plaat et al. 1996, AlphaBetaWithMemory).
    """
    value = leaf_value(position, depth, ply)
    if value is not None:
        return value
    lower, upper = table.get((position.key(), depth), (-INFINITY, INFINITY))
    if lower >= beta:
        return lower
    if upper < beta:
        return upper
    best = -INFINITY
    for move in position.legal_moves():
        position.push(move)
        best = max(best, -with_memory(position, depth - 1, 1 - beta, table, ply + 1))
        position.pop()
        if best >= beta:
            break
    table[position.key(), depth] = (best, upper) if best >= beta else (lower, best)
    return best


def mtd_f(position: Position, depth: int, guess: int) -> int:
    """Return the value for the side to move by MTD(f) (Plaat et al. 1996).

    :param guess: an estimate of the value, where the first empty window is.
    """
    table: Table = {}
    value, lower, upper = guess, -INFINITY, INFINITY
    while lower < upper:
        beta = value + 1 if value == lower else value
        value = with_memory(position, depth, beta, table)
        if value < beta:
            upper = value
        else:
            lower = value
    return value
