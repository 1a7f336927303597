"""Fits of deeper values to shallower ones, as whole numbers in JSON files (ProbCut's model).

A value v of a search to `depth` foretells that of one to `deep` plies:

    deeper value = slope v + offset + error,  error of mean 0 and standard deviation sigma

with numbers of their own in each phase of the game (Buro 1995).
"""

from __future__ import annotations

import json
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from games.errors import EvaluationError, FileError, quoted
from games.parts.files import read_json
from games.parts.records import Record, plain, record

__all__ = ["COVERS", "SHIPPED", "Fit", "PhaseFit", "find", "fitted", "games", "read", "write"]

SHIPPED = Path(__file__).parent / "data"
"""The folder of the fits that `python -m training.intervals` made."""

COVERS = (0.0, 25.0, 50.0, 60.0, 70.0, 80.0, 85.0, 90.0, 95.0, 98.0, 99.0)
"""Shares of a hundred, for each of which a fit knows how far errors go."""

LARGEST = 2**28
"""The size that no number of a fit exceeds, nor a margin."""

STEEPEST = 100_000
"""The size that no slope exceeds, in thousandths."""

_LETTERS = 1000
"""Of a spec in a fit, at most."""

_MADE = "a file made by python -m training.intervals"


Size = Annotated[int, Meta(ge=0, le=LARGEST)]
Spec = Annotated[str, Meta(max_length=_LETTERS, description="a spec")]


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
        if len(self.within) != len(COVERS):
            raise ValueError(f"{len(self.within)} shares, expected {len(COVERS)}")
        for low, high in pairwise(self.within):
            if high < low:
                raise ValueError(f"within {high}: expected a whole number from {low} to {LARGEST}")
        if (margin := self.margin(COVERS[-1])) > LARGEST:
            raise ValueError(f"margin {margin}: expected a whole number from 0 to {LARGEST}")

    def margin(self, cover: float) -> int:
        """How large errors are at most in `cover` of a hundred positions, in the evaluator's
        units; between two of `COVERS` by a straight line."""
        for (low, t), (high, further) in pairwise(zip(COVERS, self.within, strict=True)):
            if low <= cover <= high:
                between = t + (further - t) * (cover - low) / (high - low)
                return round(between * self.sigma / 1000)
        raise ValueError(f"cover {cover}: expected 0 to {COVERS[-1]}")


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


class _File(Record, frozen=True):
    fits: tuple[Fit, ...]
    command: str = ""


def write(path: Path, command: str, fits: list[Fit]) -> None:
    """Write a file of fits, and the command that made them."""
    lines = ",\n".join("  " + json.dumps(plain(fit)) for fit in fits)
    text = f'{{"command": {json.dumps(command)},\n"fits": [\n{lines}\n]}}\n'
    path.write_text(text, encoding="utf-8")


@cache
def read(path: str) -> tuple[Fit, ...]:
    """The fits of a file.

    :raises FileError: if it is missing, or holds something else.
    """
    data = read_json(path, _MADE)
    try:
        return record(data, _File, "it").fits
    except ValueError as error:
        raise FileError(f"no fits in {path}: {error}; expected {_MADE}") from None


def _read(path: str) -> list[Fit]:
    """The fits of a file, or of those shipped where none is named."""
    files = [path] if path else sorted(map(str, SHIPPED.glob("*.json")))
    return [fit for file in files for fit in read(file)]


def games(path: str) -> set[str]:
    """The games there are fits for, in a file or among those shipped."""
    return {fit.game for fit in _read(path)}


def fitted(path: str, game: str, depth: int) -> list[str]:
    """The evaluators that there are fits of, after searches of that depth, in a file or among those
    shipped."""
    fits = [fit for fit in _read(path) if fit.game == game]
    return [fit.evaluator for fit in fits if fit.depth == depth] or [fit.evaluator for fit in fits]


def find(path: str, game: str, evaluator: str, depth: int, deep: int) -> Fit:
    """The fit of that kind from a file, or from those shipped; with deep 0 the deepest.

    :raises EvaluationError: if there is none; it lists those there are, and how to make one.
    """
    fits = _read(path)
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
            f"calibrated: no fit for {wanted}; there are: {'; '.join(map(str, near)) or 'none'}; "
            f"to make one: python -m training.intervals FILE {game}, then fits=FILE"
        )
    return max(fitting, key=lambda fit: fit.deep)
