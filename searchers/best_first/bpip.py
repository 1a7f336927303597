"""BPIP, best play for imperfect players: expand the leaves that may change the choice most.

E. B. Baum and W. D. Smith, "A Bayesian approach to relevance in game playing", Artificial
Intelligence 97 (1997) 195-242. A leaf has a distribution of the values that a deeper search may
find. The distributions are backed up, and the move of highest mean is played. The worth of more
search is U: the mean of the best move once it is known which one is best, less the mean of the move
that is best now. The leaves with the largest expected step of U are expanded, many together (a
*gulp*). Then the tree above them is evaluated again.

`SpikeTree` has the distributions, backs them up and ranks the leaves. `BestPlay` is the search.
"""

from __future__ import annotations

from typing import Annotated, Any, TypedDict, Unpack

import cython

from evaluators.core.budget import Budget
from evaluators.core.evaluator import Evaluator, EvaluatorOrSpec
from games.core.columns import column, grown_length, lengthen
from games.core.moves import Moves
from games.core.position import Position
from games.parts.part import Option
from searchers.core.limits import Limits
from searchers.core.result import Answer, RootMove
from searchers.core.searcher import LazyOption, Searcher
from searchers.storage.keeper import HashOption
from searchers.storage.minimax_tree import MinimaxTree, node_bytes

if not cython.compiled:
    from games.core.array import doubles, ints, longlongs
    from games.core.scores import INFINITY, MATE_BOUND, MAX_PLY, ONGOING, adjust_mate
    from searchers.best_first.constants import NEARNESS, STATIC_ONLY, STEP, SWING
    from searchers.storage.constants import BETWEEN_POLLS, FINISHED, LEAF

NODE_BYTES, SPIKE_BYTES = 44, 28  # beyond those of a minimax tree


def rounded(value: cython.double) -> cython.int:
    """Return the nearest whole number; of two equally near ones the larger in size."""
    if value < 0:
        return -cython.cast(cython.int, 0.5 - value)
    return cython.cast(cython.int, value + 0.5)


class SpikeTree(MinimaxTree):
    """A minimax tree whose nodes have distributions: a few values, *spikes*, each with a chance.

    All nodes are taken to be independent. The spikes of a leaf are values that a deeper search may
    find, all equally likely. A finished game is one spike. The mover gets the maximum of the
    children, so the chance that a node is worth at most x is the product of the children's chances.
    Distributions are from the side to move, like values. `value` is their mean, rounded, and `best`
    is the child of highest mean for the mover. Certain bounds are backed up too. `gain` is U of the
    root's children.

    The *influence* of a node is, for each of its spikes, the mean of the root, and of the root move
    above it, if the node were worth that. From one spike to the next the parent's value rises with
    it where no sibling is worth more. So its step is the parent's step times the chance of the
    siblings: the parent's chance over the node's.

    The weight of a leaf is the expected step of U: how much U changes on average if one of the
    leaf's spikes comes true. That is a mean of the steps of an inner node above it. So no leaf
    weighs more than the influence of its ancestors allows. Influences are passed down only where
    that is more than the weight of the leaves already known.

    :param spikes: of a leaf.
    :param room: of all nodes together, at most; 0 is no limit.
    :param inner: the most spikes of an inner node; 0 is no limit.
    :param spread: the distance of a leaf's spikes from its realistic value, in percent of what the
        evaluator says.
    """

    def __init__(
        self, most: int = 0, spikes: int = 8, room: int = 0, inner: int = 0, spread: int = 100
    ) -> None:
        self.spikes, self.share = spikes, spread / 100
        self.least = 1.0 / inner if inner > 0 else 1e-12  # the chance of a spike exceeds this
        self.most_spikes = room or 2**62
        self.spike_room = self.line_room = self.live = 0
        self._leaf = column()
        self._spike, self._chance = column(), column("d")
        self._line, self._line_2 = column(), column()
        self._product, self._product_2 = column("d"), column("d")
        self._root, self._move_mean = column("d"), column("d")
        super().__init__(most, True)

    def _update_pointers(self) -> None:
        """Set the C pointers to the arrays of nodes and spikes, which may have moved."""
        count, at, mean, level, branch, queue, alpha, beta, weight = self._columns[-9:]
        self.leaf, self.count = ints(self._leaf), ints(count)
        self.at, self.mean = longlongs(at), doubles(mean)
        self.level, self.branch, self.queue = ints(level), ints(branch), ints(queue)
        self.alpha, self.beta, self.weight = ints(alpha), ints(beta), doubles(weight)
        self.line, self.line_2 = ints(self._line), ints(self._line_2)
        self.product, self.product_2 = doubles(self._product), doubles(self._product_2)
        self.spike, self.chance = ints(self._spike), doubles(self._chance)
        self.root, self.move_mean = doubles(self._root), doubles(self._move_mean)
        MinimaxTree._update_pointers(self)

    def reset(self) -> None:
        """Remove all nodes but the root, a leaf without value and spikes."""
        MinimaxTree.reset(self)
        self.used = self.live = 0
        self.at[0], self.count[0] = -1, 0
        self.gain = 0.0
        self.waiting = 0

    def append_children(self, node: cython.int, count: cython.int) -> None:
        """Make a leaf an inner node, whose `count` children the caller has written after the last.

        The children have no distributions. Those of the node and its ancestors are then outdated.
        """
        child: cython.int
        for child in range(self.size, self.size + count):
            self.at[child], self.count[child] = -1, 0
        MinimaxTree.append_children(self, node, count)
        self.invalidate(node)

    def invalidate(self, node: cython.int) -> None:
        """Mark the distributions of a node and its ancestors as outdated, for `back_up_all`.

        The ancestors of an invalid node are invalid.
        """
        while node >= 0 and self.at[node] >= 0:
            self.at[node] = -1
            node = self.parent[node]

    def set_spikes(self, node: cython.int, evaluator: Evaluator) -> None:
        """Store a leaf's value and its spikes from the evaluator, which evaluated it last.

        The spikes are quantiles in the middle of equal parts. Their distance from the realistic
        value is scaled by `spread`. No spike is a win or a loss, since those must be found. If the
        leaf had a distribution, call `invalidate`.
        """
        part: cython.int
        value: cython.int
        start: cython.longlong = node
        start *= self.spikes
        for part in range(self.spikes):
            value = evaluator.quantile(100.0 * (2 * part + 1) / (2 * self.spikes))
            value = evaluator.real + rounded((value - evaluator.real) * self.share)
            self.leaf[start + part] = max(1 - MATE_BOUND, min(MATE_BOUND - 1, value))
        self.value[node] = max(1 - MATE_BOUND, min(MATE_BOUND - 1, evaluator.real))

    # -- back up the distributions -----------------------------------------------------------------

    def back_up_all(self, budget: Budget) -> cython.bint:
        """Compute all outdated distributions, with means, values, best children and bounds.

        Then set `gain` to U: the root's mean less that of its best move. All distributions are
        removed and computed again if most of the memory has outdated ones, or if memory ran out.

        :returns: false if time or memory ran out; then some are still outdated.
        """
        if self.used > 2 * self.live:
            self._invalidate_all()
        if not self._back_up_invalid(budget):
            if self.used == self.live or not budget.in_time():
                return False
            self._invalidate_all()
            if not self._back_up_invalid(budget):
                return False
        self.gain = self.mean[0] + self.mean[self.first[0] + self.best[0]]
        return True

    def _back_up_invalid(self, budget: Budget) -> cython.bint:
        """Compute the invalid distributions, with values, means and best children.

        It goes from the leaves up, and also computes the bounds of these inner nodes.

        :returns: false if the time or the memory ended; then some are still invalid.
        """
        node: cython.int
        part: cython.int
        start: cython.longlong
        chance: cython.double
        for node in range(self.size - 1, -1, -1):
            if node & BETWEEN_POLLS - 1 == BETWEEN_POLLS - 1 and not budget.in_time():
                return False
            if self.at[node] >= 0:
                continue
            if not self._reserve_spikes(node):
                return False
            self.live -= self.count[node]
            self.at[node], self.count[node] = self.used, 0
            if self.first[node] > 0:
                self._multiply(node)
            elif self.first[node] == FINISHED:
                self._add_spike(node, self.value[node], 1.0)
            else:
                start = node
                start *= self.spikes
                for part in range(self.spikes):
                    chance = part + 1
                    self._add_spike(node, self.leaf[start + part], chance / self.spikes)
            self.live += self.count[node]
            self._average(node)
        return True

    def _invalidate_all(self) -> None:
        """Remove the distributions of all nodes from memory, to compute them again."""
        node: cython.int
        for node in range(self.size):
            self.at[node], self.count[node] = -1, 0
        self.used = self.live = 0

    def _add_spike(self, node: cython.int, value: cython.int, chance: cython.double) -> None:
        """Append a value to a node's distribution, with the chance that the node is worth no more.

        A value equal to the one before replaces that.
        """
        if self.count[node] > 0 and self.spike[self.used - 1] == value:
            self.used -= 1
            self.count[node] -= 1
        self.spike[self.used] = value
        self.chance[self.used] = chance
        self.used += 1
        self.count[node] += 1

    def _multiply(self, node: cython.int) -> None:
        """Store an inner node's distribution, the product of its children's, and its bounds.

        Spikes of small chance are merged with the next ones, into their mean.
        """
        first: cython.int = self.first[node]
        child: cython.int
        floor: cython.int = -INFINITY
        low: cython.int = -INFINITY
        high: cython.int = -INFINITY
        index: cython.int
        length: cython.int = 1
        before: cython.double = 0.0  # the chance up to the last spike added
        last: cython.double = 0.0  # the chance up to the last value of the line
        total: cython.double = 0.0  # the sum of the values between, weighted by chance
        least: cython.double = self.least
        for child in range(first, first + self.children[node]):
            floor = max(floor, -self.spike[self.at[child] + self.count[child] - 1])
            low = max(low, -self.high[child])
            high = max(high, -self.low[child])
        self.low[node], self.high[node] = low, high
        self.line[0], self.product[0] = floor, 1.0
        for child in range(first, first + self.children[node]):
            if -self.spike[self.at[child]] > floor:  # else the child is never the best
                length = self._merge(child, length, floor)
        for index in range(length):
            total += self.line[index] * (self.product[index] - last)
            last = self.product[index]
            if last - before > (least if index < length - 1 else 1e-12):
                self._add_spike(node, rounded(total / (last - before)), last)
                before, total = last, 0.0
        self.chance[self.used - 1] = 1.0

    def _merge(self, child: cython.int, length: cython.int, floor: cython.int) -> cython.int:
        """Multiply the distribution in `line` and `product` by a child's, seen from the parent.

        Values below the floor are raised to it.

        :param length: the number of spikes in `line`.
        :returns: the new length.
        """
        start: cython.longlong = self.at[child]
        line: cython.p_int = self.line
        product: cython.p_double = self.product
        out: cython.p_int = self.line_2
        out_product: cython.p_double = self.product_2
        mine: cython.int = 0
        other: cython.int = self.count[child] - 1  # the parent's lowest is the child's highest
        made: cython.int = 0
        value: cython.int
        at_most: cython.double = 0.0
        child_at_most: cython.double = 0.0
        while mine < length or other >= 0:
            if other < 0 or (mine < length and line[mine] <= -self.spike[start + other]):
                value = line[mine]
                at_most = product[mine]
                mine += 1
            else:
                value = -self.spike[start + other]
                child_at_most = 1.0 if other == 0 else 1.0 - self.chance[start + other - 1]
                other -= 1
            value = max(value, floor)
            made -= made > 0 and out[made - 1] == value
            out[made] = value
            out_product[made] = at_most * child_at_most
            made += 1
        self.line, self.line_2 = out, line
        self.product, self.product_2 = out_product, product
        return made

    def _average(self, node: cython.int) -> None:
        """Set the mean of a node's distribution and its value, the rounded mean.

        Also set the best child of an inner node: that of highest mean for the mover. Of equal ones
        it is a resolved one, then the first.
        """
        mean: cython.double = 0.0
        before: cython.double = 0.0
        index: cython.longlong
        child: cython.int
        best: cython.int = self.first[node]
        for index in range(self.at[node], self.at[node] + self.count[node]):
            mean += self.spike[index] * (self.chance[index] - before)
            before = self.chance[index]
        self.mean[node] = mean
        self.value[node] = rounded(mean)
        if best > 0:
            for child in range(best + 1, best + self.children[node]):
                if self.mean[child] < self.mean[best] or (
                    self.mean[child] == self.mean[best]
                    and self.resolved(child)
                    and not self.resolved(best)
                ):
                    best = child
            self.best[node] = best - self.first[node]

    # -- rank the leaves by their influence --------------------------------------------------------

    def rank_leaves(self, deepest: cython.int) -> None:
        """Start the ranking of leaves by their influence on the root, for `next_leaf`.

        Call it after a `back_up_all` that succeeded. The two highest means of the root moves are
        then `best_mean` and `second_mean`.

        :param deepest: the depth at which leaves are left out.
        """
        index: cython.longlong
        child: cython.int
        self.deepest = deepest
        self.best_mean = self.second_mean = -1.0 * INFINITY
        for child in range(self.first[0], self.first[0] + self.children[0]):
            if child == self.first[0] + self.best[0]:
                self.best_mean = -self.mean[child]
            else:
                self.second_mean = max(self.second_mean, -self.mean[child])
        self.level[0] = 0
        self.alpha[0], self.beta[0] = -INFINITY, INFINITY
        for index in range(self.at[0], self.at[0] + self.count[0]):
            self.root[index] = self.spike[index]
        self._begin_queue(STEP)

    def next_leaf(self, budget: Budget) -> cython.int:
        """Return the next leaf of the ranking that `rank_leaves` started, the largest weight first.

        The weight is how much the leaf is expected to change U (`gain`). If no leaf changes it, the
        weight is the change of the root's value, or else the nearness to the root. Of equal leaves
        the oldest is first. Left out are leaves at depth `deepest`, resolved ones, and those that
        cannot matter by the bounds above them.

        :returns: -1 if there is no other, or time ran out.
        """
        node: cython.int
        passed: cython.int = 0
        while True:
            while self.waiting > 0:
                node = self._take()
                if self.first[node] <= 0:
                    self.any_found = True
                    return node
                passed += 1
                if passed & 63 == 0 and not budget.in_time():
                    return -1
                self._pass_down(node)
            if self.any_found or self.measure == NEARNESS:
                return -1
            self._begin_queue(self.measure + 1)

    def _begin_queue(self, measure: cython.int) -> None:
        """Restart the queue of nodes with the root's children, weighted by a measure.

        :param measure: STEP, SWING or NEARNESS.
        """
        self.measure = measure
        self.any_found = False
        self.waiting = 0
        self._pass_down(0)

    def _pass_down(self, node: cython.int) -> None:
        """Compute the influences, windows and weights of a node's children, and queue the children.

        The window is what either side is certain of. Left out are resolved children, those that
        cannot matter inside the window, leaves at depth `deepest`, and those of no weight.
        """
        bound: cython.int = max(self.alpha[node], self.low[node])
        child: cython.int
        self._add_up(node)
        for child in range(self.first[node], self.first[node] + self.children[node]):
            self.alpha[child] = -min(self.beta[node], self.high[node])
            self.beta[child] = -bound
            if self.resolved(child) or self.low[child] >= self.beta[child]:
                continue
            self.level[child] = self.level[node] + 1
            if self.first[child] <= 0 and self.level[child] >= self.deepest:
                continue
            self.branch[child] = child if node == 0 else self.branch[node]
            self._influence(node, child)
            self.weight[child] = self._importance_of(child)
            if self.weight[child] > 1e-6:  # rounding may leave a little of nothing
                self._put(child)

    def _add_up(self, node: cython.int) -> None:
        """Set `product` and `product_2` to running sums over the node's spikes, for `_influence`.

        Each is of the steps of an influence, times the chance that the node is worth less.
        """
        start: cython.longlong = self.at[node]
        index: cython.int
        self.product[0] = self.product_2[0] = 0.0
        for index in range(1, self.count[node]):
            self.product[index] = (
                self.product[index - 1]
                + (self.root[start + index] - self.root[start + index - 1])
                * self.chance[start + index - 1]
            )
            if node > 0:
                self.product_2[index] = (
                    self.product_2[index - 1]
                    + (self.move_mean[start + index] - self.move_mean[start + index - 1])
                    * self.chance[start + index - 1]
                )

    def _influence(self, node: cython.int, child: cython.int) -> None:
        """Set a child's influences: two means for each of its spikes, if the child has that value.

        They are the means of the root and of the root move above the child. They follow from the
        sums of `_add_up` for its parent.
        """
        start: cython.longlong = self.at[child]
        index: cython.longlong
        upper: cython.int = 0  # the parent's highest spike that is not above the child's
        last: cython.int
        at_most: cython.double
        step: cython.double
        for index in range(start + self.count[child] - 1, start - 1, -1):
            last = upper
            while (
                upper + 1 < self.count[node]
                and self.spike[self.at[node] + upper + 1] <= -self.spike[index]
            ):
                upper += 1
            if index == start + self.count[child] - 1:
                self.root[index] = self.move_mean[index] = 0.0
            else:
                at_most = 1.0 - self.chance[index]
                step = self.product[upper] - self.product[last]
                self.root[index] = self.root[index + 1] + step / at_most
                step = self.product_2[upper] - self.product_2[last]
                self.move_mean[index] = self.move_mean[index + 1] + step / at_most
            if node == 0:
                self.move_mean[index] = -self.spike[index]
        self._shift_to_means(child)

    def _shift_to_means(self, node: cython.int) -> None:
        """Shift a node's influences so that their means are those of the root and of a root move.

        That is the move on the way to the node. Both means are from the root's side.
        """
        before: cython.double = 0.0
        root: cython.double = self.mean[0]
        move: cython.double = -self.mean[self.branch[node]]
        index: cython.longlong
        for index in range(self.at[node], self.at[node] + self.count[node]):
            root -= self.root[index] * (self.chance[index] - before)
            move -= self.move_mean[index] * (self.chance[index] - before)
            before = self.chance[index]
        for index in range(self.at[node], self.at[node] + self.count[node]):
            self.root[index] += root
            self.move_mean[index] += move

    def _importance_of(self, node: cython.int) -> cython.double:
        """Return the weight of a leaf, or an upper bound for the leaves below an inner node.

        With the measure NEARNESS it is 1 / (1 + level), with SWING the mean change of the root's
        value. Otherwise it is the expected step of U.

        U is the root's mean less that of the best move: the node's own move, or its rival. The
        change by a spike has a part that is linear in the influences, and a convex part by which
        the two moves trade places. The mean size of either can only shrink from a node to its
        descendants. That of their difference may not.
        """
        leads: cython.bint = self.branch[node] == self.first[0] + self.best[0]
        weight: cython.double = 0.0
        before: cython.double = 0.0
        part: cython.double
        linear: cython.double
        traded: cython.double
        index: cython.longlong
        if self.measure == NEARNESS:
            return 1.0 / (1 + self.level[node])
        for index in range(self.at[node], self.at[node] + self.count[node]):
            part = self.chance[index] - before
            before = self.chance[index]
            if self.measure == SWING:
                weight += part * abs(self.root[index] - self.mean[0])
                continue
            if leads:
                linear = self.root[index] - self.move_mean[index] - self.gain
                traded = max(0.0, self.second_mean - self.move_mean[index])
            else:
                linear = self.root[index] - self.mean[0]
                traded = max(0.0, self.move_mean[index] - self.best_mean)
            if self.first[node] > 0:
                weight += part * (abs(linear) + traded)
            else:
                weight += part * abs(linear - traded)
        return weight

    # -- the queue, a heap -------------------------------------------------------------------------

    def _put(self, node: cython.int) -> None:
        """Insert a node, whose weight is set, into the heap of nodes to rank."""
        index: cython.int = self.waiting
        parent: cython.int = (index - 1) >> 1
        self.waiting += 1
        while index > 0 and self._precedes(node, self.queue[parent]):
            self.queue[index] = self.queue[parent]
            index, parent = parent, (parent - 1) >> 1
        self.queue[index] = node

    def _take(self) -> cython.int:
        """Remove the node of the largest weight from the heap and return it."""
        first: cython.int = self.queue[0]
        index: cython.int = 0
        below: cython.int = 1
        self.waiting -= 1
        node: cython.int = self.queue[self.waiting]
        while below < self.waiting:
            if below + 1 < self.waiting and self._precedes(
                self.queue[below + 1], self.queue[below]
            ):
                below += 1
            if not self._precedes(self.queue[below], node):
                break
            self.queue[index] = self.queue[below]
            index, below = below, 2 * below + 1
        self.queue[index] = node
        return first

    def _precedes(self, one: cython.int, other: cython.int) -> cython.bint:
        """Return whether `one` comes before `other` in the heap: by its larger weight.

        Of equal weights an inner node is first, then the older.
        """
        if self.weight[one] != self.weight[other]:
            return self.weight[one] > self.weight[other]
        if (self.first[one] > 0) != (self.first[other] > 0):
            return self.first[one] > 0
        return one < other

    # -- memory ------------------------------------------------------------------------------------

    def _lengthen(self, capacity: cython.int) -> None:
        """Lengthen the arrays of nodes and of leaves' spikes; the C pointers are then invalid.

        :param capacity: the number of nodes to have room for.
        :raises MemoryError: if there is not enough memory; some arrays may then be longer.
        """
        spikes: cython.longlong = capacity
        spikes *= self.spikes
        lengthen((self._leaf,), spikes)
        MinimaxTree._lengthen(self, capacity)

    def _more_columns(self) -> list[Any]:
        """Return the empty columns that this tree has besides those of a `MinimaxTree`."""
        return [column(typecode) for typecode in "iqdiiiiid"]  # in the order of `_update_pointers`

    def _reserve_spikes(self, node: cython.int) -> cython.bint:
        """Allocate memory for a node's distribution; return false beyond the limit, or if it fails.

        The distributions of an inner node's children must be known.
        """
        child: cython.int
        room: cython.longlong
        count: cython.longlong = max(1, self.spikes)
        if self.first[node] > 0:
            count = 1
            for child in range(self.first[node], self.first[node] + self.children[node]):
                count += self.count[child]
        if count <= self.line_room and self.used + count <= self.spike_room:
            return True
        if self.used + count > self.most_spikes:
            return False
        try:
            if count > self.line_room:
                room = grown_length(self.line_room, count)
                lengthen((self._line, self._line_2, self._product, self._product_2), room)
                self.line_room = room
            if self.used + count > self.spike_room:
                room = grown_length(self.spike_room, self.used + count, self.most_spikes)
                lengthen((self._spike, self._chance, self._root, self._move_mean), room)
                self.spike_room = room
        except MemoryError:
            return False
        finally:
            self._update_pointers()
        return True

    # -- for Python --------------------------------------------------------------------------------

    def distribution(self, node: int) -> list[tuple[int, float]]:
        """Return a node's spikes, rising, with the chance that the node is worth at most each.

        They are from its side to move. The list is empty while the distribution is outdated.

        :raises IndexError: if there is no such node.
        """
        self.edges_of(node)
        if self.at[node] < 0:
            return []
        place = range(self.at[node], self.at[node] + self.count[node])
        return [(self.spike[index], self.chance[index]) for index in place]

    def leaf_weights(self, deepest: int) -> dict[int, float]:
        """Return the weights of the leaves that may be expanded, by leaf, the largest first.

        A weight is the expected step of U. If no leaf changes U, it is the measure that `next_leaf`
        uses instead. Call it after `back_up_all`.

        :param deepest: leaves at this depth are left out.
        """
        budget, weights = Budget(), {}
        self.rank_leaves(deepest)
        while (leaf := self.next_leaf(budget)) >= 0:
            weights[leaf] = self.weight[leaf]
        return weights


class BestPlayOptions(TypedDict, total=False):
    """The options of `BestPlay`."""

    gulp: Annotated[
        int, Option(1, "leaves expanded in one gulp, in percent; at least one", low=0, high=100)
    ]
    spikes: Annotated[int, Option(8, "values of a leaf, all equally likely", low=1, high=64)]
    spread: Annotated[
        int,
        Option(
            100,
            "distance of these from the realistic value, in percent of what the evaluator says",
            low=0,
            high=1000,
        ),
    ]
    inner: Annotated[
        int,
        Option(
            50,
            "most values of an inner node; near ones are merged into their mean; 0: no limit",
            low=0,
            high=2**20,
        ),
    ]
    worth: Annotated[
        int,
        Option(
            0,
            "end the search when more of it is expected to gain no more than this; 0: never",
            low=0,
            high=2**28,
        ),
    ]
    lazy: LazyOption
    hash: HashOption


class BestPlay(Searcher):
    """Baum and Smith's best-first player, for evaluators that return intervals.

    The distributions of leaves are quantiles of the evaluator; that of a finished game is its
    outcome. They are backed up as if the errors of leaves were independent; a `spread` below 100
    removes their common error. Certain bounds are backed up as in `bfms` with completion. The
    search ends `proved` when the bounds of the root meet, and then its value is exact. Otherwise it
    uses its whole budget: if no leaf can change U, leaves that can change the root's value come
    first, then those nearest to the root. With `worth` it ends `confident` when U is no more than
    that, if there is more than one move.

    At a depth limit s leaves at depth s are not expanded. No tree is kept for the next move, and
    the search ends when its tree is full.
    """

    NAME = "bpip"
    HOLDS_LINES = True
    WANTS_INTERVALS = True
    OPTIONS = BestPlayOptions

    def __init__(
        self, evaluator: EvaluatorOrSpec = None, **options: Unpack[BestPlayOptions]
    ) -> None:
        super().__init__(evaluator, **options)
        self.new_game()

    def new_game(self) -> None:
        """Replace the tree by an empty one whose nodes and spikes fit the option `hash`."""
        self.tree: Any = None  # free its memory first
        self.moves, self.path = Moves(), Moves()
        spikes, room = self.options["spikes"], self.options["hash"] * 2**20
        # Half of the memory of spikes is for inner nodes, which have more of them.
        nodes = room // (node_bytes(True) + NODE_BYTES + (4 + SPIKE_BYTES) * 2 * spikes)
        inner, spread = self.options["inner"], self.options["spread"]
        self.tree = SpikeTree(nodes, spikes, 2 * nodes * spikes, inner, spread)

    def fullness(self) -> int | None:
        """Return how full the tree's memory is, in thousandths; None without a limit of it."""
        return 1000 * self.tree.size // self.tree.most if self.options["hash"] else None

    def _search(self, position: Position, limits: Limits, answer: Answer) -> None:
        """Grow a new tree and report; the reason is "memory" if the root's moves do not fit.

        Nothing is reported if the root cannot be expanded and backed up.
        """
        tree: SpikeTree = self.tree
        self.proved = False
        tree.reset()
        self.moves.drop(0)
        self.moves.extend(answer.moves)
        if tree.is_full(self.moves.count):
            answer.reason = "memory"
            return
        if not self._expand(position, 0, 0) or not self._back_up(position):
            return
        self._grow(position, limits, answer)
        self._report(answer)

    def _grow(self, position: Position, limits: Limits, answer: Answer) -> None:
        """Repeat until a limit: expand a batch (gulp) of the leaves of most weight, and back up.

        It also ends with `proved` set, or "confident" by the option `worth`. The reason becomes
        "proved", "confident", "depth" or "memory", unless the budget ends. Interim answers are
        reported, the last one is not.
        """
        tree: SpikeTree = self.tree
        budget: Budget = self.budget
        deepest: cython.int = min(limits.depth or MAX_PLY, MAX_PLY)
        gulp: cython.longlong = self.options["gulp"]
        worth: cython.double = self.options["worth"]
        left: cython.longlong
        leaf: cython.int
        full: cython.bint = False
        choice: cython.bint = len(answer.moves) > 1
        while not (budget.over or full):
            if tree.resolved(0):
                self.proved = True
                answer.reason = "proved"
                return
            if worth > 0 and tree.gain <= worth and choice:
                answer.reason = "confident"
                return
            tree.rank_leaves(deepest)
            leaf = tree.next_leaf(budget)
            if leaf < 0:
                if not budget.over:
                    answer.reason = "depth"
                return
            left = gulp * (tree.size - self.counts.expanded) // 100
            while leaf >= 0 and not (budget.over or full):
                full = not self._expand_from_root(position, leaf) and not budget.over
                left -= 1
                leaf = tree.next_leaf(budget) if left > 0 else -1
            if not self._back_up(position):
                full = not budget.over
            if budget.used >= self.report_at:
                self._plan_report()
                self._report(answer)
        if full:
            answer.reason = "memory"

    def _expand_from_root(self, position: Position, leaf: cython.int) -> cython.bint:
        """Expand a leaf, or only evaluate it fully if it has a static interval.

        The position is at the root, before and after. The distributions of the leaf and its
        ancestors are then outdated.

        :returns: false if the budget or the memory ended.
        """
        tree: SpikeTree = self.tree
        path: Moves = self.path  # the nodes from the leaf up
        index: cython.int
        node: cython.int = leaf
        opened: cython.bint
        path.drop(0)
        while node != 0:
            path.append(node)
            node = tree.parent[node]
        if self.watcher is not None:
            index = tree.branch[leaf] - tree.first[0] + 1
            self._report_root_move(tree.move[tree.branch[leaf]], index)
        for index in range(path.count - 1, -1, -1):
            node = path.move[index]
            position.push(tree.move[node])
            self.counts.explored += 1
            self.counts.steps += 1
            if self.tracing:
                self.trace.record_position("visited", position, tree.value[node])
        if tree.first[leaf] == STATIC_ONLY:
            self._evaluate_leaf(position, leaf)
            tree.invalidate(leaf)
            opened = not self.budget.over
        else:
            self.moves.drop(0)
            position.generate(self.moves)
            opened = not tree.is_full(self.moves.count)
            opened = opened and self._expand(position, leaf, path.count)
        for _ in range(path.count):
            position.pop()
        return opened

    def _expand(self, position: Position, node: cython.int, depth: cython.int) -> cython.bint:
        """Add the children of a leaf, one for each move in `moves`; evaluate them, the best fully.

        The position is at the leaf, and the caller has checked that the tree has room. The
        distributions of the leaf and its ancestors are then outdated, until `_back_up`.

        :returns: false if the budget ended before all were evaluated; then it is still a leaf.
        """
        tree: SpikeTree = self.tree
        moves: Moves = self.moves
        first: cython.int = tree.size
        i: cython.int
        tree.reserve(moves.count)
        for i in range(moves.count):
            if not self._make_move(position, moves.move[i]):
                return False
            self._evaluate_child(position, first + i, depth + 1)
            position.pop()
            if self.budget.over:
                return False
            tree.move[first + i] = moves.move[i]
            tree.parent[first + i] = node
        if not self._evaluate_best_fully(position, first):
            return False
        tree.best[node] = 0
        tree.append_children(node, moves.count)
        self._count_expanded(position, depth, tree.size)
        return True

    def _evaluate_child(self, position: Position, child: cython.int, depth: cython.int) -> None:
        """Evaluate a new child, which the position is at: set its value, spikes and bounds.

        A finished game has its outcome, without spikes. With `lazy`, a child below depth 1 has a
        static interval if the evaluator gives one. It is incomplete if the budget ends.
        """
        tree: SpikeTree = self.tree
        evaluator: Evaluator = self.evaluator
        result: cython.int = position.result()
        tree.first[child] = LEAF
        if result != ONGOING:
            tree.first[child] = FINISHED
            tree.value[child] = adjust_mate(result, self.root_ply + depth)
        elif self.lazy and depth > 1 and evaluator.find_static_interval(position):
            tree.first[child] = STATIC_ONLY
            tree.set_spikes(child, evaluator)
        else:
            self._evaluate_leaf(position, child)
        if self.budget.over:
            return
        tree.set_bounds(child, self.root_ply + depth)
        self._count_leaf(position, tree.value[child])

    def _evaluate_leaf(self, position: Position, leaf: cython.int) -> None:
        """Set a leaf's value and distribution by a full evaluation, unless the budget ends.

        If it ends, the leaf stays as it was, and `budget.over` is true. The position is at the
        leaf. If the leaf had a distribution, the caller calls the tree's `invalidate`.
        """
        tree: SpikeTree = self.tree
        evaluator: Evaluator = self.evaluator
        evaluator.find_interval(position)
        if not self.budget.over:
            tree.first[leaf] = LEAF
            tree.set_spikes(leaf, evaluator)

    def _evaluate_best_fully(self, position: Position, first: cython.int) -> cython.bint:
        """Evaluate fully the best of a node's new children until the best has no static interval.

        The best is that of the least value for its own side. The position is at the node.

        :param first: the first of the children, of which there is one for each move in `moves`.
        :returns: false if the budget ended.
        """
        tree: SpikeTree = self.tree
        best: cython.int = first
        child: cython.int
        while True:
            for child in range(first, first + self.moves.count):
                if tree.value[child] < tree.value[best]:
                    best = child
            if tree.first[best] != STATIC_ONLY:
                return True
            self.counts.steps += 1
            position.push(tree.move[best])
            self._evaluate_leaf(position, best)
            position.pop()
            if self.budget.over:
                return False

    def _back_up(self, position: Position) -> cython.bint:
        """Compute all outdated distributions of the tree and `gain`; trace the root's new values.

        :returns: false if time or memory ran out; then some are still outdated.
        """
        tree: SpikeTree = self.tree
        child: cython.int
        if not tree.back_up_all(self.budget):
            return False
        if self.tracing:
            for child in range(tree.first[0], tree.first[0] + tree.children[0]):
                if tree.first[child] > 0:
                    self.trace.record_child(
                        "backed up", position, tree.move[child], tree.value[child]
                    )
            self.trace.record_position("backed up", position, tree.value[0])
            if tree.resolved(0):
                self.trace.record_position("known", position, tree.value[0])
        return True

    def _report(self, answer: Answer) -> None:
        """Report the move of highest mean, its line, and the means of all moves as their values."""
        tree: SpikeTree = self.tree
        first = tree.first[0]
        known = [
            RootMove(tree.move[child], -tree.value[child], pv=tuple(tree.best_line(child)))
            for child in range(first, first + tree.children[0])
        ]
        best = known[tree.best[0]]
        answer.improve(
            best.move,
            value=best.value,
            pv=best.pv,
            depth=len(best.pv),
            root=sorted(known, key=lambda one: (one.move != best.move, -(one.value or 0))),
            proved=self.proved,
        )
