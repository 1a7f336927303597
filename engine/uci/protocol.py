"""The UCI engine: what a chess GUI talks to.

One thread reads and answers at once, whatever a search is doing; another searches (see
`engine.uci.thread`). Nothing ends the engine but `quit` and the end of input.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, partial
from importlib import import_module
from typing import TYPE_CHECKING

import games
from engine import VERSION
from engine.preflight import fault
from engine.text.console import lines_read, write_line
from engine.text.uncompiled import NOTICE, uncompiled
from engine.uci.options import AUTO, STANDARD, Choice, Settings, Workbench, option_lines
from engine.uci.thread import SearchThread
from games.core.position import Position
from games.errors import EngineError, PositionError, StarlingError, described

if TYPE_CHECKING:
    import argparse

    from engine.uci.requests import Requests
    from searchers import Searcher

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
        self._choice = Choice()
        self._workbench = Workbench(self._inform)
        self._game = 0
        self._position: Position | None = None
        self._placed: Sequence[str] = ()
        # The position read last: its start, the moves from there, and where they lead.
        self._known: tuple[tuple[str, ...], list[str], Position] | None = None
        self._refused = ""  # why there is no position, if there is none
        self._thread = SearchThread()
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
            "d": self._show,
            "eval": self._eval,
            "bench": self._bench,
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
            known = ", ".join(sorted([*self._commands, "quit"]))
            self._inform(f"unknown command: {_short(' '.join(words))}. There are: {known}")
            return
        try:
            command(words[1:])
        except StarlingError as error:
            self._inform(described(error))
        except Exception as error:  # the dialogue outlives whatever breaks
            self._inform(f"{words[0]} failed: {described(error)}")

    def _leave(self) -> None:
        self._thread.close(_PATIENCE)

    # -- the commands, each with the words behind its name -----------------------------------

    def _uci(self, _words: Sequence[str]) -> None:
        searcher = self._choice.settings.searcher
        self._send(f"id name Starling {VERSION}" + (f" {searcher}" if searcher != AUTO else ""))
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
            if not self._thread.busy:
                import_module("games.chess.notation")  # and python-chess, for the first FEN
                import_module("engine.uci.requests")
                root = self._root()
                self._searcher_for(self._game, root, self._choice.settings).prepare(root)
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
        name, value = " ".join(words[1:end]), " ".join(words[end + 1 :])
        before = self._choice.settings.variant
        self._choice.change(name, value, self._root_of)
        if self._choice.settings.variant != before:
            self._position, self._placed, self._refused = None, (), ""  # of another game
        elif name.lower() == "uci_chess960" and self._placed:
            self._set_position(self._placed)  # castling is read and written another way now
        if name.lower() == "clear hash":
            self._game += 1  # nothing is remembered from one game to another

    def _ucinewgame(self, _words: Sequence[str]) -> None:
        self._game += 1

    def _set_position(self, words: Sequence[str]) -> None:
        self._position, self._placed = None, words
        try:
            self._position = self._read_position(words)
            self._refused = ""
        except Exception as error:  # whatever breaks, no other position is the one meant
            self._refused = f"no position: {described(error)}"
            self._inform(self._refused)

    def _go(self, words: Sequence[str]) -> None:
        if self._slow:
            self._inform(NOTICE)  # where GUIs show it; once
            self._slow = False
        requests = self._requests
        if self._refused:
            # As no legal move is; a move of another position would be taken for an answer.
            self._thread.begin(requests.refusal(self._refused, "0000"))
            return
        position, settings = self._root(), self._choice.settings
        searcher = partial(self._searcher_for, self._game, position)
        self._thread.begin(requests.request(words, position, settings, searcher))

    def _stop(self, _words: Sequence[str]) -> None:
        self._thread.stop()

    def _ponderhit(self, _words: Sequence[str]) -> None:
        self._thread.ponderhit()

    def _show(self, _words: Sequence[str]) -> None:
        """Print the position for a person."""
        root = self._root()
        fault = [self._refused] if self._refused else []
        legal = " ".join(root.move_text(move) for move in root.legal_moves())
        about = [f"Fen: {root.text()}", f"Key: {root.key():016x}", f"Moves: {legal}"]
        for line in fault or [*root.diagram().splitlines(), *about]:
            self._send(line)

    def _eval(self, _words: Sequence[str]) -> None:
        """Tell what the evaluator thinks of the position without a search. What runs is stopped."""
        root, settings = self._root().copy(), self._choice.settings
        if self._refused:
            self._inform(self._refused)
            return
        from engine.uci.lines import evaluated

        searcher = partial(self._searcher_for, self._game, root, settings)
        self._thread.begin(self._requests.telling(lambda: evaluated(searcher(), root)))

    def _bench(self, _words: Sequence[str]) -> None:
        """Run the fixed set of searches of `starling bench`, and end as Stockfish's does."""
        from engine.bench import measured

        self._thread.begin(self._requests.telling(measured))

    # -- how they do it ----------------------------------------------------------------------

    @cached_property
    def _requests(self) -> Requests:
        """What makes requests, loaded when the first comes: a GUI waits for `uciok`."""
        from engine.uci.requests import Requests

        return Requests(self._send)

    def _root(self) -> Position:
        """The position to search; where none was set, the start."""
        return self._start("startpos") if self._position is None else self._position

    def _root_of(self, settings: Settings) -> Position:
        """The position to search, if it is of the game that settings name; else its start."""
        known = self._choice.settings.game == settings.game
        return self._root() if known else self._start("startpos", settings)

    def _start(self, text: str, settings: Settings | None = None) -> Position:
        game = (settings or self._choice.settings).game
        position: Position = games.make(game).at(text)
        return position

    def _mended(self, fen: str) -> Position:
        """The position of a FEN, read as liberally as can be; what had to be dropped is told. That
        of a variant, whose FEN may have pockets and checks given, is read as it is."""
        if self._choice.settings.variant != STANDARD:
            return self._start(fen)
        from games.chess.notation import mend_fen  # which loads python-chess

        whole, dropped = mend_fen(fen, self._choice.settings.chess960)
        position = self._start(whole)
        for what in dropped:
            self._inform(f"position: dropped {what}")
        return position

    def _read_position(self, words: Sequence[str]) -> Position:
        """A position and the moves from there; those that were read before, as most of a game's
        were, are not read again: a clock is running."""
        end = words.index("moves") if "moves" in words else len(words)
        start = self._choice.settings.game, *words[:end]
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
        kind, fen = words[:1], " ".join(words[1:])
        if list(kind) == ["startpos"] and not fen:
            return self._start("startpos")
        if list(kind) == ["fen"] and fen:
            return self._mended(fen)
        raise PositionError("expected position startpos|fen FEN [moves ...]")

    def _searcher_for(self, game: int, position: Position, settings: Settings) -> Searcher:
        searcher = self._workbench.searcher(settings, game, position)
        if self._debug:
            self._inform(f"player {searcher.player}")
        return searcher

    def _inform(self, text: str) -> None:
        self._send(f"info string {text}")

    def _send(self, line: str) -> None:
        with self._writing:
            self._write("".join(c if c.isprintable() else "?" for c in line))


def _short(text: str) -> str:
    return text if len(text) <= _ECHO else text[:_ECHO] + " ..."


def main() -> int:
    """Hold a dialogue over standard input and output; the process's exit code."""
    try:
        Uci(lines_read(), write_line).run()
    except KeyboardInterrupt:
        return 130
    return 0


def add_arguments(_parser: argparse.ArgumentParser) -> None:
    """`starling uci` has no arguments: a GUI sets options by `setoption`."""


def run(_options: argparse.Namespace) -> int:
    """`starling uci`; refuses where `uci_main.py` does."""
    reason = fault()
    if reason is not None:
        raise EngineError(reason)
    return main()
