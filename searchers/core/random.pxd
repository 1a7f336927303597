cimport cython

from searchers.core.searcher cimport Searcher

@cython.final
cdef class Random(Searcher):
    cdef object _generator
