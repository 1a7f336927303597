"""Round-robin and gauntlet: who meets whom is known before the first game."""

from __future__ import annotations

from dataclasses import dataclass

from engine.match.formats.history import History, Place
from engine.match.schedule import Stage

__all__ = ["AtOnce"]


@dataclass(frozen=True)
class AtOnce:
    """All games at once.

    :param pairs: who meets whom.
    :param games: of each pair.
    """

    pairs: tuple[tuple[int, int], ...]
    games: int

    @property
    def openings(self) -> int:
        """How many there are to be."""
        return (self.games + 1) // 2

    @property
    def planned(self) -> int:
        """How many games there will be."""
        return self.games * len(self.pairs)

    def following(self, history: History) -> Stage | None:
        """All games; None after them."""
        return None if history else Stage(1, self.pairs, self.games)

    def over(self, history: History) -> bool:
        """Whether no games follow."""
        return bool(history) and history[-1].over

    def places(self, history: History) -> list[Place]:
        """None: the points of the games say all."""
        return []

    def out(self, history: History) -> dict[int, int]:
        """Nobody is."""
        return {}

    def name(self, round: int) -> str:
        """What the round is called."""
        return "all games"
