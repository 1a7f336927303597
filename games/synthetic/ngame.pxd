cimport cython

from games.core.bits cimport GOLDEN, M64, mix
from games.core.moves cimport Moves
from games.core.scores cimport ONGOING
from games.synthetic.synthetic cimport Synthetic

@cython.final
cdef class NGame(Synthetic):
    cdef unsigned long long seed, costs
    cdef int edge
    cdef inline int _cost(self, unsigned long long node) noexcept
