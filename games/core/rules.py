"""`Rules`: the part of a position that the author of a game writes, and its consequences."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

import cython

from games.core.contract import MOVES_RULE, contract_error, expect_methods, read_outcome
from games.core.history import Default, replay, restore
from games.core.moves import Moves
from games.errors import ContractError
from games.parts.part import Part

if not cython.compiled:
    from games.core.scores import ONGOING


class Rules(Part):
    """The rules of a game: legal moves, making and taking back a move, the outcome.

    An author writes four methods: `legal_moves`, `push`, `pop`, `outcome`. A compiled game
    overrides `generate` and `result` instead of the first and the last. Each of these pairs is
    defined by the other.
    """

    # -- the four methods of an author ---------------------------------------------------------

    def legal_moves(self) -> list[int]:
        """Return the legal moves, distinct whole numbers from 0 to 2^31 - 1.

        Once `outcome()` is not None they mean nothing: a game may still list moves, as chess does
        after a draw by repetition.
        """
        moves: Moves = Moves()
        self.generate(moves)
        return moves.since(0)

    def push(self, move: cython.int) -> Any:
        """Make a legal move, and add it to `history`.

        It need not be checked here (see `play`). Some games raise an IndexError if it is illegal.
        """
        raise NotImplementedError(f"{type(self).__name__} lacks push(move)")

    def pop(self) -> Any:
        """Take back the last move or pass, which is still `self.history[-1]`.

        :raises IndexError: if there is none, in built-in games.
        """
        raise NotImplementedError(f"{type(self).__name__} lacks pop()")

    def outcome(self) -> int | None:
        """Return None while the game goes on, else WIN, DRAW, LOSS or a margin below 2^29 in size.

        It is from the side to move's view.
        """
        if type(self).result is _default_result:
            raise NotImplementedError(f"{type(self).__name__} lacks outcome()")
        result: cython.int = self.result()
        return None if result == ONGOING else result

    # -- the typed methods of a compiled game, which searchers call ----------------------------

    def generate(self, moves: Moves) -> cython.int:
        """Append the legal moves to `moves`, and return their number.

        Once the game is over they mean nothing, as those of `legal_moves`.

        :raises ContractError: if `legal_moves` lists other things than whole numbers from 0 to
            2^31 - 1, or nothing while the game goes on.
        """
        if type(self).legal_moves is _default_legal_moves:
            raise NotImplementedError(f"{type(self).__name__} lacks legal_moves()")
        legal: list[int] = list(self.legal_moves())
        try:
            moves.extend(legal)
        except (TypeError, OverflowError):
            raise contract_error(self, MOVES_RULE, legal) from None
        if legal and min(legal) < 0:
            raise contract_error(self, MOVES_RULE, legal)
        if not legal and self.outcome() is None:
            raise ContractError(f"{self!r}: no legal moves and no outcome: expected an outcome")
        return len(legal)

    def result(self) -> cython.int:
        """Return the outcome as a number: ONGOING, or the result from the side to move's view.

        :raises ContractError: if `outcome` gives anything but None, WIN, DRAW, LOSS or a margin.
        """
        outcome = self.outcome()
        return ONGOING if outcome is None else read_outcome(self, outcome)

    # -- the game so far -----------------------------------------------------------------------

    @Default
    def history(self) -> Sequence[int]:
        """The moves since the start position, oldest first."""
        return tuple(getattr(self, "_played", ()))

    @Default
    def ply(self) -> int:
        """The number of moves since the start position."""
        return len(self.history)

    @Default
    def turn(self) -> int:
        """The side to move: 0 for the side that moves first from the game's usual start, else 1.

        By default it is the parity of `ply`.
        """
        return int(self.ply) % 2

    @Default
    def start(self) -> str:
        """The text of the position where the history begins; by default empty, the usual start."""
        return ""

    @Default
    def one_player(self) -> bool:
        """Whether one side makes every move, so that no value is negated; by default false."""
        return False

    # -- making ----------------------------------------------------------------------------------

    @classmethod
    def build(cls, **keywords: Any) -> Any:
        """Return a position at the usual start, with these options.

        :raises ContractError: if the class lacks one of the four methods, or INFO lacks two
            sides.
        """
        expect_methods(cls, Rules)
        return cls(**keywords)

    # -- copies --------------------------------------------------------------------------------

    def copy(self) -> Any:
        """Return an independent position with the same history; by default a deep copy.

        :raises ContractError: if an attribute cannot be copied.
        """
        fields = self.options, self.made_of
        try:
            attributes = copy.deepcopy(self.__dict__)
        except TypeError as error:
            expected = "expected attributes that can be copied, or a method copy"
            raise ContractError(f"game {self.spec}: copy(): {error}: {expected}") from error
        return restore(type(self), fields, attributes)

    def clone(self) -> Any:
        """Return a `copy`. `initial` returns a new game."""
        return self.copy()

    def initial(self) -> Any:
        """Return a new position of the same game at its usual start."""
        return self._factory()()

    def __copy__(self) -> Any:
        """Return `copy()`, for the module `copy`."""
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the recipe for `pickle`: the options and all attributes.

        For a class with its own `copy` it is the start and the moves to make again.
        """
        # A class with its own way to copy has no `__dict__` to restore: play the moves again.
        if type(self).copy is not Rules.copy:
            return replay, (self._factory(), self.start, tuple(self.history))
        return restore, (type(self), (self.options, self.made_of), self.__dict__)


_default_result: Any = getattr(Rules, "result")  # noqa: B009  # compiled, its name is a C function
"""The `result` that calls `outcome`."""
_default_legal_moves: Any = getattr(Rules, "legal_moves")  # noqa: B009  # likewise
"""The `legal_moves` that calls `generate`."""
