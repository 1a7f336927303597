cimport cython

from evaluators.core.evaluator cimport Evaluator
from games.core.bits cimport M64, popcount
from games.core.position cimport Position
from games.core.scores cimport ONGOING
from games.othello.othello cimport Othello
from games.synthetic.ngame cimport NGame

cdef unsigned long long LEFT, RIGHT, BOTTOM

@cython.final
cdef class Bounds(Evaluator):
    cdef int _ngame(self, NGame game) except -1
    cdef int _othello(self, Othello board) except -1

cpdef unsigned long long stable(unsigned long long own, unsigned long long opponent) noexcept
cdef unsigned long long _beside(unsigned long long discs, int step) noexcept
cdef unsigned long long _up(unsigned long long discs, int step) noexcept
cdef unsigned long long _down(unsigned long long discs, int step) noexcept
cdef unsigned long long _full(unsigned long long taken, int step) noexcept
