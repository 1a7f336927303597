"""The contract of a game by any author: checks of its class and of what its methods return.

Never compiled: some of these functions replace an author's methods.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import Any

from games.core.info import GameInfo
from games.core.scores import LOSS, MATE_BOUND, WIN
from games.errors import ContractError, quoted
from games.parts.authored import checking
from games.parts.options import name_of

LIST_RULE = "legal_moves returns a list"
MOVES_RULE = "moves are whole numbers from 0 to 2^31 - 1"
WHOLE_RULE = "an outcome is None or a whole number"
KNOWN_RULE = "an outcome is WIN, DRAW, LOSS or a margin below 2^29"
"""The rules in the words of `check_game`."""

_METHODS = (("legal_moves", "generate"), ("push",), ("pop",), ("outcome", "result"))
"""The methods of a game; of two, one is enough."""


def expect_methods(game: Any, base: Any) -> None:
    """Check that the class of a game has `legal_moves`, `push`, `pop`, `outcome` and two sides.

    `generate` may replace the first of them, and `result` the last method.

    :param base: the class whose methods are only placeholders.
    :raises ContractError: if one is missing, or INFO is no GameInfo with two sides.
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
        raise contract_error(position, LIST_RULE, legal)
    try:
        fit = all(0 <= index(move) < 2**31 for move in legal)
    except TypeError:
        fit = False
    if not fit:
        raise contract_error(position, MOVES_RULE, legal)
    return legal


def read_outcome(position: Any, outcome: Any) -> int:
    """Return the outcome of a finished game as an int.

    :raises ContractError: if it is not a whole number, or not WIN, DRAW, LOSS or a margin.
    """
    try:
        number = index(outcome)
    except TypeError:
        raise contract_error(position, WHOLE_RULE, outcome) from None
    if not is_known(number):
        raise contract_error(position, KNOWN_RULE, outcome)
    return number


def is_known(outcome: int) -> bool:
    """Return whether a number is WIN, LOSS or a margin, DRAW included."""
    return outcome in (WIN, LOSS) or abs(outcome) < MATE_BOUND


def contract_error(position: Any, rule: str, found: object) -> ContractError:
    """Return the ContractError for a rule that a game breaks, with what was found instead."""
    shown = quoted(found)
    error = ContractError(
        f"game {position.spec} breaks its contract: {rule} ({shown}); see check_game"
    )
    error.faults = {rule: shown}
    return error


def _text(game: Any, name: str, found: Any) -> str:
    """Return what the method `name` returned, if it is a text; else raise a ContractError."""
    if not isinstance(found, str):
        raise contract_error(game, f"{name} returns a text", found)
    return found


def _key(game: Any, name: str, found: Any) -> int:
    """Return what the method `name` returned, if it has 64 bits; else raise a ContractError."""
    if not isinstance(found, int) or not 0 <= found < 2**64:
        raise contract_error(game, f"{name} returns a whole number from 0 to 2^64 - 1", found)
    return found


_TEXTS = ("move_text", "notation", "text", "diagram", "ending", "outcome_text", "phase_name")
RETURNED = {name: checking(name, _text) for name in _TEXTS} | {"key": checking("key", _key)}
"""The methods of an author's game that are checked; see `games.parts.authored.prepare`."""
