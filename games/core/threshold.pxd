cimport cython

from games.core.array cimport array, ints
from games.core.constants cimport DRAW, INFINITY, LOSS, MATE_BOUND, MAX_PLY, ONGOING, WIN
from games.core.moves cimport Moves
from games.core.position cimport Position

@cython.final
cdef class Threshold(Position):
    cdef readonly Position base
    cdef readonly int side, target
    cdef bint own
    cdef readonly array _margin
    cdef int *margin
