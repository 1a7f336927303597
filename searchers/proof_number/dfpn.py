"""Depth-first proof-number search, df-pn (Nagai 2002), with the 1+epsilon trick.

The search goes to the same leaves as proof-number search, or to equally good ones, but it keeps no
tree. It stays below a node as long as the node's numbers are below two thresholds. When a number
reaches its threshold, the most-proving node is elsewhere. A transposition table, `ProofTable`, has
the numbers of the nodes that the search has left.

As in the paper, `phi` of a node is the number of leaves that must at least turn out well for its
side to move to reach its aim, and `delta` is the opponent's. At the root they are the proof and the
disproof number.
"""

from __future__ import annotations

from typing import Annotated, Any, Unpack

import cython

from evaluators.core.evaluator import EvaluatorOrSpec
from games.core.columns import column, grown_length, lengthen
from games.core.moves import Moves
from games.core.position import Position
from games.parts.part import Option
from searchers.core.limits import Limits
from searchers.core.result import Answer
from searchers.core.searcher import Searcher
from searchers.proof_number.questions import (
    Child,
    ProofOptions,
    Questions,
    report,
    threshold_of,
)
from searchers.storage.transposition_table import address_of, own_memory

if not cython.compiled:
    from games.core.array import ints, ulonglongs
    from games.core.bits import GOLDEN, M64, mix
    from games.core.scores import DRAW, LOSS, MATE_BOUND, MAX_PLY, ONGOING, WIN, adjust_mate
    from searchers.proof_number.constants import BUCKET, ENDLESS, ENTRY

_PAGE = 1024
"""Integers in the smallest page of memory."""
_MOST_WORK = 2**30
"""The largest work that an entry counts."""


class ProofTable:
    """A hash table with buckets of three entries, each of 36 bytes.

    An entry has bounds of the position's value (`low`, `high`), which are certain, and the numbers
    `phi` and `delta` for one question (`threshold`). `move` is the best move: in a won position one
    that wins. `work` is the nodes spent below. All are from the side to move; wins count their
    distance from the position.

    In a full bucket the entry of least work is replaced, as Nagai (1999) drops the smallest
    subtrees first. Each replacement takes an eighth of the work from the other two, so that old
    entries do not stay for ever. A key is compared in 62 of its bits.

    :param megabytes: the size, at least 1; the largest power of two of buckets that fits is used.
    """

    def __init__(self, megabytes: int) -> None:
        buckets: cython.longlong = 1 << ((megabytes << 20) // (4 * ENTRY * BUCKET)).bit_length() - 1
        self.mask = buckets - 1
        self.clear()

    def clear(self) -> None:
        """Forget all entries, by new memory for the table.

        :raises MemoryError: if there is not enough memory.
        """
        # New memory, which the system gives when it is first used: no search has to wait for it.
        self._facts = own_memory(int(self.mask + 1) * BUCKET * ENTRY * 4)
        self.used, self.warm = 0, False
        if cython.compiled:
            address: cython.size_t = address_of(self._facts)
            self.facts = cython.cast(cython.p_int, address)
        else:
            self.facts = self._facts

    def touch(self) -> None:
        """Make the system allocate all pages of an empty table now, not during a search.

        Nothing is done if the table has entries, or since `clear` this was called before.
        """
        if self.used == 0 and not self.warm:
            for at in range(0, len(self._facts), _PAGE):
                self._facts[at] = 0
            self.warm = True

    def fullness(self) -> int:
        """Return the part of all entries that is in use, in thousandths."""
        return 1000 * self.used // (int(self.mask + 1) * BUCKET)

    def _find(self, key: cython.ulonglong) -> cython.Py_ssize_t:
        """Return the index in `facts` of the entry with a key; -1 if there is none."""
        at: cython.Py_ssize_t = self._bucket_of(key)
        first: cython.int = key & 0x7FFFFFFF
        second: cython.int = key >> 31 & 0x7FFFFFFF
        for _ in range(BUCKET):
            if (
                self.facts[at] == first
                and self.facts[at + 1] == second
                and self.facts[at + 8] > 0  # its work
            ):
                return at
            at += ENTRY
        return -1

    def _bucket_of(self, key: cython.ulonglong) -> cython.Py_ssize_t:
        """Return the index in `facts` of the bucket of a key."""
        return (key & self.mask) * (ENTRY * BUCKET)

    def probe(self, key: cython.ulonglong) -> cython.bint:
        """Look up a key; return whether there is an entry.

        If so, set `low`, `high`, `phi`, `delta`, `threshold` and `move` to what `store` had as
        arguments. Else they do not change.
        """
        at: cython.Py_ssize_t = self._find(key)
        if at < 0:
            return False
        self.low, self.high = self.facts[at + 2], self.facts[at + 3]
        self.phi, self.delta = self.facts[at + 4], self.facts[at + 5]
        self.threshold, self.move = self.facts[at + 6], self.facts[at + 7]
        return True

    def store(
        self,
        key: cython.ulonglong,
        low: cython.int,
        high: cython.int,
        phi: cython.int,
        delta: cython.int,
        threshold: cython.int,
        move: cython.int,
        work: cython.longlong,
    ) -> None:
        """Store what is known of a position; bounds that are stored already stay in force.

        Numbers and threshold replace those of an entry, and so does the move, unless the old one
        proves a better win. A new entry replaces the one of least work in a full bucket. Values are
        from the side to move, and wins count their distance from the position.

        :param phi: the proof number of the side to move; `delta` is its opponent's.
        :param threshold: the value that the side to move wants at least.
        :param work: the nodes spent, at least 1; those of a stored entry are added.
        """
        chosen: cython.Py_ssize_t = self._find(key)
        if chosen >= 0:
            if self.facts[chosen + 2] > max(low, MATE_BOUND - 1):
                move = self.facts[chosen + 7]  # it proves that bound
            low, high = max(low, self.facts[chosen + 2]), min(high, self.facts[chosen + 3])
            work += self.facts[chosen + 8]
        else:
            chosen = self._make_room(key)
        self.facts[chosen], self.facts[chosen + 1] = key & 0x7FFFFFFF, key >> 31 & 0x7FFFFFFF
        self.facts[chosen + 2], self.facts[chosen + 3] = low, high
        self.facts[chosen + 4], self.facts[chosen + 5] = phi, delta
        self.facts[chosen + 6], self.facts[chosen + 7] = threshold, move
        self.facts[chosen + 8] = cython.cast(cython.int, min(work, _MOST_WORK))

    def _make_room(self, key: cython.ulonglong) -> cython.Py_ssize_t:
        """Return the index in `facts` of the entry of least work in the bucket of a key.

        A free one is added to `used`. Else all entries of the bucket lose an eighth of their work.
        """
        at: cython.Py_ssize_t = self._bucket_of(key)
        chosen: cython.Py_ssize_t = at
        for _ in range(BUCKET):
            if self.facts[at + 8] < self.facts[chosen + 8]:
                chosen = at
            at += ENTRY
        if self.facts[chosen + 8] == 0:
            self.used += 1
            return chosen
        for _ in range(BUCKET):
            at -= ENTRY
            self.facts[at + 8] = max(1, self.facts[at + 8] - self.facts[at + 8] // 8)
        return chosen


class DepthFirstProofNumberOptions(ProofOptions, total=False):
    """The options of `DepthFirstProofNumber`."""

    order: Annotated[
        bool, Option(True, "search the children of best static value first among equal ones")
    ]
    widen: Annotated[
        int,
        Option(
            20,
            "percentage of a node's open children that count at a time, in addition to one; 100: "
            "all",
            low=0,
            high=100,
        ),
    ]
    epsilon: Annotated[
        int, Option(25, "percentage of the 1+epsilon trick; 0: none", low=0, high=10_000)
    ]
    tt: Annotated[int, Option(64, "megabytes of the transposition table", low=1, high=2**16)]


class DepthFirstProofNumber(Searcher):
    """Depth-first proof-number search: the order of pns, in the memory of a table.

    Questions, results and the meaning of a depth limit are those of `pns`. The bounds in the table
    answer later questions and searches too.

    * `epsilon`: a child is left when its number exceeds the second best by this percentage, not as
      soon as it exceeds it (Pawlewicz and Lew 2007). So the search returns less often to the same
      nodes. 0 is Nagai's df-pn.
    * Transpositions: the numbers of a position that several lines reach count several times in the
      sums above (overcounting). `add=weak` avoids most of that.
    * Repetitions: what is proved by a draw that depends on the line, or by a line of 400 plies, is
      not stored. In a game with such draws, only wins and losses are stored of the other results.
      A win that is proved once holds wherever a line comes back to it (Kishimoto and Mueller 2004,
      who also store disproofs by repetition, with the line). A draw by a count of moves that `key`
      leaves out, as the fifty moves of chess, may still spoil a stored win.
    """

    NAME = "dfpn"
    HOLDS_LINES = True
    OPTIONS = DepthFirstProofNumberOptions

    def __init__(
        self, evaluator: EvaluatorOrSpec = None, **options: Unpack[DepthFirstProofNumberOptions]
    ) -> None:
        """Store the options; the table is made by the first search.

        :raises SpecError: if `goal` is invalid.
        """
        super().__init__(evaluator, **options)
        self.only = threshold_of(self.options["goal"], self.NAME)
        self.by_mobility = self.options["start"] == "mobility"
        self.weak = self.options["add"] == "weak"
        self.widen = self.options["widen"]
        self.epsilon = self.options["epsilon"]
        self.table: Any = None
        # Of all children of the line's nodes: the move, and the numbers and bounds on the child's
        # side. The tag says whether they depend on the line.
        self.moves, self.replies = Moves(), Moves()
        self._phi, self._delta, self._order = column(), column(), column()
        self.capacity = 0
        # Of each depth: the key on the line, and the move that proved the last proved node.
        self._keys, self._proofs = column("Q"), column()
        lengthen((self._keys, self._proofs), MAX_PLY + 2)
        self.keys, self.proofs = ulonglongs(self._keys), ints(self._proofs)

    def new_game(self) -> None:
        """Forget all entries of the table."""
        if self.table is not None and self.table.used:
            self.table.clear()

    def prepare(self, position: Position) -> None:
        """Set the evaluator, and allocate the memory of the table, before the clock runs."""
        super().prepare(position)
        self._make_table().touch()

    def _make_table(self) -> ProofTable:
        """Return the table of proof numbers; the first call makes it."""
        if self.table is None:
            self.table = ProofTable(self.options["tt"])
        table: ProofTable = self.table
        return table

    def fullness(self) -> int | None:
        """Return how full the table is, in thousandths; 0 before it is made."""
        return 0 if self.table is None else self.table.fullness()

    def winning_move(self, position: Position) -> int | None:
        """Return a legal move that wins by the table; None without one, or without keys."""
        table = self.table
        if table is None or not position.KEYED or not table.probe(position.key()):
            return None
        if table.low < MATE_BOUND or table.move not in position.legal_moves():
            return None
        return int(table.move)

    # -- questions ---------------------------------------------------------------------------------

    def _search(self, position: Position, limits: Limits, answer: Answer) -> None:
        """Search whether the value is at least one threshold after another, until it is known.

        Each question is a search from the root. A win or loss of any length is known, unless the
        option `shortest` is set. A question without an answer is the last; if the option `goal` is
        not `value`, there is only one. Unless the budget ended, the reason becomes "proved" if the
        value is known, "done" if the last question was answered, else "depth". The answer is
        reported if the root's children were made.
        """
        self._make_table()
        self.limited = limits.depth is not None and limits.depth < MAX_PLY
        self.deepest = min(limits.depth or MAX_PLY, MAX_PLY)
        self.path_independent = not position.PATH_DEPENDENT
        self.ordered = self.options["order"] and self.evaluator.is_informative(position)
        self.keyed = position.KEYED
        for depth in range(MAX_PLY + 2):
            self.proofs[depth] = -1
        self.keys[0] = 0
        for move in position.history:
            self.keys[0] = _key_after(self.keys[0], move)
        self.may_repeat = self.keyed and not (position.PATH_DEPENDENT or position.ACYCLIC)
        self.restricted = answer.is_restricted
        self.root, self.root_moves, self.answer = position.copy(), answer.moves, answer
        self.statics: dict[int, int] = {}
        self.known: dict[int, tuple[int, int]] = {}
        self.listed = False
        questions = Questions(self.only, self.options["shortest"], self.root_ply)
        self.questions = questions
        for threshold in questions:
            self.threshold = threshold
            if self.tracing:
                self.trace.record("asked", (), value=answer.from_root(threshold))
            self.moves.drop(0)
            if not self._visit(position, ENDLESS, ENDLESS, 0):
                break
            questions.narrow(self.low, self.high)
            self._narrow_by_children()
        if not (self.budget.over or answer.reason):
            answer.reason = questions.reason()
        if self.listed:
            self._report()

    # -- the search --------------------------------------------------------------------------------

    def _visit(
        self,
        position: Position,
        most_phi: cython.int,
        most_delta: cython.int,
        depth: cython.int,
    ) -> cython.bint:
        """Search below a node until one of its numbers reaches its threshold (MID of the paper).

        The results are `phi`, `delta`, `low`, `high`, and in `depends` whether they depend on the
        line. They are stored in the table, except at a root with restricted moves. The children
        stay listed at the root. The position is at the node, before and after.

        :param most_phi: the threshold of the number of the side to move.
        :param most_delta: the threshold of the opponent's number.
        :param depth: the node's distance from the root.
        :returns: false if the budget ended, and then the results are void.
        """
        moves: Moves = self.moves
        start: cython.int = moves.count
        before: cython.longlong = self.budget.used
        best: cython.int
        child_phi: cython.longlong
        child_delta: cython.longlong
        whole: cython.bint
        # Step 1. Produce the children, with what the table knows of them.
        if depth == 0:
            moves.extend(self.root_moves)
        else:
            position.generate(moves)
        if moves.count > self.capacity:
            self._reserve()
        if self.keyed:
            self.keys[depth] = position.key()
        if not self._make_children(position, start, depth):
            return False
        while True:
            # Step 2. Return if a threshold is reached.
            best = self._back_up(start)
            if self.tracing:
                self.trace.record_proof(position, self.phi, self.delta, self.low, self.high)
            if self.phi >= most_phi or self.delta >= most_delta:
                break
            if depth == 0 and self.budget.used >= self.report_at:
                self._plan_report()
                self._report()
            # Step 3. Search the most-proving child, until a sibling is better or a threshold is
            # reached. That of phi: of this node's delta, less the part of the siblings in that sum;
            # more than the child's phi also where sums are too large to count.
            child_phi = max(most_delta - self.others, self.phi_of[best] + 1)
            # That of delta: the second best child's, and epsilon more.
            child_delta = self.second_delta
            child_delta += 1 + child_delta * self.epsilon // 100
            self.counts.explored += 1
            self.counts.steps += 1
            if depth == 0:
                self._report_root_move(moves.move[best], best - start + 1)
            position.push(moves.move[best])
            self.keys[depth + 1] = _key_after(self.keys[depth], moves.move[best])
            if self.tracing:
                self.trace.record_position("visited", position)
            whole = self._visit(
                position,
                cython.cast(cython.int, min(child_phi, ENDLESS)),
                cython.cast(cython.int, min(child_delta, most_phi)),
                depth + 1,
            )
            position.pop()
            if not whole:
                return False
            self.phi_of[best], self.delta_of[best] = self.phi, self.delta
            moves.low[best], moves.high[best] = self.low, self.high
            moves.tag[best] = self.depends
        # Step 4. Store the numbers. The move of a position that is won, but not soon enough, wins.
        if self.low >= MATE_BOUND and self.phi > 0:
            best = self._least(moves.high, start)
        if self.phi == 0:
            self.proofs[depth] = moves.move[best]
        if depth > 0 or not self.restricted:
            self._store(position, moves.move[best], depth, self.budget.used - before)
        if depth > 0:
            moves.count = start
        return True

    def _make_children(
        self, position: Position, start: cython.int, depth: cython.int
    ) -> cython.bint:
        """Set the numbers and bounds of the children by the moves from `start` on, a node each.

        The child that likely proves the node is the first; the others follow in the order of their
        moves. It ends with the first one that proves the node. Those that are not reached take no
        nodes; they have open bounds, `phi` 1 and `delta` ENDLESS. With the option `order` all are
        sorted. At the root also store their static values, and set `listed`.

        :param depth: the depth of the node, which the position is at.
        :returns: false if the budget ended.
        """
        moves: Moves = self.moves
        index: cython.int
        place: cython.int
        for index in range(start, moves.count):
            self.phi_of[index], self.delta_of[index] = 1, ENDLESS  # before it is produced
            moves.low[index] = LOSS + self.root_ply + depth + 1  # the game may be over there
            moves.high[index] = -moves.low[index]
            moves.tag[index] = False
            moves.score[index] = 0
            self.order[index] = index
        likely: cython.int = self._likely_proof(start, depth)
        for place in range(start, moves.count):
            index = likely if place == start else place - (place <= likely)
            if not self._make_move(position, moves.move[index]):
                return False
            self._look_up(position, index, depth + 1)
            if depth == 0:
                self._note_static(position, moves.move[index])
            position.pop()
            if self.budget.over:  # in a static value
                return False
            if self.delta_of[index] == 0:
                break
        if depth == 0:
            self.listed = True
        if self.ordered:
            self._sort(start)
        self._count_expanded(position, depth, moves.count)
        return True

    def _likely_proof(self, start: cython.int, depth: cython.int) -> cython.int:
        """Return the index in `moves` of the move that proved the last proved node of this depth.

        It is `start` if that move is not among those from `start` on.
        """
        index: cython.int
        for index in range(start, self.moves.count):
            if self.moves.move[index] == self.proofs[depth]:
                return index
        return start

    def _sort(self, start: cython.int) -> None:
        """Set `order` to the children by static value, the worst for their side to move first.

        The moves themselves stay where they are.
        """
        order: cython.p_int = self.order
        score: cython.p_int = self.moves.score
        index: cython.int
        place: cython.int
        for index in range(start + 1, self.moves.count):
            place = index
            while place > start and score[order[place - 1]] > score[index]:
                order[place] = order[place - 1]
                place -= 1
            order[place] = index

    def _look_up(self, position: Position, index: cython.int, depth: cython.int) -> None:
        """Set the bounds and numbers of a child from the game's result and the table, unsearched.

        A line that repeats a position or reaches the depth limit counts against the side to move at
        the root. An entry for another threshold gives bounds only. Without an entry the numbers are
        by mobility, or 1 and 1. The tag is set if they depend on the line. With the option `order`
        the score becomes the static value. The position is at the child.

        :param depth: the depth of the child.
        """
        moves: Moves = self.moves
        table: ProofTable = self.table
        ply: cython.int = self.root_ply + depth
        root_side_moves: cython.bint = depth % 2 == 0
        wanted: cython.int = self.threshold if root_side_moves else 1 - self.threshold
        value: cython.int = position.result()
        key: cython.ulonglong
        self.delta_of[index] = 1
        moves.low[index], moves.high[index] = LOSS + ply + 1, WIN - ply - 1
        if value != ONGOING:
            moves.low[index] = moves.high[index] = value = adjust_mate(value, ply)
            moves.tag[index] = value == DRAW and not self.path_independent
            self._count_leaf(position, value)
        elif depth >= self.deepest or (self.may_repeat and self._repeats(position, depth)):
            # A line that does not end counts against the side to move at the root.
            moves.tag[index] = not self.limited or depth < self.deepest
            self._set_solved(index, not root_side_moves)
            return
        else:
            self.keys[depth] = _key_after(self.keys[depth - 1], moves.move[index])
            key = self._key(position, depth)
            if table.probe(key):
                moves.low[index] = adjust_mate(table.low, ply)
                moves.high[index] = adjust_mate(table.high, ply)
                if table.threshold == adjust_mate(wanted, -ply):
                    self.phi_of[index], self.delta_of[index] = table.phi, table.delta
            elif self.by_mobility:
                self.replies.drop(0)
                self.delta_of[index] = position.generate(self.replies)
        if moves.low[index] >= wanted:
            self._set_solved(index, True)
        elif moves.high[index] < wanted:
            self._set_solved(index, False)
        elif self.ordered:
            moves.score[index] = self.evaluator.static(position)

    def _set_solved(self, index: cython.int, reached: cython.bint) -> None:
        """Set the proof numbers of a child that is solved: 0 and infinity.

        :param reached: whether the side to move in the child reaches what it wants.
        """
        self.phi_of[index] = 0 if reached else ENDLESS
        self.delta_of[index] = ENDLESS if reached else 0

    def _repeats(self, position: Position, depth: cython.int) -> cython.bint:
        """Return whether a position is on the line already, from the root on.

        :param depth: of the position, whose key is not yet in `keys`.
        """
        key: cython.ulonglong = position.key()
        above: cython.int = depth - 1
        while above >= 0 and self.keys[above] != key:
            above -= 1
        return above >= 0

    def _key(self, position: Position, depth: cython.int) -> cython.ulonglong:
        """Return the key of the position's table entry, with the plies left under a depth limit.

        In a game without keys it is that of the line.
        """
        key: cython.ulonglong = position.key() if self.keyed else self.keys[depth]
        if self.limited:
            # A line at the limit counts against the side to move at the root, so whose move it is
            # at the root is part of the key.
            left: cython.ulonglong = 2 * (self.deepest - depth) + (depth & 1)
            key = mix(key) ^ (left * GOLDEN & M64)  # a user's keys may be multiples of GOLDEN
        return key

    def _back_up(self, start: cython.int) -> cython.int:
        """Set the current node's `phi`, `delta`, `low`, `high` and `depends` from its children.

        All children give bounds. Only the first open ones give numbers, by the option `widen`.
        `second_delta` becomes the second-least `delta` of these, `others` the part of the node's
        `delta` that is not the best child's. `depends` becomes whether the results hold on this
        line of moves only.

        :param start: the index of the first child in `moves`.
        :returns: the child to search, the first of equal ones. In a solved node it is the best, or
            the one that resists longest.
        """
        moves: Moves = self.moves
        best: cython.int = start
        index: cython.int
        number: cython.int
        first: cython.int = ENDLESS
        second: cython.int = ENDLESS
        total: cython.longlong = 0
        largest: cython.int = 0
        open_count: cython.int = 0
        place: cython.int
        depends: cython.bint = False
        proved: cython.bint = False
        self.low = self.high = LOSS
        for index in range(start, moves.count):
            open_count += self.phi_of[index] > 0
            proved = proved or self.delta_of[index] == 0
            depends = depends or moves.tag[index] != 0
            self.low = max(self.low, -moves.high[index])
            self.high = max(self.high, -moves.low[index])
        open_count = min(open_count, 1 + open_count * self.widen // 100)
        left_to_count: cython.int = open_count
        for place in range(start, moves.count):
            index = self.order[place]
            number = self.delta_of[index]
            if number < first:
                second, first, best = first, number, index
            elif number < second:
                second = number
            number = self.phi_of[index]
            total += number
            largest = max(largest, number)
            left_to_count -= number > 0
            if left_to_count == 0 and number > 0:
                break
        self.second_delta = second
        self.others = total - self.phi_of[best]
        if self.weak and open_count > 1:
            total = largest + open_count - 1
            self.others = open_count - 1
        self.phi = first
        self.delta = cython.cast(cython.int, min(total, ENDLESS - 1))
        self.depends = depends
        if proved:
            self.phi, self.delta = 0, ENDLESS
            best = self._best_proof(start)
            self.depends = moves.tag[best] != 0
        elif open_count == 0:
            best = self._least(moves.low, start)
        return best

    def _best_proof(self, start: cython.int) -> cython.int:
        """Return the index in `moves`, from `start` on, of a child that proves its parent.

        Of several it is one that does not depend on the line, then that of the highest bound for
        the parent. There must be one.
        """
        moves: Moves = self.moves
        best: cython.int = -1
        index: cython.int
        for index in range(start, moves.count):
            if self.delta_of[index] == 0 and (
                best < 0
                or moves.tag[index] < moves.tag[best]
                or (moves.tag[index] == moves.tag[best] and moves.high[index] < moves.high[best])
            ):
                best = index
        return best

    def _least(self, bound: cython.p_int, start: cython.int) -> cython.int:
        """Return the index in `moves` of the child of the least bound, the first of equal ones.

        The least lower bound is that of the child that resists a disproof longest. The least upper
        bound gives the parent its lower bound.

        :param bound: the lower or the upper bounds of the children.
        """
        best: cython.int = start
        index: cython.int
        for index in range(start + 1, self.moves.count):
            if bound[index] < bound[best]:
                best = index
        return best

    def _store(
        self, position: Position, move: cython.int, depth: cython.int, work: cython.longlong
    ) -> None:
        """Store the current node's bounds and numbers, as `_back_up` set them, in the table.

        What depends on the line to the node is left out. Where the rules have repetitions, only
        bounds that are wins or losses are stored. A proof or disproof by a repetition is stored
        as the numbers 1 and 1.

        :param move: the node's best move.
        :param work: the nodes that the search below it took.
        """
        table: ProofTable = self.table
        ply: cython.int = self.root_ply + depth
        wanted: cython.int = 1 - self.threshold if depth % 2 else self.threshold
        low: cython.int = adjust_mate(self.low, -ply)
        high: cython.int = adjust_mate(self.high, -ply)
        phi: cython.int = self.phi
        delta: cython.int = self.delta
        if not self.path_independent:
            low = low if low >= MATE_BOUND else LOSS + 1
            high = high if high <= -MATE_BOUND else WIN - 1
        if (phi == 0 or delta == 0) and self.depends:
            phi = delta = 1
        table.store(
            self._key(position, depth),
            low,
            high,
            phi,
            delta,
            adjust_mate(wanted, -ply),
            move,
            max(work, 1),
        )

    # -- reports -----------------------------------------------------------------------------------

    def _note_static(self, position: Position, move: cython.int) -> None:
        """Store a root move's static value in `statics`, from the root's side.

        It is 0 if the game is over. The position is after the move.
        """
        over = position.outcome() is not None
        self.statics[move] = 0 if over else -self._static_value(position)

    def _narrow_by_children(self) -> None:
        """Narrow the bounds of the root moves in `known` by those of the root's children now."""
        moves: Moves = self.moves
        for index in range(len(self.root_moves)):
            move = moves.move[index]
            low, high = self.known.get(move, (LOSS, WIN))
            self.known[move] = max(low, -moves.high[index]), min(high, -moves.low[index])

    def _report(self) -> None:
        """Report the best move, the root's bounds, and all root moves with theirs.

        The bounds of the moves, and those of the questions, are first narrowed by what is proved.
        `moves` must begin with the moves of the root. Moves of the reported line count as steps,
        and overwrite the `keys` below the root.
        """
        moves: Moves = self.moves
        self._narrow_by_children()
        children = []
        for index in range(len(self.root_moves)):
            move = moves.move[index]
            low, high = self.known[move]
            children.append(Child(move, low, high, self.delta_of[index]))
        questions = self.questions
        questions.narrow(
            max(child.low for child in children), max(child.high for child in children)
        )
        plies = self.counts.max_depth
        report(self.answer, questions, children, self.statics, self._line, plies)

    def _line(self, move: cython.int) -> list[int]:
        """Return the line of best play that begins with a root move, as far as the table has it.

        Its moves count as steps. The `keys` below the root are overwritten.
        """
        table: ProofTable = self.table
        line, ahead = [move], self.root.copy()
        ahead.begin_search()
        while True:
            ahead.push(line[-1])
            self.keys[len(line)] = _key_after(self.keys[len(line) - 1], line[-1])
            self.counts.steps += 1
            if ahead.outcome() is not None or len(line) >= self.deepest:
                return line
            if not table.probe(self._key(ahead, len(line))):
                return line
            if table.move not in ahead.legal_moves():
                return line
            line.append(table.move)

    def _reserve(self) -> None:
        """Lengthen the columns of children to at least the length of the move stack.

        :raises MemoryError: if there is not enough memory.
        """
        capacity: cython.int = grown_length(self.capacity, self.moves.count)
        try:
            lengthen((self._phi, self._delta, self._order), capacity)
        finally:
            self.phi_of, self.delta_of = ints(self._phi), ints(self._delta)
            self.order = ints(self._order)
        self.capacity = capacity


def _key_after(key: cython.ulonglong, move: cython.int) -> cython.ulonglong:
    """Return the key of a line that is one move longer."""
    return mix(key ^ (cython.cast(cython.ulonglong, move) + 1) * GOLDEN & M64)
