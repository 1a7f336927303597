cimport cython

from games.bits cimport GOLDEN, M64, mix
from games.scores cimport ONGOING
from games.position cimport Moves
from games.synthetic cimport Synthetic

@cython.final
cdef class NGame(Synthetic):
    cdef unsigned long long seed, costs
    cdef int edge
    cdef inline int _cost(self, unsigned long long node) noexcept
