"""Learned intervals: their predictions, and the file of their networks."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from msgspec.structs import replace

from evaluators import make
from evaluators.intervals import fits
from evaluators.intervals.constants import ONE, ONE_OUTPUT, REACH
from evaluators.intervals.learned import Learned, network_features
from games import make as make_game
from games.errors import EvaluationError, FileError

START = make_game("chess")
NAMES = network_features(START, make("pst"))
WITHIN = tuple(round(1000 * cover / 80) for cover in fits.COVERS)
FORKED = START.at("r1bqkb1r/pppp1Npp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq - 0 5")


def unit(bias: float, *weights: float) -> fits.Unit:
    """Return a weighted sum of inputs from 0 to 1."""
    scaled = tuple(round(weight * 2**ONE / REACH) for weight in weights)
    return fits.Unit(round(bias * 2**ONE), scaled)


def fit(below: float = 0, above: float = 0, middle: float = 0, **more: object) -> fits.NetworkFit:
    """Return a fit of chess whose scales are powers of 2 in every position."""
    sums = unit(middle), unit(below * math.log(2)), unit(above * math.log(2))
    plain = fits.NetworkFit("chess", "pst", 0, 4, 1, (1,), (WITHIN,), (), sums, (), ())
    return replace(plain, **more)


def of(fit: fits.NetworkFit, tmp_path: Path, **options: object) -> Learned:
    path = tmp_path / "fits.json"
    fits.read.cache_clear()
    fits.write(path, "a test", [], [fit])
    return make("learned", base="pst", fits=str(path), **options)  # type: ignore[return-value]


def test_the_network_is_a_weighted_sum(tmp_path: Path) -> None:
    chosen = fit(
        inputs=(
            fits.Input("moves", 10, 30),
            fits.Input("material", 0, 12),
            fits.Input("check", 0, 1),
        ),
        straight=(unit(1, 4, 0, 0), unit(5.5 * math.log(2), 0, 0, 9), unit(0, 0, 0, 0)),
        # The first unit is half of the input "moves" plus 1/4. The second is below 0.
        hidden=(unit(0.25, 0.5, 0, 0), unit(-1, 0, 0.5, 0)),
        outputs=(
            (-(2**ONE_OUTPUT), 0, round(12 * math.log(2) * 2**ONE_OUTPUT) // 4),
            (0, 2**15 - 1, 0),
        ),
        unit=10,
    )
    learned = of(chosen, tmp_path)
    value = make("pst").value(START)
    low, high = learned.interval(START)
    # middle 10 times 1 + 4/2 - 1/2, below 5.5 octaves, above half of 12/4
    assert (learned.real, learned.below, learned.above) == (value + 25, 45, 2)
    assert (low, high) == (learned.real - 45, learned.real + 2)


def test_captures_are_features(tmp_path: Path) -> None:
    value, size, *rest = of(fit(), tmp_path).features_of(FORKED, NAMES)
    assert (value, size) == (make("pst").value(FORKED), abs(value))
    # no unrest and no check, 29 moves, one of which wins the pawn e4, and all pieces
    assert rest == [0, 0, 0, 29, 100, 1, 24]


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
        low, high = of(fit(8, 8), tmp_path, cover=cover).interval(START)
        widths.append(high - low)
    assert widths == sorted(widths)
    assert widths[0] == 0 < widths[1]


def test_a_search_to_the_end_of_the_game_gives_a_point(tmp_path: Path) -> None:
    mate = START.at("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1")
    learned = of(replace(fit(), depth=1), tmp_path, depth=1)
    assert learned.interval(mate) == (2**29 - 2, 2**29 - 2)
    assert {learned.quantile(share) for share in range(0, 101, 5)} == {2**29 - 2}


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda text: text.replace('"deep": 4', '"deep": 6'), "wrong checksum"),
        (lambda text: text.replace('"pst"', '"\\u001b[31m"'), "expected a spec"),
        (
            lambda text: text.replace('"weights": [0]', '"weights": []', 1),
            "0 weights, expected 1",
        ),
        (lambda text: text.replace("[[0, 0, 0]]", "[[0, 0]]"), "expected 3 entries"),
        (lambda text: text.replace("[[0, 0, 0]]", "[]"), "0 outputs, expected 1"),
        (lambda text: text.replace('"high": 2', '"high": 1'), "'moves': high 1 after low 1"),
        (lambda text: text[: len(text) // 2], "JSON"),
        (lambda text: text.replace("[[0, 0, 0]]", "[[0, 0, 1e9]]"), "expected a whole number"),
        (lambda text: text.replace('"marks": [1]', '"marks": [1, 2]'), "1 rows within, expected 2"),
        (lambda text: text.replace('"marks": [1]', '"marks": []'), "1 rows within, expected 1"),
    ],
)
def test_invalid_files_are_refused(change: object, fault: str, tmp_path: Path) -> None:
    path = tmp_path / "fits.json"
    small = fit(
        inputs=(fits.Input("moves", 1, 2),),
        straight=(unit(0, 0),) * 3,
        hidden=(unit(0, 0),),
        outputs=((0, 0, 0),),
    )
    fits.write(path, "a test", [], [small])
    assert fits.read(str(path)).learned == (small,)
    fits.read.cache_clear()
    path.write_text(change(path.read_text()))  # type: ignore[operator]
    with pytest.raises(FileError) as error:
        fits.read(str(path))
    assert fault in str(error.value)
    assert str(path) in str(error.value)
    assert "\n" not in str(error.value)


def test_widths_are_interpolated_between_marks(tmp_path: Path) -> None:
    """The bound for 80 percent is one scale at the first mark and two at the second."""
    rising = replace(
        fit(4, 5),
        marks=(16, 80),
        within=(WITHIN, tuple(2 * time for time in WITHIN)),
    )
    learned = of(rising, tmp_path)
    low, high = learned.interval(START)
    assert (learned.below, learned.above) == (16, 32)
    # halfway between widths 16 and 160: 88, of which 32/48 is above
    assert (learned.real - low, high - learned.real) == (29, 58)
    assert learned.quantile(10) == low
    assert learned.quantile(90) == high


def test_widths_are_not_extrapolated_beyond_marks(tmp_path: Path) -> None:
    for marks in ((200, 400), (2, 48)):
        either = replace(fit(4, 5), marks=marks, within=(WITHIN, WITHIN))
        learned = of(either, tmp_path)
        low, high = learned.interval(START)
        assert (learned.real - low, high - learned.real) == (16, 32)


def test_fits_with_unknown_features_are_refused(tmp_path: Path) -> None:
    strange = fit(inputs=(fits.Input("empties", 0, 1),), straight=(unit(0, 0),) * 3)
    with pytest.raises(EvaluationError, match=r"uses empties; expected .* value"):
        of(strange, tmp_path).bind(START)


def test_shipped_files_have_networks() -> None:
    found = {(each.game, each.depth) for path in fits.shipped() for each in fits.read(path).learned}
    assert found >= {("chess", 0), ("chess", 1)}


def test_values_beyond_a_game_just_won_add_no_width(tmp_path: Path) -> None:
    """There are no errors there, so such positions must not count as wide."""
    learned = of(fit(12, 12, 2000), tmp_path)
    value = make("pst").value(START)
    learned.find_interval(START)
    assert learned.real == value + 2000
    assert learned.width == START.INFO.winning_value - learned.real + 4096
    learned = of(fit(8, 12, 3500), tmp_path)
    learned.find_interval(START)
    assert learned.width == 0
