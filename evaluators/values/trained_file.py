"""The file of trained values: a line that names it, a header in JSON, then little-endian integers.

    STARLING VALUES 2 header=BYTES crc=CRC-32 of the rest
    {"game": "connect4", "kind": "chance", ...}
    the number of each feature that has weights (32 bits); for each of them the weights to the
    hidden units, the biases of the hidden units, and their output weights (16 bits)

`starling train` writes it as `values.dat` into its folder and that of each generation.
"""

from __future__ import annotations

import json
import re
import zlib
from array import array
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from games.core.columns import from_bytes, largest_size, to_bytes
from games.core.features import MOST_NUMBERED
from games.errors import FileError, quoted
from games.parts.files import from_json, path_text, read_bytes
from games.parts.records import Record, plain, record

NAME = "values.dat"
"""The name of the file in a folder."""
INTERVALS = "intervals.json"
"""The name of the file of fits of `learned` beside it."""
SHIPPED = "starling-"
"""The beginning of the names of shipped values, which an option can have in place of a folder."""
VERSION = 2
STEP, MOST_HIDDEN = 16, 256
"""The number of hidden units is a multiple of the first, up to the second."""
MOST_ACTIVE = 4096
"""The most features of one position."""
LARGEST_SUM = 2**15 - 1
"""The largest sum of a hidden unit: it has 16 bits."""
LARGEST_OUTPUT = 2**15 - 1
MOST_UNIT = 2**20
"""The largest value of an output of 1."""
MOST_BYTES = 2**27

_FIRST = re.compile(rb"STARLING VALUES (\d{1,9}) header=(\d{1,9}) crc=(\d{1,10})\n")
_MADE = "a file that `starling train` wrote"


class Header(Record, frozen=True):
    """The header of a file of weights.

    :param game: the spec of the game.
    :param mark: the mark of its features (`games.core.features.features_mark`).
    :param kind: "chance" if an output is the logit of an expected score, "margin" for a margin.
    :param unit: the value of an output of 1.
    :param static: the weight of the game's static value, with 1 as 2 to the power STATIC_BITS.
    :param end: the bias of the output, with 1 as 2 to the power UNIT_BITS + OUTPUT_BITS.
    :param features: the number of features with weights.
    :param active: the most features of one position; further ones have no effect.
    :param hidden: the number of hidden units.
    """

    game: str
    mark: int
    kind: str
    unit: Annotated[int, Meta(ge=1, le=MOST_UNIT)]
    static: Annotated[int, Meta(ge=-(2**31), le=2**31)]
    end: Annotated[int, Meta(ge=-(2**31), le=2**31)]
    features: Annotated[int, Meta(ge=0, le=MOST_NUMBERED)]
    active: Annotated[int, Meta(ge=1, le=MOST_ACTIVE)]
    hidden: Annotated[int, Meta(ge=STEP, le=MOST_HIDDEN)]


@dataclass
class Trained:
    """The content of a file.

    :param numbers: the numbers of the features that have weights, rising.
    :param rows: for each of them the weights to the hidden units.
    :param biases: the biases of the hidden units.
    :param outputs: the weights of the hidden units in the output.
    :param crc: the checksum of the file that it was read from.
    """

    header: Header
    numbers: array[int]
    rows: array[int]
    biases: array[int]
    outputs: array[int]
    crc: int = field(default=0, init=False)

    def check(self) -> None:
        """Check the values: kind, number of hidden units, rising features, and sums of 16 bits.

        :raises ValueError: if one is invalid.
        """
        header = self.header
        if header.kind not in ("chance", "margin"):
            raise ValueError(f"kind {header.kind!r}: expected chance or margin")
        if header.hidden % STEP:
            raise ValueError(f"{header.hidden} hidden units: expected a multiple of {STEP}")
        known = [-1, *self.numbers, MOST_NUMBERED]
        if any(low >= high for low, high in pairwise(known)):
            raise ValueError(f"features whose numbers do not rise from 0 to {MOST_NUMBERED - 1}")
        sums = header.active * largest_size(self.rows) + largest_size(self.biases)
        if sums > LARGEST_SUM:
            raise ValueError(
                f"a sum of a hidden unit may be {sums}, expected at most {LARGEST_SUM}"
            )


def pack(trained: Trained) -> bytes:
    """Return the contents of a file.

    :raises ValueError: if the values are invalid (`Trained.check`).
    """
    trained.check()
    columns = (trained.numbers, trained.rows, trained.biases, trained.outputs)
    header = json.dumps(plain(trained.header)).encode() + b"\n"
    rest = header + to_bytes(columns)
    return (
        b"STARLING VALUES %d header=%d crc=%d\n" % (VERSION, len(header), zlib.crc32(rest)) + rest
    )


def folder_of(text: str) -> Path:
    """Return the folder that an option names: a path, or `starling-NAME` for shipped values.

    :raises FileError: if no values are shipped under the name.
    """
    if not text.startswith(SHIPPED) or Path(text).name != text:
        return Path(text)
    here = Path(__file__).parent / "shipped"
    folder = here / text.removeprefix(SHIPPED)
    if not (folder / NAME).is_file():
        names = sorted(SHIPPED + each.parent.name for each in here.glob(f"*/{NAME}"))
        raise FileError(f"no shipped values {quoted(text)}: expected {', '.join(names)}")
    return folder


def load(folder: str) -> Trained:
    """Return the trained values of a folder, see `folder_of`.

    :raises FileError: if the file is missing or invalid.
    """
    path = folder_of(folder) / NAME
    return read(read_bytes(path, f"the folder of `starling train`, with {NAME}", MOST_BYTES), path)


def read(data: bytes, path: Path) -> Trained:
    """Return the trained values of a file's contents, with the file's checksum as `crc`.

    :param path: the file, for messages.
    :raises FileError: if they are invalid.
    """
    where = path_text(path)
    first = _FIRST.match(data)
    if not first:
        raise FileError(f"{where} has no trained values: expected {_MADE}")
    version, size, crc = (int(word) for word in first.groups())
    if version != VERSION:
        raise FileError(f"{where} has version {version}: expected version {VERSION}; train again")
    rest = data[first.end() :]
    if zlib.crc32(rest) != crc:
        raise FileError(f"{where} is cut short or altered: wrong checksum; expected {_MADE}")
    try:
        header = record(from_json(rest[:size].decode(), where, _MADE), Header, "it")
        lengths = (
            ("i", header.features),
            ("h", header.features * header.hidden),
            ("h", header.hidden),
            ("h", header.hidden),
        )
        trained = Trained(header, *from_bytes(rest[size:], lengths))
        trained.check()
    except ValueError as error:
        raise FileError(f"{where} has no trained values: {error}; expected {_MADE}") from None
    trained.crc = crc
    return trained
