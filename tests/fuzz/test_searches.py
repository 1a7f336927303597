"""Searches: every searcher over every evaluator and game, with random options and limits."""

from __future__ import annotations

import time
from operator import attrgetter
from typing import Any

from hypothesis import strategies as st

import evaluators
from evaluators.core.counting import counted, counting
from games.core.position import Position
from games.errors import EvaluationError, MoveError, StarlingError
from searchers import Limits, Result, Searcher, make
from searchers.check import SearchChecks
from tests.fuzz import parts
from tests.fuzz.running import COMPILED, fuzz, tally
from tests.stops import Countdown

MOST_NODES = 300 if COMPILED else 60
WANTED = st.lists(parts.limits(MOST_NODES), min_size=1, max_size=3)
SOON = 10.0
"""Seconds within which a search of so few nodes, or a stopped one, ends on a loaded machine."""


facts = attrgetter("move", "value", "bounds", "pv", "depth", "nodes", "counts", "root", "proved")
"""What must be the same of a result whenever the same search is repeated."""


def clocked(limits: Limits) -> bool:
    return any(given is not None for given in (limits.seconds, limits.cpu, limits.clock))


def session(part: Searcher, position: Position, wanted: list[Limits]) -> list[Result]:
    """Some searches of one game, each after the move found before; all hold the contract."""
    position, found = position.copy(), []
    list_ = SearchChecks(part, position.spec, None)
    for limits in wanted:
        started = time.perf_counter()
        found.append(list_.search_within(position, limits))
        list_.expect(time.perf_counter() - started < SOON, "a search ends in time", limits)
        known = found[-1].value is not None or found[-1].bounds is not None
        list_.expect(known, "a search ends with a value", f"{limits} in {position.text()}")
        if found[-1].move is None:
            break
        position.push(found[-1].move)
    list_.close()
    return found


def counted_pair(seat: parts.Seat) -> tuple[Searcher, Any]:
    """A searcher with its evaluator, and the position, such that all moves made are counted."""
    part, position = make(seat.player), seat.position()
    evaluator = part.given or evaluators.make(part.default_evaluator(position))
    if not evaluator.serves(position):
        raise EvaluationError(f"{evaluator.spec} does not support {position.spec}")
    return type(part)(counted(evaluator, position), **part.options), counting(position)


@fuzz(100, seat=parts.seats(90), wanted=WANTED)
def test_searches_keep_their_contract(seat: parts.Seat, wanted: list[Limits]) -> None:
    try:
        part, position = make(seat.player), seat.position()
    except StarlingError:
        tally("refused")
        return
    assert make(part.player).player == part.player
    try:
        found = session(part, position, wanted)
    except StarlingError as error:
        if "breaks its contract" in str(error):
            raise
        tally("refused")
        return
    tally("searched")
    if not any(map(clocked, wanted)):
        part.new_game()
        assert [*map(facts, session(part, position, wanted))] == [*map(facts, found)]
        assert [*map(facts, session(part.clone(), position, wanted))] == [*map(facts, found)]


@fuzz(60, seat=parts.seats(60), wanted=WANTED)
def test_no_move_is_made_that_is_not_counted(seat: parts.Seat, wanted: list[Limits]) -> None:
    try:
        part, position = counted_pair(seat)
        for limits in wanted:
            before = len(position.entered)
            result = part.search(position, limits)
            entered = len(position.entered) - before
            assert entered <= result.nodes, f"{entered} lines entered: {result}"
            if result.move is None:
                break
            position.push(result.move)
        tally("searched")
    except StarlingError:
        tally("refused")


@fuzz(
    30,
    seat=parts.seats(60),
    stops=st.lists(st.integers(0, 12), min_size=1, max_size=4),
    depth=st.one_of(st.none(), st.integers(1, 5)),
)
def test_a_stop_at_any_moment_leaves_the_searcher_sound(
    seat: parts.Seat, stops: list[int], depth: int | None
) -> None:
    try:
        part, position = counted_pair(seat)
        for looks in stops:
            result = part.search(position, Limits(depth=depth), stop=Countdown(looks))
            assert result.value is not None or result.bounds is not None or result.move is None
            if result.move is None:
                break
            position.push(position.checked(result.move))
    except MoveError:
        raise
    except StarlingError:
        tally("refused")
        return
    session(part, position, [Limits(nodes=60, depth=depth)] * 2)
    tally("searched")


@fuzz(
    40,
    spec=parts.evaluators(3),
    game=parts.games(),
    plies=st.integers(0, 90),
    seed=st.integers(0, 2**32),
    nodes=st.integers(0, MOST_NODES),
)
def test_evaluators_keep_their_budget(
    spec: str, game: str, plies: int, seed: int, nodes: int
) -> None:
    try:
        line = parts.line_of(game, plies, seed)
        whole = evaluators.make(spec)
        if not whole.serves(line) or line.outcome() is not None:
            return
        part, position = counted(whole, line), counting(line)
    except StarlingError:
        tally("refused")
        return
    text = position.text()
    started = time.perf_counter()
    try:
        with evaluators.Budget(nodes=nodes) as budget:
            if part.gives_intervals():
                low, high = part.interval(position)
                assert budget.over or low <= high
            part.value(position)
    except EvaluationError:
        tally("refused")
    assert position.text() == text
    assert len(position.entered) <= budget.used <= nodes
    assert time.perf_counter() - started < SOON
