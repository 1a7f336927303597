from evaluators.core.budget cimport can_take
from games.core cimport MAX_PLY, ONGOING, UPPER, Position, adjust_mate, array, schars
from searchers.depth_first.constants cimport MOST_SOLVED
from searchers.depth_first.tabled cimport Tabled

cdef class Ending(Tabled):
    cdef bint exact, ending
    cdef array _sure
    cdef signed char *sure
    cdef bint _is_sure(self, Position position, int depth, int ply) except -1
    cdef int _solved(self, Position position, int alpha, int beta, int now) except? -2147483647
    cdef bint _settles(self, Position position, int beta, int now) except -1
