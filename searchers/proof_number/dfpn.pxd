cimport cython

from evaluators.core.budget cimport Budget
from games.core cimport (
    DRAW, GOLDEN, LOSS, M64, MATE_BOUND, MAX_PLY, ONGOING, WIN, Moves, Position, adjust_mate, array,
    ints, mix, ulonglongs,
)
from searchers.core.searcher cimport Searcher
from searchers.proof_number.constants cimport BUCKET, ENDLESS, ENTRY

cdef int _MOST_WORK, _PAGE

@cython.final
cdef class ProofTable:
    cdef object _facts
    cdef int *facts
    cdef unsigned long long mask
    cdef bint warm
    cdef readonly long long used
    cdef int low, high, phi, delta, threshold, move
    cdef Py_ssize_t _find(self, unsigned long long key) noexcept
    cdef Py_ssize_t _bucket_of(self, unsigned long long key) noexcept
    cdef Py_ssize_t _make_room(self, unsigned long long key) noexcept
    cdef bint probe(self, unsigned long long key) except -1
    cdef int store(self, unsigned long long key, int low, int high, int phi, int delta, int threshold, int move, long long work) except -1

@cython.final
cdef class DepthFirstProofNumber(Searcher):
    cdef readonly ProofTable table
    cdef Moves moves, replies
    cdef array _phi, _delta, _order, _keys, _proofs
    cdef int *phi_of
    cdef int *delta_of
    cdef int *order
    cdef int *proofs
    cdef unsigned long long *keys
    cdef object only, answer, questions, root, root_moves
    cdef dict statics, known
    cdef long long epsilon, others, widen
    cdef int threshold, deepest, capacity, phi, delta, low, high, second_delta
    cdef bint by_mobility, weak, limited, path_independent, may_repeat, restricted, listed, depends, ordered, keyed
    cdef bint _visit(self, Position position, int most_phi, int most_delta, int depth) except -1
    cdef bint _make_children(self, Position position, int start, int depth) except -1
    cdef int _likely_proof(self, int start, int depth) noexcept
    cdef int _sort(self, int start) noexcept
    cdef void _look_up(self, Position position, int index, int depth) except *
    cdef int _set_solved(self, int index, bint reached) noexcept
    cdef bint _repeats(self, Position position, int depth) except -1
    cdef unsigned long long _key(self, Position position, int depth) except? 1
    cdef int _back_up(self, int start) noexcept
    cdef int _best_proof(self, int start) noexcept
    cdef int _least(self, int *bound, int start) noexcept
    cdef int _store(self, Position position, int move, int depth, long long work) except -1
    cdef int _note_static(self, Position position, int move) except -1
    cdef int _reserve(self) except -1

cdef unsigned long long _key_after(unsigned long long key, int move) noexcept
