"""A solver for the last squares of Othello: alpha-beta on bitboards.

Moves that leave few replies come first (fastest first). So do moves into a quarter of the board
with an odd number of empty squares: the side that moves last there gains (parity). The last four
squares are tried without generating moves.
"""

from __future__ import annotations

import cython

if not cython.compiled:
    from games.core.bits import M64, ONE, lsb, popcount
    from games.othello.bitboards import flips, mobility, stable
    from games.othello.constants import (
        CORNERS,
        FEW,
        LAST,
        MOST_OF_LAST,
        NONE,
        SOLVER_CORNER,
        SOLVER_ODD,
        SOLVER_REPLY,
        SORTED,
    )

    AROUND, QUARTER = [0] * 64, [0] * 64

__all__ = ["Endgame"]

QUARTERS = (0x0F0F0F0F, 0xF0F0F0F0, 0x0F0F0F0F << 32, 0xF0F0F0F0 << 32)


def _fill_tables() -> None:
    """Fill AROUND with the neighbours of each square, and QUARTER with its quarter of the board."""
    for square in range(64):
        row, file = divmod(square, 8)
        AROUND[square] = sum(
            [
                ONE << other
                for other in range(64)
                if other != square and abs(other // 8 - row) <= 1 and abs(other % 8 - file) <= 1
            ]
        )
        QUARTER[square] = QUARTERS[row // 4 * 2 + file // 4]


_fill_tables()


def odd_quarters(empty: cython.ulonglong) -> cython.ulonglong:
    """Return the squares of all quarters of the board with an odd number of empty squares."""
    odd: cython.ulonglong = 0
    while empty:
        odd ^= QUARTER[lsb(empty)]
        empty &= empty - 1
    return odd


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
    """

    def __init__(self) -> None:
        if not cython.compiled:
            self.square = [0] * (FEW * (FEW + 1))
            self.score = [0] * (FEW * (FEW + 1))
            self.turned = [0] * (FEW * (FEW + 1))
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
        """Return the discs by which the side to move wins; invalid if `over`.

        The value is exact between alpha and beta, otherwise a bound on that side.

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
        """Return the value of a position, as `solve`.

        :param odd: the squares of quarters with an odd number of empty squares.
        :param left: the number of empty squares.
        :param passed: whether the opponent has just passed.
        """
        squares: cython.ulonglong
        value: cython.int
        best: cython.int = NONE
        index: cython.int
        if self.nodes + MOST_OF_LAST > self.most:
            self.over = True
            return 0
        if left <= LAST:
            return self._last(own, opponent, alpha, beta, odd, left, passed)
        squares = mobility(own, opponent)
        if squares == 0:
            if passed:
                return margin(own, opponent)
            self.nodes += 1
            return -self._search(opponent, own, -beta, -alpha, odd, left, True)
        if alpha >= 2 * left - 2:  # below that, stable discs hardly ever cut
            value = 64 - 2 * popcount(stable(opponent, own))
            if value <= alpha:
                return value
        for index in range(FEW * left, self._list(own, opponent, squares, odd, left)):
            self.nodes += 1
            value = -self._search(
                opponent ^ self.turned[index],
                own ^ self.turned[index] | ONE << self.square[index],
                -beta,
                -alpha,
                odd ^ QUARTER[self.square[index]],
                left - 1,
                False,
            )
            if self.over:
                return 0
            if value > best:
                best = value
                alpha = max(alpha, value)
                if alpha >= beta:
                    break
        return best

    def _list(
        self,
        own: cython.ulonglong,
        opponent: cython.ulonglong,
        squares: cython.ulonglong,
        odd: cython.ulonglong,
        left: cython.int,
    ) -> cython.int:
        """List the moves to some squares, the best first, from index FEW * left on.

        :returns: the index behind the last move.
        """
        end: cython.int = FEW * left
        at: cython.int
        square: cython.int
        score: cython.int
        flipped: cython.ulonglong
        replies: cython.ulonglong
        while squares:
            square = lsb(squares)
            squares &= squares - 1
            flipped = flips(square, own, opponent)
            score = SOLVER_ODD if odd >> square & 1 else 0
            if CORNERS >> square & 1:
                score += SOLVER_CORNER
            if left >= SORTED:
                replies = mobility(opponent ^ flipped, own ^ flipped | ONE << square)
                score -= SOLVER_REPLY * (popcount(replies) + popcount(replies & CORNERS))
            at = end
            while at > FEW * left and self.score[at - 1] < score:
                self.square[at], self.score[at] = self.square[at - 1], self.score[at - 1]
                self.turned[at] = self.turned[at - 1]
                at -= 1
            self.square[at], self.score[at], self.turned[at] = square, score, flipped
            end += 1
        return end

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
        """Search a position with at most `LAST` empty squares in at most MOST_OF_LAST moves.

        Every empty square is tried, those of odd quarters first.
        """
        squares: cython.ulonglong = (own | opponent) ^ M64
        rest: cython.ulonglong = squares & ~odd
        square: cython.int
        flipped: cython.ulonglong
        value: cython.int
        best: cython.int = NONE
        if left == 1:
            return self._one(own, opponent)
        squares &= odd
        while squares | rest:
            if squares == 0:
                squares, rest = rest, 0
            square = lsb(squares)
            squares &= squares - 1
            if AROUND[square] & opponent == 0:
                continue
            flipped = flips(square, own, opponent)
            if flipped == 0:
                continue
            self.nodes += 1
            if left == 2:
                value = -self._one(opponent ^ flipped, own ^ flipped | ONE << square)
            else:
                value = -self._last(
                    opponent ^ flipped,
                    own ^ flipped | ONE << square,
                    -beta,
                    -alpha,
                    odd ^ QUARTER[square],
                    left - 1,
                    False,
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

    def _one(self, own: cython.ulonglong, opponent: cython.ulonglong) -> cython.int:
        """Return the value of a position with one empty square."""
        square: cython.int = lsb((own | opponent) ^ M64)
        ahead: cython.int = 2 * popcount(own) - 63
        flipped: cython.ulonglong = flips(square, own, opponent)
        if flipped:
            self.nodes += 1
            return ahead + 2 * popcount(flipped) + 1
        flipped = flips(square, opponent, own)
        if flipped:
            self.nodes += 2
            return ahead - 2 * popcount(flipped) - 1
        return ahead + 1 if ahead > 0 else ahead - 1
