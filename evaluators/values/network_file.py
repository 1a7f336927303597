"""The file of a network's weights: a header, then little-endian integers.

The header has a magic word, the numbers of inputs, hidden units and output buckets, and a CRC-32 of
the rest: the rows of the inputs, the biases of the hidden units and the output weights of every
bucket (16 bits each), and the biases of the outputs (32 bits).
"""

from __future__ import annotations

import struct
import zlib
from array import array
from functools import cache
from typing import NamedTuple

from evaluators.values.constants import BUCKETS, INPUTS, MOST_PIECES
from games.core.columns import from_bytes, largest_size, to_bytes
from games.errors import FileError, printable
from games.parts.files import read_bytes

STEP, MOST_HIDDEN = 16, 128
"""The number of hidden units is a multiple of the first, up to the second."""
LARGEST_SUM = 2**15 - 1
"""The largest sum of a hidden unit: it has 16 bits."""
LARGEST_OUTPUT = 127
"""The largest output weight: its product with an activation must fit 16 bits."""
LARGEST_END = 2**31 - 1
"""The largest bias of an output: it has 32 bits."""

MOST_BYTES = 2_000_000

MAGIC = b"STARNET1"
_HEADER = struct.Struct("<8sHHHHI")


class Weights(NamedTuple):
    """A network in integers, as the evaluator uses it.

    :param hidden: the hidden units of each perspective.
    :param rows: for each input the weights to the hidden units.
    :param biases: the biases of the hidden units.
    :param outputs: for each bucket the weights of the mover's units, then of the opponent's.
    :param ends: the biases of the outputs.
    """

    hidden: int
    rows: array[int]
    biases: array[int]
    outputs: array[int]
    ends: array[int]


def pack(weights: Weights) -> bytes:
    """Return the contents of a file with these weights.

    :raises ValueError: if the arithmetic could overflow.
    """
    _check(weights)
    body = to_bytes(weights[1:])
    header = _HEADER.pack(MAGIC, INPUTS, weights.hidden, BUCKETS, 0, zlib.crc32(body))
    return header + body


@cache
def load(path: str) -> Weights:
    """Return the weights of a file, as it was when it was read first.

    :raises FileError: if it is missing or invalid.
    """
    data = read_bytes(path, "the weights of a network", MOST_BYTES)
    path = printable(path, 1000)
    if len(data) < _HEADER.size or data[: len(MAGIC)] != MAGIC:
        raise FileError(f"{path} is no network: expected a file of `python -m training.chess`")
    _, inputs, hidden, buckets, _, checksum = _HEADER.unpack_from(data)
    if inputs != INPUTS or buckets != BUCKETS or hidden % STEP or not 0 < hidden <= MOST_HIDDEN:
        raise FileError(
            f"{path} is no network: {inputs} inputs, {hidden} hidden units, {buckets} outputs; "
            f"expected {INPUTS}, a multiple of {STEP} up to {MOST_HIDDEN}, and {BUCKETS}"
        )
    body = data[_HEADER.size :]
    lengths = (
        ("h", INPUTS * hidden),
        ("h", hidden),
        ("h", 2 * BUCKETS * hidden),
        ("i", BUCKETS),
    )
    try:
        weights = Weights(hidden, *from_bytes(body, lengths))
        if zlib.crc32(body) != checksum:
            raise ValueError("it is corrupted: wrong checksum")
        _check(weights)
    except ValueError as error:
        raise FileError(f"{path} is no network: {error}") from None
    return weights


def _check(weights: Weights) -> None:
    """Check that the arithmetic cannot overflow with these weights.

    :raises ValueError: if it could.
    """
    sums = MOST_PIECES * largest_size(weights.rows) + largest_size(weights.biases)
    for what, found, most in (
        ("a sum of a hidden unit", sums, LARGEST_SUM),
        ("an output weight", largest_size(weights.outputs), LARGEST_OUTPUT),
        ("an output bias", largest_size(weights.ends), LARGEST_END),
    ):
        if found > most:
            raise ValueError(f"{what} may be {found}, expected at most {most}")
