"""GGF, the Generic Game Format, in which Othello servers and NBoard keep games.

    (;GM[Othello]PC[NBoard]PB[black]PW[white]RE[+12.000]TI[15:00]TY[8]BO[8 ---...--- *]
    B[F5/0.50/1.2]W[F6]...B[PA]...;)

`BO` is the board the game begins at, from a1 to h8 row by row, and whose move it is. Behind a move
may stand what its player thought it worth, in discs, and the seconds it took. A match of several
games has their number before them. A forced pass may be left out: the colours show it.

`TY` is the type: the width of the board, s before it for two games at once, and behind it k (komi),
r and a number (a random start), b or w (the color asked for), which all are Othello; and a for
anti-Othello, in which the fewer discs win, which is refused.

Source: M. Buro, "Generic Game Format"; the types of the game server GGS.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from games.errors import MoveError, PositionError, quoted
from games.othello.notation import follow
from games.othello.othello import Othello

__all__ = ["GgfGame", "GgfMove", "read_ggf"]

_TAG = re.compile(r"\s*([A-Za-z]+)\s*\[((?:[^\]\\]|\\.)*)\]", re.DOTALL)
_BEGIN = re.compile(r"\(\s*;")
_END = re.compile(r"\s*;?\s*\)")
_TYPE = re.compile(r"s?(?P<size>\d{1,2})(?P<letters>(?:[kabw]|r\d*)*)")
_NUMBER = re.compile(r"[+-]?\d+(\.\d*)?")
_USUAL = Othello().text()


@dataclass(frozen=True)
class GgfMove:
    """A move.

    :param text: as `Othello.move_text` has it: f5, or pass.
    :param discs: what its player thought the position worth, in discs; None where it is not told.
    :param seconds: the time it took; None where it is not told.
    :param side: who made it, 0 black or 1 white; None where that is not told. Moves are equal
        whatever it is.
    """

    text: str
    discs: float | None = None
    seconds: float | None = None
    side: int | None = field(default=None, compare=False)

    @classmethod
    def read(cls, text: str, side: int | None = None) -> GgfMove:
        """The move of GGF's MOVE[/DISCS[/SECONDS]], whether or not it can be made."""
        move, _, rest = text.strip().partition("/")
        discs, _, seconds = rest.partition("/")
        word = move.strip().lower()
        word = "pass" if word in ("pa", "pass") else word
        return cls(word, _number(discs), _number(seconds), side)

    def written(self) -> str:
        """The move as GGF has it."""
        move = "PA" if self.text == "pass" else self.text.upper()
        discs = "" if self.discs is None else f"{self.discs:.2f}"
        seconds = "" if self.seconds is None else f"{self.seconds:.3f}"
        return f"{move}/{discs}/{seconds}".rstrip("/")


@dataclass(frozen=True)
class GgfGame:
    """A game.

    :param moves: from the start on; forced passes may be left out where the sides are known.
    :param start: the text of the position it begins at; "" for the usual one.
    :param tags: what else is told of it, by the names of the tags: PB, PW, RE, DT, TI, TY, ...;
        of a tag that came several times, a line for each.
    """

    moves: tuple[GgfMove, ...] = ()
    start: str = ""
    tags: Mapping[str, str] = field(default_factory=dict)

    def position(self, plies: int = 0) -> Othello:
        """The position at its end, or after so many plies, if that is not 0.

        :raises PositionError: if a move up to there is not legal, or not of the side to move.
        """
        position = Othello()
        if self.start:
            position = position.at(self.start)
        for number, move in enumerate(self.moves, 1):
            if plies and position.ply >= plies:
                break
            try:
                follow(position, move.text, move.side)
            except MoveError as error:
                raise PositionError(f"GGF, move {number}: {error}") from None
        while plies and position.ply > plies:  # a pass that was left out came first
            position.pop()
        return position

    def written(self) -> str:
        """The game as GGF, in one line."""
        board = self.start or _USUAL
        squares, mover = board.replace("X", "*").split()
        tags = {"GM": "Othello", "PC": "Starling", "TY": "8", **self.tags}
        words = [f"{name}[{_escaped(value)}]" for name, value in tags.items()]
        words.append(f"BO[8 {squares} {mover}]")
        side = 0 if mover == "*" else 1
        for move in self.moves:
            side = side if move.side is None else move.side
            words.append(f"{'BW'[side]}[{move.written()}]")
            side = 1 - side
        return f"(;{''.join(words)};)"


def read_ggf(text: str) -> Iterator[GgfGame]:
    """The games of a text; what stands between them is left out.

    :raises PositionError: if one cannot be read, or is no game of Othello on 8 x 8 squares.
    """
    place = 0
    while (begin := _BEGIN.search(text, place)) is not None:
        tags: list[tuple[str, str]] = []
        place = begin.end()
        while (tag := _TAG.match(text, place)) is not None:
            tags.append((tag[1].upper(), re.sub(r"\\(.)", r"\1", tag[2], flags=re.DOTALL)))
            place = tag.end()
        end = _END.match(text, place)
        if end is None:
            found = quoted(text[place : place + 40]) if text[place:].strip() else "its end"
            raise PositionError(f"GGF: expected NAME[VALUE] or ;), found {found}")
        place = end.end()
        yield _game(tags)


def _game(tags: Sequence[tuple[str, str]]) -> GgfGame:
    moves = tuple(
        GgfMove.read(value, "BW".index(name)) for name, value in tags if name in ("B", "W")
    )
    told: dict[str, str] = {}
    for name, value in tags:
        if name in ("GM", "BO", "TY") and name in told:
            raise PositionError(f"GGF: {name} stands twice: expected it once")
        if name not in ("B", "W"):
            told[name] = f"{told[name]}\n{value}" if name in told else value
    game, board = told.pop("GM", ""), told.pop("BO", "")
    if game.strip().lower() != "othello":
        raise PositionError(f"GGF: GM[{quoted(game)[1:-1]}]: expected GM[Othello]")
    _check_type(told.get("TY", ""))
    if told.get("TY", "").strip() in ("", "8"):
        told.pop("TY", None)  # the usual type goes without saying
    size, _, squares = board.strip().partition(" ")
    if size != "8":
        raise PositionError(f"GGF: BO[{quoted(board)[1:-1]}]: expected 8, the squares and * or O")
    start = Othello().at(squares).text()
    return GgfGame(moves, "" if start == _USUAL else start, told)


def _check_type(text: str) -> None:
    """:raises PositionError: unless a type is one of Othello on 8 x 8 squares."""
    found = _TYPE.fullmatch(text.strip().lower())
    if not text.strip():
        return
    if found is None or found["size"] != "8":
        expected = "8, with s before it or k, r and a number, b or w behind it"
        raise PositionError(f"GGF: TY[{quoted(text)[1:-1]}]: expected {expected}")
    if "a" in found["letters"]:
        raise PositionError(f"GGF: TY[{quoted(text)[1:-1]}] is anti-Othello: expected Othello")


def _number(text: str) -> float | None:
    found = _NUMBER.match(text.strip())
    number = float(found[0]) if found else math.inf
    return number if math.isfinite(number) else None


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace("]", "\\]")
