"""The UCI dialogue with a chess GUI.

One thread reads and answers, also while a search runs; another thread runs the searches. A `go`
takes this way: `Uci._go` (here), `Requests.request` (`engine.uci.go`), `SearchThread.begin` (here),
`SearchRequest.run` (`engine.uci.search`), `info_lines` (`engine.uci.info`). Only `quit` and the end
of input end the engine.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from importlib import import_module
from queue import SimpleQueue
from typing import TYPE_CHECKING

import games
from engine import VERSION
from engine.preflight import fault
from engine.text.console import NOTICE, failure, lines_read, uncompiled, write_line
from engine.uci.options import AUTO, STANDARD, Options, SearcherCache, Settings, option_lines
from games.core.position import Position
from games.errors import EngineError, PositionError, described, printable

if TYPE_CHECKING:
    import argparse

    from engine.uci.go import Requests
    from engine.uci.search import Request

_PATIENCE = 2.0
"""Seconds that `quit` waits for the answer of a search."""
_ECHO = 80
"""Characters of a line that are quoted back."""


class SearchThread:
    """The thread that runs requests in the order of their arrival.

    Every request is answered; all but the last are stopped. The thread starts with the first one.
    """

    def __init__(self) -> None:
        self._waiting: SimpleQueue[Request | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._last: Request | None = None
        self._done = 0

    @property
    def busy(self) -> bool:
        """Whether an answer is still to come."""
        return self._last is not None and not self._last.answered

    def begin(self, request: Request) -> None:
        """Stop the running request, and put this one into the queue behind it.

        If the system has no thread left, the request is stopped and run here.
        """
        self.stop()
        self._last = request
        if self._thread is None:
            thread = threading.Thread(target=self._run, name="search", daemon=True)
            try:
                thread.start()
            except RuntimeError:
                request.stop()
                request.run()
                return
            self._thread = thread
        self._waiting.put(request)

    def stop(self) -> None:
        """Set the stop flag of the last request, so that it answers soon; do not wait for it."""
        if self._last is not None:
            self._last.stop()

    def ponderhit(self) -> None:
        """Pass `ponderhit` on to the last request."""
        if self._last is not None:
            self._last.ponderhit()

    def close(self, seconds: float) -> None:
        """Stop the last request, end the thread, and wait for the answers still to come.

        :param seconds: the most seconds to wait for each answer; a request that takes longer is
            left, and ends with the process.
        """
        self.stop()
        self._waiting.put(None)
        done = -1
        while self._thread is not None and self._thread.is_alive() and done < self._done:
            done = self._done
            self._thread.join(seconds)

    def _run(self) -> None:
        """Run the requests in the order in which they come, until `close` ends the thread."""
        while (request := self._waiting.get()) is not None:
            request.run()
            self._done += 1


class Uci:
    """The dialogue with one GUI.

    :param lines: the lines from the GUI; their end means `quit`.
    :param write: takes one line of output without its line end; it is called from any thread, but
        never from two at the same time.
    """

    def __init__(self, lines: Iterable[str], write: Callable[[str], object]) -> None:
        self._lines = lines
        self._write = write
        self._writing = threading.Lock()
        self._options = Options()
        self._searchers = SearcherCache(self._inform)
        self._position: Position | None = None
        self._placed: Sequence[str] = ()  # the words of the last `position`
        # The position read last: its start, the moves from there, and where they lead.
        self._known: tuple[tuple[str, ...], list[str], Position] | None = None
        self._position_fault = ""  # why there is no position, if there is none
        self._thread = SearchThread()
        self._slow = uncompiled()
        self._commands: dict[str, Callable[[Sequence[str]], None]] = {
            "uci": self._uci,
            "debug": self._debug,
            "isready": self._isready,
            "setoption": self._setoption,
            "ucinewgame": self._ucinewgame,
            "position": self._set_position,
            "go": self._go,
            "stop": lambda _words: self._thread.stop(),
            "ponderhit": lambda _words: self._thread.ponderhit(),
            "d": self._show,
            "eval": self._eval,
            "bench": self._bench,
        }

    def run(self) -> None:
        """Read and obey commands until `quit` or the end of the input; then stop the search."""
        try:
            for line in self._lines:
                words = line.split()
                if words[:1] == ["quit"]:
                    break
                if words:
                    self._obey(words)
        finally:
            self._thread.close(_PATIENCE)

    def _obey(self, words: Sequence[str]) -> None:
        """Carry out a command; an unknown command or any failure becomes an `info string`."""
        command = self._commands.get(words[0])
        if command is None:
            known = ", ".join(sorted([*self._commands, "quit"]))
            given = printable(" ".join(words), _ECHO)
            self._inform(f"unknown command: {given}. There are: {known}")
            return
        try:
            command(words[1:])
        except Exception as error:  # the dialogue goes on after any failure
            self._inform(failure(words[0], error))

    # -- the commands, each with the words behind its name -----------------------------------

    def _uci(self, _words: Sequence[str]) -> None:
        """Print name, author, options, a notice in an uncompiled copy, and `uciok`."""
        searcher = self._options.settings.searcher
        self._send(f"id name Starling {VERSION}" + (f" {searcher}" if searcher != AUTO else ""))
        self._send("id author the Starling authors")
        for line in option_lines():
            self._send(line)
        if self._slow:
            self._inform(NOTICE)
        self._send("uciok")

    def _debug(self, words: Sequence[str]) -> None:
        """Obey `debug`: name the player of every search from now on, or with `off` no longer."""
        self._searchers.debug = list(words[:1]) != ["off"]

    def _isready(self, _words: Sequence[str]) -> None:
        """Answer `readyok`, also after an error; while no search runs, first build the searcher."""
        try:
            if not self._thread.busy:
                import_module("games.chess.notation")  # loads python-chess for the first FEN
                import_module("engine.uci.go")
                settings = self._options.settings
                root = self._root_of(settings)
                self._searchers.get(settings, root).prepare(root)
        except Exception as error:  # the answer follows after any failure
            self._inform(described(error))
        finally:
            self._send("readyok")

    def _setoption(self, words: Sequence[str]) -> None:
        """Obey `setoption`: change an option.

        Another variant drops the position. Another `UCI_Chess960` reads the last `position` again.

        :raises StarlingError: if there is no such option, or its value is refused.
        """
        lowered = [word.lower() for word in words]
        if lowered[:1] != ["name"]:
            self._inform("setoption: expected name ... value ...")
            return
        end = lowered.index("value") if "value" in lowered else len(words)
        before = self._options.settings
        self._options.change(" ".join(words[1:end]), " ".join(words[end + 1 :]), self._root_of)
        settings = self._options.settings
        if settings.variant != before.variant:  # the position is of another game
            self._position, self._placed, self._position_fault = None, (), ""
        elif settings.chess960 != before.chess960 and self._placed:
            self._set_position(self._placed)  # castling has another notation now

    def _ucinewgame(self, _words: Sequence[str]) -> None:
        """Obey `ucinewgame`: let the searchers forget the last game, as `Clear Hash` does."""
        self._options.new_game()

    def _set_position(self, words: Sequence[str]) -> None:
        """Obey `position`: set up a position.

        After a failure there is none; a message gives the reason. Commands that need a position
        repeat it.
        """
        self._position, self._placed = None, words
        try:
            self._position = self._read_position(words)
            self._position_fault = ""
        except Exception as error:  # after any failure the old position is wrong
            self._position_fault = f"no position: {described(error)}"
            self._inform(self._position_fault)

    def _go(self, words: Sequence[str]) -> None:
        """Obey `go`: begin a search; after a faulty `position`, answer with `bestmove 0000`.

        A search that still runs is stopped. The time of the new one runs from here, while parts are
        loaded too. The first `go` of an uncompiled copy sends a notice. `go perft` counts, and has
        no `bestmove`.

        :raises PositionError: if a `go perft` follows a faulty `position`.
        :raises LimitsError: if the depth of a `go perft` is refused.
        """
        received = time.perf_counter()
        if self._slow:
            self._inform(NOTICE)  # GUIs show it here; once
            self._slow = False
        if words[:1] == ["perft"]:
            request = self._requests.perft(words[1:], self._root().copy())
        elif self._position_fault:
            # 0000: a move of another position would pass for an answer.
            request = self._requests.refused(words, self._position_fault, "0000")
        else:
            root = self._root().copy()
            try:
                request = self._requests.request(words, root, self._options.settings, received)
            except Exception as error:  # each search has an answer
                request = self._requests.failed(words, root, error)
        self._thread.begin(request)

    def _show(self, _words: Sequence[str]) -> None:
        """Obey `d`: print the position as a diagram with its FEN, key and legal moves.

        :raises PositionError: after a faulty `position`.
        """
        root = self._root()
        legal = " ".join(root.move_text(move) for move in root.legal_moves())
        about = [f"Fen: {root.text()}", f"Key: {root.key():016x}", f"Moves: {legal}"]
        for line in [*root.diagram().splitlines(), *about]:
            self._send(line)

    def _eval(self, _words: Sequence[str]) -> None:
        """Obey `eval`: stop the running search, and print the static value of the position.

        :raises PositionError: after a faulty `position`.
        """
        root, settings = self._root().copy(), self._options.settings
        from engine.uci.search import static_evaluation

        lines = static_evaluation(self._searchers, settings, root)
        self._thread.begin(self._requests.text(lambda _flag: lines))

    def _bench(self, _words: Sequence[str]) -> None:
        """Obey `bench`: stop the running search, and print the lines of `starling bench`."""
        from engine.bench import bench_lines

        self._thread.begin(self._requests.text(lambda _flag: bench_lines()))

    # -- positions ---------------------------------------------------------------------------

    def _root(self) -> Position:
        """Return the position to search, not a copy; the start if none was set.

        :raises PositionError: after a faulty `position`.
        """
        if self._position_fault:
            raise PositionError(self._position_fault)
        return self._root_of(self._options.settings)

    def _root_of(self, settings: Settings) -> Position:
        """Return the position to search if there is one of the settings' game; else its start."""
        if self._position is not None and settings.game == self._options.settings.game:
            return self._position
        return _start(settings, "startpos")

    def _read_position(self, words: Sequence[str]) -> Position:
        """Return the position of a command `position`, after its moves.

        Moves that the previous `position` had as well are not read again, since a clock runs. What
        was read is kept for the next one.

        :param words: those behind `position`.
        :raises StarlingError: if the start is faulty, or a move is not legal.
        """
        end = words.index("moves") if "moves" in words else len(words)
        start = self._options.settings.game, *words[:end]
        moves = list(words[end + 1 :])
        known, read = self._known, 0
        if known is not None and known[0] == start and moves[: len(known[1])] == known[1]:
            position, read = known[2].copy(), len(known[1])
        else:
            position = self._read_start(words[:end])
        for move in moves[read:]:
            position.push(position.parse_move(move))
        self._known = start, moves, position
        return position

    def _read_start(self, words: Sequence[str]) -> Position:
        """Return the position of a command `position`, before its moves.

        A faulty FEN is mended where that is possible, and the user is informed (`_read_fen`).

        :raises PositionError: if it is neither `startpos` nor `fen FEN`.
        """
        kind, fen = words[:1], " ".join(words[1:])
        if list(kind) == ["startpos"] and not fen:
            return _start(self._options.settings, "startpos")
        if list(kind) == ["fen"] and fen:
            return self._read_fen(fen)
        raise PositionError("expected position startpos|fen FEN [moves ...]")

    def _read_fen(self, fen: str) -> Position:
        """Return the position of a FEN; a faulty one is mended, and the user informed.

        In a variant, pockets, counts of checks and counters of moves are read unchanged.
        """
        from games.chess.notation import mend_fen  # loads python-chess

        settings = self._options.settings
        if settings.variant == STANDARD:
            mended, dropped = mend_fen(fen, settings.chess960)
        else:
            placed, *fields = fen.split()
            ranks = "/".join(placed.partition("[")[0].split("/")[:8])
            plain, dropped = mend_fen(" ".join([ranks, *fields[:3]]), settings.chess960)
            mended = " ".join([placed, *plain.split()[1:4], *fields[3:]])
        position = _start(settings, mended)
        for part in dropped:
            self._inform(f"position: dropped {part}")
        return position

    # -- output ------------------------------------------------------------------------------

    @cached_property
    def _requests(self) -> Requests:
        """The maker of requests; it is loaded late since a GUI waits for `uciok`."""
        from engine.uci.go import Requests

        return Requests(self._searchers, self._send)

    def _inform(self, text: str) -> None:
        """Send a text as an `info string`."""
        self._send(f"info string {text}")

    def _send(self, line: str) -> None:
        """Write a line of output, without control characters; threads take turns."""
        with self._writing:
            self._write("".join(c if c.isprintable() else "?" for c in line))


def _start(settings: Settings, text: str) -> Position:
    """Return the position of "startpos" or a FEN in the settings' game."""
    position: Position = games.make(settings.game).at(text)
    return position


def main() -> int:
    """Hold a UCI dialogue over standard input and output; return 0, or 130 after Ctrl-C."""
    try:
        Uci(lines_read(), write_line).run()
    except KeyboardInterrupt:
        return 130
    return 0


def uci_arguments(_parser: argparse.ArgumentParser) -> None:
    """Add nothing: a GUI sets options by `setoption`."""


def run_uci(_options: argparse.Namespace) -> int:
    """Answer UCI commands of standard input until its end or `quit`; return the exit code.

    :raises EngineError: if this Python cannot run Starling (`engine.preflight`).
    """
    reason = fault()
    if reason is not None:
        raise EngineError(reason)
    return main()
