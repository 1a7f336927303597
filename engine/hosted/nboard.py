"""The NBoard engine for Othello (versions 1 and 2 of the protocol).

One thread reads; another one searches (`engine.uci.protocol.SearchThread`). A search ends when
another command needs the thread, and answers first.
"""

from __future__ import annotations

import argparse
import re
import threading
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from engine import VERSION
from engine.hosted.player import HostedPlayer, player_from
from engine.hosted.player import add_arguments as nboard_arguments
from engine.text.console import failure, lines_read, write_line
from engine.uci.protocol import SearchThread
from engine.uci.search import Request, StopFlag
from games.core.position import Position
from games.core.scores import MATE_BOUND
from games.core.words import line_text
from games.errors import PositionError, StarlingError, printable
from games.othello.ggf import GgfMove, read_ggf
from games.othello.notation import follow
from games.othello.othello import Othello
from searchers import Clock, Limits, Result

__all__ = ["NBoard", "nboard_arguments", "run_nboard"]

PASS = "pass"
MOST_HINTS = 64
LONGEST = 400
"""Characters of a status."""

PATIENCE = 2.0
"""Seconds that `quit` waits for the answer of a search."""

_TIME = re.compile(r"\s*(?:(?:(\d{1,6}):)?(\d{1,6}):)?(\d{1,6}(?:\.\d{1,6})?)\s*")
"""A time of GGF, [[hours:]minutes:]seconds."""


class NBoard:
    """One dialogue with another program.

    :param player: our player.
    :param lines: the lines from the other program.
    :param write: takes one line of output without its line end; it is called from any thread, but
        never from two at the same time.
    """

    def __init__(
        self, player: HostedPlayer, lines: Iterable[str], write: Callable[[str], object]
    ) -> None:
        self._player = player
        self._lines = lines
        self._write = write
        self._position: Position = Othello()
        self._writing = threading.Lock()
        self._thread = SearchThread()
        self._depth: int | None = None
        self._tags: dict[str, str] = {}
        self._taken = [0.0, 0.0]  # seconds of either side
        self._fault = ""  # why there is no position, if there is none
        self._commands: dict[str, Callable[[str], None]] = {
            "nboard": self._greet,
            "set": self._set,
            "move": self._move,
            "hint": self._hint,
            "go": self._go,
            "ping": self._ping,
            "learn": lambda _rest: self._send("learned"),
            "analyze": self._analyze,
        }

    def run(self) -> None:
        """Answer commands until `quit` or the end of the input; then end the search."""
        try:
            for line in self._lines:
                word, _, rest = line.strip().partition(" ")
                if word == "quit":
                    break
                self._obey(word, rest.strip())
        finally:
            self._thread.close(PATIENCE)

    def _obey(self, word: str, rest: str) -> None:
        """Run a command of NBoard; send any error as a status line.

        A move alone is a command of version 1. Other unknown commands are ignored.
        """
        command = self._commands.get(word)
        try:
            if command is not None:
                command(rest)
            elif re.fullmatch(r"[A-Ha-h][1-8]|PA|pa", word):
                self._move(word)  # version 1 of the protocol
        except Exception as error:  # the dialogue goes on after any failure
            self._status(failure(word, error))

    # -- the commands, each with the text behind its name -------------------------------------

    def _greet(self, _rest: str) -> None:
        """Obey `nboard`: send our name and version."""
        self._send(f"set myname Starling {VERSION}")

    def _set(self, rest: str) -> None:
        """Obey `set`: set the game or the depth; ignore other settings.

        :raises PositionError: if the value is no game of GGF, or no depth from 1 to 9999.
        """
        what, _, value = rest.partition(" ")
        if what == "game":
            self._set_game(value)
        elif what == "depth":
            depth = int(value) if re.fullmatch(r"\s*\d{1,4}\s*", value) else 0
            if depth < 1:
                raise PositionError(f"set depth {printable(value, 40)}: expected a number of plies")
            self._depth = depth

    def _set_game(self, text: str) -> None:
        """Obey `set game`: stop the search; take position, tags and used times of one game of GGF.

        After an error there is no position until the next game.

        :raises PositionError: if the text is not one game, or a move is not legal.
        """
        self._thread.stop()
        self._fault = "no game was read"
        try:
            games = list(read_ggf(text))
            if len(games) != 1:
                raise PositionError("expected one game of GGF: (;GM[Othello]...;)")
            (game,) = games
            self._position = game.position()
        except StarlingError as error:
            self._fault = f"no position: {error}"
            raise PositionError(self._fault) from None
        self._tags = dict(game.tags)
        self._taken = [0.0, 0.0]
        side = Othello().at(game.start).turn if game.start else 0
        for move in game.moves:
            side = side if move.side is None else move.side
            self._taken[side] += move.seconds or 0.0
            side = 1 - side
        self._fault = ""

    def _move(self, rest: str) -> None:
        """Obey `move`: stop the search, play a move, and add its time to its side's.

        After a move that is not legal, there is no position.

        :param rest: the move of GGF, MOVE[/DISCS[/SECONDS]].
        :raises MoveError: if it is not legal.
        """
        self._thread.stop()
        move = GgfMove.read(rest)
        position = self._position
        side = position.turn
        try:
            follow(position, move.text)
        except StarlingError as error:
            self._fault = f"no position: {error}"
            raise
        self._taken[side] += move.seconds or 0.0

    def _hint(self, rest: str) -> None:
        """Obey `hint N`: begin a search that sends the N best lines, from 1 to MOST_HINTS.

        Without a number there is one line.
        """
        lines = int(rest) if re.fullmatch(r"\d{1,4}", rest) else 1
        self._search("hint", self._player.within(depth=self._depth), min(lines, MOST_HINTS) or 1)

    def _go(self, _rest: str) -> None:
        """Obey `go`: begin a search on the game's clock that sends a move, but does not play it."""
        limits = self._player.on_clock(self._position, self._clock(), self._depth)
        self._search("go", limits, 1)

    def _ping(self, rest: str) -> None:
        """Obey `ping`: stop the search, and send `pong` with the same text after its answer."""
        self._begin(lambda _flag: self._send(f"pong {printable(rest, 40)}"))

    def _analyze(self, _rest: str) -> None:
        """Obey `analyze`: begin to send the value of every position of the game.

        Without a position send a status.
        """
        if self._fault:
            self._status(self._fault)
            return
        limits = self._player.within(depth=self._depth)
        self._begin(partial(self._send_analysis, self._position.copy(), limits))

    # -- searches -----------------------------------------------------------------------------

    def _search(self, kind: str, limits: Limits, lines: int) -> None:
        """Begin a search for `go` or `hint`; without a position or after the end send a status.

        A search that runs is stopped, and answers first.

        :param kind: "go" or "hint".
        :param lines: the number of best lines to send.
        """
        fault = self._fault
        if not fault and self._position.outcome() is not None:
            fault = "the game is over"
        if fault:
            self._begin(lambda _flag: self._status(fault))
            return
        self._begin(partial(self._send_search, kind, self._position.copy(), limits, lines))

    def _begin(self, work: Callable[[StopFlag], object]) -> None:
        """Stop the request that runs, and let the search thread do some work after it.

        :param work: takes the stop flag; its error is sent as a status.
        """
        self._thread.begin(Request(work, self._status))

    def _send_search(
        self, kind: str, position: Position, limits: Limits, count: int, flag: StopFlag
    ) -> None:
        """Search, and send the lines found, then nodes and seconds, and for `go` the move.

        A status line is sent before and after. A report sends the lines that are not among those of
        the report before.
        """
        sent: list[str] = []

        def report(result: Result) -> None:
            """Send the lines of a result that are new."""
            nonlocal sent
            lines = _lines(position, result, count)
            for line in lines:
                if line not in sent:
                    self._send(line)
            sent = lines or sent

        self._send(f"status {'Thinking' if kind == 'go' else 'Analyzing'}")
        search = self._player.searcher.search
        result = search(position, limits, report=report, stop=flag, lines=count)
        report(result)
        self._send(f"nodestats {result.nodes} {result.seconds:.3f}")
        if kind == "go":
            self._player.record_time(limits, result.seconds)
            assert result.move is not None, "the game goes on"
            text = position.move_text(position.checked(result.move))
            value = None if result.value is None else _discs(position, result.value)
            self._send(f"=== {GgfMove(text, value, result.seconds).written()}")
        self._send("status")

    def _send_analysis(self, position: Position, limits: Limits, flag: StopFlag) -> None:
        """Send the value of each position, from the end of the game to its start, or until stopped.

        Values are in discs from the side to move. A position with one legal move is not searched:
        it has the negated value of the next one. The moves are taken back in `position`.
        """
        value = None
        while not flag.is_set():
            after, value = value, position.outcome()
            if value is None and after is not None and len(position.legal_moves()) == 1:
                value = -after  # the only move is the played one
            if value is None:
                value = self._player.searcher.search(position, limits, stop=flag).value
            if value is not None and not flag.is_set():
                points = _discs(position, value)
                self._send(f"analysis {len(position.history)} {points:.2f}")
            if not position.history:
                break
            position.pop()

    # -- helpers ------------------------------------------------------------------------------

    def _clock(self) -> Clock | None:
        """Return the clock of the side to move; None where the game has none, or no valid one.

        Its time is that of the tag, less what the moves of this side took; it may be 0. The tag TB
        or TW has the time of one side, and without it TI that of both; each is
        TIME/INCREMENT/EXTENSION. The extension is not used. The increments of past moves are not
        added: some programs send the time left as the whole time, with moves that took none.
        """
        side = self._position.turn
        own = self._tags.get(f"T{'BW'[side]}")
        text = (self._tags.get("TI", "") if own is None else own).strip()
        whole, increment, *_ = [*map(_seconds, text.split("/")), None, None]
        if whole is None:
            return None
        return Clock(max(0.0, whole - self._taken[side]), increment or 0.0)

    def _status(self, text: str) -> None:
        """Send a `status` line with a text, on one line and cut to LONGEST characters."""
        self._send(f"status {printable(' '.join(text.split()), LONGEST)}")

    def _send(self, line: str) -> None:
        """Write a line of output; threads take turns."""
        with self._writing:
            self._write(line)


def _seconds(text: str) -> float | None:
    """Return a time of GGF in seconds; None for another format."""
    found = _TIME.fullmatch(text)
    if found is None:
        return None
    hours, minutes, seconds = (float(part or 0) for part in found.groups())
    return 3600 * hours + 60 * minutes + seconds


def _lines(position: Position, result: Result, count: int) -> list[str]:
    """Return the `search` lines of a result: its best line, or that of each of the best moves.

    Values are in discs from the side to move. Lines without a value or a move are left out.

    :param count: the number of best moves.
    """
    lines = [(one.value, one.pv) for one in result.root[:count] if one.pv]
    if count == 1 or not lines:
        lines = [(result.value, result.pv)]
    depth = "100%" if result.proved else str(result.depth)
    return [
        f"search {_written(position, line)} {_discs(position, value):.2f} 0 {depth}"
        for value, line in lines
        if value is not None and line
    ]


def _written(position: Position, line: Sequence[int]) -> str:
    """Return moves from a position in one word, as in F5-D6-PA."""
    texts = line_text(position, line)
    return "-".join("PA" if text == PASS else text.upper() for text in texts)


def _discs(position: Position, value: int) -> float:
    """Return a value in discs; a win or loss of unknown margin is 64 or -64."""
    if abs(value) >= MATE_BOUND:
        return 64.0 if value > 0 else -64.0
    return value / float(position.INFO.value_per_point)


def run_nboard(options: argparse.Namespace) -> int:
    """Answer NBoard commands of standard input until its end or `quit`; return the exit code, 0.

    :raises StarlingError: if the player is invalid; an error of a command becomes a status.
    """
    NBoard(player_from(options), lines_read(), write_line).run()
    return 0
