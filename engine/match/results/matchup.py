"""The games between two players: score, duplicates, and what they are evidence of."""

from __future__ import annotations

import math
from collections.abc import Sequence
from operator import attrgetter
from typing import Any, NamedTuple

from engine.match.statistics.elo import (
    WDL,
    Counts,
    EloEstimate,
    Pentanomial,
    elo,
    los,
    normalised_elo,
)
from games.core.words import counted

__all__ = ["Matchup", "Played", "finite"]


class Played(NamedTuple):
    """A game of a pair: its round, opening, line, the first player's side and its score."""

    round: int
    opening: int
    line: str
    side: int
    score: float


class Matchup:
    """The games between two players, counted for the first of them.

    A duplicate is a game that repeats an earlier one move by move, with the same players on the
    same sides. It is a game of the tournament, but no evidence of anything.
    """

    def __init__(self, players: tuple[str, str], played: Sequence[Played] = ()) -> None:
        self.players = players
        self._played = list(played)
        self._evidence: Evidence | None = None

    def add(self, played: Played) -> None:
        """Count a game."""
        self._played.append(played)
        self._evidence = None

    @property
    def played(self) -> Sequence[Played]:
        """The games, in the order in which they ended."""
        return self._played

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
        return self._known.duplicates

    @property
    def unique(self) -> list[Played]:
        """The games without duplicates, in the order of their rounds."""
        return self._known.unique

    @property
    def evidence(self) -> tuple[int, int, int]:
        """Wins, draws and losses of the first player, without duplicates."""
        return self._known.scores

    @property
    def pentanomial(self) -> tuple[int, int, int, int, int]:
        """How many pairs of games of one opening, with colours swapped and neither a duplicate,
        gave the first player 0, 1/2, 1, 3/2 and 2 points."""
        return self._known.pentanomial

    @property
    def counts(self) -> Counts:
        """What statistics are made of: pairs of games where every game has its twin, else games."""
        pairs = Pentanomial(*self.pentanomial)
        return pairs if pairs.games == len(self.unique) else WDL(*self.evidence)

    @property
    def _known(self) -> Evidence:
        """What the games so far are evidence of, found once."""
        if self._evidence is None:
            self._evidence = _evidence(self._played)
        return self._evidence

    def turned(self) -> Matchup:
        """The same games, counted for the other player."""
        other = [
            Played(game.round, game.opening, game.line, 1 - game.side, 1 - game.score)
            for game in self.played
        ]
        return Matchup(self.players[::-1], other)

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
            "elo": _as_dict(elo(counts)),
            "normalised_elo": _as_dict(normalised_elo(counts)),
            "los": los(counts),
        }

    def strength(self) -> str:
        """How much stronger the first player is, in words; "" without evidence."""
        counts = self.counts
        chance = los(counts)
        if chance is None:
            return ""
        kinds = (
            ("pair of games", "pairs of games") if isinstance(counts, Pentanomial) else ("game",)
        )
        return (
            f"{self.players[0]} to {self.players[1]}: Elo {elo(counts)}, normalised "
            f"{normalised_elo(counts)}, likely the stronger {chance:.1%} "
            f"({counted(sum(counts), *kinds)})"
        )

    def repeated(self) -> str:
        """Which games are duplicates, in words; "" for none."""
        duplicates = self.duplicates
        if not duplicates:
            return ""
        some = ", ".join(f"{again} repeats {once}" for again, once in duplicates[:3])
        more = ", ..." if len(duplicates) > 3 else ""
        names = " - ".join(self.players)
        kind = "is a duplicate" if len(duplicates) == 1 else "are duplicates"
        count = f"{len(duplicates)} of {counted(self.games, 'game')}"
        return f"{names}: {count} {kind}, no evidence: game {some}{more}"

    def __str__(self) -> str:
        wins, draws, losses = self.score
        return f"{self.players[0]} - {self.players[1]}: +{wins} ={draws} -{losses}"


class Evidence(NamedTuple):
    """What games are evidence of, as `Matchup` tells it."""

    duplicates: list[tuple[int, int]]
    unique: list[Played]
    scores: tuple[int, int, int]
    pentanomial: tuple[int, int, int, int, int]


def _evidence(played: Sequence[Played]) -> Evidence:
    """What these games are evidence of."""
    first: dict[tuple[str, int], int] = {}
    duplicates, unique = [], []
    by_opening: dict[int, list[float]] = {}
    for game in sorted(played, key=attrgetter("round")):
        earlier = first.setdefault((game.line, game.side), game.round)
        if game.line and earlier != game.round:
            duplicates.append((game.round, earlier))
        else:
            unique.append(game)
            by_opening.setdefault(game.opening, []).append(game.score)
    pairs = [0] * 5
    for both in by_opening.values():
        if len(both) == 2:
            pairs[int(2 * sum(both))] += 1
    scores = _counted([game.score for game in unique])
    return Evidence(duplicates, unique, scores, (pairs[0], pairs[1], pairs[2], pairs[3], pairs[4]))


def finite(number: float | None) -> float | None:
    """A number as JSON has it, which knows nothing infinite: None in its place."""
    return None if number is None or math.isinf(number) else round(number, 3)


def _as_dict(found: EloEstimate) -> dict[str, Any]:
    return {
        "value": finite(found.value),
        "low": finite(found.low),
        "high": finite(found.high),
        "note": found.note,
    }


def _counted(scores: Sequence[float]) -> tuple[int, int, int]:
    return scores.count(1), scores.count(0.5), scores.count(0)
