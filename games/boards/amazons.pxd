cimport cython

from games.boards.grid cimport Grid
from games.core cimport LOSS, ONGOING, Moves, array, ints

@cython.final
cdef class Amazons(Grid):
    cdef array _rays, _first_ray, _distance, _queue
    cdef int *rays
    cdef int *first_ray
    cdef int *distance
    cdef int *queue
    cdef int _list_shots(self, int source, int target, Moves moves) except -1
    cdef bint _can_move(self) noexcept
    cdef int _fill_distances(self, int piece, int offset) noexcept
