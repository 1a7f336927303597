cimport cython

from games.core.bits cimport GOLDEN, M64, mix
from games.core.moves cimport Moves
from games.core.scores cimport ONGOING
from games.synthetic.synthetic cimport Synthetic

@cython.final
cdef class Increments(Synthetic):
    cdef inline unsigned long long _child(self, int move) noexcept
    cdef inline int _increment(self, unsigned long long node) noexcept
