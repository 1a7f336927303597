# Not compiled: the C API of this package, the declarations that other packages cimport.
from games.core.array cimport (
    array, doubles, floats, ints, longlongs, schars, shorts, ulonglongs, ushorts,
)
from games.core.bits cimport lsb, mix, msb, popcount, prefetch
from games.core.constants cimport (
    DRAW, EXACT, GOLDEN, INFINITY, LOSS, LOWER, M64, MATE_BOUND, MAX_PLY, MOST_LISTED, ONE,
    ONGOING, QUIET, UPPER, VOID, WIN,
)
from games.core.moves cimport Moves
from games.core.position cimport Position
from games.core.scores cimport adjust_mate
