"""Annotated games as files: PGN, GGF, SGF and text.

PGN has `[%eval]` from White's side, NAGs ($6, $2, $4), the better line as a variation, and
comments. Comments and variations of the file stay.
SGF has comments (C), values (V, in discs from Black's side), DO, BM[1] and BM[2] for the marks, and
better lines as variations. GGF has the value behind each move, in discs from the side that makes
it, its time in seconds if the file has it, and comments (C). Text has the moves of a game in one
line and a table of its moves in lines that begin with #, so that it is still a file of openings.

Where Starling annotated the file before, its remarks, marks and better lines are replaced.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from engine.annotate.annotating import AnnotatedGame, AnnotatedMove
from engine.annotate.scale import MARKS
from engine.match.openings.sgf import point_of, setup_of
from engine.match.results.reading import (
    GGF_TAGS,
    RESULTS,
    SCORES,
    SGF_TAGS,
    Note,
    outcome_of,
)
from games.core.position import Position
from games.core.scores import KNOWN_WIN, is_decided
from games.core.words import counted, line_text, moves_to_mate
from games.errors import printable
from games.othello.ggf import GgfGame, GgfMove, escaped

MOST_PLIES = 10
"""The length of a better line."""

_NAGS = dict(zip(MARKS, (6, 2, 4), strict=True))
_WORDS = dict(zip(MARKS, ("Inaccuracy", "Mistake", "Blunder"), strict=True))
_SGF_MARKS = dict(zip(MARKS, ("DO[]", "BM[1]", "BM[2]"), strict=True))

_OURS = re.compile(
    r"\s*(?:[?!]{1,2} )?(?:"
    r"(?:Inaccuracy|Mistake|Blunder): loses [^;]{1,60}; (?P<marked>\S+) is better\."
    r"|Excluded by intervals: \S+ is worth at most \S+ to \w+, (?P<excluded>\S+) at least \S+ "
    r"\(chance of error [^)]{1,20}\)\."
    r")".replace(" ", r"\s+")
)
"""A sentence of `remark_text`, perhaps with its mark; it names the better move."""


def _by_ply(found: AnnotatedGame) -> dict[int, AnnotatedMove]:
    """Return the annotated moves of a game by the number of moves before each."""
    return {move.ply: move for move in found.moves}


def better_line(move: AnnotatedMove) -> list[str]:
    """Return the best line in place of a move, at most MOST_PLIES moves, in the game's notation.

    It is empty if the move is the best one, or the game was over before it.
    """
    return [] if move.best.is_best(move.move) else list(move.best.texts[:MOST_PLIES])


def _comment(found: AnnotatedGame, made: int) -> str:
    """Return the comment of an SGF or GGF file after so many moves; empty without one."""
    return found.game.notes.get(made, Note()).comment


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
    """Return sentences: a move's mark with its loss and the better move, then its exclusion.

    Either may be missing; without both the text is empty.
    """
    words = []
    if move.mark:
        loss = f"{found.scale.loss_text(move.loss)}{' points' if found.scale.in_points else ''}"
        of = "" if found.scale.in_points else " of the expected score"
        words.append(f"{_WORDS[move.mark]}: loses {loss}{of}; {move.best.texts[0]} is better.")
    return " ".join(filter(None, (*words, exclusion_text(found, move))))


def _was_ours(found: AnnotatedGame) -> bool:
    """Return whether Starling has annotated the game as its file has it."""
    tags = found.game.tags
    return tags.get("Annotator", tags.get("AN", "")).startswith("Starling ")


def _joined(found: AnnotatedGame, own: str, remark: str) -> str:
    """Return a comment of the file and a remark, as sentences.

    If Starling has annotated the game before, its remarks are removed from the comment.

    :param own: the comment of the file; empty without one.
    """
    own = (_OURS.sub("", own) if _was_ours(found) else own).strip()
    if own and remark and own[-1] not in ".!?:;,]":
        own += "."
    return " ".join(filter(None, (own, remark)))


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


def write_pgn(games: list[AnnotatedGame]) -> str:
    """Format games of chess as PGN."""
    from engine.match.results.pgn import written

    return "".join(f"{written(_pgn_game(each))}\n" for each in games)


def _pgn_game(found: AnnotatedGame) -> Any:
    """Return a game of python-chess with marks, comments, White's values and better lines.

    It is a copy of the file's game, or a new one if the file is no PGN. A mark and a value replace
    those of the file, and a comment follows that of the file. What an earlier annotation added to
    the moves annotated now is removed. Only moves with a mark or an exclusion have a better line.
    The tag Annotator is set if moves are annotated.
    """
    import chess
    import chess.pgn
    from chess.engine import Cp, Mate, PovScore

    game: Any
    if found.game.pgn is not None:
        # A copy; `copy.deepcopy` fails for a game of many moves.
        game = found.game.pgn.accept(chess.pgn.GameBuilder())
    else:
        end: Any = found.game.start.copy()
        for made in found.game.moves:
            end.push(made)
        game = chess.pgn.Game.from_board(end.board())
        game.headers.update(found.game.tags)
        game.headers["White"], game.headers["Black"] = found.game.players
    if found.moves:
        game.headers["Annotator"] = found.annotator
    node = game
    annotated = _by_ply(found)
    for ply in range(len(found.game.moves)):
        parent, node = node, node.variations[0]
        move = annotated.get(ply)
        if move is None:
            continue
        value = move.first_side_value
        mate = moves_to_mate(value) if is_decided(value) else None
        score: Any = Cp(max(-30_000, min(30_000, value)))
        if mate is not None:
            score = Mate(mate if value > 0 else -mate)
        if _was_ours(found):
            _remove_ours(parent, node)
        node.set_eval(None)  # the new one is behind the remark
        node.comment = _joined(found, node.comment, _plain(remark_text(found, move)))
        if mate != 0:  # no [%eval] for the end of the game
            node.set_eval(PovScore(score, chess.WHITE))  # PyChess reads no value with a depth
        if move.mark:
            node.nags -= {1, 2, 3, 4, 5, 6}
            node.nags.add(_NAGS[move.mark])
        if move.mark or move.exclusion is not None:
            line = parent
            for text in better_line(move):
                line = line.add_variation(line.board().parse_san(text))
    return game


def _remove_ours(parent: Any, node: Any) -> None:
    """Remove the mark and the better line that an earlier annotation gave to a move.

    The line is the last variation that begins with the move named in the comment, unless it has
    comments, marks or branches or is longer than ours.
    """
    remarks = list(_OURS.finditer(node.comment))
    if any(remark["marked"] for remark in remarks):
        node.nags -= set(_NAGS.values())
    better = {remark["marked"] or remark["excluded"] for remark in remarks}
    lines = [line for line in parent.variations if line is not node and line.san() in better]
    if lines and _is_bare(lines[-1]):
        parent.variations.remove(lines[-1])


def _is_bare(line: Any) -> bool:
    """Return whether a variation has moves only, at most MOST_PLIES."""
    nodes = [line, *line.mainline()]
    return len(nodes) <= MOST_PLIES and not any(
        node.comment or node.starting_comment or node.nags or len(node.variations) > 1
        for node in nodes
    )


def _plain(text: str) -> str:
    """Return a text without the characters that end a PGN comment or begin a command in it."""
    return text.replace("}", ")").replace("{", "(").replace("[%", "(%")


def _result(tags: Mapping[str, str], suffix: str) -> str:
    """Return the result of a game of Othello in a format; one that is not known stays as it is.

    GGF has 64 discs for a margin that is not known.

    :param suffix: ".sgf", ".ggf", or ".txt" for a score as in PGN.
    """
    text = tags.get("Result", "").strip()
    outcome = outcome_of(tags)
    if outcome is None or RESULTS[suffix].fullmatch(text):
        return text
    winner, how = outcome
    if suffix == ".txt":
        return {side: score for score, side in SCORES.items()}[winner]
    if suffix == ".sgf":
        return f"{winner}+{how}" if winner else "0"
    if not winner:
        return "+0.000"
    sign = "-" if winner == "W" else "+"
    end = {"R": "r", "T": "t"}.get(how, "s")
    return f"{sign}{float(how):.3f}" if how[:1].isdigit() else f"{sign}64.000:{end}"


def write_sgf(games: list[AnnotatedGame]) -> str:
    """Format games of Othello as SGF, FF[4]."""
    return "".join(f"{_sgf_game(each)}\n" for each in games)


def _sgf_game(found: AnnotatedGame) -> str:
    """Return the SGF of a game, with marks, comments, values in discs and better lines.

    Only moves with a mark or an exclusion have a better line, as a variation. Values are from
    Black's side; wins and losses have none.
    """
    game = found.game
    tags = {"FF": "4", "GM": "2", "SZ": "8", "CA": "UTF-8", "AN": found.annotator}
    known = {**game.tags, "Result": _result(game.tags, ".sgf"), "C": _comment(found, 0)}
    names = {**SGF_TAGS, "C": "C"}
    tags |= {key: known[name] for key, name in names.items() if known.get(name)}
    words = [f"{key}[{escaped(value)}]" for key, value in tags.items()]
    words += setup_of(game.start)
    annotated = _by_ply(found)
    texts = line_text(game.start, game.moves)
    sides = _sides(game.start, game.moves)
    text = f"(;{''.join(words)}"
    closing = ")"
    for index, (each, side) in enumerate(zip(texts, sides, strict=True)):
        node = f";{'BW'[side]}[{point_of(each)}]"
        move = annotated.get(index)
        own = _comment(found, index + 1)
        if move is None:
            text += node + (f"C[{escaped(own)}]" if own else "")
            continue
        value = move.first_side_value
        node += f"V[{value / found.scale.unit:.2f}]" if _is_number(value) else ""
        node += _SGF_MARKS.get(move.mark, "")
        if remark := _joined(found, own, remark_text(found, move)):
            node += f"C[{escaped(remark)}]"
        line = better_line(move) if move.mark or move.exclusion is not None else []
        if not line:
            text += f"\n{node}"
            continue
        colours = _sides(game.start, [*game.moves[:index], *move.best.line[: len(line)]])[index:]
        other = "".join(
            f";{'BW'[colour]}[{point_of(word)}]" for word, colour in zip(line, colours, strict=True)
        )
        text += f"\n({node}"
        closing = f")\n({other})" + closing
    return text + closing


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


def write_ggf(games: list[AnnotatedGame]) -> str:
    """Format games of Othello as GGF, a game a line.

    A value is in discs from the side that moves; wins and losses have none. A comment has that of
    the file, the mark and the remark. Tags without a name of two letters in GGF are dropped.
    """
    lines = []
    for found in games:
        game = found.game
        known = {**game.tags, "Result": _result(game.tags, ".ggf")}
        names = {name: key for key, name in GGF_TAGS.items()}
        tags = {names.get(name, name): value for name, value in known.items() if value}
        tags = {name: value for name, value in tags.items() if name.isalpha() and len(name) == 2}
        tags |= {"AN": found.annotator}
        tags |= {"C": own} if (own := _comment(found, 0)) else {}
        usual = game.start.initial().text()
        begin = "" if game.start.text() == usual else game.start.text()
        annotated = _by_ply(found)
        texts = line_text(game.start, game.moves)
        moves = []
        for index, side in enumerate(_sides(game.start, game.moves)):
            move, note = annotated.get(index), game.notes.get(index + 1, Note())
            value = move.value / found.scale.unit if move and _is_number(move.value) else None
            comment = note.comment
            if move:
                remark = " ".join(filter(None, (move.mark, remark_text(found, move))))
                comment = _joined(found, comment, remark)
            moves.append(GgfMove(texts[index], value, note.seconds, side, comment))
        lines.append(f"{GgfGame(tuple(moves), begin, tags).written()}\n")
    return "".join(lines)


def write_text(games: list[AnnotatedGame]) -> str:
    """Format games of any kind as text: the moves, then a table in lines that begin with #.

    A line before each game names the annotator. Values in the table are from the side that moves.
    The line of moves also has the result with the players, if known, and a start that is not usual.
    """
    lines: list[str] = []
    for found in games:
        game, scale = found.game, found.scale
        words = [game.start.join_moves(line_text(game.start, game.moves))]
        result = _result(game.tags, ".txt")
        if result in (*SCORES, "*"):
            kept = [result, game.tags.get("Ending", "?"), *game.players]
            words += [printable(word, 80) for word in kept]
        if game.start.text() != game.start.initial().text():
            if len(words) > 1:
                words.append(game.start.text())
            else:
                words = [f"{game.start.text()} moves {words[0]}"]
        lines += [f"# {found.annotator}", f"# {summary(found)}", "\t".join(words)]
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
        lines.append("")
    return "\n".join(lines)


WRITERS: dict[str, Callable[[list[AnnotatedGame]], str]] = {
    ".pgn": write_pgn,
    ".ggf": write_ggf,
    ".sgf": write_sgf,
    ".txt": write_text,
}
"""The writer of every type of file."""
