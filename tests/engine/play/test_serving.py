"""The page's server: what it answers, and what it refuses."""

from __future__ import annotations

import http.client
import json
import signal
import threading
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import games
from engine.cli.main import main
from engine.pages.serving import HOST
from engine.play import live as live_module
from engine.play.live import Frames
from engine.play.page import page_of
from engine.play.serving import Server, serve
from engine.play.session import Session
from games.errors import EngineError, MoveError
from searchers import Limits, make
from searchers.core.trace import Trace


def session(game: str = "othello", player: str | None = "pvs", **given: Any) -> Session:
    return Session(games.make(game), player, **({"limits": Limits(nodes=60)} | given))


class Page:
    """The page's script, without a browser."""

    def __init__(self, server: Server) -> None:
        self.server = server

    def request(
        self, method: str, path: str, body: str = "", **headers: str
    ) -> tuple[int, str, Any]:
        connection = http.client.HTTPConnection(HOST, self.server.server_port, timeout=30)
        sent = {"Host": f"{HOST}:{self.server.server_port}", "Origin": self.server.origin}
        connection.request(method, path, body, sent | headers)
        answer = connection.getresponse()
        found = answer.status, answer.read().decode(), answer.headers
        connection.close()
        return found

    def do(self, action: str, **values: Any) -> str:
        """Send an action; return the fault."""
        status, text, _ = self.request("POST", "/do", json.dumps({"action": action, **values}))
        assert status == 200
        return str(json.loads(text)["fault"])

    def news(self, version: int = 0, search: int = 0, frame: int = 0, wait: int = 0) -> Any:
        path = f"/state?version={version}&search={search}&frame={frame}&wait={wait}"
        status, text, _ = self.request("GET", path)
        assert status == 200
        return json.loads(text)

    def state(self) -> Any:
        return self.news()["state"]

    def quiet(self) -> Any:
        """The state once no search runs."""
        deadline = time.monotonic() + 20
        while (state := self.state())["thinking"]:
            assert time.monotonic() < deadline
            time.sleep(0.02)
        return state


@pytest.fixture
def page(request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page of the session that a test names, or of Othello."""
    with Server(session(**getattr(request, "param", {})), 0) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        server.live.begin()
        yield Page(server)
        server.live.close()
        server.shutdown()
        thread.join()


def with_session(**given: Any) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("page", [given], indirect=True)


def test_a_move_and_its_answer(page: Page) -> None:
    assert page.do("move", move="d3") == ""
    state = page.quiet()
    assert [move["side"] for move in state["moves"]] == [0, 1]
    assert state["people"] == [0]
    assert state["personToMove"]
    assert len(state["views"]) == 3
    assert state["moves"][0]["squares"] == [19]
    assert {tuple(move["squares"]) for move in state["legal"]} <= {
        (square,) for square in range(64)
    }
    assert page.do("undo") == ""
    assert page.state()["moves"] == []


def test_news_wait_for_something_new(page: Page) -> None:
    first = page.news()
    begun = time.monotonic()
    assert "state" not in page.news(first["version"], wait=1)
    assert time.monotonic() - begun >= 0.9
    threading.Timer(0.2, lambda: page.do("move", move="d3")).start()
    news = page.news(first["version"], wait=15)
    assert time.monotonic() - begun < 15
    assert news["version"] > first["version"]
    page.quiet()


@with_session(player="bstar", limits=Limits(nodes=400))
def test_bounds_of_the_root_moves_arrive_as_frames(page: Page) -> None:
    page.do("move", move="d3")
    page.quiet()
    news = page.news()
    assert news["kind"] == "move"
    frames = news["frames"]
    assert len(frames) > 5
    assert [frame["nodes"] for frame in frames] == sorted(frame["nodes"] for frame in frames)
    widths = [high - low for _, low, high, *_ in frames[-1]["root"]]
    assert len(widths) == 3
    assert all(width >= 0 for width in widths)
    assert page.news(search=news["search"], frame=3)["frames"] == frames[3:]


def test_frames_change_no_search() -> None:
    position = games.make("othello")
    plain = make("bstar").search(position, Limits(nodes=300))
    searcher, frames = make("bstar"), Frames(position, lambda: None)
    searcher.trace = Trace(frames.feed)
    result = searcher.search(position, Limits(nodes=300), frames.report)
    assert (result.root, result.nodes) == (plain.root, plain.nodes)
    frames.report(result)
    last = frames.frames[-1]
    assert (last["nodes"], last["move"]) == (result.nodes, result.move_text)
    shown = {name: (low, high) for name, low, high, *_ in last["root"]}
    assert shown == {position.notation(m.move): m.bounds for m in result.root}


@pytest.mark.parametrize(
    ("request_", "fault"),
    [
        ({}, "action=None: expected one of"),
        ({"action": ["x"]}, "expected one of"),
        ({"action": "quit"}, "action='quit'"),
        ({"action": "move"}, "move: expected a text"),
        ({"action": "move", "move": "z" * 999}, "at most 200 characters"),
        ({"action": "move", "move": "a1"}, "'a1' is no legal move; nearest: "),
        ({"action": "move", "move": "<b>\x1b"}, "is no legal move"),
        ({"action": "undo"}, "there is no move of yours to take back"),
        ({"action": "back", "ply": 3}, "ply=3: expected 0 to 0"),
        ({"action": "level", "level": True}, "level=True: expected 1 to 10"),
        ({"action": "level", "level": 99}, "expected 1 to 10"),
        ({"action": "side", "side": {}}, "expected one of first, second, both, none"),
        ({"action": "player", "player": 7}, "player: expected a text"),
        ({"action": "player", "player": "uci:sh"}, "not served"),
        ({"action": "player", "player": "pvs:tt=1000"}, "at most 64"),
        ({"action": "player", "player": "bstar@calibrated:fits=/etc/passwd"}, "takes any text"),
        ({"action": "player", "player": "pvs@pst"}, "pst"),
        ({"action": "opinion", "ply": 0, "nodes": 10**7, "players": ["pvs"]}, "1 to 200,000"),
        ({"action": "opinion", "ply": 0, "nodes": 9, "players": []}, "expected 1 to 6"),
        ({"action": "opinion", "ply": 0, "nodes": 9, "players": ["z" * 301]}, "at most 300"),
    ],
)
def test_what_cannot_be_done_is_reported(page: Page, request_: Any, fault: str) -> None:
    before = page.state()
    status, text, _ = page.request("POST", "/do", json.dumps(request_))
    assert status == 200
    assert fault in json.loads(text)["fault"]
    assert page.state() == before


def test_only_the_page_itself_is_served(page: Page) -> None:
    undo = json.dumps({"action": "resign"})
    for method, path, headers, status in (
        ("GET", "/", {}, 200),
        ("GET", "/etc/passwd", {}, 404),
        ("GET", "/../pyproject.toml", {}, 404),
        ("GET", "/game.pgn", {}, 404),
        ("GET", "/do", {}, 404),
        ("POST", "/", {}, 404),
        ("GET", "/", {"Host": "evil.example"}, 403),
        ("GET", "/state", {"Host": "evil.example"}, 403),
        ("GET", "/state?version=-1", {}, 400),
        ("GET", "/state?version=99999999999", {}, 400),
        ("POST", "/do", {"Origin": "http://evil.example"}, 403),
        ("POST", "/do", {"Origin": "null"}, 403),
        ("PUT", "/do", {}, 501),
    ):
        assert page.request(method, path, undo, **headers)[0] == status, (method, path, headers)
    for body in ("x" * 20_000, "", "[]", "{", "[" * 9000, "nul"):
        assert page.request("POST", "/do", body)[0] == 400, body[:10]
    other = page.request("GET", "/", Host="localhost")[1]
    assert other == f"another host: expected {page.server.origin}"
    assert not page.state()["over"]
    assert page.server.server_address[0] == HOST


def test_the_page_is_safe_and_refers_to_nothing_else(page: Page) -> None:
    _, text, headers = page.request("GET", "/")
    assert "default-src 'none'" in text
    assert "http://" not in text.replace("http://www.w3.org/", "")
    assert "https://" not in text
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Cache-Control"] == "no-store"


def test_hostile_names_are_data(page: Page) -> None:
    hostile = '</script><img src=x onerror="alert(1)">'
    live = page.server.live
    live.session.names = [hostile, hostile]
    assert page.state()["names"][0] == hostile  # shown as text by the page
    live.session.player = live.session.given = hostile
    assert hostile not in page_of(live.session, "served.js")


def test_the_game_as_files(page: Page) -> None:
    page.do("move", move="d3")
    page.quiet()
    for path, begin in (
        ("/game.ggf", "(;GM[Othello]"),
        ("/game.sgf", "(;FF[4]"),
        ("/game.txt", "d3"),
    ):
        status, text, headers = page.request("GET", path)
        assert (status, text[: len(begin)]) == (200, begin)
        assert headers["Content-Disposition"].startswith("attachment; filename=")
        assert headers["Content-Type"].startswith("text/plain")


@with_session(game="hex:size=3", people=(0, 1))
def test_a_move_for_another_position_is_refused(page: Page) -> None:
    assert page.do("move", move="a1", ply=0) == ""
    assert "the game has changed meanwhile" in page.do("move", move="b2", ply=0)
    assert [move["text"] for move in page.state()["moves"]] == ["a1"]


def test_of_two_moves_at_the_same_time_one_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    started, stopped = threading.Event(), threading.Event()
    playing = session("hex:size=3", people=(0, 1))
    monkeypatch.setattr(playing, "adviser", lambda _: Endless(started, stopped))
    live, faults = live_module.Live(playing), list[str]()
    live.act({"action": "opinion", "ply": 0, "nodes": 9, "players": ["pvs"]})

    def move(text: str) -> None:
        try:
            live.act({"action": "move", "move": text, "ply": 0})
        except MoveError as error:
            faults.append(str(error))

    assert started.wait(30)
    tabs = [threading.Thread(target=move, args=(text,)) for text in ("a1", "b2")]
    for tab in tabs:
        tab.start()
    time.sleep(0.1)  # both wait for the end of the search
    stopped.set()
    for tab in tabs:
        tab.join()
    assert (len(playing.moves), len(faults)) == (1, 1)


@with_session(limits=Limits(seconds=60.0))
def test_a_long_search_ends_when_something_else_is_wanted(page: Page) -> None:
    page.do("move", move="d3")
    assert page.state()["thinking"] == "move"
    assert "it is the move of pvs" in page.do("move", move="c3")
    begun = time.monotonic()
    assert page.do("undo") == ""
    assert page.state()["thinking"] == ""
    page.do("move", move="d3")
    time.sleep(0.1)
    assert page.do("now") == ""
    assert len(page.quiet()["moves"]) == 2
    assert time.monotonic() - begun < 20


@with_session(people=(1,), limits=Limits(seconds=30.0))
def test_a_refused_action_does_not_end_the_searchers_move(page: Page) -> None:
    assert page.state()["thinking"] == "move"
    assert page.do("undo") == "there is no move of yours to take back"
    assert "not served" in page.do("player", player="uci:sh")
    assert page.do("player", player="minimax:deepen=false") != ""
    assert page.state()["thinking"] == "move"


def test_hint_switch_level_player_resign_new(
    page: Page, elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = page.server.live.session
    run, roots = live_module._Search.run, list[Any]()

    def seen(search: Any, *given: Any) -> Any:
        roots.append(search.position)
        return run(search, *given)

    monkeypatch.setattr(live_module._Search, "run", seen)
    assert page.do("hint") == ""
    assert page.quiet()["hint"]["squares"]
    assert roots[0] is not one.position  # of which other threads try the moves
    assert roots[0].text() == one.position.text()
    assert page.do("level", level=2) == ""
    assert page.state()["strength"] == "level 2 (28 nodes a move)"
    assert page.do("player", player="bfms") == ""
    assert page.do("switch") == ""
    state = page.quiet()
    assert state["names"] == ["bfms", "Human"]
    assert (len(state["moves"]), state["hint"]) == (1, None)
    assert page.do("resign") == ""
    assert page.state()["ending"] == "1-0 (resigned)"
    assert page.do("new") == ""
    state = page.quiet()
    assert state["notice"].startswith("saved: othello-")
    assert len(state["moves"]) == 1
    assert len(list(elsewhere.glob("othello-*.ggf"))) == 1


def test_opinions_of_several_searchers(page: Page) -> None:
    page.do("move", move="d3")
    page.quiet()
    players = ["pvs", "bstar", "bfms", "minimax:deepen=false", "uci:sh"]
    assert page.do("opinion", ply=0, nodes=200, players=players) == ""
    views = page.quiet()["opinions"]
    assert max(frame["nodes"] for frame in page.news()["frames"]) == 200  # of each search
    assert [view["player"] for view in views] == players
    assert views[1]["value"].endswith("]")
    assert "depth limit" in views[3]["fault"]
    assert "'uci' is not served" in views[4]["fault"]
    assert page.do("back", ply=0) == ""
    assert page.quiet()["opinions"] == []


@with_session(people=(), limits=Limits(nodes=400))
def test_two_searchers_play_and_pause(page: Page) -> None:
    assert page.do("pause") == ""
    count = len(page.state()["moves"])
    time.sleep(0.2)
    assert len(page.quiet()["moves"]) == count
    assert page.do("go") == ""
    deadline = time.monotonic() + 20
    while len(page.state()["moves"]) < count + 2:
        assert time.monotonic() < deadline
    page.do("pause")


def test_every_game_has_a_page() -> None:
    for game in ("chess", "chess:variant=crazyhouse", "eight", "ngame:b=3,d=6", "canonical"):
        with Server(session(game, None), 0) as server:
            state = server.live.state()
            assert game.partition(":")[0] in page_of(server.live.session, "served.js")
            assert len(state["views"]) == 1
            assert state["legal"]
            json.dumps(state, allow_nan=False)


@pytest.mark.parametrize(("game", "turned"), [("chess", True), ("connect4", False)])
def test_only_boards_with_edges_can_be_turned(game: str, turned: bool) -> None:
    page = page_of(session(game), "served.js")
    assert ('id="flip"' in page) == turned
    assert f'"turnsForSecondSide":{str(turned).lower()}' in page


def test_a_port_in_use(page: Page) -> None:
    port = page.server.server_port
    with pytest.raises(EngineError, match=f"cannot listen to port {port} of 127.0.0.1"):
        serve(session(), port, print)
    with pytest.raises(EngineError, match="cannot listen to port 99999"):
        serve(session(), 99_999, print)
    assert main(["play", "othello", "--open", "--port", str(port)]) == 2


def test_the_end_of_the_server_saves_the_game(elsewhere: Path) -> None:
    one, lines = session(), list[str]()

    def browse(address: str) -> None:
        with urllib.request.urlopen(address, timeout=20) as page:  # the server is at work
            page.read()
        one.play(one.read_move("d3"))
        signal.raise_signal(signal.SIGINT)

    serve(one, 0, lines.append, browse)
    assert lines[0].endswith(" (ends by Ctrl-C)")
    assert lines[1].startswith("saved: othello-")
    assert len(list(elsewhere.iterdir())) == 1


def test_an_illegal_move_of_a_searcher_is_a_notice(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = page.server.live.session
    first = make("pvs").search(one.start, nodes=9)
    monkeypatch.setattr(live_module._Search, "run", lambda *_: first)
    page.do("move", move=first.move_text)
    state = page.quiet()
    assert "is not legal" in state["notice"]
    assert (state["paused"], len(state["moves"])) == (True, 1)


class Endless:
    """A searcher that takes no notice of the stop flag."""

    WANTS_INTERVALS = False

    def __init__(self, started: threading.Event, forever: threading.Event) -> None:
        self.started, self.forever = started, forever

    def search(self, *_: Any, **__: Any) -> Any:
        self.started.set()
        self.forever.wait()


def test_a_searcher_that_never_stops_keeps_no_page_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_module, "_PATIENCE", 0.2)
    started, forever = threading.Event(), threading.Event()
    playing = session(people=(1,))
    monkeypatch.setattr(playing, "searcher", Endless(started, forever))
    live = live_module.Live(playing)
    live.begin()
    assert started.wait(30)
    live.close()
    forever.set()
