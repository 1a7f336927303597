cimport cython
from cpython cimport array

from evaluators.budget cimport take
from games.position cimport Moves, Position
from games.scores cimport HEURISTIC, INFINITE, LONGEST_LINE, ONGOING, at_ply
from searchers.searcher cimport Searcher
from searchers.states cimport States

cdef enum:
    LIVE_MIN = 0
    LIVE_MAX = 1
    SOLVED_MIN = 2
    SOLVED_MAX = 3
    SPREAD = 4
    HELD = 5
    GONE = 6

cdef enum:
    ROOT = 0
    NONE = -1
    VOID = -2

cdef class PhasedSearch(Searcher):
    cdef int phases, deepest, base
    cdef bint dual, printed, sorting, one_phase
    cdef readonly bint horizon
    cdef readonly int largest_open, largest_backup, largest_both
    cdef int backup_size, best, least, depth, size_count
    cdef array.array _sizes, _line, _wanted
    cdef int *sizes
    cdef int *line
    cdef int *wanted
    cdef readonly States states
    cdef Moves listed

    cpdef int within(self, Position position, int depth, int alpha, int beta, int ply) except? -2147483647
    @cython.final
    cdef int _solve(self, Position position, int depth, int lower, int upper, int base) except? -2147483647
    @cython.final
    cdef int _gamma(self, Position position, int n) except? -3
    @cython.final
    cdef int _live(self, Position position, int n) except? -3
    @cython.final
    cdef int _case_1(self, Position position, int n) except? -3
    @cython.final
    cdef int _case_2(self, Position position, int n) except? -3
    @cython.final
    cdef int _case_3(self, int n, int value) except? -3
    @cython.final
    cdef int _case_4_5(self, int n) except? -3
    @cython.final
    cdef int _case_6(self, int n) except? -3
    @cython.final
    cdef int _add_partition(self, int i) except? -3
    @cython.final
    cdef int _partition_size(self, int i, int start) except -1
    @cython.final
    cdef bint _purge(self, int i) except -1
    @cython.final
    cdef int _resumable(self, int i, int lower) except? -3
    @cython.final
    cdef int _close(self, int i) except -1
    @cython.final
    cdef int _drop_sons(self, int i) except -1
    @cython.final
    cdef int _push(self, Position position, int move) except -1
    @cython.final
    cdef int _turn_over(self, int lower, int upper) except -1
    @cython.final
    cdef int _forget(self, int n) except -1
    @cython.final
    cdef bint _visit(self, Position position, int n, int ply) except -1
    @cython.final
    cdef bint _list(self, Position position, int ply) except -1
