"""What an experiment at the board is: who plays whom, within which budgets, and what is looked at.

Like `engine.lab.core.experiment` this only declares; `engine.lab.board.playing` lets the games be
played by the tournaments of `engine.match`, and looks at the searches behind them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase

from engine.lab.core.tally import Tallies, Tally
from engine.match.results.result import MatchResult
from games.errors import LimitsError

__all__ = [
    "FAIR",
    "BoardClaim",
    "BoardExperiment",
    "Contest",
    "Curve",
    "Entrant",
    "PlayedContest",
    "Study",
    "duels",
    "timed_duels",
]


_NODES_A_MS = 1000
"""About how many nodes searches take in a millisecond."""


@dataclass(frozen=True)
class Entrant:
    """A player of an experiment.

    :param name: what tables and figures call it; also part of a folder's name.
    :param spec: the player's spec, a searcher of ours with its evaluator.
    """

    name: str
    spec: str


@dataclass(frozen=True)
class Study:
    """How closely the searches of a contest are looked at: the games of some openings are searched
    again, move by move, and some moves held against the search of a judge.

    :param openings: how many openings' games, from the first; 0 looks at none.
    :param judge: spec of the player that says what a move loses; "" checks no moves.
    :param every: of each player's moves in these games one in so many is checked.
    :param deeper: the judge's nodes, as a multiple of the players'.
    """

    openings: int = 0
    judge: str = ""
    every: int = 5
    deeper: int = 10


@dataclass(frozen=True)
class Contest:
    """One tournament, all against all, from balanced openings played with swapped colours.

    :param name: unique in its experiment: the folder of its games.
    :param nodes: the budget of every move; 0 if it is one of time.
    :param cpu: the budget of every move in milliseconds of CPU time; None if it is one of nodes.
        What searches do in a time is not repeated: none is looked at.
    :param games: how many each pair plays, unless said otherwise.
    """

    name: str
    game: str
    nodes: int
    entrants: tuple[Entrant, ...]
    games: int
    study: Study
    cpu: float | None = None

    @property
    def budget(self) -> float:
        """The budget as a number: nodes, or milliseconds."""
        return self.nodes if self.cpu is None else self.cpu

    @property
    def nodes_about(self) -> int:
        """The budget in nodes, about, if it is one of time."""
        return self.nodes if self.cpu is None else round(_NODES_A_MS * self.cpu)

    @property
    def limit(self) -> str:
        """The budget in words."""
        return f"{self.nodes:,} nodes" if self.cpu is None else f"{self.cpu:g} ms"

    @property
    def pairs(self) -> int:
        """How many pairs of players there are."""
        return len(self.entrants) * (len(self.entrants) - 1) // 2

    def allows(self, root: float) -> bool:
        """Whether the budget is enough for a player whose root takes so many nodes to expand."""
        return self.cpu is not None or root <= self.nodes


def duels(
    game: str,
    player: Entrant,
    opponent: Entrant,
    budgets: Sequence[int],
    games: int,
    study: Study,
) -> tuple[Contest, ...]:
    """Two players against each other, one contest a budget."""
    return tuple(
        Contest(
            f"{game}-{nodes}-{player.name}-{opponent.name}",
            game,
            nodes,
            (player, opponent),
            games,
            study,
        )
        for nodes in budgets
    )


def timed_duels(
    game: str, player: Entrant, opponent: Entrant, budgets: Sequence[float], games: int
) -> tuple[Contest, ...]:
    """Two players against each other, one contest for so many milliseconds of CPU time a move."""
    return tuple(
        Contest(
            f"{game}-{ms:g}ms-{player.name}-{opponent.name}",
            game,
            0,
            (player, opponent),
            games,
            Study(),
            cpu=ms,
        )
        for ms in budgets
    )


@dataclass(frozen=True)
class Curve:
    """A line of a figure: the Elo of one player against another, by budget.

    :param figure: the name of the figure, shared by its lines; the file's name without its ending.
    """

    figure: str
    title: str
    player: str
    opponent: str
    contests: tuple[Contest, ...]


@dataclass(frozen=True)
class PlayedContest:
    """A contest that was played.

    :param games: how many each pair was to play.
    :param roots: by player, the nodes it takes to expand the root, over opening positions.
    :param result: of those whose budget allows that in the mean; None where there are not two.
    :param searches: what was found by looking at the searches (see `searches.search_again`).
    """

    contest: Contest
    games: int
    roots: Mapping[str, Tally]
    result: MatchResult | None
    searches: Tallies

    def searching(self, player: str) -> bool:
        """Whether the budget of a move is enough to expand the root, in the mean."""
        return self.contest.allows(self.roots[player].mean)


@dataclass(frozen=True)
class BoardClaim:
    """What is said in words, and whether it holds of the games; None where they do not say."""

    text: str
    holds: Callable[[Sequence[PlayedContest]], bool | None]


def _complete(found: Sequence[PlayedContest]) -> bool:
    return all(
        result.count == result.planned and not any(each.forfeits for each in result.standings)
        for played in found
        if (result := played.result) is not None
    )


def _within_budget(found: Sequence[PlayedContest]) -> bool:
    return not any(
        standing.cost.exceeded
        for played in found
        if played.result is not None
        for standing in played.result.standings
    )


FAIR = (
    BoardClaim("every game was played to its end, none forfeited", _complete),
    BoardClaim("no move exceeded its budget", _within_budget),
)
"""What must hold of games that are to say anything."""


@dataclass(frozen=True)
class BoardExperiment:
    """Games between searchers, and the searches behind them.

    :param name: what it is called on the command line.
    :param source: who asked the question, and where.
    :param minutes: about how long it takes on one core.
    :param most: the nodes of a move that it was cut down to; None if it was not.
    :param only: the pattern of the contests that it was cut down to; empty if it was not.
    :param remark: what else is to be said of the results.
    """

    name: str
    title: str
    source: str
    minutes: float
    contests: tuple[Contest, ...]
    curves: tuple[Curve, ...] = ()
    claims: tuple[BoardClaim, ...] = ()
    remark: str = ""
    most: int | None = None
    only: str = ""

    @property
    def games(self) -> int:
        """All games together."""
        return sum(contest.pairs * contest.games for contest in self.contests)

    def within(self, most: int) -> BoardExperiment:
        """The contests of at most so many nodes a move, or milliseconds that suffice for so many.

        :raises LimitsError: if there are none.
        """
        kept = tuple(each for each in self.contests if each.nodes_about <= most)
        if not kept:
            least = min(each.nodes_about for each in self.contests)
            raise LimitsError(f"most={most}: expected {least} nodes or more for {self.name}")
        return replace(self._of(kept), most=most)

    def matching(self, pattern: str) -> BoardExperiment:
        """The contests whose names match, as names of files do in a shell (`othello-*-pvs`).

        :raises LimitsError: if there are none.
        """
        kept = tuple(each for each in self.contests if fnmatchcase(each.name, pattern))
        if not kept:
            first, last = self.contests[0].name, self.contests[-1].name
            raise LimitsError(
                f"only={pattern}: expected the pattern of a contest of {self.name}, from "
                f"{first!r} to {last!r}"
            )
        return replace(self._of(kept), only=pattern)

    def _of(self, kept: tuple[Contest, ...]) -> BoardExperiment:
        """These contests alone, and the curves that they are points of."""
        curves = (
            replace(curve, contests=tuple(each for each in curve.contests if each in kept))
            for curve in self.curves
        )
        return replace(
            self, contests=kept, curves=tuple(curve for curve in curves if curve.contests)
        )
