"""The node budget of a rating, for `UCI_Elo`.

`strength.txt` has the ratings of some node budgets, measured by matches against rated versions of
Stash on a clock of 3+0.03, with the command that measured them. Between two budgets the rating
grows with the logarithm of the nodes. There is no rating outside the measured range.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from games.errors import FileError

SHIPPED = Path(__file__).parent / "strength.txt"

_MADE = "a file made by python -m benchmarks.limit_strength"


class Rung(NamedTuple):
    """A node budget a move, its rating, and the rating's error (95%)."""

    nodes: int
    elo: int
    error: int


class Strength(NamedTuple):
    """Two or more measured budgets, rising, with rising ratings."""

    rungs: tuple[Rung, ...]

    @property
    def range(self) -> tuple[int, int]:
        """The lowest and the highest rating."""
        return self.rungs[0].elo, self.rungs[-1].elo

    @property
    def budgets(self) -> tuple[int, int]:
        """The lowest and the highest node budget."""
        return self.rungs[0].nodes, self.rungs[-1].nodes

    def elo(self, nodes: int) -> int:
        """Return the rating of a node budget; the lowest or highest for any outside the range."""
        points = [(math.log(rung.nodes), rung.elo) for rung in self.rungs]
        return round(_interpolated(math.log(nodes), points))

    def nodes(self, elo: int) -> int:
        """Return the node budget of a rating; the least or greatest for any outside the range."""
        points = [(rung.elo, math.log(rung.nodes)) for rung in self.rungs]
        return round(math.exp(_interpolated(elo, points)))


def _interpolated(x: float, points: Sequence[tuple[float, float]]) -> float:
    """Return y at x on the lines between points of rising x; beyond them, that of the end."""
    for (x0, y0), (x1, y1) in pairwise(points):
        if x <= x1:
            return y0 + max(0.0, (x - x0) / (x1 - x0)) * (y1 - y0)
    return points[-1][1]


def read(path: Path) -> Strength:
    """Return the strengths of a file such as `write` makes.

    A line has three whole numbers: the nodes, the rating and the error of a `Rung`. A line that
    begins with # is a comment.

    :raises FileError: if the file cannot be read, has another format or fewer than two rungs, or if
        the nodes or the ratings do not rise from line to line.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
        rows = [line.split() for line in lines if not line.startswith("#")]
        rungs = tuple(Rung(*map(int, row)) for row in rows)
    except (OSError, ValueError, TypeError) as error:
        raise FileError(f"no strengths in {path}: {error}; expected {_MADE}") from None
    risen = all(
        more.nodes > less.nodes > 0 and more.elo > less.elo for less, more in pairwise(rungs)
    )
    if len(rungs) < 2 or not risen:
        raise FileError(f"{path}: expected rising budgets with rising ratings, {_MADE}")
    return Strength(rungs)


def write(path: Path, command: str, rungs: Sequence[Rung]) -> None:
    """Write a file that `read` reads, in place of an old one.

    :param command: the command that measured the ratings, for a comment.
    :param rungs: the lines; whether they rise is not checked.
    """
    lines = [f"# {command}", "# nodes a move, Elo on the scale of Stash at 3+0.03, its error (95%)"]
    lines += [" ".join(map(str, rung)) for rung in rungs]
    from games.parts.files import replacing  # loads json; not before `uciok`

    with replacing(path) as file:
        file.write("\n".join(lines) + "\n")


@cache
def shipped() -> Strength:
    """Return the shipped ratings, which are read at the first call.

    :raises FileError: if the file is missing or invalid.
    """
    return read(SHIPPED)
