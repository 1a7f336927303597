"""The page of annotated games: one file without network resources."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

from engine.annotate.annotating import AnnotatedGame, AnnotatedMove
from engine.annotate.writing import better_line, exclusion_text, remark_text, summary
from engine.pages.boards import board_of, steps
from engine.pages.rendering import inert, rendered
from games.core.scores import KNOWN_WIN
from games.core.words import line_text

FOLDER = Path(__file__).resolve().parent


def page(games: list[AnnotatedGame], title: str) -> str:
    """Return annotated games as one HTML page.

    Its list of marks is that of the first game.

    :param title: the heading, such as the file's name.
    """
    scale = games[0].scale if games else None
    annotator = " \u00b7 ".join(dict.fromkeys(each.annotator for each in games))
    return rendered(
        FOLDER,
        "page.html.jinja",
        {
            "title": title,
            "annotator": annotator,
            "marks": scale.words() if scale else "",
            "has_intervals": ";" in annotator,
            "data": inert({"games": [_game_data(each) for each in games]}),
        },
    )


def _game_data(found: AnnotatedGame) -> dict[str, Any]:
    """Return the JSON data of a game for the page: players, facts, summary, moves and board.

    `facts` joins the known ones of the tags Event, Site, Date, Round and Result. `unit` is the
    value of a pawn or point, `known` the least value of a win. `plies` counts all moves, `moves`
    has the annotated ones.
    """
    start = found.game.start
    tags = found.game.tags
    tagged = [tags.get(name, "") for name in ("Event", "Site", "Date", "Round", "Result")]
    return {
        "number": found.game.number,
        "players": list(found.game.players),
        "sides": list(start.INFO.sides),
        "facts": " \u00b7 ".join(each for each in tagged if each.strip("?.*")),
        "summary": summary(found),
        "unit": found.scale.unit,
        "known": KNOWN_WIN,
        "plies": len(found.game.moves),
        "moves": [_move_data(found, move) for move in found.moves],
        **_board(found),
    }


def _move_data(found: AnnotatedGame, move: AnnotatedMove) -> dict[str, Any]:
    """Return the JSON data of a move for the page.

    `firstSideValue`, and `value`, which is its text, are from the game's first side. The loss and
    the bounds are from the side that moves. `bounds` has both ends for the best move, then for this
    one; None without an exclusion. The texts `loss`, `better`, `best`, `remark` and `excluded` may
    be empty.
    """
    scale = found.scale
    exclusion = move.exclusion
    bounds = None if exclusion is None else [*exclusion.best, *exclusion.played]
    return {
        "ply": move.ply,
        "side": move.side,
        "text": move.text,
        "mark": move.mark,
        "firstSideValue": move.first_side_value,
        "value": scale.text(move.first_side_value),
        "loss": scale.loss_text(move.loss) if move.loss > 0 else "",
        "better": " ".join(better_line(move)),
        "best": move.best.texts[0] if move.best.texts else "",
        "remark": remark_text(found, move),
        "excluded": exclusion_text(found, move),
        "bounds": bounds,
    }


def _board(found: AnnotatedGame) -> dict[str, Any]:
    """Return the `board` of the start, and the `changes` by each move of the game.

    The changes by a move are a flat list: square, new symbol, square, new symbol, ... If the game
    has no board, `board` is None, and there are no `changes`.
    """
    start = found.game.start
    board = board_of(start)
    if board is None:
        return {"board": None}
    made = steps(
        start.copy(), zip(found.game.moves, line_text(start, found.game.moves), strict=True)
    )
    return {"board": asdict(board), "changes": [step.changed for step in made]}
