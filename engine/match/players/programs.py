"""External programs: found without a shell, watched, and ended with the process that started them.

A program runs in a process group of its own, so that Ctrl-C ends the match in order and not the
program, and so that what it starts itself ends with it.
"""

from __future__ import annotations

import atexit
import os
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from itertools import count
from pathlib import Path

from engine.match.players.guard import MARK, kill
from engine.match.players.player import Forfeit, Player
from games.core.position import Position
from games.errors import EngineError, LimitsError, SpecError, quoted
from games.parts.part import name_of
from searchers import Limits

__all__ = [
    "FLOOD",
    "GAME_FOLDERS",
    "LONGEST_LINE",
    "PATIENCE",
    "QUITTING",
    "STARTING",
    "Group",
    "Program",
    "command_line",
    "cpu_between",
    "environment",
    "flooded",
    "leave_guard",
    "saying",
    "time_given",
]

GAME_FOLDERS = ("/usr/games", "/usr/local/games")
"""Where distributions put game programs, beside PATH."""

PATIENCE = 60.0
"""Seconds that a program may take for an answer beyond the time it was given."""

STARTING = 10.0
"""Seconds that a program may take to start, and more only where it has more for an answer."""

QUITTING = 1.0
"""Seconds that a player has to end by itself."""

LONGEST_LINE = 2**12
"""Characters that are kept of what a program says last."""

FLOOD = 4 * 2**20
"""Bytes that a program may write for one answer."""

MOST_QUOTED = 120
"""Characters that are quoted of what a program said."""


class Program(Player):
    """A player that is a program. One that fails is ended; the next game starts it afresh.

    :param command: the command line; no shell reads it.
    :param patience: seconds it may take for an answer beyond the time its limits give; None for
        `PATIENCE`. To start it has as long, and `STARTING` at least.
    """

    PROTOCOL = ""
    """What stands before the command line in a spec."""

    TITLE = ""
    """The protocol as its friends write it."""

    TRUSTED = True
    COUNTS_NODES = False

    def __init__(self, command: str, patience: float | None = None) -> None:
        super().__init__(f"{self.PROTOCOL}:{command}")
        self.command = command
        self.patience = PATIENCE if patience is None else patience
        self.starting = max(STARTING, patience or 0.0)

    def expect_game(self, position: Position, plays: str) -> None:
        """Refuse a game that the protocol does not know.

        :param plays: what it does, for messages.
        :raises SpecError: if it is another one.
        """
        if self.PROTOCOL not in position.INFO.standards:
            other = name_of(type(position))
            raise SpecError(f"{self.name} {plays}: expected a searcher for {other}")

    def expect_usual_start(self, position: Position) -> None:
        """Refuse a game that begins elsewhere.

        :raises SpecError: if it does.
        """
        if position.start:
            raise SpecError(
                f"{self.name} begins at the usual start only, not at {position.start!r}"
            )

    def expect_whole_seconds(self, limits: Limits) -> None:
        """Refuse seconds for a move that a protocol of whole ones has no words for.

        :raises LimitsError: if there are such.
        """
        if limits.seconds is not None and (limits.seconds % 1 or not limits.seconds):
            raise LimitsError(
                f"{self.name} knows whole seconds a move only, not {limits.seconds:g}: use clock"
            )


def command_line(kind: str, command: str) -> list[str]:
    """A command line as a list, with the program's path.

    :param kind: what speaks there, for messages: "uci", "gtp".
    :raises EngineError: if there is no such program.
    """
    try:
        words = shlex.split(command, posix=os.name != "nt")
    except ValueError as error:
        raise EngineError(f"{kind}:{command} is no command line: {error}") from None
    if not words:
        raise EngineError(f"{kind}: expected a command line")
    folders = os.pathsep.join([os.environ.get("PATH", os.defpath), *GAME_FOLDERS])
    program = shutil.which(words[0], path=folders)
    if program is None:
        places = f"PATH or in {' or '.join(GAME_FOLDERS)}"
        raise EngineError(f"{kind}:{command}: no program {quoted(words[0])} on {places}")
    return [program, *words[1:]]


def environment() -> dict[str, str]:
    """The environment for a new program: ours, and a mark of its own by which `Group` knows it."""
    return {**os.environ, MARK: f"{os.getpid()}-{time.time_ns()}-{next(_numbers)}"}


_numbers = count()


class Group:
    """The process group of a program that just started, under guard until `end`.

    :param pid: the program's process, the first of its group.
    :param environment: what `environment` gave it, if it was started with one: whatever it starts
        ends with it, also where that leaves the group.
    """

    def __init__(self, pid: int, environment: Mapping[str, str] | None = None) -> None:
        self.pid = pid
        self._mark = (environment or {}).get(MARK, "")
        self._ended = False
        _tell_guard(f"+{pid} {self._mark}")

    def cpu(self) -> float | None:
        """CPU seconds the program has taken so far; None where the system does not tell."""
        if sys.platform != "linux":
            return None
        process_cpu_clock = ~self.pid << 3 | 2  # as clock_getcpuclockid() makes it
        try:
            return time.clock_gettime(process_cpu_clock)
        except OSError:
            return None

    def end(self) -> None:
        """Kill whatever is left of the group, once: its number may come to be another's."""
        if self._ended:
            return
        self._ended = True
        if hasattr(os, "killpg"):
            kill(self.pid, self._mark)
        else:
            with suppress(OSError):
                os.kill(self.pid, signal.SIGTERM)
        _tell_guard(f"-{self.pid}")


_guards: dict[int, subprocess.Popen[str]] = {}
_guarding = threading.Lock()


def _tell_guard(order: str) -> None:
    """Write to the guard of this process, which is started when it is first needed."""
    if not hasattr(os, "killpg"):
        return
    with _guarding:
        guard = _guards.get(os.getpid())
        if guard is None or guard.poll() is not None:
            guard = _guards[os.getpid()] = subprocess.Popen(
                [sys.executable, "-I", "-S", str(Path(__file__).with_name("guard.py"))],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                text=True,
                start_new_session=True,
            )
            atexit.register(_dismiss, guard)
        assert guard.stdin is not None
        with suppress(OSError):  # a guard that died is followed by another one
            guard.stdin.write(order + "\n")
            guard.stdin.flush()


def leave_guard() -> None:
    """In a copy of this process: hold nothing by which the guard would think this one alive."""
    for guard in _guards.values():
        if guard.stdin is not None:
            with suppress(OSError):
                guard.stdin.close()


def _dismiss(guard: subprocess.Popen[str]) -> None:
    with suppress(OSError):
        try:
            guard.communicate(timeout=QUITTING)
        except subprocess.TimeoutExpired:  # it is stopped
            guard.kill()


def time_given(limits: Limits) -> float:
    """Seconds that the limits themselves allow for a move; 0 where they do not speak of time."""
    clock = limits.clock.remaining if limits.clock is not None else 0.0
    return max(limits.seconds or 0.0, limits.cpu or 0.0, clock)


def cpu_between(before: float | None, after: float | None) -> float | None:
    """CPU seconds between two looks at a group; None where one of them saw nothing."""
    return None if before is None or after is None else after - before


def flooded() -> Forfeit:
    """The fault of a program that does not stop writing."""
    return Forfeit("flood", f"more than {FLOOD} bytes for one answer")


def saying(fault: str, said: str) -> str:
    """A fault, and what the program said last, if it said anything else."""
    said = said.strip()
    if not said or said in fault:
        return fault
    return f"{fault}; it said {quoted(said, MOST_QUOTED)}"
