cimport cython

from games.core cimport GOLDEN, M64, ONGOING, Moves, mix
from games.synthetic.synthetic cimport Synthetic

@cython.final
cdef class Increments(Synthetic):
    cdef inline unsigned long long _child(self, int move) noexcept
    cdef inline int _increment(self, unsigned long long node) noexcept
