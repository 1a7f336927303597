"""Fits of deeper values to shallower ones, as whole numbers in JSON files (ProbCut's model).

A value v of a search to `depth` foretells that of one to `deep` plies:

    deeper value = slope v + offset + error,  error of mean 0 and standard deviation sigma

with numbers of their own in each phase of the game (Buro 1995). So do tables, which know more of
the position than its phase.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta

from games.errors import EvaluationError, FileError, quoted
from games.parts.files import read_json
from games.parts.records import Record, plain, record

__all__ = [
    "COVERS",
    "MOST_TIMES",
    "OCTAVE",
    "SHIPPED",
    "Fit",
    "Fits",
    "PhaseFit",
    "Table",
    "TableFit",
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

OCTAVE = 64
"""What stands for a factor of 2 in the logarithms of a table."""

LARGEST = 2**28
"""The size that no number of a fit exceeds, nor a margin."""

STEEPEST = 100_000
"""The size that no slope exceeds, in thousandths."""

MOST_TIMES = 10**6
"""The thousandths of a scale that no error is further than."""

_LETTERS = 1000
"""Of a spec in a fit, at most."""

_MADE = "a file made by python -m training.intervals"


Size = Annotated[int, Meta(ge=0, le=LARGEST)]
Part = Annotated[int, Meta(ge=-(2**20), le=2**20)]
Spec = Annotated[str, Meta(max_length=_LETTERS, description="a spec")]


def within(cover: float, times: tuple[int, ...]) -> float:
    """What `cover` of a hundred errors are within, given that for each of `COVERS`; between two of
    them by a straight line."""
    for (low, t), (high, further) in pairwise(zip(COVERS, times, strict=True)):
        if low <= cover <= high:
            return t + (further - t) * (cover - low) / (high - low)
    raise ValueError(f"cover {cover}: expected 0 to {COVERS[-1]}")


def _rising(times: tuple[int, ...]) -> None:
    """Hold the numbers for `COVERS` against what they mean.

    :raises ValueError: if they are others.
    """
    if len(times) != len(COVERS):
        raise ValueError(f"{len(times)} shares, expected {len(COVERS)}")
    for low, high in pairwise(times):
        if high < low:
            raise ValueError(f"within {high}: expected a whole number from {low} to {LARGEST}")


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


class Fit(Record, frozen=True):
    """A fit for one game, evaluator and pair of depths.

    :param game: the games it serves, as `Position.family` names them.
    :param evaluator: the spec of the evaluator that both searches asked at their horizons.
    :param deep: plies of the deeper search; where that is to the end of the game, as many as lines
        may have.
    :param phases: by number, which may leave out the last.
    """

    game: Spec
    evaluator: Spec
    depth: Size
    deep: Size
    phases: tuple[PhaseFit | None, ...]

    def __post_init__(self) -> None:
        for text in (self.game, self.evaluator):
            if not text.isprintable():
                raise ValueError(f"{quoted(text)}, expected a spec")

    def __str__(self) -> str:
        return f"{self.game} base=({self.evaluator}),depth={self.depth},deep={self.deep}"


class Table(Record, frozen=True):
    """What one feature of a position says of deeper values.

    :param steps: rising numbers: so many as the feature reaches, so many rows are passed over.
    :param rows: one more than steps; of each what it adds to the expected difference, and to the
        logarithms of the scales below and above it.
    """

    feature: Spec
    steps: tuple[Annotated[int, Meta(ge=-LARGEST, le=LARGEST)], ...]
    rows: tuple[tuple[Part, Part, Part], ...]

    def __post_init__(self) -> None:
        if len(self.rows) != len(self.steps) + 1:
            raise ValueError(
                f"{quoted(self.feature)}: {len(self.rows)} rows, expected {len(self.steps) + 1}"
            )
        for low, high in pairwise(self.steps):
            if high <= low:
                raise ValueError(f"{quoted(self.feature)}: step {high} after {low}")


class TableFit(Record, frozen=True):
    """A fit of a deeper value's distribution to what a position looks like.

    Every feature of a position (its value, the moves it has ...) chooses one row of its table. The
    sums of the rows are how much higher than the shallow value a deeper one is to be expected, and
    how far below and above that it may be: the binary logarithms of two scales.

    :param game, evaluator, depth, deep: as of a `Fit`.
    :param within: for each of `COVERS`, the thousandths of a scale that this share of the errors
        was within, in games that the tables were not fitted to (conformal prediction, Vovk et al.
        2005).
    """

    game: Spec
    evaluator: Spec
    depth: Size
    deep: Size
    within: tuple[Annotated[int, Meta(ge=0, le=MOST_TIMES)], ...]
    tables: tuple[Table, ...]

    def __post_init__(self) -> None:
        _rising(self.within)

    def __str__(self) -> str:
        return f"{self.game} base=({self.evaluator}),depth={self.depth},deep={self.deep}"

    def times(self, cover: float) -> int:
        """The thousandths of a scale that `cover` of a hundred errors are within."""
        return round(within(cover, self.within))


class Fits(Record, frozen=True):
    """A file: the fits of `calibrated`, and those of `learned` with a CRC-32 of them."""

    fits: tuple[Fit, ...]
    learned: tuple[TableFit, ...] = ()
    checksum: int = 0
    command: str = ""

    def __post_init__(self) -> None:
        if self.checksum != _checksum(self.learned):
            raise ValueError("it is corrupted, its checksum does not fit")

    def of(self, evaluator: str) -> tuple[Any, ...]:
        """Those of the evaluator of that name."""
        return self.learned if evaluator == "learned" else self.fits


def write(path: Path, command: str, fits: list[Fit], learned: Sequence[TableFit] = ()) -> None:
    """Write a file of fits, and the command that made them."""
    text = f'{{"command": {json.dumps(command)},\n"fits": [\n{_lines(fits)}\n]'
    if learned:
        text += f',\n"checksum": {_checksum(learned)},\n"learned": [\n{_lines(learned)}\n]'
    path.write_text(text + "}\n", encoding="utf-8")


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


def shipped() -> list[str]:
    """The files of fits that are shipped."""
    return sorted(map(str, SHIPPED.glob("*.json")))


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


def find(path: str, of: str, game: str, evaluator: str, depth: int, deep: int) -> Any:
    """Its fit of that kind from a file, or from those shipped; with deep 0 the deepest.

    :raises EvaluationError: if there is none; it lists those there are, and how to make one.
    """
    fits = _read(path, of)
    fitting = [
        fit
        for fit in fits
        if (fit.game, fit.evaluator, fit.depth) == (game, evaluator, depth)
        and deep in (0, fit.deep)
    ]
    if not fitting:
        wanted = f"{game} base=({evaluator}),depth={depth}" + (f",deep={deep}" if deep else "")
        near = [fit for fit in fits if fit.game == game] or fits
        raise EvaluationError(
            f"{of}: no fit for {wanted}; there are: {'; '.join(map(str, near)) or 'none'}; "
            f"to make one: python -m training.intervals FILE {game}, then fits=FILE"
        )
    return max(fitting, key=lambda fit: fit.deep)
