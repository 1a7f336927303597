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
    ("b", "d", "s", "nodes", "right"),
    [
        (2, 20, 8, (195.7, 32.8, 61.5), (85.4, 82.8)),
        (2, 20, 20, (29914, 180.1, 1815.6), (100, 87.0)),
        (10, 6, 4, (1591, 186.9, 253), (77.4, 73.4)),
        (10, 6, 6, (17802, 388.9, 676), (100, 78.8)),
        (40, 4, 4, (74129, 2876, 3523), (100, 82.3)),
    ],
)
def test_nodes_and_quality(
    b: int, d: int, s: int, nodes: tuple[float, ...], right: tuple[float, ...]
) -> None:
    row = compare(b, d, s, TREES)
    print(row)
    found = [row[name] for name in ("alphabeta", "once", "rbfms")]
    assert found == pytest.approx(nodes, rel=0.02)
    found = [row[name] for name in ("alphabeta_right", "best_first_right")]
    assert found == pytest.approx(right, abs=1)


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
