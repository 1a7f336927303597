"""The API: what users of other libraries try works, and its objects say what they are."""

from __future__ import annotations

import ast
import importlib
import inspect
import os
import pickle
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any, get_type_hints

import pytest

import engine
import games.core.position
import searchers
from engine import Clock, Limits, evaluator, game, play_match, searcher
from engine.match.tournament import Run
from evaluators import EVALUATORS
from games import GAMES
from games.errors import (
    BusyError,
    EvaluationError,
    LimitsError,
    MoveError,
    PositionError,
    SpecError,
)
from searchers import SEARCHERS
from tests.nim import Nim

ROOT = Path(__file__).resolve().parents[1]
GAMES_HERE = sorted(
    {*GAMES.builtin, "chess:variant=atomic", "chess:chess960=true"}
    - {"explicit", "fairy", "openspiel"}
)


def played(spec: str, plies: int = 3) -> Any:
    position = game(spec)
    for _ in range(plies):
        position.push(position.legal_moves()[-1])
    return position


# -- positions -------------------------------------------------------------------------------


def test_print_shows_a_board_and_whose_turn_it_is() -> None:
    chess = str(played("chess", 1)).splitlines()
    assert chess[0] == "8 r n b q k b n r"
    assert chess[-2:] == ["  a b c d e f g h", "Black to move"]
    othello = str(game("othello")).splitlines()
    assert othello[4] == "4 - - - O X - - -"
    assert othello[-1] == "Black (X) to move"
    assert str(Nim(5)) == "nim:heap=5: the start\nFirst to move"
    assert str(game("eight")).splitlines()[-2:] == ["7 . 5", "The player to move"]


def test_print_tells_how_a_game_ended() -> None:
    over = Nim(2)
    over.push(2)
    assert str(over) == "nim:heap=2: 2\nwin"
    mated = game("chess").at("startpos moves f2f3 e7e5 g2g4 d8h4")
    assert str(mated).splitlines()[-1] == mated.ending() == "checkmate"
    assert game("chess").ending() == ""


@pytest.mark.parametrize("spec", GAMES_HERE)
def test_a_clone_is_a_copy_and_initial_is_a_new_start(spec: str) -> None:
    position = played(spec)
    clone = position.clone()
    assert (clone.text(), tuple(clone.history)) == (position.text(), tuple(position.history))
    clone.pop()
    assert len(position.history) == len(clone.history) + 1
    again = position.initial()
    assert (again.text(), tuple(again.history)) == (game(spec).text(), ())


@pytest.mark.parametrize("spec", GAMES_HERE)
def test_positions_pickle(spec: str) -> None:
    position = played(spec)
    again = pickle.loads(pickle.dumps(position))
    assert type(again) is type(position)
    for one in (again, position):
        one.pop()
    assert (again.spec, again.text(), again.start) == (
        position.spec,
        position.text(),
        position.start,
    )
    assert tuple(again.history) == tuple(position.history)
    assert again.legal_moves() == position.legal_moves()


def test_an_authors_position_and_one_from_elsewhere_pickle() -> None:
    nim = Nim(8)
    nim.push(2)
    again = pickle.loads(pickle.dumps(nim))
    assert (again.heap, list(again.history), again.spec) == (6, [2], "nim:heap=8")
    fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 20"
    chess = game("chess").at(f"{fen} moves e1g1")
    chess.push_pass()
    chess.push(chess.parse_move("a1b1"))
    again = pickle.loads(pickle.dumps(chess))
    assert (again.start, again.text(), again.key()) == (fen, chess.text(), chess.key())


def test_moves_are_read_in_the_notation_of_the_players() -> None:
    chess = game("chess")
    assert chess.parse_move("Nf3") == chess.parse_move("g1f3")
    with pytest.raises(MoveError, match="legal: "):
        chess.parse_move("Nf6")
    assert all(isinstance(move, int) for move in chess.legal_moves())


def test_moves_are_played_by_number_or_by_name_or_not_at_all() -> None:
    chess = game("chess")
    assert chess.play("e4", chess.clone().play("e4").parse_move("c5")) is chess
    played = chess.history
    for wrong in ("Ke3", -1, 99):
        with pytest.raises(MoveError, match="is not legal"):
            chess.play("Nf3", wrong)
        assert chess.history == played
    nim = Nim(8)
    assert nim.play(3, "2").heap == 3


# -- making parts ----------------------------------------------------------------------------


def test_options_are_keywords_beside_those_in_the_spec() -> None:
    assert game("ngame", b=3).spec == "ngame:b=3"
    assert game("ngame:d=5", b=3).spec == "ngame:b=3,d=5"
    assert searcher("pvs", tt=64).spec == searcher("pvs:tt=64").spec
    assert searcher("pvs@pst", tt=64).player == searcher("pvs:tt=64@pst").player
    assert searcher("pvs", evaluator="pst").player == "pvs@pst"
    assert evaluator("quiescence", base="pst").spec == "quiescence:base=pst"
    assert evaluator("quiescence", base=evaluator("pst")).spec == "quiescence:base=pst"
    tree = ROOT / "tests" / "data" / "korf-figure-1.json"
    assert game("explicit", file=str(tree)).spec == f"explicit:{tree}"
    built = game("othello")
    assert game(built) is built


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: searcher("pvs:tt=1", tt=2), "tt= is given twice"),
        (lambda: searcher("pvs", ttt=2), "Did you mean 'tt'"),
        (lambda: searcher("pvs", tt="much"), "tt=much: expected a whole number"),
        (lambda: searcher("pfs", tt=1), "Did you mean 'ps'"),
        (lambda: game(game("chess"), chess960=True), "chess is built already"),
        (lambda: searchers.make(searcher("pvs"), "discs"), "pvs is built already"),
        (lambda: game(searcher("pvs")), "<pvs>: expected the spec of a game"),
        (lambda: searcher("pvs", game("eight")), "<eight .*>: expected the spec of an evaluator"),
        (lambda: engine.search_tree("eight", None), "None: expected the spec of a searcher"),
        (lambda: game(5), "5: expected the spec of a game"),  # type: ignore[arg-type]
        (lambda: searcher(None), "None: expected the spec of a searcher"),  # type: ignore[arg-type]
    ],
)
def test_what_cannot_be_made_says_why(ask: Any, message: str) -> None:
    with pytest.raises(SpecError, match=message):
        ask()


# -- searching -------------------------------------------------------------------------------


def test_limits_are_keywords_of_a_search() -> None:
    position, player = game("othello"), searcher("alphabeta@discs")
    by_words = player.search(position, nodes=500)
    player.new_game()
    assert player.search(position, Limits(nodes=500)) == by_words or by_words.nodes <= 500
    assert player.search(position, depth=2).depth == 2
    assert player.search(position, nodes=500, moves=["c4"]).move_text == "c4"
    assert player.search(position, clock="1+0.1", depth=1).depth == 1


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({}, "needs a limit"),
        ({"limits": 5000}, r"limits=5000: expected Limits\(...\), or nodes=5000"),
        ({"limits": Limits(nodes=5), "nodes": 6}, "nodes=6: nodes=5 has one already"),
        ({"nodes": -1}, "nodes=-1: expected a whole number"),
        ({"nodes": 1.5}, "nodes=1.5: expected a whole number"),
        ({"depth": True}, "depth=True: expected a whole number"),
        ({"seconds": "1"}, "seconds='1': expected a number"),
        ({"nodes": 5, "lines": 1.5}, "lines=1.5: expected a whole number"),
        ({"clock": "soon"}, "clock=soon: expected"),
        ({"clock": 10}, r"clock=10: expected a Clock, such as Clock.parse\('10\+0.1'\)"),
    ],
)
def test_limits_that_are_none_say_why(given: dict[str, Any], message: str) -> None:
    with pytest.raises(LimitsError, match=message):
        searcher("alphabeta").search(game("othello"), **given)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"moves": "c4"}, "moves='c4': expected a list of moves"),
        ({"moves": 3}, "moves=3: expected a list of moves"),
        ({"report": 3}, "report=3: expected a function"),
        ({"stop": 3}, "stop=3: expected a stop flag"),
    ],
)
def test_other_arguments_of_a_search_say_why(given: dict[str, Any], message: str) -> None:
    with pytest.raises(SpecError, match=message):
        searcher("alphabeta").search(game("othello"), nodes=5, **given)


def test_a_clock_as_text_is_no_clock_of_limits() -> None:
    with pytest.raises(LimitsError, match=r"^clock='10\+0.1': expected a Clock, such as"):
        Limits(clock="10+0.1")  # type: ignore[arg-type]  # what is tested


def test_a_result_reads_as_its_players_write() -> None:
    position = game("chess")
    result = searcher("alphabeta@pst").search(position, depth=2)
    assert result.move is not None
    assert result.move_text == position.notation(result.move) != position.move_text(result.move)
    assert result.line[0] == result.move_text
    assert result.uci_line[0] == result.uci == position.move_text(result.move)
    assert len(result.line) == len(result.uci_line) == len(result.pv) == 2
    position.push(result.move)  # which changes nothing of what was found
    assert str(result) == (
        f"{result.move_text}, 0, depth 2, {result.nodes} nodes: {' '.join(result.line)}"
    )
    assert repr(result) == f"<Result {result.move_text}, 0, {result.nodes} nodes>"
    assert pickle.loads(pickle.dumps(result)).line == result.line


@pytest.mark.parametrize(
    ("spec", "fen", "san", "uci"),
    [
        ("chess", "7k/R7/6K1/8/8/8/8/8 w - - 0 1", "Ra8#", "a7a8"),
        ("chess", "6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 0 1", "Ra8#", "a1a8"),
        ("chess", "8/6P1/7k/8/6K1/8/8/R6R b - - 0 1", "Kxg7", "h6g7"),
        ("chess:variant=atomic", "7k/R7/6K1/8/8/8/8/8 w - - 0 1", "Ra8+", "a7a8"),
    ],
)
def test_moves_of_chess_are_san_and_uci_in_a_field_of_its_own(
    spec: str, fen: str, san: str, uci: str
) -> None:
    result = searcher("alphabeta@material").search(game(spec).at(fen), depth=1)
    assert (result.move_text, result.uci) == (san, uci)
    assert (result.line, result.uci_line) == ([san], [uci])
    assert [row["move"] for row in result.rows() if row["line"] == san] == [san]
    assert str(result).startswith(f"{san}, ")
    position = game(spec).at(fen)
    assert position.parse_move(san) == position.parse_move(uci) == result.move


def test_moves_of_a_game_without_a_notation_of_its_own_are_the_same_in_both() -> None:
    result = searcher("alphabeta@discs").search(game("othello"), depth=3)
    assert (result.move_text, result.line) == (result.uci, result.uci_line)
    assert searcher("alphabeta").search(Nim(0), nodes=1).uci == ""


def test_a_result_is_a_list_of_rows() -> None:
    rows = searcher("bstar").search(game("othello"), nodes=200).rows()
    assert {row["move"] for row in rows} == {"d3", "c4", "f5", "e6"}
    assert all(set(row) == {"move", "value", "low", "high", "line"} for row in rows)
    assert all(row["low"] <= row["high"] for row in rows)
    table = play_match("othello", ["random", "alphabeta"], nodes=20, games=2).rows()
    assert {row["player"] for row in table} == {"random", "alphabeta"}


def test_a_finished_game_has_a_result_too() -> None:
    over = Nim(0)
    result = searcher("alphabeta").search(over, nodes=1)
    assert (result.move_text, result.line, result.rows()) == ("", [], [])
    assert str(result).startswith("no move, loss in 0 plies")


# -- evaluators ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pair", "message"),
    [
        ("discs of chess", "evaluator discs does not support chess; it supports othello"),
        ("positional of ngame", "evaluator positional does not support ngame; it supports othello"),
        ("pst of othello", "evaluator pst does not support othello; it supports chess"),
        ("material of othello", "it supports chess"),
        ("network of chess:variant=atomic", "network does not support chess:variant=atomic"),
        ("quiescence:base=pst of othello", "pst does not support othello"),
        ("bounds of chess", "chess has no certain bounds"),
        ("fixed:base=discs of chess", "discs does not support chess"),
        ("calibrated of eight", "no fit for eight"),
    ],
)
def test_an_evaluator_asked_about_another_game_says_which_it_knows(pair: str, message: str) -> None:
    spec, other = pair.split(" of ")
    with pytest.raises(EvaluationError, match=message):
        evaluator(spec).value(game(other))
    assert not evaluator(spec).serves(game(other))


@pytest.mark.parametrize("name", sorted(set(EVALUATORS.builtin) - {"values"}))  # needs a folder
def test_serves_is_a_question(name: str) -> None:
    part, fresh = evaluator(name), evaluator(name)
    for spec in ("othello", "chess", "ngame", "eight"):
        part.serves(game(spec))
    assert getattr(part, "base", None) is None
    for spec in ("chess", "othello", "ngame"):  # nothing of the last one is left
        position = game(spec)
        if fresh.serves(position):
            part.bind(position)
            assert evaluator(name).value(position) == part.value(position)


def test_searches_of_several_games_in_turn_bind_anew() -> None:
    player = searcher("alphabeta", evaluator="quiescence")
    for spec in ("chess", "othello", "chess"):
        assert player.search(game(spec), depth=1).value is not None
    held = player.evaluator
    player = searcher("pvs")
    player.search(game("chess"), nodes=10)
    held = player.evaluator
    player.search(played("chess"), nodes=10)
    assert player.evaluator is held, "what a game settled is not built again"


# -- the API ---------------------------------------------------------------------------------


def packages() -> list[str]:
    found = [
        path.parent
        for room in ("games", "evaluators", "searchers", "engine")
        for path in (ROOT / room).rglob("__init__.py")
    ]
    return sorted(".".join(path.relative_to(ROOT).parts) for path in found)


@pytest.mark.parametrize("package", packages())
def test_no_name_of_a_face_hides_a_module(package: str) -> None:
    face = importlib.import_module(package)
    folder = ROOT.joinpath(*package.split("."))
    modules = {path.stem for path in folder.glob("*.py")} | {
        path.name for path in folder.iterdir() if (path / "__init__.py").exists()
    }
    assert not modules & set(getattr(face, "__all__", []))


def test_one_place_to_import_from() -> None:
    for name in engine.__all__:
        assert getattr(engine, name) is not None
    assert set(engine.__all__) <= set(dir(engine))
    assert engine.Position is games.core.position.Position
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        engine.nothing  # type: ignore[attr-defined]  # noqa: B018
    shown = ast.parse(Path(engine.__file__).read_text(encoding="utf-8"))
    imported = [node for node in ast.walk(shown) if isinstance(node, ast.ImportFrom)]
    lazy = {"__future__", "importlib", "typing"}
    typed = {
        name.asname or name.name
        for node in imported
        if node.module not in lazy
        for name in node.names
    }
    assert typed | {"VERSION"} == set(engine.__all__), "what is typed is what there is"


def test_editors_complete_the_keywords() -> None:
    search = inspect.signature(SEARCHERS.find("pvs").search).parameters
    assert {"nodes", "depth", "seconds", "cpu", "clock", "moves"} <= set(search)
    assert {"nodes", "openings", "games", "workers", "out"} <= set(get_type_hints(Run))


# -- public protocols ------------------------------------------------------------------------


def test_several_lines_and_hybrids_ask_what_anybody_may_write() -> None:
    for module in ("core/multipv.py", "state_space/hybrid.py"):
        tree = ast.parse((ROOT / "searchers" / module).read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and node.attr.startswith("_"):
                assert ast.unparse(node.value) in ("self", "super()", "_Lines"), ast.unparse(node)
    result = searcher("alphabeta@discs").search(game("othello"), Limits(depth=2), lines=2)
    assert len(result.root) == 4


# -- types -----------------------------------------------------------------------------------

PROGRAM = """
from pathlib import Path

from engine import LOSS, Evaluator, Limits, Position, Result, Searcher
from engine import evaluator, game, play_match, searcher
from games import GAMES
from nim import Nim


class Mobility(Evaluator):
    def value(self, position: Position) -> int:
        return len(position.legal_moves())


GAMES.register("nim", Nim)
player: Searcher = searcher("pvs", tt=4, evaluator=Mobility())
result: Result = player.search(Nim(), nodes=100)
line: list[str] = result.line
kind: type[Position] = GAMES.find("chess")
position: Position = game("ngame", b=4).clone()
worth: int = evaluator("static").value(position) - LOSS
match = play_match("othello", ["random", player], nodes=10, games=2, out=Path("folder"))
print(result, line, match.rows(), Limits(nodes=5), kind)
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("extra", "message"),
    [
        ("", "Success"),
        ("import starling; reveal_type(starling.Limits.nodes)", '"int | None"'),
        ("import starling; starling.nothing", 'no attribute "nothing"'),
        ('play_match("othello", [], nodse=5)', '"nodse"'),
        ('player.search(Nim(), nodes="many")', '"nodes"'),
        ("GAMES.register('x', Mobility)", '"type[Mobility]"'),
    ],
)
def test_a_strict_program_outside_the_checkout_type_checks(
    extra: str, message: str, tmp_path: Path
) -> None:
    """In an environment where Starling is installed as a package that ships its types."""
    pytest.importorskip("mypy")
    site = tmp_path / "env" / "lib" / f"python3.{sys.version_info[1]}" / "site-packages"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "env"], check=True)
    for room in ("games", "evaluators", "searchers", "engine", "starling"):
        assert (ROOT / room / "py.typed").exists()
        os.symlink(ROOT / room, site / room)
    shutil.copy(ROOT / "tests" / "nim.py", tmp_path)
    program = tmp_path / "program.py"
    program.write_text(PROGRAM + extra + "\n", encoding="utf-8")
    python, cache = tmp_path / "env" / "bin" / "python", tmp_path / "cache"
    words = ["--strict", "--python-executable", python, "--cache-dir", cache, "program.py"]
    made = subprocess.run(
        [sys.executable, "-m", "mypy", *words],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": ""},
    )
    assert message in made.stdout, made.stdout + made.stderr


@pytest.mark.parametrize("lines", [1, 2])
def test_a_searcher_does_one_search_at_a_time(lines: int) -> None:
    player, nodes = searcher("pvs"), []
    player.ranking = True

    def ask(_result: Any) -> None:
        with pytest.raises(BusyError, match=r"^pvs is searching; clone\(\) gives one more$"):
            player.search(game("chess"), nodes=100, lines=lines)
        assert player.ranking
        nodes.append(player.clone().search(game("chess"), nodes=100).nodes)

    assert player.search(game("chess"), nodes=2000, report=ask).nodes == 2000
    assert nodes
    assert player.search(game("chess"), nodes=100).nodes == 100


def test_a_search_of_several_lines_is_a_word_of_a_search() -> None:
    position = game("chess")
    found = searcher("pvs").search(position, nodes=5000, lines=3)
    same = searcher("pvs").search(position, Limits(5000), lines=3)
    assert found.root == same.root
    assert all(row["value"] is not None for row in found.rows()[:3])
    with pytest.raises(LimitsError, match=r"^lines=0: expected a whole number, at least 1$"):
        searcher("pvs").search(position, nodes=5000, lines=0)


@pytest.mark.parametrize("given", ["chess", None, 7])
def test_what_is_no_position_is_named_so(given: Any) -> None:
    with pytest.raises(PositionError, match=r"expected a position, such as game\('chess'\)"):
        searcher("pvs").search(given, nodes=5)


def test_parts_and_positions_show_what_they_are_made_of() -> None:
    position = game("chess")
    assert repr(position) == f"<chess {position.text()}>"
    assert repr(searcher("pvs@material")) == "<pvs@material>"
    assert repr(searcher("pvs:tt=64")) == "<pvs:tt=64>"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("10+0.1",), "remaining='10+0.1': expected a number of seconds"),
        ((float("nan"),), "remaining=nan: expected a number"),
        ((10, 0.1, 0), "moves_to_go=0: expected a whole number, at least 1"),
    ],
)
def test_a_clock_is_made_of_numbers(words: Any, message: str) -> None:
    with pytest.raises(LimitsError, match=re.escape(message)):
        Clock(*words)


class Patience(Nim):
    """Nim for one player, with a default searcher for two."""

    one_player = True


def test_a_game_for_one_player_has_a_default_searcher() -> None:
    assert searchers.default_for(Nim()) == "alphabeta"
    assert searchers.default_for(Patience()) == "minimax"
    assert searcher(searchers.default_for(Patience())).search(Patience(3), nodes=50).move in (1, 2)


def test_an_editable_install_is_a_path_that_type_checkers_read() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    assert settings["setuptools"]["package-dir"] == {"": "."}


# -- the package starling --------------------------------------------------------------------


def test_starling_has_the_names_of_engine_and_loads_them_when_used() -> None:
    code = (
        "import sys, starling\n"
        "assert not {*sys.modules} & {'games', 'searchers', 'evaluators', 'engine.match'}\n"
        "import engine\n"
        "assert sorted(starling.__all__) == dir(starling) == sorted(engine.__all__)\n"
        "assert all(getattr(starling, n) is getattr(engine, n) for n in engine.__all__)\n"
        "print(starling.play_match(starling.game('ngame'), ['random', 'random'], games=2, nodes=9))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    with pytest.raises(AttributeError, match="module 'starling' has no attribute 'nothing'"):
        importlib.import_module("starling").nothing  # noqa: B018
