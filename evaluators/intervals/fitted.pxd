from evaluators.intervals.probe cimport Probe
from games.core cimport INFINITY, QUIET, Moves, Position

cdef enum:
    DECIDED = 268435456
    MOST_FEATURES = 32

cdef enum:
    VALUE
    VALUE_SIZE
    UNREST
    UNREST_SIZE
    CHECK
    PHASE
    MOVES
    GAIN
    GAINS
    TRAIT

cdef class Fitted(Probe):
    cdef object fit
    cdef str game
    cdef tuple covered
    cdef int depth
    cdef bint known, stands, lists_moves, weighs_captures
    cdef int gain, gains, of_base
    cdef readonly int count
    cdef int feature[32]
    cdef int wanted[32]
    cdef int foretell(self, Position position, int value) except -1
    cdef int foretold(self, double share) except? -2147483647
    cdef int describe(self, Position position, int value) except -1
    cdef int _weigh_captures(self, Position position) except -1
