"""Games from files of PGN, GGF, SGF and plain text."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
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
    """The content of a file of SGF or GGF beside a move, or before the first one.

    :param seconds: the time of the move; None if it is not known.
    :param discs: its player's value in discs; None if there is none.
    """

    comment: str = ""
    seconds: float | None = None
    discs: float | None = None


@dataclass(frozen=True)
class ReadGame:
    """A game as its file has it.

    :param start: the position it begins at.
    :param moves: its main line.
    :param tags: what the file says of it by the names of PGN: White, Black, Event, Result, ...;
        for other games than chess, White is the side that moves second.
    :param pgn: the game of python-chess, for chess.
    :param notes: for SGF and GGF, by the number of moves made.
    :param faults: the variations that were cut at a move that is not legal, each in one line.
    :param number: its number in the file, from 1.
    """

    start: Position
    moves: tuple[int, ...]
    tags: Mapping[str, str] = field(default_factory=dict)
    pgn: Any = None
    notes: Mapping[int, Note] = field(default_factory=dict)
    faults: tuple[str, ...] = ()
    number: int = 1

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
    split, read = SUFFIXES[suffix]
    for number, part in enumerate(split(text_in(data, suffix)), 1):
        if chosen is not None and number not in chosen:
            continue
        place = f"{path_text(path)}, game {number}"
        try:
            found.append(replace(read(part, start), number=number))
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


def text_in(data: bytes, suffix: str) -> str:
    """Return the text of a file in UTF-8, else in the encoding that SGF states, else in cp1252."""
    stated = re.search(rb"\bCA\s*\[\s*([\w.:-]+)", data) if suffix == ".sgf" else None
    return decode_text(data, stated[1].decode("ascii")) if stated else decode_text(data)


# -- the formats: a function that splits a text into games, and one that reads each --------------


def pgn_games(text: str) -> Iterator[tuple[Any, str]]:
    """Yield the `Builder` of each game of a PGN text, and the game's text if it has no content.

    A game without content has neither moves nor a known tag. It is left out if it has no text
    either; else the text is "".
    """
    import chess.pgn

    from engine.match.results.pgn_builder import Builder

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
        yield built, rest


def _pgn_game(part: tuple[Any, str], start: Position | None) -> ReadGame:
    """Return a game of PGN, from the start in its tags; it may have no moves.

    :param part: the game as `pgn_games` yields it.
    :param start: the usual position of its game; None takes the variant in its tags.
    :raises PositionError: if a move is not legal, or the text is no PGN.
    """
    built, rest = part
    if built.fault:
        raise PositionError(built.fault)
    if rest:
        raise PositionError(f"{quoted(rest, 40)}: expected a game of PGN")
    game = built.game
    board = game.board()
    kind = make(_spec_of(board)) if start is None else start
    begin = kind.copy() if board.fen() == board.root().starting_fen else kind.at(board.fen())
    moves = _numbers(begin, [board.uci(move) for move in game.mainline_moves()])
    return ReadGame(begin, moves, dict(game.headers), game, faults=tuple(built.cuts))


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


def _ggf_game(read: Callable[[], GgfGame], _start: object) -> ReadGame:
    """Return a game of GGF, with its own start. Tags that PGN does not have keep their names.

    :param read: returns the game.
    :raises PositionError: if it cannot be read, or a move is not legal.
    """
    game = read()
    end: Any = game.position()
    begin = end.initial().at(game.start) if game.start else end.initial()
    tags = {GGF_TAGS.get(name, name): value for name, value in game.tags.items()}
    notes = {0: Note(tags.pop("C", ""))}
    plies = _plies([move.side or 0 for move in game.moves], begin.turn)
    for made, move in zip(plies, game.moves, strict=True):
        notes[made] = Note(move.comment, move.seconds, move.discs)
    return ReadGame(begin, tuple(end.history), tags, notes=notes)


def _sgf_games(text: str) -> Iterator[str | PositionError]:
    """Yield the text of each game of an SGF text; for a last game without an end, the error."""
    try:
        for _, game in trees(text):
            yield game
    except PositionError as error:
        yield error


def _sgf_game(text: str | PositionError, start: Position) -> ReadGame:
    """Return a game of SGF: its main line with comments, players, event, site, date and result.

    :param text: the game as `_sgf_games` yields it.
    :param start: where it begins if it has no set-up.
    :raises PositionError: if it cannot be read, or a move is not legal.
    """
    if isinstance(text, PositionError):
        raise text
    begins, moves = opening_of(text, start, empty=True)
    begin = start.at(begins) if begins else start.copy()
    names = {**SGF_TAGS, "AN": "AN", "AP": "Application"}
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
    return ReadGame(begin, tuple(moves), tags, notes=notes)


def _text_games(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the number and the fields between tabs of each line of a text, except of comments.

    A line has moves, or is one that Starling wrote. Blank lines and those that begin with # are
    comments.
    """
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split("\t")
        comment = words[0].lstrip().startswith("#")
        if not comment and (words[0].strip() or _is_record(words)):
            yield number, words


def _is_record(words: list[str]) -> bool:
    """Return whether a line has the fields that `folder.game_line` writes, maybe without moves."""
    return len(words) in (5, 6) and words[1] in RESULTS_IN_FILES


def _text_game(part: tuple[int, list[str]], start: Position) -> ReadGame:
    """Return the game of a line; one that Starling wrote has tags.

    The tags are the result, the ending and the players.

    :param part: the line as `_text_games` yields it.
    :param start: the usual start; the line can state another one.
    :raises StarlingError: if its start or a move is invalid.
    """
    _, words = part
    is_record = _is_record(words)
    begin = start.at(words[5]) if is_record and len(words) == 6 else start.copy()
    elsewhere, moves = begin.read_opening(words[0].strip())
    begin = start.at(elsewhere) if elsewhere else begin
    tags = {}
    if is_record:
        tags = {"Result": words[1], "Ending": words[2], "Black": words[3], "White": words[4]}
    return ReadGame(begin, tuple(moves), tags)


SCORES = {"1-0": "B", "0-1": "W", "1/2-1/2": ""}
"""The winner by the result in PGN; Black is the first player, as in Othello."""

RESULTS = {
    ".sgf": re.compile(r"([BW])\+(\d+(?:\.\d*)?|[RTF])?\w*|Draw|0"),
    ".ggf": re.compile(r"([+-]?)(\d+(?:\.\d*)?)(?::([rts]))?"),
    ".txt": re.compile("|".join(SCORES)),
}
"""The results of Othello in each format."""


def outcome_of(tags: Mapping[str, str]) -> tuple[str, str] | None:
    """Return the winner of a game and how it won; None if the result is not known.

    The winner is "B" for the first player, "W", or empty for a draw. The second text is the margin
    in discs, "R" for a resignation, "T" or "F" for time or another forfeit, or empty.

    :param tags: those of a `ReadGame`.
    """
    text = tags.get("Result", "").strip()
    if text in SCORES:
        ends = {"resigned": "R", "time forfeit": "T"}
        return SCORES[text], ends.get(tags.get("Ending", ""), "")
    if found := RESULTS[".sgf"].fullmatch(text):
        return found[1] or "", found[2] or ""
    if found := RESULTS[".ggf"].fullmatch(text):
        discs = float(found[2])
        unknown = found[3] == "s" and discs == 64
        how = {"r": "R", "t": "T"}.get(found[3], "" if unknown else f"{discs:g}")
        return "BW"[found[1] == "-"] if discs else "", how
    return None


SUFFIXES: dict[str, tuple[Callable[[str], Iterator[Any]], Callable[..., ReadGame]]] = {
    ".pgn": (pgn_games, _pgn_game),
    ".ggf": (each_ggf, _ggf_game),
    ".sgf": (_sgf_games, _sgf_game),
    ".txt": (_text_games, _text_game),
}
"""The functions that split a file and read its games, by its suffix."""
