"""Columns of whole numbers as one short text: differences, byte by byte, deflated, in base64."""

from __future__ import annotations

import base64
import zlib
from typing import Any

import numpy as np

__all__ = ["Packer"]


class Packer:
    """Columns, one after the other; `add` tells where a column is to be found.

    A column is stored as the differences of its numbers, the sign in the lowest bit, first all the
    lowest bytes, then all the second ones, and so on: most of them are alike, and deflate well.
    """

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._size = 0

    def add(self, numbers: Any) -> list[int]:
        """Take a column of 32-bit numbers.

        :returns: where it begins, how many numbers it has, and of how many bytes each.
        """
        column = np.asarray(numbers, dtype=np.int64)
        steps = np.diff(column, prepend=0).astype(np.int32)  # modulo 2^32, as the page adds them
        folded = ((steps << 1) ^ (steps >> 31)).astype("<u4")
        most = int(folded.max(initial=0))
        width = max(1, (most.bit_length() + 7) // 8)
        planes = folded.view(np.uint8).reshape(-1, 4)[:, :width].T
        place = [self._size, len(column), width]
        self._parts.append(planes.tobytes())
        self._size += len(column) * width
        return place

    def text(self) -> str:
        """All columns."""
        return base64.b64encode(zlib.compress(b"".join(self._parts), 9)).decode("ascii")
