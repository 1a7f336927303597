"""How one player did in a tournament: games, points, nodes asked and nodes taken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.match.games.record import Cost, GameSummary
from games.core.words import counted

__all__ = ["AUDIT", "SCORES", "Standing", "listed"]

SCORES = ("player", "points", "score", "games", "won", "drawn", "lost")
"""The heading of a table of what the players scored."""

AUDIT = ("player", "nodes asked", "mean", "max", "exceeded", "fewer nodes because")
"""The heading of a table of the nodes they were asked for and took."""


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
    cost: Cost = field(default_factory=Cost.none)

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
            "implausible": dict(sorted(cost.implausible.items())),
        }

    def time_dict(self) -> dict[str, Any]:
        """What the moves took on this machine, in seconds."""
        cost = self.cost
        return {"player": self.player, "seconds": round(cost.seconds, 3), "cpu": round(cost.cpu, 3)}

    def scores(self) -> tuple[str, ...]:
        """The standing under `SCORES`."""
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
        """The standing under `AUDIT`."""
        cost = self.cost
        return (
            self.player,
            "-" if self.requested is None else str(self.requested),
            f"{cost.mean_nodes:.1f}" if cost.counted else "-",
            str(cost.max_nodes) if cost.counted else "-",
            str(cost.exceeded),
            listed(cost.under_use) or "-",
        )

    def budget_fault(self) -> str:
        """Why the player had no node budget that it kept to; "" if it had."""
        cost = self.cost
        if self.requested is None:
            return "has no node budget"
        if cost.exceeded:
            most = f"at most {cost.max_nodes} of {self.requested}"
            return f"exceeded it in {cost.exceeded} of {counted(cost.moves, 'move')} ({most})"
        if cost.counted < cost.moves:
            untold = cost.moves - cost.counted
            return f"told no node count in {untold} of {counted(cost.moves, 'move')}"
        return "told node counts that cannot be true" if cost.implausible else ""


def listed(counts: Mapping[str, int]) -> str:
    """What was counted, in words."""
    return ", ".join(f"{word} {count}" for word, count in sorted(counts.items()))
