"""A sequential test that ends the games of a pair of players."""

from __future__ import annotations

from typing import Any

from engine.match.games.record import GameSummary
from engine.match.statistics.elo import Pentanomial
from engine.match.statistics.sprt import Sprt

__all__ = ["Trial"]


class Trial:
    """The games of a pair until a test of its first player is decided.

    They count in the order of the list of games: one that ended before an earlier one waits for it.
    So the same games count however many were played at a time. The test is asked after every
    opening that was played with both colours; a duplicate is no evidence. After the decision no
    game counts.

    :param players: the first one is tested.
    :param openings: how many the pair has at most, each for two games.
    """

    def __init__(self, players: tuple[str, str], test: Sprt, openings: int) -> None:
        self.players = players
        self.test = test
        self.openings = openings
        self.games = 0
        """Those that count."""
        self.decision = ""
        """"H0" or "H1", what was taken; "" while it is open."""
        self.llr = 0.0
        self._counts = [0] * 5
        self._waiting: dict[int, GameSummary] = {}
        self._seen: set[tuple[str, tuple[str, str]]] = set()
        self._points: list[float] = []
        """Of the first player in the games of the opening under way that are evidence."""

    @property
    def over(self) -> bool:
        """Whether no more games are to be played."""
        return bool(self.decision) or self.games == 2 * self.openings

    @property
    def pentanomial(self) -> Pentanomial:
        """What the test was asked about."""
        return Pentanomial(*self._counts)

    def add(self, index: int, game: GameSummary) -> list[GameSummary]:
        """The games that count now that this one ended.

        :param index: which of the pair's games it is, from 0.
        """
        self._waiting[index] = game
        counting = []
        while not self.decision and (each := self._waiting.pop(self.games, None)) is not None:
            self._count(each)
            counting.append(each)
        return counting

    def _count(self, game: GameSummary) -> None:
        self.games += 1
        line = (game.line, game.players)
        if not game.line or line not in self._seen:
            self._seen.add(line)
            won = game.players == self.players
            self._points.append(game.score if won else 1 - game.score)
        if self.games % 2:
            return
        if len(self._points) == 2:
            self._counts[round(2 * sum(self._points))] += 1
            self.llr = self.test.llr(self.pentanomial)
            self.decision = self.test.taken(self.llr)
        self._points.clear()

    def as_dict(self) -> dict[str, Any]:
        """The test in JSON's types."""
        return {
            "players": list(self.players),
            "elo0": self.test.elo0,
            "elo1": self.test.elo1,
            "model": self.test.model,
            "games": self.games,
            "llr": self.llr,
            "lower": self.test.lower,
            "upper": self.test.upper,
            "decision": self.decision,
        }

    def told(self) -> str:
        """The test in a line."""
        first, second = self.players
        test = self.test
        numbers = f"LLR {self.llr:.2f} [{test.lower:.2f}, {test.upper:.2f}]"
        if self.decision:
            elo = test.elo1 if self.decision == "H1" else test.elo0
            end = f"{self.decision} ({elo:g} Elo) is taken after {self.games} games"
        else:
            end = f"undecided after {self.games} games"
        what = f"{test.elo0:g} against {test.elo1:g} {test.model} Elo"
        return f"SPRT {first} to {second}, {what}: {numbers}: {end}"
