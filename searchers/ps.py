"""PS*(k), phased search (Srimani 1985, chapter 3): the sons of a MAX node in k phases.

Within a phase the search is best-first, as in SSS*; the phases follow one another from left to
right, as in alpha-beta. PS*(1) is SSS*; with one son a phase it reads alpha-beta's leaves.

A state (n, s, h) is a node, whether it is LIVE or SOLVED, and its merit h, an upper bound. OPEN is
ordered by merit, the leftmost of equal states first. BACKUP holds the MAX nodes that have more
than one partition, with bounds l and h. The state space operator GAMMA (table 3.1) is here case by
case, under its own numbers, with what the printed table lacks:

* 3a: a MIN terminal that ends its partition has merit max(score, l), as 3b has it for a MAX
  terminal's parent; else a partition that fails low may hide behind a lower merit.
* 6b purges OPEN below i too, and resumes incomplete descendants before i's own next partition.
* 6c: nothing to resume: (i, SOLVED, l(i)).
* A node inherits l from the MAX node above, and what is resumed takes over a bound raised since.
"""

from __future__ import annotations

from array import array
from typing import Any

import cython

from games.errors import LimitsError, SpecError
from games.parts import Option
from games.position import Moves, Position
from searchers.limits import Limits
from searchers.result import Answer, RootMove
from searchers.searcher import Searcher
from searchers.states import States

if not cython.compiled:
    from evaluators.budget import take
    from games.scores import HEURISTIC, INFINITE, LONGEST_LINE, ONGOING, at_ply

    LIVE_MIN, LIVE_MAX, SOLVED_MIN, SOLVED_MAX, SPREAD, HELD, GONE = range(7)
    ROOT, NONE, VOID = 0, -1, -2

__all__ = ["DEEPEN", "ORDER", "PhasedSearch"]

DEEPEN = Option("deepen", True, "search depth 1, 2, 3 ... until a limit ends it")
ORDER = Option(
    "order",
    "static",
    "order of sons: the game's own, or by static value",
    choices=("none", "static"),
)


class PhasedSearch(Searcher):
    """PS*(k) by Srimani (1985): best-first within a phase, phases from left to right.

    The sons of a MAX node are cut into k runs whose sizes differ by at most one, longer ones first.
    After a search `largest_open`, `largest_backup` and `largest_both` tell the largest sizes of the
    lists in its last iteration (live states, the one in hand included), and `states.operations`
    and `states.comparisons` the work on OPEN. `count.peak_stored` is the largest of all iterations.
    """

    NAME = "ps"
    OPTIONS: tuple[Option, ...] = (
        Option("k", 2, "phases: partitions of a MAX node's sons", low=1, high=10**6),
        Option(
            "sizes",
            "",
            "sizes of the partitions in place of k, as in 1/2/4; the last repeats",
        ),
        Option(
            "fix",
            "all",
            "table 3.1 with all corrections, or with case 3a as printed (wrong at odd depths)",
            choices=("all", "printed"),
        ),
        DEEPEN,
        ORDER,
    )
    MIN_AT_ROOT = False
    """Whether the root is a MIN node, of the negated game."""

    def __init__(self, evaluator: Any = None, **options: Any) -> None:
        super().__init__(evaluator, **options)
        self.phases = self.options.get("k", 1)
        self._sizes = array("i", _sizes(self.options.get("sizes", "")))
        self.size_count = len(self._sizes)
        self.printed = self.options.get("fix") == "printed"
        self.sorting = self.options["order"] == "static"
        self.dual = self.MIN_AT_ROOT
        self.listed = Moves()
        self.states = States()
        self._line = array("i", bytes(4 * (LONGEST_LINE + 2)))
        self._wanted = array("i", bytes(4 * (LONGEST_LINE + 2)))
        if cython.compiled:
            self.sizes = self._sizes.data.as_ints
            self.line, self.wanted = self._line.data.as_ints, self._wanted.data.as_ints
        else:
            self.sizes, self.line, self.wanted = self._sizes, self._line, self._wanted
        self.one_phase = False

    def _check_limits(self, limits: Limits, stop: Any) -> None:
        super()._check_limits(limits, stop)
        if not self.options["deepen"] and limits.depth is None:
            raise LimitsError(f"{self.spec} needs a depth limit")

    def _search(self, position: Position, limits: Limits, answer: Answer) -> None:
        deepest = min(limits.depth or LONGEST_LINE, LONGEST_LINE)
        order = list(answer.moves)
        for depth in range(1 if self.options["deepen"] else deepest, deepest + 1):
            root = self._iterate(position, depth, order, answer)
            if not root:
                return
            order = [known.move for known in root] if self.sorting else order
            if answer.proved:
                answer.reason = "proved"
                return
        answer.reason = "depth"

    def _iterate(
        self, position: Position, depth: int, order: list[int], answer: Answer, below: int = 0
    ) -> list[RootMove]:
        """Search the root to one depth; returns what is known of its moves, best first, or
        nothing if the search was cut short.

        :param below: how many plies further the evaluator looks.
        """
        self.listed.drop(0)
        for move in order:
            self.listed.append(move)
        self.horizon = False
        value = self._solve(position, depth, -INFINITE, INFINITE, 0)
        if self.budget.over:
            return []
        others = [RootMove(m, bounds=(None, value)) for m in order if m != self.best]
        root = [RootMove(self.best, value), *others]
        decided = not self.horizon or abs(value) >= HEURISTIC
        answer.improve(self.best, value=value, depth=depth + below, proved=decided, root=root)
        return root

    def within(
        self,
        position: Position,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
    ) -> cython.int:
        self.listed.drop(0)
        position.generate(self.listed)
        return self._solve(position, depth, alpha, beta, ply)

    def _solve(
        self,
        position: Position,
        depth: cython.int,
        lower: cython.int,
        upper: cython.int,
        base: cython.int,
    ) -> cython.int:
        """The value of a node whose moves are listed, from its side to move, between the bounds
        (a value beyond a bound is the bound). Void if the budget ended.

        :param base: how many plies the node lies below the root of the search.
        """
        s: States = self.states
        n: cython.int
        self.deepest, self.base = depth, base
        self.depth = self.best = 0
        self.backup_size = self.largest_open = self.largest_backup = self.largest_both = 0
        s.clear()
        # Section 3.2, step 2: the initial state.
        n = s.add(1)
        s.parent[n] = NONE
        s.move[n] = NONE
        s.status[n] = LIVE_MAX
        s.ply[n] = -1
        s.lower[n] = lower
        s.merit[n] = upper
        if self.dual:
            n = self._turn_over(lower, upper)
        # Steps 3 to 6: expand the first state of OPEN until the root is solved.
        while n != VOID and s.status[ROOT] != SOLVED_MAX:
            n = self._gamma(position, n if n != NONE else s.take_first())
        while self.depth > 0:
            self.depth -= 1
            position.pop()
        self.counts.peak_stored = max(self.counts.peak_stored, self.largest_both)
        return -s.merit[ROOT] if self.dual else s.merit[ROOT]

    def _turn_over(self, lower: cython.int, upper: cython.int) -> cython.int:
        """Make the root a MIN node, the only son of a MAX node that is no position."""
        s: States = self.states
        self.least = -lower
        s.ply[ROOT] = -2
        s.lower[ROOT] = -upper
        s.merit[ROOT] = -lower
        s.status[ROOT] = SPREAD
        s.son_count[ROOT] = 1
        n: cython.int = s.add(1)
        s.sons[ROOT] = n
        s.parent[n] = ROOT
        s.move[n] = NONE
        s.ply[n] = 0
        s.status[n] = LIVE_MIN
        s.merit[n] = -lower
        return n

    def _gamma(self, position: Position, n: cython.int) -> cython.int:
        """GAMMA (table 3.1) on the state n, which has just left OPEN.

        :returns: the state that now stands in front of OPEN and need not be put there; NONE to
            take OPEN's first; VOID if the budget ended.
        """
        status: cython.int = self.states.status[n]
        if status <= LIVE_MAX:
            return self._live(position, n)
        if status == SOLVED_MAX:
            return self._case_4_5(n)
        return self._case_6(n)

    def _live(self, position: Position, n: cython.int) -> cython.int:
        """A LIVE state: cases 1 to 3."""
        s: States = self.states
        maximal: cython.bint = s.status[n] == LIVE_MAX
        ply: cython.int = s.ply[n] + maximal
        value: cython.int = ONGOING
        if ply > 0:
            if not self._visit(position, n, ply):
                return VOID
            value = position.result()
        if value != ONGOING:
            value = at_ply(value, self.root_ply + self.base + ply)
        elif ply < self.deepest:
            return self._case_1(position, n) if maximal else self._case_2(position, n)
        else:
            self.horizon = True
            if maximal:
                value = self.evaluator.value_within(position, s.lower[s.parent[n]], s.merit[n])
            else:
                value = self.evaluator.value_within(position, -s.merit[n], -s.lower[s.parent[n]])
            if self.budget.over:
                return VOID
        self.counts.evaluated += 1
        return self._case_3(n, value if maximal else -value)

    def _case_1(self, position: Position, n: cython.int) -> cython.int:
        """A LIVE MAX node: its first partition goes to the front of OPEN, itself to BACKUP."""
        s: States = self.states
        if not self._list(position, s.ply[n] + 1):
            return VOID
        s.moves[n] = s.keep(self.listed)
        s.width[n] = self.listed.count
        s.next[n] = 0
        if n != ROOT:
            s.lower[n] = s.lower[s.parent[n]]
        if self._partition_size(n, 0) < s.width[n]:
            self.backup_size += 1
        return self._add_partition(n)

    def _case_2(self, position: Position, n: cython.int) -> cython.int:
        """A LIVE MIN node: its first son goes to the front of OPEN."""
        s: States = self.states
        if not self._list(position, s.ply[n]):
            return VOID
        s.replies[n] = s.keep(self.listed)
        s.reply_count[n] = self.listed.count
        s.reply[n] = 0
        s.status[n] = LIVE_MAX
        return n

    def _case_3(self, n: cython.int, value: cython.int) -> cython.int:
        """A LIVE terminal: it goes into OPEN with its score, or its MIN parent does.

        :param value: the terminal's value, for MAX.
        """
        s: States = self.states
        i: cython.int = s.parent[n]
        lower: cython.int = s.lower[i]
        last: cython.bint = n == s.sons[i] + s.son_count[i] - 1
        score: cython.int = min(value, s.merit[n])
        if s.status[n] == LIVE_MIN:  # 3a
            s.status[n] = SOLVED_MIN
            if last and not self.printed:
                score = max(score, lower)
        elif score > lower:  # 3a
            s.status[n] = SOLVED_MAX
        else:
            s.status[n] = SOLVED_MIN
            if last:  # 3b, else 3c
                score = lower
        s.merit[n] = score
        s.insert(n)
        return NONE

    def _case_4_5(self, n: cython.int) -> cython.int:
        """A SOLVED MAX node: on to its next brother, unless the MIN parent is solved with it."""
        s: States = self.states
        if s.ply[n] == 0 and s.merit[n] < self.least:
            self.least = s.merit[n]
            self.best = s.pool[s.replies[n] + s.reply[n]]
        s.reply[n] += 1
        if s.reply[n] < s.reply_count[n] and s.merit[n] > s.lower[s.parent[n]]:
            s.status[n] = LIVE_MAX  # 4a
        else:
            s.status[n] = SOLVED_MIN  # 4b, 5
        return n

    def _case_6(self, n: cython.int) -> cython.int:
        """A SOLVED MIN node: its parent i is solved, or resumed where it is incomplete."""
        s: States = self.states
        i: cython.int = s.parent[n]
        m: cython.int
        if s.merit[n] > s.lower[i]:
            s.lower[i] = s.merit[n]
            if i == ROOT and not self.dual:
                self.best = s.move[n]
        self._forget(n)
        if s.lower[i] < s.merit[i]:  # 6b
            if s.status[i] == SPREAD:
                self._purge(i)
            m = self._resumable(i, s.lower[i])
            if m != NONE:
                return self._add_partition(m)
            s.merit[i] = s.lower[i]  # 6c
        self._close(i)  # 6a, 6c
        s.status[i] = SOLVED_MAX
        return i

    def _add_partition(self, i: cython.int) -> cython.int:
        """Put the next partition of i's sons in front of OPEN; its first son is returned."""
        s: States = self.states
        start: cython.int = s.next[i]
        size: cython.int = self._partition_size(i, start)
        first: cython.int = s.add(size)
        n: cython.int
        s.status[i] = SPREAD
        s.sons[i], s.son_count[i] = first, size
        s.next[i] = start + size
        for n in range(first + size - 1, first - 1, -1):
            s.parent[n] = i
            s.move[n] = s.pool[s.moves[i] + start + n - first]
            s.ply[n] = s.ply[i] + 2
            s.status[n] = LIVE_MIN
            s.merit[n] = s.merit[i]
            if n > first:
                s.put_in_front(n)
        self.largest_open = max(self.largest_open, s.open_size + 1)
        self.largest_backup = max(self.largest_backup, self.backup_size)
        self.largest_both = max(self.largest_both, s.open_size + 1 + self.backup_size)
        return first

    def _partition_size(self, i: cython.int, start: cython.int) -> cython.int:
        """How many sons of i the partition that begins with son number `start` has."""
        width: cython.int = self.states.width[i]
        size: cython.int
        run: cython.int = 0
        before: cython.int = 0
        if i == ROOT and self.one_phase:
            return width
        if self.size_count > 0:
            while before < start:
                before += self.sizes[min(run, self.size_count - 1)]
                run += 1
            return min(self.sizes[min(run, self.size_count - 1)], width - start)
        size = width // self.phases
        return size + (start < width % self.phases * (size + 1))

    def _purge(self, i: cython.int) -> cython.bint:
        """Take all states below i out of OPEN, and keep only nodes to be resumed; whether any is
        left, i's own next partition included."""
        s: States = self.states
        kept: cython.bint = False
        n: cython.int
        for n in range(s.sons[i], s.sons[i] + s.son_count[i]):
            if s.status[n] == GONE:
                continue
            inner: cython.bint = s.status[n] >= SPREAD
            if inner and s.merit[n] > s.lower[i] and self._purge(n):
                kept = True
            else:
                self._forget(n)
        s.status[i] = HELD
        if not kept:
            self._drop_sons(i)
        return kept or s.next[i] < s.width[i]

    def _resumable(self, i: cython.int, lower: cython.int) -> cython.int:
        """The first incomplete node at or below i, left to right and those below a node before
        it, whose merit still exceeds the bound; NONE if there is none."""
        s: States = self.states
        n: cython.int
        found: cython.int
        s.lower[i] = max(s.lower[i], lower)
        for n in range(s.sons[i], s.sons[i] + s.son_count[i]):
            if s.status[n] == GONE:
                continue
            if s.merit[n] > s.lower[i]:
                found = self._resumable(n, s.lower[i])
                if found != NONE:
                    return found
            self._forget(n)
        self._drop_sons(i)
        return i if s.next[i] < s.width[i] else NONE

    def _forget(self, n: cython.int) -> cython.int:
        """Forget a state, its lists and all that is below it."""
        s: States = self.states
        if s.at[n] >= 0 or s.status[n] == LIVE_MIN:
            s.remove(n)
        self._close(n)
        if s.reply_count[n] > 0:
            s.unkeep(s.replies[n], s.reply_count[n])
            s.reply_count[n] = 0
        s.status[n] = GONE
        return 0

    def _close(self, i: cython.int) -> cython.int:
        """Forget what is below a MAX node, and its entry in BACKUP."""
        s: States = self.states
        n: cython.int
        for n in range(s.sons[i], s.sons[i] + s.son_count[i]):
            if s.status[n] != GONE:
                self._forget(n)
        self._drop_sons(i)
        if s.width[i] > 0:
            self.backup_size -= self._partition_size(i, 0) < s.width[i]
            s.unkeep(s.moves[i], s.width[i])
            s.width[i] = 0
        return 0

    def _drop_sons(self, i: cython.int) -> cython.int:
        """Give the places of a partition back; nothing is left of it."""
        s: States = self.states
        if s.son_count[i] > 0:
            s.drop(s.sons[i], s.son_count[i])
            s.son_count[i] = 0
        return 0

    def _visit(self, position: Position, n: cython.int, ply: cython.int) -> cython.bint:
        """Walk to a LIVE node, at depth `ply`, that is the MIN node of n or its son; false if the
        budget ended."""
        s: States = self.states
        place: cython.int = ply
        common: cython.int = 0
        if ply > s.ply[n]:
            place -= 1
            self.wanted[place] = s.pool[s.replies[n] + s.reply[n]]
        while place > 0:
            place -= 1
            self.wanted[place] = s.move[n]
            n = s.parent[n]
            if place > 0:
                place -= 1
                self.wanted[place] = s.pool[s.replies[n] + s.reply[n]]
        while common < min(self.depth, ply - 1) and self.line[common] == self.wanted[common]:
            common += 1
        while self.depth > common:
            self.depth -= 1
            position.pop()
        while self.depth < ply - 1:
            self.counts.steps += 1
            self._push(position, self.wanted[self.depth])
        if self.sorting and ply < self.deepest:  # its brothers and itself were made to be sorted
            self.counts.steps += 1
        elif take(self.budget):
            self.counts.generated += 1
        else:
            return False
        self._push(position, self.wanted[self.depth])
        return True

    def _push(self, position: Position, move: cython.int) -> cython.int:
        position.push(move)
        self.line[self.depth] = move
        self.depth += 1
        return 0

    def _list(self, position: Position, ply: cython.int) -> cython.bint:
        """List a node's moves in order; false if the budget ended.

        Unless they are leaves, sorting makes and evaluates the sons (the root's are listed).
        """
        moves: Moves = self.listed
        place: cython.int
        result: cython.int
        if ply > 0:
            moves.drop(0)
            position.generate(moves)
        self.counts.expanded += 1
        self.counts.max_depth = max(self.counts.max_depth, self.base + ply + 1)
        if not self.sorting or ply + 1 >= self.deepest:
            return True
        for place in range(moves.count):
            if not take(self.budget):
                return False
            self.counts.generated += 1
            position.push(moves.move[place])
            result = position.result()
            if result != ONGOING:
                moves.score[place] = -at_ply(result, self.root_ply + self.base + ply + 1)
            else:
                moves.score[place] = -self.evaluator.static(position)
            position.pop()
        moves.sort(0)
        return True


def _sizes(text: str) -> list[int]:
    """The partition sizes that an option names.

    :raises SpecError: if it is not whole numbers with strokes between them.
    """
    words = text.split("/") if text else []
    if not all(word.isdecimal() and 0 < int(word) < 10**6 for word in words):
        raise SpecError(f"ps: sizes={text}: expected sizes from 1 on, as in 1/2/4")
    return [int(word) for word in words]
