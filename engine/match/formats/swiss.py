"""Swiss: every round pairs players of about equal points who have not met.

The system is FIDE's Dutch one (Handbook C.04.3) without its colour rules: a meeting consists of
pairs of games, each from one opening with both colours. So:

* players are ordered by points, then by their seeds;
* if the number is odd, the last player in this order without a bye so far receives it, with the
  points for winning all games of the round;
* from the top, a score group is halved, and the upper half meets the lower half in its order; a
  player that met this opponent before gets the next one of the lower half (C.04.3 D.1), and if
  there is none, the last of the upper half (D.2);
* a player without an opponent in the score group meets the first possible one of the next group,
  before that group is paired.

A pair is only made if all others can still be paired. Of these pairs, the first is taken that
leaves the most pairs of equal points. If the rounds are at most half the players, one exists
(Dirac, Proceedings of the London Mathematical Society 2, 1952).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from engine.match.formats.schedule import History, Place, Stage, points_of

Met = Collection[frozenset[int]]


def most_rounds(players: int) -> int:
    """Return the most rounds in which so many players certainly have a new opponent in each."""
    return (players + 1) // 2


@dataclass(frozen=True)
class Swiss:
    """A Swiss tournament.

    :param seeds: the players from the first seed to the last.
    :param games: games of each pair, an even number.
    """

    seeds: tuple[int, ...]
    rounds: int
    games: int

    @property
    def openings(self) -> int:
        """The number of openings of all rounds; each is played with both colours."""
        return self.rounds * (self.games // 2)

    @property
    def planned(self) -> int:
        """The number of games of all rounds; a bye has none."""
        return self.rounds * (len(self.seeds) // 2) * self.games

    def next_stage(self, history: History) -> Stage | None:
        """Return the next round; None after the last.

        :param history: the rounds so far, all played.
        """
        if len(history) == self.rounds:
            return None
        points = points_of(history, self.seeds)
        order = sorted(self.seeds, key=lambda player: -points[player])  # stable
        byes = {player for stage, *_ in history for player in stage.byes}
        met = {frozenset(pair) for stage, *_ in history for pair in stage.pairs}
        pairs, bye = pair_round(order, points, met, byes)
        opening = len(history) * (self.games // 2)
        return Stage(len(history) + 1, tuple(pairs), self.games, opening, bye)

    def is_finished(self, history: History) -> bool:
        """Return whether all rounds are played to the end."""
        return len(history) == self.rounds and history[-1].over

    def places(self, history: History) -> list[Place]:
        """Return the table so far, the best first: by points, then Buchholz, then seed.

        Buchholz is the sum of the points of a player's opponents. A bye counts as an opponent with
        the player's own points.
        """
        points = points_of(history, self.seeds)
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

    def name(self, round: int) -> str:
        """Return the name of the round, from 1: "round 2"."""
        return f"round {round}"


def pair_round(
    order: Sequence[int], points: Mapping[int, float], met: Met, byes: Collection[int]
) -> tuple[list[tuple[int, int]], tuple[int, ...]]:
    """Return the pairs of a round, and the player with the bye: an empty tuple if there is none.

    :param order: the players by falling points; the first of each pair is the earlier one.
    :param points: the points of each player.
    :param met: the pairs that have met.
    :param byes: the players who had one.
    :raises AssertionError: if the number is odd and no bye lets all others be paired. If it is
        even, players who cannot be paired get the opponent -1.
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
    """Return the player to get a bye: the last without one whose bye lets all others be paired."""
    for player in reversed(order):
        others = [other for other in order if other != player]
        if player not in byes and _complete(others, met):
            return player
    raise AssertionError("more rounds than there can be")


def _opponent(player: int, others: Sequence[int], points: Mapping[int, float], met: Met) -> int:
    """Return the best opponent of the first remaining player; -1 if there is none.

    They have not met, and the others can be paired without a second meeting. Of such opponents it
    is the first of `_preferred` with which the most pairs have equal points, this one included.
    """
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
    """Return all other players, those first that `player` is preferably paired with.

    Those with equal points come first: the lower half of them, then the upper half from its end.
    The others follow in their order. Earlier meetings do not matter here.

    :param others: the other players by falling points; none has more than `player`.
    """
    group = [other for other in others if points[other] == points[player]]
    upper = max(0, (len(group) - 1) // 2)  # the upper half without the player
    return [*group[upper:], *reversed(group[:upper]), *others[len(group) :]]


def _complete(players: Sequence[int], met: Met) -> bool:
    """Return whether all players can be paired without a second meeting."""
    return len(maximum_matching(_unmet(players, met))) == len(players)


def _equal_pairs(players: Sequence[int], points: Mapping[int, float], met: Met) -> int:
    """Return the most pairs in one round of players with equal points who have not met."""
    graph = _unmet(players, met)
    equal = {
        player: [other for other in others if points[other] == points[player]]
        for player, others in graph.items()
    }
    return len(maximum_matching(equal)) // 2


def _unmet(players: Sequence[int], met: Met) -> dict[int, list[int]]:
    """Return for each player those of the other players that it has not met, in their order."""
    return {
        player: [
            other for other in players if other != player and frozenset((player, other)) not in met
        ]
        for player in players
    }


Graph = Mapping[int, Collection[int]]


def maximum_matching(graph: Graph) -> dict[int, int]:
    """Return a matching of as many vertices as possible: a dict of each to its mate, both ways.

    Unmatched vertices are missing.

    J. Edmonds, Paths, trees, and flowers, Canadian Journal of Mathematics 17, 1965: as long as
    there is a path between two free vertices along which every second edge is of the matching, the
    matching grows by swapping the edges along it.

    :param graph: the neighbours of every vertex, both ways; the first ones are tried first.
    """
    mates: dict[int, int] = {}
    for vertex, others in graph.items():  # greedy pairs first
        free = next((other for other in others if other not in mates), None)
        if vertex not in mates and free is not None:
            mates[vertex], mates[free] = free, vertex
    for vertex in graph:
        if vertex not in mates:
            _augment(graph, mates, vertex)
    return mates


def _augment(graph: Graph, mates: dict[int, int], root: int) -> None:
    """Match a free vertex by an augmenting path, if there is one (Edmonds' blossom algorithm).

    Then `mates` has one pair more; without such a path it is unchanged.

    :param root: the vertex.
    """
    parents: dict[int, int] = {}
    bases = {vertex: vertex for vertex in graph}
    outer, queue = {root}, deque([root])

    def common(one: int, other: int) -> int:
        """Return the base of the blossom where the paths of two outer vertices to the root meet."""
        seen = set()
        while True:
            one = bases[one]
            seen.add(one)
            if one == root:
                break
            one = parents[mates[one]]
        while bases[other] not in seen:
            other = parents[mates[bases[other]]]
        return bases[other]

    def mark(blossom: set[int], vertex: int, base: int, child: int) -> None:
        """Add the bases on the path from a vertex to `base` to `blossom`, and reverse the parents.

        :param child: becomes the parent of `vertex`.
        """
        while bases[vertex] != base:
            blossom |= {bases[vertex], bases[mates[vertex]]}
            parents[vertex] = child
            child = mates[vertex]
            vertex = parents[child]

    while queue:
        vertex = queue.popleft()
        for other in graph[vertex]:
            if bases[vertex] == bases[other] or mates.get(vertex) == other:
                continue
            if other == root or (other in mates and mates[other] in parents):
                base, blossom = common(vertex, other), set[int]()
                mark(blossom, vertex, base, other)
                mark(blossom, other, base, vertex)
                for each in graph:
                    if bases[each] in blossom:
                        bases[each] = base
                        if each not in outer:
                            outer.add(each)
                            queue.append(each)
            elif other not in parents:
                parents[other] = vertex
                if other not in mates:
                    _turn(mates, parents, other)
                    return
                outer.add(mates[other])
                queue.append(mates[other])


def _turn(mates: dict[int, int], parents: Mapping[int, int], vertex: int | None) -> None:
    """Swap matched and unmatched edges in `mates` along the path from `vertex`, its free end."""
    while vertex is not None:
        parent = parents[vertex]
        following = mates.get(parent)
        mates[vertex], mates[parent] = parent, vertex
        vertex = following
