cimport cython

from evaluators.budget cimport Budget, take
from evaluators.evaluator cimport Evaluator
from games.position cimport Moves, Position
from games.scores cimport (
    EXACT, HEURISTIC, INFINITE, LONGEST_LINE, LOWER, ONGOING, UPPER, at_ply,
)
from searchers.lines cimport Lines
from searchers.searcher cimport Searcher
from searchers.table cimport Table

@cython.final
cdef class AlphaBeta(Searcher):
    cdef bint expand, sorting, table_first, lasting, windowed
    cdef Table table
    cdef Moves moves
    cdef Lines lines
    cdef int _full(self, Position position, int depth, int alpha, int beta, int ply) except? -2147483647
    cdef int _best_son(self, Position position, int start, bint made, int depth, int alpha, int beta, int ply) except? -2147483647
    cdef int _best_leaf(self, Position position, int start, int alpha, int beta, int ply) except? -2147483647
    cdef int _look_within(self, Position position, int start, int ply, int alpha, int beta) except -1
    cdef bint _known(self, int depth, int alpha, int beta, int ply) except -1
    cdef inline bint _order(self, Position position, int start, int depth, int ply, int hint) except -1
    cdef int _tell_leaf(self, Position position, int place) except -1
    cdef int _make(self, Position position, int start, int depth, int ply) except -1
    cdef int _son(self, Position position, int place, bint made, int depth, int alpha, int beta, int ply) except? -2147483647
