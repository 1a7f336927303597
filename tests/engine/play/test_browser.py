"""The page in a browser: games by clicks and by keys, on a desktop and on a phone."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

import games
from engine.play.serving import Server
from engine.play.session import Session
from searchers import Limits

Watch = Callable[..., Any]

PHONE = {"width": 390, "height": 844}


@contextmanager
def served(game: str, player: str | None = "pvs", **given: Any) -> Iterator[Server]:
    one = Session(games.make(game), player, **({"limits": Limits(nodes=100)} | given))
    with running(one) as server:
        yield server


@contextmanager
def running(one: Session) -> Iterator[Server]:
    with Server(one, 0) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        server.live.begin()
        try:
            yield server
        finally:
            server.live.close()
            server.shutdown()
            thread.join()


def opened(watch: Watch, server: Server, phone: bool = False, **emulated: str) -> Any:
    tab = watch(f"{server.origin}/", **emulated)
    if phone:
        tab.set_viewport_size(PHONE)
    tab.wait_for_selector("body.ready", timeout=20_000)
    return tab


def until(server: Server, tab: Any, moves: int) -> None:
    """Wait until the page shows so many moves and no search runs."""
    deadline = time.monotonic() + 20
    while True:
        state = server.live.state()
        shown = tab.locator("#moves button").count() - 1
        if not state["thinking"] and len(state["moves"]) >= moves and shown == len(state["moves"]):
            return
        assert time.monotonic() < deadline, (state["moves"], shown)
        time.sleep(0.03)


def cell(tab: Any, name: str) -> Any:
    return tab.locator(f'.cell[aria-label^="{name}"]')


def fits(tab: Any) -> bool:
    return bool(tab.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_one_move_by_clicks(watch: Watch) -> None:
    """The quick one: a page comes up, and the searcher answers."""
    with served("othello") as server:
        tab = opened(watch, server)
        assert tab.locator(".cell.target").count() == 4
        cell(tab, "d3").click()
        until(server, tab, 2)
        tab.wait_for_selector("#nodes:has-text('100')")
        tab.close()


@pytest.mark.slow
@pytest.mark.parametrize("phone", [False, True])
def test_chess_by_clicks_and_keys(watch: Watch, phone: bool) -> None:
    with served("chess") as server:
        tab = opened(watch, server, phone)
        cell(tab, "e2").click()
        assert tab.locator(".cell.target").count() == 2
        cell(tab, "e4").click()
        until(server, tab, 2)
        tab.locator('.cell[tabindex="0"]').focus()
        for key in ("ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight", "ArrowDown"):
            tab.keyboard.press(key)
        assert tab.evaluate("document.activeElement.ariaLabel").startswith("g1, White knight")
        for key in ("Enter", "ArrowUp", "ArrowUp", "ArrowLeft", "Enter"):
            tab.keyboard.press(key)
        until(server, tab, 4)
        assert server.live.state()["moves"][2]["text"] == "Nf3"
        tab.fill("#move", "h3")
        tab.keyboard.press("Enter")
        until(server, tab, 6)
        tab.fill("#move", "Qh9")
        tab.keyboard.press("Enter")
        tab.wait_for_selector("#fault:not([hidden])")
        assert "'Qh9' is no legal move; nearest: " in tab.locator("#fault").inner_text()
        assert fits(tab)
        board, panel = (tab.locator(place).bounding_box() for place in ("#board", "#thinking"))
        assert (board["y"] < panel["y"]) if phone else (board["x"] < panel["x"])
        assert board["y"] + board["height"] <= 844
        tab.close()


def before_promotion() -> Session:
    """Return a game of two people in which White can promote its pawn on e7."""
    start = games.make("chess").at("8/4P3/8/8/8/k7/8/K7 w - - 0 1")
    return Session(start, "pvs", people=(0, 1))


def promoting(watch: Watch, server: Server) -> Any:
    """Open the page of `before_promotion`, and move the pawn to e8; return the tab."""
    tab = opened(watch, server)
    cell(tab, "e7").click()
    cell(tab, "e8").click()
    return tab


@pytest.mark.slow
def test_a_promotion_is_chosen(watch: Watch) -> None:
    with running(before_promotion()) as server:
        tab = promoting(watch, server)
        assert tab.locator("#choices button").count() == 4
        tab.locator('#choices button[aria-label="e8=N"]').click()
        until(server, tab, 1)
        assert cell(tab, "e8").get_attribute("aria-label") == "e8, White knight"
        tab.close()


@pytest.mark.slow
def test_the_choice_of_a_promotion_ends_with_its_position(watch: Watch) -> None:
    with running(before_promotion()) as server:
        tab = promoting(watch, server)
        assert tab.locator("#choices[open]").count() == 1
        server.live.act({"action": "move", "move": "a1b1"})
        until(server, tab, 1)
        assert tab.locator("#choices[open]").count() == 0
        tab.close()


@pytest.mark.slow
def test_a_tab_that_is_behind_makes_no_move(watch: Watch) -> None:
    with served("hex:size=3", people=(0, 1), limits=None) as server:
        tab = opened(watch, server)
        tab.evaluate("""() => {
            const usual = window.fetch;
            const never = new Promise(() => {});
            window.fetch = (path, ...given) => path === "/do" ? usual(path, ...given) : never;
        }""")
        server.live.act({"action": "level", "level": 2})
        tab.wait_for_selector("#strength:has-text('level 2')")  # the last news
        server.live.act({"action": "move", "move": "a1"})
        cell(tab, "b2").click()
        tab.wait_for_selector("#fault:has-text('the game has changed meanwhile')")
        assert [move["text"] for move in server.live.state()["moves"]] == ["a1"]
        tab.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "squares", "shown"),
    [
        ("amazons:size=6", ("b1", "b4", "c4"), "c4, blocked"),
        ("checkers", ("square 11", "square 15"), "square 15, Dark (x)"),
        ("dots", ("b1",), "b1, line"),
    ],
)
def test_a_move_is_made_by_its_squares(
    watch: Watch, game: str, squares: tuple[str, ...], shown: str
) -> None:
    with served(game, people=(0, 1)) as server:
        tab = opened(watch, server)
        for square in squares:
            cell(tab, square).click()
        until(server, tab, 1)
        assert tab.locator(f'.cell[aria-label="{shown}"]').count() == 1
        assert tab.locator("#other-moves button").count() == 0
        tab.close()


@pytest.mark.slow
def test_a_fault_comes_into_view_on_a_phone(watch: Watch) -> None:
    with served("othello") as server:
        tab = opened(watch, server)
        tab.set_viewport_size({"width": 360, "height": 480})
        tab.fill("#player", "foo")
        tab.evaluate("scrollTo(0, 9999)")
        tab.keyboard.press("Enter")
        tab.wait_for_selector("#fault:not([hidden])")
        assert 0 <= tab.locator("#fault").bounding_box()["y"] < 480
        tab.close()


@pytest.mark.slow
def test_the_cells_of_hex_have_six_neighbours(watch: Watch) -> None:
    with served("hex:size=3", people=(0, 1)) as server:
        tab = opened(watch, server)
        left, above = (cell(tab, name).bounding_box() for name in ("b1", "b2"))
        assert above["x"] - left["x"] == pytest.approx(left["width"] / 2, abs=1)
        tab.close()


@pytest.mark.slow
def test_stepping_and_opinions(watch: Watch) -> None:
    with served("chess") as server:
        for move in ("e2e4", "a2a4"):
            server.live.act({"action": "move", "move": move})
            deadline = time.monotonic() + 20
            while not server.live.state()["personToMove"]:
                assert time.monotonic() < deadline
                time.sleep(0.02)
        tab = opened(watch, server)
        until(server, tab, 4)
        tab.locator("h1").click()
        for key in ("ArrowLeft", "ArrowLeft"):
            tab.keyboard.press(key)
        assert "After 2 of 4 moves" in tab.locator("#status").inner_text()
        assert tab.locator(".cell.target, .cell.can").count() == 0
        assert "where a4 was played" in tab.locator("#about").inner_text()
        tab.fill("#budget", "500")
        tab.click("#compare button")
        tab.wait_for_selector("#opinions tbody tr:nth-child(6)")
        rows = tab.locator("#opinions tr.has-line").all()
        assert [row.locator("th").inner_text() for row in rows] == ["pvs", "bstar", "bfms"]
        tab.click("#continue")
        until(server, tab, 2)
        assert len(server.live.state()["moves"]) == 2
        tab.close()


@pytest.mark.slow
def test_an_opinion_before_the_move_does_not_say_that_it_was_best(watch: Watch) -> None:
    with served("chess", people=(0, 1)) as server:
        tab = opened(watch, server)
        tab.fill("#budget", "500")
        tab.click("#compare button")
        tab.wait_for_selector("#opinions tbody tr:nth-child(6)")
        best = tab.locator("#opinions tr.has-line td:nth-child(2)").all_inner_texts()
        for move, shown in ((best[0], ["best"]), ("h4", [""])):
            server.live.act({"action": "back", "ply": 0})
            tab.click("#compare button")
            tab.wait_for_selector("#opinions tbody tr:nth-child(6)")
            server.live.act({"action": "move", "move": move})
            until(server, tab, 1)
            tab.click("[data-step=back]")
            assert (
                tab.locator("#opinions tr.has-line td:nth-child(4)").all_inner_texts()[:1] == shown
            )
        tab.close()


@pytest.mark.slow
def test_buttons_and_settings(watch: Watch) -> None:
    with served("othello", limits=None, level=2) as server:
        tab = opened(watch, server)
        tab.click("[data-do=hint]")
        tab.wait_for_selector(".cell.hinted")
        cell(tab, "d3").click()
        until(server, tab, 2)
        tab.click("[data-do=undo]")
        until(server, tab, 0)
        tab.select_option("#level", "4")
        tab.wait_for_selector("#strength:has-text('level 4 (215 nodes a move)')")
        tab.fill("#player", "bstar")
        tab.keyboard.press("Enter")
        tab.wait_for_selector(".player .name:has-text('bstar')")
        tab.click("[data-do=switch]")
        until(server, tab, 1)
        tab.wait_for_selector(".bar:nth-child(2)")
        assert cell(tab, "h8").bounding_box()["y"] > cell(tab, "a1").bounding_box()["y"]
        assert tab.locator("#flip").count() == 0
        with tab.expect_download() as downloaded:
            tab.click("a[href='/game.sgf']")
        assert downloaded.value.suggested_filename == "othello.sgf"
        tab.click("[data-do=resign]")
        tab.wait_for_selector("#status:has-text('resigned')")
        tab.click("[data-do=new]")
        until(server, tab, 1)
        tab.close()


@pytest.mark.slow
def test_a_board_with_edges_is_turned(watch: Watch) -> None:
    with served("breakthrough", people=(1,)) as server:
        tab = opened(watch, server)
        assert cell(tab, "a8").bounding_box()["y"] > cell(tab, "a1").bounding_box()["y"]
        tab.click("#flip")
        assert cell(tab, "a8").bounding_box()["y"] < cell(tab, "a1").bounding_box()["y"]
        tab.close()


@pytest.mark.slow
@pytest.mark.parametrize("game", ["ngame:b=3,d=4", "eight", "chess:variant=crazyhouse"])
def test_other_games(watch: Watch, game: str) -> None:
    with served(game, None) as server:
        tab = opened(watch, server, phone=True)
        assert fits(tab)
        if game.startswith("chess"):
            cell(tab, "e2").click()
            cell(tab, "e4").click()
        else:
            tab.locator("#other-moves button").first.click()
        until(server, tab, 1)
        assert fits(tab)
        tab.close()


@pytest.mark.slow
def test_hostile_names_light_and_dark(watch: Watch) -> None:
    hostile = "</script><img src=x onerror=alert(1)><b>"
    papers = []
    with served("othello") as server:
        server.live.session.names = [hostile, hostile]
        for scheme in ("light", "dark"):
            tab = opened(watch, server, color_scheme=scheme)
            assert tab.locator("#below .name").inner_text() == hostile
            assert tab.locator("img").count() == 0
            papers.append(tab.evaluate("getComputedStyle(document.body).backgroundColor"))
            tab.click("#theme")
            papers.append(tab.evaluate("getComputedStyle(document.body).backgroundColor"))
            tab.close()
    assert papers[0] == papers[3] != papers[1] == papers[2]
