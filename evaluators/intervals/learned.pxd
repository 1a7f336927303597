cimport cython

from evaluators.intervals.constants cimport (
    BLOCK, DECIDED, MOST_FEATURES, MOST_HIDDEN, MOST_OF_HIDDEN, OCTAVE, ONE, ONE_HIDDEN,
    ONE_OUTPUT, OUTPUTS, REACH, SHARES,
)
from evaluators.intervals.fitted cimport Fitted
from games.core cimport Position, array, ints, shorts

cdef int POWERS[OCTAVE]
cdef int OCTAVES, STEPS_OF_E

cdef int _dot(short *first, short *second, Py_ssize_t at, Py_ssize_t count) noexcept
cdef int _power(long long output) noexcept
cdef int _scaled(double scale, double times) noexcept

@cython.final
cdef class Learned(Fitted):
    cdef readonly int below, above, width
    cdef int won, mark, marks, unit, hidden_count, span
    cdef double beyond, cover
    cdef double covers[SHARES]
    cdef int low_of[MOST_FEATURES]
    cdef int high_of[MOST_FEATURES]
    cdef int factor[MOST_FEATURES]
    cdef short input[MOST_FEATURES]
    cdef short hidden[MOST_HIDDEN]
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
    cdef int _run_network(self, int value) except -1
    cdef int _sum(self, int row) noexcept
    cdef long long _output(self, int which) noexcept
    cdef int _find_mark(self) noexcept
    cdef double _error_bound(self, double cover) noexcept
    cdef double _bound_at(self, int index) noexcept
