"""Levels of strength, from 1 to 10, for every game.

A level is a node budget for each move, so the same level makes the same moves on every machine:

* Standard chess with its default player: from the lowest to the highest node budget of `UCI_Elo`,
  each level 1.7 times the one below. `engine.uci.strength` has the rating.
* Everything else: 10 nodes at level 1 and 100,000 at level 10, each level 2.8 times the one below.

Equal ratios of nodes are steps of about equal strength. Equal differences of the measured ratings
are not: between level 5 and 6 they left a step of 25% more nodes, which 40 games did not show.
"""

from __future__ import annotations

from engine.uci.strength import shipped
from games.chess import facts
from games.core.position import Position
from games.errors import LimitsError, quoted
from games.parts.numbers import is_whole
from searchers import Limits, default_for

LEVELS = range(1, 11)
DEFAULT_LEVEL = 5
_FEWEST, _MOST = 10, 100_000
"""The node budgets of the lowest and the highest level."""


def level_limits(position: Position, player: str, level: int) -> Limits:
    """Return the limits of a move at a level: a node budget.

    The budgets grow by the same factor from level to level.

    :param player: the spec of the searcher; in standard chess the default one has other budgets.
    :raises LimitsError: if there is no such level.

    >>> import games
    >>> [level_limits(games.make("othello"), "pvs", level).nodes for level in (1, 2, 5, 10)]
    [10, 28, 599, 100000]
    """
    if not is_whole(level, LEVELS[0], LEVELS[-1]):
        raise LimitsError(f"level={quoted(level)}: expected {LEVELS[0]} to {LEVELS[-1]}")
    fewest, most = _FEWEST, _MOST
    if _is_rated(position, player):
        fewest, most = shipped().budgets
    share = (level - LEVELS[0]) / (LEVELS[-1] - LEVELS[0])
    return Limits(nodes=round(fewest * (most / fewest) ** share))


def level_text(position: Position, player: str, level: int) -> str:
    """Return a level in words, with its Elo if that was measured.

    >>> import games
    >>> level_text(games.make("othello"), "pvs", 2)
    'level 2 (28 nodes a move)'
    """
    nodes = level_limits(position, player, level).nodes
    assert nodes is not None, "a level is a node budget"
    rated = f", UCI_Elo {shipped().elo(nodes)}" if _is_rated(position, player) else ""
    return f"level {level} ({nodes:,} nodes a move{rated})"


def _is_rated(position: Position, player: str) -> bool:
    """Return whether the Elo of the levels was measured for this game and player."""
    return bool(position.spec == facts.NAME and player == default_for(position))
