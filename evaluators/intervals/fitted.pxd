cimport cython

from evaluators.core.evaluator cimport Based, Evaluator
from evaluators.intervals.constants cimport (
    CHECK, DECIDED, GAIN, GAINS, MOST_FEATURES, MOVES, PHASE, SHARES, TRAIT, UNFITTED, UNREST,
    UNREST_SIZE, VALUE, VALUE_SIZE,
)
from evaluators.intervals.searched cimport ShallowSearch
from games.core cimport INFINITY, QUIET, Moves, Position, array, ints

@cython.final
cdef class Features:
    cdef readonly int count
    cdef int gain, gains, of_base
    cdef bint needs_moves, needs_captures
    cdef int values[MOST_FEATURES]
    cdef int numbers[MOST_FEATURES]
    cdef int compute(self, Position position, int value, Evaluator base, Moves moves) except -1
    cdef int _weigh_captures(self, Position position, Moves moves) except -1

cdef class Fitted(Based):
    cdef object fit
    cdef str game
    cdef tuple coverages
    cdef int depth
    cdef bint is_point, has_static_bound
    cdef ShallowSearch search
    cdef Features features
    cdef int _search_value(self, Position position) except? -2147483647
    cdef int predict(self, Position position, int value) except -1
    cdef int predicted_quantile(self, double share) except? -2147483647

@cython.final
cdef class Calibrated(Fitted):
    cdef array _slopes
    cdef array _offsets
    cdef array _margins
    cdef array _within
    cdef array _cells
    cdef array _steps
    cdef array _ends
    cdef int *slopes
    cdef int *offsets
    cdef int *margins
    cdef int *within
    cdef int *cells
    cdef int *steps
    cdef int *ends
    cdef int cell_count, place
    cdef double covers[SHARES]
    cdef int _cell(self, Position position, int value) except -1
