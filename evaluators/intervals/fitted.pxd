from evaluators.intervals.constants cimport (
    CHECK, DECIDED, GAIN, GAINS, MOST_FEATURES, MOVES, PHASE, TRAIT, UNREST, UNREST_SIZE, VALUE,
    VALUE_SIZE,
)
from evaluators.intervals.probe cimport Probe
from games.core cimport INFINITY, QUIET, Moves, Position

cdef class Fitted(Probe):
    cdef object fit
    cdef str game
    cdef tuple covered
    cdef int depth
    cdef bint known, stands, lists_moves, weighs_captures
    cdef int gain, gains, of_base
    cdef readonly int count
    cdef int feature[MOST_FEATURES]
    cdef int wanted[MOST_FEATURES]
    cdef int foretell(self, Position position, int value) except -1
    cdef int foretold(self, double share) except? -2147483647
    cdef int describe(self, Position position, int value) except -1
    cdef int _weigh_captures(self, Position position) except -1
