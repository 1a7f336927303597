cimport cython

from games.core cimport MAX_PLY, Position
from searchers.best_first.bfms cimport BestFirstMinimax
from searchers.storage.constants cimport FINISHED
from searchers.storage.keeper cimport step_down
from searchers.storage.minimax_tree cimport MinimaxTree

@cython.final
cdef class Descent(BestFirstMinimax):
    cdef int deepest
