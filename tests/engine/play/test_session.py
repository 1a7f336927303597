"""A session: its moves, its players, and what may go wrong."""

from __future__ import annotations

from collections.abc import Iterable
from types import SimpleNamespace

import pytest

import games
from engine.play.levels import LEVELS, level_limits
from engine.play.session import PERSON, Session, Unfinished, worth
from engine.uci.strength import shipped
from games.errors import LimitsError, MoveError, StarlingError
from searchers import Clock, Limits


def session(game: str = "othello", player: str = "pvs", **given: object) -> Session:
    given = {"limits": Limits(nodes=30)} | given
    return Session(games.make(game), player, **given)  # type: ignore[arg-type]


def answer(one: Session) -> None:
    """Let the searcher move."""
    result, seconds = one.search()
    assert result.move is not None
    one.play(result.move, result, seconds)


def test_levels_grow() -> None:
    othello, chess = games.make("othello"), games.make("chess")
    budgets = [level_limits(othello, "pvs", level).nodes for level in LEVELS]
    assert budgets == [10, 28, 77, 215, 599, 1668, 4642, 12915, 35938, 100_000]
    rated = [level_limits(chess, "pvs", level).nodes for level in LEVELS]
    assert rated == sorted(rated)  # type: ignore[type-var]
    assert (rated[0], rated[-1]) == (shipped().rungs[0].nodes, shipped().rungs[-1].nodes)
    assert level_limits(chess, "bfms", 1).nodes == 10
    for level in (0, 11, "5"):
        with pytest.raises(LimitsError, match="expected 1 to 10"):
            level_limits(othello, "pvs", level)  # type: ignore[arg-type]


def test_undo_takes_back_the_answer_too() -> None:
    one = session()
    one.play(one.read_move("D3"))
    assert not one.person_to_move
    answer(one)
    assert one.person_to_move
    assert [played.searched for played in one.moves] == [False, True]
    assert one.moves[1].record.nodes == 30
    assert len(one.undo()) == 2
    assert one.position.text() == one.start.text()


def test_undo_of_a_second_player_leaves_the_opening_move() -> None:
    one = session(people=(1,))
    answer(one)
    with pytest.raises(MoveError, match="there is no move of yours to take back"):
        one.undo()
    one.play(one.legal()[0][0])
    assert len(one.undo()) == 1
    assert len(one.moves) == 1


def test_undo_without_people_and_with_both() -> None:
    none, both = session(people=()), session(people=(0, 1))
    with pytest.raises(MoveError, match="there is no move of yours to take back"):
        none.undo()
    answer(none)
    answer(none)
    assert len(none.undo()) == 1
    both.play(both.read_move("d3"))
    both.play(both.read_move("c3"))
    assert both.undo() == ["c3"]


def test_resigning_and_taking_it_back() -> None:
    one = session(people=(1,))
    one.resign()
    assert one.ending == "1-0 (resigned)"
    with pytest.raises(MoveError, match="the game is over"):
        one.resign()
    with pytest.raises(MoveError, match="the game is over: 1-0"):
        one.read_move("d3")
    assert one.undo() == []
    assert not one.over


def test_switching_sides() -> None:
    one = session()
    assert [one.name(0), one.name(1)] == [PERSON, "pvs"]
    one.switch()
    assert [one.name(0), one.name(1)] == ["pvs", PERSON]
    assert not one.person_to_move


@pytest.mark.parametrize("people", [(0, 1), ()])
def test_equal_sides_are_not_switched(people: tuple[int, ...]) -> None:
    one = session(people=people)
    one.names = ["Ann", "Ben"]
    one.switch()
    assert one.people == set(people)
    assert one.names == ["Ann", "Ben"]


@pytest.mark.parametrize(
    ("word", "found"),
    [("nf3", "Nf3"), ("NF3", "Nf3"), ("g1-f3", "Nf3"), ("E4", "e4"), (" e2e4 ", "e4")],
)
def test_moves_are_read_as_people_write_them(word: str, found: str) -> None:
    one = session("chess")
    assert one.position.notation(one.read_move(word)) == found


@pytest.mark.parametrize("word", ["", "zz", "e9", "\x1b[31m", "x" * 9999, "\u202e\u0000"])
def test_no_move_is_one_line_with_the_nearest(word: str) -> None:
    one = session("chess")
    with pytest.raises(MoveError, match=r"is no legal move; nearest: .+ \.\.\.") as caught:
        one.read_move(word)
    assert len(str(caught.value)) < 200
    assert str(caught.value).isprintable()


def test_the_nearest_moves_of_a_square_are_its_own() -> None:
    with pytest.raises(MoveError, match="nearest: e3 e4 "):
        session("chess").read_move("e2")


def test_bad_players_and_levels_change_nothing() -> None:
    one = session()
    for player in ("nobody", "uci:sh", "pvs:x=1", "pvs@pst", ""):
        with pytest.raises(StarlingError):
            one.choose_player(player)
    with pytest.raises(LimitsError):
        one.set_level(11)
    assert one.player == "pvs"
    one.set_level(3)
    assert one.strength == "level 3 (77 nodes a move)"
    with pytest.raises(StarlingError):
        session("othello", "minimax", limits=Limits())


def test_a_seed_varies_the_budget_alone() -> None:
    plain, varied = session(), session(seed=7)
    assert plain.limits().nodes == 30
    budgets = set()
    for _ in range(8):
        budgets.add(varied.limits().nodes)
        varied.play(varied.legal()[0][0])
    assert len(budgets) > 1
    assert all(27 <= (budget or 0) <= 33 for budget in budgets)


def test_the_clock_runs_for_the_searcher_alone() -> None:
    one = session(limits=Limits(clock=Clock.parse("10+1")))
    one.play(one.read_move("d3"))
    result, _ = one.search()
    assert result.move is not None
    one.play(result.move, result, 2.0)
    one.play(one.legal()[0][0], None, 500.0)
    clock = one.limits().clock
    assert clock is not None
    assert clock.remaining == pytest.approx(9.0)
    one.play(one.read_move("pass") if len(one.legal()) == 1 else one.legal()[0][0], result, 99.0)
    one.play(one.legal()[0][0])
    late = one.limits().clock
    assert late is not None
    assert late.remaining > 0


def test_a_whole_game_and_its_record() -> None:
    one = session(people=())
    while not one.over:
        answer(one)
    record = one.record()
    assert record.result in ("1-0", "0-1", "1/2-1/2")
    assert record.margin is not None
    assert one.ending == f"{record.result} ({record.ending})"
    one.undo()
    assert isinstance(one.record(), Unfinished)
    assert one.record().result == "*"
    one.new()
    assert not one.moves
    assert not one.unsaved


def test_one_player_games_have_a_searcher() -> None:
    one = Session(games.make("eight"), limits=Limits(nodes=200))
    assert one.person_to_move
    assert one.hint().move is not None
    one.people = frozenset()
    while not one.over:
        answer(one)
    assert one.ending == "solved in 5 moves"


@pytest.mark.parametrize(
    ("game", "moves", "ending"),
    [
        ("connect4", "1212121", "1-0 (First (X) wins)"),
        ("connect4", "71212121", "0-1 (Second (O) wins)"),
        ("dots:width=1,height=1", ("b1", "a2", "c2", "b3"), "0-1 (margin 1)"),
    ],
)
def test_the_end_names_the_winner_or_the_points(
    game: str, moves: Iterable[str], ending: str
) -> None:
    one = session(game, people=(0, 1))
    for move in moves:
        one.play(one.read_move(move))
    assert one.ending == ending


@pytest.mark.parametrize(
    ("game", "player", "nodes"), [("chess", "pvs", 10_000), ("chess", "bstar", 100_000)]
)
def test_a_hint_has_the_nodes_of_the_highest_level(
    game: str, player: str, nodes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, seen = session(game, player), list[Limits]()
    adviser = SimpleNamespace(search=lambda _position, limits, *_: seen.append(limits))
    monkeypatch.setattr(one, "adviser", lambda _player: adviser)
    one.hint()
    assert seen == [Limits(nodes=nodes, seconds=3.0)]


def test_opinions_weigh_the_move_that_was_played() -> None:
    one = session("chess")
    one.play(one.read_move("a4"))
    found = one.opinion("pvs", 0, Limits(nodes=400))
    assert found.result.move_text != "a4"
    assert found.played is not None
    assert found.played.move_text == "a4"
    assert found.loss is not None
    here = one.opinion("bstar", 1, Limits(nodes=100))
    assert (here.played, here.loss) == (None, None)
    assert here.result.bounds is not None
    assert one.position.text() == one.at(1).text()


def test_searches_of_others_leave_the_searcher_alone() -> None:
    plain, curious = session(), session()
    for one in (plain, curious):
        one.play(one.read_move("d3"))
    curious.evaluation()
    curious.opinion("pvs", 0, Limits(nodes=100))
    assert plain.search()[0].root == curious.search()[0].root


def test_values_are_in_the_units_of_people() -> None:
    chess = games.make("chess")
    assert [worth(chess, score) for score in (35, -5, 0, None)] == ["+0.35", "-0.05", "0.00", "?"]
    assert "for Black (X)" in session().evaluation()
