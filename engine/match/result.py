"""What a tournament came to: standings, the score of every pair, nodes asked and nodes taken."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.match.elo import WDL, Counts, Estimate, Pairs, elo, los, normalised_elo
from engine.match.game_record import Cost, GameRecord, GameSummary
from engine.match.ratings import Rating, crosstable, ratings
from games.errors import SpecError, unknown

__all__ = ["MatchResult", "Pair", "Standing"]

ALIKE = 1.05
"""Mean nodes are called equal up to this ratio of the greatest to the least."""


@dataclass
class Standing:
    """One player's games and moves.

    :param limits: of its moves, in words.
    :param requested: the node limit of a move; None for none.
    :param forfeits: games lost by its own fault, by kind.
    """

    player: str
    limits: str = ""
    requested: int | None = None
    wins: int = 0
    draws: int = 0
    losses: int = 0
    forfeits: Counter[str] = field(default_factory=Counter)
    cost: Cost = field(default_factory=Cost)

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """One for a win, half for a draw."""
        return self.wins + 0.5 * self.draws

    def add(self, game: GameSummary, side: int) -> None:
        """Count a game in which this player had that side."""
        score = game.score if side == 0 else 1 - game.score
        self.wins += score == 1
        self.draws += score == 0.5
        self.losses += score == 0
        if game.forfeited == self.player:
            self.forfeits[game.ending] += 1
        self.cost.add(game.costs[side])

    def as_dict(self) -> dict[str, Any]:
        """The standing in JSON's types, without what depends on the machine's speed."""
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
            "doubts": dict(sorted(cost.doubts.items())),
        }

    def time_dict(self) -> dict[str, Any]:
        """What the moves took on this machine, in seconds."""
        cost = self.cost
        return {"player": self.player, "seconds": round(cost.seconds, 3), "cpu": round(cost.cpu, 3)}


@dataclass(frozen=True)
class Played:
    """A game of a pair: its round, opening, line, the first player's side and its score."""

    round: int
    opening: int
    line: str
    side: int
    score: float


class Pair:
    """The games between two players, counted for the first of them.

    A duplicate is a game that repeats an earlier one move by move, with the same players on the
    same sides. It is a game of the tournament, but no evidence of anything.
    """

    def __init__(self, players: tuple[str, str], played: Sequence[Played] = ()) -> None:
        self.players = players
        self.played = list(played)

    def add(self, played: Played) -> None:
        """Count a game."""
        self.played.append(played)

    @property
    def games(self) -> int:
        return len(self.played)

    @property
    def score(self) -> tuple[int, int, int]:
        """Wins, draws and losses of the first player."""
        return _counted([game.score for game in self.played])

    @property
    def duplicates(self) -> list[tuple[int, int]]:
        """The rounds that repeat another one, each with that one."""
        first: dict[tuple[str, int], int] = {}
        found = []
        for game in sorted(self.played, key=lambda game: game.round):
            earlier = first.setdefault((game.line, game.side), game.round)
            if game.line and earlier != game.round:
                found.append((game.round, earlier))
        return found

    @property
    def unique(self) -> list[Played]:
        """The games without duplicates, in the order of their rounds."""
        repeated = {round for round, _ in self.duplicates}
        return sorted(
            (game for game in self.played if game.round not in repeated),
            key=lambda game: game.round,
        )

    @property
    def evidence(self) -> tuple[int, int, int]:
        """Wins, draws and losses of the first player, without duplicates."""
        return _counted([game.score for game in self.unique])

    @property
    def pentanomial(self) -> tuple[int, int, int, int, int]:
        """How many pairs of games of one opening, with colours swapped and neither a duplicate,
        gave the first player 0, 1/2, 1, 3/2 and 2 points."""
        by_opening: dict[int, list[float]] = {}
        for game in self.unique:
            by_opening.setdefault(game.opening, []).append(game.score)
        count = Counter(int(2 * sum(both)) for both in by_opening.values() if len(both) == 2)
        return count[0], count[1], count[2], count[3], count[4]

    @property
    def counts(self) -> Counts:
        """What statistics are made of: pairs of games where every game has its twin, else games."""
        pairs = Pairs(*self.pentanomial)
        return pairs if pairs.games == len(self.unique) else WDL(*self.evidence)

    def turned(self) -> Pair:
        """The same games, counted for the other player."""
        other = [
            Played(game.round, game.opening, game.line, 1 - game.side, 1 - game.score)
            for game in self.played
        ]
        return Pair(self.players[::-1], other)

    def as_dict(self) -> dict[str, Any]:
        """The pair in JSON's types."""
        wins, draws, losses = self.score
        duplicates, counts = self.duplicates, self.counts
        return {
            "players": list(self.players),
            "games": self.games,
            "wins": wins,
            "draws": draws,
            "losses": losses,
            "unique": list(self.evidence) if duplicates else [wins, draws, losses],
            "pentanomial": list(self.pentanomial),
            "duplicates": [list(both) for both in duplicates],
            "elo": _estimated(elo(counts)),
            "normalised_elo": _estimated(normalised_elo(counts)),
            "los": los(counts),
        }

    def strength(self) -> str:
        """How much stronger the first player is, in words; "" without evidence."""
        counts = self.counts
        chance = los(counts)
        if chance is None:
            return ""
        kind = "pairs of games" if isinstance(counts, Pairs) else "games"
        return (
            f"{self.players[0]} to {self.players[1]}: Elo {elo(counts)}, normalised "
            f"{normalised_elo(counts)}, likely the stronger {chance:.1%} ({sum(counts)} {kind})"
        )

    def __str__(self) -> str:
        wins, draws, losses = self.score
        return f"{self.players[0]} - {self.players[1]}: +{wins} ={draws} -{losses}"


def _estimated(found: Estimate) -> dict[str, Any]:
    """An estimate in JSON's types, which know nothing infinite."""
    numbers = {"value": found.value, "low": found.low, "high": found.high}
    finite = {
        key: None if number is None or math.isinf(number) else round(number, 3)
        for key, number in numbers.items()
    }
    return {**finite, "note": found.note}


def _counted(scores: Sequence[float]) -> tuple[int, int, int]:
    return scores.count(1), scores.count(0.5), scores.count(0)


class MatchResult:
    """A tournament as far as it was played; `print` shows its table.

    :param plan: what was to be played, as `tournament.Tournament.plan` tells it.
    :param read: reads the games when they are asked for.
    """

    COLUMNS = (
        "player",
        "games",
        "won",
        "drawn",
        "lost",
        "points",
        "nodes asked",
        "mean",
        "max",
        "exceeded",
        "fewer nodes because",
    )

    def __init__(self, plan: dict[str, Any], read: Callable[[], list[GameRecord]] = list) -> None:
        self.game: str = plan["game"]
        self.start: str = plan["start"]
        self.openings: str = plan["openings"]
        self.planned: int = plan["planned"]
        self.players = tuple(player["name"] for player in plan["players"])
        self.interrupted = False
        self.count = 0
        self._read = read
        self._standings = {
            player["name"]: Standing(player["name"], player["limits"], player["nodes"])
            for player in plan["players"]
        }
        self._pairs: dict[tuple[str, str], Pair] = {}
        for first, second in plan["pairs"]:
            both = (self.players[first], self.players[second])
            self._pairs[both] = Pair(both)
        self._faults: dict[str, GameSummary] = {}

    def add(self, game: GameSummary) -> None:
        """Count a finished game; games may come in any order."""
        self.count += 1
        for side in (0, 1):
            self._standings[game.players[side]].add(game, side)
        turned = game.players not in self._pairs
        pair = self._pairs[game.players[::-1] if turned else game.players]
        opening = (game.round - 1) // (2 * len(self._pairs))
        score = 1 - game.score if turned else game.score
        pair.add(Played(game.round, opening, game.line, int(turned), score))
        if game.forfeited is not None:
            first = self._faults.setdefault(game.forfeited, game)
            if game.round < first.round:
                self._faults[game.forfeited] = game

    @property
    def games(self) -> list[GameRecord]:
        """The finished games with all that is known of them, in the order of their rounds."""
        return self._read()

    def standing(self, player: str) -> Standing:
        """The standing of the player of that name.

        :raises SpecError: if there is none.
        """
        if player not in self._standings:
            raise SpecError(unknown("player", player, self.players))
        return self._standings[player]

    @property
    def standings(self) -> list[Standing]:
        """All standings by falling points; equal ones in the order of the players."""
        return sorted(self._standings.values(), key=lambda standing: -standing.points)

    @property
    def pairs(self) -> list[Pair]:
        """The score of every pair, in the order of the players."""
        return list(self._pairs.values())

    def pair(self, first: str, second: str) -> Pair:
        """The games of two players, counted for `first`.

        :raises SpecError: if they did not meet.
        """
        if (first, second) in self._pairs:
            return self._pairs[first, second]
        if (second, first) in self._pairs:
            return self._pairs[second, first].turned()
        raise SpecError(f"{first!r} and {second!r} are no pair of this tournament")

    def title(self) -> str:
        """What was played, in one line."""
        limits = sorted({standing.limits for standing in self._standings.values()})
        games = f"{self.count} of {self.planned} games"
        return f"{self.game}, {games}, {' or '.join(limits)}, openings {self.openings}"

    def rows(self) -> list[tuple[str, ...]]:
        """The table under `COLUMNS`, best player first."""
        return [_row(standing) for standing in self.standings]

    def remarks(self) -> list[str]:
        """What the table does not show: pairs of a round-robin, nodes, duplicates, forfeits."""
        lines = [str(pair) for pair in self.pairs] if len(self.players) > 2 else []
        lines += self._strengths()
        lines += [budget] if (budget := self.budget()) else []
        lines += [said for pair in self.pairs if (said := _repeated(pair))]
        lines += [_doubted(each) for each in self.standings if each.cost.doubts]
        lines += [self._forfeited(each) for each in self.standings if each.forfeits]
        if self.interrupted:
            lines.append(f"interrupted after {self.count} of {self.planned} games")
        return lines

    def ratings(self) -> list[Rating]:
        """The ratings of all players by their games without duplicates, the strongest first."""
        return ratings(self.players, {pair.players: pair.evidence for pair in self.pairs})

    def crosstable(self) -> list[list[str]]:
        """Points of every player against every other, the first row the heading."""
        return crosstable(self.players, {pair.players: pair.score for pair in self.pairs})

    def _strengths(self) -> list[str]:
        """How strong the players are: two by their difference, more by their ratings."""
        if len(self.players) == 2:
            return [said for pair in self.pairs if (said := pair.strength())]
        if not self.count:
            return []
        told = [f"{found.player} {_rated(found)}" for found in self.ratings()]
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
            fault = _budget_fault(each)
            if fault:
                return f"no equal budget: {each.player} {fault}"
        if len(asked) > 1:
            return "no equal budget: the players were asked for different numbers of nodes"
        means = [each.cost.mean_nodes for each in played]
        told = f"mean nodes {min(means):.1f} to {max(means):.1f}"
        if max(means) <= ALIKE * min(means):
            return f"equal budget and equal nodes: {told}"
        return f"equal budget, but not equal nodes: {told}"

    def _forfeited(self, standing: Standing) -> str:
        """How often a player forfeited, and what happened the first time."""
        first = self._faults[standing.player]
        said = f"{standing.player} forfeited: {_listed(standing.forfeits)}"
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
            "pairs": [pair.as_dict() for pair in self.pairs],
            "ratings": [
                {
                    "player": found.player,
                    "rating": _estimated(Estimate(found.rating, None, None))["value"],
                    "note": found.note,
                    "error": found.error and round(found.error, 3),
                }
                for found in self.ratings()
            ],
            "remarks": self.remarks(),
            "times": [standing.time_dict() for standing in self.standings],
        }

    def __str__(self) -> str:
        table = [self.COLUMNS, *self.rows()]
        widths = [max(len(row[i]) for row in table) for i in range(len(self.COLUMNS))]
        lines = [self.title()]
        for row in table:
            inner = zip(row[1:-1], widths[1:-1], strict=True)
            numbers = [word.rjust(width) for word, width in inner]
            lines.append("  ".join([row[0].ljust(widths[0]), *numbers, row[-1]]))
        return "\n".join([*lines, *self.remarks()])


def _rated(found: Rating) -> str:
    if found.rating is None:
        return "unknown"
    error = f" +- {found.error:.0f}" if found.error is not None else ""
    return f"{found.rating:+.0f}{error}"


def _row(standing: Standing) -> tuple[str, ...]:
    cost = standing.cost
    return (
        standing.player,
        str(standing.games),
        str(standing.wins),
        str(standing.draws),
        str(standing.losses),
        f"{standing.points:g}",
        "-" if standing.requested is None else str(standing.requested),
        f"{cost.mean_nodes:.1f}" if cost.counted else "-",
        str(cost.max_nodes) if cost.counted else "-",
        str(cost.exceeded),
        _listed(cost.under_use) or "-",
    )


def _budget_fault(standing: Standing) -> str:
    """Why a player had no node budget that it kept to; "" if it had."""
    cost = standing.cost
    if standing.requested is None:
        return "has no node budget"
    if cost.exceeded:
        most = f"at most {cost.max_nodes} of {standing.requested}"
        return f"exceeded it in {cost.exceeded} of {cost.moves} moves ({most})"
    if cost.counted < cost.moves:
        return f"told no node count in {cost.moves - cost.counted} of {cost.moves} moves"
    return "told node counts that cannot be true" if cost.doubts else ""


def _repeated(pair: Pair) -> str:
    """Which games of a pair are duplicates; "" for none."""
    duplicates = pair.duplicates
    if not duplicates:
        return ""
    some = ", ".join(f"{again} repeats {once}" for again, once in duplicates[:3])
    more = ", ..." if len(duplicates) > 3 else ""
    names = " - ".join(pair.players)
    count = f"{len(duplicates)} of {pair.games} games"
    return f"{names}: {count} are duplicates, no evidence: game {some}{more}"


def _doubted(standing: Standing) -> str:
    return f"{standing.player}: {_listed(standing.cost.doubts)} (moves)"


def _listed(counts: Counter[str]) -> str:
    return ", ".join(f"{word} {count}" for word, count in sorted(counts.items()))
