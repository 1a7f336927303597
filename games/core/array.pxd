# `array.array` and the C pointer to its items, by the buffer protocol. Cython has the same in
# cpython.array, but cimporting that reads 40 more files into every module that does.
cdef extern from *:
    """
    typedef union {
        void *any;
        int *as_ints;
        long long *as_longlongs;
        unsigned long long *as_ulonglongs;
        double *as_doubles;
        float *as_floats;
        short *as_shorts;
        signed char *as_schars;
    } starling_items;
    static starling_items starling_data(PyObject *array) {
        Py_buffer view;
        starling_items items = {0};
        if (PyObject_GetBuffer(array, &view, PyBUF_SIMPLE) == 0) {
            items.any = view.buf;
            PyBuffer_Release(&view);
        }
        return items;
    }
    """
    ctypedef union starling_items:
        int *as_ints
        long long *as_longlongs
        unsigned long long *as_ulonglongs
        double *as_doubles
        float *as_floats
        short *as_shorts
        signed char *as_schars

    starling_items starling_data(object array) noexcept

    ctypedef class array.array [object PyObject, check_size ignore]:
        @property
        cdef inline starling_items data(self) noexcept:
            return starling_data(self)
