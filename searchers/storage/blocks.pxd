cimport cython
from games.core cimport array
from games.core.array cimport ints

@cython.final
cdef class Blocks:
    cdef array.array _free
    cdef int *free
    cdef readonly int size
    cdef int clear(self) noexcept
    cdef int take(self, int count, int *column) noexcept
    cdef int give(self, int first, int count, int *column) noexcept
