"""Schedules: which pairs play which openings, and the results that later rounds depend on.

`RoundRobin` knows all pairs before the first game; `swiss` and `knockout` pair round by round.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, count
from typing import NamedTuple

from engine.match.openings.openings import Opening
from games.parts.records import Record


@dataclass(frozen=True)
class Pairing:
    """A game to be played.

    :param number: its number in the tournament, from 1.
    :param first: the index of the player that moves first in the game.
    :param second: the index of the other player.
    """

    number: int
    first: int
    second: int
    opening: Opening


class Stage(Record, frozen=True):
    """Games that may be played in parallel: those of a round, or of the whole tournament.

    :param round: the round of the tournament, from 1.
    :param pairs: the pairs, by the indices of the players.
    :param games: games of each pair.
    :param opening: the number of its first opening, from 0; all pairs play the same ones.
    :param byes: the players without an opponent.
    :param extra: the number of this extra stage for tied pairs of the round; 0 for the round.
    """

    round: int
    pairs: tuple[tuple[int, int], ...]
    games: int
    opening: int = 0
    byes: tuple[int, ...] = ()
    extra: int = 0

    @property
    def planned(self) -> int:
        """The number of games of all pairs."""
        return self.games * len(self.pairs)

    def opening_of(self, game: int) -> int:
        """Return the number of the opening of a game of this stage, both from 0."""
        return self.opening + game // (2 * len(self.pairs))

    def schedule(self, openings: Sequence[Opening], first: int = 1) -> Iterator[Pairing]:
        """Yield the games of the stage: every pair plays every opening twice, with colours swapped.

        All pairs play an opening before the next one follows. With an odd number of games the last
        opening is played once.

        :param openings: the openings of the tournament; this stage uses those from `opening` on.
        :param first: the number of the first game in the tournament (`Pairing.number`).
        """
        number = count(first)
        for game in range(0, self.games, 2):
            opening = openings[self.opening + game // 2]
            for pair in self.pairs:
                yield Pairing(next(number), *pair, opening)
                if game + 1 < self.games:
                    yield Pairing(next(number), *pair[::-1], opening)


def pairs_of(players: int, format: str) -> list[tuple[int, int]]:
    """Return the pairs of player indices: all, or those of player 0 for the format "gauntlet"."""
    if format == "gauntlet":
        return [(0, other) for other in range(1, players)]
    return list(combinations(range(players), 2))


class StageScores(NamedTuple):
    """A stage and the points in it so far.

    :param scores: the points of both players of each of its pairs; a game has one point in all.
    """

    stage: Stage
    scores: dict[tuple[int, int], tuple[float, float]]

    @property
    def over(self) -> bool:
        """Whether all of its games are over."""
        return sum(map(sum, self.scores.values())) == self.stage.planned


History = Sequence[StageScores]
"""The stages so far; all but the last are over."""


class Place(NamedTuple):
    """A row of the final table.

    :param place: the place as text: "1", "3-4".
    :param points: points; in a Swiss tournament byes are included.
    :param buchholz: the points of the opponents; None if the format does not use them.
    """

    player: int
    place: str
    points: float
    buchholz: float | None = None


def points_of(history: History, players: Iterable[int], *, byes: bool = True) -> dict[int, float]:
    """Return the points of each of these players in all stages; others must not be in them.

    :param byes: whether a bye counts as a win in all games of the stage, or else gives no points.
    """
    points = dict.fromkeys(players, 0.0)
    for stage, scores in history:
        for pair, scored in scores.items():
            for player, each in zip(pair, scored, strict=True):
                points[player] += each
        for player in stage.byes if byes else ():
            points[player] += stage.games
    return points


@dataclass(frozen=True)
class RoundRobin:
    """A round-robin or gauntlet, as one stage.

    :param pairs: the pairs of player indices.
    :param games: games of each pair.
    """

    pairs: tuple[tuple[int, int], ...]
    games: int

    @property
    def stage(self) -> Stage:
        """The only stage."""
        return Stage(1, self.pairs, self.games)

    @property
    def openings(self) -> int:
        """The number of openings; all pairs play the same ones."""
        return (self.games + 1) // 2

    @property
    def planned(self) -> int:
        """The number of games of all pairs."""
        return self.stage.planned
