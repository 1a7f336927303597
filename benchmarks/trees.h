/* The generators of the synthetic trees, as in games/core/bits.py and games/synthetic/ngame.py. */
#pragma once
#include <stdint.h>

typedef uint64_t u64;
#define GOLDEN 0x9E3779B97F4A7C15ULL

static inline u64 mix(u64 z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}

/* What the edge to a node of an N-game costs; edges are 2^15. */
static inline int ngame_cost(u64 seed, u64 node) {
    return (int)(((mix(seed + (node + 1) * GOLDEN) >> 32) * 65537) >> 32) - 32768;
}
