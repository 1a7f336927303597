"""What the nodes of a page look like: boards, for games whose `diagram` is one.

A board is a grid of symbols. The root's is told whole, that of any other node by the squares that
differ from its parent's: the page puts them together again.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import Any

from engine.explore.tree import ROOT, Tree
from engine.pages.boards import DISCS, EMPTY, drawings, grid_of
from games.core.position import Position

__all__ = ["MOST_BOARDS", "Boards", "boards_of"]

MOST_BOARDS = 20_000
"""Nodes of a page that have a board of their own; others show the board above them."""


@dataclass
class Boards:
    """Boards of nodes.

    :param rows: of the root's board, symbol by symbol.
    :param pieces: symbol -> a drawing in SVG, 45 wide; without, symbols are discs or text.
    :param nodes: that have a board; after the root, a parent before its children.
    :param changes: how many squares of each differ from its parent's.
    :param squares: which those are, row by row, one node after the other.
    :param symbols: what stands there, as indices into `alphabet`.
    """

    rows: list[list[str]]
    pieces: dict[str, str]
    discs: bool
    nodes: array[int]
    changes: array[int]
    squares: array[int]
    symbols: array[int]
    alphabet: dict[str, int]


def boards_of(tree: Tree, position: Position | None, weights: Any) -> Boards | None:
    """The boards of the nodes that matter most.

    :param weights: of every node, never more than its parent's.
    :returns: None where the game has no board.
    """
    rows = [] if position is None else grid_of(position.diagram())[0]
    if position is None or not rows:
        return None
    marks = {symbol for row in rows for symbol in row} - EMPTY
    columns = (array("i"), array("i"), array("i"), array("i"))
    boards = Boards(rows, drawings(position), marks <= DISCS, *columns, {})
    _walk(boards, tree, position.copy(), _chosen(weights))
    return boards


def _chosen(weights: Any) -> list[int]:
    """The nodes of the largest weights; a parent of one of them is one."""
    count = len(weights)
    if count <= MOST_BOARDS:
        return list(range(count))
    order = sorted(range(count), key=lambda node: (-weights[node], node))
    return sorted(order[:MOST_BOARDS])


def _walk(boards: Boards, tree: Tree, position: Position, chosen: list[int]) -> None:
    """Note what every chosen node changes, depth first."""
    below: dict[int, list[int]] = {}
    for node in chosen[1:]:
        below.setdefault(tree.parents[node], []).append(node)

    def visit(node: int, board: list[str]) -> None:
        legal = position.legal_moves() if below.get(node) else []
        for child in below.get(node, ()):
            number = tree.numbers[child]
            if number > len(legal) or (number == 0 and not position.can_pass()):
                continue
            if number:
                position.push(legal[number - 1])
            else:
                position.push_pass()
            seen = [symbol for row in grid_of(position.diagram())[0] for symbol in row]
            _note(boards, child, board, seen)
            visit(child, seen)
            position.pop()

    visit(ROOT, [symbol for row in boards.rows for symbol in row])


def _note(boards: Boards, node: int, before: list[str], after: list[str]) -> None:
    changed = [square for square, symbol in enumerate(after) if before[square] != symbol]
    boards.nodes.append(node)
    boards.changes.append(len(changed))
    boards.squares.extend(changed)
    for square in changed:
        index = boards.alphabet.setdefault(after[square], len(boards.alphabet))
        boards.symbols.append(index)
