"""What objects show in a notebook, without IPython: valid, escaped, and small."""

from __future__ import annotations

import re
import sys
from html.parser import HTMLParser
from xml.dom.minidom import parseString

import pytest

from engine import calibrate, game, play_match, round_robin, search_tree, searcher
from games import DRAW, WIN, Position
from games.core.pictures import bars_svg, columns_svg, table_html, text_html
from games.errors import LimitsError


class Balanced(HTMLParser):
    """A check that every element is closed; collects the text."""

    def __init__(self, text):
        super().__init__()
        self.open, self.texts = [], []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_startendtag(self, tag, attributes):
        pass

    def handle_data(self, data):
        self.texts.append(data)


def texts(html):
    for word in ("http:", "https:", "<script", "src=", "href="):
        plain = html.replace("http://www.w3.org/2000/svg", "")
        assert word not in plain, "nothing external"
    return Balanced(html).texts


class Named(Position):
    """A game with one move whose text is hostile."""

    NAME = "named"

    def __init__(self):
        self.made = False

    def legal_moves(self):
        return [] if self.made else [1, 2]

    def push(self, move):
        self.made = True

    def pop(self):
        self.made = False

    def outcome(self):
        return DRAW if self.made else None

    def move_text(self, move):
        return f"<script>{move}&"


@pytest.mark.parametrize("spec", ["othello", "chess", "chess:variant=crazyhouse", "eight"])
def test_boards_are_valid_svg_with_the_side_to_move(spec):
    position = game(spec)
    picture = position._repr_svg_()
    root = parseString(picture).documentElement
    assert root.tagName == "svg"
    assert str(position).splitlines()[-1] in picture
    assert len(picture) < 40_000
    assert position._repr_html_() is None
    assert "IPython" not in sys.modules


def test_a_board_shows_its_pieces_and_the_end():
    assert game("othello").play("f5")._repr_svg_().count("<circle") == 5
    ended = game("chess").play("f3", "e5", "g4", "Qh4#")
    assert "checkmate" in ended._repr_svg_()
    arrow = game("amazons").play("d1-d5/d7")._repr_svg_()
    assert (arrow.count("<circle"), arrow.count(">#<")) == (8, 1)
    assert arrow.index("#1d2125") < arrow.index("#fbfbf8")  # Black is above
    hexagons = game("hex:size=3")._repr_svg_()
    assert re.findall(r'<rect x="(\d+)" y="\d+"', hexagons)[::3] == ["44", "22", "0"]
    assert ended._repr_svg_().count('<use href="#white-pawn"') == 8


def test_a_game_without_a_board_shows_its_text_escaped():
    position = Named()
    assert position._repr_svg_() is None
    position.push(1)
    assert "&lt;script&gt;1&amp;" in position._repr_html_()
    assert any("<script>1&" in text for text in Balanced(position._repr_html_()).texts)


def test_a_result_is_a_table_with_bars():
    result = searcher("bstar").search(game("othello").play("f5"), nodes=500)
    html = result._repr_html_()
    assert html.count("<svg") == len(result.root) == 3
    assert {"move", "value", "interval", "line", *(row["move"] for row in result.rows())} <= set(
        texts(html)
    )
    plain = searcher("pvs").search(game("chess"), nodes=500)._repr_html_()
    assert "<svg" not in plain
    assert "interval" not in texts(plain)
    hostile = searcher("alphabeta").search(Named(), nodes=50)._repr_html_()
    assert "&lt;script&gt;" in hostile
    assert texts(hostile)


def test_a_long_table_is_cut():
    position = game("chess").play("e4", "e5", "Nf3", "Qg5")
    html = searcher("bstar").search(position, nodes=500)._repr_html_()
    assert "and 7 moves more" in texts(html)
    assert html.count("<tr>") == 21
    assert len(html) < 20_000


def test_a_finished_game_has_a_result_too():
    position = game("chess").play("f3", "e5", "g4", "Qh4#")
    assert "no move" in searcher("pvs").search(position, nodes=50)._repr_html_()


def test_standings_and_the_crosstable():
    settings = {"nodes": 20, "openings": "random:plies=50", "games": 2}
    players = ["random", "alphabeta@discs"]
    pair = play_match("othello", players, names=["random", "<b>x"], **settings)
    html = pair._repr_html_()
    assert "&lt;b&gt;x" in html
    assert "crosstable" not in texts(html)
    three = round_robin("othello", ["random", "alphabeta@discs", "pvs@discs"], **settings)
    assert {"Elo", "points", "crosstable", "pvs@discs"} <= set(texts(three._repr_html_()))


def test_bars_share_one_scale():
    wide, narrow, lost, nothing = bars_svg(
        [(-100, 100, 0), (0, 50, None), (-WIN, 1 - WIN, None), (None, None, None)]
    )
    assert 'x="4.0" y="4" width="212.0"' in wide
    assert 'cx="110.0"' in wide
    assert 'x="110.0" y="4" width="53.0"' in narrow
    assert 'x="4.0" y="4" width="2.0"' in lost
    assert nothing == ""
    parseString(wide)


def test_tables_and_text_are_escaped():
    html = table_html("<t>", ["a&b", "n"], [("<x>", 1)], notes=["'&'"])
    assert {"<t>", "a&b", "<x>", "1", "'&'"} <= set(texts(html))
    assert text_html("<&>") == "<pre>&lt;&amp;&gt;</pre>"


def picture_of(shown):
    html = shown._repr_html_()
    assert texts(html)
    assert "#000" not in html, "colours of the page"
    return parseString(html[html.index("<svg") : html.rindex("</div>")]).documentElement


def test_a_search_tree_has_the_counts_of_its_search():
    for spec in ("alphabeta:deepen=false", "sss:deepen=false", "bfms", "bstar@intervals"):
        tree = search_tree("explicit:tests/data/korf-figure-1.json", spec, depth=4, nodes=40)
        assert len(tree.leaves) == tree.result.counts["evaluated"]
        assert len(tree.expanded) == tree.result.counts["expanded"]
        assert picture_of(tree).getElementsByTagName("g").length == len(tree)


def test_a_search_tree_shows_values_bounds_and_the_best_line():
    tree = search_tree("uniform:w=3,d=3,seed=31", "alphabeta:deepen=false,order=none", depth=3)
    line = [tree.nodes[dewey] for dewey in tree.best_line]
    assert [node.low for node in line] == [tree.result.value] * 4
    low = tree.nodes["2"]
    assert low.low is None
    assert low.text.startswith("\u2264"), "refuted: an upper bound"
    whole = picture_of(tree.picture(whole=True))
    assert whole.getElementsByTagName("g").length == 1 + 3 + 9 + 27
    few = picture_of(tree.picture(most=5))
    assert few.getElementsByTagName("g").length == 5
    for dewey in tree.best_line:
        assert f"<title>{dewey or 'root'}, " in tree.picture(most=4).svg


def test_a_search_tree_of_intervals_has_bars_and_moves():
    position = game("othello").play("f5")
    player = searcher("bstar")
    tree = search_tree(position, player, nodes=100)
    assert player.trace is None
    assert tree.nodes[""].has_interval
    first = position.move_text(position.legal_moves()[0])
    assert f"<title>1, move {first}, [" in tree.picture().svg
    hostile = search_tree(Named(), "alphabeta", nodes=50)
    assert "&lt;script&gt;" in hostile._repr_html_()
    assert texts(hostile._repr_html_())


@pytest.mark.parametrize("most", [0, -1, 10**6, "5", True])
def test_a_picture_has_limits(most):
    tree = search_tree("uniform:w=2,d=2", "minimax", depth=2)
    with pytest.raises(LimitsError, match="most="):
        tree.picture(most=most)
    wide = search_tree("uniform:w=40,d=3", "alphabeta", depth=3)
    with pytest.raises(LimitsError, match="more than 5,000 nodes"):
        wide.picture(whole=True)


def test_a_calibration_is_a_table_with_figures():
    found = calibrate("ngame:b=3,d=6", ["shallow", "bounds"], depths=(2, 3), positions=20)
    rows = found.rows()
    assert [(row["evaluator"], row["depth"]) for row in rows] == [
        (spec, depth) for spec in found.evaluators for depth in (2, 3)
    ]
    assert all(row["inside"] + row["below"] + row["above"] == pytest.approx(100) for row in rows)
    assert all(row["inside"] == 100 for row in rows if row["evaluator"] == "bounds")
    html = found._repr_html_()
    assert html.count("<svg") == 4
    assert {"inside %", "median width"} <= set(texts(html))
    assert str(found).count("\n") == 3


def test_columns_are_percentages():
    full, half = columns_svg([[100, None, 0], [50]], [50, 50])
    assert full.count("<title>") == 2
    assert 'height="34.0"' in full
    assert 'height="17.0"' in half
    parseString(full)
