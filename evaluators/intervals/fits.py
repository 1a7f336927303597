"""Fits of deeper values to shallower ones, as whole numbers in JSON files (ProbCut's model).

A value v of a search to `depth` foretells that of one to `deep` plies:

    deeper value = slope v + offset + error,  error of mean 0 and standard deviation sigma

with numbers of their own in each phase of the game (Buro 1995), or in each cell of positions that
are alike in more than their phase. So do small networks, which know still more of the position.
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

from evaluators.intervals.constants import MOST_HIDDEN, ONE, ONE_OUTPUT, REACH
from games.errors import EvaluationError, FileError, quoted
from games.parts.files import read_json, replacing
from games.parts.records import Record, plain, record

__all__ = [
    "COVERS",
    "FARTHEST",
    "LARGEST",
    "MOST_CELLS",
    "MOST_HIDDEN",
    "MOST_TIMES",
    "ONE",
    "ONE_OUTPUT",
    "REACH",
    "SHIPPED",
    "STEPS",
    "Axis",
    "Fit",
    "Fits",
    "Input",
    "NetworkFit",
    "PhaseFit",
    "Unit",
    "coverage",
    "find",
    "fitted",
    "games",
    "read",
    "shipped",
    "write",
]

SHIPPED = Path(__file__).parent / "data"
"""The folder of the fits that `python -m training.intervals` made."""

COVERS = (0.0, 25.0, 50.0, 60.0, 70.0, 80.0, 85.0, 90.0, 95.0, 98.0, 99.0)
"""Shares of a hundred, for each of which a fit knows how far errors go."""

STEPS, FARTHEST = 8, 16
"""How far `coverage` goes, in so many steps each."""

LARGEST = 2**28
"""The size that no number of a fit exceeds, nor a margin."""

STEEPEST = 100_000
"""The size that no slope exceeds, in thousandths."""

MOST_TIMES = 10**6
"""The thousandths of a scale that no error is further than."""

MOST_CELLS = 4096
"""Cells of a fit."""

_LETTERS = 1000
"""Of a spec in a fit, at most."""

_MADE = "a file made by python -m training.intervals"


Size = Annotated[int, Meta(ge=0, le=LARGEST)]
Weight = Annotated[int, Meta(ge=-(2**15) + 1, le=2**15 - 1)]
Spec = Annotated[str, Meta(max_length=_LETTERS, description="a spec")]


def within(cover: float, times: tuple[int, ...]) -> float:
    """What `cover` of a hundred errors are within, given that for each of `COVERS`; between two of
    them by a straight line."""
    for (low, t), (high, further) in pairwise(zip(COVERS, times, strict=True)):
        if low <= cover <= high:
            return t + (further - t) * (cover - low) / (high - low)
    raise ValueError(f"cover {cover}: expected 0 to {COVERS[-1]}")


@cache
def coverage(rows: tuple[tuple[tuple[int, ...], float], ...], cover: float) -> tuple[float, ...]:
    """How many of a hundred errors are within 0, 1/8, 2/8 ... 16 times what `cover` of them are
    within, over all positions.

    :param rows: for positions alike what each of `COVERS` is within, and their weight.
    """
    weight = sum(weight for _, weight in rows)
    units = [(times, within(cover, times), share) for times, share in rows]
    return tuple(
        sum(share * _held(unit * step / STEPS, times) for times, unit, share in units) / weight
        for step in range(STEPS * FARTHEST + 1)
    )


def _held(far: float, times: tuple[int, ...]) -> float:
    """The share of errors that are no larger: the inverse of `within`. Beyond the last of `COVERS`
    what is left is halved as often as between the last two."""
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


def _rising(times: tuple[int, ...]) -> None:
    """Hold the numbers for `COVERS` against what they mean.

    :raises ValueError: if they are others.
    """
    if len(times) != len(COVERS):
        raise ValueError(f"{len(times)} shares, expected {len(COVERS)}")
    for low, high in pairwise(times):
        if high < low:
            raise ValueError(f"within {high}: expected a whole number from {low} to {LARGEST}")


def _steps_rise(feature: str, steps: tuple[int, ...]) -> None:
    """Hold the steps of a feature against what they mean.

    :raises ValueError: if they do not rise.
    """
    for low, high in pairwise(steps):
        if high <= low:
            raise ValueError(f"{quoted(feature)}: step {high} after {low}")


class PhaseFit(Record, frozen=True):
    """The numbers of one phase.

    :param positions: how many it was fitted to.
    :param slope: in thousandths.
    :param offset: in the evaluator's units, as sigma is.
    :param within: for each of `COVERS`, the t in thousandths for which that share of the errors
        was at most t sigma in size.
    """

    positions: int
    slope: Annotated[int, Meta(ge=-STEEPEST, le=STEEPEST)]
    offset: Annotated[int, Meta(ge=-LARGEST, le=LARGEST)]
    sigma: Size
    within: tuple[Size, ...]

    def __post_init__(self) -> None:
        _rising(self.within)
        if (margin := self.margin(COVERS[-1])) > LARGEST:
            raise ValueError(f"margin {margin}: expected a whole number from 0 to {LARGEST}")

    def margin(self, cover: float) -> int:
        """How large errors are at most in `cover` of a hundred positions, in the evaluator's
        units; between two of `COVERS` by a straight line."""
        return round(within(cover, self.within) * self.sigma / 1000)


class Axis(Record, frozen=True):
    """A feature by which positions are told apart.

    :param steps: rising numbers: so many as the feature reaches, so many parts are passed over.
    """

    feature: Spec
    steps: tuple[Annotated[int, Meta(ge=-LARGEST, le=LARGEST)], ...]

    def __post_init__(self) -> None:
        _steps_rise(self.feature, self.steps)


class Fit(Record, frozen=True):
    """A fit for one game, evaluator and pair of depths.

    :param game: the games it serves, as `Position.family` names them.
    :param evaluator: the spec of the evaluator that both searches asked at their horizons.
    :param deep: plies of the deeper search; where that is to the end of the game, as many as lines
        may have.
    :param phases: by number, which may leave out the last; of a fit by cells the numbers of these,
        and of coarser ones where there are few positions.
    :param axes: what makes cells; none where the phase alone does.
    :param cells: for each cell, those of one part of the last axis after one another, the place of
        its numbers in `phases`.
    """

    game: Spec
    evaluator: Spec
    depth: Size
    deep: Size
    phases: tuple[PhaseFit | None, ...]
    axes: tuple[Axis, ...] = ()
    cells: tuple[Size, ...] = ()

    def __post_init__(self) -> None:
        for text in (self.game, self.evaluator):
            if not text.isprintable():
                raise ValueError(f"{quoted(text)}, expected a spec")
        expected = prod(len(axis.steps) + 1 for axis in self.axes) if self.axes else 0
        if len(self.cells) != expected or expected > MOST_CELLS:
            raise ValueError(f"{len(self.cells)} cells, expected {min(expected, MOST_CELLS)}")
        for cell in self.cells:
            if cell >= len(self.phases) or self.phases[cell] is None:
                raise ValueError(f"cell {cell}, expected a place in phases")

    def phase(self, number: int) -> PhaseFit | None:
        """The numbers of a phase; None if there are none."""
        return self.phases[number] if number < len(self.phases) else None

    def __str__(self) -> str:
        return f"{self.game} base=({self.evaluator}),depth={self.depth},deep={self.deep}"


class Input(Record, frozen=True):
    """A feature of a position, of which a network sees where it lies between two numbers.

    :param low, high: from `low` on it rises with the feature, from 0 to `REACH` at `high`.
    """

    feature: Spec
    low: Annotated[int, Meta(ge=-LARGEST, le=LARGEST)]
    high: Annotated[int, Meta(ge=-LARGEST, le=LARGEST)]

    def __post_init__(self) -> None:
        if self.high <= self.low:
            raise ValueError(f"{quoted(self.feature)}: high {self.high} after low {self.low}")


class Unit(Record, frozen=True):
    """A weighted sum of the inputs and a bias, 1 being 2 to the power `ONE`."""

    bias: Annotated[int, Meta(ge=-(2**29), le=2**29)]
    weights: tuple[Weight, ...]


class NetworkFit(Record, frozen=True):
    """A fit of a deeper value's distribution to what a position looks like: a small neural network.

    Three outputs tell how much higher than the shallow value a deeper one is to be expected, in
    units, and how far below and above that it may be: the natural logarithms of two scales. Each is
    a weighted sum of the inputs, and one of the hidden units where these are above 0.

    :param game, evaluator, depth, deep: as of a `Fit`.
    :param unit: in the evaluator's.
    :param marks: rising sums of both scales.
    :param within: for each mark and each of `COVERS`, the thousandths of a scale that this share
        of the errors was within, at scales about as large and in games that the network was not
        fitted to (conformal prediction, Vovk et al. 2005, in groups). Between two marks the width
        that holds so many goes from one to the other's by a straight line.
    :param straight: the outputs as sums of the inputs.
    :param outputs: for each hidden unit what it adds to them, 1 being 2 to the power `ONE_OUTPUT`.
    """

    game: Spec
    evaluator: Spec
    depth: Size
    deep: Size
    unit: Annotated[int, Meta(ge=1, le=2**20)]
    marks: tuple[Annotated[int, Meta(ge=1, le=LARGEST)], ...]
    within: tuple[tuple[Annotated[int, Meta(ge=0, le=MOST_TIMES)], ...], ...]
    inputs: tuple[Input, ...]
    straight: tuple[Unit, Unit, Unit]
    hidden: tuple[Unit, ...]
    outputs: tuple[tuple[Weight, Weight, Weight], ...]

    def __post_init__(self) -> None:
        _steps_rise("marks", self.marks)
        if len(self.within) != len(self.marks) or not self.marks:
            raise ValueError(f"{len(self.within)} rows within, expected {max(1, len(self.marks))}")
        for times in self.within:
            _rising(times)
        for unit in (*self.straight, *self.hidden):
            if len(unit.weights) != len(self.inputs):
                raise ValueError(f"{len(unit.weights)} weights, expected {len(self.inputs)}")
        if len(self.outputs) != len(self.hidden) or len(self.hidden) > MOST_HIDDEN:
            expected = min(len(self.hidden), MOST_HIDDEN)
            raise ValueError(f"{len(self.outputs)} outputs, expected {expected}")

    def __str__(self) -> str:
        return f"{self.game} base=({self.evaluator}),depth={self.depth},deep={self.deep}"


class Fits(Record, frozen=True):
    """A file: the fits of `calibrated`, and those of `learned` with a CRC-32 of them."""

    fits: tuple[Fit, ...]
    learned: tuple[NetworkFit, ...] = ()
    checksum: int = 0
    command: str = ""

    def __post_init__(self) -> None:
        if self.checksum != _checksum(self.learned):
            raise ValueError("it is corrupted, its checksum does not fit")

    def of(self, evaluator: str) -> tuple[Any, ...]:
        """Those of the evaluator of that name."""
        return self.learned if evaluator == "learned" else self.fits


def write(path: Path, command: str, fits: list[Fit], learned: Sequence[NetworkFit] = ()) -> None:
    """Write a file of fits, and the command that made them."""
    text = f'{{"command": {json.dumps(command)},\n"fits": [\n{_lines(fits)}\n]'
    if learned:
        text += f',\n"checksum": {_checksum(learned)},\n"learned": [\n{_lines(learned)}\n]'
    with replacing(path) as file:
        file.write(text + "}\n")


def _lines(fits: Sequence[Record]) -> str:
    return ",\n".join("  " + json.dumps(plain(fit)) for fit in fits)


def _checksum(fits: Sequence[Record]) -> int:
    return zlib.crc32(_lines(fits).encode())


@cache
def read(path: str) -> Fits:
    """The fits of a file.

    :raises FileError: if it is missing, or holds something else.
    """
    data = read_json(path, _MADE)
    try:
        return record(data, Fits, "it")
    except ValueError as error:
        raise FileError(f"no fits in {path}: {error}; expected {_MADE}") from None


@cache
def shipped() -> tuple[str, ...]:
    """The files of fits that are shipped."""
    return tuple(sorted(map(str, SHIPPED.glob("*.json"))))


def _read(path: str, evaluator: str) -> list[Any]:
    """The fits of a file, or of those shipped where none is named."""
    return [fit for file in ([path] if path else shipped()) for fit in read(file).of(evaluator)]


def games(path: str, of: str) -> set[str]:
    """The games that the evaluator `of` has fits for, in a file or among those shipped."""
    return {fit.game for fit in _read(path, of)}


def fitted(path: str, of: str, game: str, depth: int) -> list[str]:
    """The evaluators that it has fits of, after searches of that depth, in a file or among those
    shipped."""
    fits = [fit for fit in _read(path, of) if fit.game == game]
    return [fit.evaluator for fit in fits if fit.depth == depth] or [fit.evaluator for fit in fits]


def find(
    path: str, of: str, game: str, evaluator: str, depth: int, deep: int, cells: bool = False
) -> Any:
    """Its fit of that kind from a file, or from those shipped; with deep 0 the deepest.

    :param cells: whether one by cells is wanted, where there is one; else it is by phase.

    :raises EvaluationError: if there is none; it lists those there are, and how to make one.
    """
    fits = _read(path, of)
    fitting = [
        fit
        for fit in fits
        if (fit.game, fit.evaluator, fit.depth) == (game, evaluator, depth)
        and deep in (0, fit.deep)
        and (cells or not by_cells(fit))
    ]
    if not fitting:
        wanted = f"{game} base=({evaluator}),depth={depth}" + (f",deep={deep}" if deep else "")
        near = dict.fromkeys(map(str, [fit for fit in fits if fit.game == game] or fits))
        raise EvaluationError(
            f"{of}: no fit for {wanted}; there are: {'; '.join(near) or 'none'}; "
            f"to make one: python -m training.intervals FILE {game}, then fits=FILE"
        )
    return max(fitting, key=lambda fit: (fit.deep, by_cells(fit)))


def by_cells(fit: Any) -> bool:
    """Whether it is a fit by cells."""
    return isinstance(fit, Fit) and bool(fit.axes)
