cdef class Part:
    cdef public dict options
    cdef tuple _written
    cdef public tuple made_of
