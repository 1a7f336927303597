"""MTD(f) (Plaat, Schaeffer, Pijls & de Bruin 1996): the value found by empty windows alone.

Each search with an empty window tells on which side of it the value lies; the table keeps what was
learnt, so that the next search, one step closer, is cheap. Driven from above it is SSS*'s order of
visits, from below DUAL*'s; from a good first guess it is cheaper than either.
"""

from __future__ import annotations

from typing import Any

from games.core.position import Position
from games.core.scores import INFINITY
from games.errors import SpecError
from games.parts.part import name_of
from searchers.depth_first.pvs import PrincipalVariation

__all__ = ["MTDF"]


class MTDF(PrincipalVariation):
    """MTD(f): null-window searches that close in on the value; `pvs`'s nodes, options and table."""

    NAME = "mtdf"

    def __init__(self, evaluator: Any = None, **options: Any) -> None:
        super().__init__(evaluator, **options)
        if not self.options["tt"]:
            raise SpecError("mtdf: needs a table: say how many megabytes with tt=")

    def _keyed(self, position: Position) -> None:
        if not position.KEYED:
            game = name_of(type(position))
            raise SpecError(f"mtdf needs positions with a key, and {game} is not KEYED; use pvs")
        super()._keyed(position)

    def _iterate(self, position: Position, depth: int, guess: int) -> int:
        value, low, high = guess, -INFINITY, INFINITY
        horizon = False
        self.lines.length[0] = 0
        event = "deepened"
        while low < high:
            beta = value + 1 if value == low else value
            if self.tracing:
                self.trace.window(event, position, depth, beta - 1, beta)
            event = "re-searched"
            value = self._root(position, depth, beta - 1, beta)
            horizon = horizon or self.horizon
            if self.budget.over:
                break
            if value < beta:
                high = value
            else:
                low = value
        self.horizon = horizon
        if not self.budget.over:
            self.found = value
        return value
