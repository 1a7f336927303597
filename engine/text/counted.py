"""Numbers with their nouns, for reports."""

from __future__ import annotations

__all__ = ["counted"]


def counted(number: int, one: str, more: str = "") -> str:
    """A number and what it counts: "1 game", "2 games".

    :param one: the noun in the singular.
    :param more: its plural, if that is not the singular and an s.
    """
    return f"{number} {one if number == 1 else more or one + 's'}"
