"""The strength difference of two players: Elo, normalised Elo, likelihood of superiority.

Everything is computed from counts, of games (`WDL`) or of colour-swapped pairs of games from one
opening (`Pentanomial`). The two games of a pair are not independent. So pairs are the
correct unit if an opening favours a side; single games give wrong errors.

Scores are from the first player's side: 1 for a win, 1/2 for a draw, 0 for a loss.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import NormalDist
from typing import NamedTuple, Self

from games.errors import SpecError, quoted
from games.parts.numbers import is_number, is_whole

NELO = 800 / math.log(10)
"""Normalised Elo of a mean one standard deviation of a game above 1/2: for even players and a
small difference, normalised Elo is Elo divided by twice the deviation of a game."""

_NORMAL = NormalDist()


class WDL(NamedTuple):
    """Games won, drawn and lost."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @classmethod
    def of(cls, scores: Iterable[float]) -> Self:
        """Return how many scores of games are 1, 0.5 and 0."""
        found = list(scores)
        return cls(found.count(1), found.count(0.5), found.count(0))

    @property
    def ascending(self) -> tuple[int, ...]:
        """The counts by ascending score."""
        return self[::-1]

    @property
    def games(self) -> int:
        """The number of games."""
        return sum(self)


class Pentanomial(NamedTuple):
    """Pairs of games by the score of both together (the pentanomial counts): 0, 1/2, 1, 3/2, 2."""

    zero: int = 0
    half: int = 0
    one: int = 0
    one_and_half: int = 0
    two: int = 0

    @classmethod
    def of(cls, scores: Iterable[tuple[float, float]]) -> Self:
        """Return the counts of pairs of games, by the first player's points in both games.

        :param scores: the first player's scores in the two games of each pair.
        """
        found = [round(2 * (first + second)) for first, second in scores]
        return cls(*[found.count(doubled) for doubled in range(5)])

    @property
    def ascending(self) -> tuple[int, ...]:
        """The counts by rising score."""
        return tuple(self)

    @property
    def games(self) -> int:
        """The number of games, two for each pair."""
        return 2 * sum(self)


Counts = WDL | Pentanomial


@dataclass(frozen=True)
class EloEstimate:
    """A number with its confidence interval.

    :param value: the number; infinite if the results give no bound, None without information.
    :param low: the lower end of the interval; None if there is none.
    :param high: the upper end.
    :param note: the reason for an infinite or missing value, or for another method.
    """

    value: float | None
    low: float | None
    high: float | None
    note: str = ""

    @property
    def error(self) -> float | None:
        """Half the length of the interval; None if it is not finite."""
        if self.low is None or self.high is None or math.isinf(self.high - self.low):
            return None
        return (self.high - self.low) / 2

    def __str__(self) -> str:
        """Return the value with its error or its interval; "unknown" without a value."""
        if self.value is None:
            return "unknown"
        if self.error is not None:
            return f"{self.value:+z.1f} +- {self.error:.1f}"
        if self.low is None or self.high is None:
            return f"{self.value:+z.1f}"
        return f"{self.value:+z.1f} ({self.low:+z.1f} to {self.high:+z.1f})"


NOTHING = EloEstimate(None, None, None, "no games")


class Moments(NamedTuple):
    """The moments of the score of one game, or of the mean score of one pair, in [0, 1]."""

    total: int
    """The number of games or pairs."""
    mean: float
    variance: float
    skewness: float
    """The standardised third moment; 0 without variance."""
    kurtosis: float
    """The standardised fourth moment; 0 without variance."""


def moments(counts: Counts) -> Moments:
    """Return the number of games or pairs, and the moments of their scores from 0 to 1.

    :raises ZeroDivisionError: without results.
    """
    ascending = counts.ascending
    total = sum(ascending)
    points = [(index / (len(ascending) - 1), count) for index, count in enumerate(ascending)]
    mean = sum(point * count for point, count in points) / total
    second, third, fourth = (
        sum(count * (point - mean) ** power for point, count in points) / total
        for power in (2, 3, 4)
    )
    if second == 0:
        return Moments(total, mean, 0.0, 0.0, 0.0)
    return Moments(total, mean, second, third / second**1.5, fourth / second**2)


def elo_of(mean: float) -> float:
    """Return the Elo difference for an expected mean score: -400 log10(1/mean - 1).

    Elo, The Rating of Chessplayers (1978), in the logistic form. Infinite at 0 and 1 and beyond.
    """
    if mean <= 0:
        return -math.inf
    return math.inf if mean >= 1 else -400 * math.log10(1 / mean - 1)


def expected_score(elo: float) -> float:
    """Return the expected mean score for an Elo difference: 1 / (1 + 10^(-elo/400))."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo(counts: Counts, confidence: float = 0.95) -> EloEstimate:
    """Return the first player's Elo minus the second's, with its interval; `NOTHING` without games.

    The ends of the interval are the Elo of mean +- z * deviation / sqrt(n), as in fishtest and
    fastchess; n counts games or pairs. If all results are equal, the deviation is 0. Then wins
    alone, or losses, have Wilson's score interval (JASA 22, 1927). If they are neither, different
    results have at most the probability p with (1-p)^n = 1 - confidence (the rule of three). The
    ends are the means if all of those were losses, or wins.

    :param confidence: the probability that the interval contains the true difference.
    :raises SpecError: if `counts` are no counts, or the probability is not between 0 and 1.
    """
    _expect_counts(counts)
    if not counts.games:
        return NOTHING
    found = moments(counts)
    z = _quantile(confidence)
    if found.variance:
        reach = z * math.sqrt(found.variance / found.total)
        low, high = found.mean - reach, found.mean + reach
        wide = low <= 0 or high >= 1
        note = "too few games to bound the difference" if wide else ""
    elif 0 < found.mean < 1:
        other = 1 - (1 - confidence) ** (1 / found.total)
        low, high = found.mean * (1 - other), found.mean + other * (1 - found.mean)
        note = "all results are equal: the rule of three"
    else:
        low, high = _wilson(found.mean, found.total, z)
        note = "all results are equal: Wilson's interval"
    return EloEstimate(elo_of(found.mean), elo_of(low), elo_of(high), note)


def normalised_elo(counts: Counts, confidence: float = 0.95) -> EloEstimate:
    """Return the first player's normalised Elo: (mean - 1/2) / deviation of a game * 800 / ln 10.

    In contrast to Elo it does not shrink when draws become more frequent. A test of n games
    resolves the same normalised difference for every game, book and time control (Van den Bergh,
    Normalized Elo, https://www.cantate.be/Fishtest/normalized_elo.pdf). The deviation of a game is
    that of a pair's mean times sqrt(2). The interval is that of the t-value to first order (delta
    method). Its half length is at least 800 / ln 10 * z / sqrt(games), the value for small
    differences (which fastchess uses for all).

    It is `NOTHING` without games. If all results are equal, it is infinite, or 0 for a mean of 1/2,
    and has no interval. Parameters and errors are those of `elo`.
    """
    _expect_counts(counts)
    if not counts.games:
        return NOTHING
    found = moments(counts)
    if not found.variance:
        value = 0.0 if found.mean == 0.5 else math.copysign(math.inf, found.mean - 0.5)
        return EloEstimate(value, None, None, "all results are equal: no deviation to divide by")
    t = (found.mean - 0.5) / math.sqrt(found.variance)
    spread = 1 - found.skewness * t + (found.kurtosis - 1) * t * t / 4
    unit = NELO * math.sqrt(found.total / counts.games)
    reach = _quantile(confidence) * unit * math.sqrt(max(spread, 1.0) / found.total)
    return EloEstimate(unit * t, unit * t - reach, unit * t + reach)


def los(counts: Counts) -> float | None:
    """Return the likelihood of superiority: the probability that the first player is stronger.

    Phi((mean - 1/2) / (deviation / sqrt(n))), with a flat prior. If all results are equal, the
    deviation is computed around 1/2. The result is 0.5 if all are 1/2, and None without games.

    :raises SpecError: if `counts` are no counts.
    """
    _expect_counts(counts)
    if not counts.games:
        return None
    found = moments(counts)
    variance = found.variance or (found.mean - 0.5) ** 2
    if not variance:
        return 0.5
    return _NORMAL.cdf((found.mean - 0.5) * math.sqrt(found.total / variance))


def _expect_counts(counts: Counts) -> None:
    """Check that counts are of games or of pairs of games.

    :raises SpecError: if they are of another type, or one is no whole number from 0 on.
    """
    if not isinstance(counts, WDL | Pentanomial) or not all(is_whole(count, 0) for count in counts):
        expected = "expected WDL(wins, draws, losses), or a Pentanomial, of whole numbers"
        raise SpecError(f"counts={quoted(counts)}: {expected}")


def _quantile(confidence: float) -> float:
    """Return the z for which a standard normal variable is in -z to z with this probability.

    :raises SpecError: if it is not between 0 and 1.
    """
    if not is_number(confidence) or not 0.5 < (1 + confidence) / 2 < 1:
        raise SpecError(f"confidence={quoted(confidence)}: expected a number between 0 and 1")
    return _NORMAL.inv_cdf((1 + confidence) / 2)


def _wilson(mean: float, count: int, z: float) -> tuple[float, float]:
    """Return the ends of Wilson's interval for the mean of `count` values in [0, 1].

    :param z: half its width in standard deviations.
    """
    middle = (mean + z * z / (2 * count)) / (1 + z * z / count)
    reach = z / (1 + z * z / count) * math.sqrt(mean * (1 - mean) / count + (z / (2 * count)) ** 2)
    low = 0.0 if mean == 0 else middle - reach
    return low, 1.0 if mean == 1 else middle + reach
