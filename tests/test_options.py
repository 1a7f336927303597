"""Options are declared once, and type checkers see them."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Annotated, Any, TypedDict

import pytest

from engine.match.openings.openings import OPENINGS
from evaluators import EVALUATORS
from games import GAMES
from games.parts.options import Option, options_of
from games.parts.part import Part
from searchers import SEARCHERS
from searchers.abtree.attention import ATTENTIONS

ROOT = Path(__file__).resolve().parents[1]
REGISTRIES: tuple[Any, ...] = (GAMES, EVALUATORS, SEARCHERS, OPENINGS, ATTENTIONS)

USE = """
import starling
from evaluators.intervals.fitted import Calibrated
from evaluators.intervals.searched import NullMove
from evaluators.values.chess import Material
from games.boards.mnk import MNK
from games.chess.chess import Chess
from games.othello.othello import Othello
from searchers.best_first.bfext import BestFirstExtension
from searchers.bstar.bstar import BStar
from searchers.depth_first.pvs import MTDF, PrincipalVariation
from searchers.state_space.ps import SSS

PrincipalVariation(hahs=64)  # error
PrincipalVariation(tt="64 MB")  # error
MTDF(tt=1.5)  # error
BStar(goal="nowhere")  # error
BStar(NullMove(depht=2))  # error
SSS(k=2)  # error
BestFirstExtension(dag=True)  # error
NullMove(base=3)  # error
Calibrated(by="cells")  # error
Material(weights="file")  # error
Othello(wdl=True)  # error
Othello(wld="yes")  # error
MNK(m=3, n=3, j=3)  # error

starling.nothing  # error
value: str = starling.evaluator("pst").value(Chess())  # error
moves: list[str] = starling.game("chess").legal_moves()  # error

PrincipalVariation("pst", tt=64, null=False).search(Chess(), nodes=100)
BStar(NullMove(base="pst", depth=2), goal="near", doubt=1, after="verify")
BestFirstExtension(first="alphabeta", horizon=2, stop="line")
Calibrated(base=Material(), depth=2, by="phase")
SSS(order="none").search(MNK(m=4), depth=3)

position = starling.game("othello")
position.push(position.parse_move("f5"))
result = starling.searcher("pvs", tt=64, evaluator="positional").search(position, nodes=1000)
best: int | None = result.move
score: int | None = result.value
low, high = starling.evaluator("nullmove").interval(position)
width: int = high - low
static: int = starling.evaluator("positional").value(position)
print(starling.round_robin("othello", ["bstar", SSS()], nodes=50, games=2))
"""


class _Wrong(TypedDict, total=False):
    size: Annotated[int, Option("large")]


@cache
def _classes(module: str) -> dict[str, ast.ClassDef]:
    path = ROOT.joinpath(*module.split(".")).with_suffix(".py")
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}


def _keywords(part: Any) -> str:
    """Return the annotation of the keywords of a class's own or inherited constructor."""
    for kind in part.__mro__:
        for node in _classes(kind.__module__)[kind.__name__].body:
            if isinstance(node, ast.FunctionDef) and node.name == "__init__":
                assert node.args.kwarg is not None
                assert node.args.kwarg.annotation is not None
                return ast.unparse(node.args.kwarg.annotation)
    raise AssertionError(part)


@pytest.mark.parametrize(
    ("registry", "name"), [(each, name) for each in REGISTRIES for name in sorted(each.builtin)]
)
def test_a_constructor_takes_the_options_that_its_class_declares(registry, name):
    part = registry.find(name)
    assert _keywords(part) == f"Unpack[{part.OPTIONS.__name__}]"


def test_a_default_of_another_type_is_refused():
    class Broken(Part):
        OPTIONS = _Wrong

    with pytest.raises(TypeError, match=r"_Wrong\.size: the default is not of its type"):
        options_of(Broken)


@pytest.mark.slow
def test_a_type_checker_sees_wrong_options(tmp_path):
    lines = USE.splitlines()
    expected = {number for number, line in enumerate(lines, 1) if line.endswith("# error")}
    assert _errors(USE, tmp_path) == expected


@pytest.mark.slow
def test_the_game_of_the_readme_is_typed(tmp_path):
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python own-game\n(.*?)^```$", readme, re.MULTILINE | re.DOTALL)
    assert _errors("\n".join(blocks), tmp_path) == set()


def _errors(program: str, folder: Path) -> set[int]:
    """Return the lines of a program with errors, as mypy sees it in another project."""
    path = folder / "program.py"
    path.write_text(program, encoding="utf-8")
    options = ("--strict", "--follow-imports=silent", "--config-file=", f"--cache-dir={folder}")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *options, str(path)],
        capture_output=True,
        text=True,
        env={"MYPYPATH": str(ROOT), "PATH": ""},
        cwd=folder,
        check=False,
    )
    assert "error: Cannot find" not in done.stdout
    found = re.findall(r"^program\.py:(\d+): error: ", done.stdout, re.MULTILINE)
    assert found or "Success" in done.stdout, done.stdout + done.stderr
    return {int(line) for line in found}
