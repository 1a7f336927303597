from games cimport array

from evaluators.budget cimport take
from games.position cimport Moves, Position
from games.scores cimport (
    EXACT, HEURISTIC, INFINITE, LONGEST_LINE, LOSS, LOWER, ONGOING, QUIET, UPPER, WIN, at_ply,
)
from searchers.lines cimport Lines
from searchers.searcher cimport Searcher
from searchers.table cimport Table

cdef enum:
    NOISY = 1
    MADE = 2
    CREDITS = 4096
    NO_MOVE = -1

cdef class PrincipalVariation(Searcher):
    cdef bint null, reductions, killing, crediting, extending
    cdef int sort_from, iteration
    cdef bint exact, lasting
    cdef int deepest
    cdef readonly int found
    cdef Table table
    cdef Moves moves
    cdef Lines lines
    cdef object considered
    cdef array.array _killers, _credits, _reduced
    cdef int *killers
    cdef int *credits
    cdef int *reduced
    cdef int _node(self, Position position, int depth, int alpha, int beta, int ply, bint passable) except? -2147483647
    cdef bint _known(self, int depth, int alpha, int beta, int ply) except -1
    cdef bint _pass(self, Position position, int depth, int beta, int ply) except -1
    cdef int _order(self, Position position, int start, int depth, int ply, int hint) except -1
    cdef bint _make(self, Position position, int place, int ply) except -1
    cdef int _best(self, Position position, int start, int depth, int alpha, int beta, int ply) except? -2147483647
    cdef int _son(self, Position position, int place, int index, bint check, int depth, int alpha, int beta, int ply) except? -2147483647
    cdef int _reduction(self, int place, int index, int depth, int ply) except -1
    cdef int _reward(self, int start, int place, int side, int depth, int ply) except -1
