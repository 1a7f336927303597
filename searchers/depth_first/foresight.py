"""What deeper searches will surely find, told from shallower values: what may be pruned.

ProbCut's idea (Buro 1995), from the static value on: a bound that a deeper search keeps to in so
many of a hundred positions like this one. The numbers are those of `Outlook`; nothing here knows a
game or an evaluator by name.
"""

from __future__ import annotations

import math
from array import array
from functools import cache

import cython

from evaluators.core.evaluator import Evaluator
from games.core.position import Position
from searchers.depth_first.outlook import STATIC, Outlook, Pair, read, shipped

if not cython.compiled:
    DEEPEST, PHASES, UNKNOWN, LOOKED = 64, 64, 1 << 28, 4

__all__ = ["Foresight", "foresee"]


class Foresight:
    """Bounds of errors, by plies and phase: a deeper value is surely not above the value at hand by
    more than the upper one, nor below it by more than the lower one (as a size).

    :param outlook: of the game and evaluator; without any nothing is foretold.
    :param sure: in how many of a hundred positions a bound holds.
    """

    def __init__(self, outlook: Outlook | None, sure: float) -> None:
        self._bounds = array("i", [UNKNOWN]) * (4 * DEEPEST * PHASES)
        if cython.compiled:
            self.bounds = self._bounds.data.as_ints
        else:
            self.bounds = self._bounds
        pairs = outlook.pairs if outlook else ()
        phases = max((len(pair.phases) for pair in pairs), default=0)
        ahead = [pair for pair in pairs if pair.depth == STATIC]
        looked = [pair for pair in pairs if pair.deep - pair.depth == LOOKED]
        for phase in range(phases):
            for deep in range(1, DEEPEST):
                for kind, some in enumerate((ahead, looked)):
                    slot = (2 * kind * DEEPEST + deep) * PHASES + phase
                    self._bounds[slot] = _size(some, deep, 100 - sure, phase, -1)
                    self._bounds[slot + DEEPEST * PHASES] = _size(some, deep, sure, phase, 1)

    def below(self, deep: cython.int, phase: cython.int) -> cython.int:
        """How far the value of a search to that depth may lie below the static one; UNKNOWN if
        nothing is known."""
        return self.bounds[min(deep, DEEPEST - 1) * PHASES + phase]

    def above(self, deep: cython.int, phase: cython.int) -> cython.int:
        """How far it may lie above the static one."""
        return self.bounds[(DEEPEST + min(deep, DEEPEST - 1)) * PHASES + phase]

    def below_looked(self, deep: cython.int, phase: cython.int) -> cython.int:
        """How far it may lie below the value of a search of `LOOKED` plies less."""
        return self.bounds[(2 * DEEPEST + min(deep, DEEPEST - 1)) * PHASES + phase]

    def above_looked(self, deep: cython.int, phase: cython.int) -> cython.int:
        """How far it may lie above that."""
        return self.bounds[(3 * DEEPEST + min(deep, DEEPEST - 1)) * PHASES + phase]


def _size(pairs: list[Pair], deep: int, share: float, phase: int, sign: int) -> int:
    """The size of the error, on one side, of a search to a depth: of the pair that comes nearest.
    Static errors beyond the last depth grow as the root of the plies."""
    known = [pair for pair in pairs if pair.error(share, phase) is not None]
    if not known:
        return UNKNOWN
    nearest = min(known, key=lambda pair: (abs(pair.deep - deep), pair.deep))
    error = nearest.error(share, phase) or 0
    further = max(1.0, deep / nearest.deep) if nearest.depth == STATIC else 1.0
    return max(0, round(sign * error * math.sqrt(further)))


def foresee(evaluator: Evaluator, position: Position, device: str, sure: int) -> Foresight:
    """What the shipped outlooks say of an evaluator in a position's game, for a device.

    :param sure: in so many of a hundred positions; 0 is nothing, 100 what was found best for the
        device.
    """
    bound = getattr(evaluator, "bound", "")
    return _of(position.family, evaluator.spec, f"{evaluator.NAME}:base={bound}", device, sure)


@cache
def _of(game: str, spec: str, bound: str, device: str, sure: int) -> Foresight:
    for path in shipped() if sure else ():
        for outlook in read(path).outlooks:
            if outlook.game == game and outlook.evaluator in (spec, bound):
                wanted = outlook.best.get(device, 0) if sure == 100 else sure
                return Foresight(outlook if wanted else None, wanted)
    return Foresight(None, sure)
