"""What a search counts; every searcher means the same by the same word."""

from __future__ import annotations

import cython

__all__ = ["COUNTS", "Counts", "together"]

COUNTS = (
    "generated",
    "regenerated",
    "regenerated_by_value",
    "forgotten",
    "expanded",
    "explored",
    "evaluated",
    "max_depth",
    "peak_stored",
    "steps",
)


class Counts:
    """The counts of one search. The root is not a node.

    * generated: children produced in an expansion, or moves tried by a depth-first search.
    * regenerated: those of them that had been generated before and forgotten. Of a subtree
      forgotten whole only the children of its root are known to be: what lies deeper counts as new.
    * regenerated_by_value: the same by Korf's accounting (1992, section 4), which takes the
      children of a node for new whenever its value is its static value.
    * forgotten: nodes dropped because the store was full.
    * expanded: nodes whose children were produced, the root included.
    * explored: choices of a child to go down to, at every level, the top included.
    * evaluated: horizon leaves given a value, finished games included (NBP).
    * max_depth: the deepest node, in plies below the root.
    * peak_stored: records held at once: nodes of a kept tree, its root among them, live states, or
      the moves listed on the way down.
    * steps: entries of a child that was already generated, and walks back to a record still held.
      In a search that resumes nothing, every move or pass made is a node or a step.
    """

    def __init__(self) -> None:
        self.generated = 0
        self.regenerated = 0
        self.regenerated_by_value = 0
        self.forgotten = 0
        self.expanded = 0
        self.explored = 0
        self.evaluated = 0
        self.max_depth = 0
        self.peak_stored = 0
        self.steps = 0

    def expand(self, depth: cython.int, stored: cython.longlong) -> cython.int:
        """Count a node, so many plies below the root, that has its children.

        :param stored: records held now.
        """
        self.expanded += 1
        self.max_depth = max(self.max_depth, depth + 1)
        self.peak_stored = max(self.peak_stored, stored)
        return 0

    def as_dict(self) -> dict[str, int]:
        """The counts by name."""
        return {name: getattr(self, name) for name in COUNTS}


def together(name: str, one: int, other: int) -> int:
    """The count of that name of two searches that make one: the highest, or the sum."""
    return max(one, other) if name in ("max_depth", "peak_stored") else one + other
