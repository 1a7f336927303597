"""Programs that are told lines and answer in lines: the process, what it is told and says."""

from __future__ import annotations

import queue
import subprocess
import threading
import time
from contextlib import suppress
from typing import Any

from engine.match.players.player import Forfeit
from engine.match.players.programs import (
    FLOOD,
    LONGEST_LINE,
    QUITTING,
    Group,
    Program,
    environment,
    flooded,
    saying,
)

__all__ = ["Dialogue", "DialogueProgram"]


class DialogueProgram(Program):
    """A program that speaks a protocol of lines.

    An author writes `greet`, `new_game` and `choose`, and asks by `self.dialogue`.
    """

    def __init__(self, command: str, patience: float | None = None, folder: str = "") -> None:
        super().__init__(command, patience, folder)
        self.running: Dialogue | None = None

    @property
    def dialogue(self) -> Dialogue:
        """The dialogue with the running program."""
        assert self.running is not None, "new_game comes first"
        return self.running

    def greet(self) -> None:
        """Begin the dialogue.

        :raises Forfeit: if it does not answer as the protocol wants.
        """

    def start(self) -> None:
        """Start the program.

        :raises Forfeit: if it does not come up as a program that speaks the protocol.
        """
        try:
            self.running = Dialogue(self.command_line())
            self.greet()
        except (OSError, Forfeit) as error:
            fault = f"does not start as {self.TITLE} program: {error}"
            self.close()
            raise Forfeit("no start", fault) from error

    def give_up(self) -> None:
        """End a program that failed."""
        if self.running is not None:
            self.running.end(kill=True)
            self.running = None

    def close(self) -> None:
        running, self.running = self.running, None
        if running is not None:
            running.end()


class Dialogue:
    """A running program and what it says.

    :param words: its command line.
    :raises OSError: if it cannot be run.
    """

    def __init__(self, words: list[str]) -> None:
        marked = environment()
        self._process = subprocess.Popen(
            words,
            env=marked,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            process_group=0,
        )
        self.group = Group(self._process.pid, marked)
        self._received = 0
        self._said = self._complained = ""
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._readers = [
            threading.Thread(target=read, daemon=True) for read in (self._read, self._read_errors)
        ]
        for reader in self._readers:
            reader.start()

    def tell(self, line: str) -> None:
        """Say a line.

        :raises Forfeit: if the program listens no more.
        """
        self._received = 0
        self._said = ""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(f"{line}\n".encode())
            self._process.stdin.flush()
        except OSError:
            raise self._crash() from None

    def hear(self, question: str, deadline: float) -> str:
        """The next line it says.

        :param question: what it is to answer, for messages.
        :param deadline: on time.monotonic.
        :raises Forfeit: if it says none until then, or has ended, or does not end to talk.
        """
        try:
            line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            raise Forfeit(
                "no answer", saying(f"no answer to {question!r} in time", self.last)
            ) from None
        if line is None:
            raise flooded() if self._received > FLOOD else self._crash()
        if line.strip():
            self._said = line[:LONGEST_LINE]
        return line

    @property
    def last(self) -> str:
        """What it complained of last, or else said since it was told anything."""
        return self._complained or self._said

    def end(self, kill: bool = False) -> None:
        """End the program, by the word if it listens and is not to be killed."""
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
            reader.join(QUITTING)  # a process that left the group may hold the pipe
        if any(reader.is_alive() for reader in self._readers):
            return  # to close what another thread reads would wait for it
        for pipe in (process.stdout, process.stderr, process.stdin):
            assert pipe is not None
            with suppress(OSError):
                pipe.close()

    def _crash(self) -> Forfeit:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(QUITTING)
        self._readers[1].join(QUITTING)  # its last words are still to be read
        fault = f"the program ended (exit code {self._process.returncode})"
        return Forfeit("crash", saying(fault, self.last))

    def _read(self) -> None:
        """Put what the program says into the queue, line by line; None when it has ended."""
        pipe: Any = self._process.stdout  # a buffered reader, which has read1
        pieces: list[bytes] = []  # of the line that has not ended
        while self._received <= FLOOD:
            try:
                received = pipe.read1(65536)
            except (OSError, ValueError):
                received = b""
            if not received:
                break
            self._received += len(received)
            pieces.append(received)
            if b"\n" not in received:
                continue
            *lines, rest = b"".join(pieces).split(b"\n")
            pieces = [rest]
            for line in lines:
                self._lines.put(line.decode(errors="replace").strip())
        self._lines.put(None)

    def _read_errors(self) -> None:
        """Keep the last line that the program writes to standard error."""
        pipe = self._process.stderr
        assert pipe is not None
        with suppress(OSError, ValueError):
            for line in iter(lambda: pipe.readline(LONGEST_LINE), b""):
                if text := line.decode(errors="replace").strip():
                    self._complained = text
