from __future__ import annotations

from games.core.words import counted, interval_text


def test_one_is_singular() -> None:
    assert [counted(n, "game") for n in (0, 1, 2)] == ["0 games", "1 game", "2 games"]
    assert [counted(n, "ply", "plies") for n in (1, 2)] == ["1 ply", "2 plies"]


def test_an_unknown_bound_is_a_question_mark() -> None:
    assert interval_text((None, 31)) == "[?, +31]"
    assert interval_text(None, str) == "[?, ?]"
