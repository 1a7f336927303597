"""The orders in which an A-B tree may grow but depth-first (Lindstrom 1979, section 1.2)."""

from __future__ import annotations

import cython

from searchers.abtree.tree import ABTree

if not cython.compiled:
    from searchers.abtree.constants import (
        AT_DEPTH,
        AT_END,
        FINISHED,
        RESTART,
        SOLVED,
        STOPPED,
        TO_TELL,
    )

__all__ = ["best_first", "expand_ply"]


def expand_ply(tree: ABTree) -> cython.int:
    """Breadth-first search, one ply: expand every key terminal node above the horizon, in the
    order of their places, then redevelop the tree, until it is valid."""
    n: cython.int
    expanded: cython.bint = True
    while expanded and not tree.stopped:
        expanded = False
        n = tree.next_held(RESTART)
        while n and not tree.stopped:
            if tree.first[n] == 0 and _misses_children(tree, n):
                tree.expand_terminal(n)
                expanded = expanded or tree.first[n] != 0
            n = tree.next_held(n)
        tree.redevelop()
    return 0


def _misses_children(tree: ABTree, n: cython.int) -> cython.bint:
    """Whether a terminal node is a key node and not deep enough."""
    if tree.nr_moves[n] == FINISHED or not tree.is_key(n):
        return False
    if tree.holds(n):
        tree.met_horizon = tree.met_horizon or tree.held[n] != SOLVED
        return False
    # A callable must find the position at n, where only expand_terminal goes.
    return tree.deep_enough is not None or not tree.is_deep(n, tree.depth(n))


def best_first(tree: ABTree, deepest: cython.int, until: cython.longlong) -> cython.int:
    """Best-first search: expand the terminal node that gives the root its value, ever again.

    :param deepest: the depth at which no node is expanded any more.
    :param until: nodes of the budget after which the caller wants to be told.
    :returns: why it ends: STOPPED, TO_TELL, AT_DEPTH, or AT_END, of the game.
    """
    n: cython.int
    depth: cython.int
    while not tree.stopped:
        tree.best_move = tree.move[tree.first[tree.root]] if tree.first[tree.root] else -1
        if tree.budget.used >= until:
            return TO_TELL
        n = tree.principal_terminal()
        depth = tree.depth(n)
        tree.counts.explored += depth
        if tree.nr_moves[n] == FINISHED:
            return AT_END
        if depth >= deepest:
            return AT_DEPTH
        tree.chosen = n
        tree.expand_terminal(n)
        tree.chosen = 0
        if tree.first[n] == 0 and not tree.stopped:
            return AT_DEPTH
        tree.redevelop()
    return STOPPED
