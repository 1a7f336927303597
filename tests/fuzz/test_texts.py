"""Texts from outside: every one is taken for what it says, or refused in one printable line."""

from __future__ import annotations

import contextlib
import copy
import io
import json
import random
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st

import evaluators
import games
import searchers
from engine.cli.main import main
from engine.match import Tournament
from engine.match.database import standings
from engine.match.tournament_file import read_tournament
from evaluators.intervals.fits import SHIPPED
from games.core.position import Position
from games.core.scores import MATE_BOUND
from games.errors import StarlingError
from games.parts.specs import parse, parse_player
from searchers import Limits
from tests.fuzz import parts
from tests.fuzz.running import fuzz, tally
from tests.minimax import minimax

LONGEST = 4000
"""Characters of a message, which may have to list all names there are."""


@contextlib.contextmanager
def refusing() -> Iterator[None]:
    """Expect success inside, or a refusal in one printable line."""
    try:
        yield
    except StarlingError as error:
        message = str(error)
        assert message
        assert message.isprintable(), repr(message)
        assert len(message) <= LONGEST, len(message)
        tally("refused")
    else:
        tally("taken")


@contextlib.contextmanager
def folder() -> Iterator[Path]:
    """A new folder for one example."""
    with tempfile.TemporaryDirectory(prefix="starling-fuzz-") as path:
        yield Path(path)


def walked(position: Position) -> None:
    """A position that was taken is one: its moves can be made, taken back, written and read."""
    outcome, text = position.outcome(), position.text()
    assert position.at(text).text() == text
    for move in position.legal_moves() if outcome is None else []:
        assert position.parse_move(position.move_text(move)) == move
        position.push(move)
        position.outcome()
        position.legal_moves()
        position.pop()
    assert position.text() == text
    if outcome is None and hasattr(position, "board"):
        board = position.board()
        legal = {position.move_text(move) for move in position.legal_moves()}
        assert legal == {board.uci(move) for move in board.legal_moves}, text
    if not position.one_player:
        result = searchers.make("alphabeta").search(position, Limits(nodes=20))
        assert result.nodes <= 20


# -- specs -----------------------------------------------------------------------------------


@fuzz(
    60,
    text=st.one_of(
        parts.players().flatmap(lambda spec: parts.mutated(spec, ":,=@()")),
        parts.games().flatmap(lambda spec: parts.mutated(spec, ":,=")),
        st.sampled_from(parts.NASTY),
        st.text(max_size=40),
    ),
)
def test_specs(text: str) -> None:
    for read in (parse, parse_player):
        with refusing():
            read(text)
    for make in (games.make, evaluators.make, searchers.make):
        with refusing():
            make(text)


# -- positions and moves ---------------------------------------------------------------------


@st.composite
def position_texts(draw: Any) -> tuple[str, str]:
    """A game, and the text of one of its positions, mostly broken."""
    game = draw(parts.games())
    try:
        text = parts.line_of(game, draw(st.integers(0, 60)), draw(st.integers(0, 2**32))).text()
    except StarlingError:
        return "chess", draw(st.text(max_size=60))
    if draw(st.booleans()):
        return game, draw(parts.mutated(text, "/ "))
    letters = list(text or " ")
    for _ in range(draw(st.integers(1, 4))):
        index = draw(st.integers(0, len(letters) - 1))
        letters[index] = draw(st.sampled_from("KkPpQR18-/ wbXO\x00é7"))
    return game, "".join(letters)


@fuzz(50, both=position_texts())
def test_positions(both: tuple[str, str]) -> None:
    game, text = both
    with refusing():
        walked(games.make(game).at(text))


@fuzz(
    40,
    game=parts.games(),
    text=st.one_of(st.sampled_from(parts.NASTY), st.text(max_size=8), st.integers().map(str)),
)
def test_moves(game: str, text: str) -> None:
    with refusing():
        position = games.make(game)
        position.push(position.parse_move(text))
        walked(position)


# -- files: tournaments, fits, trees, databases ----------------------------------------------

TOURNAMENT = """\
game = "ngame:b=3,d=6"
format = "round-robin"
games_per_pair = 4
nodes = 20
seed = 5
patience = 1.0
[openings]
random_plies = 2
[adjudication]
exact = 12
[[player]]
spec = "alphabeta@static"
name = "one"
[[player]]
spec = "random"
nodes = 5
"""

VALUES = (
    "0", "-1", "1.5", "nan", "inf", "-inf", "1e308", "true", '""', '"x"', "[]", "[[1]]", "{}",
    '"a\\u001b[31m\\nb"', "9" * 30, "9" * 5000, "[" * 3000, "1979-05-27", "'''\n'''",
    '"gauntlet"', '"chess"', '"uci:no-such-program"', '"40/0.1+nan"',
)  # fmt: skip


@st.composite
def tournament_files(draw: Any) -> str:
    """A tournament file, some of whose lines are broken."""
    lines = TOURNAMENT.splitlines()
    for _ in range(draw(st.integers(1, 3))):
        index = draw(st.integers(0, len(lines) - 1))
        match draw(st.integers(0, 3)):
            case 0:
                lines[index] = lines[index].partition("=")[0] + "= " + draw(st.sampled_from(VALUES))
            case 1:
                lines.insert(index, lines[draw(st.integers(0, len(lines) - 1))])
            case 2:
                lines[index] = draw(parts.mutated(lines[index], ' ="'))
            case 3:
                del lines[index]
        lines = lines or [""]
    return "\n".join(lines)


@fuzz(25, text=tournament_files())
def test_tournament_files(text: str) -> None:
    with folder() as index:
        file = index / "tournament.toml"
        file.write_text(text, encoding="utf-8", errors="surrogatepass")
        with refusing():
            read_tournament(file)


@cache
def fits() -> Any:
    """The fits that are shipped for Othello."""
    return json.loads((SHIPPED / "othello.json").read_text(encoding="utf-8"))


def json_values(nested: int = 0) -> st.SearchStrategy[Any]:
    """Whatever JSON can hold; numbers of all sizes."""
    return st.recursive(
        st.one_of(
            st.none(),
            st.booleans(),
            st.integers(-5, 5),
            st.integers(),
            st.sampled_from((2**28, -(2**28), 2**29, 2**31, 2**63, 10**30)),
            st.floats(),
            st.text(max_size=5),
        ),
        lambda inner: st.one_of(
            st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=5), inner, max_size=3)
        ),
        max_leaves=6,
    )


def broken(data: Any, value: Any, rng: random.Random) -> Any:
    """JSON with one of its parts replaced, dropped or doubled."""
    if rng.random() < 0.15 or not isinstance(data, list | dict) or not data:
        return value
    keys = list(range(len(data))) if isinstance(data, list) else list(data)
    key = rng.choice(keys)
    other = copy.copy(data)
    match rng.randrange(8):
        case 0:
            del other[key]
        case 1 if isinstance(other, list):
            other.append(other[key])
        case _:
            other[key] = broken(other[key], value, rng)
    return other


@fuzz(
    20,
    value=json_values(),
    seed=st.integers(0, 2**32),
    cut=st.one_of(st.none(), st.none(), st.integers(0, 3000)),
    plies=st.integers(0, 58),
)
def test_fits(value: Any, seed: int, cut: int | None, plies: int) -> None:
    with folder() as index:
        file = index / "fits.json"
        file.write_text(json.dumps(broken(fits(), value, random.Random(seed)))[:cut])
        with refusing():
            position = parts.line_of("othello", plies, seed)
            part = evaluators.make(f"calibrated:fits={file}")
            if part.serves(position):
                low, high = part.interval(position)
                assert low <= part.value(position) <= high
                assert low > -MATE_BOUND
                assert high < MATE_BOUND


def trees() -> st.SearchStrategy[Any]:
    """Trees as JSON, mostly sound."""
    leaf = st.one_of(
        st.integers(-50, 50),
        st.integers(-50, 50),
        st.builds(lambda v: {"value": v, "bounds": [v - 3, v + 3]}, st.integers(-9, 9)),
    )
    sound = _trees_of(leaf)
    return st.one_of(sound, sound, sound, _trees_of(leaf | json_values()))


def _trees_of(leaf: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.recursive(
        leaf,
        lambda inner: st.one_of(
            st.lists(inner, min_size=1, max_size=4),
            st.builds(
                lambda children, v: {"value": v, "bounds": [v - 60, v + 60], "children": children},
                st.lists(inner, min_size=1, max_size=3),
                st.integers(-9, 9),
            ),
        ),
        max_leaves=20,
    )


EXACT = ("alphabeta", "sss", "dual", "ps", "abtree", "hybrid", "pvs", "bfms", "rbfms")
"""Searchers that find the value of a small tree."""


@fuzz(30, tree=trees(), text=st.one_of(st.none(), st.none(), st.none(), st.text(max_size=20)))
def test_explicit_trees(tree: Any, text: str | None) -> None:
    with folder() as index:
        file = index / "tree.json"
        file.write_text(json.dumps(tree) if text is None else text, encoding="utf-8")
        with refusing():
            position = games.make(f"explicit:{file}")
            value = minimax(position)
            for name in EXACT:
                found = searchers.make(f"{name}@static").search(position, Limits(nodes=5000))
                few = len(position.legal_moves()) < 2  # answered by the static value
                assert few or found.value == value or not found.proved, (name, found, value)
            searchers.make("bstar@intervals").search(position, Limits(nodes=300))


def _tournament() -> Tournament:
    return Tournament(
        "ngame:b=3,d=6",
        ["alphabeta@static", "random"],
        nodes=20,
        games_per_pair=4,
        openings="random:plies=2,seed=5",
    )


@cache
def database() -> bytes:
    """The file of a small finished tournament."""
    with folder() as index:
        _tournament().run(index)
        return (index / "tournament.sqlite").read_bytes()


def altered(file: Path, value: Any, seed: int) -> None:
    """Break one thing in a database: a byte, its length, the plan or a row."""
    rng = random.Random(seed)
    held = bytearray(file.read_bytes())
    match rng.randrange(5):
        case 0:
            for _ in range(rng.randint(1, 40)):
                held[rng.randrange(len(held))] = rng.randrange(256)
            file.write_bytes(held)
        case 1:
            file.write_bytes(held[: rng.randrange(len(held))])
        case _:
            table, column = rng.choice(
                (("plan", "value"), ("results", "result"), ("results", "detail"))
            )
            with contextlib.closing(sqlite3.connect(file)) as connection, connection:
                if rng.random() < 0.1:
                    connection.execute(f"DELETE FROM {table}")
                    return
                (row, text), *_ = rng.choices(
                    connection.execute(f"SELECT rowid, {column} FROM {table}").fetchall()
                )
                new = json.dumps(broken(json.loads(text), value, rng))
                if rng.random() < 0.2:
                    new = new[: rng.randrange(len(new) + 1)]
                query = f"UPDATE {table} SET {column} = ? WHERE rowid = ?"
                connection.execute(query, (new, row))


@pytest.mark.slow
@fuzz(15, value=json_values(), seed=st.integers(0, 2**32))
def test_databases(value: Any, seed: int) -> None:
    with folder() as index:
        file = index / "tournament.sqlite"
        file.write_bytes(database())
        altered(file, value, seed)
        with refusing():
            result = standings(index)
            assert str(result)
            json.dumps(result.as_dict())
        with refusing():
            _tournament().run(index)


# -- command lines ---------------------------------------------------------------------------

COMMANDS = (
    "list",
    "--version",
    "analyse --game chess --player alphabeta --depth 1",
    "analyse --game othello --position f5d6c3 --player bfms --nodes 50 --json",
    "analyse --game chess --player bstar --nodes 200 --lines 3",
    "analyse --game ngame:b=3,d=5 --moves 1 --player sss --depth 2",
    "perft --game othello 2",
    "perft --game chess 1 --divide",
    "standings {folder}",
    "standings {folder} --json --sprt 0 10",
    "match --game ngame:b=3,d=6 --players alphabeta random --nodes 10 --games 2",
    "match --game ngame:b=3,d=6 --players alphabeta rbfms --clock 1+0.1 --games 1 --openings none",
    "tournament {folder}/tournament.toml --out {folder}/out",
)


@st.composite
def command_lines(draw: Any) -> list[str]:
    """A command, with something wrong in it."""
    line = draw(st.sampled_from(COMMANDS))
    text = draw(parts.mutated(line)) if draw(st.booleans()) else line
    words = text.split(" ")
    if draw(st.booleans()):
        words[draw(st.integers(0, len(words) - 1))] = draw(st.sampled_from(parts.NASTY))
    # Short values only: a command that runs for as long as it should is no finding.
    return [word for word in words if not (word.isdigit() and 100 < int(word[:9]) < 10**9)]


def said(run: Callable[[list[str]], int], words: list[str]) -> tuple[int, str]:
    """A command's exit code and what it complains of."""
    out, complaints = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(complaints):
        try:
            code = run(words)
        except SystemExit as end:  # argparse's way
            code = end.code if isinstance(end.code, int) else 1
    return code, complaints.getvalue()


@fuzz(12, words=command_lines())
def test_command_lines(words: list[str]) -> None:
    with folder() as index:
        (index / "tournament.sqlite").write_bytes(database())
        (index / "tournament.toml").write_text(TOURNAMENT)
        shutil.copy(index / "tournament.toml", index / "other.toml")
        code, complaints = said(main, [word.replace("{folder}", str(index)) for word in words])
        assert code in (0, 1, 2), (code, complaints)
        tally(f"exit {code}")
        if code == 2:
            lines = [line for line in complaints.splitlines() if line.startswith("starling:")]
            assert lines, complaints
            assert all(line.isprintable() and len(line) < LONGEST for line in lines), complaints
