"""Learned intervals: what they foretell of a position, and the file of their tables."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from evaluators import make
from evaluators.intervals.fits import COVERS, Table, TableFit, read, shipped, write
from evaluators.intervals.learned import Learned, described
from games import make as make_game
from games.errors import EvaluationError, FileError

START = make_game("chess")
NAMES = described(START)
WITHIN = tuple(round(1000 * cover / 80) for cover in COVERS)
FORKED = START.at("r1bqkb1r/pppp1Npp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq - 0 5")


def tables(**rows: tuple[tuple[int, ...], tuple[tuple[int, int, int], ...]]) -> tuple[Table, ...]:
    """Tables of chess that say nothing but for those given: their steps and rows."""
    return tuple(Table(name, *rows.get(name, ((), ((0, 0, 0),)))) for name in NAMES)


def fit(**rows: tuple[tuple[int, ...], tuple[tuple[int, int, int], ...]]) -> TableFit:
    return TableFit("chess", "pst", 0, 4, (1,), (WITHIN,), tables(**rows))


def of(fit: TableFit, tmp_path: Path, **options: object) -> Learned:
    path = tmp_path / "fits.json"
    write(path, "a test", [], [fit])
    return make("learned", base="pst", fits=str(path), **options)  # type: ignore[return-value]


def test_each_feature_chooses_a_row(tmp_path: Path) -> None:
    chosen = fit(
        check=((1,), ((10, 64 * 5, 64 * 6), (-7, 64 * 3, 64 * 3))),
        moves=((20,), ((100, 0, 0), (1, 32, 0))),
    )
    learned = of(chosen, tmp_path)
    value = make("pst").value(START)
    assert learned.features(START, NAMES) == [value, 0, 0, 20, 0, 0, 24]
    low, high = learned.interval(START)
    # 2^5.5 below and 2^6 above, of a scale that 80 of 100 errors are within
    assert (low, learned.real, high) == (value + 11 - 45, value + 11, value + 11 + 64)
    assert (learned.below, learned.above) == (45, 64)


def test_captures_are_seen(tmp_path: Path) -> None:
    value, unrest, check, moves, gain, gains, material = of(fit(), tmp_path).features(FORKED, NAMES)
    assert (value, unrest, check, moves) == (make("pst").value(FORKED), 0, 0, 29)
    assert (gain, gains, material) == (100, 1, 24)  # the pawn e4


def test_quantiles_rise(tmp_path: Path) -> None:
    for spec in ("learned", "learned:depth=1"):
        learned: Learned = make(spec)  # type: ignore[assignment]
        for position in (START, FORKED):
            low, high = learned.interval(position)
            found = [learned.quantile(share) for share in range(5, 100, 5)]
            assert found == sorted(found)
            assert found[0] < found[-1]
            assert (found[1], learned.quantile(50), found[17]) == (low, learned.real, high)


def test_cover_widens(tmp_path: Path) -> None:
    widths = []
    for cover in (0, 50, 80, 99):
        low, high = of(fit(value=((), ((0, 500, 500),))), tmp_path, cover=cover).interval(START)
        widths.append(high - low)
    assert widths == sorted(widths)
    assert widths[0] == 0 < widths[1]


def test_a_game_seen_to_end_is_a_point(tmp_path: Path) -> None:
    mate = START.at("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1")
    learned = of(replace(fit(), depth=1), tmp_path, depth=1)
    assert learned.interval(mate) == (2**29 - 2, 2**29 - 2)
    assert {learned.quantile(share) for share in range(0, 101, 5)} == {2**29 - 2}


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda text: text.replace('"deep": 4', '"deep": 6'), "its checksum does not fit"),
        (
            lambda text: text.replace("[[0, 0, 0]]", "[[0, 0]]", 1),
            "rows[0]=[0, 0]: expected 3 entries",
        ),
        (lambda text: text.replace("[[0, 0, 0]]", "[]", 1), "'value': 0 rows, expected 1"),
        (lambda text: text.replace('"steps": []', '"steps": [2, 1]', 1), "1 rows, expected 3"),
        (lambda text: text[: len(text) // 2], "JSON"),
        (lambda text: text.replace("[[0, 0, 0]]", "[[0, 0, 1e9]]", 1), "expected a whole number"),
        (lambda text: text.replace('"marks": [1]', '"marks": [1, 2]'), "1 rows within, expected 2"),
        (lambda text: text.replace('"marks": [1]', '"marks": []'), "1 rows within, expected 1"),
    ],
)
def test_files_that_hold_something_else(change: object, fault: str, tmp_path: Path) -> None:
    path = tmp_path / "fits.json"
    write(path, "a test", [], [fit()])
    assert read(str(path)).learned == (fit(),)
    read.cache_clear()
    path.write_text(change(path.read_text()))  # type: ignore[operator]
    with pytest.raises(FileError) as error:
        read(str(path))
    assert fault in str(error.value)
    assert str(path) in str(error.value)
    assert "\n" not in str(error.value)


def test_widths_follow_a_line_from_mark_to_mark(tmp_path: Path) -> None:
    """20 to 60 wide scales hold 80 of 100 within one of them at first, then within two."""
    rising = replace(
        fit(moves=((), ((0, 64 * 4, 64 * 5),)), check=((1,), ((0, 0, 0), (0, 64, 64)))),
        marks=(16, 80),
        within=(WITHIN, tuple(2 * time for time in WITHIN)),
    )
    learned = of(rising, tmp_path)
    low, high = learned.interval(START)
    assert (learned.below, learned.above) == (16, 32)
    # half of the way from 16 wide to 160: 88, of which 32 of 48 parts are above
    assert (learned.real - low, high - learned.real) == (29, 58)
    assert learned.quantile(10) == low
    assert learned.quantile(90) == high


def test_no_mark_is_passed_that_is_not_reached(tmp_path: Path) -> None:
    for marks in ((200, 400), (2, 48)):
        either = replace(
            fit(moves=((), ((0, 64 * 4, 64 * 5),))), marks=marks, within=(WITHIN, WITHIN)
        )
        learned = of(either, tmp_path)
        low, high = learned.interval(START)
        assert (learned.real - low, high - learned.real) == (16, 32)


def test_fits_of_features_the_game_has_not_are_refused(tmp_path: Path) -> None:
    other = fit()
    strange = replace(other, tables=(*other.tables, Table("empties", (), ((0, 0, 0),))))
    with pytest.raises(EvaluationError, match=r"knows value, .*empties; expected .* value"):
        of(strange, tmp_path).bind(START)


def test_a_missing_fit_tells_what_there_is(tmp_path: Path) -> None:
    with pytest.raises(EvaluationError, match=r"no fit for chess base=\(pst\),depth=2; there are"):
        of(fit(), tmp_path, depth=2).bind(START)


def test_shipped_files_are_what_was_fitted() -> None:
    found = {(each.game, each.depth) for path in shipped() for each in read(path).learned}
    assert found >= {("chess", 0), ("chess", 1)}
