"""The UCI engine: what a chess GUI talks to.

One thread reads and answers at once, whatever a search is doing; every search has a thread of its
own (see `engine.uci_search`). Nothing ends the engine but `quit` and the end of input.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

import games
from engine.uci_go import Go, parse_go
from engine.uci_options import Settings, Workbench, option_lines
from engine.uci_search import Search, described
from engine.uncompiled import NOTICE, uncompiled
from games.errors import PositionError, StarlingError
from games.position import Position
from searchers.limits import Limits
from searchers.searcher import Searcher

if TYPE_CHECKING:
    import argparse

__all__ = ["Uci", "add_arguments", "main", "run"]

_PATIENCE = 2.0
"""Seconds that a search is given to answer before `quit` leaves it behind."""
_ECHO = 80
"""Letters of a line that are quoted back."""


class Uci:
    """One dialogue.

    :param lines: what the GUI sends, line by line; their end means `quit`.
    :param write: takes one line of output at a time, without its line end; from any thread, but
        never from two at once.
    """

    def __init__(self, lines: Iterable[str], write: Callable[[str], object]) -> None:
        self._lines = lines
        self._write = write
        self._writing = threading.Lock()
        self._settings = Settings()
        self._workbench = Workbench()
        self._game = 0
        self._position: Position | None = None
        self._search: Search | None = None
        self._debug = False
        self._slow = uncompiled()
        self._commands: dict[str, Callable[[Sequence[str]], None]] = {
            "uci": self._uci,
            "debug": self._set_debug,
            "isready": self._isready,
            "setoption": self._setoption,
            "ucinewgame": self._ucinewgame,
            "position": self._set_position,
            "go": self._go,
            "stop": self._stop,
            "ponderhit": self._ponderhit,
        }

    def run(self) -> None:
        """Hold the dialogue to its end."""
        try:
            for line in self._lines:
                words = line.split()
                if words[:1] == ["quit"]:
                    break
                if words:
                    self._obey(words)
        finally:
            self._leave()

    def _obey(self, words: Sequence[str]) -> None:
        command = self._commands.get(words[0])
        if command is None:
            self._inform(f"unknown command: {_quoted(' '.join(words))}")
            return
        try:
            command(words[1:])
        except StarlingError as error:
            self._inform(described(error))
        except Exception as error:  # the dialogue outlives whatever breaks
            self._inform(f"{words[0]} failed: {described(error)}")

    def _leave(self) -> None:
        if self._search is not None:
            self._search.stop()
            self._search.join(_PATIENCE)

    # -- the commands, each with the words behind its name -----------------------------------

    def _uci(self, _words: Sequence[str]) -> None:
        self._send("id name Starling")
        self._send("id author the Starling authors")
        for line in option_lines():
            self._send(line)
        if self._slow:
            self._inform(NOTICE)
        self._send("uciok")

    def _set_debug(self, words: Sequence[str]) -> None:
        self._debug = list(words[:1]) != ["off"]

    def _isready(self, _words: Sequence[str]) -> None:
        """Answer at once; while nothing is searched, also get everything ready for the search."""
        try:
            if self._search is None or not self._search.running:
                self._searcher_for(self._settings, self._game, self._root())
        except Exception as error:  # the answer is owed whatever breaks
            self._inform(described(error))
        finally:
            self._send("readyok")

    def _setoption(self, words: Sequence[str]) -> None:
        lowered = [word.lower() for word in words]
        if lowered[:1] != ["name"]:
            self._inform("setoption: expected name ... value ...")
            return
        end = lowered.index("value") if "value" in lowered else len(words)
        self._settings = self._settings.changed(" ".join(words[1:end]), " ".join(words[end + 1 :]))

    def _ucinewgame(self, _words: Sequence[str]) -> None:
        self._game += 1

    def _set_position(self, words: Sequence[str]) -> None:
        try:
            self._position = self._read_position(words)
        except StarlingError as error:
            self._inform(f"position unchanged: {described(error)}")

    def _go(self, words: Sequence[str]) -> None:
        position = self._root()
        searcher: Callable[[], Searcher]
        try:
            go = parse_go(words, position)
            searcher = partial(self._searcher_for, self._settings, self._game, position)
        except StarlingError as error:
            go, searcher = Go(Limits()), partial(_fail, error)
        if go.ignored:
            self._inform(f"go: ignored {_quoted(' '.join(go.ignored))}")
        before = self._search
        if before is not None:
            before.stop()
        if self._slow:
            self._inform(NOTICE)  # where GUIs show it; once
            self._slow = False
        lines = self._settings.lines
        self._search = Search(go, position, searcher, self._send, lines, after=before)
        self._search.start()

    def _stop(self, _words: Sequence[str]) -> None:
        if self._search is not None:
            self._search.stop()

    def _ponderhit(self, _words: Sequence[str]) -> None:
        if self._search is not None:
            self._search.ponderhit()

    # -- how they do it ----------------------------------------------------------------------

    def _root(self) -> Position:
        """The position to search."""
        return self._start("startpos") if self._position is None else self._position

    def _start(self, text: str) -> Position:
        options = ":chess960=true" if self._settings.chess960 else ""
        position: Position = games.make(f"chess{options}").at(text)
        return position

    def _read_position(self, words: Sequence[str]) -> Position:
        end = words.index("moves") if "moves" in words else len(words)
        kind, fen = words[:1], " ".join(words[1:end])
        if list(kind) == ["startpos"] and not fen:
            position = self._start("startpos")
        elif list(kind) == ["fen"] and fen:
            position = self._start(fen)
        else:
            raise PositionError("expected position startpos|fen FEN [moves ...]")
        for move in words[end + 1 :]:
            position.push(position.parse_move(move))
        return position

    def _searcher_for(self, settings: Settings, game: int, position: Position) -> Searcher:
        searcher = self._workbench.searcher(settings, game, position)
        if self._debug:
            self._inform(f"player {searcher.player}")
        return searcher

    def _inform(self, text: str) -> None:
        self._send(f"info string {text}")

    def _send(self, line: str) -> None:
        with self._writing:
            self._write("".join(c if c.isprintable() else "?" for c in line))


def _fail(error: StarlingError) -> Searcher:
    raise error


def _quoted(text: str) -> str:
    return text if len(text) <= _ECHO else text[:_ECHO] + " ..."


def main() -> int:
    """Hold a dialogue over standard input and output; the process's exit code."""
    try:
        Uci(_input(), _output).run()
    except KeyboardInterrupt:
        return 130
    return 0


def add_arguments(_parser: argparse.ArgumentParser) -> None:
    """`starling uci` has no arguments: a GUI sets options by `setoption`."""


def run(_options: argparse.Namespace) -> int:
    """`starling uci`."""
    return main()


def _input() -> Iterator[str]:
    for line in sys.stdin.buffer:
        yield line.decode("utf-8", "replace")


def _output(line: str) -> None:
    try:
        sys.stdout.buffer.write(line.encode("utf-8", "replace") + b"\n")
        sys.stdout.buffer.flush()
    except BrokenPipeError:  # the GUI is gone: nobody listens, and input is about to end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
