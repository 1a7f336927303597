"""Othello on bitboards (a1 is bit 0 ... h8 bit 63), and a solver of its last squares: alpha-beta.

Both are in one module, because a C compiler inlines functions of its own module only. What the
solver does depends on the number of empty squares.

* Moves that leave few replies come first (fastest first). So do moves into a quarter of the board
  with an odd number of empty squares: the side that moves last there gains (parity).
* A table keeps bounds. A move to a position with a bound that allows a cut-off is not searched
  (enhanced transposition cut-off: Plaat et al. 1996).
* Near the end the order is by parity alone, and there is no table.
* The last four squares are tried without generating moves. The last one is counted, not played:
  an array has the discs flipped on each of its lines.
"""

from __future__ import annotations

import cython

if not cython.compiled:
    from games.core.array import array, ulonglongs
    from games.core.bits import GOLDEN, M64, ONE, lsb, msb, popcount
    from games.core.constants import MIX_A, MIX_B
    from games.othello.constants import (
        CORNERS,
        FEW,
        FILE_A,
        FILE_TO_ROW,
        INNER,
        KEPT_BITS,
        KEPT_WORDS,
        LAST,
        MOST_OF_LAST,
        NONE,
        PASS,
        PROBED,
        SOLVER_CORNER,
        SOLVER_FIRST,
        SOLVER_ODD,
        SOLVER_REPLY,
        SORTED,
    )

NOT_H = 0x7F7F7F7F7F7F7F7F
LEFT = 0x0101010101010101
RIGHT = 0x8080808080808080
TOP = 0x00000000000000FF
BOTTOM = 0xFF00000000000000

_DIRECTIONS = ((0, 1), (1, -1), (1, 0), (1, 1), (0, -1), (-1, 1), (-1, 0), (-1, -1))
"""Row and file steps: four towards higher squares, then the opposite four."""


_QUARTERS = (0x0F0F0F0F, 0xF0F0F0F0, 0x0F0F0F0F << 32, 0xF0F0F0F0 << 32)


def _ray(square: int, down: int, right: int) -> int:
    """Return as bits the squares from the next one to the edge, by steps of rows and files."""
    row, file, ray = square // 8 + down, square % 8 + right, 0
    while 0 <= row < 8 and 0 <= file < 8:
        ray |= 1 << 8 * row + file
        row, file = row + down, file + right
    return ray


def _flipped(at: int, own: int) -> int:
    """Return how many discs a move to `at` flips, the last empty square of a line of eight."""
    below = (own & (1 << at) - 1).bit_length()  # behind the nearest own disc
    above = own >> at + 1
    return (at - below if below else 0) + ((above & -above).bit_length() - 1 if above else 0)


def around(discs: cython.ulonglong) -> cython.ulonglong:
    """Return the squares of the discs and their neighbours (beyond row 8 too: mask the result)."""
    row: cython.ulonglong = discs | (discs & NOT_H) << 1 | discs >> 1 & NOT_H
    return row | row << 8 | row >> 8


RAYS = [_ray(square, down, right) for square in range(64) for down, right in _DIRECTIONS]
"""For each square and direction, the squares from the next one to the edge."""
AROUND = [(around(ONE << square) ^ ONE << square) & M64 for square in range(64)]
"""The neighbours of each square."""
QUARTER = [_QUARTERS[square // 32 * 2 + square % 8 // 4] for square in range(64)]
"""The quarter of the board that each square is in."""
DIAGONALS = [
    RAYS[8 * square + way] | RAYS[8 * square + way + 4] | ONE << square
    for square in range(64)
    for way in (3, 1)
]
"""The squares of the two diagonals through each square."""
COUNTS = [_flipped(at, own) for at in range(8) for own in range(256)]
"""The discs flipped on a line of eight by a disc on the last empty square, by own discs as bits."""


def odd_quarters(empty: cython.ulonglong) -> cython.ulonglong:
    """Return the squares of all quarters of the board with an odd number of empty squares."""
    odd: cython.ulonglong = 0
    while empty:
        odd ^= QUARTER[lsb(empty)]
        empty &= empty - 1
    return odd


def mobility(own: cython.ulonglong, opponent: cython.ulonglong) -> cython.ulonglong:
    """Return the legal moves of `own` as squares: lines of opposing discs grow in 8 directions."""
    inner: cython.ulonglong = opponent & INNER
    return (
        _reach(own, inner, 1)
        | _reach(own, inner, 7)
        | _reach(own, opponent, 8)
        | _reach(own, inner, 9)
    ) & ((own | opponent) ^ M64)


def _reach(own: cython.ulonglong, through: cython.ulonglong, step: cython.int) -> cython.ulonglong:
    """Return the squares just behind unbroken lines of `through` beside `own`, on one axis.

    If those are empty, `own` may move there.
    """
    up: cython.ulonglong = through & own << step
    down: cython.ulonglong = through & own >> step
    up_pairs: cython.ulonglong = through & through << step
    down_pairs: cython.ulonglong = through & through >> step
    up |= through & up << step
    down |= through & down >> step
    up |= up_pairs & up << 2 * step
    down |= down_pairs & down >> 2 * step
    up |= up_pairs & up << 2 * step
    down |= down_pairs & down >> 2 * step
    return up << step | down >> step


def flips(
    square: cython.int, own: cython.ulonglong, opponent: cython.ulonglong
) -> cython.ulonglong:
    """Return the opposing discs that a disc of `own` on the empty `square` flips.

    On a ray towards higher squares, adding one carries through the opposing discs to the first
    other square. Towards lower squares that square is the highest bit.
    """
    flipped: cython.ulonglong = 0
    ray: cython.ulonglong
    end: cython.ulonglong
    index: cython.int
    for index in range(8 * square, 8 * square + 4):
        ray = RAYS[index]
        end = (opponent | ray ^ M64) + 1 & ray & own
        flipped |= end - (end != 0) & ray
    for index in range(8 * square + 4, 8 * square + 8):
        ray = RAYS[index]
        end = ONE << msb(ray & ~opponent | ONE) & ray & own
        flipped |= -end << 1 & ray
    return flipped


def beside(corners: cython.ulonglong, across: cython.bint) -> cython.ulonglong:
    """Return the squares next to these corners: X-squares if `across`, else C-squares.

    X-squares are diagonal neighbours, C-squares the others.
    """
    low: cython.ulonglong = corners & 0x81
    high: cython.ulonglong = corners >> 56
    low, high = low << 1 & 0x02 | low >> 1 & 0x40, high << 1 & 0x02 | high >> 1 & 0x40
    if across:
        return low << 8 | high << 48
    return low | high << 56 | (corners & 0x81) << 8 | corners >> 56 << 48


def stable(own: cython.ulonglong, opponent: cython.ulonglong) -> cython.ulonglong:
    """Return discs of `own` that can never be flipped (a subset of all such discs).

    A stable disc is stable along all four axes. It is stable along an axis if the whole line is
    occupied, or a neighbour on that axis is the border or a stable disc of its side.
    """
    taken: cython.ulonglong = own | opponent
    row: cython.ulonglong = _safe(taken, 1, LEFT, RIGHT)
    column: cython.ulonglong = _safe(taken, 8, TOP, BOTTOM)
    rising: cython.ulonglong = _safe(taken, 7, RIGHT | TOP, LEFT | BOTTOM)
    falling: cython.ulonglong = _safe(taken, 9, LEFT | TOP, RIGHT | BOTTOM)
    found: cython.ulonglong = 0
    before: cython.ulonglong = M64
    while found != before:
        before = found
        # Shifts beyond an edge lead to border squares, which are safe along that axis anyway.
        found = (
            own
            & (row | found << 1 | found >> 1)
            & (column | found << 8 | found >> 8)
            & (rising | found << 7 | found >> 7)
            & (falling | found << 9 | found >> 9)
        )
    return found


def _safe(
    taken: cython.ulonglong, step: cython.int, first: cython.ulonglong, last: cython.ulonglong
) -> cython.ulonglong:
    """Return the squares at the ends of an axis, and those whose whole line is occupied.

    :param step: the difference of two neighbours on the axis: 1, 7, 8 or 9.
    :param first: the squares where the lines along the axis begin.
    :param last: the squares where they end.
    """
    full: cython.ulonglong = taken
    before: cython.ulonglong = M64
    while full != before:
        before = full
        full &= (full << step | first) & (full >> step | last)
    return full | first | last


def margin(own: cython.ulonglong, opponent: cython.ulonglong) -> cython.int:
    """Return the discs by which `own` wins a finished game; the winner gets the empty squares."""
    discs: cython.int = popcount(own)
    others: cython.int = popcount(opponent)
    if discs == others:
        return 0
    return 64 - 2 * others if discs > others else 2 * discs - 64


class Endgame:
    """A solver of positions with at most `FEW` empty squares.

    After `solve`, `nodes` is the number of moves made, passes included. `over` is whether the
    budget ended the search, or there are too many empty squares.

    `kept` is the table: for each slot the two boards, and a word with the lower bound, the upper
    bound and the best move. A newer position replaces an older one. The table stays from call to
    call, so only the same calls in the same order make the same moves.
    """

    def __init__(self) -> None:
        if not cython.compiled:
            self.square = [0] * (FEW * (FEW + 1))
            self.score = [0] * (FEW * (FEW + 1))
            self.turned = [0] * (FEW * (FEW + 1))
        self._kept = array("Q", bytes(8 * KEPT_WORDS << KEPT_BITS))
        self.kept = ulonglongs(self._kept)
        self.nodes = 0
        self.over = False

    def solve(
        self,
        own: cython.ulonglong,
        opponent: cython.ulonglong,
        alpha: cython.int,
        beta: cython.int,
        most: cython.int,
    ) -> cython.int:
        """Return the discs by which `own`, the side to move, wins (negative: loses).

        It is exact between alpha and beta (in discs), otherwise a bound on that side. If `over` is
        set it is invalid.

        :param most: the largest number of moves to make.
        """
        empty: cython.ulonglong = (own | opponent) ^ M64
        left: cython.int = popcount(empty)
        self.nodes = 0
        self.most = most
        self.over = left > FEW
        if self.over:
            return 0
        return self._search(own, opponent, alpha, beta, odd_quarters(empty), left, False)

    def _search(
        self,
        own: cython.ulonglong,
        opponent: cython.ulonglong,
        alpha: cython.int,
        beta: cython.int,
        odd: cython.ulonglong,
        left: cython.int,
        passed: cython.bint,
    ) -> cython.int:
        """Return the discs by which the side to move wins; void once `over` is set.

        The value is exact between alpha and beta, otherwise a bound on that side.

        `odd` has the squares of quarters with an odd number of empty squares. `left` is the number
        of empty squares, `passed` whether the last move was a pass.
        """
        if self.nodes + MOST_OF_LAST > self.most:
            self.over = True
            return 0
        if left <= LAST:
            return self._last(own, opponent, alpha, beta, odd, left, passed)
        squares: cython.ulonglong = mobility(own, opponent)
        if squares == 0:
            if passed:
                return margin(own, opponent)
            self.nodes += 1
            return -self._search(opponent, own, -beta, -alpha, odd, left, True)
        if alpha >= 2 * left - 2:  # below that, stable discs hardly ever cut
            value: cython.int = 64 - 2 * popcount(stable(opponent, own))
            if value <= alpha:
                return value
        if left < SORTED:
            return self._by_parity(own, opponent, squares, alpha, beta, odd, left)
        return self._by_score(own, opponent, squares, alpha, beta, odd, left)

    def _by_score(
        self,
        own: cython.ulonglong,
        opponent: cython.ulonglong,
        squares: cython.ulonglong,
        alpha: cython.int,
        beta: cython.int,
        odd: cython.ulonglong,
        left: cython.int,
    ) -> cython.int:
        """Return the value as `_search`, the best of `squares` first; use and fill the table."""
        slot: cython.int = _slot(own, opponent)
        low: cython.int = -64
        high: cython.int = 64
        first: cython.int = PASS
        value: cython.int
        best: cython.int = NONE
        least: cython.int = alpha
        index: cython.int
        if self.kept[slot] == own and self.kept[slot + 1] == opponent:
            value = self.kept[slot + 2]
            low, high, first = (value & 255) - 64, (value >> 8 & 255) - 64, value >> 16
            if low >= beta or low == high:
                return low
            if high <= alpha:
                return high
        end: cython.int = self._list(own, opponent, squares, odd, left, first, beta)
        if end < 0:
            return self.refuted
        for index in range(FEW * left, end):
            square: cython.int = self.square[index]
            other: cython.ulonglong = opponent ^ self.turned[index]
            ours: cython.ulonglong = own ^ self.turned[index] | ONE << square
            self.nodes += 1
            value = -self._search(
                other, ours, -beta, -alpha, odd ^ QUARTER[square], left - 1, False
            )
            if self.over:
                return 0
            if value > best:
                best = value
                first = square
                alpha = max(alpha, value)
                if alpha >= beta:
                    break
        if best < beta:
            high = min(high, best)
        if best > least:
            low = max(low, best)
        self.kept[slot], self.kept[slot + 1] = own, opponent
        self.kept[slot + 2] = first << 16 | high + 64 << 8 | low + 64
        return best

    def _list(
        self,
        own: cython.ulonglong,
        opponent: cython.ulonglong,
        squares: cython.ulonglong,
        odd: cython.ulonglong,
        left: cython.int,
        first: cython.int,
        beta: cython.int,
    ) -> cython.int:
        """List the moves to `squares` with their scores and flips, the best first.

        They are in `square`, `score` and `turned` from index FEW * left on.

        :param first: the best move in the table, which comes first; PASS for none.
        :returns: the index behind the last. It is -1 if by the table a move reaches beta; then
            `refuted` is the value of that move.
        """
        end: cython.int = FEW * left
        score: cython.int
        while squares:
            square: cython.int = lsb(squares)
            squares &= squares - 1
            flipped: cython.ulonglong = flips(square, own, opponent)
            other: cython.ulonglong = opponent ^ flipped
            ours: cython.ulonglong = own ^ flipped | ONE << square
            if left >= PROBED:
                slot: cython.int = _slot(other, ours)
                if self.kept[slot] == other and self.kept[slot + 1] == ours:
                    score = self.kept[slot + 2]
                    score = 64 - (score >> 8 & 255)
                    if score >= beta:
                        self.refuted = score
                        return -1
            replies: cython.ulonglong = mobility(other, ours)
            score = SOLVER_ODD if odd >> square & 1 else 0
            if CORNERS >> square & 1:
                score += SOLVER_CORNER
            score -= SOLVER_REPLY * (popcount(replies) + popcount(replies & CORNERS))
            if square == first:
                score = SOLVER_FIRST
            at: cython.int = end
            while at > FEW * left and self.score[at - 1] < score:
                self.square[at], self.score[at] = self.square[at - 1], self.score[at - 1]
                self.turned[at] = self.turned[at - 1]
                at -= 1
            self.square[at], self.score[at], self.turned[at] = square, score, flipped
            end += 1
        return end

    def _by_parity(
        self,
        own: cython.ulonglong,
        opponent: cython.ulonglong,
        squares: cython.ulonglong,
        alpha: cython.int,
        beta: cython.int,
        odd: cython.ulonglong,
        left: cython.int,
    ) -> cython.int:
        """Return the value as `_search`; of `squares` those in quarters with odd empties first."""
        rest: cython.ulonglong = squares & ~odd
        best: cython.int = NONE
        squares &= odd
        while squares | rest:
            if squares == 0:
                squares, rest = rest, 0
            square: cython.int = lsb(squares)
            squares &= squares - 1
            flipped: cython.ulonglong = flips(square, own, opponent)
            ours: cython.ulonglong = own ^ flipped | ONE << square
            self.nodes += 1
            value: cython.int = -self._search(
                opponent ^ flipped, ours, -beta, -alpha, odd ^ QUARTER[square], left - 1, False
            )
            if self.over:
                return 0
            if value > best:
                best = value
                alpha = max(alpha, value)
                if alpha >= beta:
                    break
        return best

    def _last(
        self,
        own: cython.ulonglong,
        opponent: cython.ulonglong,
        alpha: cython.int,
        beta: cython.int,
        odd: cython.ulonglong,
        left: cython.int,
        passed: cython.bint,
    ) -> cython.int:
        """Return the discs by which the side to move wins, with at most `LAST` empty squares.

        The value is exact between alpha and beta, otherwise a bound on that side.

        It takes at most MOST_OF_LAST moves, so it never ends early. Squares of odd quarters are
        tried first.
        """
        empty: cython.ulonglong = (own | opponent) ^ M64
        squares: cython.ulonglong = empty & odd
        rest: cython.ulonglong = empty & ~odd
        value: cython.int
        best: cython.int = NONE
        if left == 2:
            return self._two(own, opponent, beta, lsb(empty), msb(empty))
        if left == 1:
            return self._one(own, opponent, lsb(empty))
        while squares | rest:
            if squares == 0:
                squares, rest = rest, 0
            square: cython.int = lsb(squares)
            squares &= squares - 1
            if AROUND[square] & opponent == 0:
                continue
            flipped: cython.ulonglong = flips(square, own, opponent)
            if flipped == 0:
                continue
            other: cython.ulonglong = opponent ^ flipped
            ours: cython.ulonglong = own ^ flipped | ONE << square
            self.nodes += 1
            if left == 3:
                empty ^= ONE << square
                value = -self._two(other, ours, -alpha, lsb(empty), msb(empty))
                empty ^= ONE << square
            else:
                value = -self._last(
                    other, ours, -beta, -alpha, odd ^ QUARTER[square], left - 1, False
                )
            if value > best:
                best = value
                alpha = max(alpha, value)
                if alpha >= beta:
                    return best
        if best > NONE:
            return best
        if passed or left == 0:
            return margin(own, opponent)
        self.nodes += 1
        return -self._last(opponent, own, -beta, -alpha, odd, left, True)

    def _two(
        self,
        own: cython.ulonglong,
        opponent: cython.ulonglong,
        beta: cython.int,
        square: cython.int,
        other: cython.int,
    ) -> cython.int:
        """Return the value for `own` to move with two empty squares; from beta on a lower bound."""
        flipped: cython.ulonglong
        value: cython.int
        best: cython.int = NONE
        if AROUND[square] & opponent:
            flipped = flips(square, own, opponent)
            if flipped:
                self.nodes += 1
                best = -self._one(opponent ^ flipped, own ^ flipped | ONE << square, other)
                if best >= beta:
                    return best
        if AROUND[other] & opponent:
            flipped = flips(other, own, opponent)
            if flipped:
                self.nodes += 1
                value = -self._one(opponent ^ flipped, own ^ flipped | ONE << other, square)
                return max(value, best)
        if best > NONE:
            return best
        # A pass: the least of the opponent's values. Nothing is cut here, which is rare.
        self.nodes += 1
        best = -NONE
        flipped = flips(square, opponent, own)
        if flipped:
            self.nodes += 1
            best = self._one(own ^ flipped, opponent ^ flipped | ONE << square, other)
        flipped = flips(other, opponent, own)
        if flipped:
            self.nodes += 1
            best = min(best, self._one(own ^ flipped, opponent ^ flipped | ONE << other, square))
        return margin(own, opponent) if best == -NONE else best

    def _one(
        self, own: cython.ulonglong, opponent: cython.ulonglong, square: cython.int
    ) -> cython.int:
        """Return the exact margin for the side to move with one empty square.

        If neither side can move there, the winner gets it. Moves, also a pass, count in `nodes`.
        """
        ahead: cython.int = 2 * popcount(own) - 63
        flipped: cython.int = _count(square, own)
        if flipped:
            self.nodes += 1
            return ahead + 2 * flipped + 1
        flipped = _count(square, opponent)
        if flipped:
            self.nodes += 2
            return ahead - 2 * flipped - 1
        return ahead + 1 if ahead > 0 else ahead - 1


def _slot(own: cython.ulonglong, opponent: cython.ulonglong) -> cython.int:
    """Return the index of a position's slot in the table."""
    mixed: cython.ulonglong = (own * MIX_A ^ opponent * MIX_B) & M64
    slot: cython.int = ((mixed ^ mixed >> 32) * GOLDEN & M64) >> 64 - KEPT_BITS
    return KEPT_WORDS * slot


def _count(square: cython.int, own: cython.ulonglong) -> cython.int:
    """Return the number of discs flipped by a move of `own` to the last empty square."""
    row: cython.int = square >> 3
    file: cython.int = square & 7
    line: cython.int = own >> (square & 56) & 255
    flipped: cython.int = COUNTS[file << 8 | line]
    line = ((own >> file & FILE_A) * FILE_TO_ROW & M64) >> 56
    flipped += COUNTS[row << 8 | line]
    line = ((own & DIAGONALS[2 * square]) * FILE_A & M64) >> 56
    flipped += COUNTS[file << 8 | line]
    line = ((own & DIAGONALS[2 * square + 1]) * FILE_A & M64) >> 56
    return flipped + COUNTS[file << 8 | line]
