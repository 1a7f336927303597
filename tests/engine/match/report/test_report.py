"""A tournament's folder as one page."""

from __future__ import annotations

import html
import json
import re
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from engine.cli.main import main
from engine.cli.match import _tested
from engine.match import Tournament, play_match, round_robin
from engine.match.database import read_folder
from engine.match.games.record import GameRecord
from engine.match.report.page import (
    LONGEST_NAME,
    choose_replays,
    replays,
    shortened,
    write_report,
)
from engine.match.report.tables import bracket, endings, openings, pairs, places, standings
from engine.match.results.folder import DATABASE
from engine.match.results.pairs import Matchup, Played, sprt_curve
from engine.match.results.result import MatchResult
from engine.match.statistics.sprt import Sprt
from games import make


@pytest.fixture
def folder(tmp_path):
    """A small tournament of Othello."""
    players = ["bstar@bounds", "alphabeta@discs", "random"]
    round_robin("othello", players, nodes=60, games=4, out=tmp_path, openings="random:plies=6")
    return tmp_path


def report(result, games, **settings):
    """Return the page of a tournament as text."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "page.html"
        write_report(result, games, path, **settings)
        return path.read_text(encoding="utf-8")


def data_of(page):
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    return json.loads(found[1])


def boards(data, game):
    """Return the board after every ply, as the page computes it."""
    symbols = list(game.get("symbols", data["board"]["symbols"]))
    yield "".join(symbols)
    for changed in game["changes"]:
        for square, symbol in zip(changed[::2], changed[1::2], strict=True):
            symbols[square] = symbol
        yield "".join(symbols)


def test_the_page_holds_what_the_tournament_is_known_for_and_asks_no_network(folder):
    result, games = read_folder(folder)
    write_report(result, games, folder / "report.html")
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert result.count == 12
    for each in standings(result):
        assert f'<td class="player">{html.escape(each.standing.player)}</td>' in page
    for section in ("standings", "pairs", "audit", "endings", "openings", "games"):
        assert f'<section id="{section}">' in page
    assert "All games are in this page." in page
    assert not re.search(r'(src|href)="(?!#|data:)|url\(|@import|fetch\(', page)


def test_the_page_is_headed_by_the_tournaments_name(tmp_path):
    settings = {"nodes": 20, "openings": "random:plies=6"}
    play_match("othello", ["random", "alphabeta@discs"], out=tmp_path, **settings)
    assert "<h1>othello</h1>" in report(*read_folder(tmp_path))
    play_match(
        "othello", ["random", "alphabeta@discs"], out=tmp_path, event="A < B cup", **settings
    )
    page = report(*read_folder(tmp_path))
    assert "<h1>A &lt; B cup</h1>" in page
    assert "<title>A &lt; B cup: random, alphabeta@discs</title>" in page


def test_othello_is_replayed_as_it_was_played(folder):
    result, _ = read_folder(folder)
    data = replays(result, [1, 2])
    for game, record in zip(data["games"], result.database.records([1, 2]), strict=True):
        position = make("othello")
        expected = [position.text().split()[0]]
        for text in record.text:
            position.push(position.parse_move(text))
            expected.append(position.text().split()[0])
        shown = [board.replace(".", "-") for board in boards(data, game)]
        assert shown == [text[:64] for text in expected]


def test_chess_is_replayed_with_castling_and_captures_in_passing():
    import chess

    from engine.pages.boards import board_of, steps

    start = make("chess")
    board = chess.Board()
    symbols = list(board_of(start).symbols)
    line = "e2e4 a7a6 e4e5 d7d5 e5d6 g8f6 g1f3 g7g6 f1e2 f8g7 e1g1 e8g8 d6c7 a6a5 c7b8q"
    words = line.split(" ")
    made = steps(start, [(0, word) for word in words])
    for word, (changed, san) in zip(words, made, strict=True):
        assert san == board.san(board.parse_uci(word))
        board.push_uci(word)
        pairs = iter(changed)
        for square, symbol in zip(pairs, pairs, strict=True):
            symbols[square] = symbol
        assert "".join(symbols) == str(board).replace(" ", "").replace("\n", "")


def test_intervals_are_recorded_and_reported(folder):
    result, _ = read_folder(folder)
    (record,) = result.database.records([1])
    data = replays(result, [1])["games"][0]
    bounds = [move.bounds for move in record.moves]
    assert data["intervals"] == bounds
    assert any(low < high for low, high in filter(None, bounds))
    assert all(move.bounds is None for move in record.moves if move.side == 1)


def test_records_without_intervals_are_read(folder):
    with closing(sqlite3.connect(folder / DATABASE)) as file:
        (detail,) = file.execute("SELECT detail FROM results").fetchone()
    values = json.loads(detail)
    values["moves"] = [move[:10] for move in values["moves"]]
    assert {move.bounds for move in GameRecord.from_dict(values).moves} == {None}


def test_a_position_of_its_own_and_chess(tmp_path):
    start = make("chess").at("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    play_match(start, ["pvs@pst", "random"], nodes=30, games=2, out=tmp_path, openings="none")
    result, games = read_folder(tmp_path)
    assert "All games begin at one position</summary>" in report(result, games)
    data = replays(result, [1])
    assert "".join(data["board"]["symbols"]).count(".") == 61
    assert data["board"]["columns"] == tuple("abcdefgh")
    assert len(data["games"][0]["changes"]) == len(data["games"][0]["texts"])


def test_a_game_without_a_board_is_reported_by_its_moves(tmp_path):
    play_match("ngame:b=3,d=4", ["alphabeta", "random"], nodes=40, games=2, out=tmp_path)
    data = data_of(report(*read_folder(tmp_path)))
    assert data["board"] is None
    assert [len(game["texts"]) for game in data["games"]] == [4, 4]


def test_names_cannot_leave_the_page(tmp_path):
    name = '</script><img src=x onerror="alert(1)">'
    play_match("othello", ["random", "random"], nodes=1, names=[name, None], out=tmp_path)
    page = report(*read_folder(tmp_path))
    assert "<img" not in page
    assert data_of(page)["players"][0] == name


def test_forfeited_games_come_first_and_the_page_says_what_is_left_out(folder, monkeypatch):
    result, games = read_folder(folder)
    with monkeypatch.context() as few:
        few.setattr("engine.match.report.page.MOST_GAMES", 5)
        assert choose_replays(games) == [1, 2, 3, 4, 5]
    monkeypatch.setattr("engine.match.report.page.MOST_BYTES", 20_000)
    page = report(result, games)
    held = len(data_of(page)["games"])
    assert 0 < held < 12
    assert f"{held} of 12 games are in this page" in page


def test_endings_are_counted_by_kind_and_openings_by_their_moves(folder):
    result, games = read_folder(folder)
    assert [(row["kind"], row["games"]) for row in endings(games)] == [("discs", 12)]
    rows, count = openings(result, games)
    assert count == len(rows) == 2
    assert [row["games"] for row in rows] == [6, 6]
    assert all(len(row["moves"].split()) == 6 for row in rows)


def test_the_curve_ends_where_the_test_does(folder):
    test = Sprt(0, 10)
    for pair in read_folder(folder)[0].matchups:
        drawn = sprt_curve(pair, test, 400)
        assert drawn.points[0] == (0, 0.0)
        assert drawn.points[-1] == (pair.counts.games, test.llr(pair.counts))
        assert drawn.decision == test.decision(pair.counts)


def test_a_running_tournament_is_read_again_and_a_finished_one_is_not(folder):
    with closing(sqlite3.connect(folder / DATABASE)) as file, file:
        file.execute("DELETE FROM results WHERE number > 6")
    result, games = read_folder(folder)
    assert data_of(report(result, games, refresh=5))["refresh"] == 5
    assert "7 games are played, 5 remain" in report(result, games)
    assert data_of(report(result, games))["refresh"] == 0


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        ("PRAGMA user_version = 99", "has schema 99: expected"),
        ("UPDATE plan SET value = '{}'", "holds no tournament"),
        ("UPDATE results SET detail = '{'", "is not valid JSON"),
        ("DROP TABLE results", "no such table: results"),
        (
            'UPDATE results SET detail = replace(detail, \'"opening":["",[\', '
            '\'"opening":["",[0,\')',
            "game 1",
        ),
    ],
)
def test_a_folder_that_cannot_be_read_is_reported_in_one_line(folder, capsys, spoil, said):
    with closing(sqlite3.connect(folder / DATABASE)) as file, file:
        file.execute(spoil)
    assert main(["report", str(folder)]) == 2
    errors = capsys.readouterr().err
    assert said in errors
    assert errors.count("\n") == 1
    assert not (folder / "report.html").exists()


def test_no_tournament_and_no_place_to_write(folder, tmp_path, capsys):
    empty = tmp_path / "empty"
    empty.mkdir()
    assert main(["report", str(empty)]) == 2
    (empty / DATABASE).write_bytes((folder / DATABASE).read_bytes()[:3000])
    assert main(["report", str(empty)]) == 2
    assert main(["report", str(folder), "--html", str(tmp_path / "none" / "page.html")]) == 2
    errors = capsys.readouterr().err.splitlines()
    assert [line.split(":")[0] for line in errors] == ["starling"] * 3
    assert "there is no tournament in" in errors[0]
    assert "cannot write" in errors[2]


def test_the_command_writes_into_the_folder_and_opens(folder, capsys, monkeypatch):
    opened = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    assert main(["report", str(folder), "--open", "--follow", "1", "--sprt", "0", "5"]) == 0
    assert capsys.readouterr().out == f"{folder / 'report.html'}: 12 games\n"
    assert opened == [(folder / "report.html").as_uri()]
    assert "5 against 0 normalised Elo" in (folder / "report.html").read_text(encoding="utf-8")


@pytest.mark.slow
def test_in_a_browser(folder, browser):
    write_report(*read_folder(folder), folder / "report.html")
    finished = (folder / "report.html").read_text(encoding="utf-8")
    context = browser.new_context(viewport={"width": 380, "height": 800})
    page = context.new_page()
    faults, requests = [], []
    page.on("console", lambda message: faults.append(message.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("request", lambda request: requests.append(request.url))
    address = (folder / "report.html").as_uri()
    page.goto(address)
    assert page.evaluate("document.documentElement.scrollWidth") == 380

    names = "[...document.querySelectorAll('#standings .sortable td.player')].map(c => c.innerText)"
    before = page.evaluate(names)
    page.click("#standings th button >> text=Points")
    page.click("#standings th button >> text=Points")
    assert page.evaluate(names) == before[::-1]

    page.fill("#filter", "random")
    assert page.inner_text("#count") == "8 of 12 games"
    assert page.locator("#list tbody tr:visible").count() == 8
    page.fill("#filter", "")

    page.focus("#list tbody tr:nth-child(2) button")
    page.keyboard.press("Enter")
    assert page.inner_text("#title").startswith("2. ")
    assert page.locator("#board .disc").count() == 4
    page.keyboard.press("ArrowRight")
    assert page.locator("#board .disc").count() == 5
    assert "of the opening" in page.inner_text("#status")
    page.keyboard.press("End")
    status = page.inner_text("#status")
    assert "nodes" in status
    plies = page.locator("#moves tbody tr").count()
    assert page.url == f"{address}#game=2&ply={plies}"
    page.click("#moves tr[data-ply='3']")
    assert page.url.endswith("ply=3")
    page.locator("#graph svg").click(position={"x": 1, "y": 10})
    assert page.url.endswith("ply=0")
    page.keyboard.press("n")
    assert page.inner_text("#title").startswith("3. ")
    page.click("[data-go=play]")
    page.wait_for_function("location.hash === '#game=3&ply=2'")
    page.click("[data-go=play]")
    page.reload()
    assert page.inner_text("#title").startswith("3. ")
    assert page.locator("#graph .span").count() > 0

    with closing(sqlite3.connect(folder / DATABASE)) as file, file:
        file.execute("DELETE FROM results WHERE number > 6")
    write_report(*read_folder(folder), folder / "report.html", refresh=1)
    page.reload()
    assert "7 of 12 games" in page.inner_text("header")
    (folder / "report.html").write_text(finished, encoding="utf-8")
    page.wait_for_function("document.querySelector('header').innerText.includes('12 of 12 games')")
    assert page.url.endswith("#game=3&ply=2")
    assert faults == []
    assert {url.partition("#")[0] for url in requests} == {address}
    context.close()


# -- rounds and tests ----------------------------------------------------------------------------


def page_of(folder, players, **settings):
    openings = "random:plies=6"
    Tournament("othello", players, nodes=20, openings=openings, **settings).run(folder)
    result, games = read_folder(folder)
    write_report(result, games, folder / "report.html")
    return result, games, (folder / "report.html").read_text(encoding="utf-8")


THREE = ["alphabeta@discs", "alphabeta@positional", "random"]


def test_a_swiss_page_tells_who_met_whom(tmp_path, monkeypatch):
    result, _, page = page_of(tmp_path, THREE, format="swiss", rounds=2)
    assert '<section id="rounds">' in page
    rounds, built = result.rounds.rounds, []
    monkeypatch.setattr(result.rounds, "rounds", lambda: built.append(1) or rounds())
    rows = places(result)
    assert len(built) == 1, "the rounds are built once, not for each player"
    assert [row["place"] for row in rows] == ["1", "2", "3"]
    by_name = {row["player"]: row for row in rows}
    first, _ = by_name[THREE[0]]["met"]
    assert first["opponent"] == THREE[1]
    assert first["place"] == by_name[THREE[1]]["place"]
    assert by_name["random"]["met"][0] == {"opponent": None}
    assert page.count("<td>bye</td>") == 2
    assert "<h3>Crosstable</h3>" not in page


def test_a_knockout_page_has_its_bracket_from_the_top(tmp_path):
    result, _, page = page_of(tmp_path, THREE, format="knockout")
    (semi, entries), (final, (last,)) = bracket(result)
    assert (semi, final) == ("semi-finals", "final")
    assert entries[0] == THREE[0]
    assert entries[1].players == (THREE[1], THREE[2])
    assert last.winner in last.players
    assert f'<div class="winner"><span class="player">{last.winner}</span>' in page


def test_the_page_of_a_test_says_what_it_decided(tmp_path):
    players = ["alphabeta@positional", "random"]
    result, games, page = page_of(tmp_path, players, sprt=(0, 150), games_per_pair=100)
    (trial,) = result.trials
    assert trial.decision == "H1"
    assert '<strong class="good">H1 is accepted</strong>' in page
    assert f"H1 after {trial.games}" in page
    assert "150 against 0 normalised Elo, which ends them" in page
    (pair,) = pairs(result, result.database.plan.sprt)
    assert pair["curve"].points[-1] == (trial.games, trial.llr)
    other = report(result, games, test=Sprt(0, 5))
    assert "which ends them" not in other


def test_a_test_is_shown_where_one_was_asked_for(folder):
    result, games = read_folder(folder)
    plain, tested = report(result, games), report(result, games, test=Sprt(0, 5))
    for text in ("SPRT over the games", ">LLR</th>", ">SPRT</th>", 'class="curve"'):
        assert text not in plain
        assert text in tested


def test_long_names_are_shortened_with_the_whole_on_demand(tmp_path):
    long = "a player with a name that no table can show"
    *_, page = page_of(tmp_path, ["alphabeta@discs", "random"], names=[long, None])
    short = shortened(long)
    assert len(short) == LONGEST_NAME
    assert f"<summary>{short}</summary>{long}</details>" in page
    assert "<code>name=</code>" in page
    assert shortened("random") == "random"


def test_players_without_limits_are_named_so():
    plan = Tournament("othello", ["random", "pvs"], nodes=9, openings="none").plan
    first, second = plan.players
    result = MatchResult(replace(plan, players=(replace(first, limits=""), second)))
    assert result.title() == "othello, 0 of 2 games, no limit or nodes=9, openings none"


def test_a_forfeit_is_reported_once(folder):
    result, games = read_folder(folder)
    endings = ["time forfeit", "illegal move"]
    games[:2] = [
        replace(game, ending=ending, forfeited=game.players[0])
        for game, ending in zip(games, endings, strict=False)
    ]
    page = report(result, games)
    assert '<td class="bad">time forfeit</td>' in page
    assert '<td class="bad">illegal move (forfeit)</td>' in page


def test_a_bound_crossed_between_the_points_of_a_curve_is_found_and_odd_games_change_nothing():
    scores = [1.0, 0.5] * 20 + [0.0] * 2 + [0.5, 0.0] * 200
    played = [Played(n + 1, n // 2, "", n % 2, score) for n, score in enumerate(scores)]
    test = Sprt(-50, 50)
    drawn = sprt_curve(Matchup(("A", "B"), played), test, 2)
    assert (drawn.decision, len(drawn.points)) == ("H1", 3)
    assert drawn.decided <= 40
    assert test.decision(Matchup(("A", "B"), played).counts) == "H0"
    odd = Matchup(("A", "B"), [*played, Played(len(played) + 1, len(played) // 2, "", 0, 0.0)])
    assert sprt_curve(odd, test, 2) == drawn
    (row,) = _tested(test, SimpleNamespace(matchups=[odd], curve=sprt_curve))
    assert (row["decision"], row["decided"]) == (drawn.decision, drawn.decided)
    assert row["llr"] == drawn.points[-1][1]


def test_no_page_or_trace_is_written_over_a_database(folder, capsys):
    database = folder / DATABASE
    held = database.read_bytes()
    analyse = ["analyse", "--game", "ngame", "--player", "bfms", "--nodes", "3", "--trace"]
    for words in (["report", str(folder), "--html"], analyse):
        assert main([*words, str(database)]) == 2
        errors = capsys.readouterr().err
        assert errors == f"starling: {database} is an SQLite database: expected another file\n"
    assert database.read_bytes() == held
