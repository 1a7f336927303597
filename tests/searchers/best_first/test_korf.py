"""Korf's comparison on N-games (1992, section 4): nodes and decision quality at stopping depths.

    python -m pytest -m slow tests/searchers/best_first/test_korf.py

The expected figures are those of an independent implementation on 10,000 trees. A quality has a
standard error of up to 0.4 points on either side.
"""

from __future__ import annotations

from collections import Counter

import pytest

import games
import searchers
from searchers import Limits

FIRST, TREES = 10_000, 10_000


def compare(b: int, d: int, s: int, trees: int) -> dict[str, float]:
    """Compare alpha-beta to horizon s with best-first minimax and RBFMS to stopping depth s.

    :returns: means over N-games of nodes, and the percentage of moves that a full search makes.
    """
    whole = searchers.make("alphabeta:deepen=false,expand=true")
    explicit, recursive = searchers.make("bfms:stop=line"), searchers.make("rbfms")
    sums: Counter[str] = Counter()
    for seed in range(FIRST, FIRST + trees):
        position = games.make(f"ngame:b={b},d={d},seed={seed}")
        truth = whole.search(position, Limits(depth=d))
        horizon = truth if s == d else whole.search(position, Limits(depth=s))
        explicit.new_game()
        kept = explicit.search(position, Limits(depth=s))
        again = recursive.search(position, Limits(depth=s))
        sums.update(
            alphabeta=horizon.nodes,
            alphabeta_right=100 * (horizon.move == truth.move),
            once=kept.nodes,
            best_first_right=100 * (kept.move == truth.move),
            rbfms=again.nodes,
            regenerated=again.counts["regenerated"],
            regenerated_by_value=again.counts["regenerated_by_value"],
        )
    return {name: total / trees for name, total in sums.items()}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("b", "d", "s", "alphabeta", "right", "once", "best_first_right", "rbfms"),
    [
        (2, 20, 8, 195.7, 85.4, 32.8, 82.8, 61.5),
        (2, 20, 20, 29914, 100, 180.1, 87.0, 1815.6),
        (10, 6, 4, 1591, 77.4, 186.9, 73.4, 253),
        (10, 6, 6, 17802, 100, 388.9, 78.8, 676),
        (40, 4, 4, 74129, 100, 2876, 82.3, 3523),
    ],
)
def test_nodes_and_quality(
    b: int,
    d: int,
    s: int,
    alphabeta: float,
    right: float,
    once: float,
    best_first_right: float,
    rbfms: float,
) -> None:
    row = compare(b, d, s, TREES)
    print(row)
    assert row["alphabeta"] == pytest.approx(alphabeta, rel=0.02)
    assert row["alphabeta_right"] == pytest.approx(right, abs=1)
    assert row["once"] == pytest.approx(once, rel=0.02)
    assert row["best_first_right"] == pytest.approx(best_first_right, abs=1)
    assert row["rbfms"] == pytest.approx(rbfms, rel=0.02)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("b", "d", "paper", "true"),
    [(2, 20, 25.5, 908), (10, 6, 18.9, 74), (20, 5, 9.9, 38), (40, 4, 5.0, 22.5)],
)
def test_both_accounts_of_regeneration(b: int, d: int, paper: float, true: float) -> None:
    row = compare(b, d, d, 1000)
    by_value = row["rbfms"] - row["regenerated_by_value"]
    new = row["rbfms"] - row["regenerated"]
    assert 100 * row["regenerated_by_value"] / by_value == pytest.approx(paper, rel=0.1)
    assert 100 * row["regenerated"] / new == pytest.approx(true, rel=0.1)
