"""The variants of Fairy-Stockfish."""

from __future__ import annotations

import random
import sys
from typing import Any

import pytest

from games import DRAW, LOSS, WIN, make
from games.bridges.pyffish_rules import load_variant
from games.check import check_game
from games.core.moves import Moves
from games.core.perft import perft
from games.errors import PositionError, SpecError

pyffish = pytest.importorskip("pyffish")
VARIANTS = [name for name in pyffish.variants() if not pyffish.two_boards(name)]


def at(name: str, text: str) -> Any:
    return make(f"fairy:{name}").at(text)


@pytest.mark.slow
@pytest.mark.parametrize("name", VARIANTS)
def test_all_variants_keep_the_contract(name: str) -> None:
    assert check_game(f"fairy:{name}", games=1, plies=2) > 0


def test_a_variant_keeps_the_contract() -> None:
    assert check_game("fairy:dobutsu", games=1, plies=2) > 0


@pytest.mark.parametrize(
    ("name", "text", "depth", "lines"),
    [
        ("amazons", "", 1, 2176),
        ("atomic", "r4b1r/2kb1N2/p2Bpnp1/8/2Pp3p/1P1PPP2/P5PP/R3K2R b KQ - 0 1", 2, 148),
        ("cambodian", "r1s1ks1r/3nm3/pppNpppp/3n4/5P2/PPPPPNPP/8/R1SKMS1R b DEe 0 0 5", 2, 72),
        ("codrus", "5bnr/2pp2pp/P4k2/R3Q1P1/8/2N1K3/1P1PP1PP/2B2BNR w - - 1 15", 4, 19),
        ("giveaway", "8/1p6/8/8/8/8/P7/8 w - - 0 1", 4, 3),
        (
            "grand",
            "r8r/1nbqkcabn1/ppp2ppppp/3p6/4pP4/10/10/PPPPP1PPPP/1NBQKCABN1/R8R w - e7 0 3",
            2,
            5768,
        ),
        ("janggi", "", 2, 1024),
        ("shogi", "", 2, 900),
        ("xiangqi", "", 2, 1920),
        pytest.param("atomic", "", 3, 8902, marks=pytest.mark.slow),
        pytest.param("atomic", "", 4, 197326, marks=pytest.mark.slow),
        pytest.param("crazyhouse", "", 3, 8902, marks=pytest.mark.slow),
        pytest.param(
            "crazyhouse",
            "2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1",
            2,
            75353,
            marks=pytest.mark.slow,
        ),
        pytest.param("horde", "", 4, 23310, marks=pytest.mark.slow),
        pytest.param(
            "janggi",
            "1n1kaabn1/cr2N4/5C1c1/p1pNp3p/9/9/P1PbP1P1P/3r1p3/4A4/R1BA1KB1R b - - 0 1",
            4,
            76763,
            marks=pytest.mark.slow,
        ),
        pytest.param("shogi", "", 3, 25470, marks=pytest.mark.slow),
        pytest.param("xiangqi", "", 3, 79666, marks=pytest.mark.slow),
    ],
)
def test_published_perft(name: str, text: str, depth: int, lines: int) -> None:
    """Most positions and figures are those of Fairy-Stockfish's `tests/perft.sh`."""
    assert perft(at(name, text), depth) == lines


@pytest.mark.parametrize("name", VARIANTS)
def test_numbers_of_moves_are_read_back(name: str) -> None:
    position = make(f"fairy:{name}")
    moves = position.legal_moves()
    words = [position.move_text(move) for move in moves]
    assert tuple(words) == load_variant(name).moves(position.fen)
    assert len(set(moves)) == len(moves)


def test_the_moves_of_our_own_chess_variants() -> None:
    rng = random.Random(2)
    for name in ("atomic", "crazyhouse", "horde"):
        theirs, ours = make(f"fairy:{name}"), make(f"chess:variant={name}")
        for _ in range(25):
            words = {theirs.move_text(move) for move in theirs.legal_moves()}
            assert words == {ours.move_text(move) for move in ours.legal_moves()}
            assert theirs.outcome() == ours.outcome()
            if ours.outcome() is not None:
                break
            word = rng.choice(sorted(words))
            theirs.play(word)
            ours.play(word)


@pytest.mark.parametrize(
    ("name", "text", "outcome"),
    [
        ("chess", "startpos moves f2f3 e7e5 g2g4 d8h4", LOSS),
        ("losers", "startpos moves f2f3 e7e5 g2g4 d8h4", WIN),
        (
            "shogi",
            "lnsg3nk/1r2b1gs1/ppppppp1p/7N1/7p1/9/PPPPPPPP1/1B5R1/LNSGKGS1L[P] w 0 1 moves P@i8",
            WIN,
        ),
        ("suicide", "8/8/8/7p/7P/8/8/8 w - - 0 1", DRAW),
        ("chess", "8/8/4k3/8/8/3K4/4R3/8 w - - 99 80 moves d3d4", DRAW),
        ("armageddon", "3n4/8/8/3k4/8/3K4/8/3BBR2 w - - 99 80 moves d3d2", WIN),
        ("chess", "8/8/4k3/8/8/3K4/4N3/8 w - - 0 1", DRAW),
        ("armageddon", "8/8/4k3/8/8/3K4/8/8 w - - 0 1", LOSS),
        ("sittuyin", "1k4PK/3r4/8/8/8/8/8/8[] w - - 0 1", DRAW),
        (
            "xiangqi",  # a cannon that chases a chariot may not repeat it
            "2bakabnr/9/r1n1c4/2p1p1p1p/PP7/9/4P1P1P/2C3NC1/9/1NBAKAB1R w - - 0 1 "
            "moves c3a3 a8b8 a3b3 b8a8 b3a3 a8b8 a3b3 b8a8 b3a3",
            WIN,
        ),
        ("dobutsu", "1L1/1g1/1G1/1l1[] w - - 0 1 moves b4a4", LOSS),
    ],
)
def test_ends_of_games(name: str, text: str, outcome: int) -> None:
    """Most are from pyffish's own tests."""
    assert at(name, text).outcome() == outcome


def test_two_passes_end_a_game_and_one_is_in_the_key() -> None:
    position = make("fairy:janggi")
    before = position.key()
    position.play("e2e2")
    assert position.outcome() is None
    other = position.at(position.fen)
    assert other.key() != position.key()
    assert position.at(position.text()).key() == position.key()
    position.play("e9e9")
    assert position.outcome() is not None
    assert position.at(position.text()).outcome() == position.outcome()
    position.pop()
    position.pop()
    assert position.key() == before


def test_kings_that_face_each_other_for_two_plies_end_a_game() -> None:
    position = at("janggi", "4k4/9/9/9/4p4/9/9/9/4K4/R8 w - - 0 1")
    position.play("a1b1", "e6d6")
    assert position.outcome() is None
    position.play("e2e2")  # a pass
    assert position.outcome() is not None
    assert position.at(position.text()).legal_moves() == []


def test_a_repetition_ends_a_game_earlier_in_a_search() -> None:
    moves = ["b1a3", "b8a6", "a3b1", "a6b8"]
    position = make("fairy:chess").play(*moves)
    assert position.outcome() is None
    assert position.copy().play(*moves).outcome() == DRAW
    searched = make("fairy:chess")
    searched.begin_search()
    assert searched.play(*moves[:3]).outcome() is None
    assert searched.play(moves[3]).outcome() == DRAW
    check = at("xiangqi", "9/3kc4/3a5/3P5/9/4p4/9/4K4/9/3C5 w - - 0 1")
    check.begin_search()
    assert check.play(*["d7e7", "e5d5", "e7d7", "d5e5"]).outcome() == WIN  # perpetual check loses


def test_material() -> None:
    worth = load_variant("chess").worth
    assert worth["P"] < worth["N"] < worth["B"] < worth["R"] < worth["Q"]
    assert load_variant("antichess").worth["Q"] < 0
    position = at("crazyhouse", "4k3/8/8/8/8/8/8/4K3[Nq] w - - 0 1")
    rules = load_variant("crazyhouse")
    assert position.static() == rules.worth["N"] - rules.worth["Q"]
    assert position.play("N@a1").static() == rules.worth["Q"] - rules.worth["N"]


def test_captures_are_noisy() -> None:
    position = at("chess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
    moves = Moves()
    assert position.noisy_moves(moves) == 1
    assert position.move_text(moves.since(0)[0]) == "e4d5"


def test_the_diagram() -> None:
    position = at("shogi", "8k/9/9/9/9/9/9/1+R7/K8[2P] w - - 0 1".replace("2P", "PP"))
    assert position.diagram() == "\n".join(
        [
            " 9  . . . . . . . . k",
            *(f" {row}  . . . . . . . . ." for row in range(8, 2, -1)),
            " 2  .+R . . . . . . .",
            " 1  K . . . . . . . .",
            "    a b c d e f g h i",
            "White in hand B 0 G 0 K 0 L 0 N 0 P 2 R 0 S 0",
            "Black in hand B 0 G 0 K 0 L 0 N 0 P 0 R 0 S 0",
            "- -",
        ]
    )


@pytest.mark.parametrize(
    ("name", "text", "fault"),
    [
        ("chess", "rubbish", "1 rows, not 8"),
        ("chess", "8/8/8/8/8/8/8/K6x w - - 0 1", "Invalid piece character"),
        ("chess", "8/8/8/8/8/8/8/k7 w - - 0 1", "kings"),
        # the package may crash on these
        ("crazyhouse", "r1bqkbnr/1ppppppp/n7/p7/8/21P37PP/PP3/RNBQKBNR[] w KQkq - 0 3", "61 files"),
        ("crazyhouse", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[p w KQkq - 0 1", "in hand"),
        ("spartan", "lgkcckwl/hhhhhhhh/8/8/8/8/PPPPPPPP/RNBQKBNR w KaQ - 0 2", "castling rights"),
    ],
)
def test_a_wrong_fen_is_refused_in_one_line(
    name: str, text: str, fault: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(PositionError, match="expected a FEN such as ") as caught:
        at(name, text)
    assert fault in str(caught.value)
    assert "\n" not in str(caught.value)
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("shogy", "Did you mean 'shogi'"),
        ("bughouse", "is played on two boards by four players"),
        ("koedem", "two boards"),
        ("supply", "two boards"),
    ],
)
def test_other_games_are_refused(name: str, fault: str) -> None:
    with pytest.raises(SpecError) as caught:
        make(f"fairy:{name}")
    assert fault in str(caught.value)
    assert "\n" not in str(caught.value)


def test_without_the_package_the_message_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    load_variant.cache_clear()
    monkeypatch.setitem(sys.modules, "pyffish", None)
    with pytest.raises(SpecError, match="pip install pyffish"):
        make("fairy:shogi")
