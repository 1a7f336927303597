"""What was played until now, as formats need it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.match.schedule import Stage

__all__ = ["History", "Place", "PlayedStage", "met_in", "points_in"]


class PlayedStage(NamedTuple):
    """A stage, and the points of both players of each of its pairs.

    :param over: whether all of its games are.
    """

    stage: Stage
    scores: Sequence[tuple[float, float]]
    over: bool = True


History = Sequence[PlayedStage]
"""The stages until now; all but the last are over."""


class Place(NamedTuple):
    """Where a player stands in the final table.

    :param place: in words: "1", "3-4".
    :param points: with those of byes.
    :param buchholz: the points of the opponents; None where that says nothing.
    """

    player: int
    place: str
    points: float
    buchholz: float | None = None


def points_in(history: History, players: Iterable[int]) -> dict[int, float]:
    """The points of every player. A bye counts as having won all games of the stage."""
    points = dict.fromkeys(players, 0.0)
    for stage, scores, _ in history:
        for pair, scored in zip(stage.pairs, scores, strict=True):
            for player, each in zip(pair, scored, strict=True):
                points[player] += each
        for player in stage.byes:
            points[player] += stage.games
    return points


def met_in(history: History) -> set[frozenset[int]]:
    """The pairs that have met."""
    return {frozenset(pair) for stage, *_ in history for pair in stage.pairs}
