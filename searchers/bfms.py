"""Best-first minimax search (Korf 1992, section 2): always explore the move that looks best.

The frontier node that gives the root its value, the *minimax node*, is expanded; the values of its
ancestors are updated as far as they change; the search goes down again to the next minimax node.
This is the paper's straightforward version, which keeps the tree in memory.
"""

from __future__ import annotations

from typing import Any

import cython

from games.parts import Option
from games.position import Moves, Position
from games.scores import is_decided
from searchers.columns import column, grown, lengthen
from searchers.forgetting import Selection
from searchers.limits import Limits
from searchers.result import Answer, RootMove
from searchers.searcher import Searcher, moves_between

if not cython.compiled:
    from evaluators.budget import take
    from evaluators.evaluator import VOID
    from games.scores import DRAW, INFINITE, LONGEST_LINE, ONGOING
    from searchers.forgetting import dearer

    LEAF, FINISHED, FORGOTTEN = 0, -1, -2
    _BETWEEN_POLLS = 2**14  # nodes, while the store is tidied up

__all__ = ["BestFirstMinimax"]

MOST_NODES = 2**31 - 2**16
"""Nodes that places of four bytes can number."""
_NODE = 7 * 4
"""Bytes of a node, with its place while the store is tidied up."""


class BestFirstMinimax(Searcher):
    """Best-first minimax with its tree in memory, kept from move to move.

    A depth limit s ends the search when it first chooses a node at depth s (the paper's section
    4); it also ends when the minimax node is a finished game. Equal sons: the first is chosen.

    When the store is full, its less promising half is forgotten: nodes become leaves that keep
    their backed-up values, and are expanded again if they are chosen again. A stop in the middle
    of that may lose the tree, never the answer.

    The tree is six columns of four bytes a node. Values are from the side to move at the node;
    `first` is the place of the first son, 0 for a leaf, -1 for a finished game, -2 for a leaf that
    had sons; `best` numbers the best son among its brothers.
    """

    NAME = "bfms"
    HOLDS_LINES = True
    OPTIONS = (Option("hash", 0, "megabytes the tree may take; 0 is no limit", low=0, high=2**16),)

    def __init__(self, evaluator: Any = None, **options: Any) -> None:
        super().__init__(evaluator, **options)
        self.moves = Moves()
        self._move, self._value, self._first = column(), column(), column()
        self._sons, self._best, self._parent = column(), column(), column()
        self.capacity = 0
        self.most = min(self.options["hash"] * 2**20 // _NODE or MOST_NODES, MOST_NODES)
        self.selection = Selection()
        self.new_game()

    def new_game(self) -> None:
        self.size = 0
        self.kept: Any = None

    def _search(self, position: Position, limits: Limits, answer: Answer) -> None:
        deepest: cython.int = min(limits.depth or LONGEST_LINE, LONGEST_LINE)
        node: cython.int = 0
        depth: cython.int = 0
        reported: cython.longlong = 1000
        listening: cython.bint = answer.listening
        tracing: cython.bint = self.tracing
        if not self._resume(position, answer.moves):
            self._plant(position)
            self.moves.drop(0)
            for move in answer.moves:
                self.moves.append(move)
            if not self._expand(position, 0, 0):
                return
            self._back_up(0)
            if tracing:
                self.trace.note("backed up", position, self.value[0])
        while True:
            # Step 1: go down to the minimax node.
            while self.first[node] > 0:
                node = self.first[node] + self.best[node]
                position.push(self.move[node])
                depth += 1
                self.counts.explored += 1
                if tracing:
                    self.trace.note("visited", position, self.value[node])
            # Step 2: is it one to expand?
            if self.first[node] == FINISHED:
                answer.reason = "finished"
                break
            if depth >= deepest:
                answer.reason = "depth"
                break
            # Step 3: expand it.
            self.moves.drop(0)
            position.generate(self.moves)
            if self.size + self.moves.count > self.most:
                if not self._forget(answer):
                    return
                while depth > 0:
                    position.pop()
                    depth -= 1
                node = 0
                continue
            if not self._expand(position, node, depth):
                break
            # Step 4: update the ancestors, as far as their values change.
            while self._back_up(node):
                if tracing:
                    self.trace.note("backed up", position, self.value[node])
                if node == 0:
                    break
                node = self.parent[node]
                position.pop()
                depth -= 1
            if listening and self.budget.used >= reported:
                reported = self.budget.used + max(1000, self.budget.used // 8)
                self._tell(answer)
        self._tell(answer)

    def _plant(self, position: Position) -> None:
        """Start a new tree, of the root alone."""
        self.kept = (position.copy(), self.evaluator)
        self.size = 0
        self._reserve(1)
        self.size = 1
        self.first[0] = LEAF
        self.parent[0] = -1
        self.value[0] = -INFINITE

    def _expand(self, position: Position, node: cython.int, depth: cython.int) -> cython.int:
        """Give a leaf its sons, the moves now listed; 0 if they do not all fit the budget, and
        then the tree is as it was."""
        moves: Moves = self.moves
        first: cython.int = self.size
        again: cython.bint = self.first[node] == FORGOTTEN
        tracing: cython.bint = self.tracing
        enough: cython.int = -INFINITE if tracing else INFINITE  # traced, one by one
        begun: cython.int
        made: cython.int = 0
        i: cython.int
        self._reserve(moves.count)
        while made < moves.count:
            begun = made
            if tracing and self.budget.poll():
                self.trace.son("generated", position, moves.move[begun])
            made = self.evaluator.value_sons(
                position, moves, begun, self.root_ply + depth + 1, enough, self.budget, False
            )
            self.counts.generated += made - begun
            if again:
                self.counts.regenerated += made - begun
            self.counts.evaluated += made - begun
            if self.budget.over:
                if made > begun and moves.tag[made - 1] == VOID:
                    self.counts.evaluated -= 1
                return 0
            for i in range(begun, made):
                self.value[first + i] = moves.score[i]
                self.first[first + i] = FINISHED if moves.tag[i] else LEAF
                self.move[first + i] = moves.move[i]
                self.parent[first + i] = node
                if tracing:
                    self.trace.son("evaluated", position, moves.move[i], moves.score[i])
        self.size += moves.count
        self.first[node] = first
        self.sons[node] = moves.count
        self.counts.expanded += 1
        if tracing:
            self.trace.note("expanded", position)
        self.counts.max_depth = max(self.counts.max_depth, depth + 1)
        self.counts.peak_stored = max(self.counts.peak_stored, self.size)
        return 1

    def _back_up(self, node: cython.int) -> cython.bint:
        """Set a node's value and best son from its sons; true if the value changed."""
        first: cython.int = self.first[node]
        best: cython.int = 0
        lowest: cython.int = self.value[first]
        i: cython.int
        for i in range(1, self.sons[node]):
            if self.value[first + i] < lowest:
                lowest = self.value[first + i]
                best = i
        self.best[node] = best
        changed: cython.bint = self.value[node] != -lowest
        self.value[node] = -lowest
        return changed

    def _tell(self, answer: Answer) -> None:
        """Report the best move, its line and the values of all root moves."""
        first = self.first[0]
        sons = range(first, first + self.sons[0])
        root = [
            RootMove(self.move[son], -self.value[son], pv=tuple(self._line(son))) for son in sons
        ]
        line = self._line(first + self.best[0])
        # A win or loss can only come from finished games all along: no estimate reaches it.
        answer.improve(
            line[0],
            value=self.value[0],
            pv=line,
            depth=len(line),
            root=sorted(root, key=_by_value),
            proved=is_decided(self.value[0]),
        )

    def _line(self, node: cython.int) -> list[int]:
        """The moves from a node's own on to the minimax node below it."""
        line = [self.move[node]]
        while self.first[node] > 0:
            node = self.first[node] + self.best[node]
            line.append(self.move[node])
        return line

    def _resume(self, position: Position, moves: list[int]) -> bool:
        """Find the position in the tree kept from the search before; false if it is not there."""
        kept, self.kept = self.kept, None
        if kept is None or kept[1] is not self.evaluator:
            return False
        line = moves_between(kept[0], position)
        if line is None:
            return False
        node = 0
        for move in line:
            first = max(self.first[node], 0)
            sons = range(first, first + (self.sons[node] if first else 0))
            node = next((son for son in sons if self.move[son] == move), -1)
            if node < 0:
                return False
            self.counts.steps += 1
        first = self.first[node]
        if first <= 0 or [self.move[first + i] for i in range(self.sons[node])] != moves:
            return False
        if line:
            self._retain(node, self.size, False)
        if self.tracing:
            self.trace.tell("resumed", (), nodes=self.size)
        self.kept = (position.copy(), self.evaluator)
        self.counts.peak_stored = self.size
        if position.PATH_DEPENDENT:
            self._ask_draws(position)
        return True

    def _ask_draws(self, position: Position) -> None:
        """Open the draws that were draws below an earlier root only: a first repetition of a
        position that has become part of the game is none. Each is a node made again."""
        moves: Moves = self.moves
        node: cython.int
        above: cython.int
        up: cython.int
        value: cython.int
        result: cython.int
        for node in range(1, self.size):
            if node & _BETWEEN_POLLS - 1 == 0 and not self.budget.poll():
                return
            if self.first[node] != FINISHED or self.value[node] != DRAW:
                continue
            moves.drop(0)
            above = node
            while above != 0:
                moves.append(self.move[above])
                above = self.parent[above]
            for above in range(moves.count - 1, -1, -1):
                position.push(moves.move[above])
            result = position.result()
            if result == ONGOING and take(self.budget):
                self.counts.generated += 1
                self.counts.regenerated += 1
                if self.tracing:
                    self.trace.note("generated", position)
                value = self.evaluator.value(position)
                if not self.budget.over:
                    self.counts.evaluated += 1
                    if self.tracing:
                        self.trace.leaf(position, value)
                    self.value[node], self.first[node] = value, LEAF
                    above = self.parent[node]
                    up = 1
                    while self._back_up(above):
                        if self.tracing:
                            self.trace.above("backed up", position, up, self.value[above])
                        if above == 0:
                            break
                        above = self.parent[above]
                        up += 1
            for _ in range(moves.count):
                position.pop()
            if self.budget.over:
                return

    # -- forgetting --------------------------------------------------------------------------

    def _forget(self, answer: Answer) -> bool:
        """Halve a full store; false if the search is to end, as it is over or the store too small
        for this game."""
        self._tell(answer)  # what follows may cost the tree
        room: cython.int = self.most // 2
        before: cython.int = self.size
        if not self._retain(0, room, True):
            return False
        self.counts.forgotten += before - self.size
        if self.tracing:
            self.trace.tell("forgotten", (), nodes=before - self.size)
        if self.size + self.moves.count > self.most:
            answer.reason = "memory"
            return False
        return True

    def _retain(self, root: cython.int, room: cython.int, hasty: cython.bint) -> bool:
        """Make a node the root, and keep of what lies below it the most promising nodes, moved to
        the front; its sons in any case.

        :param room: how many nodes to keep at most, all if they are no more.
        :param hasty: to give up once the budget is over.
        :returns: false if it gave up: before anything was lost, or when the tree was.
        """
        self._place = column()
        lengthen((self._place,), self.size)
        if cython.compiled:
            self.place = self._place.data.as_ints
        else:
            self.place = self._place
        whole = self._rank(root, hasty)
        if whole:
            self.selection.settle(room - 1 - self.sons[root])
            whole = self._compact(root, hasty)
            if not whole:
                self.new_game()
        self._place = column()
        return bool(whole)

    def _rank(self, root: cython.int, hasty: cython.bint) -> cython.bint:
        """Put the cost of every node in its place, -1 if it does not lie below the root."""
        selection: Selection = self.selection
        cost: cython.p_int = self.place
        node: cython.int
        above: cython.int
        selection.clear()
        for node in range(self.size):
            if node & _BETWEEN_POLLS - 1 == 0 and not self.budget.poll() and hasty:
                return False
            above = self.parent[node]
            if node == root:
                cost[node] = 0
            elif node < root or cost[above] < 0:
                cost[node] = -1
            else:
                cost[node] = dearer(
                    cost[above],
                    cython.cast(cython.longlong, self.value[node]) + self.value[above],
                    node == self.first[above] + self.best[above],
                )
                if self.first[node] > 0:
                    selection.count(cost[node], self.sons[node])
        return True

    def _compact(self, root: cython.int, hasty: cython.bint) -> cython.bint:
        """Move the nodes that stay to the front, in their order."""
        selection: Selection = self.selection
        place: cython.p_int = self.place
        kept: cython.int = 0
        node: cython.int
        cost: cython.int
        above: cython.int
        first: cython.int
        for node in range(self.size):
            if node & _BETWEEN_POLLS - 1 == 0 and not self.budget.poll() and hasty:
                return False
            # Sons lie behind their parents: a parent has its new place when a son is met, if it
            # keeps its sons, else -1.
            cost = place[node]
            place[node] = -1
            above = -1 if cost < 0 or node == root else place[self.parent[node]]
            if above < 0 and node != root:
                continue
            if above >= 0 and self.first[above] == node:
                self.first[above] = kept
            first = self.first[node]
            if first > 0:
                if node == root or selection.stays(cost, self.sons[node]):
                    place[node] = kept
                else:
                    first = FORGOTTEN
            self.first[kept] = first
            self.parent[kept] = above
            self.move[kept] = self.move[node]
            self.value[kept] = self.value[node]
            self.sons[kept] = self.sons[node]
            self.best[kept] = self.best[node]
            kept += 1
        self.size = kept
        return True

    def _reserve(self, more: cython.int) -> cython.int:
        """Make room for `more` nodes behind the last."""
        if self.size + more <= self.capacity:
            return 0
        self.capacity = grown(self.capacity, self.size + more, self.most)
        lengthen(
            (self._move, self._value, self._first, self._sons, self._best, self._parent),
            self.capacity,
        )
        if cython.compiled:
            self.move, self.value = self._move.data.as_ints, self._value.data.as_ints
            self.first, self.sons = self._first.data.as_ints, self._sons.data.as_ints
            self.best, self.parent = self._best.data.as_ints, self._parent.data.as_ints
        else:
            self.move, self.value, self.first = self._move, self._value, self._first
            self.sons, self.best, self.parent = self._sons, self._best, self._parent
        return 0


def _by_value(known: RootMove) -> int:
    return -known.value if known.value is not None else 0
