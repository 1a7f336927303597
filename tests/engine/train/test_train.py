"""`starling train`: values that win, runs that resume, and games that cannot be trained."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.cli.main import main
from engine.match.tournament import play_match
from engine.train.course import ValuesCourse
from engine.train.games import UNKNOWN, Game, Rules, play
from engine.train.generations import Generations
from engine.train.network import Network
from engine.train.positions import ABSENT, Positions, positions_of
from engine.train.quantiles import fit_intervals
from evaluators import make as make_evaluator
from evaluators.values.trained_file import MOST_UNIT, NAME, folder_of
from games import GAMES, make
from games.errors import ContractError, EvaluationError, FileError, LimitsError
from searchers import make as make_searcher
from tests.kills import kill_and_resume_training
from tests.nim import Nim

SMALL = "mnk:m=4,n=4"
QUICK = replace(
    ValuesCourse.plan, games=60, nodes=20, match_games=10, match_nodes=20, hidden=16, epochs=2
)


class Heap(Nim):
    """Nim with a feature for the heap, and nothing else."""

    NAME = "testheap"

    def __init__(self, heap: int = 30) -> None:
        super().__init__(heap)

    def features(self) -> list[int]:
        return [self.heap]


class Paid(Heap):
    """A heap for which the loser, who is to move at the end, pays."""

    NAME = "testpaid"
    price = 0

    def outcome(self) -> int | None:
        return None if self.heap else -self.price


class Backwards(Heap):
    """A heap whose `pop` takes nothing back."""

    NAME = "testbackwards"

    def pop(self) -> None:
        pass


@pytest.fixture(scope="module", autouse=True)
def known() -> Iterator[None]:
    """Register the games for these tests alone."""
    parts = {"testpaid": Paid, "testheap": Heap, "testbackwards": Backwards, "testplain": Nim}
    for name, part in parts.items():
        GAMES.register(name, part)
    yield
    for name in parts:
        del GAMES._found[name]


LEARNING = replace(QUICK, epochs=30)


def trained(folder: Path, count: int, plan: Any = QUICK, game: str = SMALL) -> Generations:
    """Train some generations."""
    generations = Generations(ValuesCourse(game), folder, plan, 1, None, lambda text: None)
    generations.run(count, None)
    return generations


def test_values_from_rules_alone_learn_the_winning_heaps(tmp_path: Path) -> None:
    generations = trained(tmp_path, 2, LEARNING, "testheap")
    evaluator = make_evaluator(f"values:{generations.folder_of(2)}")
    position, found = make("testheap"), []
    for heap in range(1, 9):
        position.heap = heap
        found.append(evaluator.value(position))
    lost = [found[heap - 1] for heap in (4, 8)]
    assert max(lost) < min(value for value in found if value not in lost)


def test_a_trained_generation_wins_against_the_first_weights(tmp_path: Path) -> None:
    game = "breakthrough:width=4,height=5"
    generations = trained(tmp_path, 1, replace(QUICK, games=150, epochs=6), game)
    players = [f"pvs@values:{generations.folder_of(number)}" for number in (1, 0)]
    match = play_match(
        game, players, names=["new", "old"], nodes=20, games=40, openings="random:plies=2,seed=9"
    )
    wins, _, losses = match.matchups[0].score
    assert wins > losses + 4


def test_a_resumed_run_gives_the_same(tmp_path: Path) -> None:
    whole = trained(tmp_path / "whole", 2)
    trained(tmp_path / "parts", 1)
    parts = trained(tmp_path / "parts", 2)
    assert parts.ledger == whole.ledger
    for number in (0, 1, 2):
        assert parts.weights_of(number).read_bytes() == whole.weights_of(number).read_bytes()
    best = whole.weights_of(whole.best).read_bytes()
    assert (tmp_path / "parts" / NAME).read_bytes() == best


@pytest.mark.slow
def test_a_killed_run_resumes(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "engine.cli.main", "train", SMALL, "--generations", "1"]
    command += ["--games", "150", "--nodes", "40", "--match-games", "10", "--intervals", "0"]
    kill_and_resume_training([*command, "--out"], tmp_path, NAME)


def test_the_gradient_is_that_of_the_loss() -> None:
    chance = np.random.default_rng(1)
    network = Network(np.arange(5), 16, 5, "chance", 100)
    network.fill(1)
    network.parameters = network.parameters.astype(float)
    network.rows = network.parameters[:80].reshape(5, 16)
    network.biases, network.outputs = network.parameters[80:96], network.parameters[96:112]
    network.ends = network.parameters[112:]
    inputs = chance.integers(0, 2, (20, 5)).astype(float)
    static, target = chance.normal(0, 1, 20), chance.random(20)

    def loss() -> float:
        units = np.clip(inputs @ network.rows + network.biases, 0, 1) ** 2
        score = network._end(units, static)
        return float(-np.mean(target * np.log(score) + (1 - target) * np.log(1 - score)))

    gradient = network.gradient(inputs, static, target)
    for index in chance.choice(len(gradient), 40, replace=False):
        network.parameters[index] += 1e-5
        above = loss()
        network.parameters[index] -= 2e-5
        below = loss()
        network.parameters[index] += 1e-5
        assert gradient[index] == pytest.approx((above - below) / 2e-5, abs=1e-6)


def test_integers_are_near_the_network(tmp_path: Path) -> None:
    generations = trained(tmp_path, 1)
    course, best = generations.course, generations.weights_of(1)
    games = [game for some in generations._games(1) for game in some][:30]
    positions = positions_of(course.start, games, "chance", 100, 0.4)
    evaluator = make_evaluator(course.spec_of(best))
    score = Network.of(evaluator.trained).outputs_of(positions)
    wanted = iter(100 * np.log(score / (1 - score)))
    for game in games:
        position = course.start.copy()
        for move in game.opening:
            position.push(move)
        for move in game.moves:
            assert evaluator.value(position) == pytest.approx(next(wanted), abs=8)
            position.push(move)


def test_targets_are_from_the_side_to_move() -> None:
    start = Heap(5)
    won = Game((), (1, 3, 1), (100, -100, 50), 1)
    aside = Game((2,), (3,), (1 << 30,), UNKNOWN)
    found = positions_of(start, [won, aside], "chance", 100, 1.0)
    assert found.features.tolist() == [[5], [4], [1], [3]]
    assert found.target.tolist() == pytest.approx([1, 0, 1, 1])


def test_joined_positions_are_padded() -> None:
    parts = [
        Positions(np.array([[1]], np.int32), np.zeros(1), np.zeros(1)),
        Positions(np.array([[2, 3]], np.int32), np.zeros(1), np.zeros(1)),
    ]
    assert ValuesCourse.join(parts).features.tolist() == [[1, ABSENT], [2, 3]]


def test_a_game_that_breaks_its_contract_is_not_trained() -> None:
    with pytest.raises(ContractError, match="pop restores"):
        ValuesCourse("testbackwards")


@pytest.mark.parametrize(("price", "unit"), [(7, 7), (3_000_000, MOST_UNIT)])
def test_margins_that_are_equal_or_large_have_a_unit(
    price: int, unit: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Paid, "price", price)
    assert ValuesCourse("testpaid").unit == unit


def test_a_game_needs_features_and_two_players() -> None:
    with pytest.raises(EvaluationError, match="gives no features to learn from"):
        ValuesCourse("testplain")
    with pytest.raises(EvaluationError, match="expected a game for two"):
        ValuesCourse("eight")


def test_a_network_of_another_size_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LimitsError, match="--hidden 17: expected a multiple of 16"):
        trained(tmp_path, 1, replace(QUICK, hidden=17))


def test_the_command_trains_values_and_intervals(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.train.quantiles.STEPS", 200)
    words = ["train", "testheap", "--out", str(tmp_path), "--generations", "2"]
    words += ["--games", "60", "--nodes", "20", "--match-games", "10", "--match-nodes", "20"]
    words += ["--hidden", "16", "--epochs", "30", "--intervals", "150"]
    assert main(words) == 0
    printed = capsys.readouterr().out
    assert f"to play: starling play testheap --player pvs@values:{tmp_path}" in printed
    assert [
        entry["generation"]
        for entry in json.loads((tmp_path / "ledger.json").read_text())["generations"]
    ] == [1, 2]
    player = f"bstar@learned:base=(values:{tmp_path})"
    limited = ["--nodes", "500", "--player", player]
    assert main(["analyse", "--game", "testheap", "--moves", "1 2", *limited]) == 0
    assert main(["analyse", "--game", "mnk", *limited]) == 2
    assert "does not support mnk" in capsys.readouterr().err


def test_values_of_another_game_are_no_start(tmp_path: Path) -> None:
    trained(tmp_path / "small", 0)
    with pytest.raises(FileError, match=f"has values of {SMALL}: expected mnk"):
        ValuesCourse("mnk").weights(str(tmp_path / "small"), QUICK)


def test_a_run_that_is_finished_still_checks_its_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "values"
    quick = "--generations 1 --games 4 --nodes 5 --match-games 2 --epochs 1 --intervals 0"
    words = [*quick.split(), "--out", str(folder)]
    assert main(["train", "mnk", *words]) == 0
    capsys.readouterr()
    assert main(["train", "mnk:k=2", *words]) == 2
    assert "has values of mnk: expected mnk:k=2" in capsys.readouterr().err
    weights = folder / "start" / NAME
    weights.write_bytes(weights.read_bytes()[:-1] + b"?")
    assert main(["train", "mnk", *words]) == 2
    assert str(weights) in capsys.readouterr().err.splitlines()[-1]


@pytest.mark.parametrize(
    "wrong",
    [
        *("--generations 0", "--intervals -1", "--intervals 19", "--seed -1", "--games 0"),
        *("--minutes 0", "--result 101"),
    ],
)
def test_numbers_out_of_range_are_refused(wrong: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "mnk", "--out", "/nowhere", *wrong.split()]) == 2
    assert f"{wrong}: expected" in capsys.readouterr().err


def test_a_run_without_an_accepted_generation_has_intervals_and_no_losses(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    small = "--games 20 --nodes 10 --match-games 2 --match-nodes 10 --hidden 16 --epochs 1"
    command = f"train mnk {small} --generations 1 --intervals 60 --out".split()
    assert main([*command, str(tmp_path)]) == 0
    out = capsys.readouterr().out
    (entry,) = json.loads((tmp_path / "ledger.json").read_text())["generations"]
    assert not [name for name in entry if "loss" in name]  # one job: no game is held out
    assert "loss" not in out.replace("no generation held games out: there are no losses", "")
    assert not entry["kept"]
    assert (tmp_path / "intervals.json").exists()


def test_intervals_of_as_many_positions_are_fitted_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.train.quantiles.STEPS", 20)
    generations, said = trained(tmp_path, 0), list[str]()
    generations.progress = said.append
    for positions in (40, 40, 60, 40):
        fit_intervals(generations, positions)
    assert said == [f"intervals of start: {count} positions" for count in (40, 60, 40)]


def test_a_game_that_is_over_at_its_start_is_not_trained() -> None:
    with pytest.raises(EvaluationError, match="testheap:heap=0 is over at its start"):
        ValuesCourse("testheap:heap=0")


def test_a_game_that_ends_with_its_longest_ply_has_its_outcome() -> None:
    rules = Rules("mnk", (2, 4), even=2**30, largest=2**30)
    searcher = make_searcher("alphabeta@static")
    for seed in range(20):
        first, *_ = play(rules, searcher, 5, random.Random(seed))
        longest = replace(rules, longest=len(first.opening) + len(first.moves))
        assert play(longest, searcher, 5, random.Random(seed))[0] == first


def test_shipped_values_are_a_start(tmp_path: Path) -> None:
    course = ValuesCourse("connect4")
    shipped = course.weights("starling-connect4", None)
    assert course.weights(str(folder_of("starling-connect4") / "values.dat"), None) == shipped
    (tmp_path / "other.dat").write_bytes(shipped)
    with pytest.raises(FileError, match=r"other\.dat"):
        course.weights(str(tmp_path / "other.dat"), None)


@pytest.mark.parametrize(
    "ledger",
    [
        '{"plan": [], "generations": []}',
        '{"plan": {}, "generations": 5}',
        '{"plan": {}, "generations": [{"generation": 1, "kept": true}]}',
    ],
)
def test_a_damaged_ledger_is_a_line(
    tmp_path: Path, ledger: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "ledger.json").write_text(ledger)
    assert main(["train", "connect4", "--out", str(tmp_path), "--generations", "1"]) == 2
    assert "is no ledger of a training" in capsys.readouterr().err
