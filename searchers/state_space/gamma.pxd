cimport cython

from evaluators.core.budget cimport Budget, take
from evaluators.core.evaluator cimport Evaluator
from games.core cimport MAX_PLY, ONGOING, Moves, Position, adjust_mate, array, ints
from searchers.core.counts cimport Counts
from searchers.state_space.backup cimport Backup
from searchers.state_space.constants cimport (
    LIVE_MAX, LIVE_MIN, NONE, OUT_OF_BUDGET, ROOT, SOLVED_MAX, SOLVED_MIN, SPREAD,
)

@cython.final
cdef class Gamma(Backup):
    cdef Budget budget
    cdef Evaluator evaluator
    cdef Counts counts
    cdef int deepest, base, root_ply
    cdef bint printed, sorting
    cdef readonly bint horizon
    cdef readonly int largest_open, largest_backup, largest_both
    cdef readonly int best
    cdef int least, depth, stands
    cdef array _line, _wanted
    cdef int *line
    cdef int *wanted
    cdef readonly Moves listed
    cpdef int solve(self, Position position, int depth, int lower, int upper, int base) except? -2147483647
    cdef int _refuse(self, Position position, int depth) except -1
    cdef bint _is_solved(self, int n) noexcept
    cdef int _gamma(self, Position position, int n) except? -3
    cdef int _live(self, Position position, int n) except? -3
    cdef int _case_1(self, Position position, int n) except? -3
    cdef int _case_2(self, Position position, int n) except? -3
    cdef int _case_3(self, int n, int value) except? -3
    cdef int _case_4_5(self, int n) except? -3
    cdef int _case_6(self, int n) except? -3
    cdef int _add_partition(self, int i) except? -3
    cdef int _end_full(self) except? -3
    cdef inline int _push(self, Position position, int move) except -1
    cdef inline int _pop(self, Position position) except -1
    cdef int _turn_over(self, int lower, int upper) except -1
    cdef bint _visit(self, Position position, int n, int ply) except -1
    cdef int _walk(self, Position position, int n, int ply) except -1
    cdef inline int _move_to(self, int n, int ply) noexcept
    cdef bint _list(self, Position position, int ply) except -1
    cpdef int partition_size(self, int start, int width) except -1
