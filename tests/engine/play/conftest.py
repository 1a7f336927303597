"""Sessions at low budgets, and the browser that looks at pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.engine.explore.conftest import watch as watch


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current folder: games that are saved go there."""
    folder = tmp_path / "current"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder
