"""External chess engines, through python-chess: process, timeouts and dialogue.

`uci` and `xboard` add the two protocols.
"""

from __future__ import annotations

import asyncio
import logging
import os
import threading
import time
from collections.abc import Coroutine, Mapping
from contextlib import suppress
from typing import Any

import chess
from chess.engine import INFO_NONE, XBOARD_ERROR_REGEX, Limit, Option, PlayResult, Protocol

from engine.match.players.player import Choice, Forfeit
from engine.match.players.program import (
    FLOOD,
    LONGEST_LINE,
    MOST_QUOTED,
    OWN_GROUP,
    QUITTING,
    Group,
    Program,
    cpu_between,
    environment,
    flood_fault,
    time_given,
    with_last_line,
)
from games.core.position import Position
from games.core.scores import WIN
from games.errors import SpecError, StarlingError, quoted, unknown
from searchers import Limits

__all__ = ["Channel", "ChessProgram", "mate_value"]

BUTTONS = ("button", "reset", "save")
"""The kinds of options without a value."""

CHECKS = {"true": True, "false": False, "1": True, "0": False}
"""The values of an option of kind check; XBoard uses the numbers."""

# Ignore the warnings of python-chess about unexpected output of engines.
logging.getLogger("chess.engine").addHandler(logging.NullHandler())


class ChessProgram(Program):
    """A chess engine. Words `option.NAME=VALUE` of the command set options of the engine and do not
    go to the program: stockfish option.UCI_Elo=1350.
    """

    INFO = INFO_NONE
    """The parts of the engine's info that python-chess reads."""

    def __init__(self, command: str, patience: float | None = None, folder: str = "") -> None:
        super().__init__(command, patience, folder)
        self._channel: Any = None
        self._newest: Any = None
        """The channel of the last attempt to start; None if it did not get so far."""
        self._game = object()
        self._board = chess.Board()
        self._limit = Limit()
        self._played: tuple[int, ...] | None = None

    def channel(self, environment: Mapping[str, str]) -> Channel:
        """Return a new dialogue, before the engine starts; a subclass writes it."""
        raise NotImplementedError(f"{type(self).__name__} lacks channel")

    def limit(self, limits: Limits, white: bool) -> Limit:
        """Convert our limits for python-chess; a CPU limit is left out.

        Both clocks are sent, as protocols expect. If the opponent has no clock, the engine's own is
        sent as the opponent's.

        :param white: whether the engine is White; the limits hold its clock.
        """
        limit = Limit(nodes=limits.nodes, depth=limits.depth, time=limits.seconds)
        own = limits.clock
        if own is not None:
            other = self.opponent_clock or own
            first, second = (own, other) if white else (other, own)
            limit.white_clock, limit.black_clock = first.remaining, second.remaining
            limit.white_inc, limit.black_inc = first.increment, second.increment
            limit.remaining_moves = own.moves_to_go
        return limit

    def answer(self, position: Position, limits: Limits, played: PlayResult, cost: Cost) -> Choice:
        """Return the engine's move with what it reported and its cost; a subclass writes it.

        :param played: the move and its info, as python-chess received them; no resignation.
        :param cost: wall-clock and CPU seconds.
        :raises Forfeit: if a missing move is a fault of its protocol.
        """
        raise NotImplementedError(f"{type(self).__name__} lacks answer")

    def prepare(self, position: Position, limits: Limits) -> None:
        """Check the game and the command line, and store position and limits for the start.

        The engine is not started. Subclasses check the limits.

        :raises SpecError: if the game is not chess, or an option is not `option.NAME=VALUE`.
        :raises EngineError: if the program does not exist.
        """
        self.expect_game(position, "plays chess only")
        self._board = position.board()  # type: ignore[attr-defined]  # as all games of chess
        self._limit = self.limit(limits, self._board.turn)
        _split(self.command_line())

    def begin(self) -> None:
        """Start the engine if it does not run, and set `remarks`.

        :raises EngineError: if the program does not exist.
        :raises Forfeit: if it does not start, or refuses an option or the game.
        """
        if self._channel is None:
            self._channel = self._opened()

    def new_game(self) -> None:
        """Start the engine if it does not run; the next `choose` sends it a new game.

        Errors are those of `begin`.
        """
        self.begin()
        self._game = object()  # `choose` sends a new game for a new object
        self._played = None

    def choose(self, position: Position, limits: Limits) -> Choice:
        """Return the engine's move with its reports, and the time that it took.

        Its preparation for a new game comes before that time.

        :raises Forfeit: if the engine crashes, does not answer in time, writes too much, refuses
            the game or makes an illegal move; then it is closed. If it resigns, it stays open.
        """
        channel = self._channel
        assert channel is not None, "new_game comes first"
        board = self._follow(position)
        try:
            if channel.game is not self._game:
                channel.listen()
                _within(self.patience, channel.begin_game(board, self._game))
            channel.listen()
            cpu, started = channel.group.cpu(), time.perf_counter()
            limit = self.limit(limits, board.turn)
            played = _within(
                time_given(limits) + self.patience,
                channel.play(board, limit, game=self._game, info=self.INFO),
            )
        except Exception as error:  # the engine cannot go on
            channel.fault = channel.fault or _fault(error)
            self.close()
            raise channel.fault from error
        seconds = time.perf_counter() - started
        if played.resigned:
            raise Forfeit("resigned", "resigned")
        cost = seconds, cpu_between(cpu, channel.group.cpu())
        return self.answer(position, limits, played, cost)

    def close(self) -> None:
        channel, self._channel = self._channel, None
        if channel is not None:
            channel.end()

    def _opened(self) -> Channel:
        """Start the engine, set its options and `remarks`, and return the channel to it.

        :raises EngineError: if the program does not exist.
        :raises Forfeit: if it does not start with this protocol, or refuses an option or the game.
        """
        words, options = _split(self.command_line())
        self._newest = None
        try:
            _within(self.starting, self._begin(words, options))
        except Exception as error:  # the engine did not start
            said = str(error) or f"not ready within {self.starting:g} s"
            if (channel := self._newest) is not None:
                if not isinstance(error, StarlingError):
                    said = str(channel.fault or with_last_line(said, channel.last))
                channel.fault = channel.fault or Forfeit("no start", said)
                channel.end()
            raise Forfeit("no start", f"does not start as {self.TITLE} engine: {said}") from error
        engine: Channel = self._newest
        self.remarks = engine.remarks()
        return engine

    async def _begin(self, words: list[str], options: dict[str, str]) -> None:
        """Start an engine as `_newest`, set its options and wait until it is ready.

        Errors of the system and of python-chess are raised as they are.

        :raises SpecError: if an option does not exist or fit, or the engine refuses the game.
        """
        marked = environment()
        self._newest = engine = self.channel(marked)
        loop = asyncio.get_running_loop()
        await loop.subprocess_exec(lambda: engine, *words, **OWN_GROUP, env=marked)
        await engine.initialize()
        await engine.configure(_settings(engine.options, options, self._board))
        engine.release_buttons()
        await engine.ping()
        await engine.send_depth(self._limit)
        engine.expect_ready(self._board)

    def _follow(self, position: Position) -> chess.Board:
        """Return python-chess's board of the position, which is unchanged.

        If the position continues the one of the last call in this game, the same board is returned
        after the new moves.
        """
        played = tuple(position.history)
        known = self._played
        self._played = played
        if known is None or played[: len(known)] != known:
            self._board = position.board()  # type: ignore[attr-defined]  # checked in `prepare`
            return self._board
        new = played[len(known) :]
        for _ in new:
            position.pop()
        for move in new:
            self._board.push(chess.Move.from_uci(position.move_text(move)))
            position.push(move)
        return self._board


Cost = tuple[float, float | None]
"""Wall-clock and CPU seconds of a move; None if the system does not report CPU time."""


class Channel(Protocol):  # type: ignore[misc]  # untyped if python-chess is not installed
    """The dialogue with one engine.

    A subclass also inherits from python-chess's class for the protocol.

    :param received: bytes received since the last question.
    :param fault: the engine's fault, if this side noticed it.
    :param last: the last line of its output or standard error.
    :param odd_options: the options whose line breaks the protocol, with the reason.
    """

    target_config: Any
    """The options that python-chess sets before every move if their values differ."""

    game: object
    """The game that python-chess plays; another object is another game."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        super().__init__()
        self.listen()
        self.environment = environment
        self.fault: Forfeit | None = None
        self.last = ""
        self.group: Any = None
        self.odd_options: dict[str, str] = {}

    def listen(self) -> None:
        """Count the engine's output from 0 again, before the next question."""
        self.received = 0

    def connection_made(self, transport: Any) -> None:
        """Store the process group of the engine, which has just started, in `group`."""
        super().connection_made(transport)
        self.group = Group(transport.get_pid(), self.environment)

    def pipe_data_received(self, fd: int, data: Any) -> None:
        """Pass output on to python-chess; end an engine that sends more than `FLOOD` bytes.

        The bytes are counted since the last `listen`. The fault is stored in `fault`.
        """
        self.received += len(data)
        if self.received <= FLOOD:
            super().pipe_data_received(fd, data)
        elif self.fault is None:
            self.fault = flood_fault()
            self.group.end()

    def line_received(self, line: str) -> None:
        """Store a line of output in `last`, unless it is empty."""
        self.last = line[:LONGEST_LINE] or self.last

    async def send_depth(self, limit: Limit) -> None:
        """Send the depth limit before the first game, as the engine may refuse it.

        The base sends nothing.
        :param limit: the limit of its first move.
        """

    async def begin_game(self, board: chess.Board, game: object) -> None:
        """Send a new game, and wait until the engine is ready for it.

        :param board: the position of its first move, with the moves before it.
        :param game: an object for this game, also passed to `play`.
        :raises EngineError: if the engine refuses the game.
        """
        raise NotImplementedError(f"{type(self).__name__} lacks begin_game")

    def expect_ready(self, board: chess.Board) -> None:
        """Check that the engine accepted its settings, and can play this game.

        The base checks nothing.

        :param board: a position of the game.
        :raises StarlingError: if not.
        """

    def release_buttons(self) -> None:
        """Remove buttons from `target_config`: python-chess would press them before every move."""
        target: dict[str, Any] = self.target_config
        for name in [name for name in target if self.options[name].type in BUTTONS]:
            del target[name]

    def remarks(self) -> tuple[str, ...]:
        """Return the oddities of the engine that do not prevent play, as lines without its name.

        There is at most one line. It names the first odd option and the number of the others.
        """
        if not self.odd_options:
            return ()
        name, why = next(iter(self.odd_options.items()))
        others = f", and {len(self.odd_options) - 1} more" if len(self.odd_options) > 1 else ""
        return (f"offers an odd option, {quoted(name, MOST_QUOTED)}: {why}; it is not set{others}",)

    def process_exited(self) -> None:
        """Kill the child processes of an engine that has ended: they may hold its pipes open."""
        super().process_exited()
        self.group.end()

    def error_line_received(self, line: str) -> None:
        """Store a line of standard error in `last`, unless it is empty; it is no fault."""
        self.last = line[:LONGEST_LINE] or self.last

    def end(self) -> None:
        """Send the quit command if the engine had no fault, then kill its process group.

        Its pipes are closed. Each wait takes at most `QUITTING` seconds. Nothing happens if no
        process was started.
        """
        if self.transport is None:
            return  # it did not start
        if self.fault is None and not self.returncode.done():
            with suppress(Exception):
                _within(QUITTING, self.quit())
        self.group.end()
        with suppress(TimeoutError):  # asyncio warns if its transport is closed before it ends
            _within(QUITTING, asyncio.wait({self.returncode}))
        self.loop.call_soon_threadsafe(self.transport.close)


def _split(words: list[str]) -> tuple[list[str], dict[str, str]]:
    """Split a command line into its words and its options `option.NAME=VALUE`.

    :raises SpecError: if an option has no name or no equals sign; its value may be empty.
    """
    options = {}
    for word in words:
        if word.startswith("option."):
            name, equals, value = word.removeprefix("option.").partition("=")
            if not name or not equals:
                raise SpecError(f"{quoted(word)}: expected option.NAME=VALUE")
            options[name] = value
    return [word for word in words if not word.startswith("option.")], options


def _settings(
    offered: Mapping[str, Option], options: Mapping[str, str], board: chess.Board
) -> dict[str, str | bool]:
    """Return the values of an engine's options to set, without those that python-chess sets.

    Values of kind check become bool; others stay as written.

    :param offered: the engine's options, by name.
    :param options: the values as written, by name.
    :param board: a position of the game.
    :raises SpecError: if an option does not exist or does not take its value, or python-chess sets
        it to another value.
    """
    values = {}
    for name, text in options.items():
        value = _value(offered, name, text)
        if not offered[name].is_managed():
            values[name] = value
            continue
        used = {
            "ponder": False,
            "multipv": offered[name].default,
            "uci_chess960": board.chess960,
            "uci_variant": type(board).uci_variant,
        }[name.lower()]
        if str(value).lower() != str(used).lower():
            raise SpecError(
                f"option {quoted(name)}={quoted(text)}: expected {str(used).lower()}, which every "
                "game here has"
            )
    return values


def _value(offered: Mapping[str, Option], name: str, value: str) -> str | bool:
    """Return the value to set for an option of the engine: a bool for one of kind check.

    For all other kinds it is the text as written, which is not checked.

    :param offered: the engine's options, by name.
    :raises SpecError: if the option does not exist, or is a check and the value is not in `CHECKS`.
    """
    if name not in offered:
        raise SpecError(unknown("option", name, offered))
    if offered[name].type != "check":
        return value
    if value.lower() not in CHECKS:
        raise SpecError(f"option {quoted(name)}={quoted(value)}: expected true or false")
    return CHECKS[value.lower()]


_loops: dict[int, asyncio.AbstractEventLoop] = {}
_starting = threading.Lock()


def _loop() -> asyncio.AbstractEventLoop:
    """Return the event loop of this process's engines; the first call starts it in a thread."""
    with _starting:
        loop = _loops.get(os.getpid())
        if loop is None:
            loop = _loops[os.getpid()] = asyncio.new_event_loop()
            loop.set_exception_handler(lambda *_: None)  # engine errors become forfeits
            threading.Thread(target=loop.run_forever, daemon=True).start()
        return loop


def _within(seconds: float, answer: Coroutine[Any, Any, Any]) -> Any:
    """Return what a coroutine returns, run in the engines' event loop; wait for it.

    Its exceptions are raised.

    :raises TimeoutError: if it takes longer than `seconds`; it is cancelled.
    """
    return asyncio.run_coroutine_threadsafe(asyncio.wait_for(answer, seconds), _loop()).result()


def _fault(error: Exception) -> Forfeit:
    """Return the forfeit for an error of an engine.

    Its kind is "no answer" for a timeout, and "illegal move" for a move that python-chess cannot
    make. It is "refusal" for an error line of XBoard, and else "crash".
    """
    detail = str(error) or type(error).__name__
    if isinstance(error, TimeoutError):
        return Forfeit("no answer", f"{detail}: no answer in time")
    why = error.__context__ or next(iter(error.args), None)
    if isinstance(why, ValueError):  # python-chess could not make the move
        return Forfeit("illegal move", detail)
    if XBOARD_ERROR_REGEX.match(detail):
        return Forfeit("refusal", detail)
    return Forfeit("crash", detail)


_MOST_MOVES = 2**20
"""The longest mate, in moves, that has a value of its own."""


def mate_value(moves: int) -> int:
    """Return the value of giving mate in `moves` moves or, below 1, of being mated in `-moves`.

    More than `_MOST_MOVES` count as so many.
    """
    moves = max(-_MOST_MOVES, min(moves, _MOST_MOVES))
    return WIN - (2 * moves - 1) if moves > 0 else -WIN - 2 * moves
