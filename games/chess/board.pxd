from games.chess.constants cimport BLACK, EMPTY, KING, PAWN, RECORD, WHITE
from games.core cimport ONE, Position, array, ints, lsb, ulonglongs

cdef int MIDGAME[1024]
cdef int ENDGAME[1024]
cdef int MATERIAL[16]
cdef int PHASE[16]
cdef unsigned long long PIECE_KEYS[1024]

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
    cdef void put(self, int piece, int square) noexcept
    cdef int grow(self) except -1
