"""What determines the results of a tournament, as its database keeps it."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from engine.match.formats.asked import Format, format_of
from engine.match.formats.at_once import AtOnce
from engine.match.games.adjudication import Adjudication
from engine.match.statistics.sprt import Sprt
from games.errors import quoted
from games.parts.records import Record, record

__all__ = ["EVENT", "Plan", "PlayerPlan", "read_plan"]

EVENT = "Starling tournament"
"""A tournament that nobody named."""


class PlayerPlan(Record, frozen=True):
    """One player.

    :param limits: of its moves, in words.
    :param nodes: the node limit of a move; None for none.
    """

    name: str
    spec: str
    limits: str
    nodes: int | None


class Plan(
    Record, frozen=True, tag_field="what", tag="tournament", omit_defaults=True, kw_only=True
):
    """A tournament: who resumes it must ask for the same, but may name it anew. Of what differs the
    first is told, so what follows from others, or may change, stands last.

    :param event: what it is called.
    :param start: the text of the position that games begin at.
    :param openings: the spec of their book; `opening_moves` is a digest of them all.
    :param planned: the number of games.
    :param pairs: who meets whom, by their places, where that is known before the first game.
    :param rounds: of a Swiss tournament; `extra_pairs` of a knockout.
    :param seeds: the players from the first seed to the last, where that counts.
    :param sprt: the test that ends the games of a pair; None for none.
    """

    game: str
    start: str
    format: str
    players: tuple[PlayerPlan, ...]
    seeds: tuple[int, ...] = ()
    openings: str
    adjudication: Adjudication
    sprt: Sprt | None = None
    extra_pairs: int | None = None
    games_per_pair: int
    rounds: int | None = None
    planned: int
    pairs: tuple[tuple[int, int], ...]
    opening_moves: str
    event: str = EVENT

    @property
    def kind(self) -> Format:
        """The format of that name.

        :raises SpecError: if there is none such.
        """
        seeds = self.seeds or range(len(self.players))
        return format_of(self.format, seeds, self.games_per_pair, self.rounds, self.extra_pairs)

    @property
    def title(self) -> str:
        """The tournament's name; of one that has none, its game."""
        return self.game if self.event == EVENT else self.event

    def called(self, event: str) -> Plan:
        """The same tournament by another name."""
        return structs.replace(self, event=event)


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
    if sorted(plan.seeds) not in ([], list(range(len(names)))):
        raise ValueError(f"the plan has seeds {quoted(plan.seeds)}")
    if plan.sprt is not None and plan.games_per_pair % 2:
        raise ValueError("the plan tests an odd number of games")
    if (at_once := isinstance(plan.kind, AtOnce)) != bool(plan.pairs):
        raise ValueError(f"the plan is {plan.format} with{'out' if at_once else ''} pairs")
    texts = [*names, *(player.limits for player in plan.players)]
    if not all(text.isprintable() for text in (plan.event, plan.game, plan.openings, *texts)):
        raise ValueError("the plan has characters that do not print")
    return plan
