"""What a move brings at once: what a capture wins once its square is fought over (static exchange
evaluation), how the piece stands then, and whether it gives check."""

from __future__ import annotations

import cython

from games.chess import piece_square, tables

if not cython.compiled:
    from games.chess.board import Board
    from games.chess.constants import (
        ATTACKED,
        BISHOP,
        BLACK,
        EMPTY,
        KING,
        KNIGHT,
        PAWN,
        QUEEN,
        ROOK,
        WHITE,
    )
    from games.chess.generation import bishop_reach, rook_reach
    from games.core.bits import ONE, lsb
    from games.core.scores import QUIET

__all__ = ["exposes", "first_sight", "gives_check", "see"]

# Copied, so that compiled they are C arrays of this module.
KNIGHT_MOVES = tables.KNIGHT_MOVES
KING_MOVES = tables.KING_MOVES
PAWN_ATTACKS = tables.PAWN_ATTACKS
WORTH, MIDGAME = piece_square.WORTH, piece_square.MIDGAME


def see(board: Board, move: cython.int) -> cython.int:
    """Centipawns that a capture or promotion wins once its square is fought over."""
    source: cython.int = move & 63
    target: cython.int = move >> 6 & 63
    standing: cython.int = move >> 12 & 7
    piece: cython.int = board.squares[source]
    captured: cython.int = board.squares[target]
    passing: cython.bint = (
        board.en_passant != 0 and target == board.en_passant and piece & 7 == PAWN
    )
    if captured == (piece & 8 | ROOK):  # castling
        return QUIET
    if captured == EMPTY and not standing and not passing:
        return QUIET
    won: cython.int = WORTH[PAWN] if passing else WORTH[captured & 7]
    occupied: cython.ulonglong = (board.sides[WHITE] | board.sides[BLACK]) ^ ONE << source
    if passing:
        occupied ^= ONE << (target ^ 8)
    if standing:
        won += WORTH[standing] - WORTH[PAWN]
    else:
        standing = piece & 7
    return won - _exchange(board, target, occupied, board.side ^ 1, WORTH[standing])


def exposes(board: Board, move: cython.int) -> cython.int:
    """Centipawns that the other side wins by taking the piece that a quiet move brings to its
    square; 0 of castling, captures and promotions."""
    source: cython.int = move & 63
    occupied: cython.ulonglong = (board.sides[WHITE] | board.sides[BLACK]) ^ ONE << source
    worth: cython.int = WORTH[board.squares[source] & 7]
    if see(board, move) != QUIET or board.squares[move >> 6 & 63] != EMPTY:
        return 0
    return _exchange(board, move >> 6 & 63, occupied, board.side ^ 1, worth)


def _exchange(
    board: Board,
    square: cython.int,
    occupied: cython.ulonglong,
    side: cython.int,
    worth: cython.int,
) -> cython.int:
    """What a side wins by taking, with its least piece first, on a square where a piece of
    that worth stands: at least nothing, for it need not.

    :param occupied: the squares still occupied; pieces that took before are lifted from it.
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
        diagonal = bishop_reach(square, occupied) & ours
        straight = 0
        taker, takers = BISHOP, diagonal & board.pieces[BISHOP]
        if not takers:
            straight = rook_reach(square, occupied) & ours
            taker, takers = ROOK, straight & board.pieces[ROOK]
        if not takers:
            taker, takers = QUEEN, (diagonal | straight) & board.pieces[QUEEN]
        if not takers:
            taker, takers = KING, KING_MOVES[square] & board.pieces[KING] & ours
    if not takers:
        return 0
    occupied ^= ONE << lsb(takers)
    return max(0, worth - _exchange(board, square, occupied, side ^ 1, WORTH[taker]))


def first_sight(board: Board, move: cython.int) -> cython.int:
    """By how many centipawns a piece stands better on its new square in the middlegame, with what
    it is worth that no pawn can take it there, or no longer can."""
    source: cython.int = move & 63
    target: cython.int = move >> 6 & 63
    piece: cython.int = board.squares[source]
    better: cython.int = MIDGAME[piece << 6 | target] - MIDGAME[piece << 6 | source]
    if board.side == BLACK:
        better = -better
    if piece & 7 != PAWN:
        better += ATTACKED * (_meets_pawn(board, source) - _meets_pawn(board, target))
    return better


def _meets_pawn(board: Board, square: cython.int) -> cython.int:
    """1 where a pawn of the other side attacks a square, else 0."""
    pawns: cython.ulonglong = board.pieces[PAWN] & board.sides[board.side ^ 1]
    return PAWN_ATTACKS[board.side << 6 | square] & pawns != 0


def gives_check(board: Board, move: cython.int) -> cython.bint:
    """Whether a legal move gives check, castling and capturing en passant aside: by the piece that
    moves, or by one behind it."""
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
        bishop_reach(lsb(king), occupied) & diagonal != 0
        or rook_reach(lsb(king), occupied) & straight != 0
    )
