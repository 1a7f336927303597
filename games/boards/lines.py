"""`LineGame`, the base of games won by a number of pieces in a line."""

from __future__ import annotations

import cython

from games.boards.grid import Grid
from games.core.moves import Moves

if not cython.compiled:
    from games.core.array import array, ints, schars
    from games.core.scores import DRAW, LOSS, ONGOING


class LineGame(Grid):
    """A game won by `length` pieces or more in a row, column or diagonal; a full board is a draw.
    A window is a line of exactly `length` squares. Each has the numbers of pieces of both sides in
    it. They give the winner at once, and a static value: a window with n pieces, all of one side,
    counts 4^(n-1) for that side.
    """

    ACYCLIC = True
    LENGTH = ""
    """The option with the number of pieces that win, which a subclass names."""
    ADDS = True
    BLOCKS = False  # the windows say more

    def _set_up(self, board: str, side: int) -> None:
        """Set up a board and the side to move, and set whether a line is `complete`."""
        self.complete = False
        super()._set_up(board, side)
        self.complete = self.length in self._count

    def won_already(self) -> str:
        """Return "has a line" if the side to move has a complete line, else ""."""
        return "has a line" if self.length in self._count[self.turn :: 2] else ""

    def make_tables(self) -> None:
        """List the windows (lines of the winning length), and for each square those through it.

        The counts of pieces in them and `balance` begin as those of an empty board.
        """
        self.length = self.options[self.LENGTH]
        windows = []
        for square in range(self.squares):
            file, row = square % self.width, square // self.width
            for right, up in ((1, 0), (0, 1), (1, 1), (-1, 1)):
                last_file, last_row = file + right * (self.length - 1), row + up * (self.length - 1)
                if 0 <= last_file < self.width and last_row < self.height:
                    step = up * self.width + right
                    windows.append([square + step * index for index in range(self.length)])
        self.lines, self.windows = windows, len(windows)
        by_square: list[list[int]] = [[] for _ in range(self.squares)]
        for number, line in enumerate(windows):
            for square in line:
                by_square[square].append(number)
        firsts = [0]
        for numbers in by_square:
            firsts.append(firsts[-1] + len(numbers))
        self._window = array("i", [number for numbers in by_square for number in numbers] or [0])
        self._first_window = array("i", firsts)
        self._count = array("b", bytes(2 * max(1, self.windows)))
        self._weights = array("i", [0, *(1 << 2 * min(n, 12) for n in range(self.length))])
        self.window, self.first_window = ints(self._window), ints(self._first_window)
        self.count, self.weights = schars(self._count), ints(self._weights)
        self.balance = 0

    def list_features(self, listed: Moves) -> cython.int:
        """Append the features of `Grid`, and a number for each window with pieces of one side only.

        It depends on the window, on whether the side is the one to move, and on how many pieces it
        has. Return how many numbers were appended.
        """
        first: cython.int = listed.count
        base: cython.int = 2 * self.squares
        index: cython.int
        Grid.list_features(self, listed)
        for index in range(2 * self.windows):
            count: cython.int = self.count[index]
            if count and self.count[index ^ 1] == 0:
                listed.append(base + (index ^ self.turn) * self.length + count - 1)
        return listed.count - first

    def symmetries(self) -> list[list[int]]:
        """Return the symmetries of the board: for each feature by number, its image."""
        numbers = {tuple(sorted(line)): number for number, line in enumerate(self.lines)}
        found = []
        for image in super().symmetries():
            moved = [
                numbers[tuple(sorted([image[square] for square in line]))] for line in self.lines
            ]
            base = 2 * self.squares
            for number in moved:
                first = base + 2 * number * self.length
                image.extend(range(first, first + 2 * self.length))
            found.append(image)
        return found

    def change(self, square: cython.int, piece: cython.int) -> None:
        """Put a piece on a square, or empty it (0), without a record in the history.

        The hash, the counts of the windows, `balance` and `complete` are updated.
        """
        before: cython.int = self.cell[square]
        if before:
            self._add(square, before - 1, -1)
        if piece:
            self._add(square, piece - 1, 1)
        Grid.change(self, square, piece)

    def _add(self, square: cython.int, side: cython.int, more: cython.int) -> None:
        """Add `more` (1 or -1) to a side's count in every window through a square.

        `balance`, the static value for the first side, changes too. `complete` is set if a window
        becomes complete, and is never cleared here.
        """
        index: cython.int
        gain: cython.int = 0
        for index in range(self.first_window[square], self.first_window[square + 1]):
            own: cython.int = 2 * self.window[index] + side
            other: cython.int = self.count[own ^ 1]
            self.count[own] += more
            if other == 0:
                gain += self.weights[self.count[own]] - self.weights[self.count[own] - more]
            elif self.count[own] == (more > 0):  # it was, or is now, the other side's alone
                gain += more * self.weights[other]
            if self.count[own] == self.length:
                self.complete = True
        self.balance += -gain if side else gain

    def pop(self) -> None:
        """Take back the last move."""
        self.go_back()
        self.complete = False

    def result(self) -> cython.int:
        """Return LOSS if the other side has a line, DRAW if the board is full, else ONGOING."""
        if self.complete:
            return LOSS
        return ONGOING if self.ply < self.vacant else DRAW

    def static(self) -> cython.int:
        """Return the weights of the side to move's windows minus those of the other side's windows.

        A window with n pieces, all of one side, weighs 4^(n-1).
        """
        return -self.balance if self.turn else self.balance

    def most_moves_left(self) -> cython.int:
        """Return the number of empty squares."""
        return self.vacant - self.ply
