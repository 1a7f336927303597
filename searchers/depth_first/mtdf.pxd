from searchers.depth_first.pvs cimport PrincipalVariation

cdef class MTDF(PrincipalVariation):
    pass
