"""Players in a process of their own, which is watched: whatever they do, they lose no more than a
game.

A searcher or player that is not ours may raise, leave, end its process, take for ever, or make
moves in the position that it is shown. So it gets a copy of this process (by `fork`, so that any
object can go there) and positions of its own, and is asked as a program is: who does not answer in
time, or has gone, forfeits the game, and the next one finds the player as it was when the
tournament began.
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
from typing import Any, NamedTuple, NoReturn, cast

from engine.match.players.player import Choice, Forfeit, Player, fault_of
from engine.match.players.programs import (
    PATIENCE,
    QUITTING,
    STARTING,
    Group,
    leave_guard,
    time_given,
)
from games.core.position import Position
from games.errors import SpecError, StarlingError, quoted
from searchers import Clock, Limits

__all__ = ["CAN_WATCH", "WatchedPlayer"]

CAN_WATCH = hasattr(os, "fork")
"""Whether the system can copy a process; elsewhere all players play in this one."""


LONGEST_WAIT = 1e6
"""Seconds; the system's own waiting goes not much further."""


class Place(NamedTuple):
    """A position as the other process makes it: where its history begins, and the moves."""

    start: str
    history: tuple[int, ...]

    @classmethod
    def of(cls, position: Position) -> Place:
        """The place of a position."""
        return cls(position.start, tuple(position.history))


class WatchedPlayer(Player):
    """Another player, in a process of its own.

    :param player: who plays; this one, here, is never asked.
    :param patience: seconds it may take for an answer beyond the time its limits give; None for
        `PATIENCE`. To start it has as long, and `STARTING` at least.
    """

    def __init__(self, player: Player, patience: float | None = None) -> None:
        super().__init__(player.name)
        self.player = player
        self.patience = PATIENCE if patience is None else patience
        self.starting = max(STARTING, patience or 0.0)
        self._prepared: tuple[Position, Limits] | None = None
        self._child: _Child | None = None

    @property
    def COUNTS_NODES(self) -> bool:  # type: ignore[override]  # as the player says
        return self.player.COUNTS_NODES

    def prepare(self, position: Position, limits: Limits) -> None:
        first = self._prepared is None
        self._prepared = (position.copy(), limits)
        # Who fails at this will lose its games; only what it says of the game or limits counts.
        with suppress(Forfeit):
            if self._child is None:
                self._start()
            if not first:
                self._ask("prepare", self.starting, Place.of(position), limits)

    def new_game(self) -> None:
        if self._child is None:
            self._start()
        self._ask("new_game", self.patience)

    def choose(self, position: Position, limits: Limits) -> Choice:
        seconds = time_given(limits) + self.patience
        choice: Choice = self._ask(
            "choose", seconds, Place.of(position), limits, self.opponent_clock
        )
        return choice

    def close(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.end()

    def _start(self) -> None:
        """Begin the process, and have the player prepared there.

        :raises StarlingError: as the player's own `prepare`.
        """
        assert self._prepared is not None, "prepare comes first"
        position, limits = self._prepared
        self._child = _Child(self.player, position)
        self._ask("prepare", self.starting, Place.of(position), limits)

    def _ask(self, question: str, seconds: float, *arguments: Any) -> Any:
        """What the player answers.

        :raises Forfeit: if it fails; one that is gone or does not answer is ended.
        :raises StarlingError: as `Player.prepare` does.
        """
        assert self._child is not None
        try:
            return self._child.ask(question, seconds, arguments)
        except _Gone as gone:
            self._child.end(kill=True)
            self._child = None
            raise gone.fault from None


class _Gone(Exception):
    """The process is of no more use."""

    def __init__(self, fault: Forfeit) -> None:
        self.fault = fault


class _Child:
    """The process of a player, from this side."""

    def __init__(self, player: Player, position: Position) -> None:
        self._pipe, its_end = Pipe()
        sys.stdout.flush()
        sys.stderr.flush()
        with warnings.catch_warnings():  # a copy that hangs forfeits as others do
            warnings.simplefilter("ignore", DeprecationWarning)
            self._pid = os.fork()
        if self._pid == 0:
            self._pipe.close()
            _live(_Play(player, position), its_end)
        its_end.close()
        with suppress(OSError):  # here and there, whoever comes first
            os.setpgid(self._pid, self._pid)
        self._group = Group(self._pid)

    def ask(self, question: str, seconds: float, arguments: tuple[Any, ...]) -> Any:
        """What the player answers.

        :raises _Gone: if it does not, in that time or at all.
        """
        try:
            self._pipe.send((question, arguments))
            received = self._pipe.poll(min(seconds, LONGEST_WAIT))
            failed, answer = self._pipe.recv() if received else (True, None)
        except (EOFError, OSError):
            raise _Gone(Forfeit("crash", self._ended())) from None
        except Exception as error:  # what was sent is a class of the player's own
            raise _Gone(fault_of(error)) from error
        if not received:
            raise _Gone(Forfeit("no answer", f"no answer within {seconds:g} s"))
        if failed:
            assert isinstance(answer, BaseException)
            raise answer
        return answer

    def end(self, kill: bool = False) -> None:
        """End the process, by the word if it listens and is not to be killed."""
        with suppress(OSError):
            self._pipe.send(None)
        self._pipe.close()
        if not kill:
            self._wait(QUITTING)
        self._group.end()
        with suppress(ChildProcessError):
            os.waitpid(self._pid, 0)

    def _ended(self) -> str:
        status = self._wait(QUITTING)
        if status is None:
            return "its process listens no more"
        code = os.waitstatus_to_exitcode(status)
        return f"its process ended ({f'signal {-code}' if code < 0 else f'exit code {code}'})"

    def _wait(self, seconds: float) -> int | None:
        """The status of the process, if it ends in that time."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                ended, status = os.waitpid(self._pid, os.WNOHANG)
            except ChildProcessError:  # it was waited for
                return None
            if ended:
                return status
            if time.monotonic() >= deadline:
                return None
            time.sleep(0.001)


class _Play:
    """The player in its process, and the positions it is asked about.

    :param position: one of the positions that games begin at.
    """

    def __init__(self, player: Player, position: Position) -> None:
        self.player = player
        self.root = position.copy()

    def prepare(self, place: Place, limits: Limits) -> None:
        """As `Player.prepare`."""
        self.player.prepare(self._at(place), limits)

    def new_game(self) -> None:
        """As `Player.new_game`."""
        self.player.new_game()

    def choose(self, place: Place, limits: Limits, opponent_clock: Clock | None) -> Choice:
        """As `Player.choose`."""
        self.player.opponent_clock = opponent_clock
        choice = self.player.choose(self._at(place), limits)
        if choice.move is None or type(choice.move) is int:
            return choice
        return replace(choice, move=cast(Any, quoted(choice.move)))  # no move, but can be sent

    def _at(self, place: Place) -> Position:
        """A new position, whatever the player did with the last one."""
        position: Any
        if place.start == self.root.start:
            position = self.root.copy()
            while position.history:
                position.pop()
        else:
            position = self.root.at(place.start) if place.start else self.root.initial()
        for move in place.history:
            position.push(move)
        return position


def _live(play: _Play, pipe: Connection) -> NoReturn:
    """Answer until nobody asks; the life of the other process."""
    try:
        with suppress(OSError):
            os.setpgid(0, 0)
        for number in (signal.SIGINT, signal.SIGTERM):  # Ctrl-C is for who asks
            signal.signal(number, signal.SIG_IGN if number == signal.SIGINT else signal.SIG_DFL)
        leave_guard()
        with suppress(EOFError, OSError):
            while (asked := pipe.recv()) is not None:
                question, arguments = asked
                answer = _answer(getattr(play, question), arguments)
                try:
                    pipe.send(answer)
                except OSError:
                    raise
                except Exception as error:  # what cannot be sent is no answer
                    pipe.send((True, fault_of(error)))
    finally:
        with suppress(BaseException):
            play.player.close()
        with suppress(BaseException):
            sys.stdout.flush()
        os._exit(0)


def _answer(question: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[bool, Any]:
    """What a question brings: whether it failed, and the answer or the failure."""
    try:
        return False, question(*arguments)
    except Forfeit as fault:
        return True, fault
    except KeyboardInterrupt as interrupt:
        return True, interrupt
    except StarlingError as error:
        if question.__name__ != "prepare":
            return True, fault_of(error)
        ours = type(error).__module__ == SpecError.__module__
        return True, error if ours else SpecError(str(error))
    except BaseException as error:  # a player may fail in any way it likes
        return True, fault_of(error)
