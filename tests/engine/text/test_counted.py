from __future__ import annotations

from engine.text.counted import counted


def test_one_is_no_plural() -> None:
    assert [counted(n, "game") for n in (0, 1, 2)] == ["0 games", "1 game", "2 games"]
    assert [counted(n, "ply", "plies") for n in (1, 2)] == ["1 ply", "2 plies"]
