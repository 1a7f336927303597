"""The result of a tournament: standings, pairs, and the use of node budgets."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from engine.match.formats.plan import Plan
from engine.match.formats.schedule import RoundRobin, Stage
from engine.match.games.record import GAME_COLUMNS, ONLY, PLAIN, GameRecord, GameSummary, Points
from engine.match.results.pairs import Matchup, Played, SprtCurve, Trial, finite, sprt_curve
from engine.match.results.standings import AUDIT, SCORES, Rounds, Standing, format_counts
from engine.match.statistics.elo import elo
from engine.match.statistics.ratings import Rating, Results, crosstable, ratings
from engine.match.statistics.sprt import Sprt
from engine.text.tables import table, wrapped
from games.core.pictures import table_html, text_html
from games.core.words import counted
from games.errors import FileError, SpecError, quoted, unknown
from games.parts.records import record

ALIKE = 1.05
"""The maximum ratio of mean nodes that counts as equal."""


class Games(list[GameRecord]):
    """Games, with rows for a table.

    :param points: the unit and total of their margins.
    """

    def __init__(self, games: Iterable[GameRecord], points: Points = PLAIN) -> None:
        super().__init__(games)
        self.points = points

    def __repr__(self) -> str:
        """Return the number of games between < and >."""
        return f"<{counted(len(self), 'game')}>"

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each game without its moves, as for `pandas.DataFrame`."""
        return [dict(zip(GAME_COLUMNS, game.row(self.points), strict=True)) for game in self]


class MatchResult:
    """The result of a tournament so far; `print` shows its table.

    :param plan: the plan of the tournament; see `Tournament.plan`.
    :raises ValueError: if the plan is invalid.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.game = plan.game
        self.start = plan.start
        self.openings = plan.openings
        self.format = plan.format
        self.players = tuple(player.name for player in plan.players)
        self.rounds = Rounds(self.players, plan.format_object)
        self.interrupted = False
        self.count = 0
        self.database: Any = None
        """The `Database` of the result, whose module imports this one; None without one."""
        self._held = Games([])
        """The games of a result without a database."""
        self._standings = {
            player.name: Standing(player.name, player.limits, player.nodes)
            for player in plan.players
        }
        self._matchups: dict[frozenset[str], Matchup] = {}
        """The pairs so far, by the names of both."""
        self._trials: dict[frozenset[str], Trial] = {}
        """Their sequential tests, if the tournament has one."""
        self._faults: dict[str, GameSummary] = {}
        if isinstance(self.rounds.format, RoundRobin):
            self.begin_stage(self.rounds.format.stage)

    def __repr__(self) -> str:
        """Return the title between < and >."""
        return f"<MatchResult {self.title()}>"

    def __getstate__(self) -> dict[str, Any]:
        """Return the state for `pickle`: the games themselves replace the database."""
        return {**self.__dict__, "database": None, "_held": self.games}

    @property
    def planned(self) -> int:
        """The number of games, as far as known; a test may end them earlier."""
        return self.rounds.planned

    @property
    def over(self) -> bool:
        """Whether no games follow."""
        if self._trials:
            return all(trial.over for trial in self._trials.values())
        return self.rounds.over

    @property
    def trials(self) -> list[Trial]:
        """The sequential tests of the tournament, one for each pair; none where it has none."""
        return list(self._trials.values())

    def begin_stage(self, stage: Stage) -> None:
        """Add a stage of games; a new pair gets a `Matchup`, and a `Trial` if there is a test.

        :raises ValueError: if its pairs are invalid, or a round-robin has a stage already.
        """
        self.rounds.begin(stage)
        for first, second in stage.pairs:
            both = (self.players[first], self.players[second])
            if frozenset(both) not in self._matchups:
                self._matchups[frozenset(both)] = Matchup(both)
                if self.plan.sprt is not None:
                    self._trials[frozenset(both)] = Trial(both, self.plan.sprt, stage.games // 2)

    def apply(self, values: Any) -> list[GameSummary]:
        """Add what a job of the tournament returned, in JSON's types, as its database has it.

        :param values: a dict for the pairings of a stage, or a list for the summary of a game.
        :returns: the games that begin to count; none for pairings.
        :raises ValueError: if it is neither, or not of this tournament.
        """
        if isinstance(values, dict):
            self.begin_stage(record(values, Stage))
            return []
        return self.add(GameSummary.from_list(values))

    def add(self, game: GameSummary) -> list[GameSummary]:
        """Add a finished game, and return the games that begin to count now.

        Games may arrive in any order. Without a sequential test the result is this game. With a
        test, a game waits for all earlier games of the same two players. So the result may be
        empty, or include games that waited. After the decision of the test it is empty: no more
        games count.

        :raises ValueError: if the two are no pair so far, or no stage so far has this number.
        """
        both = frozenset(game.players)
        if both not in self._matchups:
            raise ValueError(f"{' and '.join(map(quoted, game.players))} are no pair")
        index = self._index(game.number)
        trial = self._trials.get(both)
        counting = [game] if trial is None else trial.add(index, game)
        for each in counting:
            self._count(each, self._matchups[both])
        return counting

    def _count(self, game: GameSummary, pair: Matchup) -> None:
        """Add a game to the standings, to its pair and its round; keep a player's first forfeit."""
        self.count += 1
        for side in (0, 1):
            self._standings[game.players[side]].add(game, side)
        turned = game.players != pair.players
        score = 1 - game.score if turned else game.score
        self.rounds.add(game.number, pair.players, score)
        pair.add(
            Played(game.number, self.opening_of(game.number), game.line, int(turned), score),
        )
        if game.forfeited is not None:
            first = self._faults.setdefault(game.forfeited, game)
            if game.number < first.number:
                self._faults[game.forfeited] = game

    def counts(self, number: int, players: tuple[str, str]) -> bool:
        """Return whether a finished game counts for the result.

        Without a sequential test every game counts. With one, a game does not count after the
        decision, nor while it waits for an earlier game of its pair.

        :param number: the number of the game in the tournament, from 1.
        :param players: the names of its players, in any order.
        """
        trial = self._trials.get(frozenset(players))
        return trial is None or self._index(number) < trial.games

    def wants(self, players: tuple[str, str]) -> bool:
        """Return whether games of a pair are still needed: its sequential test is not over.

        Without a test every game is needed.

        :param players: the names of the two players, in any order.
        """
        trial = self._trials.get(frozenset(players))
        return trial is None or not trial.over

    def _index(self, number: int) -> int:
        """Return the index, from 0, of a game among its pair's games, if there is a test.

        :raises ValueError: if no stage so far has a game of this number.
        """
        return 2 * self.opening_of(number) + (number - 1) % 2

    def opening_of(self, number: int) -> int:
        """Return the number, from 0, of the opening that a game of this number has.

        :raises ValueError: if no stage so far has a game of this number.
        """
        return self.rounds.opening_of(number)

    @property
    def games(self) -> Games:
        """The records of the games that count (see `counts`), in the order of their numbers.

        They are read from the database at every access, and may then be more than `count`. A result
        restored by `pickle` has them itself. A result that never had a database has none. With
        pandas: `pandas.DataFrame(result.games.rows())`.
        """
        read: Games = self._held if self.database is None else self.database.games(self)
        return read

    def save(self, folder: str | Path) -> None:
        """Write the folder of the tournament, with its database and all files.

        :raises FileError: if the folder has a tournament or files of the same names, or cannot be
            written, or if the result has no database.
        :raises StarlingError: if the game is not installed.
        """
        self._expect_database().save(self, folder)

    def report(self, path: str | Path) -> None:
        """Write the HTML page of `starling report` to a file.

        It also has games that a database file got after this result was read.

        :raises FileError: if it cannot be written, a game cannot be replayed, or the result has no
            database.
        """
        self._expect_database().report(path)

    def _expect_database(self) -> Any:
        """Return the database.

        :raises FileError: if there is none, as in a result that was pickled.
        """
        if self.database is None:
            raise FileError(
                "this result has no database, which is not pickled with it: expected the result of "
                "a run, or standings(folder)"
            )
        return self.database

    def curve(self, pair: Matchup, test: Sprt, most: int) -> SprtCurve:
        """Return the course of a sequential test over the games of a pair; see `sprt_curve`.

        If it is the tournament's own test, the decision is that of the tournament.

        :param most: the maximum number of points besides the first and the last.
        """
        trial = self._trials.get(frozenset(pair.players)) if test == self.plan.sprt else None
        return sprt_curve(pair, test, most, trial)

    def standing(self, player: str) -> Standing:
        """Return the `Standing` of the player with this name.

        :raises SpecError: if there is none.
        """
        found = self._standings.get(str(player))
        if found is None:
            raise SpecError(unknown("player", str(player), self.players))
        return found

    def rows(self) -> list[dict[str, Any]]:
        """Return the standings as rows of a table, as for `pandas.DataFrame`."""
        return [standing.as_dict() for standing in self.standings]

    @property
    def standings(self) -> list[Standing]:
        """All standings: by place if the format has places, else by falling points.

        Equal ones are in the order of the players.
        """
        if places := self.rounds.places():
            return [self._standings[self.players[place.player]] for place in places]
        return sorted(self._standings.values(), key=lambda standing: -standing.points)

    @property
    def matchups(self) -> list[Matchup]:
        """The pairs so far, in the order in which their games were planned."""
        return list(self._matchups.values())

    def matchup(self, first: str, second: str) -> Matchup:
        """Return the games of two players, counted for `first`; there may be none yet.

        :raises SpecError: if they are no pair so far.
        """
        both = (str(first), str(second))
        pair = self._matchups.get(frozenset(both))
        if pair is None:
            raise SpecError(f"{' and '.join(map(quoted, both))} are no pair of this tournament")
        return pair if pair.players == both else pair.reversed()

    def title(self) -> str:
        """Return game, number of games, limits and openings in one line."""
        limits = sorted({standing.limits or "no limit" for standing in self._standings.values()})
        most = "at most " if self._trials else ""
        games = f"{self.count} of {most}{counted(self.planned, 'game')}"
        return f"{self.game}, {games}, {' or '.join(limits)}, openings {self.openings}"

    def tables(self) -> list[str]:
        """Return the lines of the tables of scores and nodes, the best player first.

        The table of places is between them if the format has places. The Elo of two players is
        their difference, of more players their rating; it is "-" before the first game.
        """
        headings, scores = self._scores()
        audit = [standing.audit() for standing in self.standings]
        return [
            *table(headings, scores, words=[0]),
            *self.rounds.table(),
            "",
            *table(AUDIT, audit, words=[0, len(AUDIT) - 1]),
        ]

    def _scores(self) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
        """Return the heading and the rows of the table of scores, with the Elo of every player."""
        strengths = self.strengths()
        rows = [
            (*row[:3], _rated(*strengths[row[0]]) if strengths else "-", *row[3:])
            for row in (standing.scores() for standing in self.standings)
        ]
        return (*SCORES[:3], "Elo", *SCORES[3:]), rows

    def strengths(self) -> dict[str, tuple[float | None, float | None]]:
        """Return the Elo of every player and its error, by name; empty before the first game.

        Of two players it is the difference from the other, of more the rating. It may be infinite.
        None is unknown.
        """
        if not self.count:
            return {}
        if len(self.players) > 2:
            return {found.player: (found.rating, found.error) for found in self.ratings()}
        (pair,) = self.matchups
        both = zip(pair.players, (elo(pair.counts), elo(pair.reversed().counts)), strict=True)
        return {name: (found.value, found.error) for name, found in both}

    def remarks(self) -> list[str]:
        """Return the lines below the tables; what does not occur has no line.

        In order: the rounds, or else the pairs of more than two players; Elo; sequential tests;
        node budgets; few choices; duplicates; implausible node counts; forfeits of each player with
        the detail of the first; an interruption.
        """
        lines = [str(round) for round in self.rounds.rounds()]
        if not lines and len(self.players) > 2:
            lines = [str(pair) for pair in self.matchups]
        if len(self.players) == 2:
            lines += [text for pair in self.matchups if (text := pair.elo_text())]
        elif self.count:
            texts = [f"{name} {_rated(*found)}" for name, found in self.strengths().items()]
            lines.append(f"ratings in Elo: {', '.join(texts)}")
        lines += [trial.summary() for trial in self.trials]
        repeated = [pair.duplicates_text() for pair in self.matchups]
        lines += filter(None, (self.budget(), self._forced(), *repeated))
        lines += [
            f"{each.player}: {format_counts(each.cost.implausible)} (moves)"
            for each in self.standings
            if each.cost.implausible
        ]
        for each in (each for each in self.standings if each.forfeits):
            first = self._faults[each.player]
            said = f"{each.player} forfeited: {format_counts(each.forfeits)}"
            lines.append(f"{said}; first in game {first.number}: {first.detail}")
        if self.interrupted:
            lines.append(f"interrupted after {self.count} of {counted(self.planned, 'game')}")
        return lines

    def ratings(self) -> list[Rating]:
        """Return the ratings of all players in Elo, the strongest first.

        Duplicate games are left out. The mean of the rated players is 0. With ten openings or more,
        errors are computed from the points of each opening. With fewer, they are computed from
        pairs of games if all games of two players form pairs, else from single games.
        """
        return ratings(
            self.players,
            {pair.players: pair.unique_score for pair in self.matchups},
            counts={pair.players: pair.counts for pair in self.matchups},
            openings=self.by_opening(),
        )

    def by_opening(self) -> list[Results]:
        """Return a dict for each played opening: each pair's wins, draws and losses in it.

        Duplicates are left out.
        """
        scores: dict[int, dict[tuple[str, str], list[int]]] = {}
        for pair in self.matchups:
            for game in pair.unique:
                score = scores.setdefault(game.opening, {}).setdefault(pair.players, [0, 0, 0])
                score[round(2 - 2 * game.score)] += 1
        return [
            {pair: (wins, draws, losses) for pair, (wins, draws, losses) in each.items()}
            for each in scores.values()
        ]

    def crosstable(self) -> list[list[str]]:
        """Return the points of every player against every other, in the order of the standings.

        All cells are texts, and the first row is the heading; see `statistics.ratings.crosstable`.
        """
        players = [standing.player for standing in self.standings]
        return crosstable(players, {pair.players: pair.score for pair in self.matchups})

    def budget(self) -> str:
        """Return a line that compares node budgets and their use; "" without budgets or moves.

        Budgets are equal if all players have the same limit, and reported possible node counts
        within it for all moves. Nodes are equal if the means also agree within 5%.
        """
        limits = {standing.requested for standing in self._standings.values()}
        played = [each for each in self.standings if each.cost.moves]
        if limits == {None} or not played:
            return ""
        for each in played:
            if fault := each.budget_fault():
                return f"no equal budget: {each.player} {fault}"
        if len(limits) > 1:
            return "no equal budget: the players had different node limits"
        means = [each.cost.mean_nodes for each in played]
        numbers = f"mean nodes {min(means):.1f} to {max(means):.1f}"
        if max(means) <= ALIKE * min(means):
            return f"equal budget and equal nodes: {numbers}"
        return f"equal budget, but not equal nodes: {numbers}"

    def _forced(self) -> str:
        """Return a line that warns if most moves were the only legal ones; "" otherwise."""
        costs = [standing.cost for standing in self.standings]
        moves = sum(cost.moves for cost in costs)
        forced = sum(cost.under_use.get(ONLY, 0) for cost in costs)
        if 2 * forced <= moves:
            return ""
        only = f"{forced} of {counted(moves, 'move')} were the only legal ones"
        return f"little choice: {only}; shorter openings leave more"

    def as_dict(self) -> dict[str, Any]:
        """Return the result in JSON's types, without the games.

        It has the settings, numbers of games, budget, standings, pairs, ratings, remarks and times.
        The keys of tests and rounds are only there if the tournament has them.

        For deterministic players, everything but `times` is reproducible.
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
                    "error": finite(found.error),
                }
                for found in self.ratings()
            ],
            "remarks": self.remarks(),
            **({"sprt": [trial.as_dict() for trial in self.trials]} if self._trials else {}),
            **self.rounds.as_dict(),
            "times": [standing.time_dict() for standing in self.standings],
        }

    def __str__(self) -> str:
        """Return the title, the tables and the remarks; `shown` also breaks their long lines."""
        return "\n".join([self.title(), *self.tables(), *self.remarks()])

    def _repr_html_(self) -> str:
        """Return the table of scores and the remarks as HTML for a notebook.

        After the first game, more than two players also have the crosstable, unless the format has
        places.
        """
        headings, scores = self._scores()
        rows = [(*row[:3], row[3].replace("+-", "\u00b1"), *row[4:]) for row in scores]
        tables = [table_html(self.title(), headings, rows)]
        if len(self.players) > 2 and self.count and not self.rounds.places():
            first, *cells = self.crosstable()
            tables.append(table_html("crosstable", first, cells, words=(1,)))
        return "".join([*tables, *map(text_html, filter(None, ["\n".join(self.remarks())]))])

    def shown(self) -> str:
        """Return the text of the result for a terminal of 80 columns."""
        lines = [wrapped(line) for line in self.remarks()]
        return "\n".join([wrapped(self.title()), *self.tables(), *lines])


def _rated(rating: float | None, error: float | None) -> str:
    """Return a rating as text: `+12 +- 8`, `+12` without an error, "unknown" for None."""
    if rating is None:
        return "unknown"
    return f"{rating:+z.0f}" + ("" if error is None else f" +- {error:.0f}")
