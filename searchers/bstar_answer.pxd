from games.scores cimport HEURISTIC, at_ply
from searchers.interval_tree cimport IntervalTree
