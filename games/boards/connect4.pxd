cimport cython

from games.boards.lines cimport LineGame
from games.core cimport Moves, array, ints

@cython.final
cdef class ConnectFour(LineGame):
    cdef array _filled, _order
    cdef int *filled
    cdef int *order
