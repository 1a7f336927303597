"""External chess engines: their options, the game so far, and the values of mates.

`uci` and `xboard` add the two protocols.
"""

from __future__ import annotations

from collections.abc import Callable, MutableMapping

import chess
from chess.engine import EngineError, Option

from engine.match.players.player import Forfeit
from engine.match.players.program import Program
from games.core.position import Position
from games.core.scores import WIN
from games.errors import SpecError, quoted, unknown
from searchers import Limits

Value = str | int | bool | None
"""The value of an option; None for a button."""

CHECKS = {"true": True, "false": False, "1": True, "0": False}
"""The values of an option of kind check; XBoard uses the numbers."""


class ChessProgram(Program):
    """A chess engine. Words `option.NAME=VALUE` of the command set options of the engine and do not
    go to the program: stockfish option.UCI_Elo=1350.

    :param options: the options that the running engine offers, by name.
    :param board: the game so far, as python-chess has it.
    """

    def __init__(self, command: str, patience: float | None = None, folder: str = "") -> None:
        super().__init__(command, patience, folder)
        self.options: MutableMapping[str, Option] = {}
        self.board = chess.Board()
        self._played: tuple[int, ...] | None = None

    def command_line(self) -> list[str]:
        """Return the words of the command line without those that set options.

        :raises EngineError: if the program does not exist.
        :raises SpecError: if an option has no name or no equals sign; its value may be empty.
        """
        return self._split()[0]

    def _split(self) -> tuple[list[str], dict[str, str]]:
        """Return the words of the command line, and the options of the program in it by name.

        :raises EngineError: if the program does not exist.
        :raises SpecError: if an option in it has no name or no equals sign.
        """
        words, options = [], {}
        for word in super().command_line():
            name, equals, value = word.removeprefix("option.").partition("=")
            if not word.startswith("option."):
                words.append(word)
            elif name and equals:
                options[name] = value
            else:
                raise SpecError(f"{quoted(word)}: expected option.NAME=VALUE")
        return words, options

    def prepare(self, position: Position, limits: Limits) -> None:
        """Check the game and the command line, and set `board` to the position.

        The engine is not started. Subclasses check the limits.

        :raises SpecError: if the game is not chess, or an option is not `option.NAME=VALUE`.
        :raises EngineError: if the program does not exist.
        """
        self.expect_game(position, "plays chess only")
        self.board = position.board()  # type: ignore[attr-defined]  # as all games of chess
        self._played = None
        self.command_line()

    def new_game(self) -> None:
        """Start the engine if it does not run, and forget the game before.

        :raises EngineError: if the program does not exist.
        :raises Forfeit: if it does not start, or does not support a setting.
        """
        self.begin()
        self._played = None

    def settings(self) -> dict[str, Value]:
        """Return the values of the engine's options that the command line sets.

        An option that every game of a match sets itself must have that value.

        :raises SpecError: if an option does not exist, or does not take its value.
        """
        values: dict[str, Value] = {}
        for name, text in self._split()[1].items():
            if name not in self.options:
                raise SpecError(unknown("option", name, self.options))
            option = self.options[name]
            if option.type == "check" and text.lower() not in CHECKS:
                raise SpecError(f"option {quoted(name)}={quoted(text)}: expected true or false")
            try:
                value = option.parse(CHECKS[text.lower()] if option.type == "check" else text)
            except EngineError as error:
                raise SpecError(str(error)) from None
            used = self.managed().get(name.lower(), value)
            if str(value).lower() != str(used).lower():
                raise SpecError(
                    f"option {quoted(name)}={quoted(text)}: expected {str(used).lower()}, which "
                    "every game here has"
                )
            values[name] = value
        return values

    def managed(self) -> dict[str, Value]:
        """Return the options that we set ourselves, with their values, by name in lower case."""
        return {
            "ponder": False,
            "multipv": 1,
            "uci_chess960": self.board.chess960,
            "uci_variant": self.board.uci_variant,
        }

    def follow(self, position: Position) -> None:
        """Set `board` to the position's game, by new moves only if it continues the last call's."""
        played, known = tuple(position.history), self._played
        self._played = played
        if known is None or played[: len(known)] != known:
            self.board = position.board()  # type: ignore[attr-defined]  # checked in `prepare`
            return
        for _ in played[len(known) :]:
            position.pop()
        for move in played[len(known) :]:
            self.board.push(chess.Move.from_uci(position.move_text(move)))
            position.push(move)

    def read_move(self, position: Position, read: Callable[[str], chess.Move], text: str) -> int:
        """Return the engine's move as a legal move of the position.

        :param read: python-chess's function for the notation, which raises ValueError.
        :param text: the move in this notation.
        :raises Forfeit: if it cannot be read or is not legal.
        """
        try:
            return position.parse_move(read(text).uci())
        except ValueError as error:
            raise Forfeit("illegal move", str(error)) from None


_MOST_MOVES = 2**20
"""The longest mate, in moves, that has a value of its own."""


def mate_value(moves: int) -> int:
    """Return the value of giving mate in `moves` moves or, below 1, of being mated in `-moves`.

    That is WIN, or -WIN, less the plies up to the mate. More than `_MOST_MOVES` count as so many.
    """
    moves = max(-_MOST_MOVES, min(moves, _MOST_MOVES))
    return WIN - (2 * moves - 1) if moves > 0 else -WIN - 2 * moves
