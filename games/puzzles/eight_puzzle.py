"""The 8-puzzle: eight tiles and a gap, one player, as few moves as possible (Nilsson 1971).

It is a model of shortest-path problems. The score is minus the cost, so that the best line is the
shortest. The interval of a position is minus (moves made + bounds of the moves still needed).
"""

from __future__ import annotations

from typing import Annotated, TypedDict, Unpack

from games.core.history import copy_with_lists
from games.core.position import Position
from games.core.words import counted
from games.errors import PositionError, SpecError, quoted
from games.parts.part import Option

GOAL = "123804765"
"""Row by row, 0 is the gap."""
_MOST = 31
"""The longest distance between two positions of the 8-puzzle."""
_STEPS = (("up", -3), ("left", -1), ("right", 1), ("down", 3))


class EightPuzzleOptions(TypedDict, total=False):
    """The options of `EightPuzzle`."""

    tiles: Annotated[str, Option("283164705", "the start, row by row, 0 for the gap")]


class EightPuzzle(Position):
    """A position of the 8-puzzle. A move is the direction of the gap: up, left, right or down.

    The outcome is minus the number of moves made since the start.
    """

    NAME = "eight"
    one_player = True
    turn = 0
    OPTIONS = EightPuzzleOptions

    def __init__(self, **options: Unpack[EightPuzzleOptions]) -> None:
        """Set up the tiles of the option `tiles`.

        :raises SpecError: if they are not the eight tiles and the gap, or cannot reach the goal.
        """
        super().__init__(**options)
        try:
            self.tiles = _read(self.options["tiles"])
        except PositionError as error:
            raise SpecError(f"eight: tiles: {error}") from None
        self.start = ""
        self.path: list[int] = []

    @property
    def history(self) -> tuple[int, ...]:
        """The moves since the start."""
        return tuple(self.path)

    def legal_moves(self) -> list[int]:
        """Return the directions in which the gap can move; none at the goal."""
        return [] if self.tiles == GOAL else self._directions()

    def _directions(self) -> list[int]:
        """Return the directions in which the gap can move."""
        row, column = divmod(self.tiles.index("0"), 3)
        possible = (row > 0, column > 0, column < 2, row < 2)
        return [move for move in range(4) if possible[move]]

    def push(self, move: int) -> None:
        """Move the gap in a direction: 0 up, 1 left, 2 right, 3 down."""
        self._slide(move)
        self.path.append(move)

    def pop(self) -> None:
        """Take back the last move."""
        self._slide(3 - self.path.pop())

    def _slide(self, move: int) -> None:
        """Move the gap in a direction, by exchanging it with the tile there."""
        gap = self.tiles.index("0")
        tile = self.tiles[gap + _STEPS[move][1]]
        self.tiles = self.tiles.translate(str.maketrans("0" + tile, tile + "0"))

    def outcome(self) -> int | None:
        """Return minus the number of moves made at the goal; None elsewhere."""
        return -len(self.path) if self.tiles == GOAL else None

    def distance(self) -> int:
        """Return the sum of the tiles' distances from their places, a lower bound of the moves."""
        return sum(
            abs(index // 3 - GOAL.index(tile) // 3) + abs(index % 3 - GOAL.index(tile) % 3)
            for index, tile in enumerate(self.tiles)
            if tile != "0"
        )

    def static(self) -> int:
        """Return minus the sum of the moves made and the least number left (`distance`)."""
        return -len(self.path) - self.distance()

    def static_bounds(self, side: int) -> int:
        """Return minus the sum of the moves made and the most (0) or least (1) that may be left.

        The least is `distance`. The most is 30 or 31, by its parity; 0 at the goal.
        """
        least = self.distance()
        # Every move changes the distance by one, so that both have the same parity.
        most = 0 if self.tiles == GOAL else _MOST - (_MOST - least) % 2
        return -len(self.path) - (least if side else most)

    copy = copy_with_lists

    def move_text(self, move: int) -> str:
        """Return the direction of the gap."""
        return _STEPS[move][0]

    def text(self) -> str:
        """Return the tiles row by row, 0 for the gap."""
        return self.tiles

    def diagram(self) -> str:
        """Return the tiles in three rows, with a dot for the gap."""
        tiles = self.tiles.replace("0", ".")
        return "\n".join(" ".join(tiles[row : row + 3]) for row in (0, 3, 6))

    def outcome_text(self, outcome: int) -> str:
        """Return the number of moves: "solved in 5 moves"."""
        return f"solved in {counted(-outcome, 'move')}"

    def at(self, text: str) -> EightPuzzle:
        """Return a new position of nine digits, with spaces and line ends anywhere.

        :raises PositionError: if they are not 0 to 8, or the goal cannot be reached.
        """
        position = self.initial()
        position.tiles = position.start = _read(text)
        return position


def _read(text: str) -> str:
    """Return the nine digits of a position, without spaces and line ends between them.

    :raises PositionError: if they are not 0 to 8, or the goal cannot be reached.
    """
    tiles = "".join(text.split())
    if sorted(tiles) != sorted(GOAL):
        raise PositionError(
            f"invalid 8-puzzle {quoted(text)}: expected the digits 0 to 8, row by row"
        )
    order = [GOAL.index(tile) for tile in tiles]
    turns = sum(a > b for index, a in enumerate(order) for b in order[index + 1 :])
    gap = abs(tiles.index("0") // 3 - 1) + abs(tiles.index("0") % 3 - 1)
    if (turns + gap) % 2:
        raise PositionError(
            f"invalid 8-puzzle {quoted(text)}: expected a position from which {GOAL} can be reached"
        )
    return tiles
