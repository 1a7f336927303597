# Pieces, squares and masks in C: the counterpart of squares.py, which is never compiled.
cdef extern from *:
    """
    #define STARLING_FILE_A 0x0101010101010101ULL
    #define STARLING_FILE_B 0x0202020202020202ULL
    #define STARLING_FILE_H 0x8080808080808080ULL
    #define STARLING_RANK_3 0x0000000000FF0000ULL
    #define STARLING_RANK_6 0x0000FF0000000000ULL
    #define STARLING_BACK_RANKS 0xFF000000000000FFULL
    #define STARLING_DARK 0xAA55AA55AA55AA55ULL
    #define STARLING_FILE_GATHER 0x0004081020408000ULL
    """
    const int WHITE "0"
    const int BLACK "1"
    const int PAWN "0"
    const int KNIGHT "1"
    const int BISHOP "2"
    const int ROOK "3"
    const int QUEEN "4"
    const int KING "5"
    const int EMPTY "6"
    const int PASS "0"
    const int MOST_MOVES "512"
    const int RECORD "8"
    const unsigned long long FILE_A "STARLING_FILE_A"
    const unsigned long long FILE_B "STARLING_FILE_B"
    const unsigned long long FILE_H "STARLING_FILE_H"
    const unsigned long long RANK_3 "STARLING_RANK_3"
    const unsigned long long RANK_6 "STARLING_RANK_6"
    const unsigned long long BACK_RANKS "STARLING_BACK_RANKS"
    const unsigned long long DARK "STARLING_DARK"
    const unsigned long long FILE_GATHER "STARLING_FILE_GATHER"
