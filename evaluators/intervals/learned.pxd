cimport cython
from games.core.array cimport array, ints

from evaluators.intervals.fitted cimport DECIDED, Fitted
from games.core.position cimport Position

cdef enum:
    SHARES = 11

cdef int POWERS[64]
cdef int OCTAVE, OCTAVES

cdef int _power(int logarithm) noexcept
cdef int _scaled(double scale, double times) noexcept

@cython.final
cdef class Learned(Fitted):
    cdef readonly int below, above
    cdef int mark, marks
    cdef double beyond, cover
    cdef double covers[11]
    cdef array _steps
    cdef array _rows
    cdef array _ends
    cdef array _scales
    cdef array _times
    cdef int *steps
    cdef int *rows
    cdef int *ends
    cdef int *scales
    cdef int *times
    cdef int _add_up(self, int value) except -1
    cdef int _place(self) noexcept
    cdef double _within(self, double cover) noexcept
    cdef double _reach(self, int index) noexcept
