"""64-bit arithmetic in the interpreter. Compiled modules have the functions from bits.pxd.

In hot code every constant of more than 31 bits comes from a module `constants`. A literal would
turn the C arithmetic around it into Python's without a warning.
"""

from __future__ import annotations

from games.core.constants import GOLDEN, M64, MIX_A, MIX_B, ONE

__all__ = ["GOLDEN", "M64", "ONE", "lsb", "mix", "msb", "popcount"]


def mix(z: int) -> int:
    """Return a 64-bit word mixed by the finaliser of splitmix64, a bijection that looks random."""
    z = ((z ^ (z >> 30)) * MIX_A) & M64
    z = ((z ^ (z >> 27)) * MIX_B) & M64
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
