"""Ratings of many players from all their games, and the crosstable.

The model is that of Bradley and Terry (Biometrika 39, 1952) on Elo's scale: i expects the score
1 / (1 + 10^((r_j - r_i) / 400)) against j. A draw counts as half a win and half a loss. The ratings
are those under which the results are most likely, found by Newton's method.

A most likely rating exists only among players who are joined both ways by points: the first scored
against the second, the second against a third, and so on back to the first (Ford, American
Mathematical Monthly 64, 1957). The largest such group is rated. A player that won or lost all games
against it has an infinite rating, and these games change no other rating.

In a round-robin all pairs of players have the same openings, and a player may be good at some of
them. Errors from single games or pairs of games are then too small: they do not count the choice of
openings. Errors from the sums of each opening do.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

from engine.match.statistics.elo import Counts

SCALE = 400 / math.log(10)
"""The Elo of one natural unit: a strength ratio of e."""

NORMAL_QUANTILE = NormalDist().inv_cdf(0.975)
"""Half the interval with 95% of a normal distribution, in standard deviations."""

ROUNDS = 1000
LONGEST_STEP = 1.0
"""The maximum step in natural units: Newton's method may diverge with longer ones."""
CLOSE = 1e-10
"""The step, in natural units, at which the iteration ends."""

FEWEST_OPENINGS = 10
"""The fewest openings from which errors are computed; fewer say too little about the others."""

Results = Mapping[tuple[str, str], tuple[float, float, float]]
"""Games won, drawn and lost (such as a `WDL`) by the first of two players, or these with a weight.

A pair may have either order, or both.
"""


@dataclass(frozen=True)
class Rating:
    """A player's rating.

    :param rating: the rating in Elo; infinite for a player that won or lost all games against the
        rated players, None if the games do not determine it.
    :param error: half the confidence interval of the difference to the mean of the rated players,
        or to the anchors if there are any (0 for an anchor); None without a finite rating.
    :param note: the reason if it is not finite.
    """

    player: str
    rating: float | None
    error: float | None
    points: float
    games: int
    note: str = ""


def ratings(
    players: Sequence[str],
    results: Results,
    *,
    anchors: Mapping[str, float] | None = None,
    counts: Mapping[tuple[str, str], Counts] | None = None,
    openings: Sequence[Results] = (),
) -> list[Rating]:
    """Return the ratings of all players, the strongest first, those without one last.

    Without `counts` the errors assume games that end in a win or a loss (Fisher information). With
    `counts` they use the observed deviation of draws and of pairs of games from one opening, which
    are not independent (Huber's sandwich, 5th Berkeley Symposium, 1967). For two players this is
    the error of `elo`, to first order.

    With ten `openings` or more, the errors use the observed deviation of each player's points in
    all games of an opening together (the sandwich for clusters: Liang and Zeger, Biometrika 73,
    1986), and the quantile of Student's distribution for their number.

    The mean of the rated players is 0, unless there are anchors. Errors are those of 95%.

    :param anchors: the fixed ratings in Elo of some players. These are rated together, even if no
        games join them.
    :param counts: the counts of every two players, in the order of `results`. If all results of two
        players are equal, the deviation of games that end in a win or a loss is used.
    :param openings: the same results again, those of each opening for itself.
    """
    import numpy as np

    points = _points(players, results)
    held = {players.index(name): value / SCALE for name, value in (anchors or {}).items()}
    reach = _reach(points > 0, list(held))
    rated = _largest_group(reach, points, held)
    group = points[np.ix_(rated, rated)]
    strengths, covariance = _fit(group, {rated.index(i): value for i, value in held.items()})
    z = NORMAL_QUANTILE
    if len(openings) >= FEWEST_OPENINGS:
        covariance = covariance @ _by_openings(players, openings, rated, strengths) @ covariance
        z = _student(z, len(openings) - 1)
    elif counts is not None:
        seen = _observed(players, counts, rated, strengths, group)
        covariance = covariance @ (np.diag(seen.sum(axis=1)) - seen) @ covariance
    if not held:
        centre = np.eye(len(rated)) - 1 / max(len(rated), 1)  # makes them relative to their mean
        strengths = centre @ strengths
        covariance = centre @ covariance @ centre.T
    scored, games = points.sum(axis=1), (points + points.T).sum(axis=1)
    found = []
    for i, name in enumerate(players):
        error: float | None = None
        if i in rated:
            k = rated.index(i)
            value: float | None = float(strengths[k]) * SCALE
            error, note = z * SCALE * math.sqrt(max(covariance[k, k], 0)), ""
        else:
            value, note = _unrated(i, reach, rated or range(len(players)))
        found.append(Rating(name, value, error, float(scored[i]), round(games[i]), note))
    return sorted(found, key=lambda each: (each.rating is None, -(each.rating or 0.0)))


def _observed(
    players: Sequence[str],
    counts: Mapping[tuple[str, str], Counts],
    rated: Sequence[int],
    strengths: Any,
    points: Any,
) -> Any:
    """Return the matrix of squared deviations from expected scores, summed for each two players.

    A sum is the observed one where counts with two different results exist. Elsewhere it is the
    expected value: games times the variance of one game.

    :param rated: the rated group, with these strengths.
    :param points: the points of its players against each other.
    """
    import numpy as np

    expected = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
    seen = (points + points.T) * expected * expected.T
    places = {players[i]: k for k, i in enumerate(rated)}
    for (first, second), each in counts.items():
        if first not in places or second not in places or np.count_nonzero(each) < 2:
            continue
        i, j = places[first], places[second]
        size = each.games / sum(each)
        score = np.linspace(0, 1, len(each))
        squares = (size * (score - expected[i, j])) ** 2
        seen[i, j] = seen[j, i] = squares @ np.array(each.ascending)
    return seen


def _by_openings(
    players: Sequence[str], openings: Sequence[Results], rated: Sequence[int], strengths: Any
) -> Any:
    """Return the covariance of the rated players' points, from how they vary with the opening.

    It is n / (n - 1) times the sum, over n openings, of the products of points minus expected
    points.

    :param rated: the rated group, with these strengths.
    """
    import numpy as np

    expected = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
    total = np.zeros((len(rated), len(rated)))
    for results in openings:
        points = _points(players, results)[np.ix_(rated, rated)]
        surplus = (points - (points + points.T) * expected).sum(axis=1)
        total += np.outer(surplus, surplus)
    return total * len(openings) / (len(openings) - 1)


def _student(z: float, degrees: int) -> float:
    """Return the quantile of Student's distribution for one of the normal distribution.

    The expansion (Abramowitz and Stegun, 26.7.5) has an error below .1% for 9 degrees or more and
    95%.
    """
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return z + sum(term / degrees**power for power, term in enumerate(terms, 1))


def _points(players: Sequence[str], results: Results) -> Any:
    """Return the matrix with the points of player i against player j at [i, j]."""
    import numpy as np

    index = {name: number for number, name in enumerate(players)}
    points = np.zeros((len(players), len(players)))
    for pair, (wins, draws, losses) in results.items():
        first, second = index[pair[0]], index[pair[1]]
        points[first, second] += wins + draws / 2
        points[second, first] += losses + draws / 2
    return points


def _reach(scored: Any, joined: Sequence[int]) -> Any:
    """Return the matrix that is true at [i, j] if a chain of points leads from i to j (Warshall).

    In a chain each player scored against the next. A player is linked with itself.

    :param scored: true at [i, j] if i scored against j; unchanged.
    :param joined: players that count as linked with one another.
    """
    import numpy as np

    reach = scored.copy()
    reach[np.ix_(joined, joined)] = True
    np.fill_diagonal(reach, True)
    for middle in range(len(reach)):
        reach |= np.outer(reach[:, middle], reach[middle])
    return reach


def _largest_group(reach: Any, points: Any, anchors: Collection[int]) -> list[int]:
    """Return the indices of the players to rate: a group of which each reaches each other.

    It is that of the anchors, or the largest; of equal sizes the one with most games. Without
    anchors a single player is no group, and the result may be empty.

    :param reach: the matrix of `_reach`.
    """
    both = reach & reach.T
    if anchors:
        return [int(i) for i in both[min(anchors)].nonzero()[0]]
    games = (points + points.T).sum(axis=1)
    size = both.sum(axis=1)
    best = max(range(len(both)), key=lambda i: (size[i], games[both[i]].sum()), default=None)
    if best is None or size[best] < 2:
        return []
    return [int(i) for i in both[best].nonzero()[0]]


def _fit(points: Any, held: Mapping[int, float]) -> tuple[Any, Any]:
    """Return the most likely strengths in natural units, and their covariance.

    Without held players only differences are meaningful, in both.

    :param points: points of players that all reach each other (see `_reach`).
    :param held: the fixed strengths in natural units, by index.
    """
    import numpy as np

    strengths = np.zeros(len(points))
    if held:
        strengths += np.mean(list(held.values()))
        strengths[list(held)] = list(held.values())
    games = points + points.T
    for _ in range(ROUNDS):
        expected = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
        gradient = (points - games * expected).sum(axis=1)
        covariance = _inverse(games * expected * expected.T, held)
        step = covariance @ gradient
        longest = np.abs(step).max(initial=0.0)
        strengths += step * min(1.0, LONGEST_STEP / longest if longest else 1.0)
        if longest < CLOSE:
            break
    return strengths, covariance


def _inverse(weights: Any, held: Collection[int]) -> Any:
    """Return the inverse of the Fisher information, 0 for held players.

    Without held players the sum of strengths is free; one unit of information fixes it.

    :param weights: games times the variance of a game, for each two players.
    """
    import numpy as np

    size = len(weights)
    information = np.diag(weights.sum(axis=1)) - weights
    if not held:  # the sum is free: fix it by one unit, no difference depends on it
        return np.linalg.inv(information + 1 / max(size, 1))
    free = [i for i in range(size) if i not in held]
    inverse = np.zeros((size, size))
    inverse[np.ix_(free, free)] = np.linalg.inv(information[np.ix_(free, free)])
    return inverse


def _unrated(player: int, reach: Any, others: Sequence[int]) -> tuple[float | None, str]:
    """Return the rating, infinite or None, of a player outside the rated group, and the reason.

    :param reach: the matrix of `_reach`.
    :param others: the group; all players if there is none.
    """
    above = any(reach[player, i] for i in others if i != player)
    below = any(reach[i, player] for i in others if i != player)
    if above and below:
        return None, "won everything against some and lost everything against others"
    if above:
        return math.inf, "no rated player scored against it"
    if below:
        return -math.inf, "scored against no rated player"
    return None, "no games join it to the rated players"


def crosstable(players: Sequence[str], results: Results) -> list[list[str]]:
    """Return the crosstable: place, name, points, games, and cells such as "3 of 4".

    Points and games are the sums of the cells. The first row is the heading. The cell of players
    that never met is empty; a player against itself has "-". Spreadsheets would read "3/4" as a
    date.

    :param players: the players, the best one first.
    """
    points = _points(players, results)
    games = points + points.T
    table = [["", "player", "points", "games", *(str(i + 1) for i in range(len(players)))]]
    for i, player in enumerate(players):
        scores = zip(points[i], games[i], strict=True)
        cells = [f"{won:g} of {played:g}" if played else "" for won, played in scores]
        cells[i] = "-"
        table.append([str(i + 1), player, f"{points[i].sum():g}", f"{games[i].sum():g}", *cells])
    return table
