"""What deeper searches will surely find, told from shallower values: what may be pruned.

ProbCut's idea (Buro 1995), from the static value on: a bound that a deeper search keeps to in so
many of a hundred positions like this one. The numbers are those of `Outlook`; nothing here knows a
game or an evaluator by name.
"""

from __future__ import annotations

import math
from functools import cache

import cython

from evaluators.core.evaluator import Evaluator
from games.core.position import Position
from searchers.depth_first.outlook import GAP, STATIC, Outlook, Pair, read, shipped

if not cython.compiled:
    from games.core.array import array, ints
    from searchers.depth_first.constants import DEEPEST, PHASES, UNKNOWN

__all__ = ["NOTHING", "Foresight", "foresee"]

LOOKED = GAP
"""By so many plies ProbCut's search is shallower."""


class Foresight:
    """Bounds of errors, by plies and phase: a deeper value is surely not above the value at hand by
    more than the upper one, nor below it by more than the lower one (as a size).

    :param outlook: of the game and evaluator; without any nothing is foretold.
    :param sure: in how many of a hundred positions a bound holds.
    """

    def __init__(self, outlook: Outlook | None, sure: float) -> None:
        self._bounds = array("i", [UNKNOWN]) * (4 * DEEPEST * PHASES)
        self.bounds = ints(self._bounds)
        pairs = outlook.pairs if outlook else ()
        ahead = [pair for pair in pairs if pair.depth == STATIC]
        looked = [pair for pair in pairs if pair.deep - pair.depth == LOOKED]
        for phase in range(max([len(pair.phases) for pair in pairs], default=0)):
            for kind, some in enumerate((ahead, looked)):
                for side, (share, sign) in enumerate(((100 - sure, -1), (sure, 1))):
                    known = _known(some, share, phase, sign)
                    for deep in range(1, DEEPEST if known else 0):
                        slot = ((2 * kind + side) * DEEPEST + deep) * PHASES + phase
                        self._bounds[slot] = _size(known, deep, some is ahead)

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


def _known(pairs: list[Pair], share: float, phase: int, sign: int) -> dict[int, float]:
    """By the depth of the deeper search, the sizes of errors on one side that are known."""
    errors = {pair.deep: pair.error(share, phase) for pair in pairs}
    return {deep: max(0.0, sign * error) for deep, error in errors.items() if error is not None}


def _size(known: dict[int, float], deep: int, growing: bool) -> int:
    """The size of the error of a search to a depth: of the one that comes nearest, and beyond the
    last, if it grows, as the root of the plies."""
    nearest = min(known, key=lambda each: abs(each - deep))
    return round(known[nearest] * (math.sqrt(max(1.0, deep / nearest)) if growing else 1.0))


NOTHING = Foresight(None, 0)
"""Where nothing is known, or wanted."""


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
                return Foresight(outlook, wanted) if wanted else NOTHING
    return NOTHING
