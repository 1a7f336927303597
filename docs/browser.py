"""The page that plays in the browser: a folder of the site, and the picture on the first page.

The folder is written if the variable STARLING_PYODIDE is a copy of Pyodide, or `download`. Then the
picture links to it, else to its explanation. `python docs/browser.py` takes the picture; it needs
playwright and chromium.
"""

from __future__ import annotations

import functools
import os
import shutil
import tempfile
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from engine.play.setup import Setup
from engine.play.static import GAMES, write

PICTURE = Path(__file__).resolve().parent / "browser.png"
FOLDER = "playing"
"""The folder of the site."""
EXPLAINED = "play.md#a-page-without-a-server"
MOVES = ("e4", "Nf3", "Bc4")


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    """Link the picture of the first page to the folder; mkdocs calls this for every page."""
    if page.file.src_uri != "index.md" or not _pyodide():
        return markdown
    return markdown.replace(f"]({EXPLAINED})", f"]({config.site_url or ''}{FOLDER}/index.html)", 1)


def on_post_build(config: Any) -> None:
    """Write the folder; mkdocs calls this after all pages."""
    if _pyodide():
        made_in(Path(config.site_dir, FOLDER))


def made_in(folder: Path) -> None:
    """Write the folder."""
    given = _pyodide()
    write(folder, [Setup(game) for game in GAMES], None if given == "download" else given)


def _pyodide() -> str:
    return os.environ.get("STARLING_PYODIDE", "")


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Log nothing."""


def take_picture() -> None:
    """Play some moves of chess against B* in the folder, and save how it looks."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name, "site")
        given = _pyodide() or "download"
        setup = Setup("chess", player="bstar", nodes=1000)
        write(folder, [setup], None if given == "download" else given)
        handler = functools.partial(_Quiet, directory=str(folder))
        server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page(viewport={"width": 1180, "height": 720})
        page.goto(f"http://127.0.0.1:{server.server_port}/")
        for number, move in enumerate(MOVES, 1):
            page.wait_for_selector("#status:has-text('Your move')", timeout=120_000)
            page.fill("#move", move)
            page.keyboard.press("Enter")
            page.wait_for_selector(f"#moves li:nth-child({2 * number + 1})", timeout=120_000)
        page.wait_for_timeout(3000)
        page.locator("h1").click()
        page.screenshot(path=PICTURE)
        browser.close()
        server.shutdown()


if __name__ == "__main__":
    take_picture()
