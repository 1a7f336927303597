from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import games
from evaluators import Budget, make
from evaluators.check import check_evaluator
from evaluators.intervals.fits import COVERS, Axis, Fit, PhaseFit, find, read, write
from games.core.scores import KNOWN_WIN, MATE_BOUND
from games.errors import EvaluationError, FileError, SpecError
from games.parts.records import plain
from searchers import Limits
from searchers import make as make_searcher
from tests.compiled import NEEDS_SPEED

PHASE = PhaseFit(100, 1100, 7, 40, tuple(range(0, 1100, 100)))
FIT = Fit("chess", "pst", 0, 4, (PHASE,) * 4)


@pytest.fixture
def fits(tmp_path: Path) -> str:
    """A file with one fit."""
    path = tmp_path / "fits.json"
    write(path, "by hand", [FIT])
    return str(path)


def test_a_file_is_read_as_it_was_written(fits: str) -> None:
    assert read(fits).fits == (FIT,)
    assert json.loads(Path(fits).read_text())["command"] == "by hand"


@pytest.mark.parametrize(
    ("cover", "margin"), [(0, 0), (25, 4), (50, 8), (65, 14), (80, 20), (90, 28), (99, 40)]
)
def test_a_margin_is_interpolated_between_covers(cover: float, margin: int) -> None:
    assert PHASE.margin(cover) == margin


def test_the_interval_is_the_line_and_its_margin(fits: str) -> None:
    position = games.make("chess").at("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1")
    value = make("pst").value(position)
    assert value < 0
    evaluator = make(f"calibrated:base=pst,depth=0,cover=80,fits={fits}")
    real = 1100 * value // 1000 + 7
    assert evaluator.interval(position) == (real - 20, real + 20)
    assert (evaluator.real, evaluator.value(position)) == (real, real)
    found = [evaluator.quantile(share) - real for share in (0, 10, 25, 50, 75, 90, 100)]
    assert found == [-40, -20, -8, 0, 8, 20, 40]


CELLS = Fit(
    "chess",
    "pst",
    0,
    4,
    (PHASE, replace(PHASE, offset=100), replace(PHASE, sigma=80)),
    (Axis("|value|", (50, 300)), Axis("check", (1,))),
    (0, 1, 0, 1, 2, 2),
)


@pytest.mark.parametrize(
    ("board", "offset", "margin"),
    [
        ("4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1", 7, 20),
        ("4k3/8/8/8/4p3/8/8/4K3 w - - 0 1", 7, 20),
        ("4k3/8/8/8/8/8/3p4/4K3 w - - 0 1", 100, 20),  # a check
        ("3qk3/8/8/8/8/8/8/4K3 w - - 0 1", 7, 40),
        ("3qk3/8/8/8/8/8/3p4/4K3 w - - 0 1", 7, 40),
    ],
)
def test_each_cell_has_its_own_numbers(
    tmp_path: Path, board: str, offset: int, margin: int
) -> None:
    path = tmp_path / "cells.json"
    write(path, "by hand", [replace(FIT, phases=(replace(PHASE, offset=9),) * 4), CELLS])
    position = games.make("chess").at(board)
    value = make("pst").value(position)
    evaluator = make(f"calibrated:base=pst,fits={path}")
    low, high = evaluator.interval(position)
    assert evaluator.real == 1100 * value // 1000 + offset
    assert (evaluator.real - low, high - evaluator.real) == (margin, margin)
    by_phase = make(f"calibrated:base=pst,by=phase,fits={path}")
    assert by_phase.value(position) == 1100 * value // 1000 + 9


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"cells": (0, 1)}, "2 cells, expected 6"),
        ({"cells": ()}, "0 cells, expected 6"),
        ({"cells": (0, 1, 0, 1, 2, 3)}, "cell 3, expected a place in phases"),
        ({"axes": (Axis("check", (1,)),) * 13, "cells": ()}, "0 cells, expected 4096"),
        ({"axes": ()}, "6 cells, expected 0"),
    ],
)
def test_invalid_cells_are_refused(tmp_path: Path, change: dict[str, Any], fault: str) -> None:
    path = tmp_path / "cells.json"
    write(path, "by hand", [CELLS])
    data = json.loads(path.read_text())
    data["fits"][0] |= {key: plain(value) for key, value in change.items()}
    path.write_text(json.dumps(data))
    with pytest.raises(FileError, match=f"{fault}; expected a file made by"):
        read(str(path))


def test_a_win_is_a_point() -> None:
    position = games.make("chess").at("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")
    evaluator = make("calibrated:depth=1")
    low, high = evaluator.interval(position)
    assert MATE_BOUND - 10 < low == high < MATE_BOUND
    assert evaluator.quantile(5) == evaluator.quantile(95) == low


def test_a_search_to_the_end_of_the_game_gives_a_point() -> None:
    position = games.make("ngame:b=3,d=2")
    evaluator = make("calibrated:depth=1")
    position.push(0)
    value = max(-value for value in _outcomes(position))
    assert evaluator.interval(position) == (value, value)
    position.pop()
    low, high = evaluator.interval(position)
    assert low < high


def _outcomes(position: games.Position) -> list[int]:
    found = []
    for move in position.legal_moves():
        position.push(move)
        found.append(position.outcome() or 0)
        position.pop()
    return found


@pytest.mark.parametrize(
    ("game", "options"),
    [
        pytest.param("chess", "depth=1,deep=3,cover=95", marks=NEEDS_SPEED),
        ("othello", "depth=2,deep=4,cover=50"),
        ("ngame:b=3,d=9", "depth=1"),
    ],
)
def test_shipped_fits_pass_the_conformance_tests(game: str, options: str) -> None:
    assert check_evaluator(f"calibrated:{options}", game, games=1, plies=40) > 100


def test_intervals_widen_with_cover() -> None:
    position = games.make("othello")
    widths = []
    for cover in COVERS:
        low, high = make(f"calibrated:cover={cover}").interval(position)
        widths.append(high - low)
    assert widths[0] == 0
    assert widths == sorted(set(widths))


def test_the_error_lists_the_existing_fits(fits: str) -> None:
    position = games.make("chess")
    message = (
        r"calibrated: no fit for chess base=\(pst\),depth=3; there are: "
        r"chess base=\(pst\),depth=0,deep=4; to make one: python -m training.intervals FILE chess"
    )
    with pytest.raises(EvaluationError, match=message):
        make(f"calibrated:base=pst,depth=3,fits={fits}").interval(position)
    with pytest.raises(EvaluationError, match=r"depth=0,deep=2; there are"):
        make(f"calibrated:base=pst,depth=0,deep=2,fits={fits}").bind(position)
    with pytest.raises(EvaluationError, match="no fit for othello"):
        make(f"calibrated:fits={fits}").interval(games.make("othello"))


def test_a_game_without_a_fit_is_not_supported() -> None:
    assert not make("calibrated").serves(games.make("canonical"))
    assert not make("calibrated").serves(games.make("ngame:b=7"))
    with pytest.raises(EvaluationError, match=r"the fit for .* has no numbers .*: 30 plies left"):
        make("calibrated").bind(games.make("ngame:b=3,d=30"))


def test_a_search_into_a_phase_without_a_fit_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "fits.json"
    write(path, "by hand", [Fit("othello", "positional", 0, 4, (PHASE, None, PHASE))])
    position = games.make("othello")
    evaluator = make(f"calibrated:fits={path}")
    assert evaluator.serves(position)
    for _ in range(10):
        evaluator.interval(position)
        position.push(position.legal_moves()[0])
    with pytest.raises(EvaluationError, match=r"the fit for .* has no numbers .*: discs 14-23"):
        evaluator.interval(position)


@pytest.mark.parametrize("text", ["", "{}", '{"fits": [{"game": "chess"}]}', '{"fits": 3}'])
def test_invalid_files_are_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "fits.json"
    with pytest.raises(FileError, match=r"cannot read .*: No such file .*; expected a file made"):
        read(str(path))
    path.write_text(text)
    with pytest.raises(FileError, match=r"expected a file made by python -m training\.intervals"):
        read(str(path))


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        *(
            (change, "expected a whole number")
            for change in (
                {"positions": 0},
                {"slope": "x"},
                {"slope": 1.5},
                {"slope": 100_001},
                {"slope": -(10**4000)},
                {"offset": 10**12},
                {"sigma": -1},
                {"within": [*range(10), 8]},
                {"within": ["a"] * 11},
                {"sigma": 2**28, "within": [*range(10), 3000]},
            )
        ),
        ({"within": [1]}, "1 shares, expected 11"),
        ({"within": [*range(1, 12)]}, "within 1: expected 0 for 0% of the errors"),
        *(
            (change, "expected a spec")
            for change in ({"game": ["chess"]}, {"evaluator": "\x1b[31m"}, {"game": {}})
        ),
    ],
)
def test_invalid_fits_are_refused(tmp_path: Path, change: dict[str, Any], fault: str) -> None:
    phase = {"positions": 1, "slope": 1, "offset": 1, "sigma": 1, "within": [*range(11)]}
    one = {"game": "chess", "evaluator": "pst", "depth": 1, "deep": 3}
    phase, one = (
        {key: change.get(key, value) for key, value in each.items()} for each in (phase, one)
    )
    path = tmp_path / "fits.json"
    path.write_text(json.dumps({"fits": [{**one, "phases": [phase]}]}))
    with pytest.raises(FileError, match=fault):
        read(str(path))


@pytest.mark.parametrize(("slope", "offset"), [(100_000, 0), (-100_000, 2**28), (0, -(2**28))])
def test_a_steep_fit_predicts_an_estimate(tmp_path: Path, slope: int, offset: int) -> None:
    phase = replace(PHASE, slope=slope, offset=offset, sigma=2**20)
    path = tmp_path / "fits.json"
    write(path, "by hand", [Fit("ngame:b=3,edge=16000000", "static", 0, 4, (phase,) * 40)])
    position = games.make("ngame:b=3,d=9,edge=16000000")
    evaluator = make(f"calibrated:base=static,fits={path}")
    position.push(1)
    low, high = evaluator.interval(position)
    assert -KNOWN_WIN < low <= evaluator.real <= high < KNOWN_WIN
    result = make_searcher(f"bstar@{evaluator.spec}").search(position, Limits(nodes=60))
    assert all(abs(bound) < KNOWN_WIN for bound in result.bounds)


def test_the_end_of_the_budget_makes_the_interval_void() -> None:
    evaluator = make("calibrated:depth=2")
    evaluator.bind(games.make("othello"))
    with Budget(nodes=3):
        assert not evaluator.find_interval(games.make("othello"))


def test_cover_is_a_percentage() -> None:
    with pytest.raises(SpecError, match="cover=100: expected a number from 0 to 99"):
        make("calibrated:cover=100")


def test_phases() -> None:
    known = ("chess", "othello", "eight")
    assert [games.make(game).game_phase() for game in known] == [0, 0, 0]
    assert games.make("ngame:b=2,d=9").game_phase() == 9
    for game in ("chess", "chess:chess960=true"):
        late = games.make(game).at("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
        assert late.phase_name(late.game_phase()) == "material 6-0"
    full = games.make("othello").at("X" * 64 + " O")
    assert full.phase_name(full.game_phase()) == "discs 54-64"


def test_families() -> None:
    for game, expected in {
        "chess": "chess",
        "chess:chess960=true": "chess",
        "chess:variant=atomic": "chess:variant=atomic",
        "othello": "othello",
        "ngame:b=3,d=9,seed=5": "ngame:b=3",
        "ngame:b=3,edge=5": "ngame:b=3,edge=5",
    }.items():
        assert games.make(game).family == expected


def test_the_deepest_fit_is_the_default() -> None:
    for game, base in (("othello", "positional"), ("chess", "quiescence:base=pst")):
        assert (
            find("", "calibrated", game, base, 1, 0).deep,
            find("", "calibrated", game, base, 1, 3).deep,
        ) == (5, 3)
