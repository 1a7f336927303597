"""Dots and Boxes (Lucas, 1895) on boards of any size."""

from __future__ import annotations

from typing import Annotated, TypedDict, Unpack

import cython

from games.boards.grid import Grid
from games.core.features import board_symmetries, digit_permutation
from games.core.info import GameInfo
from games.core.moves import Moves
from games.errors import PositionError, quoted
from games.parts.part import Option

if not cython.compiled:
    from games.boards.constants import ALL_FOUR, BOX, LINE
    from games.core.array import array, ints, longlongs, ulonglongs
    from games.core.bits import GOLDEN, M64, mix
    from games.core.scores import ONGOING


class DotsOptions(TypedDict, total=False):
    """The options of `Dots`."""

    width: Annotated[int, Option(4, "boxes in a row", low=1, high=8)]
    height: Annotated[int, Option(4, "boxes in a column", low=1, high=8)]


class Dots(Grid):
    """Dots and Boxes: a move draws a line between two dots side by side. A side that draws the
    fourth line of a box owns the box and moves again: the other side passes. The outcome is the
    difference of boxes, 100 a box.

    Dots, lines and boxes are squares of a board with twice as many files and rows as boxes, and one
    more. Lines are the squares with odd numbers. A move is the square of its line; the number of
    squares is a pass. Owners of boxes do not enter the key: only the difference of boxes does.
    """

    NAME = "dots"
    OPTIONS = DotsOptions
    ACYCLIC = True
    INFO = GameInfo(
        sides=("First (X)", "Second (O)"),
        searcher="pvs",
        value_unit="hundredths of a box",
        value_per_point=BOX,
    )
    LETTERS = ".XO#"
    STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))  # to the boxes beside an upright line, and another
    IMAGES = ("files", "rows", "diagonal")
    BLOCKS = False

    def __init__(self, **options: Unpack[DotsOptions]) -> None:
        super().__init__(**options)
        keys = [mix(((index + 1) * GOLDEN) & M64) for index in range(2 * self.boxes + 1)]
        self._leads = array("Q", keys)
        self.leads = ulonglongs(self._leads)
        self._seen = array("q", [0]) * self.squares
        self.seen = longlongs(self._seen)
        self.stamp = 0
        self.patterns = self._patterns()
        listed = [number for lines in self.patterns for number in (len(lines), *lines)]
        self._lines = array("i", [len(listed) + 1, *listed])
        self.lines = ints(self._lines)

    def board_size(self) -> tuple[int, int]:
        """Return the columns and rows of the grid of dots, lines and boxes.

        A board of w by h boxes has 2w + 1 columns and 2h + 1 rows.
        """
        return 2 * self.options["width"] + 1, 2 * self.options["height"] + 1

    def first_board(self) -> str:
        """Return the rows of the grid without lines, from the top, with "/" between them."""
        dots, boxes = ".".join("#" * (self.width // 2 + 1)), "." * self.width
        return "/".join([boxes if row % 2 else dots for row in range(self.height)])

    def _set_up(self, board: str, side: int) -> None:
        """Set up a board and the side to move, and count its boxes and the lines left.

        `lead` becomes the boxes of the first side minus those of the second, `free` the boxes that
        neither side has.
        """
        self.boxes = (self.width // 2) * (self.height // 2)
        self.lead = self._cell.count(1) - self._cell.count(2)
        self.free = self.boxes - self._cell.count(1) - self._cell.count(2)
        self.left = self._cell[1::2].count(0)
        self.must_pass = False
        super()._set_up(board, side)

    # -- lines and boxes -----------------------------------------------------------------------

    def change(self, square: cython.int, piece: cython.int) -> None:
        """Put a line or the owner of a box on a square; 0 removes it.

        `left`, `lead` and `free` are updated, and for a line the hash too; the history is not.
        """
        before: cython.int = self.cell[square]
        if square % 2:
            self.left += (before != 0) - (piece != 0)
            Grid.change(self, square, piece)
            return
        if square // self.width % 2:
            self.lead += (piece == 1) - (piece == 2) - (before == 1) + (before == 2)
            self.free += (before != 0) - (piece != 0)
        self.cell[square] = piece

    def _drawn(self, box: cython.int) -> cython.int:
        """Return how many of a box's four lines are drawn."""
        return (
            (self.cell[box - 1] != 0)
            + (self.cell[box + 1] != 0)
            + (self.cell[box - self.width] != 0)
            + (self.cell[box + self.width] != 0)
        )

    def _box_beside(self, line: cython.int, second: cython.int) -> cython.int:
        """Return the box on one side of a line; -1 beyond the edge.

        :param second: 0 for the box to the left or below, 1 for that to the right or above.
        """
        lying: cython.int = line % self.width % 2
        return self.near[4 * line + 2 * lying + second]

    def generate(self, moves: Moves) -> cython.int:
        """Append the lines not drawn, or the pass alone if one is due, and return their number."""
        start: cython.int = moves.count
        line: cython.int
        if self.must_pass:
            moves.append(self.squares)
            return 1
        for line in range(1, self.squares, 2):
            if self.cell[line] == 0:
                moves.append(line)
        return moves.count - start

    def push(self, move: cython.int) -> None:
        """Draw a line, or pass; the turn always passes to the other side.

        After a line that completes a box, while lines are left, the other side must pass next.

        :param move: the square of a line, or `squares` for a pass.
        :raises IndexError: if the line cannot be drawn, or the pass is out of turn.
        """
        if self.must_pass != (move == self.squares) or not 0 <= move <= self.squares:
            raise IndexError(f"push of move {move}: it is no line, or a pass out of turn")
        if not self.must_pass and (move % 2 == 0 or self.cell[move]):
            raise IndexError(f"push of move {move}: it is no line that can be drawn")
        self.begin_move(move)
        self.must_pass = not self.must_pass and self._draw(move)

    def _draw(self, line: cython.int) -> cython.bint:
        """Draw a line, and give the boxes that it completes to the side that has just moved.

        :returns: whether that side moves again: it got a box, and lines are left.
        """
        second: cython.int
        taken: cython.bint = False
        self.put(line, LINE)
        for second in range(2):
            box: cython.int = self._box_beside(line, second)
            if box >= 0 and self._drawn(box) == ALL_FOUR:
                self.put(box, 2 - self.turn)
                taken = True
        return taken and self.left > 0

    def pop(self) -> None:
        """Take back the last line or pass."""
        self.go_back()
        self.must_pass = self.played[self.ply] == self.squares

    def result(self) -> cython.int:
        """Return 100 for each box that the side to move is ahead; ONGOING while lines are left."""
        return ONGOING if self.left else BOX * self._own_lead()

    def _own_lead(self) -> cython.int:
        """Return the boxes of the side to move minus those of the other side."""
        return -self.lead if self.turn else self.lead

    # -- search hooks --------------------------------------------------------------------------

    def key(self) -> cython.ulonglong:
        """Return a 64-bit hash of lines, lead, side to move and whether it must pass.

        It is equal for positions that differ only in who owns which boxes.
        """
        found: cython.ulonglong = self.hash ^ self.leads[self.lead + self.boxes]
        return found ^ (GOLDEN if self.turn else 0) ^ self.must_pass

    def static(self) -> cython.int:
        """Return 100 for each box that the side to move is ahead.

        Boxes that can be taken at once count for the side that draws next. If the side to move must
        pass, that is the other side.
        """
        takable: cython.int = self._takable()
        return BOX * (self._own_lead() + (-takable if self.must_pass else takable))

    def _takable(self) -> cython.int:
        """Return the number of boxes that can be taken at once by drawing line after line."""
        box: cython.int
        row: cython.int
        found: cython.int = 0
        self.stamp += 1
        for row in range(1, self.height, 2):
            for box in range(row * self.width + 1, (row + 1) * self.width, 2):
                if self._drawn(box) == 3 and self.seen[box] != self.stamp:
                    found += self._chain(box)
        return found

    def _chain(self, box: cython.int) -> cython.int:
        """Mark the boxes that can be taken in a row from this one on; return their number.

        Three lines of `box` are drawn; it counts too.
        """
        line: cython.int = -1
        found: cython.int = 0
        while True:
            self.seen[box] = self.stamp
            found += 1
            line = self._open_line(box, line)
            other: cython.int = 2 * line - box
            if self._box_beside(line, other > box) < 0 or self.seen[other] == self.stamp:
                return found
            drawn: cython.int = self._drawn(other)
            if drawn < 2:
                return found
            if drawn == 3:
                self.seen[other] = self.stamp
                return found + 1
            box = other

    def _open_line(self, box: cython.int, but: cython.int) -> cython.int:
        """Return a line of a box that is not drawn, other than `but`; there must be one."""
        if self.cell[box - 1] == 0 and box - 1 != but:
            return box - 1
        if self.cell[box + 1] == 0 and box + 1 != but:
            return box + 1
        if self.cell[box - self.width] == 0 and box - self.width != but:
            return box - self.width
        return box + self.width

    def certain_bounds(self, side: cython.int) -> cython.int:
        """Return 100 for each box of lead if the side to move gets all free boxes, or none.

        :param side: 1 for all, 0 for none.
        """
        return BOX * (self._own_lead() + (self.free if side else -self.free))

    def upper_bound(self, alpha: cython.int) -> cython.int:
        """Return the upper one of `certain_bounds`; `alpha` is not used."""
        return self.certain_bounds(1)

    def quiet_move_score(self, move: cython.int) -> cython.int:
        """Return a score for move ordering: 100 for each box that the line completes.

        It is 10 less for each box whose third side the line is: the opponent can take it. A pass
        has 0.
        """
        second: cython.int
        score: cython.int = 0
        if move == self.squares:
            return 0
        for second in range(2):
            box: cython.int = self._box_beside(move, second)
            drawn: cython.int = self._drawn(box) if box >= 0 else 0
            score += 100 * (drawn == 3) - 10 * (drawn == 2)
        return score

    # -- features ------------------------------------------------------------------------------

    def _patterns(self) -> list[tuple[int, ...]]:
        """Return groups of lines: around each box, then around each two neighbouring boxes."""
        ring = (-1, 1, -self.width, self.width)
        boxes = [
            row * self.width + file
            for row in range(1, self.height, 2)
            for file in range(1, self.width, 2)
        ]
        pairs = [(box, box + step) for box in boxes for step in (2, 2 * self.width)]
        groups = [
            *([box] for box in boxes),
            *(pair for pair in pairs if pair[1] in boxes),
        ]
        return [
            tuple(dict.fromkeys(box + step for box in group for step in ring)) for group in groups
        ]

    def list_features(self, listed: Moves) -> cython.int:
        """Append one number for each group of lines, and one for the lines left and a pass.

        A group's number depends on which of its lines are drawn. The last number depends on how
        many lines are left, and on whether the side to move must pass. Return how many there are.
        """
        first: cython.int = listed.count
        number: cython.int = 0
        place: cython.int = 1
        bit: cython.int
        while place < self.lines[0]:
            code: cython.int = 0
            for bit in range(self.lines[place]):
                code |= (self.cell[self.lines[place + 1 + bit]] != 0) << bit
            listed.append(number + code)
            number += 1 << self.lines[place]
            place += 1 + self.lines[place]
        listed.append(number + 2 * self.left + self.must_pass)
        return listed.count - first

    def symmetries(self) -> list[list[int]]:
        """Return the symmetries of the board: for each feature by number, its image."""
        place, starts = 0, {}
        for lines in self.patterns:
            starts[frozenset(lines)] = place, lines
            place += 1 << len(lines)
        found = []
        for image in board_symmetries(self.width, self.height, 1, self.IMAGES):
            numbers: list[int] = []
            for lines in self.patterns:
                moved = [image[line] for line in lines]
                start, order = starts[frozenset(moved)]
                codes = digit_permutation([order.index(line) for line in moved], 2)
                numbers += [start + code for code in codes]
            found.append([*numbers, *range(place, place + self.squares + 1)])
        return found

    # -- text ----------------------------------------------------------------------------------

    def move_text(self, move: int) -> str:
        """Return the square of the line, such as b1 between the dots a1 and c1; or "pass"."""
        return "pass" if move == self.squares else self.square_text(move)

    def text(self) -> str:
        """Return the rows and the side to move, with "pass" behind them if it must pass."""
        return f"{super().text()}{' pass' if self.must_pass else ''}"

    def diagram(self) -> str:
        """Return the board: + is a dot, = and | are lines, X and O own boxes."""
        lines = super().diagram().split("\n")
        for row, line in enumerate(lines):
            drawn = line.replace("#", "|") if row % 2 else line.replace("# #", "+ =")
            lines[row] = drawn.replace("#", "+")
        return "\n".join(lines)

    def _read(self, text: str) -> None:
        """Set up the position of a text: rows, side to move, and "pass" if a pass is due.

        The history becomes empty, and `start` the text; empty for the usual start.

        :raises PositionError: if it is not a position, or no pass can be due there.
        """
        super()._read(text.strip().removesuffix(" pass"))
        self.must_pass = text.strip().endswith(" pass")
        if self.must_pass and not (self.left and self._cell.count(2 - self.turn)):
            raise PositionError(
                f"invalid {self.spec} position {quoted(text, 200)}: a side passes after the other "
                "side has completed a box, while lines are left"
            )
        if self.must_pass:
            self.start = self.text()

    def board_fault(self, board: str, side: int) -> str:
        """Return the first fault of a square; empty if there is none.

        Dots must be there, lines have no owner, and a box has one if its four lines are drawn.
        """
        rows = board.split("/")[::-1]
        for row in range(self.height):
            for file in range(self.width):
                name, letter = self.square_text(row * self.width + file), rows[row][file]
                if (row + file) % 2 == 0 and row % 2 == 0 and letter != "#":
                    return f"{name} is {letter!r}: expected a dot, which is #"
                if (row + file) % 2 and letter in "XO":
                    return f"{name} is {letter!r}: expected a line, # or ."
                if row % 2 and file % 2:
                    around = (
                        rows[row][file - 1] + rows[row][file + 1],
                        rows[row - 1][file] + rows[row + 1][file],
                    )
                    closed = "".join(around) == "####"
                    if letter not in ("XO" if closed else "."):
                        return f"{name} is {letter!r}: expected {'X or O' if closed else '.'}"
        return ""
