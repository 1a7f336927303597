"""Errors in parts of other packages: one line with the part, the method, the move and the place."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine import round_robin
from engine.cli.main import main
from evaluators import EVALUATORS, Evaluator
from games import GAMES, LOSS, Position, make
from games.errors import ContractError
from games.parts.authors import author_fault, game_fault
from searchers import Searcher
from searchers import make as make_searcher
from tests.nim import Nim


class Broken(Nim):
    """A heap that cannot be below four."""

    NAME = "testbroken"

    def push(self, move: int) -> None:
        self._take(move)

    def _take(self, move: int) -> None:
        if self.heap - move < 4:
            raise IndexError("below four")
        self.heap -= move


class NoPop(Position):
    """A heap without a way back."""

    NAME = "testnopop"

    def __init__(self, heap: int = 9) -> None:
        self.heap = heap

    def legal_moves(self) -> list[int]:
        return [1]

    def push(self, move: int) -> None:
        self.heap -= move

    def outcome(self) -> int | None:
        return None if self.heap else LOSS


class Wrong(Evaluator):
    NAME = "testwrong"

    def value(self, position: Any) -> int:
        return int({}[position.heap])


class Illegal(Searcher):
    """Makes a move that the game does not have."""

    def _search(self, position: Any, limits: Any, answer: Any) -> None:
        position.push(99)


@pytest.fixture(scope="module", autouse=True)
def known() -> Iterator[None]:
    for part in (Broken, NoPop):
        GAMES.register(part.NAME, part)
    EVALUATORS.register("testwrong", Wrong)
    yield
    for part in (Broken, NoPop):
        del GAMES._found[part.NAME]
    del EVALUATORS._found["testwrong"]


BROKEN = "game testbroken: push("
NO_POP = "game testnopop: the class NoPop lacks the method pop: expected legal_moves, push, pop"
TOURNAMENT = 'game = "{}"\nnodes = 50\n[[player]]\nspec = "alphabeta"\n[[player]]\nspec = "pvs"\n'


@pytest.mark.parametrize(
    "command",
    [
        "analyse --game GAME --nodes 500",
        "solve GAME",
        "match --game GAME --players alphabeta random --nodes 50",
        "match --game GAME --players alphabeta random --nodes 50 --games 4 --workers 2",
        "tournament file.toml --out folder",
        "explore alphabeta --game GAME --nodes 500 --html page.html",
        "play GAME --nodes 500 --side second",
        "perft --game GAME 6",
    ],
)
@pytest.mark.parametrize(("game", "expected"), [("testbroken", BROKEN), ("testnopop", NO_POP)])
def test_every_command_names_the_game_and_its_method(
    command: str,
    game: str,
    expected: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file.toml").write_text(TOURNAMENT.format(game), encoding="utf-8")
    assert main(command.replace("GAME", game).split()) == 2
    *_, last = capfd.readouterr().err.splitlines()
    assert last.startswith("starling: ")
    assert expected in last
    if game == "testbroken":
        assert " raised IndexError: below four, in line " in last
        assert last.endswith(" of test_authors.py")


def test_training_names_the_method(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for game in ("testbroken", "testnopop"):
        assert main(["train", game, "--minutes", "1", "--out", str(tmp_path / game)]) == 2
        *_, last = capfd.readouterr().err.splitlines()
        assert last.startswith("starling: ")
        assert game in last


def test_the_moves_before_an_error_are_named() -> None:
    position = make("testbroken")
    position.push(3)
    with pytest.raises(IndexError) as caught:
        make_searcher("alphabeta").search(position, nodes=500)
    assert "push(3) after the moves 3 raised IndexError" in str(author_fault(caught.value))


def test_an_evaluator_is_named() -> None:
    with pytest.raises(KeyError) as caught:
        make_searcher("alphabeta@testwrong").search(Nim(), nodes=500)
    assert str(author_fault(caught.value)).startswith("evaluator testwrong: value(...) raised Key")
    assert game_fault(caught.value) is None


def test_an_error_of_ours_is_no_author_s() -> None:
    with pytest.raises(AttributeError) as caught:
        getattr(make("mnk"), "missing")  # noqa: B009  # its error is wanted
    assert author_fault(caught.value) is None


def test_a_game_that_fails_ends_a_match_and_a_player_that_fails_loses() -> None:
    with pytest.raises(ContractError, match=r"game testbroken: push\("):
        round_robin("testbroken", ["alphabeta", "random"], nodes=50, games=2, openings="none")

    class Careful(Nim):
        def push(self, move: int) -> None:
            if move not in self.legal_moves():
                raise ValueError(f"{move} is illegal")
            super().push(move)

    result = round_robin(Careful(), [Illegal(), "random"], nodes=50, games=2, openings="none")
    assert {game.forfeited for game in result.games} == {"illegal"}
