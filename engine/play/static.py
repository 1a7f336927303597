"""A folder with the page of a game for any web server: the engine runs in the browser by Pyodide.

index.html      the page, or links to the pages of several games
worker.js       starts the engine beside the page
starling.zip    the sources of Starling
packages.zip    the libraries that they import
python/         Pyodide: Python for browsers

Nothing in it is compiled from Starling: the browser interprets the same sources.
"""

from __future__ import annotations

import hashlib
import http.client
import io
import json
import tarfile
import urllib.request
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

import chess

from engine.pages import rendering as pages
from engine.pages.requests import check_player, check_spec
from engine.play.live import Live
from engine.play.page import ASSETS, board_data, page_of
from engine.play.setup import Setup
from games.errors import EngineError, FileError, SpecError, StarlingError, described
from games.parts.files import path_text, read_bytes, replacing
from games.parts.part import name_of

GAMES = ("chess", "othello", "connect4")
"""The games of a folder that is for no single game."""

_PYTHON = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
)
"""The files of Pyodide that a page loads."""
_PARTS = (
    "games",
    "evaluators",
    "searchers",
    *(f"engine/{family}" for family in ("jobs", "match", "pages", "play", "text", "uci")),
)
"""The folders of Starling that a game imports."""
_BUILT = (".pyc", ".so", ".pyd", ".c", ".pxd")
"""The suffixes of files that the interpreter does not need."""
_MARK = "starling.zip"
"""The file by which a folder of an earlier run is known."""
_SECONDS = 60
"""Seconds until a download without an answer fails."""


@dataclass(frozen=True)
class _Download:
    """A file of a registry.

    :param sha256: its checksum.
    """

    name: str
    address: str
    sha256: str

    @property
    def file(self) -> str:
        """The name of the file, which ends its address."""
        return self.address.rpartition("/")[2]


_VERSION, _ABI = "314.0.7", "2026_0"
"""The version of Pyodide, and that of its interface to compiled packages."""
_PYODIDE = _Download(
    "Pyodide",
    f"https://registry.npmjs.org/pyodide/-/pyodide-{_VERSION}.tgz",
    "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0",
)
_MSGSPEC = _Download(
    "msgspec",
    "https://files.pythonhosted.org/packages/75/5d/"
    "c0e6bdb81a87f6bd56a663a330c271af7670490c80d8d635d9fa21ad1adf/"
    f"msgspec-0.22.0-cp314-cp314-pyemscripten_{_ABI}_wasm32.whl",
    "a66b1766311e42371e509c996c3933b161c7ae0eabdf361af5316dec197e1022",
)

_README = """\
This folder is a web site: {games} against Starling, a game-playing engine. The engine
runs in the visitor's browser. No other site is needed.

Any web server can serve the folder. It must send .mjs and .js files as text/javascript
and .wasm files as application/wasm, as most do. To try it on this computer:

    python3 -m http.server

index.html      {index}
worker.js       starts the engine beside the page
starling.zip    the sources of Starling {version} (GPL, version 3 or later)
packages.zip    the libraries that they import: chess (GPL, version 3 or later)
                and msgspec (BSD)
python/         Pyodide {pyodide}: Python for browsers (MPL 2.0)
"""


def write(folder: Path, setups: Sequence[Setup], pyodide: str | None = None) -> int:
    """Write a web site of games to a folder; return the number of bytes of its files.

    Files of an earlier run with the same names are replaced; others stay.

    :param setups: the games, with one page each.
    :param pyodide: the folder or the npm archive of Pyodide; None to download it.
    :raises FileError: if the folder has other files or cannot be written, or if `pyodide` is no
        Pyodide of the right version.
    :raises EngineError: if something cannot be downloaded.
    :raises StarlingError: if a setup does not fit, or has parts that a browser lacks.
    """
    _expect_ours(folder)
    files = _pages(setups)  # a wrong game or searcher is found before a download
    python = _python_files(None if pyodide is None else Path(pyodide))
    files |= {f"python/{name}": data for name, data in python.items()}
    files["packages.zip"] = _zipped(_packages(None if pyodide is None else Path(pyodide)))
    files[_MARK] = _zipped(_sources())
    with _writing(folder):
        (folder / "python").mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        with replacing(folder / name, "wb") as file:
            file.write(data)
    return sum(map(len, files.values()))


def _expect_ours(folder: Path) -> None:
    """Raise FileError unless the folder is new, empty or written by this command before."""
    with _writing(folder):
        ours = not folder.exists() or (folder / _MARK).exists() or not any(folder.iterdir())
    if not ours:
        raise FileError(f"{path_text(folder)} has other files: expected a new folder")


@contextmanager
def _writing(folder: Path) -> Iterator[None]:
    """Raise the errors of a block, such as a full disk, as FileError that names the folder."""
    try:
        yield
    except (OSError, ValueError) as error:
        fault = getattr(error, "strerror", None) or error
        raise FileError(f"cannot write {path_text(folder)}: {fault}") from None


# -- pages -------------------------------------------------------------------------------------


def _pages(setups: Sequence[Setup]) -> dict[str, bytes]:
    """Return the HTML pages, the worker's script and the README of the folder: content by name.

    One setup has the page index.html. Several have a page each, and index.html with links to them.
    """
    from engine import VERSION

    for setup in setups:
        _expect_portable(setup)
    sessions = [setup.session() for setup in setups]
    starts = [session.start for session in sessions]
    one = len(setups) == 1
    names = [("index" if one else name_of(type(start))) + ".html" for start in starts]
    links = [] if one else list(zip([start.spec for start in starts], names, strict=True))
    texts = {"worker.js": (ASSETS / "worker.js").read_text(encoding="utf-8")}
    for name, setup, session in zip(names, setups, sessions, strict=True):
        data = {"setup": asdict(setup), "state": Live(session).state()}
        texts[name] = page_of(session, "inside.js", data, links)
    if not one:
        boards = {start.spec: board_data(start) for start in starts}
        values = {"links": links, "data": pages.inert(boards)}
        texts["index.html"] = pages.rendered(ASSETS, "index.html.jinja", values)
    texts["README.txt"] = _README.format(
        games=" and ".join(start.spec for start in starts) if len(starts) < 3 else "games",
        index="the page of the game" if one else "links to the pages of the games",
        version=VERSION,
        pyodide=_VERSION,
    )
    return {name: text.encode() for name, text in texts.items()}


def _expect_portable(setup: Setup) -> None:
    """Check that a browser has the parts of a setup: no files, packages or parts of others.

    Its memory and numbers are limited as those of requests.

    :raises SpecError: if it lacks one.
    """
    try:
        check_spec("game", setup.game)
        if setup.player is not None:
            check_player(setup.player)
    except StarlingError as error:
        raise SpecError(f"--static: {error}") from None


# -- archives ----------------------------------------------------------------------------------


def _zipped(files: Iterable[tuple[str, bytes]]) -> bytes:
    """Return files as a zip archive, whose bytes depend on nothing but the files."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in sorted(files):
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    return made.getvalue()


def _sources() -> Iterator[tuple[str, bytes]]:
    """Yield the path and the content of each file of Starling that the page needs.

    The path is relative to the root of the sources. Compiled and hidden files are left out.
    """
    root = Path(__file__).resolve().parents[2]
    yield "engine/__init__.py", (root / "engine" / "__init__.py").read_bytes()
    for part in _PARTS:
        for path in (root / part).rglob("*"):
            if path.is_file() and path.suffix not in _BUILT and not path.name.startswith("."):
                yield path.relative_to(root).as_posix(), path.read_bytes()


def _packages(pyodide: Path | None) -> Iterator[tuple[str, bytes]]:
    """Yield name and content of each file of the libraries: python-chess and msgspec.

    :raises FileError: if the wheel of msgspec is damaged.
    :raises EngineError: if it cannot be downloaded.
    """
    for path in Path(chess.__file__).parent.glob("*.py"):
        yield f"chess/{path.name}", path.read_bytes()
    try:
        with zipfile.ZipFile(io.BytesIO(_msgspec(pyodide))) as wheel:
            files = [(name, wheel.read(name)) for name in wheel.namelist()]
    except (zipfile.BadZipFile, zlib.error) as error:
        raise FileError(f"{_MSGSPEC.file}: {described(error)}; expected a wheel") from None
    yield from files


# -- downloads ---------------------------------------------------------------------------------


def _python_files(pyodide: Path | None) -> dict[str, bytes]:
    """Return the files of Pyodide for the page: content by name.

    :param pyodide: its folder or archive; None downloads it.
    :raises FileError: if the folder or archive lacks one, or is another version.
    :raises EngineError: if it cannot be downloaded.
    """
    if pyodide is None:
        return _unpacked(_PYODIDE.file, _downloaded(_PYODIDE, "--pyodide with a copy of it"))
    expected = f"Pyodide, as npm pack pyodide@{_VERSION} writes it"
    if pyodide.is_dir():
        files = {name: read_bytes(pyodide / name, expected) for name in _PYTHON}
    else:
        files = _unpacked(path_text(pyodide), read_bytes(pyodide, expected))
    try:
        about = json.loads(files["pyodide-lock.json"])["info"]
        found = about["abi_version"], about["python"].rpartition(".")[0]
    except (ValueError, LookupError, TypeError, AttributeError):
        found = "", ""
    if found != (_ABI, "3.14"):
        raise FileError(f"{path_text(pyodide)} is another Pyodide: expected version {_VERSION}")
    return files


def _unpacked(name: str, archive: bytes) -> dict[str, bytes]:
    """Return the files of Pyodide that a page loads (`_PYTHON`), from its archive, by name.

    :param name: the archive in messages.
    :raises FileError: if one is missing, or it is no such archive.
    """
    expected = f"expected Pyodide, as npm pack pyodide@{_VERSION} writes it"
    files = {}
    try:
        with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
            for part in _PYTHON:
                member = tar.extractfile(f"package/{part}")
                assert member is not None, "a file, not a folder"
                files[part] = member.read()
    except KeyError as error:
        raise FileError(f"{name}: {error.args[0]}; {expected}") from None
    except (tarfile.TarError, zlib.error, OSError, EOFError, AssertionError) as error:
        raise FileError(f"{name}: {described(error)}; {expected}") from None
    return files


def _msgspec(pyodide: Path | None) -> bytes:
    """Return the wheel of msgspec for browsers: the one beside a given Pyodide, else a download.

    :param pyodide: a folder with the wheel in it, or an archive beside it; None for a download.
    :raises FileError: if the wheel cannot be read.
    :raises EngineError: if it cannot be downloaded.
    """
    if pyodide is not None:
        folder = pyodide if pyodide.is_dir() else pyodide.parent
        for path in sorted(folder.glob(f"msgspec-*-pyemscripten_{_ABI}_wasm32.whl")):
            return read_bytes(path, "a wheel of msgspec")
    return _downloaded(_MSGSPEC, f"--pyodide FOLDER with {_MSGSPEC.file} in it")


def _downloaded(wanted: _Download, otherwise: str) -> bytes:
    """Download a file of a package registry; return its content.

    :param otherwise: what to do without a network, for the message.
    :raises EngineError: if the download fails, or the checksum is wrong.
    """
    try:
        with urllib.request.urlopen(wanted.address, timeout=_SECONDS) as answer:
            data: bytes = answer.read()
    except (OSError, http.client.HTTPException) as error:  # the latter if it breaks off
        fault = getattr(error, "reason", None) or error
        raise EngineError(
            f"cannot download {wanted.name} from {wanted.address}: {fault}; "
            f"expected a network, or {otherwise}"
        ) from None
    if hashlib.sha256(data).hexdigest() != wanted.sha256:
        raise EngineError(f"{wanted.address} has a wrong checksum: expected {wanted.sha256}")
    return data
