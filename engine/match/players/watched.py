"""Players in a watched process of their own: any failure loses one game and nothing else.

A searcher or player from another package may raise, exit, hang, or change the position. So it runs
in a copy of this process (by `fork`, as any object can go there) on its own positions. A player
that does not answer in time, or whose process ends, forfeits the game. The next game starts it
again, as it was when the tournament began.
"""

from __future__ import annotations

import os
import signal
import sys
import time
import warnings
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import Any, NoReturn, cast

from engine.match.players.player import Choice, Forfeit, Player, forfeit_of
from engine.match.players.program import (
    PATIENCE,
    QUITTING,
    STARTING,
    Group,
    close_guard_pipes,
    time_given,
)
from games.core.position import Position
from games.errors import SpecError, StarlingError, quoted
from searchers import Clock, Limits

CAN_WATCH = hasattr(os, "fork")
"""Whether the system can copy a process; otherwise all players play in this one."""


LONGEST_WAIT = 1e6
"""The maximum timeout in seconds, near the limit of the system."""


Place = tuple[str, tuple[int, ...]]
"""A position for the other process: the start of its history, and its moves."""


def _place(position: Position) -> Place:
    """Return the start and the moves of a position, from which the other process makes it."""
    return position.start, tuple(position.history)


class WatchedPlayer(Player):
    """A proxy for a player in its own process.

    :param player: the player; it is copied, and this object is not called.
    :param patience: seconds beyond its limits within which it must answer; None for `PATIENCE`. It
        must start within the same time, or `STARTING` if that is longer.
    """

    def __init__(self, player: Player, patience: float | None = None) -> None:
        super().__init__(player.name)
        self.player = player
        self.patience = PATIENCE if patience is None else patience
        self.starting = max(STARTING, patience or 0.0)
        self._prepared: tuple[Position, Limits] | None = None
        self._process: _PlayerProcess | None = None

    @property
    def COUNTS_NODES(self) -> bool:  # type: ignore[override]  # the value of the player
        """Whether the player obeys a node limit."""
        return self.player.COUNTS_NODES

    def prepare(self, position: Position, limits: Limits) -> None:
        """Prepare the player in its process, which is started if necessary.

        A player that fails here raises nothing, and forfeits its games later.

        :raises StarlingError: if the player refuses the game or the limits.
        """
        self._prepared = (position.copy(), limits)
        with suppress(Forfeit):
            self._prepare()

    def begin(self) -> None:
        """Start the process and the player in it, and set `remarks` to those of the player.

        A player that fails in `prepare` raises nothing, and forfeits its games later.

        :raises Forfeit: if its `begin` fails.
        """
        if self._process is None:
            with suppress(Forfeit):
                self._prepare()
        if self._process is not None:
            self.remarks = self._call("begin", self.starting)

    def new_game(self) -> None:
        """Begin another game of the player; start and prepare its process first if necessary.

        :raises Forfeit: if it fails.
        :raises StarlingError: if the player refuses the game or the limits.
        """
        if self._process is None:
            self._prepare()
        self._call("new_game", self.patience)

    def choose(self, position: Position, limits: Limits) -> Choice:
        """Return the move that the player chooses in its process.

        :raises Forfeit: if it raises an exception. If it does not answer within limits and patience
            or its process ends, the process is also killed.
        """
        seconds = time_given(limits) + self.patience
        choice: Choice = self._call(
            "choose", seconds, _place(position), limits, self.opponent_clock
        )
        return choice

    def close(self) -> None:
        """End the player's process if it runs."""
        process, self._process = self._process, None
        if process is not None:
            process.end()

    def _prepare(self) -> None:
        """Prepare the player in its process, which is started if necessary; end it if that fails.

        So each game prepares the player again, and is forfeited if that fails again.

        :raises Forfeit: if the player fails, or its process does not start.
        :raises StarlingError: if the player refuses the game or the limits.
        """
        assert self._prepared is not None, "prepare comes first"
        position, limits = self._prepared
        try:
            if self._process is None:
                self._process = _PlayerProcess(self.player, position)
            self._call("prepare", self.starting, _place(position), limits)
        except (Forfeit, StarlingError):
            self.close()
            raise
        except OSError as error:
            raise Forfeit("no start", f"its process does not start: {error}") from error

    def _call(self, method: str, seconds: float, *arguments: Any) -> Any:
        """Call a method of the player in its process and return the result.

        :param seconds: the most time to wait for the answer.
        :raises Forfeit: if it fails; a process that is gone or does not answer is ended.
        :raises StarlingError: if the player refuses the game or the limits.
        """
        process = self._process
        assert process is not None
        try:
            return process.call(method, seconds, arguments)
        finally:
            if process.ended:
                self._process = None


class _PlayerProcess:
    """The process of a player, seen from the parent. It is started as a copy of this process.

    :param position: any position of the game.
    :param ended: whether it was ended by this object.
    :raises OSError: if it cannot be started or guarded; then it does not run.
    """

    def __init__(self, player: Player, position: Position) -> None:
        """Start a copy of this process that serves the player's calls at a position.

        :raises OSError: if it cannot be started or watched.
        """
        self.ended = False
        self._pipe, its_end = Pipe()
        sys.stdout.flush()
        sys.stderr.flush()
        with warnings.catch_warnings():  # a copy that hangs forfeits
            warnings.simplefilter("ignore", DeprecationWarning)
            self._pid = os.fork()
        if self._pid == 0:
            self._pipe.close()
            _serve(player, position, its_end)
        its_end.close()
        with suppress(OSError):  # both processes do this; one of them is first
            os.setpgid(self._pid, self._pid)
        try:
            self._group = Group(self._pid)
        except OSError:
            os.waitpid(self._pid, 0)
            raise

    def call(self, method: str, seconds: float, arguments: tuple[Any, ...]) -> Any:
        """Call a method of the player and return the result; raise the exception that it raised.

        Exceptions are those that `_answer` returns, such as `Forfeit`.

        :param seconds: the most time to wait for the answer.
        :raises Forfeit: if there is no answer in that time, or the process has ended, or the answer
            cannot be read; then the process is ended.
        """
        fault = None
        try:
            self._pipe.send((method, arguments))
            if self._pipe.poll(min(seconds, LONGEST_WAIT)):
                failed, answer = self._pipe.recv()
            else:
                fault = Forfeit("no answer", f"no answer within {seconds:g} s")
        except (EOFError, OSError):
            fault = Forfeit("crash", self._how_it_ended())
        except Exception as error:  # a class of the player cannot be unpickled
            fault = forfeit_of(error)
        if fault is not None:
            self.end(kill=True)
            raise fault
        if failed:
            raise answer
        return answer

    def end(self, kill: bool = False) -> None:
        """End the child process: send None, wait at most `QUITTING` seconds, then kill its group.

        :param kill: kill it without the wait.
        """
        self.ended = True
        with suppress(OSError):
            self._pipe.send(None)
        self._pipe.close()
        if not kill:
            self._wait()
        self._group.end()
        with suppress(ChildProcessError):
            os.waitpid(self._pid, 0)

    def _how_it_ended(self) -> str:
        """Return in words how the child process ended, or that it does not read its messages."""
        status = self._wait()
        if status is None:
            return "its process does not read any more"
        code = os.waitstatus_to_exitcode(status)
        return f"its process ended ({f'signal {-code}' if code < 0 else f'exit code {code}'})"

    def _wait(self) -> int | None:
        """Wait for the process and return its status, in the form of `os.waitpid`.

        :returns: None if it does not end within `QUITTING` seconds, or if its status was already
            read.
        """
        deadline = time.monotonic() + QUITTING
        while True:
            try:
                ended, status = os.waitpid(self._pid, os.WNOHANG)
            except ChildProcessError:  # the status was already read
                return None
            if ended:
                return status
            if time.monotonic() >= deadline:
                return None
            time.sleep(0.001)


class _PlayerServer:
    """The player in its process, which makes the positions of calls from their starts and moves.

    :param position: any position of the game. A copy of it is the source of all others.
    """

    def __init__(self, player: Player, position: Position) -> None:
        self.player = player
        self.root = position.copy()

    def prepare(self, place: Place, limits: Limits) -> None:
        """Prepare the player; see `Player.prepare`."""
        self.player.prepare(self._at(place), limits)

    def begin(self) -> tuple[str, ...]:
        """Start the player, and return its remarks; see `Player.begin`."""
        self.player.begin()
        return tuple(map(str, self.player.remarks))

    def new_game(self) -> None:
        """Begin another game of the player, which is in this process; see `Player.new_game`."""
        self.player.new_game()

    def choose(self, place: Place, limits: Limits, opponent_clock: Clock | None) -> Choice:
        """Choose a move, after the opponent's clock is set; see `Player.choose`.

        A move that is no int becomes a text, which is illegal but can be pickled.
        """
        self.player.opponent_clock = opponent_clock
        choice = self.player.choose(self._at(place), limits)
        if choice.move is None or type(choice.move) is int:
            return choice
        return replace(choice, move=cast(Any, quoted(choice.move)))  # illegal, but can be pickled

    def _at(self, place: Place) -> Position:
        """Return a new position with the start and moves of `place`.

        It is made again for each call, as the player may have changed the last one.
        """
        start, history = place
        position: Any
        if start == self.root.start:
            position = self.root.copy()
            while position.history:
                position.pop()
        else:
            position = self.root.at(start) if start else self.root.initial()
        for move in history:
            position.push(move)
        return position


def _serve(player: Player, position: Position, pipe: Connection) -> NoReturn:
    """Run the child process: answer calls until the parent sends None or closes the pipe.

    Then close the player and exit with code 0. Ctrl-C is ignored.
    """
    try:
        server = _PlayerServer(player, position)
        with suppress(OSError):
            os.setpgid(0, 0)
        for number in (signal.SIGINT, signal.SIGTERM):  # Ctrl-C is for the parent
            signal.signal(number, signal.SIG_IGN if number == signal.SIGINT else signal.SIG_DFL)
        close_guard_pipes()
        with suppress(EOFError, OSError):
            while (received := pipe.recv()) is not None:
                method, arguments = received
                answer = _answer(getattr(server, method), arguments)
                try:
                    pipe.send(answer)
                except OSError:
                    raise
                except Exception as error:  # the answer cannot be pickled
                    pipe.send((True, forfeit_of(error)))
    finally:
        with suppress(BaseException):
            player.close()
        with suppress(BaseException):
            sys.stdout.flush()
        os._exit(0)


def _answer(method: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[bool, Any]:
    """Call a method; return whether it raised an exception, and its result or the exception.

    An exception is returned as the `Forfeit` for it. But KeyboardInterrupt is returned as it is. So
    is a StarlingError of `prepare`; one of another package's class becomes a SpecError.
    """
    try:
        return False, method(*arguments)
    except KeyboardInterrupt as interrupt:
        return True, interrupt
    except BaseException as error:  # a player may raise any exception
        if not isinstance(error, StarlingError) or method.__name__ != "prepare":
            return True, forfeit_of(error)
        ours = type(error).__module__ == SpecError.__module__
        return True, error if ours else SpecError(str(error))
