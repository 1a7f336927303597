"""Shapes of data that was read."""

from __future__ import annotations

import math

import pytest

from engine.shapes import Places, Values, expect

SHAPE = {"name": str, "sizes": [int], "pair": Places((float, (str, None))), "by": Values(bool)}
GOOD = {"name": "a", "sizes": [1, 2], "pair": [1, None], "by": {"x": True}, "more": object()}


def test_data_of_its_shape_is_given_back():
    assert expect(GOOD, SHAPE) is GOOD


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"name": 1}, "it.name is 1, expected text"),
        ({"sizes": [1, True]}, r"it.sizes\[1\] is True, expected a whole number"),
        ({"sizes": {}}, "it.sizes is {}, expected a list"),
        ({"sizes": [10**4000]}, r"it.sizes\[0\] is 1000.*\.\.\., expected a whole number"),
        ({"pair": [1]}, r"it.pair is \[1\], expected 2 entries"),
        ({"pair": [math.nan, "a"]}, r"it.pair\[0\] is nan, expected a number"),
        ({"pair": [1, 2]}, r"it.pair\[1\] is 2"),
        ({"by": {"x\x1b": 1}}, r"it.by.'x\\x1b' is 1, expected true or false"),
    ],
    ids=["text", "truth", "list", "digits", "short", "nan", "either", "values"],
)
def test_data_of_another_shape_is_told_by_its_place(change, told):
    with pytest.raises(ValueError, match=told):
        expect(GOOD | change, SHAPE)


def test_last_places_may_be_absent():
    shape = Places((int, str, int), absent=1)
    assert expect([1, "a"], shape) == [1, "a"]
    for wrong in ([1], [1, "a", "b"], [1, "a", 1, 1]):
        with pytest.raises(ValueError, match="it"):
            expect(wrong, shape)


def test_what_lacks_is_told():
    with pytest.raises(ValueError, match="it lacks name"):
        expect({}, SHAPE)
