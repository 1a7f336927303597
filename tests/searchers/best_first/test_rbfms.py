from __future__ import annotations

from pathlib import Path

import pytest

import games
import searchers
from searchers import Limits, Result
from searchers.best_first.reference import RecursiveBestFirst


def test_korfs_figure_2(data: Path) -> None:
    position = games.make(f"explicit:{data / 'korf-figure-1.json'}")
    # Expansions: root, right, left, right again and its second child; two nodes each at first.
    found = [searchers.make("rbfms").search(position, Limits(nodes=n)) for n in (2, 4, 6, 9)]
    assert [(r.move, r.value) for r in found] == [(1, 11), (0, 7), (1, 5), (1, 5)]
    assert [r.counts["expanded"] for r in found] == [1, 2, 3, 5]
    assert found[3].counts["regenerated"] == found[3].counts["regenerated_by_value"] == 2
    assert found[3].pv == (1, 1, 0)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("b", "s"), [(2, 9), (3, 8), (5, 5), (10, 4)])
def test_the_search_is_the_printed_one(b: int, s: int, seed: int) -> None:
    spec = f"ngame:b={b},d=20,seed={seed}"
    result = searchers.make("rbfms").search(games.make(spec), Limits(depth=s, moves=None))
    printed = RecursiveBestFirst(games.make(spec), s)
    assert (result.move, result.nodes) == (printed.move, printed.nodes)
    assert result.nodes - result.counts["regenerated"] == printed.new
    assert result.nodes - result.counts["regenerated_by_value"] == printed.new_by_value


def _ranking(result: Result) -> list[tuple[int, int | None]]:
    """Return the root moves with their values, best first."""
    return [(known.move, known.value) for known in result.root]


def _agree(b: int, d: int, s: int, seed: int) -> bool:
    """Return whether both searches have the same result, with no equal values."""
    position = games.make(f"ngame:b={b},d={d},seed={seed},edge=8388608")
    first = searchers.make("bfms:stop=line").search(position, Limits(depth=s))
    second = searchers.make("rbfms").search(position, Limits(depth=s))
    new = second.counts["generated"] - second.counts["regenerated"]
    return (first.move, first.value, first.pv, _ranking(first), first.nodes) == (
        second.move,
        second.value,
        second.pv,
        _ranking(second),
        new,
    )


@pytest.mark.parametrize(("b", "d", "s"), [(2, 20, 12), (4, 10, 8), (10, 6, 5), (30, 5, 4)])
def test_moves_are_those_of_best_first_search(b: int, d: int, s: int) -> None:
    assert all(_agree(b, d, s, seed) for seed in range(50))


@pytest.mark.slow
@pytest.mark.parametrize(("b", "d", "s"), [(2, 20, 14), (3, 13, 11), (4, 10, 9), (10, 6, 6)])
def test_moves_are_those_of_best_first_search_on_20000_trees(b: int, d: int, s: int) -> None:
    assert all(_agree(b, d, s, seed) for seed in range(5000))


def test_inheritance_never_changes_a_value() -> None:
    for seed in range(20):
        position = games.make(f"ngame:b=3,d=20,seed={seed}")
        plain = searchers.make("rbfms").search(position, Limits(depth=12))
        simple = searchers.make("rbfms:simple=true").search(position, Limits(depth=12))
        assert plain.counts == simple.counts


def test_memory_is_linear_in_depth() -> None:
    position = games.make("ngame:b=3,d=400,seed=4")
    result = searchers.make("rbfms").search(position, Limits(nodes=30_000))
    assert result.counts["peak_stored"] <= 3 * result.counts["max_depth"]


def test_the_answer_does_not_change_while_nodes_are_generated_again() -> None:
    """With any budget, the answer is that of best-first search with the same new nodes."""
    position = games.make("ngame:b=2,d=40,seed=3,edge=8388608")
    for nodes in range(2, 400, 2):
        result = searchers.make("rbfms").search(position, Limits(nodes=nodes))
        new = nodes - result.counts["regenerated"]
        kept = searchers.make("bfms:stop=line").search(position, Limits(nodes=new))
        assert (result.move, result.value) == (kept.move, kept.value)
        assert _ranking(result) == _ranking(kept)
        assert kept.pv[: len(result.pv)] == result.pv


def test_a_long_line_needs_no_recursion() -> None:
    position = games.make("ngame:b=2,d=400,seed=2,edge=1000")
    assert searchers.make("rbfms").search(position, Limits(nodes=20_000)).reason == "nodes"
