"""Boards for pages: a grid of symbols, and its changes by every move of a game.

For games of Portable Game Notation, python-chess gives the board, its drawings and its notation;
any other game has a board if its `diagram` is a grid.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from operator import or_, xor
from typing import Any, NamedTuple

from games.core.pictures import discs_of, grid_of, slant_of
from games.core.position import Position

_EMPTY = frozenset("-.")
_LINES = {
    "+": '<circle cx="22.5" cy="22.5" r="11"/>',
    "=": '<rect y="18" width="45" height="9"/>',
    "|": '<rect x="18" width="9" height="45"/>',
}
"""The drawings of dots and lines."""


class Step(NamedTuple):
    """A move of a game.

    :param changed: of each changed square its number, row by row from 0, then its new symbol, "."
        for empty.
    :param text: the move in the game's notation; in chess standard algebraic notation.
    """

    changed: list[int | str]
    text: str


@dataclass(frozen=True)
class Board:
    """A board to draw.

    :param symbols: the symbols of the squares, row by row; "." for empty.
    :param columns: the names of the columns, from the left; empty where they have none.
    :param rows: the names of the rows, from the top; empty where they have none.
    :param width: the squares of a row.
    :param pieces: symbol -> a drawing in SVG, 45 wide; the others are discs or text.
    :param discs: the symbols that are drawn as discs, see `discs_of`; empty for none.
    :param slant: for each row by how many half squares it is moved to the right.
    :param checkered: whether every other square is dark.
    """

    symbols: tuple[str, ...]
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    width: int
    pieces: dict[str, str]
    discs: str
    slant: tuple[int, ...]
    checkered: bool


def board_of(position: Position) -> Board | None:
    """Return the board of a position; None if its diagram is no grid."""
    symbols, width, columns, rows = _grid(position)
    if not symbols:
        return None
    pieces = {symbol: _LINES[symbol] for symbol in _LINES if "+" in symbols}
    if _is_chess(position):
        import chess.svg

        pieces = dict(chess.svg.PIECES)
    discs = discs_of(symbols, position.INFO.sides[0])
    slant = slant_of(_diagram(position))
    checkered = _is_chess(position) or bool(rows and not columns)
    return Board(symbols, columns, rows, width, pieces, discs, slant, checkered)


def turns_for_second_side(position: Position) -> bool:
    """Return whether each side has its own edge, so that the second one sees the board turned.

    At the game's usual start the first and the last row then have pieces, and none alike. It is
    False for a game of one player, or without a board.

    >>> import games
    >>> known = ("chess", "breakthrough", "othello", "connect4")
    >>> [turns_for_second_side(games.make(game)) for game in known]
    [True, True, False, False]
    """
    symbols, width, _, _ = _grid(position.initial())
    above, below = set(symbols[:width]) - _EMPTY, set(symbols[-width:]) - _EMPTY
    return bool(above and below and above.isdisjoint(below) and not position.one_player)


def steps(position: Position, moves: Iterable[tuple[int, str]]) -> Iterator[Step]:
    """Yield the moves of a game with their changes of the board.

    :param position: the start; the moves are made on it, except in chess.
    :param moves: each as a number and as text; chess reads the text alone, in the notation of UCI.
    :raises MoveError: if a move is not legal.
    :raises ValueError: if python-chess finds a move that is not legal.
    """
    if _is_chess(position):
        yield from _steps_of_chess(position, moves)
        return
    before = symbols_of(position)
    for move, text in moves:
        position.push(position.checked(move))
        after = symbols_of(position)
        changed = [x for i, new in enumerate(after) if new != before[i] for x in (i, new)]
        yield Step(changed, text)
        before = after


def _is_chess(position: Position) -> bool:
    """Return whether the game is a kind of chess, with a board of python-chess."""
    return "pgn" in position.INFO.standards


def symbols_of(position: Position) -> tuple[str, ...]:
    """Return a position's squares, a symbol each, row by row from the top; () without a board.

    An empty square is ".".
    """
    return _grid(position)[0]


def _grid(position: Position) -> tuple[tuple[str, ...], int, tuple[str, ...], tuple[str, ...]]:
    """Return the symbols of a board ("." for empty), its width, and the names of columns and rows.

    If the diagram is no grid, all are empty and the width is 0.
    """
    grid, columns, rows = grid_of(_diagram(position))
    symbols = tuple("." if symbol in _EMPTY else symbol for row in grid for symbol in row)
    return symbols, len(grid[0]) if grid else 0, columns, rows


def _diagram(position: Position) -> str:
    """Return a position's diagram; that of chess without the lines below the board."""
    lines = position.diagram().splitlines()
    return "\n".join(lines[:9] if _is_chess(position) else lines)


def _steps_of_chess(position: Any, moves: Iterable[tuple[int, str]]) -> Iterator[Step]:
    """Yield each move in standard algebraic notation with the squares that it changes.

    They are differences of python-chess's bitboards. Diagrams take a thousand times as long.

    :param moves: only their texts are read, in the notation of UCI.
    """
    import chess

    board = position.board()
    before = _bits(board)
    for _, text in moves:
        san = board.san_and_push(board.parse_uci(text))
        after = _bits(board)
        changed: list[int | str] = []
        for square in chess.scan_forward(reduce(or_, map(xor, before, after))):
            changed += [square ^ 56, str(board.piece_at(square) or ".")]
        yield Step(changed, san)
        before = after


def _bits(board: Any) -> tuple[int, ...]:
    """Return a board of python-chess as bitboards: the six kinds of pieces and the two sides."""
    kinds = (board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings)
    return (*kinds, *board.occupied_co)
