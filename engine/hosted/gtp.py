"""The GTP engine (version 2) for Othello, for programs such as Quarry.

Black moves first, and a1 is at the top left. A side without a move may pass explicitly, or its pass
is left out. After the end of the game both sides may pass. `undo` takes back one `play` or
`genmove`, also a pass after the end.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager

from engine import VERSION
from engine.hosted.player import GAME, HostedPlayer, player_from
from engine.hosted.player import add_arguments as gtp_arguments
from engine.text.console import failure, lines_read, write_line
from games.core.position import Position
from games.errors import MoveError, SpecError, printable, quoted
from games.othello.constants import PASS as PASS_MOVE
from games.othello.othello import Othello
from searchers import Clock

__all__ = ["Gtp", "gtp_arguments", "run_gtp"]

SIZE = 8
PASS = "pass"
LONGEST = 400
"""Characters of an error message."""

COLOURS = {"b": 0, "black": 0, "w": 1, "white": 1}


class Gtp:
    """One dialogue with another program.

    :param player: our player.
    :param lines: the lines from the other program.
    :param write: takes one line of output without its line end.
    """

    def __init__(
        self, player: HostedPlayer, lines: Iterable[str], write: Callable[[str], object]
    ) -> None:
        self._player = player
        self._lines = lines
        self._write = write
        self._position: Position = Othello()
        # The plies of every move, implicit passes included; 0 for a pass without effect.
        self._made: list[int] = []
        # By `time_settings`: a side's clock at the start of a game, and in a period for some moves.
        self._first: Clock | None = None
        self._period: Clock | None = None
        self._clocks: dict[int, Clock | None] = {}
        self._commands: dict[str, Callable[[Sequence[str]], str]] = {
            "protocol_version": lambda _words: "2",
            "name": lambda _words: "Starling",
            "version": lambda _words: VERSION,
            "known_command": lambda words: str(" ".join(words) in self._commands).lower(),
            "list_commands": lambda _words: "\n".join(self._commands),
            "quit": lambda _words: "",
            "list_games": lambda _words: GAME.capitalize(),
            "set_game": self._set_game,
            "boardsize": self._boardsize,
            "clear_board": self._clear_board,
            "komi": self._komi,
            "play": self._play,
            "genmove": self._genmove,
            "reg_genmove": self._reg_genmove,
            "undo": self._undo,
            "showboard": lambda _words: "\n" + self._position.diagram(),
            "final_score": self._final_score,
            "time_settings": self._time_settings,
            "time_left": self._time_left,
        }

    def run(self) -> None:
        """Read commands and answer them until `quit` or the end of the input."""
        for line in self._lines:
            text = "".join(c if c.isprintable() or c == "\t" else "" for c in line)
            words = text.partition("#")[0].split()
            number = words.pop(0) if words and words[0].isascii() and words[0].isdecimal() else ""
            if not words:
                continue
            self._write(self._answer(number, words))
            self._write("")
            if words[0] == "quit":
                break

    def _answer(self, number: str, words: Sequence[str]) -> str:
        """Carry out a command and return GTP's reply: `=` with its result, or `?` with the error.

        An unknown command, and any exception of a command, becomes an error in the reply.

        :param number: the command's number; "" for none.
        :param words: the command's name, and the words after it.
        """
        try:
            if words[0] not in self._commands:
                return f"?{number} unknown command"
            return f"={number} {self._commands[words[0]](words[1:])}"
        except Exception as error:  # the dialogue goes on after any failure
            return f"?{number} {printable(failure(words[0], error), LONGEST)}"

    # -- the commands, each with the words behind its name ------------------------------------

    def _set_game(self, words: Sequence[str]) -> str:
        """Obey `set_game`: accept Othello only."""
        if " ".join(words).lower() not in (GAME, "reversi"):
            raise SpecError(f"unsupported game: expected {GAME.capitalize()}")
        return ""

    def _boardsize(self, words: Sequence[str]) -> str:
        """Obey `boardsize`: accept 8 only, and clear the board."""
        if _numbers(words, 1) != [SIZE]:
            raise SpecError(f"unacceptable size: expected {SIZE}")
        return self._clear_board(words)

    def _clear_board(self, _words: Sequence[str]) -> str:
        """Obey `clear_board`: return to the start, and forget the clocks and all search results."""
        self._position = Othello()
        self._made = []
        self._clocks = {}
        self._player.searcher.new_game()
        return ""

    def _komi(self, words: Sequence[str]) -> str:
        """Obey `komi`: check that a number follows; it has no effect."""
        _numbers(words, 1)  # without effect in this game
        return ""

    def _play(self, words: Sequence[str]) -> str:
        """Obey `play COLOUR VERTEX`: play a move or a pass of this colour, and return "".

        A pass has no effect after the game, or if this side has just passed. The other side passes
        first if it is to move and has no move.
        """
        side, (vertex,) = _coloured(words, 1)
        if vertex.lower() == PASS and self._passed_already(side):
            self._made.append(0)
            return ""
        with self._turned_to(side):
            self._push(self._position.parse_move(vertex))
        return ""

    def _genmove(self, words: Sequence[str]) -> str:
        """Obey `genmove COLOUR`: search, play the move, take its time off the clock, and return it.

        After the game return a pass, which has no effect. The other side passes first if it is to
        move and has no move.
        """
        side, _ = _coloured(words, 0)
        begun = time.monotonic()
        with self._turned_to(side):
            move = self._choose(side)
            if move is None:
                self._made.append(0)
                return PASS
            text = self._position.move_text(move)
            self._push(move)
        self._press_clock(side, time.monotonic() - begun)
        return text

    def _reg_genmove(self, words: Sequence[str]) -> str:
        """Obey `reg_genmove COLOUR`: search, and return the move without playing it.

        After the game return a pass. No time is taken off the clock.
        """
        side, _ = _coloured(words, 0)
        with self._turned_to(side):
            move = self._choose(side)
            return PASS if move is None else self._position.move_text(move)

    def _undo(self, _words: Sequence[str]) -> str:
        """Obey `undo`: take back the last move of the dialogue, and a pass made for it.

        :raises SpecError: if there is no move.
        """
        if not self._made:
            raise SpecError("cannot undo: there is no move")
        for _ in range(self._made.pop()):
            self._position.pop()
        return ""

    def _final_score(self, _words: Sequence[str]) -> str:
        """Obey `final_score`: return winner and margin of a finished game, as `B+12`; 0 if drawn.

        :raises SpecError: if the game goes on.
        """
        position = self._position
        outcome = position.outcome()
        if outcome is None:
            raise SpecError("the game goes on")
        margin = (-outcome if position.turn else outcome) // position.INFO.value_per_point
        return "0" if margin == 0 else f"{'B' if margin > 0 else 'W'}+{abs(margin)}"

    def _time_settings(self, words: Sequence[str]) -> str:
        """Obey `time_settings`: set main time, period (seconds) and its moves; forget the clocks.

        A period without moves means no limit, as the protocol says.

        :raises SpecError: if there are not three numbers of 0 or more.
        """
        main, period, moves = _numbers(words, 3)
        if min(main, period, moves) < 0:
            raise SpecError("syntax error: expected numbers that are not negative")
        if moves >= 1:
            self._period = Clock(period, 0.0, int(moves))
            self._first = Clock(main) if main > 0 else self._period
        else:
            self._period, self._first = None, None if period > 0 else Clock(main)
        self._clocks = {}
        return ""

    def _time_left(self, words: Sequence[str]) -> str:
        """Obey `time_left COLOUR TIME STONES`: set that side's clock.

        STONES moves are to be made in TIME seconds; with 0, the whole game. A negative TIME is 0.
        """
        side, numbers = _coloured(words, 2)
        left, stones = _numbers(numbers, 2)
        self._clocks[side] = Clock(max(0.0, left), 0.0, max(0, int(stones)) or None)
        return ""

    # -- helpers ------------------------------------------------------------------------------

    @contextmanager
    def _turned_to(self, side: int) -> Iterator[None]:
        """Give this side the move for a block: the other side passes if it has no move.

        The pass is taken back if no move follows. Else `undo` takes back both together.

        :raises MoveError: if it is the other side's move.
        """
        position = self._position
        passes = position.turn != side and position.outcome() is None
        if passes:
            legal = position.legal_moves()
            if [position.move_text(move) for move in legal] != [PASS]:
                mover = position.INFO.sides[position.turn]
                raise MoveError(f"it is the move of {mover}", None, position.text())
            position.push(legal[0])
        length = len(position.history)
        try:
            yield
        finally:
            if passes and len(position.history) == length:
                position.pop()
            elif passes:
                self._made[-1] += 1

    def _passed_already(self, side: int) -> bool:
        """Return whether a pass has no effect: the game is over, or the side has just passed."""
        position = self._position
        if position.outcome() is not None:
            return True
        last = position.history[-1:]
        return side != position.turn and last == (PASS_MOVE,)

    def _push(self, move: int) -> None:
        """Make a move, and note that `undo` takes back one ply for it."""
        self._position.push(move)
        self._made.append(1)

    def _choose(self, side: int) -> int | None:
        """Return the move that the searcher finds on the clock of the side; None after the game.

        It is not played. The time is not taken from the clock, but recorded for the next reserve.
        """
        if self._position.outcome() is not None:
            return None
        clock = self._clocks.setdefault(side, self._first)
        limits = self._player.on_clock(self._position, clock)
        result = self._player.searcher.search(self._position, limits)
        self._player.record_time(limits, result.seconds)
        assert result.move is not None, "the game goes on"
        return self._position.checked(result.move)

    def _press_clock(self, side: int, seconds: float) -> None:
        """Subtract a move's seconds from a side's clock, if the side has one.

        It is an estimate: a `time_left` of the other program replaces it. With periods for a number
        of moves, another period begins if those moves are made, or if the time is over.
        """
        clock = self._clocks[side]
        if clock is None:
            return
        left, stones = clock.remaining - seconds, clock.moves_to_go
        if self._period is not None and (stones == 1 or left <= 0):
            self._clocks[side] = self._period
        else:
            more = stones - 1 if stones is not None and stones > 1 else None
            self._clocks[side] = Clock(max(0.0, left), 0.0, more)


def _coloured(words: Sequence[str], more: int) -> tuple[int, Sequence[str]]:
    """Return the side that a command's first word names, 0 for Black, and the words after it.

    :param more: how many words have to follow.
    :raises SpecError: if it is no colour, or another number of words follows.
    """
    if len(words) != more + 1 or words[0].lower() not in COLOURS:
        expected = "black or white" + (f" and {more} more" if more else "")
        raise SpecError(f"syntax error: expected {expected}, not {quoted(' '.join(words))}")
    return COLOURS[words[0].lower()], words[1:]


def _numbers(words: Sequence[str], count: int) -> list[float]:
    """Return the words of a command as numbers.

    :raises SpecError: if there are not `count` words, or one is no number or above 1e9 in size.
    """
    try:
        numbers = [float(word) for word in words]
    except ValueError:
        numbers = []
    if len(numbers) != count or not all(-1e9 <= number <= 1e9 for number in numbers):
        raise SpecError(
            f"syntax error: expected {count} number{'s' * (count > 1)}, not "
            f"{quoted(' '.join(words))}"
        )
    return numbers


def run_gtp(options: argparse.Namespace) -> int:
    """Answer GTP commands of standard input until its end or `quit`; return the exit code, 0.

    :raises StarlingError: if the player is invalid; an error of a command is in its reply.
    """
    Gtp(player_from(options), lines_read(), write_line).run()
    return 0
