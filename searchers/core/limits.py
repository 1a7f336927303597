"""The limits of a search: the same names on the command line, in tournament files and in Python."""

from __future__ import annotations

import re
import time
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from typing import Any

from evaluators.core.budget import Budget
from games.errors import LimitsError, printable, quoted
from games.parts.numbers import is_number, is_whole, number, whole

_MOST_NODES = 2**62
"""More than any search takes; it fits the budget's counter."""

_MOST_OF_ALL = 10**100
"""The largest number that a limit accepts."""

_MOST_SECONDS = 10**9
"""The most seconds that a limit accepts."""

_WAVERING = 4.0
"""The most time that a search may take, in multiples of the plan."""

_ONLY_MOVE_PART = 0.05
"""The part of the planned time that an only move takes."""
_ONLY_MOVE_SECONDS = 0.01
"""The seconds that an only move takes at least, if as many were planned."""

_NUMBER = r"\d+(?:\.\d*)?|\.\d+"
_CLOCK = re.compile(
    rf"(?:(?P<moves>\d+)/)?(?P<seconds>{_NUMBER})(?:\+(?P<increment>{_NUMBER}))?", re.ASCII
)


@dataclass(frozen=True)
class Clock:
    """The clock of the side to move, in seconds.

    :param remaining: time left for all moves up to the time control.
    :param increment: time added after every move.
    :param moves_to_go: moves up to the time control; None for the whole game.
    :param reserve: seconds that are not planned for: a move may take them beside its search.
    """

    remaining: float
    increment: float = 0.0
    moves_to_go: int | None = None
    reserve: float = 0.05

    def __post_init__(self) -> None:
        """Check the fields.

        :raises LimitsError: if one is no number, or `moves_to_go` is not a whole number above 0.
        """
        for name in ("remaining", "increment", "reserve"):
            value = getattr(self, name)
            if not is_number(value, -_MOST_SECONDS, _MOST_SECONDS):
                expected = "a number of seconds; Clock.parse reads text such as 10+0.1"
                raise LimitsError(f"{name}={quoted(value)}: expected {expected}")
        if self.moves_to_go is not None and not is_whole(self.moves_to_go, 1, _MOST_OF_ALL):
            expected = "a whole number, at least 1, or None"
            raise LimitsError(f"moves_to_go={quoted(self.moves_to_go)}: expected {expected}")

    @classmethod
    def parse(cls, text: str) -> Clock:
        """Return the clock of a text "[moves/]seconds[+increment]", as in "40/60+0.5".

        The `str` of that clock is such a text too, and gives an equal clock.

        :raises LimitsError: if it has another form, 0 seconds or moves, or a number too large; also
            if it is no text.
        """
        match = _CLOCK.fullmatch(text.strip()) if isinstance(text, str) else None
        if match is not None:
            with suppress(ValueError):  # numbers beyond all bounds
                seconds, increment = number(match["seconds"]), number(match["increment"] or 0)
                moves = whole(match["moves"]) if match["moves"] else None
                if 0 < seconds <= _MOST_SECONDS and increment <= _MOST_SECONDS and moves != 0:
                    return cls(seconds, increment, moves)
        expected = "[moves/]seconds[+increment], as in 10+0.1"
        given = printable(text, 80) if isinstance(text, str) else quoted(text)
        raise LimitsError(f"clock={given}: expected {expected}")

    def __str__(self) -> str:
        """Return the clock as text for `parse`: MOVES/SECONDS+INCREMENT, without parts not set."""
        moves = f"{self.moves_to_go}/" if self.moves_to_go else ""
        increment = f"+{_decimal(self.increment)}" if self.increment else ""
        return f"{moves}{_decimal(self.remaining)}{increment}"

    def after(self, seconds: float, control: Clock) -> Clock:
        """Return the clock after a move that took so many seconds, with the increment added.

        At the time control the time of `control` is added too, and its number of moves begins
        again. If the move took too long, that may cover it, so compare `seconds` with `remaining`
        before. The time left may be negative.

        :param control: the clock at the start of the game.
        """
        left = self.remaining - seconds + self.increment
        to_go = None if self.moves_to_go is None else self.moves_to_go - 1
        if to_go == 0:
            left, to_go = left + control.remaining, control.moves_to_go
        return replace(self, remaining=left, moves_to_go=to_go)

    def allotment(self) -> float:
        """Return the seconds planned for this move, at least 0.001.

        That is the time beyond `reserve` divided by the moves to go (30 if more or unknown), plus
        3/4 of the increment. It is at most half of the time beyond `reserve`, or all of it at the
        control's last move.
        """
        moves = min(self.moves_to_go or 30, 30)
        free = self.remaining - self.reserve
        planned = free / moves + 0.75 * self.increment
        return max(0.001, min(planned, free if moves == 1 else 0.5 * free))

    def most_seconds(self) -> float:
        """Return the most seconds for this move, if the best move keeps changing; at least 0.001.

        That is four times `allotment()`, but at most half of the time beyond `reserve`. For the
        last move of a time control it may be all of it.
        """
        free = self.remaining - self.reserve
        share = free if self.moves_to_go == 1 else 0.5 * free
        return max(0.001, min(_WAVERING * self.allotment(), share))


def _decimal(number: float) -> str:
    """Return a number with the fewest digits that give it again, without an exponent."""
    from decimal import Decimal  # importing it takes 1 ms

    return f"{Decimal(repr(number)):f}".removesuffix(".0")


def _least(*seconds: float | None) -> float | None:
    """Return the smallest of the numbers that are not None; None if there is none."""
    return min((each for each in seconds if each is not None), default=None)


@dataclass(frozen=True)
class Limits:
    """The limits of a search; it ends at the first one reached. None is no limit.

    :param nodes: nodes to take, a hard limit.
    :param depth: plies to look ahead.
    :param seconds: wall-clock time.
    :param cpu: CPU time of the searching thread, in seconds.
    :param clock: the clock of the game; the search decides how much of it to use.
    :param moves: the root moves to consider; None for all.
    :param planned: the wall-clock seconds that a clock allots. A search by iterative deepening ends
        sooner if its best move is stable, and later, within `seconds`, if it changes. Any other
        search ends then.
    """

    nodes: int | None = None
    depth: int | None = None
    seconds: float | None = None
    cpu: float | None = None
    clock: Clock | None = None
    moves: tuple[int, ...] | None = None
    planned: float | None = None

    def __post_init__(self) -> None:
        """Check the fields.

        :raises LimitsError: if a limit is no number or out of range, or `moves` is empty.
        """
        for name, low in (("nodes", 0), ("depth", 1)):
            value = getattr(self, name)
            if value is not None and not is_whole(value, low, _MOST_OF_ALL):
                expected = f"a whole number, at least {low} and at most 10^100"
                raise LimitsError(f"{name}={quoted(value)}: expected {expected}")
        for name in ("seconds", "cpu", "planned"):
            value = getattr(self, name)
            if value is not None and not is_number(value, 0, _MOST_SECONDS):
                expected = f"a number, at least 0 and at most {_MOST_SECONDS:,}"
                raise LimitsError(f"{name}={quoted(value)}: expected {expected}")
        if self.clock is not None and not isinstance(self.clock, Clock):
            expected = "a Clock, such as Clock.parse('10+0.1')"
            raise LimitsError(f"clock={quoted(self.clock)}: expected {expected}")
        if self.moves is not None and not self.moves:
            raise LimitsError("moves=(): expected at least one move to consider, or None for all")

    def also(self, **others: Any) -> Limits:
        """Return these limits with others added, by name; None is no limit.

        :raises LimitsError: if these limits have one of them already, or one is out of range.
        """
        given = {name: value for name, value in others.items() if value is not None}
        for name in given:
            if getattr(self, name) is not None:
                raise LimitsError(f"{name}={quoted(given[name])}: {self} has one already")
        return replace(self, **given) if given else self

    def __str__(self) -> str:
        """Return the limits that are set as NAME=VALUE, with commas between them."""
        given = ((f.name, getattr(self, f.name)) for f in fields(self))
        return ",".join(f"{name}={value}" for name, value in given if value is not None)

    def endless(self) -> bool:
        """Return whether nothing but a stop flag would end a search."""
        ends = (self.nodes, self.depth, self.seconds, self.cpu, self.clock, self.planned)
        return all(end is None for end in ends)

    def allotted(self, since: float = 0.0) -> Limits:
        """Return these limits with the clock's share for this move in place of the clock.

        `planned` becomes the least of its value and what the clock plans for the move. `seconds`
        becomes the least of its value and the most that the clock allows. Both are less by `since`,
        but at least 0. Other limits stay.

        :param since: the seconds since the clock was read, or since `seconds` began.
        """
        planned, most = self.planned, self.seconds
        if self.clock is None and planned is None and most is None:
            return self
        if self.clock is not None:
            planned = _least(planned, self.clock.allotment())
            most = _least(most, self.clock.most_seconds())
        planned, most = (None if end is None else max(0.0, end - since) for end in (planned, most))
        return replace(self, clock=None, planned=planned, seconds=most)

    def for_only_move(self) -> Limits:
        """Return these allotted limits, shortened for a position with one legal move.

        The search then takes a small part of the planned time, enough to find a value. `seconds`
        becomes at most that part. The limits of nodes, depth and CPU time stay. Without a planned
        time nothing changes.
        """
        if self.planned is None:
            return self
        brief = min(self.planned, max(_ONLY_MOVE_SECONDS, _ONLY_MOVE_PART * self.planned))
        return replace(self, planned=brief, seconds=_least(self.seconds, brief))

    def wall_clock_seconds(self) -> float | None:
        """Return the planned wall-clock seconds of a search; None for no limit.

        That is the least of `seconds`, `planned` and what the clock plans for the move.
        """
        share = None if self.clock is None else self.clock.allotment()
        return _least(self.seconds, self.planned, share)

    def budget(self, stop: Any = None) -> Budget:
        """Return the budget of a search that starts now.

        Its deadline is `wall_clock_seconds()` from now. Its CPU time is that of this thread.

        :param stop: a stop flag, anything with `is_set()`; None for none.
        """
        seconds = self.wall_clock_seconds()
        return Budget(
            nodes=None if self.nodes is None else min(self.nodes, _MOST_NODES),
            deadline=None if seconds is None else time.perf_counter() + seconds,
            cpu_deadline=None if self.cpu is None else time.thread_time() + self.cpu,
            stop=stop,
        )
