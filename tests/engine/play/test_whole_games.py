"""Whole games on the page, served and static, by clicks and by keys, on a desktop and a phone."""

from __future__ import annotations

import functools
import os
import random
import threading
import time
from collections.abc import Callable, Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from engine.play.setup import Setup
from engine.play.static import GAMES, write
from games.errors import EngineError
from tests.engine.play.test_browser import PHONE, fits, served

Watch = Callable[..., Any]
Choose = Callable[[Any, random.Random], None]

pytestmark = pytest.mark.slow

LOADING = 90
"""Seconds until Python runs in the browser, on a busy machine."""


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of `--static`, with the Pyodide of the variable STARLING_PYODIDE or a download."""
    path = tmp_path_factory.mktemp("site") / "games"
    try:
        write(path, [Setup(game, level=2) for game in GAMES], os.environ.get("STARLING_PYODIDE"))
    except EngineError as error:
        pytest.skip(str(error))
    return path


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def site(folder: Path) -> Iterator[str]:
    """The address of a plain web server of the folder."""
    handler = functools.partial(_Quiet, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


def loaded(watch: Watch, site: str, game: str, phone: bool = False) -> Any:
    """The page of a game whose engine runs; from then on there is no network."""
    tab = watch(site)
    if phone:
        tab.set_viewport_size(PHONE)
        assert fits(tab)
    tab.click(f"a[data-game={game}]")
    tab.wait_for_selector("#status:has-text('Your move')", timeout=1000 * LOADING)
    tab.context.set_offline(True)
    return tab


def waits(tab: Any, moves: int = 0) -> bool:
    """Wait until so many moves are shown and the person is to move; False at the end."""
    deadline = time.monotonic() + 60
    while True:
        shown = tab.locator("#moves button").count() - 1
        status = tab.locator("#status").inner_text()  # read last, so it is not older
        if "The game is over" in status:
            return False
        if shown >= moves and status.startswith("Your move"):
            return True
        assert time.monotonic() < deadline, (status, shown, moves)
        time.sleep(0.02)


def by_clicks(tab: Any, draw: random.Random) -> None:
    """Make a legal move by the mouse."""
    targets = tab.locator(".cell.target")
    if not targets.count():
        sources = tab.locator(".cell.can")
        if not sources.count():
            tab.click("#other-moves button")
            return
        sources.nth(draw.randrange(sources.count())).click()
    targets.nth(draw.randrange(targets.count())).click()
    promoted(tab, lambda choice: choice.click())


def by_keys(tab: Any, draw: random.Random) -> None:
    """Make a legal move by the keyboard."""
    if not tab.locator(".cell.can").count():
        tab.locator("#other-moves button").first.focus()
        tab.keyboard.press("Enter")
        return
    tab.locator('.cell[tabindex="0"]').focus()
    if not tab.locator(".cell.target").count():
        walk(tab, tab.locator(".cell.can"), draw)
    walk(tab, tab.locator(".cell.target"), draw)
    promoted(tab, lambda choice: (choice.focus(), tab.keyboard.press("Enter")))


def walk(tab: Any, cells: Any, draw: random.Random) -> None:
    """Go to one of some cells by arrow keys, and choose it."""
    at, to = (
        int(cell.get_attribute("data-square"))
        for cell in (tab.locator(":focus"), cells.nth(draw.randrange(cells.count())))
    )
    down, right = to // 8 - at // 8, to % 8 - at % 8
    for key in ["ArrowDown"] * down + ["ArrowUp"] * -down:
        tab.keyboard.press(key)
    for key in ["ArrowRight"] * right + ["ArrowLeft"] * -right:
        tab.keyboard.press(key)
    assert tab.locator(":focus").get_attribute("data-square") == str(to)
    tab.keyboard.press("Enter")


def promoted(tab: Any, take: Callable[[Any], object]) -> None:
    if tab.locator("#choices[open]").count():
        take(tab.locator("#choices button").first)


def play(tab: Any, choose: Choose) -> int:
    """Play at random until the game ends; return the number of moves."""
    draw, moves = random.Random(1), 0
    while waits(tab, moves):
        assert tab.locator("#fault").is_hidden(), tab.locator("#fault").inner_text()
        moves = tab.locator("#moves button").count()
        choose(tab, draw)
    return tab.locator("#moves button").count() - 1


WAYS = {"clicks": by_clicks, "keys": by_keys}


@pytest.mark.parametrize(("way", "phone"), [("clicks", True), ("clicks", False), ("keys", False)])
@pytest.mark.parametrize("game", ["othello", "chess"])
def test_served(watch: Watch, game: str, way: str, phone: bool) -> None:
    with served(game, limits=None, level=2) as server:
        tab = watch(f"{server.origin}/")
        if phone:
            tab.set_viewport_size(PHONE)
        tab.wait_for_selector("body.ready", timeout=20_000)
        assert fits(tab)
        assert play(tab, WAYS[way]) == len(server.live.session.moves) > 7
        assert server.live.session.over
        assert fits(tab)
        tab.close()


@pytest.mark.parametrize(("way", "phone"), [("clicks", True), ("keys", False)])
@pytest.mark.parametrize("game", ["othello", "chess"])
def test_static(watch: Watch, site: str, game: str, way: str, phone: bool) -> None:
    tab = loaded(watch, site, game, phone)
    assert fits(tab)
    assert play(tab, WAYS[way]) > 7
    with tab.expect_download() as saved:
        tab.click("[data-suffix='.txt']")
    assert saved.value.suggested_filename == f"{game}.txt"
    assert fits(tab)


def test_connect_four_by_columns(watch: Watch, site: str) -> None:
    tab = loaded(watch, site, "connect4")
    while waits(tab):
        moves = tab.locator("#moves button").count()
        column = tab.locator("#other-moves button").count() or tab.locator(".cell.target").count()
        assert column
        tab.locator(".cell.can").first.click()
        if not waits(tab, moves + 1):
            break
    assert "The game is over" in tab.locator("#status").inner_text()


def test_a_long_search_obeys_the_page(watch: Watch, site: str) -> None:
    """The page does not freeze, and the search ends at once for `Move now` and for `Undo`."""
    tab = loaded(watch, site, "othello")
    tab.select_option("#level", "10")
    tab.wait_for_selector("#strength:has-text('level 10')")
    tab.locator(".cell.target").first.click()
    tab.wait_for_selector("#now:not([hidden])")
    tab.click("[data-step=first]")
    assert tab.locator("#status").inner_text() == "After 0 of 1 moves"
    tab.click("[data-step=last]")
    tab.wait_for_selector("#depth:not(:empty)")
    tab.click("#now")
    waits(tab, 2)
    nodes = int(tab.locator("#nodes").inner_text().replace(",", ""))
    assert 0 < nodes < 100_000
    tab.locator(".cell.target").first.click()
    tab.wait_for_selector("#now:not([hidden])")
    tab.click("[data-do=undo]")
    waits(tab)
    assert tab.locator("#moves button").count() == 3


def test_a_browser_without_promise_integration(watch: Watch, folder: Path, site: str) -> None:
    """The searcher still answers; a message waits for the end of its move."""
    worker = folder / "worker.js"
    text = worker.read_text(encoding="utf-8")
    worker.write_text(f"delete WebAssembly.Suspending;\n{text}", encoding="utf-8")
    try:
        tab = loaded(watch, site, "othello")
        for moves in (2, 4):
            tab.locator(".cell.target").first.click()
            assert waits(tab, moves)
        tab.select_option("#level", "7")  # so that the game does not end first
        tab.select_option("#side", "none")
        tab.click("#pause")
        tab.wait_for_selector("#status:has-text('Paused')")
    finally:
        worker.write_text(text, encoding="utf-8")


def test_without_a_web_server(browser: Any, folder: Path) -> None:
    tab = browser.new_page()
    tab.goto((folder / "othello.html").as_uri())
    tab.wait_for_selector("#fault:has-text('needs a web server')")
    tab.locator(".cell.target").first.click()
    tab.wait_for_selector("#fault:has-text('needs a web server')")
    tab.close()
