"""Tournaments: from a file, by many workers, killed and resumed; what they say of themselves."""

from __future__ import annotations

import inspect
import json
import re
import sys
from pathlib import Path

import msgspec
import pytest

from engine.cli.main import main
from engine.match import (
    OPENINGS,
    Adjudication,
    Choice,
    Matchup,
    Player,
    Tournament,
    play_match,
    round_robin,
)
from engine.match.players.program import PATIENCE
from engine.match.results.pairs import Played
from engine.match.statistics.elo import WDL, Pentanomial, elo, los
from engine.match.tournament_file import BOOKS, File, PlayerTable, read_tournament
from games import StarlingError, make
from games.errors import EngineError, FileError, SpecError
from games.parts.options import options_of
from searchers import Clock, Limits
from searchers import make as make_searcher
from tests.kills import Interrupting
from tests.results import outcome_of

ROOT = Path(__file__).resolve().parents[3]

FILE = """
game = "othello"
format = "round-robin"
games_per_pair = 6
nodes = 60
seed = 5
[openings]
random_plies = 8
[[player]]
spec = "bfms@positional"
[[player]]
spec = "alphabeta@positional"
name = "textbook"
nodes = 50
[[player]]
spec = "random"
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "tournament.toml"
    path.write_text(FILE)
    return path


def played(result):
    return [
        (g.number, g.players, g.result, g.text, [m.nodes for m in g.moves]) for g in result.games
    ]


def test_the_number_of_workers_changes_nothing(file, tmp_path):
    one = read_tournament(file).run(tmp_path / "one")
    two = read_tournament(file).run(tmp_path / "two", workers=2)
    assert played(one) == played(two)
    assert outcome_of(tmp_path / "one") == outcome_of(tmp_path / "two")
    assert len((tmp_path / "two" / "transcripts.txt").read_text().splitlines()) == 18


def test_what_was_interrupted_goes_on(file, tmp_path):
    whole = read_tournament(file).run(tmp_path / "whole")
    for games in (3, 1, 8):
        part = read_tournament(file).run(tmp_path / "parts", progress=Interrupting(games))
        assert part.interrupted
    assert part.count == 12
    rest = read_tournament(file).run(tmp_path / "parts")
    assert not rest.interrupted
    assert played(rest) == played(whole)
    assert outcome_of(tmp_path / "parts") == outcome_of(tmp_path / "whole")
    again = read_tournament(file).run(tmp_path / "parts", progress=Interrupting(1))
    assert not again.interrupted
    assert again.count == 18


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (
            "games_per_pair = 6",
            "games_per_pair = 4",
            "of 6 games of each pair, more than the 4 requested",
        ),
        ("seed = 5", "seed = 6", "openings is"),
        ("nodes = 50", "nodes = 40", r"players\[1\].limits is \"nodes=50\" there"),
        ("= 6\nnodes = 60", "= 8\nnodes = 40", r"players\[0\].limits is \"nodes=60\" there"),
        ("nodes = 50", "nodes = 50\n[[player]]\nspec = 'pvs'", "3 players there, 4 here"),
        ("games_per_pair = 6", 'event = "Cup"\ngames_per_pair = 5', "more than the 5 requested"),
    ],
)
def test_another_tournament_is_refused(file, tmp_path, old, new, words):
    read_tournament(file).run(tmp_path / "out", progress=Interrupting(1))
    before = outcome_of(tmp_path / "out")
    file.write_text(FILE.replace(old, new))
    with pytest.raises(FileError, match=words) as raised:
        read_tournament(file).run(tmp_path / "out")
    assert "choose another folder" in str(raised.value)
    assert outcome_of(tmp_path / "out") == before


def test_more_games_are_added_to_those_there_are(file, tmp_path):
    whole = read_tournament(file).run(tmp_path / "whole")
    for games in (2, 4):
        file.write_text(FILE.replace("games_per_pair = 6", f"games_per_pair = {games}"))
        assert read_tournament(file).run(tmp_path / "parts").count == 3 * games
    file.write_text(FILE)
    more = read_tournament(file).run(tmp_path / "parts", progress=Interrupting(7))
    assert not more.interrupted, "six games are left to play"
    assert played(more) == played(whole)
    assert outcome_of(tmp_path / "parts") == outcome_of(tmp_path / "whole")


def test_other_moves_of_the_same_openings_are_named(tmp_path):
    book = tmp_path / "book.txt"
    settings = {"nodes": 5, "openings": f"file:path={book}", "out": tmp_path / "out"}
    book.write_text("f5d6c3\n")
    play_match("othello", ["random", "alphabeta"], **settings)
    book.write_text("f5f6\n")
    for games in (2, 4):
        with pytest.raises(FileError, match=r"the moves of the openings file:.* differ"):
            play_match("othello", ["random", "alphabeta"], games=games, **settings)


@pytest.mark.parametrize(("plies", "remarked"), [(70, True), (8, False)])
def test_openings_that_leave_no_choice_are_remarked_on(plies, remarked):
    settings = {"nodes": 5, "openings": f"random:plies={plies}"}
    result = play_match("othello", ["alphabeta", "pvs"], **settings)
    said = [line for line in result.remarks() if line.startswith("little choice: ")]
    assert bool(said) == remarked


def test_what_two_played_goes_on_from_half_a_pair(tmp_path):
    match = ("ngame:b=3,d=5", ["alphabeta", "random"])
    play_match(*match, nodes=5, games=3, out=tmp_path)
    assert played(play_match(*match, nodes=5, games=6, out=tmp_path)) == played(
        play_match(*match, nodes=5, games=6)
    )


def test_nothing_is_added_to_half_a_pair_of_three(tmp_path):
    match = ("ngame:b=3,d=5", ["alphabeta", "pvs", "random"])
    round_robin(*match, nodes=5, games=3, out=tmp_path)
    with pytest.raises(FileError, match="games_per_pair is 3 there, 6 here"):
        round_robin(*match, nodes=5, games=6, out=tmp_path)


@pytest.mark.parametrize(
    ("openings", "games", "again"),
    [("none", 2, None), ("none", 3, 3), ("random", 20, None), ("random:plies=1", 20, 9)],
)
def test_openings_that_come_again_are_reported(openings, games, again):
    settings = {"nodes": 5, "games_per_pair": games, "openings": openings}
    assert Tournament("othello", ["alphabeta", "pvs"], **settings).repeats_from == again


def test_objects_play_too_where_they_can_be_sent(tmp_path):
    start = make("othello").at("f5d6c3")
    players = [make_searcher("alphabeta:order=tt,tt=16@positional"), "random"]
    settings = {"nodes": 20, "openings": "none"}
    one, two = (play_match(start, players, workers=n, **settings) for n in (1, 2))
    assert played(one) == played(two)


def least(tree, node):
    """A hook: prefer the node of the least number."""
    return -node


def test_hooks_play_in_workers_too():
    player = make_searcher("abtree:grow=best@static")
    player.promise = least
    games = [
        play_match("mnk", [player, "random"], nodes=60, games=2, workers=n, openings="none")
        for n in (1, 2)
    ]
    assert played(games[0]) == played(games[1])
    plain = play_match("mnk", ["abtree:grow=best@static", "random"], nodes=60, openings="none")
    assert played(plain) != played(games[0])


def test_the_moves_before_a_start_are_sent_to_workers_with_it():
    start = make("chess").play("g1f3", "g8f6", "f3g1", "f6g8")
    settings = {"nodes": 5, "openings": "none", "adjudication": {"longest": 9}}
    one, two = (play_match(start, ["pvs", "random"], workers=n, **settings) for n in (1, 2))
    assert played(one) == played(two)
    assert {len(game.moves) for game in two.games} == {5}


class Tidy(Player):
    """A player in Python that pickles: it takes the move whose number is least."""

    def __init__(self, name="tidy", sign=1):
        super().__init__(name)
        self.sign = sign

    def choose(self, position, limits):
        move = min(position.legal_moves(), key=lambda move: self.sign * move)
        return Choice(move, None, 1, 0.0, None, "")


def test_players_in_python_that_pickle_play_in_workers():
    settings = {"nodes": 20, "games": 4, "openings": "random:plies=4"}
    players = [Tidy(), Tidy("other", -1)]
    one, two = (play_match("othello", players, workers=n, **settings) for n in (1, 2))
    assert played(one) == played(two)
    assert not any(game.forfeited for game in two.games)


def test_what_cannot_be_sent_to_a_worker_is_named(tictactoe, answering):
    players = [answering(lambda *_: 0), "random"]
    with pytest.raises(SpecError, match=r"cannot be sent to a worker .* or one worker"):
        play_match(tictactoe, players, nodes=1, workers=2)


def test_the_file_says_what_is_played(file):
    tournament = read_tournament(file)
    assert tournament.start.text() == make("othello").text()
    assert [seat.name for seat in tournament.participants] == [
        "bfms@positional",
        "textbook",
        "random",
    ]
    assert tournament.limits == [Limits(nodes=60), Limits(nodes=50), Limits(nodes=60)]
    assert tournament.book.spec == "random:seed=5"
    assert len(tournament.schedule) == 18


def test_the_file_may_say_more(tmp_path):
    (tmp_path / "book.epd").write_text("4k3/8/8/8/8/8/8/R3K3 w - -\n")
    path = tmp_path / "more.toml"
    path.write_text(
        """
        game = "chess"
        format = "gauntlet"
        patience = 5
        margin = 0.5
        clock = "10+0.1"
        [openings]
        file = "book.epd"
        [adjudication]
        longest = 50
        resign_value = 900
        [[player]]
        spec = "alphabeta@pst"
        depth = 2
        [[player]]
        spec = "random@pst"
        """
    )
    tournament = read_tournament(path)
    assert tournament.limits == [Limits(depth=2), Limits(clock=Clock(10, 0.1))]
    assert tournament.adjudication == Adjudication(longest=50, resign_value=900)
    assert tournament.patience == 5
    assert tournament.plan.margin == 0.5
    assert tournament.schedule[0].opening.start.startswith("4k3/8/8/8/8/8/8/R3K3 w")


def documented(heading):
    """The keys in the first table of docs/tournaments.md behind a heading, and their defaults."""
    page = (ROOT / "docs" / "tournaments.md").read_text(encoding="utf-8")
    section = page.partition(f"\n{heading}\n")[2].partition("\n#")[0]
    rows = [row.split("|") for row in section.splitlines() if row.startswith("| `")]
    return {
        key: default.strip()
        for _, keys, _, default, _ in rows
        for key in re.findall("`([^`]+)`", keys)
    }


def names_of(record):
    return {field.name for field in msgspec.structs.fields(record)}


def test_the_path_of_a_program_begins_at_the_folder_of_the_file(tmp_path, double, monkeypatch):
    folder = tmp_path / "some folder"
    folder.mkdir()
    script = folder / "engine.sh"
    script.write_text(f'#!/bin/sh\nexec {double("uci", "engine", go="answer(0)")} "$@"\n')
    script.chmod(0o755)
    file = folder / "t.toml"
    keys = 'game = "chess"\nnodes = 1\ngames_per_pair = 1\n[openings]\nbook = "none"\n'
    player = '[[player]]\nspec = "{}"\n'
    file.write_text(keys + player.format("uci:./engine.sh") + player.format("random"))
    monkeypatch.chdir(tmp_path)
    tournament = read_tournament("some folder/t.toml")
    assert tournament.plan.players[0].spec == "uci:./engine.sh"
    monkeypatch.chdir("/")
    assert tournament.run(workers=2).games[0].ending == "illegal move"  # it played
    file.write_text(file.read_text().replace("engine.sh", "none.sh"))
    with pytest.raises(EngineError, match=r"there is no program /.*/some folder/\./none\.sh$"):
        read_tournament(file)


def test_the_page_has_every_key_of_the_file():
    assert set(documented("## The file")) == names_of(File)
    assert set(documented("### `[[player]]`")) == names_of(PlayerTable)
    books = [OPENINGS.find(name) for name in OPENINGS.builtin]
    options = {option.name for book in books for option in options_of(book)}
    assert set(documented("### `[openings]`")) == options | set(BOOKS)
    rules = {field.name: field.default for field in msgspec.structs.fields(Adjudication)}
    keys = documented("### `[adjudication]`")
    assert keys == {key: "" if value is None else str(value) for key, value in rules.items()}
    settings = inspect.signature(Tournament).parameters
    top = documented("## The file")
    for key in ("games_per_pair", "format", "event"):
        assert top[key].strip('`"') == str(settings[key].default)
    assert float(top["patience"]) == PATIENCE


def test_the_page_s_file_is_a_tournament(tmp_path):
    page = (ROOT / "docs" / "tournaments.md").read_text(encoding="utf-8")
    (text,) = re.findall("```toml tournament-file\n(.*?)```", page, re.DOTALL)
    (tmp_path / "page.toml").write_text(text.replace("uci:stockfish", f"uci:{sys.executable}"))
    tournament = read_tournament(tmp_path / "page.toml")
    assert tournament.limits == [Limits(nodes=10_000), Limits(clock=Clock(10, 0.1))]
    assert tournament.event == "Autumn cup"


def test_the_file_may_begin_with_a_byte_order_mark(file):
    file.write_text(FILE, encoding="utf-8-sig")
    assert len(read_tournament(file).participants) == 3


@pytest.mark.parametrize("count", ['"10k"', "1e4", '"1e4"', "10_000"])
def test_counts_in_the_file_are_written_as_people_write_them(file, count):
    file.write_text(FILE.replace("nodes = 60", f"nodes = {count}"))
    assert read_tournament(file).limits[0] == Limits(nodes=10_000)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("nodes = 60", 'nodes = "10x"', "nodes='10x': expected a whole number, such as 5000, 1e4"),
        ("nodes = 60", "nodes = 1.5", "nodes=1.5: expected a whole number"),
        ("games_per_pair = 6", "games_per_pair = inf", "games_per_pair=inf: expected a whole"),
        ("games_per_pair = 6", "games_per_pairs = 6", "Did you mean 'games_per_pair'"),
        ("games_per_pair = 6", "games = 6", "Did you mean 'games_per_pair'"),
        ("[openings]\nrandom_plies = 8", 'openings = "balanced"', "a table: [openings], and"),
        ("random_plies = 8", "random_ply = 8", "Did you mean 'random_plies'"),
        ("random_plies = 8", 'random_plies = 8\nfile = "x"', "random_plies and file"),
        ("random_plies = 8", "random_plies = 8\nplies = 4", "random_plies and plies"),
        ("random_plies = 8", 'file = "missing.pgn"', "missing.pgn"),
        ("random_plies = 8", 'book = "balance"', "Did you mean 'balanced'"),
        ("nodes = 50", "nods = 50", "player 2: no key is named 'nods'. Did you mean 'nodes'"),
        ("[openings]", "[adjudication]\nexakt = 8\n[openings]", "Did you mean 'exact'"),
        ("[openings]", "[adjudication]\nexact = 0\n[openings]", "exact=0: expected a whole number"),
        ("[openings]", '[adjudication]\nsyzygy = "x"\n[openings]', "syzygy is for chess"),
        ("nodes = 60", 'nodes = "60"', "nodes='60': expected a whole number"),
        ("nodes = 60", "nodes = true", "nodes=True: expected a whole number"),
        ("nodes = 60", 'clock = "ten"', "clock=ten"),
        ('game = "othello"', "", "lacks game: expected game = text in quotes"),
        ('game = "othello"', 'game = "othelo"', "Did you mean 'othello'"),
        ('"round-robin"', '"pyramid"', "There are: gauntlet, knockout, round-robin, swiss"),
        ('"round-robin"', '"swiss"', "swiss lacks rounds: expected a whole number from 1 to 2"),
        ('spec = "random"', "", "player 3 lacks spec"),
        ("seed = 5", "seed = ", "is not valid TOML"),
        ("seed = 5", "seed = " + "[" * 5000, "is not valid TOML: brackets too deep"),
        ("seed = 5", "seed = " + "9" * 5000, "is not valid TOML"),
        ("seed = 5", "patience = nan", "patience=nan: expected seconds above 0"),
        ("seed = 5", "patience = -1", "patience=-1: expected seconds above 0"),
        ("seed = 5", "margin = -1", "margin=-1: expected seconds from 0 to 1,000,000"),
        ("nodes = 60", "seconds = nan", "seconds=nan: expected a number"),
        ("[[player]]\n", "[[players]]\n", "Did you mean 'player'"),
    ],
)
def test_what_the_file_gets_wrong_is_reported_in_one_line(file, old, new, words, capsys):
    file.write_text(FILE.replace(old, new))
    with pytest.raises(StarlingError) as raised:
        read_tournament(file)
    assert words in str(raised.value)
    assert str(file) in str(raised.value)
    assert main(["tournament", str(file), "--out", str(file.parent / "out")]) == 2
    assert capsys.readouterr().err.splitlines()[-1] == f"starling: {raised.value}"
    assert not (file.parent / "out").exists()


def test_the_commands(file, tmp_path, capsys):
    out = str(tmp_path / "out")
    assert main(["standings", str(tmp_path)]) == 2
    assert "there is no tournament in" in capsys.readouterr().err
    assert main(["tournament", str(file), "--out", out, "--workers", "2"]) == 0
    text = capsys.readouterr().out
    assert "textbook" in text
    assert main(["standings", out]) == 0
    assert capsys.readouterr().out in text
    assert main(["standings", out, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(
        (tmp_path / "out" / "results.json").read_text()
    )


# -- what is evidence ----------------------------------------------------------------------------


def test_duplicates_are_named_and_no_evidence():
    result = round_robin(
        "othello", ["alphabeta@positional", "random"], nodes=30, games=6, openings="none"
    )
    (pair,) = result.matchups
    assert pair.duplicates == [(3, 1), (4, 2), (5, 1), (6, 2)]
    assert sum(pair.unique_score) == 2
    assert sum(pair.pentanomial) == 1
    assert sum(pair.score) == 6
    text = "4 of 6 games are duplicates, not counted in statistics: game 3 repeats 1, 4 repeats 2"
    assert f"{text}, 5 repeats 1" in str(result)


def test_the_same_moves_by_changed_sides_are_two_games():
    result = play_match("othello", ["alphabeta@positional"] * 2, nodes=30, openings="none")
    one, two = result.games
    assert one.text == two.text
    assert not result.matchups[0].duplicates


def test_pairs_of_games_are_counted_by_their_points():
    def pair(opening, *scores, line=""):
        return [
            Played(2 * opening + side + 1, opening, line, side, score)
            for side, score in enumerate(scores)
        ]

    games = [
        *pair(0, 1.0, 1.0),
        *pair(1, 1.0, 0.5),
        *pair(2, 0.5, 0.5),
        *pair(3, 1.0, 0.0),
        *pair(4, 0.0, 0.0),
        *pair(5, 0.0, 0.5),
        *pair(6, 1.0),  # half a pair is no pair
    ]
    counted = Matchup(("a", "b"), games)
    assert counted.pentanomial == (1, 1, 2, 1, 1)
    assert counted.reversed().pentanomial == (1, 1, 2, 1, 1)
    assert (counted.score, counted.reversed().score) == ((5, 4, 4), (4, 4, 5))
    repeated = Matchup(("a", "b"), [*pair(0, 1.0, 0.0, line="x"), *pair(1, 1.0, 0.0, line="x")])
    assert repeated.duplicates == [(3, 1), (4, 2)]
    assert repeated.pentanomial == (0, 0, 1, 0, 0)


class Counting(Player):
    """Plays the first legal move and says it took so many nodes."""

    def __init__(self, name, nodes, reason="done"):
        super().__init__(name)
        self.nodes = nodes
        self.reason = reason

    def choose(self, position, limits):
        return Choice(position.legal_moves()[0], None, self.nodes, 0.0, None, self.reason)


@pytest.mark.parametrize(
    ("nodes", "limits", "said"),
    [
        ((100, 96), (100, 100), "equal budget and equal nodes: mean nodes 96.0 to 100.0"),
        ((100, 95), (100, 100), "equal budget, but not equal nodes: mean nodes 95.0 to 100.0"),
        ((100, 101), (100, 100), "no equal budget: b exceeded it in"),
        ((90, 90), (100, 99), "no equal budget: the players had different node limits"),
        ((90, None), (100, 100), "no equal budget: b reported no node count in"),
        ((90, 90), (100, None), "no equal budget: b has no node budget"),
        ((90, 90), (None, None), ""),
    ],
)
def test_equal_budgets_and_equal_nodes_are_two_things(nodes, limits, said):
    players = [Counting(name, count) for name, count in zip("ab", nodes, strict=True)]
    own = [Limits(nodes=limit, depth=1) for limit in limits]
    budget = play_match("ngame:b=2,d=6", players, own).budget()
    assert budget.startswith(said) if said else budget == ""


def test_under_use_has_its_reason():
    players = [Counting("a", 99, "nodes"), Counting("b", 1, "only move")]
    result = play_match("ngame:b=2,d=4", players, nodes=100, openings="none")
    assert dict(result.standing("a").cost.under_use) == {"expansion did not fit": 4}
    assert dict(result.standing("b").cost.under_use) == {"only move": 4}


# -- how strong the players are ------------------------------------------------------------------


def test_two_players_have_a_difference_and_more_have_ratings(tmp_path):
    settings = {"nodes": 30, "games": 8, "out": tmp_path}
    two = play_match("othello", ["alphabeta@positional", "random@positional"], **settings)
    (pair,) = two.matchups
    assert pair.counts == Pentanomial(*pair.pentanomial)
    assert f"Elo {elo(pair.counts)}" in str(two)
    assert json.loads((tmp_path / "results.json").read_text())["pairs"][0]["los"] == los(
        pair.counts
    )
    more = round_robin("othello", ["random", "random:seed=2", "random:seed=3"], nodes=1, games=6)
    best = more.ratings()[0]
    assert f"ratings in Elo: {best.player} {best.rating:+.0f} +- {best.error:.0f}, " in str(more)
    assert sum(rating.rating for rating in more.ratings()) == pytest.approx(0)


def test_half_a_pair_makes_the_games_the_evidence():
    games = [Played(1, 0, "", 0, 1.0), Played(2, 0, "", 1, 0.5), Played(3, 1, "", 0, 0.0)]
    assert Matchup(("a", "b"), games).counts == WDL(1, 1, 1)
    assert Matchup(("a", "b"), games[:2]).counts == Pentanomial(one_and_half=1)
    assert Matchup(("a", "b")).elo_text() == ""


def test_standings_test_sequentially_and_a_crosstable_is_written(tmp_path, capfd):
    tournament = Tournament("ngame:b=3,d=5", ["alphabeta", "random"], nodes=100, games_per_pair=4)
    tournament.run(tmp_path)
    capfd.readouterr()
    assert main(["standings", str(tmp_path), "--sprt", "0", "10"]) == 0
    assert "SPRT alphabeta to random: LLR" in capfd.readouterr().out
    assert main(["standings", str(tmp_path), "--sprt", "0", "10", "--json"]) == 0
    (tested,) = json.loads(capfd.readouterr().out)["sprt"]
    assert tested["players"] == ["alphabeta", "random"]
    assert tested["lower"] < tested["llr"] < tested["upper"]
    assert tested["decision"] == ""
    for numbers in (("10", "0"), ("0", "inf")):
        assert main(["standings", str(tmp_path), "--sprt", *numbers]) == 2
        assert "expected elo0 below elo1" in capfd.readouterr().err
    rows = (tmp_path / "crosstable.csv").read_text().splitlines()
    assert rows[0] == ",player,points,games,1,2"
    assert len(rows) == 3
