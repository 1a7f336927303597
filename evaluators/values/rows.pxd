cdef int add_row(short *sums, Py_ssize_t at, short *rows, Py_ssize_t row, Py_ssize_t blocks) noexcept
cdef int subtract_row(short *sums, Py_ssize_t at, short *rows, Py_ssize_t row, Py_ssize_t blocks) noexcept
