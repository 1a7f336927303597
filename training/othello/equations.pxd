cimport cython

from games.core cimport array, doubles, ints

@cython.final
cdef class Equations:
    cdef Py_ssize_t count, width, unknowns
    cdef readonly array places, weights, image, values
    cdef int *place
    cdef double *weight
    cdef double *into
    cdef double *value
    cdef void _clear(self) noexcept
    cdef double _sum(self, Py_ssize_t row) noexcept
    cdef void _put(self, Py_ssize_t row, double value) noexcept
