from games.chess.board cimport Board
from games.chess.constants cimport (
    BACK_RANKS, BISHOP, BLACK, FILE_A, FILE_B, FILE_GATHER, FILE_H, KING, KNIGHT, MOST_MOVES, PAWN,
    QUEEN, RANK_3, RANK_6, ROOK, WHITE,
)
from games.core cimport M64, ONE, Moves, lsb

cdef unsigned long long KNIGHT_MOVES[64]
cdef unsigned long long KING_MOVES[64]
cdef unsigned long long PAWN_ATTACKS[128]
cdef unsigned long long RANK[64]
cdef unsigned long long DIAGONAL[64]
cdef unsigned long long ANTIDIAGONAL[64]
cdef unsigned long long REACH[512]
cdef unsigned long long FILE_REACH[512]
cdef unsigned long long BETWEEN[4096]

cpdef unsigned long long bishop_reach(int square, unsigned long long occupied) noexcept
cpdef unsigned long long rook_reach(int square, unsigned long long occupied) noexcept
cpdef bint attacked(Board board, int square, unsigned long long occupied, unsigned long long theirs) noexcept
cpdef void scan(Board board) noexcept
cdef int legal(Board board, int *out, int n, bint noisy) noexcept
cpdef bint can_move(Board board, Moves scratch) except -1
cpdef bint may_capture(Board board, int source, int square) noexcept
cdef int _king_moves(Board board, int *out, int n, unsigned long long targets) noexcept
cdef int _piece_moves(Board board, int *out, int n, unsigned long long movers, unsigned long long targets) noexcept
cdef int _pinned_moves(Board board, int *out, int n, unsigned long long targets, bint noisy) noexcept
cdef int _pawn_moves(Board board, int *out, int n, unsigned long long pawns, unsigned long long targets, bint noisy) noexcept
cdef int _castlings(Board board, int *out, int n) noexcept
cdef bint _may_castle(Board board, int right) noexcept
cdef int _en_passants(Board board, int *out, int n) noexcept
cdef int _write(int *out, int n, int source, unsigned long long targets) noexcept
cdef int _write_pawns(int *out, int n, unsigned long long targets, int step) noexcept
