"""Annotated games as files: PGN, GGF, SGF and text.

PGN has `[%eval]` from White's side, NAGs ($6, $2, $4), the better line as a variation, and
comments. Comments and variations of the file stay.
SGF has comments (C), values (V, in discs from Black's side), DO, BM[1] and BM[2] for the marks, and
better lines as variations. GGF has the value behind each move, in discs from the side that makes
it, and comments (C). Text has the moves of a game in one line and a table of its moves in lines
that begin with #, so that it is still a file of openings.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from engine.annotate.annotating import AnnotatedGame, AnnotatedMove
from engine.annotate.scale import MARKS
from games.core.position import Position
from games.core.scores import KNOWN_WIN, is_decided
from games.core.words import counted, line_text, moves_to_mate
from games.errors import printable

__all__ = ["MOST_PLIES", "WRITERS", "exclusion_text", "remark_text", "summary"]

MOST_PLIES = 10
"""The length of a better line."""

_NAGS = dict(zip(MARKS, (6, 2, 4), strict=True))
_WORDS = dict(zip(MARKS, ("Inaccuracy", "Mistake", "Blunder"), strict=True))
_SGF_MARKS = dict(zip(MARKS, ("DO[]", "BM[1]", "BM[2]"), strict=True))


def _by_ply(found: AnnotatedGame) -> dict[int, AnnotatedMove]:
    """Return the annotated moves by their plies."""
    return {move.ply: move for move in found.moves}


def better_line(move: AnnotatedMove) -> list[str]:
    """Return the better line in the game's notation; empty after the best move."""
    return [] if move.is_best else list(move.best.texts[:MOST_PLIES])


def exclusion_text(found: AnnotatedGame, move: AnnotatedMove) -> str:
    """Return the exclusion of a move as a sentence; empty if there is none."""
    if move.exclusion is None:
        return ""
    write = found.scale.text
    side = found.game.start.INFO.sides[move.side]
    least, most = write(move.exclusion.best[0]), write(move.exclusion.played[1])
    chance = move.exclusion.chance
    stated = "not stated" if chance is None else f"{100 * chance:.1f}%"
    return (
        f"Excluded by intervals: {move.text} is worth at most {most} to {side}, "
        f"{move.best.texts[0]} at least {least} (chance of error {stated})."
    )


def remark_text(found: AnnotatedGame, move: AnnotatedMove) -> str:
    """Return the mark of a move with its loss and the better move, and its exclusion."""
    words = []
    if move.mark:
        loss = f"{found.scale.loss_text(move.loss)}{' points' if found.scale.in_points else ''}"
        of = "" if found.scale.in_points else " of the expected score"
        words.append(f"{_WORDS[move.mark]}: loses {loss}{of}; {move.best.texts[0]} is better.")
    return " ".join(filter(None, (*words, exclusion_text(found, move))))


def summary(found: AnnotatedGame) -> str:
    """Return a line with the number of a game, and counts of each side's moves.

    They are the number of each mark, the mean loss, and the number of exclusions. A side without
    annotated moves is left out. A game that is not complete has the number of plies annotated.
    """
    sides = []
    for side in (0, 1):
        own = [move for move in found.moves if move.side == side]
        if not own:
            continue
        marks = " ".join(f"{m} {sum(each.mark == m for each in own)}" for m in MARKS)
        excluded = sum(each.exclusion is not None for each in own)
        loss = sum(each.loss for each in own) / len(own)
        mean = f"{loss:.2f}" if found.scale.in_points else f"{100 * loss:.1f}%"
        sides.append(f"{_who(found, side)}: {marks}, mean loss {mean}, {excluded} excluded")
    part = "" if found.is_complete else f", the last {counted(len(found.moves), 'ply', 'plies')}"
    return f"game {found.game.number}{part}: {'; '.join(sides) or 'no moves'}"


def _who(found: AnnotatedGame, side: int) -> str:
    """Return a side's name for a text, with its player's name if it is known."""
    name = printable(found.game.players[side], 40).strip()
    return " ".join([found.game.start.INFO.sides[side], *([] if name in ("", "?") else [name])])


def write_pgn(games: list[AnnotatedGame], annotator: str) -> str:
    """Format games of chess as PGN."""
    from engine.match.results.pgn import COLUMNS, PgnExporter

    return "".join(
        f"{_pgn_game(each, annotator).accept(PgnExporter(columns=COLUMNS))}\n\n" for each in games
    )


def _copied(game: Any) -> Any:
    """Return a copy of a game of python-chess; `copy.deepcopy` fails for one of many moves."""
    copy = type(game)(game.headers.copy())
    copy.comment, copy.starting_comment, copy.nags = game.comment, game.starting_comment, game.nags
    waiting = [(game, copy)]
    while waiting:
        node, twin = waiting.pop()
        for child in node.variations:
            other = twin.add_variation(child.move, nags=child.nags)
            other.comment, other.starting_comment = child.comment, child.starting_comment
            waiting.append((child, other))
    return copy


def _pgn_game(found: AnnotatedGame, annotator: str) -> Any:
    """Return a game of python-chess with marks, comments, White's values and better lines.

    It is a copy of the file's game, or a new one if the file is no PGN. A mark replaces one of the
    file, and a comment follows that of the file. Only moves with a mark or an exclusion have a
    better line. The tag Annotator is set.
    """
    import chess
    import chess.pgn
    from chess.engine import Cp, Mate, PovScore

    from engine.match.results.pgn import GLUE

    game: Any
    if found.game.pgn is not None:
        game = _copied(found.game.pgn)
    else:
        end: Any = found.game.start.copy()
        for made in found.game.moves:
            end.push(made)
        game = chess.pgn.Game.from_board(end.board())
        game.headers.update(found.game.tags)
    game.headers["Annotator"] = annotator
    node = game
    annotated = _by_ply(found)
    for ply in range(len(found.game.moves)):
        parent, node = node, node.variations[0]
        move = annotated.get(ply)
        if move is None:
            continue
        mate = moves_to_mate(move.white) if is_decided(move.white) else None
        score: Any = Cp(max(-30_000, min(30_000, move.white)))
        if mate is not None:
            score = Mate(mate if move.white > 0 else -mate)
        remark = _plain(remark_text(found, move))
        node.comment = " ".join(filter(None, (node.comment, remark)))
        if mate != 0:  # no [%eval] for the end of the game
            node.set_eval(PovScore(score, chess.WHITE))  # PyChess reads no value with a depth
        node.comment = re.sub(r"\[%(\w+) ", rf"[%\1{GLUE}", node.comment)
        if move.mark:
            node.nags -= {1, 2, 3, 4, 5, 6}
            node.nags.add(_NAGS[move.mark])
        if move.mark or move.exclusion is not None:
            _add_variation(parent, better_line(move))
    return game


def _add_variation(parent: Any, line: list[str]) -> None:
    """Add a line as a variation, merged with those that are there."""
    node = parent
    for text in line:
        move = node.board().parse_san(text)
        node = node.variation(move) if node.has_variation(move) else node.add_variation(move)


def _plain(text: str) -> str:
    """Return a text without the characters that end a PGN comment or begin a command in it."""
    return text.replace("}", ")").replace("{", "(").replace("[%", "(%")


def write_sgf(games: list[AnnotatedGame], annotator: str) -> str:
    """Format games of Othello as SGF, FF[4]."""
    return "".join(f"{_sgf_game(each, annotator)}\n" for each in games)


def _sgf_game(found: AnnotatedGame, annotator: str) -> str:
    """Return the SGF of a game, with marks, comments, values in discs and better lines.

    Only moves with a mark or an exclusion have a better line, as a variation. Values are from
    Black's side; wins and losses have none.
    """
    game = found.game
    tags = {"FF": "4", "GM": "2", "SZ": "8", "CA": "UTF-8", "AN": annotator}
    names = {"PB": "Black", "PW": "White", "EV": "Event", "PC": "Site", "DT": "Date"}
    names |= {"RE": "Result", "RO": "Round"}
    tags |= {key: game.tags[name] for key, name in names.items() if game.tags.get(name)}
    words = [f"{key}[{_sgf_text(value)}]" for key, value in tags.items()]
    words += _sgf_start(game.start)
    annotated = _by_ply(found)
    texts = line_text(game.start, game.moves)
    sides = _sides(game.start, game.moves)
    text = f"(;{''.join(words)}"
    closing = ")"
    for index, (each, side) in enumerate(zip(texts, sides, strict=True)):
        node = f";{'BW'[side]}[{_sgf_move(each)}]"
        move = annotated.get(index)
        if move is None:
            text += node
            continue
        node += f"V[{move.white / found.scale.unit:.2f}]" if _is_number(move.white) else ""
        node += _SGF_MARKS.get(move.mark, "")
        if remark := remark_text(found, move):
            node += f"C[{_sgf_text(remark)}]"
        line = better_line(move) if move.mark or move.exclusion is not None else []
        if not line:
            text += f"\n{node}"
            continue
        colours = _sides(game.start, [*game.moves[:index], *move.best.line[: len(line)]])[index:]
        other = "".join(
            f";{'BW'[colour]}[{_sgf_move(word)}]"
            for word, colour in zip(line, colours, strict=True)
        )
        text += f"\n({node}"
        closing = f")\n({other})" + closing
    return text + closing


def _sgf_start(start: Position) -> list[str]:
    """Return the SGF properties that set up a start: AB, AW, AE and PL; none for the usual start.

    AE lists the empty squares that have a disc in the usual start. Properties without a square are
    left out.
    """
    usual = start.initial().text()
    if start.text() == usual:
        return []
    squares, mover = start.text().split()[:2]
    points = {"X": "", "O": "", "-": ""}
    for square, letter in enumerate(squares):
        if letter in points and (letter != "-" or usual[square] != "-"):
            points[letter] += f"[{'abcdefgh'[square % 8]}{'abcdefgh'[square // 8]}]"
    keys = zip(("AB", "AW", "AE"), points.values(), strict=True)
    return [f"{key}{value}" for key, value in keys if value] + [f"PL[{'BW'[mover == 'O']}]"]


def _sgf_move(text: str) -> str:
    """Return a move as a point of SGF: `dc` for d3, empty for a pass."""
    return "" if text == "pass" else f"{text[0]}{'abcdefgh'[int(text[1]) - 1]}"


def _sgf_text(text: str) -> str:
    """Return a text with SGF's special characters escaped."""
    return text.replace("\\", "\\\\").replace("]", "\\]")


def _sides(start: Position, moves: Any) -> list[int]:
    """Return the side that makes each move, as a list of 0 and 1."""
    position = start.copy()
    sides = []
    for move in moves:
        sides.append(position.turn)
        position.push(move)
    return sides


def _is_number(value: int) -> bool:
    """Return whether a value is a number of discs and no win or loss."""
    return abs(value) < KNOWN_WIN


def write_ggf(games: list[AnnotatedGame], annotator: str) -> str:
    """Format games of Othello as GGF, a game a line.

    A value is in discs from the side that moves; wins and losses have none. A comment has the mark
    and the remark. Tags without a name of two letters in GGF are dropped.
    """
    from games.othello.ggf import GgfGame, GgfMove

    lines = []
    for found in games:
        game = found.game
        names = {"Black": "PB", "White": "PW", "Site": "PC", "Date": "DT", "Result": "RE"}
        tags = {names.get(name, name): value for name, value in game.tags.items()}
        tags = {name: value for name, value in tags.items() if name.isalpha() and len(name) == 2}
        usual = game.start.initial().text()
        begin = "" if game.start.text() == usual else game.start.text()
        head = GgfGame((), begin, {**tags, "AN": annotator}).written().removesuffix(";)")
        annotated = _by_ply(found)
        texts = line_text(game.start, game.moves)
        for index, side in enumerate(_sides(game.start, game.moves)):
            move = annotated.get(index)
            value = move.value / found.scale.unit if move and _is_number(move.value) else None
            head += f"{'BW'[side]}[{GgfMove(texts[index], value).written()}]"
            if move and (remark := remark_text(found, move)):
                mark = f"{move.mark} " if move.mark else ""
                head += f"C[{_sgf_text(mark + remark)}]"
        lines.append(f"{head};)\n")
    return "".join(lines)


def write_text(games: list[AnnotatedGame], annotator: str) -> str:
    """Format games of any kind as text: the moves, then a table in lines that begin with #.

    The first line names the annotator. Values in the table are from the side that moves. The line
    of moves also has the result with the players, if known, and a start that is not usual.
    """
    lines = [f"# {annotator}"]
    for found in games:
        game, scale = found.game, found.scale
        words = [game.start.join_moves(line_text(game.start, game.moves))]
        if game.tags.get("Result") in ("1-0", "0-1", "1/2-1/2"):
            kept = [game.tags.get(name, "?") for name in ("Result", "Ending", "Black", "White")]
            words += [printable(word, 80) for word in kept]
        if game.start.text() != game.start.initial().text():
            if len(words) > 1:
                words.append(game.start.text())
            else:
                words = [f"{game.start.text()} moves {words[0]}"]
        lines += ["", f"# {summary(found)}", "\t".join(words)]
        lines.append("# ply\tmove\tmark\tvalue\tbest\tloss\tbetter line\texcluded")
        for move in found.moves:
            cells = (
                str(move.ply + 1),
                move.text,
                move.mark,
                scale.text(move.value),
                scale.text(move.best.value),
                scale.loss_text(move.loss) if move.loss else "",
                " ".join(better_line(move)),
                exclusion_text(found, move),
            )
            lines.append("# " + "\t".join(cells).rstrip())
    return "\n".join(lines) + "\n"


WRITERS: dict[str, Callable[[list[AnnotatedGame], str], str]] = {
    ".pgn": write_pgn,
    ".ggf": write_ggf,
    ".sgf": write_sgf,
    ".txt": write_text,
}
"""The writer of every type of file."""
