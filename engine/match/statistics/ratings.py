"""Ratings of many players from all their games, and the crosstable.

The model is Bradley and Terry's (Biometrika 39, 1952) on Elo's scale: i expects the score
1 / (1 + 10^((r_j - r_i) / 400)) against j. A draw counts as half a win and half a loss. The ratings
are those under which the results are most likely, found by Newton's method.

A most likely rating exists only among players who are joined both ways by points: the first scored
against the second, the second against a third, and so on back to the first (Ford, American
Mathematical Monthly 64, 1957). The largest such group is rated. Whoever won or lost everything
against it has an infinite rating, and its games count for nobody's; a `prior` makes all finite.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

from engine.match.statistics.elo import Counts
from games.errors import SpecError

__all__ = ["Rating", "Results", "crosstable", "ratings"]

SCALE = 400 / math.log(10)
"""Elo of a player who is e times as strong: one natural unit."""

ROUNDS = 1000
LONGEST_STEP = 1.0
"""In natural units: longer steps of Newton's method may lead away."""
CLOSE = 1e-10
"""The step, in natural units, at which the ratings stand."""

Results = Mapping[tuple[str, str], tuple[int, int, int]]
"""Games won, drawn and lost (a `WDL`, say) between pairs of players, counted for the first of them.
A pair may stand either way round, or both."""


@dataclass(frozen=True)
class Rating:
    """A player's rating.

    :param rating: in Elo; infinite for who won or lost everything against the rated players, None
        where the games do not say.
    :param error: half the confidence interval, of the difference to the mean of the rated players,
        or to the anchors if there are any (an anchor's own is 0); None without a finite rating.
    :param note: why it is not finite.
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
    mean: float = 0.0,
    prior: float = 0.0,
    confidence: float = 0.95,
    counts: Mapping[tuple[str, str], Counts] | None = None,
) -> list[Rating]:
    """The ratings of all players, the strongest first; equal ones in the order given.

    Without `counts` the errors are those of games that end in a win or a loss (from the Fisher
    information). With them they are those of what was seen, draws and pairs of games of one
    opening, which are not independent (Huber's sandwich, 5th Berkeley Symposium, 1967): for two
    players the error of `elo`, to first order.

    :param anchors: players whose rating is given; they count as joined.
    :param mean: the mean of the rated players, where there are no anchors.
    :param prior: draws that each player is given against one and the same unseen player; 2 are a
        weak prior.
    :param confidence: how often an interval so found holds the true difference.
    :param counts: of every two players, in the order that `results` has them; where all of theirs
        are equal, which shows no deviation, it is that of games that end in a win or a loss.
    :raises SpecError: on an anchor or a pair that is not among the players.
    """
    import numpy as np

    points = _points(players, results)
    anchors = anchors or {}
    _refuse_strangers(anchors, players)
    held = {players.index(name): value / SCALE for name, value in anchors.items()}
    tried = np.pad(points, (0, 1 if prior else 0), constant_values=prior / 2)
    np.fill_diagonal(tried, 0)
    reach = _reach(tried > 0, list(held))
    rated = _largest_group(reach, tried, held)
    group = tried[np.ix_(rated, rated)]
    strengths, covariance = _fit(group, {rated.index(i): value for i, value in held.items()})
    if counts is not None:
        seen = _seen(players, counts, rated, strengths, group)
        covariance = covariance @ (np.diag(seen.sum(axis=1)) - seen) @ covariance
    if not held:
        told = [k for k, i in enumerate(rated) if i < len(players)]
        strengths, covariance = _centred(strengths, covariance, told)
        strengths += mean / SCALE
    z = NormalDist().inv_cdf((1 + confidence) / 2)
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
    return sorted(found, key=_strongest_first)


def _seen(
    players: Sequence[str],
    counts: Mapping[tuple[str, str], Counts],
    rated: Sequence[int],
    strengths: Any,
    points: Any,
) -> Any:
    """How far the points of each two rated players' games, or pairs of games, were from what was
    expected of them: the sum of the squares, which takes the place of its expected value, games
    times the variance of one.

    :param rated: the group that is rated, of these strengths.
    :param points: what they scored against each other.
    """
    import numpy as np

    expected = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
    seen = (points + points.T) * expected * expected.T
    places = {players[i]: k for k, i in enumerate(rated) if i < len(players)}
    for (first, second), each in counts.items():
        if first not in places or second not in places or np.count_nonzero(each) < 2:
            continue
        i, j = places[first], places[second]
        size = each.games / sum(each)
        score = np.linspace(0, 1, len(each))
        squares = (size * (score - expected[i, j])) ** 2
        seen[i, j] = seen[j, i] = squares @ np.array(each.ascending)
    return seen


def _strongest_first(found: Rating) -> tuple[bool, float]:
    return found.rating is None, -(found.rating or 0.0)


def _refuse_strangers(names: Iterable[str], players: Sequence[str]) -> None:
    """Hold that all names are players'.

    :raises SpecError: if one is not.
    """
    known = set(players)
    for name in names:
        if name not in known:
            raise SpecError(f"ratings: {name!r} is not among the players: {', '.join(players)}")


def _points(players: Sequence[str], results: Results) -> Any:
    """What each player scored against each other: a matrix.

    :raises SpecError: on a name that is not among the players.
    """
    import numpy as np

    _refuse_strangers((name for pair in results for name in pair), players)
    index = {name: number for number, name in enumerate(players)}
    points = np.zeros((len(players), len(players)))
    for pair, (wins, draws, losses) in results.items():
        first, second = index[pair[0]], index[pair[1]]
        points[first, second] += wins + draws / 2
        points[second, first] += losses + draws / 2
    return points


def _centred(strengths: Any, covariance: Any, told: Sequence[int]) -> tuple[Any, Any]:
    """Strengths and their covariance as differences to the mean of those who are told of."""
    import numpy as np

    if not told:
        return strengths, covariance
    centre = np.eye(len(strengths))
    centre[:, told] -= 1 / len(told)
    return centre @ strengths, centre @ covariance @ centre.T


def _reach(scored: Any, joined: Sequence[int]) -> Any:
    """Who is linked to whom by a chain of players who each scored against the next (Warshall).

    :param joined: players who count as linked with one another.
    """
    import numpy as np

    reach = scored.copy()
    reach[np.ix_(joined, joined)] = True
    np.fill_diagonal(reach, True)
    for middle in range(len(reach)):
        reach |= np.outer(reach[:, middle], reach[middle])
    return reach


def _largest_group(reach: Any, points: Any, anchors: Collection[int]) -> list[int]:
    """The players who are rated: the anchors' group, or the one of most players, then most games.

    A player alone is no group: there may be none.
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
    """The most likely strengths in natural units, and their covariance.

    Without held players only differences mean anything, in both.

    :param points: of players who are all joined.
    :param held: the strengths that are given.
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
    """The inverse of the Fisher information, 0 for held players.

    :param weights: games times the variance of a game, for each two players.
    """
    import numpy as np

    size = len(weights)
    information = np.diag(weights.sum(axis=1)) - weights
    if not held:  # one unit for the sum of all, which is free: no difference depends on it
        return np.linalg.inv(information + 1 / max(size, 1))
    free = [i for i in range(size) if i not in held]
    inverse = np.zeros((size, size))
    inverse[np.ix_(free, free)] = np.linalg.inv(information[np.ix_(free, free)])
    return inverse


def _unrated(player: int, reach: Any, others: Sequence[int]) -> tuple[float | None, str]:
    """The rating of a player outside the group that is rated, and why it is none.

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
    """The crosstable by falling points: place, name, points, games, and "3 of 4" of each two.

    The first row is the heading. Who never met has an empty cell, a player against itself "-". No
    cell is one that spreadsheets take for a date, as they do "3/4".

    :raises SpecError: on a pair that is not among the players.
    """
    points = _points(players, results)
    games = points + points.T
    order = sorted(range(len(players)), key=lambda i: -points[i].sum())
    table = [["", "player", "points", "games", *(str(k + 1) for k in range(len(order)))]]
    for k, i in enumerate(order):
        cells = [f"{points[i, j]:g} of {games[i, j]:g}" if games[i, j] else "" for j in order]
        cells[k] = "-"
        table.append(
            [str(k + 1), players[i], f"{points[i].sum():g}", f"{games[i].sum():g}", *cells]
        )
    return table
