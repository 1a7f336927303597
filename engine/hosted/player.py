"""A player inside another program: its arguments and its limits."""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field, replace

from engine.cli.arguments import add_limits, limits_of
from games.core.position import Position
from games.othello.othello import Othello
from searchers import Clock, Limits, Searcher, default_for
from searchers import make as make_searcher
from searchers.core.pace import Pace

GAME = Othello.NAME

DEFAULT_SECONDS = 1.0
"""Seconds for a move where neither the command line nor the other program sets a limit."""


@dataclass
class HostedPlayer:
    """A searcher with its limits from the command line."""

    searcher: Searcher
    limits: Limits
    _pace: Pace = field(default_factory=Pace)
    _last_seconds: float | None = None

    def within(self, clock: Clock | None = None, depth: int | None = None) -> Limits:
        """Return the limits of a move: those of the command line, with the game's clock and depth.

        The smaller depth counts. Without any limit, the move has `DEFAULT_SECONDS`. It is not
        checked whether the searcher accepts the limits.

        :param clock: the clock of the side to move; None for none.
        :param depth: the other program's limit in plies; None for none.
        :raises LimitsError: if the depth is below 1.
        """
        depths = [plies for plies in (self.limits.depth, depth) if plies is not None]
        limits = replace(self.limits, clock=clock, depth=min(depths, default=None))
        return replace(limits, seconds=DEFAULT_SECONDS) if limits.endless() else limits

    def on_clock(self, position: Position, clock: Clock | None, depth: int | None = None) -> Limits:
        """Return the limits of a move on a clock, with a reserve for delays (see `Pace`).

        Call it before each search. `record_time` after the search improves the reserve.

        :param position: the root of the search.
        :param clock: the clock of the side to move; None for none.
        :param depth: the other program's limit in plies; None for none.
        :raises LimitsError: if the depth is below 1.
        """
        overhead = 0.0 if clock is None else clock.reserve
        clock = self._pace.reserved(position, clock, overhead, self._last_seconds)
        return self.within(clock, depth)

    def record_time(self, limits: Limits, seconds: float) -> None:
        """Record how long the last search took, for the reserve of the next `on_clock`.

        Time beyond the limits does not count: that is a delay.

        :param limits: those of the search, as `on_clock` returned them.
        :param seconds: the wall-clock time that it took.
        """
        most = limits.allotted().seconds
        self._last_seconds = seconds if most is None else min(seconds, most)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add `--player` and the limits of a move."""
    parser.add_argument(
        "--player", metavar="SPEC", help="searcher, or searcher@evaluator (default: the strongest)"
    )
    add_limits(parser)


def player_from(options: argparse.Namespace) -> HostedPlayer:
    """Return a player of Othello with the arguments' searcher and limits, ready to search.

    :param options: the arguments of `add_arguments`; without a player it is the strongest.
    :raises StarlingError: if the searcher does not exist, or cannot play within the limits.
    """
    start = Othello()
    searcher = make_searcher(options.player or default_for(start))
    player = HostedPlayer(searcher, limits_of(options))
    searcher.prepare(start)
    searcher.check_limits(player.within(), None)
    return player
