"""Othello in text: boards, OBF, diagrams and transcripts."""

from __future__ import annotations

import random

import pytest

from games import make
from games.errors import PositionError
from games.othello.notation import read_text

FFO_1 = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"
OBF = f"{FFO_1}; G8:+18; H1:+12; H7:+6; A2:+6; A3:+4; B1:-4; A4:-22; G2:-24;"
PLAYOK = """1. f5 f4 2. g3 e6 3. f3 g4 4. f7 c5 5. d6 f6 6. e3 e7 7. c3 d7 8. c4 d3 9. b6
e2 10. d2 h3 11. g5 f8 12. h4 g6 13. h2 b4 14. e1 f2 15. h5 f1 16. c2 d1 17. c1
b1 18. c8 d8 19. b5 c6 20. b3 a3 21. a4 a5 22. a6 a7 23. c7 h6 24. h7 g2 25. b7
g7 26. h8 b8 27. a8 g8 28. e8 -- 29. a2 b2 30. a1 -- 31. g1"""
"""A game with passes from a game server."""


def at(text):
    return make("othello").at(text)


@pytest.mark.parametrize(
    "text",
    [
        "1. F5 d6 2. C3",
        "1.F5 d6 2.C3",
        "1) f5 d6 2) c3",
        "f5-d6-c3",
        "F5, D6, C3",
        "f5,d6,c3",
        "f5|d6|c3",
        "f5;d6;c3",
        "f5 d6\n\tc3",
        "f5\u2013d6\u2013c3",
        "f5d6c3 33-31",
        "f5 d6 c3 (33:31)",
        "f5 d6 c3 1-0",
        "1. f5 d6 2. c3 *",
        "f5d6c3\t1/2-1/2\tdiscs 32-32\tone\tother",
    ],
)
def test_pasted_transcripts_are_read(text):
    assert at(text).transcript() == "f5d6c3"
    assert make("othello").read_opening(text) == ("", [37, 43, 18])


def test_a_game_of_a_server_with_its_passes():
    end = at(PLAYOK)
    assert end.outcome() is not None
    assert end.history.count(64) == 2
    assert at(PLAYOK.replace("--", "")).text() == end.text()
    assert at(f"{PLAYOK} -- --").text() == end.text()
    with pytest.raises(PositionError, match="move 3: move pa is not legal"):
        at("f5 d6 pa")


def test_a_wrong_result_is_refused():
    end = at(PLAYOK).ending().removeprefix("discs ")
    assert at(f"{PLAYOK} {end}").outcome() is not None
    with pytest.raises(PositionError, match=f"result 64-0: the game ends {end}"):
        at(f"{PLAYOK} 64-0")
    black, white = map(int, end.split("-"))
    wrong = "1-0" if black < white else "0-1"
    with pytest.raises(PositionError, match=f"result {wrong}: the game ends"):
        at(f"{PLAYOK} {wrong}")
    wipeout = "e6f4e3f6g5d6e7f5c5"  # 13 discs, and 51 squares empty
    for result in ("13-0", "64-0", "1-0", "*"):
        assert at(f"{wipeout} {result}").outcome() is not None


@pytest.mark.parametrize("text", [OBF, f"{FFO_1} % FFO #1", f"{FFO_1};", f"{FFO_1}; +18;"])
def test_lines_of_obf_are_read(text):
    assert at(text).text() == FFO_1
    assert make("othello").read_opening(text) == (FFO_1, [])


def test_scores_in_obf_are_read():
    written = read_text(f"{OBF} % FFO #1")
    assert (written.board, written.scores["g8"], written.scores["g2"]) == (FFO_1, 18, -24)
    assert set(written.scores) == {at(FFO_1).move_text(m) for m in at(FFO_1).legal_moves()}


def test_a_game_of_edax_begins_at_its_board():
    start = "-" * 18 + "X" + "-" * 8 + "XX------OXX-----O" + "-" * 20 + " O"
    assert at("f5d6c3").text() == start
    position = at(f"{start};d3c4")
    assert (position.start, position.transcript()) == (start, "d3c4")
    assert make("othello").read_opening(f"{start};d3c4") == (start, [19, 26])
    assert make("othello").read_opening(f"{start} moves d3c4") == (start, [19, 26])


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (OBF.replace("G8", "A1"), "a1 has a score and is not legal"),
        (OBF.replace("+18", "good"), "'G8:good': expected MOVE:DISCS"),
        (f"{FFO_1}; bm G8;", "'bm G8': expected MOVE:DISCS"),
        ("f5x9", "move 2: move x9 is not a square"),
        ("f5 d6?", "move 3: move . is not a square"),
    ],
)
def test_unreadable_input_is_refused(text, fault):
    with pytest.raises(PositionError, match=fault) as raised:
        at(text)
    assert "\n" not in str(raised.value)


def test_printed_positions_are_read():
    rng, seen = random.Random(7), 0
    for _ in range(20):
        position = make("othello")
        while position.outcome() is None:
            assert at(str(position)).text() == position.text()
            position.push(rng.choice(position.legal_moves()))
            seen += 1
        again = at(str(position))
        assert again.text()[:64] == position.text()[:64]
        assert again.ending() == position.ending()
    assert seen > 1000


def test_diagrams_of_other_programs_are_read():
    rows = "  A B C D E F G H\n" + "".join(
        f"{n} {' '.join(FFO_1[8 * n - 8 : 8 * n])} {n}\n" for n in range(1, 9)
    )
    assert at(f"{rows}  A B C D E F G H\nBlack to move").text() == FFO_1
    assert at(f"{rows}\nX").text() == FFO_1
    assert at(f"{rows} White").text() == f"{FFO_1[:64]} O"
    flat = FFO_1.translate(str.maketrans("XO-", "bw."))
    assert at(f"{flat[:64]} b").text() == FFO_1
    for below in ("", "discs 33-31", "Red to move"):
        with pytest.raises(PositionError, match="below it: expected Black"):
            at(f"{rows}{below}")
