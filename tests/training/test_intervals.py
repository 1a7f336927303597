"""Lines and cells fitted to generated pairs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.train.quantiles import Examples
from evaluators.intervals.fits import COVERS, Fit
from games import make
from games.core.scores import MATE_BOUND
from games.errors import EvaluationError
from training.intervals import FEWEST_ALIKE, fit_cells, line, main, steps_of

CHESS = make("chess")
WIN = MATE_BOUND - 1


def test_a_line_and_its_errors() -> None:
    fit = line([(x, 2 * x + 10 + error) for x in range(-50, 51) for error in (-3, 3)])
    assert (fit.positions, fit.slope, fit.offset, fit.sigma) == (202, 2000, 10, 3)
    assert fit.within[1:] == (1000,) * (len(COVERS) - 1)


def test_wins_of_the_deeper_search_alone_count_as_just_won() -> None:
    pairs = [(x, x + error) for x in (-100, 100) for error in (-4, 4)] * 23 + [(100, WIN)] * 8
    fit = line(pairs, won=3000)
    assert (fit.positions, fit.slope, fit.offset, fit.sigma) == (100, 1000, 0, 4)
    assert (fit.margin(90), fit.margin(95)) == (4, 2900)
    assert line(pairs).margin(95) == 4, "no value counts as just won"


def test_a_line_through_wins_alone_predicts_the_shallow_value() -> None:
    found = line([(10, MATE_BOUND), (30, -MATE_BOUND)], won=100)
    assert (found.slope, found.offset, found.sigma) == (1000, 0, 0)
    assert found.within[-1] == 1000 * 130  # from 30 to -100; sigma counts as 1


def test_wins_alone_have_no_bounds_if_no_value_counts_as_won() -> None:
    for pairs in ([(10, MATE_BOUND)], []):
        with pytest.raises(EvaluationError, match="expected more positions"):
            line(pairs)


def test_one_unseen_error_is_counted() -> None:
    pairs = [(x, x + error) for x in (-9, 9) for error in (*range(-25, 0), *range(1, 26))]
    assert line(pairs).margin(50) == 13
    assert line(pairs, unseen=1).margin(98) == 25 > line(pairs).margin(95)


def cells(count: int) -> Fit:
    """Return a fit to chess positions with values 0 or 400 and ten times larger errors in check."""
    chance = np.random.default_rng(1)
    features = np.zeros((count, 4), int)
    features[:, 1] = 400 * (chance.random(count) < 0.5)
    features[:, 2] = chance.random(count) < 0.5
    value = features[:, 1] * np.where(chance.random(count) < 0.5, -1, 1)
    scale = np.where(features[:, 2], 100, 10)
    deep = value + np.rint(chance.normal(0, scale)).astype(int)
    examples = Examples([""] * count, np.arange(count), features, value, deep[:, None])
    return fit_cells(Fit("chess", "pst", 0, 4, ()), CHESS, examples, 0)


def test_cells_separate_features() -> None:
    fit = cells(10 * FEWEST_ALIKE)
    assert [axis.steps for axis in fit.axes] == [(), (400,), (1,), ()]
    assert len(fit.cells) == 4
    sigma = [fit.phases[cell].sigma for cell in fit.cells]  # type: ignore[union-attr]
    assert sigma == pytest.approx([10, 100, 10, 100], rel=0.2)


def test_cells_with_few_positions_share_numbers() -> None:
    assert set(cells(2 * FEWEST_ALIKE + 100).cells) == {0, 1}, (
        "those with the same size of the value"
    )
    assert set(cells(FEWEST_ALIKE).cells) == {0}


def test_steps_are_quantiles() -> None:
    assert steps_of(np.array([3, 3, 3]), 4) == []
    assert steps_of(np.array([0, 1, 0, 1]), 4) == [1]
    assert steps_of(np.arange(1000), 4) == [250, 500, 750]
    assert steps_of(np.array([5] * 99 + [9]), 2) == [9], "few values are separated, even rare ones"


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ([], "expected FILE and a game, or --shipped"),
        (["--shipped"], "no name: expected some of chess-network.json"),
        (["--shipped", "weights.json"], "weights.json: expected some of chess-network.json"),
    ],
)
def test_missing_arguments_are_refused(
    words: list[str], fault: str, monkeypatch: Any, capsys: Any
) -> None:
    monkeypatch.setattr("sys.argv", ["intervals", *words])
    with pytest.raises(SystemExit):
        main()
    assert fault in capsys.readouterr().err


def test_shipped_repeats_the_command_of_a_file(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr("training.intervals.SHIPPED", tmp_path)
    path = tmp_path / "small.json"
    words = ["ngame:b=2,d=3", "--positions", "120", "--seed", "5"]
    monkeypatch.setattr("sys.argv", ["intervals", str(path), *words])
    main()
    first = path.read_text()
    path.write_text(first.replace('"slope": ', '"slope": 1'))
    monkeypatch.setattr("sys.argv", ["intervals", "--shipped", "small.json"])
    main()
    assert path.read_text() == first


@pytest.mark.parametrize(
    ("module", "words"),
    [
        ("intervals", "{}/fits.json nogame"),
        ("error_models", "{}/fits.json nogame"),
        ("openings", "othello {}/none/openings.txt --count 0"),
    ],
)
def test_an_error_is_one_line(module: str, words: str, tmp_path: Path) -> None:
    finished = subprocess.run(
        [sys.executable, "-m", f"training.{module}", *words.format(tmp_path).split()],
        capture_output=True,
        text=True,
        check=False,
    )
    assert finished.returncode == 2
    assert finished.stderr.startswith(f"training.{module}: ")
    assert finished.stderr.count("\n") == 1
