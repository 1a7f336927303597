"""Whether two runs of the arena agree: the signs of the differences of its players.

With many players some differences are larger than their errors by chance. So a difference is
decided here if it is larger than its error at 95% for all differences of the contest together
(Bonferroni's inequality).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from statistics import NormalDist

from engine.lab.arena.account import ArenaAccount, Lead
from engine.lab.arena.tables import markdown_table, rated
from games.errors import LimitsError

CONFIDENCE = 0.95

_quantile = NormalDist().inv_cdf


@dataclass(frozen=True)
class Difference:
    """The lead of one player over another, in Elo, in two runs.

    :param error: half the interval of `first` that holds for all differences of the contest.
    """

    players: tuple[str, str]
    first: float
    second: float
    error: float

    @property
    def decided(self) -> bool:
        """Whether the first run decides which player is stronger."""
        return abs(self.first) > self.error

    @property
    def reversed(self) -> bool:
        """Whether the difference has the opposite sign in the second run, or either is 0."""
        return self.first * self.second <= 0


@dataclass(frozen=True)
class Agreement:
    """A contest of two runs.

    :param differences: those of all pairs of players that have a rating in both runs.
    :param change: the root of the mean squared change of their ratings, in standard errors of the
        change. It is near 1 if the errors are right, and larger if they are too small.
    :param leads: the leads of best-first search in both runs; None if a run has none.
    """

    game: str
    limit: str
    differences: tuple[Difference, ...]
    change: float
    leads: tuple[Lead | None, Lead | None]

    @property
    def reversals(self) -> list[Difference]:
        """The differences that the first run decides, with another sign in the second, or none."""
        return [each for each in self.differences if each.decided and each.reversed]


_Rated = tuple[float, float]
"""A player's Elo, and half its 95% interval."""


def agreement(first: ArenaAccount, second: ArenaAccount) -> str:
    """Return in Markdown how far two runs agree: a table of contests, and a list of reversals.

    A reversal is a difference that the first run decides and that has another sign in the second,
    or none. Without reversals there is no list.

    :raises LimitsError: if no contest has two players with a rating in both runs.
    """
    found = agreements(first, second)
    reversals = [
        f"* `{each.game}`, {each.limit}: `{one.players[0]}` and `{one.players[1]}`, "
        f"{one.first:+.0f} +- {one.error:.0f}, then {one.second:+.0f}"
        for each in found
        for one in each.reversals
    ]
    head = ["game", "a move", "decided differences", "other sign", "change"]
    head += ["lead, first run", "lead, second run"]
    lines = markdown_table(
        head,
        (
            [
                f"`{each.game}`",
                each.limit,
                f"{sum(one.decided for one in each.differences)} of {len(each.differences)}",
                f"{len(each.reversals)}",
                f"{each.change:.2f}",
                *("" if lead is None else rated(lead.lead, lead.error) for lead in each.leads),
            ]
            for each in found
        ),
    )
    return "\n".join([*lines, *(["", *reversals] if reversals else [])]) + "\n"


def agreements(first: ArenaAccount, second: ArenaAccount) -> list[Agreement]:
    """Return the contests in both runs, by name, where two players or more are rated in both.

    :raises LimitsError: if there is none.
    """
    found = []
    for contest, limit in first.limits.items():
        before, after = _rated_players(first, contest), _rated_players(second, contest)
        both = {name: (before[name], after[name]) for name in before if name in after}
        if len(both) >= 2:
            game = next(row.game for row in first.players if row.contest == contest)
            leads = (_lead(first, game, limit), _lead(second, game, limit))
            differences = tuple(_differences(both))
            found.append(Agreement(game, limit, differences, _change(both), leads))
    if not found:
        raise LimitsError("the two runs of the arena have no contest with two rated players each")
    return found


def _rated_players(account: ArenaAccount, contest: str) -> dict[str, _Rated]:
    """Return rating and error of each player of a contest that has both, the error above 0."""
    return {
        row.player: (row.rating, row.error)
        for row in account.players
        if row.contest == contest and row.rating is not None and row.error
    }


def _differences(players: Mapping[str, tuple[_Rated, _Rated]]) -> Iterator[Difference]:
    """Yield the differences of all pairs of players, from their ratings in both runs.

    Errors are those of the first run, widened so that they hold for all pairs together.
    """
    pairs = list(combinations(players, 2))
    part = (1 - CONFIDENCE) / 2
    wider = _quantile(1 - part / len(pairs)) / _quantile(1 - part)
    for one, other in pairs:
        (rating, error), (again, _) = players[one]
        (other_rating, other_error), (other_again, _) = players[other]
        reach = wider * math.hypot(error, other_error)
        yield Difference((one, other), rating - other_rating, again - other_again, reach)


def _change(players: Mapping[str, tuple[_Rated, _Rated]]) -> float:
    """Return the root of the mean squared change of ratings, in standard errors of the change."""
    errors = _quantile((1 + CONFIDENCE) / 2)
    squares = [
        (errors * (before - after) / math.hypot(error, other_error)) ** 2
        for (before, error), (after, other_error) in players.values()
    ]
    return math.sqrt(sum(squares) / len(squares))


def _lead(account: ArenaAccount, game: str, limit: str) -> Lead | None:
    """Return an account's lead of best-first search in a game at a budget; None if it has none."""
    return next((each for each in account.leads if (each.game, each.limit) == (game, limit)), None)
