"""The network of chess: its values, incremental updates and files."""

from __future__ import annotations

import random
import zlib
from array import array
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluators import make
from evaluators.values.chess import SHIPPED, inputs
from evaluators.values.constants import BUCKETS, INPUTS, ONE_OUTPUT, ONE_UNIT, SCALE
from evaluators.values.network_file import Weights, load, pack
from games import make as make_game
from games.errors import FileError, StarlingError
from tests.walk import walk

WALKS = st.lists(st.integers(0, 200), max_size=60)


def random_weights(hidden: int, seed: int = 1) -> Weights:
    rng = random.Random(seed)
    return Weights(
        hidden,
        array("h", [rng.randint(-60, 60) for _ in range(INPUTS * hidden)]),
        array("h", [rng.randint(-50, 200) for _ in range(hidden)]),
        array("h", [rng.randint(-127, 127) for _ in range(2 * BUCKETS * hidden)]),
        array("i", [rng.randint(-(10**6), 10**6) for _ in range(BUCKETS)]),
    )


def by_hand(weights: Weights, position: Any) -> int:
    """Return the value of a position by the definition."""
    on = inputs(position)
    hidden = weights.hidden
    total = weights.ends[(len(on) - 1) // 4]
    theirs = [(one + INPUTS // 2) % INPUTS ^ 56 for one in on]
    for view, seen in enumerate((on, theirs)):
        king = next(one for one in seen if one // 64 == 5)
        seen = [one ^ 7 for one in seen] if king % 8 > 3 else seen
        for unit in range(hidden):
            sum_ = weights.biases[unit] + sum(weights.rows[one * hidden + unit] for one in seen)
            index = ((len(on) - 1) // 4 * 2 + view) * hidden + unit
            total += min(max(sum_, 0), ONE_UNIT) ** 2 * weights.outputs[index]
    return make("pst").value(position) + total * SCALE // (ONE_UNIT**2 * ONE_OUTPUT)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("network") / "small.dat"
    path.write_bytes(pack(random_weights(16)))
    return path


@given(choices=WALKS)
def test_the_value_follows_the_definition(small: Path, choices: list[int]) -> None:
    position = walk("chess", choices)
    assert make(f"network:weights={small}").value(position) == by_hand(load(str(small)), position)


def test_incremental_values_equal_those_from_scratch(small: Path) -> None:
    rng = random.Random(3)
    incremental = make(f"network:weights={small}")
    for _ in range(6):
        position = make_game("chess")
        for _ in range(120):
            legal = position.legal_moves()
            back = position.ply and rng.random() < 0.3
            if not legal or back:
                for _ in range(min(position.ply, rng.randint(1, 4))):
                    position.pop()
                continue
            position.push(rng.choice(legal))
            if rng.random() < 0.5:
                scratch = make(f"network:weights={small}")
                assert incremental.value(position) == scratch.value(position)


def test_the_network_is_symmetric_in_left_and_right(small: Path) -> None:
    """The files are mirrored with the kings."""
    game, network, pst = make_game("chess"), make(f"network:weights={small}"), make("pst")
    for text in ("8/5k2/8/3N4/8/1P6/8/1K4R1", "r3k3/pp6/8/8/3Q4/8/8/7K"):
        other = "/".join(row[::-1] for row in text.split("/"))
        both = [game.at(f"{board} w - - 0 1") for board in (text, other)]
        first, second = (network.value(position) - pst.value(position) for position in both)
        assert first == second


def test_the_largest_sums_do_not_overflow(tmp_path: Path) -> None:
    path = tmp_path / "large.dat"
    hidden = 128
    rows, biases = array("h", [1000] * INPUTS * hidden), array("h", [767] * hidden)
    outputs = array("h", [-127] * 2 * BUCKETS * hidden)
    path.write_bytes(pack(Weights(hidden, rows, biases, outputs, array("i", [0] * BUCKETS))))
    start = make_game("chess")
    expected = -(2 * hidden * 127 * ONE_UNIT**2) * SCALE // (ONE_UNIT**2 * ONE_OUTPUT)
    assert make(f"network:weights={path}").value(start) == expected


def test_the_file_shipped() -> None:
    data = SHIPPED.read_bytes()
    assert len(data) <= 2_000_000
    assert pack(load(str(SHIPPED))) == data


GOOD = pack(random_weights(16))


def header(hidden: int, inputs_: int = INPUTS, buckets: int = BUCKETS) -> bytes:
    numbers = (inputs_, hidden, buckets, 0)
    return GOOD[:8] + b"".join(n.to_bytes(2, "little") for n in numbers) + GOOD[16:20]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "expected a file of"),
        (b"PNG" + GOOD, "expected a file of"),
        (GOOD[:12], "expected a file of"),
        (GOOD[:-1], f"{len(GOOD) - 21} bytes of numbers, expected {len(GOOD) - 20}"),
        (GOOD + b"\0", f"{len(GOOD) - 19} bytes of numbers, expected {len(GOOD) - 20}"),
        (header(32) + GOOD[20:], "bytes of numbers, expected"),
        (header(16, inputs_=769) + GOOD[20:], "769 inputs"),
        (header(16, buckets=4) + GOOD[20:], "4 outputs"),
        (header(24) + GOOD[20:], "24 hidden units"),
        (header(0) + GOOD[20:], "0 hidden units"),
        (header(144) + GOOD[20:], "144 hidden units"),
        (GOOD[:100] + bytes([GOOD[100] ^ 1]) + GOOD[101:], "corrupted"),
        (GOOD[:20] + GOOD[20:22][::-1] + GOOD[22:], "corrupted"),
    ],
)
def test_invalid_files_are_refused(data: bytes, words: str, tmp_path: Path) -> None:
    path = tmp_path / "some.dat"
    path.write_bytes(data)
    with pytest.raises(FileError, match=words) as caught:
        make(f"network:weights={path}")
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_weights_that_could_overflow_are_refused(tmp_path: Path) -> None:
    weights = random_weights(16)
    weights.rows[5] = 2000
    with pytest.raises(ValueError, match="a sum of a hidden unit"):
        pack(weights)
    body = b"".join(column.tobytes() for column in weights[1:])
    path = tmp_path / "large.dat"
    path.write_bytes(GOOD[:16] + zlib.crc32(body).to_bytes(4, "little") + body)
    with pytest.raises(FileError, match="a sum of a hidden unit"):
        make(f"network:weights={path}")


def test_a_missing_file() -> None:
    with pytest.raises(StarlingError, match=r"cannot read nowhere/at\.dat"):
        make("network:weights=nowhere/at.dat")
