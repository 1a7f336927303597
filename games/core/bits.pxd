# 64-bit arithmetic in C: the counterpart of bits.py, which is never compiled. `prefetch` loads the
# memory at a pointer into the cache; only C has it.
cdef extern from *:
    """
    #define STARLING_M64 0xFFFFFFFFFFFFFFFFULL
    #define STARLING_MIX_A 0xBF58476D1CE4E5B9ULL
    #define STARLING_MIX_B 0x94D049BB133111EBULL
    #define STARLING_GOLDEN 0x9E3779B97F4A7C15ULL
    static inline unsigned long long starling_mix(unsigned long long z) {
        z = (z ^ (z >> 30)) * STARLING_MIX_A;
        z = (z ^ (z >> 27)) * STARLING_MIX_B;
        return z ^ (z >> 31);
    }
    #define starling_lsb(x) __builtin_ctzll(x)
    #define starling_msb(x) (63 - __builtin_clzll(x))
    #define starling_popcount(x) __builtin_popcountll(x)
    #define starling_prefetch(address) __builtin_prefetch(address)
    """
    const unsigned long long M64 "STARLING_M64"
    const unsigned long long ONE "1ULL"
    const unsigned long long GOLDEN "STARLING_GOLDEN"
    unsigned long long mix "starling_mix"(unsigned long long z) noexcept nogil
    int lsb "starling_lsb"(unsigned long long x) noexcept nogil
    int msb "starling_msb"(unsigned long long x) noexcept nogil
    int popcount "starling_popcount"(unsigned long long x) noexcept nogil
    void prefetch "starling_prefetch"(const void *address) noexcept nogil
