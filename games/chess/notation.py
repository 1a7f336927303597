"""Notation by python-chess: FEN, EPD, SAN, diagrams, endings and names of openings."""

from __future__ import annotations

import re
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import Any, NamedTuple

import chess

from games.chess.constants import BLACK, PASS, WHITE
from games.chess.facts import NAME
from games.core.history import play_words
from games.core.position import Position
from games.errors import PositionError, printable, quoted

# Positions that cannot arise in a game but can be played on: problems and tests have them.
_PLAYABLE = (
    chess.STATUS_IMPOSSIBLE_CHECK
    | chess.STATUS_TOO_MANY_CHECKERS
    | chess.STATUS_TOO_MANY_WHITE_PAWNS
    | chess.STATUS_TOO_MANY_BLACK_PAWNS
    | chess.STATUS_TOO_MANY_WHITE_PIECES
    | chess.STATUS_TOO_MANY_BLACK_PIECES
)
_COUNTERS = ("hmvc", "fmvn")
"""The EPD operations with the counters of a FEN: half-move clock and full-move number."""

_CHECKS = re.compile(r"\+?\d\+\d")
"""The checks in three-check chess: 3+3 left (a fifth field) or +0+0 given (behind the counters)."""

_LARGEST = 10**6
"""The smallest move counter of a FEN that is refused."""


def read_fen(kind: type[chess.Board], fen: str, chess960: bool, game: str) -> chess.Board:
    """Return the board of a FEN (X-FEN and Shredder-FEN too).

    :param kind: chess.Board, or the board class of a variant.
    :param game: the game's spec, for messages.
    :raises PositionError: if the FEN cannot be read, the rules do not allow to play on, or a move
        counter is 10^6 or more.
    """
    invalid = f"invalid {'FEN' if game == NAME else f'FEN of {game}'} {quoted(fen, 120)}"
    try:
        board = kind(fen, chess960=chess960)
    except ValueError as error:
        raise PositionError(f"{invalid}: {_fault(fen, error)}") from None
    faults = board.status() & ~_PLAYABLE
    if faults:
        names = ", ".join(str(flag.name).lower().replace("_", " ") for flag in faults)
        advice = " (chess960=true allows others)"
        other = faults & chess.STATUS_BAD_CASTLING_RIGHTS and not chess960
        raise PositionError(f"{invalid}: {names}{advice if other else ''}")
    if max(board.halfmove_clock, board.fullmove_number) >= _LARGEST:
        raise PositionError(f"{invalid}: expected move counters below 10^6")
    return board


def _fault(fen: str, error: ValueError) -> str:
    """Return what python-chess found wrong in a FEN, without the FEN."""
    ranks = [word.count("/") + 1 for word in fen.split()[:1]]
    if "8 rows" in str(error) and ranks:
        return f"expected 8 ranks, found {ranks[0]}"
    return printable(str(error).partition(": ")[0], 200)


def fen_of(epd: str) -> str:
    """Return the FEN of an EPD: its four fields, and the counters from `hmvc` and `fmvn`.

    Without these operations the counters are 0 and 1. A FEN is returned as it is, without the part
    behind a semicolon. The fields are not checked.

    :raises PositionError: if there is other text behind the counters.
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


def read_epd_opening(game: Position, text: str) -> tuple[str, list[int]] | None:
    """Return the start of an opening, as FEN, and its moves; None if the text begins with a move.

    :param text: a FEN or EPD, perhaps with the word `moves` and moves behind it.
    :raises PositionError: if the FEN or EPD is invalid, or a move is illegal.
    """
    if "/" not in text.strip().partition(" ")[0]:
        return None
    fen, _, moves = f"{text} ".partition(" moves ")
    position = game.at(fen_of(fen))
    begin = position.text()
    play_words(position, moves.split(), text)
    return begin, list(position.history)


def mend_fen(fen: str, chess960: bool) -> tuple[str, list[str]]:
    """Complete a FEN of chess: fill in missing fields, and replace impossible ones.

    Only the pieces are required. `read_fen` then finds out if the position is playable.

    :returns: a whole FEN, and a message for each field that was replaced, and for text behind them.
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
        raise PositionError(f"invalid FEN {quoted(fen, 120)}: {_fault(fen, error)}") from None
    if turn not in ("w", "b"):
        raise PositionError(f"invalid FEN {quoted(fen)}: expected w or b behind the pieces")
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
    """Set those of the castling rights that are possible; return a message if others are not."""
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
    """Set the en-passant square (- is none) if it is possible; return a message if it is not."""
    if square == "-":
        return []
    if square in chess.SQUARE_NAMES:
        board.ep_square = chess.parse_square(square)
        if not board.status() & chess.STATUS_INVALID_EP_SQUARE:
            return []
        board.ep_square = None
    return [f"en-passant square {quoted(square)}: no pawn has just passed it"]


def diagram(board: chess.Board) -> str:
    """Return a board as lines of letters with coordinates, White below."""
    ranks = [f"{8 - row} {line}" for row, line in enumerate(str(board).splitlines())]
    return "\n".join([*ranks, "  a b c d e f g h"])


def ending(board: chess.Board) -> str:
    """Return how a finished game ended, such as "checkmate" or "fivefold repetition".

    :param board: the game, with its moves.
    """
    outcome = board.outcome()
    if outcome is not None:
        return outcome.termination.name.lower().replace("_", " ")
    return "threefold repetition" if board.is_repetition(3) else "fifty moves"


def read_san(position: Any, board: chess.Board, text: str) -> str:
    """Return a legal move, given in standard algebraic notation (SAN), in UCI notation.

    :param position: the position of the board, for messages.
    :raises MoveError: if the text is not a legal move, is ambiguous, or is a pass.
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
    """Return castling, given as the king's step (e1g1), in the notation of Chess960 (e1h1).

    :returns: the move; "" if it is not legal, if the king goes only one square (another move), or
        if the board is not of Chess960.
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
    """Return a FEN as python-chess writes it, and the arguments of `Chess.set_up` for it.

    :param game: the game's spec, for messages.
    :raises PositionError: if the FEN is invalid.
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


def python_board(position: Any) -> chess.Board:
    """Return a position of `Chess` as a python-chess board without a move stack."""
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
    first_side = (position.ply + position.side) & 1
    whole_moves = (position.ply + first_side) // 2
    board.fullmove_number = position.first_number + whole_moves
    return board


def python_game(position: Any) -> chess.Board:
    """Return the game so far of a `Chess` position as a python-chess board, with its moves."""
    board = chess.Board(position.start, chess960=position.chess960)
    for move in position.history:
        board.push(python_move(move))
    return board


def python_move(move: int) -> chess.Move:
    """Return a move as a python-chess move, castling as king takes rook."""
    if move == PASS:
        return chess.Move.null()
    return chess.Move(move & 63, move >> 6 & 63, move + (1 << 12) >> 12 if move >> 12 else None)


# -- names of openings ---------------------------------------------------------------------------

_OPENINGS = Path(__file__).with_name("openings_named.txt")
"""About a hundred well-known openings: ECO code, name, moves."""


class NamedOpening(NamedTuple):
    """The name of an opening.

    :param eco: its code in the Encyclopaedia of Chess Openings.
    """

    eco: str
    name: str


def named_opening(board: chess.Board) -> NamedOpening | None:
    """Return ECO code and name of the last named position in a game, by any order of moves.

    As many plies are compared as the longest named opening has. None if there is none, the game is
    a variant, or it does not begin at the start position.

    :param board: a board of standard chess with the moves of the game; it is not changed.
    """
    start = board.root()
    if type(board) is not chess.Board or start.fen() != chess.STARTING_FEN:
        return None
    known, longest = _named_positions()
    found = None
    for move in board.move_stack[:longest]:
        start.push(move)
        found = known.get(start.epd(), found)
    return found


@cache
def _named_positions() -> tuple[dict[str, NamedOpening], int]:
    """Return the openings by EPD of their last position, and the plies of the longest one."""
    known: dict[str, NamedOpening] = {}
    longest = 0
    for line in _OPENINGS.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            eco, name, moves = line.split("\t")
            board = chess.Board()
            for word in moves.split():
                board.push_san(word)
            known[board.epd()] = NamedOpening(eco, name)
            longest = max(longest, board.ply())
    return known, longest
