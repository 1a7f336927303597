from games.chess.constants cimport (
    ATTACKED_BY_PAWN, BACK_RANKS, BISHOP, BLACK, EMPTY, FILE_A, FILE_B, FILE_GATHER, FILE_H, KING,
    KNIGHT, MOST_MOVES, PAWN, QUEEN, RANK_3, RANK_6, RECORD, ROOK, WHITE,
)
from games.core cimport M64, ONE, QUIET, Moves, Position, array, ints, lsb, ulonglongs

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

cdef class Board(Position):
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
    cdef readonly int length
    cdef int room, reversible_from, search_root, men
    cdef object tables
    cdef array _records, _keys
    cdef int *records
    cdef unsigned long long *keys
    cdef bint scanned
    cdef int king
    cdef unsigned long long checkers, pinned, pinners
    cdef void put_piece(self, int piece, int square) noexcept
    cdef int grow(self) except -1

cpdef unsigned long long bishop_attacks(int square, unsigned long long occupied) noexcept
cpdef unsigned long long rook_attacks(int square, unsigned long long occupied) noexcept
cpdef bint is_attacked(Board board, int square, unsigned long long occupied, unsigned long long theirs) noexcept
cpdef void find_checks(Board board) noexcept
cdef int write_legal_moves(Board board, int *out, int n, bint noisy) noexcept
cpdef bint has_legal_move(Board board, Moves scratch) except -1
cpdef bint can_capture_en_passant(Board board, int source, int square) noexcept
cdef int _king_moves(Board board, int *out, int n, unsigned long long targets) noexcept
cdef int _piece_moves(Board board, int *out, int n, unsigned long long movers, unsigned long long targets) noexcept
cdef int _pinned_moves(Board board, int *out, int n, unsigned long long targets, bint noisy) noexcept
cdef int _pawn_moves(Board board, int *out, int n, unsigned long long pawns, unsigned long long targets, bint noisy) noexcept
cdef int _castlings(Board board, int *out, int n) noexcept
cdef bint _can_castle(Board board, int right) noexcept
cdef int _en_passants(Board board, int *out, int n) noexcept
cdef int _write(int *out, int n, int source, unsigned long long targets) noexcept
cdef int _write_pawns(int *out, int n, unsigned long long targets, int step) noexcept

cpdef int see(Board board, int move) noexcept
cpdef int hanging_loss(Board board, int move) noexcept
cdef int _exchange_gain(Board board, int square, unsigned long long occupied, int side, int worth) noexcept
cpdef int quiet_move_score(Board board, int move) noexcept
cdef int _is_pawn_attacked(Board board, int square) noexcept
cpdef bint gives_check(Board board, int move) noexcept
