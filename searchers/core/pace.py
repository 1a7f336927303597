"""What a move costs a clock beside the search, and what is kept back for it."""

from __future__ import annotations

from dataclasses import replace

from games.core.position import Position
from searchers.core.limits import Clock
from searchers.core.searcher import moves_between

__all__ = ["Pace"]

_LONGEST = 1.0
"""Seconds of a delay that may come again; more is a machine that slept."""
_FADING = 0.995
"""What is left of the longest delay after a move with a shorter one."""
_LEARNING = 0.1
"""How much of the usual delay a new one makes."""
_FIRST = 0.03
"""Seconds of delay expected before any was measured."""
_MOVES = 50
"""Moves that are still to be paid for, if no time control comes before."""


class Pace:
    """Measures delays by the GUI's own clock: what a move took from it beyond what its search meant
    to take.

    That covers whatever keeps an answer back: a busy machine, the pipe, the interpreter's lock, a
    search that stops late. Twice the longest delay is kept back from then on, and what the usual
    one will cost in the moves to come beyond their increments.
    """

    def __init__(self) -> None:
        self._longest = _FIRST
        self._usual = 0.0
        self._before: tuple[Position, float] | None = None

    def reserved(
        self, position: Position, clock: Clock | None, overhead: float, meant: float | None = None
    ) -> Clock | None:
        """A clock that keeps back what experience says.

        :param position: where the clock stands so, before a search.
        :param overhead: seconds to keep back in any case.
        :param meant: seconds that the search before this one meant to take; None if unknown.
        """
        before, self._before = self._before, None
        if clock is None:
            return None
        if before is not None and meant is not None:
            line = moves_between(before[0], position)
            if line is not None and len(line) == 2:
                self._measure(before[1] - clock.remaining - meant)
        moves = min(clock.moves_to_go or _MOVES, _MOVES)
        dues = moves * max(0.0, self._usual - clock.increment)
        clock = replace(clock, reserve=overhead + 2 * self._longest + dues)
        self._before = position.copy(), clock.remaining + clock.increment
        return clock

    def _measure(self, delay: float) -> None:
        """Learn from a move that took longer than was meant, or, if negative, shorter."""
        delay = min(max(delay, 0.0), _LONGEST)
        self._longest = max(self._longest * _FADING, delay)
        # One that is far from usual has said so to the longest.
        usual = min(delay, 4 * max(self._usual, _FIRST))
        self._usual += _LEARNING * (usual - self._usual)
