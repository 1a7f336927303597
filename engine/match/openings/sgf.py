"""Games from SGF, the Smart Game Format, FF[1] to FF[4]: main lines and their starts.

Properties that affect the moves are applied or refused: the game (GM), the size (SZ), discs set up
(AB, AW, AE), the side to move (PL), handicaps (HA), and the colors of moves (B, W). All other
properties, such as players, times, comments and marks, are ignored.

Source: A. Hollosi, "SGF File Format FF[4]" (red-bean.com/sgf); the dialect of Edax, which writes
squares as d4, sets up the whole board and has the first move in the same node.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from games.core.position import Position
from games.errors import MoveError, PositionError, printable, quoted
from games.othello.notation import PASSES, follow
from games.othello.othello import Othello

SGF = re.compile(r"(?P<key>[A-Za-z]*)\s*\[(?P<value>(?:[^\]\\]|\\.)*)\]|[();]", re.DOTALL)
"""A value with its property, a bracket around a game or branch, or the start of a node."""

GAMES = {"1": "Go", "2": "Othello", "3": "chess", "4": "Gomoku"}
OTHELLO = "2"

_POINT = re.compile(r"([a-z])([a-z]|\d{1,2})")
_SQUARE = re.compile(r"([a-z])(\d{1,2})")
_COLOURS = {"b": 0, "black": 0, "w": 1, "white": 1}
_CENTRE = ("d4", "e4", "d5", "e5")


def trees(text: str) -> Iterator[tuple[int, str]]:
    """Yield the games of a file: the number of the first line, from 1, and the text of each.

    The text begins after the opening bracket of the game, and ends with its closing bracket.

    :raises PositionError: if the last game has no end.
    """
    depth = begins = 0
    line = 1
    for token in SGF.finditer(text):
        if token[0] == "(":
            if not depth:
                line += text.count("\n", begins, token.end())
                begins = token.end()
            depth += 1
        elif token[0] == ")" and depth:
            depth -= 1
            if not depth:
                yield line, text[begins : token.end()]
    if depth:
        raise PositionError(
            f"the game that begins in line {line} has no end: expected {')' * min(depth, 40)}"
        )


@dataclass
class _Game:
    """The main line of a game."""

    squares: dict[str, str] = field(default_factory=dict)  # by name: X, O or - for empty
    mover: int | None = None
    moves: list[tuple[int, str]] = field(default_factory=list)
    handicap: str = ""


def opening_of(
    text: str, start: Position, plies: int = 0, empty: bool = False
) -> tuple[str, list[int]]:
    """Return the start of a game, empty for the match's start, and the moves of its main line.

    :param text: the text after the game's first bracket.
    :param start: the position the games of the match begin at.
    :param plies: the number of moves; later moves are not checked; 0 for all.
    :param empty: whether a game may have no moves.
    :raises PositionError: if the game is another one, has an unsupported property, or a move that
        is not legal or not of the side to move.
    """
    game = _read(text, start)
    if not (game.moves or empty):
        raise PositionError("no moves: expected a game of SGF")
    if not isinstance(start, Othello):
        return _start(game, start)[0], _moves_of_other_game(game.moves[: plies or None], start)
    begins = _start(game, start)
    played = [_played(game, begin, start, plies) for begin in begins]
    fits = [each for each in played if not isinstance(each, PositionError)]
    if len(fits) == 1:
        begin, moves = begins[played.index(fits[0])], fits[0]
        return begin, moves
    if len(begins) == 1:
        raise next(each for each in played if isinstance(each, PositionError))
    either = "both" if fits else "neither"
    raise PositionError(
        f"AB, AW and AE leave {' '.join(_open_centre(game))} open, and {either} with the usual "
        "discs there or without them the moves are legal: expected the whole centre to be set up"
    )


def _played(game: _Game, begin: str, start: Othello, plies: int) -> list[int] | PositionError:
    """Return the moves of a game, or the error of its start or of its first illegal move.

    It begins at the board `begin`, or at `start` if that is empty. Forced passes that it omits are
    included. Moves after the first `plies` are not read; 0 reads all.
    """
    try:
        position = start.at(begin) if begin else start.copy()
    except PositionError as error:
        return error
    played = len(position.history)
    for number, (side, move) in enumerate(game.moves, 1):
        if plies and len(position.history) - played >= plies:
            break
        try:
            follow(position, "pass" if _is_pass(move) else move, side)
        except MoveError as error:
            return PositionError(f"move {number}: {error}")
    return list(position.history)[played:][: plies or None]


def _moves_of_other_game(played: list[tuple[int, str]], start: Position) -> list[int]:
    """Return the numbers of the moves of a game that is not Othello.

    :param played: side and text of each move.
    :param start: the position the games of the match begin at.
    :raises PositionError: if a move is not legal, or not of the side to move.
    """
    position, moves = start.copy(), []
    for side, move in played:
        if side != position.turn:
            names = position.INFO.sides
            raise PositionError(
                f"move {quoted(move, 40)} of {names[side]}: it is the move of "
                f"{names[position.turn]}"
            )
        try:
            moves.append(position.parse_move("pass" if _is_pass(move) else move))
        except MoveError as error:
            raise PositionError(f"move {len(moves) + 1}: {error}") from None
        position.push(moves[-1])
    return moves


def _read(text: str, start: Position) -> _Game:
    """Return the moves and the set-up of an SGF's main line, up to the first closing bracket.

    :raises PositionError: if a set-up is invalid, or GM or SZ do not fit a match of Othello.
    """
    game = _Game()
    key = ""
    for token in SGF.finditer(text):
        if token[0] == ")":
            break
        if token["value"] is None:
            key = ""
            continue
        name = token["key"]
        if name:  # FF[1] to FF[3] allow lower case letters in a name; they are ignored
            key = "".join(filter(str.isupper, name)) or name.upper()
        value = re.sub(r"\\(.)", r"\1", token["value"], flags=re.DOTALL).strip()
        if key in ("B", "W"):
            game.moves.append(("BW".index(key), _move(value)))
        elif key in ("AB", "AW", "AE"):
            _set_up(game, key, value)
        elif key == "PL":
            _turn(game, value)
        elif key == "SZ" and value not in ("8", "8:8"):
            if isinstance(start, Othello):
                raise PositionError(f"SZ[{printable(value, 40)}]: expected a board of 8 x 8")
        elif key == "GM" and value != OTHELLO and isinstance(start, Othello):
            name = GAMES.get(value, "another game")
            raise PositionError(f"GM[{printable(value, 40)}] is {name}: expected GM[2], Othello")
        elif key == "HA" and value not in ("", "0"):
            game.handicap = value
    return game


def _set_up(game: _Game, key: str, value: str) -> None:
    """Store the discs of one value of AB, AW or AE in the game.

    :param value: a point such as dc or d3, or a rectangle of points such as aa:hd.
    :raises PositionError: if the value has other squares than a1 to h8, or comes after a move.
    """
    if game.moves:
        raise PositionError(f"{key} after a move: expected discs to be set up before the first")
    first, _, last = value.partition(":")
    ends = [_SQUARE.fullmatch(_move(end)) for end in (first, last or first)]
    (a, b), (c, d) = ((end[1], int(end[2])) if end else ("", 0) for end in ends)
    if not ("a" <= a <= c <= "h" and 1 <= b <= d <= 8):
        raise PositionError(f"{key}[{printable(value, 40)}]: expected squares from a1 to h8")
    for column in range(ord(a), ord(c) + 1):
        for row in range(b, d + 1):
            game.squares[f"{chr(column)}{row}"] = {"AB": "X", "AW": "O", "AE": "-"}[key]


def _turn(game: _Game, value: str) -> None:
    """Store the side to move (property PL).

    :raises PositionError: if it is neither B nor W, or comes after a move.
    """
    side = _COLOURS.get(value.lower())
    if side is None:
        raise PositionError(f"PL[{printable(value, 40)}]: expected B or W")
    if game.moves:
        raise PositionError("PL after a move: expected it before the first")
    game.mover = side


def _start(game: _Game, start: Position) -> list[str]:
    """Return the boards that a game may set up; an empty text is the match's start.

    Discs are added to the usual start, as in FF[4], or are the whole board, as in Edax. Both
    agree if all four squares of the centre are set. If some are not, there are two boards.

    :raises PositionError: if HA is without discs, or a match of another game has a set-up.
    """
    if game.handicap and not game.squares:
        raise PositionError(f"HA[{printable(game.handicap, 40)}] without its discs: expected AB")
    if not game.squares and game.mover in (None, start.turn):
        return [""]
    if not isinstance(start, Othello):
        raise PositionError("AB, AW, AE or PL: expected a game from the usual start")
    letters, mover = start.initial().text().split()
    bases = [letters]
    if game.squares and _open_centre(game):
        bases.append("-" * len(letters))
    side = mover if game.mover is None else "XO"[game.mover]
    boards = [f"{_with_discs(game, base)} {side}" for base in bases]
    return ["" if board == start.text() else board for board in boards]


def _open_centre(game: _Game) -> list[str]:
    """Return the squares of the centre that the set-up does not mention."""
    return [square for square in _CENTRE if square not in game.squares]


def _with_discs(game: _Game, letters: str) -> str:
    """Return a board of 64 letters, from a1 to h8, with the discs that the game sets up.

    Squares that the set-up names become X, O or empty; the others stay.
    """
    squares = list(letters)
    for name, letter in game.squares.items():
        squares["abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)] = letter
    return "".join(squares)


def _move(value: str) -> str:
    """Return a point in the notation of players: d3 for dc; other words only in lower case."""
    word = value.lower()
    if _is_pass(word):
        return word
    point = _POINT.fullmatch(word)
    return word if point is None or point[2].isdigit() else f"{point[1]}{ord(point[2]) - 96}"


def _is_pass(word: str) -> bool:
    """Return whether a move of SGF, in lower case, is a pass: "", "tt" or a word of `PASSES`."""
    return word in ("", "tt", *PASSES)


def point_of(text: str) -> str:
    """Return a move of Othello as a point of SGF: `dc` for d3, empty for a pass."""
    return "" if text == "pass" else f"{text[0]}{'abcdefgh'[int(text[1]) - 1]}"


def setup_of(start: Position) -> list[str]:
    """Return the SGF properties that set up a start of Othello: AB, AW, AE and PL.

    There are none for the usual start. AE lists the empty squares that have a disc in the usual
    start. Properties without a square are left out.
    """
    usual = start.initial().text()
    if start.text() == usual:
        return []
    squares, mover = start.text().split()[:2]
    points = {"X": "", "O": "", "-": ""}
    for square, letter in enumerate(squares):
        if letter in points and (letter != "-" or usual[square] != "-"):
            points[letter] += f"[{'abcdefgh'[square % 8]}{'abcdefgh'[square // 8]}]"
    keys = zip(("AB", "AW", "AE"), points.values(), strict=True)
    return [f"{key}{value}" for key, value in keys if value] + [f"PL[{'BW'[mover == 'O']}]"]
