"""Best-first minimax search (Korf 1992, section 2): always explore the move that looks best.

The search expands the leaf that gives the root its value, the *minimax node*. It backs up the
ancestors' values while they change, and goes down again to the next minimax node. This is the
version of the paper that keeps the tree in memory. `MinimaxGraph` is a tree in which a position
that several lines reach is searched only once.

Korf's search ends when the minimax node is a finished game. *Completion* (Cohen-Solal 2020; proved
complete in Cohen-Solal 2026, arXiv 2603.24572) continues below nodes that are not resolved until
the root is resolved. With enough nodes it finds the value of the game.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypedDict, Unpack

import cython

from evaluators.core.budget import Budget
from evaluators.core.evaluator import EvaluatorOrSpec
from games.core.columns import column
from games.core.moves import Moves
from games.core.position import Position
from games.core.scores import is_decided
from games.errors import EvaluationError
from games.parts.part import Option, name_of
from searchers.core.limits import Limits
from searchers.core.result import Answer, RootMove
from searchers.core.searcher import LazyOption
from searchers.storage.keeper import HashOption, TreeKeeper
from searchers.storage.kept_tree import zeros
from searchers.storage.minimax_tree import MinimaxTree, node_bytes

if not cython.compiled:
    from evaluators.core.budget import can_take, take
    from games.core.array import ints, ulonglongs
    from games.core.bits import GOLDEN, M64, mix
    from games.core.scores import INFINITY, MATE_BOUND, MAX_PLY, ONGOING, adjust_mate
    from searchers.best_first.constants import LOWER_BOUND, TWIN, UNVALUED, VALUED
    from searchers.storage.constants import BETWEEN_POLLS, FINISHED, LEAF, PRUNED
    from searchers.storage.keeper import step_down

StopOption = Annotated[
    Literal["line", "proved"],
    Option(
        "proved",
        "end of the search: when its line ends the game (Korf), or when the best move is proved "
        "(completion)",
    ),
]
ChooseOption = Annotated[
    Literal["value", "visits"],
    Option("value", "the move to play: of highest value, or explored most (the safe decision)"),
]


_MORE_BYTES = 8 + 4 + 16
"""Bytes of a node of a `MinimaxGraph` beyond those of a tree: key, twin, and slots in the table."""


class MinimaxGraph(MinimaxTree):
    """A graph, stored as a tree with *twins*: nodes of one position at one ply.

    One of them, the owner, has the children. The others have the number of the owner in `children`
    and its value, and change with it. So children remain neighbours, and every line to a position
    has its own node. The ply is part of the key: no line leads back to an earlier position, and the
    distance of a win is right.

    When a part is kept, a position is kept by the line that reached it first. Other twins become
    leaves. They become twins again, if there is an owner, when they are expanded.
    """

    def __init__(self, most: int = 0, proving: bool = False, counting: bool = False) -> None:
        self.queue, self._slots, self.slot_room = Moves(), column(), 0
        super().__init__(most, proving, counting)

    def reset(self) -> None:
        """Remove all nodes but the root, and empty the table of positions."""
        MinimaxTree.reset(self)
        self.twin[0] = 0
        self._tabulate(2048, Budget())

    # -- positions ---------------------------------------------------------------------------

    def find_owner(self, key: cython.ulonglong) -> cython.int:
        """Return the owner of the position with this key, a leaf or an inner node; -1 for none."""
        return self.slots[self._slot_of(key)] - 1

    def join_children(self, first: cython.int, budget: Budget) -> None:
        """Enter the new nodes from `first` on in the table, or make them twins of their owners.

        Before, `children` of such a node is the owner of its position, or -1 for none. Those of a
        finished game remain as they are. If the time ends while the table grows, new nodes are not
        entered: their positions then have no owner.
        """
        child: cython.int
        whole: cython.bint = True
        if 2 * self.size >= self.slot_room:
            whole = self._tabulate(4 * min(self.slot_room, 2**28), budget)
        for child in range(first, self.size):
            if self.children[child] >= 0:
                self.add_twin(child, self.children[child])
            elif whole and self.first[child] != FINISHED:
                self._add_owner(child)

    def _add_owner(self, node: cython.int) -> None:
        """Enter a node in the table as the owner of its position, unless there is one."""
        slot: cython.int = self._slot_of(self.key[node])
        if self.slots[slot] == 0:
            self.slots[slot] = node + 1

    def add_twin(self, node: cython.int, owner: cython.int) -> None:
        """Make a leaf a twin of its position's owner: it gets the owner's value and bounds.

        It gets them again whenever `back_up_ancestors` changes those of the owner.
        """
        self.first[node] = TWIN
        self.children[node] = owner
        self.twin[node], self.twin[owner] = self.twin[owner], node
        self._copy(node, owner)

    def owner(self, node: cython.int) -> cython.int:
        """Return the owner of a twin; any other node is its own."""
        return self.children[node] if self.first[node] == TWIN else node

    def back_up_ancestors(self, node: cython.int) -> None:
        """Back up a node and its ancestors, by all lines, while anything changes.

        The twins of each changed node change too.
        """
        queue: Moves = self.queue
        head: cython.int = 0
        twin: cython.int
        parent: cython.int
        queue.drop(0)
        queue.append(node)
        while head < queue.count:
            node = queue.move[head]
            head += 1
            if not self.back_up(node):
                continue
            twin = node
            while node > 0:
                if twin != node:
                    self._copy(twin, node)
                parent = self.parent[twin]
                if queue.move[queue.count - 1] != parent:
                    queue.append(parent)
                twin = self.twin[twin]
                if twin == 0:
                    break

    def _copy(self, node: cython.int, owner: cython.int) -> None:
        """Copy the value and the bounds of `owner` to `node`, a leaf of the same position."""
        self.value[node] = self.value[owner]
        if self.proving:
            self.low[node], self.high[node] = self.low[owner], self.high[owner]

    # -- keeping a part ----------------------------------------------------------------------

    def compact(self, root: cython.int, plies: cython.int, budget: Budget) -> cython.bint:
        """Drop all but the root and the nodes that `selection` keeps, and rebuild the table.

        Twins become PRUNED leaves. The nodes that stay move to the front, in the same order.

        :param root: the node that becomes node 0.
        :param plies: how far it is below the old root; of no use here.
        :returns: false if the time ended, and then the graph is inconsistent.
        """
        node: cython.int
        for node in range(self.size):
            if node & BETWEEN_POLLS - 1 == 0 and not budget.in_time():
                return False
            if self.first[node] == TWIN:
                self.first[node] = PRUNED
            self.twin[node] = 0
        if not MinimaxTree.compact(self, root, plies, budget):
            return False
        return self._tabulate(self.slot_room, budget)

    def move_node(self, node: cython.int, kept: cython.int) -> None:
        """Copy a node's fields and key to an earlier place `kept`, except `first` and `parent`."""
        MinimaxTree.move_node(self, node, kept)
        self.key[kept] = self.key[node]

    def restore(self, copy: Any, budget: Budget) -> bool:
        """Replace the graph by a copy of `duplicate`, and rebuild the table.

        :returns: false if the time ended; then the graph is of no use.
        """
        MinimaxTree.restore(self, copy, budget)
        return bool(self._tabulate(self.slot_room, budget))

    def edges_of(self, node: int) -> list[tuple[int, int]]:
        """Return the (move, child) pairs of a node, with the owner in place of a twin.

        :raises IndexError: if there is no such node.
        """
        return [(move, self.owner(child)) for move, child in MinimaxTree.edges_of(self, node)]

    # -- room --------------------------------------------------------------------------------

    def _more_columns(self) -> list[Any]:
        """Return the empty columns of the nodes' keys and twins."""
        return [column("Q"), column()]

    def _update_pointers(self) -> None:
        """Set the C pointers to the arrays of nodes, keys and twins, which may have moved."""
        key, twin = self._columns[-2:]
        self.key, self.twin = ulonglongs(key), ints(twin)
        MinimaxTree._update_pointers(self)

    def _slot_of(self, key: cython.ulonglong) -> cython.int:
        """Return the table's slot with this key, or else the free slot to insert it at."""
        mask: cython.int = self.slot_room - 1
        slot: cython.int = cython.cast(cython.int, (key * GOLDEN & M64) >> 33 & mask)
        while self.slots[slot] and self.key[self.slots[slot] - 1] != key:
            slot = slot + 1 & mask
        return slot

    def _tabulate(self, room: cython.int, budget: Budget) -> cython.bint:
        """Rebuild the hash table of the nodes by the keys of their positions.

        The root, finished games and twins are left out. Of equal keys the first node stays.

        :param room: the number of slots, a power of two; doubled until more than half stay empty.
        :returns: false if the time ended; then the old table remains.
        :raises MemoryError: if there is not enough memory; then the old table remains.
        """
        node: cython.int
        old, old_room = self._slots, self.slot_room
        while room <= 2 * self.size:
            room *= 2
        fresh = zeros(room, budget)
        if fresh is None:
            return False
        self._slots, self.slots, self.slot_room = fresh, ints(fresh), room
        for node in range(1, self.size):
            if node & BETWEEN_POLLS - 1 == 0 and not budget.in_time():
                self._slots, self.slots, self.slot_room = old, ints(old), old_room
                return False
            if self.first[node] != FINISHED and self.first[node] != TWIN:
                self._add_owner(node)
        return True


class BestFirstMinimaxOptions(TypedDict, total=False):
    """The options of `BestFirstMinimax`."""

    stop: StopOption
    choose: ChooseOption
    hash: HashOption
    lazy: LazyOption
    dag: Annotated[bool, Option(False, "search a position only once if several lines reach it")]


class BestFirstMinimax(TreeKeeper):
    """Best-first minimax with its tree in memory, kept from move to move.

    A depth limit s ends the search when it first chooses a node at depth s (section 4). Of equal
    children the first is chosen.

    With `stop=line` the search also ends when the minimax node is a finished game, as Korf's does.
    With `stop=proved` it continues, by *completion*. Cohen-Solal marks states as resolved, with
    wins, draws and losses. Games with margins need more: here every node has certain bounds, and it
    is resolved when they meet. The bounds of a finished game are its outcome. Those of another leaf
    are the best and the worst outcome after one more move. Bounds are backed up like values. The
    search goes down to the best child that may still be worth more than what is certain, at the
    node or, for the same side, further up the line. Where that child leads to the minimax node, the
    order is Korf's. The search ends with `proved` when the bounds of the root meet. Then the value
    is exact (the shortest win, the longest loss), and the move leads to it. Resolved wins are
    preferred and resolved losses avoided. The best estimate is played where it promises more than
    what is certain.

    With `lazy` a child first has a lower bound only, if the evaluator has one
    (`Evaluator.static_is_lower_bound`: a quiescence search returns at least the static value,
    unless the side to move is in check). The whole value is found if the child would be its
    parent's best, before the parent's value changes, and only if it decides between that child and
    the next best. So every value backed up and every node expanded is the same, except for what a
    quiescence search leaves out by its margin. Only the evaluator visits fewer nodes.

    With `dag` a position that several lines of the same length reach is searched only once (see
    `MinimaxGraph`). The game must have keys, and no draws that depend on the line.

    Draws by repetition: the tree has a node for every line, so each draw belongs to its line. When
    the root moves, kept draws are evaluated again. Certain bounds of nodes with pruned children are
    discarded, except wins and losses, which do not depend on draws.

    With `choose=visits` the move explored most is played (Cohen-Solal's safe decision): most nodes
    were expanded on lines through it, those pruned since included. A proved move comes first, a
    lost one last. Of equal ones the best by value is played.
    """

    NAME = "bfms"
    HOLDS_LINES = True
    OPTIONS: object = BestFirstMinimaxOptions

    def __init__(
        self, evaluator: EvaluatorOrSpec = None, **options: Unpack[BestFirstMinimaxOptions]
    ) -> None:
        super().__init__(evaluator, **options)
        self.plies = 0  # depth of an earlier search to a horizon (bfext)
        self.dag = self.options.get("dag", False)
        self.proving = self.options.get("stop", "proved") == "proved"
        self.by_visits = self.options.get("choose") == "visits"
        self.new_game()

    def _new_tree(self) -> MinimaxTree:
        cost = node_bytes(self.proving) + 8 * self.by_visits
        if self.dag:
            most = self._most_nodes(cost + _MORE_BYTES)
            return MinimaxGraph(most, self.proving, self.by_visits)
        return MinimaxTree(self._most_nodes(cost), self.proving, self.by_visits)

    def _choose_evaluator(self, position: Position) -> None:
        """Set and bind the evaluator, and set `lazy`, as every searcher does.

        :raises EvaluationError: if it does not support the game; with `dag` also if positions have
            no keys, or draws depend on the moves before.
        """
        super()._choose_evaluator(position)
        if self.dag and (position.PATH_DEPENDENT or not position.KEYED):
            raise EvaluationError(
                f"{self.spec}: positions of {name_of(type(position))} have no key, or draws that "
                "depend on the moves before; use dag=false"
            )

    # -- the search (section 2) --------------------------------------------------------------------

    def _search(self, position: Position, limits: Limits, answer: Answer) -> None:
        """Grow the kept tree, or a new one if the position is not in it, and keep it.

        With `lazy` the best child of a kept root is first evaluated fully. Nothing is grown if the
        time ends while the tree is rerooted, or if the root's children do not fit the budget.
        """
        self.proved = False
        if self._resume(position, answer):
            if self.lazy:
                self._evaluate_root_fully(position)
        elif self.kept is not None or not self._begin_tree(position, answer):
            return
        self.kept = position.copy(), self.evaluator
        self._grow(position, min(limits.depth or MAX_PLY, MAX_PLY), answer)

    def _begin_tree(self, position: Position, answer: Answer) -> bool:
        """Begin a new tree with a child of the root for each of `answer.moves`, with values.

        With `lazy` some may have lower bounds instead, not the best. The root is backed up.

        :returns: false if the budget has no room for them.
        """
        tree: MinimaxTree = self.tree
        tree.reset()
        self.moves.drop(0)
        self.moves.extend(answer.moves)
        if not (self._expand(position, 0, 0) and self._evaluate_root_fully(position)):
            return False
        if self.tracing:
            self.trace.record_position("backed up", position, tree.value[0])
        return True

    def _grow(self, position: Position, deepest: cython.int, answer: Answer) -> None:
        """Expand the leaf of the principal variation and back up, until a limit or a proof.

        With completion (`proving`) the leaf is reached by `_select_child`. The answer is reported
        now and then, before the tree is pruned, and at the end. Its reason becomes "proved",
        "finished", "depth", "memory" or one of a subclass, unless the budget ends. The position is
        at the root before; it is not restored.

        :param deepest: the depth at which a leaf ends the search.
        """
        tree: MinimaxTree = self.tree
        node: cython.int = 0
        child: cython.int
        depth: cython.int = 0
        made: cython.int
        tracing: cython.bint = self.tracing
        watched: cython.bint = self.watcher is not None
        proving: cython.bint = self.proving
        dag: cython.bint = self.dag
        lazy: cython.bint = self.lazy
        self._reset_path()
        while True:
            if proving and self._is_settled(answer):
                break
            # Step 1: go down to the minimax node, or to the best node that is not resolved.
            while tree.first[node] > 0:
                child = tree.first[node] + tree.best[node]
                if proving:
                    child = self._select_child(node, depth)
                depth += 1
                step_down(self, depth, child)
                self.counts.explored += 1
                if watched and depth == 1:
                    self._report_root_move(tree.move[child], child - tree.first[0] + 1)
                node = tree.owner(child) if dag else child
                if tracing:
                    self._trace_node("visited", depth, tree.value[node])
            # Step 2: end at a finished game or the depth limit.
            if tree.first[node] == FINISHED:
                answer.reason = "finished"
                break
            if depth >= deepest:
                answer.reason = "depth"
                break
            # Step 3: expand it.
            if not self._prepare_expansion(position, depth):
                self._report(answer)  # pruning may lose the tree
                if not self._prune_to_fit(answer):
                    return
                node = depth = 0
                continue
            made = VALUED if dag and self._find_twin(node) else 0
            if not made:
                made = self._expand(position, node, depth)
            if not made:
                break
            # Step 4: update the ancestors while values change.
            if made == VALUED:
                node = tree.parent[node]
                depth -= 1
            if dag:
                tree.back_up_ancestors(node)
                node = depth = 0
                if tracing:
                    self._trace_change(0, 0)
            while not dag and (
                self._back_up(position, node, depth) if lazy else tree.back_up(node)
            ):
                if tracing:
                    self._trace_change(node, depth)
                if node == 0:
                    break
                node = tree.parent[node]
                depth -= 1
            if self.budget.used >= self.report_at:
                self._plan_report()
                self._report(answer)
        self._report(answer)

    def _is_settled(self, answer: Answer) -> cython.bint:
        """Return whether the search may end before the next leaf: the root's value is certain.

        A subclass may add other reasons. If the value is certain, and the budget has not ended,
        also set `proved` and the reason of the answer.
        """
        tree: MinimaxTree = self.tree
        if not tree.resolved(0):
            return False
        if not self.budget.over:
            self.proved = True
            answer.reason = "proved"
        return True

    def _select_child(self, node: cython.int, depth: cython.int) -> cython.int:
        """Return the best child that can still change a value on the line, and set its window.

        The window is `alpha` and `beta` at the child's depth: what each side is certain of on the
        line. The node's `high` must be more than its `low`, and more than `alpha` at its depth.
        Otherwise the result may be -1. Call it only with `proving`.

        :param depth: the depth of the node, whose own window is set.
        """
        tree: MinimaxTree = self.tree
        bound: cython.int = max(self.alpha[depth], tree.low[node])
        self.alpha[depth + 1] = -min(self.beta[depth], tree.high[node])
        self.beta[depth + 1] = -bound
        return tree.best_relevant(node, bound)

    def _back_up(self, position: Position, node: cython.int, depth: cython.int) -> cython.bint:
        """Back up an inner node; as long as its best child has a bound only, evaluate that fully.

        Without `lazy` nothing is evaluated. If a child is, the position is moved to the node.

        :param depth: the depth of the node.
        :returns: whether its value or bounds changed. False if the budget ends first. Then these,
            and at the root the best child, remain as they were.
        """
        tree: MinimaxTree = self.tree
        value: cython.int = tree.value[node]
        best: cython.int = tree.best[node]
        low: cython.int = tree.low[node] if self.proving else 0
        high: cython.int = tree.high[node] if self.proving else 0
        changed: cython.bint = tree.back_up(node)
        child: cython.int = tree.first[node] + tree.best[node]
        while self.lazy and tree.first[child] == LOWER_BOUND:
            self._go_to(position, depth)
            self.counts.steps += 1
            position.push(tree.move[child])
            self._evaluate_fully(position, child, depth + 1, tree.next_best(child) + 1)
            position.pop()
            if self.budget.over:
                tree.value[node] = value
                if node == 0:
                    tree.best[node] = best
                if self.proving:
                    tree.low[node], tree.high[node] = low, high
                return False
            changed = tree.back_up(node) or changed
            child = tree.first[node] + tree.best[node]
        return changed

    # -- expand a leaf -----------------------------------------------------------------------------

    def _expand(self, position: Position, node: cython.int, depth: cython.int) -> cython.int:
        """Add the children of a leaf, one for each move in `moves`, with their values.

        With `lazy` they may have lower bounds instead. A leaf that has only a lower bound itself
        gets its value, and no children. With `dag` a child may be a twin, which takes no node. The
        position is at the leaf, before and after. The caller backs the leaf up.

        :returns: 1. VALUED if the leaf got its value instead. 0 if the budget ends first, and then
            the tree has not changed.
        """
        tree: MinimaxTree = self.tree
        moves: Moves = self.moves
        first: cython.int = tree.size
        i: cython.int
        if tree.first[node] == LOWER_BOUND:
            return self._evaluate_fully(position, node, depth, INFINITY)
        if self.dag or (self.lazy and (depth > 0 or not self.ranking)):
            moves.set_tags(UNVALUED)
            return self._make_children(position, node, depth)
        tree.reserve(moves.count)
        made: cython.int = self._evaluate_children(position, depth + 1, tree.first[node] == PRUNED)
        if self.budget.over:
            return 0
        for i in range(made):
            tree.value[first + i] = moves.score[i]
            tree.first[first + i] = FINISHED if moves.tag[i] else LEAF
            tree.move[first + i] = moves.move[i]
            tree.parent[first + i] = node
            if self.proving:
                tree.set_bounds(first + i, self.root_ply + depth + 1)
        tree.append_children(node, moves.count)
        return self._end_expansion(position, depth)

    def _make_children(self, position: Position, node: cython.int, depth: cython.int) -> cython.int:
        """Add the children of a node, one for each move in `moves`, with their values or bounds.

        A move with the tag UNVALUED is evaluated by `_set_first_value`. Otherwise its score, from
        the side of the child, is a value (LEAF) or a LOWER_BOUND, by its tag. If the game is over,
        the result takes its place. With `dag` a child whose position the graph has, at the same
        ply, becomes a twin of the node there. It takes no node of the budget, and gets the value
        there. The position is at the node, before and after. The caller backs the node up.

        :returns: 1; 0 if they do not all fit the budget, and then the tree has not changed.
        """
        tree: MinimaxTree = self.tree
        moves: Moves = self.moves
        budget: Budget = self.budget
        first: cython.int = tree.size
        made: cython.int = 0
        result: cython.int
        child: cython.int
        i: cython.int
        tree.reserve(moves.count)
        for i in range(moves.count):
            if not (can_take(budget, 1) or budget.poll()):  # a graph needs the move made first
                return 0
            child = first + i
            position.push(moves.move[i])
            if not (self.dag and self._look_up(position, child, depth + 1)) and take(budget):
                made += 1
                self.counts.generated += 1
                if self.tracing:
                    self.trace.record_position("generated", position)
                result = position.result()
                if result != ONGOING:
                    moves.score[i] = adjust_mate(result, self.root_ply + depth + 1)
                    moves.tag[i] = FINISHED
                    self._count_leaf(position, moves.score[i])
                elif moves.tag[i] == UNVALUED:
                    self._set_first_value(position, i, -tree.value[node], depth + 1)
            position.pop()
            if budget.over:
                return 0
            tree.value[child] = moves.score[i]
            tree.first[child] = moves.tag[i]
            tree.move[child] = moves.move[i]
            tree.parent[child] = node
            if self.proving:
                tree.set_bounds(child, self.root_ply + depth + 1)
        if tree.first[node] == PRUNED:
            self.counts.regenerated += made
        self.counts.steps += moves.count - made
        tree.append_children(node, moves.count)
        if self.dag:
            graph: MinimaxGraph = self.tree
            graph.join_children(first, budget)
        return self._end_expansion(position, depth)

    def _look_up(self, position: Position, child: cython.int, depth: cython.int) -> cython.bint:
        """Set the key of a new child in a graph, and store its owner in `children`, or -1 for none.

        The owner is the node of the same position that has its children. The position is at the
        child.

        :returns: whether there is an owner.
        """
        graph: MinimaxGraph = self.tree
        # Mixed first: keys of a user's game may be multiples of GOLDEN.
        ply: cython.ulonglong = self.root_ply + depth
        graph.key[child] = mix(position.key()) ^ (ply * GOLDEN & M64)
        graph.twin[child] = 0
        graph.children[child] = graph.find_owner(graph.key[child])
        return graph.children[child] >= 0

    def _find_twin(self, node: cython.int) -> cython.bint:
        """Make a leaf a twin of the node that has its position and ply, if there is one.

        It gets that node's value and bounds, without backing up. Rerooting had separated them.

        :returns: whether there is one.
        """
        graph: MinimaxGraph = self.tree
        owner: cython.int = graph.find_owner(graph.key[node])
        if owner < 0 or owner == node:
            return False
        graph.add_twin(node, owner)
        return True

    def _end_expansion(self, position: Position, depth: cython.int) -> cython.int:
        """Count and trace the expanded node at the end of the path; return 1.

        With `choose=visits` also add one to `expansions` of each node of the path.
        """
        tree: MinimaxTree = self.tree
        step: cython.int
        if self.by_visits:
            for step in range(1, depth + 1):
                tree.expansions[self.path[step]] += 1
        self._count_expanded(position, depth, tree.size)
        return 1

    # -- lazy: values that are found only where they matter ----------------------------------------

    def _set_first_value(
        self, position: Position, index: cython.int, value: cython.int, depth: cython.int
    ) -> None:
        """Set a new child's score: its value, or with `lazy` its static value if not in check.

        The static value is a lower bound for the side to move, which may pass on captures; in
        check it is none. The position is at the child. The tag of its move becomes LOWER_BOUND or
        LEAF. The score is void if the budget ends.

        :param index: the index of the move in `moves`.
        :param value: the parent's value for the child's side. Not used here; `bfext` compares its
            estimate with it.
        :param depth: the child's distance from the root. Not used here.
        """
        standing: cython.bint = self.lazy and not position.in_check()
        self.moves.tag[index] = LOWER_BOUND if standing else LEAF
        self.moves.score[index] = (
            self.evaluator.static(position) if standing else self.evaluator.value(position)
        )
        if not self.budget.over:
            self._count_leaf(position, self.moves.score[index])

    def _evaluate_fully(
        self, position: Position, node: cython.int, depth: cython.int, bound: cython.int
    ) -> cython.int:
        """Replace the lower bound of a leaf, which the position is at, by its value; no back-up.

        :param bound: from the side to move at the leaf. A value below it is exact; any other is a
            better lower bound, or the same as before.
        :returns: VALUED; 0 if the budget ends first, and then the tree has not changed.
        """
        tree: MinimaxTree = self.tree
        value: cython.int = self.evaluator.value_within(position, -INFINITY, bound)
        if self.budget.over:
            return 0
        self._count_leaf(position, value)
        tree.first[node] = LEAF if value < bound else LOWER_BOUND
        tree.value[node] = max(value, tree.value[node])
        return VALUED

    def _evaluate_root_fully(self, position: Position) -> cython.bint:
        """Back up the root; while its best child has only a lower bound, evaluate that child fully.

        With `ranking` all children are evaluated fully, for several lines. The position is at the
        root, before and after.

        :returns: false if the budget ended.
        """
        tree: MinimaxTree = self.tree
        child: cython.int
        self._reset_path()
        if self.ranking:
            for child in range(tree.first[0], tree.first[0] + tree.children[0]):
                if tree.first[child] == LOWER_BOUND and not self.budget.over:
                    self.counts.steps += 1
                    position.push(tree.move[child])
                    self._evaluate_fully(position, child, 1, INFINITY)
                    position.pop()
        self._back_up(position, 0, 0)
        return not self.budget.over

    # -- reports -----------------------------------------------------------------------------------

    def _report(self, answer: Answer, root: cython.int = 0) -> None:
        """Improve the answer by the best move, its line and the values of all moves at a node.

        With `choose=visits` and without a proof, the best is the move with most expansions that
        does not lose. A move whose child has a lower bound only gets an upper bound. The answer is
        proved if the search proved it, or without completion if the root is won or lost.

        :param root: the node, which is or will be the root.
        """
        tree: MinimaxTree = self.tree
        first = tree.first[root]
        children = range(first, first + tree.children[root])
        known = [
            RootMove(tree.move[child], bounds=(None, -tree.value[child]))
            if tree.first[child] == LOWER_BOUND
            else RootMove(tree.move[child], -tree.value[child], pv=tuple(tree.best_line(child)))
            for child in children
        ]
        best = first + tree.best[root]
        if self.by_visits and not (self.proved or is_decided(tree.value[root])):
            best = max(
                [child for child in children if tree.value[child] < MATE_BOUND] or children,
                key=lambda child: (tree.expansions[child], -tree.value[child]),
            )
        line = tree.best_line(best)
        # No estimate is a win or a loss, so without bounds such a value is proved. With bounds it
        # is proved only when no shorter win is possible.
        answer.improve(
            line[0],
            value=-tree.value[best],
            pv=line,
            depth=max(len(line), self.plies),
            root=sorted(known, key=lambda one: (one.move != line[0], one.rank)),
            proved=self.proved or (not self.proving and is_decided(tree.value[root])),
        )

    def _trace_change(self, node: cython.int, depth: cython.int) -> None:
        """Trace the new value of a node of the path, and that it is certain if so."""
        tree: MinimaxTree = self.tree
        self._trace_node("backed up", depth, tree.value[node])
        if tree.resolved(node):
            self._trace_node("known", depth, tree.value[node])
