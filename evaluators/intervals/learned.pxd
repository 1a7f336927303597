cimport cython

from evaluators.intervals.constants cimport (
    BLOCK, DECIDED, MOST_FEATURES, MOST_HIDDEN, MOST_OF_HIDDEN, OCTAVE, ONE, ONE_HIDDEN,
    ONE_OUTPUT, OUTPUTS, REACH, SHARES,
)
from evaluators.intervals.fitted cimport Fitted
from games.core cimport Position, array, ints, shorts

cdef int POWERS[OCTAVE]
cdef int OCTAVES, A_NAT

cdef int _dot(short *first, short *second, Py_ssize_t at, Py_ssize_t count) noexcept
cdef int _power(long long output) noexcept
cdef int _scaled(double scale, double times) noexcept

@cython.final
cdef class Learned(Fitted):
    cdef readonly int below, above, width
    cdef int won, mark, marks, unit, units, span
    cdef double beyond, cover
    cdef double covers[SHARES]
    cdef int low_of[MOST_FEATURES]
    cdef int high_of[MOST_FEATURES]
    cdef int factor[MOST_FEATURES]
    cdef short seen[MOST_FEATURES]
    cdef short shown[MOST_HIDDEN]
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
