cimport cython

from evaluators.values.constants cimport BUCKETS, INPUTS, MOST_PIECES, SCALE
from games.core cimport array, floats, shorts

cdef extern from "<math.h>":
    double tanh(double x) noexcept

cdef float _clipped(float sum) noexcept
cdef int _add(float *to, Py_ssize_t at, float *given, Py_ssize_t first, Py_ssize_t count) noexcept

@cython.final
cdef class Gradient:
    cdef readonly int hidden
    cdef readonly array parameters, gradient, places, base, target
    cdef array _units, _downs
    cdef float *weight
    cdef float *slope
    cdef float *unit
    cdef float *down
    cdef float *bases
    cdef float *targets
    cdef short *index
    cdef int rows[2 * MOST_PIECES]
    cdef int count, bucket
    cdef double score(self, int one, double scale) noexcept
    cdef int _set_rows(self, int one) noexcept
    cdef int _sum(self, int view) noexcept
