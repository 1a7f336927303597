"""Sequential tests that end a tournament, and always on the same games."""

from __future__ import annotations

import itertools
import json
from concurrent.futures import Executor, Future

import pytest

from engine.cli.main import main
from engine.match import Sprt, Tournament, play_match, round_robin, standings
from engine.match.games.record import Cost, GameSummary
from engine.match.results.pairs import Trial
from engine.match.runner import play_pairing
from engine.match.statistics.elo import Pentanomial
from games.errors import SpecError
from tests.kills import Interrupting
from tests.results import outcome_of

MATCH = ("ngame:b=8,d=5", ["alphabeta", "random"])
SETTINGS = {"nodes": 20, "sprt": (0, 50), "games_per_pair": 400, "openings": "random:plies=3"}


def summary(round, first, second, score, line=None):
    costs = (Cost.none(), Cost.none())
    line = str(round) if line is None else line
    return GameSummary(round, (first, second), score, "win", None, "", line, costs)


def games(*scores):
    """The games of a against b, who swap colours, with the points of a."""
    for index, score in enumerate(scores):
        turned = index % 2
        yield summary(index + 1, "ba"[1 - turned], "ab"[1 - turned], 1 - score if turned else score)


def test_the_order_in_which_games_end_does_not_matter():
    drawn = [1, 1, 1, 0.5, 0, 1] * 10
    for order in itertools.permutations(range(4)):
        trial = Trial(("a", "b"), Sprt(0, 200), 50)
        counted = []
        for start in range(0, 60, 4):
            four = list(enumerate(games(*drawn)))[start : start + 4]
            for place in order:
                counted += trial.add(*four[place])
        assert trial.decision == "H1"
        assert [game.number for game in counted] == list(range(1, trial.games + 1))
        assert trial.games == 20
        assert trial.pentanomial == Pentanomial(0, 0, 3, 3, 4)
        assert trial.llr == Sprt(0, 200).llr(trial.pentanomial) > trial.test.upper
        assert trial.add(60, summary(61, "a", "b", 1.0)) == []


def test_duplicates_are_no_evidence_of_a_test():
    trial = Trial(("a", "b"), Sprt(0, 10), 2)
    first = [summary(1, "a", "b", 1.0, "x"), summary(2, "b", "a", 0.0, "y")]
    again = [summary(3, "a", "b", 1.0, "x"), summary(4, "b", "a", 0.0, "z")]
    for index, game in enumerate([*first, *again]):
        trial.add(index, game)
    assert trial.pentanomial == Pentanomial(two=1)
    assert trial.over
    assert not trial.decision


class Backwards(Executor):
    """Plays games some at a time, the last one first, all in this thread."""

    def __init__(self):
        self.waiting = []
        self.played = 0

    def submit(self, function, *arguments):
        future = Future()
        if play_pairing not in (function, *arguments):
            future.set_result(function(*arguments))
            return future
        self.waiting.append((future, function, arguments))
        if len(self.waiting) == 8:
            for waiting, function, arguments in reversed(self.waiting):
                waiting.set_result(function(*arguments))
            self.played += len(self.waiting)
            self.waiting.clear()
        return future


def test_a_decided_match_is_the_same_however_many_are_played_at_a_time(tmp_path):
    backwards = Backwards()
    settings = {**SETTINGS, "games_per_pair": 160}
    one = Tournament(*MATCH, **settings).run(tmp_path / "one")
    (trial,) = one.trials
    assert trial.decision == "H1"
    assert one.over
    assert one.count == trial.games < 160
    two = Tournament(*MATCH, **settings).run(tmp_path / "two", executor=backwards)
    assert str(two) == str(one) == str(standings(tmp_path / "two"))
    assert backwards.played > two.count
    assert outcome_of(tmp_path / "two") == outcome_of(tmp_path / "one")
    for name in ("games.txt", "standings.csv"):
        files = [(tmp_path / folder / name).read_text() for folder in ("one", "two")]
        assert files[0] == files[1]
    assert len(two.games) == len(standings(tmp_path / "two").games) == two.count
    saved = json.loads((tmp_path / "two" / "results.json").read_text())
    assert saved["sprt"] == [trial.as_dict()]
    assert f"LLR {trial.llr:.2f} [-2.94, 2.94]: H1 (50 Elo) is accepted after" in str(two)
    again = Tournament(*MATCH, **settings).run(tmp_path / "one")
    assert str(again) == str(one), "nothing is played any more"


def test_an_interrupted_test_goes_on_to_the_same_decision(tmp_path):
    whole = Tournament(*MATCH, **SETTINGS).run()
    for count in (9, 18):
        part = Tournament(*MATCH, **SETTINGS).run(tmp_path, progress=Interrupting(9))
        assert part.interrupted
        assert standings(tmp_path).count == count
    assert str(Tournament(*MATCH, **SETTINGS).run(tmp_path)) == str(whole)


def test_every_pair_is_tested_for_itself(tmp_path):
    players = ["alphabeta", "random", "random:seed=2"]
    result = round_robin(
        MATCH[0],
        players,
        nodes=20,
        games=100,
        sprt=Sprt(0, 60),
        out=tmp_path,
        openings=SETTINGS["openings"],
    )
    assert [trial.players for trial in result.trials] == [
        ("alphabeta", "random"),
        ("alphabeta", "random:seed=2"),
        ("random", "random:seed=2"),
    ]
    assert [pair.games for pair in result.matchups] == [trial.games for trial in result.trials]
    assert result.over
    assert len({trial.games for trial in result.trials}) > 1
    assert str(standings(tmp_path)) == str(result)


FILE = """
game = "ngame:b=8,d=5"
nodes = 20
games_per_pair = 400
sprt = {sprt}
[openings]
random_plies = 3
[[player]]
spec = "alphabeta"
[[player]]
spec = "random"
"""


@pytest.mark.parametrize("sprt", ["[0, 50]", "{ elo0 = 0, elo1 = 50, alpha = 0.05 }"])
def test_the_file_asks_for_a_test(sprt, tmp_path, capsys):
    file = tmp_path / "test.toml"
    file.write_text(FILE.format(sprt=sprt))
    assert main(["tournament", str(file), "--out", str(tmp_path / "out")]) == 0
    assert "is accepted after" in " ".join(capsys.readouterr().out.split())
    assert main(["standings", str(tmp_path / "out")]) == 0
    assert "SPRT alphabeta to random, 0 against 50 normalised Elo" in " ".join(
        capsys.readouterr().out.split()
    )


@pytest.mark.parametrize(
    ("sprt", "words"),
    [
        ("[10, 0]", "sprt: elo0=10, elo1=0: expected elo0 below elo1, both from -200 to 200"),
        ("[0]", "sprt=[0.0]: expected two numbers, elo0 and elo1"),
        ("[0, nan]", "sprt=[0.0, nan]: expected two numbers"),
        ("10", "sprt=10: expected two numbers, as in [0, 10], or a table with elo0 and elo1"),
        ("{ elo0 = 0 }", "sprt lacks elo1: expected elo1 = a number"),
        ("{ elo0 = 0, elo1 = 5, alfa = 0.1 }", "Did you mean 'alpha'"),
        ("{ elo0 = 0, elo1 = 5, alpha = 0.7 }", "sprt: alpha=0.7: expected a number between 0"),
        ("[0, 10]\nformat = 'swiss'\nrounds = 1", "sprt: expected a round-robin or gauntlet"),
    ],
)
def test_a_test_that_is_none_is_reported_in_one_line(sprt, words, tmp_path, capsys):
    file = tmp_path / "test.toml"
    file.write_text(FILE.format(sprt=sprt))
    assert main(["tournament", str(file), "--out", str(tmp_path / "out")]) == 2
    line = capsys.readouterr().err.splitlines()[-1]  # interpreted, one before it says so
    assert line.startswith(f"starling: {file}: ")
    assert words in line


@pytest.mark.parametrize(
    ("player", "limits", "games"),
    [("random", {"nodes": 20}, 4), ("random", {"seconds": 0.01}, 8), ("slow", {"nodes": 20}, 8)],
)
def test_a_test_of_players_that_repeat_themselves_ends_with_its_openings(
    player, limits, games, slow, tmp_path
):
    book = tmp_path / "book.txt"
    book.write_text("f5d6c3\nf5f6\n")
    players = ["alphabeta", slow("slow") if player == "slow" else player]
    settings = {"sprt": (0, 10), "games_per_pair": 8, "openings": str(book), **limits}
    tournament = Tournament("othello", players, **settings)
    assert tournament.plan.planned == len(tournament.schedule) == games
    if player == "random" and games == 4:
        result = tournament.run()
        assert result.over
        assert result.trials[0].summary().endswith("after 4 games: no openings are left (2 played)")


def test_a_test_needs_whole_pairs():
    with pytest.raises(SpecError, match="games=3: expected an even number, as sprt counts"):
        play_match(*MATCH, nodes=1, games=3, sprt=(0, 10))
