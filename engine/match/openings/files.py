"""Openings from files, and the balanced ones that Starling ships.

What a file holds is told by the ending of its name:

    .pgn        games of chess; their first moves
    .bin        a Polyglot book of chess, walked at random
    .sgf        games of a board with letters and numbers (Othello); their first moves
    .ggf, .wtb  games of Othello, GGF and WTHOR; their first moves
    any other   one opening a line: a position (for chess FEN or EPD), or moves (for Othello a
                transcript such as f5d6c3; for other games words with blanks between them).
                What follows a tab, empty lines and lines that begin with # are left out

A file is read as far as it is needed: an error in an opening that no game uses is not found.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from itertools import cycle, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.match.openings.openings import Opening, Openings, WalkedOpenings, identity
from games import GAMES
from games.chess.polyglot import size_fault
from games.core.position import Position
from games.errors import FileError, MoveError, PositionError, SpecError, unknown
from games.parts.files import path_text
from games.parts.part import Option, name_of

if TYPE_CHECKING:
    import chess

__all__ = ["BalancedOpenings", "FileOpenings", "PolyglotOpenings", "default_openings"]

Entry = tuple[int, str]
"""The number of a line, from 1, and the text that begins there."""

_HEADER = re.compile(r'\[\w+\s+"')


class FileOpenings(Openings):
    """The openings of a file in seeded random order, each position once.

    When all have been chosen they are chosen again in the same order.
    """

    NAME = "file"
    OPTIONS = (
        Option("path", "", "the file: .pgn, .bin (Polyglot), or one opening a line"),
        Option("plies", 0, "the first moves that are played; 0 for all (Polyglot: 8)", low=0),
        Option("seed", 1, "number of the order", low=0),
        Option("order", "random", "the order of the openings", choices=("random", "file")),
    )

    def choose(self, start: Position, count: int) -> list[Opening]:
        """As `Openings.choose`.

        :raises FileError: naming the file, the line and what was expected there.
        :raises SpecError: if no file is named.
        """
        path, plies, seed = _named(self), self.options["plies"], self.options["seed"]
        kind = path.suffix.lower()
        if kind == ".bin":
            given = {"plies": plies} if plies else {}
            return PolyglotOpenings(path=str(path), seed=seed, **given).choose(start, count)
        if kind in _KINDS and kind[1:] not in start.STANDARDS:
            raise FileError(
                f"{path} is {kind[1:].upper()}: expected openings of {start.spec}, one a line"
            )
        split, reader = _KINDS.get(kind, (_lines, _line_opening))
        text = _read(path, "latin-1" if kind == ".wtb" else "utf-8-sig")
        try:
            entries = list(split(text))
        except PositionError as error:
            raise FileError(f"{path_text(path)}: {error}") from None
        if self.options["order"] == "random":
            random.Random(seed).shuffle(entries)
        found = list(islice(_distinct(path, entries, reader, start, plies), count))
        if count and not found:
            raise FileError(f"{path_text(path)} has no openings: expected some of {start.spec}")
        return list(islice(cycle(found), count))


class BalancedOpenings(Openings):
    """The openings that a game has a book of (`Position.BOOK`), about equal for both sides; those
    that Starling ships are made by `training/openings.py`.

    Chess: 8 random plies, by search at most 40 centipawns from equal. Othello: 8 random plies, by
    search at most 1.5 discs from equal, no two equal by symmetry.
    """

    NAME = "balanced"
    OPTIONS = (Option("seed", 1, "number of the order", low=0),)

    def choose(self, start: Position, count: int) -> list[Opening]:
        """As `Openings.choose`.

        :raises SpecError: if the game has none, or does not begin at its usual start.
        """
        if not start.BOOK or start.spec != name_of(type(start)):
            raise SpecError(unknown("game with balanced openings", start.spec, _balanced_games()))
        if start.text() != start.initial().text():
            raise SpecError(
                f"balanced openings of {start.spec} begin at its usual start, not at "
                f"{start.text()!r}"
            )
        return FileOpenings(path=start.BOOK, seed=self.options["seed"]).choose(start, count)


def default_openings(start: Position) -> str:
    """The spec of the openings for a match that names none: balanced ones, where there are."""
    try:
        BalancedOpenings().choose(start, 0)
    except SpecError:  # none of this game, or it begins elsewhere
        return "random"
    return "balanced"


def _balanced_games() -> list[str]:
    return [name for name in GAMES.names() if GAMES.find(name).BOOK]


class PolyglotOpenings(WalkedOpenings):
    """Random walks through a Polyglot book, each move drawn by its weight or uniformly.

    A move of weight 0 is never drawn. Where the book ends before `plies`, so does the
    opening.
    """

    NAME = "polyglot"
    OPTIONS = (
        Option("path", "", "the book"),
        Option("plies", 8, "moves of an opening", low=1, high=100),
        Option("seed", 1, "number of the sequence of openings", low=0),
        Option("draw", "weighted", "how each move is drawn", choices=("weighted", "uniform")),
    )

    def choose(self, start: Position, count: int) -> list[Opening]:
        """As `Openings.choose`.

        :raises FileError: if the file is no book, or does not know the start.
        :raises SpecError: if no file is named.
        """
        import chess.polyglot

        path = _named(self)
        if "polyglot" not in start.STANDARDS:
            raise FileError(
                f"{path_text(path)} is a Polyglot book: expected openings of {start.spec}"
            )
        try:
            if fault := size_fault(path.stat().st_size):
                raise FileError(f"{path_text(path)} {fault}")
            with chess.polyglot.open_reader(path) as self._book:
                if self.draw(start, random.Random(0)) is None:
                    raise FileError(
                        f"{path_text(path)} has no move for the start, {start.text()!r}"
                    )
                return super().choose(start, count)
        except OSError as error:
            raise _unreadable(path, error) from error

    def draw(self, position: Position, rng: random.Random) -> int | None:
        board: chess.Board = position.board()  # type: ignore[attr-defined]  # chess has one
        entries = list(self._book.find_all(board))
        if not entries:
            return None
        weights = None if self.options["draw"] == "uniform" else [e.weight for e in entries]
        return position.parse_move(board.uci(rng.choices(entries, weights)[0].move))


def _named(book: Openings) -> Path:
    """The file of a book.

    :raises SpecError: if none was given.
    """
    path = book.options["path"]
    if not path:
        raise SpecError(f"{book.NAME}: expected a file, as in {book.NAME}:path=FILE")
    return Path(path)


def _read(path: Path, encoding: str = "utf-8-sig") -> str:
    """The text of a file, or its bytes as the letters of latin-1.

    :raises FileError: if it cannot be read.
    """
    try:
        return path.read_bytes().decode(encoding, "replace")
    except OSError as error:
        raise _unreadable(path, error) from error


def _unreadable(path: Path, error: OSError) -> FileError:
    if isinstance(error, FileError):
        return error
    return FileError(f"cannot read openings from {path_text(path)}: {error.strerror or error}")


def _lines(text: str) -> Iterator[Entry]:
    """The lines that hold openings."""
    for number, line in enumerate(text.splitlines(), 1):
        opening = line.partition("\t")[0].strip()
        if opening and not opening.startswith("#"):
            yield number, opening


def _games(text: str) -> Iterator[Entry]:
    """The games of a PGN: each begins at a header that follows other text."""
    lines: list[str] = []
    begins, in_headers = 1, True
    for number, line in enumerate(text.splitlines(), 1):
        is_header = _HEADER.match(line) is not None
        if is_header and not in_headers:
            yield begins, "\n".join(lines)
            lines, begins = [], number
        if line.strip():
            in_headers = is_header
        lines.append(line)
    if any(line.strip() for line in lines):
        yield begins, "\n".join(lines)


_SGF = re.compile(r"(?P<key>[A-Za-z]*)\s*\[(?P<value>(?:[^\]\\]|\\.)*)\]|[()]", re.DOTALL)
"""A value with its property, or a bracket around a game or branch."""

_SGF_POINT = re.compile(r"[a-z]{2}")
"""A point, column and row."""


def _trees(text: str) -> Iterator[Entry]:
    """The games of a file of SGF: what is between the outermost brackets."""
    depth = begins = 0
    for token in _SGF.finditer(text):
        if token[0] == "(":
            begins = begins if depth else token.end()
            depth += 1
        elif token[0] == ")" and depth:
            depth -= 1
            if not depth:
                yield text.count("\n", 0, begins) + 1, text[begins : token.end()]


Reader = Callable[[Entry, Position, int], Opening]
"""Reads the opening of an entry: its moves up to so many plies, or all where that is 0.

Raises _Broken, MoveError or PositionError."""


class _Broken(Exception):
    """What is wrong with an entry, and in which line."""

    def __init__(self, line: int, fault: str) -> None:
        self.line = line
        self.fault = fault


def _distinct(
    path: Path, entries: list[Entry], reader: Reader, start: Position, plies: int
) -> Iterator[Opening]:
    """The openings that reach a position none before them reached.

    :raises FileError: at an entry that is no opening.
    """
    seen: set[str] = set()
    for entry in entries:
        try:
            opening = reader(entry, start, plies)
            position = opening.reach(start)
        except _Broken as broken:
            raise FileError(f"{path_text(path)}, line {broken.line}: {broken.fault}") from None
        except (MoveError, PositionError) as error:
            raise FileError(f"{path_text(path)}, line {entry[0]}: {error}") from None
        if position.outcome() is not None:
            raise FileError(
                f"{path}, line {entry[0]}: the game is over after the opening: "
                "expected one to be played on, or fewer plies"
            )
        if identity(position) not in seen:
            seen.add(identity(position))
            yield opening


def _cut(moves: tuple[int, ...], plies: int) -> tuple[int, ...]:
    return moves[:plies] if plies else moves


def _line_opening(entry: Entry, start: Position, plies: int) -> Opening:
    """The opening of a line: a position, or moves from the start."""
    begin, moves = start.read_opening(entry[1])
    return Opening(_cut(tuple(moves), plies), begin)


def _pgn_opening(entry: Entry, start: Position, plies: int) -> Opening:
    """The opening of a game: its main line, from its FEN if it has one."""
    fen, words = _main_line(entry, plies)
    begin = start.at(fen).text() if fen else ""
    position = Opening(start=begin).begin(start)
    moves: list[int] = []
    for word in words[: plies or None]:
        moves.append(position.parse_move(word))
        position.push(moves[-1])
    return Opening(tuple(moves), begin)


def _sgf_opening(entry: Entry, start: Position, plies: int) -> Opening:
    """The opening of a game: its main line, from the usual start."""
    begins, text = entry
    words = []
    for token in _SGF.finditer(text):
        if token[0] == ")":  # of what branches, the first branch is the main line
            break
        if token["key"] in ("B", "W"):
            words.append(token["value"].strip())
    moves = [f"{x[0]}{ord(x[1]) - 96}" if _SGF_POINT.fullmatch(x) else x for x in words]
    moves = [move for move in moves if move.lower() not in ("", "pass", "pa")]
    if not moves:
        raise _Broken(begins, "no moves: expected a game of SGF")
    begin, found = start.read_opening(" ".join(moves))
    return Opening(_cut(tuple(found), plies), begin)


def _ggf_opening(entry: Entry, start: Position, plies: int) -> Opening:
    """The opening of a game, from its own board."""
    from games.othello.ggf import read_ggf

    (game,) = read_ggf(f"({entry[1]}")
    if not game.moves:
        raise _Broken(entry[0], "no moves: expected a game of GGF")
    position = Opening(start=game.start).begin(start)
    moves: list[int] = []
    for move in game.moves[: plies or None]:
        moves.append(position.parse_move(move.text))
        position.push(moves[-1])
    return Opening(tuple(moves), game.start)


def _wthor_games(text: str) -> Iterator[Entry]:
    """The games of a file of WTHOR, in letters of latin-1; each stands for a line."""
    from games.othello.wthor import read_wthor

    for number, game in enumerate(read_wthor(text.encode("latin-1")), 1):
        if game.moves:
            yield number, game.text


def _main_line(entry: Entry, plies: int) -> tuple[str, list[str]]:
    """The FEN of a game, which may be empty, and the moves of its main line in UCI notation.

    :param plies: errors behind so many moves do not matter; 0 if all do.
    """
    import chess.pgn

    begins, text = entry
    lines = _CountedLines(text)

    class MainLine(chess.pgn.BaseVisitor[tuple[str, list[str]]]):
        def __init__(self) -> None:
            self.fen = ""
            self.moves: list[str] = []

        def visit_header(self, name: str, value: str) -> None:
            if name == "FEN":
                self.fen = value

        def begin_variation(self) -> Any:
            return chess.pgn.SKIP

        def visit_move(self, board: chess.Board, move: chess.Move) -> None:
            self.moves.append(board.uci(move))

        def handle_error(self, error: Exception) -> None:
            if not plies or len(self.moves) < plies:
                line = begins + lines.count - 1
                raise _Broken(line, f"{error}: expected a game of legal moves")

        def result(self) -> tuple[str, list[str]]:
            return self.fen, self.moves

    handle: Any = lines  # all that is asked of it is readline
    fen, moves = chess.pgn.read_game(handle, Visitor=MainLine) or ("", [])
    if not fen and not moves:
        raise _Broken(begins, "no moves: expected a game of PGN")
    return fen, moves


class _CountedLines:
    """A text that counts the lines read of it."""

    def __init__(self, text: str) -> None:
        self.count = 0
        self._lines = iter(text.splitlines(keepends=True))

    def readline(self) -> str:
        self.count += 1
        return next(self._lines, "")


_KINDS: dict[str, tuple[Callable[[str], Iterator[Entry]], Reader]] = {
    ".pgn": (_games, _pgn_opening),
    ".sgf": (_trees, _sgf_opening),
    ".ggf": (_trees, _ggf_opening),
    ".wtb": (_wthor_games, _line_opening),
}
"""How games of a standard are told apart and read, by the ending of the file's name."""
