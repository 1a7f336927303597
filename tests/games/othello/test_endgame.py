"""The solver of Othello's last squares: windows, its table, its limit, and counted flips."""

from __future__ import annotations

import random

import pytest

from games import make
from games.check import best_play
from games.othello.constants import FEW
from games.othello.endgame import Endgame
from games.othello.othello import Othello
from tests.compiled import COMPILED

EMPTY = 10 if COMPILED else 8


def left(empty: int, seed: int) -> Othello:
    """Return a position of a random game with so many empty squares."""
    rng = random.Random(seed)
    while True:
        board = make("othello")
        assert isinstance(board, Othello)
        while board.outcome() is None and board.text().count("-") > empty:
            board.push(rng.choice(board.legal_moves()))
        if board.outcome() is None:
            return board


def solve(endgame: Endgame, board: Othello, alpha: int, beta: int, most: int = 10**8) -> int:
    return endgame.solve(board.own, board.opponent, alpha, beta, most)


@pytest.mark.parametrize("seed", range(60))
def test_the_last_squares_are_solved_as_by_minimax(seed: int) -> None:
    board = left(1 + seed % 6, seed)
    assert 100 * solve(Endgame(), board, -64, 64) == best_play(board, 10**6)


@pytest.mark.parametrize("seed", range(6))
def test_every_window_gives_the_value_or_a_bound_on_its_side(seed: int) -> None:
    board = left(EMPTY, seed)
    exact = solve(Endgame(), board, -64, 64)
    kept = Endgame()  # one table for all windows
    for alpha in [*range(exact - 6, exact + 6), -64, 63]:
        for width in (1, 3):
            for endgame in (kept, Endgame()):
                value = solve(endgame, board, alpha, alpha + width)
                if alpha < exact < alpha + width:
                    assert value == exact
                elif exact <= alpha:
                    assert exact <= value <= alpha
                else:
                    assert alpha + width <= value <= exact


def test_the_table_saves_the_work_of_the_same_search() -> None:
    board = left(EMPTY, 3)
    endgame = Endgame()
    first = solve(endgame, board, -64, 64)
    nodes = endgame.nodes
    assert (solve(endgame, board, -64, 64), endgame.nodes) == (first, 0)
    assert nodes > 100


@pytest.mark.parametrize("most", [0, 1, 139, 140, 300])
def test_the_limit_of_moves_is_never_exceeded(most: int) -> None:
    endgame = Endgame()
    board = left(EMPTY, 5)
    solve(endgame, board, -64, 64, most)
    assert endgame.over
    assert endgame.nodes <= most
    exact = solve(Endgame(), board, -64, 64)
    assert solve(endgame, board, -64, 64) == exact, "what an ended search kept is right"


def test_too_many_empty_squares_are_refused() -> None:
    endgame = Endgame()
    solve(endgame, left(FEW + 1, 1), -64, 64)
    assert (endgame.over, endgame.nodes) == (True, 0)


def test_compiled_and_interpreted_make_the_same_moves() -> None:
    endgame = Endgame()
    found = [(solve(endgame, left(9, seed), -64, 64), endgame.nodes) for seed in range(4)]
    assert found == [(46, 1220), (2, 3114), (14, 2275), (-8, 4749)]
