cimport cython

from games.core cimport array, ints

@cython.final
cdef class Blocks:
    cdef array _free
    cdef int *free
    cdef readonly int size
    cdef int clear(self) noexcept
    cdef int take(self, int count, int *column) noexcept
    cdef int give(self, int first, int count, int *column) noexcept
