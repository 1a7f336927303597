"""Experiments at the board, on a few games with small budgets."""

from __future__ import annotations

import csv
import json

import pytest

from engine.cli.main import main
from engine.lab import AT_THE_BOARD, EXPERIMENTS, find
from engine.lab.board.board import BoardExperiment, Contest, Curve, Entrant, Study
from engine.lab.board.playing import play
from engine.lab.board.report import PairRow, command_of, figures_of, pair_rows, player_rows, write
from engine.lab.board.searches import WORST, cost_of_root, loss_of, search_again
from engine.lab.page import Duel, page
from engine.match.tournament import Tournament
from games import make as make_game
from games.core.scores import INFINITY
from games.errors import EngineError
from searchers import make as make_searcher
from tests.compiled import COMPILED

NODES = 60
PLAYERS = (
    Entrant("first", "bfms@positional"),
    Entrant("second", "abtree@positional"),
    Entrant("third", "alphabeta@positional"),
)


def contest(*entrants, nodes=NODES, games=2, study=Study(1, "alphabeta@discs", every=4, deeper=2)):  # noqa: B008 (it is frozen)
    return Contest(f"othello-{nodes}", "othello", nodes, entrants, games, study)


def made_up(*contests, curves=()):
    return BoardExperiment("made-up", "title", "source", 0, contests, curves)


def rows_of(found):
    return [row for played in found for row in (*pair_rows(played), *player_rows(played))]


@pytest.fixture(scope="module")
def played():
    (found,) = play(made_up(contest(*PLAYERS)), games=None, seed=1)
    return found


def test_a_pattern_leaves_some_contests_and_their_curves():
    small, large = contest(*PLAYERS), contest(*PLAYERS, nodes=2 * NODES)
    curves = [Curve(f"{c.nodes}", "curve", (c,)) for c in (small, large)]
    left = made_up(small, large, curves=tuple(curves)).matching(f"*-{NODES}")
    assert left.contests == (small,)
    assert left.curves == (curves[0],)
    assert command_of(left, 2, 1) == f"starling lab made-up --games 2 --only '*-{NODES}' --seed 1"


def test_every_pair_and_every_player_has_a_row(played):
    pairs, players = pair_rows(played), player_rows(played)
    assert [(row.player, row.opponent) for row in pairs] == [
        ("first", "second"),
        ("first", "third"),
        ("second", "third"),
    ]
    assert all(row.games == 2 == row.won + row.drawn + row.lost for row in pairs)
    assert [row.spec for row in players] == [each.spec for each in PLAYERS]
    assert sum(row.points for row in players) == 6
    assert all(0 < row.mean_nodes <= row.most_nodes <= NODES for row in players)
    assert all(4 < row.root_nodes <= row.root_nodes_at_most for row in players)


def test_searches_are_those_of_the_games(played):
    """Made again, they take as many nodes as the games' records say."""
    nodes = dict.fromkeys(("first", "second", "third"), 0)
    for game in played.result.games:
        position = game.opening.reach(make_game(played.result.game))
        for move in game.moves:
            if len(position.legal_moves()) > 1:
                nodes[game.players[move.side]] += move.nodes
            position.push(move.move)
    for name, total in nodes.items():
        assert played.searches[f"{name}: nodes"].total == total
    rows = {row.player: row for row in player_rows(played)}
    assert all(0 < rows[name].tree_kept < 100 for name in ("first", "second"))
    assert rows["third"].tree_kept is None
    for row in rows.values():
        assert row.empty == row.in_evaluator == 0
        assert 1 < row.depth <= row.deepest
        assert 0 < row.moves_checked < row.searches


def test_a_searcher_that_does_not_repeat_itself_is_found_out(played):
    record = played.result.games[0]
    specs = {each.name: "random:seed=5" for each in PLAYERS}
    with pytest.raises(EngineError, match=r"random.* does not repeat itself: in game 1, move \d"):
        search_again("othello", specs, NODES, Study(), record)


@pytest.mark.parametrize(
    ("text", "fen", "least", "most"),
    [
        ("Ra8", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 0, 0),
        ("Kf1", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", WORST, INFINITY),
        ("Rb1", "r5k1/5pp1/7p/8/8/7P/5PP1/R5K1 w - - 0 1", 400, 600),
        ("Qe4", "7k/8/5KQ1/8/8/8/8/8 w - - 0 1", 0, 0),
    ],
    ids=["mates", "does not mate", "leaves a rook", "mates later"],
)
def test_what_a_move_loses_is_what_a_deeper_search_says(text, fen, least, most):
    start = make_game("chess").at(fen)
    judge = make_searcher("alphabeta@material")
    assert least <= loss_of(start, start.parse_move(text), judge, 20_000) <= most


def test_below_the_root_s_expansion_there_is_no_search():
    """In Othello's openings a root has more than 5 moves in the mean; two that can search play."""
    costly = Entrant("costly", "bfms@positional")
    two = contest(costly, PLAYERS[2], nodes=5, study=Study())
    (found,) = play(made_up(two), games=None, seed=1)
    assert found.result is None
    (row,) = pair_rows(found)
    assert row.note == "no search: costly and third"
    assert row.elo is row.games is None
    assert figures_of(made_up(two, curves=(Curve("f", "t", (two,)),)), [found])
    assert cost_of_root("othello", "bfms@positional", "balanced:seed=1").n == 100


def test_what_was_interrupted_goes_on(tmp_path):
    experiment = made_up(contest(*PLAYERS[:2], games=4), contest(*PLAYERS[1:], nodes=50))
    whole = rows_of(play(experiment, games=None, seed=2))
    for stop in (0.3, 0.6, 0.9):
        reached = []

        def interrupt(done, planned, what, stop=stop, reached=reached):
            reached.append(done / planned)
            if done > stop * planned:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            play(experiment, games=None, seed=2, folder=tmp_path, on_progress=interrupt)
        assert reached == sorted(reached)
        assert reached[0] <= stop < reached[-1] <= 1
    assert rows_of(play(experiment, games=None, seed=2, folder=tmp_path)) == whole


def test_more_games_are_studied_after_some(tmp_path, monkeypatch):
    monkeypatch.setattr("engine.lab.board.searches._ROOTS", 2)
    entrants = (Entrant("first", "bfms"), Entrant("second", "alphabeta"))
    book, study = "random:plies=2", Study(2)
    experiment = made_up(
        Contest("mnk-30", "mnk:m=5,n=5,k=4", 30, entrants, 4, study, openings=book)
    )
    play(experiment, games=2, seed=2, folder=tmp_path)
    more = play(experiment, games=4, seed=2, folder=tmp_path)
    assert rows_of(more) == rows_of(play(experiment, games=4, seed=2))


@pytest.mark.skipif(not COMPILED, reason="processes take seconds to start")
def test_workers_change_no_number():
    experiment = made_up(contest(*PLAYERS))
    numbers = [rows_of(play(experiment, games=None, seed=3, workers=w)) for w in (1, 2)]
    assert numbers[0] == numbers[1]


def test_what_is_written(tmp_path):
    pytest.importorskip("matplotlib")
    duel = contest(*PLAYERS[:2], study=Study())
    silent = contest(*PLAYERS[:2], nodes=5, study=Study())
    curve = Curve("made-up-figure", "a title", (silent, duel))
    experiment = made_up(silent, duel, curves=(curve,))
    found = play(experiment, games=2, seed=1)
    written = write(experiment, found, tmp_path, 2, 1)
    assert [path.name for path in written] == [
        "made-up.csv",
        "made-up-players.csv",
        "made-up.json",
        "made-up-figure.svg",
    ]
    with written[0].open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["nodes"], row["games"], row["note"][:9]) for row in rows] == [
        ("5", "", "no search"),
        ("60", "2", rows[1]["note"][:9]),
    ]
    account = json.loads(written[2].read_text(encoding="utf-8"))
    assert account["command"] == "starling lab made-up --games 2 --seed 1"
    assert account["openings"] == "balanced:seed=1"
    assert account["studies"]["othello-60"]["openings"] == 0
    assert [row["spec"] for row in account["players"]][:2] == [each.spec for each in PLAYERS[:2]]
    assert "first against second" in written[3].read_text(encoding="utf-8")
    (figure,) = figures_of(experiment, found)
    assert [len(line.points) for line in figure.series] == [1, 2]


def test_a_budget_of_time_has_no_share_of_nodes():
    pair = PairRow("contest", "othello", 0, "first", "second", mean_nodes=9.0, cpu=3)
    assert Duel(pair, None, None).used is None


@pytest.mark.parametrize("name", AT_THE_BOARD)
def test_every_declared_player_exists(name):
    experiment = find(name)
    names = [contest.name for contest in experiment.contests]
    assert experiment.name == name
    assert len(set(names)) == len(names)
    for each in experiment.contests:
        start = make_game(each.game)
        specs = [entrant.spec for entrant in each.entrants]
        assert Tournament(each.game, specs, nodes=1, openings="none").plan.planned
        assert not each.study.judge or make_searcher(each.study.judge).evaluator.serves(start)


@pytest.mark.skipif(not COMPILED, reason="thousands of searches")
def test_searchers_that_had_not_played_play(capsys, tmp_path):
    """The issue's round-robins with fewer games: complete, and no budget exceeded."""
    name = "minimax-at-the-board"
    assert main(["lab", name, "--games", "1", "--out", str(tmp_path)]) == 0
    output = capsys.readouterr()
    assert output.err == ""
    assert output.out.count("\nholds: ") == 2
    assert "no hold" not in output.out
    account = json.loads((tmp_path / name / f"{name}.json").read_text(encoding="utf-8"))
    assert account["games"] == 30
    kept = [row["tree kept %"] for row in account["players"] if row["player"] == "abtree"]
    assert all(0 < share < 100 for share in kept)


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (["--trees", "5"], "--trees means nothing to minimax-at-the-board: expected --games"),
        (["--games", "0"], "games=0: expected a whole number, at least 1"),
        (["--workers", "0"], "workers=0"),
    ],
)
def test_bad_input_gets_one_line(words, fault, capsys):
    assert main(["lab", "minimax-at-the-board", *words]) == 2
    output = capsys.readouterr()
    assert (output.out, output.err.count("\n")) == ("", 1)
    assert fault in output.err


def test_the_page_tells_what_the_results_say(capsys, tmp_path):
    pytest.importorskip("matplotlib")
    out = tmp_path / "results"
    assert main(["lab", "srimani-5.1", "--out", str(out)]) == 0
    assert page(out).count("not run") == len(EXPERIMENTS) + len(AT_THE_BOARD) - 1
    silent = contest(*PLAYERS[:2], nodes=5)
    duel, three = contest(*PLAYERS[:2]), contest(*PLAYERS, nodes=50, study=Study())
    curve = Curve("a-figure", "a title", (silent, duel))
    experiment = made_up(silent, duel, three, curves=(curve,))
    folder = out / "minimax-at-the-board"
    folder.mkdir()
    written = write(experiment, play(experiment, games=None, seed=1), folder, None, 1)
    written[2].rename(folder / "minimax-at-the-board.json")
    capsys.readouterr()
    assert main(["lab", "page", "--out", str(out)]) == 0
    output = capsys.readouterr().out
    for words in (
        "| [srimani-5.1](#srimani-51) | Srimani 1985",
        "| reproduced with a correction | 21 of 21 |",
        "(results/srimani-5.1/srimani-figure-5.3.svg)",
        "| othello | first | `bfms@positional` | 8 |",
        "| othello | 5 | first | second |  | no search |",
        "| othello | 60 | first | second | +",
        "![a-figure](results/minimax-at-the-board/a-figure.svg)",
        "#### othello-50",
        "*wrong* are the proved ones",
    ):
        assert words in output
    rows = [line.count("|") for line in output.splitlines() if line.startswith("|")]
    assert min(rows) > 4
