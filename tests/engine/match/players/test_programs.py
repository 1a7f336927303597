"""Programs that crash, hang, flood, lie and leave, in both protocols; and well-behaved ones."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine.cli.main import main
from engine.match import Tournament, play_match, round_robin
from engine.match.players.gtp import GtpPlayer
from engine.match.players.programs import GAME_FOLDERS, STARTING, Group, command_line
from engine.match.players.uci import UciPlayer
from games import make
from games.errors import EngineError, LimitsError, SpecError
from tests.processes import alive, ended

RHINO = shutil.which("gtp-rhino", path=os.pathsep.join([os.environ["PATH"], *GAME_FOLDERS]))

FLOODING = "for _ in range(10**5): print('info string', 1000 * 'no ')"

AGAIN = """
import os
before = os.path.exists(sys.argv[0] + ".started")
open(sys.argv[0] + ".started", "w").close()
if before:
    """
"""What follows is done whenever the program is started, but the first time."""

FAULTS = {
    "crashes": ({"go": "raise SystemExit(3)"}, "crash"),
    "hangs": ({"go": "time.sleep(100)"}, "no answer"),
    "floods": ({"go": FLOODING}, "flood"),
    "floods one line": ({"go": 'sys.stdout.write("x" * 10**7)'}, "flood"),
    "cheats": ({"go": 'answer("e2e5")'}, "illegal move"),
    "talks": ({"go": 'answer("rubbish")'}, "illegal move"),
    "dies": ({"start": AGAIN + "raise SystemExit(1)"}, "no start"),
    "floods at once": ({"start": AGAIN + FLOODING}, "no start"),
}


@pytest.mark.parametrize(("protocol", "game"), [("uci", "chess"), ("gtp", "othello")])
def test_every_fault_is_named_and_the_rest_goes_on(double, protocol, game):
    programs = [
        f"{protocol}:{double(protocol, name, **does)}" for name, (does, _) in FAULTS.items()
    ]
    tournament = Tournament(
        game,
        ["random@static", *programs],
        nodes=1,
        format="gauntlet",
        names=["random", *FAULTS],
        patience=1.0,
    )
    result = tournament.run(workers=2)
    assert result.count == 2 * len(FAULTS)
    for name, (_, ending) in FAULTS.items():
        assert dict(result.standing(name).forfeits) == {ending: 2}, name
        assert any(
            remark.startswith(f"{name} forfeited: {ending} 2") for remark in result.remarks()
        )
    assert result.standing("random").wins == 2 * len(FAULTS)
    assert all(game.forfeited and "\n" not in game.detail for game in result.games)
    assert not any(game.detail.startswith(game.forfeited) for game in result.games)


@pytest.mark.parametrize(("protocol", "game"), [("uci", "chess"), ("gtp", "othello")])
@pytest.mark.parametrize(
    ("deed", "said", "starting", "workers"),
    [
        ("raise SystemExit(1)", "exit code", STARTING, "1"),
        ("raise SystemExit(1)", "exit code", STARTING, "2"),
        ("time.sleep(100)", "", 0.3, "1"),
        (FLOODING, "more than 4194304 bytes for one answer", STARTING, "1"),
    ],
    ids=["ends", "ends at once for all workers", "is silent", "floods"],
)
def test_a_run_whose_program_does_not_start_is_refused(
    double, tmp_path, monkeypatch, capfd, protocol, game, deed, said, starting, workers
):
    monkeypatch.setattr(f"engine.match.players.{protocol}.STARTING", starting)
    program = f"{protocol}:{double(protocol, 'broken', start=deed)}"
    words = ["--game", game, "--players", "random@static", program, "--nodes", "1"]
    out = str(tmp_path / "out")
    assert main(["match", *words, "--workers", workers, "--out", out]) == 2
    told = capfd.readouterr()
    *before, line = told.err.splitlines()
    assert all(each.startswith("starling: ") or each.endswith(" ...") for each in before)
    assert line.startswith(f"starling: {program} does not start as a {protocol.upper()} ")
    assert said in line
    assert line.isprintable()
    assert len(line) < 700
    assert told.out == ""
    assert not Path(out).exists()


def test_what_a_program_answers_is_printable_and_short(double, capfd):
    start = r"print('? \x1b[31m' + 400 * 'no ' + '\n', flush=True)"
    program = f"gtp:{double('gtp', 'refuses', start=start)}"
    assert main(["match", "--game", "othello", "--players", "random", program, "--nodes", "1"]) == 2
    line = capfd.readouterr().err.splitlines()[-1]
    assert r"'list_commands' was answered '? \x1b[31mno no" in line
    assert line.isprintable()
    assert len(line) < 500


def test_a_missing_option_of_a_program_is_told_before_the_first_game(double, capfd):
    program = f"uci:{double('uci', 'engine')} option.Skil=3"
    words = ["--game", "chess", "--players", "random@static", program, "--nodes", "1"]
    assert main(["match", *words]) == 2
    assert "no option is named 'Skil'. There are: Skill Level" in capfd.readouterr().err


def test_a_finished_tournament_needs_no_players(double, tmp_path):
    program = double("gtp", "engine", go='answer("resign")')
    asked = {"game": "othello", "players": ["random@static", f"gtp:{program}"], "nodes": 1}
    assert round_robin(**asked, out=tmp_path / "out").count == 2
    (tmp_path / "engine.py").write_text("raise SystemExit(1)")
    assert round_robin(**asked, out=tmp_path / "out").count == 2
    with pytest.raises(EngineError, match="does not start"):
        round_robin(**asked, out=tmp_path / "out", games=4)


@pytest.mark.parametrize(
    ("nodes", "implausible"),
    [
        ("nodes 99999999999999", "more nodes than the time allows"),
        ("nodes -7", "negative node count"),
        ("depth 3", "no node count"),
    ],
)
def test_a_false_node_count_is_reported(double, nodes, implausible):
    go = f"print('info {nodes} score cp 1'); print('bestmove a7a6', flush=True)"
    program = f"uci:{double('uci', 'liar', go=go)}"
    result = play_match("chess", ["random@static", program], nodes=100, games=1, openings="none")
    liar = result.standing(program)
    assert dict(liar.cost.implausible) == {implausible: 1}
    assert f"{program}: {implausible} 1" in str(result)
    assert not result.budget().startswith("equal")


def test_who_takes_more_nodes_than_asked_is_named(double):
    go = "print('info nodes 107'); print('bestmove a7a6', flush=True)"
    program = f"uci:{double('uci', 'glutton', go=go)}"
    result = play_match("chess", ["alphabeta@pst", program], nodes=100, games=1, openings="none")
    said = "exceeded it in 1 of 1 move (at most 107 of 100)"
    assert result.budget() == f"no equal budget: {program} {said}"


def test_a_wrapper_ends_with_what_it_started(double, tmp_path):
    note = tmp_path / "pid"
    start = (
        "import subprocess; "
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(100)']); "
        f"open({str(note)!r}, 'w').write(str(child.pid))"
    )
    program = double("uci", "wrapper", start=start, go="raise SystemExit(0)")
    play_match("chess", [f"uci:{program}", "random@static"], nodes=1, games=1)
    assert ended(int(note.read_text()))


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize("protocol", ["uci", "gtp"])
def test_who_leaves_the_group_of_its_engine_ends_with_it(double, tmp_path, protocol):
    note = tmp_path / "pid"
    start = (
        "import subprocess; child = subprocess.Popen([sys.executable, '-c', "
        "'import time; time.sleep(100)'], start_new_session=True); "
        f"open({str(note)!r}, 'w').write(str(child.pid))"
    )
    player = UciPlayer if protocol == "uci" else GtpPlayer
    engine = player(double(protocol, "wrapper", start=start))
    engine.begin()
    assert alive(int(note.read_text()))
    engine.close()
    assert ended(int(note.read_text()))


def ends_with_its_owner(script):
    """Whether the program whose number a script in the checkout tells ends when it is killed."""
    root = Path(__file__).resolve().parents[4]
    with subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, cwd=root
    ) as owner:
        program = int(owner.stdout.readline())
        assert alive(program)
        owner.kill()
    return ended(program)


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_who_leaves_the_group_ends_with_the_process_that_started_the_engine():
    script = (
        "import subprocess, time; from engine.match.players.programs import Group, environment; "
        "env = environment(); "
        "child = subprocess.Popen(['sh', '-c', 'setsid sleep 100 & echo $!; wait'], env=env, "
        "process_group=0, stdout=subprocess.PIPE); Group(child.pid, env); "
        "print(int(child.stdout.readline()), flush=True); time.sleep(100)"
    )
    assert ends_with_its_owner(script)


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_programs_end_with_the_process_that_started_them():
    script = (
        "import subprocess, time; from engine.match.players.programs import Group; "
        "child = subprocess.Popen(['sleep', '100'], process_group=0); Group(child.pid); "
        "print(child.pid, flush=True); time.sleep(100)"
    )
    assert ends_with_its_owner(script)


@pytest.mark.skipif(sys.platform != "linux", reason="the system does not tell")
def test_the_cpu_time_of_a_program_is_known():
    loop = "n = 0\nwhile True: n += 1"
    process = subprocess.Popen([sys.executable, "-c", loop], process_group=0)
    group = Group(process.pid)
    before = group.cpu()
    deadline = time.monotonic() + 20
    while group.cpu() < before + 0.05 and time.monotonic() < deadline:
        time.sleep(0.01)
    spent = group.cpu() - before
    group.end()
    process.wait()
    assert spent >= 0.05
    assert group.cpu() is None


@pytest.mark.parametrize("command", ["no-such-program -x", "'open"])
def test_a_command_that_cannot_run_is_named(command):
    with pytest.raises(EngineError, match="gtp:"):
        command_line("gtp", command)


def test_what_gtp_programs_cannot_do_is_told_before_the_first_game():
    with pytest.raises(LimitsError, match="knows no CPU limit"):
        play_match("othello", ["gtp:true", "random"], cpu=1.0)
    board = "X" * 20 + "-" * 7 + "OX" + "-" * 6 + "XO" + "-" * 27 + " X"
    with pytest.raises(SpecError, match="usual start only"):
        play_match(make("othello").at(board), ["gtp:true", "random"], nodes=1)


def test_a_gtp_program_hears_the_moves(double, tmp_path):
    received = tmp_path / "heard"
    program = "gtp:" + double("gtp", "deaf", go='answer("PASS")', note=received)
    result = play_match("othello", ["random", program], nodes=1, openings="random:plies=3", games=1)
    record = result.games[0]
    assert record.ending == "illegal move"
    told = [line.split() for line in received.read_text().splitlines()]
    played = [["play", ("black", "white")[n % 2], text] for n, text in enumerate(record.text)]
    colour = ("black", "white")[len(record.text) % 2]
    assert told[:3] == [["list_commands"], ["boardsize", "8"], ["clear_board"]]
    assert told[3:] == [*played, ["genmove", colour], ["quit"]][: len(told) - 3]


@pytest.mark.skipif(RHINO is None, reason="gtp-rhino is not installed")
def test_gtp_rhino_plays_othello(tmp_path):
    rhino = "gtp:gtp-rhino -l 1"
    result = play_match("othello", ["random@static", rhino], nodes=100, games=4, out=tmp_path)
    assert not any(game.forfeited for game in result.games)
    assert {game.ending.split()[0] for game in result.games} == {"discs"}
    assert result.standing(rhino).points >= 3
    assert result.standing(rhino).cost.counted == 0
    assert result.budget() == f"no equal budget: {rhino} has no node budget"
    assert result.standing(rhino).cost.cpu > 0
