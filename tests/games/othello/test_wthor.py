"""WTHOR: bytes as the format's description has them, and what is none."""

from __future__ import annotations

import datetime

import pytest

from games.errors import PositionError
from games.othello.othello import Othello
from games.othello.wthor import WthorGame, games_file, names_file, read_wthor

DATE = datetime.date(2026, 3, 4)
F5, D6, C3 = 37, 43, 18


def test_bytes_are_those_of_the_description():
    data = games_file([WthorGame((F5, D6, C3), 40, 38, 1, (2, 258))], DATE)
    header = bytes([20, 26, 3, 4, 1, 0, 0, 0, 0, 0, 0xEA, 0x07, 8, 0, 0, 0])
    game = bytes([1, 0, 2, 0, 2, 1, 40, 38, 56, 64, 33]) + bytes(57)
    assert data == header + game
    assert names_file(["Bo", "a" * 30], 20, DATE)[16:] == b"Bo".ljust(20, b"\0") + b"a" * 19 + b"\0"


def test_games_are_read_again():
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
        (lambda data: data.replace(bytes([56, 64]), bytes([59, 64])), "game 1: 59 is no square"),
        (lambda data: data.replace(bytes([56, 64]), bytes([0, 64])), "game 1: 0 is no square"),
        (lambda data: b"", "0 bytes"),
    ],
)
def test_what_is_no_file_of_games_is_told(change, fault):
    data = games_file([WthorGame((F5, D6, C3), 40)], DATE)
    with pytest.raises(PositionError, match=fault):
        read_wthor(change(data))
