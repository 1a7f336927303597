from games.core.moves cimport Moves
from games.core.position cimport Position
from games.core.signals cimport check_signals

cdef long long _count(Position position, Moves moves, int depth, bint bulk) except -1
