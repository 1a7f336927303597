cimport cython

from games.core cimport GOLDEN, M64, ONGOING, array, ints, mix, ulonglongs
from games.synthetic.synthetic cimport Synthetic

@cython.final
cdef class Uniform(Synthetic):
    cdef int first
    cdef long long range
    cdef bint top_down, reordered
    cdef unsigned long long chance, number
    cdef array _numbers, _best
    cdef unsigned long long *numbers
    cdef int *best
    cdef inline int _best_index(self) noexcept
    cdef int _solve_below(self) except? -2147483647
