from games.core.constants cimport ONGOING
from games.core.moves cimport Moves
from games.parts.part cimport Part

cdef class Rules(Part):
    cpdef int generate(self, Moves moves) except -1
    cpdef bint push(self, int move) except -1
    cpdef bint pop(self) except -1
    cpdef int result(self) except? -2147483647
