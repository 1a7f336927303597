"""Values of Othello positions, 100 for a disc: the disc count, and weights of board patterns.

The weights were fitted to the results of our own games.
"""

from __future__ import annotations

from array import array
from functools import cache
from pathlib import Path
from typing import Annotated, TypedDict, Unpack

import cython

from evaluators.core.evaluator import Evaluator
from evaluators.values.othello_patterns import COARSE, FINE, Shape, unpack
from games.core.position import Position
from games.parts.part import NoOptions, Option

if not cython.compiled:
    from evaluators.values.constants import COUNTS, LANES, NIBBLES
    from games.core.array import ints, schars, ushorts
    from games.core.bits import M64, popcount
    from games.othello.endgame import around, mobility
    from games.othello.othello import Othello


class Discs(Evaluator):
    """The difference of the disc counts."""

    NAME = "discs"
    GAMES = ("othello",)

    def __init__(self, **options: Unpack[NoOptions]) -> None:
        super().__init__(**options)

    def value(self, position: Position) -> cython.int:
        """Return 100 for each disc that the side to move has more than the opponent.

        :raises EvaluationError: if the position is of another game.
        """
        if not isinstance(position, Othello):
            raise self.refusal(position)
        board: Othello = position
        return 100 * (popcount(board.own) - popcount(board.opponent))


class Patterns:
    """The indices, within a stage, of the weights whose sum is a position's value."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        self.lanes = len(shape.lanes)
        self._steps = shape.steps
        self.steps = ushorts(self._steps)
        if not cython.compiled:
            self.index = [0] * (LANES + COUNTS)
            self.own_steps, self.opponent_steps = [0] * NIBBLES, [0] * NIBBLES
            self.first = [0] * (LANES + COUNTS)
        for lane, (table, _) in enumerate(shape.lanes):
            self.first[lane] = shape.offsets[table]
        for count in range(COUNTS):
            self.first[LANES + count] = shape.offsets[len(shape.patterns) + count]

    def weight_indices(self, own: cython.ulonglong, opponent: cython.ulonglong) -> list[int]:
        """Return the indices, within a stage, of the weights that a board selects.

        The game must not be over.

        :param own: the discs of the side to move, as bits.
        :param opponent: the discs of the opponent, as bits.
        """
        self.look_up(own, opponent, mobility(own, opponent))
        found = [self.index[lane] for lane in range(self.lanes)]
        return found + [self.index[LANES + count] for count in range(COUNTS)]

    def look_up(
        self, own: cython.ulonglong, opponent: cython.ulonglong, moves: cython.ulonglong
    ) -> cython.bint:
        """Set `index` to the indices of the weights that a board selects within a stage.

        :param own: the discs of the side to move, as bits.
        :param opponent: the discs of the opponent, as bits.
        :param moves: the squares that the side to move can move to, as bits.
        :returns: False if the game is over; then `index` does not change.
        """
        empty: cython.ulonglong = (own | opponent) ^ M64
        replies: cython.ulonglong = mobility(opponent, own)
        lane: cython.int
        nibble: cython.int
        owned: cython.ushort
        opposing: cython.ushort
        if moves == 0 and replies == 0:
            return False
        for nibble in range(NIBBLES):
            self.own_steps[nibble] = ((nibble << 4) + (own >> 4 * nibble & 15)) * LANES
            self.opponent_steps[nibble] = ((nibble << 4) + (opponent >> 4 * nibble & 15)) * LANES
        for lane in range(LANES):
            owned = opposing = 0
            for nibble in range(NIBBLES):
                owned += self.steps[self.own_steps[nibble] + lane]
                opposing += self.steps[self.opponent_steps[nibble] + lane]
            self.index[lane] = self.first[lane] + owned + 2 * opposing
        # The counts: moves of either side, empty squares beside discs of either side, and parity.
        self.index[LANES] = self.first[LANES] + popcount(moves)
        self.index[LANES + 1] = self.first[LANES + 1] + popcount(replies)
        self.index[LANES + 2] = self.first[LANES + 2] + popcount(around(opponent) & empty)
        self.index[LANES + 3] = self.first[LANES + 3] + popcount(around(own) & empty)
        self.index[LANES + 4] = self.first[LANES + 4] + (popcount(empty) & 1)
        return True


@cache
def load(path: str, shape: Shape) -> array[int]:
    """Return the weights of a file in units, as it was when it was read first.

    They are sorted by stage, then by index, with mirror images.

    :raises FileError: if it is missing or invalid.
    """
    stored, weights = unpack(path, shape), array("b", bytes(shape.stages * shape.entries))
    sources, targets, ranks = schars(stored), schars(weights), ints(shape.ranks)
    size: cython.int = shape.stored
    entries: cython.int = shape.entries
    stage: cython.int
    index: cython.int
    for stage in range(shape.stages):
        for index in range(entries):
            targets[stage * entries + index] = sources[stage * size + ranks[index]]
    return weights


class PositionalOptions(TypedDict, total=False):
    """The options of `Positional`."""

    weights: Annotated[str, Option("", "file of weights; empty for those shipped")]


class Positional(Evaluator):
    """The sum of weights for edges, corners, rows, diagonals, mobility, frontiers and parity.

    The weights depend on the number of discs (after Buro 1999). The value of a finished game is its
    result.
    """

    NAME = "positional"
    GAMES = ("othello",)
    OPTIONS = PositionalOptions
    TRAITS = ("earlier", "later")
    SHAPE = COARSE
    SHIPPED = "othello.dat"

    def __init__(self, **options: Unpack[PositionalOptions]) -> None:
        """Load the weights of the options, or the shipped ones.

        :raises FileError: if the file cannot be read.
        """
        super().__init__(**options)
        shape = self.SHAPE
        shipped = str(Path(__file__).parent / self.SHIPPED)
        self._weights = load(self.options["weights"] or shipped, shape)
        self.span, self.stages, self.entries = shape.span, shape.stages, shape.entries
        self.unit = shape.unit
        self.weights = schars(self._weights)
        self.patterns = Patterns(shape)
        self.own = self.opponent = 0  # the board of the current indices
        self.stage = self.first = 0

    def value(self, position: Position) -> cython.int:
        """Return the sum of the weights from the side to move; the result if the game is over.

        It is in hundredths of a disc.

        :raises EvaluationError: if the position is of another game.
        """
        if not isinstance(position, Othello):
            raise self.refusal(position)
        board: Othello = position
        if not self._set_indices(board):
            return board.result()
        return self._sum(self.first)

    def _sum(self, first: cython.int) -> cython.int:
        """Return the sum of the weights of a stage that the current indices select.

        :param first: the index of the stage's first weight.
        :returns: the sum in hundredths of a disc.
        """
        total: cython.int = 0
        index: cython.int
        for index in range(self.patterns.lanes):
            total += self.weights[first + self.patterns.index[index]]
        for index in range(LANES, LANES + COUNTS):
            total += self.weights[first + self.patterns.index[index]]
        return self.unit * total

    def _set_indices(self, board: Othello) -> cython.bint:
        """Set the indices, the stage and its first weight; return False if the game is over."""
        if not self.patterns.look_up(board.own, board.opponent, board.move_squares()):
            return False
        self.own, self.opponent = board.own, board.opponent
        self.stage = max(popcount(board.own | board.opponent) - 4, 0) // self.span
        self.first = self.stage * self.entries
        return True

    def trait(self, position: Position, number: cython.int) -> cython.int:
        """Return the change of the value with the weights of the stage before (0) or after (1).

        It is 0 if the game is over, or there is no such stage.
        """
        if not isinstance(position, Othello):
            raise self.refusal(position)
        board: Othello = position
        if (board.own != self.own or board.opponent != self.opponent) and not self._set_indices(
            board
        ):
            return 0
        other: cython.int = max(0, min(self.stages - 1, self.stage - 1 + 2 * number)) * self.entries
        return self._sum(other) - self._sum(self.first)


class FinePatterns(Positional):
    """`positional` with a stage for every four discs instead of ten, and with patterns of ten
    squares at corners and edges."""

    NAME = "patterns"
    SHAPE = FINE
    SHIPPED = "patterns.dat"
