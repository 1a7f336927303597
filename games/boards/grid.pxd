from games.boards.constants cimport CHANGES
from games.core cimport GOLDEN, M64, Moves, Position, array, ints, mix, schars, ulonglongs

cdef class Grid(Position):
    cdef readonly int width, height, squares
    cdef readonly int turn, ply
    cdef readonly str start
    cdef int pieces, capacity, changed, blocks, vacant
    cdef unsigned long long hash
    cdef array _cell, _keys, _views, _seen_as, _old, _place, _first_change, _played, _saved, _near
    cdef signed char *cell
    cdef unsigned long long *keys
    cdef int *views
    cdef int *near
    cdef signed char *seen_as
    cdef signed char *old
    cdef int *place
    cdef int *first_change
    cdef int *played
    cdef int *saved
    cdef void change(self, int square, int piece) except *
    cdef int put(self, int square, int piece) except -1
    cdef int begin_move(self, int move) except -1
    cdef int go_back(self) except -1
    cdef int list_empty(self, Moves moves) except -1
    cdef int _list_blocks(self, Moves listed) except -1
    cdef int _grow(self) except -1
