from __future__ import annotations

import random
from typing import Any

import chess
import pytest

import evaluators
import games
from evaluators import Budget
from games.core.scores import MATE_BOUND, QUIET
from tests.compiled import COMPILED
from tests.nim import Nim

VALUES = {1: 100, 2: 300, 3: 300, 4: 500, 5: 900, 6: 20000}


def exchange(board: chess.Board, square: int, victim: int) -> int:
    """Return the most that the side to move wins by captures on a square, least piece first."""
    takers = board.attackers(board.turn, square)
    if not takers:
        return 0
    taker = min(takers, key=lambda s: VALUES[board.piece_type_at(s) or 0])
    value = VALUES[board.piece_type_at(taker) or 0]
    board.remove_piece_at(taker)
    board.turn = not board.turn
    return max(0, victim - exchange(board, square, value))


def see(board: chess.Board, move: chess.Move) -> int:
    """Return the static exchange of a move, by python-chess."""
    if board.is_castling(move) or not (board.is_capture(move) or move.promotion):
        return QUIET
    passing = board.is_en_passant(move)
    won = VALUES[1] if passing else VALUES.get(board.piece_type_at(move.to_square) or 0, 0)
    victim = VALUES[board.piece_type_at(move.from_square) or 0]
    if move.promotion:
        victim = VALUES[move.promotion]
        won += victim - VALUES[1]
    after = board.copy(stack=False)
    after.remove_piece_at(move.from_square)
    if passing:
        after.remove_piece_at(move.to_square ^ 8)
    after.turn = not board.turn
    return won - exchange(after, move.to_square, victim)


def hanging_loss(board: chess.Board, move: chess.Move) -> int:
    """Return the loss of a quiet move on its target square, by python-chess."""
    if board.is_castling(move) or see(board, move) != QUIET:
        return 0
    after = board.copy(stack=False)
    piece = after.remove_piece_at(move.from_square)
    after.turn = not board.turn
    return exchange(after, move.to_square, VALUES[piece.piece_type if piece else 0])


def test_gains_and_losses_are_static_exchanges() -> None:
    rng = random.Random(4)
    compared = given = 0
    played = 12 if COMPILED else 3
    for _ in range(played):
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
    assert compared > 80 * played
    assert given > 80 * played


def value(fen: str, evaluator: Any = "quiescence:base=pst") -> int:
    """Return the quiescence value of a position."""
    return int(evaluators.make(evaluator).value(games.make("chess").at(fen)))


def test_captures_are_searched() -> None:
    hanging = "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1"
    guarded = "7k/8/2p5/3r4/4Q3/8/8/4K3 w - - 0 1"
    assert value(hanging) > value(hanging, "pst") + 800
    assert value(guarded) == value(guarded, "pst"), "the rook is defended"


def test_all_evasions_of_a_check_are_searched() -> None:
    # The static value is a queen higher than the only evasion, which loses it.
    fen = "6k1/5ppp/8/8/8/8/5PPP/r2Q2K1 w - - 0 1"
    skewered = "6k1/6p1/5b2/8/3K4/8/8/Q7 w - - 0 1"
    assert value(fen) > value(fen, "pst") + 400, "the checking rook is taken"
    assert value(skewered) < value(skewered, "pst")


def test_a_mate_stays_below_the_proved_scores() -> None:
    fen = "6k1/5ppp/8/8/8/8/4rPPP/3R2K1 w - - 0 1"
    mated = "6k1/5ppp/8/8/8/8/3R1PPP/r5K1 w - - 0 1"
    assert abs(value(fen)) < MATE_BOUND
    assert abs(value(mated)) < MATE_BOUND


@pytest.mark.parametrize("spec", ["quiescence", "shallow", "nullmove", "calibrated:depth=1"])
def test_mate_is_a_loss_below_the_proved_scores(spec: str) -> None:
    assert value("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", spec) == 1 - MATE_BOUND


class Checked(Nim):
    """A game in check that lists no evasions."""

    def in_check(self) -> bool:
        return True


def test_a_check_without_evasions_has_the_value_of_the_base() -> None:
    assert evaluators.make("quiescence:base=static").value(Checked()) == 0


def test_the_end_of_the_budget_ends_the_search() -> None:
    evaluator = evaluators.make("quiescence")
    position = games.make("chess").at(
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    )
    evaluator.value(position)
    with Budget(nodes=3) as budget:
        evaluator.value(position)
    assert (budget.used, budget.over) == (3, True)


@pytest.mark.parametrize("game", ["othello", "ngame"])
def test_without_noisy_moves_the_value_is_the_base_s(game: str) -> None:
    position = games.make(game)
    base = evaluators.make(evaluators.default_for(position, static=True))
    position.push(position.legal_moves()[0])
    assert evaluators.make("quiescence").value(position) == base.value(position)


def test_pruned_captures_are_part_of_the_bound() -> None:
    """The capture of the pawn is pruned for a window far above, but the bound includes it."""
    position = games.make("chess").at("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
    evaluator = evaluators.make("quiescence:base=material")
    whole = evaluator.value(position)
    assert whole == 100
    assert whole <= evaluator.value_within(position, 300, 301) <= 300
