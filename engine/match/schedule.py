"""Who meets whom, from which opening."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, count

from engine.match.openings.openings import Opening

__all__ = ["FORMATS", "Pairing", "pairs_of", "schedule"]

FORMATS = ("round-robin", "gauntlet")
"""All meet all, or the first player meets all others."""


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


def pairs_of(players: int, format: str) -> list[tuple[int, int]]:
    """Who meets whom, by the places of the players."""
    if format == "gauntlet":
        return [(0, other) for other in range(1, players)]
    return list(combinations(range(players), 2))


def schedule(
    pairs: Sequence[tuple[int, int]], games: int, openings: Sequence[Opening]
) -> Iterator[Pairing]:
    """All games: every pair plays every opening twice, with colours swapped.

    :param games: how many each pair plays. With an odd number the last opening is played once.
    :param openings: one for every two games.
    """
    number = count(1)
    for index, opening in enumerate(openings):
        colours = (0, 1) if 2 * index + 1 < games else (0,)
        for pair in pairs:
            for swap in colours:
                yield Pairing(next(number), pair[swap], pair[1 - swap], opening)
