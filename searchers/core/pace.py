"""The delays of moves on a clock, and the time that is kept back for them."""

from __future__ import annotations

from dataclasses import replace

from games.core.position import Position
from searchers.core.limits import Clock
from searchers.core.searcher import moves_between

_LONGEST = 1.0
"""The longest delay in seconds that counts; a longer one is a machine that slept."""
_FADING = 0.995
"""The factor of the longest delay for each move with a shorter one."""
_LEARNING = 0.1
"""The weight of a new delay in the usual delay."""
_FIRST = 0.03
"""The delay in seconds that is expected before any was measured."""
_MOVES = 50
"""The number of moves still to be made, unless a time control comes before."""


class Pace:
    """The delays of one game: the time that moves take from the clock beyond their searches.

    Causes are a busy machine, the pipe, the interpreter's lock, and searches that stop late. The
    reserve is twice the longest delay. If the usual delay is longer than the increment, the
    difference is added for each move to come.
    """

    def __init__(self) -> None:
        self._longest = _FIRST
        self._usual = 0.0
        self._before: tuple[Position, float] | None = None

    def reserved(
        self, position: Position, clock: Clock | None, overhead: float, meant: float | None = None
    ) -> Clock | None:
        """Return the clock with a `reserve` for the delays of moves; None without a clock.

        Call it before each search. It also learns the delay of the move before, if the last call
        had a clock and a position two plies earlier.

        :param position: the root of the search.
        :param overhead: seconds to keep back in any case.
        :param meant: the seconds that the search before this one was to take; None if unknown, and
            then no delay is learnt.
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
        """Update the longest and the usual delay of moves by that of the last move.

        :param delay: seconds beyond the planned time. A negative delay counts as 0, and one above
            `_LONGEST` as that.
        """
        delay = min(max(delay, 0.0), _LONGEST)
        self._longest = max(self._longest * _FADING, delay)
        # A rare long delay counts for the longest, not for the usual one.
        usual = min(delay, 4 * max(self._usual, _FIRST))
        self._usual += _LEARNING * (usual - self._usual)
