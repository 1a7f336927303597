from cpython.exc cimport PyErr_CheckSignals as check_signals

from games.core.moves cimport Moves
from games.core.position cimport Position

cdef long long _count(Position position, Moves moves, int depth, bint bulk) except -1
