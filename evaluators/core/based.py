"""Evaluators that ask another: what they have in common."""

from __future__ import annotations

from typing import Any

import cython

from evaluators import default_for, make
from evaluators.core.evaluator import Evaluator
from games.core.position import Position

__all__ = ["Based"]


class Based(Evaluator):
    """An evaluator over another, its base: the one that its option `base` names, or the one that it
    takes for the game where none is named."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        given = self.options["base"]
        self.base: Any = None if given is None else make(given)
        self.bound = ""

    def default_base(self, position: Position) -> str:
        """The spec of the base this evaluator takes for a game when none is named."""
        return default_for(position)

    def base_for(self, position: Position) -> Evaluator:
        """The base for a position's game."""
        if self.options["base"] is None:
            spec = self.default_base(position)
            return self.base if self.bound == spec else make(spec)
        return self.base  # type: ignore[no-any-return]  # it was given

    def serves(self, position: Position) -> bool:
        return self.base_for(position).serves(position)

    def knows(self, position: Position) -> bool:
        return self.base_for(position).knows(position)

    def bind(self, position: Position) -> None:
        base = self.base_for(position)
        base.bind(position)
        if self.options["base"] is None:
            self.base, self.bound = base, self.default_base(position)
        Evaluator.bind(self, position)

    def static(self, position: Position) -> cython.int:
        if self.base is None:
            self.bind(position)
        return self.base.static(position)
