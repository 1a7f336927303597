"""Kalah (William Julius Champion, 1940) with any number of pits and seeds."""

from __future__ import annotations

import re
from typing import Annotated, Any, TypedDict, Unpack

import cython

from games.core.columns import lengthen
from games.core.history import copy_by_moves
from games.core.info import GameInfo
from games.core.moves import Moves
from games.core.position import Position
from games.errors import PositionError, quoted
from games.parts.part import Option

if not cython.compiled:
    from games.boards.constants import MOVABLE, SEED
    from games.core.array import array, ints, schars, ulonglongs
    from games.core.bits import GOLDEN, M64, mix
    from games.core.scores import ONGOING

_FILES = "abcdefgh"


class KalahOptions(TypedDict, total=False):
    """The options of `Kalah`."""

    houses: Annotated[int, Option(6, "pits of a side, without its store", low=1, high=8)]
    seeds: Annotated[int, Option(4, "seeds in every pit at the start", low=1, high=6)]
    empty: Annotated[
        bool,
        Option(
            False,
            "the last seed in an empty own pit goes to the store also where the opposite pit is "
            "empty (the rule of Irving, Donkers and Uiterwijk 2000)",
        ),
    ]


class Kalah(Position):
    """Kalah: a side sows the seeds of one of its pits (`houses`), one by one, around the board.

    Its own store gets a seed, the other side's does not. If the last seed falls into an empty own
    pit, it goes to the store with all seeds of the opposite pit. If it falls into the store, the
    side moves again: the other side passes. The game ends when the pits of a side are empty; the
    other side keeps its seeds. The outcome is the difference of the stores, 100 a seed.

    The ring has the pits of South, its store, the pits of North, its store. A move is the number of
    a pit of the side to move, from 0 in the order of sowing; the number of its pits is a pass.
    """

    NAME = "kalah"
    OPTIONS = KalahOptions
    KEYED = True
    ACYCLIC = True
    INFO = GameInfo(
        sides=("South", "North"), searcher="pvs", value_unit="hundredths of a seed",
        value_per_point=SEED,
        evaluators=("values:starling-kalah", "static"),
        interval_evaluators=("learned:base=(values:starling-kalah)",),
    )  # fmt: skip

    def __init__(self, **options: Unpack[KalahOptions]) -> None:
        super().__init__(**options)
        self.houses = self.options["houses"]
        self.ring = 2 * self.houses + 2
        self.empty = self.options["empty"]
        self.total = 2 * self.houses * self.options["seeds"]
        keys = [mix(((index + 1) * GOLDEN) & M64) for index in range(self.ring * (self.total + 1))]
        self._keys = array("Q", keys)
        self._pit = array("b", bytes(self.ring))
        self._old, self._played = array("b"), array("i")
        self.keys, self.pit = ulonglongs(self._keys), schars(self._pit)
        self.ply = self.capacity = self.turn = 0
        self.must_pass = False
        self.start = ""
        for index in range(self.ring):
            self.pit[index] = 0 if self._is_store(index) else self.options["seeds"]

    def _is_store(self, index: cython.int) -> cython.bint:
        """Return whether a place of the ring is a store, not a pit."""
        return index % (self.houses + 1) == self.houses

    def _seeds(self, side: cython.int) -> cython.int:
        """Return the number of seeds in the pits of a side."""
        first: cython.int = side * (self.houses + 1)
        index: cython.int
        found: cython.int = 0
        for index in range(first, first + self.houses):
            found += self.pit[index]
        return found

    def _is_over(self) -> cython.bint:
        """Return whether the game is over: the pits of one side or of both are empty."""
        return self._seeds(0) == 0 or self._seeds(1) == 0

    def _lead(self) -> cython.int:
        """Return the seeds in the store of the side to move, minus those in the other store."""
        south: cython.int = self.pit[self.houses] - self.pit[self.ring - 1]
        return -south if self.turn else south

    def generate(self, moves: Moves) -> cython.int:
        """Append the mover's pits with seeds, or the pass alone if one is due; return how many."""
        first: cython.int = self.turn * (self.houses + 1)
        start: cython.int = moves.count
        house: cython.int
        if self.must_pass:
            moves.append(self.houses)
            return 1
        for house in range(self.houses - 1, -1, -1):
            if self.pit[first + house]:
                moves.append(house)
        return moves.count - start

    def push(self, move: cython.int) -> None:
        """Sow the seeds of a pit, or pass if the other side moves again; `turn` changes each time.

        `must_pass` is set if the next side must pass, since the sowing earned another move.

        :raises IndexError: if the pit does not exist or is empty, or a pass is out of turn.
        """
        index: cython.int
        if self.must_pass != (move == self.houses) or not 0 <= move <= self.houses:
            raise IndexError(f"push of move {move}: it is no pit, or a pass out of turn")
        if not self.must_pass and self.pit[self.turn * (self.houses + 1) + move] == 0:
            raise IndexError(f"push of move {move}: the pit is empty")
        if self.ply == self.capacity:
            self._grow()
        for index in range(self.ring):
            self.old[self.ply * self.ring + index] = self.pit[index]
        self.played[self.ply] = move
        self.ply += 1
        self.must_pass = not self.must_pass and self._sow(move)
        self.turn ^= 1

    def _sow(self, house: cython.int) -> cython.bint:
        """Sow a pit, with its capture; return whether the side moves again.

        At the game's end each store gets the seeds of its side, and the result is False.
        """
        first: cython.int = self.turn * (self.houses + 1)
        store: cython.int = first + self.houses
        index: cython.int = first + house
        left: cython.int = self.pit[index]
        self.pit[index] = 0
        while left:
            index = index + 1 if index + 1 < self.ring else 0
            if index == store or not self._is_store(index):
                self.pit[index] += 1
                left -= 1
        if first <= index < store and self.pit[index] == 1:
            other: cython.int = self.ring - 2 - index
            if self.empty or self.pit[other]:
                self.pit[store] += self.pit[other] + 1
                self.pit[index] = self.pit[other] = 0
        if self._is_over():
            self._clear()
            return False
        return index == store

    def _clear(self) -> None:
        """Move the seeds left in the pits at the game's end to the store of their side."""
        index: cython.int
        for index in range(self.ring):
            store: cython.int = self.houses if index < self.houses else self.ring - 1
            if not self._is_store(index):
                self.pit[store] += self.pit[index]
                self.pit[index] = 0

    def pop(self) -> None:
        """Take back the last move or pass.

        :raises IndexError: at the start of the history.
        """
        if self.ply == 0:
            raise IndexError("pop at the start of the history")
        index: cython.int
        self.ply -= 1
        self.turn ^= 1
        self.must_pass = self.played[self.ply] == self.houses
        for index in range(self.ring):
            self.pit[index] = self.old[self.ply * self.ring + index]

    def _grow(self) -> None:
        """Lengthen the arrays of the history to twice as many plies and 64 more."""
        capacity: cython.int = 2 * self.capacity + 64
        try:
            lengthen((self._played,), capacity)
            lengthen((self._old,), capacity * self.ring)
        finally:
            self.old, self.played = schars(self._old), ints(self._played)
        self.capacity = capacity

    def result(self) -> cython.int:
        """Return 100 for each seed that the store of the side to move is ahead.

        It is ONGOING while both sides have seeds in their pits.
        """
        return SEED * self._lead() if self._is_over() else ONGOING

    # -- search hooks --------------------------------------------------------------------------

    def key(self) -> cython.ulonglong:
        """Return a 64-bit hash of pits, stores, side to move and whether it must pass."""
        index: cython.int
        found: cython.ulonglong = GOLDEN if self.turn else 0
        for index in range(self.ring):
            found ^= self.keys[index * (self.total + 1) + self.pit[index]]
        return found ^ self.must_pass

    def static(self) -> cython.int:
        """Return the difference of the stores, 100 a seed, and of the seeds in pits, 10 each.

        It is from the side to move.
        """
        own: cython.int = self._seeds(self.turn)
        return SEED * self._lead() + MOVABLE * (own - self._seeds(self.turn ^ 1))

    def certain_bounds(self, side: cython.int) -> cython.int:
        """Return 100 for each seed of lead if the side to move gets all seeds left, or none.

        :param side: 1 for all, 0 for none.
        """
        left: cython.int = self._seeds(0) + self._seeds(1)
        return SEED * (self._lead() + (left if side else -left))

    def upper_bound(self, alpha: cython.int) -> cython.int:
        """Return the upper one of `certain_bounds`; `alpha` is not used."""
        return self.certain_bounds(1)

    def quiet_move_score(self, move: cython.int) -> cython.int:
        """Return a score for move ordering: the number of the pit; 0 for a pass.

        It has 1000 more if the last seed falls into the store. If the last seed falls into an empty
        own pit before the store, it has 100 more for each seed in the opposite pit.
        """
        first: cython.int = self.turn * (self.houses + 1)
        if move == self.houses:
            return 0
        last: cython.int = move + self.pit[first + move]
        if last == self.houses:
            return 1000 + move
        if last < self.houses and self.pit[first + last] == 0:
            return 100 * self.pit[self.ring - 2 - first - last] + move
        return move

    def list_features(self, listed: Moves) -> cython.int:
        """Append the seeds of each pit and store that is not empty; return how many.

        Places are numbered along the ring from the first pit of the side to move. A place has a
        number for each count of seeds. The last feature says that the side to move must pass.
        """
        first: cython.int = self.turn * (self.houses + 1)
        start: cython.int = listed.count
        place: cython.int
        for place in range(self.ring):
            seeds: cython.int = self.pit[(first + place) % self.ring]
            if seeds:
                listed.append(place * self.total + seeds - 1)
        if self.must_pass:
            listed.append(self.ring * self.total)
        return listed.count - start

    # -- the state of the game -----------------------------------------------------------------

    @property
    def history(self) -> tuple[int, ...]:
        """The moves and passes made since `start`, oldest first."""
        return tuple(self._played[: self.ply])

    copy = copy_by_moves

    # -- text ----------------------------------------------------------------------------------

    def move_text(self, move: int) -> str:
        """Return the pit as in the diagram, such as c1 of South or c2 of North; or "pass"."""
        if move == self.houses:
            return "pass"
        return f"{_FILES[self.houses - 1 - move]}2" if self.turn else f"{_FILES[move]}1"

    def text(self) -> str:
        """Return the seeds and the side to move in one line: `4,4,4,0/4,4,4,0 S`.

        The seeds are those of South and North in the order of sowing, each store last. The end is
        `S pass` if South must pass.
        """
        pits = [str(self.pit[index]) for index in range(self.ring)]
        south, north = ",".join(pits[: self.houses + 1]), ",".join(pits[self.houses + 1 :])
        return f"{south}/{north} {'SN'[self.turn]}{' pass' if self.must_pass else ''}"

    def at(self, text: str) -> Any:
        """Return a new position from a text as `text` has it, or from moves since the start.

        :raises PositionError: if the text is neither.
        """
        if "/" not in text:
            return super().at(text)
        position: Kalah = type(self)(**self.options)
        position._read(text)
        return position

    def _read(self, text: str) -> None:
        """Set up the position of a text, as `text` writes it.

        If the pits of a side are empty, the other side stores its seeds, and no pass is due.

        :raises PositionError: if it is not a position of this game.
        """
        row = rf"\d{{1,2}}(?:,\d{{1,2}}){{{self.houses}}}"
        found = re.fullmatch(rf"({row})/({row}) ([SN])( pass)?", text.strip(), re.ASCII)
        pits = [int(word) for word in re.findall(r"\d+", found[0])] if found else []
        if found is None or sum(pits) != self.total:
            raise PositionError(
                f"invalid {self.spec} position {quoted(text, 200)}: expected {self.houses + 1} "
                f"numbers for each side with {self.total} seeds together, and the side S or N"
            )
        for index in range(self.ring):
            self.pit[index] = pits[index]
        self.turn = "SN".index(found[3])
        self.must_pass = found[4] is not None
        if self._is_over():
            self._clear()
            self.must_pass = False
        if self.must_pass and not self.pit[self.houses if self.turn else self.ring - 1]:
            raise PositionError(
                f"invalid {self.spec} position {quoted(text, 200)}: a side passes after the other "
                "side has put a seed into its store, and that is empty"
            )
        self.start = "" if self.text() == self.initial().text() else self.text()

    def diagram(self) -> str:
        """Return the pits of North above those of South, with the stores at the ends."""
        pits = [str(self.pit[index]) for index in range(self.ring)]
        south, north = pits[: self.houses + 1], pits[self.houses + 1 :]
        names = [" ", "N", *_FILES[: self.houses], "S"]
        rows = (["2", *north[::-1], "."], ["1", ".", *south], names)
        return "\n".join([row[0] + "".join([f"{cell:>3}" for cell in row[1:]]) for row in rows])
