"""SSS* (Stockman 1979; its operator in Srimani 1985, table A.1) and DUAL* (Marsland et al. 1987).

SSS* is PS* with all children of a MAX node in one partition: its case 1 is PS*'s with nothing left
for BACKUP, 2, 4 and 5 are PS*'s without a bound to cut at, and 6 solves the parent at once and
purges OPEN below it, as PS*'s case 6 does where nothing is to be resumed.
"""

from __future__ import annotations

from searchers.state_space.ps import DEEPEN, HASH, ORDER, PhasedSearch

__all__ = ["SSS", "Dual"]


class SSS(PhasedSearch):
    """SSS*: best-first minimax of bounds; reads no leaf that alpha-beta prunes.

    OPEN holds a state for every MIN node or leaf of the best solution trees: w^(d/2) of them.
    """

    NAME = "sss"
    OPTIONS = (DEEPEN, ORDER, HASH)


class Dual(SSS):
    """DUAL*: SSS* on the negated game, where the side to move at the root is MIN.

    The children of the root are searched one after the other, their subtrees best first from below.
    """

    NAME = "dual"
    MIN_AT_ROOT = True
