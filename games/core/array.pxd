# Not compiled: the C side of array.py, `array.array` and pointers to its items by the buffer protocol.
# Cython has the same in cpython.array, but cimporting that reads 40 more files into every module.
cdef extern from *:
    """
    static CYTHON_INLINE void *starling_items(PyObject *array) {
        Py_buffer view;
        void *items = NULL;
        if (PyObject_GetBuffer(array, &view, PyBUF_SIMPLE) == 0) {
            items = view.buf;
            PyBuffer_Release(&view);
        }
        return items;
    }
    #define starling_ints(array) ((int *)starling_items((PyObject *)(array)))
    #define starling_longlongs(array) ((long long *)starling_items((PyObject *)(array)))
    #define starling_ulonglongs(array) ((unsigned long long *)starling_items((PyObject *)(array)))
    #define starling_doubles(array) ((double *)starling_items((PyObject *)(array)))
    #define starling_floats(array) ((float *)starling_items((PyObject *)(array)))
    #define starling_shorts(array) ((short *)starling_items((PyObject *)(array)))
    #define starling_ushorts(array) ((unsigned short *)starling_items((PyObject *)(array)))
    #define starling_schars(array) ((signed char *)starling_items((PyObject *)(array)))
    """
    ctypedef class array.array [object PyObject, check_size ignore]:
        pass

    int *ints "starling_ints"(array column) noexcept
    long long *longlongs "starling_longlongs"(array column) noexcept
    unsigned long long *ulonglongs "starling_ulonglongs"(array column) noexcept
    double *doubles "starling_doubles"(array column) noexcept
    float *floats "starling_floats"(array column) noexcept
    short *shorts "starling_shorts"(array column) noexcept
    unsigned short *ushorts "starling_ushorts"(array column) noexcept
    signed char *schars "starling_schars"(array column) noexcept
