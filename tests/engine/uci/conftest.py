"""Dialogues with an engine that seems compiled."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import games
import games.core.position
from tests.engine.uci.dialogue import Gui


@pytest.fixture(autouse=True)
def _compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the notice of an uncompiled engine, dialogues are the same in both modes."""
    monkeypatch.setattr(games.core.position, "__file__", "position.so")


@pytest.fixture
def gui() -> Iterator[Gui]:
    gui = Gui()
    yield gui
    gui.close()
