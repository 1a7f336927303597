# The C API of this package: the declarations that other packages cimport.
from games.core.array cimport array, doubles, floats, ints, longlongs, schars, shorts, ulonglongs
from games.core.bits cimport GOLDEN, M64, ONE, lsb, mix, msb, popcount, prefetch
from games.core.moves cimport MOST_LISTED, Moves
from games.core.position cimport Position
from games.core.scores cimport (
    DRAW, EXACT, INFINITY, LOSS, LOWER, MATE_BOUND, MAX_PLY, ONGOING, QUIET, UPPER, VOID, WIN,
    adjust_mate,
)
