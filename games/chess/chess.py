"""Chess and Chess960 on bitboards: every move generated is legal.

Moves are from | to << 6 | promotion << 12 (squares a1 = 0 to h8 = 63; promotion 1 to 4 for knight
to queen). Castling is the king taking its own rook. python-chess is the notation layer: it reads
and writes FEN and SAN, and is imported only when one of them is asked for.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any

import cython

from games.chess import tables
from games.core.columns import lengthen
from games.core.position import Moves, Position, play_words
from games.errors import SpecError
from games.parts.part import Option

if TYPE_CHECKING:
    import chess

if not cython.compiled:
    from games.chess.squares import (
        BACK_RANKS,
        BISHOP,
        BLACK,
        DARK,
        EMPTY,
        FILE_A,
        FILE_B,
        FILE_GATHER,
        FILE_H,
        KING,
        KNIGHT,
        MOST_MOVES,
        PASS,
        PAWN,
        QUEEN,
        RANK_3,
        RANK_6,
        RECORD,
        ROOK,
        WHITE,
    )
    from games.core.bits import M64, ONE, lsb, popcount
    from games.core.scores import DRAW, LOSS, ONGOING, QUIET

__all__ = ["START", "Chess"]

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
"""The start position, as FEN."""

# Copied, so that compiled they are C arrays of this module.
KNIGHT_MOVES = tables.KNIGHT_MOVES
KING_MOVES = tables.KING_MOVES
PAWN_ATTACKS = tables.PAWN_ATTACKS
RANK = tables.RANK
DIAGONAL = tables.DIAGONAL
ANTIDIAGONAL = tables.ANTIDIAGONAL
REACH = tables.REACH
FILE_REACH = tables.FILE_REACH
BETWEEN = tables.BETWEEN
MIDGAME = tables.MIDGAME
ENDGAME = tables.ENDGAME
MATERIAL = tables.MATERIAL
PHASE = tables.PHASE
PIECE_KEYS = tables.PIECE_KEYS
WORTH = tables.WORTH
CASTLING_KEYS = tables.CASTLING_KEYS
EN_PASSANT_KEYS = tables.EN_PASSANT_KEYS
TURN_KEY = tables.TURN_KEY


def _bishop_reach(square: cython.int, occupied: cython.ulonglong) -> cython.ulonglong:
    """The squares a bishop reaches, the first occupied one of each diagonal included."""
    line: cython.ulonglong = DIAGONAL[square]
    anti: cython.ulonglong = ANTIDIAGONAL[square]
    file: cython.int = (square & 7) << 6
    rising: cython.int = cython.cast(cython.int, ((line & occupied) * FILE_B & M64) >> 58)
    falling: cython.int = cython.cast(cython.int, ((anti & occupied) * FILE_B & M64) >> 58)
    return (REACH[file | rising] & line) | (REACH[file | falling] & anti)


def _rook_reach(square: cython.int, occupied: cython.ulonglong) -> cython.ulonglong:
    """The squares a rook reaches, the first occupied one of each line included."""
    rank: cython.ulonglong = RANK[square]
    file: cython.int = square & 7
    above: cython.ulonglong = occupied >> file & FILE_A
    along: cython.int = cython.cast(cython.int, ((rank & occupied) * FILE_B & M64) >> 58)
    up: cython.int = cython.cast(cython.int, (above * FILE_GATHER & M64) >> 58)
    return (REACH[file << 6 | along] & rank) | (FILE_REACH[square >> 3 << 6 | up] << file)


class Chess(Position):
    """Chess, Chess960 and python-chess's variants.

    `midgame`, `endgame` and `material` are White's piece-square values and material minus Black's,
    in centipawns, and `phase` weighs the first two (24 and more: all midgame); all four are kept
    up to date by `push`. `start` is the FEN the history begins at.
    """

    NAME = "chess"
    KEYED = True
    PATH_DEPENDENT = True
    SYMMETRIC = True
    OPTIONS = (
        Option("chess960", False, "castling as in Chess960, written king takes rook"),
        Option("variant", "standard", "a variant that python-chess knows, such as atomic"),
    )

    @classmethod
    def build(cls, **options: Any) -> Any:
        """The start position: a `Chess`, or a `ChessVariant` if the options name a variant."""
        if options.get("variant", "standard") == "standard":
            return cls(**options)
        from games.chess.variants import ChessVariant

        return ChessVariant(**options)

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        if self.options["variant"] != "standard":
            raise SpecError(f"Chess plays standard chess: use make('{self.spec}')")
        self.chess960 = self.options["chess960"]
        self.scratch = Moves()
        pieces = [
            0x00FF00000000FF00,
            0x42 << 56 | 0x42,
            0x24 << 56 | 0x24,
            0x81 << 56 | 0x81,
            8 << 56 | 8,
            16 << 56 | 16,
        ]
        self._set_up(pieces, [0xFFFF, 0xFFFF << 48], WHITE, 0x81 << 56 | 0x81, 0, 0, 1)
        self.start = START

    def _set_up(
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
        self.zobrist = TURN_KEY if side == BLACK else 0
        bits: cython.ulonglong
        for piece in (*range(PAWN, KING + 1), *range(8 | PAWN, (8 | KING) + 1)):
            bits = pieces[piece & 7] & sides[piece >> 3]
            while bits:
                self._put(piece, lsb(bits))
                bits &= bits - 1
        self.side, self.clock, self.first_number = side, clock, number
        self.en_passant = en_passant
        if en_passant:
            self.zobrist ^= EN_PASSANT_KEYS[en_passant & 7]
        self._set_castling(castling)
        self.length = self.room = self.reversible_from = 0
        self.search_root = -1
        self._records, self._keys = array("i"), array("Q")
        self._grow()
        self.scanned = False

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
                walk[right] = BETWEEN[64 * king + king_to] | 1 << king_to
                passed = walk[right] | BETWEEN[64 * rook + rook_to] | 1 << rook_to
                vacant[right] = passed & ~(1 << king | 1 << rook)
                self.rights |= 1 << right
        self.rooks, self.kept_rights = rooks, kept
        self.castling_vacant, self.castling_walk = vacant, walk
        self.zobrist ^= CASTLING_KEYS[self.rights]

    # -- moves made and taken back -----------------------------------------------------------

    def _place(self, piece: cython.int, square: cython.int) -> None:
        bit: cython.ulonglong = ONE << square
        self.pieces[piece & 7] |= bit
        self.sides[piece >> 3] |= bit
        self.squares[square] = piece

    def _lift(self, piece: cython.int, square: cython.int) -> None:
        bit: cython.ulonglong = ONE << square
        self.pieces[piece & 7] ^= bit
        self.sides[piece >> 3] ^= bit
        self.squares[square] = EMPTY

    def _slide(self, piece: cython.int, source: cython.int, target: cython.int) -> None:
        bits: cython.ulonglong = ONE << source | ONE << target
        self.pieces[piece & 7] ^= bits
        self.sides[piece >> 3] ^= bits
        self.squares[source] = EMPTY
        self.squares[target] = piece

    def _put(self, piece: cython.int, square: cython.int) -> None:
        """Place a piece on an empty square, and keep key and sums."""
        index: cython.int = piece << 6 | square
        self._place(piece, square)
        self.zobrist ^= PIECE_KEYS[index]
        self.midgame += MIDGAME[index]
        self.endgame += ENDGAME[index]
        self.material += MATERIAL[piece]
        self.phase += PHASE[piece]

    def _take(self, piece: cython.int, square: cython.int) -> None:
        """Lift a piece from its square, and keep key and sums."""
        index: cython.int = piece << 6 | square
        self._lift(piece, square)
        self.zobrist ^= PIECE_KEYS[index]
        self.midgame -= MIDGAME[index]
        self.endgame -= ENDGAME[index]
        self.material -= MATERIAL[piece]
        self.phase -= PHASE[piece]

    def _shift(self, piece: cython.int, source: cython.int, target: cython.int) -> None:
        """Slide a piece to an empty square, and keep key and sums."""
        left: cython.int = piece << 6 | source
        entered: cython.int = piece << 6 | target
        self._slide(piece, source, target)
        self.zobrist ^= PIECE_KEYS[left] ^ PIECE_KEYS[entered]
        self.midgame += MIDGAME[entered] - MIDGAME[left]
        self.endgame += ENDGAME[entered] - ENDGAME[left]

    def _remember(self, move: cython.int, captured: cython.int) -> cython.int:
        """Note the move and what it cannot give back, and pass the turn."""
        at: cython.int = self.length * RECORD
        if self.length == self.room:
            self._grow()
        self.records[at] = move
        self.records[at + 1] = captured | self.rights << 4 | self.en_passant << 8
        self.records[at + 2] = self.clock
        self.records[at + 3] = self.reversible_from
        self.records[at + 4] = self.midgame
        self.records[at + 5] = self.endgame
        self.records[at + 6] = self.material
        self.records[at + 7] = self.phase
        self.keys[self.length] = self.zobrist
        self.length += 1
        self.clock += 1
        self.zobrist ^= TURN_KEY
        if self.en_passant:
            self.zobrist ^= EN_PASSANT_KEYS[self.en_passant & 7]
            self.en_passant = 0
        self.side ^= 1
        self.scanned = False
        return 0

    def _grow(self) -> cython.int:
        """Make room for more moves."""
        room: cython.int = self.room + 256 + self.room // 2
        try:
            lengthen((self._keys,), room)
            lengthen((self._records,), RECORD * room)
        finally:
            if cython.compiled:
                self.records = self._records.data.as_ints
                self.keys = self._keys.data.as_ulonglongs
            else:
                self.records, self.keys = self._records, self._keys
        self.room = room
        return 0

    def push(self, move: cython.int) -> None:
        source: cython.int = move & 63
        target: cython.int = move >> 6 & 63
        piece: cython.int = self.squares[source]
        captured: cython.int = self.squares[target]
        en_passant: cython.int = self.en_passant
        rights: cython.int = self.rights & self.kept_rights[source] & self.kept_rights[target]
        self._remember(move, captured)
        if rights != self.rights:
            self.zobrist ^= CASTLING_KEYS[self.rights] ^ CASTLING_KEYS[rights]
            self.rights = rights
        if captured == (piece & 8 | ROOK):
            self._push_castling(source, target)
        else:
            if captured != EMPTY:
                self._take(captured, target)
                self.clock, self.reversible_from = 0, self.length
            self._shift(piece, source, target)
            if piece & 7 == PAWN:
                self._push_pawn(source, target, move >> 12 & 7, en_passant)

    def _push_pawn(
        self, source: cython.int, target: cython.int, promotion: cython.int, en_passant: cython.int
    ) -> None:
        """What else a pawn does that has moved; the turn has passed already."""
        colour: cython.int = (self.side ^ 1) << 3
        attackers: cython.ulonglong
        self.clock, self.reversible_from = 0, self.length
        if promotion:
            self._take(colour | PAWN, target)
            self._put(colour | promotion, target)
        elif en_passant and target == en_passant:
            self._take(colour ^ 8, target ^ 8)
        elif source ^ target == 16:
            en_passant = (source + target) >> 1
            attackers = PAWN_ATTACKS[(self.side ^ 1) << 6 | en_passant]
            attackers &= self.pieces[PAWN] & self.sides[self.side]
            while attackers:
                if self._may_capture(lsb(attackers), en_passant):
                    self.en_passant = en_passant
                    self.zobrist ^= EN_PASSANT_KEYS[en_passant & 7]
                    return
                attackers &= attackers - 1

    def _push_castling(self, source: cython.int, rook: cython.int) -> None:
        colour: cython.int = (self.side ^ 1) << 3
        corner: cython.int = source & 56
        self._take(colour | KING, source)
        self._take(colour | ROOK, rook)
        self._put(colour | KING, corner + (6 if rook > source else 2))
        self._put(colour | ROOK, corner + (5 if rook > source else 3))

    def push_pass(self) -> None:
        self._remember(PASS, EMPTY)
        self.reversible_from = self.length

    def pop(self) -> None:
        if self.length == 0:
            raise IndexError("pop at the start of the history")
        self.length -= 1
        at: cython.int = self.length * RECORD
        move: cython.int = self.records[at]
        facts: cython.int = self.records[at + 1]
        captured: cython.int = facts & 15
        self.rights = facts >> 4 & 15
        self.en_passant = facts >> 8
        self.clock = self.records[at + 2]
        self.reversible_from = self.records[at + 3]
        self.midgame = self.records[at + 4]
        self.endgame = self.records[at + 5]
        self.material = self.records[at + 6]
        self.phase = self.records[at + 7]
        self.zobrist = self.keys[self.length]
        self.side ^= 1
        self.scanned = False
        if move != PASS:
            self._unmake(move, captured)

    def _unmake(self, move: cython.int, captured: cython.int) -> None:
        """Put the pieces back where they stood before a move of the side to move."""
        source: cython.int = move & 63
        target: cython.int = move >> 6 & 63
        colour: cython.int = self.side << 3
        piece: cython.int = self.squares[target]
        if captured == (colour | ROOK):
            self._pop_castling(source, target)
            return
        if move >> 12:
            self._lift(piece, target)
            self._place(colour | PAWN, source)
        else:
            self._slide(piece, target, source)
        if captured != EMPTY:
            self._place(captured, target)
        elif piece & 7 == PAWN and target == self.en_passant:
            self._place(colour ^ 8 | PAWN, target ^ 8)

    def _pop_castling(self, source: cython.int, rook: cython.int) -> None:
        colour: cython.int = self.side << 3
        corner: cython.int = source & 56
        self._lift(colour | KING, corner + (6 if rook > source else 2))
        self._lift(colour | ROOK, corner + (5 if rook > source else 3))
        self._place(colour | KING, source)
        self._place(colour | ROOK, rook)

    # -- checks and pins ---------------------------------------------------------------------

    def _attacked(
        self, square: cython.int, occupied: cython.ulonglong, theirs: cython.ulonglong
    ) -> cython.bint:
        """Whether a piece among `theirs`, of the side not to move, attacks a square."""
        sliders: cython.ulonglong = theirs & (self.pieces[BISHOP] | self.pieces[QUEEN])
        if KNIGHT_MOVES[square] & theirs & self.pieces[KNIGHT]:
            return True
        if PAWN_ATTACKS[self.side << 6 | square] & theirs & self.pieces[PAWN]:
            return True
        if KING_MOVES[square] & theirs & self.pieces[KING]:
            return True
        near: cython.ulonglong = DIAGONAL[square] | ANTIDIAGONAL[square]
        if near & sliders and _bishop_reach(square, occupied) & sliders:
            return True
        sliders = theirs & (self.pieces[ROOK] | self.pieces[QUEEN])
        return _rook_reach(square, occupied) & sliders != 0 if sliders else False

    def _scan(self) -> None:
        """Find the side to move's king, the pieces that check it, and the pins on it."""
        ours: cython.ulonglong = self.sides[self.side]
        theirs: cython.ulonglong = self.sides[self.side ^ 1]
        queens: cython.ulonglong = self.pieces[QUEEN]
        snipers: cython.ulonglong
        blockers: cython.ulonglong
        if self.scanned:
            return
        self.scanned = True
        self.king = lsb(self.pieces[KING] & ours)
        self.pinned = self.pinners = 0
        self.checkers = theirs & (
            (KNIGHT_MOVES[self.king] & self.pieces[KNIGHT])
            | (PAWN_ATTACKS[self.side << 6 | self.king] & self.pieces[PAWN])
        )
        # Sliders that would check if our own pieces were not there.
        snipers = _rook_reach(self.king, theirs) & (self.pieces[ROOK] | queens)
        snipers |= _bishop_reach(self.king, theirs) & (self.pieces[BISHOP] | queens)
        snipers &= theirs
        while snipers:
            blockers = BETWEEN[self.king << 6 | lsb(snipers)] & ours
            if not blockers:
                self.checkers |= snipers & -snipers
            elif not blockers & (blockers - 1):
                self.pinned |= blockers
                self.pinners |= snipers & -snipers
            snipers &= snipers - 1

    def in_check(self) -> cython.bint:
        """Whether the side to move is in check."""
        self._scan()
        return self.checkers != 0

    # -- move generation ---------------------------------------------------------------------

    def generate(self, moves: Moves) -> cython.int:
        before: cython.int = moves.count
        moves.reserve(MOST_MOVES)
        moves.count = self._legal(moves.move, before, False)
        return moves.count - before

    def noisy_moves(self, moves: Moves) -> cython.int:
        """Append captures and promotions, in check all evasions; return how many."""
        before: cython.int = moves.count
        moves.reserve(MOST_MOVES)
        moves.count = self._legal(moves.move, before, not self.in_check())
        return moves.count - before

    def _legal(self, out: cython.p_int, n: cython.int, noisy: cython.bint) -> cython.int:
        """Write the legal moves (noisy: captures and promotions alone) from out[n] on.

        :returns: the place behind the last.
        """
        ours: cython.ulonglong = self.sides[self.side]
        targets: cython.ulonglong
        free: cython.ulonglong
        self._scan()
        targets = self.sides[self.side ^ 1] if noisy else ours ^ M64
        free = ours ^ self.pinned
        n = self._king_moves(out, n, KING_MOVES[self.king] & targets)
        if self.checkers:
            if self.checkers & (self.checkers - 1):
                return n
            targets &= self.checkers | BETWEEN[self.king << 6 | lsb(self.checkers)]
        elif not noisy and self.rights >> 2 * self.side & 3:
            n = self._castlings(out, n)
        n = self._piece_moves(out, n, free, targets)
        if self.pinned and not self.checkers:
            n = self._pinned_moves(out, n, targets, noisy)
        if self.en_passant:
            n = self._en_passants(out, n)
        if noisy:
            targets |= BACK_RANKS
        return self._pawn_moves(out, n, free & self.pieces[PAWN], targets, noisy)

    def _king_moves(
        self, out: cython.p_int, n: cython.int, targets: cython.ulonglong
    ) -> cython.int:
        theirs: cython.ulonglong = self.sides[self.side ^ 1]
        occupied: cython.ulonglong = theirs | self.sides[self.side] ^ ONE << self.king
        while targets:
            if not self._attacked(lsb(targets), occupied, theirs):
                out[n] = self.king | lsb(targets) << 6
                n += 1
            targets &= targets - 1
        return n

    def _piece_moves(
        self, out: cython.p_int, n: cython.int, movers: cython.ulonglong, targets: cython.ulonglong
    ) -> cython.int:
        """The moves of the knights, bishops, rooks and queens among `movers` to `targets`."""
        occupied: cython.ulonglong = self.sides[WHITE] | self.sides[BLACK]
        pieces: cython.ulonglong = movers & self.pieces[KNIGHT]
        source: cython.int
        while pieces:
            source = lsb(pieces)
            n = _write(out, n, source, KNIGHT_MOVES[source] & targets)
            pieces &= pieces - 1
        pieces = movers & (self.pieces[BISHOP] | self.pieces[QUEEN])
        while pieces:
            source = lsb(pieces)
            n = _write(out, n, source, _bishop_reach(source, occupied) & targets)
            pieces &= pieces - 1
        pieces = movers & (self.pieces[ROOK] | self.pieces[QUEEN])
        while pieces:
            source = lsb(pieces)
            n = _write(out, n, source, _rook_reach(source, occupied) & targets)
            pieces &= pieces - 1
        return n

    def _pinned_moves(
        self, out: cython.p_int, n: cython.int, targets: cython.ulonglong, noisy: cython.bint
    ) -> cython.int:
        """The moves of pinned pieces: towards their pinner and back, up to its capture."""
        pinners: cython.ulonglong = self.pinners
        ray: cython.ulonglong
        mover: cython.ulonglong
        while pinners:
            ray = BETWEEN[self.king << 6 | lsb(pinners)]
            mover = ray & self.pinned
            ray |= pinners & -pinners
            if mover & self.pieces[PAWN]:
                n = self._pawn_moves(out, n, mover, ray & targets, noisy)
            else:
                n = self._piece_moves(out, n, mover, ray & targets)
            pinners &= pinners - 1
        return n

    def _pawn_moves(
        self,
        out: cython.p_int,
        n: cython.int,
        pawns: cython.ulonglong,
        targets: cython.ulonglong,
        noisy: cython.bint,
    ) -> cython.int:
        """The moves of these pawns to `targets`, en passant left aside."""
        theirs: cython.ulonglong = self.sides[self.side ^ 1]
        vacant: cython.ulonglong = (theirs | self.sides[self.side]) ^ M64
        wanted: cython.ulonglong = targets & theirs
        one: cython.ulonglong
        two: cython.ulonglong
        if self.side == WHITE:
            one = pawns << 8 & vacant
            two = (one & RANK_3) << 8 & vacant
            n = _write_pawns(out, n, (pawns & ~FILE_A) << 7 & wanted, 7)
            n = _write_pawns(out, n, (pawns & ~FILE_H) << 9 & wanted, 9)
        else:
            one = pawns >> 8 & vacant
            two = (one & RANK_6) >> 8 & vacant
            n = _write_pawns(out, n, (pawns & ~FILE_A) >> 9 & wanted, -9)
            n = _write_pawns(out, n, (pawns & ~FILE_H) >> 7 & wanted, -7)
        if noisy:
            return _write_pawns(out, n, one & targets & BACK_RANKS, 8 - 16 * self.side)
        n = _write_pawns(out, n, one & targets, 8 - 16 * self.side)
        return _write_pawns(out, n, two & targets, 16 - 32 * self.side)

    def _castlings(self, out: cython.p_int, n: cython.int) -> cython.int:
        """The castlings of a side that has a right to and is not in check."""
        right: cython.int
        for right in range(2 * self.side, 2 * self.side + 2):
            if self.rights >> right & 1 and self._may_castle(right):
                out[n] = self.king | self.rooks[right] << 6
                n += 1
        return n

    def _may_castle(self, right: cython.int) -> cython.bint:
        theirs: cython.ulonglong = self.sides[self.side ^ 1]
        occupied: cython.ulonglong = theirs | self.sides[self.side]
        walk: cython.ulonglong = self.castling_walk[right]
        king_to: cython.int = (self.king & 56) + (2 if right & 1 else 6)
        if occupied & self.castling_vacant[right]:
            return False
        occupied ^= ONE << self.king
        while walk:
            if self._attacked(lsb(walk), occupied, theirs):
                return False
            walk &= walk - 1
        if not self.chess960:
            return True
        # The rook may leave a line to the king open.
        occupied ^= ONE << self.rooks[right]
        occupied |= ONE << (king_to + 1 if right & 1 else king_to - 1)
        return not self._attacked(king_to, occupied, theirs)

    def _en_passants(self, out: cython.p_int, n: cython.int) -> cython.int:
        pawns: cython.ulonglong = PAWN_ATTACKS[(self.side ^ 1) << 6 | self.en_passant]
        pawns &= self.pieces[PAWN] & self.sides[self.side]
        while pawns:
            if self._may_capture(lsb(pawns), self.en_passant):
                out[n] = lsb(pawns) | self.en_passant << 6
                n += 1
            pawns &= pawns - 1
        return n

    def _may_capture(self, source: cython.int, square: cython.int) -> cython.bint:
        """Whether the pawn on `source` may capture en passant on `square`."""
        passed: cython.ulonglong = ONE << (square ^ 8)
        theirs: cython.ulonglong = self.sides[self.side ^ 1] ^ passed
        ours: cython.ulonglong = self.sides[self.side] ^ ONE << source ^ ONE << square
        king: cython.int = lsb(self.pieces[KING] & ours)
        return not self._attacked(king, ours | theirs, theirs)

    # -- the end of the game -----------------------------------------------------------------

    def result(self) -> cython.int:
        if not self._can_move():
            return LOSS if self.checkers else DRAW
        if self.clock >= 100 or self._repeated() or self._insufficient():
            return DRAW
        return ONGOING

    def _can_move(self) -> cython.bint:
        """Whether there is a legal move; quickly, where a free pawn or piece has one."""
        occupied: cython.ulonglong = self.sides[WHITE] | self.sides[BLACK]
        free: cython.ulonglong
        pieces: cython.ulonglong
        self._scan()
        if not self.checkers:
            free = self.sides[self.side] & ~self.pinned
            pieces = free & self.pieces[PAWN]
            if (pieces << 8 if self.side == WHITE else pieces >> 8) & ~occupied:
                return True
            pieces = free & self.pieces[KNIGHT]
            while pieces:
                if KNIGHT_MOVES[lsb(pieces)] & ~self.sides[self.side]:
                    return True
                pieces &= pieces - 1
        self.scratch.reserve(MOST_MOVES)
        return self._legal(self.scratch.move, 0, False) > 0

    def _repeated(self) -> cython.bint:
        """Whether the position occurred twice before, or once since the root of the search."""
        index: cython.int = self.length - 4
        seen: cython.int = 0
        while index >= self.reversible_from:
            if self.keys[index] == self.zobrist:
                seen += 1
                if seen == 2 or 0 <= self.search_root <= index:
                    return True
            index -= 2
        return False

    def _insufficient(self) -> cython.bint:
        """Whether no series of legal moves can mate: bare kings, one minor piece, or bishops that
        all stand on squares of one colour."""
        bishops: cython.ulonglong = self.pieces[BISHOP]
        if self.pieces[PAWN] | self.pieces[ROOK] | self.pieces[QUEEN]:
            return False
        if self.pieces[KNIGHT]:
            return popcount(self.sides[WHITE] | self.sides[BLACK]) <= 3
        return not bishops & DARK or not bishops & ~DARK

    def begin_search(self) -> None:
        self.search_root = self.length

    def can_pass(self) -> cython.bint:
        return not self.in_check()

    def zugzwang_unlikely(self) -> cython.bint:
        """Whether the side to move has a rook, a queen or two minor pieces: with less, zugzwang
        is not rare enough."""
        ours: cython.ulonglong = self.sides[self.side]
        minor: cython.ulonglong = (self.pieces[KNIGHT] | self.pieces[BISHOP]) & ours
        major: cython.ulonglong = (self.pieces[ROOK] | self.pieces[QUEEN]) & ours
        return major != 0 or minor & (minor - 1) != 0

    def see(self, move: cython.int) -> cython.int:
        """Centipawns that a capture or promotion wins once its square is fought over."""
        source: cython.int = move & 63
        target: cython.int = move >> 6 & 63
        standing: cython.int = move >> 12 & 7
        piece: cython.int = self.squares[source]
        captured: cython.int = self.squares[target]
        passing: cython.bint = (
            self.en_passant != 0 and target == self.en_passant and piece & 7 == PAWN
        )
        if captured == (piece & 8 | ROOK):  # castling
            return QUIET
        if captured == EMPTY and not standing and not passing:
            return QUIET
        won: cython.int = WORTH[PAWN] if passing else WORTH[captured & 7]
        occupied: cython.ulonglong = (self.sides[WHITE] | self.sides[BLACK]) ^ ONE << source
        if passing:
            occupied ^= ONE << (target ^ 8)
        if standing:
            won += WORTH[standing] - WORTH[PAWN]
        else:
            standing = piece & 7
        return won - self._exchange(target, occupied, self.side ^ 1, WORTH[standing])

    def _exchange(
        self, square: cython.int, occupied: cython.ulonglong, side: cython.int, worth: cython.int
    ) -> cython.int:
        """What a side wins by taking, with its least piece first, on a square where a piece of
        that worth stands: at least nothing, for it need not.

        :param occupied: the squares still occupied; pieces that took before are lifted from it.
        """
        ours: cython.ulonglong = self.sides[side] & occupied
        taker: cython.int = KNIGHT
        takers: cython.ulonglong = PAWN_ATTACKS[(side ^ 1) << 6 | square] & self.pieces[PAWN] & ours
        diagonal: cython.ulonglong
        straight: cython.ulonglong
        if takers:
            taker = PAWN
        else:
            takers = KNIGHT_MOVES[square] & self.pieces[KNIGHT] & ours
        if not takers:
            diagonal = _bishop_reach(square, occupied) & ours
            straight = 0
            taker, takers = BISHOP, diagonal & self.pieces[BISHOP]
            if not takers:
                straight = _rook_reach(square, occupied) & ours
                taker, takers = ROOK, straight & self.pieces[ROOK]
            if not takers:
                taker, takers = QUEEN, (diagonal | straight) & self.pieces[QUEEN]
            if not takers:
                taker, takers = KING, KING_MOVES[square] & self.pieces[KING] & ours
        if not takers:
            return 0
        occupied ^= ONE << lsb(takers)
        return max(0, worth - self._exchange(square, occupied, side ^ 1, WORTH[taker]))

    # -- where the game stands ---------------------------------------------------------------

    def key(self) -> cython.ulonglong:
        return self.zobrist

    @property
    def history(self) -> tuple[int, ...]:
        return tuple(self._records[: RECORD * self.length : RECORD])

    @property
    def ply(self) -> int:
        return self.length

    @property
    def turn(self) -> int:
        return self.side

    def copy(self) -> Chess:
        copy: Chess = self.clone()
        copy.start, copy.first_number = self.start, self.first_number
        copy.midgame, copy.endgame = self.midgame, self.endgame
        copy.material, copy.phase = self.material, self.phase
        copy.pieces, copy.sides = list(self.pieces), list(self.sides)
        copy.squares = list(self.squares)
        copy.side, copy.rights, copy.en_passant = self.side, self.rights, self.en_passant
        copy.clock, copy.zobrist = self.clock, self.zobrist
        copy.rooks, copy.kept_rights = list(self.rooks), list(self.kept_rights)
        copy.castling_vacant = list(self.castling_vacant)
        copy.castling_walk = list(self.castling_walk)
        copy.search_root, copy.reversible_from = self.search_root, self.reversible_from
        while copy.room < self.room:
            copy._grow()
        end = RECORD * self.length
        copy._records[:end] = self._records[:end]
        copy._keys[: self.length] = self._keys[: self.length]
        copy.length = self.length
        return copy

    def mirrored(self) -> Chess:
        """The same game with colours and ranks exchanged, its history included."""
        origin: Chess = self.at(self.start)
        copy: Chess = self.clone()
        pieces = [_flipped(origin.pieces[kind]) for kind in range(PAWN, KING + 1)]
        sides = [_flipped(origin.sides[BLACK]), _flipped(origin.sides[WHITE])]
        en_passant = origin.en_passant ^ 56 if origin.en_passant else 0
        copy._set_up(
            pieces,
            sides,
            origin.side ^ 1,
            _flipped(origin._castling_rooks()),
            en_passant,
            origin.clock,
            origin.first_number,
        )
        copy.start = copy.text()
        for move in self.history:
            if move == PASS:
                copy.push_pass()
            else:
                copy.push(move ^ (56 | 56 << 6))
        copy.search_root = self.search_root
        return copy

    def _castling_rooks(self) -> int:
        """The rooks that may still castle, as a bitboard."""
        rooks = {self.rooks[right] for right in range(4) if self.rights >> right & 1}
        return sum(1 << rook for rook in rooks)

    # -- text --------------------------------------------------------------------------------

    def text(self) -> str:
        """The position as FEN, as python-chess writes it: en passant only where it is legal."""
        return self._board().fen()

    def board(self) -> chess.Board:
        """The game so far as a python-chess board, with its move stack from `start` on."""
        import chess

        board = chess.Board(self.start, chess960=self.chess960)
        for move in self.history:
            board.push(_python_move(move))
        return board

    def _board(self) -> chess.Board:
        """This position as a python-chess board without moves."""
        import chess

        board = chess.Board(None, chess960=self.chess960)
        (board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings) = list(
            self.pieces
        )[:6]
        board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK] = self.sides
        board.occupied = self.sides[WHITE] | self.sides[BLACK]
        board.turn = self.side == WHITE
        board.castling_rights = self._castling_rooks()
        board.ep_square = self.en_passant or None
        board.halfmove_clock = self.clock
        first_side = (self.length + self.side) & 1
        whole_moves = (self.length + first_side) // 2
        board.fullmove_number = self.first_number + whole_moves
        return board

    def at(self, text: str) -> Chess:
        """A new position: `startpos` or a FEN, and after the word `moves` the moves from there.

        :raises PositionError: on a FEN that python-chess refuses, and on an illegal move.
        """
        fen, _, moves = f"{text} ".partition(" moves ")
        position: Chess = self.clone()
        if fen.strip() not in ("", "startpos"):
            position._read(fen.strip())
        played: Chess = play_words(position, moves.split(), text)
        return played

    def _read(self, fen: str) -> None:
        """Become the position of a FEN."""
        import chess

        from games.chess.notation import read_fen

        board = read_fen(chess.Board, fen, self.chess960, self.spec)
        pieces = [board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings]
        sides = [board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK]]
        en_passant = board.ep_square if board.has_legal_en_passant() else 0
        self._set_up(
            pieces,
            sides,
            WHITE if board.turn else BLACK,
            board.castling_rights,
            en_passant or 0,
            board.halfmove_clock,
            board.fullmove_number,
        )
        self.start = board.fen()

    def move_text(self, move: int) -> str:
        """The move in UCI notation; a pass is 0000."""
        if move == PASS:
            return "0000"
        source, target = move & 63, move >> 6 & 63
        if not self.chess960 and self.squares[target] == (self.side << 3 | ROOK):
            target = (source & 56) + (6 if target > source else 2)
        return _square_text(source) + _square_text(target) + ("", *"nbrq")[move >> 12]

    def parse_move(self, text: str) -> int:
        """The legal move that UCI or standard algebraic notation names.

        :raises MoveError: if none does.
        """
        word = text.strip()
        legal = {self.move_text(move): move for move in self.legal_moves()}
        if word not in legal:
            from games.chess.notation import read_san

            word = read_san(self, self._board(), word)
        return legal[word]

    def san(self, move: int) -> str:
        """A legal move in standard algebraic notation; a pass is --."""
        return self._board().san(_python_move(move))


def _write(
    out: cython.p_int, n: cython.int, source: cython.int, targets: cython.ulonglong
) -> cython.int:
    """Write the moves from one square to each of `targets`."""
    while targets:
        out[n] = source | lsb(targets) << 6
        targets &= targets - 1
        n += 1
    return n


def _write_pawns(
    out: cython.p_int, n: cython.int, targets: cython.ulonglong, step: cython.int
) -> cython.int:
    """Write the pawn moves that lead to `targets` by the same step, promotions queen first."""
    promoting: cython.ulonglong = targets & BACK_RANKS
    move: cython.int
    kind: cython.int
    targets ^= promoting
    while targets:
        out[n] = lsb(targets) - step | lsb(targets) << 6
        targets &= targets - 1
        n += 1
    while promoting:
        move = lsb(promoting) - step | lsb(promoting) << 6
        for kind in range(QUEEN, PAWN, -1):
            out[n] = move | kind << 12
            n += 1
        promoting &= promoting - 1
    return n


def _flipped(bitboard: int) -> int:
    """The bitboard with its ranks in reverse order."""
    return int.from_bytes(bitboard.to_bytes(8, "big"), "little")


def _square_text(square: int) -> str:
    return "abcdefgh"[square & 7] + "12345678"[square >> 3]


def _python_move(move: int) -> chess.Move:
    """The move as python-chess has it, castling as king takes rook."""
    import chess

    if move == PASS:
        return chess.Move.null()
    return chess.Move(move & 63, move >> 6 & 63, move + (1 << 12) >> 12 if move >> 12 else None)
