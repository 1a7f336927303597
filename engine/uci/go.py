"""The words behind `go`, read into the limits of a search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.core.position import Position
from games.errors import LimitsError, MoveError, quoted
from searchers.core.limits import Clock, Limits

__all__ = ["Go", "moves_to_search", "parse_go", "perft_depth"]

_NUMBERS = ("nodes", "depth", "mate", "movetime", "wtime", "btime", "winc", "binc", "movestogo")
_DEEPEST_COUNT = 400
_WORDS = ("searchmoves", "ponder", "infinite", *_NUMBERS)
_LARGEST = 2**31 - 1
_MOST_NODES = 2**62


class Go(NamedTuple):
    """One request to search.

    :param limits: what ends the search, by our own clock and the request's counts.
    :param infinite: the answer waits for `stop`, even if the search has ended.
    :param ponder: the answer waits for `ponderhit` or `stop`, and until then no clock runs.
    :param ignored: the words that meant nothing.
    :param mate: a mate is looked for.
    """

    limits: Limits
    infinite: bool = False
    ponder: bool = False
    ignored: tuple[str, ...] = ()
    mate: bool = False


def parse_go(words: Sequence[str], position: Position) -> Go:
    """Read what stands behind `go`, in any order; times are in milliseconds.

    :raises LimitsError: on a value that is missing or unusable.
    :raises MoveError: if a move to search is not legal.
    """
    groups, ignored = _grouped(words)
    numbers = {name: _number(name, groups[name]) for name in _NUMBERS if name in groups}
    moves = groups.pop("searchmoves", None)
    for name, values in groups.items():
        ignored += values[1:] if name in _NUMBERS else values
    limits = Limits(
        nodes=numbers.get("nodes"),
        depth=_depth(numbers),
        seconds=numbers["movetime"] / 1000 if "movetime" in numbers else None,
        clock=_clock(numbers, "wb"[position.turn]),
        moves=None if moves is None else tuple(position.parse_move(move) for move in moves),
    )
    infinite, ponder, mate = [word in groups for word in ("infinite", "ponder", "mate")]
    return Go(limits, infinite, ponder, tuple(ignored), mate)


def moves_to_search(words: Sequence[str], position: Position) -> tuple[int, ...]:
    """The legal ones of the moves to search that a `go` names, whatever else is wrong with it; all
    legal moves if it names none."""
    moves = []
    for word in _grouped(words)[0].get("searchmoves", ()):
        try:
            moves.append(position.parse_move(word))
        except MoveError:
            continue
    return tuple(moves or position.legal_moves())


def perft_depth(words: Sequence[str]) -> int:
    """The number of plies behind `perft`.

    :raises LimitsError: on a value that is missing or unusable.
    """
    depth = _number("perft", words)
    if not 1 <= depth <= _DEEPEST_COUNT:
        raise LimitsError(f"go perft: expected plies from 1 to {_DEEPEST_COUNT}, not {depth}")
    return depth


def _grouped(words: Sequence[str]) -> tuple[dict[str, list[str]], list[str]]:
    """What stands behind each word that means something, and what stands behind none."""
    groups: dict[str, list[str]] = {}
    ignored: list[str] = []
    values = ignored
    for word in words:
        if word in _WORDS:
            values = groups[word] = []
        else:
            values.append(word)
    return groups, ignored


def _number(name: str, values: Sequence[str]) -> int:
    try:
        value = int(values[0])
    except (IndexError, ValueError):
        given = quoted(values[0]) if values else "nothing"
        raise LimitsError(f"go {name}: expected a whole number, not {given}") from None
    largest = _MOST_NODES if name == "nodes" else _LARGEST
    return max(-largest, min(value, largest))


def _depth(numbers: dict[str, int]) -> int | None:
    """The plies to look ahead; a mate in n moves is found in 2n-1."""
    plies = [numbers["depth"]] if "depth" in numbers else []
    if "mate" in numbers:
        if numbers["mate"] < 1:
            raise LimitsError(f"go mate: expected a number of moves, not {numbers['mate']}")
        plies.append(2 * numbers["mate"] - 1)
    return min(plies, default=None)


def _clock(numbers: dict[str, int], side: str) -> Clock | None:
    """The clock of the side to move, if it was given; it may have run out."""
    remaining = numbers.get(f"{side}time")
    if remaining is None:
        return None
    moves = numbers.get("movestogo", 0)
    increment = numbers.get(f"{side}inc", 0)
    return Clock(remaining / 1000, increment / 1000, moves if moves > 0 else None)
