cdef class Part:
    cdef public dict options
