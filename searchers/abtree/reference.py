"""Alpha-beta on an evolving tree as Lindstrom's text has it (1979), to be read first.

This is plain Python without budget, suspended nodes or pruning. The tests compare `ABTree` with it,
node by node. It grows a tree, cuts nodes, moves the root and resumes what is no longer cut. Values
are from the side to move at the node, so the best child has the lowest value. `own` is the node
that may cut a node, `other` the one that may cut its children. Errata: `docs/errata.md`.

>>> from games import make
>>> tree = ReferenceTree(make("increments:b=3"))
>>> tree.search(depth=4)
470
>>> tree.make_move(tree.root.children[0])
>>> tree.search(depth=4)
-597
"""

from __future__ import annotations

from itertools import pairwise

from games.core.position import Position
from games.core.scores import INFINITY, adjust_mate


class Node:
    """A node (sections 2.2 and 2.3); also the pseudo nodes topmax and restarthead."""

    def __init__(self, parent: Node | None = None, move: int = -1, value: int = -INFINITY) -> None:
        self.parent, self.move, self.value = parent, move, value
        self.children: list[Node] = []  # best first
        self.missing: list[int] = []  # moves not yet generated
        self.cutter: Node | None = None
        self.cuts: list[Node] = []
        self.no_recut = False  # errata, 1

    def path(self) -> list[Node]:
        """Return the nodes from the root to this one."""
        return [*(self.parent.path() if self.parent else []), self]

    def siblings(self) -> list[Node]:
        """Return the other children of the parent."""
        return [node for node in self.parent.children if node is not self] if self.parent else []

    def is_cut_by(self, threshold: Node) -> bool:
        """Return whether a threshold node of lower value cuts this one (SHOULDDECUT; errata, 3).

        A node with all its children is never cut.
        """
        return bool(self.missing) and self.value > threshold.value

    def sort(self) -> None:
        """Sort the children best first, and set the value to minus that of the best (SORTDESC)."""
        self.children.sort(key=lambda node: node.value)
        self.value = -self.children[0].value


def strictest(threshold: Node, nodes: list[Node]) -> Node:
    """Return the node of lowest value: the threshold, or the first uncut node (LOCALPHABETA)."""
    return min([threshold, *(n for n in nodes if not n.cutter)], key=lambda node: node.value)


class ReferenceTree:
    """An A-B tree and the position of its root, with values from the side to move at a node."""

    def __init__(self, position: Position) -> None:
        self.position = position.copy()
        self.root, self.top, self.restart = Node(), Node(value=INFINITY), Node()

    def search(self, depth: int) -> int:
        """Search the tree to a depth below its root; return the root's value for its side to move.

        What the tree has from earlier searches is used again, and what is missing is generated.
        """
        self.horizon = self.position.ply + depth
        self.revalidate(self.root)
        # REDEVELOPTREE (8.2): restart the nodes that are marked for it.
        while self.restart.cuts:
            node = self.restart.cuts[0]
            self.uncut(node)
            self.try_recut(node)
            if not node.cutter:
                self.revalidate(node)
        return self.root.value

    def grow(self, node: Node, own: Node, other: Node) -> None:
        """Generate the missing children of a node until it is cut, with subtrees (GROWTREE, 3.2.2).

        The children are then sorted, and the best gives the node its value. A finished game, or a
        node at the horizon, gets its own value instead. The position is at the node.

        :param own: the node that may cut this one.
        :param other: the node that may cut its children.
        """
        position = self.position
        outcome = position.outcome()
        if outcome is not None or position.ply >= self.horizon:  # DEEPENOUGH
            node.value = (
                position.static() if outcome is None else adjust_mate(outcome, position.ply)
            )
            return
        if not node.children:
            node.value, node.missing = -INFINITY, list(position.legal_moves())
        threshold = strictest(other, node.children)
        while node.missing and not node.cutter:
            child = Node(node, node.missing.pop(0))
            position.push(child.move)
            self.grow(child, threshold, own)
            position.pop()
            node.children.append(child)
            if -child.value > node.value:  # CHECKDESC
                node.value = -child.value
                threshold = strictest(threshold, [child])
            if node.is_cut_by(own):
                self.cut_off(node, own)
        node.sort()

    def sweep(self, node: Node, own: Node, other: Node) -> None:
        """Revalidate a subtree, its children best first (SWEEPTREE, 7.3).

        Its missing children are generated too, and its value is set. The position is at the node.

        :param own: the node that may cut this one.
        :param other: the node that may cut its children.
        """
        old = node.value
        self.uncut(node)
        node.no_recut = False
        swept: list[Node] = []
        left = list(node.children)
        if left and self.position.ply < self.horizon:
            node.value = -INFINITY
            while left and not node.cutter:
                child = left.pop(0)
                self.position.push(child.move)
                self.sweep(child, strictest(other, [*swept, *left]), own)  # NEWALPHABETA
                self.position.pop()
                swept.append(child)
                if -child.value > node.value:
                    node.value = -child.value
                    if not (left and left[0].value <= child.value) and node.is_cut_by(own):
                        self.cut_off(node, own)
        self.grow(node, own, other)
        self.new_node_value(node, old)

    def revalidate(self, node: Node) -> None:
        """Make a node's subtree valid for the horizon, and back its value up (REVALIDATE, 7.3).

        Nodes whose cuts no longer hold are marked for restart. The position is at the root before
        and after.
        """
        # FINDPATH, REOPTIMIZE (4.1): retract the values on the path, and find its thresholds.
        path = node.path()
        stack = [(self.top, self.top, self.root.value, False)]
        for upper, lower in pairwise(path):
            own, other = stack[-1][1], stack[-1][0]
            siblings = lower.siblings()
            stack.append((strictest(own, siblings), other, lower.value, bool(lower.cutter)))
            self.uncut(lower)
            upper.value = max((-sibling.value for sibling in siblings), default=-INFINITY)
            self.position.push(lower.move)
        self.sweep(node, stack[-1][0], stack[-1][1])
        # BACKUP (4.3): the position returns to the root.
        for upper, (own, _, old, was_cut) in zip(path[-2::-1], stack[-2::-1], strict=True):
            self.position.pop()
            first = upper.children[0]
            upper.sort()
            if was_cut and upper.children[0] not in (first, node):
                upper.no_recut = True  # errata, 1
            if not upper.no_recut and upper.is_cut_by(own):
                self.cut_off(upper, own)
            elif was_cut:
                self.cut_off(upper, self.restart)
            self.new_node_value(upper, old)

    def make_move(self, node: Node) -> None:
        """Make a child of the root the new root, also by a move of the position (MAKEMOVE, 6.2).

        Nodes below it that its siblings cut are marked for restart.
        """
        for sibling in node.siblings():  # CLEARCUTSINTREE
            self.restart_all([cut for cut in sibling.cuts if node in cut.path()])
        for marked in list(self.restart.cuts):
            if node not in marked.path():
                self.uncut(marked)
        self.position.push(node.move)
        self.root, node.parent, node.cuts = node, None, []

    def try_recut(self, node: Node) -> None:
        """Cut a node again if a sibling of it or of every second ancestor can (TRYRECUT, 8.2)."""
        threshold = self.top
        for upper in node.path()[::-1][::2]:
            threshold = strictest(threshold, upper.siblings())
        if not node.no_recut and node.is_cut_by(threshold):
            self.cut_off(node, threshold)

    def new_node_value(self, node: Node, old: int) -> None:
        """Mark for restart what a node no longer cuts after its value was `old` (NEWNODEVAL, 4.3).

        If the node is now cut itself, these are all that it cut.
        """
        if node.cutter:
            self.restart_all(list(node.cuts))
        elif node.value > old:  # CHECKCUTS
            self.restart_all([cut for cut in node.cuts if cut.value <= node.value])

    def restart_all(self, nodes: list[Node]) -> None:
        """Mark nodes whose cuts no longer hold for restart (RESTARTALL)."""
        for node in nodes:
            self.uncut(node)
            self.cut_off(node, self.restart)

    def cut_off(self, node: Node, cutter: Node) -> None:
        """Record that a node is cut by another (CUTOFF)."""
        node.cutter = cutter
        cutter.cuts.insert(0, node)

    def uncut(self, node: Node) -> None:
        """Remove a node's cut, or its mark for restart (UNCUT)."""
        if node.cutter:
            node.cutter.cuts.remove(node)
            node.cutter = None
