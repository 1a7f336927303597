cimport cython

from games.boards.lines cimport LineGame
from games.core cimport Moves

@cython.final
cdef class MNK(LineGame):
    pass
