"""GGF, the Generic Game Format of Othello servers and NBoard.

    (;GM[Othello]PC[NBoard]PB[black]PW[white]RE[+12.000]TI[15:00]TY[8]BO[8 ---...--- *]
    B[F5/0.50/1.2]W[F6]C[comment]...B[PA]...;)

`BO` is the first board, from a1 to h8 row by row, and the side to move. A move may be followed by
its player's value in discs and the time in seconds, and by a comment (`C`). A match of several
games has their number in front. A forced pass may be omitted: the colours show it.

`TY` is the type: the width of the board, with s in front for two games at once. Behind it may be k
(komi), r and a number (a random start), b or w (the colour requested). All these are Othello. The
letter a means anti-Othello, where fewer discs win, which is refused.

Source: M. Buro, "Generic Game Format"; the types of the game server GGS.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from games.errors import MoveError, PositionError, quoted
from games.othello.notation import PASSES, follow
from games.othello.othello import Othello

_TAG = re.compile(r"\s*([A-Za-z]+)\s*\[((?:[^\]\\]|\\.)*)\]", re.DOTALL)
_BEGIN = re.compile(r"\(\s*;")
_END = re.compile(r"\s*;?\s*\)")
_TYPE = re.compile(r"s?(?P<size>\d{1,2})(?P<letters>(?:[kabw]|r\d*)*)")
_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)")
_USUAL = Othello().text()


@dataclass(frozen=True)
class GgfMove:
    """A move.

    :param text: the move as `Othello.move_text`: f5, or pass.
    :param discs: its player's value of the position in discs; None if there is none.
    :param seconds: its time; None if there is none.
    :param side: the side that moved, 0 black or 1 white; None if unknown. It does not count for
        equality.
    :param comment: the comment behind it.
    """

    text: str
    discs: float | None = None
    seconds: float | None = None
    side: int | None = field(default=None, compare=False)
    comment: str = ""

    @classmethod
    def read(cls, text: str, side: int | None = None) -> GgfMove:
        """Return the move of GGF's MOVE[/DISCS[/SECONDS]]; it need not be legal."""
        move, _, rest = text.strip().partition("/")
        discs, _, seconds = rest.partition("/")
        word = move.strip().lower()
        word = "pass" if word in PASSES else word
        return cls(word, _number(discs), _number(seconds), side)

    def written(self) -> str:
        """Return the move in GGF, without its comment."""
        move = "PA" if self.text == "pass" else self.text.upper()
        discs = "" if self.discs is None else f"{self.discs:.2f}"
        seconds = "" if self.seconds is None else f"{self.seconds:.3f}"
        return f"{move}/{discs}/{seconds}".rstrip("/")


@dataclass(frozen=True)
class GgfGame:
    """A game.

    :param moves: the moves from the start; forced passes may be missing if the sides are known.
    :param start: the text of the first position; "" for the usual one.
    :param tags: the other tags by name: PB, PW, RE, DT, TI, TY, ...; a repeated tag has one line
        for each.
    """

    moves: tuple[GgfMove, ...] = ()
    start: str = ""
    tags: Mapping[str, str] = field(default_factory=dict)

    def position(self, plies: int = 0) -> Othello:
        """Return the last position, or the one after `plies` plies if that is not 0.

        Forced passes that the game omits are plies too. If it has fewer plies, it is the last one.

        :raises PositionError: if a move up to there is illegal, or of the wrong side.
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
        while plies and position.ply > plies:  # an omitted pass came first
            position.pop()
        return position

    def written(self) -> str:
        """Return the game in GGF, in one line unless a tag's value has several.

        Tags that are missing are added: GM is Othello, PC Starling, TY 8. Where moves have no side,
        the sides alternate.
        """
        board = self.start or _USUAL
        squares, mover = board.replace("X", "*").split()
        tags = {"GM": "Othello", "PC": "Starling", "TY": "8", **self.tags}
        words = [f"{name}[{escaped(value)}]" for name, value in tags.items()]
        words.append(f"BO[8 {squares} {mover}]")
        side = 0 if mover == "*" else 1
        for move in self.moves:
            side = side if move.side is None else move.side
            words.append(f"{'BW'[side]}[{move.written()}]")
            words += [f"C[{escaped(move.comment)}]"] if move.comment else []
            side = 1 - side
        return f"(;{''.join(words)};)"


def read_ggf(text: str) -> Iterator[GgfGame]:
    """Yield the games of a text, without the text between them.

    :raises PositionError: at a game that cannot be read, or is not Othello on 8 x 8 squares.
    """
    return (read() for read in each_ggf(text))


def each_ggf(text: str) -> Iterator[Callable[[], GgfGame]]:
    """Yield for each game of a text a function that returns it, without the text between them.

    It raises a PositionError if the game cannot be read, or is not Othello on 8 x 8 squares. A game
    without an end goes up to the beginning of the next one.
    """
    place = 0
    while (begin := _BEGIN.search(text, place)) is not None:
        tags: list[tuple[str, str]] = []
        place = begin.end()
        while (tag := _TAG.match(text, place)) is not None:
            tags.append((tag[1].upper(), re.sub(r"\\(.)", r"\1", tag[2], flags=re.DOTALL)))
            place = tag.end()
        end = _END.match(text, place)
        yield partial(_game, tags, None if end else text[place : place + 40])
        place = end.end() if end else place


def _game(tags: Sequence[tuple[str, str]], rest: str | None) -> GgfGame:
    """Return the game of the tags of one `(;...;)`.

    Moves are not played: an illegal one is not noticed, and forced passes may be missing.

    :param rest: the text found in place of its end; None if it ends as it must.
    :raises PositionError: if it has another end, or is not Othello on 8 x 8 squares.
    """
    if rest is not None:
        found = quoted(rest) if rest.strip() else "its end"
        raise PositionError(f"GGF: expected NAME[VALUE] or ;), found {found}")
    moves: list[GgfMove] = []
    others: dict[str, str] = {}
    for name, value in tags:
        if name in ("GM", "BO", "TY") and name in others:
            raise PositionError(f"GGF: two tags {name}: expected one")
        if name in ("B", "W"):
            moves.append(GgfMove.read(value, "BW".index(name)))
        elif name == "C" and moves:
            comment = "\n".join(filter(None, (moves[-1].comment, value)))
            moves[-1] = replace(moves[-1], comment=comment)
        else:
            others[name] = f"{others[name]}\n{value}" if name in others else value
    game, board = others.pop("GM", ""), others.pop("BO", "")
    if game.strip().lower() != "othello":
        raise PositionError(f"GGF: GM[{quoted(game)[1:-1]}]: expected GM[Othello]")
    _check_type(others.get("TY", ""))
    if others.get("TY", "").strip() in ("", "8"):
        others.pop("TY", None)  # the usual type is implied
    size, _, squares = board.strip().partition(" ")
    if size != "8":
        raise PositionError(f"GGF: BO[{quoted(board)[1:-1]}]: expected 8, the squares and * or O")
    start = Othello().at(squares).text()
    return GgfGame(tuple(moves), "" if start == _USUAL else start, others)


def _check_type(text: str) -> None:
    """Check that a type (TY) is Othello on 8 x 8 squares; an empty text is.

    :raises PositionError: if it is not.
    """
    found = _TYPE.fullmatch(text.strip().lower())
    if not text.strip():
        return
    if found is None or found["size"] != "8":
        expected = "8, with s before it or k, r and a number, b or w behind it"
        raise PositionError(f"GGF: TY[{quoted(text)[1:-1]}]: expected {expected}")
    if "a" in found["letters"]:
        raise PositionError(f"GGF: TY[{quoted(text)[1:-1]}] is anti-Othello: expected Othello")


def _number(text: str) -> float | None:
    """Return the number at the start of a text; None if there is none."""
    found = _NUMBER.match(text.strip())
    number = float(found[0]) if found else math.inf
    return number if math.isfinite(number) else None


def escaped(value: str) -> str:
    """Return a text with the special characters of GGF escaped."""
    return value.replace("\\", "\\\\").replace("]", "\\]")
