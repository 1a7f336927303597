"""What attacks a square, what checks and pins there are, and the legal moves of a chess board."""

from __future__ import annotations

import cython

from games.chess import tables
from games.core.moves import Moves

if not cython.compiled:
    from games.chess.board import Board
    from games.chess.constants import (
        BACK_RANKS,
        BISHOP,
        BLACK,
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
        ROOK,
        WHITE,
    )
    from games.core.bits import M64, ONE, lsb

__all__ = ["attacked", "bishop_reach", "can_move", "may_capture", "rook_reach", "scan"]

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


def bishop_reach(square: cython.int, occupied: cython.ulonglong) -> cython.ulonglong:
    """The squares a bishop reaches, the first occupied one of each diagonal included."""
    line: cython.ulonglong = DIAGONAL[square]
    anti: cython.ulonglong = ANTIDIAGONAL[square]
    file: cython.int = (square & 7) << 6
    rising: cython.int = cython.cast(cython.int, ((line & occupied) * FILE_B & M64) >> 58)
    falling: cython.int = cython.cast(cython.int, ((anti & occupied) * FILE_B & M64) >> 58)
    return (REACH[file | rising] & line) | (REACH[file | falling] & anti)


def rook_reach(square: cython.int, occupied: cython.ulonglong) -> cython.ulonglong:
    """The squares a rook reaches, the first occupied one of each line included."""
    rank: cython.ulonglong = RANK[square]
    file: cython.int = square & 7
    above: cython.ulonglong = occupied >> file & FILE_A
    along: cython.int = cython.cast(cython.int, ((rank & occupied) * FILE_B & M64) >> 58)
    up: cython.int = cython.cast(cython.int, (above * FILE_GATHER & M64) >> 58)
    return (REACH[file << 6 | along] & rank) | (FILE_REACH[square >> 3 << 6 | up] << file)


def attacked(
    board: Board, square: cython.int, occupied: cython.ulonglong, theirs: cython.ulonglong
) -> cython.bint:
    """Whether a piece among `theirs`, of the side not to move, attacks a square."""
    sliders: cython.ulonglong = theirs & (board.pieces[BISHOP] | board.pieces[QUEEN])
    if KNIGHT_MOVES[square] & theirs & board.pieces[KNIGHT]:
        return True
    if PAWN_ATTACKS[board.side << 6 | square] & theirs & board.pieces[PAWN]:
        return True
    if KING_MOVES[square] & theirs & board.pieces[KING]:
        return True
    near: cython.ulonglong = DIAGONAL[square] | ANTIDIAGONAL[square]
    if near & sliders and bishop_reach(square, occupied) & sliders:
        return True
    sliders = theirs & (board.pieces[ROOK] | board.pieces[QUEEN])
    return rook_reach(square, occupied) & sliders != 0 if sliders else False


def scan(board: Board) -> None:
    """Find the side to move's king, the pieces that check it, and the pins on it."""
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
    # Sliders that would check if our own pieces were not there.
    snipers = rook_reach(board.king, theirs) & (board.pieces[ROOK] | queens)
    snipers |= bishop_reach(board.king, theirs) & (board.pieces[BISHOP] | queens)
    snipers &= theirs
    while snipers:
        blockers = BETWEEN[board.king << 6 | lsb(snipers)] & ours
        if not blockers:
            board.checkers |= snipers & -snipers
        elif not blockers & (blockers - 1):
            board.pinned |= blockers
            board.pinners |= snipers & -snipers
        snipers &= snipers - 1


def legal(board: Board, out: cython.p_int, n: cython.int, noisy: cython.bint) -> cython.int:
    """Write the legal moves (noisy: captures and promotions alone) from out[n] on.

    :returns: the place behind the last.
    """
    ours: cython.ulonglong = board.sides[board.side]
    targets: cython.ulonglong
    free: cython.ulonglong
    scan(board)
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
    theirs: cython.ulonglong = board.sides[board.side ^ 1]
    occupied: cython.ulonglong = theirs | board.sides[board.side] ^ ONE << board.king
    while targets:
        if not attacked(board, lsb(targets), occupied, theirs):
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
    """The moves of the knights, bishops, rooks and queens among `movers` to `targets`."""
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
        n = _write(out, n, source, bishop_reach(source, occupied) & targets)
        pieces &= pieces - 1
    pieces = movers & (board.pieces[ROOK] | board.pieces[QUEEN])
    while pieces:
        source = lsb(pieces)
        n = _write(out, n, source, rook_reach(source, occupied) & targets)
        pieces &= pieces - 1
    return n


def _pinned_moves(
    board: Board, out: cython.p_int, n: cython.int, targets: cython.ulonglong, noisy: cython.bint
) -> cython.int:
    """The moves of pinned pieces: towards their pinner and back, up to its capture."""
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
    """The moves of these pawns to `targets`, en passant left aside."""
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
    """The castlings of a side that has a right to and is not in check."""
    right: cython.int
    for right in range(2 * board.side, 2 * board.side + 2):
        if board.rights >> right & 1 and _may_castle(board, right):
            out[n] = board.king | board.rooks[right] << 6
            n += 1
    return n


def _may_castle(board: Board, right: cython.int) -> cython.bint:
    theirs: cython.ulonglong = board.sides[board.side ^ 1]
    occupied: cython.ulonglong = theirs | board.sides[board.side]
    walk: cython.ulonglong = board.castling_walk[right]
    king_to: cython.int = (board.king & 56) + (2 if right & 1 else 6)
    if occupied & board.castling_vacant[right]:
        return False
    occupied ^= ONE << board.king
    while walk:
        if attacked(board, lsb(walk), occupied, theirs):
            return False
        walk &= walk - 1
    if not board.chess960:
        return True
    # The rook may leave a line to the king open.
    occupied ^= ONE << board.rooks[right]
    occupied |= ONE << (king_to + 1 if right & 1 else king_to - 1)
    return not attacked(board, king_to, occupied, theirs)


def _en_passants(board: Board, out: cython.p_int, n: cython.int) -> cython.int:
    pawns: cython.ulonglong = PAWN_ATTACKS[(board.side ^ 1) << 6 | board.en_passant]
    pawns &= board.pieces[PAWN] & board.sides[board.side]
    while pawns:
        if may_capture(board, lsb(pawns), board.en_passant):
            out[n] = lsb(pawns) | board.en_passant << 6
            n += 1
        pawns &= pawns - 1
    return n


def may_capture(board: Board, source: cython.int, square: cython.int) -> cython.bint:
    """Whether the pawn on `source` may capture en passant on `square`."""
    passed: cython.ulonglong = ONE << (square ^ 8)
    theirs: cython.ulonglong = board.sides[board.side ^ 1] ^ passed
    ours: cython.ulonglong = board.sides[board.side] ^ ONE << source ^ ONE << square
    king: cython.int = lsb(board.pieces[KING] & ours)
    return not attacked(board, king, ours | theirs, theirs)


def can_move(board: Board, scratch: Moves) -> cython.bint:
    """Whether there is a legal move; quickly, where a free pawn or piece has one.

    :param scratch: moves are listed here where it takes that.
    """
    occupied: cython.ulonglong = board.sides[WHITE] | board.sides[BLACK]
    free: cython.ulonglong
    pieces: cython.ulonglong
    scan(board)
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
    return legal(board, scratch.move, 0, False) > 0


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
