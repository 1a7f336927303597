"""`Threshold`: the question whether a side reaches a value, as a game that is won or lost."""

from __future__ import annotations

from typing import Any

import cython

from games.core.moves import Moves
from games.core.position import Position

if not cython.compiled:
    from games.core.array import ints
    from games.core.scores import DRAW, INFINITY, LOSS, MATE_BOUND, MAX_PLY, ONGOING, WIN


class Threshold(Position):
    """A position of another game. A side wins if the outcome for it is at least the target.

    A search of it needs no more than the answer. A search of the game itself also compares outcomes
    on the same side of the target. Outcomes must not depend on earlier moves.

    :param base: the position, which this one takes over.
    :param side: the side that wants the target: a `turn` of the game.
    :param target: the least outcome that it wants: WIN, DRAW, or a margin.
    :param margin: an array of one number, which gets a margin among the outcomes of the game that
        are examined, here or in copies. It stays as it is if all are wins, draws or losses.
    """

    def __init__(self, base: Position, side: int, target: int, margin: Any) -> None:
        self.base, self.side, self.target = base, side, target
        self.own = base.turn == side
        self._margin = margin
        self.margin = ints(self._margin)

    @property
    def KEYED(self) -> bool:  # type: ignore[override]  # as the game has it
        """Whether the game has keys."""
        return self.base.KEYED

    @property
    def spec(self) -> str:
        """The game with the question in words, as a name for messages."""
        name = self.base.INFO.sides[self.side]
        goals = {WIN: "wins", DRAW: "gets at least a draw"}
        return f"{self.base.spec}, whether {name} {goals.get(self.target, f'gets {self.target}')}"

    # -- rules ---------------------------------------------------------------------------------

    def generate(self, moves: Moves) -> cython.int:
        """Append the legal moves of the game beneath, and return how many there are."""
        return self.base.generate(moves)

    def push(self, move: cython.int) -> None:
        """Make the move in the position of the game."""
        self.base.push(move)
        self.own = not self.own

    def pop(self) -> None:
        """Take back the last move in the position of the game."""
        self.base.pop()
        self.own = not self.own

    def result(self) -> cython.int:
        """Return WIN or LOSS, from the side to move; ONGOING if the game goes on.

        If the outcome of the game is a margin, it is also stored in `margin`.
        """
        value: cython.int = self.base.result()
        if value == ONGOING:
            return ONGOING
        if value != DRAW and -MATE_BOUND < value < MATE_BOUND:
            self.margin[0] = value
        if self.own:
            return WIN if value >= self.target else LOSS
        return LOSS if -value >= self.target else WIN

    @property
    def history(self) -> tuple[int, ...]:
        """The moves made so far in the game beneath."""
        return tuple(self.base.history)

    @property
    def ply(self) -> int:
        """The number of moves made so far in the game beneath."""
        return self.base.ply

    @property
    def turn(self) -> int:
        """The side to move in the game beneath, 0 or 1."""
        return self.base.turn

    @property
    def start(self) -> str:
        """The text of the start of the game beneath; "" for its usual start."""
        return self.base.start

    def copy(self) -> Any:
        """Return an independent position with the same history; the array of `margin` is shared."""
        return Threshold(self.base.copy(), self.side, self.target, self._margin)

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the recipe for `pickle`: the game beneath, the side, its target and the margin."""
        return Threshold, (self.base, self.side, self.target, self._margin)

    # -- search hooks --------------------------------------------------------------------------

    def key(self) -> cython.ulonglong:
        """Return the key of the game beneath; side and target are not in it."""
        return self.base.key()

    def static(self) -> cython.int:
        """Return the static value of the game beneath, for the side to move."""
        return self.base.static()

    def in_check(self) -> cython.bint:
        """Return whether the side to move is in check in the game beneath."""
        return self.base.in_check()

    def noisy_moves(self, moves: Moves) -> cython.int:
        """Append the noisy moves of the game beneath, and return how many there are."""
        return self.base.noisy_moves(moves)

    def see(self, move: cython.int) -> cython.int:
        """Return the static exchange evaluation of a move in the game beneath."""
        return self.base.see(move)

    def move_kind(self, move: cython.int) -> cython.int:
        """Return the number of the move's kind in the game beneath."""
        return self.base.move_kind(move)

    def quiet_move_score(self, move: cython.int) -> cython.int:
        """Return the score for move ordering in the game beneath."""
        return self.base.quiet_move_score(move)

    def moves_left(self) -> int | None:
        """Return an upper bound of the moves left in the game beneath; None if there is none."""
        return self.base.moves_left()

    def most_moves_left(self) -> cython.int:
        """Return an upper bound of the moves left in the game beneath; MAX_PLY if it is unknown."""
        return self.base.most_moves_left()

    def upper_bound(self, alpha: cython.int) -> cython.int:
        """Return an upper bound of the outcome for the side to move; `alpha` is not used.

        It is LOSS + MAX_PLY if the game's own bound excludes a win, else INFINITY.
        """
        # A loss of the game in any number of plies is below the target, a win is not.
        most: cython.int = self.target - 1 if self.own else -self.target
        most = max(-MATE_BOUND, min(most, MATE_BOUND - 1))
        return LOSS + MAX_PLY if self.base.upper_bound(most) <= most else INFINITY

    # -- text ----------------------------------------------------------------------------------

    def text(self) -> str:
        """Return the text of the game's own position; side and target are not in it."""
        return self.base.text()

    def move_text(self, move: int) -> str:
        """Return the text of a move in the game beneath."""
        return self.base.move_text(move)
