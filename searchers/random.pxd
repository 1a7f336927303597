cimport cython

from searchers.searcher cimport Searcher

@cython.final
cdef class Random(Searcher):
    cdef object _generator
