"""Fits of deeper values to shallower ones, as integers in JSON files (ProbCut's model).

The value v of a search to `depth` predicts that of a search to `deep` plies:

    deeper value = slope v + offset + error,  error of mean 0 and standard deviation sigma

Each phase of the game has its own numbers (Buro 1995), or each cell of similar positions. A
`NetworkFit` is a small neural network, which uses more features of the position.
"""

from __future__ import annotations

import json
import zlib
from bisect import bisect_right
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from math import prod
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta

from evaluators.intervals.constants import MOST_HIDDEN
from games.errors import EvaluationError, FileError, quoted
from games.parts.files import read_json, replacing
from games.parts.records import Record, plain, record

SHIPPED = Path(__file__).parent / "data"
"""The folder of the shipped fits, made by `python -m training.intervals`."""

COVERS = (0.0, 25.0, 50.0, 60.0, 70.0, 80.0, 85.0, 90.0, 95.0, 98.0, 99.0)
"""The percentages of errors for which a fit stores a bound."""

STEPS, FARTHEST = 8, 16
"""`coverage` has this many steps for each unit, up to the second number of units."""

LARGEST = 2**28
"""The largest size of a number of a fit, and of a margin."""

STEEPEST = 100_000
"""The largest size of a slope, in thousandths."""

MOST_TIMES = 10**6
"""The largest error bound of a network, in thousandths of a scale."""

MOST_CELLS = 4096
"""The most cells of a fit."""

_LETTERS = 1000
"""The most letters of a spec in a fit."""

_MADE = "a file made by python -m training.intervals"


Size = Annotated[int, Meta(ge=0, le=LARGEST)]
Weight = Annotated[int, Meta(ge=-(2**15) + 1, le=2**15 - 1)]
Spec = Annotated[str, Meta(max_length=_LETTERS, description="a spec")]


def within(cover: float, times: tuple[int, ...]) -> float:
    """Return the bound on `cover` percent of the errors, linear between two percentages of COVERS.

    :param times: the bounds for each of COVERS.
    :raises ValueError: if `cover` is above the last of COVERS.
    """
    for (low, t), (high, further) in pairwise(zip(COVERS, times, strict=True)):
        if low <= cover <= high:
            return t + (further - t) * (cover - low) / (high - low)
    raise ValueError(f"cover {cover}: expected 0 to {COVERS[-1]}")


@cache
def coverage(rows: tuple[tuple[tuple[int, ...], float], ...], cover: float) -> tuple[float, ...]:
    """Return the percentages of errors within 0, 1/8, 2/8 ... 16 times the bound for `cover`.

    They are weighted means over groups of similar positions.

    :param rows: for each group the bounds for COVERS, and its weight.
    """
    weight = sum(weight for _, weight in rows)
    units = [(times, within(cover, times), share) for times, share in rows]
    return tuple(
        sum(share * _share_within(unit * step / STEPS, times) for times, unit, share in units)
        / weight
        for step in range(STEPS * FARTHEST + 1)
    )


def _share_within(far: float, times: tuple[int, ...]) -> float:
    """Return the percentage of errors within a bound: the inverse of `within`.

    Beyond the last of COVERS each distance between the last two bounds halves the rest.
    """
    place = bisect_right(times, far)
    if place < len(times):
        (low, high), (t, further) = COVERS[place - 1 : place + 1], times[place - 1 : place + 1]
        return low + (high - low) * (far - t) / (further - t)
    if times[-1] == times[-2]:
        return 100.0
    left = 100.0 - COVERS[-1]
    halvings, part = divmod((far - times[-1]) / (times[-1] - times[-2]), 1.0)
    for _ in range(min(int(halvings), 60)):
        left /= 2
    return 100.0 - left * (1 - part / 2)


def _check_bounds(times: tuple[int, ...]) -> None:
    """Check that there is an error bound for each of COVERS, from 0 on, none falling.

    :raises ValueError: if not.
    """
    if len(times) != len(COVERS):
        raise ValueError(f"{len(times)} shares, expected {len(COVERS)}")
    if times[0]:
        raise ValueError(f"within {times[0]}: expected 0 for {COVERS[0]:g}% of the errors")
    for low, high in pairwise(times):
        if high < low:
            raise ValueError(f"within {high}: expected a whole number from {low} to {LARGEST}")


def _check_steps(feature: str, steps: tuple[int, ...]) -> None:
    """Check that the steps of a feature, the limits between its cells, rise.

    :raises ValueError: if not.
    """
    for low, high in pairwise(steps):
        if high <= low:
            raise ValueError(f"{quoted(feature)}: step {high} after {low}")


class PhaseFit(Record, frozen=True):
    """The line and the error bounds of a fit for one phase or cell.

    :param positions: the number of positions it was fitted to.
    :param slope: in thousandths.
    :param offset: in the evaluator's unit, like sigma.
    :param within: for each of COVERS, the bound on that percentage of the errors, in thousandths of
        sigma.
    """

    positions: Annotated[int, Meta(ge=1)]
    slope: Annotated[int, Meta(ge=-STEEPEST, le=STEEPEST)]
    offset: Annotated[int, Meta(ge=-LARGEST, le=LARGEST)]
    sigma: Size
    within: tuple[Size, ...]

    def __post_init__(self) -> None:
        """Check that the error bounds rise, and that the largest margin is in range.

        :raises ValueError: if not.
        """
        _check_bounds(self.within)
        if (margin := self.margin(COVERS[-1])) > LARGEST:
            raise ValueError(f"margin {margin}: expected a whole number from 0 to {LARGEST}")

    def margin(self, cover: float) -> int:
        """Return the bound on `cover` percent of the errors, in the evaluator's unit."""
        return round(within(cover, self.within) * self.sigma / 1000)


class Axis(Record, frozen=True):
    """A feature that divides positions into parts.

    :param steps: rising numbers; the part of a position is the number of steps that its feature
        reaches.
    """

    feature: Spec
    steps: tuple[Annotated[int, Meta(ge=-LARGEST, le=LARGEST)], ...]

    def __post_init__(self) -> None:
        """Check that the steps rise.

        :raises ValueError: if not.
        """
        _check_steps(self.feature, self.steps)


class AnyFit(Record, frozen=True):
    """A fit for one game, evaluator and pair of depths.

    :param game: the games it is for, as `Position.family` names them.
    :param evaluator: the spec of the evaluator at the horizons of both searches.
    :param depth: plies of the shallow search.
    :param deep: plies of the deeper search; the longest possible line if it reaches the game's end.
    """

    game: Spec
    evaluator: Spec
    depth: Size
    deep: Size

    def __post_init__(self) -> None:
        """Check that the specs of the game and the evaluator are printable.

        :raises ValueError: if not.
        """
        for text in (self.game, self.evaluator):
            if not text.isprintable():
                raise ValueError(f"{quoted(text)}, expected a spec")

    @property
    def by_cells(self) -> bool:
        """Whether the fit has numbers for cells of positions, not for phases of the game."""
        return False

    def __str__(self) -> str:
        """Return which fit it is, for messages: game, evaluator and depths, no numbers."""
        return f"{self.game} base=({self.evaluator}),depth={self.depth},deep={self.deep}"


class Fit(AnyFit, frozen=True):
    """A fit by lines, one for each phase of the game or cell of positions.

    :param phases: the numbers of each phase; the last ones may be absent. In a fit by cells, the
        numbers of cells, and of unions of cells where positions are few.
    :param axes: the features that make cells; empty for a fit by phase.
    :param cells: for each cell the index of its numbers in `phases`; the last axis varies fastest.
    """

    phases: tuple[PhaseFit | None, ...]
    axes: tuple[Axis, ...] = ()
    cells: tuple[Size, ...] = ()

    def __post_init__(self) -> None:
        """Check that each combination of steps has a cell, and each cell a known phase.

        :raises ValueError: if not.
        """
        super().__post_init__()
        expected = prod(len(axis.steps) + 1 for axis in self.axes) if self.axes else 0
        if len(self.cells) != expected or expected > MOST_CELLS:
            raise ValueError(f"{len(self.cells)} cells, expected {min(expected, MOST_CELLS)}")
        for cell in self.cells:
            if cell >= len(self.phases) or self.phases[cell] is None:
                raise ValueError(f"cell {cell}, expected a place in phases")

    def phase(self, number: int) -> PhaseFit | None:
        """Return the line and error bounds of a phase, by its number; None if it has none."""
        return self.phases[number] if number < len(self.phases) else None

    @property
    def by_cells(self) -> bool:
        """Whether the fit has cells by features, and not only phases."""
        return bool(self.axes)


class Input(Record, frozen=True):
    """A feature as an input of a network.

    :param low, high: the input rises with the feature from 0 at `low` to REACH at `high`.
    """

    feature: Spec
    low: Annotated[int, Meta(ge=-LARGEST, le=LARGEST)]
    high: Annotated[int, Meta(ge=-LARGEST, le=LARGEST)]

    def __post_init__(self) -> None:
        """Check that `low` is below `high`.

        :raises ValueError: if not.
        """
        if self.high <= self.low:
            raise ValueError(f"{quoted(self.feature)}: high {self.high} after low {self.low}")


class Unit(Record, frozen=True):
    """A weighted sum of the inputs and a bias, with 1 as 2 to the power ONE."""

    bias: Annotated[int, Meta(ge=-(2**29), le=2**29)]
    weights: tuple[Weight, ...]


class NetworkFit(AnyFit, frozen=True):
    """A small neural network that predicts the distribution of a deeper value.

    It has three outputs: the expected difference from the shallow value, in units, and the natural
    logarithms of two scales, how far the deeper value may lie below and above that. An output is a
    weighted sum of the inputs and of the hidden units, where these are above 0.

    :param unit: in the evaluator's unit.
    :param marks: rising widths, the sums of both scales.
    :param within: for each mark and each of COVERS, the bound on that percentage of the errors, in
        thousandths of a scale. It is counted at widths near the mark, in games that the network was
        not fitted to (conformal prediction, Vovk et al. 2005, in groups). Between two marks the
        bound times the width is linear.
    :param straight: the outputs as sums of the inputs.
    :param outputs: the weights of each hidden unit, with 1 as 2 to the power ONE_OUTPUT.
    """

    unit: Annotated[int, Meta(ge=1, le=2**20)]
    marks: tuple[Annotated[int, Meta(ge=1, le=LARGEST)], ...]
    within: tuple[tuple[Annotated[int, Meta(ge=0, le=MOST_TIMES)], ...], ...]
    inputs: tuple[Input, ...]
    straight: tuple[Unit, Unit, Unit]
    hidden: tuple[Unit, ...]
    outputs: tuple[tuple[Weight, Weight, Weight], ...]

    def __post_init__(self) -> None:
        """Check the number and the order of marks, error bounds and weights.

        :raises ValueError: if they do not fit.
        """
        super().__post_init__()
        _check_steps("marks", self.marks)
        if len(self.within) != len(self.marks) or not self.marks:
            raise ValueError(f"{len(self.within)} rows within, expected {max(1, len(self.marks))}")
        for times in self.within:
            _check_bounds(times)
        for unit in (*self.straight, *self.hidden):
            if len(unit.weights) != len(self.inputs):
                raise ValueError(f"{len(unit.weights)} weights, expected {len(self.inputs)}")
        if len(self.outputs) != len(self.hidden) or len(self.hidden) > MOST_HIDDEN:
            expected = min(len(self.hidden), MOST_HIDDEN)
            raise ValueError(f"{len(self.outputs)} outputs, expected {expected}")


class Measured(Record, frozen=True):
    """The share of deeper values inside the intervals of a network, in games it was not fitted to.

    Readers use it; no evaluator does.

    :param cover: the intended percentage.
    :param positions: the number of positions.
    :param points: those of them whose interval has no width, because the game is already won.
    :param inside: the percentage of the others whose deeper value the interval contains.
    :param error: its standard error.
    :param width: the median width of the others, in the evaluator's unit.
    """

    cover: float
    positions: int
    points: int
    inside: float
    error: float
    width: float


class Fits(Record, frozen=True):
    """A file: the fits of `calibrated`, and those of `learned` with their CRC-32.

    :param measured: the coverage of each of `learned`, if it was measured.
    """

    fits: tuple[Fit, ...]
    learned: tuple[NetworkFit, ...] = ()
    checksum: int = 0
    command: str = ""
    measured: tuple[Measured | None, ...] = ()

    def __post_init__(self) -> None:
        """Check the checksum of the learned fits.

        :raises ValueError: if it is wrong.
        """
        if self.checksum != _checksum(self.learned):
            raise ValueError("it is corrupted: wrong checksum")


def write(
    path: Path,
    command: str,
    fits: list[Fit],
    learned: Sequence[NetworkFit] = (),
    measured: Sequence[Measured | None] = (),
) -> None:
    """Write a file of fits, with the command that made them; it replaces an old one.

    :param fits: the fits of `calibrated`.
    :param learned: the fits of `learned`.
    :param measured: for each of `learned` its measured coverage; None if it was not measured.
    """
    text = f'{{"command": {json.dumps(command)},\n"fits": [\n{_lines(fits)}\n]'
    if learned:
        text += f',\n"checksum": {_checksum(learned)},\n"learned": [\n{_lines(learned)}\n]'
    if any(measured):
        text += f',\n"measured": [\n{_lines(measured)}\n]'
    with replacing(path) as file:
        file.write(text + "}\n")


def _lines(fits: Sequence[Record | None]) -> str:
    """Return fits as the items of a list in JSON, one in a line; null for None."""
    return ",\n".join("  " + json.dumps(fit and plain(fit)) for fit in fits)


def _checksum(fits: Sequence[Record]) -> int:
    """Return the CRC-32 of the fits' text in the file."""
    return zlib.crc32(_lines(fits).encode())


def load(path: str) -> Fits:
    """Return the fits of a file.

    :raises FileError: if it is missing or invalid.
    """
    data = read_json(path, _MADE)
    try:
        return record(data, Fits, "it")
    except ValueError as error:
        raise FileError(f"no fits in {path}: {error}; expected {_MADE}") from None


read = cache(load)
"""`load` that reads each file once."""


@cache
def shipped() -> tuple[str, ...]:
    """Return the paths of the shipped files."""
    return tuple(sorted(map(str, SHIPPED.glob("*.json"))))


def _read(path: str, of: str) -> list[Any]:
    """Return the fits of a file, or of all shipped files for an empty path.

    :param of: "learned" for networks; else the fits are those of `calibrated`.
    """
    files = map(read, [path] if path else shipped())
    return [fit for file in files for fit in (file.learned if of == "learned" else file.fits)]


def fitted_games(path: str, of: str) -> set[str]:
    """Return the games, as `Position.family` names them, that the evaluator `of` has fits for.

    :param of: "calibrated" or "learned".
    :param path: a file of fits; empty for the shipped ones.
    """
    return {fit.game for fit in _read(path, of)}


def fitted_evaluators(path: str, of: str, game: str, depth: int) -> list[str]:
    """Return the specs of the bases that `of` has fits for in a game, at a depth.

    If there are none at that depth, they are those at any depth.

    :param of: "calibrated" or "learned".
    :param path: a file of fits; empty for the shipped ones.
    """
    fits = [fit for fit in _read(path, of) if fit.game == game]
    return [fit.evaluator for fit in fits if fit.depth == depth] or [fit.evaluator for fit in fits]


def find(
    path: str, of: str, game: str, evaluator: str, depth: int, deep: int, cells: bool = False
) -> Any:
    """Return the fit of the evaluator `of` for a game, a base and depths.

    :param path: the file; empty for the shipped ones.
    :param deep: plies of the deeper search; 0 for the deepest.
    :param cells: prefer a fit by cells to one by phase of the same depths; else leave those out.
    :raises EvaluationError: if there is none; the message lists the existing ones, and the command
        that makes one.
    :raises FileError: if the file is missing or invalid.
    """
    fits = _read(path, of)
    fitting = [
        fit
        for fit in fits
        if (fit.game, fit.evaluator, fit.depth) == (game, evaluator, depth)
        and deep in (0, fit.deep)
        and (cells or not fit.by_cells)
    ]
    if not fitting:
        wanted = f"{game} base=({evaluator}),depth={depth}" + (f",deep={deep}" if deep else "")
        near = dict.fromkeys(map(str, [fit for fit in fits if fit.game == game] or fits))
        raise EvaluationError(
            f"{of}: no fit for {wanted}; there are: {'; '.join(near) or 'none'}; "
            f"to make one: {_command(game, evaluator)}"
        )
    return max(fitting, key=lambda fit: (fit.deep, fit.by_cells))


def _command(game: str, evaluator: str) -> str:
    """Return the command that makes a fit for a game and evaluator, for messages."""
    if evaluator.startswith("values:"):
        return f"starling train {game} --out {evaluator.removeprefix('values:')} (with intervals)"
    return f"python -m training.intervals FILE {game}, then fits=FILE"
