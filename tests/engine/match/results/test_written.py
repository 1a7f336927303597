"""Games as other programs read them: transcripts, PGN, GGF, WTHOR."""

from __future__ import annotations

import csv
import io
import re

import pytest
from msgspec.structs import replace

from engine.match import Player, play_match, round_robin, standings
from engine.match.players.player import Forfeit
from engine.match.results.folder import game_line
from games import make
from games.core.scores import WIN
from games.errors import FileError
from searchers import Clock, Limits


def lines(folder, name="games.txt"):
    return [line.split("\t") for line in (folder / name).read_text().splitlines()]


def test_othello_transcripts_replay(tmp_path):
    play_match("othello", ["random@static", "random:seed=2@static"], nodes=1, games=6, out=tmp_path)
    discs = []
    for transcript, score, ending, *_ in lines(tmp_path, "transcripts.txt"):
        end = make("othello").at(transcript)
        assert end.outcome() is not None
        # Discs on the board; empty squares go to the winner.
        black, white = (end.text().split()[0].count(disc) for disc in "XO")
        empty = 64 - black - white
        black, white = black + empty * (black > white), white + empty * (white > black)
        assert ending == f"discs {black}-{white}"
        assert "pass" not in transcript
        discs.append([str(black - white), str(black), str(white)])
        assert score == ("1-0" if black > white else "0-1" if black < white else "1/2-1/2")
    with open(tmp_path / "games.csv", newline="") as file:
        columns = ("margin", "first_points", "second_points")
        assert [[row[key] for key in columns] for row in csv.DictReader(file)] == discs


@pytest.mark.parametrize(
    ("start", "name"),
    [
        (make("othello").at("f5d6c3"), "transcripts.txt"),
        (make("othello").at(make("othello").at("f5d6c3").text()), "transcripts.txt"),
        (make("ngame:b=3,d=6").play("1", "2"), "games.txt"),
    ],
)
def test_games_from_another_start_are_read_back(start, name, tmp_path):
    settings = {"nodes": 1, "games": 2, "openings": "none", "out": tmp_path / "there"}
    result = play_match(start, ["random", "random:seed=2"], **settings)
    standings(tmp_path / "there").save(tmp_path / "again")
    for folder in ("there", "again"):
        for (moves, *_, began), record in zip(
            lines(tmp_path / folder, name), result.games, strict=True
        ):
            assert began == start.text()
            position = start.at(began)
            _, played = position.read_opening(moves)
            assert position.play(*played).outcome() is not None
            assert position.ending() == record.ending


def test_a_transcript_leaves_out_passes(tmp_path):
    played = play_match("othello", ["random@static"] * 2, nodes=1, games=40)
    passes = [game for game in played.games if "pass" in game.text]
    assert passes
    for game in passes:
        transcript = game_line(make("othello"), game).split("\t")[0]
        assert len(transcript) == 2 * (len(game.text) - game.text.count("pass"))
        assert make("othello").at(transcript).outcome() is not None


def test_pgn_is_read_back(tmp_path):
    chess_pgn = pytest.importorskip("chess.pgn")
    settings = {"nodes": 60, "games": 2, "openings": "random:plies=4"}
    result = play_match("chess", ["alphabeta@static", "random@static"], **settings, out=tmp_path)
    text = io.StringIO((tmp_path / "games.pgn").read_text())
    for record in result.games:
        game = chess_pgn.read_game(text)
        assert not game.errors
        headers = game.headers
        assert (headers["White"], headers["Black"]) == record.players
        assert headers["Result"] == record.result
        assert headers["Ending"] == record.ending
        end = game.end().board()
        assert len(end.move_stack) == len(record.text)
        over = end.outcome(claim_draw=True)
        assert over is not None
        assert over.result() == record.result
        commented = [node.comment for node in game.mainline()]
        assert commented[:4] == [""] * 4
        assert all(
            c.startswith(f"nodes {m.nodes}/60, ")
            for c, m in zip(commented[4:], record.moves, strict=True)
        )
    assert chess_pgn.read_game(text) is None


def test_pgn_has_what_other_programs_read(tmp_path):
    chess_pgn = pytest.importorskip("chess.pgn")
    limits = [Limits(nodes=300, clock=Clock(60, 0.5)), Limits(nodes=300, seconds=2)]
    round_robin(
        "chess",
        ["alphabeta@material", "random@material"],
        limits,
        out=tmp_path,
        names=['the "first"', "back\\slash"],
        event='Cup "A"',
        openings="balanced",
    )
    text = (tmp_path / "games.pgn").read_text()
    assert max(map(len, text.splitlines())) < 80
    assert r'[White "the \"first\""]' in text
    assert r'[Event "Cup \"A\""]' in text
    assert r'[Black "back\\slash"]' in text
    played = standings(tmp_path).games
    file = io.StringIO(text)
    for record in played:
        game = chess_pgn.read_game(file)
        assert game.headers["PlyCount"] == str(len(record.text))
        turned = record.players[0] != 'the "first"'
        assert [game.headers[f"{side}TimeControl"] for side in ("White", "Black")] == (
            ["1/2", "60+0.5"] if turned else ["60+0.5", "1/2"]
        )
        nodes = list(game.mainline())[len(record.opening.moves) :]
        left = {side: 60.0 for side in (0, 1) if record.players[side] == 'the "first"'}
        for node, move in zip(nodes, record.moves, strict=True):
            if move.side in left:
                left[move.side] += 0.5 - move.seconds
                assert node.clock() == pytest.approx(left[move.side], abs=0.002)
            else:
                assert node.clock() is None
            assert node.emt() == pytest.approx(move.seconds, abs=0.001)
            assert node.eval_depth() == move.depth
            if move.value is not None and abs(move.value) < 10_000:
                score = node.eval().white().score()
                assert score == (-move.value if move.side else move.value)
    won = next(game for game in played if game.moves[-1].value == WIN - 1)
    assert "[%eval #1," in text or "[%eval #-1," in text, won


def test_pgn_has_intervals_and_openings(tmp_path):
    chess_pgn = pytest.importorskip("chess.pgn")
    (tmp_path / "lines").write_text("e2e4 e7e5 g1f3 b8c6 f1b5\n")
    openings = f"file:path={tmp_path / 'lines'}"
    players = ["bstar@fixed:base=material,margin=50", "random@material"]
    result = play_match("chess", players, nodes=300, out=tmp_path / "out", openings=openings)
    file = io.StringIO((tmp_path / "out" / "games.pgn").read_text())
    intervals = 0
    for record in result.games:
        game = chess_pgn.read_game(file)
        assert (game.headers["ECO"], game.headers["Opening"]) == ("C60", "Ruy Lopez")
        for node, move in zip(list(game.mainline())[5:], record.moves, strict=True):
            printed = re.search(r"from (-?\d+\.\d\d) to (-?\d+\.\d\d)", node.comment)
            assert (printed is None) == (move.bounds is None)
            if printed is not None and max(map(abs, move.bounds)) < 10_000:
                low, high = (round(100 * float(bound)) for bound in printed.groups())
                assert move.bounds == ((-high, -low) if move.side else (low, high))
                intervals += 1
    assert intervals


def test_a_clock_of_so_many_moves_is_given_again():
    control = Clock(10.0, 1.0, 2)
    first = control.after(4.0, control)
    assert (first.remaining, first.moves_to_go) == (7.0, 1)
    second = first.after(5.0, control)
    assert (second.remaining, second.moves_to_go) == (13.0, 2)


def test_the_clock_of_a_move_that_a_margin_forgives_has_no_debt(tmp_path, slow):
    settings = {"clock": "1+0.5", "margin": 0.3, "adjudication": {"longest": 2}, "openings": "none"}
    play_match("chess", [slow("a", 1.25), slow("b")], **settings, games=1, out=tmp_path)
    text = (tmp_path / "games.pgn").read_text()
    assert re.findall(r"%clk[ \n]([0-9:.]+)", text) == ["0:00:00.500", "0:00:01.500"]


@pytest.mark.parametrize(
    ("moves", "eco", "name"),
    [
        ("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be2 e5", "B90", "Sicilian, Najdorf"),
        ("c4 Nf6 Nc3 g6 d4 d5", "D80", "Gruenfeld"),
        ("a3", None, None),
        ("", None, None),
    ],
)
def test_openings_have_names_however_they_are_reached(moves, eco, name):
    chess = pytest.importorskip("chess")
    from games.chess.notation import named_opening

    board = chess.Board()
    for move in moves.split():
        board.push_san(move)
    assert named_opening(board) == (None if eco is None else (eco, name))
    elsewhere = chess.Board("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    elsewhere.push_san("e4")
    assert named_opening(elsewhere) is None


def test_othello_is_written_for_other_programs(tmp_path):
    from games.othello.ggf import read_ggf
    from games.othello.wthor import read_wthor

    limits = [Limits(nodes=20, clock=Clock(90)), Limits(nodes=20, clock=Clock(90))]
    players = ["alphabeta@discs", "random@discs"]
    settings = {"out": tmp_path, "openings": "random:plies=4", "event": "Cup", "names": ["a]", "b"]}
    result = round_robin("othello", players, limits, games=4, **settings)
    written = list(read_ggf((tmp_path / "games.ggf").read_text()))
    assert len(written) == 4
    for game, record in zip(written, result.games, strict=True):
        assert [move.text for move in game.moves] == record.text
        assert game.position().ending() == record.ending
        assert (game.tags["PB"], game.tags["PW"]) == record.players
        assert (game.tags["TI"], game.tags["PC"]) == ("01:30", "Cup")
        assert float(game.tags["RE"]) == record.margin / 100
        move = game.moves[len(record.opening_text)]
        assert move.seconds == pytest.approx(record.moves[0].seconds, abs=0.001)
        value = record.moves[0].value
        assert move.discs == (None if value is None else pytest.approx(value / 100, abs=0.01))
    kept = read_wthor((tmp_path / "games.wtb").read_bytes())
    names = (tmp_path / "games.jou").read_bytes()[16:]
    for game, record in zip(kept, result.games, strict=True):
        assert game.text == "".join(word for word in record.text if word != "pass")
        assert record.ending == f"discs {game.discs}-{64 - game.discs}"
        read = [names[20 * n : 20 * n + 20].rstrip(b"\0").decode() for n in game.players]
        assert tuple(read) == record.players
    assert (tmp_path / "games.trn").read_bytes()[16:].rstrip(b"\0") == b"Cup"


def test_games_that_others_wrote_are_openings(tmp_path):
    first = tmp_path / "first"
    play_match("othello", ["random"] * 2, nodes=1, games=4, out=first, openings="random:plies=4")
    for name in ("games.ggf", "games.wtb"):
        openings = f"file:path={first / name},plies=6,order=file"
        result = play_match("othello", ["random"] * 2, nodes=1, games=2, openings=openings)
        with open(first / "transcripts.txt") as lines:
            assert next(lines).startswith("".join(result.games[0].opening_text))
        with pytest.raises(FileError, match="the game is over after the opening"):
            play_match("othello", ["random"] * 2, openings=openings.replace("=6", "=0"), nodes=1)
        with pytest.raises(FileError, match="expected openings of chess"):
            play_match("chess", ["random"] * 2, openings=openings, nodes=1)


@pytest.mark.parametrize(
    ("ending", "margin", "score", "result"),
    [
        ("discs 40-24", 1600, 1.0, "+16.000"),
        ("discs 32-32", 0, 0.5, "+0.000"),
        ("time forfeit", None, 0.0, "-64.000:t"),
        ("resigned", None, 1.0, "+64.000:r"),
        ("crash", None, 0.0, "-64.000:s"),
        ("adjudicated: resigned", None, 1.0, "+64.000:s"),
        ("adjudicated: solved discs 40-24", 1600, 1.0, "+16.000:s"),
    ],
)
def test_results_in_ggf(ending, margin, score, result):
    from engine.match.results.exchange import Wthor, ggf

    start = make("othello")
    record = play_match("othello", ["random"] * 2, nodes=1, games=1).games[0]
    record = replace(record, ending=ending, margin=margin, score=score)
    assert f"RE[{result}]" in ggf(start, record, "?", {})
    wthor = Wthor(start, "?")
    wthor.add(record)
    assert len(wthor.files()["games.wtb"]) == (84 if ending.startswith("discs") else 16)


def test_clocks_in_ggf_have_their_increment(tmp_path):
    from games.othello.ggf import read_ggf

    limits = [Limits(nodes=2, clock=clock) for clock in (Clock(90, 5), Clock(60, 0.25))]
    round_robin("othello", ["random"] * 2, limits, games=2, out=tmp_path)
    first, second = read_ggf((tmp_path / "games.ggf").read_text())
    assert (first.tags["TB"], first.tags["TW"]) == ("01:30/00:05", "01:00/00:00.25")
    assert (second.tags["TB"], second.tags["TW"]) == ("01:00/00:00.25", "01:30/00:05")
    limits[1] = Limits(nodes=2)
    round_robin("othello", ["random"] * 2, limits, games=2, out=tmp_path / "one")
    tags = [game.tags for game in read_ggf((tmp_path / "one" / "games.ggf").read_text())]
    assert [(each.get("TB"), each.get("TW")) for each in tags] == [
        ("01:30/00:05", None),
        (None, "01:30/00:05"),
    ]


def test_a_win_that_is_a_win_is_written_with_its_discs(tmp_path):
    from games.othello.ggf import read_ggf
    from games.othello.wthor import read_wthor

    play_match("othello:wld=true", ["random"] * 2, nodes=1, games=4, out=tmp_path)
    for name in ("games.ggf", "games.wtb"):
        data = (tmp_path / name).read_bytes()
        if name.endswith("ggf"):
            read = [(g.position(), float(g.tags["RE"])) for g in read_ggf(data.decode())]
        else:
            read = [(make("othello").at(g.text), 2 * g.discs - 64) for g in read_wthor(data)]
        ends = [(-end.outcome() if end.turn else end.outcome()) / 100 for end, _ in read]
        assert [margin for _, margin in read] == ends
        assert any(abs(margin) < 64 for margin in ends)


def test_pgn_from_another_start_has_it(tmp_path):
    chess_pgn = pytest.importorskip("chess.pgn")
    mate_in_one = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"
    play_match(
        make("chess").at(mate_in_one),
        ["alphabeta@static"] * 2,
        depth=2,
        games=1,
        openings="none",
        out=tmp_path,
    )
    game = chess_pgn.read_game(io.StringIO((tmp_path / "games.pgn").read_text()))
    assert game.headers["FEN"] == mate_in_one
    assert (game.headers["Ending"], game.headers["Termination"]) == ("checkmate", "normal")
    assert [move.uci() for move in game.mainline_moves()] == ["a1a8"]


def test_pgn_of_chess960_has_its_start(tmp_path):
    start = make("chess:chess960=true")
    for opening, rank in (("none", "RNBQKBNR"), ("chess960", "NRQBBNKR")):
        settings = {"nodes": 1, "openings": opening, "adjudication": {"longest": 3}}
        play_match(start, ["random"] * 2, **settings, games=1, out=tmp_path / opening)
        text = (tmp_path / opening / "games.pgn").read_text()
        fen = f"{rank.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{rank} w KQkq - 0 1"
        for tag in (f'[FEN "{fen}"]', '[SetUp "1"]', '[Variant "Chess960"]'):
            assert tag in text.splitlines()


class Tired(Player):
    """Resigns at once."""

    def choose(self, position, limits):
        raise Forfeit("resigned", "resigned")


def test_a_game_that_was_resigned_ended_normally(tmp_path):
    players = [Tired("tired"), "random"]
    play_match("chess", players, nodes=1, games=1, openings="none", out=tmp_path)
    tags = (tmp_path / "games.pgn").read_text().splitlines()
    assert '[Ending "resigned"]' in tags
    assert '[Termination "normal"]' in tags


def test_pgn_names_a_forfeit(tmp_path, answering):
    chess_pgn = pytest.importorskip("chess.pgn")
    play_match(
        "chess",
        ["random@static", answering(lambda *_: None)],
        nodes=1,
        games=1,
        openings="none",
        out=tmp_path,
    )
    game = chess_pgn.read_game(io.StringIO((tmp_path / "games.pgn").read_text()))
    assert game.headers["Result"] == "1-0"
    assert game.headers["Ending"] == "illegal move"
    assert game.headers["Termination"] == "rules infraction"
    assert "answered None" in game.end().comment
