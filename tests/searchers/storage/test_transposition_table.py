from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.scores import EXACT, LOWER
from searchers.storage.transposition_table import TranspositionTable

UNKNOWN = -(2**15)


def found(table: TranspositionTable, key: int) -> tuple[int, ...] | None:
    if not table.probe(key):
        return None
    return table.value, table.move, table.depth, table.bound, table.static


def test_how_full_a_table_is() -> None:
    table = TranspositionTable(1)
    assert table.fullness() == 0
    for key in range(250):
        table.store(key, 5, 1, 1, EXACT, 0)
    assert table.fullness() == 250
    for key in range(2**17):
        table.store(key, 5, 1, 1, EXACT, 0)
    assert table.fullness() == 1000


def test_a_touched_table_has_what_it_had() -> None:
    table = TranspositionTable(1)
    keys = range(0, 2**64, 2**64 // 1000 + 12345)
    for key in keys:
        table.store(key, 5, 1, 7, EXACT, 3)
    known = [found(table, key) for key in keys]
    table.touch()
    assert [found(table, key) for key in keys] == known
    assert known.count((5, 1, 7, EXACT, 3)) > 900


@given(
    st.integers(0, 2**64 - 1),
    st.integers(-(2**30), 2**30),
    st.integers(-1, 2**20),
    st.integers(0, 400),
    st.integers(1, 3),
    st.integers(1 - 2**15, 2**15 - 1),
)
@settings(max_examples=100)
def test_what_is_stored_is_found(
    key: int, value: int, move: int, depth: int, bound: int, static: int
) -> None:
    table = TranspositionTable(1)
    assert found(table, key) is None
    table.store(key, value, move, depth, bound, static)
    assert found(table, key) == (value, move, depth, bound, static)


@pytest.mark.parametrize("static", [UNKNOWN, 2**15, -(2**29), 2**29])
def test_large_static_values_are_unknown(static: int) -> None:
    table = TranspositionTable(1)
    table.store(1, 5, 1, 1, EXACT, static)
    assert table.probe(1)
    assert table.static == UNKNOWN


def keys_of_one_bucket(table: TranspositionTable) -> Iterator[int]:
    return iter(range(0, 2**40, 2**20))  # more than any table of a megabyte has buckets


def test_of_a_full_bucket_the_shallowest_entry_goes() -> None:
    table = TranspositionTable(1)
    keys = keys_of_one_bucket(table)
    full = [next(keys) for _ in range(4)]
    for key, depth in zip(full, (9, 2, 7, 5), strict=True):
        table.store(key, 5, 1, depth, EXACT, 0)
    table.store(next(keys), 5, 1, 3, EXACT, 0)
    assert [table.probe(key) for key in full] == [True, False, True, True]


def test_of_a_full_bucket_what_is_old_goes_though_it_is_deeper() -> None:
    table = TranspositionTable(1)
    keys = keys_of_one_bucket(table)
    old, *new = [next(keys) for _ in range(4)]
    table.store(old, 5, 1, 9, EXACT, 0)
    table.begin()
    table.begin()
    for key in (*new, next(keys)):
        table.store(key, 5, 1, 2, EXACT, 0)
    assert [table.probe(key) for key in (old, *new)] == [False, True, True, True]


def test_a_shallow_bound_does_not_replace_what_is_known_deeply() -> None:
    table = TranspositionTable(1)
    table.store(1, 50, 7, 12, EXACT, 0)
    table.store(1, 60, 8, 2, LOWER, 0)
    assert found(table, 1) == (50, 7, 12, EXACT, 0)
    table.store(1, 60, -1, 11, LOWER, 0)
    assert found(table, 1) == (60, 7, 11, LOWER, 0), "the move is kept where there is no better"
