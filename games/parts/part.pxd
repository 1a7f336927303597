cdef class Part:
    cdef public dict options
    cdef tuple _written
