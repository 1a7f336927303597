"""Pages in a browser, and whether they behave."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def watch(browser: Any, tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Opens pages; at the end none may have an error or a request beyond itself."""
    context, faults = browser.new_context(viewport={"width": 1300, "height": 850}), []
    context.on("console", lambda message: faults.append(message.text))
    context.on("weberror", lambda error: faults.append(str(error.error)))
    requested: list[str] = []
    context.on("request", lambda request: requested.append(request.url))
    opened: list[str] = []

    def open_page(page: str, **emulated: str) -> Any:
        """The page of an address, or of a text in HTML."""
        tab = context.new_page()
        if emulated:
            tab.emulate_media(**emulated)
        if not page.startswith("http"):
            file = tmp_path / f"page-{len(opened)}.html"
            file.write_text(page, encoding="utf-8")
            page = file.as_uri()
        opened.append(page)
        tab.goto(page)
        return tab

    yield open_page
    context.close()
    assert faults == []
    served = tuple(page for page in opened if page.startswith("http"))
    assert [
        url for url in requested if url not in opened and not url.startswith(served or "-")
    ] == []
