cimport cython

from evaluators.intervals.fitted cimport DECIDED, MOST_FEATURES, Fitted
from games.core cimport Position, array, ints, shorts

cdef enum:
    SHARES = 11
    BLOCK = 8
    OUTPUTS = 3
    ONE = 17, ONE_HIDDEN = 10, ONE_OUTPUT = 12
    MOST_OF_HIDDEN = 32767, MOST_HIDDEN = 256
    REACH = 1023
    OCTAVE = 64

cdef int POWERS[64]
cdef int OCTAVES, A_NAT

cdef int _dot(short *first, short *second, Py_ssize_t at, Py_ssize_t count) noexcept
cdef int _power(long long output) noexcept
cdef int _scaled(double scale, double times) noexcept

@cython.final
cdef class Learned(Fitted):
    cdef readonly int below, above, width
    cdef int won, mark, marks, unit, units, span
    cdef double beyond, cover
    cdef double covers[11]
    cdef int low_of[32]
    cdef int high_of[32]
    cdef int factor[32]
    cdef short seen[32]
    cdef short shown[256]
    cdef array _biases
    cdef array _weights
    cdef array _outputs
    cdef array _scales
    cdef array _times
    cdef int *biases
    cdef short *weights
    cdef short *outputs
    cdef int *scales
    cdef int *times
    cdef int _see(self) except -1
    cdef int _add_up(self, int value) except -1
    cdef int _sum(self, int row) noexcept
    cdef long long _output(self, int which) noexcept
    cdef int _place(self) noexcept
    cdef double _within(self, double cover) noexcept
    cdef double _reach(self, int index) noexcept
