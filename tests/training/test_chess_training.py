"""The training of a network: stored games, the gradient, and a run that is killed and resumes."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.train.games import LAMBDA, OWN, UNKNOWN, Game, pack, play_chunk, targets, unpack
from evaluators import make as make_evaluator
from evaluators.values.constants import INPUTS
from evaluators.values.network_file import load
from evaluators.values.network_file import pack as pack_network
from games import make as make_game
from games.errors import FileError
from tests.kills import kill_and_resume_training
from training.chess.course import ChessCourse, ChessPlan
from training.chess.fit import (
    Batch,
    fit,
    loss_of,
    parts,
    quantised,
    restored,
    untrained,
    widened,
)
from training.chess.gradient import parameters_of
from training.chess.positions import CHESS, Positions, positions_of, scale_of

ROOT = Path(__file__).resolve().parents[2]
PLAYER = "pvs:tt=1@quiescence:base=pst"


@pytest.fixture(scope="module")
def games() -> list[Game]:
    return list(unpack(play_chunk(CHESS, PLAYER, 40, "1 0", 6).detail))


def test_games_are_legal_and_stored(games: list[Game]) -> None:
    assert pack(list(unpack(pack(games)))) == pack(games)
    assert pack(games) == play_chunk(CHESS, PLAYER, 40, "1 0", 6).detail
    for game in games:
        position: Any = make_game("chess")
        for move in (*game.opening, *game.moves):
            assert move in position.legal_moves()
            position.push(move)
        outcome = position.outcome()
        if outcome is not None:
            white = -outcome if position.turn else outcome
            assert game.result == (white > 0) - (white < 0)
        else:
            assert game.result * game.values[-1] * (1 if position.turn else -1) >= 0


def test_targets_mix_own_and_later_values() -> None:
    even = Game((0,) * 6, (1, 2, 3), (8, UNKNOWN, 4), 1)
    last = OWN * 40 + (1 - OWN) * 100
    later = (1 - LAMBDA) * 40 + LAMBDA * 100
    expected = [OWN * 80 + (1 - OWN) * later, later, last]
    assert targets(even, lambda value: 10 * value, 100) == pytest.approx(expected)
    # An odd opening: Black is to move, and the value is Black's.
    assert targets(Game((0,) * 7, (1,), (8,), 0), float, 0) == [-OWN * 8]


def test_positions_are_quiet_and_from_the_side_to_move(games: list[Game]) -> None:
    positions = positions_of(games, 250.0)
    assert 0 < len(positions.base) < sum(len(game.moves) for game in games)
    assert positions.inputs.shape == (len(positions.base), 32)
    assert positions.inputs.min() >= 0
    assert positions.inputs.max() == INPUTS
    kings = (positions.inputs // 64 == 5).sum(axis=1), (positions.inputs // 64 == 11).sum(axis=1)
    assert (kings[0] == 1).all()
    assert (kings[1] == 1).all()
    assert ((positions.target >= 0) & (positions.target <= 1)).all()


def test_the_scale_of_generated_results_is_found() -> None:
    rng = random.Random(1)
    games = []
    for _ in range(3000):
        value = rng.randint(-400, 400)
        won = rng.random() < 1 / (1 + np.exp(-value / 200))
        games.append(Game((), (0,), (value,), 1 if won else -1))
    assert scale_of(games) == pytest.approx(200, rel=0.1)


def some_positions(count: int) -> Positions:
    rng = np.random.default_rng(5)
    inputs = np.full((count, 32), INPUTS, np.int16)
    for row in inputs:
        pieces = rng.integers(0, 30)
        row[:pieces] = rng.choice(5 * 64, pieces, replace=False)
        row[pieces] = 5 * 64 + rng.integers(64)
        row[pieces + 1] = 11 * 64 + rng.integers(64)
    base = rng.normal(0, 100, count).astype(np.float32)
    return Positions(inputs, base, rng.random(count).astype(np.float32))


def test_the_gradient_matches_differences_of_the_loss() -> None:
    hidden, count, scale = 16, 8, 250.0
    positions = some_positions(count)
    rng = np.random.default_rng(1)
    batch = Batch(hidden)
    batch.parameters[:] = rng.normal(0.05, 0.2, parameters_of(hidden))
    batch.fill(positions, np.arange(count))
    batch.slope[:] = 0
    loss = batch.gradient.learn(count, scale)
    assert loss == pytest.approx(batch.gradient.losses(count, scale))
    moved = np.flatnonzero(batch.slope)
    for index in rng.choice(moved, 40, replace=False):
        kept, step = batch.parameters[index], 1e-2
        both = []
        for sign in (1, -1):
            batch.parameters[index] = kept + sign * step
            both.append(batch.gradient.losses(count, scale))
        batch.parameters[index] = kept
        assert (both[0] - both[1]) / (2 * step) == pytest.approx(
            float(batch.slope[index]), rel=0.1, abs=2e-3
        )


def test_the_evaluator_computes_the_fitted_network(games: list[Game], tmp_path: Path) -> None:
    positions = positions_of(games, 250.0)
    parameters = fit(positions, 250.0, 16, 3, 1, lambda *_: None, rate=0.02)
    before = loss_of(untrained(16), 16, positions, 250.0)
    assert loss_of(parameters, 16, positions, 250.0) < before
    path = tmp_path / "network.dat"
    path.write_bytes(pack_network(quantised(parameters, 16)))
    assert np.abs(restored(load(str(path))) - parameters).max() < 0.01
    # The expected score of the fit is that of the evaluator's centipawns.
    network: Any = make_evaluator(f"network:weights={path}")
    position = make_game("chess")
    for move in games[0].opening:
        position.push(move)
    one = positions_of([games[0]], 250.0)
    found = []
    for move in games[0].moves:
        found.append(network.value(position))
        position.push(move)
    batch = Batch(16)
    batch.parameters[:] = restored(load(str(path)))
    batch.fill(Positions(one.inputs, one.base, np.zeros_like(one.target)), np.arange(len(one.base)))
    score = np.sqrt(batch.gradient.losses(1, 250.0))
    assert min(abs(250.0 * np.log(score / (1 - score)) - value) for value in found) < 2


def test_a_widened_network_keeps_its_units() -> None:
    rng = np.random.default_rng(2)
    narrow = rng.normal(0, 0.1, parameters_of(16)).astype(np.float32)
    wide = widened(quantised(narrow, 16), 32, 1)
    assert len(wide) == parameters_of(32)
    rows, biases, outputs, ends = parts(wide, 32)
    old = parts(restored(quantised(narrow, 16)), 16)
    assert (rows.reshape(INPUTS, 32)[:, :16] == old[0].reshape(INPUTS, 16)).all()
    assert (biases[:16] == old[1]).all()
    assert (outputs.reshape(-1, 32)[:, :16] == old[2].reshape(-1, 16)).all()
    assert (ends == old[3]).all()
    assert (widened(quantised(narrow, 16), 16, 1) == restored(quantised(narrow, 16))).all()


COMMAND = [sys.executable, "-m", "training.chess"]
SMALL = ["--games", "120", "--nodes", "30", "--hidden", "16", "--epochs", "1"]
SMALL += ["--match-games", "4", "--match-nodes", "30", "--generations", "1", "--workers", "2"]


@pytest.mark.slow
def test_a_killed_run_resumes(tmp_path: Path) -> None:
    """An interrupted run gives the same weights as an uninterrupted one."""
    kill_and_resume_training([*COMMAND, *SMALL], tmp_path, "network.dat")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--hidden", "24"], "--hidden 24: expected a multiple of 16 up to 128"),
        (["--games", "0"], "--games 0: expected at least 1"),
        (["--generations", "0"], "--generations 0: expected at least 1"),
        (["--seed", "2"], "seed is 1 there, 2 here"),
        (["--start", "shipped", "--hidden", "16"], "--hidden 16: the weights to start from have"),
        (["--start", "shipped", "--hidden", "128"], "started from pst, not from"),
        (["--start", "README.md"], "README.md is no network"),
    ],
)
def test_invalid_arguments_are_refused(
    arguments: list[str],
    words: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from dataclasses import asdict

    from training.command import main

    hidden = int(arguments[-1]) if "--start" in arguments and arguments[-1].isdigit() else 64
    ledger = {"plan": asdict(ChessPlan(hidden=hidden)), "generations": []}
    (tmp_path / "ledger.json").write_text(json.dumps(ledger))
    (tmp_path / "generation-1").mkdir()
    monkeypatch.setattr(sys, "argv", ["training.chess", str(tmp_path), *arguments])
    assert main(ChessCourse(), "") == 2
    assert words in capsys.readouterr().err


def test_games_without_a_quiet_position_are_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from training.command import main

    words = [
        "--games",
        "2",
        "--nodes",
        "10",
        "--hidden",
        "16",
        "--epochs",
        "1",
        "--generations",
        "1",
    ]
    monkeypatch.setattr(sys, "argv", ["training.chess", str(tmp_path), *words])
    assert main(ChessCourse(), "") == 2
    assert "expected more games, or more nodes a move" in capsys.readouterr().err


def test_the_next_generation_may_have_another_plan(tmp_path: Path) -> None:
    from engine.train.generations import Generations

    entry = {"generation": 1, "kept": True, "scale": 200, "score": [1, 0, 0], "Elo": "+inf"}
    done = {"plan": {"games": 100}, "generations": [entry]}
    (tmp_path / "ledger.json").write_text(json.dumps(done))
    (tmp_path / "generation-1").mkdir()
    with pytest.raises(FileError, match=r"cannot read .*generation-1/network\.dat"):
        Generations(ChessCourse(), tmp_path, ChessPlan(games=200), 1, None, print)
    (tmp_path / "generation-1" / "network.dat").write_bytes(ChessCourse.shipped.read_bytes())
    plan = ChessPlan(games=200, hidden=128)
    assert Generations(ChessCourse(), tmp_path, plan, 1, None, print).best == 1


@pytest.mark.slow
def test_a_run_may_start_from_weights(tmp_path: Path) -> None:
    """They play the first games, and the next run remembers them."""
    tiny = [*COMMAND, str(tmp_path), *SMALL[:-4], "--workers", "1"]
    tiny[tiny.index("--hidden") + 1] = "128"
    for count, start in (("1", ["--start", "shipped"]), ("2", [])):
        subprocess.run([*tiny, "--generations", count, *start], cwd=ROOT, check=True)
    shipped = load(str(ChessCourse.shipped))
    assert load(str(tmp_path / "start" / "network.dat")) == shipped
    first, second = json.loads((tmp_path / "ledger.json").read_text())["generations"]
    assert (first["played by"], second["played by"]) == (0, int(first["kept"]))
    assert load(str(tmp_path / "generation-1" / "network.dat")) != shipped


@pytest.mark.slow
def test_the_quick_run_predicts_better_than_pst_and_plays_as_well(tmp_path: Path) -> None:
    """With such small networks the match is level: which side of 50% it ends on is chance."""
    quick = [*COMMAND, str(tmp_path), "--quick", "--workers", "2"]
    subprocess.run(quick, cwd=ROOT, check=True, capture_output=True)
    (entry,) = json.loads((tmp_path / "ledger.json").read_text())["generations"]
    assert entry["held-out loss of network"] < 0.96 * entry["held-out loss of pst"], entry
    wins, draws, losses = entry["score"]
    assert wins + draws / 2 > 0.4 * (wins + draws + losses), entry
    assert (tmp_path / "generation-1" / "network.dat").exists()
