from evaluators.core.budget cimport Budget, current_budget, take
from games.core cimport MATE_BOUND, ONGOING, VOID, Moves, Position, adjust_mate
from games.parts.part cimport Part

cdef class Evaluator(Part):
    cdef readonly int low, high, real
    cpdef int value(self, Position position) except? -2147483647
    cpdef int value_within(self, Position position, int alpha, int beta) except? -2147483647
    cpdef int static(self, Position position) except? -2147483647
    cpdef int trait(self, Position position, int number) except? -1
    cdef int clamp_terminal(self, int result, int ply) noexcept
    cpdef int evaluate_children(
        self, Position position, Moves moves, int start, int ply, int enough, Budget budget, bint quick
    ) except -1
    cpdef bint find_child_intervals(self, Position position, Moves moves, int start, Budget budget) except -1
    cpdef bint find_interval(self, Position position) except -1
    cdef void set_middle(self) noexcept
    cpdef bint find_static_interval(self, Position position) except -1
    cpdef int quantile(self, double share) except? -2147483647

cdef class Based(Evaluator):
    cdef readonly Evaluator base
    cdef readonly str bound
