cimport cython
from games cimport array

from games.bits cimport GOLDEN, M64, mix
from games.position cimport Moves, Position
from games.scores cimport ONGOING

cdef enum:
    ROWS = 256

cdef unsigned long long SON

@cython.final
cdef class Canonical(Position):
    cdef readonly int b, d, low, high
    cdef int collapse, depth, capacity
    cdef bint adversary, rows_made
    cdef unsigned long long node
    cdef array.array _keys, _lows, _highs, _moves, _owners, _row_lows, _row_highs
    cdef unsigned long long *keys
    cdef int *lows
    cdef int *highs
    cdef int *moves
    cdef unsigned long long *owners
    cdef int *row_lows
    cdef int *row_highs
    cdef int _grow(self) except -1
    cdef int _make_rows(self) except -1
    cdef int _row(self) except -1
    cdef int _draw_ranges(self, int place) except -1
    cdef int _draw(self, int number, int low, int high) noexcept
