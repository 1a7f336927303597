"""External chess engines, through python-chess: the process, the watch over it, and its dialogue.

`uci` and `xboard` have what is of one protocol only.
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
from engine.match.players.programs import (
    FLOOD,
    LONGEST_LINE,
    MOST_QUOTED,
    QUITTING,
    Group,
    Program,
    cpu_between,
    environment,
    flooded,
    saying,
    time_given,
)
from games.core.position import Position
from games.core.scores import WIN
from games.errors import SpecError, StarlingError, quoted, unknown
from searchers import Limits

__all__ = ["Channel", "ChessProgram", "mate_value"]

BUTTONS = ("button", "reset", "save")
"""The kinds of options that are pressed and hold no value."""

CHECKS = {"true": True, "false": False, "1": True, "0": False}
"""The values of an option of kind check; XBoard has the numbers."""

# What engines say out of turn is no message of ours.
logging.getLogger("chess.engine").addHandler(logging.NullHandler())


class ChessProgram(Program):
    """A chess engine. Its words `option.NAME=VALUE` are not for the program's command line but set
    options: stockfish option.UCI_Elo=1350.
    """

    INFO = INFO_NONE
    """What python-chess is to read of what the engine thinks."""

    def __init__(self, command: str, patience: float | None = None, folder: str = "") -> None:
        super().__init__(command, patience, folder)
        self._channel: Any = None
        self._game = object()
        self._board = chess.Board()
        self._limit = Limit()
        self._played: tuple[int, ...] | None = None

    def channel(self, environment: Mapping[str, str]) -> Channel:
        """A new dialogue with an engine."""
        raise NotImplementedError(f"{type(self).__name__} lacks channel")

    def limit(self, limits: Limits, white: bool) -> Limit:
        """Our limits in python-chess's words.

        Both clocks are sent, as protocols expect; for an opponent without one, the engine's own.

        :param white: whether the engine, whose clock the limits have, is White.
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
        """What the engine played and told."""
        raise NotImplementedError(f"{type(self).__name__} lacks answer")

    def prepare(self, position: Position, limits: Limits) -> None:
        self.expect_game(position, "plays chess only")
        self._board = position.board()  # type: ignore[attr-defined]  # as all games of chess
        self._limit = self.limit(limits, self._board.turn)
        _split(self.command_line())

    def begin(self) -> None:
        if self._channel is None:
            self._channel = self._opened()

    def new_game(self) -> None:
        self.begin()
        self._game = object()  # python-chess tells the engine when it sees another one
        self._played = None

    def choose(self, position: Position, limits: Limits) -> Choice:
        channel = self._channel
        assert channel is not None, "new_game comes first"
        board = self._follow(position)
        channel.listen()
        cpu, started = channel.group.cpu(), time.perf_counter()
        try:
            limit = self.limit(limits, board.turn)
            played = _within(
                time_given(limits) + self.patience,
                channel.play(board, limit, game=self._game, info=self.INFO),
            )
        except Exception as error:  # whatever it was, this engine is of no more use
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
        """Start the engine.

        :raises Forfeit: if it does not come up as an engine that speaks the protocol.
        """
        words, options = _split(self.command_line())
        channels: list[Channel] = []
        try:
            _within(self.starting, self._begin(words, options, channels))
        except Exception as error:  # whatever it was, there is no engine
            said = str(error) or f"not ready within {self.starting:g} s"
            for channel in channels:
                if not isinstance(error, StarlingError):
                    said = str(channel.fault or saying(said, channel.last))
                channel.fault = channel.fault or Forfeit("no start", said)
                channel.end()
            raise Forfeit("no start", f"does not start as {self.TITLE} engine: {said}") from error
        self.remarks = channels[0].remarks()
        return channels[0]

    async def _begin(
        self, words: list[str], options: dict[str, str], channels: list[Channel]
    ) -> None:
        """Start an engine, greet it, set its options and wait until it is ready; its channel is
        there as soon as its process is.

        :raises SpecError: if it has no such option.
        """
        marked = environment()

        def channel() -> Channel:
            channels.append(self.channel(marked))
            return channels[-1]

        loop = asyncio.get_running_loop()
        await loop.subprocess_exec(channel, *words, process_group=0, env=marked)
        engine = channels[0]
        await engine.initialize()
        values = {name: _value(engine.options, name, value) for name, value in options.items()}
        await engine.configure(values)
        engine.release_buttons()
        await engine.ping()
        await engine.rehearse(self._limit)
        engine.expect_ready(self._board)

    def _follow(self, position: Position) -> chess.Board:
        """The position as a board; only the last moves are made anew."""
        played = tuple(position.history)
        known = self._played
        self._played = played
        if known is None or played[: len(known)] != known:
            self._board = position.board()  # type: ignore[attr-defined]  # `prepare` saw to it
            return self._board
        new = played[len(known) :]
        for _ in new:
            position.pop()
        for move in new:
            self._board.push(chess.Move.from_uci(position.move_text(move)))
            position.push(move)
        return self._board


Cost = tuple[float, float | None]
"""Wall-clock and CPU seconds of a move; None where the system does not tell."""


class Channel(Protocol):  # type: ignore[misc]  # python-chess is typed, where it is installed
    """The dialogue with one engine.

    A protocol's channel is this and, behind it, python-chess's class for the protocol.

    :param received: bytes since it was last asked.
    :param fault: what the engine did wrong, where this side noticed it.
    :param last: what it said last in its dialogue, or complained of beside it.
    :param odd: the options whose line breaks the protocol, and why.
    """

    target_config: Any
    """The options that python-chess sets before every move, where they have other values."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        super().__init__()
        self.listen()
        self.environment = environment
        self.fault: Forfeit | None = None
        self.last = ""
        self.group: Any = None
        self.odd: dict[str, str] = {}

    def listen(self) -> None:
        """What is heard from here on belongs to another question."""
        self.received = 0

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.group = Group(transport.get_pid(), self.environment)

    def pipe_data_received(self, fd: int, data: Any) -> None:
        self.received += len(data)
        if self.received <= FLOOD:
            super().pipe_data_received(fd, data)
        elif self.fault is None:
            self.fault = flooded()
            self.group.end()

    def line_received(self, line: str) -> None:
        self.last = line[:LONGEST_LINE] or self.last

    async def rehearse(self, limit: Limit) -> None:
        """Tell the engine before the first game what it might refuse.

        :param limit: that of its first move.
        """

    def expect_ready(self, board: chess.Board) -> None:
        """See whether the engine took what it was told, and can play games like this one.

        :raises StarlingError: if not.
        """

    def release_buttons(self) -> None:
        """Forget the buttons that were pressed: python-chess would press them before every move."""
        target: dict[str, Any] = self.target_config
        for name in [name for name in target if self.options[name].type in BUTTONS]:
            del target[name]

    def remarks(self) -> tuple[str, ...]:
        """What is odd about the engine and does not keep it from playing."""
        if not self.odd:
            return ()
        name, why = next(iter(self.odd.items()))
        others = f", and {len(self.odd) - 1} more" if len(self.odd) > 1 else ""
        return (
            f"offers an odd option, {quoted(name, MOST_QUOTED)}: {why}; it is left alone{others}",
        )

    def process_exited(self) -> None:
        """What it started may keep its pipes open: they end with it."""
        super().process_exited()
        self.group.end()

    def error_line_received(self, line: str) -> None:
        """Engines may say on stderr what they like."""
        self.last = line[:LONGEST_LINE] or self.last

    def end(self) -> None:
        """End the engine, by the word if it did nothing wrong."""
        if self.transport is None:
            return  # it never began
        if self.fault is None and not self.returncode.done():
            with suppress(Exception):
                _within(QUITTING, self.quit())
        self.group.end()
        with suppress(TimeoutError):
            _within(QUITTING, self._over())
        self.loop.call_soon_threadsafe(self.transport.close)

    async def _over(self) -> None:
        """Wait until the process is gone: asyncio complains where it is closed before."""
        await asyncio.shield(self.returncode)


def _split(words: list[str]) -> tuple[list[str], dict[str, str]]:
    """A command line without its words `option.NAME=VALUE`, and those.

    :raises SpecError: if one of them has no value.
    """
    options = {}
    for word in words:
        if word.startswith("option."):
            name, equals, value = word.removeprefix("option.").partition("=")
            if not name or not equals:
                raise SpecError(f"{quoted(word)}: expected option.NAME=VALUE")
            options[name] = value
    return [word for word in words if not word.startswith("option.")], options


def _value(offered: Mapping[str, Option], name: str, value: str) -> str | bool:
    """The value to set an option to.

    :raises SpecError: if the engine offers no such option, or it takes no such value.
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
    """The event loop of this process's engines, in a thread of its own."""
    with _starting:
        loop = _loops.get(os.getpid())
        if loop is None:
            loop = _loops[os.getpid()] = asyncio.new_event_loop()
            loop.set_exception_handler(lambda *_: None)  # an engine's nonsense is told as its fault
            threading.Thread(target=loop.run_forever, daemon=True).start()
        return loop


def _within(seconds: float, answer: Coroutine[Any, Any, Any]) -> Any:
    """What an engine answers.

    :raises TimeoutError: if it takes longer.
    """

    async def in_time() -> Any:
        return await asyncio.wait_for(answer, seconds)

    return asyncio.run_coroutine_threadsafe(in_time(), _loop()).result()


def _fault(error: Exception) -> Forfeit:
    """How an engine lost that failed with this error."""
    detail = str(error) or type(error).__name__
    if isinstance(error, TimeoutError):
        return Forfeit("no answer", f"{detail}: no move in time")
    why = error.__context__ or next(iter(error.args), None)
    if isinstance(why, ValueError):  # python-chess could not make the move
        return Forfeit("illegal move", detail)
    if XBOARD_ERROR_REGEX.match(detail):
        return Forfeit("refusal", detail)
    return Forfeit("crash", detail)


def mate_value(moves: int) -> int:
    """The value of a mate in so many moves, as engines count them; below 1 of being mated."""
    return WIN - (2 * moves - 1) if moves > 0 else -WIN - 2 * moves
