"""Features of positions as numbers: the letters of a text, and the symmetries of a board."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from typing import Any

MOST_NUMBERED = 2**20
"""The numbers of features are below this."""
LETTERS = 64
"""The kinds of letters that a place of a text may have: their codes modulo this number."""
PLACES = 2048
"""The places of a text that count."""
MARK_PLIES = 200
"""The most plies of the game whose features are the mark of a numbering."""

_IMAGES: dict[str, Callable[[int, int, int, int], tuple[int, int]]] = {
    "files": lambda file, row, width, height: (width - 1 - file, row),
    "rows": lambda file, row, width, height: (file, height - 1 - row),
    "turn": lambda file, row, width, height: (width - 1 - file, height - 1 - row),
    "diagonal": lambda file, row, width, height: (row, file),
}
"""The symmetries of a board by name: the image of a square."""


def text_features(position: Any) -> list[int]:
    """Return a number for each letter of the `diagram`, by its place and the side to move.

    Blanks do not count, nor do letters behind the first 2048 characters. Letters whose codes differ
    by a multiple of 64 share a number.
    """
    first = PLACES * LETTERS * position.turn
    return [
        first + LETTERS * place + ord(letter) % LETTERS
        for place, letter in enumerate(position.diagram()[:PLACES])
        if not letter.isspace()
    ]


def features_mark(position: Any) -> int:
    """Return a checksum of the features of one game, which is the same for all positions of a game.

    Another numbering of features has another mark, unless it differs in no position of that game.
    The position is not changed.
    """
    game, mark, number = position.initial(), 0, 0
    for _ in range(MARK_PLIES):
        mark = zlib.crc32(repr(sorted(game.features())).encode(), mark)
        moves = sorted(game.legal_moves())
        if not moves:
            break
        number = (1103515245 * number + 12345) % 2**31
        game.push(moves[(number >> 16) % len(moves)])
    return mark


def board_symmetries(
    width: int, height: int, planes: int, names: tuple[str, ...], kinds: int = 0
) -> list[list[int]]:
    """Return all symmetries that the named ones generate, without the identity.

    Each is a list of the images of all features, as in `Position.symmetries`. Features are numbered
    by planes, then rows, then files. Behind them may be features of blocks of two by two squares:
    numbered by rows, files, and pieces. The pieces from the lower left to the upper right are the
    digits of a number, the first one the lowest.

    :param planes: the number of features that each square has, such as one for each kind of piece.
    :param names: "files" (exchange left and right), "rows" (bottom and top), "turn" (by half a
        turn), "diagonal" (exchange files and rows; it does not count unless the board is square).
    :param kinds: the kinds of pieces in a block, no piece included; 0 for no blocks.
    """
    squares = width * height
    identity = tuple(range(squares))
    if width != height:
        names = tuple(name for name in names if name != "diagonal")
    made = [
        tuple(
            row * width + file
            for file, row in (
                _IMAGES[name](square % width, square // width, width, height) for square in identity
            )
        )
        for name in names
    ]
    found = [identity]
    for image in found:  # the list grows until no image is new
        for other in made:
            both = tuple(other[square] for square in image)
            if both not in found:
                found.append(both)
    return [
        [plane * squares + square for plane in range(planes) for square in image]
        + _images_of_blocks(image, width, height, planes * squares, kinds)
        for image in found[1:]
    ]


def _images_of_blocks(
    image: tuple[int, ...], width: int, height: int, first: int, kinds: int
) -> list[int]:
    """Return for each feature of a block, by number, its image; an empty list without blocks.

    :param image: for each square its image.
    :param first: the number of the first feature of a block.
    """
    if not kinds:
        return []
    corners = [row * width + file for row in range(height - 1) for file in range(width - 1)]
    numbers = {corner: number for number, corner in enumerate(corners)}
    found = []
    for corner in corners:
        places = [image[corner + step] for step in (0, 1, width, width + 1)]
        moved = min(places)
        steps = [(0, 1, width, width + 1).index(place - moved) for place in places]
        base = first + numbers[moved] * kinds**4
        found += [base + code for code in digit_permutation(steps, kinds)]
    return found


def digit_permutation(places: Sequence[int], base: int) -> list[int]:
    """Return for each number, used as index, the number with its digits moved to other places.

    They are all numbers of `len(places)` digits.

    :param places: for each digit, the lowest first, the place that it moves to.
    """
    found = [0]
    for place in places:
        power = base**place
        found = [number + digit * power for digit in range(base) for number in found]
    return found
