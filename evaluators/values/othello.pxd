cimport cython

from evaluators.core.evaluator cimport Evaluator
from evaluators.values.constants cimport COUNTS, LANES, NIBBLES
from games.core cimport M64, Position, array, ints, popcount, schars, ushorts
from games.othello.endgame cimport around, mobility
from games.othello.othello cimport Othello

@cython.final
cdef class Discs(Evaluator):
    pass

@cython.final
cdef class Patterns:
    cdef readonly object shape
    cdef int lanes
    cdef array _steps
    cdef unsigned short *steps
    # Not int: so the compiler knows that setting an index does not change them, and uses vectors.
    cdef Py_ssize_t own_steps[NIBBLES]
    cdef Py_ssize_t opponent_steps[NIBBLES]
    cdef int first[LANES + COUNTS]
    cdef int index[LANES + COUNTS]
    cdef bint look_up(
        self, unsigned long long own, unsigned long long opponent, unsigned long long moves
    ) noexcept

cdef class Positional(Evaluator):
    cdef int span, stages, entries, unit
    cdef array _weights
    cdef signed char *weights
    cdef Patterns patterns
    cdef unsigned long long own, opponent
    cdef int stage, first
    cdef bint _set_indices(self, Othello board) except -1
    cdef int _sum(self, int first) noexcept

@cython.final
cdef class FinePatterns(Positional):
    pass
