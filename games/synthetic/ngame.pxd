cimport cython

from games.core cimport GOLDEN, M64, ONGOING, Moves, mix
from games.synthetic.synthetic cimport Synthetic

@cython.final
cdef class NGame(Synthetic):
    cdef unsigned long long seed, costs
    cdef int edge
    cdef inline int _cost(self, unsigned long long node) noexcept
