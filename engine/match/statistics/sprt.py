"""The sequential probability ratio test: play until one of two hypotheses is clear.

H0: the difference is `elo0`; H1: it is `elo1`. The test may be evaluated after any game (or pair).
It ends if the log-likelihood ratio leaves (log(beta / (1 - alpha)), log((1 - beta) / alpha))
(Wald, Sequential Tests of Statistical Hypotheses, 1945). The ratio is the generalised one: it uses,
for each hypothesis, the most likely distribution of results that fulfils it, as in fishtest:

* logistic: the mean score is the hypothesis's, by Elo's formula
  (Van den Bergh, https://www.cantate.be/Fishtest/support_MLE_multinomial.pdf, proposition 1.1);
* normalised: the t-value is (normalized_elo_practical.pdf, same place, section 4.1).

Results that have not occurred count as a thousandth of one, as in fishtest.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from engine.match.statistics.elo import NELO, Counts, expected_score
from games.errors import SpecError, quoted
from games.parts.numbers import is_number, is_whole
from games.parts.records import Record

UNSEEN = 1e-3
"""The count of a result that has not occurred."""

MOST_ELO = 200
"""The maximum difference to test. Beyond it the most likely distributions are not found."""

MODELS = ("normalised", "logistic")


class Sprt(Record, frozen=True):
    """A test of `elo1` against `elo0`.

    :param alpha: the probability of accepting H1 if H0 is true.
    :param beta: the probability of accepting H0 if H1 is true.
    :param model: the unit of the difference: "normalised" or "logistic" Elo.
    :raises SpecError: if the numbers make no test.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: str = "normalised"

    def __post_init__(self) -> None:
        """Check the fields.

        :raises SpecError: if a field is no number or out of range, or `elo0` is not below `elo1`.
        """
        for name in ("elo0", "elo1", "alpha", "beta"):
            value = getattr(self, name)
            if not isinstance(value, float) and not is_whole(value):
                raise SpecError(f"sprt: {name}={quoted(value)}: expected a number")
        if not -MOST_ELO <= self.elo0 < self.elo1 <= MOST_ELO:
            raise SpecError(
                f"sprt: elo0={self.elo0:g}, elo1={self.elo1:g}: expected elo0 below elo1, "
                f"both from -{MOST_ELO} to {MOST_ELO}"
            )
        for name, value in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < value < 0.5:
                raise SpecError(f"sprt: {name}={value}: expected a number between 0 and 0.5")
        if self.model not in MODELS:
            raise SpecError(f"sprt: model={quoted(self.model)}: expected {' or '.join(MODELS)}")

    @classmethod
    def of(cls, numbers: Sequence[float]) -> Sprt:
        """Return the test of `elo1` against `elo0`, with the default errors and model.

        :param numbers: `elo0` and `elo1`, in normalised Elo.
        :raises SpecError: if the numbers make no test.
        """
        given = list(numbers) if isinstance(numbers, Iterable) else numbers
        if not isinstance(given, list) or len(given) != 2 or not all(map(is_number, given)):
            raise SpecError(f"sprt={quoted(given)}: expected two numbers, elo0 and elo1")
        return cls(given[0], given[1])

    @property
    def lower(self) -> float:
        """The log-likelihood ratio at which H0 is accepted."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The log-likelihood ratio at which H1 is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    def llr(self, counts: Counts) -> float:
        """Return the log-likelihood ratio of H1 to H0; 0 without games."""
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
        """Return "H0" or "H1" if the test ends at these counts, else ""."""
        return self.accepted(self.llr(counts))

    def accepted(self, llr: float) -> str:
        """Return "H0" or "H1" if the test ends at this ratio, else ""."""
        if llr >= self.upper:
            return "H1"
        return "H0" if llr <= self.lower else ""

    def _most_likely(
        self, points: list[float], shares: list[float], elo: float, games: float
    ) -> list[float]:
        """Return the most likely distribution under the hypothesis that the difference is `elo`.

        :param points: the possible results, rising from 0 to 1, which were observed with `shares`.
        :param games: the games of one result: 1, or 2 for pairs.
        """
        if self.model == "logistic":
            return with_mean(points, shares, expected_score(elo))
        return with_t_value(points, shares, elo / NELO * math.sqrt(games))


def with_mean(points: list[float], shares: list[float], mean: float) -> list[float]:
    """Return the most likely distribution with this mean for points observed with `shares`.

    It is shares / (1 + x (points - mean)), for the x at which points - mean has mean 0.

    :param points: rising, with the mean between first and last; all shares above 0.
    """
    return _tilted([point - mean for point in points], shares)


def with_t_value(points: list[float], shares: list[float], t: float) -> list[float]:
    """Return the most likely distribution with (mean - 1/2) / deviation = t.

    The condition is linearised at the previous distribution until it converges. With mean m and
    deviation d of that distribution it is E[p - 1/2 - t d (1 + ((m - p) / d)^2) / 2] = 0.

    :param points: the results, rising, that were observed with `shares`, all above 0.
    """
    found = [1 / len(points)] * len(points)
    for _ in range(ROUNDS):
        before = found
        mean = sum(p * q for p, q in zip(points, before, strict=True))
        variance = sum((p - mean) ** 2 * q for p, q in zip(points, before, strict=True))
        deviation = math.sqrt(variance)
        found = _tilted(
            [p - 0.5 - t * (deviation + (mean - p) ** 2 / deviation) / 2 for p in points],
            shares,
        )
        if max(abs(a - b) for a, b in zip(found, before, strict=True)) < TOLERANCE:
            break
    return found


ROUNDS = 100
TOLERANCE = 1e-12
"""The change of a probability at which `with_t_value` stops; at most `ROUNDS` rounds."""


def _tilted(offsets: list[float], shares: list[float]) -> list[float]:
    """Return the distribution shares / (1 + x offsets) for the x at which the offsets have mean 0.

    x is between 0 and the pole -1 / o, where o is the least offset if their mean is above 0, and
    else the greatest. The search uses x = (1 - d) (-1 / o). With r = offset / o a denominator is
    1 - r + d r, which loses no digits if x is very near the pole (a result that has not occurred
    among very many games). The mean over o falls as d rises from 0 to 1. No probability is above 1,
    so d is at least the share of o. Newton's method finds the zero of the mean. A step out of the
    bracketing interval goes to the geometric mean of its ends instead. After `ROUNDS` the last d is
    used.

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
"""The relative step of d at which Newton's method stops; each step doubles the correct digits."""
