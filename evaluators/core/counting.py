"""A position that counts the moves made on it, for the conformance tests of node counts."""

from __future__ import annotations

from functools import cache
from operator import attrgetter
from typing import Any

from evaluators.core.evaluator import Evaluator
from games.core.bits import GOLDEN, M64, mix
from games.core.position import Position
from games.parts.part import name_of, options_of

_PASS = -1

_FACTS = ("CONSTANT_STATIC", "PATH_DEPENDENT", "INFO")
"""The class attributes that a counting position takes from the wrapped one."""
_ASKED = (
    "legal_moves", "outcome", "text", "move_text", "begin_search", "static", "static_bounds",
    "certain_bounds", "game_phase", "can_pass", "zugzwang_unlikely", "trait", "noisy_moves", "see",
    "in_check",
)  # fmt: skip
"""The methods of a counting position that are the wrapped one's."""
_UNWRAPPING = (
    "serves", "is_informative", "bind", "value", "static", "trait", "interval", "gives_intervals",
    "quantile",
)  # fmt: skip
"""The methods of an unwrapping evaluator that are the wrapped one's, with another position."""


class Counting(Position):
    """A wrapped position that counts moves.

    `entered` has a key for each line of moves that was made, here or on a copy. `made[0]` is the
    number of moves and passes. There are no transpositions: every line has its own key, so each
    counts as a node.
    """

    KEYED = True
    ACYCLIC = True

    def __init__(
        self, wrapped: Position, entered: set[int] | None = None, made: list[int] | None = None
    ) -> None:
        self.wrapped = wrapped
        self.entered: set[int] = set() if entered is None else entered
        self.made = [0] if made is None else made
        self.keys = [mix(len(wrapped.history))]

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of the wrapped position that this class lacks.

        :raises AttributeError: if its name begins with "_".
        """
        if name.startswith("_") or name == "wrapped":
            raise AttributeError(name)
        return getattr(self.wrapped, name)

    spec, history, ply, turn, start, family, one_player = (
        property(attrgetter(f"wrapped.{name}"))
        for name in ("spec", "history", "ply", "turn", "start", "family", "one_player")
    )

    def push(self, move: int) -> None:
        """Make the move in the wrapped position; count it in `made`, its line in `entered`."""
        self.made[0] += 1
        self.wrapped.push(move)
        self._enter(move)

    def push_pass(self) -> None:
        """Pass in the wrapped position, count that in `made`, and add the line to `entered`."""
        self.made[0] += 1
        self.wrapped.push_pass()
        self._enter(_PASS)

    def _enter(self, move: int) -> None:
        """Append a key of the line so far, with this move, to `keys`, and add it to `entered`."""
        self.keys.append(mix((self.keys[-1] ^ move + 2) + GOLDEN & M64))
        self.entered.add(self.keys[-1])

    def pop(self) -> None:
        """Take back the last move or pass in the wrapped position; the counts stay."""
        self.wrapped.pop()
        self.keys.pop()

    def copy(self) -> Counting:
        """Return a copy around a copy of the wrapped position; both share the counts."""
        copy = type(self)(self.wrapped.copy(), self.entered, self.made)
        copy.keys = list(self.keys)
        return copy

    def key(self) -> int:
        """Return the key of the line of moves, not that of the wrapped position."""
        return self.keys[-1]


def counting(position: Position) -> Any:
    """Return a `Counting` position around a copy of a position, of a game with the same name."""
    return _kind(type(position))(position.copy())  # type: ignore[arg-type]  # can be hashed


@cache
def _kind(game: type[Position]) -> type[Counting]:
    """Return a class that counts the moves made in a game of this class."""
    facts = {"NAME": name_of(game), **{name: getattr(game, name) for name in _FACTS}}
    return type("Counting", (Counting,), facts)


class Unwrapping(Evaluator):
    """An evaluator that unwraps the position, for one that checks the type of its game."""

    def __init__(self, part: Evaluator) -> None:
        self.part = part
        self.TRAITS = part.TRAITS

    spec = property(attrgetter("part.spec"))


def _passed_on(to: str, name: str) -> Any:
    """Return a method that calls that of the object in attribute `to`, with positions unwrapped."""

    def call(self: Any, *given: Any) -> Any:
        """Return what the other object's method returns for the arguments, positions unwrapped."""
        bare = (each.wrapped if isinstance(each, Counting) else each for each in given)
        return getattr(getattr(self, to), name)(*bare)

    return call


for _name in _ASKED:
    setattr(Counting, _name, _passed_on("wrapped", _name))
for _name in _UNWRAPPING:
    setattr(Unwrapping, _name, _passed_on("part", _name))


def counted(part: Evaluator, position: Position) -> Evaluator:
    """Return an evaluator like this one, and with bases like its bases, for counting positions.

    It is `part` itself if that has no base and accepts such positions. An evaluator that refuses
    them, since it checks their type, is wrapped: the moves that it makes are not counted. `part` is
    bound to the game.

    :param position: a position of the game, which the evaluator supports.
    """
    part.bind(position)
    parts = [option.name for option in options_of(type(part)) if option.kind == "evaluator"]
    if parts:
        bases = {name: counted(getattr(part, name), position) for name in parts}
        return type(part)(**{**(part.options or {}), **bases})
    copy, clone = counting(position), part.clone()
    try:
        supported = clone.serves(copy)
        clone.static(copy)
    except (AttributeError, TypeError):
        supported = False
    return part if supported else Unwrapping(part)
