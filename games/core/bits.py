"""64-bit arithmetic in the interpreter. Compiled modules have the same names from bits.pxd.

In hot code every constant of more than 31 bits comes from here. A literal would turn the C
arithmetic around it into Python's without a warning.
"""

from __future__ import annotations

__all__ = ["GOLDEN", "M64", "ONE", "lsb", "mix", "msb", "popcount"]

M64 = 0xFFFFFFFFFFFFFFFF
"""All 64 bits: the mask after `*`, `+`, `<<` and `~`."""
ONE = 1
"""A 64-bit one, for shifts."""
GOLDEN = 0x9E3779B97F4A7C15
"""2^64 divided by the golden ratio: the step of splitmix64."""


def mix(z: int) -> int:
    """Return the finaliser of splitmix64: a bijection of 64-bit words that looks random."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & M64
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & M64
    return z ^ (z >> 31)


def lsb(x: int) -> int:
    """Return the index of the lowest bit set; x is not 0."""
    return (x & -x).bit_length() - 1


def msb(x: int) -> int:
    """Return the index of the highest bit set; x is not 0."""
    return x.bit_length() - 1


def popcount(x: int) -> int:
    """Return the number of bits set."""
    return x.bit_count()
