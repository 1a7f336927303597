"""What a search of B* answers: the move, its line, what is known of the others, and their race."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import cython

from searchers.bstar.interval_tree import IntervalTree
from searchers.bstar.pb import likeliest
from searchers.core.result import Answer, Race, RootMove

if not cython.compiled:
    from games.core.scores import MATE_BOUND, adjust_mate
    from searchers.bstar.constants import GLANCED
    from searchers.bstar.interval_store import child_at

__all__ = ["CHOICES", "likelihood", "tell"]

CHOICES = ("realistic", "likeliest", "pessimistic", "optimistic", "midpoint")
"""The rules that choose the move of a search stopped before separation."""
_SAMPLES = 32
"""Values of each interval that `likelihood` tries."""

_Known = tuple[int, int, int]
"""A top-level node's (pessimistic, optimistic, realistic) value, with distances from the start of
the game."""


def tell(
    answer: Answer,
    tree: IntervalTree,
    ply: int,
    *,
    root: int = 0,
    separated: bool,
    choose: str,
    strategy: str,
) -> None:
    """Improve an answer by what a tree knows.

    :param ply: of the root.
    :param root: the node, if another than the tree's is to be it.
    :param separated: whether the best top-level node is separated from all others.
    :param choose: the rule that chooses the move if it is not.
    :param strategy: the one chosen last.
    """
    children = dict(tree.edges_of(root))
    known = {move: _seen(tree, child, ply + 1) for move, child in children.items()}
    looked = [move for move, child in children.items() if tree.node[child].first != GLANCED]
    move = (
        tree.move_of(tree.best(root))
        if separated
        else _chosen(tree, known, looked or list(known), choose)
    )
    order = sorted(known, key=lambda other: (other != move, -_estimate(*known[other])))
    moves = {
        other: _root_move(other, known[other], _line(tree, other, children[other]))
        for other in order
    }
    low, high = max([one[0] for one in known.values()]), max([one[1] for one in known.values()])
    answer.improve(
        move,
        value=_estimate(low, high, known[move][2]),
        bounds=(low, high),
        pv=moves[move].pv,
        depth=len(moves[move].pv),
        proved=separated,
        root=list(moves.values()),
        race=_race(tree, root, known, moves, strategy),
    )


def _seen(tree: IntervalTree, node: int, ply: int) -> _Known:
    low, high = tree.bounds(node)
    return adjust_mate(low, ply), adjust_mate(high, ply), adjust_mate(tree.realistic(node), ply)


def _line(tree: IntervalTree, move: int, node: cython.int) -> list[int]:
    """A move, and the best line below the node it leads to."""
    edge: cython.int
    line = [move]
    while tree.node[node].children > 0:
        edge = tree.best(node)
        line.append(tree.edge[edge].move)
        node = child_at(tree, edge)
    return line


def _race(
    tree: IntervalTree,
    root: int,
    known: dict[int, _Known],
    moves: dict[int, RootMove],
    strategy: str,
) -> Race | None:
    """How far the best top-level node is from being separated; None if it is alone."""
    if len(moves) == 1:
        return None
    best = tree.best(root)
    first = tree.move_of(best)
    second = tree.move_of(tree.second(root, best))
    separation = known[first][0] - known[second][1]
    return Race(moves[first], moves[second], strategy, separation)


def _root_move(move: int, known: _Known, line: Sequence[int]) -> RootMove:
    low, high, real = known
    return RootMove(move, _estimate(low, high, real), (low, high), tuple(line))


def _estimate(low: int, high: int, real: int) -> int:
    """A realistic value within bounds, short of a win or loss that is not certain in length."""
    if low == high:
        return low
    return min(max(low, min(real, high), 1 - MATE_BOUND), MATE_BOUND - 1)


# -- choosing ----------------------------------------------------------------------------------


def _chosen(tree: IntervalTree, known: dict[int, _Known], among: list[int], rule: str) -> int:
    """The move of a search that ends before separation; ties: by what `_LIKINGS` says, then the
    first.

    :param among: the moves that it may be: a glance flatters.
    """
    if rule == "likeliest":
        if tree.distributions is None:
            likely = likelihood([(low, high) for low, high, _ in known.values()])
        else:
            likely = likeliest(tree)
        chances = dict(zip(known, likely, strict=True))
        return max(among, key=lambda move: (chances[move], sum(known[move][:2])))
    return max(among, key=lambda move: _LIKINGS[rule](*known[move]))


_LIKINGS: dict[str, Callable[[int, int, int], Any]] = {
    "realistic": lambda low, high, real: (real, low + high),
    "pessimistic": lambda low, high, real: (low, high),
    "optimistic": lambda low, high, real: (high, low),
    "midpoint": lambda low, high, real: low + high,
}
"""What the simple rules of `choose` compare."""


def likelihood(intervals: list[tuple[int, int]]) -> list[float]:
    """For each interval, the chance that its true value is highest, were all uniform.

    The chance that all others lie below, averaged over values spread evenly in the interval.
    """
    value: cython.double
    product: cython.double
    total: cython.double
    low: cython.double
    high: cython.double
    sample: cython.int
    chances = []
    for index in range(len(intervals)):
        low, high = intervals[index]
        others = intervals[:index] + intervals[index + 1 :]
        total = 0.0
        for sample in range(_SAMPLES):
            value = low + (high - low) * (sample + 0.5) / _SAMPLES
            product = 1.0
            for least, most in others:
                product *= _chance_below(least, most, value)
            total += product
        chances.append(total / _SAMPLES)
    return chances


def _chance_below(low: cython.double, high: cython.double, value: cython.double) -> cython.double:
    """The chance that a value of an interval is lower; of its only one half a chance, if equal."""
    if low == high:
        return 0.5 if value == low else 1.0 if value > low else 0.0
    return min(1.0, max(0.0, (value - low) / (high - low)))
