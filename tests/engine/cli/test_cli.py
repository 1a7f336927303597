from __future__ import annotations

import io
import json
import re
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import engine.cli.main
from engine.cli.main import _COMMANDS, main
from engine.cli.parts import _games_for
from engine.text.console import NOTICE
from evaluators import EVALUATORS, Evaluator
from games.core.scores import MATE_BOUND, WIN
from games.core.words import score_text
from games.errors import EvaluationError, SpecError
from searchers import SEARCHERS, Searcher

ROOT = Path(__file__).resolve().parents[3]


def run(capfd: pytest.CaptureFixture[str], words: str, *more: str) -> tuple[int, str, str]:
    """Return the exit code, output and errors of a command; `more` are words with spaces."""
    try:
        code = main([*words.split(), *more])
    except SystemExit as left:  # argparse leaves so
        code = int(left.code or 0)
    out, err = capfd.readouterr()
    return code, out, err


def test_list_names_everything(capfd: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capfd, "list")
    assert code == 0
    for word in ("othello", "explicit:file", "positional", "alphabeta", "order=", "none|static|tt"):
        assert word in out
    assert "  breakthrough Breakthrough: " in out, "a long name is apart from its purpose"
    assert "alphabeta" not in run(capfd, "list games")[1]
    assert max(map(len, out.splitlines())) <= 80


def test_analyse_prints_json_alone(capfd: pytest.CaptureFixture[str]) -> None:
    words = "analyse --game ngame:b=3,d=30 --player bfms --nodes 50 --json --moves"
    code, out, err = run(capfd, words, "2 0")
    found: dict[str, Any] = json.loads(out)
    assert (code, err) == (0, "")
    assert set(found) >= {
        "move",
        "value",
        "bounds",
        "proved",
        "pv",
        "depth",
        "nodes",
        "counts",
        "root",
    }
    assert found["nodes"] == 50
    assert found["bounds"] is None
    best = {"move": found["move"], "value": found["value"], "bounds": None, "pv": found["pv"]}
    assert found["root"][0] == best
    assert [known["value"] for known in found["root"]] == sorted(
        (known["value"] for known in found["root"]), reverse=True
    )


def test_analyse_shows_people_the_move_and_its_rivals(capfd: pytest.CaptureFixture[str]) -> None:
    mate = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"
    code, out, _ = run(capfd, "analyse --game chess --player alphabeta --depth 3 --position", mate)
    assert code == 0
    assert "move Rd8#  value win in 1 ply (proved)\nline Rd8#\n" in out
    assert "\n  Rd8#  win in 1 ply" in out
    assert "\n1 . . . R . . K .\n  a b c d e f g h\nWhite to move\n" + mate in out
    assert "; values in centipawns\n" in out
    _, out, _ = run(capfd, "analyse --game chess --player bstar --nodes 500 --position", mate)
    assert "move Rd8#  value win in 1 ply (proved)\n" in out
    assert "\nrace Rd8# win in 1 ply against " in out
    over = "7k/8/8/8/8/8/5q2/7K w - - 0 1"
    words = "analyse --game chess --player bfms --nodes 9 --position"
    assert "the game is over: 0" in run(capfd, words, over)[1]


def test_analyse_takes_the_strongest_and_says_what_it_did_not_work_out(
    capfd: pytest.CaptureFixture[str],
) -> None:
    seen = "without a value (--lines N shows the best N moves): "
    words = "analyse --game othello --nodes 300"
    code, out, _ = run(capfd, words)
    assert code == 0
    assert "\npvs@patterns: 300 nodes" in out
    *_, best, rest = out.splitlines()
    assert rest.startswith(seen)
    assert sorted([best.split()[0], *rest.removeprefix(seen).split()]) == ["c4", "d3", "e6", "f5"]
    assert "?" not in out
    assert seen not in run(capfd, f"{words} --player bfms")[1]
    out = run(capfd, "analyse --game chess --nodes 0")[1]
    assert out.splitlines()[-1].split(": ")[1].split()[:3] == ["Na3", "Nc3", "Nf3"]


def test_json_of_chess_has_moves_for_programs_and_for_players(
    capfd: pytest.CaptureFixture[str],
) -> None:
    mate = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"
    words = "analyse --game chess --player alphabeta --json --depth 2 --position"
    found = json.loads(run(capfd, words, mate)[1])
    assert (found["move"], found["pv"]) == ("d1d8", ["d1d8"])
    assert (found["move_text"], found["line"]) == ("Rd8#", ["Rd8#"])


def test_analyse_draws_intervals_and_lists_lines(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    words = "analyse --game canonical:b=4,range=900,seed=3 --player bstar --nodes 40 --lines 2"
    out = run(capfd, words)[1]
    drawn = re.findall(r"^  \d +\S+  \[\S+, \S+\] +(?:\[|<)[=o]+(?:\]|>)$", out, re.MULTILINE)
    assert len(drawn) == 4
    race = json.loads(run(capfd, f"{words} --json")[1])["race"]
    assert f"race {race['best']} [" in out
    assert f", separation {race['separation']}, {race['strategy']}" in out
    assert max(map(len, out.splitlines())) == 79
    assert [line[:2] for line in out.splitlines() if line[:1].isdigit()] == ["1.", "2."]
    monkeypatch.setenv("COLUMNS", "10")
    assert "==" in run(capfd, words)[1]


def test_analyse_writes_a_trace(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "trace.jsonl"
    words = "analyse --game othello --player alphabeta --depth 3 --json --trace"
    found = json.loads(run(capfd, words, str(file))[1])
    events = [json.loads(line) for line in file.read_text().splitlines()]
    assert [event["event"] for event in events[:3]] == ["begun", "deepened", "expanded"]
    assert events[-1]["counts"] == found["counts"]
    assert [found["pv"][0]] == [
        event["move"] for event in events if event["node"] == events[-1]["best"]
    ][:1]


@pytest.mark.parametrize("file", ["/nowhere/trace", "/dev/full", "."])
def test_a_trace_that_cannot_be_written_is_reported(
    file: str, capfd: pytest.CaptureFixture[str]
) -> None:
    words = f"analyse --game othello --player pvs --depth 5 --trace {file}"
    code, out, err = run(capfd, words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"starling: cannot write {file!r}: ")


def test_an_error_of_the_search_is_not_the_trace_s(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    player = "bstar@calibrated:fits=nowhere.json"
    words = f"analyse --game chess --player {player} --nodes 100 --trace {tmp_path / 'trace'}"
    assert run(capfd, words)[::2] == (
        2,
        "starling: cannot read nowhere.json: No such file or directory; "
        "expected a file made by python -m training.intervals\n",
    )


def test_perft_counts_and_divides(capfd: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capfd, "perft --game ngame:b=3,d=4 3 --divide")
    assert code == 0
    assert "depth 3: 27 leaves" in out
    assert out.splitlines()[-3:] == ["0: 9", "1: 9", "2: 9"]


def test_check_distinguishes_passed_from_failed(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(capfd, "check ngame:b=2,d=4")[0] == 0
    assert run(capfd, "check bfms@discs --game ngame")[0] == 2
    code, out, _ = run(capfd, "check static --game ngame")
    assert (code, "checks passed" in out) == (0, True)


BOARDS = ("amazons", "breakthrough", "clobber", "connect4", "dots", "hex", "kalah", "mnk")
TREES = ("canonical", "increments", "ngame", "uniform")


@pytest.mark.parametrize(
    ("part", "served"),
    [
        ("random", {*BOARDS, "checkers", *TREES, "chess", "othello"}),
        ("mtdf", {*BOARDS, "checkers", *TREES, "chess", "othello"}),
        (
            "bstar",
            {
                "breakthrough",
                "canonical",
                "chess",
                "connect4",
                "eight",
                "kalah",
                "ngame",
                "othello",
            },
        ),
        ("bstar:dag=true@fixed", {*BOARDS, "canonical", "ngame", "othello"}),
        ("discs", {"othello"}),
    ],
)
def test_check_takes_all_games_that_a_part_serves(part: str, served: set[str]) -> None:
    kind = "evaluator" if part == "discs" else "searcher"
    assert set(_games_for(kind, part)) == served


class ServesNone(Evaluator):
    NAME = "choosy"

    def serves(self, position: Any) -> bool:
        return False


class Unfinished(Searcher):
    NAME = "unfinished"


def test_check_reports_an_error_of_a_part_in_a_line(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(SEARCHERS._found, "unfinished", Unfinished)
    for words in ("check unfinished --game ngame", "check unfinished"):
        code, out, err = run(capfd, words)
        assert (code, out) == (1, "")
        blocks = err.split("searcher unfinished on ")[1:]
        assert blocks
        assert all("Unfinished lacks _search" in block for block in blocks)
        assert max(map(len, err.splitlines())) <= 80


class Leaves(Evaluator):
    NAME = "legal-moves"

    def value(self, position: Any) -> int:
        return len(position.legal_moves())


@pytest.mark.parametrize(
    ("games", "code", "fault"),
    [(["uniform", "mnk"], 0, ""), (["uniform", "ngame"], 1, "legal-moves on ngame breaks")],
)
def test_an_evaluator_may_be_constant_in_some_games(
    games: list[str],
    code: int,
    fault: str,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setitem(EVALUATORS._found, "legal-moves", Leaves)
    monkeypatch.setattr("engine.cli.parts._games_for", lambda kind, spec: games)
    found, _, err = run(capfd, "check legal-moves")
    assert (found, fault in err) == (code, True)
    assert run(capfd, "check legal-moves --game uniform")[0] == 1


class Hanging(Searcher):
    NAME = "hanging"

    def _search(self, position: Any, limits: Any, answer: Any) -> None:
        end = time.monotonic() + 5
        while time.monotonic() < end:
            with suppress(Exception):
                self.budget.take()


def test_check_reports_a_search_without_an_end(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(SEARCHERS._found, "hanging", Hanging)
    monkeypatch.setattr("searchers.check._LONGEST", 0.02)
    code, out, err = run(capfd, "check hanging --game mnk")
    assert (code, out) == (1, "")
    assert "searcher hanging on mnk: a search with nodes=0 does not end in 0.02 seconds" in err
    code, _, err = run(capfd, "check hanging")
    assert (code, "does not end in 0.02 seconds" in err) == (2, True)


ENDLESS = """
import itertools, searchers.check
from searchers import Searcher

class Endless(Searcher):
    def _search(self, position, limits, answer):
        sum(itertools.repeat(1))  # C that neither ends nor runs Python code

searchers.check._LONGEST = searchers.check._GRACE = 0.1
searchers.check.check_searcher(Endless(), "mnk")
"""


def test_a_search_that_no_exception_ends_ends_the_process() -> None:
    done = subprocess.run(
        [sys.executable, "-c", ENDLESS], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, "in search_in_time" in done.stderr) == (1, True)


def test_check_reports_why_a_part_serves_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(EVALUATORS._found, "choosy", ServesNone)
    with pytest.raises(EvaluationError, match="pst gives values, no intervals"):
        _games_for("searcher", "bstar@pst")
    with pytest.raises(SpecError, match="serves no game here"):
        _games_for("evaluator", "choosy")
    with pytest.raises(SpecError, match="base=pst: expected one that gives intervals"):
        _games_for("evaluator", "invalid:base=pst")


@pytest.mark.parametrize(
    ("words", "seen"),
    [
        ("analyse --game chees --player bfms --nodes 1", "Did you mean 'chess'?"),
        ("analyse --game ngame --player bfsm --nodes 1", "Did you mean 'bfms'?"),
        ("analyse --game ngame:c=3 --player bfms --nodes 1", "no option of ngame is named 'c'"),
        ("analyse --game ngame --player bfms", "say how long to search"),
        ("analyse --game ngame --player bfms --nodes -3", "nodes=-3: expected a whole number"),
        ("analyse --game ngame --player bfms --nodes 3 --moves 9", "move 9 is not legal"),
        ("analyse --game chess --position nonsense --player bfms --nodes 3", "nonsense"),
        ("analyse --game ngame --player bfms@discs --nodes 3", "does not support ngame"),
        ("analyse --game ngame --player uci:stockfish --nodes 3", "programs play in match"),
        ("analyse --game explicit:nowhere.json --player bfms --nodes 3", "nowhere.json"),
        (
            "analyse --game ngame --player bfms --nodes 3 --lines 0",
            "--lines 0: expected at least 1",
        ),
        ("perft --game ngame 0", "expected at least 1"),
        ("perft --game ngame 401", "at most 400 plies"),
        (f"perft --game ngame --moves {'9' * 5000} 1", "99... is not legal"),
        ("analyse --game ngame --player bfms --seconds inf", "seconds=inf: expected a number"),
        (
            "match --game ngame --players bfms bfms --clock " + "9" * 5000,
            "expected [moves/]seconds",
        ),
        ("analyse --game uniform:p=nan --player bfms --nodes 3", "p=nan: expected a number from 0"),
        ("analyse --game ngame --player bstar:doubt=nan --nodes 3", "doubt=nan: expected a number"),
        ("perft --game ngame x", "invalid int value: 'x' (see starling perft -h)"),
        ("analyse --game ngame --player bfms --seconds nan", "seconds=nan: expected a number"),
        (
            "analyse --game chess:variant=atomic --player bfms@pst --nodes 3",
            "chess:variant=atomic;",
        ),
        (
            "train mnk --minutes 1e6",
            "--minutes 1e+06: expected a number above 0 and below 1,000,000",
        ),
        ("check nothing", "no part is named 'nothing'"),
        ("match --game chess --players bfms uci:no-such-engine --nodes 5", "no-such-engine"),
        (
            "match --game chess --players bfms pvs --nodes 5 --games 1000000000",
            "from 1 to 1,000,000",
        ),
        ("mach --game chess", "no command is named 'mach'. Did you mean 'match'? There are: "),
        ("--plug nowhere.py list", "argument COMMAND: invalid choice: 'nowhere.py'"),
        ("match --gmae chess", "no flag is named '--gmae'. Did you mean '--game'? There are: "),
        ("analyse --game chess --playrs=bfms", "no flag is named '--playrs'. Did you mean"),
        ("analyse --game ngame --player bfms --nodes 1.5", "--nodes: '1.5': expected a whole"),
        (f"analyse --game ngame --player bfms --nodes {'9' * 5000}", "expected a whole number"),
        (f"analyse --game ngame --player bfms --depth {'9' * 5000}", "invalid int value: '999"),
        ("standings . --sprt 0 1e308", "elo1=1e+308: expected elo0 below elo1, both from -200 to"),
        ("explore ps:k=2 --nodes 9", "'ps:k=2' is a searcher, and searches need a game: expected"),
        ("explore nowhere.jsonl", "cannot read nowhere.jsonl"),
        ("lab page --out no-such-folder", "there is no folder no-such-folder"),
        ("lab best-first-2 --only chess-7", "expected the pattern of a contest of best-first-2"),
        ("lab palay-4 --only othello-*", "--only means nothing to palay-4: expected --trees"),
        ("lab list --workers 2", "--workers means nothing to list"),
        ("lab agreement one two --out x", "--out means nothing to agreement"),
        ("lab page --out . --seed 3", "--seed means nothing to page"),
        ("check othello --game chess", "--game means nothing to a game: expected an evaluator or"),
        ("check othello --depth 2", "--depth means nothing to a game: expected an evaluator or"),
        ("check discs --depth 2", "--depth means nothing to an evaluator: expected a searcher"),
        ("explore x.jsonl --plays 2", "--plays means nothing to trace files: expected --game"),
        ("explore x.jsonl --port 81", "--port means nothing without --serve"),
        ("explore --serve --nodes 9", "--nodes means nothing to --serve: the page has a form"),
        ("play othello --seconds 1 --seed 3", "--seed means nothing to seconds or a clock"),
        ("standings . --model logistic", "--model means nothing without --sprt"),
        ("report . --model logistic", "--model means nothing without --sprt"),
        ("reproduce . --write x.zip --games 3", "--games means nothing to --write"),
        ("lab arena --workers 2 --dask here", "--dask: not allowed with argument --workers"),
    ],
)
def test_bad_input_gets_one_line_and_exit_code_2(
    words: str, seen: str, capfd: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capfd, words)
    assert (code, out) == (2, "")
    assert seen in err
    assert err.startswith("starling: ")
    assert len(err.splitlines()) == 1
    assert len(err) < 5000


def test_a_served_page_is_opened(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    shown: list[str] = []
    monkeypatch.setattr("webbrowser.open", shown.append)
    monkeypatch.setattr("engine.explore.serving.serve", lambda port, announce: announce(str(port)))
    assert run(capfd, "explore --serve --port 81")[:2] == (0, "81 (ends by Ctrl-C)\n")
    assert shown == []
    run(capfd, "explore --serve --port 81 --open")
    assert shown == ["81"]


@pytest.mark.parametrize("nodes", ["5e2", "0.5K", "+500", "5_00"])
def test_counts_are_written_as_people_write_them(
    nodes: str, capfd: pytest.CaptureFixture[str]
) -> None:
    words = f"analyse --game ngame:b=3,d=30 --player bfms --json --nodes {nodes}"
    code, out, _ = run(capfd, words)
    assert (code, json.loads(out)["nodes"]) == (0, 500)


def test_a_value_that_looks_like_a_flag_is_none(capfd: pytest.CaptureFixture[str]) -> None:
    words = "match --game chess --nodes 1 --players bfms"
    assert "'--no such program'" in run(capfd, words, "--no such program")[2]


def test_long_commands_tell_when_they_run_uncompiled(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(engine.cli.main, "uncompiled", lambda: True)
    words = "match --game ngame:d=3 --players random random --nodes 1 --games 1"
    assert run(capfd, words)[::2] == (0, f"starling: {NOTICE}\n")
    assert run(capfd, "perft --game ngame 1")[2] == ""


def test_the_version_is_reported(capfd: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capfd, "--version")
    assert code == 0
    assert re.fullmatch(r"starling (\d+\.\d+\.\d+|\(not installed\))\n", out)


@pytest.mark.parametrize("game", ["chess", "othello", "eight", "ngame", "canonical"])
@pytest.mark.parametrize("flag", ["--position", "--moves"])
def test_positions_and_moves_are_quoted_in_part(
    flag: str, game: str, capfd: pytest.CaptureFixture[str]
) -> None:
    code, _, err = run(capfd, f"perft --game {game} {flag} {'x' * 100_000} 1")
    assert (code, err.count("\n")) == (2, 1)
    assert len(err) < 700


def test_huge_numbers_are_numbers(capfd: pytest.CaptureFixture[str]) -> None:
    words = "analyse --game ngame:b=2,d=3 --player alphabeta --depth 9"
    assert run(capfd, words, "--nodes", "9" * 30)[0] == 0


def test_characters_that_the_output_lacks_are_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    output = io.TextIOWrapper(io.BytesIO(), "ascii")
    monkeypatch.setattr(sys, "stdout", output)
    words = ["match", "--game", "ngame:d=2", "--nodes", "1", "--games", "1", "--players", "random"]
    assert main([*words, "name=Łódź random"]) == 0
    assert rb"\u0141\xf3d\u017a" in output.buffer.getvalue()  # type: ignore[attr-defined]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_output_that_cannot_be_written(capfd: pytest.CaptureFixture[str]) -> None:
    command = [sys.executable, "-m", "engine.cli.main", "list"]
    with open("/dev/full", "w") as full:
        seen = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, cwd=ROOT)
    assert (seen.returncode, seen.stderr) == (2, "starling: [Errno 28] No space left on device\n")


def test_an_interruption_before_the_command_runs_is_reported_in_a_line(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(_name: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("engine.cli.main.import_module", interrupted)
    assert run(capfd, "list") == (130, "", "starling: interrupted\n")


def test_scores_for_people() -> None:
    scores = (None, 0, -7, WIN - 1, 2 - WIN, MATE_BOUND - 3, 3 - MATE_BOUND)
    seen = ["?", "0", "-7", "win in 1 ply", "loss in 2 plies", "win", "loss"]
    assert [score_text(score) for score in scores] == seen


@pytest.mark.parametrize(("games", "said"), [("2", ""), ("3", "repeat from game 3 of a pair on")])
def test_a_match_says_first_where_its_openings_run_out(capfd, games, said):
    words = "match --game ngame:b=3,d=4 --players alphabeta random --nodes 9 --openings none"
    status, _, err = run(capfd, f"{words} --games {games}")
    assert (status, bool(err)) == (0, bool(said))
    assert said in err


def test_the_help_has_every_command_in_a_group(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    out = capfd.readouterr().out
    for name, (_, purpose) in _COMMANDS.items():
        assert f"  {name} " in out
        assert purpose.split()[0] in out
    assert out.index("Play and look at games:") < out.index("Research:")


def test_parts_as_json(capfd: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capfd, "list games --json")
    parts = json.loads(out)["games"]
    assert code == 0
    assert parts["hex"]["options"]["size"] == {
        "help": "files and rows",
        "type": "int",
        "default": 11,
        "low": 2,
        "high": 19,
    }


def test_bounds_of_zero_are_listed(capsys):
    assert main(["list", "searchers", "--json"]) == 0
    assert '"low": 0' in capsys.readouterr().out
