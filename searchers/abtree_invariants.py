"""What must hold of an A-B tree (Lindstrom 1979, sections 2.2, 2.3, 3.1 and 4.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.errors import ContractError
from games.position import Position
from games.scores import INFINITE, at_ply
from searchers.abtree_store import RESTARTS

__all__ = ["check_invariants"]

_RESTART, _FINISHED = RESTARTS, -1


def check_invariants(tree: Any, valid: bool) -> int:
    """Hold an `ABTree` against the paper's conditions; a forgotten subtree leaves a terminal node.

    :param valid: whether the tree must also be a valid A-B tree (3.1) with no restart pending.
    :returns: how many nodes were looked at.
    :raises ContractError: naming a node by its Dewey number, and what it breaks.
    """
    nodes = {place: tree.node(place) for place in tree.places()}
    lists = {place: tree.cut_by(place) for place in (*nodes, _RESTART)}
    _expect(tree, _RESTART, not valid or not lists[_RESTART], "no restart is pending")
    if tree.principal_terminal() == tree.root:
        _expect(tree, tree.root, len(nodes) == 1, "the root has no sons, so it is alone")
        return 1
    seen = 0
    for place, position in _walk(tree, nodes, tree.root, tree.position.copy()):
        seen += 1
        node = nodes[place]
        _check_sons(tree, nodes, node, position)
        _check_value(tree, nodes, node, position)
        _check_cut(tree, nodes, node, lists)
    _expect(tree, tree.root, seen == len(nodes) == tree.stored, "every node is below the root")
    listed = sum(map(len, lists.values()))
    cut = [node for node in nodes.values() if node.cutter]
    _expect(tree, tree.root, listed == len(cut), "every list holds cut nodes only")
    if valid:
        _check_valid(tree, nodes)
    return seen


def _expect(tree: Any, place: int, holds: bool, rule: str) -> None:
    if not holds:
        name = tree.dewey(place) if place > _RESTART else "of the restart list"
        raise ContractError(f"A-B tree, node {name}: expected that {rule}")


def _walk(tree: Any, nodes: Any, place: int, position: Position) -> Iterator[tuple[int, Position]]:
    yield place, position
    for son in nodes[place].sons:
        _expect(tree, place, son in nodes, "its sons exist")
        position.push(nodes[son].move)
        yield from _walk(tree, nodes, son, position)
        position.pop()


def _check_sons(tree: Any, nodes: Any, node: Any, position: Position) -> None:
    """2.2.3, 2.2.7: a tree, sons sorted; and sons are generated in the order of the moves."""
    sons = [nodes[son] for son in node.sons]
    _expect(
        tree,
        node.place,
        all(son.parent == node.place for son in sons),
        "its sons know their parent",
    )
    values = [son.value for son in sons]
    _expect(tree, node.place, values == sorted(values), "its sons stand best first")
    if sons:
        legal = position.legal_moves()
        if node.place == tree.root and tree.root_moves is not None:
            legal = tree.root_moves
        _expect(tree, node.place, node.moves == len(legal), "its number of moves is right")
        made = sorted(son.move for son in sons)
        first = sorted(legal[: len(sons)])
        _expect(tree, node.place, made == first, "its sons are the first of its moves")


def _check_value(tree: Any, nodes: Any, node: Any, position: Position) -> None:
    """2.2.6: the minimax of the sons, the static value of a terminal node."""
    if node.sons:
        best = -nodes[node.sons[0]].value
        _expect(tree, node.place, node.value == best, "its value is that of its best son")
        return
    _expect(tree, node.place, abs(node.value) < INFINITE, "it has a value")
    outcome = position.outcome()
    _expect(tree, node.place, (outcome is None) == (node.moves != _FINISHED), "its end is known")
    if outcome is not None:
        _expect(tree, node.place, node.value == at_ply(outcome, position.ply), "it has its outcome")
    elif not node.forgotten:
        static = tree.evaluator.value(position)
        _expect(tree, node.place, node.value == static, "a terminal node has its static value")


def _check_cut(tree: Any, nodes: Any, node: Any, lists: Any) -> None:
    """2.3: who cuts whom."""

    def expect(holds: bool, rule: str) -> None:
        _expect(tree, node.place, holds, rule)

    for cut in tree.cut_by(node.place):
        expect(cut in nodes and nodes[cut].cutter == node.place, "what it cuts is cut by it")
    if not node.cutter:
        return
    expect(bool(node.sons or node.forgotten), "a cut node is nonterminal (i)")
    expect(len(node.sons) < node.moves, "a cut node has moves left to generate (i)")
    expect(not tree.cut_by(node.place), "a cut node cuts none (iii)")
    expect(node.place in lists.get(node.cutter, ()), "a cut node is on its cutter's list")
    if node.cutter == _RESTART:
        return
    cutter = nodes[node.cutter]
    above = _ancestors(nodes, node)
    expect(not cutter.cutter, "its cutter is uncut (ii a)")
    expect((len(above) - len(_ancestors(nodes, cutter))) % 2 == 0, "its cutter has its side (ii b)")
    expect(
        cutter.parent in above and node.cutter not in (*above, node.place),
        "its cutter is a son of an ancestor, and no ancestor (ii c)",
    )
    expect(node.value > cutter.value, "its cutter's value is strictly stricter (ii d)")


def _ancestors(nodes: Any, node: Any) -> list[int]:
    above = []
    while node.parent:
        above.append(node.parent)
        node = nodes[node.parent]
    return above


def _check_valid(tree: Any, nodes: Any) -> None:
    """3.1.2: key nodes are terminal where DEEPENOUGH tells, and uncut ones have all their sons."""
    for node in nodes.values():
        if not tree.is_key(node.place):
            continue
        ply = tree.ply + tree.depth(node.place)
        if not node.sons:
            deep = ply >= tree.horizon or node.moves == _FINISHED or node.held >= tree.horizon
            _expect(tree, node.place, deep, "a terminal key node is deep enough")
        else:
            _expect(tree, node.place, ply < tree.horizon, "a key node with sons is not deep enough")
            whole = bool(node.cutter) or len(node.sons) == node.moves
            _expect(tree, node.place, whole, "an uncut key node has all its sons")
