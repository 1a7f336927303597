"""Othello in text: boards, diagrams, transcripts and lines of OBF.

    ---------------------------OX------XO--------------------------- X      a board
    --XXXXX--OOOXX-O...OOOOO-- X; G8:+18; H1:+12; % comment                 a line of OBF
    f5d6c3   F5-D6-C3   1. F5 d6 2. C3   f5, d6, c3 33-31                   transcripts

The output of `print(position)` is read too. A board is 64 squares (X, * or B black, O, 0 or W
white, -, . or _ empty) and the side to move. A transcript may number its moves, separate them by
blanks, commas, bars and hyphens, omit forced passes, and end with a result.

OBF is the Othello Board File of Edax and of the FFO problems. A line has a position, fields that
end with a semicolon, and a comment behind %. The fields behind the board are moves with scores in
discs, a single score, or (in a game of Edax) the moves.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from games.errors import MoveError, PositionError, quoted
from games.othello.constants import PASS

PASSES = ("pass", "pa", "--", "@@@@")
"""The words for a pass, in lower case."""

SIDES = ("Black", "White")

_COLOURS = {**dict.fromkeys("Xx*Bb", 0), **dict.fromkeys("Oo0Ww", 1)}
_EMPTY = "-._"
_SQUARES = "".join(map(re.escape, [*_COLOURS, *_EMPTY]))

_BEGINS = re.compile(r"\s*(?:[1-9]\d{0,2}\s*[.)]|[a-hp])", re.IGNORECASE)
"""The beginning of a transcript: a letter, or the number of a move."""

_HEADING = re.compile(r"\s*(?:a\s*b\s*c\s*d\s*e\s*f\s*g\s*h\s*)?", re.IGNORECASE)
_ROW = re.compile(rf"\s*([1-8])\s*((?:[{_SQUARES}][ |]*){{8}})\1?[ \t\r]*(?=\n|\Z)")
"""A row of a diagram, with its number before it, and optionally behind it."""

_MOVER = re.compile(r"(black|white|[xo*])\b(?: ?\([xo*]\))?(?: to move)?\.?", re.IGNORECASE)
_ENDED = re.compile(r"(?:discs (\d{1,2})-(\d{1,2}))?", re.IGNORECASE)

_RESULT = re.compile(
    r"(?:\A|(?<=[\s,;)]))[(\[]?(?:discs\s+)?"
    r"(1-0|0-1|1/2-1/2|\*|\d{1,2}\s*[-:\u2013]\s*\d{1,2})[)\]]?\s*(?:\t.*)?\Z",
    re.DOTALL,
)
"""A result at the end of a transcript, perhaps followed by a tab and the fields of our files."""

_WORD = rf"[a-h][1-8]|{'|'.join(PASSES)}"
_TOKEN = re.compile(
    _WORD + r"|\d{1,3}\s*[.)]+|[\s,;|/\u2013\u2014-]+?"  # numbers and separators
    r"|\S+?(?=[\s,;|/-]|[a-h][1-8]|\Z)"  # anything else
)
_BETWEEN = re.compile(r"\d{1,3}\s*[.)]+|[\s,;|/\u2013\u2014-]")

_SCORED = re.compile(rf"({_WORD})\s*:\s*([+-]?\d{{1,2}})", re.IGNORECASE)
_MOVES = re.compile(r"(?:1\s*[.)]\s*)?[a-h][1-8]", re.IGNORECASE)
_SCORE = re.compile(r"[+-]?\d{1,2}")


@dataclass(frozen=True)
class Written:
    """A position as it was read, before its moves are made.

    :param board: the first board, 64 of X, O and -, a space, X or O; "" for the usual start.
    :param moves: the text of the transcript from there.
    :param scores: OBF: the values of moves for the side to move, in discs, by move text.
    :param below: the text below a diagram without a side to move; else None.
    """

    board: str = ""
    moves: str = ""
    scores: Mapping[str, int] = field(default_factory=dict)
    below: str | None = None

    def play(self, position: Any, text: str) -> None:
        """Make the moves in an Othello position that begins at the board.

        After an error the moves before it remain made.

        :param text: the whole text that was read, for messages.
        :raises PositionError: if a move or a scored move is illegal, the result is wrong, or a
            diagram lacks a side to move.
        """
        if self.below is not None:
            self._expect_end(position, text)
        for word in self.scores:
            if word not in map(position.move_text, position.legal_moves()):
                raise PositionError(f"{_invalid(text)}: {word} has a score and is not legal")
        moves = self.moves.lower()
        result = _RESULT.search(moves)
        for word in _TOKEN.findall(moves[: result.start()] if result else moves):
            if _BETWEEN.fullmatch(word):
                continue
            try:
                follow(position, word)
            except MoveError as error:
                raise PositionError(
                    f"{_invalid(text)}: move {len(position.history) + 1}: {error}"
                ) from None
        if result and not _agrees(result[1], position):
            black, white = _ends(position)[1]
            raise PositionError(
                f"{_invalid(text)}: result {result[1]}: the game ends {black}-{white}"
            )

    def _expect_end(self, position: Any, text: str) -> None:
        """Check that a diagram without a side to move is a finished game with this result.

        :raises PositionError: if it is not.
        """
        ended = _ENDED.fullmatch(self.below or "")
        score = None if ended is None or ended[1] is None else (int(ended[1]), int(ended[2]))
        over = ended is not None and position.outcome() is not None
        if not over or score not in (None, *_ends(position)):
            raise PositionError(
                f"invalid Othello board {quoted(text)}: {quoted(self.below)} below it: "
                "expected Black (X) to move, White (O) to move, or the discs at the end of a game"
            )


def is_transcript(text: str) -> bool:
    """Return whether a text begins as moves do, and not as a board."""
    letters = "".join(text.split())
    flat = len(letters) > 64 and all(c in _COLOURS or c in _EMPTY for c in letters[:64])
    return not flat and _BEGINS.match(text) is not None and _rows(text) is None


def read_text(text: str) -> Written:
    """Read a board, a diagram, a transcript, a line of OBF, or "board moves transcript".

    `Written.play` checks the moves.

    :raises PositionError: if a board or a line of OBF cannot be read.
    """
    before, moves, after = text.partition("moves")
    if (";" in before or "%" in before) and not is_transcript(before):
        return _obf_line(text)
    if not moves and is_transcript(text):
        return Written(moves=text)
    board, below = _read_board(before) if before.strip() else ("", None)
    return Written(board, after, below=below)


def _obf_line(text: str) -> Written:
    """Return what a line of OBF has: a board, the side to move, and moves or their values.

    A single score, the value of the position, is skipped.

    :raises PositionError: if the board or a field cannot be read.
    """
    line = text.partition("%")[0]
    board, *fields = (word.strip() for word in line.split(";"))
    start, below = _read_board(board)
    scores: dict[str, int] = {}
    moves = ""
    for word in filter(None, fields):
        scored = _SCORED.fullmatch(word)
        if scored:
            move = scored[1].lower()
            scores["pass" if move in PASSES else move] = int(scored[2])
        elif _MOVES.match(word) and ":" not in word and not moves:
            moves = word
        elif not _SCORE.fullmatch(word):
            raise PositionError(
                f"{_invalid(text)}: field {quoted(word)}: expected MOVE:DISCS, as in G8:+18"
            )
    return Written(start, moves, scores, below)


def _read_board(text: str) -> tuple[str, str | None]:
    """Return a board or diagram in one spelling (64 of X, O and -, a space, X or O).

    A diagram of a finished game may lack the side to move. It is then X, and the second value is
    the text below the diagram; otherwise that is None.

    :raises PositionError: if a square is invalid or missing, or the side to move is.
    """
    rows = _rows(text)
    if rows is not None:
        squares, below = rows
        mover = _MOVER.fullmatch(below)
        if mover:
            return _spelt(squares, 1 if mover[1].lower() in ("white", "o") else 0), None
        return _spelt(squares, 0), below
    letters = "".join(text.split())
    for index, letter in enumerate(letters[:64]):
        if letter not in _COLOURS and letter not in _EMPTY:
            square = "abcdefgh"[index % 8] + str(index // 8 + 1)
            raise PositionError(
                f"invalid Othello board {quoted(text)}: {square} is {quoted(letter)}, "
                "expected X, O or -"
            )
    if len(letters) != 65 or letters[64] not in _COLOURS:
        raise PositionError(
            f"invalid Othello board {quoted(text)}: expected 64 squares and X or O to move, "
            f"found {len(letters)} letters and {quoted(letters[64:])} to move"
        )
    return _spelt(letters[:64], _COLOURS[letters[64]]), None


def _spelt(squares: str, side: int) -> str:
    """Return a board as this project's text of Othello: 64 letters and the side to move."""
    plain = ["XO"[_COLOURS[letter]] if letter in _COLOURS else "-" for letter in squares]
    return f"{''.join(plain)} {'XO'[side]}"


def _rows(text: str) -> tuple[str, str] | None:
    """Return a diagram's 64 squares as written, and the text below; None if it is no diagram."""
    heading = _HEADING.match(text)
    place = heading.end() if heading else 0
    squares = ""
    for number in range(1, 9):
        row = _ROW.match(text, place)
        if row is None or row[1] != str(number):
            return None
        squares += re.sub(r"[ |]", "", row[2])
        place = row.end()
    below = _HEADING.match(text, place)
    return squares, text[below.end() if below else place :].strip()


def follow(position: Any, text: str, side: int | None = None) -> None:
    """Make a move of a game record.

    A forced pass that the record omits is made first. Passes after the end of the game are ignored.

    :param side: the side that the record names, 0 black or 1 white; None if it names none.
    :raises MoveError: if the move is not legal, or it is the other side's turn; no move is made.
    """
    passes = text.strip().lower() in PASSES
    if passes and position.outcome() is not None:
        return
    before = len(position.history)
    if not passes and position.legal_moves() == [PASS]:
        position.push(PASS)
    try:
        if side is not None and side != position.turn:
            raise MoveError(
                f"move {quoted(text.strip(), 40)} of {SIDES[side]}: it is the move of "
                f"{SIDES[position.turn]}",
                None,
                position.text(),
            )
        position.push(position.parse_move(text))
    except MoveError:
        while len(position.history) > before:
            position.pop()
        raise


def _ends(position: Any) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return two pairs, of Black and White: discs, and discs with empties for the winner."""
    own, other = position.own.bit_count(), position.opponent.bit_count()
    black, white = (other, own) if position.turn else (own, other)
    empty = 64 - black - white
    if black == white:
        return (black, white), (32, 32)
    return (black, white), (black + empty, white) if black > white else (black, white + empty)


def _agrees(result: str, position: Any) -> bool:
    """Return whether a result fits a game. A game that goes on fits any result, any game fits *."""
    if position.outcome() is None or result == "*":
        return True
    discs, whole = _ends(position)
    if result in ("1-0", "0-1", "1/2-1/2"):
        sign = (discs[0] > discs[1]) - (discs[0] < discs[1])
        return ("1/2-1/2", "1-0", "0-1")[sign] == result
    return tuple(int(number) for number in re.findall(r"\d+", result)) in (discs, whole)


def _invalid(text: str) -> str:
    """Return the beginning of the message about an invalid text."""
    return f"invalid Othello position {quoted(text, 200)}"
