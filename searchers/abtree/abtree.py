"""The player on an A-B tree (Lindstrom 1979): alpha-beta on a tree that evolves from move to move.

The tree is searched one step deeper after another. After a move the subtree that remains is kept,
best children first. The next search revalidates and redevelops it (sections 7 and 8).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, Literal, TypedDict, Unpack

from evaluators.core.evaluator import EvaluatorOrSpec
from games.core.position import Position
from games.core.scores import INFINITY, KNOWN_WIN, MATE_BOUND, MAX_PLY, is_decided
from games.errors import ContractError, SpecError, quoted
from games.parts.part import Option
from searchers.abtree.attention import ATTENTIONS, Attention
from searchers.abtree.constants import (
    DEPTH_LIMIT,
    FINISHED,
    FREE,
    GAME_OVER,
    NO_NODE,
    REPORT_DUE,
)
from searchers.abtree.store import Node
from searchers.abtree.tree import ABTree
from searchers.core.limits import Limits
from searchers.core.result import Answer, RootMove
from searchers.core.searcher import Searcher, moves_between

_HOOKS = ("promise", "heuristic_stop", "deep_enough")
_BATCH = 16
"""One in so many of the nodes that can be grown is grown before all promises are computed again."""


class ABTreePlayerOptions(TypedDict, total=False):
    """The options of `ABTreePlayer`."""

    grow: Annotated[
        Literal["depth", "breadth", "best"],
        Option(
            "depth",
            "order of growth: depth-first, breadth-first, or best-first (expand the node that "
            "gives the root its value)",
        ),
    ]
    deepen: Annotated[
        bool, Option(True, "search depth 1, 2, 3 ... until a limit ends it (grow=depth only)")
    ]
    step: Annotated[
        int,
        Option(
            0,
            "plies from one depth to the next (grow=depth only); 0: two, so that children are "
            "sorted by values of the same parity, or one if the evaluator searches",
            low=0,
            high=2,
        ),
    ]
    attention: Annotated[
        Attention | str | None,
        Option(
            None,
            "heuristic control: the node to grow next, and nodes to suspend; without it `grow` "
            "alone decides",
            kind="attention",
        ),
    ]
    retain: Annotated[
        int,
        Option(
            2_000_000,
            "most nodes, 64 bytes each; beyond it subtrees are pruned, and the search ends if that "
            "frees too little",
            low=100,
            high=2**25,
        ),
    ]
    fix: Annotated[
        Literal["errata", "printed"],
        Option(
            "errata",
            "with fix 1 of the errata, or BACKUP as printed, which rarely gives a wrong value",
        ),
    ]
    sibling: Annotated[
        Literal["uncut", "printed"],
        Option(
            "uncut",
            "the node that cuts a restarted node: its best uncut sibling, or as printed the best "
            "or none, which makes large trees larger",
        ),
    ]


class ABTreePlayer(Searcher):
    """Lindstrom's A-B trees (1979): alpha-beta on a tree that is kept from move to move.

    It grows depth-first, breadth-first or best-first (section 1.2).

    The budget is a HEURISTICSTOP: nodes generated remain, and the next search resumes there. A
    search that is cut short returns the best of the moves that it has swept, or, if these all lose,
    of all. The best move of the search before is swept first. If the depth limit is less than the
    depth of the kept tree, the search begins a new tree.

    While it ponders, the tree above the expected move is set aside. After another move the search
    resumes that tree.

    `tree` is the `ABTree` of the last search. `reused` is the number of nodes that it kept, and the
    number before; None if there was no tree.

    Three hooks control the growth. Each is None or a callable. It is set on the player, or it is a
    method of a subclass, or (the first two) of the `Attention` that the option `attention` names;
    the first of these counts. A clone has the hooks that were set.

    * `promise(tree, node)` returns a number. `grow=best` grows the key node of highest promise: it
      expands a terminal node, and resumes a suspended one. All promises are computed again after a
      sixteenth of the nodes, or one node, was grown.
    * `heuristic_stop(tree, node)` returns whether to suspend a node, as in `ABTree`.
    * `deep_enough(position)` returns whether a position is at the horizon. The horizon is then
      searched once.

    :raises SpecError: if `attention` names none, or promises without `grow=best`.
    """

    NAME = "abtree"
    OPTIONS = ABTreePlayerOptions

    promise: Callable[[ABTree, int], float] | None = None
    heuristic_stop: Callable[[ABTree, int], bool] | None = None
    deep_enough: Callable[[Position], bool] | None = None

    def __init__(
        self, evaluator: EvaluatorOrSpec = None, **options: Unpack[ABTreePlayerOptions]
    ) -> None:
        """Store the options, make the `Attention` that `attention` names, and begin a new game.

        :raises SpecError: if `attention` names none, or promises without `grow=best`.
        """
        super().__init__(evaluator, **options)
        attention = self.options["attention"]
        self.attention = None if attention is None else ATTENTIONS.make(attention)
        promises = self._hook("promise") is not None
        if promises and self.attention is not None and self.options["grow"] != "best":
            raise SpecError(f"{self.spec}: expected grow=best with an attention that promises")
        self.new_game()

    def _hook(self, name: str) -> Any:
        """Return the function of a hook: of the player, its class or its attention; or None."""
        own = getattr(self, name)
        if own is not None or self.attention is None:
            return own
        method = getattr(self.attention, name, None)
        default = getattr(Attention, name, None)
        return None if getattr(method, "__func__", None) is default else method

    def has_spec(self) -> bool:
        """Return whether the spec makes a player like this one: no hook was set on it."""
        return not vars(self).keys() & set(_HOOKS)

    def _factory(self) -> Any:
        """Return a function that makes a player like this one, with the hooks set on it."""
        hooks = {name: vars(self)[name] for name in _HOOKS if name in vars(self)}
        return partial(_rebuild, super()._factory(), hooks)

    def new_game(self) -> None:
        """Forget the tree, the one set aside and what was reused."""
        self.tree: ABTree | None = None
        self._aside: ABTree | None = None
        self.reused: tuple[int, int] | None = None

    def _needs_depth(self) -> bool:
        """Return whether a depth limit is required: with `grow=depth` and without `deepen`."""
        return self.options["grow"] == "depth" and super()._needs_depth()

    def _search(self, position: Position, limits: Limits, answer: Answer) -> None:
        """Resume or begin a tree, and grow it by plies or best first until a limit ends it.

        `tree` is that tree afterwards. Before growth best first a kept tree is made valid, and its
        suspended nodes resume. Nothing is grown if time ends while the root is moved. The reason is
        "memory" if the memory is full.
        """
        deepest = min(limits.depth or MAX_PLY, MAX_PLY)
        resumed = self._resume_tree(position, deepest, answer)
        if resumed is None and self.tree is not None:  # time ran out
            return
        tree = resumed or self._new_tree(position, answer)
        if self.tracing and tree.node(tree.root).children:
            self.trace.record("resumed", (), nodes=tree.node_count)
        tree.deep_enough, tree.heuristic_stop = self.deep_enough, self._hook("heuristic_stop")
        promise = self._hook("promise")
        if tree.node(tree.root).children:
            self._report(tree, answer)
        self._restore_limit(tree)
        if self.options["grow"] != "best":
            self._grow_plies(tree, deepest, answer)
        else:
            tree.chosen = NO_NODE
            if tree.node(tree.root).children:
                tree.revalidate(tree.root)
                tree.redevelop()
            if promise is None:
                self._grow_best(tree, deepest, answer)
            else:
                self._grow_promising(tree, deepest, answer, promise)
        if tree.is_full:
            answer.reason = "memory"
        self.tree = tree

    def _grow_plies(self, tree: ABTree, deepest: int, answer: Answer) -> None:
        """Develop the tree to one horizon after another, and report the best move after each.

        The reason becomes "proved" or "depth", unless the growth is stopped. With a hook
        `deep_enough` there is only one horizon. If a hook stops at the root, nothing is reported.

        :param deepest: the depth limit.
        """
        breadth = self.options["grow"] == "breadth"
        first, step = max(tree.horizon, tree.ply + 1), 1
        last = tree.ply + deepest
        if not breadth and not self.options["deepen"]:
            first = last
        elif not breadth and self.deep_enough is None:
            step = self.options["step"] or (1 if self.evaluator.SEARCHES else 2)
            if deepest < MAX_PLY:
                first += (last - first) % step  # the last depth is the limit
        if self.deep_enough is not None:
            last = first
        for horizon in range(first, last + 1, step):
            self._restore_limit(tree)
            tree.horizon, tree.met_horizon = horizon, False
            if self.tracing:
                self.trace.record_window(
                    "deepened", tree.position, horizon - tree.ply, -INFINITY, INFINITY
                )
            if breadth and horizon > first:
                tree.expand_ply()
            else:
                self._sweep(tree, answer)
            if tree.stopped:
                return
            if not tree.node(tree.root).children:  # a hook stopped at the root
                answer.reason = "depth"
                return
            tree.valid_horizon = horizon
            value = tree.node(tree.root).value
            proved = not tree.met_horizon or is_decided(value)
            self._report(tree, answer, proved=proved)
            if answer.proved:
                answer.reason = "proved"
                return
        answer.reason = "depth"

    def _sweep(self, tree: ABTree, answer: Answer) -> None:
        """Revalidate the tree for its horizon, report its best swept move, then redevelop it.

        Where all swept moves lose, the best of all is reported. If the growth is stopped before a
        move is swept, nothing is.
        """
        tree.revalidate(tree.root)
        children = tree.node(tree.root).children
        swept = [child for child in children if tree.node(child).swept]
        if swept:
            is_lost = tree.node(swept[0]).value >= MATE_BOUND
            self._report(tree, answer, children[0] if is_lost else swept[0])
        tree.redevelop()

    def _grow_best(self, tree: ABTree, deepest: int, answer: Answer) -> None:
        """Expand one principal terminal node after another.

        That is the node which gives the root its value. The best move is reported now and then, and
        when a limit ends the growth. The reason becomes "depth" or "finished" (that node ends the
        game), unless the growth is stopped.

        :param deepest: the depth limit.
        """
        why = REPORT_DUE
        while why == REPORT_DUE:
            self._plan_report()
            why = tree.grow_best(deepest, self.report_at)
            if tree.node(tree.root).children:
                self._report(tree, answer, self._node_at(tree, [tree.best_move]) or None)
        answer.reason = {DEPTH_LIMIT: "depth", GAME_OVER: "finished"}.get(why, "")

    def _grow_promising(
        self, tree: ABTree, deepest: int, answer: Answer, promise: Callable[[ABTree, int], float]
    ) -> None:
        """Repeat until a limit: expand or resume the key nodes of the highest promise.

        A sixteenth of the key nodes, at least one, grow before all promises are computed again. The
        best move is reported now and then, and at the end if the root has children. If no node
        grows, the reason becomes "depth", or "finished" where all key lines end the game.

        :param deepest: the depth limit.
        :param promise: the hook that rates a node.
        :raises ContractError: if it returns no number, or NaN.
        """
        while not tree.stopped:
            self._restore_limit(tree)
            nodes = [node for node in tree.slots() if self._can_grow(tree, node, deepest)]
            promises = {}
            for node in nodes:
                promises[node] = found = promise(tree, node)
                if not isinstance(found, (int, float)) or found != found:
                    fault = f"promise of node {tree.dewey(node)} is {quoted(found)}"
                    raise ContractError(f"{self.spec}: {fault}: expected a number")
            nodes.sort(key=lambda node: -promises[node])  # equal ones stay in the order of slots
            grown = False
            for place, node in enumerate(nodes):
                if grown and place > len(nodes) // _BATCH:
                    break
                if not tree.stopped and self._can_grow(tree, node, deepest):
                    grown |= self._grow_one(tree, node)
            if not grown and not tree.stopped:
                unfinished = any(self._can_grow(tree, node, INFINITY) for node in tree.slots())
                answer.reason = "depth" if unfinished else "finished"
                break
            if self.budget.used >= self.report_at and tree.node(tree.root).children:
                self._plan_report()
                self._report(tree, answer)
        if tree.node(tree.root).children:
            self._report(tree, answer)

    def _grow_one(self, tree: ABTree, node: int) -> bool:
        """Expand a terminal node or resume a suspended one, and redevelop the tree.

        :returns: whether it got children.
        """
        before = len(tree.node(node).children)
        tree.chosen, tree.resuming = node, node if before else NO_NODE
        if before:
            tree.resume_node(node)
        else:
            tree.expand_terminal(node)
        tree.chosen = tree.resuming = NO_NODE
        grown = len(tree.node(node).children) > before
        tree.redevelop()
        return grown

    def _can_grow(self, tree: ABTree, n: int, deepest: int) -> bool:
        """Return whether slot `n` has a key node that can be expanded or resumed.

        One without children can, if the game goes on there and it is above depth `deepest`. One
        with children can, if it is uncut and lacks some.
        """
        node = tree.node(n)
        if node.parent == FREE or node.moves == FINISHED or not tree.is_key(n):
            return False
        if node.children:
            return node.cutter == 0 and len(node.children) < node.moves
        return tree.depth(n) < deepest

    def _restore_limit(self, tree: ABTree) -> None:
        """Once the search no longer ponders, free the tree set aside and allow all memory."""
        if not self.pondering:
            self._aside = None
            tree.most = self.options["retain"]

    def _report(
        self,
        tree: ABTree,
        answer: Answer,
        best: int | None = None,
        proved: bool = False,
        root: int = 0,
    ) -> None:
        """Report the best move, or the one that leads to `best`, with the values of all root moves.

        The values of the other moves are upper bounds: nodes cut below them could only be worse.
        Wins and losses have a length only if the best move is reported and the tree is complete:
        uncut key nodes have all their children, and none is to be restarted. Without hooks the win
        of a swept child has one too.

        :param best: a child of the root; None for the best. With `grow=depth` a win of one that is
            not swept is none yet, so it counts as unknown.
        :param proved: whether the value is certain if the tree is complete. With `grow=best` the
            tree may show it too.
        :param root: the node to report instead of the root, which it will become; 0 for the root.
            It has children.
        """
        top = root or tree.root
        children = [tree.node(child) for child in tree.node(top).children]
        chosen = next((child for child in children if child.slot == best), children[0])
        line = self._line(tree, chosen)
        plies = max(0, tree.valid_horizon - tree.ply - tree.depth(top))
        by_value = self.options["grow"] == "best"
        if by_value and chosen is children[0] and is_decided(chosen.value):
            proved = tree.node(tree.principal_terminal()).moves < 0
        values = {child.move: -child.value for child in children}
        if proved or any(map(is_decided, values.values())):
            complete = (top, chosen) == (tree.root, children[0]) and tree.is_complete()
            proved = proved and complete
            swept = best is not None and not by_value and tree.heuristic_stop is None
            for move, value in values.items() if not complete else ():
                if not (swept and move == chosen.move and value >= MATE_BOUND):
                    values[move] = max(-KNOWN_WIN, min(value, KNOWN_WIN))
        value = values.pop(chosen.move)
        unsure = best is not None and not by_value and not chosen.swept and value >= MATE_BOUND
        known = None if unsure else value
        answer.improve(
            chosen.move,
            value=known,
            pv=line,
            depth=len(line) if by_value else plies,
            proved=proved,
            root=[
                RootMove(chosen.move, known),
                *(RootMove(move, bounds=(None, most)) for move, most in values.items()),
                *(
                    RootMove(move)
                    for move in answer.moves
                    if move != chosen.move and move not in values
                ),
            ],
        )

    def _line(self, tree: ABTree, node: Node) -> list[int]:
        """Return the moves from a node's move to the terminal node that gives it its value."""
        line = [node.move]
        while node.children:
            node = tree.node(node.children[0])
            line.append(node.move)
        return line

    def _new_tree(self, position: Position, answer: Answer) -> ABTree:
        """Return a new tree with only a root: the position, with the answer's root moves."""
        tree = ABTree(
            position,
            self.evaluator,
            most=self.options["retain"],
            fix=self.options["fix"] == "errata",
            best_sibling=self.options["sibling"] == "printed",
        )
        tree.begin(position, self.evaluator, self.budget, self.counts, self.trace)
        tree.reset(answer.moves)
        return tree

    def _resume_tree(self, position: Position, deepest: int, answer: Answer) -> ABTree | None:
        """Move the root of the kept tree, or of the one set aside, to the position.

        Set `tree` to None, and `reused`. Before the root moves, which may take long, report
        the best move of the tree. A tree is of no use if its horizon is deeper than the depth
        limit, or its root moves are not those of the answer.

        :param deepest: the depth limit.
        :param answer: takes the report.
        :returns: the tree; None if the position is in neither tree, or the tree is of no use. Also
            None if time ran out; then `tree` is what the next search can use.
        """
        tree, self.tree = self.tree, None
        self.reused = None if tree is None else (0, tree.node_count)
        line = self._line_from(tree, position)
        if line is None and self._aside is not None:
            tree, self._aside = self._aside, None
            line = self._line_from(tree, position)
        elif line or not self.pondering:
            self._aside = None
        if tree is None or line is None:
            return None
        nodes_before = tree.node_count
        self.reused = (0, nodes_before)
        at = self._node_at(tree, line)
        allowed = None if line else tree.root_moves
        if answer.moves != (position.legal_moves() if allowed is None else allowed):
            at = 0
        if line and at and tree.node(at).children:
            self._report(tree, answer, root=at)  # time may run out below
        tree.begin(tree.position, self.evaluator, self.budget, self.counts)
        made = self._move_root(tree, line, bool(at))
        if made is None:
            return None
        tree = made
        root = tree.node(tree.root)
        # A finished root is a first repetition: it ends a line, but not the game.
        too_deep = tree.horizon > position.ply + deepest
        if too_deep or root.value == -INFINITY or root.moves == FINISHED:
            return None
        tree.begin(position, self.evaluator, self.budget, self.counts, self.trace)
        self.counts.peak_stored = tree.node_count
        if position.PATH_DEPENDENT:
            tree.reopen_draws()
        self.reused = (tree.node_count, nodes_before)
        return tree

    def _line_from(self, tree: ABTree | None, position: Position) -> list[int] | None:
        """Return the moves from a tree's root to the position.

        :returns: None if no moves lead there, or the tree has values of another evaluator.
        """
        if tree is None or tree.evaluator is not self.evaluator:
            return None
        return moves_between(tree.position, position)

    def _node_at(self, tree: ABTree, line: list[int]) -> int:
        """Return the node that a line leads to from the root; 0 if it is not in the tree."""
        at = tree.root
        for move in line:
            found = [child for child in tree.node(at).children if tree.node(child).move == move]
            at = found[0] if found else 0
            if not at:
                break
        return at

    def _move_root(self, tree: ABTree, line: list[int], to_end: bool) -> ABTree | None:
        """Make the node at the end of a line the root.

        If the last move is the expected one of pondering, the tree above it is set aside first.

        :param to_end: whether the node is in the tree and can be used.
        :returns: the tree, or its copy; None if time ran out or the node is not in the tree. If
            time ran out, `self.tree` is set to what the next search can use.
        """
        if not to_end and not (line and self.pondering):
            return None
        for number, move in enumerate(line):
            if self.pondering and number == len(line) - 1 and tree.node(tree.root).children:
                tree.most = self.options["retain"]
                made = tree.set_aside()
                if made is not None:
                    self._aside, tree = tree, made
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


def _rebuild(make: Callable[[], ABTreePlayer], hooks: dict[str, Any]) -> ABTreePlayer:
    """Return a new player with the hooks that were set on another."""
    player = make()
    vars(player).update(hooks)
    return player
