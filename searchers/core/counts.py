"""The finer counts of a search. Every searcher counts by these definitions.

Nodes are counted by `Budget.take` (`evaluators/core/budget.py`), the evaluator's included.
"""

from __future__ import annotations

import cython

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

    * generated: children produced by an expansion, or moves tried by a depth-first search. The
      nodes of evaluators and rollouts are not among them.
    * regenerated: those of them that had been generated before and dropped. Of a dropped subtree
      only the children of its root are recognised; deeper nodes count as new. Searchers that try
      one move of a leaf at a time (`uct`, and `puct` without priors by values) recognise none.
    * regenerated_by_value: the same by Korf's accounting (1992, section 4). It counts the children
      of a node as new whenever its value is its static value.
    * forgotten: nodes dropped because the memory was full.
    * expanded: nodes whose children were produced, the root included.
    * explored: selections of a child to go down to, at every level, the root included.
    * evaluated: leaves that were given a value, finished games included (NBP).
    * max_depth: the deepest node, in plies below the root.
    * peak_stored: the most records stored at the same time: nodes of a kept tree with its root,
      live states, or the moves listed along the current line.
    * steps: moves to a child that was generated before, and walks back to a stored node.

    In a search that resumes nothing, every move or pass made is a node or a step.
    """

    def __init__(self) -> None:
        self.generated = self.regenerated = self.regenerated_by_value = self.forgotten = 0
        self.expanded = self.explored = self.evaluated = 0
        self.max_depth = self.peak_stored = self.steps = 0

    def expand(self, depth: cython.int, stored: cython.longlong) -> None:
        """Count one expanded node, and raise `max_depth` and `peak_stored` if necessary.

        :param depth: its distance from the root, in plies; its children are one ply deeper.
        :param stored: the number of records stored now.
        """
        self.expanded += 1
        self.max_depth = max(self.max_depth, depth + 1)
        self.peak_stored = max(self.peak_stored, stored)

    def as_dict(self) -> dict[str, int]:
        """Return the counts by name."""
        return {name: getattr(self, name) for name in COUNTS}


def combined(name: str, one: int, other: int) -> int:
    """Return a count of two searches together: the sum, or the maximum for sizes and depths."""
    return max(one, other) if name in ("max_depth", "peak_stored") else one + other
