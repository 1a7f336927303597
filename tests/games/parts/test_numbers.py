"""Reading integers of 64 bits and finite numbers from text."""

from __future__ import annotations

import math

import pytest

from games.errors import SpecError
from games.parts.numbers import LARGEST, is_number, is_whole, number, whole
from games.parts.options import Option


def test_whole_numbers_have_64_bits():
    assert [whole(" 12 "), whole("-3"), whole(str(LARGEST))] == [12, -3, LARGEST]
    for text in ("", "1.5", "nan", str(LARGEST + 1), "9" * 5000, "0" * 5000, 10**5000):
        with pytest.raises(ValueError, match="expected a whole number of 64 bits"):
            whole(text)


def test_numbers_are_finite():
    assert [number("1e3"), number(".5"), number(2)] == [1000.0, 0.5, 2.0]
    for text in ("", "nan", "inf", "-inf", "1e999", "9" * 5000, math.nan, 10**5000):
        with pytest.raises(ValueError, match="expected a finite number"):
            number(text)


def test_only_numbers_are_in_a_range():
    assert is_whole(3, 0, 3)
    assert is_number(0.5, 0, 3)
    assert not any(is_whole(value, 0, 3) for value in (4, -1, 1.0, True, "1", None))
    assert not any(is_number(value, 0, 3) for value in (3.5, -1, math.nan, True, "1", None))


@pytest.mark.parametrize(
    ("option", "value"),
    [
        (Option(1.0, low=0, high=1, name="p"), "nan"),
        (Option(1.0, low=0, high=1, name="p"), math.nan),
        (Option(1.0, name="p"), "inf"),
        (Option(1.0, name="p"), 10**5000),
        (Option(1, low=0, name="n"), "9" * 5000),
        (Option(1, low=0, name="n"), 10**5000),
        (Option(1, name="n"), 2**63),
        (Option("", name="s"), "red\x1b[31m"),
        (Option("", name="s"), "two\nlines"),
    ],
    ids=["nan", "NaN", "inf", "huge", "digits", "long", "64 bits", "escape", "lines"],
)
def test_an_option_refuses_values_out_of_range(option, value):
    with pytest.raises(SpecError, match=r"part: [pns]=.*: expected") as caught:
        option.read(value, "part")
    said = str(caught.value)
    assert said.isprintable()
    assert len(said) < 200
