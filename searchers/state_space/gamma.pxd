cimport cython

from evaluators.core.budget cimport Budget, take
from evaluators.core.evaluator cimport Evaluator
from games.core cimport MAX_PLY, ONGOING, Moves, Position, adjust_mate, array, ints
from searchers.core.counts cimport Counts
from searchers.core.trace cimport Trace
from searchers.state_space.constants cimport (
    EXPANDED, LIVE_MAX, LIVE_MIN, NONE, OUT_OF_BUDGET, REMOVED, ROOT, SOLVED_MAX, SOLVED_MIN,
    SUSPENDED,
)
from searchers.state_space.states cimport States

@cython.final
cdef class Gamma(States):
    cdef int phases, size_count, backup_size
    cdef array _sizes
    cdef int *sizes
    cdef bint dual, sorting, printed, below_first, tracing
    cdef public bint one_phase
    cdef Trace trace
    cdef tuple line_to_root
    cdef Budget budget
    cdef Evaluator evaluator
    cdef Counts counts
    cdef int deepest, base, root_ply
    cdef readonly bint horizon
    cdef readonly int largest_open, largest_backup, largest_both
    cdef readonly int best
    cdef int least, depth, current
    cdef array _line, _target
    cdef int *line
    cdef int *target
    cdef readonly Moves listed
    cpdef int solve(self, Position position, int depth, int lower, int upper, int base) except? -2147483647
    cdef int _refuse(self, Position position, int depth) except -1
    cdef int _add_dual_root(self, int lower, int upper) except -1
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
    cpdef int partition_size(self, int start, int width) except -1
    cdef bint _is_in_backup(self, int i) except -1
    cdef bint _purge(self, int i) except -1
    cdef int _first_incomplete(self, int i) except? -3
    cdef int _incomplete_below(self, int i) except? -3
    cdef int _incomplete_from(self, int i, int lower) except? -3
    cdef int _count_suspended(self, int i) except -1
    cdef int _move_suspended(self, int i, int first) except -1
    cdef int _move_state(self, int n, int place) except -1
    cdef int _remove(self, int n) except -1
    cdef int _close(self, int i) except -1
    cdef int _drop_children(self, int i) except -1
    cdef bint _visit(self, Position position, int n, int ply) except -1
    cdef int _walk(self, Position position, int n, int ply) except -1
    cdef inline int _move_to(self, int n, int ply) noexcept
    cdef inline int _push(self, Position position, int move) except -1
    cdef inline int _pop(self, Position position) except -1
    cdef bint _list(self, Position position, int ply) except -1
    cdef int _trace_state(self, str event, int n) except -1
    cdef void _trace_entry(self, str event, int i) except *
    cdef int _trace_resumed(self, int i) except -1
