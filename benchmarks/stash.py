"""Versions of the chess engine Stash as a scale of ratings.

[Stash](https://gitlab.com/mhouppin/stash-bot) is the scale that authors of engines use. Build each
version from its tag, and put the program on the PATH as `stash-20`, `stash-33` and so on.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.match.results.pairs import Matchup
from engine.match.statistics.ratings import Rating, ratings

RATINGS = {
    11: 1690,
    12: 1886,
    13: 1972,
    14: 2060,
    17: 2298,
    19: 2473,
    20: 2509,
    21: 2714,
    25: 2937,
    27: 3057,
    28: 3092,
    29: 3137,
    30: 3166,
    31: 3220,
    32: 3252,
    33: 3286,
    34: 3328,
    35: 3358,
}
"""The Elo of versions on the CCRL Blitz list (2 minutes and 1 second a move).

The source is https://dannyhammer.github.io/engine-testing-guide/determining-strength.html. It also
has estimates for versions that the list lacks. They are left out, and so is version 9 (1275), which
does not always start.
"""

SCALE = {f"Stash {version}": float(rating) for version, rating in RATINGS.items()}
"""The same by the names of players in tournaments."""


def spec(version: int) -> str:
    """Return the spec of the player of a version, whose program must be on the PATH."""
    return f"uci:stash-{version}"


def rated(player: str, found: Mapping[str, Matchup], scale: Mapping[str, float]) -> Rating:
    """Return the rating of a player from its matches, on a scale of fixed ratings.

    :param found: the results by opponent, each counted for the player, who is the first of the two.
    :param scale: the ratings of the opponents, and perhaps of others.
    """
    anchors = {opponent: scale[opponent] for opponent in found}
    each = ratings(
        [player, *anchors],
        {(player, opponent): pair.score for opponent, pair in found.items()},
        anchors=anchors,
        counts={(player, opponent): pair.counts for opponent, pair in found.items()},
    )
    return next(one for one in each if one.player == player)
