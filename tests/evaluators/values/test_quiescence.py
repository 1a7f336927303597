from __future__ import annotations

import random
from typing import Any

import chess
import pytest

import evaluators
import games
from evaluators import Budget
from games.core.scores import MATE_BOUND, QUIET

WORTH = {1: 100, 2: 300, 3: 300, 4: 500, 5: 900, 6: 20000}


def exchange(board: chess.Board, square: int, standing: int) -> int:
    """What the side to move wins at most by taking on a square, least piece first."""
    takers = board.attackers(board.turn, square)
    if not takers:
        return 0
    taker = min(takers, key=lambda s: WORTH[board.piece_type_at(s) or 0])
    worth = WORTH[board.piece_type_at(taker) or 0]
    board.remove_piece_at(taker)
    board.turn = not board.turn
    return max(0, standing - exchange(board, square, worth))


def see(board: chess.Board, move: chess.Move) -> int:
    """The static exchange of a move, by python-chess."""
    if board.is_castling(move) or not (board.is_capture(move) or move.promotion):
        return QUIET
    passing = board.is_en_passant(move)
    won = WORTH[1] if passing else WORTH.get(board.piece_type_at(move.to_square) or 0, 0)
    standing = WORTH[board.piece_type_at(move.from_square) or 0]
    if move.promotion:
        standing = WORTH[move.promotion]
        won += standing - WORTH[1]
    after = board.copy(stack=False)
    after.remove_piece_at(move.from_square)
    if passing:
        after.remove_piece_at(move.to_square ^ 8)
    after.turn = not board.turn
    return won - exchange(after, move.to_square, standing)


def hanging_loss(board: chess.Board, move: chess.Move) -> int:
    """What a quiet move gives away where it goes, by python-chess."""
    if board.is_castling(move) or see(board, move) != QUIET:
        return 0
    after = board.copy(stack=False)
    piece = after.remove_piece_at(move.from_square)
    after.turn = not board.turn
    return exchange(after, move.to_square, WORTH[piece.piece_type if piece else 0])


def test_gains_and_losses_are_static_exchanges() -> None:
    rng = random.Random(4)
    compared = given = 0
    for _ in range(12):
        position = games.make("chess")
        while position.outcome() is None and position.ply < 120:
            board = position.board()
            for move in position.legal_moves():
                expected = see(board, board.parse_uci(position.move_text(move)))
                assert position.see(move) == expected, (position.text(), position.move_text(move))
                compared += expected != QUIET
                lost = hanging_loss(board, board.parse_uci(position.move_text(move)))
                assert position.hanging_loss(move) == lost, (
                    position.text(),
                    position.move_text(move),
                )
                given += lost > 0
            position.push(rng.choice(position.legal_moves()))
    assert compared > 1000
    assert given > 1000


def value(fen: str, evaluator: Any = "quiescence:base=pst") -> int:
    """The quiet value of a position."""
    return int(evaluators.make(evaluator).value(games.make("chess").at(fen)))


def test_captures_are_played_out() -> None:
    hanging = "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1"
    guarded = "7k/8/2p5/3r4/4Q3/8/8/4K3 w - - 0 1"
    assert value(hanging) > value(hanging, "pst") + 800
    assert value(guarded) == value(guarded, "pst"), "the rook is guarded: nothing is taken"


def test_in_check_all_evasions_are_tried() -> None:
    # Standing pat would be worth a queen more than the only evasion, which loses it.
    fen = "6k1/5ppp/8/8/8/8/5PPP/r2Q2K1 w - - 0 1"
    skewered = "6k1/6p1/5b2/8/3K4/8/8/Q7 w - - 0 1"
    assert value(fen) > value(fen, "pst") + 400, "the checking rook is taken"
    assert value(skewered) < value(skewered, "pst")


def test_a_mate_stays_below_the_proved_scores() -> None:
    fen = "6k1/5ppp/8/8/8/8/4rPPP/3R2K1 w - - 0 1"
    mated = "6k1/5ppp/8/8/8/8/3R1PPP/r5K1 w - - 0 1"
    assert abs(value(fen)) < MATE_BOUND
    assert abs(value(mated)) < MATE_BOUND


def test_a_refused_node_ends_it() -> None:
    evaluator = evaluators.make("quiescence")
    position = games.make("chess").at(
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    )
    evaluator.value(position)
    with Budget(nodes=3) as budget:
        evaluator.value(position)
    assert (budget.used, budget.over) == (3, True)


@pytest.mark.parametrize("game", ["othello", "ngame"])
def test_without_noisy_moves_it_is_its_base(game: str) -> None:
    position = games.make(game)
    base = evaluators.make(evaluators.default_for(position, static=True))
    position.push(position.legal_moves()[0])
    assert evaluators.make("quiescence").value(position) == base.value(position)


def test_what_is_left_out_below_alpha_is_part_of_the_bound() -> None:
    """The pawn that can be taken is left out of a window far above, and counted all the same."""
    position = games.make("chess").at("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
    evaluator = evaluators.make("quiescence:base=material")
    whole = evaluator.value(position)
    assert whole == 100
    assert whole <= evaluator.value_within(position, 300, 301) <= 300
