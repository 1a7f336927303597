"""Games as files: what is saved is read again."""

from __future__ import annotations

import re
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
        assert loaded.lost == ""
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


@pytest.mark.parametrize(
    ("game", "move", "end"), [("chess", "a6", r"a6\s+\*\n"), ("othello", "c3", r"W\[C3\];\)\n")]
)
def test_the_time_of_a_person_is_not_written(game: str, move: str, end: str) -> None:
    one = played(game, 1)
    one.play(one.read_move(move))
    assert re.search(f"{end}$", text_of(one, formats(one.start)[0]))


SOURCE = """\
[Event "Casual"]
[Site "Home"]
[Date "2020.01.02"]
[Round "4"]
[White "Ann \\"A\\" Smith"]
[Black "Bob"]
[Result "1-0"]
[WhiteElo "1500"]

{ Intro } 1. e4 $1 { [%clk 0:09:58] best } ( 1. d4 { queen } 1... d5
( 1... Nf6 ) ) 1... e5 2. Nf3 Nc6 { @ } 3. Bb5 1-0

""".replace("@", "word " * 16 + "[%clk 0:09:21]")


def continued(tmp_path: Path, *words: str, text: str = SOURCE) -> str:
    """The text of a game of chess after commands: "undo", or moves of people at both sides."""
    path = tmp_path / "game.pgn"
    path.write_text(text, encoding="utf-8")
    one = Session(games.make("chess"), "random", people=(0, 1))
    resume(one, load(path, one.start))
    for word in words:
        if word == "undo":
            one.undo()
        else:
            one.play(one.read_move(word))
    return text_of(one, ".pgn")


def test_pgn_of_others_keeps_its_content(tmp_path: Path) -> None:
    plain = SOURCE.replace('[Result "1-0"]', '[Result "*"]')
    tags, _, moves = continued(tmp_path, "undo").partition("\n\n")
    assert set(plain.partition("\n\n")[0].splitlines()) <= set(tags.splitlines())
    assert '[Termination "unterminated"]' in tags
    assert moves.split() == [*plain.partition("\n\n")[2].split()[:-3], "*"]
    assert not re.search(r"%clk$", moves, re.MULTILINE)
    assert max(map(len, moves.splitlines())) < 80


def test_pgn_in_the_encoding_of_the_standard(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    for encoding in ("latin-1", "utf-8", "utf-8-sig"):
        path.write_bytes(SOURCE.replace("Bob", "Bjørn").encode(encoding))
        assert load(path, games.make("chess")).names[1] == "Bjørn"


def test_pgn_of_others_has_the_moves_of_both(tmp_path: Path) -> None:
    text = continued(tmp_path, "undo", "undo", "d6")
    assert "2. Nf3 d6 ( 2... Nc6 { word" in " ".join(text.split())
    text = continued(tmp_path, "undo", "undo", "undo", "undo", "undo", "d4", "d5", "c4")
    assert "1... d5 ( 1... Nf6 ) 2. c4 *" in " ".join(text.split())
    assert "( 1. e4 $1" in " ".join(text.split())


def test_our_pgn_has_the_tags_of_the_game_that_goes_on(tmp_path: Path) -> None:
    text = text_of(played("chess", 2), ".pgn").replace("[White ", '[Annotator "me"]\n[White ')
    again = continued(tmp_path, text=text)
    assert '[Annotator "me"]' in again
    assert '[White "Human"]' not in text
    one = Session(games.make("chess"), "random", people=())
    resume(one, load(tmp_path / "game.pgn", one.start))
    assert '[White "random"]' in text_of(one, ".pgn")
    one.new()
    assert "Annotator" not in text_of(one, ".pgn")


@pytest.mark.parametrize(
    ("suffix", "before", "after"),
    [
        (".ggf", "PC[starling play]", "PC[GGS]"),
        (".ggf", "];)", "]C[good];)"),
        (".sgf", "AP[Starling]", "AP[Other]"),
        (".txt", "", "# good\n"),
    ],
)
def test_what_saving_would_lose_is_known(
    suffix: str, before: str, after: str, tmp_path: Path
) -> None:
    path = tmp_path / f"game{suffix}"
    text = text_of(played("othello", 2), suffix)
    path.write_text(text.replace(before, after, 1), encoding="utf-8")
    assert load(path, games.make("othello")).lost == "comments and tags"


def test_a_variation_that_is_not_legal_is_cut_and_would_be_lost(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    path.write_text("1. e4 (1. e5) e5 *", encoding="utf-8")
    loaded = load(path, games.make("chess"))
    assert (len(loaded.opening.moves), loaded.lost) == (2, "comments and tags")


def test_values_stay_where_passes_are_left_out(tmp_path: Path) -> None:
    board = "-" * 56 + "-XO---O* *"
    path = tmp_path / "game.ggf"
    path.write_text(f"(;GM[Othello]BO[8 {board}]B[D8/1/2]B[F8/3/4];)", encoding="utf-8")
    seen = load(path, games.make("othello")).notes
    assert [note and note["value"] for note in seen] == [100, None, 300]


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
    ".pgn": [
        "",
        "1. e4 e4",
        '[FEN "x"]\n\n1. e4',
        '[Variant "Atomic"]\n\n1. e4',
        "\0",
        "{" * 9999,
        "d5 ) ?",
    ],
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


def test_the_line_of_a_fault_is_named(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text("# a comment\n\nd3 c3\n", encoding="utf-8")
    with pytest.raises(FileError, match="line 3 is no game: moves"):
        load(path, games.make("othello"))


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
            assert load(path, games.make(game)).lost == "other games"


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


@pytest.mark.parametrize(
    ("suffix", "before", "draw"),
    [(".txt", "1-0", "1/2-1/2"), (".ggf", "+64.000:r", "0:r")],
)
def test_nobody_resigned_a_draw(tmp_path: Path, suffix: str, before: str, draw: str) -> None:
    one = played("othello", 2)
    one.resigned = 1
    path = tmp_path / f"x{suffix}"
    path.write_text(text_of(one, suffix).replace(before, draw))
    assert draw in path.read_text()
    assert load(path, games.make("othello")).resigned is None


def test_a_game_that_went_on_after_a_repetition_is_resumed(tmp_path: Path) -> None:
    text = f"{'Nf3 Nf6 Ng1 Ng8 ' * 2} e4 *"
    assert continued(tmp_path, "e5", text=text).endswith(" 5. e4 e5 *\n")


def test_a_game_without_moves_is_read_from_every_format(tmp_path: Path) -> None:
    session = Session(games.make("othello"), "random")
    for suffix in (".sgf", ".ggf", ".txt"):
        path = tmp_path / f"x{suffix}"
        path.write_text(text_of(session, suffix))
        assert load(path, games.make("othello")).opening.moves == ()
