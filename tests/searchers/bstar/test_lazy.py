"""Leaves of B* with static intervals, which are evaluated fully when they matter."""

from __future__ import annotations

import random
from typing import Any

import games
import searchers
from evaluators import make as make_evaluator
from searchers import Limits
from tests.compiled import COMPILED, NEEDS_SPEED

LEARNED = "learned:base=(quiescence:base=network)"


def middlegame(seed: int) -> Any:
    rng = random.Random(seed)
    position: Any = games.make("chess")
    while position.ply < seed % 60 and position.outcome() is None:
        position.push(rng.choice(position.legal_moves()))
    return position


def test_a_static_interval_is_the_full_one_where_the_values_are_equal() -> None:
    learned: Any = make_evaluator(LEARNED)
    quiet: Any = make_evaluator("quiescence:base=network")
    same = lower = 0
    for seed in range(200 if COMPILED else 20):
        position = middlegame(seed)
        if position.outcome() is not None:
            continue
        learned.bind(position)
        quiet.bind(position)
        if position.in_check():
            assert not learned.find_static_interval(position)
            continue
        assert learned.find_static_interval(position)
        static = learned.low, learned.real, learned.high
        learned.find_interval(position)
        full = learned.low, learned.real, learned.high
        if quiet.static(position) == quiet.value(position):
            same += 1
            assert static == full
        else:
            lower += static[1] < full[1]
    assert same > 0
    assert lower > 0


def test_evaluators_without_a_static_bound_have_no_static_interval() -> None:
    position = middlegame(10)
    for name in ("learned:base=patterns", "nullmove", "fixed"):
        other: Any = make_evaluator(name)
        if other.serves(position):
            other.bind(position)
            assert not other.supports_static_interval()
            assert not other.find_static_interval(position)
    othello: Any = games.make("othello")
    patterns: Any = make_evaluator("learned:base=patterns")
    patterns.bind(othello)
    assert not patterns.supports_static_interval()
    assert not patterns.find_static_interval(othello)


@NEEDS_SPEED
def test_a_lazy_search_expands_more() -> None:
    lazy = eager = 0
    for seed in range(5, 55, 5):
        position = middlegame(seed)
        if position.outcome() is not None:
            continue
        limits = Limits(nodes=4000)
        for select in ("al", "pb"):
            player = f"bstar:select={select}"
            lazy += (
                searchers.make(f"{player}@{LEARNED}").search(position, limits).counts["expanded"]
            )
            eager += (
                searchers.make(f"{player},lazy=false@{LEARNED}")
                .search(position, limits)
                .counts["expanded"]
            )
    assert 2 * lazy > 3 * eager


def is_evaluated_fully(position: Any, known: Any, learned: Any) -> bool:
    """Return whether a root move that leads to a leaf has the interval of a full evaluation."""
    position.push(known.move)
    over = position.outcome() is not None
    full = known.bounds if over else tuple(-bound for bound in reversed(learned.interval(position)))
    position.pop()
    return bool(known.bounds == full)


@NEEDS_SPEED
def test_the_moves_of_a_kept_root_are_evaluated_fully() -> None:
    """No move is played for a static interval. With several lines every move is evaluated fully."""
    learned: Any = make_evaluator(LEARNED)
    leaves = static = 0
    for seed in range(12, 40, 2):
        position = middlegame(seed)
        learned.bind(position)
        searcher = searchers.make(f"bstar@{LEARNED}")
        first = searcher.search(position, Limits(nodes=2000))
        for move in first.pv[:2]:
            position.push(move)
        if position.outcome() is not None or len(first.pv) < 2:
            continue
        for nodes in (60, 120, 240):
            one = searcher.search(position, Limits(nodes=nodes))
            if len(one.root[0].pv) == 1:
                assert is_evaluated_fully(position, one.root[0], learned)
            static += sum(not is_evaluated_fully(position, known, learned) for known in one.root)
        for known in searcher.search(position, Limits(nodes=300), lines=3).root:
            if len(known.pv) == 1:
                leaves += 1
                assert is_evaluated_fully(position, known, learned)
    assert leaves > 20
    assert static > 0
