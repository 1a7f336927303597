"""Try an installed Starling as its users do: a match, a tournament, UCI, a page, conformance tests.

    python installed.py [--compiled | --interpreted]

Run it by the Python of the environment where Starling is installed. It works in an empty folder, so
that nothing is found in a checkout, and on every system.
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tempfile
import time
from pathlib import Path

OWN_GAME = '''
from games import LOSS, Position


class Subtraction(Position):
    """Take 1, 2 or 3 from a heap; the side that takes the last one wins."""

    def __init__(self, heap=21):
        self.heap = heap

    def legal_moves(self):
        return [take for take in (1, 2, 3) if take <= self.heap]

    def push(self, move):
        self.heap -= move

    def pop(self):
        self.heap += self.history[-1]

    def outcome(self):
        return None if self.heap else LOSS
'''
TOURNAMENT = """
game = "connect4"
format = "round-robin"
games_per_pair = 2
nodes = 100
[openings]
random_plies = 2
seed = 1
[[player]]
spec = "alphabeta"
[[player]]
spec = "bfms"
"""


def main() -> int:
    """Run everything; return the exit code."""
    way = sys.argv[1:]
    if way not in ([], ["--compiled"], ["--interpreted"]):
        print(__doc__, file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        started = os.getcwd()
        os.chdir(folder)
        try:
            _try(way)
        finally:
            os.chdir(started)
    return 0


def _try(way: list[str]) -> None:
    Path("own_game.py").write_text(OWN_GAME, encoding="utf-8")
    package = Path("own_game-1.0.dist-info")  # as another package has it that registers a game
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: own-game\nVersion: 1.0\n")
    (package / "entry_points.txt").write_text(
        "[starling.games]\nsubtraction = own_game:Subtraction\n", encoding="utf-8"
    )
    Path("tournament.toml").write_text(TOURNAMENT, encoding="utf-8")

    place = _python("import games.core.position as made; print(made.__file__)").strip()
    assert Path(place).is_relative_to(sysconfig.get_path("platlib")), f"another one: {place}"
    interpreted = place.endswith(".py")
    assert not way or way == ["--interpreted" if interpreted else "--compiled"], place

    _python("import starling; print(starling.searcher('bstar').spec)")
    _starling("match --game othello --players alphabeta bfms --nodes 300 --games 2")
    _starling("tournament tournament.toml --out folder --workers 2")
    _starling("report folder")
    _starling("explore bstar --game othello --nodes 300 --html watched.html")
    _starling("analyse --game chess --nodes 500")
    for part in ("othello", "positional", "alphabeta --game ngame", "subtraction"):
        _starling(f"check {part}")
    dialogue = "uci\nposition startpos\ngo nodes 50\nisready\nquit\n"
    answered = _run([_script("starling-uci")], dialogue)
    assert "bestmove " in answered, answered
    assert "readyok" in answered, answered


def _python(program: str) -> str:
    return _run([sys.executable, "-c", program])


def _starling(words: str) -> str:
    return _run([_script("starling"), *words.split()])


def _script(name: str) -> str:
    """Return the path of a command of this environment."""
    return os.path.join(sysconfig.get_path("scripts"), name + (".exe" if os.name == "nt" else ""))


def _run(command: list[str], text: str = "") -> str:
    """Run a command, print its time, and return its output."""
    started = time.monotonic()
    done = subprocess.run(
        command,
        input=text,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": os.getcwd(), "PYTHONIOENCODING": "utf-8"},
    )
    name = " ".join([os.path.basename(command[0]), *command[1:]])
    print(f"{time.monotonic() - started:6.1f} s  {name}", flush=True)
    if done.returncode:
        raise SystemExit(f"{name}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    raise SystemExit(main())
