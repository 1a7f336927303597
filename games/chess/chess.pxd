cimport cython

from games.chess.constants cimport (
    ATTACKED_BY_PAWN, BACK_RANKS, BISHOP, BLACK, DARK, EMPTY, FILE_A, FILE_B, FILE_GATHER, FILE_H,
    KING, KNIGHT, MOST_MOVES, PASS, PAWN, QUEEN, RANK_3, RANK_6, RECORD, ROOK, WHITE,
)
from games.core cimport (
    DRAW, LOSS, M64, ONE, ONGOING, QUIET, Moves, Position, array, ints, lsb, popcount, ulonglongs,
)

cdef unsigned long long KNIGHT_MOVES[64]
cdef unsigned long long KING_MOVES[64]
cdef unsigned long long PAWN_ATTACKS[128]
cdef unsigned long long RANK[64]
cdef unsigned long long DIAGONAL[64]
cdef unsigned long long ANTIDIAGONAL[64]
cdef unsigned long long REACH[512]
cdef unsigned long long FILE_REACH[512]
cdef unsigned long long BETWEEN[4096]
cdef unsigned long long PIECE_KEYS[1024]
cdef int MIDGAME[1024]
cdef int ENDGAME[1024]
cdef int MATERIAL[16]
cdef int PHASE[16]
cdef int WORTH[8]
cdef unsigned long long CASTLING_KEYS[16]
cdef unsigned long long EN_PASSANT_KEYS[8]
cdef unsigned long long TURN_KEY

@cython.final
cdef class Chess(Position):
    cdef Moves scratch
    cdef readonly int midgame, endgame, material, phase
    cdef readonly str start
    cdef readonly bint chess960
    cdef readonly unsigned long long pieces[8]
    cdef readonly unsigned long long sides[2]
    cdef int squares[64]
    cdef readonly int side, rights, en_passant, clock, first_number
    cdef int rooks[4]
    cdef int kept_rights[64]
    cdef unsigned long long castling_vacant[4]
    cdef unsigned long long castling_walk[4]
    cdef unsigned long long zobrist
    cdef readonly int ply
    cdef int room, reversible_from, search_root, tablebase_pieces
    cdef object tables
    cdef array _records, _keys
    cdef int *records
    cdef unsigned long long *keys
    cdef bint scanned
    cdef int king
    cdef unsigned long long checkers, pinned, pinners
    cdef void _put(self, int piece, int square) noexcept
    cdef int _grow(self) except -1
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
    cdef bint _has_legal_move(self) except -1
    cdef int _exchange_gain(self, int square, unsigned long long occupied, int side, int worth) noexcept
    cdef int _is_pawn_attacked(self, int square) noexcept

cdef unsigned long long bishop_attacks(int square, unsigned long long occupied) noexcept
cdef unsigned long long rook_attacks(int square, unsigned long long occupied) noexcept
cdef bint is_attacked(Chess board, int square, unsigned long long occupied, unsigned long long theirs) noexcept
cdef void find_checks(Chess board) noexcept
cdef int write_legal_moves(Chess board, int *out, int n, bint noisy) noexcept
cdef bint can_capture_en_passant(Chess board, int source, int square) noexcept
cdef int _king_moves(Chess board, int *out, int n, unsigned long long targets) noexcept
cdef int _piece_moves(Chess board, int *out, int n, unsigned long long movers, unsigned long long targets) noexcept
cdef int _pinned_moves(Chess board, int *out, int n, unsigned long long targets, bint noisy) noexcept
cdef int _pawn_moves(Chess board, int *out, int n, unsigned long long pawns, unsigned long long targets, bint noisy) noexcept
cdef int _castlings(Chess board, int *out, int n) noexcept
cdef bint _can_castle(Chess board, int right) noexcept
cdef int _en_passants(Chess board, int *out, int n) noexcept
cdef int _write(int *out, int n, int source, unsigned long long targets) noexcept
cdef int _write_pawns(int *out, int n, unsigned long long targets, int step) noexcept
