"""The fast A-B tree is the reference's, node by node, after every search and move."""

from __future__ import annotations

import random
from typing import Any

import pytest

import games
from searchers.abtree.constants import RESTART
from searchers.abtree.reference import Node, ReferenceTree
from searchers.abtree.tree import ABTree
from tests.compiled import COMPILED
from tests.searchers.abtree.bush import Bush


def listed(node: Node, restart: Node) -> list[Any]:
    """Return the move, value, cutter's path and children of a node of the reference."""
    cutter = node.cutter
    cut = None if cutter is None else moves(cutter) if cutter is not restart else "restart"
    return [node.move, node.value, cut, [listed(child, restart) for child in node.children]]


def moves(node: Node) -> list[int]:
    """Return the moves from the root to a node of the reference."""
    return [one.move for one in node.path()[1:]]


def stored(tree: ABTree, slot: int) -> list[Any]:
    """Return the same for a node of the fast tree."""

    def line(at: int) -> list[int]:
        return [] if at == tree.root else [*line(tree.node(at).parent), tree.node(at).move]

    node = tree.node(slot)
    cut = None if not node.cutter else line(node.cutter) if node.cutter != RESTART else "restart"
    children = [stored(tree, child) for child in node.children]
    return [node.move, node.value, cut, children]


def compare_in_a_game(position: Any, depth: int, draw: random.Random) -> int:
    """Play a game with both trees; return the number of cut nodes."""
    cut = 0
    tree, plain = ABTree(position.copy(), "static"), ReferenceTree(position)
    for _ in range(6):
        tree.horizon = tree.ply + depth
        tree.revalidate(tree.root)
        tree.redevelop()
        assert plain.search(depth) == tree.node(tree.root).value
        assert stored(tree, tree.root)[1:] == listed(plain.root, plain.restart)[1:]
        cut += sum(1 for slot in tree.slots() if tree.node(slot).cutter)
        children = plain.root.children
        if not children:
            break
        rank = draw.randint(1, len(children))
        plain.make_move(children[rank - 1])
        tree.make_move(rank)
        assert stored(tree, tree.root)[1:] == listed(plain.root, plain.restart)[1:]
    return cut


def made(kind: str, b: int, edge: int, seed: int) -> Any:
    if kind == "bush":
        return Bush(seed, edge)
    values = f",d=30,edge={edge}" if kind == "ngame" else ""
    return games.make(f"{kind}:b={b},seed={seed}{values}")


TREES = [100 if COMPILED else 10, pytest.param(300, marks=pytest.mark.slow)]


@pytest.mark.parametrize("trees", TREES)
@pytest.mark.parametrize("kind", ["bush", "ngame", "increments"])
def test_every_tree_is_that_of_the_reference(kind: str, trees: int) -> None:
    draw = random.Random(kind)
    cut = 0
    for seed in range(trees):
        b = draw.randint(2, 5)
        position = made(kind, b, draw.choice([1, 2, 5, 1000]), seed)
        cut += compare_in_a_game(position, draw.randint(1, 6 if b < 4 else 4), draw)
    assert cut > 100
