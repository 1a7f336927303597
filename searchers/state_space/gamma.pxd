cimport cython
from games.core cimport array

from evaluators.core.budget cimport Budget, take
from evaluators.core.evaluator cimport Evaluator
from games.core.position cimport Moves, Position
from games.core.scores cimport MAX_PLY, ONGOING, adjust_mate
from searchers.core.counts cimport Counts
from searchers.core.trace cimport Trace
from searchers.state_space.states cimport States

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
    OUT_OF_BUDGET = -2

@cython.final
cdef class Gamma(States):
    cdef Budget budget
    cdef Evaluator evaluator
    cdef Counts counts
    cdef int phases, deepest, base, root_ply
    cdef bint dual, printed, sorting
    cdef public bint one_phase
    cdef readonly bint horizon
    cdef readonly int largest_open, largest_backup, largest_both
    cdef readonly int best
    cdef int backup_size, least, depth, stands, size_count
    cdef array.array _sizes, _line, _wanted
    cdef int *sizes
    cdef int *line
    cdef int *wanted
    cdef readonly Moves listed
    cdef bint tracing
    cdef Trace trace
    cdef tuple above

    cpdef int solve(self, Position position, int depth, int lower, int upper, int base) except? -2147483647
    cdef int _refuse(self, Position position, int depth) except -1
    cdef bint _is_solved(self, int n) noexcept
    cdef int _tell_state(self, str event, int n) except -1
    cdef int _tell_entry(self, str event, int i) except -1
    cdef int _tell_resumed(self, int i) except -1
    cdef int _gamma(self, Position position, int n) except? -3
    cdef int _live(self, Position position, int n) except? -3
    cdef int _case_1(self, Position position, int n) except? -3
    cdef int _case_2(self, Position position, int n) except? -3
    cdef int _case_3(self, int n, int value) except? -3
    cdef int _case_4_5(self, int n) except? -3
    cdef int _case_6(self, int n) except? -3
    cdef int _add_partition(self, int i) except? -3
    cdef int _end_full(self) except? -3
    cpdef int partition_size(self, int start, int width) except -1
    cdef bint _in_backup(self, int i) except -1
    cdef bint _purge(self, int i) except -1
    cdef int _resumable(self, int i, int lower) except? -3
    cdef int _close(self, int i) except -1
    cdef int _drop_children(self, int i) except -1
    cdef inline int _push(self, Position position, int move) except -1
    cdef inline int _pop(self, Position position) except -1
    cdef int _turn_over(self, int lower, int upper) except -1
    cdef int _forget(self, int n) except -1
    cdef bint _visit(self, Position position, int n, int ply) except -1
    cdef int _walk(self, Position position, int n, int ply) except -1
    cdef inline int _move_to(self, int n, int ply) noexcept
    cdef bint _list(self, Position position, int ply) except -1
