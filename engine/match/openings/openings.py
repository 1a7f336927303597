"""Openings: the moves made before the players move.

An opening book is a part with a spec like every other:

    none                          every game begins at the start position
    random:plies=8,seed=1         uniformly random moves
    balanced:seed=1               our own balanced openings of chess and Othello
    chess960:seed=1               the starting positions of Chess960
    file:path=book.pgn,plies=8    EPD, FEN, PGN, Polyglot, transcripts (see `openings.files`)
    polyglot:path=book.bin        a Polyglot book, with more options
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import cycle, islice
from typing import Annotated, TypedDict, Unpack

from games.core.contract import read_legal_moves
from games.core.position import Position
from games.core.words import counted
from games.errors import ContractError, quoted
from games.parts.part import NoOptions, Option, Part
from games.parts.registry import Registry

TRIES = 100
"""Attempts to draw an opening that neither ends the game nor repeats an earlier one."""

SAMPLED, LONG = 8, 60
"""The random games that show a game's length, and the plies after which one is long."""

FURTHER = 2
"""The random moves after an opening of a book that was played before."""

EXHAUSTED = 20
"""The number of repeated openings in a row that ends the search for new ones."""


@dataclass(frozen=True)
class Opening:
    """One opening.

    :param moves: the moves, made before the players move.
    :param start: the text of the position before them; empty for the match's own start.
    """

    moves: tuple[int, ...] = ()
    start: str = ""

    def begin(self, start: Position) -> Position:
        """Return a new position before the moves.

        :param start: the match's own start; it is not changed.
        :raises PositionError: if the text is no position of this game.
        """
        position: Position = start.at(self.start) if self.start else start.copy()
        return position

    def reach(self, start: Position) -> Position:
        """Return a new position after the moves.

        :param start: the match's own start; it is not changed.
        :raises MoveError: if one of them is not legal.
        :raises PositionError: if the text of the start is no position of this game.
        """
        position = self.begin(start)
        for move in self.moves:
            position.push(position.checked(move))
        return position


class Openings(Part):
    """A source of openings. A subclass writes `choose`."""

    def choose(self, start: Position, count: int) -> list[Opening]:
        """Return `count` openings, all legal and none that ends the game; a subclass writes it.

        A smaller count gives the first of them.

        :param start: the match's own start.
        """
        raise NotImplementedError(f"{type(self).__name__} lacks choose")


def choose_openings(book: Openings, start: Position, count: int) -> list[Opening]:
    """Return the `count` openings that a book chooses; their moves are not checked.

    :raises ContractError: if the book does not return a list of `count` `Opening` objects.
    """
    chosen = book.choose(start, count)
    fits = isinstance(chosen, list) and len(chosen) == count
    if not fits or not all(isinstance(opening, Opening) for opening in chosen):
        expected = f"expected a list of {counted(count, 'Opening')}"
        raise ContractError(f"{book.spec}: choose returned {quoted(chosen)}: {expected}")
    return chosen


class NoOpenings(Openings):
    """Every game begins at the start position."""

    NAME = "none"

    def __init__(self, **options: Unpack[NoOptions]) -> None:
        super().__init__(**options)

    def choose(self, start: Position, count: int) -> list[Opening]:
        """Return `count` openings without moves."""
        return [Opening()] * count


class WalkedOpenings(Openings):
    """Openings drawn move by move from the match's start. A subclass writes `draw`.

    Openings that end the game, or reach the position of an earlier one, are drawn again. In a small
    game they may still be shorter, or repeat in turn. The subclass has the options `plies` (number
    of moves) and `seed`.
    """

    def draw(self, position: Position, rng: random.Random) -> int | None:
        """Return a legal move, drawn with `rng`; None ends the opening. A subclass writes it."""
        raise NotImplementedError(f"{type(self).__name__} lacks draw")

    def choose(self, start: Position, count: int) -> list[Opening]:
        """Return `count` openings made with `draw`, with different last positions if possible.

        The option `seed` determines them. After `EXHAUSTED` openings in a row without a new last
        position, those found so far are repeated in their order.
        """
        rng = random.Random(self.options["seed"])
        seen: set[str] = set()
        openings: list[Opening] = []
        old = 0
        while len(openings) < count and old < EXHAUSTED:
            opening, there = self.draw_new_opening(start, rng, seen)
            old = old + 1 if there in seen else 0
            seen.add(there)
            openings.append(opening)
        again = cycle(dict.fromkeys(openings))
        return [*openings, *islice(again, count - len(openings))]

    def draw_new_opening(
        self, start: Position, rng: random.Random, seen: set[str]
    ) -> tuple[Opening, str]:
        """Draw openings until one has `plies` moves and reaches a new position; return it.

        After `TRIES` openings it is the longest; of equal ones, one with a new position.

        :param seen: the positions of earlier openings, as `identity` returns them; unchanged.
        :returns: the opening, and the `identity` of the position after it.
        """
        longest: tuple[Opening, str] = Opening(), start.text()
        best = (0, False)
        for _ in range(TRIES):
            position = start.copy()
            opening = self._walk(position, rng)
            there = identity(position)
            if len(opening.moves) == self.options["plies"] and there not in seen:
                return opening, there
            merit = (len(opening.moves), there not in seen)
            if merit >= best:
                longest, best = (opening, there), merit
        return longest

    def _walk(self, position: Position, rng: random.Random) -> Opening:
        """Make moves that `draw` returns, which change the position; return them as an opening.

        It has `plies` moves. It is shorter if `draw` has no more, or if the drawn move would end
        the game.
        """
        moves: list[int] = []
        while len(moves) < self.options["plies"]:
            move = self.draw(position, rng)
            if move is None:
                break
            position.push(move)
            if position.outcome() is not None:
                position.pop()
                break
            moves.append(move)
        return Opening(tuple(moves))


class RandomOpeningsOptions(TypedDict, total=False):
    """The options of `RandomOpenings`."""

    plies: Annotated[int, Option(8, "moves of an opening", low=0, high=100)]
    seed: Annotated[int, Option(1, "number of the sequence of openings", low=0)]


class RandomOpenings(WalkedOpenings):
    """Uniformly random legal moves."""

    NAME = "random"
    OPTIONS = RandomOpeningsOptions

    def __init__(self, **options: Unpack[RandomOpeningsOptions]) -> None:
        super().__init__(**options)

    def draw(self, position: Position, rng: random.Random) -> int:
        """Return a legal move of the position; all are equally probable."""
        return rng.choice(expect_legal_moves(position))


def varied(start: Position, openings: Iterable[Opening], seed: int) -> list[Opening]:
    """Return the openings, extended where one reaches the position of an earlier one.

    Such an opening gets `FURTHER` random moves. All reach different positions if possible.

    :param start: the match's own start.
    :param seed: the number of the sequence of random moves.
    """
    walk, rng = RandomOpenings(plies=FURTHER), random.Random(seed)
    seen: set[str] = set()
    found = []
    for opening in openings:
        position = opening.reach(start)
        more, there = Opening(), identity(position)
        if there in seen:
            more, there = walk.draw_new_opening(position, rng, seen)
        seen.add(there)
        found.append(Opening(opening.moves + more.moves, opening.start))
    return found


def expect_legal_moves(position: Position) -> list[int]:
    """Return the legal moves of a game that is not over.

    :raises ContractError: if there is none, which is an error of the game.
    """
    legal = list(read_legal_moves(position))
    if not legal:
        text = position.text()
        raise ContractError(
            f"{position.spec} has no legal move at {quoted(text) if text else 'its start'}, where "
            "it is not over: expected an outcome, or a pass as a move"
        )
    return legal


def usual_length(start: Position) -> int:
    """Return the mean plies, rounded down, of `SAMPLED` random games, cut off at `LONG` plies."""
    rng = random.Random(1)
    plies = 0
    for _ in range(SAMPLED):
        position = start.copy()
        first = position.ply
        while position.outcome() is None and position.ply < first + LONG:
            position.push(rng.choice(expect_legal_moves(position)))
        plies += position.ply - first
    return plies // SAMPLED


def identity(position: Position) -> str:
    """Return a text that differs for positions with different continuations: key or `text`."""
    return str(position.key()) if position.KEYED else position.text()


OPENINGS: Registry[Openings] = Registry(
    "opening book",
    {
        "balanced": "engine.match.openings.files:BalancedOpenings",
        "chess960": "engine.match.openings.files:Chess960Openings",
        "file": "engine.match.openings.files:FileOpenings",
        "none": "engine.match.openings.openings:NoOpenings",
        "polyglot": "engine.match.openings.files:PolyglotOpenings",
        "random": "engine.match.openings.openings:RandomOpenings",
    },
    group="starling.openings",
    base="engine.match.openings.openings:Openings",
)
"""Every opening book by name; third parties add theirs by the group `starling.openings`."""
