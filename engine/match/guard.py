"""A process that ends the programs of another one when that one is gone, whatever it died of.

It reads lines from its standard input: `+NUMBER` to take a process group into its care, `-NUMBER`
when that has ended. At the end of the input, which comes when nobody can write to it any more, it
kills all that are left. It is run as a file of its own and imports nothing of ours.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterable
from contextlib import suppress

__all__ = ["guard"]


def guard(orders: Iterable[str]) -> None:
    """Follow the orders, and at their end kill the process groups that are left."""
    groups: set[int] = set()
    for order in orders:
        change = groups.add if order[0] == "+" else groups.discard
        change(int(order[1:]))
    for group in groups:
        with suppress(OSError):
            os.killpg(group, signal.SIGKILL)


if __name__ == "__main__":
    guard(sys.stdin)
