"""What a sequential test says of games that were played, asked after every one that counts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from engine.match.results.matchup import Matchup
from engine.match.results.trial import Trial
from engine.match.statistics.elo import WDL, Counts, Pentanomial
from engine.match.statistics.sprt import Sprt

__all__ = ["Verdict", "growing", "verdict"]


class Verdict(NamedTuple):
    """What was taken first.

    :param decision: "H0" or "H1"; "" while it is open.
    :param games: after how many games; 0 while it is open.
    """

    decision: str = ""
    games: int = 0


def verdict(test: Sprt, counts: Iterable[Counts], trial: Trial | None = None) -> Verdict:
    """What a test takes at the first of these counts that crosses one of its bounds.

    :param trial: where the tournament itself made this test, whose verdict it then is.
    """
    if trial is not None:
        return Verdict(trial.decision, trial.games)
    for each in counts:
        if decision := test.decision(each):
            return Verdict(decision, each.games)
    return Verdict()


def growing(pair: Matchup, *, paired: bool = False) -> list[Counts]:
    """What a pair's games were evidence of after every pair of games of one opening with colours
    swapped; where no game has its twin, after every game.

    :param paired: whether only pairs count, also where there are none.
    """
    pairs = list(_pairs(pair))
    return pairs if pairs or paired else list(_games(pair))


def _pairs(pair: Matchup) -> Iterator[Counts]:
    counts = [0] * 5
    first: dict[int, float] = {}
    for played in pair.unique:
        if played.opening not in first:
            first[played.opening] = played.score
        else:
            counts[int(2 * (first[played.opening] + played.score))] += 1
            yield Pentanomial(*counts)


def _games(pair: Matchup) -> Iterator[Counts]:
    counts = [0] * 3
    for played in pair.unique:
        counts[2 - int(2 * played.score)] += 1
        yield WDL(*counts)
