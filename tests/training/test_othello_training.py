"""The training of pattern weights: games with exact endgames, the fit, and a small run."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.train.games import UNKNOWN, Game, play_chunk, unpack
from evaluators import make as make_evaluator
from evaluators.values.othello_patterns import FINE, pack
from games import make as make_game
from searchers import Limits, make
from tests.kills import kill_and_resume_training
from training.othello.fit import _solve, error_of, fit
from training.othello.positions import OTHELLO, SOLVED, board_of, positions_of

PLAYER = "pvs:tt=1@positional"
COMMAND = [sys.executable, "-m", "training.othello"]
SMALL = ["--quick", "--games", "300", "--nodes", "60", "--match-games", "4", "--match-nodes", "60"]
SMALL += ["--generations", "1", "--workers", "2"]


@pytest.fixture(scope="module")
def games() -> list[Game]:
    return list(unpack(play_chunk(OTHELLO, PLAYER, 30, "1 0", 2).detail))


@pytest.mark.slow
def test_endgames_are_exact(games: list[Game]) -> None:
    played = [game for game in games if game.result != UNKNOWN]
    assert len(played) == 2
    for game in played:
        board: Any = make_game("othello")
        for move in game.opening:
            board.push(move)
        for move, value in zip(game.moves, game.values, strict=True):
            if 64 - (board.own | board.opponent).bit_count() == SOLVED:
                best = make("pvs@discs").search(board, Limits(depth=2 * SOLVED)).value
                assert value in (best, -(2**15))
                assert game.result == (-best if board.turn else best)
            board.push(move)
        assert game.result == (-board.outcome() if board.turn else board.outcome())


def test_a_fit_is_a_ridge_regression() -> None:
    chance = np.random.default_rng(1)
    rows = chance.integers(0, 6, (20, 3))
    target, prior = chance.normal(size=20), chance.normal(size=6)
    matrix = np.eye(6)[rows].sum(axis=1)
    square = matrix.T @ matrix + 2 * np.eye(6)
    change = np.linalg.solve(square, matrix.T @ (target - matrix @ prior))
    assert np.allclose(_solve(rows, target, 2.0, prior), prior + change)


@pytest.mark.slow
def test_the_evaluator_uses_the_fitted_weights(games: list[Game], tmp_path: Path) -> None:
    positions = positions_of(games)
    errors: list[float] = []
    path = tmp_path / "patterns.dat"
    path.write_bytes(pack(fit(positions, lambda _, error: errors.append(error)), FINE))
    assert len(errors) == FINE.stages
    assert error_of(f"patterns:weights={path}", positions) < error_of("positional", positions)


def test_boards_are_from_the_side_to_move() -> None:
    board = make_game("othello").at("f5d6")
    same = board_of(board.own, board.opponent)
    assert make_evaluator("positional").value(same) == make_evaluator("positional").value(board)
    assert [len(column) for column in positions_of([])] == [0, 0, 0]


@pytest.mark.slow
def test_a_killed_run_resumes(tmp_path: Path) -> None:
    """An interrupted run gives the same weights as an uninterrupted one."""
    kill_and_resume_training([*COMMAND, *SMALL], tmp_path, "patterns.dat", done=2)
