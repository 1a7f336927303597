# Scores in C: the counterpart of scores.py, which is never compiled.
cdef extern from *:
    """
    #define STARLING_WIN 1073741824
    static inline int starling_adjust_mate(int score, int ply) {
        if (score < STARLING_WIN / 2 && score > -(STARLING_WIN / 2)) return score;
        return score > 0 ? score - ply : score + ply;
    }
    """
    const int ONGOING "2147483647"
    const int WIN "STARLING_WIN"
    const int LOSS "(-STARLING_WIN)"
    const int DRAW "0"
    const int MATE_BOUND "(STARLING_WIN / 2)"
    const int QUIET "(-2147483646)"
    const int INFINITY "2147483646"
    const int MAX_PLY "400"
    const int VOID "2"
    const int LOWER "1"
    const int UPPER "2"
    const int EXACT "3"
    int adjust_mate "starling_adjust_mate"(int score, int ply) noexcept nogil
