from games.core cimport MATE_BOUND, adjust_mate
from searchers.bstar.constants cimport GLANCED
from searchers.bstar.interval_store cimport child_at
from searchers.bstar.interval_tree cimport IntervalTree

cdef double _chance_below(double low, double high, double value) except? -1
