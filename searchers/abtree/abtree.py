"""The player on an A-B tree (Lindstrom 1979): alpha-beta whose tree evolves from move to move.

The tree is searched one ply deeper after another. What the moves played leave of it is kept, best
children first: the next search revalidates and redevelops it (sections 7 and 8).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from types import NoneType
from typing import Any

from games.core.position import Position
from games.core.scores import INFINITY, MAX_PLY, is_decided
from games.errors import ContractError, SpecError, quoted
from games.parts.part import Option
from searchers.abtree.attention import ATTENTIONS, Attention
from searchers.abtree.orders import best_first, expand_ply
from searchers.abtree.store import Node
from searchers.abtree.tree import ABTree
from searchers.core.limits import Limits
from searchers.core.result import Answer, RootMove, next_report
from searchers.core.searcher import Searcher, moves_between

__all__ = ["ABTreePlayer"]

_HOOKS = ("promise", "heuristic_stop", "deep_enough")
_AT_ONCE = 16
"""Of so many nodes that wait to be grown one is grown before all promises are computed again."""
_FREE = _FINISHED = -1
_STOPPED, _TO_TELL, _AT_DEPTH, _AT_END = range(4)
"""Why `best_first` ends."""


class ABTreePlayer(Searcher):
    """Lindstrom's A-B trees (1979): alpha-beta on a tree that is kept from move to move.

    It grows depth-first, breadth-first or best-first (1.2).

    The budget is a HEURISTICSTOP: what was generated stays, and the next search goes on there. A
    search cut short answers with the best of the moves that it had swept; the best of the search
    before is swept first. A depth limit nearer than the tree reaches starts a new tree.

    While it ponders the tree above the guess is set aside, and the search after a miss goes on
    there.

    `tree` is the `ABTree` of the last search. `reused` has, for every search since `new_game` but
    the first, how many nodes it kept and how many there had been.

    Three hooks control the growth. Each is None, or a callable: set on the player, a method of a
    subclass, or (the first two) of the `Attention` that the option `attention` names, in this
    order. A clone has those that were set.

    * `promise(tree, node)` returns a number: `grow=best` grows the key node that promises most,
      expands it if it is terminal and resumes it if it is suspended, instead of the terminal node
      that gives the root its value. All promises are computed again each time a sixteenth of the
      nodes was grown, or one.
    * `heuristic_stop(tree, node)` returns whether to suspend a node, as `ABTree` takes it.
    * `deep_enough(position)` returns whether a position is a horizon, which is searched once.
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
            "step",
            0,
            "plies from one depth to the next (grow=depth only); 0: two, so that children are "
            "sorted by values of the same parity, or one where the evaluator searches on",
            low=0,
            high=2,
        ),
        Option(
            "attention",
            None,
            "heuristic control: which node is grown next, and where growing pauses; none takes the "
            "order of `grow` alone",
            kind="attention",
        ),
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

    promise: Callable[[ABTree, int], float] | None = None
    heuristic_stop: Callable[[ABTree, int], bool] | None = None
    deep_enough: Callable[[Position], bool] | None = None

    def __init__(self, evaluator: Any = None, **options: Any) -> None:
        super().__init__(evaluator, **options)
        given = self.options["attention"]
        self.attention = None if given is None else ATTENTIONS.make(given)
        if not isinstance(self.attention, (Attention, NoneType)):
            raise SpecError(f"{self.attention!r} is no attention")
        promises = self._hook("promise") is not None
        if promises and self.attention is not None and self.options["grow"] != "best":
            raise SpecError(f"{self.spec}: expected grow=best with an attention that promises")
        self._resuming = 0
        self.new_game()

    def _hook(self, name: str) -> Any:
        """What was set on the player, or in a subclass, or what the attention has; else None."""
        own = getattr(self, name)
        if own is not None or self.attention is None:
            return own
        method = getattr(self.attention, name, None)
        default = getattr(Attention, name, None)
        return None if getattr(method, "__func__", None) is default else method

    def _remaker(self) -> Any:
        hooks = {name: vars(self)[name] for name in _HOOKS if name in vars(self)}
        return partial(_remade, super()._remaker(), hooks)

    def new_game(self) -> None:
        self.tree: ABTree | None = None
        self._aside: tuple[ABTree, int] | None = None
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
        resumed = self._resumed(position, deepest, answer)
        if resumed is None and self.tree is not None:  # there was no time
            return
        tree = resumed or self._planted(position, answer)
        if self.tracing and tree.node(tree.root).children:
            self.trace.tell("resumed", (), nodes=tree.stored)
        tree.deep_enough, tree.heuristic_stop = self.deep_enough, self._hook("heuristic_stop")
        promise = self._hook("promise")
        if tree.node(tree.root).children:
            self._tell(tree, answer)
        self._give_room(tree)
        if self.options["grow"] == "best" and promise is not None:
            self._grow_promising(tree, deepest, answer, promise)
        elif self.options["grow"] == "best":
            self._grow_best(tree, deepest, answer)
        else:
            self._grow_plies(tree, deepest, answer)
        if tree.full:
            answer.reason = "memory"
        self.tree = tree

    def _grow_plies(self, tree: ABTree, deepest: int, answer: Answer) -> None:
        """Make the tree valid to one horizon after another."""
        breadth = self.options["grow"] == "breadth"
        first, step = max(tree.horizon, tree.ply + 1), 1
        last = tree.ply + deepest
        if not breadth and not self.options["deepen"]:
            first = last
        elif not breadth and self.deep_enough is None:
            step = self.options["step"] or (1 if self.evaluator.SEARCHES else 2)
            if deepest < MAX_PLY:
                first += (last - first) % step  # so that the last depth is the limit
        if self.deep_enough is not None:
            last = first
        for horizon in range(first, last + 1, step):
            self._give_room(tree)
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
            proved = not tree.met_horizon or is_decided(value)
            self._tell(tree, answer, proved=proved and self._is_whole(tree))
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

    def _grow_promising(
        self, tree: ABTree, deepest: int, answer: Answer, promise: Callable[[ABTree, int], float]
    ) -> None:
        """Grow the nodes that promise most, ever again."""
        stop = tree.heuristic_stop
        if stop is not None:
            tree.heuristic_stop = lambda tree, node: node != self._resuming and stop(tree, node)
        if tree.node(tree.root).children:
            tree.chosen = 0
            tree.revalidate(tree.root)
            tree.redevelop()
        reported = next_report(self.budget.used)
        while not tree.stopped:
            self._give_room(tree)
            waiting = [node for node in tree.slots() if self._waits(tree, node, deepest)]
            promises = {node: self._promised(promise, tree, node) for node in waiting}
            waiting.sort(key=lambda node: -promises[node])  # of equal ones the first place
            grown = False
            for node in waiting[: 1 + len(waiting) // _AT_ONCE]:
                if not tree.stopped and self._waits(tree, node, deepest):
                    grown |= self._grow_one(tree, node)
            if not grown and not tree.stopped:
                open_ends = any(tree.node(node).moves >= 0 for node in self._key_terminals(tree))
                answer.reason = "depth" if open_ends or tree.suspended() else "finished"
                break
            if self.budget.used >= reported and tree.node(tree.root).children:
                reported = next_report(self.budget.used)
                self._tell(tree, answer)
        if tree.node(tree.root).children:
            self._tell(tree, answer)

    def _grow_one(self, tree: ABTree, node: int) -> bool:
        """Expand a terminal node, or resume a suspended one; true if it has more children then."""
        before = len(tree.node(node).children)
        tree.chosen, self._resuming = node, node if before else 0
        if before:
            tree.resume_node(node)
        else:
            tree.expand_terminal(node)
        tree.chosen = self._resuming = 0
        grown = len(tree.node(node).children) > before
        tree.redevelop()
        return grown

    def _waits(self, tree: ABTree, n: int, deepest: int) -> bool:
        """Whether a place holds a key node that may be grown."""
        node = tree.node(n)
        if node.parent == _FREE or node.moves == _FINISHED or not tree.is_key(n):
            return False
        if node.children:
            return node.cutter == 0 and len(node.children) < node.moves
        return tree.depth(n) < deepest

    def _key_terminals(self, tree: ABTree) -> Iterator[int]:
        """The key nodes without children."""
        return (n for n in tree.slots() if not tree.node(n).children and tree.is_key(n))

    def _promised(self, promise: Callable[[ABTree, int], float], tree: ABTree, node: int) -> float:
        """What a node promises.

        :raises ContractError: if that is no number.
        """
        found = promise(tree, node)
        if not isinstance(found, (int, float)) or found != found:
            where = tree.dewey(node)
            fault = f"promise of node {where} is {quoted(found)}: expected a number"
            raise ContractError(f"{self.spec}: {fault}")
        return found

    def _is_whole(self, tree: ABTree) -> bool:
        """Whether no key node is suspended by a hook: its value may not be that of the game."""
        return tree.heuristic_stop is None or not tree.suspended()

    def _give_room(self, tree: ABTree) -> None:
        """Give the tree its whole room once no guess is searched any more."""
        if not self.pondering:
            self._aside = None
            tree.retain = self.options["retain"]

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
            proved=proved
            or (by_value and finished and is_decided(chosen.value) and self._is_whole(tree)),
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
        """Move the root of the tree of the search before to the position, or of the tree that was
        set aside before that, and return it.

        :returns: None if the position is in neither, or the tree is of no use. If there was no time
            to move the root, `tree` is what is left, if that is of use to the next search.
        """
        tree, self.tree = self.tree, None
        if tree is not None:
            self.reused.append((0, tree.stored))
        line = self._line_from(tree, position)
        if line is None and self._aside is not None:
            (tree, self._valid), self._aside = self._aside, None
            line = self._line_from(tree, position)
        elif line or not self.pondering:
            self._aside = None
        if tree is None or line is None:
            return None
        self.reused[-1:] = [(0, tree.stored)]
        held = tree.stored
        at = self._node_at(tree, line)
        allowed = None if line else tree.root_moves
        if answer.moves != (position.legal_moves() if allowed is None else allowed):
            at = 0
        if line and at and tree.node(at).children:
            self._tell(tree, answer, root=at)  # there may be no time for more
        tree.begin(tree.position, self.evaluator, self.budget, self.counts)
        made = self._moved(tree, line, bool(at))
        if made is None:
            return None
        tree = made
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

    def _line_from(self, tree: ABTree | None, position: Position) -> list[int] | None:
        """The moves from a tree's root to the position; None if none lead there, or the tree has
        another evaluator's values."""
        if tree is None or tree.evaluator is not self.evaluator:
            return None
        return moves_between(tree.position, position)

    def _node_at(self, tree: ABTree, line: list[int]) -> int:
        """The node that a line leads to from the root; 0 if there is none."""
        at = tree.root
        for move in line:
            found = [child for child in tree.node(at).children if tree.node(child).move == move]
            at = found[0] if found else 0
            if not at:
                break
        return at

    def _moved(self, tree: ABTree, line: list[int], to_end: bool) -> ABTree | None:
        """Make the node that a line leads to the root. If it is a guess, the tree above it is set
        aside before.

        :param to_end: whether the node is in the tree, and of use.
        :returns: the tree, or another; None if there was no time, or the node is not to be had.
        """
        if not to_end and not (line and self.pondering):
            return None
        for number, move in enumerate(line):
            if self.pondering and number == len(line) - 1 and tree.node(tree.root).children:
                tree.retain = self.options["retain"]
                made = tree.set_aside()
                if made is not None:
                    self._aside, tree = (tree, self._valid), made
                elif not self.budget.in_time():
                    self.tree = tree
                    return None
            at = self._node_at(tree, [move])
            if not at or (number == len(line) - 1 and not to_end):
                return None
            if not tree.make_move(1 + tree.node(tree.root).children.index(at)):
                self.tree = tree
                return None
        return tree


def _remade(make: Callable[[], ABTreePlayer], hooks: dict[str, Any]) -> ABTreePlayer:
    """A new player with the hooks that were set on another."""
    player = make()
    vars(player).update(hooks)
    return player
