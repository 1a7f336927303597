"""Srimani's analytic models of SSS* and alpha-beta (1985, chapter 5).

Both count the terminal nodes read in a uniform tree of width w and even depth d, where at every
node the (k+1)th son is the best: k+1 is the average branching factor, ABF.
"""

from __future__ import annotations

__all__ = ["alpha_beta", "mean_ratio", "ratio", "sss", "sss_closed"]


def sss(width: int, depth: int, abf: int) -> int:
    """Leaves that SSS* reads: NF of section 5.1, equations (1) to (5)."""
    k = abf - 1
    full = minimal = 1  # NF and NM at height 0
    for height in range(1, depth + 1):
        if height % 2:  # MIN nodes: (2), (3), (5)
            full, partial = (k + 1) * full + (width - k - 1) * minimal, (k + 1) * full
        else:  # MAX nodes: (1), (4)
            full = full + k * partial + (width - k - 1) * minimal
            minimal = width * minimal
    return full


def sss_closed(width: int, depth: int, abf: int) -> int:
    """The same in closed form: equation (6), whose exponent is 2i where a misprint has 21."""
    i, k = depth // 2, abf - 1
    rest = sum((k + 1) ** (2 * j) * width ** (i - j - 1) for j in range(i))
    return int((k + 1) ** (2 * i) + 2 * (width - k - 1) * rest)


def alpha_beta(width: int, depth: int, abf: int) -> int:
    """Leaves that alpha-beta reads: N1 of section 5.2, equations (1) to (7).

    In print (3) is N7_d = N3_(d-1) and (5) N3_d = w N6_(d-1), without their indices, and N3 = 1 at
    depth 0 is missing.
    """
    k = abf - 1
    n1 = n2 = n3 = n4 = n5 = n6 = n7 = 1
    for height in range(1, depth + 1):
        n1, n2, n3, n4, n5, n6, n7 = (
            n1 + k * n5 + (width - k - 1) * n7,
            k * n5 + n4 + (width - k - 1) * n7,
            width * n6,
            n2 + (width - 1) * n6,
            # At depth 1 the text gives k+1, which (2) gives only for k > 0.
            n2 + (k - 1) * n6 + n3 if height > 1 else k + 1,
            k * n6 + n3,
            n3,
        )
    return n1


def ratio(width: int, depth: int, abf: int) -> float:
    """I(alpha-beta) / I(SSS*)."""
    return alpha_beta(width, depth, abf) / sss(width, depth, abf)


def mean_ratio(width: int, depth: int) -> float:
    """The mean of the ratio over ABF = 1, ..., width: a cell of table 5.1."""
    return sum(ratio(width, depth, abf) for abf in range(1, width + 1)) / width
