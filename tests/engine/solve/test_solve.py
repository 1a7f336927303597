"""Solved games: values, certificates, and what the checker refuses."""

from __future__ import annotations

import ast
import hashlib
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import engine.solve.checking
from engine.cli.main import main
from engine.solve.certificate import Log, write_certificate
from engine.solve.checking import Verified, verify
from engine.solve.solving import Solver
from games import DRAW, GAMES, LOSS, WIN, Position, make
from games.errors import FileError, StarlingError
from searchers import Limits, Searcher
from searchers import make as make_searcher
from tests.compiled import COMPILED
from tests.nim import Nim

KNOWN = [
    ("mnk", DRAW),
    ("mnk:m=4,n=4,k=3", WIN),
    ("connect4:width=4,height=4", DRAW),
    ("connect4:connect=3,height=3,width=4", WIN),
    ("hex:size=3", WIN),
    ("breakthrough:width=3,height=4", LOSS),
    ("clobber:width=3,height=3", WIN),
    ("kalah:houses=2,seeds=3", -200),
    ("kalah:houses=3,seeds=2,empty=true", 400),
]
"""Small games with their values; those of Kalah are in `tests/games/boards/test_kalah.py` too."""


def solve(path: Path, spec: str = "mnk", searcher: str = "mtdf", memory: int = 16) -> Verified:
    position = make(spec)
    with Log(f"{path}.part", position) as log:
        value = Solver(position, searcher, memory).run(log)
        write_certificate(str(path), position, value, log.choices, "a test")
        log.remove()
    return verify(str(path))


@pytest.mark.parametrize(("spec", "value"), KNOWN)
def test_small_games_are_solved_and_their_certificates_hold(
    tmp_path: Path, spec: str, value: int
) -> None:
    if not COMPILED and spec.startswith(("connect4:width", "mnk:m")):
        pytest.skip("too slow in the interpreter")
    found = solve(tmp_path / "proof", spec)
    assert found.value == value
    assert found.position.spec == make(spec).spec
    assert 0 < found.choices <= found.positions
    assert not (tmp_path / "proof.part").exists()


@pytest.mark.parametrize("searcher", ["alphabeta:order=tt,tt=1", "pvs", "alphabeta"])
def test_other_searchers_that_prove_do_as_well(tmp_path: Path, searcher: str) -> None:
    assert solve(tmp_path / "proof", "hex:size=3", searcher).value == WIN


def test_an_authors_game_without_keys_or_boards_is_solved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES._found, "nim", Nim)
    assert solve(tmp_path / "nine", "nim:heap=9", "alphabeta").value == WIN
    assert solve(tmp_path / "eight", "nim:heap=8", "alphabeta").value == LOSS


@pytest.fixture(scope="module")
def proof(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The certificate of tic-tac-toe, a draw: both bounds have a proof."""
    path = tmp_path_factory.mktemp("solve") / "proof"
    solve(path)
    return path.read_bytes()


def check(path: Path, data: bytes) -> Verified:
    path.write_bytes(data)
    return verify(str(path))


def sealed(body: bytes) -> bytes:
    """Return the text of a certificate with a correct last line, as a forger would write it."""
    return body + b"sha256 " + hashlib.sha256(body).hexdigest().encode() + b"\n"


fast = settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@fast
@given(st.data())
def test_a_flipped_bit_anywhere_is_refused(tmp_path: Path, proof: bytes, data: Any) -> None:
    place = data.draw(st.integers(0, 8 * len(proof) - 1))
    altered = bytearray(proof)
    altered[place // 8] ^= 1 << place % 8
    with pytest.raises(FileError, match="refused: it was altered"):
        check(tmp_path / "altered", bytes(altered))


@fast
@given(st.data())
def test_a_file_cut_short_or_lengthened_is_refused(tmp_path: Path, proof: bytes, data: Any) -> None:
    end = data.draw(st.integers(0, len(proof) - 1))
    for altered in (proof[:end], proof[end:] if end else b"", proof + proof[end:]):
        with pytest.raises(FileError, match="refused: it was altered"):
            check(tmp_path / "altered", altered)


@fast
@given(st.data())
def test_a_forged_proof_is_refused_or_still_true(tmp_path: Path, proof: bytes, data: Any) -> None:
    """Words that are dropped, doubled or swapped, under a correct sum: no false value passes."""
    body = proof.rpartition(b"sha256 ")[0]
    head, words = b"\n".join(body.split(b"\n")[:6]), b" ".join(body.split(b"\n")[6:]).split()
    first = data.draw(st.integers(0, len(words) - 1))
    second = data.draw(st.integers(0, len(words) - 1))
    value = data.draw(st.sampled_from([b"draw", b"win", b"loss", b"margin 1"]))
    change = data.draw(st.sampled_from(["drop", "double", "swap", "none"]))
    if change == "drop":
        del words[first]
    elif change == "double":
        words.insert(first, words[second])
    elif change == "swap":
        words[first], words[second] = words[second], words[first]
    split = words.index(b"at-most") if b"at-most" in words else len(words)
    counts = f"choices: {split - 1} {len(words) - split - 1}".encode()
    head = re.sub(b"choices: .*", counts, head.replace(b"value: draw", b"value: " + value))
    forged = sealed(head + b"\n" + b" ".join(words) + b"\n")
    try:
        value_found = check(tmp_path / "forged", forged).value
    except FileError:
        return
    assert value_found == DRAW


def test_refusals_say_what_is_wrong_and_where(tmp_path: Path, proof: bytes) -> None:
    body = proof.rpartition(b"sha256 ")[0]
    first = body.split(b"at-least\n")[1].split()[0]
    for old, new, fault in [
        (b"value: draw", b"value: win", "at-least win: the game ends here with: "),
        (b"value: draw", b"value: lost", "the value is 'lost': expected"),
        (b"at-least\n" + first, b"at-least\nz9", "word 2, at-least draw: move 'z9' is not legal"),
        (b"at-least\n", b"", "word 1 of the proof is not at-least"),
        (b"choices: ", b"choices: 1", "choices: found ["),
        (b"certificate 1", b"certificate 2", "line 1 is 'starling certificate 2': expected"),
        (b"by: ", b"from: ", "line 6 is 'from: a test': expected by: ..."),
        (b"game: mnk", b"game: chess:moves=2", "chess"),
        (b"game: mnk", b"game: hex:size=3", "is refused"),
        (b".../.../... X", b".../.../...  X", "expected its text"),
    ]:
        assert body.count(old) >= 1
        with pytest.raises(FileError) as caught:
            check(tmp_path / "forged", sealed(body.replace(old, new, 1)))
        assert fault in str(caught.value)
    with pytest.raises(FileError, match=r"word .* of the proof is one too many"):
        check(tmp_path / "forged", sealed(body + b"a1\n"))


@pytest.mark.parametrize("spec", ["chess", "checkers", "eight"])
def test_games_that_a_text_does_not_determine_are_refused(tmp_path: Path, spec: str) -> None:
    with pytest.raises(StarlingError, match=r"depend on earlier moves|one player"):
        Solver(make(spec))
    body = sealed(
        f"starling certificate 1\ngame: {spec}\nposition: {make(spec).text()}\nvalue: draw\n"
        "choices: 0 0\nby: me\nat-least\nat-most\n".encode()
    )
    with pytest.raises(FileError, match=r"is refused: .*(earlier moves|one player)"):
        check(tmp_path / "proof", body)


class Circle(Position):
    """A walk on a circle of four squares; a game without end, unless a side steps off it."""

    def __init__(self) -> None:
        self.at_square = 0

    def legal_moves(self) -> list[int]:
        return [1, 9] if self.at_square < 4 else []

    def push(self, move: int) -> None:
        self.at_square = (self.at_square + 1) % 4 if move == 1 else 4 + self.at_square

    def pop(self) -> None:
        self.at_square = (self.at_square - 1) % 4 if self.history[-1] == 1 else self.at_square - 4

    def outcome(self) -> int | None:
        return WIN if self.at_square >= 4 else None

    def text(self) -> str:
        return str(self.at_square)

    def at(self, text: str) -> Circle:
        other = Circle()
        other.at_square = int(text)
        return other


def test_a_proof_with_a_repeated_position_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To walk on for ever never loses, but it proves nothing."""
    monkeypatch.setitem(GAMES._found, "circle", Circle)
    body = (
        b"starling certificate 1\ngame: circle\nposition: 0\nvalue: draw\nchoices: 2 2\nby: me\n"
        b"at-least\n1 1\nat-most\n1 1\n"
    )
    with pytest.raises(FileError, match="the line repeats a position"):
        check(tmp_path / "proof", sealed(body))


# -- runs that are interrupted -----------------------------------------------------------------


class Interrupted(Searcher):
    """`mtdf`, interrupted by Ctrl-C at a number of searches."""

    NAME = "interrupted"
    left = 0
    searches = 0

    def _search(self, position: Any, limits: Limits, answer: Any) -> None:
        Interrupted.searches += 1
        Interrupted.left -= 1
        if Interrupted.left == 0:
            raise KeyboardInterrupt
        result = make_searcher("alphabeta:order=tt,tt=1").search(position, depth=60)
        answer.improve(result.move, value=result.value, depth=1, proved=result.proved)


def interrupt(monkeypatch: pytest.MonkeyPatch, path: Path, searches: int) -> Verified | None:
    """Solve a game; interrupt it at a number of searches, or never if it is 0."""
    from searchers import SEARCHERS

    monkeypatch.setitem(SEARCHERS._found, "interrupted", Interrupted)
    Interrupted.left, Interrupted.searches = searches, 0
    try:
        return solve(path, "hex:size=3", "interrupted")
    except KeyboardInterrupt:
        return None


def test_an_interrupted_run_goes_on_where_it_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = interrupt(monkeypatch, tmp_path / "whole", 0)
    all_searches = Interrupted.searches
    assert interrupt(monkeypatch, tmp_path / "proof", all_searches // 2) is None
    log = (tmp_path / "proof.part").read_text()
    assert log.startswith("starling unfinished certificate 1\ngame: hex:size=3\n")
    assert "\nvalue: win\nat-least\n" in log
    found = interrupt(monkeypatch, tmp_path / "proof", 0)
    assert Interrupted.searches == all_searches - all_searches // 2 + 1
    assert found is not None
    assert whole is not None
    assert found.choices == whole.choices
    assert (tmp_path / "proof").read_bytes() == (tmp_path / "whole").read_bytes()


@settings(parent=fast, max_examples=8)
@given(st.data())
def test_a_log_cut_anywhere_is_continued(tmp_path: Path, data: Any) -> None:
    log = Path(f"{tmp_path}/log")
    position = make("hex:size=3")
    log.unlink(missing_ok=True)
    with Log(str(log), position) as kept:
        value = Solver(position, memory=16).run(kept)
    text = log.read_bytes()
    log.write_bytes(text[: data.draw(st.integers(0, len(text)))])
    with Log(str(log), position) as kept:
        again = Solver(position, memory=16).run(kept)
    write_certificate(f"{tmp_path}/proof", position, again, kept.choices, "a test")
    assert verify(f"{tmp_path}/proof").value == value == WIN


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("starling unfinished certificate 1\ngame: mnk\n", "has 'game: mnk': expected 'game: hex"),
        ("value: lost\n", "is damaged: it has the value 'lost'"),
        ("a1 a2\n", "is damaged: it has 'a1 a2' before a proof"),
        ("value: win\nat-least\nz9\n", "is damaged: choice 1 is 'z9'"),
        ("value: loss\nat-most\n" + "a1 " * 2000 + "\n", "is damaged: "),
    ],
)
def test_a_log_that_does_not_fit_is_refused(tmp_path: Path, text: str, fault: str) -> None:
    position, path = make("hex:size=3"), tmp_path / "log"
    if not text.startswith("starling"):
        with Log(str(path), position):
            pass
        text = path.read_text() + text
    path.write_text(text)
    with pytest.raises(FileError) as caught, Log(str(path), position) as log:
        Solver(position, memory=16).run(log)
    assert fault in str(caught.value)


def test_two_may_not_write_one_log(tmp_path: Path) -> None:
    position, path = make("hex:size=3"), str(tmp_path / "log")
    with Log(path, position):
        Path(path).write_text("not read before it is locked")
        with pytest.raises(FileError, match="log is being written by another process"):
            Log(path, position)
    Path(path).unlink()
    with Log(path, position):
        pass


class Liar(Searcher):
    """Claims that every position is won by its first move."""

    NAME = "liar"

    def _search(self, position: Any, limits: Limits, answer: Any) -> None:
        value = WIN - 1 if position.ply % 4 < 2 else LOSS + 2
        answer.improve(answer.moves[0], value=value, depth=1, proved=True)


def test_a_searcher_that_errs_writes_no_certificate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from searchers import SEARCHERS

    monkeypatch.setitem(SEARCHERS._found, "liar", Liar)
    with pytest.raises(StarlingError, match="liar contradicts itself at "):
        solve(tmp_path / "proof", "hex:size=3", "liar")
    with pytest.raises(StarlingError, match="random did not prove the value of hex:size=3"):
        solve(tmp_path / "other", "hex:size=3", "random")
    assert not (tmp_path / "proof").exists()


def test_a_proof_larger_than_the_memory_ends_in_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.solve.solving._ENTRY_BYTES", 2**18)
    with pytest.raises(StarlingError, match=r"positions so far, more than .* expected a larger"):
        solve(tmp_path / "proof", memory=16)


def test_progress_is_shown(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("engine.solve.solving._SHOW_SECONDS", 0.0)
    shown: list[tuple[str, int, int]] = []
    with Log(str(tmp_path / "log"), make("mnk")) as log:
        solver = Solver(make("mnk"), memory=16, show=lambda *now: shown.append(now))
        solver.run(log)
    tasks, positions, nodes = zip(*shown, strict=True)
    assert list(dict.fromkeys(tasks)) == ["value", "at-least", "at-most"]
    assert tasks[-1] == "at-most"
    assert list(positions) == sorted(positions)
    assert nodes[-1] <= solver.nodes


# -- the command and the checker ---------------------------------------------------------------


def run(capfd: pytest.CaptureFixture[str], words: Sequence[str]) -> tuple[int, str, str]:
    code = main(words)
    out, err = capfd.readouterr()
    return code, out, err


def test_solve_and_verify(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = str(tmp_path / "proof")
    code, out, err = run(capfd, ["solve", "hex:size=3", "--certificate", path, "--memory", "16"])
    assert code == 0
    assert "verified: hex:size=3 is won by Vertical (X); Vertical (X) is to move" in out
    assert run(capfd, ["verify", path])[1].startswith("verified: hex:size=3 is won")
    code, _, err = run(capfd, ["solve", "hex:size=3", "--certificate", path])
    assert (code, "exists: expected a new file" in err) == (2, True)
    Path(path).write_bytes(Path(path).read_bytes()[:-3])
    code, out, err = run(capfd, ["verify", path])
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert run(capfd, ["verify", path + "x"])[0] == 2


def test_solve_without_a_certificate(capfd: pytest.CaptureFixture[str]) -> None:
    words = ["solve", "mnk", "--position", "X../.../... O", "--memory", "16"]
    assert run(capfd, words)[:2] == (0, "mnk at X../.../... O is a draw\n")
    code, _, err = run(capfd, [*words[:-1], "1"])
    assert (code, "at least 2" in err) == (2, True)


RARE = {"children": [*[0] * 300, 5]}
KALAH = "0,2,1,0,3/4,1,0,0,5 S pass"


def test_a_margin_that_random_games_do_not_meet_is_found(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    tree = tmp_path / "rare.json"
    tree.write_text(json.dumps(RARE))
    code, out, _ = run(capfd, ["solve", f"explicit:{tree}", "--memory", "16"])
    assert (code, " is worth +5 to " in out) == (0, True), out
    proof = str(tmp_path / "proof")
    words = ["solve", "kalah:houses=4,seeds=2", "--position", KALAH, "--memory", "16"]
    assert run(capfd, [*words, "--certificate", proof])[0] == 0
    assert verify(proof).value == -400
    assert sorted(file.name for file in tmp_path.iterdir()) == ["proof", "rare.json"]


def test_a_refused_certificate_leaves_the_log(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    proof = tmp_path / "proof"

    def refuse(path: str) -> None:
        raise FileError(f"{path} is refused")

    monkeypatch.setattr("engine.cli.solve.verify", refuse)
    code, _, err = run(capfd, ["solve", "hex:size=3", "--certificate", str(proof)])
    assert (code, "is refused" in err) == (2, True)
    assert [file.name for file in tmp_path.iterdir()] == ["proof.part"]


def test_ctrl_c_says_how_to_continue(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from searchers import SEARCHERS

    monkeypatch.setitem(SEARCHERS._found, "interrupted", Interrupted)
    Interrupted.left = 3
    words = ["solve", "hex:size=3", "--searcher", "interrupted"]
    code, _, err = run(capfd, [*words, "--certificate", str(tmp_path / "proof")])
    assert (code, "proof.part: the same command continues\n" in err) == (130, True)
    assert (tmp_path / "proof.part").exists()


def test_a_finished_game_needs_no_choices(tmp_path: Path) -> None:
    position = make("mnk").at("XXX/OO./... O")
    with Log(str(tmp_path / "log"), position) as log:
        value = Solver(position, memory=16).run(log)
    write_certificate(str(tmp_path / "proof"), position, value, log.choices, "a test")
    assert verify(str(tmp_path / "proof"))[1:] == (LOSS, 0, 0)


def test_the_checker_is_short_and_imports_only_the_rules() -> None:
    source = Path(engine.solve.checking.__file__).read_text(encoding="utf-8")
    assert source.count("\n") <= 150
    names = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom):
            names.add(str(node.module))
        elif isinstance(node, ast.Import):
            names |= {name.name for name in node.names}
    ours = {name for name in names if name.partition(".")[0] in ("engine", "searchers", "games")}
    assert ours == {"games", "games.errors", "games.parts.files"}


@pytest.mark.parametrize("foreign", [b"notes", b"\0\1", b"notes\nmore\n"])
def test_a_file_of_another_program_is_not_replaced(foreign: bytes, tmp_path: Path) -> None:
    log = tmp_path / "proof.part"
    log.write_bytes(foreign)
    assert main(["solve", "mnk", "--certificate", str(tmp_path / "proof")]) == 2
    assert log.read_bytes() == foreign


def test_ctrl_c_before_the_log_names_no_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("engine.solve.solving.Solver.__init__", interrupted)
    assert main(["solve", "mnk", "--certificate", str(tmp_path / "proof")]) == 130
    assert capsys.readouterr().err == "starling: interrupted\n"


@pytest.mark.parametrize(
    ("searcher", "said"),
    [
        ("random", "random did not prove the value of mnk at "),
        ("bstar", "bstar cannot solve mnk (no evaluator gives intervals for mnk by default"),
    ],
)
def test_a_searcher_that_does_not_suit_is_named_with_the_game(
    searcher: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["solve", "mnk", "--searcher", searcher]) == 2
    assert said in capsys.readouterr().err
