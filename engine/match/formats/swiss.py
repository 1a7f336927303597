"""Swiss: every round pairs players of about equal points who have not met.

The system is FIDE's Dutch one (Handbook C.04.3) without colours, which every meeting has alike:
it is of pairs of games, each from one opening with both colours. So:

* players are ordered by points, then by their seeds;
* where the number is odd, the last one in this order who had no bye has it, for the points of
  having won all games of the round;
* from the top, a score group is halved, and the upper half meets the lower one in its order; who
  has met his opponent gets the next one of the lower half (C.04.3 D.1), and where there is none,
  the last of the upper half (D.2);
* who finds nobody in his score group meets the first he can of the next group, before its own
  players are paired.

A pair is only made where everybody else can still be paired; of those the first is taken after
which the most of the others can meet their equals. As long as the rounds are no more than half the
players, there is one: who has so many opponents left can be paired (Dirac, Proceedings of the
London Mathematical Society 2, 1952).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from engine.match.formats.history import History, Place, met_in, points_in
from engine.match.formats.matching import matching
from engine.match.schedule import Stage

__all__ = ["Swiss", "most_rounds", "paired"]

Met = Collection[frozenset[int]]


def most_rounds(players: int) -> int:
    """For how many rounds there are certainly opponents whom nobody has met."""
    return (players + 1) // 2


@dataclass(frozen=True)
class Swiss:
    """A tournament of so many rounds.

    :param seeds: the players from the first seed to the last.
    :param games: of each pair, an even number.
    """

    seeds: tuple[int, ...]
    rounds: int
    games: int

    @property
    def openings(self) -> int:
        """How many there are to be."""
        return self.rounds * (self.games // 2)

    @property
    def planned(self) -> int:
        """How many games there will be."""
        return self.rounds * (len(self.seeds) // 2) * self.games

    def following(self, history: History) -> Stage | None:
        """The next round; None after the last.

        :param history: the rounds until now, all played.
        """
        if len(history) == self.rounds:
            return None
        points = points_in(history, self.seeds)
        order = sorted(self.seeds, key=lambda player: -points[player])  # stable
        byes = {player for stage, *_ in history for player in stage.byes}
        pairs, bye = paired(order, points, met_in(history), byes)
        opening = len(history) * (self.games // 2)
        return Stage(len(history) + 1, tuple(pairs), self.games, opening, bye)

    def over(self, history: History) -> bool:
        """Whether no games follow."""
        return len(history) == self.rounds and history[-1].over

    def places(self, history: History) -> list[Place]:
        """The players from the first to the last: by points, by Buchholz, by seed.

        Buchholz is the sum of the points of a player's opponents; a bye counts as an opponent with
        as many points as he has himself.
        """
        points = points_in(history, self.seeds)
        buchholz = dict.fromkeys(self.seeds, 0.0)
        for stage, *_ in history:
            for first, second in stage.pairs:
                buchholz[first] += points[second]
                buchholz[second] += points[first]
            for player in stage.byes:
                buchholz[player] += points[player]
        order = sorted(self.seeds, key=lambda player: (-points[player], -buchholz[player]))
        return [
            Place(player, str(place), points[player], buchholz[player])
            for place, player in enumerate(order, 1)
        ]

    def out(self, history: History) -> dict[int, int]:
        """Nobody is."""
        return {}

    def name(self, round: int) -> str:
        """What the round is called."""
        return f"round {round}"


def paired(
    order: Sequence[int], points: Mapping[int, float], met: Met, byes: Collection[int]
) -> tuple[list[tuple[int, int]], tuple[int, ...]]:
    """The pairs of a round, and who has the bye.

    :param order: the players from the first to the last.
    :param met: the pairs that have met.
    :param byes: who had one.
    """
    left: list[int] = list(order)
    bye: tuple[int, ...] = ()
    if len(left) % 2:
        bye = (_bye(left, met, byes),)
        left.remove(bye[0])
    pairs = []
    while left:
        player, others = left[0], left[1:]
        opponent = _opponent(player, others, points, met)
        pairs.append((player, opponent))
        left = [other for other in others if other != opponent]
    return pairs, bye


def _bye(order: Sequence[int], met: Met, byes: Collection[int]) -> int:
    """The last player who had no bye and whom the others can do without."""
    for player in reversed(order):
        others = [other for other in order if other != player]
        if player not in byes and _complete(others, met):
            return player
    raise AssertionError("more rounds than there can be")


def _opponent(player: int, others: Sequence[int], points: Mapping[int, float], met: Met) -> int:
    """Whom the first player of those who are left meets."""
    most = _equal_pairs([player, *others], points, met)
    best, found = -1, -1
    for opponent in _preferred(player, others, points):
        rest = [other for other in others if other != opponent]
        if frozenset((player, opponent)) in met or not _complete(rest, met):
            continue
        pairs = _equal_pairs(rest, points, met) + (points[opponent] == points[player])
        if pairs > best:
            best, found = pairs, opponent
        if pairs == most:
            break
    return found


def _preferred(player: int, others: Sequence[int], points: Mapping[int, float]) -> list[int]:
    """The others in the order in which a player, the first of all, is to meet them."""
    group = [other for other in others if points[other] == points[player]]
    upper = max(0, (len(group) - 1) // 2)  # those of the upper half, but for himself
    return [*group[upper:], *reversed(group[:upper]), *others[len(group) :]]


def _complete(players: Sequence[int], met: Met) -> bool:
    """Whether all of them can be paired."""
    return len(matching(_unmet(players, met))) == len(players)


def _equal_pairs(players: Sequence[int], points: Mapping[int, float], met: Met) -> int:
    """How many pairs of equal points they can make at most."""
    graph = _unmet(players, met)
    equal = {
        player: [other for other in others if points[other] == points[player]]
        for player, others in graph.items()
    }
    return len(matching(equal)) // 2


def _unmet(players: Sequence[int], met: Met) -> dict[int, list[int]]:
    """Whom everybody may still meet."""
    return {
        player: [
            other for other in players if other != player and frozenset((player, other)) not in met
        ]
        for player in players
    }
