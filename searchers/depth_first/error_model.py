"""Error models: how far the value of a deeper search is from that of a shallower one.

This is ProbCut's idea (Buro 1995), applied from the static value on. For a game and an evaluator a
JSON file in `data` has the quantiles of such errors, for each pair of depths and phase of the game.
ProbCut fits a normal distribution; quantiles are used here because real errors are skewed: the side
to move may have something to capture. `python -m training.error_models` makes the files.
"""

from __future__ import annotations

import math
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Annotated

import cython
from msgspec import Meta

from games.errors import FileError
from games.parts.files import read_json
from games.parts.records import Record, record

if not cython.compiled:
    from games.core.array import array, ints
    from searchers.depth_first.constants import (
        BELOW_SHALLOW,
        BELOW_STATIC,
        MAX_DEPTH,
        MAX_PHASES,
        PROBCUT_PLIES,
        UNKNOWN,
    )

SHARES = (1, 2, 5, 10, 20, 50, 80, 90, 95, 98, 99)
"""The percentages of the quantiles."""

STATIC = -1
"""In place of a depth: the static value, which takes no search."""

LARGEST = 2**20
"""The limit of an error's size. An error of this size may be a win or loss."""

_SOURCE = "a file made by python -m training.error_models"

Share = Annotated[int, Meta(ge=0, le=SHARES[-1])]
Error = Annotated[int, Meta(ge=-LARGEST, le=LARGEST)]


class Pair(Record, frozen=True):
    """The errors for one pair of depths.

    :param depth: of the shallower search, or STATIC.
    :param deep: the depth of the deeper search.
    :param phases: for each phase of the game the quantiles of the deeper value minus the shallower
        one; None where there were too few positions.
    """

    depth: Annotated[int, Meta(ge=STATIC, le=400)]
    deep: Annotated[int, Meta(ge=1, le=400)]
    phases: tuple[tuple[Error, ...] | None, ...]

    def __post_init__(self) -> None:
        """Check that `deep` exceeds `depth`, and that each phase has all quantiles and they rise.

        :raises ValueError: if not.
        """
        if self.deep <= self.depth:
            raise ValueError(f"deep {self.deep}: expected more than depth, {self.depth}")
        for errors in self.phases:
            if errors is None:
                continue
            if len(errors) != len(SHARES):
                raise ValueError(f"{len(errors)} quantiles, expected {len(SHARES)}")
            for low, high in pairwise(errors):
                if high < low:
                    raise ValueError(f"quantile {high} after {low}: expected rising ones")

    def error(self, share: float, phase: int) -> float | None:
        """Return the error (deeper value less shallower) that `share` percent do not exceed.

        It is interpolated between two of SHARES. None if it is unknown or may be a win or loss.

        :raises ValueError: if `share` is outside SHARES, and the errors of the phase are known.

        >>> pair = Pair(STATIC, 2, ((-90, -80, -50, -20, -10, 0, 10, 20, 50, 80, 90),))
        >>> pair.error(50, 0), pair.error(70, 0), pair.error(50, 1)
        (0.0, 6.666666666666667, None)
        """
        errors = self.phases[phase] if phase < len(self.phases) else None
        if errors is None:
            return None
        for (low, least), (high, most) in pairwise(zip(SHARES, errors, strict=True)):
            if low <= share <= high:
                if LARGEST in (-least, most):
                    return None
                return least + (most - least) * (share - low) / (high - low)
        raise ValueError(f"share {share}: expected {SHARES[0]} to {SHARES[-1]}")


class ErrorModel(Record, frozen=True):
    """The errors of one evaluator in one game.

    :param game: the games that it is for, as `Position.family` names them.
    :param evaluator: the spec of the evaluator at the horizon of the searches.
    :param best: for each pruning option the percentage of positions in which it should be right,
        found by matches; 0 or none where the option won nothing.
    """

    game: str
    evaluator: str
    best: dict[str, Share]
    pairs: tuple[Pair, ...]


class ErrorModels(Record, frozen=True, rename={"models": "outlooks"}):
    """The content of a file, and the command that made it."""

    command: str
    models: tuple[ErrorModel, ...]


@cache
def read_models(path: str) -> ErrorModels:
    """Read the error models of a file.

    :raises FileError: if it is missing or has another content.
    """
    data = read_json(path, _SOURCE)
    try:
        return record(data, ErrorModels)
    except ValueError as error:
        raise FileError(f"no error models in {path}: {error}; expected {_SOURCE}") from None


def model_files() -> list[str]:
    """Return the paths of the error models that are shipped."""
    return sorted(map(str, (Path(__file__).parent / "data").glob("*.json")))


class ErrorBounds:
    """Bounds of errors for one confidence, by depth and phase of the game.

    All bounds are sizes, so at least 0, or UNKNOWN. There are four kinds. BELOW_STATIC and
    ABOVE_STATIC say how far a searched value may be below or above the static value. BELOW_SHALLOW
    and ABOVE_SHALLOW say that of a value searched PROBCUT_PLIES less deeply.

    :param model: None leaves all bounds UNKNOWN.
    :param confidence: the percentage of positions in which a bound holds.
    """

    def __init__(self, model: ErrorModel | None, confidence: float) -> None:
        """Compute the error bounds of a model for each depth and phase."""
        self._bounds = array("i", [UNKNOWN]) * (4 * MAX_DEPTH * MAX_PHASES)
        self.bounds = ints(self._bounds)
        pairs = model.pairs if model else ()
        static = [pair for pair in pairs if pair.depth == STATIC]
        shallow = [pair for pair in pairs if pair.deep - pair.depth == PROBCUT_PLIES]
        for phase in range(max([len(pair.phases) for pair in pairs], default=0)):
            for kind, some in ((BELOW_STATIC, static), (BELOW_SHALLOW, shallow)):
                for side, (share, sign) in enumerate(((100 - confidence, -1), (confidence, 1))):
                    sizes = _sizes(some, share, phase, sign)
                    for depth in range(1, MAX_DEPTH if sizes else 0):
                        slot = ((kind + side) * MAX_DEPTH + depth) * MAX_PHASES + phase
                        self._bounds[slot] = _size_at(sizes, depth, some is static)

    def bound(self, kind: cython.int, depth: cython.int, phase: cython.int) -> cython.int:
        """Return how far the value of a search to this depth may be from a shallower value.

        :param kind: below (BELOW_STATIC) or above the static value (ABOVE_STATIC), or that of a
            search of PROBCUT_PLIES less (BELOW_SHALLOW, ABOVE_SHALLOW).
        :param phase: the phase of the game.
        :returns: a size in the evaluator's units; UNKNOWN if it was not measured.
        """
        return self.bounds[(kind * MAX_DEPTH + min(depth, MAX_DEPTH - 1)) * MAX_PHASES + phase]


def _sizes(pairs: list[Pair], share: float, phase: int, sign: int) -> dict[int, float]:
    """Return the measured error bounds on one side in a phase, by the depth of the deeper search.

    Unknown ones are left out. An error is the deeper value minus the shallower one.

    :param share: the percentage of errors that the quantile exceeds.
    :param sign: 1 for the size of the quantile above 0, -1 for that below.
    """
    errors = {pair.deep: pair.error(share, phase) for pair in pairs}
    return {deep: max(0.0, sign * error) for deep, error in errors.items() if error is not None}


def _size_at(sizes: dict[int, float], depth: int, growing: bool) -> int:
    """Return the error bound at a depth: that of the nearest measured depth.

    :param sizes: the measured bounds by depth, not empty.
    :param growing: whether the bound of a lower measured depth grows by the square root of the
        ratio of depths.
    """
    nearest = min(sizes, key=lambda known: abs(known - depth))
    return round(sizes[nearest] * (math.sqrt(max(1.0, depth / nearest)) if growing else 1.0))


NO_BOUNDS = ErrorBounds(None, 0)
"""Bounds that are all UNKNOWN, with which an option prunes nothing."""


@cache
def error_bounds(
    game: str, evaluators: tuple[str, ...], option: str, confidence: int
) -> ErrorBounds:
    """Return the bounds of an evaluator's errors in a game, for an option that prunes by them.

    :param game: the `family` of the positions.
    :param evaluators: the specs of the evaluator under which a model may be stored.
    :param confidence: in percent; 0 gives no bounds, 100 takes what is best for the option.
    :returns: `NO_BOUNDS`, which are all UNKNOWN, if there is no model of the evaluator in this
        game, the confidence is 0, or it is 100 and the option won nothing.
    """
    for path in model_files() if confidence else ():
        for model in read_models(path).models:
            if model.game == game and model.evaluator in evaluators:
                wanted = model.best.get(option, 0) if confidence == 100 else confidence
                return ErrorBounds(model, wanted) if wanted else NO_BOUNDS
    return NO_BOUNDS
