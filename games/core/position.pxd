from games.core.search_hooks cimport SearchHooks

cdef class Position(SearchHooks):
    pass
