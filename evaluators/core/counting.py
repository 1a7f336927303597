"""A game that counts the moves made in it: what the kits hold the nodes reported against."""

from __future__ import annotations

from functools import cache
from typing import Any

from evaluators.core.evaluator import Evaluator
from games.core.bits import GOLDEN, M64, mix
from games.core.moves import Moves
from games.core.position import Position
from games.parts.part import name_of, options_of

__all__ = ["counted", "counting"]

_PASS = -1

_FACTS = ("PATH_DEPENDENT", "INFO")
"""What a counting game takes over from the one behind, as it stands."""


def _behind(name: str) -> Any:
    """A property of the game behind, which the class of all games has as well."""
    return property(lambda self: getattr(self.behind, name))


class Counting(Position):
    """Another game's position; `entered` has a key for every line of moves that was ever entered,
    in this position or a copy of it.

    No two lines lead to one position here, so that each of them is a node, but for tables too.
    """

    KEYED = True
    ACYCLIC = True

    def __init__(self, behind: Position, entered: set[int] | None = None) -> None:
        self.behind = behind
        self.entered: set[int] = set() if entered is None else entered
        self.keys = [mix(len(behind.history))]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name == "behind":
            raise AttributeError(name)
        return getattr(self.behind, name)

    spec, history = _behind("spec"), _behind("history")
    ply, turn = _behind("ply"), _behind("turn")
    start, family, one_player = _behind("start"), _behind("family"), _behind("one_player")

    def legal_moves(self) -> list[int]:
        return self.behind.legal_moves()

    def outcome(self) -> int | None:
        return self.behind.outcome()

    def push(self, move: int) -> None:
        self.behind.push(move)
        self._enter(move)

    def push_pass(self) -> None:
        self.behind.push_pass()
        self._enter(_PASS)

    def _enter(self, move: int) -> None:
        self.keys.append(mix((self.keys[-1] ^ move + 2) + GOLDEN & M64))
        self.entered.add(self.keys[-1])

    def pop(self) -> None:
        self.behind.pop()
        self.keys.pop()

    def copy(self) -> Counting:
        copy = type(self)(self.behind.copy(), self.entered)
        copy.keys = list(self.keys)
        return copy

    def key(self) -> int:
        return self.keys[-1]

    def text(self) -> str:
        return self.behind.text()

    def move_text(self, move: int) -> str:
        return self.behind.move_text(move)

    def begin_search(self) -> None:
        self.behind.begin_search()

    def static(self) -> int:
        return self.behind.static()

    def static_bounds(self, side: int) -> int:
        return self.behind.static_bounds(side)

    def certain_bounds(self, side: int) -> int:
        return self.behind.certain_bounds(side)

    def game_phase(self) -> int:
        return self.behind.game_phase()

    def can_pass(self) -> bool:
        return bool(self.behind.can_pass())

    def zugzwang_unlikely(self) -> bool:
        return bool(self.behind.zugzwang_unlikely())

    def trait(self, number: int) -> int:
        return self.behind.trait(number)

    def noisy_moves(self, moves: Moves) -> int:
        return self.behind.noisy_moves(moves)

    def see(self, move: int) -> int:
        return self.behind.see(move)

    def in_check(self) -> bool:
        return bool(self.behind.in_check())


def counting(position: Position) -> Any:
    """A position like this one whose moves are counted, under the same name."""
    return _kind(type(position))(position.copy())  # type: ignore[arg-type]  # can be hashed


@cache
def _kind(game: type[Position]) -> type[Counting]:
    facts = {"NAME": name_of(game), **{name: getattr(game, name) for name in _FACTS}}
    return type("Counting", (Counting,), facts)


class Behind(Evaluator):
    """An evaluator that knows its game by its type, and is asked about the position behind."""

    def __init__(self, part: Evaluator) -> None:
        self.part = part
        self.TRAITS = part.TRAITS

    @property
    def spec(self) -> str:
        return self.part.spec

    def serves(self, position: Any) -> bool:
        return self.part.serves(position.behind)

    def bind(self, position: Any) -> None:
        self.part.bind(position.behind)

    def gives_intervals(self) -> bool:
        return self.part.gives_intervals()

    def value(self, position: Any) -> int:
        return self.part.value(position.behind)

    def static(self, position: Any) -> int:
        return self.part.static(position.behind)

    def trait(self, position: Any, number: int) -> int:
        return self.part.trait(position.behind, number)

    def interval(self, position: Any) -> tuple[int, int]:
        return self.part.interval(position.behind)

    def quantile(self, share: float) -> int:
        return self.part.quantile(share)


def counted(part: Evaluator, position: Position) -> Evaluator:
    """An evaluator like this one for counting positions; all it is made of is likewise.

    :param position: of the game in question, which the evaluator serves.
    """
    part.bind(position)
    parts = [option.name for option in options_of(type(part)) if option.kind == "evaluator"]
    if parts:
        bases = {name: counted(getattr(part, name), position) for name in parts}
        return type(part)(**{**(part.options or {}), **bases})
    watched, asked = counting(position), part.clone()
    try:
        known = asked.serves(watched)
        asked.static(watched)
    except (AttributeError, TypeError):
        known = False
    return part if known else Behind(part)
