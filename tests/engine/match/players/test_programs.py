"""Programs that crash, hang, flood, misreport or exit, in every protocol; and correct ones."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
from chess.engine import Option

from engine.cli.main import main
from engine.match import Tournament, play_match, round_robin
from engine.match.players.gtp import _left
from engine.match.players.nboard import _game_of
from engine.match.players.player import Forfeit
from engine.match.players.program import (
    GAME_FOLDERS,
    STARTING,
    Dialogue,
    Group,
    command_line,
    split_words,
)
from engine.match.players.searcher import make_players
from engine.match.players.xboard import _option
from games import make
from games.errors import EngineError, LimitsError, SpecError
from searchers import Clock, Limits
from tests.processes import alive, ended

RHINO = shutil.which("gtp-rhino", path=os.pathsep.join([os.environ["PATH"], *GAME_FOLDERS]))

FLOODING = "for _ in range(10**5): print('info string', 1000 * 'no ')"

AGAIN = """
import os
before = os.path.exists(sys.argv[0] + ".started")
open(sys.argv[0] + ".started", "w").close()
if before:
    """
"""The code for every start of the program except the first."""

PROTOCOLS = {"uci": "chess", "xboard": "chess", "gtp": "othello", "nboard": "othello"}
DEPTHS = {"uci": 1, "xboard": 1, "gtp": None, "nboard": 1}
TITLES = {"uci": "a UCI", "xboard": "an XBoard", "gtp": "a GTP", "nboard": "an NBoard"}

FAULTS = {
    "crashes": ({"go": "raise SystemExit(3)"}, "crash"),
    "closes its output": ({"go": "import os; os.close(1); time.sleep(100)"}, "crash"),
    "hangs": ({"go": "time.sleep(100)"}, "no answer"),
    "floods": ({"go": FLOODING}, "flood"),
    "floods one line": ({"go": 'sys.stdout.write("x" * 10**7)'}, "flood"),
    "cheats": ({"go": 'answer("e2e5")'}, "illegal move"),
    "talks": ({"go": 'answer("rubbish")'}, "illegal move"),
    "has no move": ({"go": 'answer("(none)")'}, "illegal move"),
    "dies": ({"start": AGAIN + "raise SystemExit(1)"}, "no start"),
    "floods at once": ({"start": AGAIN + FLOODING}, "no start"),
}


def limited(protocol):
    """A node, and a depth where the protocol has words for one."""
    return ["--nodes", "1", *(["--depth", str(depth)] if (depth := DEPTHS[protocol]) else [])]


@pytest.mark.parametrize(("protocol", "game"), PROTOCOLS.items())
def test_every_fault_is_named_and_the_rest_goes_on(double, monkeypatch, protocol, game):
    monkeypatch.setattr("engine.match.players.xboard.FIRST_WAIT", 5.0)  # a restart is another start
    programs = [
        f"{protocol}:{double(protocol, name, **does)}" for name, (does, _) in FAULTS.items()
    ]
    tournament = Tournament(
        game,
        ["random@static", *programs],
        nodes=1,
        depth=DEPTHS[protocol],
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
    said = {game.forfeited: game.detail for game in result.games}
    assert said["crashes"].startswith("the program ended (exit code 3)")
    assert said["closes its output"] == "the program closed its input or output"
    assert all(game.forfeited and "\n" not in game.detail for game in result.games)
    assert not any(game.detail.startswith(game.forfeited) for game in result.games)


@pytest.mark.parametrize(("protocol", "game"), PROTOCOLS.items())
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
    monkeypatch.setattr("engine.match.players.program.STARTING", starting)
    program = f"{protocol}:{double(protocol, 'broken', start=deed)}"
    words = ["--game", game, "--players", "random@static", program, *limited(protocol)]
    out = str(tmp_path / "out")
    assert main(["match", *words, "--workers", workers, "--out", out]) == 2
    output = capfd.readouterr()
    *before, line = output.err.splitlines()
    assert all(each.startswith("starling: ") or each.endswith(" ...") for each in before)
    assert line.startswith(f"starling: {program} does not start as {TITLES[protocol]} ")
    assert said in line
    assert line.isprintable()
    assert len(line) < 700
    assert output.out == ""
    assert not Path(out).exists()


@pytest.mark.parametrize(("protocol", "game"), PROTOCOLS.items())
def test_a_start_has_one_time_limit(double, monkeypatch, protocol, game):
    read, deadlines = Dialogue.read_line, []

    def noted(dialogue, question, deadline):
        deadlines.append(deadline)
        return read(dialogue, question, deadline)

    monkeypatch.setattr(Dialogue, "read_line", noted)
    (player,) = make_players([f"{protocol}:{double(protocol, 'engine')}"])
    with closing(player):
        player.prepare(make(game), Limits(depth=DEPTHS[protocol], clock=Clock(9)))
        deadline = time.monotonic() + 60
        player.start(deadline)
    assert max(deadlines) == deadlines[-1] == deadline


@pytest.mark.parametrize(("protocol", "game"), PROTOCOLS.items())
def test_a_program_of_another_protocol_is_reported_with_its_lines(
    tmp_path, monkeypatch, capfd, protocol, game
):
    monkeypatch.setattr("engine.match.players.program.STARTING", 3.0)
    foreign = tmp_path / "foreign"
    foreign.write_text('#!/bin/sh\nwhile read -r line; do echo hello; echo "what is $line"; done')
    foreign.chmod(0o755)
    program = f"{protocol}:{foreign}"
    words = ["--game", game, "--players", "random@static", program, *limited(protocol)]
    assert main(["match", *words]) == 2
    line = capfd.readouterr().err.splitlines()[-1]
    assert line.startswith(f"starling: {program} does not start as {TITLES[protocol]} ")
    assert "; it said 'what is " in line


@pytest.mark.parametrize("protocol", ["gtp", "nboard", "uci"])
def test_the_last_words_of_a_program_that_ends_are_reported(double, capfd, protocol):
    start = "import sys; sys.exit('no display')"
    program = f"{protocol}:{double(protocol, 'screen', start=start)}"
    game = PROTOCOLS[protocol]
    words = ["--game", game, "--players", "random@static", program, *limited(protocol)]
    assert main(["match", *words]) == 2
    assert "; it said 'no display'" in capfd.readouterr().err


def test_a_flood_after_an_answer_is_reported_at_the_next_command(monkeypatch):
    monkeypatch.setattr("engine.match.players.program.FLOOD", 2**16)
    code = "import time; print('answer'); print(2**18 * 'no ', flush=True); time.sleep(100)"
    dialogue = Dialogue([sys.executable, "-S", "-c", code])
    try:
        assert dialogue.read_line("first", time.monotonic() + 60) == "answer"
        dialogue._readers[0].join(60)  # it has read too much
        dialogue.send("second")
        with pytest.raises(Forfeit) as caught:
            dialogue.read_line("second", time.monotonic() + 60)
        assert caught.value.ending == "flood"
    finally:
        dialogue.end(kill=True)


def test_what_a_program_answers_is_printable_and_short(double, capfd):
    start = r"print('? \x1b[31m' + 400 * 'no ' + '\n', flush=True)"
    program = f"gtp:{double('gtp', 'refuses', start=start)}"
    assert main(["match", "--game", "othello", "--players", "random", program, "--nodes", "1"]) == 2
    line = capfd.readouterr().err.splitlines()[-1]
    assert r"'list_commands' was answered '? \x1b[31mno no" in line
    assert line.isprintable()
    assert len(line) < 500


@pytest.mark.parametrize("protocol", ["uci", "xboard"])
def test_a_missing_option_of_a_program_is_reported_before_the_first_game(double, capfd, protocol):
    program = f"{protocol}:{double(protocol, 'engine')} option.Skil=3"
    words = ["--game", "chess", "--players", "random@static", program, "--depth", "1"]
    assert main(["match", *words]) == 2
    said = capfd.readouterr().err
    assert "named 'Skil'. Did you mean 'Skill Level'? There are: Skill Level" in said


def test_a_finished_tournament_needs_no_players(double, tmp_path):
    program = double("gtp", "engine", go='answer("resign")')
    settings = {"game": "othello", "players": ["random@static", f"gtp:{program}"], "nodes": 1}
    assert round_robin(**settings, out=tmp_path / "out").count == 2
    (tmp_path / "engine.py").write_text("raise SystemExit(1)")
    assert round_robin(**settings, out=tmp_path / "out").count == 2
    with pytest.raises(EngineError, match="does not start"):
        round_robin(**settings, out=tmp_path / "out", games=4)


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


def test_a_player_that_exceeds_its_nodes_is_named(double):
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
    play_match("chess", [f"uci:{program}", "random@static"], nodes=1, games=1, patience=2)
    assert ended(int(note.read_text()))


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize("protocol", ["uci", "gtp", "nboard"])
def test_a_process_outside_its_engine_s_group_ends_with_it(double, tmp_path, protocol):
    note = tmp_path / "pid"
    start = (
        "import subprocess; child = subprocess.Popen([sys.executable, '-c', "
        "'import time; time.sleep(100)'], start_new_session=True); "
        f"open({str(note)!r}, 'w').write(str(child.pid))"
    )
    (engine,) = make_players([f"{protocol}:{double(protocol, 'wrapper', start=start)}"])
    engine.begin()
    assert alive(int(note.read_text()))
    engine.close()
    assert ended(int(note.read_text()))


def test_a_program_ends_if_its_guard_cannot_start(double, monkeypatch):
    def full(order):
        raise OSError(24, "Too many open files")

    class Noted(subprocess.Popen):
        def __init__(self, *arguments, **options):
            super().__init__(*arguments, **options)
            started.append(self)

    started = []
    monkeypatch.setattr(subprocess, "Popen", Noted)
    monkeypatch.setattr("engine.match.players.program._order_guard", full)
    (player,) = make_players([f"gtp:{double('gtp', 'engine')}"])
    with pytest.raises(Forfeit, match=r"GTP program: cannot watch it: .*Too many open files"):
        player.begin()
    assert [process.returncode is None for process in started] == [False]


OWNERS = {
    "in the group": (
        "import subprocess, time; from engine.match.players.program import Group; "
        "child = subprocess.Popen(['sleep', '100'], process_group=0); Group(child.pid); "
        "print(child.pid, flush=True); time.sleep(100)"
    ),
    "has left the group": (
        "import subprocess, time; from engine.match.players.program import Group, environment; "
        "env = environment(); "
        "child = subprocess.Popen(['sh', '-c', 'setsid sleep 100 & echo $!; wait'], env=env, "
        "process_group=0, stdout=subprocess.PIPE); Group(child.pid, env); "
        "print(int(child.stdout.readline()), flush=True); time.sleep(100)"
    ),
    "is a player": (
        "import os, time; from engine.match import Player, play_match\n"
        "class Hanging(Player):\n"
        "    def choose(self, position, limits):\n"
        "        print(os.getpid(), flush=True)\n"
        "        time.sleep(100)\n"
        "play_match('ngame', [Hanging('hanging'), 'random'], nodes=1)"
    ),
}
"""Scripts that start a program, or a player of another package, and print its process number."""


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize("program", OWNERS)
def test_programs_end_with_the_process_that_started_them(program):
    root = Path(__file__).resolve().parents[4]
    with subprocess.Popen(
        [sys.executable, "-c", OWNERS[program]], stdout=subprocess.PIPE, text=True, cwd=root
    ) as owner:
        pid = int(owner.stdout.readline())
        assert alive(pid)
        owner.kill()
    assert ended(pid)


@pytest.mark.skipif(sys.platform != "linux", reason="the system does not report it")
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


def test_a_path_of_windows_may_have_blanks_and_backslashes():
    command = r'"C:\chess engines\a.exe" -x "option.Skill Level=3"'
    words = [r"C:\chess engines\a.exe", "-x", "option.Skill Level=3"]
    assert split_words(command, backslashes=True) == words


def test_what_gtp_programs_cannot_do_is_reported_before_the_first_game():
    with pytest.raises(LimitsError, match="has no CPU limit"):
        play_match("othello", ["gtp:true", "random"], cpu=1.0)
    with pytest.raises(LimitsError, match="has no depth limit: its command line sets"):
        play_match("othello", ["gtp:true", "random"], depth=3)
    for seconds in (0, 0.05, 1.5):
        with pytest.raises(LimitsError, match=f"whole seconds a move only, not {seconds}: use"):
            play_match("othello", ["gtp:true", "random"], seconds=seconds)
    board = "X" * 20 + "-" * 7 + "OX" + "-" * 6 + "XO" + "-" * 27 + " X"
    with pytest.raises(SpecError, match="usual start only"):
        play_match(make("othello").at(board), ["gtp:true", "random"], nodes=1)


def test_what_nboard_and_xboard_programs_cannot_do_is_reported_before_the_first_game():
    with pytest.raises(LimitsError, match="give it a depth or a clock"):
        play_match("othello", ["nboard:true", "random"], nodes=1)
    with pytest.raises(LimitsError, match="has no CPU limit"):
        play_match("othello", ["nboard:true", "random"], cpu=1.0, depth=1)
    with pytest.raises(LimitsError, match="has no seconds for a move: use depth or clock"):
        play_match("othello", ["nboard:true", "random"], seconds=1, depth=1)
    with pytest.raises(LimitsError, match=r"a clock of at least 1, not 0\.5"):
        play_match("othello", ["nboard:true", "random"], clock="0.5")
    with pytest.raises(LimitsError, match="has no node limit: give it depth, seconds or a clock"):
        play_match("chess", ["xboard:true", "random"], nodes=1)
    with pytest.raises(LimitsError, match=r"whole seconds a move only, not 0\.5"):
        play_match("chess", ["xboard:true", "random"], seconds=0.5)
    with pytest.raises(LimitsError, match="takes seconds or a clock, not both"):
        play_match("chess", ["xboard:true", "random"], seconds=1, clock="10")


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("sd", "Illegal move: sd 1"),
        ("sd", "Invalid move: sd 1"),  # another word for the same
        ("option", "Error (unknown command): option"),
        ("option", "tellusererror 3 is too much"),
    ],
)
def test_what_an_xboard_engine_refuses_is_reported_before_the_first_game(double, word, said):
    engine = double("xboard", "strict", on={word: f"print({said!r}, flush=True)"})
    program = f"xboard:{engine} 'option.Skill Level=3'"
    refused = re.escape(repr(said))
    with pytest.raises(EngineError, match=f"it refuses a command: {refused}"):
        play_match("chess", ["random", program], depth=1)


XBOARD_ENGINE = """
import sys, chess, chess.variant
board, forced = chess.Board(), False
for line in sys.stdin:
    word, *rest = line.split()
    if word == "protover":
        print('feature ping=1 setboard=1 usermove=1 variants="normal,fischerandom,atomic" done=1')
    elif word == "new":
        board, forced = chess.Board(), False
    elif word == "variant" and rest[0] == "atomic":
        board = chess.variant.AtomicBoard()
    elif word == "variant":
        board = chess.Board(chess960=True)
    elif word == "force":
        forced = True
    elif word == "setboard":
        board.set_fen(" ".join(rest))
    elif word == "usermove":
        try:
            assert forced
            board.push_xboard(rest[0])
        except Exception:
            print("Illegal move:", rest[0])
    elif word == "ping":
        print("pong", *rest)
    elif word == "go":
        castling = [move for move in board.legal_moves if board.is_castling(move)]
        move = (castling or list(board.legal_moves))[0]
        print("move", board.xboard(move) if len(board.move_stack) % 2 else board.san(move))
        board.push(move)
    elif word == "quit":
        break
    sys.stdout.flush()
"""


@pytest.mark.parametrize("game", ["chess", "chess:chess960=true", "chess:variant=atomic"])
def test_an_xboard_engine_has_the_same_board_in_every_game(tmp_path, game):
    script = tmp_path / "engine.py"
    script.write_text(XBOARD_ENGINE)
    players = ["random@static", f"xboard:{sys.executable} {script}"]
    result = play_match(game, players, depth=1, games=2, adjudication={"longest": 60})
    assert [game.detail for game in result.games] == [""] * 2


@pytest.mark.parametrize("words", ["resign", "0-1 {White resigns}"])
def test_an_xboard_engine_may_resign(double, words):
    go = f"print({words!r}, flush=True)"
    program = f"xboard:{double('xboard', 'tired', go=go)}"
    result = play_match("chess", [program, "random"], depth=1, games=1, openings="none")
    assert result.games[0].ending == "resigned"


@pytest.mark.parametrize(("protocol", "word"), [("uci", "ucinewgame"), ("xboard", "new")])
def test_the_clock_does_not_run_while_a_program_prepares_for_a_game(double, protocol, word):
    engine = double(protocol, "slow", go='answer("a7a6")', on={word: "time.sleep(0.3)"})
    (player,) = make_players([f"{protocol}:{engine}"])
    with closing(player):
        limits, chess = Limits(clock=Clock(9)), make("chess")
        player.prepare(chess, limits)
        player.new_game()
        start = chess.at("4k3/p7/8/8/8/8/P7/4K3 b - - 0 1")  # an opening has its own start
        assert player.choose(start, limits).seconds < 0.3


@pytest.mark.parametrize("claim", ["1/2-1/2 {I have had enough}", "1-0 {Black resigns}"])
def test_an_xboard_engine_that_only_claims_a_result_is_reported(double, claim):
    go = f"print({claim!r}, flush=True)"
    program = f"xboard:{double('xboard', 'tired', go=go)}"
    record = play_match("chess", [program, "random"], depth=1, games=1, openings="none").games[0]
    assert record.ending == "refusal"
    assert record.detail == f"made no move; it said '{claim}'"


def test_an_xboard_engine_in_its_own_dialect_tells_what_it_thinks(double, tmp_path):
    received = tmp_path / "received"
    go = "print('9 -13 1 77 e7e5\\nMy move is : a7a6', flush=True)"
    program = f"xboard:{double('xboard', 'gnu', go=go, note=received)}"
    settings = {"clock": "10+0.5", "games": 1, "openings": "none", "patience": 5}
    record = play_match("chess", ["alphabeta", program], **settings).games[0]
    move = record.moves[1]
    assert (move.text, move.value, move.nodes, move.depth) == ("a7a6", -13, 77, 9)
    assert move.requested is None
    said = received.read_text().splitlines()
    assert said.count("level 0 0:10 0.5") == 1
    assert sum(line.startswith("time ") for line in said) == 2
    assert sum(line.startswith("otim ") for line in said) == 2


def test_a_gtp_program_knows_both_clocks(double, tmp_path):
    received = tmp_path / "received"
    known = ("genmove\\n", "genmove\\ntime_left\\ntime_settings\\n")
    program = "gtp:" + double("gtp", "timed", go='answer("PASS")', note=received, swap=known)
    settings = {"limits": [Limits(nodes=1, clock=Clock(9)), Limits(clock=Clock(70))]}
    play_match("othello", ["random", program], **settings, games=1, openings="none")
    said = received.read_text().splitlines()
    assert [line for line in said if line.startswith("time_left")] == [
        "time_left black 8 0",
        "time_left white 70 0",
    ]


def test_a_gtp_program_that_was_closed_before_its_game_clears_the_board(double, tmp_path):
    received = tmp_path / "received"
    program = double("gtp", "cleared", go='answer("PASS")', note=received)
    (player,) = make_players([f"gtp:{program}"])
    player.prepare(make("othello"), Limits(nodes=1))
    player.begin()
    player.close()
    for _ in range(2):
        player.new_game()
    player.close()
    assert received.read_text().splitlines().count("clear_board") == 3


def test_an_xboard_engine_that_refuses_the_start_of_a_game_loses_it(double, tmp_path):
    refuses = {"setboard": "print('Error (no positions): setboard', flush=True)"}
    program = f"xboard:{double('xboard', 'strict', on=refuses)}"
    book = tmp_path / "book.epd"
    book.write_text("4k3/p7/8/8/8/8/P7/4K3 w - - 0 1")
    settings = {"depth": 1, "games": 1, "openings": str(book)}
    record = play_match("chess", [program, "random"], **settings).games[0]
    assert (record.ending, record.detail) == ("refusal", "Error (no positions): setboard")


def test_an_nboard_program_gets_an_empty_game_before_the_clock_runs(double, tmp_path):
    received = tmp_path / "received"
    (player,) = make_players([f"nboard:{double('nboard', 'engine', note=received)}"])
    player.prepare(make("othello"), Limits(depth=1))
    player.begin()
    before = received.read_text().splitlines()
    player.new_game()
    said = received.read_text().splitlines()[len(before) :]
    player.close()
    assert [line.split()[:2] for line in said] == [["set", "game"], ["ping", "2"]]


def test_numbers_of_an_xboard_option_are_in_their_places():
    assert _option("A", "slider", "3 -1 9") == Option("A", "spin", 3, -1, 9, None)
    assert _option("A", "spin", "x 1 10") == Option("A", "spin", None, 1, 10, None)
    assert _option("A", "spin", "") == Option("A", "spin", None, None, None, None)


def test_an_xboard_engine_without_positions_plays_from_the_start_only(double):
    swap = ("setboard=1", "setboard=0")
    program = "xboard:" + double("xboard", "plain", go='answer("a7a6")', swap=swap)
    settings = {"depth": 1, "games": 1, "openings": "none"}
    record = play_match("chess", ["random", program], **settings).games[0]
    assert record.moves[1].text == "a7a6"
    start = make("chess").at("4k3/p7/8/8/8/8/P7/4K3 w - - 0 1")
    with pytest.raises(EngineError, match="begins at the usual start only"):
        play_match(start, ["random", program], **settings)
    with pytest.raises(EngineError, match="does not play fischerandom, only normal"):
        play_match("chess:chess960=true", ["random", program], **settings)


def test_an_xboard_engine_with_odd_features_plays(double, tmp_path):
    received = tmp_path / "received"
    odd = 'option="" option="Name" option="Depth -spin --5" option="Far -spin 9 0 5" loose '
    odd += 'option="Press -button" '
    swap = ("feature ping=1", f"feature {odd}ping=1")
    engine = double("xboard", "odd", go='answer("a7a6")', note=received, swap=swap)
    (player,) = make_players([f"xboard:{engine} option.Press=1"])
    limits, chess = Limits(depth=1), make("chess")
    with closing(player):
        player.prepare(chess, limits)
        player.begin()
        player.new_game()
        chess.push(chess.parse_move("e2e4"))
        for _ in range(2):
            player.choose(chess, limits)
    assert received.read_text().splitlines().count("option Press") == 1


def test_an_xboard_engine_that_wants_no_sigterm_is_not_refused_it(double, tmp_path):
    received = tmp_path / "received"
    swap = ("setboard=1", "setboard=1 sigterm=0")
    program = "xboard:" + double("xboard", "proud", go='answer("a7a6")', note=received, swap=swap)
    play_match("chess", ["random", program], depth=1, games=1, openings="none")
    said = received.read_text().splitlines()
    assert "protover 2" in said
    assert "rejected sigterm" not in said


@pytest.mark.parametrize(
    ("left", "time"), [(0.04, "TI[00:01]"), (1.9, "TI[00:01]"), (62.5, "TI[01:02]")]
)
def test_an_nboard_program_receives_whole_seconds_and_never_none(left, time):
    assert time in _game_of(make("othello"), Clock(left))


@pytest.mark.parametrize(
    ("answer", "value"),
    [("E6/-1.16/0.01", -116), ("e6 0.50 0.0", 50), ("E6", None), ("E6/1e999", None)],
)
def test_an_nboard_program_receives_the_game_and_reports_its_search(
    double, tmp_path, answer, value
):
    received = tmp_path / "received"
    go = f"print('search E6 1.0 0 7 x'); answer({answer!r})"
    program = f"nboard:{double('nboard', 'engine', go=go, note=received)}"
    opening = tmp_path / "opening.txt"
    opening.write_text("f5d6c3d3c4f4f6\n")
    settings = {"depth": 4, "clock": "65", "openings": f"file:path={opening}", "games": 1}
    record = play_match("othello", [program, "random"], **settings).games[0]
    assert record.forfeited == program  # as the second time the move is not legal
    if record.moves[0].side == 0:
        (move, *_) = record.moves
    else:
        move = record.moves[1]
    assert (move.text, move.value, move.nodes, move.depth) == ("e6", value, 77, 7)
    said = received.read_text().splitlines()
    assert said[:2] == ["nboard 2", "set depth 4"]
    board = "-" * 27 + "O*------*O" + "-" * 27
    first = f"BO[8 {board} *]B[F5]W[D6]B[C3]W[D3]B[C4]W[F4]B[F6]"
    assert any(line.startswith("set game (;GM[Othello]") and first in line for line in said)
    assert "TI[01:05]" in next(line for line in said if first in line)


def test_a_gtp_program_receives_the_moves(double, tmp_path):
    received = tmp_path / "received"
    program = "gtp:" + double("gtp", "deaf", go='answer("PASS")', note=received)
    result = play_match("othello", ["random", program], nodes=1, openings="random:plies=3", games=1)
    record = result.games[0]
    assert record.ending == "illegal move"
    lines = [line.split() for line in received.read_text().splitlines()]
    played = [["play", ("black", "white")[n % 2], text] for n, text in enumerate(record.text)]
    colour = ("black", "white")[len(record.text) % 2]
    assert lines[:3] == [["list_commands"], ["boardsize", "8"], ["clear_board"]]
    assert lines[3:] == [*played, ["genmove", colour], ["quit"]][: len(lines) - 3]


@pytest.mark.parametrize(
    ("clock", "seconds"),
    [
        (Clock(62.5), "62 0"),
        (Clock(0.4), "1 0"),  # not "0 0": no limit, to some
        (Clock(0.4, moves_to_go=2), "0 2"),
        (Clock(1.9, moves_to_go=1), "1 1"),
    ],
)
def test_a_gtp_program_receives_whole_seconds(clock, seconds):
    assert _left(clock) == seconds


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


FAIRYMAX = shutil.which("fairymax", path=os.pathsep.join([os.environ["PATH"], *GAME_FOLDERS]))


@pytest.mark.skipif(FAIRYMAX is None, reason="fairymax is not installed")
def test_fairymax_plays_chess():
    players = ["random@static", "xboard:fairymax"]
    result = play_match("chess", players, depth=2, games=2, openings="none")
    assert not any(game.forfeited for game in result.games)
    assert result.standing("xboard:fairymax").points >= 1.5
    assert result.standing("xboard:fairymax").cost.counted > 0
    assert result.budget() == ""
