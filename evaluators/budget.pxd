cdef class Budget:
    cdef readonly long long used
    cdef readonly bint over
    cdef readonly str reason
    cdef long long _until, _nodes
    cdef int _between
    cdef object _stop, _deadline, _cpu_deadline
    cpdef bint take(self) except -1
    cpdef bint poll(self) except -1
