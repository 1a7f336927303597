"""Parts in files of a user."""

from __future__ import annotations

import os
import pickle
import shlex
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.cli.main import main
from evaluators import EVALUATORS
from games import GAMES, make
from games.errors import SpecError, StarlingError
from games.parts.plugins import VARIABLE, command, plug_in
from searchers import SEARCHERS

PARTS = """
from evaluators import Evaluator
from games import DRAW, Position
from helper_of_plug import MOVES

class Plugless(Position):
    def legal_moves(self): return [*MOVES]
    def push(self, move): pass
    def pop(self): pass
    def outcome(self): return DRAW if self.ply == 2 else None

class _Hidden(Plugless): pass

class Plugvalue(Evaluator):
    NAME = "plug-value"
    def value(self, position): return position.ply
"""


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str, str], str]]:
    """A function that writes a plugin and returns its path."""
    for registry in (GAMES, EVALUATORS, SEARCHERS):
        monkeypatch.setattr(registry, "_found", {})
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setenv(VARIABLE, "")
    known = {*sys.modules}

    def written(name: str, text: str) -> str:
        (tmp_path / "helper_of_plug.py").write_text("MOVES = [1, 2]\n", encoding="utf-8")
        (tmp_path / name).write_text(text, encoding="utf-8")
        return str(tmp_path / name)

    yield written
    for name in {*sys.modules} - known:
        if "plug" in name:
            del sys.modules[name]


def test_a_command_uses_the_parts_of_a_file(
    write: Callable[[str, str], str],
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file = Path(write("plug.py", PARTS))
    words = ["analyse", "--game", "plugless", "--player", "alphabeta@plug-value", "--nodes", "9"]
    assert main(words) == 2
    assert capfd.readouterr().err.endswith("Your own: starling --plugin FILE\n")
    monkeypatch.chdir(file.parent)
    assert main([*words, "--plugin", "plug.py"]) == 0
    assert "alphabeta@plug-value" in capfd.readouterr().out
    assert os.environ[VARIABLE] == str(file)  # as worker processes may have another folder
    assert command("play", "plugless") == shlex.join(
        ["starling", "--plugin", str(file), "play", "plugless"]
    )
    assert "_hidden" not in GAMES
    position = pickle.loads(pickle.dumps(make("plugless").play(1)))
    assert [*position.history] == [1]


def test_the_variable_names_plugins(
    write: Callable[[str, str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write("plug.py", PARTS)
    other = write("plug2.py", "from games import Position\nclass Plugtoo(Position): pass\n")
    monkeypatch.setenv(VARIABLE, os.pathsep.join([file, other]))
    assert {"plugless", "plugtoo"} <= {*GAMES.names()}
    assert "plug-value" in EVALUATORS
    plug_in(["helper_of_plug"])  # a module, which can be imported from here on
    assert os.environ[VARIABLE].split(os.pathsep) == [file, other, "helper_of_plug"]


@pytest.mark.parametrize(
    ("name", "text", "fault"),
    [
        ("plug.py", "x = 1\ny = 1 / 0\n", "plug.py, line 2: ZeroDivisionError: division by zero"),
        ("plug.py", "x = = 1\n", r"SyntaxError: invalid syntax \(plug.py, line 1\)"),
        ("plug.py", "\nraise SystemExit(3)\n", "plug.py, line 2: it exits"),
        ("chess.py", "", "the module name 'chess' is taken by .*: expected another file name"),
        ("plug.txt", "", "plug.txt: expected an existing Python file, or the name of a module"),
        (f"plug{os.pathsep}Nim", "", "expected one file or module, without"),
    ],
)
def test_a_bad_plugin_is_named_with_its_fault(
    name: str, text: str, fault: str, write: Callable[[str, str], str]
) -> None:
    with pytest.raises(StarlingError, match=fault):
        plug_in([write(name, text)])


@pytest.mark.parametrize("missing", ["no_such_plug", "no_such_plug.py"])
def test_a_missing_plugin_is_reported_in_a_line(
    missing: str, write: Callable[[str, str], str], capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["--plugin", missing, "list", "games"]) == 2
    said = capfd.readouterr().err
    assert said.startswith("starling: plugin ")
    assert f"{missing}: " in said
    assert said.count("\n") == 1


@pytest.mark.parametrize("name", ["two words", "a:b", "a@b", "1st"])
def test_a_name_that_no_spec_can_have_is_reported_with_its_place(
    write: Callable[[str, str], str], name: str
) -> None:
    text = f"from games import Position\n\nclass Game(Position): NAME = {name!r}\n"
    plug_in([write("plug.py", text)])
    with pytest.raises(SpecError, match=f"plug.py, line 3: the game name '{name}': expected let"):
        GAMES.find("othello")


@pytest.mark.parametrize(
    ("statement", "place"),
    [
        ("class Othello(Position): pass", "plug.py, line 3"),
        ("Othello = type('Othello', (Position,), {})", "plug.py"),
    ],
)
def test_a_name_that_is_taken_is_reported_with_its_place(
    write: Callable[[str, str], str], statement: str, place: str
) -> None:
    plug_in([write("plug.py", f"from games import Position\n\n{statement}\n")])
    with pytest.raises(SpecError, match=rf"{place}: the game name 'othello' is taken"):
        GAMES.find("othello")
    assert "pvs" in SEARCHERS.names()
