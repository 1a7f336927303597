"""The notation layer: FEN and SAN read and written by python-chess, with errors of ours."""

from __future__ import annotations

import re
from itertools import takewhile
from typing import TYPE_CHECKING, Any

import chess

from games.chess.constants import BLACK, PASS, WHITE
from games.errors import PositionError, printable, quoted

if TYPE_CHECKING:
    from games.chess.board import Board

__all__ = [
    "diagram",
    "ending",
    "fen_of",
    "mend_fen",
    "python_board",
    "python_game",
    "python_move",
    "read_castling",
    "read_fen",
    "read_position",
    "read_san",
]

# Cannot arise in a game, but can be played on from: problems and test positions have them.
_PLAYABLE = (
    chess.STATUS_IMPOSSIBLE_CHECK
    | chess.STATUS_TOO_MANY_CHECKERS
    | chess.STATUS_TOO_MANY_WHITE_PAWNS
    | chess.STATUS_TOO_MANY_BLACK_PAWNS
    | chess.STATUS_TOO_MANY_WHITE_PIECES
    | chess.STATUS_TOO_MANY_BLACK_PIECES
)
_COUNTERS = ("hmvc", "fmvn")
"""The operations of EPD that hold the counters of a FEN."""

_CHECKS = re.compile(r"\+?\d\+\d")
"""The checks of three-check chess: 3+3 left, a fifth field, or +0+0 given, behind the counters."""

_LARGEST = 10**6
"""No move counter of a FEN is as large."""


def read_fen(kind: type[chess.Board], fen: str, chess960: bool, game: str) -> chess.Board:
    """A board from its FEN (X-FEN and Shredder-FEN too).

    :param kind: chess.Board, or that of a variant.
    :param game: the game's spec, for messages.
    :raises PositionError: if it cannot be read, or could not be played on by the rules.
    """
    try:
        board = kind(fen, chess960=chess960)
    except ValueError as error:
        fault = printable(str(error), 200)
        raise PositionError(f"{quoted(fen, 120)} is no position of {game}: {fault}") from None
    faults = board.status() & ~_PLAYABLE
    if faults:
        names = ", ".join(str(flag.name).lower().replace("_", " ") for flag in faults)
        advice = " (chess960=true allows others)"
        other = faults & chess.STATUS_BAD_CASTLING_RIGHTS and not chess960
        raise PositionError(
            f"{quoted(fen, 120)} is no position of {game}: {names}{advice if other else ''}"
        )
    if max(board.halfmove_clock, board.fullmove_number) >= _LARGEST:
        raise PositionError(
            f"{quoted(fen, 120)} is no position of {game}: expected move counters below 10^6"
        )
    return board


def fen_of(epd: str) -> str:
    """The FEN of an EPD: four fields, and the counters, which EPD has as hmvc and fmvn.

    A FEN is taken as it is, with what may stand behind a semicolon left out.

    :raises PositionError: if something else stands behind its counters.
    """
    plain = re.sub(r'"[^"]*"', '""', epd)  # operands in quotes hold no operations
    words = plain.replace(";", " ; ").split()
    fields = 5 if len(words) > 4 and _CHECKS.fullmatch(words[4]) else 4
    counters = list(takewhile(str.isdecimal, words[fields : fields + 2]))
    rest = words[fields + len(counters) :]
    given = rest[:1] if counters and rest and _CHECKS.fullmatch(rest[0]) else []
    rest = rest[len(given) :]
    if len(counters) == 2 and rest and ";" not in rest:
        raise PositionError(
            f"{quoted(epd, 120)}: {quoted(' '.join(rest), 80)} behind the counters: expected "
            "nothing, a semicolon, or operations of EPD"
        )
    if not counters:
        operations = [re.search(rf"\b{name}\s+(\d+)\s*(?:;|$)", plain) for name in _COUNTERS]
        usual = zip(operations, "01", strict=True)
        counters = [found.group(1) if found else number for found, number in usual]
    return " ".join([*words[:fields], *counters, *given])


def mend_fen(fen: str, chess960: bool) -> tuple[str, list[str]]:
    """A FEN of chess read as liberally as can be: whatever stands behind the pieces may be missing,
    and what is impossible there is dropped. Whether it can be played on, `read_fen` says.

    :returns: a whole FEN, and what was dropped, each with what is taken instead.
    :raises PositionError: if the pieces or the side to move cannot be read.
    """
    words = fen.split()
    pieces, turn, castling, passing, clock, number = [
        *words[:6],
        *("", "w", "-", "-", "0", "1")[len(words) :],
    ]
    board = chess.Board(None, chess960=chess960)
    try:
        board.set_board_fen(pieces)
    except ValueError as error:
        fault = printable(str(error), 200)
        raise PositionError(f"{quoted(fen, 120)} is no position: {fault}") from None
    if turn not in ("w", "b"):
        raise PositionError(f"{quoted(fen)} is no position: expected w or b behind the pieces")
    board.turn = turn == "w"
    dropped = [
        *_mend_castling(board, castling),
        *_mend_passing(board, passing),
    ]
    counters = []
    for word, default in ((clock, "0"), (number, "1")):
        usable = word.isascii() and word.isdecimal() and len(word) <= 9 and int(word) < _LARGEST
        counters.append(word if usable else default)
        if not usable:
            dropped.append(f"move counter {quoted(word)}: {default} is taken")
    if words[6:]:
        dropped.append(f"{quoted(' '.join(words[6:]))} behind the position")
    square = "-" if board.ep_square is None else passing
    return " ".join([pieces, turn, board.castling_xfen(), square, *counters]), dropped


def _mend_castling(board: chess.Board, castling: str) -> list[str]:
    """Give a board the castling rights that it can have; says so if those are not all."""
    try:
        board.set_castling_fen(castling)
    except ValueError:
        board.castling_rights = chess.BB_EMPTY
        return [f"castling rights {quoted(castling)}: none can be read"]
    possible = board.clean_castling_rights()
    if possible == board.castling_rights:
        return []
    board.castling_rights = possible
    return [f"castling rights {quoted(castling)}: possible is {board.castling_xfen()}"]


def _mend_passing(board: chess.Board, square: str) -> list[str]:
    """Give a board the en-passant square if it can have it; says so if not."""
    if square == "-":
        return []
    if square in chess.SQUARE_NAMES:
        board.ep_square = chess.parse_square(square)
        if not board.status() & chess.STATUS_INVALID_EP_SQUARE:
            return []
        board.ep_square = None
    return [f"en-passant square {quoted(square)}: no pawn has just passed it"]


def diagram(board: chess.Board) -> str:
    """A board as lines of letters with its coordinates, White below."""
    ranks = [f"{8 - row} {line}" for row, line in enumerate(str(board).splitlines())]
    return "\n".join([*ranks, "  a b c d e f g h"])


def ending(board: chess.Board) -> str:
    """How a finished game ended: checkmate, stalemate, threefold repetition.

    :param board: the game, with its moves.
    """
    outcome = board.outcome()
    if outcome is not None:
        return outcome.termination.name.lower().replace("_", " ")
    return "threefold repetition" if board.is_repetition(3) else "fifty moves"


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


def read_castling(board: chess.Board, text: str) -> str:
    """Castling written as the step of the king alone (e1g1), in the notation of Chess960 (e1h1).

    :param board: of Chess960, where a king's step of one square is a move of its own.
    :returns: "" where the text can mean something else, or such castling is not legal.
    """
    squares = text[:2], text[2:]
    if not board.chess960 or any(square not in chess.SQUARE_NAMES for square in squares):
        return ""
    source, target = map(chess.parse_square, squares)
    file = chess.square_file(target)
    far = abs(file - chess.square_file(source)) > 1
    if not far or file not in (2, 6) or chess.square_rank(source) != chess.square_rank(target):
        return ""
    for move in board.generate_castling_moves():
        if move.from_square == source and (move.to_square > source) == (file == 6):
            return board.uci(move)
    return ""


def read_position(fen: str, chess960: bool, game: str) -> tuple[str, tuple[Any, ...]]:
    """A position of chess from its FEN, as python-chess writes it and as `Board.set_up` takes it.

    :param game: the game's spec, for messages.
    :raises PositionError: if it cannot be read, or could not be played on by the rules.
    """
    board = read_fen(chess.Board, fen, chess960, game)
    return board.fen(), (
        [board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings],
        [board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK]],
        WHITE if board.turn else BLACK,
        board.castling_rights,
        (board.ep_square or 0) if board.has_legal_en_passant() else 0,
        board.halfmove_clock,
        board.fullmove_number,
    )


def python_board(position: Board) -> chess.Board:
    """A position as a python-chess board without moves."""
    board = chess.Board(None, chess960=position.chess960)
    board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings = list(
        position.pieces
    )[:6]
    board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK] = position.sides
    board.occupied = board.occupied_co[chess.WHITE] | board.occupied_co[chess.BLACK]
    board.turn = position.side == WHITE
    board.castling_rights = position.castling_rooks()
    board.ep_square = position.en_passant or None
    board.halfmove_clock = position.clock
    first_side = (position.length + position.side) & 1
    whole_moves = (position.length + first_side) // 2
    board.fullmove_number = position.first_number + whole_moves
    return board


def python_game(position: Board) -> chess.Board:
    """The game so far as a python-chess board, with its move stack from the start on."""
    board = chess.Board(position.start, chess960=position.chess960)
    for move in position.history:
        board.push(python_move(move))
    return board


def python_move(move: int) -> chess.Move:
    """A move as python-chess has it, castling as king takes rook."""
    if move == PASS:
        return chess.Move.null()
    return chess.Move(move & 63, move >> 6 & 63, move + (1 << 12) >> 12 if move >> 12 else None)
