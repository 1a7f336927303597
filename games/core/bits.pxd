# Not compiled: the C side of bits.py. `prefetch` loads the memory at a pointer into the cache; only C
# has it.
from games.core.constants cimport MIX_A, MIX_B

cdef extern from *:
    """
    #define starling_lsb(x) __builtin_ctzll(x)
    #define starling_msb(x) (63 - __builtin_clzll(x))
    #define starling_popcount(x) __builtin_popcountll(x)
    #define starling_prefetch(address) __builtin_prefetch(address)
    """
    int lsb "starling_lsb"(unsigned long long x) noexcept nogil
    int msb "starling_msb"(unsigned long long x) noexcept nogil
    int popcount "starling_popcount"(unsigned long long x) noexcept nogil
    void prefetch "starling_prefetch"(const void *address) noexcept nogil


cdef inline unsigned long long mix(unsigned long long z) noexcept nogil:
    z = (z ^ (z >> 30)) * MIX_A
    z = (z ^ (z >> 27)) * MIX_B
    return z ^ (z >> 31)
