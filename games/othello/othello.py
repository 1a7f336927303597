"""Othello: bitboards of the mover and the opponent, squares a1=0, b1=1 ... h8=63 (a1 top left).

A side without a move passes while the other has one; the game is over when neither has. The winner
of a finished game is given its empty squares. A transcript may leave forced passes out.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import Any

import cython

from games.core.moves import Moves
from games.core.position import Position
from games.othello.endgame import Endgame
from games.othello.notation import PASS_MOVE, PASSES, is_transcript, read_text
from games.parts.part import Option

if not cython.compiled:
    from games.core.bits import GOLDEN, M64, ONE, lsb, mix, popcount
    from games.core.scores import INFINITY, ONGOING
    from games.othello.constants import CORNER, CORNERS, FEW, ODD, PASS, PLIES, REPLY
    from games.othello.endgame import margin, odd_quarters
    from games.othello.lines import around, beside, flips, mobility
    from games.othello.stability import stable


__all__ = ["PASS_MOVE", "Othello"]

_START = "-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27 + " X"


class Othello(Position):
    """A position of Othello. Moves are squares 0 to 63, and 64 to pass; black (X) moves first.

    The outcome is 100 a disc of margin, from the side to move. `own` and `opponent` are the
    bitboards of the side to move and of the other. With `wld` a game is won, lost or drawn, and no
    more: the winner has all 64 discs.
    """

    NAME = "othello"
    OPTIONS = (Option("wld", False, "a win is a win (by 64 discs), by however many discs"),)
    KEYED = True
    ACYCLIC = True
    SYMMETRIC = True
    TRAITS = (
        "empties",
        "replies",
        "own frontier",
        "opponent's frontier",
        "corners",
        "replies in corners",
        "own X-squares",
        "opponent's X-squares",
        "own C-squares",
        "opponent's C-squares",
    )
    CELLS = (("empties", 10), ("moves", 5), ("replies", 5), ("|value|", 5))
    SIDES = ("Black (X)", "White (O)")
    SEARCHER = "pvs"
    EVALUATORS = ("patterns", "positional", "discs")
    INTERVALS = ("learned", "calibrated", "nullmove", "shallow", "fixed", "bounds")
    UNIT = 100
    POINTS = 64
    VALUES = "hundredths of a disc"
    BOOK = os.path.join(os.path.dirname(__file__), "openings.txt")
    RECORDS = "transcripts.txt"
    STANDARDS = ("gtp", "nboard", "sgf", "ggf", "wtb", "obf")

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.wld = self.options["wld"]
        self.endgame: Any = None
        if not cython.compiled:
            self.owns, self.opponents, self.played = [0] * PLIES, [0] * PLIES, [0] * PLIES
        self._set_up(_START)

    def _set_up(self, board: str) -> None:
        """Begin a history at a board of 64 letters, a space and the side to move."""
        black = sum([ONE << square for square in range(64) if board[square] == "X"])
        white = sum([ONE << square for square in range(64) if board[square] == "O"])
        self.side = "XO".index(board[65])
        self.own, self.opponent = (white, black) if self.side else (black, white)
        self.depth = 0
        self.known = False
        self.begins = "" if board == _START else board

    # -- rules -------------------------------------------------------------------------------

    def mobile(self) -> cython.ulonglong:
        """The squares the side to move may move to, worked out once a position."""
        if not self.known:
            self.squares = mobility(self.own, self.opponent)
            self.known = True
        return self.squares

    def generate(self, moves: Moves) -> cython.int:
        squares: cython.ulonglong = self.mobile()
        if squares == 0:
            if mobility(self.opponent, self.own) == 0:
                return 0
            moves.append(PASS)
            return 1
        count: cython.int = popcount(squares)
        moves.reserve(count)
        index: cython.int
        for index in range(moves.count, moves.count + count):
            moves.move[index] = lsb(squares)
            squares &= squares - 1
        moves.count += count
        return count

    def push(self, move: cython.int) -> None:
        own: cython.ulonglong = self.own
        opponent: cython.ulonglong = self.opponent
        flipped: cython.ulonglong
        if self.depth >= PLIES or not 0 <= move <= PASS:
            raise IndexError(f"push of move {move} at ply {self.depth}")
        self.owns[self.depth] = own
        self.opponents[self.depth] = opponent
        self.played[self.depth] = move
        self.depth += 1
        self.side ^= 1
        self.known = False
        if move == PASS:
            self.own, self.opponent = opponent, own
        else:
            flipped = flips(move, own, opponent)
            self.own = opponent ^ flipped
            self.opponent = own ^ flipped | ONE << move

    def pop(self) -> None:
        if self.depth == 0:
            raise IndexError("pop at the start of the history")
        self.depth -= 1
        self.side ^= 1
        self.known = False
        self.own = self.owns[self.depth]
        self.opponent = self.opponents[self.depth]

    def result(self) -> cython.int:
        if self.mobile() or mobility(self.opponent, self.own):
            return ONGOING
        return self._score(margin(self.own, self.opponent))

    def _score(self, discs: cython.int) -> cython.int:
        """What a margin counts."""
        return 6400 * ((discs > 0) - (discs < 0)) if self.wld else 100 * discs

    def can_pass(self) -> cython.bint:
        """Whether the game goes on, and the history has room for it and for a null move."""
        empty: cython.int = 64 - popcount(self.own | self.opponent)
        return self.depth + 2 * empty + 2 < PLIES and self.result() == ONGOING

    def push_pass(self) -> None:
        self.push(PASS)

    def key(self) -> cython.ulonglong:
        return mix(mix(self.own ^ GOLDEN) ^ self.opponent) ^ self.side

    def first_sight(self, move: cython.int) -> cython.int:
        """Best are moves that leave the opponent few replies and no corner, and those into a
        quarter of the board with an odd number of empty squares, where one may move last."""
        flipped: cython.ulonglong
        replies: cython.ulonglong
        empty: cython.ulonglong = (self.own | self.opponent) ^ M64
        worth: cython.int
        if move == PASS:
            return 0
        flipped = flips(move, self.own, self.opponent)
        replies = mobility(self.opponent ^ flipped, self.own | flipped | ONE << move)
        worth = -REPLY * (popcount(replies) + popcount(replies & CORNERS))
        if CORNERS >> move & 1:
            worth += CORNER
        if odd_quarters(empty) >> move & 1:
            worth += ODD
        return worth

    def certain_bounds(self, side: cython.int) -> cython.int:
        """Discs that no move can ever turn stay, so that the margin is at most all squares less
        twice the opponent's such discs."""
        if side:
            return self._score(64 - 2 * popcount(stable(self.opponent, self.own)))
        return self._score(2 * popcount(stable(self.own, self.opponent)) - 64)

    def ceiling(self, alpha: cython.int) -> cython.int:
        """`certain_bounds`, where so much is asked for that they may tell."""
        empty: cython.int = 64 - popcount(self.own | self.opponent)
        if not self.wld and alpha < 200 * empty - 200:
            return INFINITY
        return self.certain_bounds(1)

    def solve(self, alpha: cython.int, beta: cython.int, most: cython.int) -> cython.int:
        """Knows at once how the last few squares are best filled."""
        value: cython.int
        endgame: Endgame = self.endgame
        self.tried = 0
        if 64 - popcount(self.own | self.opponent) > FEW:
            return ONGOING
        if endgame is None:
            self.endgame = endgame = Endgame()
        if self.wld:
            alpha, beta = -1 if alpha < 0 else 0, 0 if beta <= 0 else 1
        else:  # in whole discs, so that what lies between is not lost
            alpha = (max(alpha, -6500) + 6500) // 100 - 65
            beta = (min(beta, 6500) + 6599) // 100 - 65
        value = endgame.solve(self.own, self.opponent, alpha, beta, most)
        self.tried = endgame.nodes
        return ONGOING if endgame.over else self._score(value)

    def trait(self, number: cython.int) -> cython.int:
        empty: cython.ulonglong = (self.own | self.opponent) ^ M64
        if number == 0:
            return popcount(empty)
        if number == 1:
            return popcount(mobility(self.opponent, self.own))
        if number == 2:
            return popcount(around(self.own) & empty)
        if number == 3:
            return popcount(around(self.opponent) & empty)
        if number == 4:
            return popcount(self.mobile() & CORNERS)
        if number == 5:
            return popcount(mobility(self.opponent, self.own) & CORNERS)
        if number == 6:
            return popcount(self.own & beside(empty & CORNERS, True))
        if number == 7:
            return popcount(self.opponent & beside(empty & CORNERS, True))
        if number == 8:
            return popcount(self.own & beside(empty & CORNERS, False))
        return popcount(self.opponent & beside(empty & CORNERS, False))

    # -- where the game stands ---------------------------------------------------------------

    def game_phase(self) -> cython.int:
        """By the discs on the board, ten by ten."""
        return min(max(popcount(self.own | self.opponent) - 4, 0) // 10, 5)

    def phase_name(self, phase: int) -> str:
        return f"discs {10 * phase + 4}-{10 * phase + 13 if phase < 5 else 64}"

    def moves_left(self) -> int:
        """The empty squares."""
        return self.left_at_most()

    def left_at_most(self) -> cython.int:
        return 64 - popcount(self.own | self.opponent)

    def outcome_text(self, outcome: int) -> str:
        """All 64 discs are given out."""
        return f"discs {32 + outcome // 200}-{32 - outcome // 200}"

    @property
    def history(self) -> tuple[int, ...]:
        return tuple([self.played[ply] for ply in range(self.depth)])

    @property
    def ply(self) -> int:
        return self.depth

    @property
    def turn(self) -> int:
        """The side to move: 0 is black, 1 is white."""
        return self.side

    @property
    def start(self) -> str:
        """The text of the board the history begins at; empty for the usual start."""
        return self.begins

    def copy(self) -> Othello:
        copy: Othello = Othello(**self.options)
        ply: cython.int
        for ply in range(self.depth):
            copy.owns[ply] = self.owns[ply]
            copy.opponents[ply] = self.opponents[ply]
            copy.played[ply] = self.played[ply]
        copy.own, copy.opponent, copy.side = self.own, self.opponent, self.side
        copy.depth, copy.begins = self.depth, self.begins
        return copy

    def mirrored(self) -> Othello:
        """The same for the side to move, with the colours exchanged; it has no history."""
        exchanged = self.text().translate(str.maketrans("XO", "OX"))
        copy: Othello = Othello(**self.options)
        copy._set_up(exchanged)
        return copy

    # -- text --------------------------------------------------------------------------------

    def move_text(self, move: int) -> str:
        """A square such as f5, or "pass"."""
        return "pass" if move == PASS_MOVE else "abcdefgh"[move % 8] + str(move // 8 + 1)

    def parse_move(self, text: str) -> int:
        """The legal move that `text` names: a square in either case; pass, pa, -- or @@@@.

        :raises MoveError: if it names none, or one that is not legal.
        """
        word = text.strip().lower()
        if word in PASSES:
            move = PASS_MOVE
        elif re.fullmatch("[a-h][1-8]", word):
            move = "abcdefgh".index(word[0]) + 8 * (int(word[1]) - 1)
        else:
            raise self._illegal(text, "is no square a1 to h8 and no pass")
        if move not in self.legal_moves():
            raise self._illegal(text, "is not legal")
        return move

    def text(self) -> str:
        """The board a1, b1 ... h8 as 64 letters (X black, O white, - empty), and X or O to move."""
        black, white = (self.opponent, self.own) if self.side else (self.own, self.opponent)
        letters = ["X" if black >> s & 1 else "O" if white >> s & 1 else "-" for s in range(64)]
        return "".join(letters) + (" O" if self.side else " X")

    def diagram(self) -> str:
        """The board, a1 top left."""
        text = self.text()
        rows = [f"{row + 1} {' '.join(text[8 * row : 8 * row + 8])}" for row in range(8)]
        return "\n".join(["  a b c d e f g h", *rows])

    def transcript(self) -> str:
        """The moves of the history, passes left out, as in `f5d6c3`."""
        return self.join_moves([self.move_text(move) for move in self.history])

    def join_moves(self, words: Sequence[str]) -> str:
        return "".join([word for word in words if word != "pass"])

    def read_opening(self, text: str) -> tuple[str, list[int]]:
        """A transcript, or a board, with moves behind it or not."""
        if is_transcript(text):
            return "", list(self.at(f"{self.text()} moves {text}").history)
        position = self.at(text)
        return position.start or _START, list(position.history)

    def at(self, text: str) -> Othello:
        """The position of a board text, a transcript, "board moves transcript", a line of OBF, or
        what `print` shows of a position (see `games.othello.notation`).

        A board is 64 squares (X or * black, O white, - or . empty) and the side to move, spaces
        and line ends anywhere. Forced passes may be left out of a transcript.

        :raises PositionError: saying which square or which move does not fit.
        """
        written = read_text(text)
        position: Othello = Othello(**self.options)
        if written.board:
            position._set_up(written.board)
        written.play(position, text)
        return position
