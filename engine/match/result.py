"""What a match came to: standings, the score of every pair, nodes asked and nodes taken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from engine.match.game import GameRecord, MoveRecord
from searchers import Limits

__all__ = ["MatchResult", "Pair", "Standing"]


@dataclass
class Standing:
    """One player's games and moves.

    :param forfeits: games lost by its own fault, by kind.
    :param nodes: nodes taken in all moves; `max_nodes` in one.
    :param exceeded: moves that took more nodes than requested.
    :param under_use: moves that took fewer nodes than requested, by the reason the search gave.
    :param seconds: wall-clock time of all moves; `cpu` CPU time, where it is known.
    """

    player: str
    limits: Limits
    wins: int = 0
    draws: int = 0
    losses: int = 0
    forfeits: Counter[str] = field(default_factory=Counter)
    moves: int = 0
    nodes: int = 0
    max_nodes: int = 0
    exceeded: int = 0
    under_use: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    cpu: float = 0.0

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """One for a win, half for a draw."""
        return self.wins + 0.5 * self.draws

    @property
    def mean_nodes(self) -> float:
        return self.nodes / self.moves if self.moves else 0.0

    def add_game(self, record: GameRecord, score: float) -> None:
        """Count a game by its score for this player."""
        self.wins += score == 1
        self.draws += score == 0.5
        self.losses += score == 0
        if record.forfeited == self.player:
            self.forfeits[record.ending] += 1

    def add_move(self, move: MoveRecord) -> None:
        """Count what a move cost."""
        self.moves += 1
        self.nodes += move.nodes
        self.max_nodes = max(self.max_nodes, move.nodes)
        self.seconds += move.seconds
        self.cpu += move.cpu or 0.0
        if move.requested is not None:
            self.exceeded += move.nodes > move.requested
            if move.nodes < move.requested:
                self.under_use[move.reason or "not told"] += 1

    def as_dict(self) -> dict[str, Any]:
        """The standing in JSON's types."""
        return {
            "player": self.player,
            "limits": str(self.limits),
            "games": self.games,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "points": self.points,
            "forfeits": dict(sorted(self.forfeits.items())),
            "moves": self.moves,
            "requested_nodes": self.limits.nodes,
            "mean_nodes": round(self.mean_nodes, 3),
            "max_nodes": self.max_nodes,
            "exceeded": self.exceeded,
            "under_use": dict(sorted(self.under_use.items())),
            "seconds": round(self.seconds, 3),
            "cpu": round(self.cpu, 3),
        }


@dataclass
class Pair:
    """The games between two players, counted for the first of them."""

    players: tuple[str, str]
    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    def add(self, score: float) -> None:
        """Count a game by its score for the first player."""
        self.wins += score == 1
        self.draws += score == 0.5
        self.losses += score == 0

    def turned(self) -> Pair:
        """The same games, counted for the other player."""
        return Pair(self.players[::-1], self.losses, self.draws, self.wins)

    def __str__(self) -> str:
        return f"{self.players[0]} - {self.players[1]}: +{self.wins} ={self.draws} -{self.losses}"


class MatchResult:
    """A match or round-robin as far as it was played; `print` shows its table.

    :param game: the game's spec; `start` the text of the position its games begin at.
    :param planned: how many games were to be played.
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

    def __init__(
        self,
        game: str,
        start: str,
        players: Sequence[str],
        limits: Sequence[Limits],
        openings: str,
        planned: int,
    ) -> None:
        self.game = game
        self.start = start
        self.players = tuple(players)
        self.openings = openings
        self.planned = planned
        self.interrupted = False
        self.games: list[GameRecord] = []
        own = zip(players, limits, strict=True)
        self._standings = {name: Standing(name, share) for name, share in own}
        self._pairs = {both: Pair(both) for both in combinations(self.players, 2)}

    def add(self, record: GameRecord) -> None:
        """Count a finished game."""
        self.games.append(record)
        first, second = record.players
        self.standing(first).add_game(record, record.score)
        self.standing(second).add_game(record, 1 - record.score)
        for move in record.moves:
            self.standing(record.players[move.side]).add_move(move)
        if (first, second) in self._pairs:
            self._pairs[first, second].add(record.score)
        else:
            self._pairs[second, first].add(1 - record.score)

    def standing(self, player: str) -> Standing:
        """The standing of the player of that name."""
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
        """The games of two players, counted for `first`."""
        known = self._pairs.get((first, second))
        return known if known is not None else self._pairs[second, first].turned()

    def title(self) -> str:
        """What was played, in one line."""
        limits = sorted({str(standing.limits) for standing in self._standings.values()})
        games = f"{len(self.games)} of {self.planned} games"
        return f"{self.game}, {games}, {' or '.join(limits)}, openings {self.openings}"

    def rows(self) -> list[tuple[str, ...]]:
        """The table under `COLUMNS`, best player first."""
        return [_row(standing) for standing in self.standings]

    def remarks(self) -> list[str]:
        """What the table does not show: pairs of a round-robin, forfeits, an interruption."""
        lines = [str(pair) for pair in self.pairs] if len(self.players) > 2 else []
        lines += [self._faults(each) for each in self.standings if each.forfeits]
        if self.interrupted:
            lines.append(f"interrupted after {len(self.games)} of {self.planned} games")
        return lines

    def _faults(self, standing: Standing) -> str:
        """How often a player forfeited, and what happened the first time."""
        first = next(game for game in self.games if game.forfeited == standing.player)
        said = f"{standing.player} forfeited: {_counted(standing.forfeits)}"
        return f"{said}; first in game {first.round}: {first.detail}"

    def as_dict(self) -> dict[str, Any]:
        """The result in JSON's types, without the games."""
        return {
            "game": self.game,
            "start": self.start,
            "openings": self.openings,
            "planned": self.planned,
            "games": len(self.games),
            "interrupted": self.interrupted,
            "standings": [standing.as_dict() for standing in self.standings],
            "pairs": [
                {
                    "players": list(pair.players),
                    "games": pair.games,
                    "wins": pair.wins,
                    "draws": pair.draws,
                    "losses": pair.losses,
                }
                for pair in self.pairs
            ],
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


def _row(standing: Standing) -> tuple[str, ...]:
    asked = "-" if standing.limits.nodes is None else str(standing.limits.nodes)
    return (
        standing.player,
        str(standing.games),
        str(standing.wins),
        str(standing.draws),
        str(standing.losses),
        f"{standing.points:g}",
        asked,
        f"{standing.mean_nodes:.1f}",
        str(standing.max_nodes),
        str(standing.exceeded),
        _counted(standing.under_use) or "-",
    )


def _counted(counts: Counter[str]) -> str:
    return ", ".join(f"{word} {count}" for word, count in sorted(counts.items()))
