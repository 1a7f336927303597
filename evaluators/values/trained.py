"""Values of any game from a small network that `starling train` fitted to games of its own."""

from __future__ import annotations

from typing import Annotated, Any, TypedDict, Unpack

import cython

from evaluators.core.evaluator import Evaluator
from evaluators.values.trained_file import INTERVALS, folder_of, load
from games.core.features import features_mark
from games.core.moves import Moves
from games.core.position import Position
from games.errors import EvaluationError, SpecError, quoted
from games.parts.part import Option

if not cython.compiled:
    from evaluators.values.constants import FEW_CHANGES, OUTPUT_BITS, STATIC_BITS, UNIT_BITS
    from evaluators.values.rows import add_row, subtract_row
    from games.core.array import array, ints, longlongs, schars, shorts
    from games.core.constants import KNOWN_WIN

WON = 10
"""The logits from which a game counts as won."""


class ValuesOptions(TypedDict, total=False):
    """The options of `Values`."""

    folder: Annotated[
        str,
        Option(
            "",
            "a folder that `starling train` made, or starling-GAME for values that are shipped",
            literal=True,
        ),
    ]


class Values(Evaluator):
    """A network over the game's features (`Position.features`), read from a folder that
    `starling train` made, or `values:starling-GAME` for values that are shipped.

    The features feed one layer of hidden units. A unit is the square of its sum, clipped to 0 and
    1. The value is the weighted sum of the units, and of the game's static value. All arithmetic is
    in integers, so that every machine gives the same values. In games that are won, drawn or lost a
    value of 100 is a logit of 1: an expected score of 73%. In games with a margin it is the margin.

    Sums are kept for two positions, mostly one of each side to move. A new position changes the
    sums of the nearer one by the features that differ.
    """

    NAME = "values"
    OPTIONS = ValuesOptions
    TRAITS = ("features",)

    def __init__(self, **options: Unpack[ValuesOptions]) -> None:
        """Load the values of the option `folder`.

        :raises SpecError: if the option is empty.
        :raises FileError: if the file cannot be read.
        """
        super().__init__(**options)
        folder = self.options["folder"]
        if not folder:
            raise SpecError(
                "values: expected values:FOLDER, a folder that `starling train` made, or "
                "values:starling-GAME"
            )
        trained = load(folder)
        self.intervals = str(folder_of(folder) / INTERVALS)
        header = trained.header
        self.trained = trained
        self.known: Any = None  # the class of the game that `bind` saw last
        self.hidden, self.most, self.held_rows = header.hidden, header.active, header.features
        self.unit, self.end, self.static_weight = header.unit, header.end, header.static
        self.numbers = trained.numbers[-1] + 1 if trained.numbers else 0
        self._row_of = array("i", [-1]) * max(1, self.numbers)
        for row, number in enumerate(trained.numbers):
            self._row_of[number] = row
        self._rows, self._biases, self._outputs = trained.rows, trained.biases, trained.outputs
        self._mark = array("q", [0]) * (header.features + 1)
        self._member = array("b", bytes(2 * header.features + 1))
        self._held = array("i", [0]) * (2 * header.active)
        self._fresh = array("i", [0]) * header.active
        self._sums = array("h", [*trained.biases, *trained.biases])
        self.row_of, self.rows = ints(self._row_of), shorts(self._rows)
        self.biases, self.outputs = shorts(self._biases), shorts(self._outputs)
        self.mark, self.member = longlongs(self._mark), schars(self._member)
        self.held, self.fresh = ints(self._held), ints(self._fresh)
        self.sums = shorts(self._sums)
        self.count = [0, 0]
        self.stamp = self.last = 0
        self.listed = Moves()

    def serves(self, position: Position) -> bool:
        """Return whether the values were trained for the game."""
        return str(position.spec) == self.trained.header.game

    def refusal(self, position: Position) -> EvaluationError:
        """Return the error for another game than the values were trained for."""
        game = quoted(self.trained.header.game, 200)
        return EvaluationError(
            f"evaluator {self.spec} was trained for {game}: it does not support {position.spec}"
        )

    def bind(self, position: Position) -> None:
        """Check that the game is supported; its positions are then evaluated without a check.

        :raises EvaluationError: if the values were trained for another game, or for other features
            of this one.
        """
        Evaluator.bind(self, position)
        if type(position) is not self.known and features_mark(position) != self.trained.header.mark:
            raise EvaluationError(
                f"evaluator {self.spec} was trained for other features of {position.spec} than it "
                "has now: train again"
            )
        self.known = type(position)

    def winning_value(self, position: Position) -> int:
        """Return the value of a sure win: ten logits, or with margins what the game says."""
        if self.trained.header.kind == "chance":
            return WON * int(self.trained.header.unit)
        return Evaluator.winning_value(self, position)

    def own_fits(self) -> tuple[str, str]:
        """Return the path of the intervals in the folder, and a name from the file's checksum."""
        return self.intervals, f"values-{self.trained.crc:08x}"

    def value(self, position: Position) -> cython.int:
        """Return the network's value plus the weighted static value, from the side to move.

        It is limited to less than a known win in size.

        :raises EvaluationError: if the position is of another class of game, and not supported.
        """
        total: cython.longlong
        if type(position) is not self.known:
            self.bind(position)
        which: cython.int = self._update(position)
        total = _output(self.sums, self.hidden * which, self.outputs, self.hidden >> 4)
        total = (total + self.end) * self.unit >> UNIT_BITS + OUTPUT_BITS
        if self.static_weight:
            scaled: cython.longlong = position.static()
            total += scaled * self.static_weight >> STATIC_BITS
        return cython.cast(cython.int, max(1 - KNOWN_WIN, min(KNOWN_WIN - 1, total)))

    def trait(self, position: Position, number: cython.int) -> cython.int:
        """Return how many features the position has, the only trait."""
        self.listed.count = 0
        return position.list_features(self.listed)

    def _update(self, position: Position) -> cython.int:
        """Replace one of the two kept positions by this one, with its features and sums.

        That is the last one used, if at most FEW_CHANGES features differ, else the nearer one. It
        becomes `last`. Features without weights, or beyond the header's `active`, are left out.

        :returns: the number of that kept position, 0 or 1.
        """
        count: cython.int = 0
        index: cython.int
        self.listed.count = 0
        position.list_features(self.listed)
        self.stamp += 1
        for index in range(self.listed.count):
            number: cython.int = self.listed.move[index]
            row: cython.int = self.row_of[number] if 0 <= number < self.numbers else -1
            if row >= 0 and self.mark[row] != self.stamp and count < self.most:
                self.mark[row] = self.stamp
                self.fresh[count] = row
                count += 1
        which: cython.int = self.last
        changes: cython.int = self._count_changes(which, count)
        if changes > FEW_CHANGES and self._count_changes(which ^ 1, count) < changes:
            which ^= 1
        self._exchange(which, count)
        self.last = which
        return which

    def _count_changes(self, which: cython.int, count: cython.int) -> cython.int:
        """Return how many features differ between the new position and a stored one.

        :param which: the number of the stored position.
        :param count: the number of features of the new one, which are marked.
        """
        first: cython.int = which * self.most
        found: cython.int = self.count[which] + count
        index: cython.int
        for index in range(first, first + self.count[which]):
            if self.mark[self.held[index]] == self.stamp:
                found -= 2
        return found

    def _exchange(self, which: cython.int, count: cython.int) -> None:
        """Replace the kept position `which` by the new one, whose features are in `fresh`.

        Old features are subtracted from its sums before new ones are added: sums have 16 bits.

        :param count: the number of features in `fresh`.
        """
        first: cython.int = which * self.most
        base: cython.int = which * self.held_rows
        at: cython.int = which * self.hidden
        blocks: cython.Py_ssize_t = self.hidden >> 4
        index: cython.int
        row: cython.int
        for index in range(first, first + self.count[which]):
            row = self.held[index]
            if self.mark[row] != self.stamp:
                self.member[base + row] = 0
                subtract_row(self.sums, at, self.rows, row * self.hidden, blocks)
        for index in range(count):
            row = self.fresh[index]
            self.held[first + index] = row
            if self.member[base + row] == 0:
                self.member[base + row] = 1
                add_row(self.sums, at, self.rows, row * self.hidden, blocks)
        self.count[which] = count


def _output(
    sums: cython.p_short,
    at: cython.Py_ssize_t,
    outputs: cython.p_short,
    blocks: cython.Py_ssize_t,
) -> cython.int:
    """Return the weighted squares of the clipped sums; 1 is 2 ** (UNIT_BITS + OUTPUT_BITS).

    :param at: the place of the first of the sums.
    :param blocks: the number of hidden units, in blocks of 16.
    """
    total: cython.int = 0
    unit: cython.Py_ssize_t
    for unit in range(16 * blocks):
        clipped: cython.short = sums[at + unit]
        clipped = clipped if clipped > 0 else 0
        clipped = clipped if clipped < 1 << UNIT_BITS else 1 << UNIT_BITS
        clipped = clipped * clipped >> UNIT_BITS
        total += clipped * outputs[unit]
    return total
