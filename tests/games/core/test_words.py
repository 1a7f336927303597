from __future__ import annotations

from games.core.scores import LOSS, WIN
from games.core.words import counted, interval_text


def test_one_is_singular() -> None:
    assert [counted(n, "game") for n in (0, 1, 2)] == ["0 games", "1 game", "2 games"]
    assert [counted(n, "ply", "plies") for n in (1, 2)] == ["1 ply", "2 plies"]


def test_an_unknown_bound_is_a_question_mark() -> None:
    assert interval_text((None, 31)) == "[?, +31]"
    assert interval_text(None, str) == "[?, ?]"


def test_bounds_of_a_win_are_its_lengths_from_the_shortest() -> None:
    assert interval_text((WIN - 15, WIN - 2)) == "win in 2 to 15 plies"
    assert interval_text((LOSS + 2, LOSS + 15)) == "loss in 2 to 15 plies"
    assert interval_text((WIN - 1, WIN - 1)) == "win in 1 ply"
    assert interval_text((LOSS + 2, 0)) == "[loss, 0]"
    assert interval_text((LOSS + 2, WIN - 1)) == "[loss, win]"
