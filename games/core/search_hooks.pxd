from games.core.constants cimport INFINITY, MAX_PLY, ONGOING, QUIET
from games.core.moves cimport Moves
from games.core.rules cimport Rules
from games.core.scores cimport adjust_mate

cdef class SearchHooks(Rules):
    cdef public int solve_nodes
    cpdef unsigned long long key(self) except? 1
    cpdef bint in_check(self) except -1
    cpdef int game_phase(self) except -1
    cpdef int trait(self, int number) except? -1
    cpdef int static(self) except? -2147483647
    cpdef int static_bounds(self, int side) except? -2147483647
    cpdef int static_children(self, Moves moves, int start, int ply, int enough) except -1
    cpdef int child_bounds(self, Moves moves, int start) except -1
    cpdef int list_features(self, Moves listed) except -1
    cpdef int noisy_moves(self, Moves moves) except -1
    cpdef int see(self, int move) except? -2147483647
    cpdef int move_kind(self, int move) except -1
    cpdef int quiet_move_score(self, int move) except? -2147483647
    cpdef int hanging_loss(self, int move) except? -2147483647
    cpdef bint gives_check(self, int move) except -1
    cpdef bint can_pass(self) except -1
    cpdef bint push_pass(self) except -1
    cpdef bint zugzwang_unlikely(self) except -1
    cpdef int most_moves_left(self) except -1
    cpdef int certain_bounds(self, int side) except? -2147483647
    cpdef int upper_bound(self, int alpha) except? -2147483647
    cpdef int solve(self, int alpha, int beta, int most) except? -2147483647
