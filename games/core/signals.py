"""Signals in the interpreter, which handles them by itself. Compiled modules use signals.pxd."""

from __future__ import annotations

__all__ = ["check_signals"]


def check_signals() -> int:
    """Run the handlers of signals that arrived, where the interpreter does not."""
    return 0
