"""The conditions that an A-B tree must satisfy (Lindstrom 1979, sections 2.2, 2.3, 3.1 and 4.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.core.position import Position
from games.core.scores import INFINITY, adjust_mate
from games.errors import ContractError
from searchers.abtree.constants import FINISHED, RESTART


def check_invariants(tree: Any, valid: bool = False) -> int:
    """Check the conditions of the paper on an `ABTree`. A pruned subtree leaves a terminal node.

    :param valid: whether the tree must also be a valid A-B tree (3.1) with no restart pending.
    :returns: the number of nodes checked.
    :raises ContractError: names a node by its Dewey number, and the condition it breaks.
    """
    nodes = {index: tree.node(index) for index in tree.slots()}
    lists = {index: tree.cut_by(index) for index in (*nodes, RESTART)}
    _expect(tree, RESTART, not valid or not lists[RESTART], "no restart is pending")
    if tree.principal_terminal() == tree.root:
        _expect(tree, tree.root, len(nodes) == 1, "the root has no children, so it is alone")
        return 1
    seen = 0
    for index, position in _walk(tree, nodes, tree.root, tree.position.copy()):
        seen += 1
        node = nodes[index]
        _check_children(tree, nodes, node, position)
        _check_value(tree, nodes, node, position)
        _check_cut(tree, nodes, node, lists)
    _expect(tree, tree.root, seen == len(nodes) == tree.node_count, "every node is below the root")
    listed = sum(map(len, lists.values()))
    cut = [node for node in nodes.values() if node.cutter]
    _expect(tree, tree.root, listed == len(cut), "every list has cut nodes only")
    if valid:
        _check_valid(tree, nodes)
    return seen


def _expect(tree: Any, index: int, holds: bool, rule: str) -> None:
    """Raise ContractError with the node and the rule unless the rule holds."""
    if not holds:
        name = tree.dewey(index) if index > RESTART else "of the restart list"
        raise ContractError(f"A-B tree, node {name}: expected that {rule}")


def _walk(tree: Any, nodes: Any, index: int, position: Position) -> Iterator[tuple[int, Position]]:
    """Yield the nodes from `index` on, parents first, each with its position.

    The position is one object, which has been moved to the node.
    """
    yield index, position
    for child in nodes[index].children:
        _expect(tree, index, child in nodes, "its children exist")
        position.push(nodes[child].move)
        yield from _walk(tree, nodes, child, position)
        position.pop()


def _check_children(tree: Any, nodes: Any, node: Any, position: Position) -> None:
    """Check sections 2.2.3 and 2.2.7: nodes form a tree, children are sorted by value.

    Also check that children are generated in the order of the moves. The position is at the node.

    :raises ContractError: if a condition does not hold.
    """
    children = [nodes[child] for child in node.children]
    _expect(
        tree,
        node.slot,
        all(child.parent == node.slot for child in children),
        "its children know their parent",
    )
    values = [child.value for child in children]
    _expect(tree, node.slot, values == sorted(values), "its children are sorted best first")
    if children:
        legal = position.legal_moves()
        if node.slot == tree.root and tree.root_moves is not None:
            legal = tree.root_moves
        _expect(tree, node.slot, node.moves == len(legal), "its number of moves is right")
        made = sorted(child.move for child in children)
        first = sorted(legal[: len(children)])
        _expect(tree, node.slot, made == first, "its children are the first of its moves")


def _check_value(tree: Any, nodes: Any, node: Any, position: Position) -> None:
    """Check section 2.2.6: a value is static at a terminal node, else the children's minimax.

    :raises ContractError: if it is not. The position is at the node.
    """
    if node.children:
        best = -nodes[node.children[0]].value
        _expect(tree, node.slot, node.value == best, "its value is that of its best child")
        return
    _expect(tree, node.slot, abs(node.value) < INFINITY, "it has a value")
    outcome = position.outcome()
    _expect(tree, node.slot, (outcome is None) == (node.moves != FINISHED), "its end is recorded")
    if outcome is not None:
        _expect(
            tree, node.slot, node.value == adjust_mate(outcome, position.ply), "it has its outcome"
        )
    elif not node.pruned_children:
        static = tree.evaluator.value(position)
        _expect(tree, node.slot, node.value == static, "a terminal node has its static value")


def _check_cut(tree: Any, nodes: Any, node: Any, lists: Any) -> None:
    """Check section 2.3: each cut node is in its cutter's list, and may be cut by it.

    :raises ContractError: if a condition does not hold.
    """

    def expect(holds: bool, rule: str) -> None:
        """Raise ContractError with the node unless the rule holds."""
        _expect(tree, node.slot, holds, rule)

    for cut in tree.cut_by(node.slot):
        expect(cut in nodes and nodes[cut].cutter == node.slot, "what it cuts is cut by it")
    if not node.cutter:
        return
    expect(bool(node.children or node.pruned_children), "a cut node is nonterminal (i)")
    expect(len(node.children) < node.moves, "a cut node has moves left to generate (i)")
    expect(not tree.cut_by(node.slot), "a cut node cuts none (iii)")
    expect(node.slot in lists.get(node.cutter, ()), "a cut node is on its cutter's list")
    if node.cutter == RESTART:
        return
    cutter = nodes[node.cutter]
    above = _ancestors(nodes, node)
    expect(not cutter.cutter, "its cutter is uncut (ii a)")
    expect((len(above) - len(_ancestors(nodes, cutter))) % 2 == 0, "its cutter has its side (ii b)")
    expect(
        cutter.parent in above and node.cutter not in (*above, node.slot),
        "its cutter is a child of an ancestor, and no ancestor (ii c)",
    )
    expect(node.value > cutter.value, "its cutter's value is strictly stricter (ii d)")


def _ancestors(nodes: Any, node: Any) -> list[int]:
    """Return the nodes above a node, from its parent to the root."""
    above = []
    while node.parent:
        above.append(node.parent)
        node = nodes[node.parent]
    return above


def _check_valid(tree: Any, nodes: Any) -> None:
    """Check section 3.1.2: key nodes are terminal exactly if they are deep enough.

    Uncut key nodes have all their children.

    :raises ContractError: if a condition does not hold.
    """
    for node in nodes.values():
        if not tree.is_key(node.slot):
            continue
        ply = tree.ply + tree.depth(node.slot)
        if not node.children:
            deep = (
                ply >= tree.horizon or node.moves == FINISHED or node.pruned_horizon >= tree.horizon
            )
            _expect(tree, node.slot, deep, "a terminal key node is deep enough")
        else:
            _expect(
                tree, node.slot, ply < tree.horizon, "a key node with children is not deep enough"
            )
            complete = bool(node.cutter) or len(node.children) == node.moves
            _expect(tree, node.slot, complete, "an uncut key node has all its children")
