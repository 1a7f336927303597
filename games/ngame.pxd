cimport cython
from games cimport array

from games.bits cimport GOLDEN, M64, mix
from games.position cimport Moves, Position
from games.scores cimport ONGOING

@cython.final
cdef class NGame(Position):
    cdef readonly int b, d
    cdef int depth
    cdef unsigned long long seed, width
    cdef int edge
    cdef unsigned long long node
    cdef int sum
    cdef array.array _nodes, _sums, _moves
    cdef unsigned long long *nodes
    cdef int *sums
    cdef int *moves
