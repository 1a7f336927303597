"""External Othello programs that speak GTP, the Go Text Protocol, version 2.

Black moves first and a1 is at the top left, as in `games.othello.othello`. The protocol knows no
node limit: such a program plays at the level its command line names, and tells no node counts.
"""

from __future__ import annotations

import queue
import subprocess
import threading
import time
from contextlib import nullcontext, suppress
from typing import Any

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
from games.errors import LimitsError, SpecError, quoted
from games.parts.part import name_of
from searchers import Limits

__all__ = ["GtpPlayer"]

COLOURS = ("black", "white")
PASS = "pass"
QUITTING = 1.0
"""Seconds that a program has to end by itself."""


class GtpPlayer(Player):
    """A GTP program. One that fails is ended; the next game starts it afresh.

    :param command: the command line; no shell reads it.
    :param patience: seconds it may take for an answer beyond the time its limits give; None for
        `PATIENCE`. To start it has as long, and `STARTING` at least.
    """

    COUNTS_NODES = False
    TRUSTED = True

    def __init__(self, command: str, patience: float | None = None) -> None:
        super().__init__(f"gtp:{command}")
        self.command = command
        self.patience = PATIENCE if patience is None else patience
        self.starting = max(STARTING, patience or 0.0)
        self._dialogue: _Dialogue | None = None
        self._told: tuple[int, ...] = ()
        self._ready = False  # a new game was begun, and nothing played in it

    def prepare(self, position: Position, limits: Limits) -> None:
        if "gtp" not in position.STANDARDS:
            game = name_of(type(position))
            raise SpecError(f"{self.name} plays othello only: expected a searcher for {game}")
        if position.start:
            raise SpecError(
                f"{self.name} begins at the usual start only, not at {position.start!r}"
            )
        if limits.cpu is not None:
            raise LimitsError(f"{self.name} knows no CPU limit: its command line sets its level")
        command_line("gtp", self.command)

    def begin(self) -> None:
        try:
            self.new_game()
            self._ready = True
        except Forfeit as fault:
            self.close()
            if fault.ending == "no start":
                raise
            raise Forfeit("no start", f"does not play Othello: {fault.detail}") from None

    def new_game(self) -> None:
        if self._dialogue is None:
            self._start()
        elif self._ready:
            self._ready = False
            return
        self._ask("boardsize 8", self.starting)
        self._ask("clear_board", self.starting)
        self._told = ()

    def choose(self, position: Position, limits: Limits) -> Choice:
        dialogue = self._dialogue
        assert dialogue is not None, "new_game comes first"
        cpu, started = dialogue.group.cpu(), time.perf_counter()
        self._tell_moves(position)
        legal = position.legal_moves()
        if [position.move_text(move) for move in legal] == [PASS]:
            seconds = time.perf_counter() - started
            return Choice(legal[0], None, None, seconds, None, "only move")
        self._tell_time(position.turn, limits)
        wait = time_given(limits) + self.patience
        answer = self._ask(f"genmove {COLOURS[position.turn]}", wait)
        if answer.lower() == "resign":
            raise Forfeit("resigned", "resigned")
        move = position.parse_move(answer.lower())
        self._told = (*self._told, move)
        seconds = time.perf_counter() - started
        return Choice(move, None, None, seconds, cpu_between(cpu, dialogue.group.cpu()), "")

    def close(self) -> None:
        dialogue, self._dialogue = self._dialogue, None
        if dialogue is not None:
            dialogue.end()

    def _start(self) -> None:
        """Start the program.

        :raises Forfeit: if it does not come up as a GTP program.
        """
        try:
            self._dialogue = _Dialogue(command_line("gtp", self.command))
            known = self._ask("list_commands", self.starting).split()
        except (OSError, Forfeit) as error:
            self.close()
            raise Forfeit("no start", f"does not start as a GTP program: {error}") from error
        self._timed = {"time_settings", "time_left"} <= set(known)

    def _tell_moves(self, position: Position) -> None:
        """Tell what was played since the program last heard."""
        played = tuple(position.history)
        for index in range(len(self._told), len(played)):
            colour = COLOURS[(position.turn + len(played) - index) % 2]
            vertex = position.move_text(played[index])
            with suppress(_Refusal) if vertex == PASS else nullcontext():
                self._ask(f"play {colour} {vertex}", self.patience)  # some take a pass for granted
        self._told = played

    def _tell_time(self, side: int, limits: Limits) -> None:
        """Tell the clock, or the seconds for a move as a byo-yomi period, where it listens."""
        if not self._timed:
            return
        if limits.clock is not None:
            left, stones = int(limits.clock.remaining), limits.clock.moves_to_go or 0
            self._ask(f"time_left {COLOURS[side]} {left} {stones}", self.patience)
        elif limits.seconds is not None:
            self._ask(f"time_settings 0 {max(1, int(limits.seconds))} 1", self.patience)

    def _ask(self, command: str, seconds: float) -> str:
        """The program's answer. One that fails is of no more use.

        :raises Forfeit: if it fails; `_Refusal` if it only refuses the command.
        """
        assert self._dialogue is not None
        try:
            return self._dialogue.ask(command, seconds)
        except _Refusal:
            raise
        except Forfeit:
            self._dialogue.end(kill=True)
            self._dialogue = None
            raise


class _Refusal(Forfeit):
    """The program answered with an error."""

    def __init__(self, detail: str) -> None:
        super().__init__("refusal", detail)


class _Dialogue:
    """A running program and what it says.

    :raises OSError: if it cannot be run.
    """

    def __init__(self, words: list[str]) -> None:
        marked = environment()
        self._process = subprocess.Popen(
            words,
            env=marked,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            process_group=0,
        )
        self.group = Group(self._process.pid, marked)
        self._received = 0
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def ask(self, command: str, seconds: float) -> str:
        """The answer to a command, without its status and number.

        :raises Forfeit: if it refuses, or does not answer in time or at all.
        """
        self._received = 0
        try:
            assert self._process.stdin is not None
            self._process.stdin.write(f"{command}\n".encode())
            self._process.stdin.flush()
        except OSError:
            raise self._crash() from None
        answer = self._answer(command, time.monotonic() + seconds)
        if answer[0].startswith("?"):
            raise _Refusal(f"{command!r} was answered {quoted(' '.join(answer))}")
        return "\n".join([answer[0][1:], *answer[1:]]).strip()

    def _answer(self, command: str, deadline: float) -> list[str]:
        """The lines up to the empty one that ends an answer."""
        answer: list[str] = []
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                raise Forfeit("no answer", f"no answer to {command!r} in time") from None
            if line is None:
                raise flooded() if self._received > FLOOD else self._crash()
            if line and (answer or line[0] in "=?"):  # before its status a program may chat
                answer.append(line)
            elif answer:
                return answer

    def end(self, kill: bool = False) -> None:
        """End the program, by the word if it listens and is not to be killed."""
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        with suppress(OSError, subprocess.TimeoutExpired):
            if not kill:
                process.stdin.write(b"quit\n")
                process.stdin.flush()
                process.wait(QUITTING)
        self.group.end()
        process.wait()
        self._reader.join()
        process.stdout.close()
        with suppress(OSError):
            process.stdin.close()

    def _crash(self) -> Forfeit:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(QUITTING)
        return Forfeit("crash", f"the program ended (exit code {self._process.returncode})")

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
