from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import games
import searchers
from engine.lab.palay.optimum import all_of, any_of, optimum, size_of_tree
from engine.lab.palay.section_8 import best_first, indispensable, move_by_move
from evaluators import make as make_evaluator
from searchers import Limits

VERSIONS = ("bf", "ll", "db", "tl", "al", "smaller")


def test_figure_i_2(data: Path) -> None:
    """The lists of the figure separate with 4 expansions, which the printed procedure misses."""
    best = [(0, 0), (2, 195)]
    alternatives = [(0, -300), (1, -200), (2, -190)]
    assert size_of_tree(best, alternatives) == (4, 195)
    assert size_of_tree(best, alternatives[:2]) is None
    position = games.make(f"explicit:{data / 'palay-section-2.json'}")
    found = optimum(position)
    assert found is not None
    assert (found.move, found.expanded, found.separation, found.depth) == (2, 5, 195, 3)


def test_lists_are_joined() -> None:
    one, two = [(0, 0), (1, 50), (3, 80)], [(0, 20), (2, 60)]
    assert any_of([one, two]) == [(0, 20), (1, 50), (2, 60), (3, 80)]
    assert all_of([one, two]) == [(0, 0), (1, 20), (3, 50), (5, 60)]
    figure_7_7 = [[(0, 0), (1, 200)], [(0, 20), (1, 100)], [(0, 50), (1, 90)]]
    assert all_of(figure_7_7) == [(0, 0), (1, 20), (2, 50), (3, 90)]


def _enumerated(position: Any) -> int:
    """The fewest expansions that separate, over all sets of nodes closed under parents."""
    evaluator = make_evaluator("intervals")
    intervals: dict[tuple[int, ...], tuple[int, int]] = {}
    inner: list[tuple[int, ...]] = []

    def walk(line: tuple[int, ...]) -> None:
        intervals[line] = evaluator.interval(position)
        if position.outcome() is None:
            inner.append(line)
            for move in position.legal_moves():
                position.push(move)
                walk((*line, move))
                position.pop()

    def bounds(line: tuple[int, ...], chosen: set[tuple[int, ...]]) -> tuple[int, int]:
        if line not in chosen:
            return intervals[line]
        children = [bounds((*line, move), chosen) for move in range(position.b)]
        if position.one_player:
            return max(low for low, _ in children), max(high for _, high in children)
        return max(-high for _, high in children), max(-low for low, _ in children)

    walk(())
    others = [line for line in inner if line]
    for size in range(len(others) + 1):
        for some in combinations(others, size):
            chosen = {(), *some}
            if any(line[:-1] not in chosen for line in some):
                continue
            tops = [bounds((move,), chosen) for move in range(position.b)]
            if not position.one_player:
                tops = [(-high, -low) for low, high in tops]
            for index, (low, _) in enumerate(tops):
                if all(low >= high for at, (_, high) in enumerate(tops) if at != index):
                    return size + 1
    raise AssertionError("a finite tree separates")


@pytest.mark.parametrize("tree", ["b=2,d=3", "b=3,d=2", "b=2,d=4,range=12", "b=3,d=2,range=20"])
@pytest.mark.parametrize("adversary", ["true", "false"])
def test_the_optimum_is_that_of_all_trees(tree: str, adversary: str) -> None:
    for seed in range(30):
        position = games.make(f"canonical:{tree},collapse=0,seed={seed},adversary={adversary}")
        found = optimum(position)
        assert found is not None
        assert found.expanded == _enumerated(position)


def _never_larger(tree: str, nodes: int) -> None:
    position = games.make(tree)
    found = optimum(position, nodes=nodes)
    for version in VERSIONS:
        result = searchers.make(f"bstar:select={version}").search(position, Limits(nodes=100_000))
        if found is not None and result.proved:
            assert found.expanded <= result.counts["expanded"]


@pytest.mark.parametrize("b", [3, 6, 10])
@pytest.mark.parametrize("size", [200, 12800])
def test_no_version_expands_less_than_the_optimum(b: int, size: int) -> None:
    for seed in range(4):
        _never_larger(f"canonical:b={b},range={size},seed={seed}", 3000)


@pytest.mark.slow
@pytest.mark.parametrize("size", [200, 800, 3200, 12800])
@pytest.mark.parametrize("b", range(3, 11))
def test_no_version_expands_less_than_the_optimum_on_3200_trees(b: int, size: int) -> None:
    for seed in range(100):
        _never_larger(f"canonical:b={b},range={size},seed={seed}", 20_000)


def test_what_cannot_be_proved_has_no_optimum() -> None:
    assert optimum(games.make("canonical:b=3,d=3,range=300,seed=2"), nodes=1) is None


@pytest.mark.parametrize(("tiles", "length"), [("283164705", 5), ("342168750", 12)])
def test_the_8_puzzle_move_by_move_and_at_once(tiles: str, length: int) -> None:
    """Both find a shortest way; to prove every move of it gains nothing (Palay, section 8)."""
    position = games.make(f"eight:tiles={tiles}")
    whole = best_first(position)
    assert (whole.value, len(whole.moves)) == (-length, length)
    least = indispensable(position, -length)
    assert least <= whole.expanded
    for version in VERSIONS:
        path = move_by_move(position, f"bstar:select={version}")
        assert (path.value, len(path.moves)) == (-length, length)
        assert path.expanded >= max(least, length)


def test_move_by_move_the_tree_is_kept() -> None:
    """With ties out of the way best-first B* expands what best-first search expands."""
    position = games.make("eight")
    assert move_by_move(position, "bstar:select=bf").expanded == best_first(position).expanded


def test_a_path_that_the_budget_ends() -> None:
    position = games.make("eight:tiles=567408321")
    assert best_first(position, 100).value is None
    assert move_by_move(position, nodes=100).value is None
