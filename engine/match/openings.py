"""Openings: the moves that are made for the players before they start to think.

An opening book is a part with a spec like every other: `random:plies=8,seed=1`, `none`.
"""

from __future__ import annotations

import random
from typing import Any

from games.parts import Option, Part, Registry
from games.position import Position

__all__ = ["OPENINGS", "NoOpenings", "Opening", "Openings", "RandomOpenings"]

Opening = tuple[int, ...]
"""Moves from the start position of the match."""

TRIES = 100
"""How often another random opening is drawn where one ends the game or is there already."""


class Openings(Part):
    """Where openings come from. An author writes `choose`."""

    def choose(self, start: Position, count: int) -> list[Opening]:
        """As many openings, all legal from `start`; those of a smaller count come first."""
        raise NotImplementedError(f"{type(self).__name__} lacks choose")


class NoOpenings(Openings):
    """Every game begins at the start position."""

    NAME = "none"

    def choose(self, start: Position, count: int) -> list[Opening]:
        return [()] * count


class RandomOpenings(Openings):
    """Uniformly random legal moves.

    Openings that end the game, or reach a position that another one reached, are drawn again as
    long as that helps: in a small game they are shorter, or come twice.
    """

    NAME = "random"
    OPTIONS = (
        Option("plies", 8, "moves of an opening", low=0, high=100),
        Option("seed", 1, "number of the sequence of openings", low=0),
    )

    def choose(self, start: Position, count: int) -> list[Opening]:
        generator = random.Random(self.options["seed"])
        seen: set[Any] = set()
        openings = []
        for _ in range(count):
            opening, reached = self._fresh(start, generator, seen)
            seen.add(reached)
            openings.append(opening)
        return openings

    def _fresh(
        self, start: Position, generator: random.Random, seen: set[Any]
    ) -> tuple[Opening, str]:
        """An opening and the position it reaches: new if one turns up, else as long as may be."""
        longest: tuple[Opening, str] = (), start.text()
        for _ in range(TRIES):
            position = start.copy()
            opening = self._draw(position, generator)
            reached = _reached(position)
            if len(opening) == self.options["plies"] and reached not in seen:
                return opening, reached
            if len(opening) >= len(longest[0]):
                longest = opening, reached
        return longest

    def _draw(self, position: Position, generator: random.Random) -> Opening:
        """Make random moves, short of the end of the game."""
        drawn: list[int] = []
        while len(drawn) < self.options["plies"]:
            drawn.append(generator.choice(position.legal_moves()))
            position.push(drawn[-1])
            if position.outcome() is not None:
                position.pop()
                drawn.pop()
                break
        return tuple(drawn)


def _reached(position: Position) -> str:
    """What tells positions apart that are not the same to play on."""
    return str(position.key()) if position.KEYED else position.text()


OPENINGS = Registry(
    "opening book",
    {
        "none": "engine.match.openings:NoOpenings",
        "random": "engine.match.openings:RandomOpenings",
    },
    group="starling.openings",
)
"""Every opening book by name; third parties add theirs by the group `starling.openings`."""
