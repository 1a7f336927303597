cimport cython

from games.core cimport array, ints
from searchers.core.trace cimport Trace
from searchers.state_space.constants cimport GONE, HELD, LIVE_MIN, NONE, ROOT, SOLVED_MIN, SPREAD
from searchers.state_space.states cimport States

# Final is what is done all the time: it is called without a look at the table of methods.
cdef class Backup(States):
    cdef int phases, size_count, backup_size
    cdef array _sizes
    cdef int *sizes
    cdef bint dual, tracing, below_first
    cdef public bint one_phase
    cdef Trace trace
    cdef tuple above
    @cython.final
    cdef int _partition_size(self, int start, int width) except -1
    @cython.final
    cdef bint _in_backup(self, int i) except -1
    @cython.final
    cdef bint _purge(self, int i) except -1
    @cython.final
    cdef int _first_incomplete(self, int i) except? -3
    @cython.final
    cdef int _incomplete_below(self, int i) except? -3
    @cython.final
    cdef int _incomplete_from(self, int i, int lower) except? -3
    @cython.final
    cdef int _keep_incomplete(self, int i, int first) except -1
    @cython.final
    cdef int _move_state(self, int n, int place) except -1
    @cython.final
    cdef int _held_below(self, int i) except -1
    @cython.final
    cdef int _forget(self, int n) except -1
    @cython.final
    cdef int _close(self, int i) except -1
    @cython.final
    cdef int _drop_children(self, int i) except -1
    cdef int _tell_state(self, str event, int n) except -1
    cdef int _tell_entry(self, str event, int i) except -1
    cdef int _tell_resumed(self, int i) except -1
