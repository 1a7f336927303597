cimport cython

from evaluators.core.evaluator cimport Evaluator
from evaluators.values.chess cimport piece_square
from evaluators.values.constants cimport ONE_OUTPUT, ONE_UNIT, SCALE
from games.chess.chess cimport Chess
from games.chess.constants cimport BLACK, EMPTY, KING, WHITE
from games.core cimport Position, array, ints, lsb, shorts

cdef int _add(short *sums, Py_ssize_t at, short *rows, Py_ssize_t row, Py_ssize_t blocks) noexcept
cdef int _subtract(short *sums, Py_ssize_t at, short *rows, Py_ssize_t row, Py_ssize_t blocks) noexcept
cdef int _exchange(short *sums, Py_ssize_t at, short *rows, Py_ssize_t entered, Py_ssize_t left, Py_ssize_t blocks) noexcept
cdef int _exchange_two(
    short *sums, Py_ssize_t at, short *rows, Py_ssize_t entered, Py_ssize_t left,
    Py_ssize_t entered_too, Py_ssize_t left_too, Py_ssize_t blocks
) noexcept
cdef int _weighed(short *sums, Py_ssize_t at, short *outputs, Py_ssize_t row, Py_ssize_t blocks) noexcept

@cython.final
cdef class Network(Evaluator):
    cdef int hidden, count
    cdef array _rows
    cdef object _weights
    cdef array _sums
    cdef short *rows
    cdef short *biases
    cdef short *outputs
    cdef int *ends
    cdef short *sums
    cdef unsigned long long pieces[6]
    cdef unsigned long long sides[2]
    cdef int board[64]
    cdef int flip[2]
    cdef int entered[64]
    cdef int left[64]
    cdef int _follow(self, Chess chess) noexcept
    cdef int _change(self, int side, int view, int entered, int left) noexcept
    cdef int _begin(self, int side, int view) noexcept
