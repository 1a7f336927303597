"""What a match asks of a player, and gets: a move and what it cost, or a forfeit."""

from __future__ import annotations

from dataclasses import dataclass

from games.position import Position
from searchers import Limits

__all__ = ["Choice", "Forfeit", "Player"]


@dataclass(frozen=True)
class Choice:
    """What a player answered, and what it spent.

    :param value: the position's value from the player's point of view; None where it told none.
    :param nodes: nodes it took, by its own count; None where it told none.
    :param seconds: wall-clock time.
    :param cpu: CPU seconds; None where they are not known (external programs).
    :param reason: why the search ended (`searchers.Result.reason`); "" where it is not known.
    :param doubt: what cannot be true of the node count; "" if it may be.
    """

    move: int | None
    value: int | None
    nodes: int | None
    seconds: float
    cpu: float | None
    reason: str
    doubt: str = ""


class Forfeit(Exception):
    """A player loses the game by its own fault.

    :param ending: the kind, in few words: "illegal move", "crash", "no answer", "no start",
        "flood", "refusal", "resigned", "time forfeit".
    :param detail: what happened, in one line.
    """

    def __init__(self, ending: str, detail: str) -> None:
        super().__init__(detail)
        self.ending = ending
        self.detail = detail


class Player:
    """One participant of a match. Any exception out of `new_game` or `choose` loses the game.

    :param name: how results call it.
    """

    COUNTS_NODES = True
    """Whether a node limit means anything to it."""

    def __init__(self, name: str) -> None:
        self.name = name

    def prepare(self, position: Position, limits: Limits) -> None:
        """Get ready, before the first game.

        :raises StarlingError: if this player cannot play this game within such limits.
        """

    def new_game(self) -> None:
        """What follows belongs to another game."""

    def choose(self, position: Position, limits: Limits) -> Choice:
        """A move for the side to move; the position is left as it is."""
        raise NotImplementedError(f"{type(self).__name__} lacks choose")

    def close(self) -> None:
        """End whatever was started."""
