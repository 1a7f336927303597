from __future__ import annotations

import csv
from bisect import bisect
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

import games
from engine.cli.main import main
from engine.lab.calibration.calibration import calibrate
from engine.lab.calibration.sample import (
    Row,
    Settings,
    _openings,
    interval_of,
    rows_of,
    sample,
    values,
)
from engine.lab.calibration.table import COLUMNS, tabulate
from engine.lab.calibration.widths import COLUMNS as BY_WIDTH
from evaluators import default_for, make
from evaluators.intervals.fits import find
from games.core.scores import MATE_BOUND
from games.errors import EvaluationError, LimitsError, PositionError, SpecError, StarlingError
from training.intervals import line

GAME = "ngame:b=3,d=6"
LOOKING = ("calibrated:depth=0,cover=80", "calibrated:depth=0,cover=50", "fixed:margin=25000")
TO_THE_END = (400,)


def test_the_number_of_workers_never_changes_a_number() -> None:
    one, two = (
        sample(GAME, LOOKING, "static", (2, 4), positions=25, seed=3, workers=workers)
        for workers in (1, 2)
    )
    assert one == two
    assert len(one) == 25
    assert one != sample(GAME, LOOKING, "static", (2, 4), positions=25, seed=4)


@pytest.mark.parametrize("game", ["chess", "othello"])
def test_positions_come_from_games(game: str) -> None:
    opening = (
        tuple(games.make(game).at("f5d6").history)
        if game == "othello"
        else tuple(games.make(game).legal_moves()[:1])
    )
    settings = Settings(game, ("fixed",), "static", (1,), nodes=20)
    rows = rows_of(settings, opening, "7 0")
    assert len(rows) == 10
    assert [row["phase"] for row in rows] == sorted(row["phase"] for row in rows)
    assert rows == rows_of(settings, opening, "7 0")


def test_a_game_without_shipped_openings_is_played_and_not_drawn_by_lot() -> None:
    """Fits to random games made B* lose 258 Elo in Breakthrough, against fits to played ones."""
    openings = _openings(games.make("mnk:m=3,n=3,k=3"), 3, 1)
    assert [len(moves) for moves in openings] == [2, 2, 2]
    assert _openings(games.make(GAME), 3, 1) == [(), (), ()], "its seeds make new trees"


def test_deep_values_are_plain_minimax() -> None:
    position = games.make("othello").at("f5d6c3d3c4f4")
    shallow = [
        make(f"shallow:base=positional,depths={depth}-{depth}").value(position)
        for depth in (1, 2, 3, 4)
    ]
    assert values(position, "positional", (1, 2, 3, 4)) == shallow


def test_a_proved_win_is_cut_to_the_range_of_values() -> None:
    position = games.make("chess").at("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")
    assert values(position, "pst", (1, 3)) == [MATE_BOUND - 1] * 2


def _row(phase: int, deep: int, low: int, real: int, high: int) -> Row:
    return Row("", phase, (deep,), ((low, real, high),))


def test_the_table_counts() -> None:
    rows = [
        _row(0, 5, 0, 5, 10),
        _row(0, -1, 0, 5, 10),
        _row(1, 11, 0, 5, 10),
        _row(1, MATE_BOUND - 1, 10, 20, MATE_BOUND - 3),
    ]
    whole, first, second = tabulate(rows, ("e",), (4,))
    assert (whole.positions, whole.below, whole.above) == (4, 0.25, 0.25)
    assert whole.outside.value == 50
    assert whole.outside.error == pytest.approx(25)
    assert (whole.mean, whole.median, whole.error) == (10, 10, 0)
    assert (first.phase, first.below, first.above) == (0, 0.5, 0)
    assert (second.phase, second.below, second.above) == (1, 0, 0.5)


def test_a_game_of_one_phase_has_one_line() -> None:
    assert len(tabulate([_row(0, 5, 0, 5, 10)], ("e",), (4,))) == 1


def _agree(found: float, predicted: float, positions: int) -> None:
    """Hold two shares in percent within three standard errors, and what a fit's own error adds."""
    share = predicted / 100
    assert abs(found - predicted) <= 300 * sqrt(share * (1 - share) / positions) + 1


def _hold(positions: int) -> None:
    """On new trees, shipped fits cover the stated share, and predict that of `fixed`."""
    rows = sample(GAME, LOOKING, "static", TO_THE_END, positions=positions, seed=11)
    eighty, fifty, fixed = (
        each for each in tabulate(rows, LOOKING, TO_THE_END) if each.phase is None
    )
    _agree(eighty.outside.value, 20, positions)
    _agree(fifty.outside.value, 50, positions)
    assert abs(eighty.error) < 3 * eighty.deviation / sqrt(positions) + 400, "no bias"
    fit = find("", "calibrated", "ngame:b=3", "static", 0, 0)
    sizes = [phase and [phase.margin(half / 2) for half in range(199)] for phase in fit.phases]
    predicted = 0.0
    for row in rows:
        phase, within = fit.phases[row.phase], sizes[row.phase]
        assert phase is not None
        assert within is not None
        value = row.interval[2][1]
        bias = phase.slope * value / 1000 + phase.offset - value
        for far in (25000 - bias, 25000 + bias):  # half of the errors lie on either side
            predicted += 50 * (1 - bisect(within, far) / len(within)) / len(rows)
    _agree(fixed.outside.value, predicted, positions)


def test_intervals_of_n_games_miss_as_often_as_the_fit_says() -> None:
    _hold(400)


@pytest.mark.slow
def test_intervals_of_many_n_games_miss_as_often_as_the_fit_says() -> None:
    _hold(20000)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["chess", "othello"])
def test_intervals_at_the_board_miss_as_often_as_the_fit_says(game: str) -> None:
    looking = ("calibrated:depth=1,deep=3,cover=80", "calibrated:depth=1,deep=3,cover=95")
    start = games.make(game)
    rows = sample(game, looking, default_for(start), (3,), positions=2000, seed=12)
    whole = [
        each
        for each in tabulate(rows, looking, (3,), start.INFO.winning_value)
        if each.phase is None
    ]
    for each, predicted in zip(whole, (20, 5), strict=True):
        _agree(each.outside.value, predicted, 500)  # ten of a game are not independent


def test_the_fit_of_a_line_is_the_line() -> None:
    exact = line([(x, 2 * x + 3) for x in range(100)])
    assert (exact.positions, exact.slope, exact.offset, exact.sigma) == (100, 2000, 3, 0)
    assert set(exact.within) == {0}
    spread = line([(x, x + error) for x in range(100) for error in (-10, -4, 4, 10)])
    assert (spread.slope, spread.offset, spread.sigma) == (1000, 0, 7)
    assert spread.margin(50) == 4
    assert spread.margin(60) == 10
    wins = [(0, MATE_BOUND - 1)] * 100
    beyond = line([(x, x + error) for x in range(100) for error in (-10, -4, 4, 10)] + wins)
    assert (beyond.positions, beyond.sigma) == (500, 7)
    assert (beyond.margin(25), beyond.margin(50)) == (4, 10)


def test_the_command_prints_and_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib")
    words = ["calibrate", "--game", GAME, "--evaluator", "bounds", "fixed:margin=30000"]
    words += ["--positions", "60", "--depths", "6,4", "--out", str(tmp_path)]
    assert main(words) == 0
    out = capsys.readouterr().out
    assert "fixed:margin=30000" in out
    assert "6 plies left" in out
    assert "median width" in out
    by_width = out[out.index("by tenth of") :].splitlines()[:5]
    assert max(len(line.rstrip()) for line in by_width) <= 80
    assert by_width[1].split()[:2] == ["depth", "width,"]
    assert by_width[2].split()[:11] == ["4", *["100"] * 10]
    assert by_width[4].endswith("microseconds an evaluation")
    with (tmp_path / "intervals.csv").open(encoding="utf-8") as file:
        lines = list(csv.DictReader(file))
    assert tuple(lines[0]) == COLUMNS
    guaranteed = [row for row in lines if row["evaluator"] == "bounds" and row["depth"] == "6"]
    assert {row["outside %"] for row in guaranteed} == {"0.0"}
    with (tmp_path / "by-width.csv").open(encoding="utf-8") as file:
        lines = list(csv.DictReader(file))
    assert tuple(lines[0]) == BY_WIDTH
    assert [(line["evaluator"], line["depth"]) for line in lines] == [
        (spec, depth) for spec in ("bounds", "fixed:margin=30000") for depth in "46"
    ]
    assert {line["tenth 10"] for line in lines[:2]} == {"100.0"}
    for name in ("outside-by-depth", "outside-by-phase", "width-by-phase"):
        assert "fixed:margin=30000" in (tmp_path / f"{name}.svg").read_text(encoding="utf-8")
    first = (tmp_path / "intervals.csv").read_text(encoding="utf-8")
    assert main(words) == 0, "nothing is measured again"
    assert (tmp_path / "intervals.csv").read_text(encoding="utf-8") == first


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--evaluator", "pst"], "pst gives values, no intervals"),
        (["--evaluator", "bounds"], "evaluator bounds does not support chess"),
        (["--base", "positional"], "evaluator positional does not support chess"),
        (["--depths", "2,x"], "depths=2,x: expected plies such as 2,4,6"),
        (["--depths", "0"], "depths=0: expected plies"),
        (["--depths", "9" * 5000], "999...: expected plies such as 2,4,6, from 1 to 400"),
        (["--positions", "0"], "positions=0: expected at least 1"),
        (["--positions", "1" + "0" * 50], "expected at least 1 and at most 10,000,000"),
        (["--workers", "0"], "workers=0: expected a whole number"),
    ],
)
def test_bad_words(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calibrate", "--game", "chess", *words]) == 2
    assert message in capsys.readouterr().err


def test_an_evaluator_named_twice_is_one(capsys: pytest.CaptureFixture[str]) -> None:
    words = "--positions 5 --depths 1 --evaluator fixed fixed:margin=100"
    assert main(["calibrate", "--game", "ngame:b=2,d=6", *words.split()]) == 0
    assert capsys.readouterr().out.count("fixed") == 1


def test_a_game_with_seeds_is_calibrated_in_many_trees(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calibrate", "--game", "canonical", "--positions", "20", "--depths", "2"]) == 0
    assert "microseconds an evaluation" in capsys.readouterr().out
    rows = sample(GAME, LOOKING, "static", (2,), positions=20, seed=1)
    assert len({row.game for row in rows}) > 1
    for row in rows:
        position = games.make(row.game).at(row.position)
        assert interval_of(make(LOOKING[0]), position) == row.interval[0]


def test_what_a_sample_cannot_be() -> None:
    with pytest.raises(PositionError, match="no position with two moves"):
        sample("ngame:b=1,d=3", LOOKING[2:], "static", (1,), positions=1, seed=0)
    with pytest.raises(LimitsError, match="depths="):
        sample(GAME, LOOKING, "static", (), positions=1, seed=0)
    with pytest.raises(EvaluationError, match="no intervals"):
        sample(GAME, ("static",), "static", (1,), positions=1, seed=0)


def test_no_evaluators_are_refused() -> None:
    with pytest.raises(SpecError, match="no evaluators: expected one or more"):
        calibrate("othello", [])


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"game": None}, "None: expected the spec of a game"),
        ({"evaluators": None}, "evaluators=None: expected a list of specs"),
        ({"base": games.make("othello")}, "expected the spec of an evaluator"),
        ({"depths": 3}, "depths=3: expected a list of plies"),
        ({"seed": "x"}, "seed='x': expected a whole number"),
        ({"path": 3}, "path=3: expected the path of a file"),
        ({"executor": 3}, "executor=3: expected an Executor"),
    ],
)
def test_arguments_of_another_type_are_named(given: dict[str, Any], message: str) -> None:
    words: dict[str, Any] = {"game": "othello", "evaluators": "learned", "positions": 1} | given
    with pytest.raises(StarlingError, match=message):
        calibrate(words.pop("game"), words.pop("evaluators"), **words)
