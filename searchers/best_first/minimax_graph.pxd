cimport cython

from evaluators.core.budget cimport Budget
from games.core cimport GOLDEN, M64, array, ints, ulonglongs
from searchers.best_first.constants cimport TWIN
from searchers.storage.constants cimport FINISHED, PRUNED
from searchers.storage.minimax_tree cimport MinimaxTree

@cython.final
cdef class MinimaxGraph(MinimaxTree):
    cdef array _queue, _slots
    cdef unsigned long long *key
    cdef int *twin
    cdef int *queue
    cdef int *slots
    cdef int queue_room, slot_room
    cdef int find_owner(self, unsigned long long key) noexcept
    cdef int add_owner(self, int node) except -1
    cdef int add_twin(self, int node, int owner) except -1
    cdef int _copy(self, int node, int owner) noexcept
    cdef int _slot_of(self, unsigned long long key) noexcept
    cdef int _tabulate(self, int room) except -1
    cdef int _reserve_queue(self) except -1
