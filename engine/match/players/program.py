"""External programs: the command line, the process and its guard, and the dialogue in lines.

No shell reads the command line. A program runs in its own process group. So Ctrl-C ends the match
in order and not the program, and child processes of the program end with it.
"""

from __future__ import annotations

import atexit
import os
import queue
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

from engine.match.players.guard import MARK, kill
from engine.match.players.player import Forfeit, Player
from games.core.position import Position
from games.errors import EngineError, LimitsError, SpecError, quoted
from games.parts.files import path_text
from games.parts.part import name_of
from searchers import Limits

GAME_FOLDERS = ("/usr/games", "/usr/local/games")
"""The folders where distributions install games, searched after PATH."""

PATIENCE = 60.0
"""Seconds beyond its limits within which a program must answer."""

STARTING = 10.0
"""Seconds within which a program must start, unless `patience` is longer."""

QUITTING = 1.0
"""Seconds within which a player may end by itself."""

LONGEST_LINE = 2**12
"""Characters that are kept of a program's last line."""

FLOOD = 4 * 2**20
"""The maximum bytes of output for one answer."""

MOST_QUOTED = 120
"""The maximum characters of output quoted in a message."""


class Program(Player):
    """A player that is a program. A program that fails is ended; the next game restarts it.

    A subclass writes `greet`, `new_game` and `choose`. It talks by `send`, `reply_to` and
    `lines_after`.

    :param command: the command line; no shell reads it.
    :param patience: seconds beyond its limits within which it must answer; None for `PATIENCE`. It
        must start within the same time, or `STARTING` if that is longer.
    :param folder: the folder of a relative program path; "" for the current folder.
    """

    PROTOCOL = ""
    """The name of the protocol in a spec."""

    TITLE = ""
    """What it is by its protocol, for messages: "a UCI engine"."""

    TRUSTED = True
    COUNTS_NODES = False

    def __init__(self, command: str, patience: float | None = None, folder: str = "") -> None:
        super().__init__(f"{self.PROTOCOL}:{command}")
        self.command = command
        self.folder = folder
        self.patience = PATIENCE if patience is None else patience
        self.starting = max(STARTING, patience or 0.0)
        self.running: Dialogue | None = None

    def command_line(self) -> list[str]:
        """Return the words of the command line, the program's path first.

        :raises EngineError: if the program does not exist.
        """
        return command_line(self.PROTOCOL, self.command, self.folder)

    @property
    def dialogue(self) -> Dialogue:
        """The dialogue with the program, which must be running."""
        assert self.running is not None, "new_game comes first"
        return self.running

    def greet(self, deadline: float) -> None:
        """Exchange the first lines of the protocol; `start` calls it. The base does nothing.

        :param deadline: the time on `time.monotonic` by which it must be ready.
        :raises Forfeit: if it is not ready by then, or an answer breaks the protocol.
        :raises SpecError: if the program does not support a setting or the game.
        """

    def begin(self) -> None:
        """Start the program and `greet` it, unless it runs; if that fails, kill it.

        :raises EngineError: if the program does not exist.
        :raises Forfeit: if it does not start with this protocol in time, or does not support a
            setting.
        """
        if self.running is None:
            self.start(time.monotonic() + self.starting)

    def start(self, deadline: float) -> None:
        """Start the program and `greet` it by the deadline, else kill it; errors as in `begin`."""
        words = self.command_line()
        try:
            self.running = Dialogue(words)
            self.greet(deadline)
        except (OSError, Forfeit, SpecError) as error:
            self.kill()
            fault = f"does not start as {self.TITLE}: {error}"
            raise Forfeit("no start", fault) from error

    def send(self, line: str) -> None:
        """Send a line to the program; kill it if it does not read any more.

        :raises Forfeit: in that case.
        """
        try:
            self.dialogue.send(line)
        except Forfeit:
            self.kill()
            raise

    def due(self, limits: Limits | None = None) -> float:
        """Return the time on `time.monotonic` by which the program must answer a question of now.

        :param limits: those of the search, whose time is added to `patience`; None for no search.
        """
        return time.monotonic() + time_given(limits or Limits()) + self.patience

    def lines_after(self, question: str, deadline: float) -> Iterator[str]:
        """Send a line, and yield the lines that the program writes from then on, stripped.

        Nothing is sent until the first of them is requested. A program that ends, writes too much,
        or is silent at the deadline is killed.

        :param deadline: a time on `time.monotonic`.
        :raises Forfeit: in these cases.
        """
        self.send(question)
        while True:
            try:
                line = self.dialogue.read_line(question, deadline)
            except Forfeit:
                self.kill()
                raise
            yield line

    def reply_to(
        self, question: str, deadline: float, is_last: Callable[[str], object]
    ) -> list[str]:
        """Send a line, and return the lines that the program answers.

        Errors are those of `lines_after`.

        :param is_last: whether a line is the last one of the answer, which is returned too.
        """
        lines: list[str] = []
        for line in self.lines_after(question, deadline):
            lines.append(line)
            if is_last(line):
                break
        return lines

    def timer(self) -> Callable[[], tuple[float, float | None]]:
        """Return a function that returns the wall-clock and the program's CPU seconds since now.

        The CPU seconds are None if the system does not report them, or the program is gone.
        """
        group = self.dialogue.group
        cpu, started = group.cpu(), time.perf_counter()

        def cost() -> tuple[float, float | None]:
            """Return the seconds since the start, and the CPU seconds; None if unknown."""
            seconds, after = time.perf_counter() - started, group.cpu()
            return seconds, None if cpu is None or after is None else after - cpu

        return cost

    def kill(self) -> None:
        """Kill the program, if one is running; the next `new_game` starts it again."""
        self.close(kill=True)

    def close(self, kill: bool = False) -> None:
        """End the program if it runs; it gets "quit" first, unless `kill` is true."""
        running, self.running = self.running, None
        if running is not None:
            running.end(kill)

    def expect_game(self, position: Position, plays: str) -> None:
        """Refuse a game that the protocol does not support.

        :param plays: the supported game, for messages, as in "plays chess only".
        :raises SpecError: if the game is another one.
        """
        if self.PROTOCOL not in position.INFO.standards:
            other = name_of(type(position))
            raise SpecError(f"{self.name} {plays}: expected a searcher for {other}")

    def expect_whole_seconds(self, limits: Limits) -> None:
        """Refuse seconds for a move that are 0 or have a fraction.

        :raises LimitsError: if `limits.seconds` is such a number; None is accepted.
        """
        if limits.seconds is not None and (limits.seconds % 1 or not limits.seconds):
            raise LimitsError(
                f"{self.name} takes whole seconds a move only, not {limits.seconds:g}: use clock"
            )


def command_line(kind: str, command: str, folder: str = "") -> list[str]:
    """Return the words of a command line, with the path of the program as the first.

    :param kind: the protocol, for messages: "uci", "gtp".
    :param folder: the folder of a relative path. A name without a folder is searched on PATH, then
        in `GAME_FOLDERS`.
    :raises EngineError: if the program does not exist, or the text is no command line.
    """
    try:
        words = split_words(command, backslashes=os.name == "nt")
    except ValueError as error:
        raise EngineError(f"{kind}:{command} is no command line: {error}") from None
    if not words:
        raise EngineError(f"{kind}: expected a command line")
    folders = os.pathsep.join([os.environ.get("PATH", os.defpath), *GAME_FOLDERS])
    if os.path.dirname(words[0]):
        words[0] = os.path.join(folder, words[0])
    program = shutil.which(words[0], path=folders)
    if program is None and os.path.dirname(words[0]):
        raise EngineError(f"{kind}:{command}: there is no program {path_text(words[0])}")
    if program is None:
        places = f"PATH or in {' or '.join(GAME_FOLDERS)}"
        raise EngineError(f"{kind}:{command}: no program {quoted(words[0])} on {places}")
    return [program, *words[1:]]


def split_words(command: str, backslashes: bool) -> list[str]:
    """Return the words of a command line, without their quotes.

    :param backslashes: whether a backslash is a part of a word, as in the paths of Windows.
    :raises ValueError: if a quote is not closed.
    """
    words = shlex.shlex(command, posix=True)
    words.whitespace_split, words.commenters = True, ""
    if backslashes:
        words.escape = ""
    return list(words)


def environment() -> dict[str, str]:
    """Return the environment for a new program: ours with a unique mark for its `Group`."""
    return {**os.environ, MARK: f"{os.getpid()}-{time.time_ns()}-{next(_numbers)}"}


_numbers = count()


class Group:
    """The process group of a program that just started.

    If this process ends before `end` is called, the guard process kills the group.

    :param pid: the program's process, the first of its group.
    :param environment: the result of `environment`, if the program got one. Then all its child
        processes end with it, even those that leave the group.
    :raises OSError: if the guard cannot be started; the group is killed.
    """

    def __init__(self, pid: int, environment: Mapping[str, str] | None = None) -> None:
        """Note the group of a process for the guard, which kills it if this process ends.

        :param environment: that of the process; its mark finds processes outside the group.
        :raises OSError: if there is no guard; the group is then killed.
        """
        self.pid = pid
        self._mark = (environment or {}).get(MARK, "")
        self._ended = False
        try:
            _order_guard(f"+{pid} {self._mark}")
        except OSError:
            self.end()
            raise

    def cpu(self) -> float | None:
        """Return the CPU seconds of the program so far, without those of its child processes.

        None if the system does not report them, or the program is gone.
        """
        if sys.platform != "linux":
            return None
        process_cpu_clock = ~self.pid << 3 | 2  # as clock_getcpuclockid() makes it
        try:
            return time.clock_gettime(process_cpu_clock)
        except OSError:
            return None

    def end(self) -> None:
        """Kill the group and all processes with its mark, and remove it from the guard.

        Later calls do nothing: the system may reuse its number.
        """
        if self._ended:
            return
        self._ended = True
        if hasattr(os, "killpg"):
            kill(self.pid, self._mark)
        else:  # Windows: its command ends the processes that the program started, too
            with suppress(OSError):
                tree = ["taskkill", "/T", "/F", "/PID", str(self.pid)]
                subprocess.run(tree, capture_output=True)
            with suppress(OSError):
                os.kill(self.pid, signal.SIGTERM)
        _order_guard(f"-{self.pid}")


_guards: dict[int, subprocess.Popen[str]] = {}
_guarding = threading.Lock()


def _order_guard(order: str) -> None:
    """Send an order to the guard, a process that kills our programs when this process is gone.

    The guard is started for the first program. Nothing happens on a system without process groups.

    :param order: `+PID MARK` for a new program, `-PID` for one that ended.
    :raises OSError: if the guard cannot be started.
    """
    if not hasattr(os, "killpg"):
        return
    with _guarding:
        guard = _guards.get(os.getpid())
        if guard is None or guard.poll() is not None:
            if order[0] == "-":
                return  # no guard has it
            guard = _guards[os.getpid()] = subprocess.Popen(
                [sys.executable, "-I", "-S", str(Path(__file__).with_name("guard.py"))],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                text=True,
                start_new_session=True,
            )
            atexit.register(_dismiss, guard)
        assert guard.stdin is not None
        with suppress(OSError):  # the next order starts another guard
            guard.stdin.write(order + "\n")
            guard.stdin.flush()


def close_guard_pipes() -> None:
    """Close a forked process's copies of the pipes to the guard of its parent.

    Otherwise the guard would not notice the end of the parent.
    """
    for guard in _guards.values():
        if guard.stdin is not None:
            with suppress(OSError):
                guard.stdin.close()


def _dismiss(guard: subprocess.Popen[str]) -> None:
    """End a guard process by closing its input: it kills the programs that remain.

    The guard is killed if it does not end within `QUITTING` seconds.
    """
    with suppress(OSError):
        try:
            guard.communicate(timeout=QUITTING)
        except subprocess.TimeoutExpired:  # it is stopped
            guard.kill()


def time_given(limits: Limits) -> float:
    """Return the largest of a move's seconds, CPU seconds and seconds on the clock; 0 for none."""
    clock = limits.clock.remaining if limits.clock is not None else 0.0
    return max(limits.seconds or 0.0, limits.cpu or 0.0, clock)


def with_last_line(fault: str, said: str) -> str:
    """Return a fault with `said`, the program's last line, unless that is empty or part of it."""
    said = said.strip()
    if not said or said in fault:
        return fault
    return f"{fault}; it said {quoted(said, MOST_QUOTED)}"


_OWN_GROUP: dict[str, Any] = (
    {"process_group": 0}
    if hasattr(os, "killpg")
    else {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}
)
"""The arguments of `Popen` that keep Ctrl-C in our terminal from a new program."""


class Dialogue:
    """A running program, its input and its output.

    :param words: its command line.
    :raises OSError: if it cannot be started.
    """

    def __init__(self, words: list[str]) -> None:
        """Start a program in a process group of its own, and two threads that read its output.

        :param words: the command and its arguments.
        :raises OSError: if it cannot be started or watched.
        """
        marked = environment()
        self._process = subprocess.Popen(
            words,
            env=marked,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            **_OWN_GROUP,
        )
        self._received = 0
        self._flooded = False
        self._said = self._complained = ""
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._readers = [
            threading.Thread(target=read, daemon=True) for read in (self._read, self._read_errors)
        ]
        try:
            for reader in self._readers:
                reader.start()
            self.group = Group(self._process.pid, marked)
        except (OSError, RuntimeError) as error:  # no more files, processes or threads
            if hasattr(os, "killpg"):
                kill(self._process.pid, marked[MARK])
            self._process.kill()
            with self._process:  # it closes the pipes
                raise OSError(f"cannot watch it: {error}") from error

    def send(self, line: str) -> None:
        """Send a line to the program.

        The limit of output begins at 0 again. `last` becomes empty, unless it is a line of standard
        error.

        :raises Forfeit: if the program does not read any more.
        """
        self._received = 0
        self._said = ""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(f"{line}\n".encode())
            self._process.stdin.flush()
        except OSError:
            raise self._crash() from None

    def drop_lines(self) -> None:
        """Drop the unread lines of output, such as a second answer; the end of output is kept."""
        with suppress(queue.Empty):
            while self._lines.get_nowait() is not None:
                pass
            self._lines.put(None)

    def read_line(self, question: str, deadline: float) -> str:
        """Wait for the next line of output and return it, stripped; it may be empty.

        :param question: the command it answers, for messages.
        :param deadline: a time of time.monotonic.
        :raises Forfeit: if there is no line by then, or the program ended, or writes too much.
        """
        try:
            line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            raise Forfeit(
                "no answer", with_last_line(f"no answer to {question!r} in time", self.last)
            ) from None
        if line is None:
            if self._flooded:
                raise Forfeit("flood", f"more than {FLOOD} bytes for one answer")
            raise self._crash()
        if line.strip():
            self._said = line[:LONGEST_LINE]
        return line

    @property
    def last(self) -> str:
        """The last line of standard error, or else the last one read since `send`; "" for none."""
        return self._complained or self._said

    def end(self, kill: bool = False) -> None:
        """Send "quit" unless `kill` is true, then kill the program's group and close its pipes.

        Each wait takes at most `QUITTING` seconds. The pipes stay open if one is still read.
        """
        process = self._process
        assert process.stdin is not None
        with suppress(OSError, subprocess.TimeoutExpired):
            if not kill:
                process.stdin.write(b"quit\n")
                process.stdin.flush()
                process.wait(QUITTING)
        self.group.end()
        with suppress(subprocess.TimeoutExpired):
            process.wait(QUITTING)
        for reader in self._readers:
            reader.join(QUITTING)  # a process outside the group may hold the pipe
        if any(reader.is_alive() for reader in self._readers):
            return  # closing a pipe waits for its reader
        for pipe in (process.stdout, process.stderr, process.stdin):
            assert pipe is not None
            with suppress(OSError):
                pipe.close()

    def _crash(self) -> Forfeit:
        """Return the forfeit of a program that ended, or closed a pipe, with its `last` line."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(QUITTING)
        self._readers[1].join(QUITTING)  # read the last lines of standard error
        code = self._process.returncode
        fault = f"the program ended (exit code {code})"
        if code is None:
            fault = "the program closed its input or output"
        return Forfeit("crash", with_last_line(fault, self.last))

    def _read(self) -> None:
        """Put each line of the program's output into the queue, stripped; None at its end.

        More than `FLOOD` bytes for one answer count as its end.
        """
        pipe = self._process.stdout
        assert pipe is not None
        with suppress(OSError, ValueError):
            for line in iter(lambda: pipe.readline(FLOOD + 1), b""):
                self._received += len(line)
                self._flooded = self._received > FLOOD
                if self._flooded:
                    break
                self._lines.put(line.decode(errors="replace").strip())
        self._lines.put(None)

    def _read_errors(self) -> None:
        """Read the program's standard error to its end; store its last line with text for `last`.

        A longer line than `LONGEST_LINE` bytes is split.
        """
        pipe = self._process.stderr
        assert pipe is not None
        with suppress(OSError, ValueError):
            for line in iter(lambda: pipe.readline(LONGEST_LINE), b""):
                if text := line.decode(errors="replace").strip():
                    self._complained = text
