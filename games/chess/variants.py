"""The chess variants of python-chess, as positions in plain Python.

A move is from | to << 6 | promotion << 12 | drop << 15, with the squares and pieces of
python-chess. A drop starts and ends on its square.
"""

from __future__ import annotations

import hashlib
from typing import Annotated, Any, TypedDict, Unpack

import chess
import chess.variant

from games.chess import facts, notation, tables
from games.chess.notation import read_castling, read_fen, read_san
from games.core.history import copy_with_lists, read_fen_and_moves
from games.core.moves import Moves
from games.core.position import Position
from games.core.scores import DRAW, LOSS, WIN
from games.parts.part import Option

VARIANTS: dict[str, type[chess.Board]] = {
    "standard": chess.Board,
    "threecheck": chess.variant.ThreeCheckBoard,
    **{str(board.uci_variant): board for board in chess.variant.VARIANTS[1:]},
}
"""The boards by value of the option `variant`."""


class ChessVariantOptions(TypedDict, total=False):
    """The options of `ChessVariant`."""

    chess960: Annotated[bool, Option(False, "castling as in Chess960, written king takes rook")]
    variant: Annotated[
        str, Option("standard", "the variant's name", choices=tuple(sorted(VARIANTS)))
    ]


class ChessVariant(Position):
    """A position of a chess variant. `start` is the FEN where the history begins."""

    NAME = facts.NAME
    KEYED = True
    PATH_DEPENDENT = True
    INFO = facts.VARIANT_INFO
    OPTIONS = ChessVariantOptions

    def __init__(self, **options: Unpack[ChessVariantOptions]) -> None:
        super().__init__(**options)
        board = VARIANTS[self.options["variant"]]
        self._set_up(board(board.starting_fen, chess960=self.options["chess960"]))

    def _set_up(self, board: chess.Board) -> None:
        """Begin a game at a board without moves, which is not copied; drop the search root."""
        self._board = board
        self._search_root = -1
        self._seen = [_identity(board)]
        self.start = board.fen()

    # -- moves ---------------------------------------------------------------------------------

    def legal_moves(self) -> list[int]:
        """Return the legal moves of python-chess's board, as numbers."""
        return [_number(move) for move in self._board.generate_legal_moves()]

    def noisy_moves(self, moves: Moves) -> int:
        """Append captures and promotions, in check all evasions, and return their number."""
        before = moves.count
        check = self._board.is_check()
        for move in self._board.generate_legal_moves():
            if check or move.promotion or self._board.is_capture(move):
                moves.append(_number(move))
        return moves.count - before

    def push(self, move: int) -> None:
        """Make a move on python-chess's board, and note the new position for repetitions."""
        self._board.push(_move(move))
        self._seen.append(_identity(self._board))

    def pop(self) -> None:
        """Take back the last move."""
        self._board.pop()
        self._seen.pop()

    # -- the end of the game -------------------------------------------------------------------

    def outcome(self) -> int | None:
        """Return the outcome for the side to move; None while the game goes on.

        The variant's rules come first. Otherwise checkmate loses; no legal move, insufficient
        material, a third occurrence (in a search a second one) and the fifty-move rule are draws.
        """
        board = self._board
        if board.is_variant_win():
            return WIN
        if board.is_variant_loss() or board.is_checkmate():
            return LOSS
        if board.is_variant_draw() or not any(board.generate_legal_moves()):
            return DRAW
        if board.is_insufficient_material() or board.halfmove_clock >= 100 or self._repeated():
            return DRAW
        return None

    def _repeated(self) -> bool:
        """Return whether the position occurred twice before, or once since the root."""
        here = self._seen[-1]
        before = [index for index, seen in enumerate(self._seen[:-1]) if seen == here]
        return len(before) >= 2 or (bool(before) and 0 <= self._search_root <= before[-1])

    def begin_search(self) -> None:
        """Mark this position as the root: below it, one repetition counts as a draw."""
        self._search_root = self.ply

    # -- the state of the game -----------------------------------------------------------------

    @property
    def material(self) -> int:
        """White's material minus Black's, in centipawns, pieces in hand included."""
        worth = 0
        for kind, value in zip(chess.PIECE_TYPES, tables.MATERIAL, strict=False):
            for colour, sign in ((chess.WHITE, 1), (chess.BLACK, -1)):
                worth += sign * value * len(self._board.pieces(kind, colour))
                if isinstance(self._board, chess.variant.CrazyhouseBoard):
                    worth += sign * value * self._board.pockets[colour].count(kind)
        return worth

    def in_check(self) -> bool:
        """Return whether the side to move is in check."""
        return self._board.is_check()

    def key(self) -> int:
        """Return a 64-bit hash of the position; repetitions and the move clock are not in it."""
        digest = hashlib.blake2b(repr(self._seen[-1]).encode(), digest_size=8).digest()
        return int.from_bytes(digest, "little")

    @property
    def history(self) -> tuple[int, ...]:
        """The moves made so far, as numbers."""
        return tuple(_number(move) for move in self._board.move_stack)

    @property
    def ply(self) -> int:
        """The number of moves made so far."""
        return len(self._board.move_stack)

    @property
    def turn(self) -> int:
        """The side to move: 0 for White, 1 for Black."""
        return 0 if self._board.turn else 1

    def copy(self) -> ChessVariant:
        """Return a copy with the same history and search root."""
        copy: ChessVariant = copy_with_lists(self)
        copy._board = self._board.copy()
        return copy

    @property
    def family(self) -> str:
        """The spec: parameters fitted to one variant do not fit another."""
        return self.spec

    # -- text ----------------------------------------------------------------------------------

    def diagram(self) -> str:
        """Return the board, White below, and the FEN (with pockets and checks given)."""
        return f"{notation.diagram(self._board)}\n{self.text()}"

    def ending(self) -> str:
        """Return how the game ended, such as "checkmate"; "" while it goes on."""
        return notation.ending(self._board) if self.outcome() is not None else ""

    def text(self) -> str:
        """Return the position as FEN."""
        return self._board.fen()

    def board(self) -> chess.Board:
        """Return the game so far as a python-chess board, with its move stack from `start` on."""
        return self._board.copy()

    at = read_fen_and_moves

    def _read(self, fen: str) -> None:
        """Set up the position of a FEN, where the history then begins.

        :raises PositionError: if the FEN is invalid.
        """
        kind = type(self._board)
        self._set_up(read_fen(kind, fen, self.options["chess960"], self.spec))

    def read_opening(self, text: str) -> tuple[str, list[int]]:
        """Return the start position of an opening, as FEN, and its moves from there.

        The text is a FEN or EPD, perhaps with the word `moves` and moves behind it. Moves alone
        begin at this position: then the FEN is empty.

        :raises PositionError: if the FEN or EPD is invalid, or a move behind it is illegal.
        :raises MoveError: if one of the moves alone is illegal.
        """
        return notation.read_epd_opening(self, text) or super().read_opening(text)

    def move_text(self, move: int) -> str:
        """Return the move in UCI notation; a drop is N@f3."""
        return self._board.uci(_move(move))

    def notation(self, move: int) -> str:
        """Return a legal move in standard algebraic notation (SAN)."""
        return self._board.san(_move(move))

    def parse_move(self, text: str) -> int:
        """Return the legal move that a text in UCI notation or SAN names.

        :raises MoveError: if there is none.
        """
        word = text.strip()
        legal = {self.move_text(move): move for move in self.legal_moves()}
        if word not in legal:
            word = read_castling(self._board, word) or read_san(self, self._board, word)
        return legal[word]


def _identity(board: chess.Board) -> Any:
    """Return a value that is equal for positions with the same future."""
    return board._transposition_key()


def _number(move: chess.Move) -> int:
    """Return python-chess's move as an integer."""
    promotion, drop = move.promotion or 0, move.drop or 0
    return move.from_square | move.to_square << 6 | promotion << 12 | drop << 15


def _move(number: int) -> chess.Move:
    """Return an integer as python-chess's move."""
    promotion, drop = number >> 12 & 7, number >> 15
    return chess.Move(number & 63, number >> 6 & 63, promotion or None, drop or None)
