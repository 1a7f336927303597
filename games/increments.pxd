cimport cython

from games.bits cimport GOLDEN, M64, mix
from games.scores cimport ONGOING
from games.position cimport Moves
from games.synthetic cimport Synthetic

@cython.final
cdef class Increments(Synthetic):
    cdef inline unsigned long long _son(self, int move) noexcept
    cdef inline int _increment(self, unsigned long long node) noexcept
