"""What a move costs a clock beside the search, and what is kept back for it."""

from __future__ import annotations

from dataclasses import replace

from games.position import Position
from searchers.limits import Clock
from searchers.searcher import moves_between

__all__ = ["Pace"]

_LONGEST = 1.0
"""Seconds of a delay that may come again; more is a machine that slept."""
_FADING = 0.98
"""What is left of a delay after a move without one."""
_FIRST = 0.01
"""Seconds of delay expected before any was measured."""


class Pace:
    """Measures delays by the GUI's own clock: what a move took from it beyond what was planned.

    That covers whatever keeps an answer back: a busy machine, the pipe, the interpreter's lock, a
    search that stops late. As much again, twice, is kept back from then on; it fades slowly.
    """

    def __init__(self) -> None:
        self._delay = _FIRST
        self._before: tuple[Position, float, float] | None = None

    def reserved(self, position: Position, clock: Clock | None, overhead: float) -> Clock | None:
        """A clock that keeps back what experience says.

        :param position: where the clock stands so, before a search.
        :param overhead: seconds to keep back in any case.
        """
        before, self._before = self._before, None
        if clock is None:
            return None
        if before is not None:
            line = moves_between(before[0], position)
            if line is not None and len(line) == 2:
                self._measure(before[1] - clock.remaining - before[2])
        clock = replace(clock, reserve=overhead + 2 * self._delay)
        self._before = position.copy(), clock.remaining + clock.increment, clock.allotment()
        return clock

    def _measure(self, delay: float) -> None:
        """Learn from a move that took longer than planned, or, if negative, shorter."""
        self._delay = max(self._delay * _FADING, min(delay, _LONGEST))
