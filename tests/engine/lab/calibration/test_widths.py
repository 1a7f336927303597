from __future__ import annotations

import csv
from pathlib import Path

import pytest

from engine.lab.calibration.sample import Row
from engine.lab.calibration.widths import COLUMNS, Cost, Widths, by_width, cost
from engine.text.cells import write_csv
from evaluators import Budget, make
from games import make as make_game
from games.core.scores import MATE_BOUND


def _of(*positions: tuple[int, int, int, int]) -> Widths:
    """Of deeper value, low, realistic and high one of each position."""
    rows = [Row("", 0, (deep,), ((low, real, high),)) for deep, low, real, high in positions]
    (found,) = by_width(rows, ("e",), (4,))
    return found


def _around(error: int, reach: int) -> tuple[int, int, int, int]:
    return error, -reach, 0, reach


POINTS = ((7, 7, 7, 7), (8, 7, 7, 7))


def test_tenths_are_of_the_widths_narrowest_first() -> None:
    positions = [_around(20 if reach > 10 else 0, reach) for reach in range(1, 21)]
    assert _of(*reversed(positions)).tenths == (1,) * 5 + (0,) * 4 + (0.5,)


def test_points_are_not_among_the_tenths_nor_scaled() -> None:
    positions = [_around(reach + (reach == 10), reach) for reach in range(1, 11)]
    found = _of(*POINTS, *POINTS, *positions)
    assert found.tenths == (1,) * 9 + (0,)
    assert (found.points, found.inside_points, found.inside_others) == (4 / 14, 0.5, 0.9)
    assert found.inside == 11 / 14
    assert found.median == 7, "of all"
    assert found.equal == 11, "of those that are none"


def test_points_alone_tell_of_no_width() -> None:
    found = _of(*POINTS)
    assert (found.inside, found.median) == (0.5, 0)
    assert (found.tenths, found.equal, found.correlation) == ((None,) * 10, None, None)


def test_fewer_positions_than_tenths_leave_some_empty() -> None:
    tenths = _of(_around(0, 1), _around(9, 2)).tenths
    assert [tenth for tenth in tenths if tenth is not None] == [1, 0]


@pytest.mark.parametrize(("times", "equal"), [(1, 40), (2, 80), (3, 120)])
def test_width_at_equal_coverage(times: int, equal: int) -> None:
    """Eight of ten errors are within so many times the reach of 20, both ways."""
    errors = [0, 5, -10, 12, -15, 18, 19 * times, -20 * times, 200, -300]
    assert _of(*(_around(error, 20) for error in errors)).equal == equal


def test_the_two_sides_of_an_interval_are_scaled_alike() -> None:
    low, high = (-30, -10, 0, 40), (60, -10, 0, 40)
    assert _of(low).equal == 150
    assert _of(high).equal == 75


def test_a_side_without_width_reaches_nothing() -> None:
    assert _of((-1, 0, 0, 10)).equal is None
    assert _of((0, 0, 0, 10)).equal == 0


@pytest.mark.parametrize(
    ("widths", "errors", "expected"),
    [
        ((1, 2, 3, 4, 5), (1, 4, 9, 16, 1000), 1),
        ((1, 2, 3, 4, 5), (9, 8, 7, 6, 1), -1),
        ((1, 2, 3, 4, 5), (2, 1, 4, 3, 5), 0.8),
        ((1, 2, 2, 3), (1, 2, 3, 4), 0.9486833),
        ((1, 2, 3), (5, 5, 5), None),
        ((1,), (5,), None),
    ],
)
def test_the_rank_correlation_is_spearman_s(
    widths: tuple[int, ...], errors: tuple[int, ...], expected: float | None
) -> None:
    found = _of(*map(_around, errors, widths)).correlation
    assert found == (None if expected is None else pytest.approx(expected))


def test_proved_wins_have_no_error() -> None:
    positions = [_around(1, 1), _around(2, 2), _around(MATE_BOUND - 1, 3)]
    assert _of(*positions).correlation == pytest.approx(1)
    assert _of(_around(2, 1), _around(1, 2), positions[2]).correlation == pytest.approx(-1)


def test_a_look_costs_its_nodes() -> None:
    start = make_game("othello")
    rows = [Row(start.at(text).text(), 0, (0,), ((0, 0, 0),)) for text in ("f5d6", "f5d6c3d3")]
    spec = "calibrated:depth=1"
    evaluator = make(spec)
    with Budget() as budget:
        for row in rows:
            evaluator.find_interval(start.at(row.position))
    found = cost("othello", spec, rows)
    assert found.nodes == budget.used / 2 > 0
    assert found.microseconds > 0


def test_what_cannot_be_reported_is_empty_in_the_file(tmp_path: Path) -> None:
    write_csv(tmp_path / "table.csv", COLUMNS, [_of(*POINTS).cells(Cost(1.25, 10))])
    with (tmp_path / "table.csv").open(encoding="utf-8") as file:
        (line,) = csv.DictReader(file)
    assert (line["inside %"], line["median width"], line["nodes"]) == ("50.0", "0.0", "1.2")
    assert {line["tenth 1"], line["at equal coverage"], line["rank correlation"]} == {""}
