cimport cython

from games.core cimport MATE_BOUND
from searchers.proof_number.constants cimport BUCKET, ENTRY

cdef int _MOST_WORK, _PAGE

@cython.final
cdef class ProofTable:
    cdef object _facts
    cdef int *facts
    cdef unsigned long long mask
    cdef bint warm
    cdef readonly long long used
    cdef readonly int low, high, phi, delta, threshold, move
    cpdef bint probe(self, unsigned long long key) except -1
    cpdef int store(self, unsigned long long key, int low, int high, int phi, int delta, int threshold, int move, long long work) except -1
