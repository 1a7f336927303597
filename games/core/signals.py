"""Signals in interpreted code, which needs no check. Compiled modules have it from signals.pxd."""

from __future__ import annotations


def check_signals() -> int:
    """Return 0: the interpreter runs the handlers of signals by itself."""
    return 0
