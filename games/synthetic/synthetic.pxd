from games.core cimport GOLDEN, M64, ONGOING, Moves, Position, array, ints, mix, ulonglongs
from games.synthetic.constants cimport NEVER

cdef class Synthetic(Position):
    cdef readonly int b, d
    cdef readonly int ply
    cdef int value, capacity
    cdef unsigned long long node
    cdef array _nodes, _values, _moves
    cdef tuple _columns
    cdef unsigned long long *nodes
    cdef int *values
    cdef int *moves
    cdef int reset_to_root(self) except -1
    cdef int go_up(self) except -1
    cdef int grow(self) except -1
    cdef int update_pointers(self) except -1
