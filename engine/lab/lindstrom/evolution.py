"""What Lindstrom measured (1979, section 9.2, table 1): how small evolving trees are."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from games.core.position import Position
from searchers.abtree.tree import ABTree

__all__ = ["Evolution", "classical_terminals", "evolve"]


class Evolution(NamedTuple):
    """Averages over the evolved trees, one a move of a game.

    :param terminals: terminal nodes of the whole tree ("NBP evolv.").
    :param restarts: calls of REVALIDATE from within REDEVELOPTREE.
    :param restart_depth: the depth of the nodes restarted, below the root of their tree.
    """

    terminals: float
    restarts: float
    restart_depth: float


def evolve(
    games: Iterable[Position],
    depth: int,
    rank: int,
    *,
    moves: int = 8,
    fix: bool = True,
    best_sibling: bool = True,
) -> Evolution:
    """Let a tree evolve in every game: a row of table 1.

    :param games: positions to start from, each of which is played on for `moves` moves.
    :param depth: the horizon below every root.
    :param rank: which child is chosen every time: 1 for the best, the degree for the worst.
    :param fix: as for `ABTree`; the table is of trees with fix 1.
    :param best_sibling: as for `ABTree`; the table is of trees as printed.
    """
    trees = terminals = restarts = restart_depths = 0
    for game in games:
        tree = _grown(game, depth, fix, best_sibling)
        for _ in range(moves):
            before = (tree.restarts, tree.restart_depths)
            tree.make_move(rank)
            tree.horizon = tree.ply + depth
            tree.revalidate(tree.root)
            tree.redevelop()
            trees += 1
            terminals += tree.terminals()
            restarts += tree.restarts - before[0]
            restart_depths += tree.restart_depths - before[1]
    return Evolution(
        terminals / trees, restarts / trees, restart_depths / restarts if restarts else 0.0
    )


def classical_terminals(games: Iterable[Position], depth: int) -> float:
    """The mean number of terminal nodes of trees grown at once ("NBP observ.")."""
    counts = [_grown(game, depth, True, True).terminals() for game in games]
    return sum(counts) / len(counts)


def _grown(game: Position, depth: int, fix: bool, best_sibling: bool) -> ABTree:
    tree = ABTree(game.copy(), "static", fix=fix, best_sibling=best_sibling)
    tree.horizon = tree.ply + depth
    tree.revalidate(tree.root)
    tree.redevelop()
    return tree
