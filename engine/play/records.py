"""Games as files: PGN for chess, GGF and SGF for Othello, one line of text for every game.

The suffix of a file chooses its format. A game that goes on has the result `*`. The first game of
a file is the one that is resumed; values, nodes and times in its comments are kept. PGN of other
programs keeps its tags, comments and variations. The time of a person's move is not known, and no
file has it.
"""

from __future__ import annotations

import io
import re
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from msgspec import structs

from engine.match.games.record import GameRecord
from engine.match.openings.files import RESULTS_IN_FILES
from engine.match.openings.openings import Opening
from engine.match.openings.sgf import opening_of, point_of, setup_of, trees
from engine.play.session import PERSON, Session, Unfinished
from games.core.position import Position
from games.errors import FileError, PositionError, StarlingError, printable
from games.othello.ggf import escaped
from games.parts.files import decode_text, expect_no_database, path_text, read_bytes, replacing
from games.parts.part import name_of
from games.parts.plugins import command

LONGEST_NAME = 80
_TEXT = ".txt"
_EVENT = "starling play"
"""The event of our own games."""
_EXPECTED = "a game that starling play saved"
_RESIGNED = "resigned"
"""The ending of a resigned game."""
_LOSERS = {"1-0": 1, "0-1": 0}
"""The side that lost, by the result."""
_OF_RESULT = ("Result", "Termination", "Ending", "PlyCount")
"""The tags of PGN that a continued game changes."""


def formats(start: Position) -> tuple[str, ...]:
    """Return the suffixes of a game's formats, the usual one first."""
    own = [f".{name}" for name in ("pgn", "ggf", "sgf") if name in start.INFO.standards]
    return (*own, _TEXT)


def save(session: Session, path: str | Path) -> None:
    """Write a session's game to a file, and mark the session as saved.

    The file is replaced only once all is written. Its suffix names the format (see `text_of`).

    :raises FileError: if it cannot be written or is a database, or its suffix is of another game.
    """
    text = text_of(session, Path(path).suffix.lower())
    expect_no_database(path)
    with replacing(path) as file:
        file.write(text)
    session.mark_saved()


def fresh_path(session: Session) -> Path:
    """Return the path of a new file in the current folder, named by game and time.

    The file is not made. Its suffix is that of the game's usual format.
    """
    stem = f"{name_of(type(session.start))}-{time.strftime('%Y%m%d-%H%M%S')}"
    suffix, number = formats(session.start)[0], 1
    path = Path(stem + suffix)
    while path.exists():
        number += 1
        path = Path(f"{stem}-{number}{suffix}")
    return path


def keep(session: Session, inform: Callable[[str], object]) -> None:
    """Save a game that has moves in no file; do nothing if all its moves are saved.

    It goes to a new file in the current folder if it has no file, or that cannot be written. If
    that fails too, the game's text is shown. No error of a file or of `inform` is raised.

    :param inform: takes a line for the user: a failure, the file written, or the text of the game.
    """

    def show(text: str) -> None:
        """Call `inform`; ignore its error in a terminal that was closed."""
        with suppress(OSError):
            inform(text)

    if not session.unsaved:
        return
    for path in (session.out, fresh_path(session)):
        if path is not None and _saved(session, path, show):
            again = command("play", session.start.spec, "--resume", path_text(path))
            show(f"saved: {path_text(path)} ({again})")
            return
    show(text_of(session, ".txt").rstrip())


def save_again(session: Session, inform: Callable[[str], object]) -> None:
    """Save a game to its file again, if it has one; inform the user if that fails."""
    if session.out is not None:
        _saved(session, session.out, inform)


def _saved(session: Session, path: Path, inform: Callable[[str], object]) -> bool:
    """Save a game (`save`), and return whether that succeeded; else inform the user why not."""
    try:
        save(session, path)
    except StarlingError as error:
        inform(f"not saved: {error}")
        return False
    return True


def text_of(session: Session, suffix: str) -> str:
    """Return a session's game as text.

    :param suffix: the suffix of its format: ".pgn", ".ggf" or ".sgf". Any other one gives one line
        of fields with tabs between them.
    :raises FileError: if games of this kind are not saved in that format.
    """
    _expect_format(session.start, suffix)
    start, record = session.base, session.record()
    if suffix == ".pgn":
        return _pgn(start, record, session.source)
    if suffix == ".ggf":
        from engine.match.results.exchange import ggf

        text = re.sub(r"//0\.000(?=\])", "", ggf(start, record, _EVENT, {}))  # unknown times
        if isinstance(record, Unfinished):
            text = re.sub(r"RE\[[^\]]*\]", "RE[?]", text, count=1)
        return f"{text}\n"
    if suffix == ".sgf":
        return _sgf(start, record)
    from engine.match.results.folder import game_line

    return game_line(start, record) + "\n"


def _expect_format(start: Position, suffix: str) -> None:
    """Raise FileError if games of this start cannot be saved in files of this suffix."""
    known = formats(start)
    if suffix in (".pgn", ".ggf", ".sgf") and suffix not in known:
        names = " or ".join(known)
        raise FileError(f"{start.spec} has no {suffix[1:].upper()}: expected a file {names}")


def _pgn(start: Position, record: GameRecord, source: str) -> str:
    """Return a game of chess as PGN; an unfinished one is marked so.

    The moves that a searcher did not make have no comment, unless `source` has one.

    :param source: the PGN of the game that it continues (see `_continued`); empty for none.
    """
    from engine.match.results.pgn import pgn, written

    game = _read_game(pgn(start, record, _EVENT))
    if isinstance(record, Unfinished):
        game.headers["Termination"] = "unterminated"
    nodes = list(game.mainline())
    for node, move in zip(nodes[len(nodes) - len(record.moves) :], record.moves, strict=True):
        if move.nodes is None:  # a person's
            node.comment = ""
    return written(_continued(game, _read_game(source)) if source else game)


def _continued(game: Any, source: Any) -> Any:
    """Return the game `source`, with the moves of `game` as its main line.

    It is changed. Its comments and variations stay, and moves that were replaced become variations.
    Only those beyond the last move are dropped. Its tags stay, except those of the result. If it
    was saved by Starling it takes all tags of `game`.
    """
    own = source.headers.get("Event") == _EVENT
    for name, value in game.headers.items():
        if own or name in _OF_RESULT:
            source.headers[name] = value
    node = source
    for made in game.mainline():
        if node.has_variation(made.move):
            node.promote_to_main(made.move)
        else:
            node.add_main_variation(made.move, comment=made.comment)
        node = node.next()
    node.variations.clear()
    return source


def _sgf(start: Position, record: GameRecord) -> str:
    """Return a game of Othello as SGF, FF[4], without values, nodes and times.

    A pass is a move without a square, as other programs write it.
    """
    begin = record.opening.begin(start)
    tags = [("FF", "4"), ("GM", "2"), ("AP", "Starling"), ("SZ", "8")]
    tags += [("PB", record.players[0]), ("PW", record.players[1]), ("DT", record.date[:10])]
    tags += [("RE", _sgf_result(start, record))]
    words = [f"{name}[{escaped(value)}]" for name, value in tags]
    words += setup_of(begin)
    side = begin.turn
    for text in record.text:
        words.append(f";{'BW'[side]}[{point_of(text)}]")
        side = 1 - side
    return f"(;{''.join(words)})\n"


def _sgf_result(start: Position, record: GameRecord) -> str:
    """Return the value of SGF's tag RE.

    It is "B" or "W" for the winner, with the margin in discs ("B+4") or R for a resignation
    ("W+R"). A draw is "0", an unfinished game "?".
    """
    if isinstance(record, Unfinished):
        return "?"
    if record.score == 0.5:
        return "0"
    winner = "B" if record.score else "W"
    if record.margin is None:
        return f"{winner}+R"
    return f"{winner}+{abs(record.margin) // start.INFO.value_per_point}"


# -- reading -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Loaded:
    """A game from a file.

    :param opening: the start and the moves; its moves are those of the session.
    :param names: the players' names; empty where the file has none.
    :param notes: for each move what its comment has of its record; None for nothing.
    :param lost: what of the file is lost if the game is saved to it; empty for nothing.
    :param resigned: the side that resigned; None if neither did.
    :param source: the PGN of the game; empty for another format.
    """

    opening: Opening
    names: tuple[str, str] = ("", "")
    notes: tuple[dict[str, Any] | None, ...] = ()
    lost: str = ""
    resigned: int | None = None
    source: str = ""


def load(path: str | Path, start: Position) -> Loaded:
    """Return the first game of a file, in UTF-8 or cp1252; the suffix names the format.

    :param start: the usual start of the game.
    :raises FileError: if it cannot be read, has no game of this kind, or a move is not legal.
    """
    suffix = Path(path).suffix.lower()
    _expect_format(start, suffix)
    text = decode_text(read_bytes(path, _EXPECTED))
    try:
        loaded = _READERS.get(suffix, _read_line)(text, start)
        loaded.opening.reach(start)
    except (StarlingError, ValueError, RecursionError) as error:
        raise FileError(f"{path_text(path)}: {error or 'broken'}; expected {_EXPECTED}") from None
    return loaded


def resume(session: Session, loaded: Loaded) -> None:
    """Continue a game in a session that has no moves yet.

    The session begins at the start of the game, and the moves count as saved. Sides that people
    play take their names from the file; the names of searchers and programs stay. A resigned game
    is over.
    """
    opening = loaded.opening
    session.start = opening.begin(session.start)
    session.new()
    session.source = loaded.source
    notes = loaded.notes or (None,) * len(opening.moves)
    for move, note in zip(opening.moves, notes, strict=True):
        played = session.play(move)
        if note:
            record = structs.replace(played.record, **note)
            session.moves[-1] = replace(played, record=record)
    for side, name in enumerate(loaded.names):
        if name and side in session.people:
            session.names[side] = name
    if session.position.outcome() is None:
        session.resigned = loaded.resigned
    session.mark_saved()


def people_of(loaded: Loaded) -> tuple[int, ...] | None:
    """Return the side whose player is named `PERSON`, as a tuple; None if it is not just one."""
    sides = tuple(side for side, name in enumerate(loaded.names) if name == PERSON)
    return sides if len(sides) == 1 else None


def _name(text: str) -> str:
    """Return a player's name without blanks around it; "" for "?", an unknown player.

    Unprintable characters are escaped. A name longer than `LONGEST_NAME` (80) is cut.
    """
    name = printable(text.strip(), LONGEST_NAME)
    return "" if name == "?" else name


def _read_line(text: str, start: Position) -> Loaded:
    """Return the game of the first line that is not blank and does not begin with #.

    Its fields, with tabs between them, are moves, result, ending, two names and perhaps the start.

    :raises StarlingError: if there is no such line, or it is no game.
    """
    whole = [(n, line) for n, line in enumerate(text.splitlines(), 1) if line.strip()]
    lines = [(n, line) for n, line in whole if not line.startswith("#")]
    if not lines:
        raise PositionError("no game")
    number, line = lines[0]
    fields = line.split("\t")
    if len(fields) not in (5, 6) or fields[1] not in RESULTS_IN_FILES:
        expected = "moves, result, ending and two names, with tabs"
        raise PositionError(f"line {number} is no game: {expected}")
    begin = fields[5] if len(fields) == 6 else ""
    first = start.at(begin) if begin else start
    _, moves = first.read_opening(fields[0])
    names = (_name(fields[3]), _name(fields[4]))
    resigned = _LOSERS.get(fields[1]) if fields[2] == _RESIGNED else None
    lost = _lost(len(lines) > 1, len(whole) == len(lines))
    return Loaded(Opening(tuple(moves), begin), names, lost=lost, resigned=resigned)


def _read_pgn(text: str, start: Position) -> Loaded:
    """Return the first game of a PGN text: moves, names, and the side that resigned.

    It also has the text itself, and for each move the values of a comment that Starling wrote.

    :raises PositionError: if there is none, it is of another variant, or a move is not legal.
    """
    from engine.match.results.pgn import dropped

    file = io.StringIO(text)
    game = _read_game(file)
    if game is None or ("[" not in text and game.next() is None):
        raise PositionError("no game of PGN")
    board, usual = game.board(), start.board()  # type: ignore[attr-defined]  # chess has one
    if (board.uci_variant, board.chess960) != (usual.uci_variant, usual.chess960):
        raise PositionError(f"{game.headers.get('Variant', start.family)}: expected {start.spec}")
    begin = "" if "FEN" not in game.headers else start.at(game.headers["FEN"]).text()
    position = Opening(start=begin).begin(start)
    moves, notes = [], []
    for node in game.mainline():
        moves.append(position.parse_move(node.uci()))
        notes.append(_pgn_note(node, position.turn))
        position.push(moves[-1])
    names = (_name(game.headers.get("White", "")), _name(game.headers.get("Black", "")))
    several, whole = bool(file.read().strip()), not dropped(text)
    opening, lost = Opening(tuple(moves), begin), _lost(several, whole)
    resigned = None
    if game.headers.get("Ending") == _RESIGNED:
        resigned = _LOSERS.get(game.headers.get("Result", ""))
    return Loaded(opening, names, tuple(notes), lost, resigned, text)


def _read_game(text: str | io.StringIO) -> Any:
    """Return the first game of PGN by python-chess; None if there is none.

    Quotes and backslashes in its tags are as they were before they were written.

    :raises ValueError: at the first move that cannot be made, or another fault of the text.
    """
    import chess.pgn

    class Builder(chess.pgn.GameBuilder[Any]):  # type: ignore[misc]  # as it may be untyped
        def visit_header(self, tagname: str, tagvalue: str) -> None:
            """Store a tag, with quotes and backslashes as they were before they were escaped."""
            super().visit_header(tagname, re.sub(r'\\([\\"])', r"\1", tagvalue))

        def handle_error(self, error: Exception) -> None:
            """Raise an error of the text, in place of logging it."""
            raise error

    file = io.StringIO(text) if isinstance(text, str) else text
    return chess.pgn.read_game(file, Visitor=Builder)


def _lost(several: bool, ours: bool) -> str:
    """Return in words what is lost if a game is saved to its own file; "" for nothing.

    :param several: whether the file has more games.
    :param ours: whether the game has nothing that Starling does not write.
    """
    return "other games" if several else "" if ours else "comments and tags"


def _pgn_note(node: Any, side: int) -> dict[str, Any] | None:
    """Return the values in a comment that our PGN wrote for a move; None for another comment.

    They are `nodes`, `seconds`, and `value` and `depth` where the comment has them. The value is
    in centipawns from `side`, and None for a mate.

    :param node: the move's node of python-chess.
    :param side: the side that made the move: 0 for White, 1 for Black.
    """
    nodes = re.match(r"\s*nodes\s+(\d{1,18})", node.comment)
    if nodes is None:
        return None
    note: dict[str, Any] = {"nodes": int(nodes[1]), "seconds": node.emt() or 0.0}
    scored, depth = node.eval(), node.eval_depth()
    if scored is not None:
        own = scored.black() if side else scored.white()
        note["value"] = own.score(mate_score=None)
    return note | ({} if depth is None else {"depth": depth})


def _read_ggf(text: str, start: Position) -> Loaded:
    """Return the first game of a GGF text: moves, names, and the side that resigned.

    It has the values and times of moves unless the text leaves out a pass.

    :raises PositionError: if there is none, or it cannot be read, or a move is not legal.
    """
    from games.othello.ggf import read_ggf

    games = list(read_ggf(text))
    if not games:
        raise PositionError("no game of GGF")
    game = games[0]
    ours = game.tags.get("PC") == _EVENT and not any(move.comment for move in game.moves)
    lost = _lost(len(games) > 1, ours)
    opening = Opening(tuple(game.position().history), game.start)
    names = (_name(game.tags.get("PB", "")), _name(game.tags.get("PW", "")))
    result = re.fullmatch(r"([+-])[\d.]+:r", game.tags.get("RE", "").strip())
    resigned = None if result is None else int(result[1] == "+")
    if len(opening.moves) != len(game.moves):  # passes were left out: notes have no place
        return Loaded(opening, names, lost=lost, resigned=resigned)
    notes: list[dict[str, Any] | None] = []
    for move in game.moves:
        note: dict[str, Any] = {"seconds": move.seconds or 0.0}
        if move.discs is not None and abs(move.discs) <= 64:
            note["value"] = round(move.discs * start.INFO.value_per_point)
        notes.append(note)
    return Loaded(opening, names, tuple(notes), lost, resigned)


def _read_sgf(text: str, start: Position) -> Loaded:
    """Return the first game of an SGF text: moves, names, and the side that resigned.

    :raises PositionError: if there is none, or it cannot be read, or a move is not legal.
    """
    games = list(trees(text))
    if not games:
        raise PositionError("no game of SGF")
    tree = games[0][1]
    begin, moves = opening_of(tree, start, empty=True)
    names = [re.search(rf"\b{key}\s*\[((?:[^\]\\]|\\.)*)\]", tree) for key in ("PB", "PW")]
    black, white = (_name(re.sub(r"\\(.)", r"\1", name[1])) if name else "" for name in names)
    result = re.search(r"\bRE\s*\[\s*([BW])\+R", tree)
    resigned = None if result is None else int(result[1] == "B")
    lost = _lost(len(games) > 1, re.search(r"\bAP\s*\[Starling\]", tree) is not None)
    return Loaded(Opening(tuple(moves), begin), (black, white), (), lost, resigned)


_READERS: dict[str, Callable[[str, Position], Loaded]] = {
    ".pgn": _read_pgn,
    ".ggf": _read_ggf,
    ".sgf": _read_sgf,
}
