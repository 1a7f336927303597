"""Commands with absurd values and names: one line and exit code 2, or they work."""

from __future__ import annotations

import contextlib
import io
from pathlib import Path

import pytest

import evaluators
import games
from engine.cli.main import main
from engine.cli.parts import REGISTRIES
from engine.match import OPENINGS
from engine.text.console import NOTICE
from games.errors import StarlingError
from games.parts.options import options_of

LONGEST = 1200
"""Letters of a refusal: a path may take 1,000 of them."""

QUICK = {"negative": "-1", "nan": "nan", "control": "\x1b[31m\n\t", "text": "no such thing"}
VALUES = {
    **QUICK,
    "empty": "",
    "huge": "1" + "0" * 18,
    "larger": "9" * 30,
    "infinite": "inf",
    "overflowing": "1e400",
    "digits": "9" * 5000,
    "letters": "x" * 100_000,
    "brackets": "(" * 200 + ")" * 200,
    "nul": "a\0b",
    "no text": "\udcff",
}
PARTS = [(kind, name) for kind, registry in REGISTRIES.items() for name in registry.builtin] + [
    ("openings", name) for name in OPENINGS.builtin
]


def said(words: list[str]) -> tuple[int, str, str]:
    """A command's exit code, output and complaints, which are of printable lines."""
    seen = [io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2)]
    with contextlib.redirect_stdout(seen[0]), contextlib.redirect_stderr(seen[1]):
        try:
            code = main(words)
        except SystemExit as end:  # argparse's way
            code = end.code if isinstance(end.code, int) else 1
    out, complaints = (each.buffer.getvalue().decode() for each in seen)
    for line in (out + complaints).split("\n"):
        assert line.isprintable(), line
    return code, out, complaints


def hold(words: list[str]) -> None:
    """See that a command works, or refuses in a line."""
    code, _, complaints = said(words)
    assert code in (0, 2), complaints
    complaints = complaints.replace(f"starling: {NOTICE}\n", "")  # where it is not compiled
    if code == 2:
        assert complaints.startswith("starling: ")
        assert complaints.count("\n") == 1
        assert len(complaints) < LONGEST


def served_by(name: str) -> str:
    """A game that an evaluator knows; any game for one that needs a folder."""
    if name == "values":
        return "othello"
    for game in ("othello", "chess", "ngame", "canonical", "increments"):
        with contextlib.suppress(StarlingError):
            if evaluators.make(name).serves(games.make(game)):
                return game
    raise AssertionError(f"no game for {name}")


def using(kind: str, name: str, part: str) -> list[str]:
    """A command that uses a part with its options."""
    match kind:
        case "game":
            return ["analyse", "--game", part, "--player", "random", "--nodes", "5"]
        case "evaluator":
            player = f"alphabeta@{part}"
            return ["analyse", "--game", served_by(name), "--player", player, "--nodes", "20"]
        case "searcher":
            return ["analyse", "--game", "othello", "--player", part, "--nodes", "20"]
    words = "match --game ngame:b=3,d=4 --players random random --nodes 1 --games 1 --openings"
    return [*words.split(), part]


def attack(kind: str, name: str, values: dict[str, str]) -> None:
    registry = OPENINGS if kind == "openings" else REGISTRIES[kind]
    for option in options_of(registry.find(name)):
        for value in values.values():
            hold(using(kind, name, f"{name}:{option.name}={value}"))


@pytest.mark.parametrize(("kind", "name"), PARTS)
def test_every_option_of_every_part(kind: str, name: str) -> None:
    attack(kind, name, QUICK)


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "name"), PARTS)
def test_every_option_with_every_value(kind: str, name: str) -> None:
    attack(kind, name, VALUES)


# -- names of files and folders -------------------------------------------------------------------

NAMES = {
    "newline": "a\nb",
    "escape": "\x1b[31mred",
    "bytes": "\udcff\udcfe",
    "long": "x" * 300,
    "markup": "[red]x[/red]:smile:",
    "blank": " ",
}

TOURNAMENT = """
game = "ngame:b=2,d=3"
nodes = 3
[[player]]
spec = "alphabeta"
[[player]]
spec = "random"
"""

COMMANDS = (
    "match --game ngame:b=2,d=3 --players alphabeta random --nodes 3 --games 2 --out {path}",
    "standings {path}",
    "standings {path} --json",
    "standings {path}-missing",
    "tournament {path}.toml --out {path}-out",
    "tournament {path}.json --out {path}-out",
    "tournament {path}-missing --out {path}-out",
    "analyse --game explicit:{path}.json --player alphabeta@static --nodes 9",
    "analyse --game explicit:{path}.toml --player alphabeta@static --nodes 9 --json",
    "analyse --game chess --player bstar@calibrated:fits={path}.json --nodes 9",
    "analyse --game chess --player pvs@network:weights={path}.json --nodes 9",
    "analyse --game ngame:b=2,d=3 --player alphabeta --nodes 9 --trace {path}.trace",
    "perft --game explicit:{path}.json 2",
    "check explicit:{path}.json",
    "match --game chess --players random random --nodes 1 --openings file:path={path}.toml",
    "match --game chess --players random random --nodes 1 --openings polyglot:path={path}.toml",
    "match --game chess --players random uci:{path} --nodes 1",
    "match --game othello --players random gtp:{path} --nodes 1",
    "match --game chess --players random xboard:{path} --depth 1",
    "match --game othello --players random nboard:{path} --depth 1",
    "gtp --player {name}",
    "nboard --player {name}",
    "lab srimani-3.1 --trees 2 --out {path}-lab",
    "lab page --out {path}-lab",
    "calibrate --game ngame:b=2,d=4 --evaluator fixed:base=static,margin=9 --base static "
    "--depths 1 --positions 2 --out {path}-calibrated",
    "lab {name}",
    "analyse --game {name} --player {name} --nodes 9",
    "analyse --game chess --position {name} --player alphabeta --nodes 9",
    "analyse --game chess --moves {name} --player alphabeta --nodes 9",
    "{name}",
)


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_names_of_odd_letters(name: str, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / name
    with contextlib.suppress(OSError):  # where a name is too long, there is no such file
        Path(f"{path}.toml").write_text(TOURNAMENT)
        Path(f"{path}.json").write_text("[[1, 2], [3, 4]]")
    for command in COMMANDS:
        fits = {"{path}": str(path), "{name}": name}
        words = command.split()
        for place, text in fits.items():
            words = [word.replace(place, text) for word in words]
        hold(words)
