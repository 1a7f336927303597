"""A session for a page: one search at a time in a thread, and what it finds while it runs.

`Live.act` obeys a request, `Live.wait` returns what is new. A search is shown as frames: value,
depth, nodes, line and the root moves. Interval searchers report seldom, so their frames come from
the events of a trace, which has every change of a root move's bounds.
"""

from __future__ import annotations

import json
import math
import re
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any, TypeVar

from engine.pages.requests import check_player
from engine.play.levels import LEVELS
from engine.play.programs import Opponent
from engine.play.records import save_again, save_unsaved
from engine.play.session import SIDES, Opinion, Session, worth, worths
from engine.play.squares import Grid, view_of
from games.core.position import Position
from games.core.scores import KNOWN_WIN
from games.core.words import interval_text
from games.errors import LimitsError, MoveError, SpecError, StarlingError, described, quoted
from games.parts.numbers import is_whole
from searchers import Limits, Result, Searcher
from searchers.core.trace import Trace

Found = TypeVar("Found")

MOST = {"nodes": 200_000, "players": 6, "player": 300, "move": 200}
"""The greatest values of a request; `player` and `move` are numbers of characters."""
OPINION_SECONDS = 10.0
_MOST_ROWS = 40
"""Root moves of a frame."""
_MOST_OPINIONS = 200
_MOST_TRACED = 20_000
"""The largest node budget of a search whose trace is read."""
_GROWTH = 20
"""A frame follows the last one after this part of its nodes."""
_LONGEST_WAIT = 20.0
"""Seconds until a request for news is answered without any."""
_PATIENCE = 10.0
"""Seconds until the end of a game leaves a search that does not stop."""
_BETWEEN_FRAMES = 0.03
"""Seconds between two answers to such requests."""

_ROOT_MOVE = re.compile(r'"node": "(\d+)"')
_GENERATED = '{"event": "generated"'


class Frames:
    """The frames of one search of a position, or of several in turn: what a page shows of them.

    :param position: the root.
    :param changed: called after every new frame.
    """

    def __init__(self, position: Position, changed: Callable[[], object]) -> None:
        self.frames: list[dict[str, Any]] = []
        self._position: Position = position.copy()
        self._changed = changed
        self._names = {
            position.move_text(move): position.notation(move) for move in position.legal_moves()
        }
        self.begin()

    def begin(self) -> None:
        """Forget what the last search found, for the frames of another one; keep its frames."""
        self._bounds: dict[str, tuple[int | None, int | None]] = {}
        self._nodes = 0
        self._shown = 0
        self._facts: dict[str, Any] = {"value": "", "depth": 0, "line": "", "move": ""}

    def report(self, result: Result) -> None:
        """Store a report of the search as the next frame.

        It has value, depth, nodes, line, best move, whether that is proved, and the root moves with
        a value or bounds. Scores are from the side to move at the root.
        """
        self._nodes = max(self._nodes, result.nodes)
        self._facts = {
            "value": worths(self._position, result),
            "depth": result.depth,
            "line": " ".join(result.line),
            "move": result.move_text,
            "proved": result.proved,
        }
        rows = []
        for known in result.root:
            name = self._names.get(self._position.move_text(known.move), "")
            bounds = known.bounds or (known.value, known.value)
            if bounds != (None, None):
                rows.append(self._row(name, *bounds))
        self._add(rows)

    def feed(self, line: str) -> None:
        """Read an event of the trace; add a frame if it changes the interval of a root move.

        An event `generated` counts a node. A frame is added only if the nodes have grown by a
        twentieth since the last one. Before the first report its move and value are those of its
        first row.

        :param line: the event in JSON.
        """
        if line.startswith(_GENERATED):
            self._nodes += 1
        if '"bounds"' not in line or _ROOT_MOVE.search(line) is None:
            return
        event = json.loads(line)
        name = self._names.get(event["move"], event["move"])
        low, high = event["bounds"]
        if self._bounds.get(name) == (low, high):
            return
        self._bounds[name] = low, high
        if self._nodes >= self._shown + self._shown // _GROWTH:
            ranked = sorted(self._bounds.items(), key=_upper_bound, reverse=True)
            rows = [self._row(each, *bounds) for each, bounds in ranked]
            if not self._facts["depth"]:  # no report yet
                self._facts = self._facts | {"move": rows[0][0], "value": rows[0][3]}
            self._add(rows)

    def _add(self, rows: Sequence[list[Any]]) -> None:
        """Append a frame: the last report's facts, the nodes, and the first 40 of these root moves.

        Then call `changed`.
        """
        self._shown = self._nodes
        frame = {**self._facts, "nodes": self._nodes, "root": rows[:_MOST_ROWS]}
        self.frames.append(frame)
        self._changed()

    def _row(self, name: str, low: int | None, high: int | None) -> list[Any]:
        """Return a root move for the page: its name, both bounds to draw, and their text.

        Bounds are from the side to move at the root. A drawn one is a number, "win" or "loss", or
        None if it is unknown. Two equal bounds have the text of one value.
        """
        text = worth(self._position, low)
        if low != high:
            text = interval_text((low, high), partial(worth, self._position))
        return [name, _drawn(low), _drawn(high), text]


def _upper_bound(known: tuple[str, tuple[int | None, int | None]]) -> float:
    """Return the upper bound of a root move; infinity if it is unknown."""
    high = known[1][1]
    return math.inf if high is None else high


def _drawn(score: int | None) -> int | str | None:
    """Return a bound for the page: the score, or "win" or "loss"; None if it is unknown."""
    if score is None or abs(score) < KNOWN_WIN:
        return score
    return "win" if score > 0 else "loss"


@dataclass
class _Search:
    """A search that runs in a thread.

    :param kind: "move", "hint" or "opinion".
    :param shown: its frames.
    :param stop: its stop flag.
    """

    kind: str
    number: int
    position: Position
    shown: Frames
    stop: Any
    cancelled: bool = False
    running: bool = True

    def run(self, searcher: Searcher | Opponent, limits: Limits) -> Result:
        """Search the position, add its reports as frames, and return the result, the last frame."""
        with _traced(searcher, limits, self.shown):
            result = searcher.search(self.position, limits, self.shown.report, self.stop)
        self.shown.report(result)
        return result


class Live:
    """A session that a page plays by requests, with at most one search in a thread."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._acting = threading.Lock()
        """Held by the request that is obeyed, also while it waits for the end of a search."""
        self._changed = threading.Condition(threading.RLock())
        self._version = 1
        self._search: _Search | None = None
        self._numbers = 0
        self._paused = False
        self._notice = ""
        self._hint: dict[str, Any] | None = None
        self._opinions: dict[tuple[int, str], dict[str, Any]] = {}  # by ply and player
        self._actions: Mapping[str, Callable[[Mapping[str, Any]], None]] = {
            "move": self._move,
            "hint": self._begin_hint,
            "undo": self._undo,
            "back": self._back,
            "new": self._new,
            "switch": self._switch,
            "side": self._side,
            "level": self._level,
            "player": self._player,
            "resign": self._resign,
            "opinion": self._begin_opinions,
            "pause": self._pause,
            "go": self._go,
        }

    # -- requests ----------------------------------------------------------------------------

    def begin(self) -> None:
        """Begin a search for the searcher's move, if it is to move; do not wait for its end."""
        with self._changed:
            self._begin_due_search()

    def read(self, view: Callable[[Session], str]) -> str:
        """Return the result of `view` for the session, which no request changes meanwhile."""
        with self._changed:
            return view(self.session)

    def act(self, request: Mapping[str, Any]) -> None:
        """Obey a request: an object with an `action` and its values.

        The action `now` ends the running search, whose result counts. After any other action, also
        a refused one, the searcher's move begins if it is due.

        :raises StarlingError: if it cannot be obeyed; then the game stays as it is.
        """
        name = request.get("action")
        if name == "now":
            self._stop_search(cancel=False)
            return
        action = self._actions.get(name) if isinstance(name, str) else None
        if action is None:
            raise SpecError(
                f"action={quoted(name, 40)}: expected one of {', '.join(self._actions)}"
            )
        with self._acting, self._changed:
            self._notice = ""
            try:
                action(request)
            finally:  # a search that was interrupted for a refused action begins again
                self._news()
                self._begin_due_search()

    def wait(self, version: int, search: int, frame: int, seconds: float) -> dict[str, Any]:
        """Wait until something is new for a page, and return it.

        :param version: the version of the game that the page has.
        :param search: the number of the search whose frames the page has.
        :param frame: the number of those frames.
        :param seconds: the longest time to wait, at most 20.
        :returns: as `_news_since`: without `state`, and with no `frames`, if nothing was new.
        """
        with self._changed:
            self._changed.wait_for(
                lambda: self._has_news(version, search, frame), min(seconds, _LONGEST_WAIT)
            )
        time.sleep(_BETWEEN_FRAMES)  # collects the frames of a quick search
        with self._changed:
            return self._news_since(version, search, frame)

    def close(self) -> None:
        """End the search that runs.

        A searcher that does not stop in 10 seconds is left: its thread ends with the process.
        """
        self._stop_search(cancel=True, seconds=_PATIENCE)

    def _has_news(self, version: int, search: int, frame: int) -> bool:
        """Return whether the game has another version, or the last search has new frames.

        The parameters are those of `wait`.
        """
        if version != self._version or self._search is None:
            return version != self._version
        known = frame if self._search.number == search else 0
        return len(self._search.shown.frames) > known

    def _news_since(self, version: int, search: int, frame: int) -> dict[str, Any]:
        """Return what a page lacks: the state if its version is old, and new frames.

        :param version: the version of the game that the page has.
        :param search: the number of the search whose frames it has, and `frame` their count.
        :returns: the `version`, and the `state` if that is another one. After any search also its
            number `search`, its `kind`, the `side` to move at its root, and the `frames` from index
            `first` on.
        """
        news: dict[str, Any] = {"version": self._version}
        if version != self._version:
            news["state"] = self.state()
        running = self._search
        if running is not None:
            known = frame if running.number == search else 0
            news["search"] = running.number
            news["kind"] = running.kind
            news["side"] = running.position.turn
            news["first"] = known
            news["frames"] = running.shown.frames[known:]
        return news

    def _news(self) -> None:
        """Add 1 to the version of the game, and wake the requests that wait for news."""
        self._version += 1
        self._changed.notify_all()

    # -- the state ---------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """Return the game's state for the page, as JSON's types.

        It has the players and the level, the turn, the end, the running search and a notice. It has
        the boards, the moves, the legal moves, the hint and the opinions. A move's value is from
        the side that moved, and empty if it is unknown. A legal move has squares if it can be
        clicked.
        """
        session = self.session
        position = session.position
        grid = Grid(position)
        return {
            "player": session.player,
            "strength": session.strength,
            "level": session.level,
            "people": sorted(session.people),
            "names": [session.name(side) for side in (0, 1)],
            "turn": position.turn,
            "over": session.over,
            "resigned": session.resigned is not None,
            "ending": session.ending,
            "personToMove": session.person_to_move,
            "thinking": self._kind(),
            "paused": self._paused,
            "notice": self._notice,
            "views": [view_of(session.start), *(played.view for played in session.moves)],
            "moves": [
                {
                    "text": one.notation,
                    "side": one.record.side,
                    "value": "" if one.record.value is None else worth(position, one.record.value),
                    "squares": one.squares,
                }
                for one in session.moves
            ],
            "legal": [
                {"text": notation, "move": text}
                | ({} if (squares := grid.squares(text)) is None else asdict(squares))
                for _, notation, text in session.legal()
            ],
            "hint": self._hint,
            "opinions": list(self._opinions.values()),
        }

    def _kind(self) -> str:
        """Return what the running search is for: "move", "hint", "opinion", or "" for none."""
        running = self._search
        return running.kind if running is not None and running.running else ""

    # -- actions -----------------------------------------------------------------------------

    def _move(self, request: Mapping[str, Any]) -> None:
        """Play the requested `move`, a text, for the person to move; cancel a running search.

        The request may have the `ply` of the position it was made for. A game with a file is saved.

        :raises SpecError: if there is no text, or a long one.
        :raises MoveError: if that is another position than the game's, no person is to move, or the
            move is not legal.
        """
        ply = len(self.session.moves)
        if request.get("ply", ply) != ply:
            raise MoveError("the game has changed meanwhile: your move was not made")
        if not self.session.over and not self.session.person_to_move:
            raise MoveError(f"it is the move of {self.session.player}")
        move = self.session.read_move(_text(request.get("move"), "move"))
        self._interrupt()
        self.session.play(move)
        self._moved()

    def _undo(self, _request: Mapping[str, Any]) -> None:
        """Take back the person's last move with the reply to it, or a resignation.

        A running search is cancelled, and a game with a file is saved.

        :raises MoveError: if there is nothing to take back.
        """
        self._interrupt()
        self.session.undo()
        self._moved()

    def _back(self, request: Mapping[str, Any]) -> None:
        """Take back the moves after the requested position; cancel a running search.

        The request's `ply` is the number of moves before that position. If no person plays, the
        game is then paused, else a pause ends. A game with a file is saved.

        :raises LimitsError: if the game has no such position.
        """
        self._interrupt()
        self.session.back_to(_whole(request, "ply", 0, len(self.session.moves)))
        self._paused = not self.session.people
        self._moved()

    def _new(self, _request: Mapping[str, Any]) -> None:
        """Cancel a running search, save an unsaved game, and begin a new one; end a pause."""
        self._interrupt()
        self._save_unsaved()
        self.session.new()
        self._hint, self._opinions, self._paused = None, {}, False

    def _save_unsaved(self) -> None:
        """Save a game with moves in no file (`records.save_unsaved`); the notice says where.

        If that fails, the notice is the text of the game.
        """
        save_unsaved(self.session, self._inform)

    def _switch(self, _request: Mapping[str, Any]) -> None:
        """Cancel the running search, and exchange the sides of person and searcher."""
        self._interrupt()
        self.session.switch()

    def _side(self, request: Mapping[str, Any]) -> None:
        """Set which sides people play, by the requested word of `SIDES`.

        The running search is cancelled, and a pause ends.

        :raises SpecError: if it is another word.
        """
        word = request.get("side")
        if not isinstance(word, str) or word not in SIDES:
            raise SpecError(f"side={quoted(word, 40)}: expected one of {', '.join(SIDES)}")
        self._interrupt()
        self.session.people = frozenset(SIDES[word])
        self._paused = False

    def _level(self, request: Mapping[str, Any]) -> None:
        """Set the requested `level` of the searcher, from 1 to 10; a running search is cancelled.

        :raises LimitsError: if it is another number, or the opponent has no levels.
        """
        level = _whole(request, "level", LEVELS[0], LEVELS[-1])
        self._interrupt()
        self.session.set_level(level)

    def _player(self, request: Mapping[str, Any]) -> None:
        """Replace the searcher that plays by the requested `player`; cancel a running search.

        That of the command line is always allowed.

        :raises StarlingError: if another one is not safe to run, or it does not fit the game.
        """
        player = _text(request.get("player"), "player")
        if player != self.session.given:
            check_player(player)
        self._interrupt()
        self.session.choose_player(player)

    def _resign(self, _request: Mapping[str, Any]) -> None:
        """Let the person resign; cancel a running search, and save a game with a file.

        :raises MoveError: if the game is over.
        """
        self._interrupt()
        self.session.resign()
        self._moved()

    def _pause(self, _request: Mapping[str, Any]) -> None:
        """Cancel a running search; begin none for the searcher's move until the pause ends."""
        self._interrupt()
        self._paused = True

    def _go(self, _request: Mapping[str, Any]) -> None:
        """End a pause: the searcher moves again."""
        self._paused = False

    def _moved(self) -> None:
        """Adapt to a new position: drop the hint, keep opinions on earlier plies, save the game.

        The game is saved only if it has a file. If that fails, the notice says why.
        """
        self._hint = None
        ply = len(self.session.moves)
        self._opinions = {key: one for key, one in self._opinions.items() if key[0] < ply}
        save_again(self.session, self._inform)

    def _inform(self, text: str) -> None:
        """Set the notice that the page shows."""
        self._notice = text

    # -- searches ----------------------------------------------------------------------------

    def _begin_due_search(self) -> None:
        """Begin a search for the searcher's move, which is played when the search ends.

        Do nothing if the game is over or paused, a person is to move, or a search runs.
        """
        session = self.session
        if session.over or session.person_to_move or self._paused or self._kind():
            return

        def work(search: _Search) -> tuple[Result, float]:
            """Search for a move, with frames for the page; return the result and its seconds."""
            begun = time.perf_counter()
            result = search.run(session.searcher, session.limits())
            return result, time.perf_counter() - begun

        def done(found: tuple[Result, float]) -> None:
            """Play the move, or note that the program resigned; then save the game."""
            session.accept(*found)
            self._moved()

        self._start("move", session.position.copy(), work, done)

    def _begin_hint(self, _request: Mapping[str, Any]) -> None:
        """Begin a search for a hint to the person who is to move; cancel a running one.

        The hint is part of the state after the search.

        :raises MoveError: if no person is to move.
        """
        session = self.session
        if not session.person_to_move:
            raise MoveError("a hint is for your move: it is not")
        self._interrupt()

        def work(search: _Search) -> Result:
            """Search for a hint, with frames for the page; return the result."""
            return search.run(session.adviser(session.helper), session.hint_limits)

        def done(result: Result) -> None:
            """Store the hint's text and its squares for the page."""
            if result.move is not None:
                squares = Grid(position).marked(position.move_text(result.move))
                self._hint = {"text": result.move_text, "squares": squares}

        position = session.position.copy()
        self._start("hint", position, work, done)

    def _begin_opinions(self, request: Mapping[str, Any]) -> None:
        """Begin a search of one position of the game by each requested player, one after the other.

        The request has `ply`, `nodes` and `players`. The move made there is searched as well, if it
        is not the player's best. A search has the nodes, and at most `OPINION_SECONDS`. Each
        opinion joins the state when its searches end, in place of the player's older one. A player
        that is not safe to run or cannot search gets a view with its fault. A search for a hint or
        other opinions is cancelled.

        :raises SpecError: if there are no players, too many, or one that is no short text.
        :raises LimitsError: if a number is out of range, or the searcher is at its move.
        :raises MoveError: if the game is over in that position.
        """
        session = self.session
        ply = _whole(request, "ply", 0, len(session.moves))
        nodes = _whole(request, "nodes", 1, MOST["nodes"])
        players = request.get("players")
        if not isinstance(players, list) or not 1 <= len(players) <= MOST["players"]:
            raise SpecError(f"players: expected 1 to {MOST['players']} searchers")
        specs = [_text(each, "player") for each in players]
        position = session.at(ply)
        if position.outcome() is not None:
            raise MoveError("the game is over there: expected an earlier position")
        if self._kind() == "move":
            raise LimitsError("the searcher is at its move: expected to wait for it")
        self._interrupt()
        limits = Limits(nodes=nodes, seconds=OPINION_SECONDS)

        def work(search: _Search) -> None:
            """Search with each player in turn, and show its opinion or its error on the page."""
            for spec in specs:
                if search.stop.is_set():
                    break
                try:
                    check_player(spec)
                    with _traced(session.adviser(spec), limits, search.shown):
                        found = session.opinion(spec, ply, limits, search.shown.report, search.stop)
                    view = _opinion_view(position, found)
                except StarlingError as error:
                    view = {"fault": str(error)}
                with self._changed:
                    if not search.cancelled:
                        self._opinions.pop((ply, spec), None)
                        self._opinions[ply, spec] = {"ply": ply, "player": spec, **view}
                        while len(self._opinions) > _MOST_OPINIONS:
                            del self._opinions[next(iter(self._opinions))]
                        self._news()

        self._start("opinion", position, work, lambda _: None)

    def _start(
        self,
        kind: str,
        position: Position,
        work: Callable[[_Search], Found],
        done: Callable[[Found], object],
    ) -> None:
        """Begin a search in a thread, which at its end calls `done`, unless it was cancelled.

        Then the game goes on. After an error the game is paused, and the notice on the page is the
        error.

        :param kind: "move", "hint" or "opinion".
        :param position: the root of the search.
        :param work: searches; it takes the search, whose frames and stop flag it uses.
        :param done: takes the result of `work`; no request changes the session meanwhile.
        """
        self._numbers += 1
        shown = Frames(position, self._notify)
        search = _Search(kind, self._numbers, position, shown, self._flag())

        def run() -> None:
            """Call `work`, then `done`; show an error, and begin the next move."""
            fault = ""
            try:
                found = work(search)
            except Exception as error:  # a part may fail in any way; the page shows it
                fault = described(error)
            with self._changed:
                search.running = False
                if search.cancelled:
                    return
                try:
                    if not fault:
                        done(found)
                except Exception as error:  # such as a move that is not legal
                    fault = described(error)
                if fault:
                    self._notice, self._paused = fault, True
                self._news()
                self._begin_due_search()

        self._search = search
        self._news()
        self._launch(run)

    def _flag(self) -> Any:
        """Return a new stop flag for a search."""
        return threading.Event()

    def _launch(self, run: Callable[[], None]) -> None:
        """Call a function in a new thread, which does not outlive the process."""
        threading.Thread(target=run, daemon=True, name="play").start()

    def _notify(self) -> None:
        """Wake the requests that wait for news."""
        with self._changed:
            self._changed.notify_all()

    def _interrupt(self) -> None:
        """Cancel the search that runs; wait until its searcher is free."""
        self._stop_search(cancel=True)

    def _stop_search(self, cancel: bool, seconds: float = math.inf) -> None:
        """Set the stop flag of the running search, if there is one.

        :param cancel: whether to drop its result, and to wait until no search runs.
        :param seconds: the longest time to wait.
        """
        ends = time.monotonic() + seconds
        with self._changed:
            while (search := self._search) is not None and search.running:
                search.cancelled = search.cancelled or cancel
                search.stop.set()
                if not cancel or time.monotonic() >= ends:
                    return
                # This releases the lock, which the thread needs for its end. Then another request
                # may begin the next search.
                self._changed.wait(0.05)


@contextmanager
def _traced(searcher: Searcher | Opponent, limits: Limits, frames: Frames) -> Iterator[None]:
    """Set the searcher's trace to feed the frames of its search in a block, and then to None.

    The frames forget the search before. There is a trace only for a searcher of intervals with a
    limit of at most `_MOST_TRACED` nodes.
    """
    frames.begin()
    if searcher.WANTS_INTERVALS and limits.nodes is not None and limits.nodes <= _MOST_TRACED:
        searcher.trace = Trace(frames.feed)
    try:
        yield
    finally:
        searcher.trace = None


def _opinion_view(position: Position, found: Opinion) -> dict[str, Any]:
    """Return a player's opinion of a position for the page: best move, values and line."""
    result, played = found.result, found.played
    return {
        "best": result.move_text,
        "value": worths(position, result),
        "depth": result.depth,
        "nodes": result.nodes,
        "line": " ".join(result.line),
        "played": "" if played is None else worths(position, played),
        "loss": "" if found.loss is None else worth(position, found.loss),
    }


def _text(text: object, name: str) -> str:
    """Return a value of a request, unparsed; a SpecError if it is no text, empty or too long.

    :param name: what it is, "move" or "player".
    """
    if not isinstance(text, str) or not 0 < len(text) <= MOST[name]:
        raise SpecError(f"{name}: expected a text of at most {MOST[name]} characters")
    return text


def _whole(request: Mapping[str, Any], name: str, low: int, high: int) -> int:
    """Return a request's whole number of this name; a LimitsError unless it is in [low, high]."""
    number = request.get(name)
    if not is_whole(number, low, high):
        raise LimitsError(f"{name}={quoted(number, 40)}: expected {low} to {high:,}")
    return int(number)  # type: ignore[arg-type]  # as just checked
