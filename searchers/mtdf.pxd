from searchers.pvs cimport PrincipalVariation

cdef class MTDF(PrincipalVariation):
    pass
