"""The arena: its plan, its resumption, its tables over all games, and what decides."""

from __future__ import annotations

import csv
import json
import math
import signal
import subprocess
import sys
import time
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from statistics import NormalDist
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import structs

from engine.cli.lab import _pair_text
from engine.cli.main import main
from engine.lab.arena.account import DEEPENING, ArenaAccount, overall
from engine.lab.arena.agreement import agreement, agreements
from engine.lab.arena.budgets import leads_by_budget
from engine.lab.arena.factors import examine, misordered, tau
from engine.lab.arena.plan import GAMES, PLAYERS, PRESETS, arena, evaluators_of, family_of
from engine.lab.arena.report import FAMILIES, _figure
from engine.lab.arena.tables import rated, summary
from engine.lab.board.board import PlayedContest
from engine.lab.board.playing import games_needed, play
from engine.lab.board.report import PairRow, PlayerRow
from engine.lab.page import _signed
from engine.match.reproduce import reproduce
from engine.match.statistics.ratings import Rating
from evaluators import make as make_evaluator
from games import make as make_game
from games.errors import LimitsError
from games.parts.plugins import VARIABLE
from games.parts.records import record

ROOT = Path(__file__).resolve().parents[4]
BOARDS = ("connect4:width=5,height=4", "mnk:m=4,n=3,k=3")


@pytest.fixture(scope="module")
def found() -> list[PlayedContest]:
    """Two games at two budgets."""
    names = ("alphabeta", "bfms", "puct")
    preset = PRESETS["quick"].changed(boards=BOARDS, players=names, nodes=(20, 60))
    return play(arena(preset), games=4, seed=1)


# -- the plan --------------------------------------------------------------------------------------


def test_all_searchers_of_a_game_have_its_values() -> None:
    for board in (each for each in GAMES if not each.startswith("openspiel:")):
        start = make_game(board)
        values, intervals = evaluators_of(start)
        for spec in (values, intervals or values):
            assert make_evaluator(spec).serves(start), spec
    for board in ("othello", "chess", "kalah", "ngame:b=5,d=40"):
        values, intervals = evaluators_of(make_game(board))
        for contest in arena(PRESETS["main"].changed(boards=[board], nodes=[100])).contests:
            specs = {each.name: each.spec.partition("@") for each in contest.entrants}
            assert list(specs) == list(PLAYERS)
            wanting = {name for name, (_, _, spec) in specs.items() if spec == intervals}
            assert wanting == {"bpip", "bstar-al", "bstar-pb"}
            assert {spec for name, (_, _, spec) in specs.items() if name not in wanting} == {values}
        assert intervals == "bounds" or f"base=({values})" in str(intervals)


def test_every_family_of_searchers_is_known_and_is_one_of_two_kinds() -> None:
    families = {family_of(spec) for spec in PLAYERS.values()}
    assert families == set(FAMILIES)
    assert families > set(DEEPENING)


def test_small_budgets_come_first_and_times_last() -> None:
    contests = arena(
        PRESETS["main"].changed(boards=BOARDS, nodes=[300, 100], cpu=[3, 0.5])
    ).contests
    names = [each.name for each in contests]
    assert names[::2] == [
        f"connect4-width-5-height-4-{limit}" for limit in ("100", "300", "0.5ms", "3ms")
    ]
    assert [each.cpu for each in contests][::2] == [None, None, 0.5, 3]
    long = arena(PRESETS["main"].changed(boards=["hex:size=7", "othello"], nodes=[100])).contests
    openings = [each.openings for each in (*contests[:2], *long)]
    assert openings == [f"random:plies={plies},seed=0" for plies in (5, 2, 6)] + [""]


def test_without_information_no_searcher_of_intervals_plays(monkeypatch: Any) -> None:
    start = make_game("uniform:w=3,d=4")
    assert evaluators_of(start) == ("static", None)
    (contest,) = arena(PRESETS["main"].changed(boards=["uniform:w=3,d=4"], nodes=[9])).contests
    assert not {"bpip", "bstar-al"} & {each.name for each in contest.entrants}


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("--boards draughts", "no game"),
        ("--boards mnk mnk", "two games have the folder mnk-100"),
        ("--players pvs", "players: expected two or more, not 1"),
        ("--players pvs bfmss", "no searcher of the arena is named 'bfmss'"),
        ("--players pvs own=bfmss", "no searcher is named 'bfmss'"),
        ("--players pvs own=bfms@discs", "has an evaluator: expected none"),
        ("--players pvs p=uci:rm", "no searcher is named 'uci'"),
        ("--players pvs pvs", "players: pvs is given twice"),
        ("--nodes 0", "nodes=0: expected different whole numbers above 0"),
        ("--nodes 5 5", "nodes=5 5: expected different whole numbers above 0"),
        ("--cpu -1", "expected different milliseconds up to 60,000 above 0"),
        ("--values othello", "expected GAME=FOLDER, with a game of othello, connect4"),
        ("--values othello=nowhere", "nowhere"),
        ("--trees 5", "--trees means nothing to arena: expected --games"),
        ("--error 0", "error=0: expected Elo above 0, at most 1,000"),
        ("--error nan", "error=nan: expected Elo above 0, at most 1,000"),
        (
            "--boards mnk eight --players alphabeta bfms --nodes 5 --games 2",
            "alphabeta expects an opponent, and eight has none",
        ),
        ("--games 0", "games=0: expected a whole number"),
        ("--only nothing", "only=nothing: expected the pattern of a contest of arena"),
    ],
)
def test_bad_input_gets_one_line(words: str, fault: str, capsys: Any) -> None:
    assert main(["lab", "arena", *words.split()]) == 2
    output = capsys.readouterr()
    assert (output.out, output.err.count("\n")) == ("", 1)
    assert fault in output.err


def test_a_run_names_the_searchers_left_out_and_its_whole_command(
    monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.setenv(VARIABLE, "colorsys")  # a module without parts
    words = "--boards uniform:w=3,d=4 --players alphabeta bfms bstar-pb --nodes 9 --games 2"
    assert main(["lab", "arena", *words.split()]) == 0
    output = capsys.readouterr().out
    assert ": no intervals for bstar-pb\n" in output
    assert f"starling --plugin colorsys lab arena {words} --seed 0\n" in output


def test_other_experiments_refuse_its_options(capsys: Any) -> None:
    for words in (["--boards", "mnk"], ["--preset", "main"]):
        assert main(["lab", "rivest-1", *words]) == 2
        assert f"{words[0]} means nothing to rivest-1" in capsys.readouterr().err


# -- a run -----------------------------------------------------------------------------------------


def test_a_killed_run_resumes_to_the_same_tables(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    words = [
        "lab",
        "arena",
        "--boards",
        BOARDS[0],
        "--players",
        "pvs",
        "bfms",
        "mine=bfms:lazy=false",
    ]
    words += ["--nodes", "200", "--games", "12", "--out"]
    command = [sys.executable, "-m", "engine.cli.main", *words]
    killed = subprocess.Popen(
        [*command, str(tmp_path / "killed")], cwd=ROOT, stdout=subprocess.PIPE
    )
    first = tmp_path / "killed" / "arena" / "games" / "connect4-width-5-height-4-200"
    while not (first / "results.json").is_file():
        assert killed.poll() is None, "it ended before it was killed"
        time.sleep(0.01)
    killed.send_signal(signal.SIGKILL)
    killed.communicate()
    assert not (tmp_path / "killed" / "arena" / "arena.json").exists()
    for folder in ("killed", "whole"):
        assert main([*words, str(tmp_path / folder)]) == 0
    both = [tmp_path / folder / "arena" for folder in ("killed", "whole")]
    for name in (
        "arena.csv",
        "arena-players.csv",
        "arena-all.csv",
        "arena.json",
        "arena.md",
        "arena-all.svg",
    ):
        assert (both[0] / name).read_bytes() == (both[1] / name).read_bytes()
    account = record(json.loads((both[0] / "arena.json").read_text()), ArenaAccount)
    assert account.games == 3 * 12
    assert all(claim.holds for claim in account.claims)
    assert summary(account) in (both[0] / "arena.md").read_text()
    with (both[0] / "arena-players.csv").open(newline="") as file:
        assert sum(float(row["points"]) for row in csv.DictReader(file)) == account.games
    done = reproduce(both[0] / "arena.zip", games=6)
    assert (done.games, done.differences) == (6, [])


def test_searchers_of_one_kind_leave_a_table_of_leads_without_rows(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    words = ["--boards", BOARDS[1], "--players", "alphabeta", "scout", "--nodes", "50"]
    assert main(["lab", "arena", *words, "--games", "4", "--out", str(tmp_path)]) == 0
    with (tmp_path / "arena" / "arena-leads.csv").open(newline="") as file:
        assert [row[:2] for row in csv.reader(file)] == [["game", "limit"]]
    with (tmp_path / "arena" / "arena-factors.csv").open(newline="") as file:
        assert [row["game"] for row in csv.DictReader(file)] == [BOARDS[1]]


def test_without_games_there_are_tables_but_no_archive(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr("engine.lab.arena.report.draw", lambda figure, measured, folder: folder)
    words = ["--boards", "connect4", "--players", "pvs", "bfms", "--nodes", "1"]
    assert main(["lab", "arena", *words, "--out", str(tmp_path)]) == 0
    names = {path.name for path in (tmp_path / "arena").iterdir()}
    assert "arena.csv" in names
    assert "arena.zip" not in names


def test_a_rating_of_almost_nothing_has_no_minus() -> None:
    pair = PairRow("c", "g", 1, "a", "b", 2, 1, 0, 1, -0.3, -0.4, 0.3)
    assert rated(-0.3, 5.0) == _signed(-0.3) + " +- 5" == "+0 +- 5"
    assert "Elo +0 [+0, +0]" in _pair_text(pair)


def test_ratings_over_all_games_count_every_game(found: list[PlayedContest]) -> None:
    rows = overall(found)
    assert [row.limit for row in rows] == ["20 nodes"] * 3 + ["60 nodes"] * 3
    for limit in ("20 nodes", "60 nodes"):
        here = [row for row in rows if row.limit == limit]
        assert all(one.rating >= two.rating for one, two in pairwise(here))
        assert sum(row.rating for row in here) == pytest.approx(0, abs=0.2)
        assert all((row.boards, row.error > 0) == (2, True) for row in here)
        played = [each.result for each in found if each.contest.limit == limit]
        for row in here:
            standings = [result.standing(row.player) for result in played]
            assert row.points <= sum(each.points for each in standings)
            assert row.games <= sum(each.games for each in standings) == 16


def test_other_boards_may_give_another_order(found: list[PlayedContest]) -> None:
    """Four equal boards leave no error of the choice; a board that differs has a large one."""
    same = [each for each in found if each.contest.limit == "20 nodes"]
    assert {row.by_boards for row in overall(same)} == {None}
    assert {row.by_boards for row in overall(same[:1] * 4)} == {0}
    rows = overall([*same[:1] * 3, same[1]])
    assert max(row.by_boards for row in rows) > 0


def test_a_board_with_more_games_has_no_more_weight(found: list[PlayedContest]) -> None:
    one, other = (each for each in found if each.contest.limit == "20 nodes")
    assert other.result is not None
    result = other.result
    twice: Any = SimpleNamespace(
        players=result.players,
        matchups=[
            SimpleNamespace(
                players=pair.players,
                unique_score=tuple(2 * number for number in pair.unique_score),
                counts=pair.counts,
            )
            for pair in result.matchups
        ],
        by_opening=lambda: 2 * result.by_opening(),
        ratings=lambda: [replace(row, games=2 * row.games) for row in result.ratings()],
    )
    rows = overall([one, other])
    longer = overall([one, replace(other, games=2 * other.games, result=twice)])
    assert [(row.player, row.rating) for row in rows] == [
        (row.player, row.rating) for row in longer
    ]
    assert [row.games for row in longer] == [24] * 3


def test_the_first_of_a_game_may_have_won_all_and_share_its_place() -> None:
    class Standing:
        players = ("a", "b", "c", "d")
        matchups = ()

        def by_opening(self) -> list[Any]:
            return []

        def __init__(self, *ratings: float | None) -> None:
            self.rated = ratings

        def ratings(self) -> list[Rating]:
            return [Rating(n, r, None, 0, 0) for n, r in zip(self.players, self.rated, strict=True)]

    def played(*ratings: float | None) -> Any:
        contest = SimpleNamespace(limit="9")
        return SimpleNamespace(contest=contest, games=2, result=Standing(*ratings))

    found = [
        played(math.inf, 50.0, None, -math.inf),
        played(7.01, 7.04, -3.0, -11.0),
        played(None, -math.inf, -1.0, 2.0),
    ]
    first = {row.player: row.first for row in overall(found)}
    assert first == {"a": 2, "b": 1, "c": 0, "d": 1}


# -- what decides ----------------------------------------------------------------------------------


def test_misordered_pairs_are_counted() -> None:
    assert misordered([(1, 1), (2, 2), (3, 3)]) == 0
    assert misordered([(3, 1), (2, 2), (1, 3)]) == 1
    assert misordered([(7, 1), (7, 2)]) == 0.5
    assert misordered([(1, 5), (2, 5)]) is None


def test_rank_correlation_and_its_size_by_chance() -> None:
    """Kendall's own table: of 10 items, 5% are beyond about .49 by the normal approximation."""
    numbers = [3, 1, 4, 15, 9, 2, 6, 5, 35, 8]
    found, chance = tau(numbers, numbers)
    assert found == pytest.approx(1)
    assert chance == pytest.approx(0.487, abs=0.001)
    assert tau(numbers, [-x for x in numbers])[0] == pytest.approx(-1)
    assert tau([1, 2, 3, 4], [1, 3, 2, 4])[0] == pytest.approx(4 / 6)
    assert tau([1, 2, 3], [1, 2, 3]) is None
    assert tau([1, 1, 1, 1], [1, 2, 3, 4]) is None


def test_a_game_is_examined_by_its_records(found: list[PlayedContest]) -> None:
    """A board of 4 by 3 fills up, so that a position at ply n has 12 - n moves. It is solved."""
    games = found[1].result.games
    data = examine(BOARDS[1], "static", 1, games)
    choices = [12 - ply for game in games for ply in range(len(game.opening.moves), len(game.text))]
    assert data["branching"] == round(sum(choices) / len(choices), 2)
    assert data["plies"] == round(sum(len(game.text) for game in games) / len(games), 2)
    assert 0 < data["positions"] <= sum(choice > 1 for choice in choices)
    assert 0 < data["misordered"] < 100
    assert examine(BOARDS[1], "static", 1, [])["misordered"] is None
    data = examine(BOARDS[0], "static", 1, found[0].result.games)
    assert 0 < data["misordered"] < 100


# -- errors ----------------------------------------------------------------------------------------


def test_a_contest_has_more_games_until_its_errors_are_small(tmp_path: Path) -> None:
    names = ("alphabeta", "bfms", "puct")

    def run(error: float | None, games: int, folder: Path | None = None) -> PlayedContest:
        preset = PRESETS["quick"].changed(boards=BOARDS[:1], players=names, nodes=[60], games=games)
        plan = arena(preset, error=error)
        (played,) = play(plan, games=None, seed=1, folder=folder)
        return played

    few = run(None, 20, tmp_path)
    assert few.result is not None
    worst = max(each.error or 0.0 for each in few.result.ratings())
    more = run(0.7 * worst, 20, tmp_path)  # goes on with the games of the folder
    assert more.result is not None
    assert max(each.error or 0.0 for each in more.result.ratings()) <= 0.7 * worst
    assert 30 <= more.games < 80
    assert more.result.count == 3 * more.games
    alone = run(None, more.games)
    assert alone.result is not None
    assert alone.result.ratings() == more.result.ratings()
    again = run(0.7 * worst, 20, tmp_path)  # plays nothing
    assert again.result is not None
    assert again.games == more.games
    assert again.result.ratings() == more.result.ratings()
    assert run(1.0, 10).games == 40  # four times as many at most


def test_only_errors_of_players_with_some_points_ask_for_more_games() -> None:
    def of(*rows: tuple[float | None, float]) -> Any:
        rated = [Rating("x", 0.0, error, points, 100) for error, points in rows]
        return SimpleNamespace(ratings=lambda: rated)

    assert games_needed(of((30.0, 50), (35.0, 60), (300.0, 4), (None, 0)), 35, 64) == 64
    assert games_needed(of((30.0, 50), (42.0, 60)), 35, 64) == 94  # 64 * 1.44 = 92.2
    assert games_needed(of((100.0, 88)), 35, 64) == 128
    assert games_needed(of((35.01, 50)), 35, 64) == 66


# -- the page --------------------------------------------------------------------------------------


def test_the_article_has_the_tables_of_the_results() -> None:
    path = ROOT / "results" / "arena" / "arena.json"
    if not path.is_file():
        pytest.skip("an archive has no results")
    account = record(json.loads(path.read_text(encoding="utf-8")), ArenaAccount)
    article = (ROOT / "docs" / "arena.md").read_text(encoding="utf-8")
    assert summary(account) in article
    assert account.command in article
    assert f"{account.games:,} games" in article


# -- two runs --------------------------------------------------------------------------------------


def _run(ratings: dict[str, float], error: float = 10.0) -> ArenaAccount:
    """Return the account of a run of one contest with these ratings."""
    none = dict.fromkeys(PlayerRow.__struct_fields__)
    rows = [
        PlayerRow(**none | {"contest": "c-9", "game": "c", "player": name, "spec": name})
        for name in ratings
    ]
    rows = [structs.replace(row, rating=ratings[row.player], error=error) for row in rows]
    blank = dict.fromkeys(ArenaAccount.__struct_fields__, ())
    return ArenaAccount(**{**blank, "limits": {"c-9": "9 nodes"}, "players": tuple(rows)})


def test_a_difference_is_decided_beyond_the_error_for_all_together() -> None:
    first = {"a": 0.0, "b": 30.0, "c": 16.0, "d": 40.0}
    second = {"a": 20.0, "b": 10.0, "c": 10.0, "e": 0.0}
    (found,) = agreements(_run(first), _run(second))
    assert [each.players for each in found.differences] == [("a", "b"), ("a", "c"), ("b", "c")]
    wider = NormalDist().inv_cdf(1 - 0.025 / 3) / NormalDist().inv_cdf(0.975)
    assert [each.error for each in found.differences] == [pytest.approx(wider * 200**0.5)] * 3
    assert [(each.decided, each.reversed) for each in found.differences] == [
        (True, True),
        (False, True),
        (False, True),
    ]
    squares = (20**2 + 20**2 + 6**2) / 200 / 3
    assert found.change == pytest.approx(1.959964 * math.sqrt(squares))
    text = agreement(_run(first), _run(second))
    assert "| `c` | 9 nodes | 1 of 3 | 1 |" in text
    assert text.endswith("* `c`, 9 nodes: `a` and `b`, -30 +- 17, then +10\n")


def test_the_article_has_the_agreement_of_the_results(capsys: Any) -> None:
    results = ROOT / "results"
    if not results.is_dir():
        pytest.skip("an archive has no results")
    assert main(["lab", "agreement", str(results / "arena"), str(results / "arena-seed-1")]) == 0
    table = capsys.readouterr().out
    assert table.count("\n") == 4
    assert table in (ROOT / "docs" / "arena.md").read_text(encoding="utf-8")


def test_the_article_has_the_leads_of_the_results(
    capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not (ROOT / "results").is_dir():
        pytest.skip("an archive has no results")
    monkeypatch.chdir(ROOT)
    article = (ROOT / "docs" / "arena.md").read_text(encoding="utf-8")
    (command,) = (line for line in article.splitlines() if line.startswith("$ starling lab leads"))
    assert main(command.split()[2:]) == 0
    table = capsys.readouterr().out
    assert table.count("\n") > 10
    assert table in article


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("agreement arena", "lab agreement: expected two folders of results, not 1"),
        ("agreement nowhere arena", "cannot read nowhere/arena.json"),
        ("leads", "lab leads: expected folders of results"),
        ("leads nowhere", "cannot read nowhere/arena.json"),
        ("list arena", "lab list: 'arena' means nothing to it"),
    ],
)
def test_a_comparison_needs_results(words: str, fault: str, capsys: Any) -> None:
    assert main(["lab", *words.split()]) == 2
    assert fault in capsys.readouterr().err


def test_runs_without_a_common_contest_cannot_be_compared() -> None:
    with pytest.raises(LimitsError, match="no contest with two rated players"):
        agreement(_run({"a": 0.0, "b": 1.0}), _run({"a": 0.0, "c": 1.0}))


def test_leads_are_of_the_players_that_all_runs_have() -> None:
    short = _run({"pvs": 0.0, "alphabeta": 90.0, "bfms": 30.0, "uct": 90.0})
    long = _run({"pvs": 40.0, "scout": -5.0, "bfms": 20.0, "mma": 10.0})
    long = structs.replace(long, limits={"c-9": "99 nodes"})
    table = leads_by_budget([short, long, short])
    assert table.splitlines()[::2] == [
        "| game | 9 nodes | 99 nodes |",
        "| `c` | +30 +- 14 | -20 +- 14 |",
    ]
    with pytest.raises(LimitsError, match="no game has players of both kinds"):
        leads_by_budget([_run({"uct": 0.0, "mma": 1.0}), long])


def test_bars_of_two_errors_are_intervals() -> None:
    figure = _figure("name", "title", "nodes", {"one": "pvs"}, [(300, "one", -20.0, 5.0)])
    (point,) = figure.series[0].points
    assert point[1]({}) == (-20.0, 2.5, None)


def test_players_of_a_single_budget_are_side_by_side() -> None:
    specs = {"one": "pvs", "two": "bfms", "three": "uct", "unrated": "sss"}
    known = [(300, "one", -20.0, 5.0), (300, "two", 30.0, None), (300, "three", 10.0, 4.0)]
    figure = _figure("name", "title", "nodes a move", specs, [*known, (300, "unrated", None, None)])
    assert (figure.x, figure.tick_labels) == ("300 nodes a move", ("two", "three", "one"))
    assert {each.label: each.points[0][0] for each in figure.series} == {
        "one": 2,
        "two": 0,
        "three": 1,
    }
    several = _figure("name", "title", "nodes a move", specs, [*known, (3000, "one", 1.0, 1.0)])
    assert (several.ticks, several.named) == ((300, 3000), False)
