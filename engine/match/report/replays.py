"""Games for a page that replays them: what their moves change on the board, and what they cost."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from engine.match.games.record import GameRecord, GameSummary, MoveRecord
from engine.match.report.recorded import Recorded
from engine.pages.boards import Board, board_of, steps
from games.core.position import Position
from games.errors import FileError, StarlingError

__all__ = ["MOST_BYTES", "MOST_GAMES", "chosen", "replays"]

MOST_GAMES = 2_000
"""Games of a page."""

MOST_BYTES = 20_000_000
"""Of the games of a page."""


def chosen(games: Iterable[GameSummary], most: int = MOST_GAMES) -> list[int]:
    """The rounds of the games that a page has: those that somebody forfeited, then the first."""
    ordered = sorted(games, key=lambda game: (game.forfeited is None, game.round))
    return sorted(game.round for game in ordered[:most])


def replays(found: Recorded, rounds: Iterable[int]) -> dict[str, Any]:
    """Games in JSON's types, as many as `MOST_BYTES` take, and the board that they are played on.

    :raises FileError: if one cannot be replayed.
    """
    start = found.start
    board = None if start is None else board_of(start)
    names = {name: index for index, name in enumerate(found.result.players)}
    words: dict[str, int] = {}
    games: list[dict[str, Any]] = []
    size = 0
    for record in found.records(rounds):
        game = _game(record, names, words)
        try:
            game |= _board(start, board, record)
        except (StarlingError, ValueError, AssertionError) as error:
            raise FileError(
                f"{found.folder}: game {record.round} cannot be replayed: {error}"
            ) from None
        size += len(json.dumps(game, separators=(",", ":")))
        if size > MOST_BYTES:
            break
        games.append(game)
    return {
        "board": None if board is None else _told(board),
        "games": games,
        "words": list(words),
    }


def _told(board: Board) -> dict[str, Any]:
    return {
        "symbols": board.symbols,
        "columns": board.columns,
        "rows": board.rows,
        "width": board.width,
        "pieces": board.pieces,
        "discs": board.discs,
    }


def _game(record: GameRecord, names: dict[str, int], words: dict[str, int]) -> dict[str, Any]:
    moves = record.moves
    bounded = any(move.bounds is not None for move in moves)
    return {
        "round": record.round,
        "players": [names[name] for name in record.players],
        "result": record.result,
        "ending": record.ending,
        "fault": record.detail,
        "date": record.date[:19].replace("T", " "),
        "opening": len(record.opening_text),
        "texts": record.text,
        "sides": [move.side for move in moves],
        "nodes": [move.nodes for move in moves],
        "depths": [move.depth for move in moves],
        "values": [move.value for move in moves],
        "seconds": [round(move.seconds, 3) for move in moves],
        "reasons": [words.setdefault(_remark(move), len(words)) for move in moves],
        **({"intervals": [move.bounds for move in moves]} if bounded else {}),
    }


def _remark(move: MoveRecord) -> str:
    """Why a move's search ended, and what is wrong with its count."""
    exceeded = f"exceeded {move.requested} nodes" if move.exceeded else ""
    return ", ".join(filter(None, (move.reason, exceeded, move.implausible)))


def _board(start: Position | None, board: Board | None, record: GameRecord) -> dict[str, Any]:
    """What stands on the board where the game begins, if it is not the usual start, what every move
    changes there, and the moves as people write them."""
    if start is None or board is None:
        return {}
    position = record.opening.begin(start)
    symbols = board.symbols
    if record.opening.start:
        begun = board_of(position)
        symbols = board.symbols if begun is None else begun.symbols
    played = [*record.opening.moves, *(move.move for move in record.moves)]
    made = list(steps(position, zip(played, record.text, strict=True)))
    told: dict[str, Any] = {
        "changes": [[x for pair in step.changed for x in pair] for step in made],
        "texts": [step.text for step in made],
    }
    return told if symbols == board.symbols else {**told, "symbols": symbols}
