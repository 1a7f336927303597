cimport cython

from evaluators.core.evaluator cimport Evaluator
from evaluators.values.constants cimport MOST_PIECES, ONE_OUTPUT, ONE_UNIT, SCALE
from evaluators.values.rows cimport add_row, subtract_row
from games.chess.chess cimport Chess
from games.chess.constants cimport BLACK, EMPTY, KING, WHITE
from games.core cimport Position, array, ints, lsb, popcount, shorts

cdef int piece_square(Chess chess) except? -2147483647
cdef int _exchange(short *sums, Py_ssize_t at, short *rows, Py_ssize_t added, Py_ssize_t removed, Py_ssize_t blocks) noexcept
cdef int _exchange_two(
    short *sums, Py_ssize_t at, short *rows, Py_ssize_t added, Py_ssize_t removed,
    Py_ssize_t added_too, Py_ssize_t removed_too, Py_ssize_t blocks
) noexcept
cdef int _output(short *sums, Py_ssize_t at, short *outputs, Py_ssize_t row, Py_ssize_t blocks) noexcept

@cython.final
cdef class Material(Evaluator):
    pass

@cython.final
cdef class PieceSquare(Evaluator):
    pass

@cython.final
cdef class Network(Evaluator):
    cdef int hidden
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
    cdef int added[64]
    cdef int removed[64]
    cdef int _update(self, Chess chess) noexcept
    cdef int _change(self, int side, int view, int added, int removed) noexcept
    cdef int _sum_all(self, int side, int view) noexcept
