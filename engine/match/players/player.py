"""The interface of a player: choose a move and report its cost, or forfeit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.core.position import Position
from games.errors import MoveError, printable, quoted
from searchers import Clock, Limits

MOST_SAID = 300
"""The number of characters of a player's messages that are stored."""


MOST_SECONDS = 1e9
"""The longest time of a move that is believed."""


@dataclass(frozen=True)
class Choice:
    """A player's move and its cost.

    :param value: the position's value from the player's point of view; None if not reported.
    :param nodes: nodes by the player's own count; None if not reported.
    :param seconds: wall-clock time.
    :param cpu: CPU seconds; None if the system does not report them.
    :param reason: the reason the search ended (`searchers.Result.reason`); "" if not known.
    :param depth: the depth in plies by the player's own count; None if not reported.
    :param implausible: the error of an impossible node count; "" if it is possible.
    :param bounds: lower and upper bound of the value (`searchers.Result.bounds`); None if not
        reported.
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
        """Check the types and ranges of the fields.

        :raises TypeError: if a field has the wrong type.
        :raises ValueError: if a number is out of range.
        """
        for name, kind in _KINDS.items():
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, kind):
                words = self.__annotations__[name].replace(" | ", " or ")
                raise TypeError(f"{name}={quoted(value)}: expected {words}")
        for name in ("seconds", "cpu"):
            if not 0 <= (getattr(self, name) or 0) <= MOST_SECONDS:
                raise ValueError(f"{name}={getattr(self, name)}: expected a time")
        if self.bounds is not None and [type(end) for end in self.bounds] != [int, int]:
            raise TypeError(f"bounds={quoted(self.bounds)}: expected two whole numbers or None")
        whole = (self.value, self.nodes, self.depth, *(self.bounds or ()))
        if any(abs(number or 0) >= 2**63 for number in whole):
            raise ValueError("value, nodes, depth or bounds: expected numbers below 2^63")


_KINDS: dict[str, Any] = {
    "value": int | None,
    "nodes": int | None,
    "seconds": float | int,
    "cpu": float | int | None,
    "reason": str,
    "implausible": str,
    "depth": int | None,
    "bounds": tuple | None,
}


class Forfeit(Exception):
    """The loss of a game by the player's own fault.

    :param ending: the kind of fault: "illegal move", "crash", "no answer", "no start",
        "flood", "refusal", "resigned", "time forfeit".
    :param detail: a description without the player's name. It is stored as one printable line.
    """

    def __init__(self, ending: str, detail: str) -> None:
        self.ending = printable(ending, MOST_SAID)
        self.detail = printable(" ".join(detail.split()), MOST_SAID)
        super().__init__(self.ending, self.detail)

    def __str__(self) -> str:
        """Return the detail."""
        return self.detail


def forfeit_of(error: BaseException) -> Forfeit:
    """Return the forfeit for a player's exception.

    A `Forfeit` is returned as it is. A `MoveError` is an illegal move, anything else a crash.
    """
    if isinstance(error, Forfeit):
        return error
    if isinstance(error, MoveError):
        return Forfeit("illegal move", str(error))
    said = str(error)
    return Forfeit("crash", f"{type(error).__name__}{': ' if said else ''}{said}")


class Player:
    """A participant of a match. An exception in `new_game` or `choose` loses the game.

    In a tournament a player runs in its own process, a copy of the tournament's process. So it
    cannot harm the run, and its state is not visible outside.

    :param name: the name in results.
    """

    TRUSTED = False
    """Whether it plays in the tournament's process and must return in time, as programs do."""

    COUNTS_NODES = True
    """Whether it obeys a node limit."""

    opponent_clock: Clock | None = None
    """The opponent's clock, set before each call of `choose`; None if the opponent has none."""

    remarks: tuple[str, ...] = ()
    """Oddities that do not prevent play, known after `begin`: lines without the player's name."""

    def __init__(self, name: str) -> None:
        self.name = name

    def prepare(self, position: Position, limits: Limits) -> None:
        """Check before the first game that the player can play this game within limits.

        The base checks nothing. It is called again for each start that an opening has.

        :param position: the first position of the games.
        :raises StarlingError: if this player cannot play this game within such limits.
        """

    def begin(self) -> None:
        """Start the player before the first game, in parallel with others; the base does nothing.

        Not every process that plays calls it. So `new_game` also has to start what the player
        needs.

        :raises Forfeit: if it does not start; then no game is played.
        """

    def new_game(self) -> None:
        """Prepare for another game, before its first move; the base does nothing."""

    def choose(self, position: Position, limits: Limits) -> Choice:
        """Return a move for the side to move, and its cost; a subclass writes it.

        The position must be unchanged. An exception loses the game.

        :param limits: the limits of this move; a clock has the time that is left.
        """
        raise NotImplementedError(f"{type(self).__name__} lacks choose")

    def close(self) -> None:
        """End all that the player started; `new_game` may restart it. The base does nothing."""
