"""The conformance tests of evaluators: `check_evaluator`."""

from __future__ import annotations

from typing import Any

from evaluators import make
from evaluators.core.budget import Budget
from evaluators.core.counting import counted, counting
from evaluators.core.evaluator import Evaluator
from games import make as make_game
from games.check import Checklist, best_play, holds, outcomes_after, walk
from games.core.moves import Moves
from games.core.position import Position
from games.core.scores import INFINITY, MATE_BOUND, VOID, adjust_mate
from games.errors import EvaluationError

BETWEEN_FAMILIES = 40
"""The positions from one whose children are checked to the next."""

MOST_COUNTED = 3000
"""The most nodes of an evaluation whose moves are counted."""

_MANY = 8
"""The number of positions with one value that show an evaluator to be uninformative."""

SHARES = (0, 5, 10, 25, 50, 75, 90, 95, 100)
"""The quantiles that are checked, in percent."""

PLY = 7
"""The ply of the children."""


def check_evaluator(
    evaluator: str | Evaluator,
    game: str | Position,
    *,
    seed: int = 1,
    games: int = 4,
    plies: int = 80,
    constant: bool = False,
) -> int:
    """Run the conformance tests of an evaluator on the positions of random games.

    If it does not support the game, no other test runs. Children and node counts are checked at one
    position in BETWEEN_FAMILIES. An evaluator that is given as an object is bound to the game.

    :param games: the number of games.
    :param plies: the most plies of a game.
    :param constant: whether all positions of this game may have the same value.
    :returns: the number of checks.
    :raises ContractError: if a check fails, or it raises an error that is no StarlingError. The
        message lists every violation.
    """
    part = make(evaluator)
    checks = Checklist(f"evaluator {part.spec} on {make_game(game).spec}")
    with checks.watching():
        serves = part.serves(make_game(game))
        if not checks.expect(serves, "it supports the game it is checked on", game):
            return checks.close()
        part.bind(make_game(game))
        value = None if constant else constant_value(part, game, seed=seed)
        checks.expect(
            value is None,
            "values differ from position to position, or `is_informative` returns False",
            f"{value} everywhere",
        )
        for number, position in enumerate(walk(game, seed, games, plies)):
            if position.outcome() is None:
                _check_value(part, position, checks)
                if number % BETWEEN_FAMILIES == 0:
                    _check_children(part, position, checks)
                    _check_nodes(part, position, checks)
            if part.gives_intervals():
                _check_interval(part, position, checks)
        _check_refusal(part, make_game(game), checks)
    return checks.close()


def constant_value(evaluator: str | Evaluator, game: str | Position, *, seed: int = 1) -> Any:
    """Return the value, or interval, that all positions of two random games have.

    The evaluator is bound to the game.

    :returns: None if two values differ or an interval is no point, if the games have fewer than
        `_MANY` positions in progress, or if the evaluator is not informative about the game.
    """
    part = make(evaluator)
    part.bind(make_game(game))
    values: set[Any] = set()
    count = 0
    evaluate = part.interval if part.gives_intervals() else part.value
    for position in walk(game, seed, games=2, plies=40):
        if position.outcome() is None:
            count += 1
            value = evaluate(position)
            values.add(value)
            if len(values) > 1 or (isinstance(value, tuple) and value[0] < value[1]):
                return None
    if count < _MANY or not part.is_informative(make_game(game)):
        return None
    return values.pop()


def _check_value(part: Evaluator, position: Position, checks: Checklist) -> None:
    """Check that a value is whole, repeatable, within a budget, and that of the mirror image.

    Also check that the position is unchanged, that a clone agrees, and the static value.

    :raises ContractError: at once if the value is no whole number in the allowed range.
    """
    text = position.text()
    value = part.value(position)
    whole = isinstance(value, int) and abs(value) < MATE_BOUND
    if not checks.expect(whole, "a value is a whole number below 2^29 in size", repr(value)):
        checks.close()  # no other check can run
    checks.expect(position.text() == text, "an evaluation leaves the position unchanged", text)
    checks.expect(part.value(position) == value, "the same position has the same value", text)
    checks.expect(part.clone().value(position) == value, "a clone gives the same value", text)
    checks.expect(abs(part.static(position)) < MATE_BOUND, "a static value is below 2^29 in size")
    if part.static_is_lower_bound() and not position.in_check():
        checks.expect(part.static(position) <= value, "the static value is a lower bound", text)
    used = 0
    for nodes in (0, 1, 2, 10):
        with Budget(nodes=nodes) as budget:
            part.value(position)
        used = budget.used
        checks.expect(used <= nodes, "an evaluation never exceeds its budget", nodes)
    if position.SYMMETRIC:
        # The pruning of a selective search depends on the order of moves, which a mirror changes.
        evaluate = part.static if used else part.value
        value, mirrored = evaluate(position), evaluate(position.mirrored())
        checks.expect(
            mirrored == value,
            "the mirror image has the same value",
            f"{text}: {value}, {mirrored}",
        )


def _check_nodes(part: Evaluator, position: Position, checks: Checklist) -> None:
    """Check that `value` and `interval` make no more moves than they take nodes.

    An evaluator that does not support counting positions is not checked.
    """
    counting_part = counted(part, position)
    gives_both = counting_part.gives_intervals()
    methods = (counting_part.value, counting_part.interval)[: 1 + gives_both]
    for evaluate in methods:
        copy = counting(position)
        if not counting_part.serves(copy):
            return
        with Budget(nodes=MOST_COUNTED) as budget:
            evaluate(copy)
        checks.expect(
            len(copy.entered) <= budget.used,
            "every move that an evaluator makes is a node of the budget",
            f"{len(copy.entered)} moves, {budget.used} nodes in {position.text()}",
        )


def _check_interval(part: Evaluator, position: Position, checks: Checklist) -> None:
    """Check that the ways to an interval agree, that values lie in it, and quantiles rise.

    The interval of a finished game must be its result. A static interval must take no nodes.
    """
    pessimistic, optimistic = part.interval(position)
    checks.expect(pessimistic <= optimistic, "pessimistic <= optimistic", (pessimistic, optimistic))
    outcome = position.outcome()
    if outcome is not None:
        found = (pessimistic, optimistic)
        checks.expect(found == (outcome, outcome), "a finished game is a point", found)
        return
    _check_point(part, position, (pessimistic, optimistic), checks)
    checks.expect(
        pessimistic <= part.value(position) <= optimistic,
        "the realistic value lies in the interval",
        position.text(),
    )
    part.find_interval(position)
    checks.expect(
        (part.low, part.high) == (pessimistic, optimistic)
        and pessimistic <= part.real <= optimistic,
        "find_interval finds the interval, and a realistic value in it",
        position.text(),
    )
    with Budget(nodes=MOST_COUNTED) as budget:
        static = part.find_static_interval(position)
    checks.expect(
        budget.used == 0 and (not static or part.low <= part.real <= part.high),
        "a static interval takes no nodes, and the realistic value lies in it",
        position.text(),
    )
    part.find_interval(position)
    quantiles = [part.quantile(share) for share in SHARES]
    checks.expect(
        quantiles == sorted(quantiles) and max(map(abs, quantiles)) < MATE_BOUND,
        "quantiles rise, and are below 2^29 in size",
        f"{quantiles} in {position.text()}",
    )


def _check_point(
    part: Evaluator, position: Position, interval: tuple[int, int], checks: Checklist
) -> None:
    """Check a point of a game in progress, and any guaranteed interval, by the value of best play.

    It is checked where best play takes few nodes. A point may be wrong if a search found it, or if
    the evaluator has a model of its errors (`coverage`).
    """
    coverage = part.coverage(1.0)
    claims_exact = interval[0] == interval[1] and not part.SEARCHES and coverage < 0
    truth = best_play(position) if claims_exact or coverage >= 100 else None
    if truth is not None:
        checks.expect(
            holds(interval, truth),
            "a point of a game in progress, and a guaranteed interval, contains the value of best "
            "play",
            f"{interval} for {truth} in {position.text()}",
        )


def _check_children(part: Evaluator, position: Position, checks: Checklist) -> None:
    """Check that the methods for all children agree with those for one position."""
    text, moves = position.text(), Moves()
    position.generate(moves)
    for quick in (False, True):
        _check_values_of_children(part, position, moves, quick, checks)
    if part.gives_intervals():
        _check_intervals_of_children(part, position, moves, checks)
    checks.expect(
        position.text() == text, "evaluating children leaves the position unchanged", text
    )


def _check_values_of_children(
    part: Evaluator, position: Position, moves: Moves, quick: bool, checks: Checklist
) -> None:
    """Check `evaluate_children` against the value after each move, with and without budgets."""
    value = part.static if quick else part.value
    values = [
        (value(position), False) if outcome is None else (adjust_mate(outcome, PLY), True)
        for outcome in outcomes_after(position, moves.since(0))
    ]
    best = max(-value for value, _ in values)
    first = next(index for index, (value, _) in enumerate(values) if -value == best)
    for nodes in (0, moves.count - 1, None):
        for enough, last in ((INFINITY, moves.count), (best, first + 1)):
            with Budget(nodes=nodes) as budget:
                made = part.evaluate_children(position, moves, 0, PLY, enough, budget, quick)
            found = [pair for pair in moves.scores_and_tags()[:made] if pair[1] != VOID]
            checks.expect(
                found == values[: len(found)] and len(found) >= made - 1,
                "evaluate_children stores the values after the moves",
                position.text(),
            )
            checks.expect(budget.used >= made, "every child evaluated is a node", budget.used)
            if nodes is None:
                checks.expect(
                    made == last, "evaluate_children stops at the first that is enough", made
                )
            else:
                checks.expect(budget.used <= nodes, "children never exceed the budget", nodes)


def _check_intervals_of_children(
    part: Evaluator, position: Position, moves: Moves, checks: Checklist
) -> None:
    """Check `find_child_intervals` against the interval after each move, and its budget."""
    intervals = []
    for outcome in outcomes_after(position, moves.since(0)):
        if outcome is None:
            part.find_interval(position)
            intervals.append(((part.low, part.high), (part.real, False)))
        else:
            intervals.append(((outcome, outcome), (outcome, True)))
    for nodes in (0, moves.count - 1, None):
        with Budget(nodes=nodes) as budget:
            complete = part.find_child_intervals(position, moves, 0, budget)
        if nodes is None:
            found = list(zip(moves.bounds(), moves.scores_and_tags(), strict=True))
            checks.expect(
                complete and found == intervals,
                "find_child_intervals stores the intervals after the moves",
                position.text(),
            )
            checks.expect(budget.used >= moves.count, "every child evaluated is a node")
        else:
            checks.expect(budget.used <= nodes, "children never exceed the budget", nodes)
            checks.expect(
                not complete, "too small a budget makes the intervals of children incomplete", nodes
            )


def _check_refusal(part: Evaluator, position: Position, checks: Checklist) -> None:
    """Check that an evaluator of values refuses to give an interval."""
    if part.gives_intervals():
        return
    try:
        part.interval(position)
    except EvaluationError:
        return
    checks.expect(False, "an evaluator without intervals raises an EvaluationError")
