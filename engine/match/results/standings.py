"""Standings: the games, points and nodes of each player, and the rounds as they were paired."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from itertools import chain
from typing import Any

from engine.match.formats.knockout import Knockout
from engine.match.formats.plan import Format
from engine.match.formats.schedule import Place, RoundRobin, Stage, StageScores
from engine.match.games.record import Cost, GameSummary
from engine.text.tables import table
from games.core.words import counted
from games.errors import quoted

SCORES = ("player", "points", "score", "games", "won", "drawn", "lost")
"""The heading of the table of scores."""

AUDIT = ("player", "node limit", "mean", "max", "exceeded", "early stop")
"""The heading of the table of node limits and nodes used."""


@dataclass
class Standing:
    """One player's games and moves.

    :param limits: the limits of its moves, as text.
    :param requested: the node limit of a move; None for none.
    :param forfeits: the numbers of forfeited games by kind.
    """

    player: str
    limits: str = ""
    requested: int | None = None
    wins: int = 0
    draws: int = 0
    losses: int = 0
    forfeits: Counter[str] = field(default_factory=Counter)
    cost: Cost = field(default_factory=Cost.none)

    @property
    def games(self) -> int:
        """The number of games."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """The points of the games: one for a win, half for a draw; byes give none here."""
        return self.wins + 0.5 * self.draws

    def add(self, game: GameSummary, side: int) -> None:
        """Add a game's result, the cost of this player's moves, and its forfeit if there is one.

        :param side: the player's side: 0 moved first, 1 is the other.
        """
        score = game.score if side == 0 else 1 - game.score
        self.wins += score == 1
        self.draws += score == 0.5
        self.losses += score == 0
        if game.forfeited == self.player:
            self.forfeits[game.ending] += 1
        self.cost.add(game.costs[side])

    def as_dict(self) -> dict[str, Any]:
        """Return limits, games, points, forfeits and node counts in JSON's types, without times.

        Mean and maximum are None if no move has a node count. Forfeits are numbers by kind; moves
        below the limit and implausible counts are numbers by reason.
        """
        cost = self.cost
        return {
            "player": self.player,
            "limits": self.limits,
            "games": self.games,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "points": self.points,
            "forfeits": dict(sorted(self.forfeits.items())),
            "moves": cost.moves,
            "requested_nodes": self.requested,
            "mean_nodes": round(cost.mean_nodes, 3) if cost.counted else None,
            "max_nodes": cost.max_nodes if cost.counted else None,
            "exceeded": cost.exceeded,
            "under_use": dict(sorted(cost.under_use.items())),
            "implausible": dict(sorted(cost.implausible.items())),
        }

    def time_dict(self) -> dict[str, Any]:
        """Return the player's name, and wall-clock and CPU seconds of all its moves together."""
        cost = self.cost
        return {"player": self.player, "seconds": round(cost.seconds, 3), "cpu": round(cost.cpu, 3)}

    def scores(self) -> tuple[str, ...]:
        """Return the player's row of the table with the headings `SCORES`, as texts.

        The row has name, points, percentage of the possible points ("-" without games), games,
        wins, draws and losses.
        """
        return (
            self.player,
            f"{self.points:g}",
            f"{self.points / self.games:.1%}" if self.games else "-",
            str(self.games),
            str(self.wins),
            str(self.draws),
            str(self.losses),
        )

    def audit(self) -> tuple[str, ...]:
        """Return the player's row of the table with the headings `AUDIT`, as texts.

        The row has name, node limit, mean and largest nodes of a move, and the number of moves
        above the limit. The last field has the numbers of moves below the limit by the reason. "-"
        is none, or not known.
        """
        cost = self.cost
        return (
            self.player,
            "-" if self.requested is None else str(self.requested),
            f"{cost.mean_nodes:.1f}" if cost.counted else "-",
            str(cost.max_nodes) if cost.counted else "-",
            str(cost.exceeded),
            format_counts(cost.under_use) or "-",
        )

    def budget_fault(self) -> str:
        """Return why the player did not keep to a node budget; "" if it did.

        The first that is true: no node limit, moves above it, moves without a count, impossible
        counts.
        """
        cost = self.cost
        if self.requested is None:
            return "has no node budget"
        if cost.exceeded:
            most = f"at most {cost.max_nodes} of {self.requested}"
            return f"exceeded it in {cost.exceeded} of {counted(cost.moves, 'move')} ({most})"
        if cost.counted < cost.moves:
            missing = cost.moves - cost.counted
            return f"reported no node count in {missing} of {counted(cost.moves, 'move')}"
        return "reported impossible node counts" if cost.implausible else ""


def format_counts(counts: Mapping[str, int]) -> str:
    """Format counts as text, sorted by word: "crash 1, no answer 2"; "" for none."""
    return ", ".join(f"{word} {count}" for word, count in sorted(counts.items()))


@dataclass(frozen=True)
class Meeting:
    """Two players in a round.

    :param points: the points of both so far.
    :param games: the number of games so far; `extra` of them break a tie.
    :param winner: the player that advances in a knockout; None while that is open.
    """

    players: tuple[str, str]
    points: tuple[float, float]
    games: int
    extra: int
    winner: str | None

    def __str__(self) -> str:
        """Return both players with their points, and how a tie was decided."""
        first, second = self.players
        score = f"{self.points[0]:g}-{self.points[1]:g}" if self.games else "-"
        level = self.winner is not None and self.points[0] == self.points[1]
        more = [f"{self.extra} extra"] if self.extra else []
        more += [f"{self.winner} by seed"] if level else []
        return f"{first} {score} {second}" + (f" ({', '.join(more)})" if more else "")


@dataclass(frozen=True)
class Round:
    """A round: its meetings and byes."""

    name: str
    meetings: tuple[Meeting, ...]
    byes: tuple[str, ...]

    def __str__(self) -> str:
        """Return the name of the round, its meetings and byes."""
        texts = [*map(str, self.meetings), *(f"{player} bye" for player in self.byes)]
        return f"{self.name}: {', '.join(texts)}"


class Rounds:
    """The stages of a tournament, and the points of their pairs.

    :param players: the names of the players.
    """

    def __init__(self, players: tuple[str, ...], format: Format) -> None:
        self.players = players
        self.format = format
        self.pairing_format = None if isinstance(format, RoundRobin) else format
        """The format if its pairs depend on results, else None."""
        self.history: list[StageScores] = []
        """The stages so far with the points of their pairs."""

    @property
    def planned(self) -> int:
        """The number of games, as far as known."""
        return self.format.planned + sum(stage.planned for stage in self.stages if stage.extra)

    @property
    def over(self) -> bool:
        """Whether no games follow."""
        if self.pairing_format:
            return self.pairing_format.is_finished(self.history)
        return self.history[-1].over

    @property
    def stages(self) -> list[Stage]:
        """The stages so far."""
        return [each.stage for each in self.history]

    def begin(self, stage: Stage) -> None:
        """Add the next stage, with no games so far.

        :raises ValueError: if pairs or players are invalid, or a round-robin has a stage already.
        """
        players = [*chain.from_iterable(stage.pairs), *stage.byes]
        if self.history and not self.pairing_format:
            raise ValueError("it has more than one round")
        if (
            stage.games <= 0
            or stage.opening < 0
            or not stage.pairs
            or any(player not in range(len(self.players)) for player in players)
            or any(first == second for first, second in stage.pairs)
        ):
            raise ValueError(f"round {stage.round} pairs {quoted(stage.pairs)}")
        self.history.append(StageScores(stage, dict.fromkeys(stage.pairs, (0.0, 0.0))))

    def opening_of(self, number: int) -> int:
        """Return the number of the opening of a game, from 0.

        :raises ValueError: if no stage so far has a game of this number.
        """
        found, first = self._stage_of(number)
        return found.stage.opening_of(number - first)

    def _stage_of(self, number: int) -> tuple[StageScores, int]:
        """Return the stage that a game's number belongs to, and the number of its first game.

        :raises ValueError: if there is none so far.
        """
        first = 1
        for each in self.history:
            if number < first + each.stage.planned:
                return each, first
            first += each.stage.planned
        raise ValueError(f"there is no game {number}")

    def add(self, number: int, pair: tuple[str, str], score: float) -> None:
        """Add a finished game.

        :param number: the number of the game in the tournament, from 1.
        :param pair: the names of its players, in any order.
        :param score: the score of the first one named.
        :raises ValueError: if the two have no game in that stage.
        """
        scores = self._stage_of(number)[0].scores
        both = self.players.index(pair[0]), self.players.index(pair[1])
        if both not in scores:
            both, score = both[::-1], 1 - score
        if both not in scores:
            raise ValueError(f"{pair[0]!r} and {pair[1]!r} have no game {number}")
        points = scores[both]
        scores[both] = points[0] + score, points[1] + 1 - score

    def places(self) -> list[Place]:
        """Return the final table so far; empty for a round-robin or gauntlet."""
        return self.pairing_format.places(self.history) if self.pairing_format else []

    def rounds(self) -> Iterator[Round]:
        """Yield the rounds so far; none for a round-robin or gauntlet."""
        if self.pairing_format is None:
            return
        eliminated: dict[int, int] = {}
        if isinstance(self.pairing_format, Knockout):
            eliminated = self.pairing_format.eliminated(self.history)
        for stage in self.stages:
            if not stage.extra:
                meetings = [self._meeting(stage.round, pair, eliminated) for pair in stage.pairs]
                byes = tuple(self.players[player] for player in stage.byes)
                yield Round(self.pairing_format.name(stage.round), tuple(meetings), byes)

    def _meeting(self, round: int, pair: tuple[int, int], eliminated: dict[int, int]) -> Meeting:
        """Return the games and the winner of a pair in a round, tie-breaks included.

        :param eliminated: the round in which each player was eliminated.
        """
        played = [
            (stage, scores[pair])
            for stage, scores in self.history
            if stage.round == round and pair in scores
        ]
        points = sum(scored[0] for _, scored in played), sum(scored[1] for _, scored in played)
        extra = sum(sum(scored) for stage, scored in played if stage.extra)
        first, second = names = (self.players[pair[0]], self.players[pair[1]])
        winner = None
        if round in (eliminated.get(player) for player in pair):
            winner = first if eliminated.get(pair[1]) == round else second
        return Meeting(names, points, int(sum(points)), int(extra), winner)

    def table(self) -> list[str]:
        """Return the lines of the final table so far, after an empty line.

        The result is empty for a round-robin or gauntlet.
        """
        places = self.places()
        if not places:
            return []
        rows = [
            (
                self.players[each.player],
                each.place,
                f"{each.points:g}",
                *([] if each.buchholz is None else [f"{each.buchholz:g}"]),
            )
            for each in places
        ]
        heading = ("player", "place", "points", "Buchholz")[: len(rows[0])]
        return ["", *table(heading, rows, words=[0])]

    def as_dict(self) -> dict[str, Any]:
        """Return rounds and places in JSON's types; empty for a round-robin or gauntlet."""
        if not self.pairing_format:
            return {}
        return {
            "places": [
                {**place._asdict(), "player": self.players[place.player]} for place in self.places()
            ],
            "rounds": [
                {
                    "name": round.name,
                    "pairs": [
                        {**asdict(each), "players": list(each.players), "points": list(each.points)}
                        for each in round.meetings
                    ],
                    "byes": list(round.byes),
                }
                for round in self.rounds()
            ],
        }
