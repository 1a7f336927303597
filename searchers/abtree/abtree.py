"""The player on an A-B tree (Lindstrom 1979): alpha-beta whose tree evolves from move to move.

The tree is searched one ply deeper after another. What the moves played leave of it is kept, best
children first: the next search revalidates and redevelops it (sections 7 and 8).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.core.position import Position
from games.core.scores import INFINITY, MAX_PLY, is_decided
from games.parts.part import Option
from searchers.abtree.orders import best_first, expand_ply
from searchers.abtree.store import Node
from searchers.abtree.tree import ABTree
from searchers.core.limits import Limits
from searchers.core.result import Answer, RootMove, next_report
from searchers.core.searcher import Searcher, moves_between

__all__ = ["ABTreePlayer"]

_STOPPED, _TO_TELL, _AT_DEPTH, _AT_END = range(4)
"""Why `best_first` ends."""


class ABTreePlayer(Searcher):
    """Lindstrom's A-B trees (1979): alpha-beta on a tree that is kept from move to move.

    It grows depth-first, breadth-first or best-first (1.2).

    The budget is a HEURISTICSTOP: what was generated stays, and the next search goes on there. A
    search cut short answers with the best of the moves that it had swept; the best of the search
    before is swept first. A depth limit nearer than the tree reaches starts a new tree.

    `tree` is the `ABTree` of the last search. `deep_enough` and `heuristic_stop`, None by default,
    may be set to callables, as `ABTree` takes them: a horizon of one's own is searched once. In
    `reused` stands for every search since `new_game` but the first how many nodes it kept and how
    many there had been.
    """

    NAME = "abtree"
    OPTIONS = (
        Option(
            "grow",
            "depth",
            "order of growth: depth-first, breadth-first, or best-first, which expands the node "
            "that gives the root its value",
            choices=("depth", "breadth", "best"),
        ),
        Option("deepen", True, "search depth 1, 2, 3 ... until a limit ends it (grow=depth only)"),
        Option(
            "retain",
            2_000_000,
            "nodes held at most, 64 bytes each; beyond it subtrees are forgotten, and where that "
            "does not help the search ends",
            low=100,
            high=2**25,
        ),
        Option(
            "fix",
            "errata",
            "with the errata's fix 1, or BACKUP as printed, where a wrong value comes up rarely",
            choices=("errata", "printed"),
        ),
        Option(
            "sibling",
            "uncut",
            "what cuts a node restarted: its best uncut sibling, or as printed the best or none, "
            "which makes large trees larger",
            choices=("uncut", "printed"),
        ),
    )

    def __init__(self, evaluator: Any = None, **options: Any) -> None:
        super().__init__(evaluator, **options)
        self.deep_enough: Callable[[Position], bool] | None = None
        self.heuristic_stop: Callable[[ABTree, int], bool] | None = None
        self.new_game()

    def new_game(self) -> None:
        self.tree: ABTree | None = None
        self.reused: list[tuple[int, int]] = []
        self._valid = 0

    @property
    def reuse(self) -> float:
        """The share of nodes kept from search to search since `new_game`."""
        held = sum(before for _, before in self.reused)
        return sum(kept for kept, _ in self.reused) / held if held else 0.0

    def _needs_depth(self) -> bool:
        return self.options["grow"] == "depth" and super()._needs_depth()

    def _search(self, position: Position, limits: Limits, answer: Answer) -> None:
        deepest = min(limits.depth or MAX_PLY, MAX_PLY)
        tree = self._resumed(position, deepest, answer) or self._planted(position, answer)
        if self.tracing and tree.node(tree.root).children:
            self.trace.tell("resumed", (), nodes=tree.stored)
        tree.deep_enough, tree.heuristic_stop = self.deep_enough, self.heuristic_stop
        if tree.node(tree.root).children:
            self._tell(tree, answer)
        if self.options["grow"] == "best":
            self._grow_best(tree, deepest, answer)
        else:
            self._grow_plies(tree, deepest, answer)
        if tree.full:
            answer.reason = "memory"
        self.tree = tree

    def _grow_plies(self, tree: ABTree, deepest: int, answer: Answer) -> None:
        """Make the tree valid to one horizon after another."""
        breadth = self.options["grow"] == "breadth"
        first = max(tree.horizon, tree.ply + 1)
        if not breadth and not self.options["deepen"]:
            first = tree.ply + deepest
        last = first if self.deep_enough is not None else tree.ply + deepest
        for horizon in range(first, last + 1):
            tree.horizon, tree.met_horizon = horizon, False
            if self.tracing:
                self.trace.window(
                    "deepened", tree.position, horizon - tree.ply, -INFINITY, INFINITY
                )
            if breadth and horizon > first:
                expand_ply(tree)
            else:
                self._sweep(tree, answer)
            if tree.stopped:
                return
            self._valid = horizon
            value = tree.node(tree.root).value
            self._tell(tree, answer, proved=not tree.met_horizon or is_decided(value))
            if answer.proved:
                answer.reason = "proved"
                return
        answer.reason = "depth"

    def _sweep(self, tree: ABTree, answer: Answer) -> None:
        """Revalidate and redevelop the whole tree."""
        tree.revalidate(tree.root)
        swept = [child for child in tree.node(tree.root).children if tree.node(child).swept]
        if swept:
            self._tell(tree, answer, swept[0])
        tree.redevelop()

    def _grow_best(self, tree: ABTree, deepest: int, answer: Answer) -> None:
        """Resume what was stopped, then expand one principal terminal node after another."""
        tree.chosen = 0
        if tree.node(tree.root).children:
            tree.revalidate(tree.root)
            tree.redevelop()
        why = _TO_TELL
        while why == _TO_TELL:
            used = self.budget.used
            why = best_first(tree, deepest, next_report(used))
            root = tree.node(tree.root)
            known = [child for child in root.children if tree.node(child).move == tree.best_move]
            if root.children:
                self._tell(tree, answer, (known or root.children)[0])
        answer.reason = {_AT_DEPTH: "depth", _AT_END: "finished"}.get(why, "")

    def _tell(
        self,
        tree: ABTree,
        answer: Answer,
        best: int | None = None,
        proved: bool = False,
        root: int = 0,
    ) -> None:
        """Report the best move, or the one that leads to `best`, and what is known of the others:
        their values are bounds, for where nodes are cut below they could only be worse.

        :param root: the node that is to be the root, if it is another than the tree's.
        """
        top = root or tree.root
        children = [tree.node(child) for child in tree.node(top).children]
        chosen = next((child for child in children if child.slot == best), children[0])
        line = self._line(tree, chosen)
        others = [child for child in children if child is not chosen]
        known = {child.move for child in children}
        principal = top == tree.root and chosen is children[0]
        finished = principal and tree.node(tree.principal_terminal()).moves < 0
        by_value = self.options["grow"] == "best"
        answer.improve(
            chosen.move,
            value=-chosen.value,
            pv=line,
            depth=len(line) if by_value else max(0, self._valid - tree.ply - tree.depth(top)),
            proved=proved or (by_value and finished and is_decided(chosen.value)),
            root=[
                RootMove(chosen.move, -chosen.value),
                *(RootMove(child.move, bounds=(None, -child.value)) for child in others),
                *(RootMove(move) for move in answer.moves if move not in known),
            ],
        )

    def _line(self, tree: ABTree, node: Node) -> list[int]:
        """The moves from a node's own on to the terminal node that gives it its value."""
        line = [node.move]
        while node.children:
            node = tree.node(node.children[0])
            line.append(node.move)
        return line

    def _planted(self, position: Position, answer: Answer) -> ABTree:
        """A new tree."""
        tree = ABTree(
            position,
            self.evaluator,
            retain=self.options["retain"],
            fix=self.options["fix"] == "errata",
            best_sibling=self.options["sibling"] == "printed",
        )
        tree.begin(position, self.evaluator, self.budget, self.counts)
        tree.tell(self.trace)
        tree.plant(answer.moves)
        self._valid = 0
        return tree

    def _resumed(self, position: Position, deepest: int, answer: Answer) -> ABTree | None:
        """The tree of the search before, its root moved to the position; None if that is not in
        it, or the tree is of no use."""
        tree, self.tree = self.tree, None
        if tree is None or tree.evaluator is not self.evaluator:
            return None
        held = tree.stored
        self.reused.append((0, held))
        line = moves_between(tree.position, position)
        allowed = None if line else tree.root_moves
        restricted = answer.moves != (position.legal_moves() if allowed is None else allowed)
        if line is None or restricted:
            return None
        ranks, at = [], tree.root
        for move in line:
            children = tree.node(at).children
            moves_made = [tree.node(child).move for child in children]
            if move not in moves_made:
                return None
            ranks.append(moves_made.index(move))
            at = children[ranks[-1]]
        if ranks and tree.node(at).children:
            self._tell(tree, answer, root=at)  # there may be no time for more
        tree.begin(tree.position, self.evaluator, self.budget, self.counts)
        for rank in ranks:
            if not tree.make_move(1 + rank):
                return None
        root = tree.node(tree.root)
        if tree.horizon > position.ply + deepest or root.value == -INFINITY:
            return None
        if root.moves < 0:  # a first repetition, which ends a line of the search but not the game
            return None
        tree.begin(position, self.evaluator, self.budget, self.counts)
        tree.tell(self.trace)
        self.counts.peak_stored = tree.stored
        if position.PATH_DEPENDENT:
            tree.reopen_draws()
        self.reused[-1] = (tree.stored, held)
        return tree
