"""Text for people: scores, intervals, lines and counts."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.core.position import Position
from games.core.scores import KNOWN_WIN, WIN, is_decided

Bounds = tuple[int | None, int | None]
"""(pessimistic, optimistic); None is unknown."""


def counted(number: int, one: str, more: str = "") -> str:
    """Return a number with its noun: "1 game", "2 games".

    :param one: the noun in the singular.
    :param more: the plural, if it is not the singular plus s.
    """
    return f"{number} {one if number == 1 else more or one + 's'}"


def signed(score: int) -> str:
    """Return a score as text with its sign; 0 has none."""
    return f"{score:+d}" if score else "0"


def score_text(score: int | None) -> str:
    """Return a score as text; wins and losses with their distance in plies, if it is known.

    >>> [score_text(score) for score in (35, 0, WIN - 3, 1 - WIN, KNOWN_WIN, None)]
    ['+35', '0', 'win in 3 plies', 'loss in 1 ply', 'win', '?']
    """
    if score is None:
        return "?"
    if not is_decided(score):
        if abs(score) >= KNOWN_WIN:
            return "win" if score > 0 else "loss"
        return signed(score)
    plies = counted(WIN - abs(score), "ply", "plies")
    return f"{'win' if score > 0 else 'loss'} in {plies}"


def moves_to_mate(score: int) -> int:
    """Return the distance of a win or loss in moves of the winner, as chess counts it.

    >>> moves_to_mate(WIN - 3), moves_to_mate(2 - WIN), moves_to_mate(-WIN)
    (2, 1, 0)
    """
    return (WIN - abs(score) + 1) // 2


def interval_text(bounds: Bounds | None, text: Callable[[int], str] = score_text) -> str:
    """Return an interval as text, with a question mark for an unknown bound.

    Two wins, or two losses, are one with its length or a range of lengths. Elsewhere a win has no
    length: it is only the best that is possible. None is an interval whose bounds are both unknown.

    :param text: returns a bound as text. If it writes wins unlike `score_text`, both texts are in
        brackets unchanged.

    >>> interval_text((WIN - 15, WIN - 2)), interval_text((3, WIN - 1))
    ('win in 2 to 15 plies', '[+3, win]')
    """
    found = [bound for bound in bounds or () if bound is not None and is_decided(bound)]
    if not found or text(found[0]) != score_text(found[0]):  # no win, or in other words
        low, high = ("?" if bound is None else text(bound) for bound in bounds or (None, None))
        return f"[{low}, {high}]"
    if len(found) == 2 and found[0] == found[1]:
        return text(found[0])
    if len(found) == 2 and found[0] * found[1] > 0:
        first, last = sorted(WIN - abs(bound) for bound in found)
        return score_text(found[0]).partition(" ")[0] + f" in {first} to {last} plies"
    return interval_text(bounds, lambda x: text(x).partition(" ")[0] if is_decided(x) else text(x))


def line_text(position: Position, line: Sequence[int], notation: bool = False) -> list[str]:
    """Return a line of moves from a position, each as a text; the position is not changed.

    :param notation: as players read it (`Position.notation`), not as programs exchange it
        (`Position.move_text`).
    """
    copy = position.copy()
    words = []
    for move in line:
        words.append(copy.notation(move) if notation else copy.move_text(move))
        copy.push(move)
    return words
