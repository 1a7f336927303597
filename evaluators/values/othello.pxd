cimport cython

from evaluators.core.evaluator cimport Evaluator
from evaluators.values.constants cimport FEATURES
from games.core cimport M64, Position, array, popcount, schars
from games.othello.bitboards cimport around
from games.othello.endgame cimport mobility
from games.othello.othello cimport Othello

cdef int TERNARY[1024]
cdef int OFFSETS[17]
cdef unsigned long long DIAGONALS[5]
cdef unsigned long long FILE_A, SWAP_1, SWAP_2, SWAP_4, ROWS_1, ROWS_2

cdef int _ternary(unsigned long long own, unsigned long long opponent) noexcept
cdef unsigned long long _edge(unsigned long long discs) noexcept
cdef unsigned long long _diagonal(unsigned long long discs, int number) noexcept
cdef unsigned long long _left(unsigned long long discs) noexcept
cdef unsigned long long _right(unsigned long long discs) noexcept
cdef unsigned long long _corner(unsigned long long discs) noexcept
cdef unsigned long long _rotated(unsigned long long discs) noexcept

@cython.final
cdef class Discs(Evaluator):
    pass

@cython.final
cdef class Patterns:
    cdef int index[FEATURES]
    cdef bint look_up(
        self, unsigned long long own, unsigned long long opponent, unsigned long long moves, bint fine
    ) noexcept
    cdef int _look_from(self, unsigned long long own, unsigned long long opponent, int index) noexcept

cdef class Positional(Evaluator):
    cdef bint fine
    cdef int span, stages, count, entries
    cdef array _weights
    cdef signed char *weights
    cdef Patterns patterns
    cdef unsigned long long own, opponent
    cdef int stage, first
    cdef bint _set_indices(self, Othello board) except -1

@cython.final
cdef class FinePatterns(Positional):
    pass
