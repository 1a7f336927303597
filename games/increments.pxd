cimport cython

from games.bits cimport GOLDEN, M64, mix
from games.scores cimport ONGOING
from games.synthetic cimport Synthetic

@cython.final
cdef class Increments(Synthetic):
    pass
