"""`SearchHooks`: the part of a position that helps searchers and evaluators; every method has a
default."""

from __future__ import annotations

from typing import Any

import cython

from games.core.features import text_features
from games.core.history import Default
from games.core.moves import Moves
from games.core.rules import Rules
from games.errors import EvaluationError
from games.parts.part import name_of

if not cython.compiled:
    from games.core.scores import INFINITY, MAX_PLY, ONGOING, QUIET, adjust_mate


class SearchHooks(Rules):
    """The knowledge of a game that makes searches faster or better. A game works without it.

    Scores are from the side to move's view, in the unit of the game's evaluators.
    """

    KEYED = False
    """Whether `key` is implemented, for transposition tables."""
    PATH_DEPENDENT = False
    """Whether earlier moves can make a draw (repetition, a count of moves) that `key` ignores."""
    ACYCLIC = False
    """Whether no position can recur in a game."""
    SYMMETRIC = False
    """Whether `mirrored` is implemented."""
    CONSTANT_STATIC = False
    """Whether `static` is the same in all positions before the end, so that it is of no use.

    It need not be set in a game without its own `static`."""

    @Default
    def family(self) -> str:
        """The spec of all games that one set of fitted parameters is for; by default the name."""
        return name_of(type(self))

    # -- the position --------------------------------------------------------------------------

    def begin_search(self) -> None:
        """Mark this position as the root of a search; searchers call it before they make moves.

        A game with draws by repetition may count one repetition below the root as a draw.
        """

    def key(self) -> cython.ulonglong:
        """Return a 64-bit hash of the position and its side to move (KEYED games only).

        It is equal for positions with the same future.
        """
        raise NotImplementedError(f"{type(self).__name__} has no key")

    def mirrored(self) -> Any:
        """Return a new position: this one with the sides exchanged (SYMMETRIC games only)."""
        raise NotImplementedError(f"{type(self).__name__} has no mirror image")

    def in_check(self) -> cython.bint:
        """Return whether the side to move must answer a threat, as in chess; by default false."""
        return False

    def game_phase(self) -> cython.int:
        """Return the phase of the game, from 0 to 63, for fits and measurements; by default 0."""
        return 0

    def trait(self, number: cython.int) -> cython.int:
        """Return the number that `INFO.traits[number]` names; by default 0."""
        return 0

    # -- values without a search ---------------------------------------------------------------

    def static(self) -> cython.int:
        """Return the game's own value without a search, for the side to move; by default 0."""
        return 0

    def static_bounds(self, side: cython.int) -> cython.int:
        """Return the pessimistic (`side` 0) or optimistic (1) bound of the game's own interval.

        It is for the side to move. The interval contains the value of best play, and is a point
        only if that value is known.

        :raises EvaluationError: if the game has no intervals, which is the default.
        """
        raise EvaluationError(f"{self.spec} has no intervals of its own")

    def static_children(
        self, moves: Moves, start: cython.int, ply: cython.int, enough: cython.int
    ) -> cython.int:
        """Set the score of each move from index `start` on to the child's value.

        It is for the side to move in the child. If the game ends there, the value is its `result`,
        and the move's tag becomes 1. Otherwise the value is the child's `static` value, and the tag
        becomes 0. A game may override this to do it without making the moves.

        :param start: the index of the first move to score.
        :param ply: the ply of the children, by which wins are dated.
        :param enough: stop after a move with at least this value for its own side.
        :returns: the index behind the last move scored.
        :raises IndexError: if `start` is not 0 to the number of moves.
        """
        if not 0 <= start <= moves.count:
            moves.refuse(start)
        index: cython.int
        for index in range(start, moves.count):
            self.push(moves.move[index])
            value: cython.int = self.result()
            moves.tag[index] = value != ONGOING
            value = self.static() if value == ONGOING else adjust_mate(value, ply)
            moves.score[index] = value
            self.pop()
            if -value >= enough:
                return index + 1
        return moves.count

    def child_bounds(self, moves: Moves, start: cython.int) -> cython.int:
        """Set score, tag, low and high of each move from `start` on to its value and interval.

        They are `static` and `static_bounds` of the child, for the side to move there, and the tag
        becomes 0. If the game ends in the child, all three are its `result`, undated, and the tag
        becomes 1.

        :param start: the index of the first move to set.
        :raises IndexError: if `start` is not 0 to the number of moves.
        :raises EvaluationError: if the game has no intervals (`static_bounds`).
        """
        if not 0 <= start <= moves.count:
            moves.refuse(start)
        index: cython.int
        for index in range(start, moves.count):
            self.push(moves.move[index])
            value: cython.int = self.result()
            moves.tag[index] = value != ONGOING
            moves.low[index] = self.static_bounds(0) if value == ONGOING else value
            moves.high[index] = self.static_bounds(1) if value == ONGOING else value
            moves.score[index] = self.static() if value == ONGOING else value
            self.pop()
        return 0

    # -- features for trained values -----------------------------------------------------------

    def features(self) -> list[int]:
        """Return the numbers of what there is in the position, from the side to move's view.

        They are distinct whole numbers from 0 to MOST_NUMBERED - 1, in any order. `values` has
        weights for them. By default there is one for each letter of the `diagram`: it depends on
        the letter, its place and the side to move.
        """
        base: Any = SearchHooks
        if type(self).list_features is base.list_features:
            return text_features(self)
        listed: Moves = Moves()
        self.list_features(listed)
        return listed.since(0)

    def list_features(self, listed: Moves) -> cython.int:
        """Append the `features` to a list, and return their number; compiled games override it."""
        found: list[int] = self.features()
        listed.extend(found)
        return len(found)

    def symmetries(self) -> list[list[int]]:
        """Return the symmetries of the game: for each feature by number, its image.

        Positions whose features are images have the same value for the side to move. The identity
        is left out. By default there are none.
        """
        return []

    # -- moves, before they are made -----------------------------------------------------------

    def noisy_moves(self, moves: Moves) -> cython.int:
        """Append the legal moves that a quiescence search tries, and return their number.

        They are captures and the like; all legal moves if the side to move is `in_check`. By
        default there are none.
        """
        return 0

    def see(self, move: cython.int) -> cython.int:
        """Return the static exchange evaluation of a noisy move; QUIET for a quiet move.

        It is the material that the move wins after all recaptures. By default all are quiet.
        """
        return QUIET

    def move_kind(self, move: cython.int) -> cython.int:
        """Return a number from 0 to 1023 that similar moves share, for history heuristics.

        By default it is the move modulo 1024.
        """
        return move & 1023

    def quiet_move_score(self, move: cython.int) -> cython.int:
        """Return an estimate of a quiet legal move for move ordering; by default 0.

        It is below 2^14 in size; a better move has a higher one.
        """
        return 0

    def hanging_loss(self, move: cython.int) -> cython.int:
        """Return the material that a quiet legal move leaves to capture on its target square.

        It is the value of the static exchange that the opponent begins; 0 for a noisy move, and by
        default.
        """
        return 0

    def gives_check(self, move: cython.int) -> cython.bint:
        """Return whether a legal move surely leaves the opponent `in_check`; by default false."""
        return False

    # -- passes --------------------------------------------------------------------------------

    def can_pass(self) -> cython.bint:
        """Return whether a null move is legal here: not in check; by default false.

        The game must not be over.
        """
        return False

    def push_pass(self) -> Any:
        """Pass the turn to the opponent (a null move); `pop` takes it back."""
        raise NotImplementedError(f"{type(self).__name__} has no pass")

    def zugzwang_unlikely(self) -> cython.bint:
        """Return whether some move is almost surely better than a pass; by default false.

        Null-move pruning requires it.
        """
        return False

    # -- the end of the game -------------------------------------------------------------------

    def moves_left(self) -> int | None:
        """Return an upper bound of the moves left, passes not counted; None if there is none."""
        base: Any = SearchHooks
        if type(self).most_moves_left is base.most_moves_left:
            return None
        return self.most_moves_left()

    def most_moves_left(self) -> cython.int:
        """Return `moves_left`, or MAX_PLY if that is unknown; compiled games override it."""
        left: int | None = self.moves_left()
        return MAX_PLY if left is None else left

    def certain_bounds(self, side: cython.int) -> cython.int:
        """Return a guaranteed lower (0) or upper (1) bound of the outcome of every continuation.

        It is for the side to move. The game must not be over.

        :raises EvaluationError: if the game has no such bounds, which is the default.
        """
        raise EvaluationError(f"{self.spec} has no certain bounds")

    def upper_bound(self, alpha: cython.int) -> cython.int:
        """Return an upper bound of the outcome of every continuation, for the side to move.

        A loss in n plies is LOSS + n. The game must not be over. INFINITY, the default, means that
        no bound is known, or that it is surely above alpha.
        """
        return INFINITY

    def solve(self, alpha: cython.int, beta: cython.int, most: cython.int) -> cython.int:
        """Return the outcome under best play if the game can find it faster than a search.

        It is for the side to move. The game must not be over. The value is exact between alpha and
        beta, otherwise a bound on that side; a win in n plies is WIN - n. `solve_nodes` becomes the
        number of moves made, passes included: they are nodes of the calling search.

        :param most: the largest number of moves to make.
        :returns: the value, or ONGOING if there is no faster way (the default), or it may need
            more moves.
        """
        self.solve_nodes = 0
        return ONGOING


if not cython.compiled:
    SearchHooks.solve_nodes = 0
