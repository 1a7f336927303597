cimport cython

from games.chess.board cimport (
    Board, can_capture_en_passant, find_checks, gives_check, hanging_loss, has_legal_move,
    quiet_move_score, see, write_legal_moves,
)
from games.chess.constants cimport (
    BISHOP, BLACK, DARK, EMPTY, KING, KNIGHT, MOST_MOVES, PASS, PAWN, QUEEN, RECORD, ROOK, WHITE,
)
from games.core cimport DRAW, LOSS, ONE, ONGOING, Moves, lsb, popcount

cdef unsigned long long PAWN_ATTACKS[128]
cdef int MIDGAME[1024]
cdef int ENDGAME[1024]
cdef int MATERIAL[16]
cdef int PHASE[16]
cdef unsigned long long PIECE_KEYS[1024]
cdef unsigned long long CASTLING_KEYS[16]
cdef unsigned long long EN_PASSANT_KEYS[8]
cdef unsigned long long TURN_KEY

@cython.final
cdef class Chess(Board):
    cdef Moves scratch
    cdef void _take(self, int piece, int square) noexcept
    cdef void _place(self, int piece, int square) noexcept
    cdef void _lift(self, int piece, int square) noexcept
    cdef void _slide(self, int piece, int source, int target) noexcept
    cdef void _shift(self, int piece, int source, int target) noexcept
    cdef int _remember(self, int move, int captured) except -1
    cdef void _push_castling(self, int source, int rook) noexcept
    cdef void _push_pawn(self, int source, int target, int promotion, int en_passant) noexcept
    cdef void _unmake(self, int move, int captured) noexcept
    cdef void _pop_castling(self, int source, int rook) noexcept
    cdef bint _repeated(self) noexcept
    cdef bint _insufficient(self) noexcept
    cdef int _tabled(self) except? -2147483647
