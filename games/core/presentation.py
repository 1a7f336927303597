"""`Presentation`: the part of a position that reads and writes text, for people and programs.

A plain Python class, never compiled.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from games.core.history import play_words
from games.core.info import GameInfo
from games.core.scores import MATE_BOUND
from games.errors import MoveError, printable, quoted
from games.parts.options import name_of

if TYPE_CHECKING:
    from games.core.rules import Rules as _Base
else:
    _Base = object  # at run time only `Position` puts the two together

_MOVE_NUMBER = re.compile(r"\d+\.+")


class Presentation(_Base):
    """The text of moves, positions and endings. Every method has a default."""

    __slots__ = ()

    INFO = GameInfo()
    """The facts about the game. An instance may have its own."""

    # -- moves ---------------------------------------------------------------------------------

    def move_text(self, move: int) -> str:
        """Return a legal move as programs exchange it; by default its number.

        It is one printable word that does not begin with #.
        """
        return str(move)

    def notation(self, move: int) -> str:
        """Return a legal move as players read it (in chess SAN); by default `move_text`."""
        return str(self.move_text(move))

    def parse_move(self, text: str) -> int:
        """Return the legal move that `text` names.

        :raises MoveError: if there is none; the message lists the legal moves.
        """
        for move in self.legal_moves():
            if self.move_text(move) == text.strip():
                return move
        raise self._illegal(text, "is not legal")

    def checked(self, move: int) -> int:
        """Return the move if it is legal.

        :raises MoveError: if it is not.
        """
        if move not in self.legal_moves():
            raise self._illegal(move, "is not legal")
        return move

    def play(self, *moves: int | str) -> Any:
        """Make legal moves, given as numbers or texts, and return this position.

        `game("chess").play("e4", "c5")` is the position after two moves.

        :raises MoveError: if a move is not legal; then no move is made.
        """
        made = 0
        try:
            for move in moves:
                self.push(self.parse_move(move) if isinstance(move, str) else self.checked(move))
                made += 1
        except MoveError:
            for _ in range(made):
                self.pop()
            raise
        return self

    def join_moves(self, words: Sequence[str]) -> str:
        """Return the moves of a game as one text, as players write it down.

        By default it has blanks between the moves.

        :param words: the texts of the moves.
        """
        return " ".join(words)

    # -- positions -----------------------------------------------------------------------------

    def text(self) -> str:
        """Return the position as a text that `at` reads; by default the moves since the start."""
        other = self.at("")
        words = []
        for move in self.history:
            words.append(other.move_text(move))
            other.push(move)
        return " ".join(words)

    def at(self, text: str) -> Any:
        """Return a new position of the same game from its text, by default its moves.

        :raises PositionError: if the text is not a position of this game.
        """
        return play_words(self.initial(), text.split(), text)

    def read_opening(self, text: str) -> tuple[str, list[int]]:
        """Return the start position (as text, empty for this one) and the moves of an opening.

        By default a line of an opening book is a list of moves, numbered or not. A word that is the
        text of a legal move has no number.

        :raises PositionError: if the position cannot be read.
        :raises MoveError: if a move is not legal.
        """
        position = self.copy()
        moves = []
        for word in text.split():
            number = _MOVE_NUMBER.match(word)
            if number and word not in map(position.move_text, position.legal_moves()):
                word = word[number.end() :]
            if word:
                moves.append(position.parse_move(word))
                position.push(moves[-1])
        return "", moves

    def diagram(self) -> str:
        """Return the position for people, in one line or several: the board, if there is one.

        By default it is the spec and the `text`.
        """
        return f"{self.spec}: {self.text() or 'the start'}"

    def phase_name(self, phase: int) -> str:
        """Return the name of a phase of the game (`game_phase`); by default it is "all"."""
        return "all"

    def _repr_svg_(self) -> str | None:
        """Return the board for a notebook; None if the game has none."""
        from games.core.pictures import board_svg

        return board_svg(self)

    def _repr_html_(self) -> str | None:
        """Return the position as text for a notebook; None if it has a board."""
        from games.core.pictures import text_html

        return None if self._repr_svg_() is not None else text_html(str(self))

    # -- endings -------------------------------------------------------------------------------

    def ending(self) -> str:
        """Return how the game ended, in its players' words; empty while it goes on.

        By default it is the result for the side that moves first in the game (`outcome_text`). A
        game may return the reason, such as "checkmate".
        """
        outcome = self.outcome()
        return "" if outcome is None else self.outcome_text(-outcome if self.turn else outcome)

    def outcome_text(self, outcome: int) -> str:
        """Return the outcome of a finished game in its players' words.

        By default it is "draw", "win", "loss" or, for either side, "margin 3", in points.

        :param outcome: the outcome for the side that moves first in the game.
        """
        if outcome == 0:
            return "draw"
        if abs(outcome) < MATE_BOUND:
            return f"margin {abs(outcome) // self.INFO.value_per_point}"
        return "win" if outcome > 0 else "loss"

    def _printed(self) -> str:
        """Return `diagram`, and below it the side to move or the ending."""
        if self.outcome() is not None:
            return f"{self.diagram()}\n{self.ending()}"
        side = "The player" if self.one_player else self.INFO.sides[self.turn]
        return f"{self.diagram()}\n{side} to move"

    def _illegal(self, move: object, fault: str) -> MoveError:
        """Return the error for a move that cannot be made here; it lists the legal moves.

        :param fault: the words behind the move, such as "is not legal".
        """
        moves, text = [self.move_text(m) for m in self.legal_moves()], self.text()
        legal = " ".join(moves) or "none, the game is over"
        return MoveError(
            f"move {printable(str(move), 80)} {fault} in {name_of(type(self))} position "
            f"{quoted(text, 200)}; legal: {legal}",
            move,
            text,
        )
