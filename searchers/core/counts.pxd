cimport cython

@cython.final
cdef class Counts:
    cdef public long long generated, regenerated, regenerated_by_value, expanded, explored, evaluated
    cdef public long long max_depth, peak_stored, steps, forgotten
    cdef int expand(self, int depth, long long stored) noexcept
