"""External chess engines that speak UCI, through python-chess."""

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
from chess.engine import Limit, UciProtocol

from engine.match.players.player import Choice, Forfeit, Player
from engine.match.players.programs import (
    FLOOD,
    PATIENCE,
    STARTING,
    Group,
    command_line,
    cpu_between,
    environment,
    flooded,
    time_given,
)
from games.core.position import Position
from games.core.scores import WIN
from games.errors import LimitsError, SpecError, quoted, unknown
from games.parts.part import name_of
from searchers import Limits

__all__ = ["UciPlayer"]

FASTEST = 1e9
"""Nodes a second that no engine takes."""

QUITTING = 1.0
"""Seconds that an engine has to end by itself."""

# What engines say out of turn is no message of ours.
logging.getLogger("chess.engine").addHandler(logging.NullHandler())


class UciPlayer(Player):
    """A UCI engine. One that fails is ended; the next game starts it afresh.

    :param command: the command line; no shell reads it. Its words `option.NAME=VALUE` are not for
        the program's command line but set UCI options: stockfish option.UCI_Elo=1350.
    :param patience: seconds it may take for an answer beyond the time its limits give; None for
        `PATIENCE`. To start it has as long, and `STARTING` at least.
    """

    TRUSTED = True

    def __init__(self, command: str, patience: float | None = None) -> None:
        super().__init__(f"uci:{command}")
        self.command = command
        self.patience = PATIENCE if patience is None else patience
        self.starting = max(STARTING, patience or 0.0)
        self._channel: _Channel | None = None
        self._game = object()
        self._board = chess.Board()
        self._played: tuple[int, ...] | None = None

    def prepare(self, position: Position, limits: Limits) -> None:
        if "uci" not in position.STANDARDS:
            game = name_of(type(position))
            raise SpecError(f"{self.name} plays chess only: expected a searcher for {game}")
        if limits.cpu is not None:
            raise LimitsError(f"{self.name} knows no CPU limit: use nodes, depth, seconds or clock")
        if limits.endless():
            raise LimitsError(f"{self.name} needs a limit: nodes, depth, seconds or clock")
        _split(command_line("uci", self.command))

    def begin(self) -> None:
        if self._channel is None:
            self._channel = self._opened()

    def new_game(self) -> None:
        self.begin()
        self._game = object()  # python-chess sends ucinewgame when it sees another one
        self._played = None

    def choose(self, position: Position, limits: Limits) -> Choice:
        channel = self._channel
        assert channel is not None, "new_game comes first"
        board = self._follow(position)
        channel.listen()
        cpu, started = channel.group.cpu(), time.perf_counter()
        try:
            played = _within(
                time_given(limits) + self.patience,
                channel.play(board, _limit(limits, board.turn), game=self._game),
            )
        except Exception as error:  # whatever it was, this engine is of no more use
            channel.fault = channel.fault or _fault(error)
            self.close()
            raise channel.fault from error
        seconds = time.perf_counter() - started
        nodes = _number(channel.counted, "nodes")
        return Choice(
            None if played.move is None else position.parse_move(played.move.uci()),
            _value(channel.scored),
            nodes,
            seconds,
            cpu_between(cpu, channel.group.cpu()),
            "nodes" if nodes is not None and nodes >= (limits.nodes or nodes + 1) else "",
            _implausible(nodes, limits.nodes, seconds),
            _number(channel.scored, "depth"),
        )

    def close(self) -> None:
        channel, self._channel = self._channel, None
        if channel is not None:
            channel.end()

    def _opened(self) -> _Channel:
        """Start the engine.

        :raises Forfeit: if it does not come up as a UCI engine.
        """
        words, options = _split(command_line("uci", self.command))
        channels: list[_Channel] = []
        try:
            _within(self.starting, _begin(words, options, channels))
        except Exception as error:  # whatever it was, there is no engine
            said = str(error) or f"not ready within {self.starting:g} s"
            for channel in channels:
                said = str(channel.fault or said)
                channel.fault = channel.fault or Forfeit("no start", said)
                channel.end()
            raise Forfeit("no start", f"does not start as a UCI engine: {said}") from error
        return channels[0]

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


class _Channel(UciProtocol):  # type: ignore[misc]  # python-chess is typed, where it is installed
    """The dialogue with one engine.

    :param received: bytes since it was last asked.
    :param counted: the last line since then that tells nodes; `scored` that tells a score.
    :param fault: what the engine did wrong, where this side noticed it.
    """

    def __init__(self, environment: Mapping[str, str]) -> None:
        super().__init__()
        self.listen()
        self.environment = environment
        self.fault: Forfeit | None = None
        self.group: Any = None

    def listen(self) -> None:
        """What is heard from here on belongs to another question."""
        self.received = 0
        self.counted = self.scored = ""

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
        """Keep the lines that matter; reading them all would cost as much as playing."""
        if line.startswith("info "):
            if " nodes " in line:
                self.counted = line
            if " score " in line:
                self.scored = line

    def process_exited(self) -> None:
        """What it started may keep its pipes open: they end with it."""
        super().process_exited()
        self.group.end()

    def error_line_received(self, line: str) -> None:
        """Engines may say on stderr what they like."""

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


async def _begin(words: list[str], options: dict[str, str], channels: list[_Channel]) -> None:
    """Start an engine, greet it, set its options and wait until it is ready; its channel is there
    as soon as its process is.

    :raises SpecError: if it has no such option.
    """
    marked = environment()

    def channel() -> _Channel:
        channels.append(_Channel(marked))
        return channels[-1]

    loop = asyncio.get_running_loop()
    await loop.subprocess_exec(channel, *words, process_group=0, env=marked)
    engine = channels[0]
    await engine.initialize()
    for name in options:
        if name not in engine.options:
            raise SpecError(unknown("option", name, engine.options))
    await engine.configure(options)
    await engine.ping()


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


def _limit(limits: Limits, white: bool) -> Limit:
    """Our limits in python-chess's words; the clock is that of the side to move."""
    clock: dict[str, Any] = {}
    if limits.clock is not None:
        side = "white" if white else "black"
        clock = {
            f"{side}_clock": limits.clock.remaining,
            f"{side}_inc": limits.clock.increment,
            "remaining_moves": limits.clock.moves_to_go,
        }
    return Limit(nodes=limits.nodes, depth=limits.depth, time=limits.seconds, **clock)


def _words(line: str, parameter: str, count: int) -> list[str]:
    """The words behind a parameter of an info line; none where it is missing or is mere text."""
    words = line.partition(" string ")[0].split()
    index = words.index(parameter) + 1 if parameter in words else len(words)
    return words[index : index + count]


def _number(line: str, parameter: str) -> int | None:
    """What an info line tells of this; None where it tells none."""
    try:
        return int(*_words(line, parameter, 1) or ["none"])
    except ValueError:
        return None


def _value(line: str) -> int | None:
    """The score of an info line, which is from the side to move; None where it tells none."""
    try:
        kind, number = _words(line, "score", 2)
        value = int(number)
    except ValueError:
        return None
    if kind == "mate":
        return WIN - (2 * value - 1) if value > 0 else -WIN - 2 * value
    return value if kind == "cp" else None


def _implausible(nodes: int | None, requested: int | None, seconds: float) -> str:
    """What is wrong with a node count by itself; "" if it may be true."""
    if nodes is None:
        return "no node count" if requested is not None else ""
    if nodes < 0:
        return "negative node count"
    return "more nodes than the time allows" if nodes > FASTEST * seconds else ""


def _fault(error: Exception) -> Forfeit:
    """How an engine lost that failed with this error."""
    detail = str(error) or type(error).__name__
    if isinstance(error, TimeoutError):
        return Forfeit("no answer", f"{detail}: no move in time")
    if isinstance(error.__context__, ValueError):  # python-chess could not make the move
        return Forfeit("illegal move", detail)
    return Forfeit("crash", detail)
