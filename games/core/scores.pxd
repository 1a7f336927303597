# Not compiled: the C side of scores.py.
from games.core.constants cimport MATE_BOUND


cdef inline int adjust_mate(int score, int ply) noexcept nogil:
    if -MATE_BOUND < score < MATE_BOUND:
        return score
    return score - ply if score > 0 else score + ply
