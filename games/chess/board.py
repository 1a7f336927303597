"""The chess board: pieces, attacks, legal moves, and the exchanges that a move starts.

`games.chess.chess` makes and takes back moves. Everything here reads the board as it is.

1. `Board`: the pieces, the castling rights and the record of the moves so far.
2. Attacks: the squares that pieces attack, checks and pins.
3. Legal moves: only legal moves are generated.
4. Single moves: static exchange evaluation (SEE), a score for ordering, checks given.
"""

from __future__ import annotations

from typing import Any

import cython

from games.chess import tables
from games.core.columns import lengthen
from games.core.moves import Moves
from games.core.position import Position

if not cython.compiled:
    from games.chess.constants import (
        ATTACKED_BY_PAWN,
        BACK_RANKS,
        BISHOP,
        BLACK,
        EMPTY,
        FILE_A,
        FILE_B,
        FILE_GATHER,
        FILE_H,
        KING,
        KNIGHT,
        MOST_MOVES,
        PAWN,
        QUEEN,
        RANK_3,
        RANK_6,
        RECORD,
        ROOK,
        WHITE,
    )
    from games.core.array import array, ints, ulonglongs
    from games.core.bits import M64, ONE, lsb
    from games.core.scores import QUIET

__all__ = [
    "START",
    "Board",
    "bishop_attacks",
    "can_capture_en_passant",
    "find_checks",
    "gives_check",
    "hanging_loss",
    "has_legal_move",
    "is_attacked",
    "quiet_move_score",
    "rook_attacks",
    "see",
]

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
"""The start position, as FEN."""

# Copies: in compiled code they are C arrays of this module.
KNIGHT_MOVES = tables.KNIGHT_MOVES
KING_MOVES = tables.KING_MOVES
PAWN_ATTACKS = tables.PAWN_ATTACKS
RANK = tables.RANK
DIAGONAL = tables.DIAGONAL
ANTIDIAGONAL = tables.ANTIDIAGONAL
REACH = tables.REACH
FILE_REACH = tables.FILE_REACH
BETWEEN = tables.BETWEEN
PIECE_KEYS = tables.PIECE_KEYS
MIDGAME, ENDGAME = tables.MIDGAME, tables.ENDGAME
MATERIAL, PHASE, WORTH = tables.MATERIAL, tables.PHASE, tables.WORTH


# -- 1. the board --------------------------------------------------------------------------------


class Board(Position):
    """The pieces, the side to move, the castling rights, and the moves so far.

    `midgame`, `endgame` and `material` are White's piece-square values and material minus Black's,
    in centipawns. `phase` weights the first two (24 and more: all midgame). `push` updates all
    four. `start` is the FEN where the history begins.
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
        self.zobrist = tables.TURN_KEY if side == BLACK else 0
        bits: cython.ulonglong
        for piece in (*range(PAWN, KING + 1), *range(8 | PAWN, (8 | KING) + 1)):
            bits = pieces[piece & 7] & sides[piece >> 3]
            while bits:
                self.put_piece(piece, lsb(bits))
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

    def put_piece(self, piece: cython.int, square: cython.int) -> None:
        """Place a piece on an empty square, and update the key, the three values and the phase."""
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
        self.zobrist ^= tables.CASTLING_KEYS[self.rights]

    def grow(self) -> None:
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
        return tuple(self._records[: RECORD * self.length : RECORD])

    @property
    def ply(self) -> int:
        return self.length

    @property
    def turn(self) -> int:
        return self.side

    def copy_from(self, other: Board) -> None:
        """Become a copy of another position, with its options, history and search root.

        Both share the tablebases.
        """
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
        """Return the rooks that may still castle, as a bitboard."""
        rooks = {self.rooks[right] for right in range(4) if self.rights >> right & 1}
        return sum([1 << rook for rook in rooks])


# -- 2. attacks ----------------------------------------------------------------------------------


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
    board: Board, square: cython.int, occupied: cython.ulonglong, theirs: cython.ulonglong
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


def find_checks(board: Board) -> None:
    """Set `king`, `checkers`, `pinned` and `pinners` for the side to move.

    They are its king's square and three bitboards: the pieces that give check, its own pinned
    pieces, and the sliders that pin them. It also sets `scanned`; if that is set, it does nothing.
    """
    ours: cython.ulonglong = board.sides[board.side]
    theirs: cython.ulonglong = board.sides[board.side ^ 1]
    queens: cython.ulonglong = board.pieces[QUEEN]
    snipers: cython.ulonglong
    blockers: cython.ulonglong
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
    snipers = rook_attacks(board.king, theirs) & (board.pieces[ROOK] | queens)
    snipers |= bishop_attacks(board.king, theirs) & (board.pieces[BISHOP] | queens)
    snipers &= theirs
    while snipers:
        blockers = BETWEEN[board.king << 6 | lsb(snipers)] & ours
        if not blockers:
            board.checkers |= snipers & -snipers
        elif not blockers & (blockers - 1):
            board.pinned |= blockers
            board.pinners |= snipers & -snipers
        snipers &= snipers - 1


# -- 3. legal moves ------------------------------------------------------------------------------


def write_legal_moves(
    board: Board, out: cython.p_int, n: cython.int, noisy: cython.bint
) -> cython.int:
    """Write the legal moves of the side to move from out[n] on.

    :param n: the number of moves in `out`, which needs room for MOST_MOVES more.
    :param noisy: write only captures and promotions. The side to move must not be in check then.
    :returns: the index behind the last move.
    """
    ours: cython.ulonglong = board.sides[board.side]
    targets: cython.ulonglong
    free: cython.ulonglong
    find_checks(board)
    targets = board.sides[board.side ^ 1] if noisy else ours ^ M64
    free = ours ^ board.pinned
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
    board: Board, out: cython.p_int, n: cython.int, targets: cython.ulonglong
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
    board: Board,
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
    board: Board, out: cython.p_int, n: cython.int, targets: cython.ulonglong, noisy: cython.bint
) -> cython.int:
    """Write the moves of pinned pieces along their pins; return the new number of moves.

    `noisy` is for pawns; other pieces are restricted by `targets` alone.
    """
    pinners: cython.ulonglong = board.pinners
    ray: cython.ulonglong
    mover: cython.ulonglong
    while pinners:
        ray = BETWEEN[board.king << 6 | lsb(pinners)]
        mover = ray & board.pinned
        ray |= pinners & -pinners
        if mover & board.pieces[PAWN]:
            n = _pawn_moves(board, out, n, mover, ray & targets, noisy)
        else:
            n = _piece_moves(board, out, n, mover, ray & targets)
        pinners &= pinners - 1
    return n


def _pawn_moves(
    board: Board,
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


def _castlings(board: Board, out: cython.p_int, n: cython.int) -> cython.int:
    """Write the castling moves of a side not in check; return the new number of moves."""
    right: cython.int
    for right in range(2 * board.side, 2 * board.side + 2):
        if board.rights >> right & 1 and _can_castle(board, right):
            out[n] = board.king | board.rooks[right] << 6
            n += 1
    return n


def _can_castle(board: Board, right: cython.int) -> cython.bint:
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


def _en_passants(board: Board, out: cython.p_int, n: cython.int) -> cython.int:
    """Write the legal captures en passant; return the new number of moves."""
    pawns: cython.ulonglong = PAWN_ATTACKS[(board.side ^ 1) << 6 | board.en_passant]
    pawns &= board.pieces[PAWN] & board.sides[board.side]
    while pawns:
        if can_capture_en_passant(board, lsb(pawns), board.en_passant):
            out[n] = lsb(pawns) | board.en_passant << 6
            n += 1
        pawns &= pawns - 1
    return n


def can_capture_en_passant(board: Board, source: cython.int, square: cython.int) -> cython.bint:
    """Return whether a capture en passant leaves the own king unattacked, and is thus legal.

    :param source: a pawn of the side to move that attacks `square`.
    :param square: the square that an opposing pawn has just passed.
    """
    passed: cython.ulonglong = ONE << (square ^ 8)
    theirs: cython.ulonglong = board.sides[board.side ^ 1] ^ passed
    ours: cython.ulonglong = board.sides[board.side] ^ ONE << source ^ ONE << square
    king: cython.int = lsb(board.pieces[KING] & ours)
    return not is_attacked(board, king, ours | theirs, theirs)


def has_legal_move(board: Board, scratch: Moves) -> cython.bint:
    """Return whether there is a legal move; fast if a pawn or knight that is not pinned has one.

    :param scratch: the list for the moves, if they must be generated; it is overwritten.
    """
    occupied: cython.ulonglong = board.sides[WHITE] | board.sides[BLACK]
    free: cython.ulonglong
    pieces: cython.ulonglong
    find_checks(board)
    if not board.checkers:
        free = board.sides[board.side] & ~board.pinned
        pieces = free & board.pieces[PAWN]
        if (pieces << 8 if board.side == WHITE else pieces >> 8) & ~occupied:
            return True
        pieces = free & board.pieces[KNIGHT]
        while pieces:
            if KNIGHT_MOVES[lsb(pieces)] & ~board.sides[board.side]:
                return True
            pieces &= pieces - 1
    scratch.reserve(MOST_MOVES)
    return write_legal_moves(board, scratch.move, 0, False) > 0


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


# -- 4. single moves -----------------------------------------------------------------------------


def see(board: Board, move: cython.int) -> cython.int:
    """Return the static exchange evaluation of a capture or promotion, in centipawns; else QUIET.

    It is the material won if both sides keep capturing on the target square while that pays.
    """
    source: cython.int = move & 63
    target: cython.int = move >> 6 & 63
    placed: cython.int = move >> 12 & 7
    piece: cython.int = board.squares[source]
    captured: cython.int = board.squares[target]
    passing: cython.bint = (
        board.en_passant != 0 and target == board.en_passant and piece & 7 == PAWN
    )
    if captured == (piece & 8 | ROOK):  # castling
        return QUIET
    if captured == EMPTY and not placed and not passing:
        return QUIET
    won: cython.int = WORTH[PAWN] if passing else WORTH[captured & 7]
    occupied: cython.ulonglong = (board.sides[WHITE] | board.sides[BLACK]) ^ ONE << source
    if passing:
        occupied ^= ONE << (target ^ 8)
    if placed:
        won += WORTH[placed] - WORTH[PAWN]
    else:
        placed = piece & 7
    return won - _exchange_gain(board, target, occupied, board.side ^ 1, WORTH[placed])


def hanging_loss(board: Board, move: cython.int) -> cython.int:
    """Return the centipawns that the opponent wins by capturing the piece after a quiet move.

    Castling, captures and promotions return 0.
    """
    source: cython.int = move & 63
    occupied: cython.ulonglong = (board.sides[WHITE] | board.sides[BLACK]) ^ ONE << source
    worth: cython.int = WORTH[board.squares[source] & 7]
    if see(board, move) != QUIET or board.squares[move >> 6 & 63] != EMPTY:
        return 0
    return _exchange_gain(board, move >> 6 & 63, occupied, board.side ^ 1, worth)


def _exchange_gain(
    board: Board,
    square: cython.int,
    occupied: cython.ulonglong,
    side: cython.int,
    worth: cython.int,
) -> cython.int:
    """Return what `side` wins by capturing on a square, the least valuable piece first; at least 0.

    :param occupied: the occupied squares without the pieces that captured before.
    :param worth: the value of the piece on the square.
    """
    ours: cython.ulonglong = board.sides[side] & occupied
    taker: cython.int = KNIGHT
    takers: cython.ulonglong = PAWN_ATTACKS[(side ^ 1) << 6 | square] & board.pieces[PAWN] & ours
    diagonal: cython.ulonglong
    straight: cython.ulonglong
    if takers:
        taker = PAWN
    else:
        takers = KNIGHT_MOVES[square] & board.pieces[KNIGHT] & ours
    if not takers:
        diagonal = bishop_attacks(square, occupied) & ours
        straight = 0
        taker, takers = BISHOP, diagonal & board.pieces[BISHOP]
        if not takers:
            straight = rook_attacks(square, occupied) & ours
            taker, takers = ROOK, straight & board.pieces[ROOK]
        if not takers:
            taker, takers = QUEEN, (diagonal | straight) & board.pieces[QUEEN]
        if not takers:
            taker, takers = KING, KING_MOVES[square] & board.pieces[KING] & ours
    if not takers:
        return 0
    occupied ^= ONE << lsb(takers)
    return max(0, worth - _exchange_gain(board, square, occupied, side ^ 1, WORTH[taker]))


def quiet_move_score(board: Board, move: cython.int) -> cython.int:
    """Return an estimate of a quiet move in centipawns, for move ordering.

    It is the gain in midgame piece-square value. A piece other than a pawn also gains by leaving
    a square that a pawn attacks, and loses by entering one.
    """
    source: cython.int = move & 63
    target: cython.int = move >> 6 & 63
    piece: cython.int = board.squares[source]
    better: cython.int = MIDGAME[piece << 6 | target] - MIDGAME[piece << 6 | source]
    if board.side == BLACK:
        better = -better
    if piece & 7 != PAWN:
        better += ATTACKED_BY_PAWN * (
            _is_pawn_attacked(board, source) - _is_pawn_attacked(board, target)
        )
    return better


def _is_pawn_attacked(board: Board, square: cython.int) -> cython.int:
    """Return 1 if an opposing pawn attacks a square, else 0."""
    pawns: cython.ulonglong = board.pieces[PAWN] & board.sides[board.side ^ 1]
    return PAWN_ATTACKS[board.side << 6 | square] & pawns != 0


def gives_check(board: Board, move: cython.int) -> cython.bint:
    """Return whether a legal move gives check, directly or by discovery.

    Not found: a check by the castled rook, and one through a pawn captured en passant.
    """
    source: cython.ulonglong = ONE << (move & 63)
    square: cython.int = move >> 6 & 63
    target: cython.ulonglong = ONE << square
    kind: cython.int = move >> 12 & 7
    side: cython.int = board.side
    king: cython.ulonglong = board.pieces[KING] & board.sides[side ^ 1]
    ours: cython.ulonglong = board.sides[side] & ~source
    queens: cython.ulonglong = board.pieces[QUEEN] & ours
    diagonal: cython.ulonglong = board.pieces[BISHOP] & ours | queens
    straight: cython.ulonglong = board.pieces[ROOK] & ours | queens
    occupied: cython.ulonglong = (board.sides[WHITE] | board.sides[BLACK]) & ~source | target
    if not king:
        return False
    if not kind:
        kind = board.squares[move & 63] & 7
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
