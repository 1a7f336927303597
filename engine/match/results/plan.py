"""What determines the results of a tournament, as its database keeps it."""

from __future__ import annotations

from typing import Any

from engine.match.games.adjudication import Adjudication
from games.errors import quoted
from games.parts.records import Record, record

__all__ = ["Plan", "PlayerPlan", "read_plan"]


class PlayerPlan(Record, frozen=True):
    """One player.

    :param limits: of its moves, in words.
    :param nodes: the node limit of a move; None for none.
    """

    name: str
    spec: str
    limits: str
    nodes: int | None


class Plan(Record, frozen=True, tag_field="what", tag="tournament"):
    """A tournament: who resumes it must ask for the same.

    :param start: the text of the position that games begin at.
    :param openings: the spec of their book; `opening_moves` is a digest of them all.
    :param planned: the number of games.
    :param pairs: who meets whom, by their places.
    """

    game: str
    start: str
    format: str
    games_per_pair: int
    openings: str
    opening_moves: str
    adjudication: Adjudication
    planned: int
    pairs: tuple[tuple[int, int], ...]
    players: tuple[PlayerPlan, ...]


def read_plan(data: Any) -> Plan:
    """The plan that a database holds.

    :raises ValueError: if it is none, or none of a tournament.
    """
    if not isinstance(data, dict) or data.get("what") != "tournament":
        raise ValueError("its plan is another's")
    plan = record(data, Plan, "the plan")
    names = [player.name for player in plan.players]
    if len(set(names)) < max(2, len(names)):
        raise ValueError("the plan has no two players of different names")
    for first, second in plan.pairs:
        if first == second or not {first, second} <= set(range(len(names))):
            raise ValueError(f"the plan pairs players {quoted(first)} and {quoted(second)}")
    texts = [*names, *(player.limits for player in plan.players)]
    if not all(text.isprintable() for text in (plan.game, plan.openings, *texts)):
        raise ValueError("the plan has characters that do not print")
    return plan
