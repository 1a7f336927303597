cimport cython

from games.core.signals cimport check_signals

@cython.final
cdef class Budget:
    cdef readonly long long used
    cdef readonly bint over, current
    cdef readonly str reason
    cdef long long _until, _nodes, _before
    cdef int _between
    cdef double _looked_at, _release_at
    cdef public object deadline
    cdef object _stop, _cpu_deadline
    cdef Budget _outer
    cpdef bint take(self) except -1
    cpdef bint can_take(self, int nodes) noexcept
    cpdef long long left(self) noexcept
    cpdef bint take_many(self, int nodes) except -1
    cpdef bint poll(self) except -1
    cpdef bint in_time(self) except -1
    cpdef bint charge(self, long long nodes) noexcept
    cdef double _pause(self) except -1
    cdef str _ended(self, double now)

cpdef Budget current_budget()


cdef inline bint take(Budget budget) except -1:
    # budget.take() without a call, before the next poll.
    if budget.used < budget._until:
        budget.used += 1
        return True
    return budget.take()


cdef inline bint can_take(Budget budget, int nodes) noexcept:
    return budget.used + nodes <= budget._until


cdef inline bint take_many(Budget budget, int nodes) except -1:
    # budget.take_many() without a call, before the next poll.
    if can_take(budget, nodes):
        budget.used += nodes
        return True
    return budget.take_many(nodes)
