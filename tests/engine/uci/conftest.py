"""A GUI that talks with the engine."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.engine.uci.dialogue import Gui


@pytest.fixture
def gui() -> Iterator[Gui]:
    gui = Gui()
    yield gui
    gui.close()
