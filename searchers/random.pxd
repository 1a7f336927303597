from searchers.searcher cimport Searcher

cdef class Random(Searcher):
    cdef object _generator
