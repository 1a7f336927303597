"""American checkers (English draughts)."""

from __future__ import annotations

from typing import Annotated, TypedDict, Unpack

import cython

from games.boards.grid import Grid
from games.core.info import GameInfo
from games.core.moves import Moves
from games.parts.part import Option

if not cython.compiled:
    from games.boards.constants import ADVANCE, KING, KINGS, MEN
    from games.core.scores import DRAW, LOSS, ONGOING


class CheckersOptions(TypedDict, total=False):
    """The options of `Checkers`."""

    draw: Annotated[
        int, Option(80, "plies without a capture or a man's move that draw", low=2, high=1000)
    ]


class Checkers(Grid):
    """American checkers. The dark men (x) start at the top, on squares 1 to 12, and move first.

    A capture must be made, and goes on while the piece can capture more. A man that reaches the
    last row becomes a king, which ends its move. A side that cannot move loses. The game is a draw
    after a number of plies in which no man moves and nothing is captured.

    A move is the square it starts from, the number of captures, and two bits for the direction of
    each step. Its text has the squares by number: 11-15, or 22x15x6.
    """

    NAME = "checkers"
    OPTIONS = CheckersOptions
    LETTERS = ".xoXO"
    STEPS = ((-1, -1), (1, -1), (-1, 1), (1, 1))  # 0 and 1 lead down, 2 and 3 lead up
    SIDES = "xo"
    PATH_DEPENDENT = True
    SYMMETRIC = True
    INFO = GameInfo(sides=("Dark (x)", "Light (o)"), searcher="pvs")

    def __init__(self, **options: Unpack[CheckersOptions]) -> None:
        if not cython.compiled:
            self.path = [0] * 12
        super().__init__(**options)

    def board_size(self) -> tuple[int, int]:
        """Return the width and the height of the board: 8 and 8."""
        return 8, 8

    def first_board(self) -> str:
        """Return the rows of the board at the start, from the top, with "/" between them."""
        rows = [".x.x.x.x", "x.x.x.x.", ".x.x.x.x", "........"]
        return "/".join(rows + [row[::-1].replace("x", "o") for row in rows[::-1]])

    def board_fault(self, board: str, side: int) -> str:
        """Return a fault if a piece is on a light square, or a man on its last row.

        The text is empty if neither is.
        """
        for number, row in enumerate(board.split("/")):
            if set(row[number % 2 :: 2]) != {"."}:
                return f"row {8 - number} is '{row}': expected pieces on dark squares only"
            for man, last in (("x", 7), ("o", 0)):
                if man in row and number == last:
                    return f"row {8 - number} is '{row}': expected a king there, not a man"
        return ""

    def turned_square(self, square: int) -> int:
        """Return the square on the board turned by half a turn."""
        return 63 - square

    def _set_up(self, board: str, side: int) -> None:
        """Set up a board and the side to move; no plies count towards the draw yet."""
        self.limit, self.quiet = self.options["draw"], 0
        super()._set_up(board, side)

    # -- moves ---------------------------------------------------------------------------------

    def _next(self, square: cython.int, direction: cython.int) -> cython.int:
        """Return the neighbour of a square in a direction, an index of STEPS; -1 if none."""
        return self.near[4 * square + direction]

    def _goes(self, piece: cython.int, direction: cython.int) -> cython.bint:
        """Return whether a piece may move in a direction: a king in all, a man only forwards."""
        return piece > KING or (direction < 2) == (piece == 1)

    def generate(self, moves: Moves) -> cython.int:
        """Append the complete captures, or the steps if there are none; return how many.

        At the limit of plies without a capture or a man's move there are none.
        """
        start: cython.int = moves.count
        square: cython.int
        piece: cython.int
        if self.quiet >= self.limit:
            return 0
        for square in range(63, -1, -1):
            piece = self.cell[square]
            if piece and (piece - 1) % 2 == self.turn and self._can_jump(square, piece):
                self.cell[square] = 0  # the piece may come back to where it started
                self._list_jumps(square, square, piece, 0, moves)
                self.cell[square] = piece
        if moves.count == start:
            for square in range(63, -1, -1):
                piece = self.cell[square]
                if piece and (piece - 1) % 2 == self.turn:
                    self._list_steps(square, moves)
        return moves.count - start

    def _list_jumps(
        self,
        first: cython.int,
        square: cython.int,
        piece: cython.int,
        jumps: cython.int,
        moves: Moves,
    ) -> None:
        """Append all complete captures that continue the first `jumps` steps of `path`.

        The piece has come to `square` from `first`, which is empty meanwhile. The board is
        restored, `path` is overwritten. A capture has at most nine steps.
        """
        direction: cython.int
        index: cython.int
        ended: cython.bint = True
        crowned: cython.bint = piece <= KING and (square < 8 if piece == 1 else square >= 56)
        if not (crowned and jumps) and jumps < 9:
            for direction in range(4):
                target: cython.int = self._landing(square, piece, direction)
                if target < 0:
                    continue
                ended = False
                over: cython.int = (square + target) // 2
                victim: cython.int = self.cell[over]
                self.cell[over] = 0
                self.path[jumps] = direction
                self._list_jumps(first, target, piece, jumps + 1, moves)
                self.cell[over] = victim
        if ended and jumps:
            number: cython.int = 0
            for index in range(jumps - 1, -1, -1):
                number = 4 * number + self.path[index]
            moves.append((number * 16 + jumps) * 64 + first)

    def _list_steps(self, square: cython.int, moves: Moves) -> None:
        """Append the moves without capture of the piece on a square."""
        direction: cython.int
        for direction in range(4):
            target: cython.int = self._next(square, direction)
            if target >= 0 and self.cell[target] == 0 and self._goes(self.cell[square], direction):
                moves.append(direction * 16 * 64 + square)

    def _landing(self, square: cython.int, piece: cython.int, direction: cython.int) -> cython.int:
        """Return where a piece of the side to move lands if it captures in a direction, else -1."""
        over: cython.int = self._next(square, direction)
        target: cython.int = self._next(over, direction) if over >= 0 else -1
        if target < 0 or self.cell[target] or not self._goes(piece, direction):
            return -1
        return target if self.cell[over] and (self.cell[over] - 1) % 2 != self.turn else -1

    def _can_jump(self, square: cython.int, piece: cython.int) -> cython.bint:
        """Return whether a piece of the side to move, on a square, can capture."""
        direction: cython.int
        landing: cython.int = -1
        for direction in range(4):
            landing = max(landing, self._landing(square, piece, direction))
        return landing >= 0

    def _can_move(self) -> cython.bint:
        """Return whether the side to move has a step or a capture; draws are not checked."""
        square: cython.int
        direction: cython.int
        for square in range(64):
            piece: cython.int = self.cell[square]
            if piece == 0 or (piece - 1) % 2 != self.turn:
                continue
            for direction in range(4):
                target: cython.int = self._next(square, direction)
                if target >= 0 and self.cell[target] == 0 and self._goes(piece, direction):
                    return True
            if self._can_jump(square, piece):
                return True
        return False

    def push(self, move: cython.int) -> None:
        """Make a step or a complete capture, crown a man on the last row, and pass the turn.

        The count of plies towards a draw grows, or is 0 after a capture or a man's move.

        :raises IndexError: if no piece is on the first square.
        """
        square: cython.int = move % 64
        jumps: cython.int = move // 64 % 16
        directions: cython.int = move // 1024
        piece: cython.int = self.cell[square] if move >= 0 else 0
        if piece == 0:
            raise IndexError(f"push of move {move}: there is no piece to move")
        self.begin_move(move)
        self.saved[self.ply - 1] = self.quiet
        self.quiet = 0 if jumps or piece <= KING else self.quiet + 1
        self.put(square, 0)
        for _ in range(max(1, jumps)):
            square = self._next(square, directions % 4)
            if jumps:
                self.put(square, 0)
                square = self._next(square, directions % 4)
            directions //= 4
        if piece <= KING and (square < 8 if piece == 1 else square >= 56):
            piece += KING
        self.put(square, piece)

    def pop(self) -> None:
        """Take back the last move, and restore the count of plies towards a draw."""
        self.go_back()
        self.quiet = self.saved[self.ply]

    def result(self) -> cython.int:
        """Return LOSS if the side to move has no move, DRAW at the limit of plies, else ONGOING.

        The plies are those since the last capture or man's move.
        """
        if not self._can_move():
            return LOSS
        return DRAW if self.quiet >= self.limit else ONGOING

    def static(self) -> cython.int:
        """Return the difference of material and advance, for the side to move.

        A king counts 150, a man 100 and 3 more for each row that it has advanced.
        """
        square: cython.int
        value: cython.int
        total: cython.int = 0
        for square in range(64):
            piece: cython.int = self.cell[square]
            if piece > KING:
                value = KINGS
            elif piece:
                value = MEN + ADVANCE * (7 - square // 8 if piece == 1 else square // 8)
            else:
                continue
            total += value if (piece - 1) % 2 == self.turn else -value
        return total

    def noisy_moves(self, moves: Moves) -> cython.int:
        """Append the captures, and return their number.

        If there is one, they are all legal moves.
        """
        start: cython.int = moves.count
        self.generate(moves)
        if moves.count > start and moves.move[start] // 64 % 16 == 0:
            moves.drop(start)
        return moves.count - start

    def see(self, move: cython.int) -> cython.int:
        """Return 100 for each man or king captured, recaptures not counted; QUIET if none is."""
        jumps: cython.int = move // 64 % 16
        return MEN * jumps if jumps else Grid.see(self, move)

    def mirrored(self) -> Checkers:
        """Return a new position with the sides exchanged and the board turned by half a turn.

        Its history has the same moves, turned, so that plies count towards a draw as here.
        """
        copy: Checkers = Grid.mirrored(self.at(self.start))
        for move in self.history:
            square, jumps, directions = move % 64, move // 64 % 16, move // 1024
            copy.push((4 ** max(1, jumps) - 1 - directions) * 1024 + jumps * 64 + 63 - square)
        return copy

    # -- text ----------------------------------------------------------------------------------

    def square_text(self, square: int) -> str:
        """Return the number of a dark square, 1 to 32, from the top left."""
        return str(4 * (7 - square // 8) + square % 8 // 2 + 1)

    def move_text(self, move: int) -> str:
        """Return the squares that the piece visits: 11-15, or with captures 22x15x6."""
        square, jumps, directions = move % 64, move // 64 % 16, move // 1024
        names = [self.square_text(square)]
        for _ in range(max(1, jumps)):
            for _ in range(2 if jumps else 1):
                square = self._near[4 * square + directions % 4]
            directions //= 4
            names.append(self.square_text(square))
        return ("x" if jumps else "-").join(names)

    def notation(self, move: int) -> str:
        """Return a move as players write it: with the first and last square if that is unique."""
        word = self.move_text(move)
        if word.count("x") < 2:
            return word
        ends = self._ends(word)
        same = [other for other in self.legal_moves() if self._ends(self.move_text(other)) == ends]
        return word if len(same) > 1 else "x".join(ends)

    def _ends(self, word: str) -> tuple[str, str]:
        """Return the first and the last square of a move's text."""
        squares = word.replace("x", "-").split("-")
        return squares[0], squares[-1]

    def parse_move(self, text: str) -> int:
        """Return the legal move of a text such as 11-15 or 22x15x6; a hyphen and an x are the same.

        The squares between the first and the last may be omitted, all of them or none.

        :raises MoveError: if no legal move, or more than one, fits.
        """
        wanted = text.strip().replace("x", "-")
        legal = {self.move_text(move).replace("x", "-"): move for move in self.legal_moves()}
        if wanted in legal:
            return legal[wanted]
        fit = [move for word, move in legal.items() if self._ends(word) == self._ends(wanted)]
        if len(fit) != 1 or wanted.count("-") != 1:
            several = len(fit) > 1 and wanted.count("-") == 1
            raise self._illegal(text, "names more than one move" if several else "is not legal")
        return fit[0]

    def diagram(self) -> str:
        """Return the board with the number of the first dark square of each row."""
        rows = [
            f"{4 * number + 1:2} {' '.join(row)}"
            for number, row in enumerate(self.board_text().split("/"))
        ]
        return "\n".join(rows)
