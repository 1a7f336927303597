"""Reading FEN and SAN with python-chess, with errors of ours."""

from __future__ import annotations

from typing import Any

import chess

from games.errors import PositionError

__all__ = ["read_fen", "read_san"]

# Cannot arise in a game, but can be played on from: problems and test positions have them.
_PLAYABLE = chess.STATUS_IMPOSSIBLE_CHECK | chess.STATUS_TOO_MANY_CHECKERS


def read_fen(kind: type[chess.Board], fen: str, chess960: bool, game: str) -> chess.Board:
    """A board from its FEN (X-FEN and Shredder-FEN too).

    :param kind: chess.Board, or that of a variant.
    :param game: the game's spec, for messages.
    :raises PositionError: if it cannot be read, or could not be played on by the rules.
    """
    try:
        board = kind(fen, chess960=chess960)
    except ValueError as error:
        raise PositionError(f"{fen!r} is no position of {game}: {error}") from None
    faults = board.status() & ~_PLAYABLE
    if faults:
        names = ", ".join(str(flag.name).lower().replace("_", " ") for flag in faults)
        hint = " (chess960=true allows others)"
        other = faults & chess.STATUS_BAD_CASTLING_RIGHTS and not chess960
        raise PositionError(f"{fen!r} is no position of {game}: {names}{hint if other else ''}")
    if max(board.halfmove_clock, board.fullmove_number) >= 10**6:
        raise PositionError(f"{fen!r} is no position of {game}: expected move counters below 10^6")
    return board


def read_san(position: Any, board: chess.Board, text: str) -> str:
    """A legal move in standard algebraic notation, in UCI notation.

    :raises MoveError: if it is none.
    """
    try:
        move = board.parse_san(text)
    except chess.IllegalMoveError:
        raise position._illegal(text, "is not legal") from None
    except chess.AmbiguousMoveError:
        raise position._illegal(text, "is ambiguous") from None
    except ValueError:
        raise position._illegal(text, "cannot be read as UCI or SAN") from None
    if not move:
        raise position._illegal(text, "is a pass, which is not legal")
    return board.uci(move)
