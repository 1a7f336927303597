"""Games to annotate, from files of PGN, GGF, SGF and plain text."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from engine.match.openings.files import RESULTS_IN_FILES
from engine.match.openings.sgf import SGF, opening_of, trees
from games import GAMES, make
from games.core.position import Position
from games.errors import FileError, PositionError, SpecError, StarlingError, described, quoted
from games.othello.ggf import GgfGame, each_ggf
from games.parts.files import decode_text, path_text, read_bytes

GGF_TAGS = {"PB": "Black", "PW": "White", "PC": "Site", "DT": "Date", "RE": "Result"}
SGF_TAGS = {**GGF_TAGS, "EV": "Event", "RO": "Round"}
"""The names that PGN has for tags of GGF and of SGF."""


@dataclass(frozen=True)
class Note:
    """The comment and the time that a file of SGF or GGF has with a move, or before the first one.

    :param seconds: the time of the move; None if it is not known.
    """

    comment: str = ""
    seconds: float | None = None


@dataclass(frozen=True)
class ReadGame:
    """A game as its file has it.

    :param number: its number in the file, from 1.
    :param start: the position it begins at.
    :param moves: its main line.
    :param tags: what the file says of it by the names of PGN: White, Black, Event, Result, ...;
        for other games than chess, White is the side that moves second.
    :param pgn: the game of python-chess, for chess.
    :param notes: for SGF and GGF, by the number of moves made.
    :param faults: the variations that were cut at a move that is not legal, each in one line.
    """

    number: int
    start: Position
    moves: tuple[int, ...]
    tags: Mapping[str, str] = field(default_factory=dict)
    pgn: Any = None
    notes: Mapping[int, Note] = field(default_factory=dict)
    faults: tuple[str, ...] = ()

    @property
    def players(self) -> tuple[str, str]:
        """The names of the players, that of the side that moves first before the other's.

        A name that the file does not have is "?".
        """
        first, second = ("White", "Black") if self.pgn is not None else ("Black", "White")
        return self.tags.get(first, "?"), self.tags.get(second, "?")


def read_games(
    path: str | Path, game: str | None = None, chosen: set[int] | None = None
) -> tuple[list[ReadGame], list[str]]:
    """Return the games of a file, and its faults in one line each; the suffix names the format.

    Without `chosen` an invalid game is left out and is among the faults. Text that is not UTF-8 is
    in the encoding that SGF states (CA), else in cp1252.

    :param game: the spec of the game; None takes the game of the format, which .txt has not.
    :param chosen: the numbers of the games to return; None returns all that are valid.
    :raises FileError: if the file cannot be read, has no moves or no such game, or if a chosen game
        is invalid. The message has the game's number.
    :raises SpecError: if the suffix is unknown, or the game is missing or not of this format.
    """
    suffix = Path(path).suffix.lower()
    if suffix not in SUFFIXES:
        raise SpecError(
            f"{path_text(path)}: unknown type of file {quoted(suffix)}: expected "
            f"{', '.join(SUFFIXES)}"
        )
    if game is None and suffix == ".txt":
        raise SpecError(f"{path_text(path)}: expected its game by --game, such as --game othello")
    start = None
    if game is not None or suffix != ".pgn":
        start = make(_game_of(suffix) if game is None else game)
    if start is not None and suffix != ".txt" and suffix[1:] not in start.INFO.standards:
        raise SpecError(f"{path_text(path)}: {start.spec} has no games of {suffix[1:].upper()}")
    data = read_bytes(path, f"games of {suffix[1:].upper()}")
    found: list[ReadGame] = []
    faults: list[str] = []
    number = 0
    for number, read in enumerate(SUFFIXES[suffix](_text(data, suffix), start), 1):
        if chosen is not None and number not in chosen:
            continue
        place = f"{path_text(path)}, game {number}"
        try:
            found.append(read(number))
        except (StarlingError, ValueError) as error:
            faults.append(f"{place}: {described(error)}")
            if chosen is not None:
                raise FileError(faults[-1]) from None
            continue
        faults += [f"{place}: {fault}" for fault in found[-1].faults]
        if chosen is not None and number == max(chosen):
            break
    if chosen is not None and (missing := sorted(chosen - {each.number for each in found})):
        expected = f"expected numbers from 1 to {number}"
        raise FileError(f"{path_text(path)} has no game {missing[0]}, {expected}")
    if not any(each.moves for each in found):
        raise FileError(faults[0] if faults else f"{path_text(path)} has no moves: expected a game")
    return found, faults


def _text(data: bytes, suffix: str) -> str:
    """Return the text of a file in UTF-8, else in the encoding that SGF states, else in cp1252."""
    stated = re.search(rb"\bCA\s*\[\s*([\w.:-]+)", data) if suffix == ".sgf" else None
    return decode_text(data, stated[1].decode("ascii")) if stated else decode_text(data)


Read = Callable[[int], ReadGame]
"""A function that returns a game by its number; a PositionError or ValueError if it is invalid."""


def _read_pgn(text: str, start: Position | None) -> Iterator[Read]:
    """Yield for each game of a PGN text a function that returns it, from the start in its tags.

    Some may have no moves. One with neither moves nor a known tag is left out. Other text is an
    invalid game.

    :param start: the usual position of their game; None takes the variant in each game's tags.
    """
    import chess.pgn

    from engine.annotate.pgn import Builder

    handle = io.StringIO(text)
    end = 0
    while (built := chess.pgn.read_game(handle, Visitor=Builder)) is not None:
        begun, end = end, handle.tell()
        game: Any = built.game
        rest = ""
        if not game.variations and set(game.headers.values()) <= {"?", "*", "????.??.??"}:
            rest = re.sub(r"^\[.*\]$", "", text[begun:end], flags=re.MULTILINE).strip()
            if rest in ("", "*"):
                continue
        yield partial(_pgn_game, built=built, rest=rest, start=start)


def _pgn_game(number: int, built: Any, rest: str, start: Position | None) -> ReadGame:
    """Return a game of PGN.

    :param built: its `Builder`.
    :param rest: its text if it has neither moves nor a known tag.
    :raises PositionError: if a move is not legal, or the text is no PGN.
    """
    if built.fault:
        raise PositionError(built.fault)
    if rest:
        raise PositionError(f"{quoted(rest, 40)}: expected a game of PGN")
    game = built.game
    board = game.board()
    kind = make(_spec_of(board)) if start is None else start
    begin = kind.copy() if board.fen() == board.root().starting_fen else kind.at(board.fen())
    moves = _numbers(begin, [board.uci(move) for move in game.mainline_moves()])
    for name, value in game.headers.items():  # python-chess leaves quotes escaped
        game.headers[name] = re.sub(r'\\(["\\])', r"\1", value)
    tags = dict(game.headers)
    return ReadGame(number, begin, moves, tags, game, faults=tuple(built.cuts))


def _game_of(suffix: str) -> str:
    """Return the name of the game whose games are in files with a suffix."""
    return next(name for name in GAMES.builtin if suffix[1:] in GAMES.find(name).INFO.standards)


def _spec_of(board: Any) -> str:
    """Return the spec of the game of a python-chess board."""
    import chess

    options = [] if type(board) is chess.Board else [f"variant={board.uci_variant}"]
    options += ["chess960=true"] if board.chess960 else []
    return ":".join(filter(None, (_game_of(".pgn"), ",".join(options))))


def _numbers(start: Position, words: list[str]) -> tuple[int, ...]:
    """Return the moves from a start that are given as texts.

    :raises PositionError: if one is not legal; the message has its ply.
    """
    position = start.copy()
    for index, word in enumerate(words, 1):
        try:
            position.play(word)
        except StarlingError as error:
            raise PositionError(f"ply {index}: {error}") from None
    return tuple(position.history[len(start.history) :])


def _plies(sides: Iterable[int], first: int) -> list[int]:
    """Return for each written move the number of moves up to it, with the passes left out.

    A move of the other side than expected shows that a forced pass was left out before it.

    :param sides: the side that made each written move.
    :param first: the side that moves first.
    """
    plies: list[int] = []
    made = 0
    for side in sides:
        made += 1 + (first + made - side) % 2
        plies.append(made)
    return plies


def _read_ggf(text: str, start: Position | None) -> Iterator[Read]:
    """Yield for each Othello game of a GGF text a function that returns it; `start` is not used."""
    for read in each_ggf(text):
        yield partial(_ggf_game, read=read)


def _ggf_game(number: int, read: Callable[[], GgfGame]) -> ReadGame:
    """Return a game of GGF. Tags that PGN does not have keep their names.

    :raises PositionError: if it cannot be read, or a move is not legal.
    """
    game = read()
    end: Any = game.position()
    begin = end.initial().at(game.start) if game.start else end.initial()
    tags = {GGF_TAGS.get(name, name): value for name, value in game.tags.items()}
    notes = {0: Note(tags.pop("C", ""))}
    plies = _plies([move.side or 0 for move in game.moves], begin.turn)
    for made, move in zip(plies, game.moves, strict=True):
        notes[made] = Note(move.comment, move.seconds)
    return ReadGame(number, begin, tuple(end.history), tags, notes=notes)


def _read_sgf(text: str, start: Position | None) -> Iterator[Read]:
    """Yield for each Othello game of an SGF text a function that returns it, or raises its error.

    Games without a set-up begin at `start`.
    """
    assert start is not None
    try:
        for _, game in trees(text):
            yield partial(_sgf_game, text=game, start=start)
    except PositionError as error:  # the last game has no end
        yield partial(_refused, error=error)


def _refused(number: int, error: PositionError) -> ReadGame:
    """Raise an error that was found before the game could be read."""
    raise error


def _sgf_game(number: int, text: str, start: Position) -> ReadGame:
    """Return a game of SGF: its main line with comments, players, event, site, date and result.

    :raises PositionError: if it cannot be read, or a move is not legal.
    """
    begins, moves = opening_of(text, start, empty=True)
    begin = start.at(begins) if begins else start.copy()
    names = {**SGF_TAGS, "AN": "AN"}
    tags: dict[str, str] = {}
    sides: list[int] = []
    comments: dict[int, list[str]] = {}  # by the number of moves written
    waiting: list[str] = []
    for token in SGF.finditer(text):
        if token["value"] is None:  # the end of a node
            comments.setdefault(len(sides), []).extend(waiting)
            waiting = []
            if token[0] == ")":
                break
            continue
        key = "".join(filter(str.isupper, token["key"])) or token["key"].upper()
        value = re.sub(r"\\(.)", r"\1", token["value"], flags=re.DOTALL)
        if key in ("B", "W"):
            sides.append("BW".index(key))
        elif key == "C":
            waiting.append(value)
        elif key in names:
            tags.setdefault(names[key], value)
    plies = [0, *_plies(sides, begin.turn)]
    notes = {plies[count]: Note("\n".join(each)) for count, each in comments.items() if each}
    return ReadGame(number, begin, tuple(moves), tags, notes=notes)


def _read_text(text: str, start: Position | None) -> Iterator[Read]:
    """Yield for each line of a text file a function that returns its game.

    A line has moves, or is one that Starling wrote, with fields between tabs. Blank lines and those
    that begin with # are left out.

    :param start: the usual start; a line can state another one.
    """
    assert start is not None
    for line in text.splitlines():
        words = line.split("\t")
        if words[0].strip() and not words[0].lstrip().startswith("#"):
            yield partial(_text_game, words=words, start=start)


def _text_game(number: int, words: list[str], start: Position) -> ReadGame:
    """Return the game of a line, given as its fields; a line of our records gives it tags.

    The tags are the result, the ending and the players.

    :param number: the number of the game in the file.
    :raises StarlingError: if its start or a move is invalid.
    """
    is_record = len(words) in (5, 6) and words[1] in RESULTS_IN_FILES
    begin = start.at(words[5]) if is_record and len(words) == 6 else start.copy()
    elsewhere, moves = begin.read_opening(words[0].strip())
    begin = start.at(elsewhere) if elsewhere else begin
    tags = {}
    if is_record:
        tags = {"Result": words[1], "Ending": words[2], "Black": words[3], "White": words[4]}
    return ReadGame(number, begin, tuple(moves), tags)


Reader = Callable[[str, Position | None], Iterator[Read]]

SUFFIXES: dict[str, Reader] = {
    ".pgn": _read_pgn,
    ".ggf": _read_ggf,
    ".sgf": _read_sgf,
    ".txt": _read_text,
}
"""The reader of every type of file."""
