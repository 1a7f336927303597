"""Othello, on bitboards of the side to move and the opponent.

Squares are a1=0, b1=1 ... h8=63, with a1 at the top left. A side without a move passes; the game is
over when neither side can move. The winner of a finished game gets the empty squares.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import Annotated, Any, TypedDict, Unpack

import cython

from games.core.features import board_symmetries
from games.core.info import GameInfo
from games.core.moves import Moves
from games.core.position import Position
from games.othello.endgame import Endgame
from games.othello.notation import PASSES, is_transcript, read_text
from games.parts.part import Option

if not cython.compiled:
    from games.core.bits import GOLDEN, M64, ONE, lsb, mix, popcount
    from games.core.scores import INFINITY, ONGOING
    from games.othello.constants import CORNER, CORNERS, FEW, ODD, PASS, PLIES, REPLY
    from games.othello.endgame import (
        around,
        beside,
        flips,
        margin,
        mobility,
        odd_quarters,
        stable,
    )

_START = "-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27 + " X"


class OthelloOptions(TypedDict, total=False):
    """The options of `Othello`."""

    wld: Annotated[bool, Option(False, "a win is a win (by 64 discs), by however many discs")]


class Othello(Position):
    """A position of Othello. Moves are squares 0 to 63, and 64 to pass; black (X) moves first.

    The outcome is the margin in hundredths of a disc, for the side to move. `own` and `opponent`
    are the bitboards of the side to move and of the opponent. With the option `wld` a win counts
    64 discs, whatever the margin.
    """

    NAME = "othello"
    OPTIONS = OthelloOptions
    KEYED = True
    ACYCLIC = True
    SYMMETRIC = True
    INFO = GameInfo(
        sides=("Black (X)", "White (O)"),
        searcher="pvs",
        evaluators=("patterns", "positional", "discs"),
        interval_evaluators=(
            "learned",
            "calibrated",
            "nullmove",
            "shallow",
            "fixed",
            "bounds",
        ),
        value_unit="hundredths of a disc",
        value_per_point=100,
        total_points=64,
        traits=(
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
        ),
        calibration_cells=(("empties", 10), ("moves", 5), ("replies", 5), ("|value|", 5)),
        opening_book=os.path.join(os.path.dirname(__file__), "openings.txt"),
        records_file="transcripts.txt",
        standards=("gtp", "nboard", "sgf", "ggf", "wtb", "obf"),
    )

    def __init__(self, **options: Unpack[OthelloOptions]) -> None:
        super().__init__(**options)
        self.wld = self.options["wld"]
        self.endgame: Any = None
        if not cython.compiled:
            self.owns, self.opponents, self.played = [0] * PLIES, [0] * PLIES, [0] * PLIES
        self._set_up(_START)

    def _set_up(self, board: str) -> None:
        """Set up a board without history: 64 letters, a space and the side to move."""
        black = sum([ONE << square for square in range(64) if board[square] == "X"])
        white = sum([ONE << square for square in range(64) if board[square] == "O"])
        self.turn = "XO".index(board[65])
        self.own, self.opponent = (white, black) if self.turn else (black, white)
        self.ply = 0
        self.is_cached = False
        self.start = "" if board == _START else board

    # -- rules ---------------------------------------------------------------------------------

    def move_squares(self) -> cython.ulonglong:
        """Return the squares of the legal moves as a bitboard; a pass has none.

        It is 0 if the side must pass or the game is over. It is computed once for each position.
        """
        if not self.is_cached:
            self.cached_squares = mobility(self.own, self.opponent)
            self.is_cached = True
        return self.cached_squares

    def generate(self, moves: Moves) -> cython.int:
        """Append the legal moves, or the forced pass; 0 means that the game is over."""
        squares: cython.ulonglong = self.move_squares()
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
        """Place a disc and turn discs, or pass; whether the move is legal is not checked.

        :raises IndexError: if the move is not from 0 to PASS, or the history is full.
        """
        own: cython.ulonglong = self.own
        opponent: cython.ulonglong = self.opponent
        if self.ply >= PLIES or not 0 <= move <= PASS:
            raise IndexError(f"push of move {move} at ply {self.ply}")
        self.owns[self.ply] = own
        self.opponents[self.ply] = opponent
        self.played[self.ply] = move
        self.ply += 1
        self.turn ^= 1
        self.is_cached = False
        if move == PASS:
            self.own, self.opponent = opponent, own
        else:
            flipped: cython.ulonglong = flips(move, own, opponent)
            self.own = opponent ^ flipped
            self.opponent = own ^ flipped | ONE << move

    def pop(self) -> None:
        """Take back the last move or pass.

        :raises IndexError: at the start of the history.
        """
        if self.ply == 0:
            raise IndexError("pop at the start of the history")
        self.ply -= 1
        self.turn ^= 1
        self.is_cached = False
        self.own = self.owns[self.ply]
        self.opponent = self.opponents[self.ply]

    def result(self) -> cython.int:
        """Return the result for the side to move if neither side has a move, else ONGOING.

        It is 100 for each disc of the margin; with the option `wld` it is 6400, 0 or -6400. Empty
        squares count for the winner.
        """
        if self.move_squares() or mobility(self.opponent, self.own):
            return ONGOING
        return self._score(margin(self.own, self.opponent))

    def _score(self, discs: cython.int) -> cython.int:
        """Return the value of a margin in discs: with `wld` 6400 a side, else 100 for each disc."""
        return 6400 * ((discs > 0) - (discs < 0)) if self.wld else 100 * discs

    # -- search hooks --------------------------------------------------------------------------

    def can_pass(self) -> cython.bint:
        """Return whether a null move is allowed: the game goes on, with room in the history.

        The room must be enough for the pass and the rest of the game.
        """
        empty: cython.int = 64 - popcount(self.own | self.opponent)
        return self.ply + 2 * empty + 2 < PLIES and self.result() == ONGOING

    def push_pass(self) -> None:
        """Pass the turn to the opponent; `pop` takes it back."""
        self.push(PASS)

    def key(self) -> cython.ulonglong:
        """Return a 64-bit hash of both sides' discs and the side to move."""
        return mix(mix(self.own ^ GOLDEN) ^ self.opponent) ^ self.turn

    def quiet_move_score(self, move: cython.int) -> cython.int:
        """Return an estimate by the replies that a move leaves: fewer are better.

        Replies in a corner count twice. A move into a corner or an odd quarter gets more, a pass
        gets 0. An odd quarter of the board has an odd number of empty squares: one may move last
        there.
        """
        replies: cython.ulonglong
        empty: cython.ulonglong = (self.own | self.opponent) ^ M64
        if move == PASS:
            return 0
        flipped: cython.ulonglong = flips(move, self.own, self.opponent)
        replies = mobility(self.opponent ^ flipped, self.own | flipped | ONE << move)
        worth: cython.int = -REPLY * (popcount(replies) + popcount(replies & CORNERS))
        if CORNERS >> move & 1:
            worth += CORNER
        if odd_quarters(empty) >> move & 1:
            worth += ODD
        return worth

    def certain_bounds(self, side: cython.int) -> cython.int:
        """Return a bound of the outcome: one side keeps just its stable discs, the other gets all.

        :param side: 0 for the lower bound, by the stable discs of the side to move; 1 for the upper
            bound, by those of the opponent.
        """
        if side:
            return self._score(64 - 2 * popcount(stable(self.opponent, self.own)))
        return self._score(2 * popcount(stable(self.own, self.opponent)) - 64)

    def upper_bound(self, alpha: cython.int) -> cython.int:
        """Return the upper one of `certain_bounds`; INFINITY if it will hardly be below alpha."""
        empty: cython.int = 64 - popcount(self.own | self.opponent)
        if not self.wld and alpha < 200 * empty - 200:
            return INFINITY
        return self.certain_bounds(1)

    def solve(self, alpha: cython.int, beta: cython.int, most: cython.int) -> cython.int:
        """Return the outcome with at most `FEW` empty squares, by `Endgame`; otherwise ONGOING.

        It is also ONGOING if it may take more than `most` moves. Outside of alpha and beta it is a
        bound, as in the base class. `solve_nodes` becomes the number of moves made.
        """
        endgame: Endgame = self.endgame
        self.solve_nodes = 0
        if 64 - popcount(self.own | self.opponent) > FEW:
            return ONGOING
        if endgame is None:
            self.endgame = endgame = Endgame()
        if self.wld:
            alpha, beta = -1 if alpha < 0 else 0, 0 if beta <= 0 else 1
        else:  # in whole discs, rounded outwards
            alpha = (max(alpha, -6500) + 6500) // 100 - 65
            beta = (min(beta, 6500) + 6599) // 100 - 65
        value: cython.int = endgame.solve(self.own, self.opponent, alpha, beta, most)
        self.solve_nodes = endgame.nodes
        return ONGOING if endgame.over else self._score(value)

    def list_features(self, listed: Moves) -> cython.int:
        """Append own discs from 0, opposing ones from 64, legal moves from 128; return how many."""
        first: cython.int = listed.count
        _list_squares(self.own, 0, listed)
        _list_squares(self.opponent, 64, listed)
        _list_squares(self.move_squares(), 128, listed)
        return listed.count - first

    def symmetries(self) -> list[list[int]]:
        """Return the seven symmetries of the board: for each feature by number, its image."""
        return board_symmetries(8, 8, 3, ("files", "diagonal"))

    def trait(self, number: cython.int) -> cython.int:
        """Return a number by its index in `INFO.traits`.

        Replies are the moves that the opponent would have if it were to move. Corners are the legal
        moves to them, a frontier is the empty squares beside discs. Discs on X- and C-squares count
        only beside empty corners.
        """
        empty: cython.ulonglong = (self.own | self.opponent) ^ M64
        if number == 0:
            return popcount(empty)
        if number == 1:
            return popcount(mobility(self.opponent, self.own))
        if number == 4:
            return popcount(self.move_squares() & CORNERS)
        if number == 5:
            return popcount(mobility(self.opponent, self.own) & CORNERS)
        discs: cython.ulonglong = self.opponent if number & 1 else self.own
        if number < 4:
            return popcount(around(discs) & empty)
        return popcount(discs & beside(empty & CORNERS, number < 8))

    # -- the state of the game -----------------------------------------------------------------

    def game_phase(self) -> cython.int:
        """Return the number of whole tens of discs beyond the first four, from 0 to 5."""
        return min(max(popcount(self.own | self.opponent) - 4, 0) // 10, 5)

    def phase_name(self, phase: int) -> str:
        """Return the name of a phase: its range of discs, such as "discs 4-13"."""
        return f"discs {10 * phase + 4}-{10 * phase + 13 if phase < 5 else 64}"

    def most_moves_left(self) -> cython.int:
        """Return the number of empty squares."""
        return 64 - popcount(self.own | self.opponent)

    def outcome_text(self, outcome: int) -> str:
        """Return the result with 64 discs in all, Black's first, such as "discs 40-24"."""
        return f"discs {32 + outcome // 200}-{32 - outcome // 200}"

    @property
    def history(self) -> tuple[int, ...]:
        """The moves and passes made so far."""
        return tuple([self.played[ply] for ply in range(self.ply)])

    def copy(self) -> Othello:
        """Return a copy with the same history; its solver of endgames has an empty table."""
        copy: Othello = Othello(**self.options)
        ply: cython.int
        for ply in range(self.ply):
            copy.owns[ply] = self.owns[ply]
            copy.opponents[ply] = self.opponents[ply]
            copy.played[ply] = self.played[ply]
        copy.own, copy.opponent, copy.turn = self.own, self.opponent, self.turn
        copy.ply, copy.start = self.ply, self.start
        return copy

    def mirrored(self) -> Othello:
        """Return the position with the colours exchanged, without a history."""
        exchanged = self.text().translate(str.maketrans("XO", "OX"))
        copy: Othello = Othello(**self.options)
        copy._set_up(exchanged)
        return copy

    # -- text ----------------------------------------------------------------------------------

    def move_text(self, move: int) -> str:
        """Return a square such as f5, or "pass"."""
        return "pass" if move == PASS else "abcdefgh"[move % 8] + str(move // 8 + 1)

    def parse_move(self, text: str) -> int:
        """Return the legal move that `text` names: a square in either case; pass, pa, -- or @@@@.

        :raises MoveError: if the text is not a legal move.
        """
        word = text.strip().lower()
        if word in PASSES:
            move = PASS
        elif re.fullmatch("[a-h][1-8]", word):
            move = "abcdefgh".index(word[0]) + 8 * (int(word[1]) - 1)
        else:
            raise self._illegal(text, "is not a square a1 to h8 or a pass")
        if move not in self.legal_moves():
            raise self._illegal(text, "is not legal")
        return move

    def text(self) -> str:
        """Return the board a1, b1 ... h8 as 64 letters (X, O, - for empty), and X or O to move."""
        black, white = (self.opponent, self.own) if self.turn else (self.own, self.opponent)
        letters = ["X" if black >> s & 1 else "O" if white >> s & 1 else "-" for s in range(64)]
        return "".join(letters) + (" O" if self.turn else " X")

    def diagram(self) -> str:
        """Return the board, a1 at the top left."""
        text = self.text()
        rows = [f"{row + 1} {' '.join(text[8 * row : 8 * row + 8])}" for row in range(8)]
        return "\n".join(["  a b c d e f g h", *rows])

    def transcript(self) -> str:
        """Return the moves of the history without passes, as in `f5d6c3`."""
        return self.join_moves([self.move_text(move) for move in self.history])

    def join_moves(self, words: Sequence[str]) -> str:
        """Return the texts of moves joined without blanks; passes are left out."""
        return "".join([word for word in words if word != "pass"])

    def read_opening(self, text: str) -> tuple[str, list[int]]:
        """Return the start position of an opening, as text, and its moves from there.

        The text is a transcript from this position, or a board with or without moves behind it. For
        a transcript the start is empty. Forced passes that the text omits are among the moves.

        :raises PositionError: if it cannot be read, or a move is illegal.
        """
        if is_transcript(text):
            return "", list(self.at(f"{self.text()} moves {text}").history)
        position = self.at(text)
        return position.start or _START, list(position.history)

    def at(self, text: str) -> Othello:
        """Return the position of a board, a transcript, or "board moves transcript".

        A line of OBF and the output of `print` are read too (see `games.othello.notation`). A board
        is 64 squares (X or * black, O white, - or . empty) and the side to move. Spaces and line
        ends may be anywhere. A transcript may omit forced passes.

        :raises PositionError: if it cannot be read; the message names the square or the move.
        """
        written = read_text(text)
        position: Othello = Othello(**self.options)
        if written.board:
            position._set_up(written.board)
        written.play(position, text)
        return position


def _list_squares(squares: cython.ulonglong, first: cython.int, listed: Moves) -> None:
    """Append the numbers of the squares of a bitboard, counted from `first`."""
    while squares:
        listed.append(first + lsb(squares))
        squares &= squares - 1
