"""How many leaves SSS* and alpha-beta read, by recurrences (Srimani 1985, chapter 5).

The model: a uniform tree of width w and depth d where, at every node searched, the (k+1)th
successor is the best on average; k+1 is the *average branching factor*, ABF, from 1 (the minimal
tree) to w (the whole tree). Depths are even. Names and numbers are the text's, with its slips put
right: N3 = 1 at depth 0, (3) is N7[d] = N3[d-1], and the exponent in (6) is 2i.
"""

from __future__ import annotations

from statistics import fmean

from games.errors import SpecError

__all__ = ["alpha_beta", "average_ratio", "sss", "sss_closed"]


def sss(w: int, d: int, abf: int) -> int:
    """Leaves that SSS* reads, by the recurrences (1) to (5) of section 5.1."""
    k = abf - 1
    nf = nm = 1
    for _ in range(_halves(d)):
        nf, np, nm = (k + 1) * nf + (w - k - 1) * nm, (k + 1) * nf, nm  # (2), (3), (5)
        nf, nm = nf + k * np + (w - k - 1) * nm, w * nm  # (1), (4)
    return nf


def sss_closed(w: int, d: int, abf: int) -> int:
    """The same by the closed form (6)."""
    i = _halves(d)
    shared = sum(abf ** (2 * j) * w ** (i - j - 1) for j in range(i))
    return abf ** (2 * i) + 2 * (w - abf) * shared


def alpha_beta(w: int, d: int, abf: int) -> int:
    """Leaves that alpha-beta reads, by the recurrences (1) to (7) of section 5.2."""
    k = abf - 1
    n1 = n2 = n3 = n4 = n5 = n6 = n7 = 1
    for _ in range(2 * _halves(d)):
        n1, n2, n3, n4, n5, n6, n7 = (
            n1 + k * n5 + (w - k - 1) * n7,  # (1)
            k * n5 + n4 + (w - k - 1) * n7,  # (4)
            w * n6,  # (5)
            n2 + (w - 1) * n6,  # (7)
            n2 + (k - 1) * n6 + n3,  # (2)
            k * n6 + n3,  # (6)
            n3,  # (3)
        )
    return n1


def average_ratio(w: int, d: int) -> float:
    """Alpha-beta's leaves to SSS*'s, the mean of the ratios over ABF = 1 to w (table 5.1)."""
    return fmean(alpha_beta(w, d, abf) / sss(w, d, abf) for abf in range(1, w + 1))


def _halves(d: int) -> int:
    if d < 0 or d % 2:
        raise SpecError(f"depth {d}: the model has even depths only")
    return d // 2
