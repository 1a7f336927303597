"""Incomplete FENs are read, as engines do; only unplayable positions are refused."""

from __future__ import annotations

import random

import chess
import pytest

import games
from games.chess.notation import mend_fen
from games.errors import PositionError


@pytest.mark.parametrize(
    ("fen", "whole", "dropped"),
    [
        ("4k3/8/8/8/8/8/8/4K3", "w - - 0 1", ""),
        ("4k3/8/8/8/8/8/8/4K3 b", "b - - 0 1", ""),
        ("4k3/8/8/8/8/8/8/4K3 b - - 7", "b - - 7 1", ""),
        ("4k3/8/8/8/8/8/8/4K2R w KQkq - 3 9", "w K - 3 9", "castling rights 'KQkq'"),
        ("4k3/8/8/8/8/8/8/4K2R w Kx - 3 9", "w - - 3 9", "castling rights 'Kx'"),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "w - - 0 1", "en-passant square 'e6'"),
        ("4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "w - - 0 1", "en-passant square 'e9'"),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "b - e3 0 1", ""),
        ("4k3/8/8/8/8/8/8/4K3 w - - x 1", "w - - 0 1", "counter 'x'"),
        ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", "w - - 0 1", "counter '-1'"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 4294967296", "w - - 0 1", "counter '4294967296'"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 bm e4;", "w - - 0 1", "'bm e4;'"),
    ],
)
def test_impossible_fields_behind_the_pieces_are_replaced(
    fen: str, whole: str, dropped: str
) -> None:
    mended, replaced = mend_fen(fen, chess960=False)
    assert mended == f"{fen.split()[0]} {whole}"
    assert len(replaced) == bool(dropped)
    assert dropped in "".join(replaced)
    assert games.make("chess").at(mended).legal_moves()


def test_castling_as_in_chess960_needs_chess960() -> None:
    fen = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 0 1"
    assert mend_fen(fen, chess960=True) == (fen.replace("HFhf", "KQkq"), [])
    assert "castling rights 'HFhf'" in mend_fen(fen, chess960=False)[1][0]


@pytest.mark.parametrize(
    "fen",
    [
        "",
        "8/8/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 x - - 0 1",
        "4k3/8/8/8/8/8/8/8 w - - 0 1",  # a king is missing
        "4kk2/8/8/8/8/8/8/4K3 w - - 0 1",
        "8/8/8/8/8/8/4k3/4K3 w - - 0 1",  # adjacent kings
        "4k3/8/8/8/8/8/8/K3R3 w - - 0 1",  # the side not to move is in check
        "4k2P/8/8/8/8/8/8/K7 w - - 0 1",  # a pawn on the last rank
    ],
)
def test_unplayable_positions_are_refused(fen: str) -> None:
    with pytest.raises(PositionError):
        games.make("chess").at(mend_fen(fen, chess960=False)[0])


def test_any_number_of_pieces_can_be_played() -> None:
    """Positions with far more pieces than a game; the move list is long enough."""
    rng = random.Random(7)
    seen = most = 0
    while seen < 40:
        board = chess.Board(None)
        squares = rng.sample(range(64), rng.randrange(20, 64))
        board.set_piece_at(squares.pop(), chess.Piece.from_symbol("K"))
        board.set_piece_at(squares.pop(), chess.Piece.from_symbol("k"))
        kinds = rng.choice(["Q", "QNR", "QQQq", "NNNQq", "PQ", "PQp"])
        for square in squares:
            piece = chess.Piece.from_symbol(rng.choice(kinds))
            if piece.piece_type != chess.PAWN or 8 <= square < 56:
                board.set_piece_at(square, piece)
        if board.status() & (chess.STATUS_OPPOSITE_CHECK | chess.STATUS_TOO_MANY_CHECKERS):
            continue
        seen += 1
        legal = games.make("chess").at(board.fen()).legal_moves()
        assert len(legal) == board.legal_moves.count()
        most = max(most, len(legal))
    assert most > 100


@pytest.mark.parametrize("game", ["chess", "chess:variant=atomic"])
def test_an_opening_without_moves_is_the_start(game: str) -> None:
    assert games.make(game).read_opening(" ") == ("", [])
