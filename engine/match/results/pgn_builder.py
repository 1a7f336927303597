"""PGN by python-chess: a reader that keeps the faults of games."""

from __future__ import annotations

import re
from typing import Any

import chess
import chess.pgn


class Builder(chess.pgn.GameBuilder[chess.pgn.Game]):
    """A visitor for `chess.pgn.read_game` that keeps the faults of a game, and tags unescaped.

    `read_game` returns the builder itself. A variation ends before a move that is not legal.

    :ivar fault: the first fault of the tags or the main line; empty if there is none.
    :ivar cuts: for each variation that was cut, its first move that is not legal.
    """

    def begin_game(self) -> None:
        """Begin a game, with an empty `fault` and no `cuts`."""
        super().begin_game()
        self.fault = ""
        self.cuts: list[str] = []
        self._depth = 0  # of the variation that is cut, by the size of the stack; 0 for none

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        """Store a tag, with quotes and backslashes as they were before they were escaped."""
        super().visit_header(tagname, re.sub(r'\\(["\\])', r"\1", tagvalue))

    def result(self) -> Any:
        """Return the builder."""
        return self

    def begin_parse_san(self, board: chess.Board, san: str) -> Any:
        """Return SKIP for a move of a variation from its first illegal move on; else None.

        That move is added to `cuts`. Illegal moves of the main line are left to `handle_error`.
        python-chess itself would read the main line behind it from a wrong board.
        """
        self._board = board
        if not self._depth and len(self.variation_stack) > 1:
            try:
                board.parse_san(san)
            except ValueError as error:
                self.cuts.append(f"{_place(board)}, in a variation that ends there: {error}")
                self._depth = len(self.variation_stack)
                if not board.move_stack:  # python-chess sees no "(" before the first move
                    board.push(chess.Move.null())
        return chess.pgn.SKIP if self._depth else None

    def begin_variation(self) -> Any:
        """Begin a variation; return SKIP for one after an illegal move of another, else None."""
        if not self._depth:
            return super().begin_variation()
        self.variation_stack.append(self.variation_stack[-1])
        return chess.pgn.SKIP

    def end_variation(self) -> None:
        """End a variation, and the skip of its rest; a bracket too many has no effect."""
        if len(self.variation_stack) > 1:
            super().end_variation()
            self.in_variation, self.starting_comment = True, ""  # also after one without moves
        if len(self.variation_stack) < self._depth:
            self._depth = 0

    def visit_comment(self, comment: str) -> None:
        """Store a comment, unless it follows an illegal move of a variation."""
        if not self._depth:
            super().visit_comment(comment)

    def visit_nag(self, nag: int) -> None:
        """Store a mark, unless it follows an illegal move of a variation."""
        if not self._depth:
            super().visit_nag(nag)

    def handle_error(self, error: Exception) -> None:
        """Store an error of the tags or the main line as `fault`, unless there is one already."""
        board = getattr(self, "_board", None)
        self.fault = self.fault or (f"{_place(board)}: {error}" if board else str(error))


def _place(board: chess.Board) -> str:
    """Return the number and side of the move to be made."""
    return f"move {board.fullmove_number} of {'White' if board.turn else 'Black'}"
