"""The conformance kit of evaluators: `check_evaluator` holds one against its contract."""

from __future__ import annotations

from typing import Any

from evaluators import make
from evaluators.core.budget import Budget
from evaluators.core.counting import counted, counting
from evaluators.core.evaluator import Evaluator
from games import make as make_game
from games.check import Checklist, best_play, holds, walk
from games.core.moves import Moves
from games.core.position import Position
from games.core.scores import INFINITY, MATE_BOUND, VOID, adjust_mate
from games.errors import EvaluationError

__all__ = ["check_evaluator"]

BETWEEN_FAMILIES = 40
"""Positions from one whose children are all looked at to the next."""

MOST_COUNTED = 3000
"""Nodes of an evaluation whose moves are counted, at most."""

_MANY = 8
"""Positions of one value that show an evaluator to know nothing."""

SHARES = (0, 5, 10, 25, 50, 75, 90, 95, 100)
"""The quantiles of a position's value that are asked for, in hundredths."""

DATED = 7
"""The ply that the children are said to stand at."""


def check_evaluator(
    evaluator: str | Evaluator,
    game: str | Position,
    *,
    seed: int = 1,
    games: int = 4,
    plies: int = 80,
) -> int:
    """Evaluate the positions of random games and hold every answer against the contract.

    :returns: how many checks were made.
    :raises ContractError: listing every rule that was broken.
    """
    part = make(evaluator)
    list_ = Checklist(f"evaluator {part.spec}")
    with list_.watching(part):
        serves = part.serves(make_game(game))
        if not list_.expect(serves, "it serves the game it is checked on", game):
            return list_.close()
        part.bind(make_game(game))
        _check_knowledge(part, game, seed, list_)
        for number, position in enumerate(walk(game, seed, games, plies)):
            if position.outcome() is None:
                _check_value(part, position, list_)
                if number % BETWEEN_FAMILIES == 0:
                    _check_children(part, position, list_)
                    _check_nodes(part, position, list_)
            if part.gives_intervals():
                _check_interval(part, position, list_)
        _check_refusal(part, make_game(game), list_)
    return list_.close()


def _check_knowledge(part: Evaluator, game: str | Position, seed: int, list_: Checklist) -> None:
    """Check that an evaluator which says it knows the game does not give one value to all. One wide
    interval may hold them all."""
    values: set[Any] = set()
    looked_at = 0
    ask = part.interval if part.gives_intervals() else part.value
    for position in walk(game, seed, games=2, plies=40):
        if position.outcome() is None:
            looked_at += 1
            value = ask(position)
            values.add(value)
            if len(values) > 1 or (isinstance(value, tuple) and value[0] < value[1]):
                return
    list_.expect(
        looked_at < _MANY or not part.knows(make_game(game)),
        "values differ from position to position, or `knows` says that they do not",
        f"{values} at {looked_at} positions",
    )


def _check_value(part: Evaluator, position: Position, list_: Checklist) -> None:
    text = position.text()
    value = part.value(position)
    whole = isinstance(value, int) and abs(value) < MATE_BOUND
    if not list_.expect(whole, "a value is a whole number below 2^29 in size", repr(value)):
        list_.close()  # nothing else can be asked
    list_.expect(position.text() == text, "evaluating leaves the position as it is", text)
    list_.expect(part.value(position) == value, "the same position has the same value", text)
    list_.expect(part.clone().value(position) == value, "a clone gives the same value", text)
    list_.expect(abs(part.static(position)) < MATE_BOUND, "a static value is below 2^29 in size")
    if part.may_stand() and not position.in_check():
        list_.expect(part.static(position) <= value, "a side may stand on its static value", text)
    used = 0
    for nodes in (0, 1, 2, 10):
        with Budget(nodes=nodes) as budget:
            part.value(position)
        used = budget.used
        list_.expect(used <= nodes, "an evaluation never exceeds its budget", nodes)
    if position.SYMMETRIC:
        # What a selective search leaves out hangs on the order of moves, which mirrors turn round.
        ask = part.static if used else part.value
        told, image = ask(position), ask(position.mirrored())
        list_.expect(
            image == told, "the mirror image has the same value", f"{text}: {told}, {image}"
        )


def _check_nodes(part: Evaluator, position: Position, list_: Checklist) -> None:
    """Every move tried is a node, by whatever the evaluator asks in its turn, too."""
    asked = counted(part, position)
    for ask in (asked.value, asked.interval) if asked.gives_intervals() else (asked.value,):
        watched = counting(position)
        if not asked.serves(watched):
            return
        with Budget(nodes=MOST_COUNTED) as budget:
            ask(watched)
        list_.expect(
            len(watched.entered) <= budget.used,
            "every move that an evaluator tries is a node of the budget",
            f"{len(watched.entered)} moves, {budget.used} nodes in {position.text()}",
        )


def _check_interval(part: Evaluator, position: Position, list_: Checklist) -> None:
    pessimistic, optimistic = part.interval(position)
    list_.expect(pessimistic <= optimistic, "pessimistic <= optimistic", (pessimistic, optimistic))
    outcome = position.outcome()
    if outcome is not None:
        list_.expect(
            (pessimistic, optimistic) == (outcome, outcome),
            "a finished game is a point",
            (pessimistic, optimistic),
        )
    else:
        _check_point(part, position, (pessimistic, optimistic), list_)
        list_.expect(
            pessimistic <= part.value(position) <= optimistic,
            "the realistic value lies in the interval",
            position.text(),
        )
        part.look(position)
        list_.expect(
            (part.low, part.high) == (pessimistic, optimistic)
            and pessimistic <= part.real <= optimistic,
            "look finds the interval, and a realistic value in it",
            position.text(),
        )
        with Budget(nodes=MOST_COUNTED) as budget:
            glanced = part.glance(position)
        list_.expect(
            budget.used == 0 and (not glanced or part.low <= part.real <= part.high),
            "a glance takes no nodes, and finds an interval with a realistic value in it",
            position.text(),
        )
        part.look(position)
        told = [part.quantile(share) for share in SHARES]
        list_.expect(
            told == sorted(told) and max(map(abs, told)) < MATE_BOUND,
            "quantiles rise, and are below 2^29 in size",
            f"{told} in {position.text()}",
        )


def _check_point(
    part: Evaluator, position: Position, interval: tuple[int, int], list_: Checklist
) -> None:
    """Hold a point of a game that goes on, and any interval that is said to be guaranteed, against
    the value of best play, where that takes few nodes. A point may be wrong if a search found it,
    or if the evaluator states its errors (`coverage`)."""
    stated = part.coverage(1.0)
    claimed = interval[0] == interval[1] and not part.SEARCHES and stated < 0
    truth = best_play(position) if claimed or stated >= 100 else None
    if truth is not None:
        list_.expect(
            holds(interval, truth),
            "a point of a game that goes on, and a guaranteed interval, holds the value of best "
            "play",
            f"{interval} for {truth} in {position.text()}",
        )


def _check_children(part: Evaluator, position: Position, list_: Checklist) -> None:
    """What is told of all children at once is what is told of each."""
    text, moves = position.text(), Moves()
    position.generate(moves)
    for quick in (False, True):
        _check_values_of_children(part, position, moves, quick, list_)
    if part.gives_intervals():
        _check_intervals_of_children(part, position, moves, list_)
    list_.expect(
        position.text() == text, "asking about children leaves the position as it is", text
    )


def _check_values_of_children(
    part: Evaluator, position: Position, moves: Moves, quick: bool, list_: Checklist
) -> None:
    values = [_value_after(part, position, move, quick) for move in moves.since(0)]
    best = max(-value for value, _ in values)
    first = next(index for index, (value, _) in enumerate(values) if -value == best)
    for nodes in (0, moves.count - 1, None):
        for enough, last in ((INFINITY, moves.count), (best, first + 1)):
            made, used = _evaluated_children(part, position, moves, enough, nodes, quick)
            told = [mark for mark in moves.marks_since(0)[:made] if mark[1] != VOID]
            list_.expect(
                told == values[: len(told)] and len(told) >= made - 1,
                "evaluate_children tells the values that there are after the moves",
                position.text(),
            )
            list_.expect(used >= made, "every child asked about is a node", used)
            if nodes is None:
                list_.expect(made == last, "evaluate_children goes on until one is enough", made)
            else:
                list_.expect(used <= nodes, "children never exceed the budget", nodes)


def _evaluated_children(
    part: Evaluator,
    position: Position,
    moves: Moves,
    enough: int,
    nodes: int | None,
    quick: bool,
) -> tuple[int, int]:
    """How many children were made within so many nodes, and the nodes it took."""
    with Budget(nodes=nodes) as budget:
        made = part.evaluate_children(position, moves, 0, DATED, enough, budget, quick)
    return made, budget.used


def _value_after(part: Evaluator, position: Position, move: int, quick: bool) -> tuple[int, bool]:
    """The value, or result, that a move leads to, and whether the game ends there."""
    position.push(move)
    outcome = position.outcome()
    value = part.static if quick else part.value
    told = (value(position), False) if outcome is None else (adjust_mate(outcome, DATED), True)
    position.pop()
    return told


def _check_intervals_of_children(
    part: Evaluator, position: Position, moves: Moves, list_: Checklist
) -> None:
    intervals = [_interval_after(part, position, move) for move in moves.since(0)]
    for nodes in (0, moves.count - 1, None):
        with Budget(nodes=nodes) as budget:
            whole = part.look_at_children(position, moves, 0, budget)
        if nodes is None:
            list_.expect(
                whole and _intervals_in(moves) == intervals,
                "look_at_children tells the intervals that there are after the moves",
                position.text(),
            )
            list_.expect(budget.used >= moves.count, "every child asked about is a node")
        else:
            list_.expect(budget.used <= nodes, "children never exceed the budget", nodes)
            list_.expect(not whole, "too small a budget voids what is told of children", nodes)


def _interval_after(part: Evaluator, position: Position, move: int) -> tuple[int, int, int, bool]:
    """The interval, realistic value, or result, and whether the game ends there."""
    position.push(move)
    outcome = position.outcome()
    if outcome is None:
        part.look(position)
        told = (part.low, part.high, part.real, False)
    else:
        told = (outcome, outcome, outcome, True)
    position.pop()
    return told


def _intervals_in(moves: Moves) -> list[tuple[int, int, int, bool]]:
    both = zip(moves.bounds_since(0), moves.marks_since(0), strict=True)
    return [(low, high, real, bool(tag)) for (low, high), (real, tag) in both]


def _check_refusal(part: Evaluator, position: Position, list_: Checklist) -> None:
    if part.gives_intervals():
        return
    try:
        part.interval(position)
    except EvaluationError:
        return
    list_.expect(False, "an evaluator without intervals refuses with an EvaluationError")
