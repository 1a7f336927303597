"""How a sequential test went over the games of a pair."""

from __future__ import annotations

from dataclasses import dataclass

from engine.match.results.matchup import Matchup
from engine.match.results.trial import Trial
from engine.match.results.verdict import growing, verdict
from engine.match.statistics.sprt import Sprt

__all__ = ["Curve", "curve"]


@dataclass(frozen=True)
class Curve:
    """The log-likelihood ratio after so many games.

    :param points: games and ratio, from the first to the last.
    :param decision: "H0" or "H1", what was taken first; "" while it is open.
    :param decided: after how many games that was.
    """

    players: tuple[str, str]
    points: tuple[tuple[int, float], ...]
    decision: str
    decided: int


def curve(pair: Matchup, test: Sprt, most: int, trial: Trial | None = None) -> Curve:
    """The test of a pair's first player after every pair of games, or game; see `growing`.

    :param most: points at most; what lies between them is left out.
    :param trial: where the tournament itself made this test, what it decided.
    """
    counts = growing(pair, paired=trial is not None)
    decision, decided = verdict(test, counts, trial)
    step = max(1, -(-len(counts) // most))
    points = [(0, 0.0)]
    for each in [*counts[step - 1 :: step], *counts[-1:]]:
        if each.games != points[-1][0]:
            points.append((each.games, test.llr(each)))
    return Curve(pair.players, tuple(points), decision, decided)
