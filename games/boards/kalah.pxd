cimport cython

from games.boards.constants cimport MOVABLE, SEED
from games.core cimport GOLDEN, M64, ONGOING, Moves, Position, array, ints, mix, schars, ulonglongs

@cython.final
cdef class Kalah(Position):
    cdef readonly int houses
    cdef readonly int turn, ply
    cdef readonly str start
    cdef int ring, total, capacity
    cdef bint empty, must_pass
    cdef array _keys, _pit, _old, _played
    cdef unsigned long long *keys
    cdef signed char *pit
    cdef signed char *old
    cdef int *played
    cdef bint _is_store(self, int index) noexcept
    cdef int _seeds(self, int side) noexcept
    cdef bint _is_over(self) noexcept
    cdef int _lead(self) noexcept
    cdef bint _sow(self, int house) noexcept
    cdef int _clear(self) noexcept
    cdef int _grow(self) except -1
