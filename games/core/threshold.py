"""`Threshold`: the question whether a side reaches a value, as a game that is won or lost."""

from __future__ import annotations

from typing import Any

import cython

from games.core.moves import Moves
from games.core.position import Position

if not cython.compiled:
    from games.core.array import array, ints
    from games.core.scores import DRAW, INFINITY, LOSS, MATE_BOUND, MAX_PLY, ONGOING, WIN

__all__ = ["Threshold"]


class Threshold(Position):
    """A position of another game. A side wins if the outcome for it is at least the target.

    A search of it needs no more than the answer. A search of the game itself also compares outcomes
    on the same side of the target.

    :param base: the position, which this one takes over.
    :param side: the side that wants the target: a `turn` of the game.
    :param target: the least outcome that it wants: WIN, DRAW, or a margin.
    :param dated: whether outcomes are WIN and LOSS, so that a search prefers the sooner win.
        Otherwise they are margins of the largest size: a win is a win.
    :param margin: an array of one number, which gets a margin among the outcomes of the game that
        are examined, here or in copies; 0 if all are wins, draws or losses. None for a new one.
    """

    def __init__(
        self,
        base: Position,
        side: int,
        target: int,
        dated: bool = False,
        margin: Any = None,
    ) -> None:
        self.base = base
        self.side, self.target, self.dated = side, target, dated
        self.own = base.turn == side
        self.won = WIN if dated else MATE_BOUND - 1
        self.lost = LOSS if dated else 1 - MATE_BOUND
        self._margin = array("i", [0]) if margin is None else margin
        self.margin = ints(self._margin)

    @property
    def KEYED(self) -> bool:  # type: ignore[override]  # as the game has it
        """Whether the game has keys."""
        return self.base.KEYED

    @property
    def PATH_DEPENDENT(self) -> bool:  # type: ignore[override]  # as the game has it
        """Whether the game's outcomes depend on earlier moves."""
        return self.base.PATH_DEPENDENT

    @property
    def spec(self) -> str:
        """The game with the question in words, as a name for messages."""
        name = self.base.INFO.sides[self.side]
        goals = {WIN: "wins", DRAW: "gets at least a draw"}
        return f"{self.base.spec}, whether {name} {goals.get(self.target, f'gets {self.target}')}"

    # -- rules ---------------------------------------------------------------------------------

    def generate(self, moves: Moves) -> cython.int:
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
        """Return `won` or `lost`, from the side to move; ONGOING if the game goes on.

        If the outcome of the game is a margin, it is also stored in `margin`.
        """
        value: cython.int = self.base.result()
        if value == ONGOING:
            return ONGOING
        if value != DRAW and -MATE_BOUND < value < MATE_BOUND:
            self.margin[0] = value
        if self.own:
            return self.won if value >= self.target else self.lost
        return self.lost if -value >= self.target else self.won

    @property
    def history(self) -> tuple[int, ...]:
        return tuple(self.base.history)

    @property
    def ply(self) -> int:
        return self.base.ply

    @property
    def turn(self) -> int:
        return self.base.turn

    @property
    def start(self) -> str:
        return self.base.start

    def copy(self) -> Any:
        """Return an independent position with the same history; the array of `margin` is shared."""
        return Threshold(self.base.copy(), self.side, self.target, self.dated, self._margin)

    def initial(self) -> Any:
        """Return the same question at the game's usual start, with a new array of `margin`."""
        return Threshold(self.base.initial(), self.side, self.target, self.dated)

    def __reduce__(self) -> tuple[Any, ...]:
        return Threshold, (self.base, self.side, self.target, self.dated)

    # -- search hooks --------------------------------------------------------------------------

    def key(self) -> cython.ulonglong:
        return self.base.key()

    def static(self) -> cython.int:
        return self.base.static()

    def in_check(self) -> cython.bint:
        return self.base.in_check()

    def noisy_moves(self, moves: Moves) -> cython.int:
        return self.base.noisy_moves(moves)

    def see(self, move: cython.int) -> cython.int:
        return self.base.see(move)

    def move_kind(self, move: cython.int) -> cython.int:
        return self.base.move_kind(move)

    def quiet_move_score(self, move: cython.int) -> cython.int:
        return self.base.quiet_move_score(move)

    def moves_left(self) -> int | None:
        return self.base.moves_left()

    def most_moves_left(self) -> cython.int:
        return self.base.most_moves_left()

    def upper_bound(self, alpha: cython.int) -> cython.int:
        """Return an upper bound of the outcome for the side to move; `alpha` is not used.

        It is the outcome of a loss if the game's own bound excludes a win: LOSS + MAX_PLY if
        `dated`, else `lost`. Otherwise it is INFINITY if `dated`, else `won`.
        """
        # A loss of the game in any number of plies is below the target, a win is not.
        most: cython.int = self.target - 1 if self.own else -self.target
        most = max(-MATE_BOUND, min(most, MATE_BOUND - 1))
        if self.base.upper_bound(most) <= most:
            return LOSS + MAX_PLY if self.dated else self.lost
        return INFINITY if self.dated else self.won

    # -- text ----------------------------------------------------------------------------------

    def text(self) -> str:
        """Return the text of the game's own position; side and target are not in it."""
        return self.base.text()

    def at(self, text: str) -> Any:
        return Threshold(self.base.at(text), self.side, self.target, self.dated)

    def move_text(self, move: int) -> str:
        return self.base.move_text(move)

    def diagram(self) -> str:
        return self.base.diagram()
