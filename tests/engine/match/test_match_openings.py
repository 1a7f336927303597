"""Openings: legal, unfinished, distinct as far as may be, and the same for the same seed."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.match import OPENINGS, Opening
from games import StarlingError, make


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 2**40), plies=st.integers(0, 7), count=st.integers(0, 12))
def test_random_openings_are_legal_distinct_and_repeatable(seed, plies, count):
    start = make("ngame:b=30,d=8")
    book = OPENINGS.make(f"random:plies={plies},seed={seed}")
    openings = book.choose(start, count)
    assert len(openings) == count
    for opening in openings:
        position = opening.reach(start)
        assert len(opening.moves) == plies
        assert position.outcome() is None
    assert plies == 0 or len(set(openings)) == count
    assert openings == book.clone().choose(start, count + 5)[:count]


def test_another_seed_gives_other_openings():
    start = make("ngame:b=30,d=8")
    chosen = {OPENINGS.make(f"random:seed={seed}").choose(start, 1)[0] for seed in range(10)}
    assert len(chosen) == 10


def test_openings_do_not_end_the_game(tictactoe):
    for opening in OPENINGS.make("random:plies=8").choose(tictactoe, 40):
        assert opening.reach(tictactoe).outcome() is None


def test_too_long_openings_are_as_long_as_may_be():
    assert {len(o.moves) for o in OPENINGS.make("random:plies=9").choose(make("ngame:d=3"), 5)} == {
        2
    }


def test_where_all_positions_are_taken_openings_come_twice(tictactoe):
    openings = OPENINGS.make("random:plies=1").choose(tictactoe, 12)
    assert len(set(openings)) == 9
    assert {len(o.moves) for o in openings} == {1}


def test_transposed_openings_are_duplicates(tictactoe):
    class Keyed(type(tictactoe)):
        KEYED = True

        def key(self):
            return hash(tuple(self.cells))

    openings = OPENINGS.make("random:plies=3").choose(Keyed(), 100)
    reached = {(frozenset(o.moves[::2]), o.moves[1]) for o in openings}
    assert len(reached) == 100


def test_no_openings(tictactoe):
    assert OPENINGS.make("none").choose(tictactoe, 3) == [Opening()] * 3


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ("rondom", "random"),
        ("random:plys=8", "plies"),
        ("random:plies=x", "a whole number"),
        ("random:plies=-1", "from 0"),
    ],
)
def test_bad_specs_name_what_exists(spec, expected):
    with pytest.raises(StarlingError, match=expected):
        OPENINGS.make(spec)
