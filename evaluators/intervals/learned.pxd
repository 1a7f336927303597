cimport cython
from games.core cimport array

from evaluators.intervals.fitted cimport DECIDED, Fitted
from games.core.moves cimport Moves
from games.core.position cimport Position
from games.core.scores cimport INFINITY, QUIET

cdef enum:
    MOST_FEATURES = 32

cdef int POWERS[64]
cdef int OCTAVE, OCTAVES

cdef int _power(int logarithm) noexcept
cdef int _scaled(long long scale, long long times) noexcept

@cython.final
cdef class Learned(Fitted):
    cdef readonly int below, above
    cdef int count, times, normal
    cdef array.array _steps
    cdef array.array _rows
    cdef array.array _ends
    cdef int *steps
    cdef int *rows
    cdef int *ends
    cdef int feature[32]
    cdef int _describe(self, Position position, int value) except -1
    cdef int _add_up(self, int value) except -1
