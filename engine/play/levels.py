"""Levels of strength, from 1 to 10, for every game.

A level is a node budget for each move, so the same level makes the same moves on every machine:

* Standard chess with its default player: ratings at equal distances over the range of `UCI_Elo`,
  each with the node budget that `engine.uci.strength` has for it.
* Everything else: 10 nodes at level 1 and 100,000 at level 10, each level 2.8 times the one below.
"""

from __future__ import annotations

from engine.uci.strength import shipped
from games.chess import facts
from games.core.position import Position
from games.errors import LimitsError, quoted
from games.parts.numbers import is_whole
from searchers import Limits, default_for

__all__ = ["DEFAULT_LEVEL", "LEVELS", "default_player", "level_limits", "level_text"]

LEVELS = range(1, 11)
DEFAULT_LEVEL = 5
_FEWEST, _MOST = 10, 100_000
"""The node budgets of the lowest and the highest level."""
_ONE_PLAYER = "bstar"
"""The searcher of games in which one side makes every move."""


def default_player(position: Position) -> str:
    """Return the spec of the strongest searcher for a game."""
    return _ONE_PLAYER if position.one_player else default_for(position)


def level_limits(position: Position, player: str, level: int) -> Limits:
    """Return the limits of a move at a level.

    :param player: the spec of the searcher.
    :raises LimitsError: if there is no such level.

    >>> import games
    >>> [level_limits(games.make("othello"), "pvs", level).nodes for level in (1, 2, 5, 10)]
    [10, 28, 599, 100000]
    """
    if not is_whole(level, LEVELS[0], LEVELS[-1]):
        raise LimitsError(f"level={quoted(level)}: expected {LEVELS[0]} to {LEVELS[-1]}")
    elo = _elo(position, player, level)
    if elo is not None:
        return Limits(nodes=shipped().nodes(elo))
    return Limits(nodes=round(_FEWEST * (_MOST / _FEWEST) ** _share(level)))


def level_text(position: Position, player: str, level: int) -> str:
    """Return a level in words.

    >>> import games
    >>> level_text(games.make("othello"), "pvs", 2)
    'level 2 (28 nodes a move)'
    """
    limits, elo = level_limits(position, player, level), _elo(position, player, level)
    rated = "" if elo is None else f", UCI_Elo {elo}"
    return f"level {level} ({limits.nodes:,} nodes a move{rated})"


def _elo(position: Position, player: str, level: int) -> int | None:
    """Return the rating of a level; None where no ratings were measured."""
    if position.spec != facts.NAME or player != default_for(position):
        return None
    lowest, highest = shipped().range
    return round(lowest + (highest - lowest) * _share(level))


def _share(level: int) -> float:
    return (level - LEVELS[0]) / (LEVELS[-1] - LEVELS[0])
