"""A small neural network for chess, a correction to `pst`, trained on our own games.

768 inputs (a piece on a square) feed hidden units twice, as either side sees the board: its own
pieces first, its own back rank below, and the files mirrored where its king stands on the right
half. One of eight outputs, chosen by the number of pieces, weighs the units of the side to move and
those of its opponent. All arithmetic is in whole numbers, the same on every machine.
"""

from __future__ import annotations

from array import array
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
    from games.chess.squares import BLACK, EMPTY, KING, WHITE
    from games.core.bits import lsb, popcount

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
        self.hidden = weights.hidden
        self._weights = weights
        self._sums = array("h", bytes(4 * weights.hidden))
        self.pieces, self.sides, self.board = [0] * 6, [0] * 2, [EMPTY] * 64
        self.flip = [-1, -1]  # no view is up to date
        _, rows, biases, outputs, ends = weights
        if cython.compiled:
            self.rows, self.biases = _shorts(rows), _shorts(biases)
            self.outputs, self.ends = _shorts(outputs), _ints(ends)
            self.sums = _shorts(self._sums)
        else:
            self.rows, self.biases, self.outputs, self.ends = rows, biases, outputs, ends
            self.sums = self._sums
            self.entered, self.left = [0] * 64, [0] * 64

    def serves(self, position: Position) -> bool:
        """Whether the position is one of standard chess or Chess960."""
        return isinstance(position, Chess)

    def value(self, position: Position) -> cython.int:
        chess: Chess = position  # type: ignore[assignment]  # `serves` lets no other pass
        hidden: cython.int = self.hidden
        pieces: cython.int = popcount(chess.sides[WHITE] | chess.sides[BLACK])
        bucket: cython.int = (pieces - 1) >> 2 & 7
        weights: cython.int = 2 * hidden * bucket
        total: cython.longlong = self.ends[bucket]
        self._follow(chess)
        total += _weighed(self.sums, hidden * chess.side, self.outputs, weights, hidden)
        total += _weighed(
            self.sums, hidden * (chess.side ^ 1), self.outputs, weights + hidden, hidden
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
        for side in range(2):
            flip = 56 * side ^ 7 * (lsb(chess.pieces[KING] & chess.sides[side]) >> 2 & 1)
            if flip == self.flip[side]:
                self._change(side, flip, entered, left)
            else:
                self.flip[side] = flip
                self._begin(side, flip)
        return 0

    def _change(
        self, side: cython.int, flip: cython.int, entered: cython.int, left: cython.int
    ) -> cython.int:
        """Add the rows of what entered and subtract those of what left, in one side's view."""
        hidden: cython.int = self.hidden
        index: cython.int
        both: cython.int = min(entered, left)
        for index in range(both):
            _exchange(
                self.sums,
                hidden * side,
                self.rows,
                hidden * _input(self.entered[index], side, flip),
                hidden * _input(self.left[index], side, flip),
                hidden,
            )
        for index in range(both, entered):
            _add(
                self.sums,
                hidden * side,
                self.rows,
                hidden * _input(self.entered[index], side, flip),
                hidden,
            )
        for index in range(both, left):
            _subtract(
                self.sums,
                hidden * side,
                self.rows,
                hidden * _input(self.left[index], side, flip),
                hidden,
            )
        return 0

    def _begin(self, side: cython.int, flip: cython.int) -> cython.int:
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
                hidden * _input(self.board[square] << 6 | square, side, flip),
                hidden,
            )
        return 0


def _shorts(column: array[int]) -> cython.p_short:
    return column.data.as_shorts  # type: ignore[attr-defined]  # compiled only


def _ints(column: array[int]) -> cython.p_int:
    return column.data.as_ints  # type: ignore[attr-defined]  # compiled only


def _input(piece: cython.int, side: cython.int, flip: cython.int) -> cython.int:
    """The number of an input: own pieces first, then the opponent's, each by kind and square.

    :param piece: and its square, in the lowest six bits.
    """
    return (6 * (piece >> 9 ^ side) + (piece >> 6 & 7)) << 6 | piece & 63 ^ flip


def _add(
    sums: cython.p_short,
    at: cython.Py_ssize_t,
    rows: cython.p_short,
    row: cython.Py_ssize_t,
    count: cython.Py_ssize_t,
) -> cython.int:
    unit: cython.Py_ssize_t
    for unit in range(count):
        sums[at + unit] += rows[row + unit]
    return 0


def _subtract(
    sums: cython.p_short,
    at: cython.Py_ssize_t,
    rows: cython.p_short,
    row: cython.Py_ssize_t,
    count: cython.Py_ssize_t,
) -> cython.int:
    unit: cython.Py_ssize_t
    for unit in range(count):
        sums[at + unit] -= rows[row + unit]
    return 0


def _exchange(
    sums: cython.p_short,
    at: cython.Py_ssize_t,
    rows: cython.p_short,
    entered: cython.Py_ssize_t,
    left: cython.Py_ssize_t,
    count: cython.Py_ssize_t,
) -> cython.int:
    """Add one row and subtract another."""
    unit: cython.Py_ssize_t
    for unit in range(count):
        sums[at + unit] += rows[entered + unit] - rows[left + unit]
    return 0


def _weighed(
    sums: cython.p_short,
    at: cython.Py_ssize_t,
    outputs: cython.p_short,
    row: cython.Py_ssize_t,
    count: cython.Py_ssize_t,
) -> cython.int:
    """The sum of the units' activations, which are squares of sums clipped to 0 and ONE_UNIT,
    times their weights."""
    total: cython.int = 0
    unit: cython.Py_ssize_t
    clipped: cython.short
    weighed: cython.short
    for unit in range(count):
        clipped = sums[at + unit]
        clipped = clipped if clipped > 0 else 0
        clipped = clipped if clipped < ONE_UNIT else ONE_UNIT
        weighed = clipped * outputs[row + unit]
        total += weighed * clipped
    return total


def inputs(position: Position) -> list[int]:
    """The inputs that are on, as the side to move sees the board, not mirrored."""
    chess: Chess = position  # type: ignore[assignment]  # the typed assignment checks it
    flip: cython.int = 56 * chess.side
    square: cython.int
    found = []
    for square in range(64):
        if chess.squares[square] != EMPTY:
            found.append(_input(chess.squares[square] << 6 | square, chess.side, flip))
    return found
