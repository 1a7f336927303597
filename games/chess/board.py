"""The chess board: what stands where, who may castle, and the record of the moves that led here.

How moves are made and taken back is told by `games.chess.chess`, which ones there are by
`games.chess.generation`.
"""

from __future__ import annotations

from typing import Any

import cython

from games.chess import piece_square, tables
from games.core.columns import lengthen
from games.core.position import Position

if not cython.compiled:
    from games.chess.constants import (
        BLACK,
        EMPTY,
        KING,
        PAWN,
        RECORD,
        WHITE,
    )
    from games.core.array import array, ints, ulonglongs
    from games.core.bits import ONE, lsb

__all__ = ["START", "Board"]

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
"""The start position, as FEN."""

# Copied, so that compiled they are C arrays of this module: what moves of pieces look up.
MIDGAME, ENDGAME = piece_square.MIDGAME, piece_square.ENDGAME
MATERIAL, PHASE = piece_square.MATERIAL, piece_square.PHASE
PIECE_KEYS = tables.PIECE_KEYS


class Board(Position):
    """Pieces, whose turn it is, rights, and the moves that led here.

    `midgame`, `endgame` and `material` are White's piece-square values and material minus Black's,
    in centipawns, and `phase` weighs the first two (24 and more: all midgame); all four are kept
    up to date by `push`. `start` is the FEN the history begins at.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.chess960 = self.options["chess960"]
        pieces = [
            0x00FF00000000FF00,
            0x42 << 56 | 0x42,
            0x24 << 56 | 0x24,
            0x81 << 56 | 0x81,
            8 << 56 | 8,
            16 << 56 | 16,
        ]
        self.set_up(pieces, [0xFFFF, 0xFFFF << 48], WHITE, 0x81 << 56 | 0x81, 0, 0, 1)
        self.start = START

    def set_up(
        self,
        pieces: list[int],
        sides: list[int],
        side: int,
        castling: int,
        en_passant: int,
        clock: int,
        number: int,
    ) -> None:
        """Become a position without history; everything given is consistent.

        :param pieces: bitboards by kind.
        :param sides: bitboards by colour.
        :param castling: the rooks that may castle, as a bitboard.
        :param en_passant: the square where a pawn can legally be captured so; 0 for none.
        :param clock: plies since the last capture or pawn move.
        :param number: the number of the full move.
        """
        self.pieces = [0] * 8
        self.sides = [0, 0]
        self.squares = [EMPTY] * 64
        self.midgame = self.endgame = self.material = self.phase = 0
        self.zobrist = tables.TURN_KEY if side == BLACK else 0
        bits: cython.ulonglong
        for piece in (*range(PAWN, KING + 1), *range(8 | PAWN, (8 | KING) + 1)):
            bits = pieces[piece & 7] & sides[piece >> 3]
            while bits:
                self.put(piece, lsb(bits))
                bits &= bits - 1
        self.side, self.clock, self.first_number = side, clock, number
        self.en_passant = en_passant
        if en_passant:
            self.zobrist ^= tables.EN_PASSANT_KEYS[en_passant & 7]
        self._set_castling(castling)
        self.length = self.room = self.reversible_from = 0
        self.search_root = -1
        self.tables: Any = None
        self.men = 0
        self._records, self._keys = array("i"), array("Q")
        self.grow()
        self.king = self.checkers = self.pinned = self.pinners = 0
        self.scanned = False

    def put(self, piece: cython.int, square: cython.int) -> None:
        """Place a piece on an empty square, and keep key and sums."""
        index: cython.int = piece << 6 | square
        bit: cython.ulonglong = ONE << square
        self.pieces[piece & 7] |= bit
        self.sides[piece >> 3] |= bit
        self.squares[square] = piece
        self.zobrist ^= PIECE_KEYS[index]
        self.midgame += MIDGAME[index]
        self.endgame += ENDGAME[index]
        self.material += MATERIAL[piece]
        self.phase += PHASE[piece]

    def _set_castling(self, castling: int) -> None:
        """Let the rooks on these squares castle, and note what each castling needs.

        Right 2 * colour + 0 is castling to the king's side, + 1 to the queen's.
        """
        self.rights = 0
        rooks, kept, vacant, walk = [0] * 4, [15] * 64, [0] * 4, [0] * 4
        for colour in (WHITE, BLACK):
            king = lsb(self.pieces[KING] & self.sides[colour])
            for rook in range(56 * colour, 56 * colour + 8):
                if not castling >> rook & 1:
                    continue
                right = 2 * colour + (rook < king)
                king_to = (king & 56) + (2 if rook < king else 6)
                rook_to = king_to + (1 if rook < king else -1)
                rooks[right] = rook
                kept[rook] &= ~(1 << right)
                kept[king] &= ~(1 << right)
                walk[right] = tables.BETWEEN[64 * king + king_to] | 1 << king_to
                passed = walk[right] | tables.BETWEEN[64 * rook + rook_to] | 1 << rook_to
                vacant[right] = passed & ~(1 << king | 1 << rook)
                self.rights |= 1 << right
        self.rooks, self.kept_rights = rooks, kept
        self.castling_vacant, self.castling_walk = vacant, walk
        self.zobrist ^= tables.CASTLING_KEYS[self.rights]

    def grow(self) -> cython.int:
        """Make room for more moves."""
        room: cython.int = self.room + 256 + self.room // 2
        try:
            lengthen((self._keys,), room)
            lengthen((self._records,), RECORD * room)
        finally:
            self.records = ints(self._records)
            self.keys = ulonglongs(self._keys)
        self.room = room
        return 0

    # -- the moves so far ---------------------------------------------------------------------

    @property
    def history(self) -> tuple[int, ...]:
        return tuple(self._records[: RECORD * self.length : RECORD])

    @property
    def ply(self) -> int:
        return self.length

    @property
    def turn(self) -> int:
        return self.side

    def become(self, other: Board) -> None:
        """Take over another position of the game with its history."""
        self.options, self._written = other.options, other._written
        self.chess960 = other.chess960
        self.start, self.first_number = other.start, other.first_number
        self.midgame, self.endgame = other.midgame, other.endgame
        self.material, self.phase = other.material, other.phase
        self.pieces, self.sides = list(other.pieces), list(other.sides)
        self.squares = list(other.squares)
        self.side, self.rights, self.en_passant = other.side, other.rights, other.en_passant
        self.clock, self.zobrist = other.clock, other.zobrist
        self.rooks, self.kept_rights = list(other.rooks), list(other.kept_rights)
        self.castling_vacant = list(other.castling_vacant)
        self.castling_walk = list(other.castling_walk)
        self.search_root, self.reversible_from = other.search_root, other.reversible_from
        self.tables, self.men = other.tables, other.men
        self._records, self._keys = other._records[:], other._keys[:]
        self.records, self.keys = ints(self._records), ulonglongs(self._keys)
        self.room, self.length = other.room, other.length
        self.king = self.checkers = self.pinned = self.pinners = 0
        self.scanned = False

    def castling_rooks(self) -> int:
        """The rooks that may still castle, as a bitboard."""
        rooks = {self.rooks[right] for right in range(4) if self.rights >> right & 1}
        return sum([1 << rook for rook in rooks])
