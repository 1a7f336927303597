"""Leaves that B* has only glanced at: by their static value, until they matter."""

from __future__ import annotations

import random
from typing import Any

import games
import searchers
from evaluators import make as make_evaluator
from searchers import Limits
from searchers.core.multipv import search_lines
from tests.compiled import COMPILED

LEARNED = "learned:base=(quiescence:base=network)"


def middlegame(seed: int) -> Any:
    rng = random.Random(seed)
    position: Any = games.make("chess")
    while position.ply < seed % 60 and position.outcome() is None:
        position.push(rng.choice(position.legal_moves()))
    return position


def test_a_glance_is_a_look_where_the_static_value_is_the_whole_one() -> None:
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
            assert not learned.glance(position)
            continue
        assert learned.glance(position)
        glanced = learned.low, learned.real, learned.high
        learned.look(position)
        looked = learned.low, learned.real, learned.high
        if quiet.static(position) == quiet.value(position):
            same += 1
            assert glanced == looked
        else:
            lower += glanced[1] < looked[1]
    assert same > 0
    assert lower > 0


def test_who_knows_no_bound_is_not_glanced_at() -> None:
    position = middlegame(10)
    for name in ("learned:base=patterns", "nullmove", "fixed"):
        other: Any = make_evaluator(name)
        if other.serves(position):
            other.bind(position)
            assert not other.may_glance()
            assert not other.glance(position)
    othello: Any = games.make("othello")
    patterns: Any = make_evaluator("learned:base=patterns")
    patterns.bind(othello)
    assert not patterns.may_glance()
    assert not patterns.glance(othello)


def test_a_lazy_search_expands_more() -> None:
    lazy = eager = 0
    for seed in range(5, 55, 5 if COMPILED else 25):
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


def looked_at(position: Any, known: Any, learned: Any) -> bool:
    """Whether a root move that leads to a leaf has the interval of a proper look."""
    position.push(known.move)
    over = position.outcome() is not None
    told = known.bounds if over else tuple(-bound for bound in reversed(learned.interval(position)))
    position.pop()
    return bool(known.bounds == told)


def test_the_root_of_a_kept_tree_is_looked_at() -> None:
    """A glance flatters a move: none is played for it, and where several lines are asked for every
    move has its interval."""
    learned: Any = make_evaluator(LEARNED)
    leaves = glances = 0
    for seed in range(12, 40, 2 if COMPILED else 14):
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
                assert looked_at(position, one.root[0], learned)
            glances += sum(not looked_at(position, known, learned) for known in one.root)
        for known in search_lines(searcher, position, Limits(nodes=300), 3).root:
            if len(known.pv) == 1:
                leaves += 1
                assert looked_at(position, known, learned)
    assert leaves > 20
    assert glances > 0
