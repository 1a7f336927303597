from games.chess.board cimport Board
from games.chess.constants cimport (
    ATTACKED, BISHOP, BLACK, EMPTY, KING, KNIGHT, PAWN, QUEEN, ROOK, WHITE,
)
from games.chess.generation cimport bishop_reach, rook_reach
from games.core cimport ONE, QUIET, lsb

cdef unsigned long long KNIGHT_MOVES[64]
cdef unsigned long long KING_MOVES[64]
cdef unsigned long long PAWN_ATTACKS[128]
cdef int WORTH[8]
cdef int MIDGAME[1024]

cpdef int see(Board board, int move) noexcept
cpdef int exposes(Board board, int move) noexcept
cdef int _exchange(Board board, int square, unsigned long long occupied, int side, int worth) noexcept
cpdef int first_sight(Board board, int move) noexcept
cdef int _meets_pawn(Board board, int square) noexcept
cpdef bint gives_check(Board board, int move) noexcept
