"""The abstract `Position` that every game is.

A game of your own needs four methods: `legal_moves`, `push`, `pop`, `outcome`. Everything else has
a default. A compiled game overrides the typed methods under them instead (`generate`, `result`),
which is what searchers call; each pair is defined in terms of the other.

Scores are whole numbers from the side to move's point of view. A game that is won, drawn or lost
returns WIN, DRAW or LOSS; a game with a margin returns the margin, below 2^29 in size.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Sequence
from typing import Any

import cython

from games.core.listed import not_moves
from games.core.moves import Moves
from games.core.recording import Default, keep_history
from games.core.replay import play_words, replayed, restored
from games.core.scores import KNOWN_WIN
from games.errors import ContractError, EvaluationError, MoveError, printable, quoted
from games.parts.part import Part, name_of
from games.parts.renamed import Renamed

__all__ = ["Position"]

if not cython.compiled:
    import sys

    from games.core.scores import INFINITY, MATE_BOUND, MAX_PLY, ONGOING, QUIET, adjust_mate

    # The longest line of a search is a few calls a ply deep, which compiled code has room for.
    sys.setrecursionlimit(max(sys.getrecursionlimit(), 10 * MAX_PLY))

_MOVE_NUMBER = r"\d+\.+"


def _history(position: Position) -> Sequence[int]:
    """The moves since the start position, oldest first."""
    return tuple(getattr(position, "_played", ()))


def _ply(position: Position) -> int:
    """How many moves have been made since the start position."""
    return len(position.history)


def _turn(position: Position) -> int:
    """The side to move: 0 for the side that moved first from the game's usual start, else 1."""
    return int(position.ply) % 2


def _one_player(position: Position) -> bool:
    """Whether one side makes every move: then values are never negated."""
    return False


def _start(position: Position) -> str:
    """The text of the position the history begins at; empty for the game's usual start."""
    return ""


def _family(position: Position) -> str:
    """The spec that all games have in common that a fit to one of them serves."""
    return name_of(type(position))


class Position(Part):
    """One position of a game, changed in place by `push` and restored by `pop`.

    An author writes:

    * `legal_moves()`: the legal moves as whole numbers; empty when the game is over.
    * `push(move)`: make a legal move.
    * `pop()`: take the last move back (`self.history[-1]` still names it).
    * `outcome()`: None while the game goes on, else the result from the side to move.

    `history`, `ply` and `turn` are kept for the author, who may override them.
    """

    KEYED = False
    """Whether `key` identifies transpositions."""
    PATH_DEPENDENT = False
    """Whether a draw may come of the moves before (repetitions, a count of moves), of which `key`
    tells nothing."""
    SYMMETRIC = False
    """Whether `mirrored` exists."""
    TRAITS: tuple[str, ...] = ()
    """What tells, in this game, how much deeper searches may change a value; `trait` has it."""
    CELLS: tuple[tuple[str, int], ...] = (("phase", 64),)
    """What positions are sorted by to fit intervals (`evaluators.intervals.fitted`): a feature,
    and into how many parts; what matters most comes first."""
    WON = KNOWN_WIN
    """The value from which on a game is as good as won, and larger ones say no more: they all count
    as this where intervals are fitted and measured."""
    ACYCLIC = False
    """Whether no position can ever come up again later in its game."""

    BLIND = False
    """Whether `static` is the same for all positions of a game that goes on, and so says nothing of
    them. Without a `static` of its own a game is blind in any case."""

    # The game's own facts: what others ask of it, who know no game by name.

    SIDES = ("First", "Second")
    """What the sides are called: the one that moves first from the usual start, and the other."""
    SEARCHER = "alphabeta"
    """The spec of the searcher that plays it best."""
    EVALUATORS: tuple[str, ...] = ("static",)
    """Specs of the evaluators of values that are good for something here: the strongest first, the
    simplest last."""
    INTERVALS: tuple[str, ...] = ()
    """Specs of the evaluators of intervals that are, the strongest first; where a game has
    `static_bounds` and names none, those are taken."""
    UNIT = 1
    """How much of a value makes one point of a margin, as the players count it."""
    POINTS = 0
    """How many points the sides have together when a game is over, of which the margin is what one
    has more than the other; 0 where that is no fixed number."""
    VALUES = ""
    """What the values of its evaluators count, in words; empty where that is nothing more."""
    BOOK = ""
    """The file of the openings that matches begin with, one a line and all about equal for both
    sides; they are for games with every option at its default. Empty for none."""
    RECORDS = "games.txt"
    """The file that a tournament writes its games to: one a line, or PGN if that is its ending."""
    STANDARDS: tuple[str, ...] = ()
    """What others have for it: `uci`, `xboard`, `gtp` and `nboard` (programs that play it), `pgn`,
    `polyglot`, `sgf`, `ggf`, `wtb` and `obf` (files of games and openings), `syzygy` (tablebases).
    Those of chess ask for a method `board`, the game so far as a board of python-chess; the others
    take a board of eight rows and the move "pass"."""

    def __cinit__(self, *_args: Any, **_keywords: Any) -> None:
        keep_history(type(self))

    # -- what an author writes ---------------------------------------------------------------

    def legal_moves(self) -> list[int]:
        """The legal moves, in the game's own order; none when the game is over."""
        moves: Moves = Moves()
        self.generate(moves)
        return moves.since(0)

    def push(self, move: cython.int) -> Any:
        """Make a legal move. What is not legal is not checked here, but by `play`."""
        raise NotImplementedError(f"{type(self).__name__} lacks push(move)")

    def pop(self) -> Any:
        """Take the last move (or pass) back."""
        raise NotImplementedError(f"{type(self).__name__} lacks pop()")

    def outcome(self) -> int | None:
        """None while the game goes on, else the result from the side to move's point of view."""
        if type(self).result is _asking:
            raise NotImplementedError(f"{type(self).__name__} lacks outcome()")
        result: cython.int = self.result()
        return None if result == ONGOING else result

    # -- what searchers call -----------------------------------------------------------------

    def generate(self, moves: Moves) -> cython.int:
        """Append the legal moves to `moves`; return how many."""
        legal: list[int] = list(self.legal_moves())
        try:
            moves.extend(legal)
        except (TypeError, OverflowError):
            raise not_moves(self, legal) from None
        if not legal and self.outcome() is None:
            raise ContractError(
                f"{self.spec}: a game without legal moves has an outcome, not so at {self.text()!r}"
            )
        return len(legal)

    def result(self) -> cython.int:
        """`outcome` without an object: ONGOING, or the result from the side to move."""
        outcome = self.outcome()
        return ONGOING if outcome is None else outcome

    # -- defaults: where the game stands -----------------------------------------------------

    history = Default(_history)
    ply = Default(_ply)
    turn = Default(_turn)
    start = Default(_start)
    one_player = Default(_one_player)
    family = Default(_family)

    def copy(self) -> Any:
        """An independent position, equal in every respect."""
        other = type(self).__new__(type(self))
        other.options = self.options
        other.__dict__.update(copy.deepcopy(self.__dict__))
        return other

    def clone(self) -> Any:
        """`copy`, by the name that other libraries have for it; see `initial` for a new game."""
        return self.copy()

    def initial(self) -> Any:
        """A new position of the same game, at its usual start."""
        return type(self)(**self._given())

    def __reduce__(self) -> tuple[Any, ...]:
        # Who copies in a way of its own is built anew, move by move.
        if type(self).copy is not Position.copy:
            return replayed, (type(self), self._given(), self.start, tuple(self.history))
        return restored, (type(self), self.options, self.__dict__)

    def checked(self, move: int) -> int:
        """The move, if it is legal here.

        :raises MoveError: if it is not.
        """
        if move not in self.legal_moves():
            raise self._illegal(move, "is not legal")
        return move

    def play(self, *moves: int | str) -> Any:
        """Make moves one after the other, as numbers or as `parse_move` reads them, each of them
        legal, which `push` does not ask; returns the position: `game("chess").play("e4", "c5")`.

        :raises MoveError: if one is not legal; then none is made.
        """
        made = 0
        try:
            for move in moves:
                self.push(self.parse_move(move) if isinstance(move, str) else self.checked(move))
                made += 1
        except MoveError:
            for _ in range(made):
                self.pop()
            raise
        return self

    # -- defaults: text ----------------------------------------------------------------------

    def move_text(self, move: int) -> str:
        """A legal move as its players write it."""
        return str(move)

    def notation(self, move: int) -> str:
        """A legal move as the game's players read it, in results and records; `move_text`, which
        programs exchange, unless a game has another one for people (chess has SAN)."""
        return str(self.move_text(move))

    def parse_move(self, text: str) -> int:
        """The legal move that `text` names.

        :raises MoveError: if none is; it lists the legal ones.
        """
        for move in self.legal_moves():
            if self.move_text(move) == text.strip():
                return move
        raise self._illegal(text, "is not legal")

    def text(self) -> str:
        """The position as text that `at` reads; by default the moves since the start."""
        other = self.at("")
        words = []
        for move in self.history:
            words.append(other.move_text(move))
            other.push(move)
        return " ".join(words)

    def at(self, text: str) -> Any:
        """A new position of the same game, by its text.

        :raises PositionError: if the text is not a position of this game.
        """
        return play_words(self.initial(), text.split(), text)

    def join_moves(self, words: Sequence[str]) -> str:
        """Moves as text, one after the other, as its players write a game down."""
        return " ".join(words)

    def read_opening(self, text: str) -> tuple[str, list[int]]:
        """What a line of an opening book says: the text of the position it begins at, empty for
        this one, and the moves from there. By default words that name moves, numbered or not.

        :raises PositionError: if it says nothing that can be reached.
        :raises MoveError: likewise.
        """
        position = self.copy()
        moves = []
        for word in re.sub(_MOVE_NUMBER, " ", text).split():
            moves.append(position.parse_move(word))
            position.push(moves[-1])
        return "", moves

    def diagram(self) -> str:
        """The position for people to look at, in one line or several: a board, if it has one."""
        return f"{self.spec}: {self.text() or 'the start'}"

    def __repr__(self) -> str:
        return f"<{self.spec} {self.text()}>".replace(" >", ">")

    def __str__(self) -> str:
        """`diagram`, and below it whose turn it is, or how the game ended."""
        if self.outcome() is not None:
            return f"{self.diagram()}\n{self.ending()}"
        side = "The player" if self.one_player else self.SIDES[self.turn]
        return f"{self.diagram()}\n{side} to move"

    def _repr_svg_(self) -> str | None:
        """The board in a notebook; None where the game has none."""
        from games.core.pictures import board_svg

        return board_svg(self)

    def _repr_html_(self) -> str | None:
        """The position as text in a notebook; None where it has a board."""
        from games.core.pictures import text_html

        return None if self._repr_svg_() is not None else text_html(str(self))

    def ending(self) -> str:
        """How the game ended, in its players' words; empty while it goes on."""
        outcome = self.outcome()
        return "" if outcome is None else self.outcome_text(-outcome if self.turn else outcome)

    def outcome_text(self, outcome: int) -> str:
        """What a finished game came to, in its players' words.

        :param outcome: from the point of view of the side that moves first in the game.
        """
        if outcome == 0:
            return "draw"
        if abs(outcome) < MATE_BOUND:
            return f"margin {abs(outcome)}"
        return "win" if outcome > 0 else "loss"

    # -- defaults: how far the game is -------------------------------------------------------

    def game_phase(self) -> cython.int:
        """The number of the game's phase here, from 0 to 63, for what is fitted or measured phase
        by phase."""
        return 0

    def phase_name(self, phase: int) -> str:
        """A phase of the game in words."""
        return "all"

    def moves_left(self) -> int | None:
        """How many moves can still be made at most, passes aside; None where nobody can tell."""
        return None

    def left_at_most(self) -> cython.int:
        """`moves_left`, of a game that knows it, without an object."""
        left: int | None = self.moves_left()
        return MAX_PLY if left is None else left

    def begin_search(self) -> None:
        """A search starts here: games with repetitions score one below this node as a draw."""

    # -- optional ----------------------------------------------------------------------------

    def key(self) -> cython.ulonglong:
        """A 64-bit hash, the same for positions that are the same to play on (KEYED games only)."""
        raise NotImplementedError(f"{type(self).__name__} has no key")

    def static(self) -> cython.int:
        """The position's own static value, from the side to move; synthetic games have one."""
        return 0

    def static_bounds(self, side: cython.int) -> cython.int:
        """Return an end of the position's own interval, from the side to move: 0 low, 1 high.

        The interval holds the value of best play. It is a point only where that value is known.

        :raises EvaluationError: in a game that has no intervals of its own, as by default.
        """
        raise EvaluationError(f"{self.spec} has no intervals of its own")

    def certain_bounds(self, side: cython.int) -> cython.int:
        """What no line of play from here can come to less (0) or more (1) than, from the side to
        move, of a game that goes on.

        :raises EvaluationError: in a game of which none are known, as by default.
        """
        raise EvaluationError(f"no certain bounds are known of {self.spec}")

    def ceiling(self, alpha: cython.int) -> cython.int:
        """What no line of play from here, of a game that goes on, can come to more than, to the
        side to move: INFINITY where nobody knows, or where it is surely above alpha and need not be
        found out. A loss in n plies from here is LOSS + n."""
        return INFINITY

    def solve(self, alpha: cython.int, beta: cython.int, most: cython.int) -> cython.int:
        """The outcome if both sides play best from here, of a game that goes on, as far as it lies
        between alpha and beta (else a bound on that side), a win in n plies from here as WIN - n;
        ONGOING where the game knows no quicker way to find it than a search, or would make more
        than `most` moves for it. `tried` tells afterwards how many were made, passes among them:
        nodes of the search that asks.
        """
        self.tried = 0
        return ONGOING

    def static_children(
        self, moves: Moves, start: cython.int, ply: cython.int, enough: cython.int
    ) -> cython.int:
        """Note as the score of each listed move from index `start` on what the position after it
        is worth to the side to move there: its `result`, or else its `static` value. The move's tag
        tells whether the game ends there. A game may know this without making the moves.

        :param ply: at which the positions after the moves stand: wins are dated by it.
        :param enough: once a move is worth as much to its own side, the others do not matter.
        :returns: the index behind the last move weighed.
        """
        if not 0 <= start <= moves.count:
            moves.refuse(start)
        index: cython.int
        value: cython.int
        for index in range(start, moves.count):
            self.push(moves.move[index])
            value = self.result()
            moves.tag[index] = value != ONGOING
            value = self.static() if value == ONGOING else adjust_mate(value, ply)
            moves.score[index] = value
            self.pop()
            if -value >= enough:
                return index + 1
        return moves.count

    def child_bounds(self, moves: Moves, start: cython.int) -> cython.int:
        """Note the scores of `static_children`, and the ends of the positions' own intervals; where
        a game ends, its result.

        :raises EvaluationError: in a game that has no intervals of its own.
        """
        if not 0 <= start <= moves.count:
            moves.refuse(start)
        index: cython.int
        value: cython.int
        for index in range(start, moves.count):
            self.push(moves.move[index])
            value = self.result()
            moves.tag[index] = value != ONGOING
            moves.low[index] = self.static_bounds(0) if value == ONGOING else value
            moves.high[index] = self.static_bounds(1) if value == ONGOING else value
            moves.score[index] = self.static() if value == ONGOING else value
            self.pop()
        return 0

    def can_pass(self) -> cython.bint:
        """Whether `push_pass` may be called here."""
        return False

    def push_pass(self) -> Any:
        """Hand the move to the other side (a null move); `pop` takes it back."""
        raise NotImplementedError(f"{type(self).__name__} has no pass")

    def zugzwang_unlikely(self) -> cython.bint:
        """Whether some move is all but surely better than a pass: what null-move pruning needs."""
        return False

    def noisy_moves(self, moves: Moves) -> cython.int:
        """Append the legal moves that a quiescence search looks at; return how many."""
        return 0

    def see(self, move: cython.int) -> cython.int:
        """What a noisy move wins at once (the static exchange), in the units of the game's
        evaluators; QUIET for a quiet move."""
        return QUIET

    def move_kind(self, move: cython.int) -> cython.int:
        """A number from 0 to 1023 of a legal move's kind: what it has in common with moves that are
        likely to be as good elsewhere, for searchers that learn which moves to try first. By
        default the move's number itself."""
        return move & 1023

    def first_sight(self, move: cython.int) -> cython.int:
        """What a quiet legal move brings at first sight, without making it, in the units of the
        game's evaluators and below 2^14 in size: for searchers to order moves by."""
        return 0

    def exposes(self, move: cython.int) -> cython.int:
        """What a quiet legal move gives away where it goes (the static exchange that the other side
        begins), in the units of the game's evaluators; 0 for nothing, and for a noisy move."""
        return 0

    def threatens(self, move: cython.int) -> cython.bint:
        """Whether the other side will be `in_check` after a legal move, as far as that is seen
        without making it."""
        return False

    def in_check(self) -> cython.bint:
        """Whether the side to move is under a threat that it must answer."""
        return False

    def trait(self, number: cython.int) -> cython.int:
        """One of the numbers that `TRAITS` names."""
        return 0

    def mirrored(self) -> Any:
        """The same position with the sides exchanged (SYMMETRIC games only)."""
        raise NotImplementedError(f"{type(self).__name__} has no mirror image")

    weigh_sons = Renamed("weigh_sons", "static_children")
    bound_sons = Renamed("bound_sons", "child_bounds")
    gain = Renamed("gain", "see")
    pass_costs = Renamed("pass_costs", "zugzwang_unlikely")

    def _illegal(self, move: object, fault: str) -> MoveError:
        """The error for a move that cannot be made here."""
        moves, text = [self.move_text(m) for m in self.legal_moves()], self.text()
        legal = " ".join(moves) or "none, the game is over"
        return MoveError(
            f"move {printable(str(move), 80)} {fault} in {name_of(type(self))} position "
            f"{quoted(text, 200)}; legal: {legal}",
            move,
            text,
        )


_asking: Any = getattr(Position, "result")  # noqa: B009  # compiled, its name is a C function
"""The default `result`, which asks for the `outcome`."""

if not cython.compiled:  # a compiled base has __cinit__ for this
    Position.tried = 0
    Position.__init_subclass__ = classmethod(keep_history)  # type: ignore[assignment]  # see above
