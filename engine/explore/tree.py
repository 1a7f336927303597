"""The nodes of all traces of one page, in one numbering, so that trees compare."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from games.core.position import Position

ROOT = 0
"""The node where the first search began."""


class Tree:
    """Nodes by number; a parent's number is smaller than its children's.

    The columns are `parents`, `numbers` (a node's number among its siblings, as in a Dewey number)
    and `moves` (an index into `names`, the moves as text; 0 where the move is unknown).
    """

    def __init__(self) -> None:
        self.parents = array("i", [-1])
        self.numbers = array("i", [0])
        self.moves = array("i", [0])
        self.names: dict[str, int] = {"": 0}
        self._children: dict[tuple[int, int], int] = {}
        self._known: dict[tuple[int, str], int] = {}

    def __len__(self) -> int:
        """Return the number of nodes."""
        return len(self.parents)

    def node(self, base: int, dewey: str, move: str = "") -> int:
        """Return the node with a Dewey number below a node; missing nodes are appended.

        :param move: the move that leads into it; "" if unknown. A move known before stays.
        :raises ValueError: if the Dewey number is invalid.
        """
        if not dewey:
            return base
        known = self._known.get((base, dewey))
        if known is None:
            above, _, last = dewey.rpartition(".")
            known = self.child(self.node(base, above), _whole(last))
            self._known[base, dewey] = known
        if move and not self.moves[known]:
            self.moves[known] = self.names.setdefault(move, len(self.names))
        return known

    def child(self, parent: int, number: int) -> int:
        """Return the child with a number; it is appended if it is missing."""
        new = len(self.parents)
        found = self._children.setdefault((parent, number), new)
        if found == new:
            self.parents.append(parent)
            self.numbers.append(number)
            self.moves.append(0)
        return found

    def name_moves(self, position: Position) -> None:
        """Set the texts of the moves that no trace names, by playing them.

        Null moves, and moves that the game does not have, stay without a text.

        :param position: the position at the root, which is not changed.
        """
        for node in range(1, len(self)):
            if self.moves[node] or not self.numbers[node]:
                continue
            ahead = position.copy()
            *line, last = self.line(node)
            if not all(play(ahead, ahead.legal_moves(), number) for number in line):
                continue
            legal = ahead.legal_moves()
            if last <= len(legal):
                text = ahead.move_text(legal[last - 1])
                self.moves[node] = self.names.setdefault(text, len(self.names))

    def line(self, node: int) -> list[int]:
        """Return the Dewey number of a node from the root."""
        numbers: list[int] = []
        while node != ROOT:
            numbers.append(self.numbers[node])
            node = self.parents[node]
        return numbers[::-1]


def play(position: Position, legal: Sequence[int], number: int) -> bool:
    """Make the legal move with a number, from 1 (0 is the null move); return False without one.

    :param legal: the legal moves of the position.
    """
    if number > len(legal) or (number == 0 and not position.can_pass()):
        return False
    if number:
        position.push(legal[number - 1])
    else:
        position.push_pass()
    return True


def _whole(text: str) -> int:
    """Return a part of a Dewey number as an integer; raise ValueError unless it is all digits."""
    if not (text.isascii() and text.isdigit()):
        raise ValueError(f"{text!r} in a Dewey number")
    return int(text)
