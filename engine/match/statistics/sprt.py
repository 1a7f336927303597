"""The sequential probability ratio test: play until one of two hypotheses is clear.

H0: the difference is `elo0`; H1: it is `elo1`. After any game (or pair) the test may be asked; it
ends when the log-likelihood ratio leaves (log(beta / (1 - alpha)), log((1 - beta) / alpha)) (Wald,
Sequential Tests of Statistical Hypotheses, 1945). The ratio is the generalised one: for each
hypothesis the most likely distribution of results that fulfils it, as fishtest computes it:

* logistic: the mean score is the hypothesis's, by Elo's formula
  (Van den Bergh, https://www.cantate.be/Fishtest/support_MLE_multinomial.pdf, proposition 1.1);
* normalised: the t-value is (normalized_elo_practical.pdf, same place, section 4.1).

Results that have not occurred count as a thousandth of one, as in fishtest.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from engine.match.statistics.elo import NELO, Counts, score
from games.errors import SpecError, quoted
from games.parts.numbers import is_number
from games.parts.records import Record

__all__ = ["MODELS", "Sprt"]

UNSEEN = 1e-3
"""What a result that has not occurred counts."""

MOST_ELO = 200
"""The size of a difference that is tested, at most. Beyond it the most likely distributions are
not found."""

MODELS = ("normalised", "logistic")


class Sprt(Record, frozen=True):
    """A test of `elo1` against `elo0`.

    :param alpha: how often H1 may be taken where H0 holds.
    :param beta: how often H0 may be taken where H1 holds.
    :param model: what the difference is measured in: "normalised" or "logistic" Elo.
    :raises SpecError: if the numbers make no test.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: str = "normalised"

    def __post_init__(self) -> None:
        if not -MOST_ELO <= self.elo0 < self.elo1 <= MOST_ELO:
            raise SpecError(
                f"sprt: elo0={self.elo0:g}, elo1={self.elo1:g}: expected elo0 below elo1, "
                f"both from -{MOST_ELO} to {MOST_ELO}"
            )
        for name, value in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < value < 0.5:
                raise SpecError(f"sprt: {name}={value}: expected a number between 0 and 0.5")
        if self.model not in MODELS:
            raise SpecError(f"sprt: model={self.model}: expected {' or '.join(MODELS)}")

    @classmethod
    def of(cls, numbers: Sequence[float]) -> Sprt:
        """The test of `elo1` against `elo0`.

        :raises SpecError: if they make none.
        """
        given = list(numbers) if isinstance(numbers, Iterable) else numbers
        if not isinstance(given, list) or len(given) != 2 or not all(map(is_number, given)):
            raise SpecError(f"sprt={quoted(given)}: expected two numbers, elo0 and elo1")
        return cls(given[0], given[1])

    @property
    def lower(self) -> float:
        """The ratio at which H0 is taken."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The ratio at which H1 is taken."""
        return math.log((1 - self.beta) / self.alpha)

    def llr(self, counts: Counts) -> float:
        """The log-likelihood ratio of H1 to H0; 0 without games."""
        if not counts.games:
            return 0.0
        ascending = [count or UNSEEN for count in counts.ascending]
        total = sum(ascending)
        points = [index / (len(ascending) - 1) for index in range(len(ascending))]
        shares = [count / total for count in ascending]
        h0, h1 = (
            self._most_likely(points, shares, elo, counts.games / sum(counts))
            for elo in (self.elo0, self.elo1)
        )
        return sum(n * math.log(q / p) for n, p, q in zip(ascending, h0, h1, strict=True))

    def decision(self, counts: Counts) -> str:
        """ "H0" or "H1" if the test ends here, else ""."""
        return self.taken(self.llr(counts))

    def taken(self, llr: float) -> str:
        """ "H0" or "H1" if the test ends at this ratio, else ""."""
        if llr >= self.upper:
            return "H1"
        return "H0" if llr <= self.lower else ""

    def _most_likely(
        self, points: list[float], shares: list[float], elo: float, games: float
    ) -> list[float]:
        """The most likely distribution under a hypothesis, of results that are so many games."""
        if self.model == "logistic":
            return with_mean(points, shares, score(elo))
        return with_t_value(points, shares, 0.5, elo / NELO * math.sqrt(games))


def with_mean(points: list[float], shares: list[float], mean: float) -> list[float]:
    """The most likely distribution with that mean, where `points` were observed by `shares`.

    It is shares / (1 + x (points - mean)), for the x that makes points - mean 0 in the mean.

    :param points: rising, with the mean between first and last; all shares above 0.
    """
    return _tilted([point - mean for point in points], shares)


def with_t_value(points: list[float], shares: list[float], origin: float, t: float) -> list[float]:
    """The most likely distribution with (mean - origin) / deviation = t.

    The condition is made linear at the distribution before, until that stays the same: with its
    mean m and deviation d it reads E[p - origin - t d (1 + ((m - p) / d)^2) / 2] = 0.
    """
    found = [1 / len(points)] * len(points)
    for _ in range(ROUNDS):
        before = found
        mean = sum(p * q for p, q in zip(points, before, strict=True))
        variance = sum((p - mean) ** 2 * q for p, q in zip(points, before, strict=True))
        deviation = math.sqrt(variance)
        found = _tilted(
            [p - origin - t * (deviation + (mean - p) ** 2 / deviation) / 2 for p in points],
            shares,
        )
        if max(abs(a - b) for a, b in zip(found, before, strict=True)) < TOLERANCE:
            break
    return found


ROUNDS = 100
TOLERANCE = 1e-12
"""The change of a probability at which `with_t_value` stops, after at most so many rounds."""


def _tilted(offsets: list[float], shares: list[float]) -> list[float]:
    """shares / (1 + x offsets) for the x at which the offsets have mean 0: a distribution.

    x is between 0 and the pole -1 / o, where o is the least offset if their mean is above 0, and
    else the greatest. It is sought as x = (1 - d) (-1 / o): with r = offset / o a denominator is
    1 - r + d r, which loses no digit where x is so near the pole that no number is between them (a
    result that has not occurred among very many games). The mean over o falls as d rises from 0 to
    1; no probability is above 1, so d is at least the share of o. Newton's method finds where the
    mean is 0; a step out of the interval that is known to hold that goes to the geometric mean of
    its ends instead. After `ROUNDS` the best d so far is taken.

    :param offsets: some below and some above 0.
    """
    mean = sum(share * offset for share, offset in zip(shares, offsets, strict=True))
    pole = min(offsets) if mean > 0 else max(offsets)
    ratios = [offset / pole for offset in offsets]
    low = sum(share for share, ratio in zip(shares, ratios, strict=True) if ratio == 1)
    high = d = 1.0
    for _ in range(ROUNDS):
        mean = slope = 0.0
        for share, ratio in zip(shares, ratios, strict=True):
            weight = ratio / (1 - ratio + d * ratio)
            mean += share * weight
            slope -= share * weight * weight
        low, high = (d, high) if mean > 0 else (low, d)
        before, d = d, d - mean / slope
        if not low <= d <= high:
            d = math.sqrt(low) * math.sqrt(high)
        if abs(d - before) <= CLOSE * d:
            break
    return [q / (1 - r + d * r) for r, q in zip(ratios, shares, strict=True)]


CLOSE = 1e-9
"""The last step of Newton's method, which doubles the digits that are right, as a part of d."""
