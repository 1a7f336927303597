"""The conformance kit of evaluators: `check_evaluator` holds one against its contract."""

from __future__ import annotations

from evaluators import make
from evaluators.budget import Budget
from evaluators.evaluator import Evaluator
from games import make as make_game
from games.check import Checklist, walk
from games.errors import EvaluationError
from games.position import Position
from games.scores import HEURISTIC

__all__ = ["check_evaluator"]


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
    if not list_.expect(part.serves(make_game(game)), "it serves the game it is checked on", game):
        return list_.close()
    for position in walk(game, seed, games, plies):
        if position.outcome() is None:
            _check_value(part, position, list_)
        if part.gives_intervals():
            _check_interval(part, position, list_)
    _check_refusal(part, make_game(game), list_)
    return list_.close()


def _check_value(part: Evaluator, position: Position, list_: Checklist) -> None:
    text = position.text()
    value = part.value(position)
    list_.expect(
        isinstance(value, int) and abs(value) < HEURISTIC,
        "a value is a whole number below 2^29 in size",
        value,
    )
    list_.expect(position.text() == text, "evaluating leaves the position as it is", text)
    list_.expect(part.value(position) == value, "the same position has the same value", text)
    list_.expect(part.clone().value(position) == value, "a clone gives the same value", text)
    list_.expect(abs(part.static(position)) < HEURISTIC, "a static value is below 2^29 in size")
    used = 0
    for nodes in (0, 1, 2, 10):
        budget = Budget(nodes=nodes)
        part.attach(budget)
        part.value(position)
        part.attach(None)
        used = budget.used
        list_.expect(used <= nodes, "an evaluation never exceeds its budget", nodes)
    if position.SYMMETRIC:
        # What a selective search leaves out hangs on the order of moves, which mirrors turn round.
        ask = part.static if used else part.value
        told, image = ask(position), ask(position.mirrored())
        list_.expect(
            image == told, "the mirror image has the same value", f"{text}: {told}, {image}"
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
        list_.expect(
            pessimistic <= part.value(position) <= optimistic,
            "the realistic value lies in the interval",
            position.text(),
        )


def _check_refusal(part: Evaluator, position: Position, list_: Checklist) -> None:
    if part.gives_intervals():
        return
    try:
        part.interval(position)
    except EvaluationError:
        return
    list_.expect(False, "an evaluator without intervals refuses with an EvaluationError")
