"""Who meets whom, from which opening."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, count

from engine.match.openings.openings import Opening
from games.parts.records import Record

__all__ = ["Pairing", "Stage", "pairs_of", "schedule"]


@dataclass(frozen=True)
class Pairing:
    """A game to be played.

    :param round: its number in the tournament, from 1.
    :param first: the place of the player that moves first in the game, in the list of players.
    :param second: the place of the other.
    """

    round: int
    first: int
    second: int
    opening: Opening


class Stage(Record, frozen=True):
    """Games that may be played all at once: those of a round, or of the whole tournament.

    :param round: of the tournament, from 1.
    :param pairs: who meets whom, by their places in the list of players.
    :param games: of each pair.
    :param opening: the number of its first opening, from 0; all pairs play the same ones.
    :param byes: who is without an opponent.
    :param extra: 0, or which of the extra stages this is for pairs of the round that are level.
    """

    round: int
    pairs: tuple[tuple[int, int], ...]
    games: int
    opening: int = 0
    byes: tuple[int, ...] = ()
    extra: int = 0

    @property
    def planned(self) -> int:
        """How many games it has."""
        return self.games * len(self.pairs)

    def opening_of(self, game: int) -> int:
        """The number of the opening of a game of this stage, both from 0."""
        return self.opening + game // (2 * len(self.pairs))

    def schedule(self, openings: Sequence[Opening], first: int = 1) -> Iterator[Pairing]:
        """Its games.

        :param openings: of the tournament.
        :param first: the number of the first game.
        """
        own = openings[self.opening : self.opening + (self.games + 1) // 2]
        return schedule(self.pairs, self.games, own, first)


def pairs_of(players: int, format: str) -> list[tuple[int, int]]:
    """Who meets whom, by the places of the players, where that is known before the first game."""
    if format == "gauntlet":
        return [(0, other) for other in range(1, players)]
    return list(combinations(range(players), 2))


def schedule(
    pairs: Sequence[tuple[int, int]], games: int, openings: Sequence[Opening], first: int = 1
) -> Iterator[Pairing]:
    """All games: every pair plays every opening twice, with colours swapped.

    :param games: how many each pair plays. With an odd number the last opening is played once.
    :param openings: one for every two games.
    :param first: the number of the first game.
    """
    number = count(first)
    for index, opening in enumerate(openings):
        colours = (0, 1) if 2 * index + 1 < games else (0,)
        for pair in pairs:
            for swap in colours:
                yield Pairing(next(number), pair[swap], pair[1 - swap], opening)
