"""The page in a browser: it plays, and what it says is what the search said."""

from __future__ import annotations

import http.client
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import games
from engine.explore import Scene, from_searches, page_of
from engine.explore.recording import KINDS
from engine.explore.serving import Server
from engine.pages.serving import HOST
from games.core.position import Position
from searchers import SEARCHERS, Limits, make

Watch = Callable[..., Any]


def opened(watch: Watch, scene: Scene | str, **emulated: str) -> Any:
    """A scene in the browser, once it is drawn."""
    tab = watch(scene if isinstance(scene, str) else page_of(scene), **emulated)
    tab.wait_for_selector("body.ready", timeout=20_000)
    settle(tab)
    return tab


def settle(tab: Any) -> None:
    """Let the page draw."""
    tab.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 30)))")


def until(tab: Any, holds: str) -> None:
    """Wait for what the page's own policy lets no driver wait for."""
    deadline = time.monotonic() + 20
    while not tab.evaluate(holds):
        assert time.monotonic() < deadline, holds
        time.sleep(0.03)


def click(tab: Any, *places: str) -> None:
    for place in places:
        tab.click(place)
    settle(tab)


def press(tab: Any, *keys: str) -> None:
    for key in keys:
        tab.keyboard.press(key)
    settle(tab)


PAPER = "getComputedStyle(document.body).backgroundColor"
STATE = (
    "JSON.stringify(starling.replays.map((one) => [one.time, Array.from(one.tally),"
    " Array.from(one.profile), one.best, ...Object.values(one.at).map((at) => Array.from(at))]))"
)
"""All that the replays know."""
AT = f"(n && starling.step(1), {STATE})"
BACK = f"(n && starling.step(-1), {STATE})"


def state(tab: Any) -> Any:
    return tab.evaluate(STATE)


def facts(tab: Any, pane: int = 0) -> dict[str, str]:
    """Return the text of a pane about the end of the search."""
    found = tab.locator(".pane").nth(pane).locator(".result b")
    return {b.get_attribute("data-fact"): b.inner_text() for b in found.all()}


@pytest.fixture(scope="module")
def palay(request: pytest.FixtureRequest) -> Scene:
    """Palay's example."""
    data = Path(__file__).parents[2] / "data" / "palay-section-2.json"
    position = games.make(f"explicit:{data}")
    return from_searches(position, ["bstar:select=al"], Limits(nodes=100))


@pytest.fixture(scope="module")
def pair() -> Scene:
    """Two searchers on one position."""
    return from_searches(games.make("ngame:b=3,d=9"), ["alphabeta", "bfms"], Limits(nodes=300))


def test_palays_example_ends_separated(watch: Watch, palay: Scene) -> None:
    """The quick one: a page comes up at the end of its search, and says why B* stopped."""
    tab = opened(watch, palay)
    assert facts(tab) | {"best": "3", "bounds": "[195, 250]", "nodes": "13"} == facts(tab)
    verdict = tab.locator(".state").inner_text()
    assert "3 is worth at least 195; no other move can be worth more than 190 (2)" in verdict
    assert tab.locator("#place").inner_text() == "Palay 1980, section 2"
    assert [bar.inner_text() for bar in tab.locator(".bar-text").all()] == [
        "[0, 80]",
        "[100, 190]",
        "[195, 250]",
    ]


@pytest.mark.slow
def test_steps_go_on_and_back(watch: Watch, palay: Scene) -> None:
    tab = opened(watch, palay)
    press(tab, "Home")
    there = tab.evaluate(f"Array.from({{length: starling.length + 1}}, (_, n) => {AT})")
    back = tab.evaluate(f"Array.from({{length: starling.length + 1}}, (_, n) => {BACK}).reverse()")
    assert there == back
    assert len(set(there)) == len(palay.recordings[0]) + 1
    tab.click("#forward")
    tab.click("#forward")
    assert state(tab) == there[2]
    tab.click("#back")
    assert state(tab) == there[1]
    click(tab, "#change-next")
    assert tab.locator("#event").inner_text() == "root aimed PROVEBEST, best 2, second 3"
    assert "raise the pessimistic value of 2" in tab.locator(".state").inner_text()
    click(tab, "#last", "#change-back")
    assert tab.locator("#event").inner_text() == "root aimed PROVEBEST, best 3, second 1"


@pytest.mark.slow
def test_scrubbing_is_stepping(watch: Watch) -> None:
    limits = Limits(nodes=400)
    tab = opened(watch, from_searches(games.make("othello"), ["rbfms"], limits))
    length = tab.evaluate("starling.length")
    press(tab, "Home")
    tab.evaluate("for (let i = 0; i < 333; i++) starling.step(1)")
    stepped = state(tab)
    for moment in (length, 0, 333):
        tab.locator("#scrub").evaluate(
            "(scrub, moment) => { scrub.value = moment; scrub.dispatchEvent(new Event('input')); }",
            moment,
        )
        settle(tab)
    assert state(tab) == stepped
    assert tab.locator("#clock").inner_text() == f"333 of {length:,}"


@pytest.mark.slow
def test_playing_ends_at_the_end(watch: Watch, palay: Scene) -> None:
    tab = opened(watch, palay)
    tab.select_option("#speed", "100")
    tab.click("#play")
    until(tab, "!starling.playing && starling.clock === starling.length")
    assert tab.locator("#play").inner_text().endswith("play")
    tab.select_option("#speed", "3")
    tab.click("#play")
    until(tab, "starling.clock > 1")
    tab.click("#play")
    assert not tab.evaluate("starling.playing")
    assert tab.evaluate("starling.clock") < len(palay.recordings[0])


@pytest.mark.slow
def test_the_keyboard_is_enough(watch: Watch, palay: Scene) -> None:
    tab = opened(watch, palay)
    press(tab, "Home")
    clock = "Math.floor(starling.clock)"
    for keys, moment in (
        (("ArrowRight", "ArrowRight", "."), 3),
        (("ArrowLeft",), 2),
        (("Shift+ArrowRight",), 12),
        ((",",), 11),
        (("n",), 19),
        (("End",), 44),
        (("p",), 19),
        (("Home",), 0),
    ):
        press(tab, *keys)
        assert tab.evaluate(clock) == moment, keys
    press(tab, "+", "+", " ")
    assert tab.evaluate("[starling.playing, starling.pace]") == [True, 10]
    press(tab, " ", "End")
    while tab.evaluate("document.activeElement.tagName") != "CANVAS":
        press(tab, "Tab")
    press(tab, "ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight", "ArrowDown")
    assert tab.locator("#node-name").inner_text() == "3.1"
    press(tab, "ArrowUp", "Enter")
    assert tab.evaluate("starling.events.name(starling.replays[0], starling.layout.focus)") == "3"
    press(tab, "Escape", "Escape")
    assert tab.evaluate("starling.layout.focus") == 0
    press(tab, "?")
    assert tab.locator("#keys").is_visible()
    press(tab, "Escape")
    assert not tab.locator("#keys").is_visible()
    seen = set()
    for _ in range(30):
        tab.keyboard.press("Tab")
        seen.add(tab.evaluate("document.activeElement.id"))
    assert seen >= {
        "play",
        "forward",
        "scrub",
        "speed",
        "most",
        "levels",
        "which",
        "follow",
        "theme",
    }


@pytest.mark.slow
def test_light_and_dark(watch: Watch, palay: Scene) -> None:
    ink = "starling.colours.text"
    light = opened(watch, palay, color_scheme="light")
    dark = opened(watch, palay, color_scheme="dark")
    both = [tab.evaluate(f"[{PAPER}, {ink}]") for tab in (light, dark)]
    assert both[0][0] != both[1][0]
    assert both[0][1] != both[1][1]
    for tab, other in ((light, both[1]), (dark, both[0])):
        press(tab, "t")
        assert tab.evaluate(f"[{PAPER}, {ink}]") == other


@pytest.mark.slow
def test_a_phone_shows_board_and_tree_at_once(watch: Watch) -> None:
    scene = from_searches(games.make("chess"), ["bstar"], Limits(nodes=300))
    tab = opened(watch, page_of(scene, "bstar@calibrated, bfms@quiescence:base=network"))
    tab.set_viewport_size({"width": 390, "height": 844})
    settle(tab)
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    board, tree, clock = (
        tab.locator(place).bounding_box() for place in (".board", "canvas", ".clock")
    )
    assert board["y"] + board["height"] < tree["y"] < 500 < clock["y"]
    names = tab.locator(".board .name").all_text_contents()
    assert sorted(names) == sorted("abcdefgh12345678")


@pytest.mark.slow
def test_bounds_of_wins_and_losses_fit(watch: Watch) -> None:
    tab = opened(watch, from_searches(games.make("othello"), ["pns"], Limits(nodes=150)))
    press(tab, "End")
    bar = tab.locator(".bar-text").first
    assert bar.inner_text() == "[loss in 4, win in 5]"
    assert bar.evaluate("(bar) => bar.scrollWidth <= bar.clientWidth")
    assert tab.evaluate("squeezed('[loss in 4, win in 5]')") == "[L4, W5]"
    tab.close()


@pytest.mark.slow
def test_two_side_by_side_keep_step(watch: Watch, pair: Scene) -> None:
    tab = opened(watch, pair)
    generated = KINDS.index("generated")
    for nodes in (1, 50, 137, 300):
        tab.evaluate(f"starling.go({nodes})")
        settle(tab)
        whole = tab.evaluate("starling.replays.map((one) => one.generated.length)")
        spent = tab.evaluate("starling.replays.map((one) => one.nodes)")
        assert spent == [min(nodes, most) for most in whole]
        sets = []
        for one, played in zip(
            pair.recordings, tab.evaluate("starling.replays.map((one) => one.time)"), strict=True
        ):
            events = range(played)
            sets.append({one.nodes[e] for e in events if one.kinds[e] == generated})
        rows = {
            row[0]: row[1:]
            for row in (
                [cell.inner_text() for cell in line.locator("th, td").all()]
                for line in tab.locator("#comparison tr").all()
            )
        }
        assert rows[""] == ["alphabeta", "bfms"]
        assert rows["different nodes"] == [str(len(one)) for one in sets]
        assert rows["in common"] == [str(len(sets[0] & sets[1]))] * 2
    for pane, player in enumerate(("alphabeta", "bfms")):
        result = make(player).search(games.make("ngame:b=3,d=9"), Limits(nodes=300))
        assert facts(tab, pane)["value"].replace("\u2212", "-") == str(result.value)


PLAYERS = (
    *sorted(set(SEARCHERS.builtin) - {"bstar", "ps"}),
    "bstar:select=db",
    "bstar:select=pb",
    "ps:k=3",
    "abtree:grow=best",
)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["othello", "chess"])
def test_the_end_says_what_the_search_said(watch: Watch, game: str) -> None:
    for player in PLAYERS:
        position: Position = games.make(game)
        limits = Limits(nodes=250, depth=3)
        result = make(player).search(position, limits)
        tab = opened(watch, from_searches(position, [player], limits))
        press(tab, "End")
        shown = facts(tab)
        assert result.move is not None
        assert shown["best"] == position.move_text(result.move), player
        assert shown["nodes"] == f"{result.nodes:,}"
        assert shown["proved"] == ("yes" if result.proved else "no")
        if result.value is not None:
            assert shown["value"].replace("\u2212", "-") == str(result.value)
        if result.bounds is not None:
            low, high = result.bounds
            assert shown["bounds"].replace("\u2212", "-") in (f"[{low}, {high}]", str(low))
        for count, number in result.counts.items():
            assert shown.get(count.replace("_", " "), "0") == f"{number:,}", (player, count)
        counted = tab.locator(".counts").inner_text()
        for count in ("generated", "expanded", "evaluated"):
            assert f"{count} {result.counts[count]:,}" in counted, player
        tab.close()


@pytest.mark.slow
def test_a_kept_tree_goes_on_from_the_new_root(watch: Watch) -> None:
    position = games.make("increments:b=3,seed=5")
    scene = from_searches(position, ["abtree:deepen=false"], Limits(depth=4), plays=3)
    tab = opened(watch, scene)
    for number, search in enumerate(scene.recordings[0].searches):
        last = (*[s.first for s in scene.recordings[0].searches], len(scene.recordings[0]))
        tab.evaluate(f"starling.go({last[number + 1]})")
        settle(tab)
        assert search.result is not None
        assert tab.evaluate("starling.layout.focus") == search.base
        assert facts(tab)["value"].replace("\u2212", "-") == str(search.result["value"])
        best = tab.evaluate("starling.tree.parents[starling.replays[0].best]")
        assert best == search.base
    tags = tab.evaluate(
        "Array.from({length: starling.tree.count}, (_, n) => starling.replays[0].tags(n)).flat()"
    )
    assert "revalidated" in tags


@pytest.mark.slow
def test_a_large_tree_names_what_it_leaves_out(watch: Watch) -> None:
    scene = from_searches(games.make("othello"), ["bfms"], Limits(nodes=3000))
    tab = opened(watch, scene)
    press(tab, "End")
    left_out = tab.locator("#left-out")
    drawn = tab.evaluate("starling.layout.nodes.length")
    assert 30 <= drawn < 1000
    left = f"the other {len(scene.tree) - drawn:,} are counted"
    assert f"drawn: {drawn} of {len(scene.tree):,} nodes" in left_out.inner_text()
    assert left in left_out.inner_text()
    tab.select_option("#most", "5000")
    assert left_out.inner_text() == f"all {len(scene.tree):,} nodes are drawn"
    tab.select_option("#levels", "1")
    assert tab.evaluate("starling.layout.nodes.length") == 1 + len(
        games.make("othello").legal_moves()
    )
    tab.select_option("#levels", "0")
    tab.select_option("#which", "line")
    settle(tab)
    lines = tab.evaluate("starling.layout.nodes.length")
    assert 1 < lines < len(scene.tree) / 4
    assert tab.locator("#board svg .disc").count() == 4


@pytest.fixture
def server() -> Iterator[Server]:
    """The live mode."""
    with Server(0) as served:
        thread = threading.Thread(target=served.serve_forever, args=(0.05,))
        thread.start()
        yield served
        served.shutdown()
        thread.join()


@pytest.mark.slow
def test_a_search_from_the_page(watch: Watch, server: Server) -> None:
    tab = watch(f"{server.origin}/", color_scheme="light")
    light = tab.evaluate(PAPER)
    tab.click("#theme")
    assert tab.evaluate(PAPER) != light
    tab.fill("input[name=game]", "chess")
    tab.fill("input[name=player]", "bfms")
    tab.fill("input[name=other]", "pvs")
    tab.fill("input[name=nodes]", "400")
    tab.click("form.ask button")
    tab.wait_for_selector("body.ready")
    press(tab, "End")
    assert facts(tab, 1)["nodes"] == "400"
    assert tab.locator("input[name=player]").input_value() == "bfms"
    assert tab.locator("#board svg .piece, #board svg g[class]").count() >= 20


def response(
    server: Server, method: str, path: str, body: str = "", **headers: str
) -> tuple[int, str]:
    connection = http.client.HTTPConnection(HOST, server.server_port, timeout=30)
    sent = {"Host": f"{HOST}:{server.server_port}", "Origin": server.origin} | headers
    connection.request(method, path, body, sent)
    answer = connection.getresponse()
    found = answer.status, answer.read().decode()
    connection.close()
    return found


def test_only_the_page_itself_is_served(server: Server) -> None:
    search = "game=ngame&player=bfms&nodes=20"
    assert response(server, "GET", "/")[0] == 200
    assert response(server, "POST", "/search", search)[0] == 200
    for method, path, headers, status in (
        ("GET", "/etc/passwd", {}, 404),
        ("GET", "/../pyproject.toml", {}, 404),
        ("GET", "/search", {}, 404),
        ("POST", "/", {}, 404),
        ("GET", "/", {"Host": "evil.example"}, 403),
        ("POST", "/search", {"Origin": "http://evil.example"}, 403),
        ("POST", "/search", {"Origin": "null"}, 403),
        ("PUT", "/", {}, 501),
        ("DELETE", "/", {}, 501),
    ):
        assert response(server, method, path, search, **headers)[0] == status, (
            method,
            path,
            headers,
        )
    assert response(server, "POST", "/search", "x" * 20_000)[0] == 400
    assert server.server_address[0] == HOST


def test_a_connection_that_the_page_ends_is_not_reported(
    server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_connection((HOST, server.server_port)) as page:
        page.sendall(b"GET / HT")
        page.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # a reset
    assert response(server, "GET", "/")[0] == 200
    assert capsys.readouterr().err == ""


def test_two_searchers_and_all_their_moves_share_the_time(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = []

    def searched(position: Position, players: list[str], limits: Limits, plays: int) -> Scene:
        seconds.append(limits.seconds)
        return from_searches(position, players, limits, plays)

    monkeypatch.setattr("engine.explore.serving.from_searches", searched)
    for search in ("player=bfms", "player=bfms&plays=4", "player=bfms&other=pvs&plays=2"):
        assert response(server, "POST", "/search", f"game=ngame&nodes=20&{search}")[0] == 200
    assert seconds == [20, 5, 5]


@pytest.mark.parametrize(
    ("search", "fault"),
    [
        ("game=explicit:/etc/passwd&player=bfms", "reads a file"),
        ("game=othello&player=bstar@calibrated:fits=/etc/passwd", "takes any text"),
        ("game=othello&player=bfms@quiescence:base=(network:weights=x)", "takes any text"),
        ("game=othello&player=uci:sh", "not served"),
        ("game=othello&player=pvs:tt=1000", "at most 64"),
        ("game=othello&player=ps:workers=8", "at most 1"),
        ("game=othello&player=bfms&nodes=1e9", "expected 1 to 200,000"),
        ("game=othello&player=bfms&plays=99", "expected 1 to 10"),
        ("game=othello&player=bfms&position=<b>", "&lt;b&gt;"),
        ("game=nogame&player=bfms", "not served"),
        ("game=othello&player=", "0 searches"),
        ("player=bfms", "invalid spec"),
        ("game=othello&player=bfms&position=" + "x" * 600, "longer than 500"),
    ],
)
def test_what_is_not_served_is_reported(server: Server, search: str, fault: str) -> None:
    status, page = response(server, "POST", "/search", search)
    assert status == 400
    alert = page.partition('role="alert">')[2].partition("</p>")[0]
    assert fault in alert
