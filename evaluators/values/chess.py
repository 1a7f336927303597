"""Values of chess positions in centipawns: material, piece-square tables and a small network."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, TypedDict, Unpack

import cython

from evaluators.core.evaluator import Evaluator
from evaluators.values.network_file import load
from games.core.position import Position
from games.parts.part import NoOptions, Option

if not cython.compiled:
    from evaluators.values.constants import MOST_PIECES, ONE_OUTPUT, ONE_UNIT, SCALE
    from evaluators.values.rows import add_row, subtract_row
    from games.chess.chess import Chess
    from games.chess.constants import BLACK, EMPTY, KING, WHITE
    from games.core.array import array, ints, shorts
    from games.core.bits import lsb, popcount

_LOSERS = ("antichess", "giveaway", "suicide")
"""The variants whose aim is to lose all pieces."""

SHIPPED = Path(__file__).parent / "network.dat"
"""The shipped weights, fitted by `python -m training.chess`."""


class Material(Evaluator):
    """The material balance (pawn 100, knight and bishop 300, rook 500, queen 900).

    In the variants whose aim is to lose all pieces it is negated.
    """

    NAME = "material"
    GAMES = ("chess",)

    def __init__(self, **options: Unpack[NoOptions]) -> None:
        super().__init__(**options)

    def value(self, position: Position) -> cython.int:
        """Return the material of the side to move less the opponent's, in centipawns.

        It is negated in the variants whose aim is to lose all pieces.

        :raises EvaluationError: if the position is of another game.
        """
        if isinstance(position, Chess):
            chess: Chess = position
            return -chess.material if chess.side else chess.material
        return self._of_variant(position)

    def _of_variant(self, position: Any) -> int:
        """Return the value of a position of a variant.

        :raises EvaluationError: if it is of another game.
        """
        if not self.serves(position):
            raise self.refusal(position)
        lead: int = -position.material if position.turn else position.material
        return -lead if position.options["variant"] in _LOSERS else lead


class PieceSquare(Evaluator):
    """Material and piece-square values, interpolated between midgame and endgame."""

    NAME = "pst"
    GAMES = ("chess",)

    def __init__(self, **options: Unpack[NoOptions]) -> None:
        super().__init__(**options)

    def serves(self, position: Position) -> bool:
        """Return whether the position is one of standard chess or Chess960."""
        return isinstance(position, Chess)

    def value(self, position: Position) -> cython.int:
        """Return the value of the piece-square tables for the side to move, in centipawns.

        :raises EvaluationError: if the position is not one of standard chess or Chess960.
        """
        if not isinstance(position, Chess):
            raise self.refusal(position)
        return piece_square(position)


def piece_square(chess: Chess) -> cython.int:
    """Return material and piece-square values in centipawns, from the side to move (`pst`)."""
    phase: cython.int = min(chess.phase, 24)
    value: cython.int = chess.midgame * phase + chess.endgame * (24 - phase)
    return (-value if chess.side else value) // 24


class NetworkOptions(TypedDict, total=False):
    """The options of `Network`."""

    weights: Annotated[str, Option("", "file of weights; empty for those shipped")]


class Network(Evaluator):
    """`pst` plus the correction of a small neural network trained on our own games, in centipawns.

    There are 768 inputs, one for each piece on each square. They feed the hidden units twice, as
    either side sees the board: its own pieces first, its back rank below, and the files mirrored if
    its king is on the right half. The number of pieces selects one of eight outputs, which weighs
    the units of the side to move and those of the opponent. Integer arithmetic makes values the
    same on every machine.

    The sums of the hidden units are updated from the last evaluated position, by the pieces that
    differ.
    """

    NAME = "network"
    GAMES = ("chess",)
    OPTIONS = NetworkOptions

    def __init__(self, **options: Unpack[NetworkOptions]) -> None:
        """Load the network of the option `weights`, or the shipped one.

        :raises FileError: if the file cannot be read.
        """
        super().__init__(**options)
        weights = load(self.options["weights"] or str(SHIPPED))
        self.hidden = weights.hidden
        self._weights = weights
        self._sums = array("h", bytes(4 * weights.hidden))
        self.pieces, self.sides, self.board = [0] * 6, [0] * 2, [EMPTY] * 64
        self.flip = [-1, -1]  # neither side's sums are up to date
        _, given, biases, outputs, ends = weights
        self._rows = _spread(given, weights.hidden)
        self.rows, self.biases = shorts(self._rows), shorts(biases)
        self.outputs, self.ends = shorts(outputs), ints(ends)
        self.sums = shorts(self._sums)
        if not cython.compiled:
            self.added, self.removed = [0] * 64, [0] * 64

    def serves(self, position: Position) -> bool:
        """Return whether the position is one of standard chess or Chess960."""
        return isinstance(position, Chess)

    def value(self, position: Position) -> cython.int:
        """Return `pst` plus the network's correction, from the side to move.

        With more than 32 pieces, on a board that no game reaches, there is no correction.

        :raises EvaluationError: if the position is not one of standard chess or Chess960.
        """
        if not isinstance(position, Chess):
            raise self.refusal(position)
        chess: Chess = position
        hidden: cython.int = self.hidden
        blocks: cython.Py_ssize_t = hidden >> 4
        count: cython.int = popcount(chess.sides[0] | chess.sides[1])
        if count > MOST_PIECES:
            return piece_square(chess)
        self._update(chess)
        bucket: cython.int = (count - 1) >> 2
        weights: cython.int = 2 * hidden * bucket
        total: cython.longlong = self.ends[bucket]
        total += _output(self.sums, hidden * chess.side, self.outputs, weights, blocks)
        weights += hidden
        total += _output(self.sums, hidden * (chess.side ^ 1), self.outputs, weights, blocks)
        total = total * SCALE // (ONE_UNIT * ONE_UNIT * ONE_OUTPUT)
        return piece_square(chess) + cython.cast(cython.int, total)

    def _update(self, chess: Chess) -> None:
        """Update the board and the hidden sums of both sides to a position.

        Only pieces that differ from the last position are added or removed. The sums of a side
        whose king changed halves are computed from scratch.
        """
        changed: cython.ulonglong = 0
        index: cython.int
        side: cython.int
        flip: cython.int
        added: cython.int = 0
        removed: cython.int = 0
        for index in range(6):
            changed |= self.pieces[index] ^ chess.pieces[index]
            self.pieces[index] = chess.pieces[index]
        for index in range(2):
            changed |= self.sides[index] ^ chess.sides[index]
            self.sides[index] = chess.sides[index]
        while changed:
            square: cython.int = lsb(changed)
            changed &= changed - 1
            if self.board[square] != EMPTY:
                self.removed[removed] = self.board[square] << 6 | square
                removed += 1
            self.board[square] = chess.squares[square]
            if self.board[square] != EMPTY:
                self.added[added] = self.board[square] << 6 | square
                added += 1
        for side in range(2):
            flip = 56 * side ^ 7 * (lsb(chess.pieces[KING] & chess.sides[side]) >> 2 & 1)
            if flip == self.flip[side]:
                self._change(side, side << 9 | flip, added, removed)
            else:
                self.flip[side] = flip
                self._sum_all(side, side << 9 | flip)

    def _change(
        self, side: cython.int, view: cython.int, added: cython.int, removed: cython.int
    ) -> None:
        """Update the sums of one side by the pieces in `added` and `removed`.

        :param view: turns the index of a piece, by exclusive or, into that which this side sees.
        :param added: the number of pieces added.
        :param removed: the number of pieces removed.
        """
        hidden: cython.int = self.hidden
        at: cython.Py_ssize_t = hidden * side
        blocks: cython.Py_ssize_t = hidden >> 4
        index: cython.int = 0
        new: cython.Py_ssize_t
        old: cython.Py_ssize_t
        while index + 1 < min(added, removed):
            new, old = hidden * (self.added[index] ^ view), hidden * (self.removed[index] ^ view)
            index += 1
            new_too: cython.Py_ssize_t = hidden * (self.added[index] ^ view)
            old_too: cython.Py_ssize_t = hidden * (self.removed[index] ^ view)
            _exchange_two(self.sums, at, self.rows, new, old, new_too, old_too, blocks)
            index += 1
        if index < min(added, removed):
            new, old = hidden * (self.added[index] ^ view), hidden * (self.removed[index] ^ view)
            _exchange(self.sums, at, self.rows, new, old, blocks)
            index += 1
        while index < added:
            add_row(self.sums, at, self.rows, hidden * (self.added[index] ^ view), blocks)
            index += 1
        while index < removed:
            subtract_row(self.sums, at, self.rows, hidden * (self.removed[index] ^ view), blocks)
            index += 1

    def _sum_all(self, side: cython.int, view: cython.int) -> None:
        """Set the sums of one side to the biases and the rows of all pieces.

        :param view: turns the index of a piece, by exclusive or, into that which this side sees.
        """
        hidden: cython.int = self.hidden
        at: cython.Py_ssize_t = hidden * side
        bits: cython.ulonglong = self.sides[WHITE] | self.sides[BLACK]
        unit: cython.int
        for unit in range(hidden):
            self.sums[at + unit] = self.biases[unit]
        while bits:
            square: cython.int = lsb(bits)
            bits &= bits - 1
            piece: cython.int = self.board[square] << 6 | square
            add_row(self.sums, at, self.rows, hidden * (piece ^ view), hidden >> 4)


def _spread(rows: array[int], hidden: int) -> array[int]:
    """Return rows of weights spaced so that colour, kind (three bits) and square (six) index them.

    A side's view of a piece is that index with bits of the colour and the square flipped.
    """
    half = len(rows) // 2
    gap = array("h", bytes(2 * 128 * hidden))
    return rows[:half] + gap + rows[half:] + gap


def _exchange(
    sums: cython.p_short,
    at: cython.Py_ssize_t,
    rows: cython.p_short,
    added: cython.Py_ssize_t,
    removed: cython.Py_ssize_t,
    blocks: cython.Py_ssize_t,
) -> None:
    """Add one row of weights to the sums, and subtract another.

    `at`, `added` and `removed` are the places where they begin. Their length is in blocks of 16.
    """
    unit: cython.Py_ssize_t
    for unit in range(16 * blocks):
        sums[at + unit] += rows[added + unit] - rows[removed + unit]


def _exchange_two(
    sums: cython.p_short,
    at: cython.Py_ssize_t,
    rows: cython.p_short,
    added: cython.Py_ssize_t,
    removed: cython.Py_ssize_t,
    added_too: cython.Py_ssize_t,
    removed_too: cython.Py_ssize_t,
    blocks: cython.Py_ssize_t,
) -> None:
    """Add two rows of weights to the sums, and subtract two others, in one pass."""
    unit: cython.Py_ssize_t
    for unit in range(16 * blocks):
        sums[at + unit] += (
            rows[added + unit]
            - rows[removed + unit]
            + rows[added_too + unit]
            - rows[removed_too + unit]
        )


def _output(
    sums: cython.p_short,
    at: cython.Py_ssize_t,
    outputs: cython.p_short,
    row: cython.Py_ssize_t,
    blocks: cython.Py_ssize_t,
) -> cython.int:
    """Return one side's part of the output: the squares of the clipped sums, weighted.

    An output of 1 is ONE_UNIT * ONE_UNIT * ONE_OUTPUT. `at` and `row` are where the sums and the
    weights begin. Their length is in blocks of 16.
    """
    total: cython.int = 0
    unit: cython.Py_ssize_t
    for unit in range(16 * blocks):
        clipped: cython.short = sums[at + unit]
        clipped = clipped if clipped > 0 else 0
        clipped = clipped if clipped < ONE_UNIT else ONE_UNIT
        weighed: cython.short = clipped * outputs[row + unit]
        total += weighed * clipped
    return total


def inputs(position: Position) -> list[int]:
    """Return the numbers of the network's active inputs, one for each piece.

    They are as the side to move sees the board, with its own back rank below, without mirroring.
    The number is `64 * (6 * colour + kind) + square`, with colour 0 for that side.

    :raises TypeError: if it is no position of standard chess or Chess960.
    """
    chess: Chess = position  # type: ignore[assignment]  # the typed assignment checks it
    square: cython.int
    found = []
    for square in range(64):
        piece: cython.int = chess.squares[square] ^ chess.side << 3
        if chess.squares[square] != EMPTY:
            found.append((6 * (piece >> 3) + (piece & 7)) << 6 | square ^ 56 * chess.side)
    return found
