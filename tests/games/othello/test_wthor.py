"""WTHOR: bytes that follow the format's description, and invalid ones."""

from __future__ import annotations

import datetime

import pytest

from games.errors import PositionError
from games.othello.othello import Othello
from games.othello.wthor import (
    PLAYER_BYTES,
    TOURNAMENT_BYTES,
    WthorGame,
    games_file,
    names_file,
    read_wthor,
)

DATE = datetime.date(2026, 3, 4)
F5, D6, C3 = 37, 43, 18


def test_bytes_follow_the_description():
    data = games_file([WthorGame((F5, D6, C3), 40, 38, 1, (2, 258))], DATE)
    header = bytes([20, 26, 3, 4, 1, 0, 0, 0, 0, 0, 0xEA, 0x07, 8, 0, 0, 0])
    game = bytes([1, 0, 2, 0, 2, 1, 40, 38, 56, 64, 33]) + bytes(57)
    assert data == header + game
    assert names_file(["Bo", "a" * 30], 20, DATE)[16:] == b"Bo".ljust(20, b"\0") + b"a" * 19 + b"\0"


def test_written_games_are_read():
    position = Othello().at("f5d6c3d3c4")
    games = [WthorGame(tuple(position.history), 33), WthorGame((), 32, 32, 5, (1, 0))]
    again = read_wthor(games_file(games, DATE) + b"more")
    assert again == games
    assert again[0].text == "f5d6c3d3c4"


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda data: data[:15], "15 bytes: expected a header of 16"),
        (lambda data: data[:-1], "83 bytes: expected 84 for 1 game"),
        (lambda data: data[:12] + b"\x0a" + data[13:], "10 x 10: expected 8 x 8"),
        (
            lambda data: data.replace(bytes([56, 64]), bytes([59, 64])),
            "game 1: move 59: expected 11 to 88",
        ),
        (
            lambda data: data.replace(bytes([56, 64]), bytes([0, 64])),
            "game 1: move 0: expected 11 to 88",
        ),
        (lambda data: b"", "0 bytes"),
    ],
)
def test_invalid_files_of_games_are_refused(change, fault):
    data = games_file([WthorGame((F5, D6, C3), 40)], DATE)
    with pytest.raises(PositionError, match=fault):
        read_wthor(change(data))


def counts(data):
    """Return the values that Edax and the FFO's readers use: N1, N2, the year, the size."""
    return (
        int.from_bytes(data[4:8], "little"),
        int.from_bytes(data[8:10], "little"),
        int.from_bytes(data[10:12], "little"),
        data[12],
    )


def entries(data, width):
    """Return the names of a file by the FFO's description: N2 names, each up to its first zero."""
    count = counts(data)[1]
    assert len(data) == 16 + count * width
    fields = [data[16 + n * width : 16 + (n + 1) * width] for n in range(count)]
    assert all(field.endswith(b"\0") for field in fields)
    return [field.split(b"\0")[0].decode("latin-1") for field in fields]


def test_names_follow_the_description():
    names = ["Bo", "Tastet", "Ö"]
    players = names_file(names, PLAYER_BYTES, DATE)
    assert counts(players) == (0, 3, 0, 0)
    assert entries(players, 20) == names
    assert counts(names_file(["Cup"], TOURNAMENT_BYTES, DATE)) == (0, 1, 0, 0)
    assert counts(games_file([WthorGame((F5,), 40)] * 3, DATE)) == (3, 0, 2026, 8)


def test_cut_names_stay_different():
    names = [f"bstar@calibrated:depth={n}" for n in range(12)]
    read = entries(names_file(names, PLAYER_BYTES, DATE), 20)
    assert len(set(read)) == 12
    assert read[:2] == ["bstar@calibrated:de", "bstar@calibrated:~2"]
    assert {len(name) for name in read} == {19}


def test_a_file_of_names_is_no_file_of_games():
    with pytest.raises(PositionError, match="a file of 1 name: expected one of games"):
        read_wthor(names_file(["Bo"], 20, DATE))
