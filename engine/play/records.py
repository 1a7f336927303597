"""Games as files: PGN for chess, GGF and SGF for Othello, one line of text for every game.

The suffix of a file chooses its format. A game that goes on has the result `*`. The first game of
a file is the one that is resumed; values, nodes and times in its comments are kept. PGN of other
programs keeps its tags, comments and variations. The time of a person's move is not known, and no
file has it.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

from msgspec import structs

from engine.match.games.record import GameRecord
from engine.match.openings.openings import Opening
from engine.match.openings.sgf import point_of, setup_of
from engine.match.results.reading import SUFFIXES, ReadGame, outcome_of, pgn_games, text_in
from engine.play.session import PERSON, Session, Unfinished
from games.core.position import Position
from games.errors import FileError, PositionError, StarlingError, printable
from games.othello.ggf import escaped
from games.parts.files import expect_no_database, path_text, read_bytes, replacing
from games.parts.part import name_of
from games.parts.plugins import command

LONGEST_NAME = 80
_TEXT = ".txt"
_EVENT = "starling play"
"""The event of our own games."""
_LOST = "comments and tags"
"""What is lost of a game of another program if it is saved to its own file."""
_EXPECTED = "a game that starling play saved"
_OF_RESULT = ("Result", "Termination", "Ending", "PlyCount")
"""The tags of PGN that a continued game changes."""


def formats(start: Position) -> tuple[str, ...]:
    """Return the suffixes of a game's file formats, the usual one first, such as .pgn and .txt."""
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


def save_unsaved(session: Session, inform: Callable[[str], object]) -> None:
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
    from engine.match.results.pgn import game_of, written

    game = game_of(start, record, _EVENT)
    if isinstance(record, Unfinished):
        game.headers["Termination"] = "unterminated"
    nodes = list(game.mainline())
    for node, move in zip(nodes[len(nodes) - len(record.moves) :], record.moves, strict=True):
        if move.nodes is None:  # a person's
            node.comment = ""
    return written(_continued(game, source) if source else game)


def _continued(game: Any, text: str) -> Any:
    """Return the first game of a PGN text, with the moves of `game` as its main line.

    Its comments and variations stay, and moves that were replaced become variations.
    Only those beyond the last move are dropped. Its tags stay, except those of the result. If it
    was saved by Starling it takes all tags of `game`.
    """
    source = next(pgn_games(text))[0].game
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
    :param notes: for each move the fields of its `MoveRecord` that the file has; None for none.
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
    """Return the first game of a file; the suffix names the format, and `text_in` the encoding.

    :param start: the usual start of the game.
    :raises FileError: if it cannot be read, has no game of this kind, or a move is not legal.
    """
    suffix = Path(path).suffix.lower()
    _expect_format(start, suffix)
    suffix = suffix if suffix in SUFFIXES else _TEXT
    text = text_in(read_bytes(path, _EXPECTED), suffix)
    try:
        return _loaded(text, suffix, start)
    except (StarlingError, ValueError, RecursionError) as error:
        raise FileError(f"{path_text(path)}: {error or 'broken'}; expected {_EXPECTED}") from None


def _loaded(text: str, suffix: str, start: Position) -> Loaded:
    """Return the first game of a text.

    :param suffix: that of its format; a text of another one has lines that Starling wrote.
    :param start: the usual start of the game.
    :raises StarlingError: if there is no such game, or a move is not legal.
    """
    split, read = SUFFIXES[suffix]
    games = list(islice(split(text), 2))
    if not games:
        raise PositionError("no game" if suffix == _TEXT else f"no game of {suffix[1:].upper()}")
    if suffix == ".pgn":
        _expect_variant(games[0][0].game, start)
    game = read(games[0], start)
    if suffix == _TEXT and not game.tags:
        expected = "moves, result, ending and two names, with tabs"
        raise PositionError(f"line {games[0][0]} is no game: {expected}")
    begin = "" if game.start.text() == start.text() else game.start.text()
    winner, how = outcome_of(game.tags) or ("", "")
    first, second = game.players
    return Loaded(
        Opening(game.moves, begin),
        (_name(first), _name(second)),
        tuple(_notes(game)),
        "other games" if len(games) > 1 else "" if _is_ours(game, text, suffix) else _LOST,
        int(winner == "B") if winner and how == "R" else None,
        text if suffix == ".pgn" else "",
    )


def _expect_variant(game: Any, start: Position) -> None:
    """Raise PositionError if a game of python-chess is of another variant than the start."""
    board, usual = game.board(), start.board()  # type: ignore[attr-defined]  # chess has one
    if (board.uci_variant, board.chess960) != (usual.uci_variant, usual.chess960):
        raise PositionError(f"{game.headers.get('Variant', start.family)}: expected {start.spec}")


def _is_ours(game: ReadGame, text: str, suffix: str) -> bool:
    """Return whether a game has nothing that would be lost if it were saved again.

    :param text: the whole text of its file.
    """
    if suffix == ".pgn":
        from engine.match.results.pgn import dropped

        return not (dropped(text) or game.faults)
    if suffix == ".ggf":
        commented = any(note.comment for note in game.notes.values())
        return game.tags.get("Site") == _EVENT and not commented
    if suffix == ".sgf":
        return game.tags.get("Application") == "Starling"
    return not re.search(r"^\s*#", text, re.MULTILINE)


def _notes(game: ReadGame) -> Iterator[dict[str, Any] | None]:
    """Yield for each move of a game the fields of `MoveRecord` that its file has; None for none."""
    if game.pgn is not None:
        for node in game.pgn.mainline():
            yield _pgn_note(node, int(node.turn()))
        return
    for ply in range(1, len(game.moves) + 1):
        note = game.notes.get(ply)
        if note is None:
            yield None
            continue
        known: dict[str, Any] = {"seconds": note.seconds or 0.0}
        if note.discs is not None and abs(note.discs) <= 64:
            known["value"] = round(note.discs * game.start.INFO.value_per_point)
        yield known


def resume(session: Session, loaded: Loaded) -> None:
    """Continue a game in a session that has no moves yet.

    The session begins at the start of the game, has no file (`out`), and its moves count as saved.
    Sides that people play take their names from the file; the names of searchers and programs stay.
    A resigned game is over.
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
