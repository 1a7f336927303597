"""Openings from files, and the balanced ones that Starling ships.

The suffix of a file selects its format:

    .pgn        games of chess; their first moves
    .bin        a Polyglot book of chess, walked at random
    .sgf        games of a board with letters and numbers (Othello); their first moves
    .ggf, .wtb  games of Othello, GGF and WTHOR; their first moves
    .obf        positions of Othello with the scores of moves, one a line
    any other   one opening a line: a position (for chess FEN or EPD), or moves (for Othello a
                transcript such as f5d6c3; for other games words with blanks between them).
                Text after a tab, empty lines and lines that begin with # are ignored, except the
                start of a game in our own records

A file is read only until enough openings are found: an error in an unused opening is not reported.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import cycle, islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypedDict, Unpack

from engine.match.openings.openings import (
    OPENINGS,
    Opening,
    Openings,
    RandomOpenings,
    WalkedOpenings,
    identity,
    usual_length,
    varied,
)
from engine.match.openings.sgf import opening_of, trees
from games import GAMES
from games.chess.facts import size_fault
from games.core.position import Position
from games.errors import FileError, MoveError, PositionError, SpecError, quoted, unknown
from games.parts.files import is_file, path_text
from games.parts.options import has_usual_options
from games.parts.part import Option

if TYPE_CHECKING:
    import chess

SPEC_960, POSITIONS_960 = "chess:chess960=true", 960
"""The game of Chess960, and the number of its starting positions."""

RESULTS_IN_FILES = ("1-0", "1/2-1/2", "0-1", "*")
"""The results of games in files; the last one is that of a game that goes on."""

Entry = tuple[int, str]
"""A line number (in WTHOR a game number), from 1, and the text that begins there."""

_HEADER = re.compile(r'\s*\[\s*\w+\s*"')
_RESULT = re.compile(r"(?:^|\s)(?:1-0|0-1|1/2-1/2|\*)\s*$")


class FileOpeningsOptions(TypedDict, total=False):
    """The options of `FileOpenings`."""

    path: Annotated[str, Option("", "the file: .pgn, .bin (Polyglot), or one opening a line")]
    plies: Annotated[
        int, Option(0, "the first moves that are played; 0 for all (Polyglot: 8)", low=0)
    ]
    seed: Annotated[int, Option(1, "number of the order", low=0)]
    order: Annotated[Literal["random", "file"], Option("random", "the order of the openings")]


class FileOpenings(Openings):
    """The openings of a file in seeded random order, each position once.

    When all have been chosen they are chosen again in the same order.
    """

    NAME = "file"
    OPTIONS = FileOpeningsOptions

    def __init__(self, **options: Unpack[FileOpeningsOptions]) -> None:
        super().__init__(**options)

    def choose(self, start: Position, count: int) -> list[Opening]:
        """Return `count` openings of the file, in its order or in a random one fixed by `seed`.

        Openings that reach the same position as an earlier one are left out. If fewer than `count`
        remain, they are repeated in the same order. A file .bin is read by `PolyglotOpenings`.

        :raises FileError: if the file cannot be read, is for another game, has no openings, or has
            an invalid one, whose line it names.
        :raises SpecError: if no file is named, or order=file is given for a file .bin.
        """
        path, plies, seed = _named(self), self.options["plies"], self.options["seed"]
        kind = path.suffix.lower()
        if kind == ".bin":
            if self.options["order"] == "file":
                raise SpecError(f"order=file: the Polyglot book {path_text(path)} has no order")
            given = {"plies": plies} if plies else {}
            return PolyglotOpenings(path=str(path), seed=seed, **given).choose(start, count)
        if kind in _KINDS and kind[1:] not in start.INFO.standards:
            raise FileError(
                f"{path_text(path)} is {kind[1:].upper()}: "
                f"expected openings of {start.spec}, one a line"
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


class OrderOptions(TypedDict, total=False):
    """The options of books that are played in a random order."""

    seed: Annotated[int, Option(1, "number of the order", low=0)]


class BalancedOpenings(Openings):
    """The openings of a game's book (`GameInfo.opening_book`), about equal for both sides.

    The books that Starling ships are made by `training/openings.py`.

    Chess: 8 random plies, by search at most 40 centipawns from equal. Othello: 8 random plies, by
    search at most 1.5 discs from equal, no two equal by symmetry.
    """

    NAME = "balanced"
    OPTIONS = OrderOptions

    def __init__(self, **options: Unpack[OrderOptions]) -> None:
        super().__init__(**options)

    def choose(self, start: Position, count: int) -> list[Opening]:
        """Return `count` openings of the game's book, in a random order that `seed` determines.

        If there are fewer, they are repeated with random moves after them (see `varied`), which
        `seed` determines too.

        :raises SpecError: if the game has no book, or has unusual options, or does not begin at its
            usual start.
        """
        if not start.INFO.opening_book or not has_usual_options(start):
            known = [name for name in GAMES.names() if GAMES.find(name).INFO.opening_book]
            raise SpecError(unknown("game with balanced openings", start.spec, known))
        if start.text() != start.initial().text():
            raise SpecError(
                f"balanced openings of {start.spec} begin at its usual start, not at "
                f"{start.text()!r}"
            )
        seed = self.options["seed"]
        book = FileOpenings(path=start.INFO.opening_book, seed=seed)
        return varied(start, book.choose(start, count), seed)


class Chess960Openings(Openings):
    """The 960 starting positions of Chess960, for `chess:chess960=true`."""

    NAME = "chess960"
    OPTIONS = OrderOptions

    def __init__(self, **options: Unpack[OrderOptions]) -> None:
        super().__init__(**options)

    def choose(self, start: Position, count: int) -> list[Opening]:
        """Return `count` starting positions, without moves, in an order that `seed` determines.

        If there are fewer, they are repeated with random moves after them (see `varied`).

        :raises SpecError: if the game is not Chess960, or does not begin at its usual start.
        """
        if start.spec != SPEC_960:
            raise SpecError(f"openings chess960: expected {SPEC_960}, not {start.spec}")
        if start.text() != start.initial().text():
            raise SpecError(f"openings chess960: expected the usual start, not {start.text()!r}")
        import chess  # only when needed

        seed = self.options["seed"]
        numbers = random.Random(seed).sample(range(POSITIONS_960), POSITIONS_960)[:count]
        fens = (chess.Board.from_chess960_pos(number).fen() for number in numbers)
        book = [Opening((), start.at(fen).text()) for fen in fens]
        return varied(start, islice(cycle(book), count), seed)


def default_openings(start: Position) -> str:
    """Return the spec of the default openings: "balanced" or "chess960" if they fit the start.

    Else it is "random", with the option `plies` if `random_plies` is less than its default.
    """
    for book in (BalancedOpenings(), Chess960Openings()):
        with suppress(SpecError):  # not for this game or start
            book.choose(start, 0)
            return book.NAME
    plies = random_plies(start)
    return "random" if plies == RandomOpenings().options["plies"] else f"random:plies={plies}"


def make_openings(openings: str | Path | Openings | None, start: Position) -> Openings:
    """Return the opening book for a spec or the path of a file; a book is returned as it is.

    A text that does not begin with the name of a book is a path. The file is not read yet.

    :param openings: None for the default book of the game (see `default_openings`).
    :raises SpecError: if the value has another type, an option is wrong, or there is neither a book
        nor a file of this name.
    :raises FileError: if there is no file at what must be a path: a `Path`, or a text with a folder
        or a suffix.
    """
    if openings is None:
        openings = default_openings(start)
    if isinstance(openings, Openings):
        return openings
    if not isinstance(openings, str | Path):
        raise SpecError(
            f"openings={quoted(openings)}: expected a spec such as 'balanced:seed=3', "
            "'random:plies=6' or 'file:path=book.pgn', or the path of a file"
        )
    name = str(openings).partition(":")[0].strip()
    if isinstance(openings, str) and name in OPENINGS:
        book: Openings = OPENINGS.make(openings)
        return book
    path = Path(openings)
    if not is_file(path):
        if path.suffix or len(path.parts) > 1 or isinstance(openings, Path):
            raise FileError(f"there is no file {path_text(path)}: expected openings")
        raise SpecError(
            f"{unknown('opening book', name, OPENINGS.names())} (such as random:plies=N,seed=N), "
            "or a file that exists (.pgn, .epd, .sgf, .ggf, .obf, .wtb, .bin, or lines of moves)"
        )
    return FileOpenings(path=str(path))


def random_plies(start: Position) -> int:
    """Return the plies of random openings from this start: the default of `RandomOpenings`.

    They are fewer in a short game: at most a third of `usual_length`, but at least 1.
    """
    return min(RandomOpenings().options["plies"], max(1, usual_length(start) // 3))


class PolyglotOpeningsOptions(TypedDict, total=False):
    """The options of `PolyglotOpenings`."""

    path: Annotated[str, Option("", "the book")]
    plies: Annotated[int, Option(8, "moves of an opening", low=1, high=100)]
    seed: Annotated[int, Option(1, "number of the sequence of openings", low=0)]
    draw: Annotated[Literal["weighted", "uniform"], Option("weighted", "how each move is drawn")]


class PolyglotOpenings(WalkedOpenings):
    """Random walks through a Polyglot book, each move drawn by its weight or uniformly.

    A move of weight 0 is never drawn. An opening is shorter than `plies` if the book ends.
    """

    NAME = "polyglot"
    OPTIONS = PolyglotOpeningsOptions

    def __init__(self, **options: Unpack[PolyglotOpeningsOptions]) -> None:
        super().__init__(**options)

    def choose(self, start: Position, count: int) -> list[Opening]:
        """Return `count` openings that are random walks through the book, from the start.

        They end in different positions if possible (see `WalkedOpenings.choose`).

        :raises FileError: if the file cannot be read, is no book, or has no move for the start; or
            if the game has no Polyglot books.
        :raises SpecError: if no file is named.
        """
        import chess.polyglot

        path = _named(self)
        if "polyglot" not in start.INFO.standards:
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
        """Return a move drawn from the book, by weight or uniformly; None if it has none here."""
        board: chess.Board = position.board()  # type: ignore[attr-defined]  # chess has one
        entries = list(self._book.find_all(board))
        if not entries:
            return None
        weights = None if self.options["draw"] == "uniform" else [e.weight for e in entries]
        return position.parse_move(board.uci(rng.choices(entries, weights)[0].move))


def _named(book: Openings) -> Path:
    """Return the path of an opening book's file.

    :raises SpecError: if none was given.
    """
    path = book.options["path"]
    if not path:
        raise SpecError(f"{book.NAME}: expected a file, as in {book.NAME}:path=FILE")
    return Path(path)


def _read(path: Path, encoding: str) -> str:
    """Return the text of a file in an encoding; bytes that do not fit it are replaced.

    :raises FileError: if it cannot be read.
    """
    try:
        return path.read_bytes().decode(encoding, "replace")
    except OSError as error:
        raise _unreadable(path, error) from error


def _unreadable(path: Path, error: OSError) -> FileError:
    """Return the FileError for a file of openings that cannot be read; `error` if it is one."""
    if isinstance(error, FileError):
        return error
    return FileError(f"cannot read openings from {path_text(path)}: {error.strerror or error}")


def _lines(text: str) -> Iterator[Entry]:
    """Yield the openings of a text file, one a line, with the numbers of their lines.

    Empty lines, lines that begin with #, and text after a tab are left out. A line of our own
    records with another start keeps the start after a tab (see `results.folder.game_line`).
    """
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split("\t")
        opening = words[0].strip()
        if opening and not opening.startswith("#"):
            recorded = len(words) == 6 and words[1] in RESULTS_IN_FILES
            yield number, f"{opening}\t{words[5]}" if recorded else opening


def _games(text: str) -> Iterator[Entry]:
    """Yield the games of a PGN text, with the numbers of their first lines.

    Each begins at a header after other text. Without headers, a game begins after a result and an
    empty line. Lines that begin with % or ; are comments.
    """
    lines: list[str] = []
    begins, in_headers, ended, blank = 1, True, False, True
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith(("%", ";")):  # python-chess skips it
            lines.append(line)
            continue
        is_header = _HEADER.match(line) is not None
        if (is_header and not in_headers) or (ended and line.strip() and blank):
            yield begins, "\n".join(lines)
            lines, begins = [], number
        blank = not line.strip()
        if not blank:
            in_headers = is_header
            ended = not is_header and _RESULT.search(line) is not None
        lines.append(line)
    if any(line.strip() and line[0] not in "%;" for line in lines):
        yield begins, "\n".join(lines)


Reader = Callable[[Entry, Position, int], Opening]
"""The function that reads the opening of an entry, up to a number of plies; 0 for all.

It raises _Broken, MoveError or PositionError.
"""


class _Broken(Exception):
    """An error in an entry, with its line."""

    def __init__(self, line: int, fault: str) -> None:
        self.line = line
        self.fault = fault


def _distinct(
    path: Path, entries: list[Entry], reader: Reader, start: Position, plies: int
) -> Iterator[Opening]:
    """Yield the openings of a file's entries; each reaches a position that none before reached.

    :param reader: reads the opening of an entry, up to `plies` moves, or all if `plies` is 0.
    :raises FileError: if an entry is no opening, or the game is over after it.
    """
    seen: set[str] = set()
    unit = "game" if path.suffix.lower() == ".wtb" else "line"
    for entry in entries:
        try:
            opening = reader(entry, start, plies)
            position = opening.reach(start)
        except _Broken as broken:
            raise FileError(f"{path_text(path)}, line {broken.line}: {broken.fault}") from None
        except (MoveError, PositionError) as error:
            raise FileError(f"{path_text(path)}, {unit} {entry[0]}: {error}") from None
        if position.outcome() is not None:
            raise FileError(
                f"{path_text(path)}, {unit} {entry[0]}: the game is over after the opening: "
                "expected one to be played on, or fewer plies"
            )
        if identity(position) not in seen:
            seen.add(identity(position))
            yield opening


def _line_opening(entry: Entry, start: Position, plies: int) -> Opening:
    """Return the opening of a line: a position, or moves, at most `plies` unless that is 0.

    Moves begin at the position that follows them after a tab, else at the match's start.
    """
    text, _, elsewhere = entry[1].partition("\t")
    begin, moves = (start.at(elsewhere) if elsewhere else start).read_opening(text)
    return Opening(tuple(moves[: plies or None]), begin or elsewhere)


def _pgn_opening(entry: Entry, start: Position, plies: int) -> Opening:
    """Return the first `plies` moves of a game's main line, all for 0, from its FEN.

    Without a FEN the game begins at the usual start, even if the match has another.

    :raises PositionError: if its tags name another game, or have no usable start.
    :raises _Broken: if it is no game of legal moves.
    """
    fen, words = _main_line(entry, start, plies)
    begin = start.at(fen).text() if fen else start.initial().text()
    begin = "" if begin == start.text() else begin
    position = Opening(start=begin).begin(start)
    moves: list[int] = []
    for word in words[: plies or None]:
        moves.append(position.parse_move(word))
        position.push(moves[-1])
    return Opening(tuple(moves), begin)


def _sgf_opening(entry: Entry, start: Position, plies: int) -> Opening:
    """Return the first `plies` moves of a game's main line, all for 0, from the start it sets up.

    :raises PositionError: if it is another game, or has an illegal move.
    """
    begin, moves = opening_of(entry[1], start, plies)
    return Opening(tuple(moves), begin)


def _ggf_opening(entry: Entry, start: Position, plies: int) -> Opening:
    """Return the first `plies` moves of a game, all for 0, from its own board or the usual start.

    The opening's start is "" if that is the match's start.
    """
    from games.othello.ggf import read_ggf

    games = list(read_ggf(f"({entry[1]}"))
    if len(games) != 1 or not games[0].moves:
        raise _Broken(entry[0], "expected one game of GGF, with moves")
    (game,) = games
    begin = game.start or start.initial().text()  # a game without a board has the usual start
    moves = tuple(game.position(plies).history)
    return Opening(moves, "" if begin == start.text() else begin)


def _obf_positions(text: str) -> Iterator[Entry]:
    """Yield the lines of an OBF file that have text before %, each with its number from 1.

    Tabs become blanks.
    """
    for number, line in enumerate(text.splitlines(), 1):
        if line.partition("%")[0].strip():
            yield number, line.replace("\t", " ")


def _wthor_games(text: str) -> Iterator[Entry]:
    """Yield the games of a WTHOR file that have moves, as text, with their numbers from 1.

    :param text: the bytes of the file, decoded as latin-1.
    """
    from games.othello.wthor import read_wthor

    for number, game in enumerate(read_wthor(text.encode("latin-1")), 1):
        if game.moves:
            yield number, game.text


def _main_line(entry: Entry, start: Position, plies: int) -> tuple[str, list[str]]:
    """Return the FEN of a game, which may be empty, and its main line in UCI notation.

    The main line may have more moves than `plies`.

    :param entry: a game of PGN, with the number of its first line.
    :param plies: errors after this number of moves are ignored; with 0 every error counts.
    :raises PositionError: if the tags name another game, or have no usable start.
    :raises _Broken: if there is no game, a move is not legal, or text follows an empty line.
    """
    import chess.pgn

    from games.chess.notation import fen_of

    begins, text = entry
    lines = _PgnLines(begins, text)
    board: chess.Board = start.board()  # type: ignore[attr-defined]  # a game of PGN has one

    class Tags(chess.pgn.Headers):
        """The tags of a game, which is of the match's game whatever they say."""

        def variant(self) -> type[chess.Board]:
            """Return the class of the board that the match begins with, whatever the tags say."""
            return type(board)

        def is_chess960(self) -> bool:
            """Return whether the match is of Chess960, whatever the tags say."""
            return board.chess960

    class MainLine(chess.pgn.BaseVisitor[tuple[str, list[str]]]):
        def __init__(self) -> None:
            self.tags = Tags({})
            self.moves: list[str] = []

        def begin_headers(self) -> Tags:
            """Return the mapping that python-chess fills with the tags."""
            return self.tags

        def visit_header(self, name: str, value: str) -> None:
            """Store a tag; FEN, SetUp and Variant may be written in any case, FEN may be an EPD."""
            name = _DECIDING.get(name.upper(), name)
            self.tags[name] = fen_of(value) if name == "FEN" else value

        def end_headers(self) -> None:
            """Check that the tags are of the match's game, and have a FEN if SetUp is 1."""
            name = self.tags.get("Variant", "")
            try:
                kind = chess.pgn.Headers({"Variant": name}).variant() if name else type(board)
            except ValueError:  # no such variant
                kind = None
            if kind is None or kind.uci_variant != board.uci_variant:
                raise PositionError(f"Variant {quoted(name, 40)}: expected a game of {start.spec}")
            if self.tags.get("SetUp", "0").strip() == "1" and "FEN" not in self.tags:
                raise PositionError('SetUp "1" without FEN: expected the position it begins at')

        def begin_variation(self) -> Any:
            """Skip every variation: only the main line is read."""
            return chess.pgn.SKIP

        def visit_move(self, board: chess.Board, move: chess.Move) -> None:
            """Append a move of the main line as text in UCI."""
            self.moves.append(board.uci(move))

        def handle_error(self, error: Exception) -> None:
            """Raise an error of the FEN, or of a move unless `plies` moves were read before it."""
            if not plies or len(self.moves) < plies:
                raise _Broken(lines.number, f"{error}: expected a game of legal moves")

        def result(self) -> tuple[str, list[str]]:
            """Return the FEN of the start, "" for the usual one, and the texts of the moves."""
            return self.tags.get("FEN", ""), self.moves

    handle: Any = lines  # python-chess only calls readline
    fen, moves = chess.pgn.read_game(handle, Visitor=MainLine) or ("", [])
    if not fen and not moves:
        raise _Broken(begins, "no moves: expected a game of PGN")
    while (not plies or len(moves) < plies) and (line := lines.readline()):
        if line.strip() and line[0] not in "%;":
            raise _Broken(
                lines.number,
                f"{quoted(line.strip(), 40)} after an empty line: expected a game",
            )
    return fen, moves


_DECIDING = {"FEN": "FEN", "SETUP": "SetUp", "VARIANT": "Variant"}
"""The tags that affect the moves, by their names in capitals."""

_TAG = re.compile(r'\[\s*(\w+)\s*"((?:[^"\\]|\\.)*)"\s*\]')
_LOOSE_TAG = re.compile(r'\[\s*(\w+)\s*"(.*)"\s*\]\s*(?:[;%].*)?')
"""A tag with unescaped quotes in its value, and an optional comment."""


class _PgnLines:
    """The lines of a game, one tag a line, as python-chess needs them.

    :param begins: the number of the first line; `number` is that of the last one that was read.
    """

    def __init__(self, begins: int, text: str) -> None:
        self.number = begins - 1
        self._lines = self._one_tag_a_line(text)

    def readline(self) -> str:
        """Return the next line and set `number` to its number; return "" after the last one.

        :raises _Broken: if a tag that affects the moves cannot be read.
        """
        return next(self._lines, "")

    def _one_tag_a_line(self, text: str) -> Iterator[str]:
        """Yield the lines; each tag before the moves is in a line of its own, without a comment.

        A line of tags that cannot be parsed is yielded as it is.

        :raises _Broken: if such a line begins with the tag FEN, SetUp or Variant.
        """
        in_tags = True
        for line in text.splitlines(keepends=True):
            self.number += 1
            plain = line.lstrip("\ufeff").strip()
            in_tags = in_tags and (not plain or plain[0] in "[%;")
            if not in_tags or not plain.startswith("["):
                yield line
                continue
            rest = _TAG.sub("", plain).strip()
            loose = _LOOSE_TAG.fullmatch(plain)
            if not rest or rest[0] in ";%":
                yield from (f'[{tag[1]} "{tag[2]}"]\n' for tag in _TAG.finditer(plain))
            elif loose:
                yield f'[{loose[1]} "{loose[2]}"]\n'
            elif re.match(r"\[\s*(?:FEN|SetUp|Variant)\b", plain, re.IGNORECASE):
                raise _Broken(self.number, f'{quoted(plain, 80)}: expected a tag as in [FEN "..."]')
            else:
                yield line


_KINDS: dict[str, tuple[Callable[[str], Iterator[Entry]], Reader]] = {
    ".pgn": (_games, _pgn_opening),
    ".sgf": (trees, _sgf_opening),
    ".ggf": (trees, _ggf_opening),
    ".wtb": (_wthor_games, _line_opening),
    ".obf": (_obf_positions, _line_opening),
}
"""The functions that split and read a format, by the suffix of the file."""
