"""A small neural network for chess, a correction to `pst`, trained on our own games.

768 inputs (a piece on a square) feed hidden units twice, as either side sees the board: its own
pieces first, its own back rank below, and the files mirrored where its king stands on the right
half. One of eight outputs, chosen by the number of pieces, weighs the units of the side to move and
those of its opponent. All arithmetic is in whole numbers, the same on every machine.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cython

from evaluators.core.evaluator import Evaluator
from evaluators.values.network_file import load
from games.core.position import Position
from games.parts.part import Option

if not cython.compiled:
    from evaluators.values.chess import piece_square
    from evaluators.values.network_file import ONE_OUTPUT, ONE_UNIT, SCALE
    from games.chess.chess import Chess
    from games.chess.constants import BLACK, EMPTY, KING, WHITE
    from games.core.array import array, ints, shorts
    from games.core.bits import lsb

__all__ = ["SHIPPED", "Network", "inputs"]

SHIPPED = Path(__file__).parent / "network.dat"
"""The weights that `python -m training.chess` fitted."""


class Network(Evaluator):
    """`pst` corrected by a small neural network, in centipawns.

    The sums of the hidden units follow from the position evaluated last, by what differs.
    """

    NAME = "network"
    GAMES = ("chess",)
    OPTIONS = (Option("weights", "", "file of weights; empty for those shipped"),)

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        weights = load(self.options["weights"] or str(SHIPPED))
        self.hidden, self.count = weights.hidden, 0
        self._weights = weights
        self._sums = array("h", bytes(4 * weights.hidden))
        self.pieces, self.sides, self.board = [0] * 6, [0] * 2, [EMPTY] * 64
        self.flip = [-1, -1]  # no view is up to date
        _, given, biases, outputs, ends = weights
        self._rows = _spread(given, weights.hidden)
        self.rows, self.biases = shorts(self._rows), shorts(biases)
        self.outputs, self.ends = shorts(outputs), ints(ends)
        self.sums = shorts(self._sums)
        if not cython.compiled:
            self.entered, self.left = [0] * 64, [0] * 64

    def serves(self, position: Position) -> bool:
        """Whether the position is one of standard chess or Chess960."""
        return isinstance(position, Chess)

    def value(self, position: Position) -> cython.int:
        if not isinstance(position, Chess):
            raise self.refusal(position)
        chess: Chess = position
        hidden: cython.int = self.hidden
        total: cython.longlong
        bucket: cython.int
        weights: cython.int
        self._follow(chess)
        bucket = (self.count - 1) >> 2 & 7
        weights = 2 * hidden * bucket
        total = self.ends[bucket]
        total += _weighed(self.sums, hidden * chess.side, self.outputs, weights, hidden >> 4)
        total += _weighed(
            self.sums, hidden * (chess.side ^ 1), self.outputs, weights + hidden, hidden >> 4
        )
        total = total * SCALE // (ONE_UNIT * ONE_UNIT * ONE_OUTPUT)
        return piece_square(chess) + cython.cast(cython.int, total)

    def _follow(self, chess: Chess) -> cython.int:
        """Bring the sums up to date: by what differs from the position seen last, or anew for a
        side whose king changed halves."""
        changed: cython.ulonglong = 0
        index: cython.int
        square: cython.int
        side: cython.int
        flip: cython.int
        entered: cython.int = 0
        left: cython.int = 0
        for index in range(6):
            changed |= self.pieces[index] ^ chess.pieces[index]
            self.pieces[index] = chess.pieces[index]
        for index in range(2):
            changed |= self.sides[index] ^ chess.sides[index]
            self.sides[index] = chess.sides[index]
        while changed:
            square = lsb(changed)
            changed &= changed - 1
            if self.board[square] != EMPTY:
                self.left[left] = self.board[square] << 6 | square
                left += 1
            self.board[square] = chess.squares[square]
            if self.board[square] != EMPTY:
                self.entered[entered] = self.board[square] << 6 | square
                entered += 1
        self.count += entered - left
        for side in range(2):
            flip = 56 * side ^ 7 * (lsb(chess.pieces[KING] & chess.sides[side]) >> 2 & 1)
            if flip == self.flip[side]:
                self._change(side, side << 9 | flip, entered, left)
            else:
                self.flip[side] = flip
                self._begin(side, side << 9 | flip)
        return 0

    def _change(
        self, side: cython.int, view: cython.int, entered: cython.int, left: cython.int
    ) -> cython.int:
        """Add the rows of what entered and subtract those of what left, in one side's view."""
        hidden: cython.int = self.hidden
        blocks: cython.Py_ssize_t = hidden >> 4
        index: cython.int = 0
        while index + 1 < min(entered, left):
            _exchange_two(
                self.sums,
                hidden * side,
                self.rows,
                hidden * (self.entered[index] ^ view),
                hidden * (self.left[index] ^ view),
                hidden * (self.entered[index + 1] ^ view),
                hidden * (self.left[index + 1] ^ view),
                blocks,
            )
            index += 2
        if index < min(entered, left):
            _exchange(
                self.sums,
                hidden * side,
                self.rows,
                hidden * (self.entered[index] ^ view),
                hidden * (self.left[index] ^ view),
                blocks,
            )
            index += 1
        while index < entered:
            _add(self.sums, hidden * side, self.rows, hidden * (self.entered[index] ^ view), blocks)
            index += 1
        while index < left:
            _subtract(
                self.sums, hidden * side, self.rows, hidden * (self.left[index] ^ view), blocks
            )
            index += 1
        return 0

    def _begin(self, side: cython.int, view: cython.int) -> cython.int:
        """Sum up all pieces in one side's view."""
        hidden: cython.int = self.hidden
        bits: cython.ulonglong = self.sides[WHITE] | self.sides[BLACK]
        square: cython.int
        unit: cython.int
        for unit in range(hidden):
            self.sums[hidden * side + unit] = self.biases[unit]
        while bits:
            square = lsb(bits)
            bits &= bits - 1
            _add(
                self.sums,
                hidden * side,
                self.rows,
                hidden * ((self.board[square] << 6 | square) ^ view),
                hidden >> 4,
            )
        return 0


def _spread(rows: array[int], hidden: int) -> array[int]:
    """The rows by number: a colour, a kind in three bits and a square in six. One side's view of a
    piece is that number in which other bits are exchanged: the colour's, those of the square."""
    half = len(rows) // 2
    gap = array("h", bytes(2 * 128 * hidden))
    return rows[:half] + gap + rows[half:] + gap


def _add(
    sums: cython.p_short,
    at: cython.Py_ssize_t,
    rows: cython.p_short,
    row: cython.Py_ssize_t,
    blocks: cython.Py_ssize_t,
) -> cython.int:
    unit: cython.Py_ssize_t
    for unit in range(16 * blocks):
        sums[at + unit] += rows[row + unit]
    return 0


def _subtract(
    sums: cython.p_short,
    at: cython.Py_ssize_t,
    rows: cython.p_short,
    row: cython.Py_ssize_t,
    blocks: cython.Py_ssize_t,
) -> cython.int:
    unit: cython.Py_ssize_t
    for unit in range(16 * blocks):
        sums[at + unit] -= rows[row + unit]
    return 0


def _exchange(
    sums: cython.p_short,
    at: cython.Py_ssize_t,
    rows: cython.p_short,
    entered: cython.Py_ssize_t,
    left: cython.Py_ssize_t,
    blocks: cython.Py_ssize_t,
) -> cython.int:
    """Add one row and subtract another."""
    unit: cython.Py_ssize_t
    for unit in range(16 * blocks):
        sums[at + unit] += rows[entered + unit] - rows[left + unit]
    return 0


def _exchange_two(
    sums: cython.p_short,
    at: cython.Py_ssize_t,
    rows: cython.p_short,
    entered: cython.Py_ssize_t,
    left: cython.Py_ssize_t,
    entered_too: cython.Py_ssize_t,
    left_too: cython.Py_ssize_t,
    blocks: cython.Py_ssize_t,
) -> cython.int:
    """Add two rows and subtract two others."""
    unit: cython.Py_ssize_t
    for unit in range(16 * blocks):
        sums[at + unit] += (
            rows[entered + unit]
            - rows[left + unit]
            + rows[entered_too + unit]
            - rows[left_too + unit]
        )
    return 0


def _weighed(
    sums: cython.p_short,
    at: cython.Py_ssize_t,
    outputs: cython.p_short,
    row: cython.Py_ssize_t,
    blocks: cython.Py_ssize_t,
) -> cython.int:
    """The sum of the units' activations, which are squares of sums clipped to 0 and ONE_UNIT,
    times their weights."""
    total: cython.int = 0
    unit: cython.Py_ssize_t
    clipped: cython.short
    weighed: cython.short
    for unit in range(16 * blocks):
        clipped = sums[at + unit]
        clipped = clipped if clipped > 0 else 0
        clipped = clipped if clipped < ONE_UNIT else ONE_UNIT
        weighed = clipped * outputs[row + unit]
        total += weighed * clipped
    return total


def inputs(position: Position) -> list[int]:
    """The inputs that are on, as the side to move sees the board, not mirrored."""
    chess: Chess = position  # type: ignore[assignment]  # the typed assignment checks it
    square: cython.int
    piece: cython.int
    found = []
    for square in range(64):
        piece = chess.squares[square] ^ chess.side << 3
        if chess.squares[square] != EMPTY:
            found.append((6 * (piece >> 3) + (piece & 7)) << 6 | square ^ 56 * chess.side)
    return found
