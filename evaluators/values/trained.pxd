cimport cython

from evaluators.core.evaluator cimport Evaluator
from evaluators.values.constants cimport FEW_CHANGES, OUTPUT_BITS, STATIC_BITS, UNIT_BITS
from evaluators.values.rows cimport add_row, subtract_row
from games.core cimport Moves, Position, array, ints, longlongs, schars, shorts
from games.core.constants cimport KNOWN_WIN

cdef int _output(short *sums, Py_ssize_t at, short *outputs, Py_ssize_t blocks) noexcept

@cython.final
cdef class Values(Evaluator):
    cdef readonly object trained
    cdef object known
    cdef str intervals
    cdef Moves listed
    cdef int hidden, most, held_rows, unit, numbers, last
    cdef long long end, static_weight, stamp
    cdef array _row_of, _rows, _biases, _outputs, _mark, _member, _held, _fresh, _sums
    cdef int *row_of
    cdef short *rows
    cdef short *biases
    cdef short *outputs
    cdef long long *mark
    cdef signed char *member
    cdef int *held
    cdef int *fresh
    cdef short *sums
    cdef int count[2]
    cdef int _update(self, Position position) except -1
    cdef int _count_changes(self, int which, int count) noexcept
    cdef int _exchange(self, int which, int count) noexcept
