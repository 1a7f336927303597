"""Knockout: the loser of a meeting is eliminated.

The bracket is the usual one: the first seed meets the last, and the first two can only meet in the
final. If the number of players is no power of two, the first seeds have byes in the first round. A
meeting consists of pairs of games, each from one opening with both colours. Tied players play
extra pairs, up to a limit; if they are still tied, the better seed advances.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from engine.match.formats.schedule import History, Place, Stage, points_of

NAMES = {2: "final", 4: "semi-finals", 8: "quarter-finals"}
"""The names of rounds, by the number of players."""


@dataclass(frozen=True)
class Knockout:
    """A knockout tournament.

    :param seeds: the players from the first seed to the last.
    :param games: games of each pair, an even number.
    :param extra_pairs: most pairs of extra games for tied players.
    """

    seeds: tuple[int, ...]
    games: int
    extra_pairs: int

    @property
    def rounds(self) -> int:
        """The number of rounds."""
        return (len(self.seeds) - 1).bit_length()

    @property
    def openings(self) -> int:
        """The number of openings of all rounds, with those reserved for tie-breaks."""
        return self.rounds * self._of_round

    @property
    def _of_round(self) -> int:
        """The number of openings reserved for a round, with those of tie-breaks."""
        return self.games // 2 + self.extra_pairs

    @property
    def planned(self) -> int:
        """The number of games of all rounds, without extra games."""
        return (len(self.seeds) - 1) * self.games

    def next_stage(self, history: History) -> Stage | None:
        """Return the next stage: a round, or extra games for its tied pairs; None after the final.

        An extra stage has one more opening with both colours for each pair that is still tied.

        :param history: the stages so far, all played.
        """
        *before, slots = self._slots(history)
        if len(slots) == 1:
            return None
        round = len(before) + 1
        played = [each for each in history if each.stage.round == round]
        opening, extra = (round - 1) * self._of_round, len(played)
        if not played:
            pairs, byes = self._pairs(slots)
            return Stage(round, pairs, self.games, opening, byes)
        opening += self.games // 2 + extra - 1
        return Stage(round, self._level(slots, played), 2, opening, extra=extra)

    def is_finished(self, history: History) -> bool:
        """Return whether the final is decided."""
        return len(self._slots(history)[-1]) == 1

    def places(self, history: History) -> list[Place]:
        """Return the table so far, the best first.

        Players eliminated in the same round share a place. Players who are not eliminated share the
        first place. Points include those of extra games; byes give none here.
        """
        present = [set(slots) for slots in self._slots(history)]
        points = points_of(history, self.seeds, byes=False)
        places: list[Place] = []
        for here, later in zip(
            reversed(present), [set[int | None](), *reversed(present)], strict=False
        ):
            group = [player for player in self.seeds if player in here - later]
            first, last = len(places) + 1, len(places) + len(group)
            text = str(first) if first == last else f"{first}-{last}"
            places += [Place(player, text, points[player]) for player in group]
        return places

    def eliminated(self, history: History) -> dict[int, int]:
        """Return the round, from 1, in which each eliminated player lost, by the player."""
        slots = self._slots(history)
        found: dict[int, int] = {}
        for round, (here, later) in enumerate(pairwise(slots), 1):
            gone = [player for player in here if player not in later]
            found |= {player: round for player in gone if player is not None}
        return found

    def slot(self, player: int) -> int:
        """Return the index of a player's slot in the bracket of the first round; 0 is the top."""
        return bracket(self.seeds).index(player)

    def name(self, round: int) -> str:
        """Return the name of the round, from 1, such as "final" or "round of 16"."""
        players = 2 ** (self.rounds - round + 1)
        return NAMES.get(players, f"round of {players}")

    def _slots(self, history: History) -> list[list[int | None]]:
        """Return the bracket at the start of each round so far; None is an empty place.

        A round ends when no pair is tied or all extra pairs are played. The player with more points
        advances, or the better seed of a tied pair. Stages that are not over do not count.
        """
        found = [bracket(self.seeds)]
        while len(slots := found[-1]) > 1:
            played = [each for each in history if each.over and each.stage.round == len(found)]
            if not played or (self._level(slots, played) and len(played) <= self.extra_pairs):
                break
            points = points_of(played, self.seeds)
            found.append(
                [
                    min(
                        (player for player in both if player is not None),
                        key=lambda player: (-points[player], self.seeds.index(player)),
                    )
                    for both in zip(slots[::2], slots[1::2], strict=True)
                ]
            )
        return found

    def _level(self, slots: Sequence[int | None], played: History) -> tuple[tuple[int, int], ...]:
        """Return the pairs of a round that are tied after the games so far, for a tie-break."""
        points = points_of(played, self.seeds)
        return tuple((one, two) for one, two in self._pairs(slots)[0] if points[one] == points[two])

    def _pairs(
        self, slots: Sequence[int | None]
    ) -> tuple[tuple[tuple[int, int], ...], tuple[int, ...]]:
        """Return the pairs of a round, the better seed first, and the players with a bye."""
        pairs, byes = [], []
        for both in zip(slots[::2], slots[1::2], strict=True):
            present = sorted((p for p in both if p is not None), key=self.seeds.index)
            if len(present) == 2:
                pairs.append((present[0], present[1]))
            else:
                byes += present
        return tuple(pairs), tuple(byes)


def bracket(seeds: Sequence[int]) -> list[int | None]:
    """Return the players in bracket order: neighbours meet; a player with a bye is next to None."""
    order = [0]
    while len(order) < len(seeds):
        last = 2 * len(order) - 1
        order = [place for each in order for place in (each, last - each)]
    return [seeds[place] if place < len(seeds) else None for place in order]
