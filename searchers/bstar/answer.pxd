from games.core.scores cimport MATE_BOUND, adjust_mate
from searchers.bstar.interval_tree cimport IntervalTree
