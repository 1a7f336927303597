"""Proof-number search (Allis, van der Meulen & van den Herik 1994; Allis 1994, chapter 2).

The search answers whether the value of the root is at least a threshold. Every node has two
numbers: how many leaves must at least turn out well to prove that, and how many to disprove it. The
search expands the *most-proving node*, a leaf that helps both, and updates its ancestors.

`ProofTree` is the tree with its numbers, `ProofNumber` the search. The tree has a node for every
line. A position that several lines reach is proved once for each, and its numbers count several
times in the sums above.
"""

from __future__ import annotations

from typing import Annotated, Any, Unpack

import cython

from evaluators.core.budget import Budget
from evaluators.core.evaluator import EvaluatorOrSpec
from games.core.columns import column, grown_length, lengthen
from games.core.moves import Moves
from games.core.position import Position
from games.parts.part import Option
from searchers.core.limits import Limits
from searchers.core.result import Answer
from searchers.core.searcher import Searcher, moves_between
from searchers.proof_number.questions import (
    Child,
    ProofOptions,
    Questions,
    report,
    threshold_of,
)
from searchers.storage.keeper import HashOption
from searchers.storage.kept_tree import node_at

if not cython.compiled:
    from games.core.array import ints
    from games.core.scores import LOSS, MAX_PLY, ONGOING, WIN, adjust_mate
    from searchers.proof_number.constants import (
        ENDLESS,
        FINISHED,
        FREE,
        FULL,
        HORIZON,
        LEAF,
        LEAST_SECOND,
        PRUNED,
    )
    from searchers.storage.constants import BETWEEN_POLLS

NODE_BYTES = 32
"""The memory of a node."""
MOST_NODES = 2**30


class ProofTree:
    """An AND/OR tree whose nodes are alike, since all numbers are from the side to move there.

    Node 0 is the root. Children are neighbours. `first` is the first child of an inner node, or one
    of LEAF, FINISHED, HORIZON and PRUNED. `low` and `high` are certain bounds of the value. `phi`
    is the proof number of the side to move: the least number of leaves that must turn out well for
    what it wants. `delta` is the same for its opponent. At the root, and wherever the same side
    moves, `phi` is the proof number of the paper and `delta` the disproof number. Elsewhere it is
    the reverse.

    The side to move at the root wants at least `threshold`, its opponent less than that. `used` is
    the number of nodes, `size` that of places. The places of dropped children are used again after
    `compact`: `first` of the first of them is FREE, and `count` is their number.

    :param most: the most nodes.
    :param weak: whether `delta` is the largest `phi` of the children, plus the number of the others
        whose `phi` is not 0. Otherwise it is the sum of their `phi`.
    """

    def __init__(self, most: int, weak: bool = False) -> None:
        self.most = min(most, MOST_NODES)
        self.weak = weak
        self._columns = [column() for _ in range(8)]
        self.capacity = self.passed = 0
        self.reset(0)

    def reset(self, ply: cython.int) -> None:
        """Remove all nodes but the root, an unsolved leaf with the widest bounds.

        :param ply: the root's ply, counted from the start of the game.
        :raises MemoryError: if there is no memory for the root.
        """
        self.size = 0
        if not self._reserve(1):
            raise MemoryError("no memory for the root")
        self.size = self.used = 1
        self.first[0] = LEAF
        self.count[0] = 0
        self.parent[0] = -1
        self.low[0], self.high[0] = LOSS + ply + 1, WIN - ply - 1
        self.phi[0] = self.delta[0] = 1

    # -- numbers -----------------------------------------------------------------------------------

    def set_numbers(
        self, node: cython.int, wanted: cython.int, attacks: cython.bint, replies: cython.int
    ) -> None:
        """Set a leaf's proof numbers: solved if its bounds decide the question, else initial.

        A leaf at the greatest length of lines (HORIZON) fails for the side that moves at the root.

        :param wanted: the value that the side to move at the leaf wants at least.
        :param attacks: whether that side moves at the root.
        :param replies: its number of moves, the initial `delta`; 1 if that does not count.
        """
        if self.low[node] >= wanted or (self.first[node] == HORIZON and not attacks):
            self.phi[node], self.delta[node] = 0, ENDLESS
        elif self.high[node] < wanted or self.first[node] == HORIZON:
            self.phi[node], self.delta[node] = ENDLESS, 0
        else:
            self.phi[node], self.delta[node] = 1, replies

    def back_up(self, node: cython.int) -> cython.bint:
        """Set the numbers and bounds of an inner node from its children.

        :returns: whether anything changed.
        """
        first: cython.int = self.first[node]
        child: cython.int
        number: cython.int
        phi: cython.int = ENDLESS
        delta: cython.longlong = 0
        largest: cython.int = 0
        others: cython.int = -1
        low: cython.int = LOSS
        high: cython.int = LOSS
        for child in range(first, first + self.count[node]):
            phi = min(phi, self.delta[child])
            number = self.phi[child]
            delta += number
            largest = max(largest, number)
            others += number > 0
            low = max(low, -self.high[child])
            high = max(high, -self.low[child])
        if self.weak and others > 0:
            delta = largest + others
        if phi == 0:
            delta = ENDLESS
        elif delta >= ENDLESS:
            delta = ENDLESS - 1
        changed: cython.bint = (
            phi != self.phi[node]
            or delta != self.delta[node]
            or low != self.low[node]
            or high != self.high[node]
        )
        self.phi[node], self.delta[node] = phi, cython.cast(cython.int, delta)
        self.low[node], self.high[node] = low, high
        return changed

    def select(self, node: cython.int) -> cython.int:
        """Return the child on the way to the most-proving node, the first of equal ones."""
        best: cython.int = self.first[node]
        child: cython.int
        for child in range(best + 1, self.first[node] + self.count[node]):
            if self.delta[child] < self.delta[best]:
                best = child
        return best

    def solved(self, node: cython.int) -> cython.bint:
        """Return whether one of a node's numbers is 0: it reaches the threshold, or does not.

        The latter is no proof if it rests on leaves at the HORIZON. They count as failures of the
        side that moves at the root.
        """
        return self.phi[node] == 0 or self.delta[node] == 0

    def renumber(
        self, node: cython.int, wanted: cython.int, attacks: cython.bint, budget: Budget
    ) -> cython.bint:
        """Compute the numbers of a node and all below it for a new threshold, children first.

        Those of a leaf are set from its bounds; they are 1 and 1 where these leave the question
        open. The tree does not store the threshold: pass it to `set_numbers` for later nodes.

        :param wanted: the value that the side to move at the node wants at least.
        :param attacks: whether that side moves at the root.
        :returns: false if the time ended. Then some numbers are void; all bounds remain valid.
        """
        first: cython.int = self.first[node]
        child: cython.int
        if first <= 0:
            self.set_numbers(node, wanted, attacks, 1)
            return self._in_time(budget)
        for child in range(first, first + self.count[node]):
            if not self.renumber(child, 1 - wanted, not attacks, budget):
                return False
        self.back_up(node)
        return True

    def _in_time(self, budget: Budget) -> cython.bint:
        """Return false if the time ended. Call it for each node: few calls look at the clock."""
        self.passed += 1
        return self.passed & BETWEEN_POLLS - 1 != 0 or budget.in_time()

    # -- nodes -------------------------------------------------------------------------------------

    def add_children(self, node: cython.int, count: cython.int) -> cython.int:
        """Allocate adjacent places for a leaf's children, which the caller fills.

        They are linked to the parent, and have no children. The parent is not linked to them.

        :returns: the first place, or -1 if there is no memory.
        """
        first: cython.int = self.size
        child: cython.int
        if count > self.most - first or not self._reserve(count):
            return -1
        self.size += count
        self.used += count
        for child in range(first, first + count):
            self.parent[child] = node
            self.first[child] = LEAF
            self.count[child] = 0
        return first

    def release(self, first: cython.int, count: cython.int) -> None:
        """Free the `count` places from `first` on, of all children of a node; they must be leaves.

        The caller changes `first` of that node.
        """
        self.used -= count
        if first + count == self.size:
            self.size = first
        else:
            self.first[first], self.count[first] = FREE, count

    def compact(self, budget: Budget) -> cython.bint:
        """Move all children to the front, in the same order: all free places are then at the end.

        Nodes get new numbers, except the root.

        :returns: false if the time ended. Then some places between others are still free.
        """
        at: cython.int = 1
        kept: cython.int = 1
        last: cython.int
        while at < self.size:
            if self.first[at] == FREE:
                at += self.count[at]
                continue
            if not self._in_time(budget):
                if kept < at:
                    self.first[kept], self.count[kept] = FREE, at - kept
                return False
            last = at + self.count[self.parent[at]]
            self.first[self.parent[at]] = kept
            while at < last:
                self._move_node(at, kept)
                at += 1
                kept += 1
        self.size = kept
        return True

    def _move_node(self, node: cython.int, kept: cython.int) -> None:
        """Copy a node to an earlier place `kept`, and link its children to that."""
        child: cython.int
        self.move[kept], self.first[kept] = self.move[node], self.first[node]
        self.count[kept], self.parent[kept] = self.count[node], self.parent[node]
        self.low[kept], self.high[kept] = self.low[node], self.high[node]
        self.phi[kept], self.delta[kept] = self.phi[node], self.delta[node]
        if self.first[kept] > 0:
            for child in range(self.first[kept], self.first[kept] + self.count[kept]):
                self.parent[child] = kept

    def drop_children(self, node: cython.int, budget: Budget) -> cython.bint:
        """Remove all nodes below a node, which keeps its bounds and numbers, as a PRUNED leaf.

        A leaf does not change.

        :returns: false if the time ended. Then some of the nodes below are PRUNED leaves.
        """
        first: cython.int = self.first[node]
        child: cython.int
        if first <= 0:
            return self._in_time(budget)
        for child in range(first, first + self.count[node]):
            if not self.drop_children(child, budget):
                return False
        self.release(first, self.count[node])
        self.first[node] = PRUNED
        return True

    def drop_solved(self, node: cython.int, budget: Budget) -> cython.bint:
        """Remove all nodes below this node, if it is solved, and below solved nodes under it.

        :returns: false if the time ended, before all were removed.
        """
        first: cython.int = self.first[node]
        child: cython.int
        if first <= 0 or self.solved(node):
            return self.drop_children(node, budget)
        for child in range(first, first + self.count[node]):
            if not self.drop_solved(child, budget):
                return False
        return True

    def reroot(self, node: cython.int, budget: Budget) -> cython.bint:
        """Make an inner node the root, and remove all nodes outside its subtree.

        The tree is compacted. The root gets the node's bounds. Its proof numbers are void until
        `renumber` computes them.

        :returns: false if the time ended before the removal. Then only `reset` makes the tree valid
            again.
        """
        first: cython.int = self.first[node]
        count: cython.int = self.count[node]
        low: cython.int = self.low[node]
        high: cython.int = self.high[node]
        child: cython.int
        self.first[node] = LEAF
        if not self.drop_children(0, budget):
            return False
        self.first[0], self.count[0] = first, count
        self.low[0], self.high[0] = low, high
        for child in range(first, first + count):
            self.parent[child] = 0
        self.compact(budget)
        return True

    def edges_of(self, node: int) -> list[tuple[int, int]]:
        """Return the (move, child) pairs of a node, for Python; none for a leaf."""
        first = self.first[node]
        if first <= 0:
            return []
        return [(self.move[child], child) for child in range(first, first + self.count[node])]

    # -- memory ------------------------------------------------------------------------------------

    def _reserve(self, more: cython.int) -> cython.bint:
        """Lengthen the columns, if necessary, for `more` nodes; return false if memory ran out."""
        if self.size + more <= self.capacity:
            return True
        capacity: cython.int = grown_length(self.capacity, self.size + more, self.most)
        try:
            lengthen(tuple(self._columns), capacity)
            self.capacity = capacity
        except MemoryError:
            return False
        finally:  # the columns may have moved
            move, first, count, parent, low, high, phi, delta = self._columns
            self.move, self.first = ints(move), ints(first)
            self.count, self.parent = ints(count), ints(parent)
            self.low, self.high = ints(low), ints(high)
            self.phi, self.delta = ints(phi), ints(delta)
        return True


class ProofNumberOptions(ProofOptions, total=False):
    """The options of `ProofNumber`."""

    delete: Annotated[
        bool, Option(True, "when the memory is full, drop what is below solved nodes")
    ]
    second: Annotated[
        int,
        Option(
            0,
            "size of the second-level search of a leaf, in percent of the tree; 0: none",
            low=0,
            high=1000,
        ),
    ]
    hash: HashOption


class ProofNumber(Searcher):
    """Proof-number search: expand the leaf that helps most to prove or disprove a win.

    With `goal=value` several questions bracket the value. They share the tree: a leaf that ended
    the game answers all. The result has the bounds that are proved. It is `proved` when they decide
    who wins, or meet. Before that, the move is the one of the least proof number.

    A depth limit, or a line of 400 plies, ends a line. It counts against the side to move at the
    root, as no proof. What rests on it is not claimed.

    With `second` a leaf gets its numbers from a search of its own (PN^2: Allis 1994; Breuker 1998),
    of which only the first level is kept. It may take that percentage of the nodes of the tree.

    When the memory is full, what is below solved nodes is dropped (`delete`). If there is no such
    node, the search ends. The tree is kept from move to move, except in games with draws by
    repetition, and after a depth limit.
    """

    NAME = "pns"
    HOLDS_LINES = True
    OPTIONS = ProofNumberOptions

    def __init__(
        self, evaluator: EvaluatorOrSpec = None, **options: Unpack[ProofNumberOptions]
    ) -> None:
        """Store the options, and make an empty tree.

        :raises SpecError: if `goal` is invalid.
        """
        super().__init__(evaluator, **options)
        self.only = threshold_of(self.options["goal"], self.NAME)
        self.by_mobility = self.options["start"] == "mobility"
        self.share = self.options["second"]
        self.new_game()

    def new_game(self) -> None:
        """Replace the trees by empty ones; that of `second` takes half of the memory."""
        self.kept: Any = None
        self.tree: Any = None  # free its memory first
        self.second: Any = None
        self.moves, self.replies = Moves(), Moves()
        weak = self.options["add"] == "weak"
        most = self.options["hash"] * 2**20 // NODE_BYTES or MOST_NODES
        if self.share:
            most //= 2
            self.second = ProofTree(most, weak)
        self.tree = ProofTree(most, weak)

    def fullness(self) -> int | None:
        """Return how full the tree's memory is, in thousandths; None without a limit of it."""
        return 1000 * self.tree.used // self.tree.most if self.options["hash"] else None

    # -- questions ---------------------------------------------------------------------------------

    def _search(self, position: Position, limits: Limits, answer: Answer) -> None:
        """Search whether the value reaches a threshold, for one threshold after another.

        All questions share one tree: the kept one if the position is in it, else a new one. They
        end when the value is known or a limit is reached. If the option `goal` is not `value`,
        there is one question only. The tree is kept unless there is a depth limit, root moves are
        left out, or draws depend on the line.
        """
        tree: ProofTree = self.tree
        self.deepest = min(limits.depth or MAX_PLY, MAX_PLY)
        questions = Questions(self.only, self.options["shortest"], self.root_ply)
        self.statics: dict[int, int] = {}
        self.root_moves = answer.moves
        if self._resume(position, limits, answer):
            self.counts.steps += len(answer.moves)
            for move in answer.moves:
                position.push(move)
                self._note_static(position, move)
                position.pop()
        else:
            tree.reset(self.root_ply)
        self.kept = None
        self.answer, self.questions = answer, questions
        renumbered = True
        for threshold in questions:
            self.threshold = threshold
            if self.tracing:
                self.trace.record("asked", (), value=answer.from_root(threshold))
            renumbered = tree.renumber(0, threshold, True, self.budget)
            if not renumbered:
                break
            if not self._grow(tree, position, 0, tree.most + 1):
                break
            questions.narrow(tree.low[0], tree.high[0])
        if not (self.budget.over or answer.reason):
            answer.reason = questions.reason()
        if tree.first[0] > 0:
            if renumbered or not answer.improved:  # else the numbers are of two questions
                self._report()
            if limits.depth is None and not answer.is_restricted and not position.PATH_DEPENDENT:
                self.kept = position.copy()

    def _resume(self, position: Position, limits: Limits, answer: Answer) -> bool:
        """Make the position the root of the kept tree; return false if that is not possible.

        It is possible if the position is an inner node there, with just `answer.moves`, and the
        time suffices. No moves may be left out, and there must be no depth limit. If the result is
        false, the caller resets the tree.
        """
        tree: ProofTree = self.tree
        if self.kept is None or answer.is_restricted or limits.depth is not None:
            return False
        line = moves_between(self.kept, position)
        if line is None:
            return False
        node = node_at(tree, line)
        if node < 0 or [move for move, _ in tree.edges_of(node)] != answer.moves:
            return False
        if node != 0 and not tree.reroot(node, self.budget):
            return False
        self.counts.peak_stored = tree.used
        if self.tracing:
            self.trace.record("resumed", (), nodes=tree.used)
        return True

    # -- the search --------------------------------------------------------------------------------

    def _grow(
        self, tree: ProofTree, position: Position, above: cython.int, limit: cython.int
    ) -> cython.bint:
        """Expand the most-proving node again and again, until the root is solved or the tree large.

        If the memory of the main tree is full, what is below solved nodes is dropped. Its answers
        are reported now and then. The position is at the tree's root, before and after.

        :param above: the depth of the tree's root in the search; 0 for the main tree.
        :param limit: the number of nodes at which to end.
        :returns: false if the budget or the memory ended.
        """
        node: cython.int = 0
        child: cython.int
        depth: cython.int = above
        made: cython.int = 1
        main: cython.bint = above == 0
        tracing: cython.bint = self.tracing
        while not tree.solved(0) and tree.used < limit:
            # Step 1. Go down to the most-proving node.
            while tree.first[node] > 0:
                child = tree.select(node)
                self.counts.explored += 1
                self.counts.steps += 1
                if main and depth == 0:
                    self._report_root_move(tree.move[child], child - tree.first[0] + 1)
                position.push(tree.move[child])
                depth += 1
                node = child
                if tracing:
                    self.trace.record_position("visited", position)
            # Step 2. Expand it.
            made = self._expand(tree, position, node, depth)
            if made == FULL and main and self._make_room():
                made = 1
                node = 0
                while depth > above:  # nodes have other numbers: go down from the root again
                    position.pop()
                    depth -= 1
                continue
            if made != 1:
                break
            # Step 3. Update its ancestors, as long as anything changes.
            while tree.first[node] <= 0 or tree.back_up(node):
                if tracing and tree.first[node] > 0:
                    self.trace.record_proof(
                        position, tree.phi[node], tree.delta[node], tree.low[node], tree.high[node]
                    )
                if node == 0:
                    break
                position.pop()
                depth -= 1
                node = tree.parent[node]
            if main and self.budget.used >= self.report_at:
                self._plan_report()
                self._report()
        while depth > above:
            position.pop()
            depth -= 1
        return made == 1

    def _make_room(self) -> bool:
        """Remove all below solved nodes, if `delete` allows it; return whether there is more room.

        Then nodes have new numbers. Otherwise the caller ends the search. The reason of the answer
        is then `memory`, unless the time ended.
        """
        tree: ProofTree = self.tree
        before: cython.int = tree.used
        size: cython.int = tree.size
        if self.options["delete"]:
            tree.drop_solved(0, self.budget)
        dropped: cython.int = before - tree.used
        self.counts.forgotten += dropped
        if self.tracing and dropped:
            self.trace.record("forgotten", (), nodes=dropped)
        tree.compact(self.budget)
        if not (tree.size < size or self.budget.over):
            self.answer.reason = "memory"
        return tree.size < size

    def _expand(
        self, tree: ProofTree, position: Position, node: cython.int, depth: cython.int
    ) -> cython.int:
        """Add the children of a leaf, which the position is at, with their numbers.

        With the option `second` they come from a search below the leaf, once the tree is large.

        :returns: 1, FULL if there is no memory, or 0 if the budget ended; then the tree has not
            changed.
        """
        moves: Moves = self.moves
        main: cython.bint = tree is self.tree
        first: cython.int
        made: cython.int
        size: cython.longlong = tree.used
        if main and depth > 0 and size * self.share // 100 >= LEAST_SECOND:
            return self._expand_by_search(position, node, depth)
        moves.drop(0)
        if depth == 0:
            moves.extend(self.root_moves)
        else:
            position.generate(moves)
        first = tree.add_children(node, moves.count)
        if first < 0:
            return FULL
        made = self._make_children(tree, position, first, depth)
        if self.budget.over:
            tree.release(first, moves.count)
            return 0
        if tree.first[node] == PRUNED:
            self.counts.regenerated += made
        tree.first[node], tree.count[node] = first, moves.count
        self._count_expanded(position, depth, tree.used)
        return 1

    def _make_children(
        self, tree: ProofTree, position: Position, first: cython.int, depth: cython.int
    ) -> cython.int:
        """Write the child after each move of `moves` to the tree, with its numbers and bounds.

        The position is at the parent, before and after. Each child takes a node. At the root (depth
        0) also store the static values of the moves.

        :param first: the place of the first child in the tree.
        :returns: how many were produced; fewer than its moves if the budget ended.
        """
        moves: Moves = self.moves
        ply: cython.int = self.root_ply + depth + 1
        attacks: cython.bint = depth % 2 == 1
        wanted: cython.int = self.threshold if attacks else 1 - self.threshold
        child: cython.int
        value: cython.int
        replies: cython.int
        i: cython.int
        for i in range(moves.count):
            if not self._make_move(position, moves.move[i]):
                return i
            child = first + i
            value = position.result()
            replies = 1
            if value != ONGOING:
                value = adjust_mate(value, ply)
                tree.first[child] = FINISHED
                tree.low[child] = tree.high[child] = value
                self._count_leaf(position, value)
            else:
                tree.first[child] = HORIZON if depth + 1 >= self.deepest else LEAF
                # at the least a loss by the next move
                tree.low[child], tree.high[child] = LOSS + ply + 1, WIN - ply - 1
                if self.by_mobility:
                    self.replies.drop(0)
                    replies = position.generate(self.replies)
            if depth == 0:
                self._note_static(position, moves.move[i])
            position.pop()
            tree.move[child] = moves.move[i]
            tree.set_numbers(child, wanted, attacks, replies)
        return moves.count

    # -- the second level (PN^2) -------------------------------------------------------------------

    def _expand_by_search(
        self, position: Position, node: cython.int, depth: cython.int
    ) -> cython.int:
        """Search below a leaf in a tree of its own (PN2), and add its children with those numbers.

        Children that had children there become PRUNED leaves. The position is at the leaf, before
        and after.

        :returns: 1, FULL if there is no memory, or 0 if the budget ended; then the tree has not
            changed.
        """
        tree: ProofTree = self.tree
        second: ProofTree = self.second
        limit: cython.longlong = cython.cast(cython.longlong, tree.used) * self.share // 100
        first: cython.int
        child: cython.int
        i: cython.int
        second.reset(self.root_ply + depth)
        # Beyond the first node, so that it is expanded at least once.
        self._grow(second, position, depth, cython.cast(cython.int, min(limit, second.most // 2)))
        if self.budget.over or second.first[0] <= 0:
            return 0 if self.budget.over else FULL
        first = tree.add_children(node, second.count[0])
        if first < 0:
            return FULL
        if tree.first[node] == PRUNED:
            self.counts.regenerated += second.count[0]
        for i in range(second.count[0]):
            child = second.first[0] + i
            tree.move[first + i] = second.move[child]
            tree.first[first + i] = PRUNED if second.first[child] > 0 else second.first[child]
            tree.low[first + i], tree.high[first + i] = second.low[child], second.high[child]
            tree.phi[first + i], tree.delta[first + i] = second.phi[child], second.delta[child]
        tree.first[node], tree.count[node] = first, second.count[0]
        self.counts.peak_stored = max(self.counts.peak_stored, tree.used + second.used)
        return 1

    # -- reports -----------------------------------------------------------------------------------

    def _note_static(self, position: Position, move: cython.int) -> None:
        """Store a root move's static value in `statics`, from the root's side.

        It is 0 if the game is over. The position is after the move.
        """
        over = position.outcome() is not None
        self.statics[move] = 0 if over else -self._static_value(position)

    def _report(self) -> None:
        """Report the best move, the root's bounds, and all root moves with theirs, to `answer`.

        First narrow the bounds that `questions` has by those of the root, which has children.
        """
        tree: ProofTree = self.tree
        questions = self.questions
        questions.narrow(tree.low[0], tree.high[0])
        children = [
            Child(move, -tree.high[node], -tree.low[node], tree.delta[node])
            for move, node in tree.edges_of(0)
        ]
        plies = self.counts.max_depth
        report(self.answer, questions, children, self.statics, self._line, plies)

    def _line(self, move: int) -> list[int]:
        """Return the line of best play that begins with a root move, as far as the tree has it.

        The side that reaches its aim takes the child of best certain bound, the other that of the
        highest possible value. In a node that is not solved it is the child of the least `delta`.
        """
        tree: ProofTree = self.tree
        line, node = [move], dict(tree.edges_of(0))[move]
        while tree.first[node] > 0:
            edges = tree.edges_of(node)
            wins = tree.phi[node] == 0
            sure = [tree.high[child] if wins else tree.low[child] for _, child in edges]
            if not tree.solved(node):
                sure = [tree.delta[child] for _, child in edges]
            move, node = edges[sure.index(min(sure))]
            line.append(move)
        return line
