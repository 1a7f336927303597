"""How far values of deeper searches lie from those of shallower ones, as JSON files.

A file says, for a game and an evaluator, how large such errors were in games: of each pair of
depths and phase of the game as many quantiles as `SHARES`. So it does for ProbCut what fits do for
the intervals of `calibrated`, with a distribution in place of a normal one: real errors lean to one
side, since who is to move may have something to take.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from games.errors import FileError
from games.parts.files import read_json
from games.parts.records import Record, record

__all__ = ["GAP", "LARGEST", "SHARES", "STATIC", "Outlook", "Outlooks", "Pair", "read", "shipped"]

SHARES = (1, 2, 5, 10, 20, 50, 80, 90, 95, 98, 99)
"""Of a hundred errors so many are at most as large as the quantiles tell."""

STATIC = -1
"""In place of a depth: the static value, which is found without a search."""

GAP = 4
"""Plies between the depths of two searches that are compared: what ProbCut looks at."""

LARGEST = 2**20
"""What an error counts for at most; one so large stands for wins and losses too."""

_MADE = "a file made by python -m training.outlook"

Share = Annotated[int, Meta(ge=0, le=SHARES[-1])]
Error = Annotated[int, Meta(ge=-LARGEST, le=LARGEST)]


class Pair(Record, frozen=True):
    """The errors for one pair of depths.

    :param depth: of the shallower search; `STATIC` is none.
    :param deep: of the deeper one.
    :param phases: the quantiles of the deeper less the shallower value, by the game's phase; None
        where there were too few positions.
    """

    depth: Annotated[int, Meta(ge=STATIC, le=400)]
    deep: Annotated[int, Meta(ge=1, le=400)]
    phases: tuple[tuple[Error, ...] | None, ...]

    def __post_init__(self) -> None:
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
        """The error that `share` of a hundred are at most as large as; between two of `SHARES` by a
        straight line. None where it is unknown, or may be a win or loss."""
        errors = self.phases[phase] if phase < len(self.phases) else None
        if errors is None:
            return None
        for (low, least), (high, most) in pairwise(zip(SHARES, errors, strict=True)):
            if low <= share <= high:
                if LARGEST in (-least, most):
                    return None
                return least + (most - least) * (share - low) / (high - low)
        raise ValueError(f"share {share}: expected {SHARES[0]} to {SHARES[-1]}")


class Outlook(Record, frozen=True):
    """What is known for one game and evaluator.

    :param game: the games it serves, as `Position.family` names them.
    :param evaluator: the spec of the evaluator that searches asked at their horizons.
    :param best: by the names of devices that prune, in how many of a hundred positions they should
        be right, as matches said; 0, or none, where a device won nothing.
    """

    game: str
    evaluator: str
    best: dict[str, Share]
    pairs: tuple[Pair, ...]


class Outlooks(Record, frozen=True):
    """A file, and the command that made it."""

    command: str
    outlooks: tuple[Outlook, ...]


@cache
def read(path: str) -> Outlooks:
    """The outlooks of a file.

    :raises FileError: if it is missing, or holds something else.
    """
    data = read_json(path, _MADE)
    try:
        return record(data, Outlooks)
    except ValueError as error:
        raise FileError(f"no outlooks in {path}: {error}; expected {_MADE}") from None


def shipped() -> list[str]:
    """The files that are shipped."""
    return sorted(map(str, (Path(__file__).parent / "data").glob("*.json")))
