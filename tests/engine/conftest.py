"""Commands and dialogues of a copy that seems compiled; a browser, where there is one."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

import games.core.position


@pytest.fixture(autouse=True)
def _compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the notice of an uncompiled copy, the output is the same in both modes."""
    monkeypatch.setattr(games.core.position, "__file__", "position.so")


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium, driven by Playwright."""
    driver = pytest.importorskip("playwright.sync_api", reason="needs playwright")
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        pytest.skip("needs chromium")
    arguments = ["--disable-gpu"]
    if os.name == "posix" and os.getuid() == 0:
        arguments.append("--no-sandbox")
    with driver.sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium, args=arguments)
        yield launched
        launched.close()
