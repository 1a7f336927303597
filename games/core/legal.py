"""Checks of the class and the legal moves of a game by any author."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import Any

from games.core.info import GameInfo
from games.errors import ContractError, quoted
from games.parts.options import name_of

LIST_RULE = "legal_moves returns a list"
MOVES_RULE = "moves are whole numbers from 0 to 2^31 - 1"
"""The rules in the words of `check_game`."""

_METHODS = (("legal_moves", "generate"), ("push",), ("pop",), ("outcome", "result"))
"""The methods of a game; of two, one is enough."""


def expect_methods(game: Any, base: Any) -> None:
    """Check that the class of a game has `legal_moves`, `push`, `pop`, `outcome` and two sides.

    `generate` may replace the first of them, and `result` the last method.

    :param base: the class whose methods are only placeholders.
    :raises ContractError: if one is missing.
    """
    if not isinstance(game.INFO, GameInfo) or len(game.INFO.sides) != 2:
        raise ContractError(
            f"game {name_of(game)}: INFO is {quoted(game.INFO)}: expected a GameInfo with two sides"
        )
    for names in _METHODS:
        if all(getattr(game, name) is getattr(base, name) for name in names):
            raise ContractError(
                f"game {name_of(game)}: the class {game.__name__} lacks the method {names[0]}: "
                "expected legal_moves, push, pop and outcome"
            )


def is_list(legal: Any) -> bool:
    """Return whether an object can be a list of moves: a sequence, but not a text or bytes."""
    return isinstance(legal, Sequence) and not isinstance(legal, str | bytes)


def read_legal_moves(position: Any) -> Sequence[int]:
    """Return the legal moves of a position.

    :raises ContractError: if they are not a list of whole numbers from 0 to 2^31 - 1.
    """
    legal: Sequence[int] = position.legal_moves()
    if not is_list(legal):
        raise broken(position, LIST_RULE, legal)
    try:
        fit = all(0 <= index(move) < 2**31 for move in legal)
    except TypeError:
        fit = False
    if not fit:
        raise broken(position, MOVES_RULE, legal)
    return legal


def broken(position: Any, rule: str, found: object) -> ContractError:
    """Return the ContractError for a rule that a game breaks, with what was found instead."""
    shown = quoted(found)
    error = ContractError(
        f"game {position.spec} breaks its contract: {rule} ({shown}); see check_game"
    )
    error.faults = {rule: shown}
    return error
