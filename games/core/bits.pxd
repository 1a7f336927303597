# Not compiled: the C side of bits.py. `prefetch` loads the memory at a pointer into the cache; only C
# has it.
from games.core.constants cimport MIX_A, MIX_B

cdef extern from *:
    """
    #ifdef _MSC_VER
    #include <intrin.h>
    static CYTHON_INLINE int starling_lsb(unsigned long long x) {
        unsigned long index;
        _BitScanForward64(&index, x);
        return (int)index;
    }
    static CYTHON_INLINE int starling_msb(unsigned long long x) {
        unsigned long index;
        _BitScanReverse64(&index, x);
        return (int)index;
    }
    #define starling_prefetch(address) _mm_prefetch((const char *)(address), _MM_HINT_T0)
    #else
    #define starling_lsb(x) __builtin_ctzll(x)
    #define starling_msb(x) (63 - __builtin_clzll(x))
    #define starling_prefetch(address) __builtin_prefetch(address)
    #endif
    /* Without -march, compilers call a function for __builtin_popcountll, which takes longer. */
    static CYTHON_INLINE int starling_popcount(unsigned long long x) {
        x -= x >> 1 & 0x5555555555555555;
        x = (x & 0x3333333333333333) + (x >> 2 & 0x3333333333333333);
        return (int)(((x + (x >> 4)) & 0x0F0F0F0F0F0F0F0F) * 0x0101010101010101 >> 56);
    }
    """
    int lsb "starling_lsb"(unsigned long long x) noexcept nogil
    int msb "starling_msb"(unsigned long long x) noexcept nogil
    int popcount "starling_popcount"(unsigned long long x) noexcept nogil
    void prefetch "starling_prefetch"(const void *address) noexcept nogil


cdef inline unsigned long long mix(unsigned long long z) noexcept nogil:
    z = (z ^ (z >> 30)) * MIX_A
    z = (z ^ (z >> 27)) * MIX_B
    return z ^ (z >> 31)
