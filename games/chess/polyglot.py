"""Polyglot books: what a file must be like to be one; python-chess reads them."""

from __future__ import annotations

__all__ = ["size_fault"]

_ENTRY_BYTES = 16


def size_fault(size: int) -> str:
    """Why a file of so many bytes is no Polyglot book; "" if it may be one."""
    if size and size % _ENTRY_BYTES == 0:
        return ""
    return f"has {size} bytes: expected a Polyglot book, {_ENTRY_BYTES} an entry"
