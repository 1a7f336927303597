"""Chess and Chess960, with legal moves only.

`Chess` makes and takes back moves. The functions behind it find attacks and write legal moves; they
read the board as it is.

A move is from | to << 6 | promotion << 12 (squares a1 = 0 to h8 = 63; promotion 1 to 4 for knight
to queen). Castling is the king's move to the square of its own rook. python-chess reads and writes
FEN and SAN; it is imported only for that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, TypedDict, Unpack

import cython

from games.chess import facts, tables
from games.core.columns import lengthen
from games.core.history import read_fen_and_moves
from games.core.moves import Moves
from games.core.position import Position
from games.errors import SpecError
from games.parts.part import Option

if TYPE_CHECKING:
    import chess

if not cython.compiled:
    from games.chess.constants import (
        ATTACKED_BY_PAWN,
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
    from games.core.array import array, ints, ulonglongs
    from games.core.bits import M64, ONE, lsb, popcount
    from games.core.scores import DRAW, LOSS, ONGOING, QUIET

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
"""The start position, as FEN."""

# Copies: in compiled code they are C arrays of this module.
KNIGHT_MOVES, KING_MOVES = tables.KNIGHT_MOVES, tables.KING_MOVES
PAWN_ATTACKS = tables.PAWN_ATTACKS
RANK, DIAGONAL, ANTIDIAGONAL = tables.RANK, tables.DIAGONAL, tables.ANTIDIAGONAL
REACH, FILE_REACH = tables.REACH, tables.FILE_REACH
BETWEEN = tables.BETWEEN
MIDGAME, ENDGAME = tables.MIDGAME, tables.ENDGAME
MATERIAL, PHASE, WORTH = tables.MATERIAL, tables.PHASE, tables.WORTH
PIECE_KEYS, TURN_KEY = tables.PIECE_KEYS, tables.TURN_KEY
CASTLING_KEYS, EN_PASSANT_KEYS = tables.CASTLING_KEYS, tables.EN_PASSANT_KEYS


class ChessOptions(TypedDict, total=False):
    """The options of `Chess`."""

    chess960: Annotated[bool, Option(False, "castling as in Chess960, written king takes rook")]
    variant: Annotated[str, Option("standard", "a variant that python-chess knows, such as atomic")]


class Chess(Position):
    """A position of chess or Chess960. `build` makes a `ChessVariant` for other variants.

    `midgame`, `endgame` and `material` are White's piece-square values and material minus Black's,
    in centipawns. `phase` weights the first two (24 and more: all midgame). `push` updates all
    four. `start` is the FEN where the history begins.
    """

    NAME = facts.NAME
    KEYED = True
    PATH_DEPENDENT = True
    SYMMETRIC = True
    INFO = facts.INFO
    OPTIONS = ChessOptions

    @classmethod
    def build(cls, **options: Any) -> Any:
        """Return the start position, a `ChessVariant` if the options name a variant."""
        if options.get("variant", "standard") == "standard":
            return cls(**options)
        from games.chess.variants import ChessVariant

        return ChessVariant(**options)

    def __init__(self, **options: Unpack[ChessOptions]) -> None:
        """Set up the start position of chess, or of Chess960 with that option.

        :raises SpecError: for another variant, which `make` gives to a class of its own.
        """
        super().__init__(**options)
        if self.options["variant"] != "standard":
            raise SpecError(
                f"variant={self.options['variant']}: expected standard, or make('{self.spec}')"
            )
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
        self.scratch = Moves()

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
        """Set up a position without history. The arguments must be consistent.

        Tablebases and the search root are dropped. `start` does not change.

        :param pieces: bitboards by kind, from pawns to kings.
        :param sides: bitboards by colour, White's first.
        :param side: the side to move, WHITE or BLACK.
        :param castling: the rooks that may castle, as a bitboard.
        :param en_passant: the target square of a legal capture en passant; 0 for none.
        :param clock: plies since the last capture or pawn move.
        :param number: the number of the full move.
        """
        self.pieces = [0] * 8
        self.sides = [0, 0]
        self.squares = [EMPTY] * 64
        self.midgame = self.endgame = self.material = self.phase = 0
        self.zobrist = TURN_KEY if side == BLACK else 0
        for piece in (*range(PAWN, KING + 1), *range(8 | PAWN, (8 | KING) + 1)):
            bits: cython.ulonglong = pieces[piece & 7] & sides[piece >> 3]
            while bits:
                self._put(piece, lsb(bits))
                bits &= bits - 1
        self.side, self.clock, self.first_number = side, clock, number
        self.en_passant = en_passant
        if en_passant:
            self.zobrist ^= EN_PASSANT_KEYS[en_passant & 7]
        self._set_castling(castling)
        self.ply = self.room = self.reversible_from = 0
        self.search_root = -1
        self.tables: Any = None
        self.tablebase_pieces = 0
        self._records, self._keys = array("i"), array("Q")
        self._grow()
        self.king = self.checkers = self.pinned = self.pinners = 0
        self.scanned = False

    def _set_castling(self, castling: int) -> None:
        """Give the rooks on these squares, and no others, the right to castle, and update the key.

        The pieces are on the board, and the key has no rights yet. For each right also store the
        rook, the squares that must be vacant, and those that the king crosses. Right 2 * colour is
        castling to the king's side, 2 * colour + 1 to the queen's.
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

    def _grow(self) -> None:
        """Make room for more moves in the history, and set the C pointers to it."""
        room: cython.int = self.room + 256 + self.room // 2
        try:
            lengthen((self._keys,), room)
            lengthen((self._records,), RECORD * room)
        finally:
            self.records = ints(self._records)
            self.keys = ulonglongs(self._keys)
        self.room = room

    # -- the moves so far ----------------------------------------------------------------------

    @property
    def history(self) -> tuple[int, ...]:
        """The moves made so far, null moves included."""
        return tuple(self._records[: RECORD * self.ply : RECORD])

    @property
    def turn(self) -> int:
        """The side to move: 0 for White, 1 for Black."""
        return self.side

    def castling_rooks(self) -> int:
        """Return the rooks that may still castle, as a bitboard."""
        rooks = {self.rooks[right] for right in range(4) if self.rights >> right & 1}
        return sum([1 << rook for rook in rooks])

    # -- making and taking back moves ----------------------------------------------------------

    def _place(self, piece: cython.int, square: cython.int) -> None:
        """Put a piece on an empty square; key, values and phase are not updated."""
        bit: cython.ulonglong = ONE << square
        self.pieces[piece & 7] |= bit
        self.sides[piece >> 3] |= bit
        self.squares[square] = piece

    def _lift(self, piece: cython.int, square: cython.int) -> None:
        """Remove a piece from its square; key, values and phase are not updated."""
        bit: cython.ulonglong = ONE << square
        self.pieces[piece & 7] ^= bit
        self.sides[piece >> 3] ^= bit
        self.squares[square] = EMPTY

    def _slide(self, piece: cython.int, source: cython.int, target: cython.int) -> None:
        """Move a piece to an empty square on the board only; key and values are not updated."""
        bits: cython.ulonglong = ONE << source | ONE << target
        self.pieces[piece & 7] ^= bits
        self.sides[piece >> 3] ^= bits
        self.squares[source] = EMPTY
        self.squares[target] = piece

    def _put(self, piece: cython.int, square: cython.int) -> None:
        """Put a piece on an empty square, and update the key, the three values and the phase."""
        index: cython.int = piece << 6 | square
        self._place(piece, square)
        self.zobrist ^= PIECE_KEYS[index]
        self.midgame += MIDGAME[index]
        self.endgame += ENDGAME[index]
        self.material += MATERIAL[piece]
        self.phase += PHASE[piece]

    def _take(self, piece: cython.int, square: cython.int) -> None:
        """Remove a piece from its square, and update the key, the three values and the phase."""
        index: cython.int = piece << 6 | square
        self._lift(piece, square)
        self.zobrist ^= PIECE_KEYS[index]
        self.midgame -= MIDGAME[index]
        self.endgame -= ENDGAME[index]
        self.material -= MATERIAL[piece]
        self.phase -= PHASE[piece]

    def _shift(self, piece: cython.int, source: cython.int, target: cython.int) -> None:
        """Move a piece to an empty square, and update the key, `midgame` and `endgame`."""
        left: cython.int = piece << 6 | source
        entered: cython.int = piece << 6 | target
        self._slide(piece, source, target)
        self.zobrist ^= PIECE_KEYS[left] ^ PIECE_KEYS[entered]
        self.midgame += MIDGAME[entered] - MIDGAME[left]
        self.endgame += ENDGAME[entered] - ENDGAME[left]

    def _remember(self, move: cython.int, captured: cython.int) -> None:
        """Store the move and the state that it destroys in the history, and pass the turn.

        The clock rises by one and the right to capture en passant ends. The key changes with both.

        :param captured: the content of the target square.
        """
        at: cython.int = self.ply * RECORD
        if self.ply == self.room:
            self._grow()
        self.records[at] = move
        self.records[at + 1] = captured | self.rights << 4 | self.en_passant << 8
        self.records[at + 2] = self.clock
        self.records[at + 3] = self.reversible_from
        self.records[at + 4] = self.midgame
        self.records[at + 5] = self.endgame
        self.records[at + 6] = self.material
        self.records[at + 7] = self.phase
        self.keys[self.ply] = self.zobrist
        self.ply += 1
        self.clock += 1
        self.zobrist ^= TURN_KEY
        if self.en_passant:
            self.zobrist ^= EN_PASSANT_KEYS[self.en_passant & 7]
            self.en_passant = 0
        self.side ^= 1
        self.scanned = False

    def push(self, move: cython.int) -> None:
        """Make a move, whose legality is not checked; castling is from the king to its rook."""
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
                self.clock, self.reversible_from = 0, self.ply
            self._shift(piece, source, target)
            if piece & 7 == PAWN:
                self._push_pawn(source, target, move >> 12 & 7, en_passant)

    def _push_pawn(
        self, source: cython.int, target: cython.int, promotion: cython.int, en_passant: cython.int
    ) -> None:
        """Complete a pawn move, after the turn has passed: promotion, en passant, double step.

        The clock becomes 0. `en_passant` is set only where a capture is legal.

        :param en_passant: the target square before the move, 0 for none.
        """
        colour: cython.int = (self.side ^ 1) << 3
        self.clock, self.reversible_from = 0, self.ply
        if promotion:
            self._take(colour | PAWN, target)
            self._put(colour | promotion, target)
        elif en_passant and target == en_passant:
            self._take(colour ^ 8, target ^ 8)
        elif source ^ target == 16:
            en_passant = (source + target) >> 1
            attackers: cython.ulonglong = PAWN_ATTACKS[(self.side ^ 1) << 6 | en_passant]
            attackers &= self.pieces[PAWN] & self.sides[self.side]
            while attackers:
                if can_capture_en_passant(self, lsb(attackers), en_passant):
                    self.en_passant = en_passant
                    self.zobrist ^= EN_PASSANT_KEYS[en_passant & 7]
                    return
                attackers &= attackers - 1

    def _push_castling(self, source: cython.int, rook: cython.int) -> None:
        """Castle king (on `source`) and rook of the side that just moved; update key and values."""
        colour: cython.int = (self.side ^ 1) << 3
        corner: cython.int = source & 56
        self._take(colour | KING, source)
        self._take(colour | ROOK, rook)
        self._put(colour | KING, corner + (6 if rook > source else 2))
        self._put(colour | ROOK, corner + (5 if rook > source else 3))

    def push_pass(self) -> None:
        """Pass the turn; positions before it no longer count as repetitions."""
        self._remember(PASS, EMPTY)
        self.reversible_from = self.ply

    def pop(self) -> None:
        """Take back the last move or null move.

        :raises IndexError: at the start of the history.
        """
        if self.ply == 0:
            raise IndexError("pop at the start of the history")
        self.ply -= 1
        at: cython.int = self.ply * RECORD
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
        self.zobrist = self.keys[self.ply]
        self.side ^= 1
        self.scanned = False
        if move != PASS:
            self._unmake(move, captured)

    def _unmake(self, move: cython.int, captured: cython.int) -> None:
        """Put the pieces on the squares where they were before a move.

        `pop` has already restored all else, such as the side to move and the en passant square.
        """
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
        """Put king and rook back; key and values are restored elsewhere."""
        colour: cython.int = self.side << 3
        corner: cython.int = source & 56
        self._lift(colour | KING, corner + (6 if rook > source else 2))
        self._lift(colour | ROOK, corner + (5 if rook > source else 3))
        self._place(colour | KING, source)
        self._place(colour | ROOK, rook)

    # -- moves and search hooks ----------------------------------------------------------------

    def generate(self, moves: Moves) -> cython.int:
        """Append the legal moves, also after a draw by rule; return how many there are."""
        before: cython.int = moves.count
        moves.reserve(MOST_MOVES)
        moves.count = write_legal_moves(self, moves.move, before, False)
        return moves.count - before

    def noisy_moves(self, moves: Moves) -> cython.int:
        """Append captures and promotions, in check all evasions, and return their number."""
        before: cython.int = moves.count
        moves.reserve(MOST_MOVES)
        moves.count = write_legal_moves(self, moves.move, before, not self.in_check())
        return moves.count - before

    def trait(self, number: cython.int) -> cython.int:
        """Return the weight of all pieces left: minor pieces 1, rooks 2, queens 4, at most 24."""
        return min(self.phase, 24)

    def in_check(self) -> cython.bint:
        """Return whether the king of the side to move is attacked."""
        find_checks(self)
        return self.checkers != 0

    def move_kind(self, move: cython.int) -> cython.int:
        """Return a number below 1024 for the moving piece, colour included, and its target."""
        return self.squares[move & 63] << 6 | (move >> 6 & 63)

    def can_pass(self) -> cython.bint:
        """Return whether a null move is legal: the side to move is not in check."""
        return not self.in_check()

    def zugzwang_unlikely(self) -> cython.bint:
        """Return whether the side to move has a rook, a queen or two minor pieces."""
        ours: cython.ulonglong = self.sides[self.side]
        minor: cython.ulonglong = (self.pieces[KNIGHT] | self.pieces[BISHOP]) & ours
        major: cython.ulonglong = (self.pieces[ROOK] | self.pieces[QUEEN]) & ours
        return major != 0 or minor & (minor - 1) != 0

    def key(self) -> cython.ulonglong:
        """Return the Zobrist hash of the position; repetitions and the move clock are not in it."""
        return self.zobrist

    def see(self, move: cython.int) -> cython.int:
        """Return the static exchange evaluation of a capture or promotion; QUIET for other moves.

        It is the material that the move wins (negative: loses), in centipawns, if both sides keep
        capturing on the target square while that pays.
        """
        source: cython.int = move & 63
        target: cython.int = move >> 6 & 63
        placed: cython.int = move >> 12 & 7
        piece: cython.int = self.squares[source]
        captured: cython.int = self.squares[target]
        passing: cython.bint = (
            self.en_passant != 0 and target == self.en_passant and piece & 7 == PAWN
        )
        if captured == (piece & 8 | ROOK):  # castling
            return QUIET
        if captured == EMPTY and not placed and not passing:
            return QUIET
        won: cython.int = WORTH[PAWN] if passing else WORTH[captured & 7]
        occupied: cython.ulonglong = (self.sides[WHITE] | self.sides[BLACK]) ^ ONE << source
        if passing:
            occupied ^= ONE << (target ^ 8)
        if placed:
            won += WORTH[placed] - WORTH[PAWN]
        else:
            placed = piece & 7
        return won - self._exchange_gain(target, occupied, self.side ^ 1, WORTH[placed])

    def hanging_loss(self, move: cython.int) -> cython.int:
        """Return the centipawns that the opponent wins by capturing the piece after a quiet move.

        Castling, captures and promotions return 0.
        """
        source: cython.int = move & 63
        occupied: cython.ulonglong = (self.sides[WHITE] | self.sides[BLACK]) ^ ONE << source
        worth: cython.int = WORTH[self.squares[source] & 7]
        if self.see(move) != QUIET or self.squares[move >> 6 & 63] != EMPTY:
            return 0
        return self._exchange_gain(move >> 6 & 63, occupied, self.side ^ 1, worth)

    def _exchange_gain(
        self,
        square: cython.int,
        occupied: cython.ulonglong,
        side: cython.int,
        worth: cython.int,
    ) -> cython.int:
        """Return the centipawns that `side` wins by beginning to capture on a square; at least 0.

        The least valuable piece captures first. Either side stops when going on does not pay.

        :param occupied: the occupied squares without the pieces that captured before.
        :param worth: the value of the piece on the square.
        """
        ours: cython.ulonglong = self.sides[side] & occupied
        taker: cython.int = KNIGHT
        takers: cython.ulonglong = PAWN_ATTACKS[(side ^ 1) << 6 | square] & self.pieces[PAWN] & ours
        if takers:
            taker = PAWN
        else:
            takers = KNIGHT_MOVES[square] & self.pieces[KNIGHT] & ours
        if not takers:
            diagonal: cython.ulonglong = bishop_attacks(square, occupied) & ours
            straight: cython.ulonglong = 0
            taker, takers = BISHOP, diagonal & self.pieces[BISHOP]
            if not takers:
                straight = rook_attacks(square, occupied) & ours
                taker, takers = ROOK, straight & self.pieces[ROOK]
            if not takers:
                taker, takers = QUEEN, (diagonal | straight) & self.pieces[QUEEN]
            if not takers:
                taker, takers = KING, KING_MOVES[square] & self.pieces[KING] & ours
        if not takers:
            return 0
        occupied ^= ONE << lsb(takers)
        return max(0, worth - self._exchange_gain(square, occupied, side ^ 1, WORTH[taker]))

    def quiet_move_score(self, move: cython.int) -> cython.int:
        """Return an estimate of a quiet move in centipawns, for move ordering.

        It is the gain in midgame piece-square value. A piece other than a pawn also gains by
        leaving a square that a pawn attacks, and loses by entering one.
        """
        source: cython.int = move & 63
        target: cython.int = move >> 6 & 63
        piece: cython.int = self.squares[source]
        better: cython.int = MIDGAME[piece << 6 | target] - MIDGAME[piece << 6 | source]
        if self.side == BLACK:
            better = -better
        if piece & 7 != PAWN:
            better += ATTACKED_BY_PAWN * (
                self._is_pawn_attacked(source) - self._is_pawn_attacked(target)
            )
        return better

    def _is_pawn_attacked(self, square: cython.int) -> cython.int:
        """Return 1 if an opposing pawn attacks a square, else 0."""
        pawns: cython.ulonglong = self.pieces[PAWN] & self.sides[self.side ^ 1]
        return PAWN_ATTACKS[self.side << 6 | square] & pawns != 0

    def gives_check(self, move: cython.int) -> cython.bint:
        """Return whether a legal move gives check, directly or by discovery.

        Not found: a check by the castled rook, and one through a pawn captured en passant.
        """
        source: cython.ulonglong = ONE << (move & 63)
        square: cython.int = move >> 6 & 63
        target: cython.ulonglong = ONE << square
        kind: cython.int = move >> 12 & 7
        side: cython.int = self.side
        king: cython.ulonglong = self.pieces[KING] & self.sides[side ^ 1]
        ours: cython.ulonglong = self.sides[side] & ~source
        queens: cython.ulonglong = self.pieces[QUEEN] & ours
        diagonal: cython.ulonglong = self.pieces[BISHOP] & ours | queens
        straight: cython.ulonglong = self.pieces[ROOK] & ours | queens
        occupied: cython.ulonglong = (self.sides[WHITE] | self.sides[BLACK]) & ~source | target
        if not king:
            return False
        if not kind:
            kind = self.squares[move & 63] & 7
        if kind == PAWN:
            if PAWN_ATTACKS[side << 6 | square] & king:
                return True
        elif kind == KNIGHT and KNIGHT_MOVES[square] & king:
            return True
        if kind in (BISHOP, QUEEN):
            diagonal |= target
        if kind in (ROOK, QUEEN):
            straight |= target
        return (
            bishop_attacks(lsb(king), occupied) & diagonal != 0
            or rook_attacks(lsb(king), occupied) & straight != 0
        )

    # -- the end of the game -------------------------------------------------------------------

    def result(self) -> cython.int:
        """Return the result for the side to move; ONGOING if the game goes on.

        The fifty-move rule, the third occurrence of a position and insufficient material end the
        game without a claim. In a search a position is a draw already if it occurred once since the
        root. In a search the tablebases' result counts too, just after a capture or a pawn move.
        """
        if not self._has_legal_move():
            return LOSS if self.checkers else DRAW
        if self.clock >= 100 or self._repeated() or self._insufficient():
            return DRAW
        if self.tablebase_pieces and self.clock == 0 and self.search_root >= 0:
            return self._tabled()
        return ONGOING

    def use_tablebases(self, tables: Any) -> None:
        """Use tablebases as outcomes in searches from here, after captures and pawn moves.

        There the tables are exact under the fifty-move rule. The game itself goes on.

        :param tables: a `games.chess.tablebases.Tablebases`; None to stop using any.
        """
        self.tables = tables
        self.tablebase_pieces = 0 if tables is None else tables.most_pieces

    def _tabled(self) -> cython.int:
        """Return the tablebases' result of the position; ONGOING if they have none."""
        if popcount(self.sides[WHITE] | self.sides[BLACK]) > self.tablebase_pieces:
            return ONGOING
        return self.tables.result(self)

    def _repeated(self) -> cython.bint:
        """Return whether the position occurred twice before, or once since the root of the search.

        The root counts too. The position itself is not counted.
        """
        index: cython.int = self.ply - 4
        seen: cython.int = 0
        while index >= self.reversible_from:
            if self.keys[index] == self.zobrist:
                seen += 1
                if seen == 2 or 0 <= self.search_root <= index:
                    return True
            index -= 2
        return False

    def _insufficient(self) -> cython.bint:
        """Return whether mate is impossible: bare kings, one minor piece, bishops of one colour."""
        bishops: cython.ulonglong = self.pieces[BISHOP]
        if self.pieces[PAWN] | self.pieces[ROOK] | self.pieces[QUEEN]:
            return False
        if self.pieces[KNIGHT]:
            return popcount(self.sides[WHITE] | self.sides[BLACK]) <= 3
        return not bishops & DARK or not bishops & ~DARK

    def begin_search(self) -> None:
        """Mark this position as the root: below it, one repetition counts as a draw."""
        self.search_root = self.ply

    def game_phase(self) -> cython.int:
        """Return the quarter of the game by the pieces left (`trait`), from 0 (all) to 3 (few)."""
        return 3 - min(self.phase, 24) * 4 // 25

    def phase_name(self, phase: int) -> str:
        """Return the name of a phase: its range of material, such as "material 24-19"."""
        return ("material 24-19", "material 18-13", "material 12-7", "material 6-0")[phase]

    def _has_legal_move(self) -> cython.bint:
        """Return whether there is a legal move, and set `checkers` (`find_checks`)."""
        occupied: cython.ulonglong = self.sides[WHITE] | self.sides[BLACK]
        find_checks(self)
        if not self.checkers:
            free: cython.ulonglong = self.sides[self.side] & ~self.pinned
            pieces: cython.ulonglong = free & self.pieces[PAWN]
            if (pieces << 8 if self.side == WHITE else pieces >> 8) & ~occupied:
                return True
            pieces = free & self.pieces[KNIGHT]
            while pieces:
                if KNIGHT_MOVES[lsb(pieces)] & ~self.sides[self.side]:
                    return True
                pieces &= pieces - 1
        self.scratch.reserve(MOST_MOVES)
        return write_legal_moves(self, self.scratch.move, 0, False) > 0

    # -- copies --------------------------------------------------------------------------------

    def copy(self) -> Chess:
        """Return a position with the same history and search root; it shares the tablebases."""
        copy: Chess = Chess.__new__(Chess)  # without setting up the start position
        copy.options, copy._written = self.options, self._written
        copy.chess960 = self.chess960
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
        copy.tables, copy.tablebase_pieces = self.tables, self.tablebase_pieces
        copy._records, copy._keys = self._records[:], self._keys[:]
        copy.records, copy.keys = ints(copy._records), ulonglongs(copy._keys)
        copy.room, copy.ply = self.room, self.ply
        copy.king = copy.checkers = copy.pinned = copy.pinners = 0
        copy.scanned = False
        copy.scratch = Moves()
        return copy

    def mirrored(self) -> Chess:
        """Return the same game with colours and ranks exchanged, its history included.

        The new position has no tablebases.
        """
        origin: Chess = self.at(self.start)
        copy: Chess = self.initial()
        pieces = [_flipped(origin.pieces[kind]) for kind in range(PAWN, KING + 1)]
        sides = [_flipped(origin.sides[BLACK]), _flipped(origin.sides[WHITE])]
        en_passant = origin.en_passant ^ 56 if origin.en_passant else 0
        copy.set_up(
            pieces,
            sides,
            origin.side ^ 1,
            _flipped(origin.castling_rooks()),
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

    # -- text ----------------------------------------------------------------------------------

    def diagram(self) -> str:
        """Return the board, White below; capitals are White's pieces."""
        from games.chess.notation import diagram, python_board

        return diagram(python_board(self))

    def ending(self) -> str:
        """Return how the game ended, such as "checkmate"; "" while it goes on."""
        from games.chess.notation import ending

        return ending(self.board()) if self.outcome() is not None else ""

    def text(self) -> str:
        """Return the FEN as python-chess writes it, en passant only if it is legal."""
        from games.chess.notation import python_board

        return python_board(self).fen()

    def board(self) -> chess.Board:
        """Return the game so far as a python-chess board, with its move stack from `start` on."""
        from games.chess.notation import python_game

        return python_game(self)

    at = read_fen_and_moves

    def _read(self, fen: str) -> None:
        """Set up the position of a FEN, where the history then begins.

        :raises PositionError: if the FEN is invalid.
        """
        from games.chess.notation import read_position

        self.start, placement = read_position(fen, self.chess960, self.spec)
        self.set_up(*placement)

    def read_opening(self, text: str) -> tuple[str, list[int]]:
        """Return the start position of an opening, as FEN, and its moves from there.

        The text is a FEN or EPD, perhaps with the word `moves` and moves behind it. Moves alone
        begin at this position: then the FEN is empty.

        :raises PositionError: if the FEN or EPD is invalid, or a move behind it is illegal.
        :raises MoveError: if one of the moves alone is illegal.
        """
        from games.chess.notation import read_epd_opening

        return read_epd_opening(self, text) or Position.read_opening(self, text)

    def move_text(self, move: int) -> str:
        """Return the move in UCI notation; a pass is 0000."""
        if move == PASS:
            return "0000"
        source, target = move & 63, move >> 6 & 63
        if not self.chess960 and self.squares[target] == (self.side << 3 | ROOK):
            target = (source & 56) + (6 if target > source else 2)
        return _square_text(source) + _square_text(target) + ("", *"nbrq")[move >> 12]

    def parse_move(self, text: str) -> int:
        """Return the legal move that a text in UCI notation or SAN names.

        :raises MoveError: if there is none.
        """
        word = text.strip()
        named = {self.move_text(move): move for move in self.legal_moves()}
        if word not in named:
            from games.chess.notation import python_board, read_castling, read_san

            board = python_board(self)
            word = read_castling(board, word) or read_san(self, board, word)
        return named[word]

    def notation(self, move: int) -> str:
        """Return a legal move in standard algebraic notation (SAN); a pass is --."""
        from games.chess.notation import python_board, python_move

        return python_board(self).san(python_move(move))


# -- attacks ---------------------------------------------------------------------------------------


def bishop_attacks(square: cython.int, occupied: cython.ulonglong) -> cython.ulonglong:
    """Return the squares that a bishop attacks, up to the first occupied one of each diagonal."""
    line: cython.ulonglong = DIAGONAL[square]
    anti: cython.ulonglong = ANTIDIAGONAL[square]
    file: cython.int = (square & 7) << 6
    rising: cython.int = cython.cast(cython.int, ((line & occupied) * FILE_B & M64) >> 58)
    falling: cython.int = cython.cast(cython.int, ((anti & occupied) * FILE_B & M64) >> 58)
    return (REACH[file | rising] & line) | (REACH[file | falling] & anti)


def rook_attacks(square: cython.int, occupied: cython.ulonglong) -> cython.ulonglong:
    """Return the squares that a rook attacks, up to the first occupied one of each line."""
    rank: cython.ulonglong = RANK[square]
    file: cython.int = square & 7
    above: cython.ulonglong = occupied >> file & FILE_A
    along: cython.int = cython.cast(cython.int, ((rank & occupied) * FILE_B & M64) >> 58)
    up: cython.int = cython.cast(cython.int, (above * FILE_GATHER & M64) >> 58)
    return (REACH[file << 6 | along] & rank) | (FILE_REACH[square >> 3 << 6 | up] << file)


def is_attacked(
    board: Chess, square: cython.int, occupied: cython.ulonglong, theirs: cython.ulonglong
) -> cython.bint:
    """Return whether a piece among `theirs`, of the side not to move, attacks a square.

    :param occupied: the squares that block bishops, rooks and queens.
    :param theirs: the pieces that count, as a bitboard.
    """
    sliders: cython.ulonglong = theirs & (board.pieces[BISHOP] | board.pieces[QUEEN])
    if KNIGHT_MOVES[square] & theirs & board.pieces[KNIGHT]:
        return True
    if PAWN_ATTACKS[board.side << 6 | square] & theirs & board.pieces[PAWN]:
        return True
    if KING_MOVES[square] & theirs & board.pieces[KING]:
        return True
    near: cython.ulonglong = DIAGONAL[square] | ANTIDIAGONAL[square]
    if near & sliders and bishop_attacks(square, occupied) & sliders:
        return True
    sliders = theirs & (board.pieces[ROOK] | board.pieces[QUEEN])
    return rook_attacks(square, occupied) & sliders != 0 if sliders else False


def find_checks(board: Chess) -> None:
    """Set `king`, `checkers`, `pinned` and `pinners` for the side to move.

    They are its king's square and three bitboards: the pieces that give check, its own pinned
    pieces, and the sliders that pin them. It also sets `scanned`; if that is set, it does nothing.
    """
    ours: cython.ulonglong = board.sides[board.side]
    theirs: cython.ulonglong = board.sides[board.side ^ 1]
    queens: cython.ulonglong = board.pieces[QUEEN]
    if board.scanned:
        return
    board.scanned = True
    board.king = lsb(board.pieces[KING] & ours)
    board.pinned = board.pinners = 0
    board.checkers = theirs & (
        (KNIGHT_MOVES[board.king] & board.pieces[KNIGHT])
        | (PAWN_ATTACKS[board.side << 6 | board.king] & board.pieces[PAWN])
    )
    # Sliders that give check through our own pieces.
    snipers: cython.ulonglong = rook_attacks(board.king, theirs) & (board.pieces[ROOK] | queens)
    snipers |= bishop_attacks(board.king, theirs) & (board.pieces[BISHOP] | queens)
    snipers &= theirs
    while snipers:
        blockers: cython.ulonglong = BETWEEN[board.king << 6 | lsb(snipers)] & ours
        if not blockers:
            board.checkers |= snipers & -snipers
        elif not blockers & (blockers - 1):
            board.pinned |= blockers
            board.pinners |= snipers & -snipers
        snipers &= snipers - 1


# -- legal moves -----------------------------------------------------------------------------------


def write_legal_moves(
    board: Chess, out: cython.p_int, n: cython.int, noisy: cython.bint
) -> cython.int:
    """Write the legal moves of the side to move from out[n] on.

    :param n: the number of moves in `out`, which needs room for MOST_MOVES more.
    :param noisy: write only captures and promotions. The side to move must not be in check then.
    :returns: the index behind the last move.
    """
    ours: cython.ulonglong = board.sides[board.side]
    find_checks(board)
    targets: cython.ulonglong = board.sides[board.side ^ 1] if noisy else ours ^ M64
    free: cython.ulonglong = ours ^ board.pinned
    n = _king_moves(board, out, n, KING_MOVES[board.king] & targets)
    if board.checkers:
        if board.checkers & (board.checkers - 1):
            return n
        targets &= board.checkers | BETWEEN[board.king << 6 | lsb(board.checkers)]
    elif not noisy and board.rights >> 2 * board.side & 3:
        n = _castlings(board, out, n)
    n = _piece_moves(board, out, n, free, targets)
    if board.pinned and not board.checkers:
        n = _pinned_moves(board, out, n, targets, noisy)
    if board.en_passant:
        n = _en_passants(board, out, n)
    if noisy:
        targets |= BACK_RANKS
    return _pawn_moves(board, out, n, free & board.pieces[PAWN], targets, noisy)


def _king_moves(
    board: Chess, out: cython.p_int, n: cython.int, targets: cython.ulonglong
) -> cython.int:
    """Write the king's legal moves to `targets`; return the new number of moves."""
    theirs: cython.ulonglong = board.sides[board.side ^ 1]
    occupied: cython.ulonglong = theirs | board.sides[board.side] ^ ONE << board.king
    while targets:
        if not is_attacked(board, lsb(targets), occupied, theirs):
            out[n] = board.king | lsb(targets) << 6
            n += 1
        targets &= targets - 1
    return n


def _piece_moves(
    board: Chess,
    out: cython.p_int,
    n: cython.int,
    movers: cython.ulonglong,
    targets: cython.ulonglong,
) -> cython.int:
    """Write the moves of knights, bishops, rooks and queens; return the new number of moves.

    :param movers: the pieces that may move, as a bitboard; others in it are skipped.
    :param targets: the squares that they may move to.
    """
    occupied: cython.ulonglong = board.sides[WHITE] | board.sides[BLACK]
    pieces: cython.ulonglong = movers & board.pieces[KNIGHT]
    source: cython.int
    while pieces:
        source = lsb(pieces)
        n = _write(out, n, source, KNIGHT_MOVES[source] & targets)
        pieces &= pieces - 1
    pieces = movers & (board.pieces[BISHOP] | board.pieces[QUEEN])
    while pieces:
        source = lsb(pieces)
        n = _write(out, n, source, bishop_attacks(source, occupied) & targets)
        pieces &= pieces - 1
    pieces = movers & (board.pieces[ROOK] | board.pieces[QUEEN])
    while pieces:
        source = lsb(pieces)
        n = _write(out, n, source, rook_attacks(source, occupied) & targets)
        pieces &= pieces - 1
    return n


def _pinned_moves(
    board: Chess, out: cython.p_int, n: cython.int, targets: cython.ulonglong, noisy: cython.bint
) -> cython.int:
    """Write the moves of pinned pieces along their pins; return the new number of moves.

    `noisy` is for pawns; other pieces are restricted by `targets` alone.
    """
    pinners: cython.ulonglong = board.pinners
    while pinners:
        ray: cython.ulonglong = BETWEEN[board.king << 6 | lsb(pinners)]
        mover: cython.ulonglong = ray & board.pinned
        ray |= pinners & -pinners
        if mover & board.pieces[PAWN]:
            n = _pawn_moves(board, out, n, mover, ray & targets, noisy)
        else:
            n = _piece_moves(board, out, n, mover, ray & targets)
        pinners &= pinners - 1
    return n


def _pawn_moves(
    board: Chess,
    out: cython.p_int,
    n: cython.int,
    pawns: cython.ulonglong,
    targets: cython.ulonglong,
    noisy: cython.bint,
) -> cython.int:
    """Write the moves of some pawns to `targets`; return the new number of moves.

    Captures en passant are left out, and if `noisy` all but captures and promotions.
    """
    theirs: cython.ulonglong = board.sides[board.side ^ 1]
    vacant: cython.ulonglong = (theirs | board.sides[board.side]) ^ M64
    wanted: cython.ulonglong = targets & theirs
    one: cython.ulonglong
    two: cython.ulonglong
    if board.side == WHITE:
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
        return _write_pawns(out, n, one & targets & BACK_RANKS, 8 - 16 * board.side)
    n = _write_pawns(out, n, one & targets, 8 - 16 * board.side)
    return _write_pawns(out, n, two & targets, 16 - 32 * board.side)


def _castlings(board: Chess, out: cython.p_int, n: cython.int) -> cython.int:
    """Write the castling moves of a side not in check; return the new number of moves."""
    right: cython.int
    for right in range(2 * board.side, 2 * board.side + 2):
        if board.rights >> right & 1 and _can_castle(board, right):
            out[n] = board.king | board.rooks[right] << 6
            n += 1
    return n


def _can_castle(board: Chess, right: cython.int) -> cython.bint:
    """Return whether castling is legal for a side that has the right and is not in check."""
    theirs: cython.ulonglong = board.sides[board.side ^ 1]
    occupied: cython.ulonglong = theirs | board.sides[board.side]
    walk: cython.ulonglong = board.castling_walk[right]
    king_to: cython.int = (board.king & 56) + (2 if right & 1 else 6)
    if occupied & board.castling_vacant[right]:
        return False
    occupied ^= ONE << board.king
    while walk:
        if is_attacked(board, lsb(walk), occupied, theirs):
            return False
        walk &= walk - 1
    if not board.chess960:
        return True
    # In Chess960 the rook may have blocked an attack on the king.
    occupied ^= ONE << board.rooks[right]
    occupied |= ONE << (king_to + 1 if right & 1 else king_to - 1)
    return not is_attacked(board, king_to, occupied, theirs)


def _en_passants(board: Chess, out: cython.p_int, n: cython.int) -> cython.int:
    """Write the legal captures en passant; return the new number of moves."""
    pawns: cython.ulonglong = PAWN_ATTACKS[(board.side ^ 1) << 6 | board.en_passant]
    pawns &= board.pieces[PAWN] & board.sides[board.side]
    while pawns:
        if can_capture_en_passant(board, lsb(pawns), board.en_passant):
            out[n] = lsb(pawns) | board.en_passant << 6
            n += 1
        pawns &= pawns - 1
    return n


def can_capture_en_passant(board: Chess, source: cython.int, square: cython.int) -> cython.bint:
    """Return whether a capture en passant leaves the own king unattacked, and is thus legal.

    :param source: a pawn of the side to move that attacks `square`.
    :param square: the square that an opposing pawn has just passed.
    """
    passed: cython.ulonglong = ONE << (square ^ 8)
    theirs: cython.ulonglong = board.sides[board.side ^ 1] ^ passed
    ours: cython.ulonglong = board.sides[board.side] ^ ONE << source ^ ONE << square
    king: cython.int = lsb(board.pieces[KING] & ours)
    return not is_attacked(board, king, ours | theirs, theirs)


def _write(
    out: cython.p_int, n: cython.int, source: cython.int, targets: cython.ulonglong
) -> cython.int:
    """Write the moves from one square to each of `targets`; return the new number of moves."""
    while targets:
        out[n] = source | lsb(targets) << 6
        targets &= targets - 1
        n += 1
    return n


def _write_pawns(
    out: cython.p_int, n: cython.int, targets: cython.ulonglong, step: cython.int
) -> cython.int:
    """Write pawn moves to each of `targets`, promotions last; return the new number of moves.

    A promotion is four moves, to the queen first.

    :param step: the target minus the source of each move.
    """
    promoting: cython.ulonglong = targets & BACK_RANKS
    kind: cython.int
    targets ^= promoting
    while targets:
        out[n] = lsb(targets) - step | lsb(targets) << 6
        targets &= targets - 1
        n += 1
    while promoting:
        move: cython.int = lsb(promoting) - step | lsb(promoting) << 6
        for kind in range(QUEEN, PAWN, -1):
            out[n] = move | kind << 12
            n += 1
        promoting &= promoting - 1
    return n


def _flipped(bitboard: int) -> int:
    """Return the bitboard with its ranks in reverse order."""
    return int.from_bytes(bitboard.to_bytes(8, "big"), "little")


def _square_text(square: int) -> str:
    """Return the name of a square, such as e4."""
    return "abcdefgh"[square & 7] + "12345678"[square >> 3]
