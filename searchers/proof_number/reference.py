"""Proof-number search as Allis's thesis has it (1994, chapter 2), to be read first; then df-pn.

This is plain Python without budget, bounds or memory limit. The tests compare `pns` and `dfpn` with
it. The question is whether the value of the root is at least a threshold. OR nodes are those where
the same side moves as at the root, AND nodes the others.

>>> from games import make
>>> position = make("ngame:b=2,d=6")
>>> root = proof_number_search(position, 1)
>>> (root.proof == 0) == depth_first(position, 1)
True
"""

from __future__ import annotations

from math import inf

from games.core.position import Position


class Node:
    """A node of the AND/OR tree, with its proof and disproof numbers."""

    def __init__(self, parent: Node | None, move: int, is_or: bool) -> None:
        self.parent, self.move, self.is_or = parent, move, is_or
        self.children: list[Node] = []
        self.proof: float = 1
        self.disproof: float = 1

    def evaluate(self, position: Position, threshold: int) -> None:
        """Set the proof numbers if the game is over, by its outcome; else they stay 1 and 1.

        :param position: at the node.
        :param threshold: the value to prove, from the side to move at the root.
        """
        outcome = position.outcome()
        if outcome is not None:
            proved = (outcome if self.is_or else -outcome) >= threshold
            self.proof, self.disproof = (0, inf) if proved else (inf, 0)

    def set_numbers(self) -> None:
        """Set the numbers of an inner node from its children."""
        proofs = [child.proof for child in self.children]
        disproofs = [child.disproof for child in self.children]
        if self.is_or:
            self.proof, self.disproof = min(proofs), sum(disproofs)
        else:
            self.proof, self.disproof = sum(proofs), min(disproofs)

    def select(self) -> Node:
        """Return the child on the way to the most-proving node, the first of equal ones."""
        return min(self.children, key=lambda child: child.proof if self.is_or else child.disproof)


def proof_number_search(position: Position, threshold: int) -> Node:
    """Return the root of a tree that proves or disproves a value of at least the threshold.

    Its `proof` is 0 if the value reaches the threshold, otherwise its `disproof` is 0. The value is
    for the side to move. The game must not be over.
    """
    root = Node(None, -1, True)
    while root.proof != 0 and root.disproof != 0:
        # Step 1: go down to the most-proving node.
        node = root
        while node.children:
            node = node.select()
            position.push(node.move)
        # Step 2: expand it.
        for move in position.legal_moves():
            child = Node(node, move, not node.is_or)
            node.children.append(child)
            position.push(move)
            child.evaluate(position, threshold)
            position.pop()
        # Step 3: update its ancestors.
        while True:
            node.set_numbers()
            if node.parent is None:
                break
            position.pop()
            node = node.parent
    return root


def depth_first(position: Position, threshold: int) -> bool:
    """Return whether the value is at least the threshold, by df-pn (Nagai 2002) without a limit.

    The value is for the side to move. The game must not be over. The table is by the line of moves,
    so that the search goes to the leaves of a tree.
    """
    table: dict[tuple[int, ...], tuple[float, float]] = {}

    def look_up(line: tuple[int, ...], wanted: int) -> tuple[float, float]:
        """Return phi and delta: the numbers of the side to move, and of its opponent.

        They are the outcome's if the game is over, else those of the table, else 1 and 1.
        """
        outcome = position.outcome()
        if outcome is not None:
            return (0, inf) if outcome >= wanted else (inf, 0)
        return table.get(line, (1, 1))

    def visit(line: tuple[int, ...], wanted: int, most_phi: float, most_delta: float) -> None:
        """Search below a node until one of its numbers reaches its threshold (MID).

        Its numbers are stored in `table`. The position is at the node, before and after.

        :param line: the moves to the node.
        :param wanted: the value that the side to move wants at least.
        """
        while True:
            numbers = {}
            for move in position.legal_moves():
                position.push(move)
                numbers[move] = look_up((*line, move), 1 - wanted)
                position.pop()
            by_delta = sorted(numbers, key=lambda move: numbers[move][1])
            best = by_delta[0]
            phi, delta = numbers[best][1], sum(one[0] for one in numbers.values())
            table[line] = phi, delta
            if phi >= most_phi or delta >= most_delta:
                return
            second = numbers[by_delta[1]][1] if len(by_delta) > 1 else inf
            others = sum(one[0] for move, one in numbers.items() if move != best)
            position.push(best)
            visit((*line, best), 1 - wanted, most_delta - others, min(most_phi, second + 1))
            position.pop()

    visit((), threshold, inf, inf)
    return table[()][0] == 0
