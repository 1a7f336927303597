"""Playing as strong as a rating: how many nodes a move that takes, as matches have shown.

`strength.txt` has the rating of some budgets of nodes, on the scale of Stockfish 15.1's `UCI_Elo`,
with the command that measured it. Between two of them the rating is taken to grow with the
logarithm of the nodes; beyond the first and the last nothing is known, and nothing is promised.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from games.errors import FileError
from games.parts.files import replacing

__all__ = ["SHIPPED", "Rung", "Strength", "read", "shipped", "write"]

SHIPPED = Path(__file__).parent / "strength.txt"

_MADE = "a file made by python -m benchmarks.limit_strength"


class Rung(NamedTuple):
    """A budget of nodes a move, its rating, and that one's error (95%)."""

    nodes: int
    elo: int
    error: int


class Strength(NamedTuple):
    """What was measured: of rising budgets rising ratings, two or more."""

    rungs: tuple[Rung, ...]

    @property
    def range(self) -> tuple[int, int]:
        """The ratings that can be asked for."""
        return self.rungs[0].elo, self.rungs[-1].elo

    def nodes(self, elo: int) -> int:
        """The budget of a rating within `range`."""
        for less, more in pairwise(self.rungs):
            if elo <= more.elo:
                share = (elo - less.elo) / (more.elo - less.elo)
                low, high = math.log(less.nodes), math.log(more.nodes)
                return round(math.exp(low + share * (high - low)))
        return self.rungs[-1].nodes


def read(path: Path) -> Strength:
    """What a file says: lines of three numbers, and others that begin with #.

    :raises FileError: if it cannot be read, or says something else.
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
    """Write such a file.

    :param command: that measured it.
    """
    lines = [f"# {command}", "# nodes a move, Elo on the scale of Stockfish 15.1, its error (95%)"]
    lines += [" ".join(map(str, rung)) for rung in rungs]
    with replacing(path) as file:
        file.write("\n".join(lines) + "\n")


@cache
def shipped() -> Strength:
    """What is shipped.

    :raises FileError: as `read` does.
    """
    return read(SHIPPED)
