from games.core cimport INFINITY, MATE_BOUND, adjust_mate, array, ints
from searchers.bstar.doubt cimport Doubt
from searchers.bstar.constants cimport FINISHED
from searchers.bstar.interval_store cimport child_at
from searchers.bstar.interval_trace cimport IntervalTrace
from searchers.bstar.interval_tree cimport IntervalTree
from searchers.bstar.widening cimport Widening
from searchers.storage.keeper cimport TreeKeeper
from searchers.storage.constants cimport BETWEEN_POLLS

cdef class Doubter(TreeKeeper):
    cdef IntervalTrace told
    cdef bint separated
    cdef Widening widening
    cdef Doubt doubt
    cdef readonly str after
