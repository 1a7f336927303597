cimport cython

from games.core cimport GOLDEN, M64, ONGOING, Moves, array, ints, mix, ulonglongs
from games.synthetic.constants cimport CHILD, NEVER, ROWS
from games.synthetic.synthetic cimport Synthetic

@cython.final
cdef class Canonical(Synthetic):
    cdef readonly int high
    cdef int collapse, rows
    cdef bint adversary, repairs_lower, rows_made
    cdef array _highs, _owners, _row_lows, _row_highs
    cdef int *highs
    cdef unsigned long long *owners
    cdef int *row_lows
    cdef int *row_highs
    cdef int _make_rows(self) except -1
    cdef inline int _row(self) except -1
    cdef int _draw_ranges(self, int index) except -1
    cdef inline int _draw(self, unsigned long long number, int low, int high) noexcept
