"""Games as files: what is saved is read again."""

from __future__ import annotations

from pathlib import Path

import pytest

import games
from engine.play.records import formats, fresh_path, load, people_of, resume, save, text_of
from engine.play.session import Session
from games.errors import FileError, StarlingError
from searchers import Limits

GAMES = (
    "chess",
    "chess:chess960=true",
    "chess:variant=atomic",
    "othello",
    "eight",
    "ngame:b=3,d=9",
)
FEN = "8/4P3/8/8/8/k7/8/K7 w - - 0 1"


def played(game: str, plies: int, start: str = "") -> Session:
    position = games.make(game)
    one = Session(position.at(start) if start else position, limits=Limits(nodes=40), people=())
    while len(one.moves) < plies and not one.over:
        result, seconds = one.search()
        assert result.move is not None
        one.play(result.move, result, seconds)
    return one


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("plies", [1, 6])
def test_every_format_is_read_again(game: str, plies: int, tmp_path: Path) -> None:
    one = played(game, plies)
    for suffix in formats(one.start):
        path = tmp_path / f"game{suffix}"
        save(one, path)
        assert not one.unsaved
        again = Session(games.make(game), limits=Limits(nodes=40))
        loaded = load(path, again.start)
        resume(again, loaded)
        assert loaded.single
        assert again.position.text() == one.position.text()
        assert [m.notation for m in again.moves] == [m.notation for m in one.moves]
        assert not again.unsaved
    if game == "chess":
        note = load(tmp_path / "game.pgn", games.make(game)).notes[0]
        record = one.moves[0].record
        assert note is not None
        assert (note["nodes"], note["value"], note["depth"]) == (40, record.value, record.depth)


@pytest.mark.parametrize(
    ("game", "start"),
    [
        ("chess", FEN),
        ("chess", "startpos moves e2e4 e7e5"),
        ("othello", "f5d6c3"),
        ("othello", "-" * 20 + "XO" + "-" * 3 + "OXXO" + "-" * 35 + " O"),
        ("ngame:b=3,d=9", "0 1"),
    ],
)
def test_other_starts_are_kept(game: str, start: str, tmp_path: Path) -> None:
    one = played(game, 3, start)
    for suffix in formats(one.start):
        if suffix == ".sgf" and "---" in start:
            continue  # SGF of a board that leaves the centre open is refused by the reader
        path = tmp_path / f"game{suffix}"
        save(one, path)
        again = Session(games.make(game))
        resume(again, load(path, again.start))
        assert again.position.text() == one.position.text()


def test_results_are_written() -> None:
    one = played("chess", 2)
    assert '[Result "*"]' in text_of(one, ".pgn")
    assert '[Termination "unterminated"]' in text_of(one, ".pgn")
    one.people = frozenset({0})
    one.resign()
    assert '[Result "0-1"]' in text_of(one, ".pgn")
    assert '[White "Human"]' in text_of(one, ".pgn")
    othello = played("othello", 2)
    assert "RE[?]" in text_of(othello, ".ggf")
    assert "RE[?]" in text_of(othello, ".sgf")
    othello.people = frozenset({1})
    othello.resign()
    assert "RE[+64.000:r]" in text_of(othello, ".ggf")
    assert "RE[B+R]" in text_of(othello, ".sgf")


def test_the_side_of_the_person_is_found(tmp_path: Path) -> None:
    one = played("othello", 3)
    one.people = frozenset({1})
    save(one, tmp_path / "game.sgf")
    assert people_of(load(tmp_path / "game.sgf", games.make("othello"))) == (1,)


def test_a_finished_game_is_read(tmp_path: Path) -> None:
    one = played("chess", 9, "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1")
    assert one.over
    save(one, tmp_path / "game.pgn")
    again = Session(games.make("chess"))
    resume(again, load(tmp_path / "game.pgn", again.start))
    assert again.ending == "1-0 (checkmate)"


HOSTILE = '<img src=x onerror="alert(1)">\x1b[2J] \\ " } { \u202e'


def test_hostile_names_are_kept_and_harmless(tmp_path: Path) -> None:
    for game in ("chess", "othello", "eight"):
        one = played(game, 2)
        one.people, one.names = frozenset({0}), [HOSTILE, HOSTILE]
        for suffix in formats(one.start):
            if suffix == ".txt":
                continue  # a name of a record has no tabs: `load` makes names printable
            path = tmp_path / f"game{suffix}"
            save(one, path)
            again = Session(games.make(game))
            resume(again, load(path, again.start))
            assert again.names[0].isprintable()
            assert len(again.names[0]) <= 80
            assert len(again.moves) == 2


BROKEN = {
    ".pgn": ["", "1. e4 e4", '[FEN "x"]\n\n1. e4', '[Variant "Atomic"]\n\n1. e4', "\0", "{" * 9999],
    ".ggf": ["", "(;GM[Go];)", "(;GM[Othello]BO[8 x]B[a1];)", "(;GM[Othello]B[A1];)"],
    ".sgf": ["", "(;GM[2];B[aa])", "(;GM[1];B[aa])", "(((", "(;GM[2];W[dc])"],
    ".txt": ["", "e4", "e4\t1-0\tx\ta\tb\tc\td", "e4\t2-0\tx\ta\tb", "e9\t*\tx\ta\tb", "\t" * 5],
}


@pytest.mark.parametrize(("suffix", "text"), [(s, t) for s, texts in BROKEN.items() for t in texts])
def test_broken_files_are_one_error(suffix: str, text: str, tmp_path: Path) -> None:
    game = "othello" if suffix in (".ggf", ".sgf") else "chess"
    path = tmp_path / f"game{suffix}"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FileError) as caught:
        load(path, games.make(game))
    assert "expected a game that starling play saved" in str(caught.value)
    assert str(caught.value).isprintable()


def test_files_that_cannot_be(tmp_path: Path) -> None:
    start = games.make("othello")
    (tmp_path / "binary.txt").write_bytes(b"\xff\xfe\x00")
    for name in ("missing.txt", "binary.txt", "", "a\0b.txt"):
        with pytest.raises(FileError):
            load(tmp_path / name, start)
    one = played("othello", 1)
    for path in (tmp_path / "none" / "x.txt", tmp_path / "x.pgn", tmp_path, "a\0b.txt"):
        with pytest.raises(StarlingError):
            save(one, path)
    assert one.unsaved


def test_several_games_in_a_file_are_noticed(tmp_path: Path) -> None:
    for game in ("chess", "othello"):
        one = played(game, 2)
        for suffix in formats(one.start):
            path = tmp_path / f"two{suffix}"
            path.write_text(2 * f"{text_of(one, suffix)}\n", encoding="utf-8")
            assert not load(path, games.make(game)).single


def test_a_fresh_path_is_new(elsewhere: Path) -> None:
    one = played("othello", 1)
    first = fresh_path(one)
    first.touch()
    assert first.suffix == ".ggf"
    assert not fresh_path(one).exists()


@pytest.mark.parametrize(("game", "side"), [("chess", 0), ("othello", 0), ("othello", 1)])
def test_a_resignation_is_kept(tmp_path: Path, game: str, side: int) -> None:
    for suffix in formats(games.make(game)):
        one = Session(games.make(game), "pvs", people=(side,), limits=Limits(nodes=20))
        one.play(one.legal()[0][0])
        one.resign()
        path = tmp_path / f"{side}{suffix}"
        save(one, path)
        loaded = load(path, games.make(game))
        assert loaded.resigned == side
        other = Session(games.make(game), "pvs", people=(side,))
        resume(other, loaded)
        assert other.ending == one.ending
        assert other.undo() == []
        assert not other.over


def test_a_game_that_goes_on_has_no_resignation(tmp_path: Path) -> None:
    one = played("othello", 3)
    for suffix in formats(one.start):
        save(one, tmp_path / f"x{suffix}")
        assert load(tmp_path / f"x{suffix}", games.make("othello")).resigned is None


def test_a_game_without_moves_is_read_from_every_format(tmp_path: Path) -> None:
    session = Session(games.make("othello"), "random")
    for suffix in (".sgf", ".ggf", ".txt"):
        path = tmp_path / f"x{suffix}"
        path.write_text(text_of(session, suffix))
        assert load(path, games.make("othello")).opening.moves == ()
