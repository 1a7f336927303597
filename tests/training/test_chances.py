"""The fit of winning chances to values."""

from __future__ import annotations

import random

import pytest

from engine.cli.main import main
from engine.uci.info import chances_of
from games.errors import EvaluationError

pytest.importorskip("numpy")


def test_the_numbers_of_generated_results_are_found():
    from training.chess.chances import fit

    draw = random.Random(1)
    positions = []
    for _ in range(4000):
        value = draw.randint(-600, 600)
        (score,) = draw.choices((1.0, 0.5, 0.0), chances_of(value, 180.0, 120.0))
        positions.append((value, score))
    even, scale, _ = fit(positions)
    assert even == pytest.approx(180, abs=15)
    assert scale == pytest.approx(120, abs=12)


def test_a_tournament_is_read(tmp_path):
    from training.chess.chances import values_and_scores

    players = ["--players", "alphabeta@pst", "random@pst"]
    options = ["--nodes", "30", "--games", "2", "--openings", "none", "--out", str(tmp_path)]
    assert main(["match", "--game", "chess", *players, *options]) == 0
    positions = list(values_and_scores(str(tmp_path)))
    assert positions
    assert {score for _, score in positions} <= {0.0, 0.5, 1.0}


def test_without_positions_there_are_no_numbers():
    from training.chess.chances import fit

    with pytest.raises(EvaluationError, match="expected one or more"):
        fit([])
