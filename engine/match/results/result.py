"""What a tournament came to: standings, the score of every pair, nodes asked and nodes taken."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from engine.match.formats.plan import Plan
from engine.match.formats.schedule import Stage
from engine.match.games.record import GAME_COLUMNS, ONLY, PLAIN, GameRecord, GameSummary, Points
from engine.match.results.pairs import Matchup, Played, Trial, finite
from engine.match.results.standings import AUDIT, SCORES, Rounds, Standing, listed
from engine.match.statistics.elo import elo
from engine.match.statistics.ratings import Rating, crosstable, ratings
from engine.text.tables import table, wrapped
from games.core.words import counted
from games.errors import FileError, SpecError, quoted, unknown

__all__ = ["Games", "MatchResult", "ResultWriter"]

ALIKE = 1.05
"""Mean nodes are called equal up to this ratio of the greatest to the least."""


class ResultWriter(Protocol):
    """Writes what a result was read from."""

    @property
    def points(self) -> Points:
        """What a game's margin counts."""

    def save(self, result: MatchResult, folder: str | Path) -> None:
        """As `MatchResult.save`."""

    def report(self, path: str | Path) -> None:
        """As `MatchResult.report`."""


class Games(list[GameRecord]):
    """Games, with rows for a table.

    :param points: what their margins count.
    """

    def __init__(self, games: Iterable[GameRecord], points: Points = PLAIN) -> None:
        super().__init__(games)
        self.points = points

    def __repr__(self) -> str:
        return f"<{counted(len(self), 'game')}>"

    def rows(self) -> list[dict[str, Any]]:
        """A row for each game without its moves (`pandas.DataFrame` takes them)."""
        return [dict(zip(GAME_COLUMNS, game.row(self.points), strict=True)) for game in self]


class MatchResult:
    """A tournament as far as it was played; `print` shows its table.

    :param plan: what was to be played, as `tournament.Tournament.plan` tells it.
    :param read: reads the games when they are asked for.
    :raises ValueError: if that is no tournament.
    """

    def __init__(self, plan: Plan, read: Callable[[], list[GameRecord]] = list) -> None:
        self.game = plan.game
        self.start = plan.start
        self.openings = plan.openings
        self.format = plan.format
        self.players = tuple(player.name for player in plan.players)
        self.rounds = Rounds(self.players, plan.kind)
        self.test = plan.sprt
        self.interrupted = False
        self.count = 0
        self._read = read
        self.writer: ResultWriter | None = None
        self._points = PLAIN
        self._standings = {
            player.name: Standing(player.name, player.limits, player.nodes)
            for player in plan.players
        }
        self._matchups: dict[tuple[str, str], Matchup] = {}
        self._trials: dict[tuple[str, str], Trial] = {}
        self._faults: dict[str, GameSummary] = {}
        if plan.pairs:
            self.begin_stage(Stage(1, plan.pairs, plan.games_per_pair))

    def __repr__(self) -> str:
        return f"<MatchResult {self.title()}>"

    def __getstate__(self) -> dict[str, Any]:
        """What `pickle` writes: all but where the games are kept, with the games themselves."""
        games = self.games
        read: Callable[[], list[GameRecord]] = partial(list, list(games))
        return {**self.__dict__, "_read": read, "writer": None, "_points": games.points}

    @property
    def planned(self) -> int:
        """How many games there are to be; a test may end them earlier."""
        return self.rounds.planned

    @property
    def over(self) -> bool:
        """Whether no games are to come."""
        if self._trials:
            return all(trial.over for trial in self._trials.values())
        return self.rounds.over

    @property
    def trials(self) -> list[Trial]:
        """The sequential tests of the tournament, one for each pair; none where it has none."""
        return list(self._trials.values())

    def begin_stage(self, stage: Stage) -> None:
        """Hear of games that are to come.

        :raises ValueError: if the players are not those of this tournament.
        """
        self.rounds.begin(stage)
        for first, second in stage.pairs:
            both = (self.players[first], self.players[second])
            if both in self._matchups or both[::-1] in self._matchups:
                continue
            self._matchups[both] = Matchup(both)
            if self.test is not None:
                self._trials[both] = Trial(both, self.test, stage.games // 2)

    def expected(self, game: GameSummary) -> GameSummary:
        """The game, if it is one of this tournament's pairs.

        :raises ValueError: if it is not.
        """
        if game.players not in self._matchups and game.players[::-1] not in self._matchups:
            raise ValueError(f"{' and '.join(map(quoted, game.players))} are no pair")
        if game.round > self.rounds.announced:
            raise ValueError(f"there is no game {game.round}")
        return game

    def add(self, game: GameSummary) -> list[GameSummary]:
        """Hear of a finished game; games may come in any order.

        :returns: those that count now: this one; with a sequential test, as `Trial` has it.
        """
        turned = game.players not in self._matchups
        pair = game.players[::-1] if turned else game.players
        if not self._trials:
            self._count(game, pair, turned)
            return [game]
        counting = self._trials[pair].add(self._index(game.round), game)
        for each in counting:
            self._count(each, pair, each.players != pair)
        return counting

    def _count(self, game: GameSummary, pair: tuple[str, str], turned: bool) -> None:
        self.count += 1
        for side in (0, 1):
            self._standings[game.players[side]].add(game, side)
        score = 1 - game.score if turned else game.score
        opening = self.rounds.add(game.round, pair, score)
        self._matchups[pair].add(Played(game.round, opening, game.line, int(turned), score))
        if game.forfeited is not None:
            first = self._faults.setdefault(game.forfeited, game)
            if game.round < first.round:
                self._faults[game.forfeited] = game

    def counts(self, round: int, players: tuple[str, str]) -> bool:
        """Whether a game of that number, between those players, counts, once it ended."""
        trial = self._trials.get(players) or self._trials.get(players[::-1])
        return trial is None or self._index(round) < trial.games

    def wants(self, round: int, players: tuple[str, str]) -> bool:
        """Whether a game of that number, between those players, is still to be played."""
        trial = self._trials.get(players) or self._trials.get(players[::-1])
        return trial is None or not trial.over

    def _index(self, round: int) -> int:
        """Which of its pair's games one of a tournament with a test is, from 0."""
        return 2 * self.opening_of(round) + (round - 1) % 2

    def opening_of(self, round: int) -> int:
        """The number of the opening that a game of that round has, from 0."""
        return self.rounds.opening_of(round)

    @property
    def games(self) -> Games:
        """The finished games with all that is known of them, in the order of their rounds. With
        pandas: `pandas.DataFrame(result.games.rows())`."""
        return Games(self._read(), self._points if self.writer is None else self.writer.points)

    def save(self, folder: str | Path) -> None:
        """Write the folder of a tournament, with its database and all its files.

        :raises FileError: if it has one already, or cannot be written.
        """
        self._expect_writer().save(self, folder)

    def report(self, path: str | Path) -> None:
        """Write the page that `starling report` writes.

        :raises FileError: if it cannot be written.
        """
        self._expect_writer().report(path)

    def _expect_writer(self) -> ResultWriter:
        if self.writer is None:
            raise FileError(
                "this result has no database, which is not pickled with it: expected the result of "
                "a run, or standings(folder)"
            )
        return self.writer

    def standing(self, player: str) -> Standing:
        """The standing of the player of that name.

        :raises SpecError: if there is none.
        """
        if player not in self._standings:
            raise SpecError(unknown("player", player, self.players))
        return self._standings[player]

    def rows(self) -> list[dict[str, Any]]:
        """The standings as rows of a table (`pandas.DataFrame` takes them)."""
        return [standing.as_dict() for standing in self.standings]

    @property
    def standings(self) -> list[Standing]:
        """All standings: by place, where the format gives places, else by falling points; equal
        ones in the order of the players."""
        if places := self.rounds.places():
            return [self._standings[self.players[place.player]] for place in places]
        return sorted(self._standings.values(), key=lambda standing: -standing.points)

    @property
    def matchups(self) -> list[Matchup]:
        """The score of every pair, in the order of the players."""
        return list(self._matchups.values())

    def matchup(self, first: str, second: str) -> Matchup:
        """The games of two players, counted for `first`.

        :raises SpecError: if they did not meet.
        """
        if (first, second) in self._matchups:
            return self._matchups[first, second]
        if (second, first) in self._matchups:
            return self._matchups[second, first].reversed()
        raise SpecError(f"{first!r} and {second!r} are no pair of this tournament")

    def title(self) -> str:
        """What was played, in one line."""
        limits = sorted({standing.limits or "no limit" for standing in self._standings.values()})
        most = "at most " if self._trials else ""
        games = f"{self.count} of {most}{counted(self.planned, 'game')}"
        return f"{self.game}, {games}, {' or '.join(limits)}, openings {self.openings}"

    def tables(self) -> list[str]:
        """What the players scored, with their Elo (of two the difference, of more the rating), and
        the nodes they took: the lines of two tables, the best player first, and one between."""
        strength = self._elo() if self.count else {}
        scores = [
            (*told[:3], strength.get(told[0], "-"), *told[3:])
            for told in (standing.scores() for standing in self.standings)
        ]
        audit = [standing.audit() for standing in self.standings]
        return [
            *table((*SCORES[:3], "Elo", *SCORES[3:]), scores, words=[0]),
            *self.rounds.table(),
            "",
            *table(AUDIT, audit, words=[0, len(AUDIT) - 1]),
        ]

    def _elo(self) -> dict[str, str]:
        """The Elo of every player, in a few characters."""
        if len(self.players) == 2:
            (pair,) = self.matchups
            both = zip(pair.players, (elo(pair.counts), elo(pair.reversed().counts)), strict=True)
            return {name: _rated(found.value, found.error) for name, found in both}
        return {found.player: _rated(found.rating, found.error) for found in self.ratings()}

    def remarks(self) -> list[str]:
        """What the table does not show: pairs of a round-robin, nodes, duplicates, forfeits."""
        lines = self.rounds.lines()
        if not lines and len(self.players) > 2:
            lines = [str(pair) for pair in self.matchups]
        lines += self._strengths()
        lines += [trial.told() for trial in self.trials]
        lines += [budget] if (budget := self.budget()) else []
        lines += [forced] if (forced := self._forced()) else []
        lines += [said for pair in self.matchups if (said := pair.duplicates_text())]
        lines += [
            f"{each.player}: {listed(each.cost.implausible)} (moves)"
            for each in self.standings
            if each.cost.implausible
        ]
        lines += [self._forfeited(each) for each in self.standings if each.forfeits]
        if self.interrupted:
            lines.append(f"interrupted after {self.count} of {counted(self.planned, 'game')}")
        return lines

    def ratings(self) -> list[Rating]:
        """The ratings of all players by their games without duplicates, the strongest first, with
        errors by pairs of games where every game has its twin."""
        return ratings(
            self.players,
            {pair.players: pair.evidence for pair in self.matchups},
            counts={pair.players: pair.counts for pair in self.matchups},
        )

    def crosstable(self) -> list[list[str]]:
        """Points of every player against every other, the first row the heading."""
        return crosstable(self.players, {pair.players: pair.score for pair in self.matchups})

    def _strengths(self) -> list[str]:
        """How strong the players are: two by their difference, more by their ratings."""
        if len(self.players) == 2:
            return [said for pair in self.matchups if (said := pair.elo_text())]
        if not self.count:
            return []
        told = [f"{found.player} {_rated(found.rating, found.error)}" for found in self.ratings()]
        return [f"ratings in Elo: {', '.join(told)}"]

    def budget(self) -> str:
        """Whether the players had the same node budget and used it alike; "" without budgets.

        The budget is equal where nobody exceeded it, and the nodes only where the means agree
        within 5% as well.
        """
        asked = {standing.requested for standing in self._standings.values()}
        played = [each for each in self.standings if each.cost.moves]
        if asked == {None} or not played:
            return ""
        for each in played:
            if fault := each.budget_fault():
                return f"no equal budget: {each.player} {fault}"
        if len(asked) > 1:
            return "no equal budget: the players were asked for different numbers of nodes"
        means = [each.cost.mean_nodes for each in played]
        told = f"mean nodes {min(means):.1f} to {max(means):.1f}"
        if max(means) <= ALIKE * min(means):
            return f"equal budget and equal nodes: {told}"
        return f"equal budget, but not equal nodes: {told}"

    def _forced(self) -> str:
        """Whether most moves with a node limit were the only ones there were, as after openings of
        nearly the whole game; "" where players had a choice."""
        costs = [standing.cost for standing in self.standings]
        moves = sum(cost.moves for cost in costs)
        forced = sum(cost.under_use.get(ONLY, 0) for cost in costs)
        if 2 * forced <= moves:
            return ""
        only = f"{forced} of {counted(moves, 'move')} were the only ones there were"
        return f"little choice: {only}; shorter openings leave more"

    def _forfeited(self, standing: Standing) -> str:
        """How often a player forfeited, and what happened the first time."""
        first = self._faults[standing.player]
        said = f"{standing.player} forfeited: {listed(standing.forfeits)}"
        return f"{said}; first in game {first.round}: {first.detail}"

    def as_dict(self) -> dict[str, Any]:
        """The result in JSON's types, without the games.

        Everything but `times` is the same whenever and wherever deterministic players play.
        """
        return {
            "game": self.game,
            "start": self.start,
            "openings": self.openings,
            "planned": self.planned,
            "games": self.count,
            "interrupted": self.interrupted,
            "budget": self.budget(),
            "standings": [standing.as_dict() for standing in self.standings],
            "pairs": [pair.as_dict() for pair in self.matchups],
            "ratings": [
                {
                    "player": found.player,
                    "rating": finite(found.rating),
                    "note": found.note,
                    "error": found.error and round(found.error, 3),
                }
                for found in self.ratings()
            ],
            "remarks": self.remarks(),
            **({"sprt": [trial.as_dict() for trial in self.trials]} if self._trials else {}),
            **self.rounds.as_dict(),
            "times": [standing.time_dict() for standing in self.standings],
        }

    def __str__(self) -> str:
        return "\n".join([self.title(), *self.tables(), *self.remarks()])

    def shown(self) -> str:
        """The same for a terminal of 80 columns."""
        lines = [wrapped(line) for line in self.remarks()]
        return "\n".join([wrapped(self.title()), *self.tables(), *lines])


def _rated(rating: float | None, error: float | None) -> str:
    if rating is None:
        return "unknown"
    return f"{rating:+z.0f}" + ("" if error is None else f" +- {error:.0f}")
