"""SSS* and PS*(k) as Srimani (1985) has them, to be read first.

This is plain Python without budget or heap. The tests compare `sss` and `ps` with it: the same
values, and the same leaves in the same order. A node is its Dewey number as a tuple: () is the
root, (1, 0) the first child of its second child. MAX has the move at even levels.

>>> from games import make
>>> tree = make("uniform:w=4,d=3")
>>> sss(tree, 3) == ps(tree, 3, k=2)
True
"""

from __future__ import annotations

from games.core.position import Position
from games.core.scores import INFINITY, adjust_mate

Node = tuple[int, ...]
Open = dict[Node, tuple[str, int]]
"""OPEN: the status and the merit h of each node that has a state."""
LIVE, SOLVED = "LIVE", "SOLVED"


def leaf_value(position: Position, node: Node, depth: int) -> int | None:
    """Return v(n), the value of a terminal node for MAX; None for other nodes."""
    outcome = position.outcome()
    if outcome is None and len(node) < depth:
        return None
    value = position.static() if outcome is None else adjust_mate(outcome, len(node))
    return -value if len(node) % 2 else value


def examine(root: Position, node: Node, depth: int) -> tuple[int | None, int]:
    """Return v(n) of a node, None unless it is terminal, and the number of its children.

    A terminal node has 0 children. `root` does not change.
    """
    position = root.copy()
    for index in node:
        position.push(position.legal_moves()[index])
    value = leaf_value(position, node, depth)
    return value, len(position.legal_moves()) if value is None else 0


def remove_first(open_: Open) -> tuple[Node, str, int]:
    """Remove the state of highest merit, of equal ones the leftmost, from OPEN.

    :returns: its node, status and merit.
    """
    node = min(open_, key=lambda n: (-open_[n][1], n))
    return node, *open_.pop(node)


def purge(table: dict[Node, tuple[str, int]] | dict[Node, Entry], i: Node) -> None:
    """Remove i and all nodes below it from a table: OPEN or BACKUP."""
    for node in [node for node in table if node[: len(i)] == i]:
        del table[node]


def sss(root: Position, depth: int) -> int:
    """Return the value of the root for MAX, the side to move, by SSS* (table A.1)."""
    open_: Open = {(): (LIVE, INFINITY)}
    width: dict[Node, int] = {}
    while True:
        n, status, h = remove_first(open_)
        i = n[:-1]
        if status == LIVE:
            value, width[n] = examine(root, n, depth)
            if value is not None:
                open_[n] = SOLVED, min(value, h)
            elif len(n) % 2 == 0:  # all children of a MAX node
                open_.update({(*n, j): (LIVE, h) for j in range(width[n])})
            else:  # the first child of a MIN node
                open_[(*n, 0)] = LIVE, h
        elif n == ():
            return h
        elif len(n) % 2 == 1:  # a solved MIN node solves its MAX parent
            purge(open_, i)
            open_[i] = SOLVED, h
        elif n[-1] + 1 < width[i]:  # a solved MAX node: on to its next sibling
            open_[(*i, n[-1] + 1)] = LIVE, h
        else:
            open_[i] = SOLVED, h


class Entry:
    """An entry (n, lson, l, h) of BACKUP.

    :param parts: the sizes of the node's partitions, of which `phase` have been in OPEN.
    """

    def __init__(self, width: int, k: int, low: int, high: int) -> None:
        self.parts = [width // k + (part < width % k) for part in range(min(k, width))]
        self.phase, self.lson = 0, 0
        self.low, self.high = low, high

    @property
    def is_incomplete(self) -> bool:
        """Whether there is a partition left that may matter."""
        return self.phase < len(self.parts) and self.high > self.low


def ps(root: Position, depth: int, k: int) -> int:
    """Return the value of the root for MAX by PS*(k) (section 3.2, table 3.1 as corrected).

    :param k: the most partitions of a MAX node's children; 1 is SSS*.
    """
    open_: Open = {(): (LIVE, INFINITY)}
    backup: dict[Node, Entry] = {}
    width: dict[Node, int] = {}

    def add_partition(i: Node) -> None:
        """Put the next partition of a MAX node into OPEN."""
        entry = backup[i]
        size = entry.parts[entry.phase]
        for j in range(entry.lson, entry.lson + size):
            open_[(*i, j)] = LIVE, entry.high
        entry.phase, entry.lson = entry.phase + 1, entry.lson + size

    while True:
        n, status, h = remove_first(open_)  # step 3
        if n == () and status == SOLVED:  # step 4
            return h
        is_max = len(n) % 2 == 0
        i = n[:-1]
        above = backup.get(n[:-2] if is_max else i)  # the entry of the MAX node above
        low = above.low if above else -INFINITY
        if status == LIVE:
            value, width[n] = examine(root, n, depth)
            if value is None and is_max:  # case 1
                backup[n] = Entry(width[n], k, low, h)
                add_partition(n)
            elif value is None:  # case 2
                open_[(*n, 0)] = LIVE, h
            else:  # case 3
                assert value is not None
                score = min(value, h)
                is_last = above is not None and (i if is_max else n)[-1] == above.lson - 1
                if not is_max:  # 3a
                    open_[n] = SOLVED, max(score, low) if is_last else score
                elif score > low:  # 3a
                    open_[n] = SOLVED, score
                else:  # 3b, 3c
                    open_[i] = SOLVED, low if is_last else score
        elif is_max:
            if n[-1] + 1 < width[i] and h > low:  # 4a
                open_[(*i, n[-1] + 1)] = LIVE, h
            else:  # 4b, 5
                open_[i] = SOLVED, h
        else:  # case 6
            entry = backup[i]
            entry.low = max(entry.low, h)
            purge(backup, n)
            below = [node for node in backup if node[: len(i)] == i]
            for node in below:
                backup[node].low = max(backup[node].low, entry.low)
            purge(open_, i)
            incomplete = [m for m in below if m != i and backup[m].is_incomplete]
            if entry.low < entry.high and (incomplete or entry.is_incomplete):  # 6b
                add_partition(min(incomplete, default=i))
            else:  # 6a, 6c
                purge(backup, i)
                open_[i] = SOLVED, min(entry.low, entry.high)
