"""The declaration of an experiment of matches: players, budgets, and the searches to examine.

`engine.lab.board.playing` runs the tournaments and examines the searches of their games.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase

from engine.lab.core.experiment import Tallies, Tally
from engine.match.results.result import MatchResult
from games.errors import LimitsError

LONGER = 4
"""A contest with a largest error has at most so many times its games."""

LOPSIDED = 0.1
"""The error of a rating does not count if the player's share of the points is below this number, or
above 1 minus this number."""

_NODES_A_MS = 1000
"""Approximate number of nodes that a search takes in a millisecond."""


@dataclass(frozen=True)
class Entrant:
    """A player of an experiment.

    :param name: its name in tables and figures; also part of a folder's name.
    :param spec: its spec, a searcher with its evaluator.
    """

    name: str
    spec: str


@dataclass(frozen=True)
class Study:
    """The extent to which the searches of a contest are examined.

    The games of some openings are searched again, move by move. A judge, a search with more nodes,
    checks some of the moves.

    :param openings: number of openings, from the first; 0 examines no games.
    :param judge: spec of the player that computes the loss of a move; "" checks no moves.
    :param every: one in so many of each player's moves in these games is checked.
    :param deeper: the judge's nodes, as a multiple of the players'.
    """

    openings: int = 0
    judge: str = ""
    every: int = 5
    deeper: int = 10


@dataclass(frozen=True)
class Contest:
    """A tournament, all against all, from openings played with swapped colours.

    :param name: unique in its experiment; the folder of its games.
    :param nodes: the budget of every move; 0 if it is one of time.
    :param cpu: the budget of every move in milliseconds of CPU time; None if it is one of nodes.
        Searches with a time limit do not repeat themselves, so they are not examined.
    :param games: games of each pair by default.
    :param openings: spec of the openings; "" for balanced ones by the seed of the run.
    :param error: more games are played, up to `LONGER` times as many, until half the 95% interval
        of each rating is at most this, in Elo; None plays no more. A player that scores less than
        10% or more than 90% does not count, since its error would need very many games.
    """

    name: str
    game: str
    nodes: int
    entrants: tuple[Entrant, ...]
    games: int
    study: Study
    cpu: float | None = None
    openings: str = ""
    error: float | None = None

    @property
    def budget(self) -> float:
        """The budget as a number: nodes, or milliseconds of CPU time."""
        return self.nodes if self.cpu is None else self.cpu

    @property
    def unit(self) -> str:
        """The unit of the budget in words, for the axis of a figure."""
        return "nodes a move" if self.cpu is None else "ms of CPU time a move"

    @property
    def nodes_about(self) -> int:
        """The budget in nodes; of one of time, approximately, 1,000 nodes for a millisecond."""
        return self.nodes if self.cpu is None else round(_NODES_A_MS * self.cpu)

    @property
    def limit(self) -> str:
        """The budget in words, such as "1,000 nodes" or "3 ms"."""
        return f"{self.nodes:,} nodes" if self.cpu is None else f"{self.cpu:g} ms"

    @property
    def pairs(self) -> int:
        """The number of pairs of players."""
        return len(self.entrants) * (len(self.entrants) - 1) // 2

    def allows(self, root: float) -> bool:
        """Return whether the budget of a move is enough to expand the root.

        :param root: the nodes that the root takes; a budget of time is always enough.
        """
        return self.cpu is not None or root <= self.nodes


def duels(
    game: str,
    player: Entrant,
    opponent: Entrant,
    budgets: Sequence[float],
    games: int,
    study: Study | None = None,
    openings: str = "",
    timed: bool = False,
) -> tuple[Contest, ...]:
    """Return the contests of two players, one for each budget of a move.

    They are named GAME-BUDGET-PLAYER-OPPONENT, and have `games` games each.

    :param study: the extent to which searches are examined; None for not at all.
    :param openings: spec of the openings; "" for balanced ones.
    :param timed: whether budgets are milliseconds of CPU time, with names such as 3ms; else they
        are nodes.
    """
    names = f"{player.name}-{opponent.name}"
    return tuple(
        Contest(
            f"{game}-{budget:g}ms-{names}" if timed else f"{game}-{budget}-{names}",
            game,
            0 if timed else int(budget),
            (player, opponent),
            games,
            study or Study(),
            cpu=budget if timed else None,
            openings=openings,
        )
        for budget in budgets
    )


@dataclass(frozen=True)
class Curve:
    """A line of a figure: the Elo of one player against another, by budget.

    :param figure: the name of the figure, common to its lines; the file's name without its ending.
    :param contests: one or more; the first player and the second are the same in all.
    """

    figure: str
    title: str
    contests: tuple[Contest, ...]

    @property
    def players(self) -> tuple[str, str]:
        """The name of the player, and that of its opponent."""
        player, opponent, *_ = self.contests[0].entrants
        return player.name, opponent.name


@dataclass(frozen=True)
class PlayedContest:
    """A contest that was played.

    :param games: games of each pair that were played in the end.
    :param roots: the nodes that each player takes to expand the root, over opening positions.
    :param result: the result of the players that can search; None if there are fewer than two.
    :param searches: the tallies of the searches (see `searches.search_again`).
    """

    contest: Contest
    games: int
    roots: Mapping[str, Tally]
    result: MatchResult | None
    searches: Tallies


@dataclass(frozen=True)
class BoardClaim:
    """A statement, and the test of it on the games, which returns None if it is undecided."""

    text: str
    holds: Callable[[Sequence[PlayedContest]], bool | None]


def results_of(found: Sequence[PlayedContest]) -> list[MatchResult]:
    """Return the results of the contests that have games."""
    return [played.result for played in found if played.result is not None]


FAIR = (
    BoardClaim(
        "every game was played to its end, none forfeited",
        lambda found: all(
            result.count == result.planned and not any(each.forfeits for each in result.standings)
            for result in results_of(found)
        ),
    ),
    BoardClaim(
        "no move exceeded its budget",
        lambda found: (
            not any(each.cost.exceeded for result in results_of(found) for each in result.standings)
        ),
    ),
)
"""The claims that must hold for the games to be valid."""


@dataclass(frozen=True)
class BoardExperiment:
    """The games between some searchers, and the searches behind them.

    :param name: its name on the command line.
    :param source: the text that poses the question, and the place in it.
    :param minutes: approximate time on one core.
    :param most: the nodes of a move that it was restricted to; None if it was not.
    :param only: the pattern of the contests that it was restricted to; empty if it was not.
    :param remark: comments on the results.
    """

    name: str
    title: str
    source: str
    minutes: float
    contests: tuple[Contest, ...]
    curves: tuple[Curve, ...] = ()
    claims: tuple[BoardClaim, ...] = FAIR
    remark: str = ""
    most: int | None = None
    only: str = ""

    @property
    def games(self) -> int:
        """The number of all games that the contests declare."""
        return sum(contest.pairs * contest.games for contest in self.contests)

    def within(self, most: int) -> BoardExperiment:
        """Return the experiment with only the contests of at most so many nodes a move.

        A contest with a budget of time counts 1,000 nodes for each millisecond. Curves keep only
        these contests, and a curve without any is left out. The result's `most` is the limit.

        :raises LimitsError: if there are none.
        """
        kept = tuple(each for each in self.contests if each.nodes_about <= most)
        if not kept:
            least = min(each.nodes_about for each in self.contests)
            raise LimitsError(f"most={most}: expected {least} nodes or more for {self.name}")
        return replace(self._only(kept), most=most)

    def matching(self, pattern: str) -> BoardExperiment:
        """Return the experiment with only the contests whose names match (`othello-*-pvs`).

        Curves keep only these; a curve without any is left out. The result's `only` is the pattern.

        :raises LimitsError: if there are none.
        """
        kept = tuple(each for each in self.contests if fnmatchcase(each.name, pattern))
        if not kept:
            first, last = self.contests[0].name, self.contests[-1].name
            raise LimitsError(
                f"only={pattern}: expected the pattern of a contest of {self.name}, from "
                f"{first!r} to {last!r}"
            )
        return replace(self._only(kept), only=pattern)

    def _only(self, kept: tuple[Contest, ...]) -> BoardExperiment:
        """Return the experiment and its curves with only these contests; no curve is left empty."""
        curves = (
            replace(curve, contests=tuple(each for each in curve.contests if each in kept))
            for curve in self.curves
        )
        return replace(
            self, contests=kept, curves=tuple(curve for curve in curves if curve.contests)
        )
