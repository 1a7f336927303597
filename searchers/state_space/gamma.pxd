cimport cython

from evaluators.core.budget cimport Budget, take
from evaluators.core.evaluator cimport Evaluator
from games.core cimport MAX_PLY, ONGOING, Moves, Position, adjust_mate, array, ints
from searchers.core.counts cimport Counts
from searchers.core.trace cimport Trace
from searchers.state_space.constants cimport (
    EXPANDED, LIVE_MAX, LIVE_MIN, MOVE_BYTES, NONE, OUT_OF_BUDGET, REMOVED, ROOT, SOLVED_MAX,
    SOLVED_MIN, STATE_BYTES, SUSPENDED,
)

@cython.final
cdef class Blocks:
    cdef int free[32]
    cdef int size
    cdef int clear(self) noexcept
    cdef int allocate(self, int count, int *column) noexcept
    cdef int release(self, int first, int count, int *column) noexcept

# The final methods are called without a look at the table of methods.
cdef class States:
    cdef list _columns
    cdef array _pool
    cdef int *parent
    cdef int *move
    cdef int *ply
    cdef int *status
    cdef int *merit
    cdef int *lower
    cdef int *replies
    cdef int *reply_count
    cdef int *reply
    cdef int *moves
    cdef int *width
    cdef int *tried
    cdef int *children
    cdef int *child_count
    cdef int *heap_index
    cdef int *heap
    cdef int *below
    cdef int *pool
    cdef int capacity, pool_capacity
    cdef readonly long long most
    cdef readonly bint full
    cdef Blocks places, lists
    cdef int front, open_size, heap_size
    cdef readonly long long operations, comparisons
    cdef int clear(self) except -1
    cdef int add(self, int count) except -1
    cdef int store_moves(self, Moves moves) except -1
    cdef int push_front(self, int n) noexcept
    cdef int insert_and_remove_first(self, int n) noexcept
    cdef void remove(self, int n) noexcept
    @cython.final
    cdef inline bint _is_before(self, int a, int b) noexcept
    @cython.final
    cdef bint _is_left(self, int a, int b) noexcept
    @cython.final
    cdef int _sift_up(self, int n, int index) noexcept
    @cython.final
    cdef int _fill(self, int index) noexcept
    @cython.final
    cdef long long _needed(self) noexcept
    cdef void _grow(self) except *
    cdef int _set_pointers(self) except -1

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
    cdef int line[MAX_PLY + 2]
    cdef int target[MAX_PLY + 2]
    cdef readonly Moves listed
    cpdef int solve(self, Position position, int depth, int lower, int upper, int base) except? -2147483647
    cdef int _refuse(self, Position position, int depth) except -1
    cdef int _add_dual_root(self, int lower, int upper) except -1
    cdef int _gamma(self, Position position, int n) except? -3
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
