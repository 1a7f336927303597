"""What a match asks of a player, and gets: a move and what it cost, or a forfeit."""

from __future__ import annotations

import math
from dataclasses import dataclass
from types import NoneType

from games.core.position import Position
from games.errors import MoveError, printable, quoted
from searchers import Clock, Limits

__all__ = ["MOST_SAID", "Choice", "Forfeit", "Player", "fault_of"]


MOST_SAID = 300
"""Characters that are kept of what a player says of itself."""


@dataclass(frozen=True)
class Choice:
    """What a player answered, and what it spent.

    :param value: the position's value from the player's point of view; None where it told none.
    :param nodes: nodes it took, by its own count; None where it told none.
    :param seconds: wall-clock time.
    :param cpu: CPU seconds; None where they are not known (external programs).
    :param reason: why the search ended (`searchers.Result.reason`); "" where it is not known.
    :param depth: plies it looked ahead, by its own count; None where it told none.
    :param implausible: what cannot be true of the node count; "" if it may be.
    :param bounds: what the value is at least and at most (`searchers.Result.bounds`); None where it
        told none.
    """

    move: int | None
    value: int | None
    nodes: int | None
    seconds: float
    cpu: float | None
    reason: str
    implausible: str = ""
    depth: int | None = None
    bounds: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        for name, kinds in _KINDS.items():
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, kinds):
                raise TypeError(f"{name}={quoted(value)}: expected {_words(kinds)}")
        if not 0 <= self.seconds < math.inf:
            raise ValueError(f"seconds={self.seconds}: expected a time")
        if self.bounds is not None and [type(end) for end in self.bounds] != [int, int]:
            raise TypeError(f"bounds={quoted(self.bounds)}: expected two whole numbers or None")


_KINDS: dict[str, tuple[type, ...]] = {
    "value": (int, NoneType),
    "nodes": (int, NoneType),
    "seconds": (float, int),
    "cpu": (float, int, NoneType),
    "reason": (str,),
    "implausible": (str,),
    "depth": (int, NoneType),
    "bounds": (tuple, NoneType),
}


def _words(kinds: tuple[type, ...]) -> str:
    return " or ".join("None" if kind is NoneType else kind.__name__ for kind in kinds)


class Forfeit(Exception):
    """A player loses the game by its own fault.

    :param ending: the kind, in few words: "illegal move", "crash", "no answer", "no start",
        "flood", "refusal", "resigned", "time forfeit".
    :param detail: what happened, without the player's name, which stands beside it. It becomes one
        printable line, whatever a program's words in it are.
    """

    def __init__(self, ending: str, detail: str) -> None:
        self.ending = printable(ending, MOST_SAID)
        self.detail = printable(" ".join(detail.split()), MOST_SAID)
        super().__init__(self.ending, self.detail)

    def __str__(self) -> str:
        return self.detail


def fault_of(error: BaseException) -> Forfeit:
    """How a player loses that raised this."""
    if isinstance(error, Forfeit):
        return error
    if isinstance(error, MoveError):
        return Forfeit("illegal move", str(error))
    said = str(error)
    return Forfeit("crash", f"{type(error).__name__}{': ' if said else ''}{said}")


class Player:
    """One participant of a match. Any exception out of `new_game` or `choose` loses the game.

    In a tournament it plays in a process of its own, a copy of the one that runs the tournament:
    nothing it does can harm the run, and nothing it notes is seen outside.

    :param name: how results call it.
    """

    TRUSTED = False
    """Whether it plays in the process that runs the tournament; it must then return in time. A
    program of its own, or a person at the keyboard, does."""

    COUNTS_NODES = True
    """Whether a node limit means anything to it."""

    opponent_clock: Clock | None = None
    """The opponent's clock at the time of the question; None where the opponent has none. A game
    sets it before it calls `choose`."""

    remarks: tuple[str, ...] = ()
    """What is odd about the player and does not keep it from playing, known once it has begun: one
    line each, without the player's name."""

    def __init__(self, name: str) -> None:
        self.name = name

    def prepare(self, position: Position, limits: Limits) -> None:
        """Get ready, before the first game.

        :raises StarlingError: if this player cannot play this game within such limits.
        """

    def begin(self) -> None:
        """Start what must run. Called once, before the first game, of all players at once.

        :raises Forfeit: if it does not start: then no game is played.
        """

    def new_game(self) -> None:
        """What follows belongs to another game."""

    def choose(self, position: Position, limits: Limits) -> Choice:
        """A move for the side to move; the position is left as it is."""
        raise NotImplementedError(f"{type(self).__name__} lacks choose")

    def close(self) -> None:
        """End whatever was started."""
