"""How a sequential test went over the games of a pair."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.match.results.matchup import Matchup
from engine.match.results.trial import Trial
from engine.match.statistics.elo import WDL, Counts, Pentanomial
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
    """The test of a pair's first player after every game, or pair of games.

    :param most: points at most; what lies between them is left out.
    :param trial: where the tournament itself made this test, what it decided.
    """
    counts = list(_growing(pair, paired=trial is not None or isinstance(pair.counts, Pentanomial)))
    step = max(1, -(-len(counts) // most))
    kept = [*counts[step - 1 :: step], *counts[-1:]]
    points = [(0, 0.0)]
    decision, decided = "", 0
    for each in kept:
        if each.games == points[-1][0]:
            continue
        points.append((each.games, test.llr(each)))
        if not decision and (decision := test.decision(each)):
            decided = each.games
    if trial is not None:
        decision, decided = trial.decision, trial.games
    return Curve(pair.players, tuple(points), decision, decided)


def _growing(pair: Matchup, *, paired: bool) -> Iterator[Counts]:
    """The counts after every pair of games, or after every game."""
    if not paired:
        games = [0, 0, 0]
        for played in pair.unique:
            games[2 - int(2 * played.score)] += 1
            yield WDL(*games)
        return
    pairs = [0] * 5
    first: dict[int, float] = {}
    for played in pair.unique:
        if played.opening not in first:
            first[played.opening] = played.score
        else:
            pairs[int(2 * (first[played.opening] + played.score))] += 1
            yield Pentanomial(*pairs)
