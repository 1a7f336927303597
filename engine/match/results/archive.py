"""Archives of tournaments: one file that holds all that is needed to repeat their games.

An archive is a ZIP file:

archive.json             the version that wrote it, versions of libraries, the command, the contents
NAME/tournament.sqlite   the database of each tournament: plan, openings, every move and count
files/NUMBER/...         the files of values that the players' specs name

The folder of a tournament, or one that has such folders in it, can be read like an archive.
"""

from __future__ import annotations

import json
import lzma
import os
import platform
import re
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path, PurePosixPath

from engine.jobs import Store
from engine.match.formats.plan import Plan
from engine.match.games.origin import digest_of, origin
from engine.match.results.folder import DATABASE, open_tournament
from evaluators.values.trained_file import folder_of
from games.errors import FileError, StarlingError
from games.parts.files import expect_no_database, from_json, is_file, path_text, replacing
from games.parts.records import Record, plain, record
from games.parts.specs import EXTERNAL, Spec, parse, parse_player

FORMAT = 1
MANIFEST = "archive.json"
_FILES = "files"
_EXPECTED = "an archive of `starling reproduce --write`, or the folder of a tournament"
_OURS = "starling-search"
"""Our own package, whose requirements an archive names with their versions."""

_RULES = ("openspiel", "fairy")
"""The extras of our package that have rules of games."""

MOST_BYTES = 2**35
"""The largest size of an archive's contents."""

_PATHS = ("weights", "fits")
"""The options of evaluators that name a file."""

_FAULTS = (
    *(zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, lzma.LZMAError),
    *(OSError, EOFError, NotImplementedError, RuntimeError, ValueError),
)
"""What reading a damaged ZIP file may raise."""


class Shipped(Record, frozen=True):
    """Files of trained values that an archive holds.

    :param path: the file or folder, as the specs name it.
    :param digest: of its files (see `digest_of`).
    :param names: the names of the files.
    """

    path: str
    digest: str
    names: tuple[str, ...]


class Manifest(Record, frozen=True):
    """The contents of an archive.

    :param archive: the version of the format.
    :param made_by: the version that wrote the archive; every game's record has its own.
    :param versions: the versions of Python and of the packages that we use.
    :param command: the command that played the games; "" if it is not known.
    :param tournaments: the folders of the tournaments.
    """

    archive: int
    made_by: str
    versions: dict[str, str]
    command: str
    tournaments: tuple[str, ...]
    files: tuple[Shipped, ...]


@dataclass(frozen=True)
class Archived:
    """A tournament of an archive.

    :param name: its folder; "" for a tournament that is no part of an archive.
    :param store: its database, open for reading.
    """

    name: str
    store: Store
    plan: Plan


@dataclass(frozen=True)
class Archive:
    """The tournaments of an archive or a folder.

    :param files: the place of each file or folder of values, by its path in the specs.
    """

    tournaments: tuple[Archived, ...]
    files: dict[str, str]

    def local(self, player: str) -> str:
        """Return the spec of a player, with paths of values replaced by those of the copies here.

        The copies exist while the archive is open. Specs of external programs, and all specs of a
        folder, are returned unchanged.
        """
        if not self.files or parse(player.partition("@")[0]).name in EXTERNAL:
            return player
        parts = [part for part in parse_player(player) if part is not None]
        return "@".join(
            str(_with_paths(part, lambda path: self.files.get(path, path))) for part in parts
        )


# -- writing ---------------------------------------------------------------------------------------


def write_archive(source: str | Path, path: str | Path, command: str = "") -> Manifest:
    """Write the tournaments of a folder into an archive, and return its manifest.

    It also holds the files of values that the specs name. An older file is replaced; a missing
    folder of the archive is created.

    :param source: the folder of a tournament, or one that has such folders in it.
    :param path: the file of the archive.
    :param command: the command that played the games; "" if it is not known.
    :raises FileError: if there is no tournament, a file cannot be read or written, or the archive
        would replace a database.
    """
    expect_no_database(path)
    source, path = Path(source), Path(path)
    found = _tournaments(source)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with (
            tempfile.TemporaryDirectory(prefix="starling-") as folder,
            replacing(path, "wb") as file,
            # The values of a reproducible build may be dated 1970, before ZIP's first year.
            zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, strict_timestamps=False) as archive,
        ):
            specs: dict[str, None] = {}
            for name, own in found:
                copy = Path(folder) / DATABASE
                with open_tournament(own) as (store, plan):
                    specs.update(dict.fromkeys([plan.game, *(each.spec for each in plan.players)]))
                    store.copy_to(copy)
                archive.write(copy, f"{name}/{DATABASE}")
                copy.unlink()
            shipped: list[Shipped] = []
            for named in _paths(specs):
                files = _files_of(folder_of(named))
                if not files or not all(each.is_file() for each in files):
                    raise FileError(f"there are no values {path_text(named)}: a player has them")
                for each in files:
                    archive.write(each, f"{_FILES}/{len(shipped)}/{each.name}")
                shipped.append(Shipped(named, digest_of(files), tuple(f.name for f in files)))
            names = tuple(name for name, _ in found)
            manifest = Manifest(FORMAT, origin(), _versions(), command, names, tuple(shipped))
            archive.writestr(MANIFEST, json.dumps(plain(manifest), indent=1))
    except FileError:
        raise
    except OSError as error:
        raise FileError(f"cannot write {path_text(path)}: {error.strerror or error}") from None
    return manifest


def _tournaments(source: Path) -> list[tuple[str, Path]]:
    """Return name and folder of the tournament in a folder, or of all below it, sorted.

    A name is the path of a subfolder below the folder, or else the folder's own name, printable.

    :raises FileError: if there is none.
    """
    if not os.path.isdir(source):
        raise FileError(f"there is no folder {path_text(source)}: expected that of a tournament")
    if is_file(source / DATABASE):
        return [(path_text(source.resolve().name) or "tournament", source)]
    folders = [database.parent for database in sorted(source.rglob(DATABASE))]
    if not folders:
        raise FileError(f"there is no tournament in {path_text(source)}: expected a {DATABASE}")
    return [(path_text(folder.relative_to(source).as_posix()), folder) for folder in folders]


def _versions() -> dict[str, str]:
    """Return the versions of Python and of the installed packages that our package requires.

    Packages of extras are left out, except for those with rules of games.
    """
    versions = {"python": platform.python_version()}
    with suppress(PackageNotFoundError):  # a checkout that is not installed
        for requirement in requires(_OURS) or ():
            if "extra ==" in requirement and not any(name in requirement for name in _RULES):
                continue  # tools of developers and readers
            name = re.split(r"[^\w.-]", requirement, maxsplit=1)[0]
            with suppress(PackageNotFoundError):  # it is optional
                versions[name] = version(name)
    return versions


def _paths(specs: Iterable[str]) -> list[str]:
    """Return the paths of values in the specs of games and players, each once.

    Specs that cannot be parsed are left out.
    """
    found: dict[str, str] = {}
    for spec in specs:
        with suppress(StarlingError):  # a player that was given as an object
            for part in parse_player(spec):
                if part is not None:
                    _with_paths(part, lambda path: found.setdefault(path, path))
    return list(found)


def _with_paths(part: Spec, path_of: Callable[[str], str]) -> Spec:
    """Return a spec with its paths of values replaced, also in its inner parts.

    The paths are that of the part `values`, and the options `_PATHS` of all parts.

    :param path_of: returns the new path for an old one.
    """
    options = {}
    for name, value in part.options.items():
        if isinstance(value, Spec):
            value = _with_paths(value, path_of)
        elif name in _PATHS and value:
            value = path_of(value)
        options[name] = value
    literal = part.literal
    if part.name == "values" and literal is not None:
        literal = path_of(literal)
    return Spec(part.name, options, literal)


def _files_of(path: Path) -> list[Path]:
    """Return the path itself, or the .dat and .json files directly in a folder, sorted.

    A path that does not exist is returned too.
    """
    if not path.is_dir():
        return [path]
    return sorted(each for each in path.iterdir() if each.suffix in (".dat", ".json"))


# -- reading ---------------------------------------------------------------------------------------


@contextmanager
def open_archive(path: str | Path) -> Iterator[Archive]:
    """Yield an archive that is open in a block: a file, a folder of tournaments, or a database.

    The contents of a file are extracted to a temporary folder, which is removed after the block.

    :raises FileError: if it is none, or damaged, or its values do not match their digests.
    """
    path = Path(path)
    with ExitStack() as stack:
        is_folder = os.path.isdir(path)
        if not is_folder and not is_file(path):
            raise FileError(f"there is no file {path_text(path)}: expected {_EXPECTED}")
        if is_folder or path.name == DATABASE:
            yield _opened(stack, _tournaments(path if is_folder else path.parent))
            return
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="starling-")))
        manifest = _extract(path, folder)
        files = {}
        for number, shipped in enumerate(manifest.files):
            inside = folder / _FILES / str(number)
            if digest_of([inside / name for name in shipped.names]) != shipped.digest:
                raise FileError(f"{path_text(path)}: the values {shipped.path} were changed")
            # A folder of values is named itself; a single file by its own name.
            single = Path(shipped.path).name in shipped.names
            files[shipped.path] = str(inside / shipped.names[0] if single else inside)
        folders = [(name, folder / name) for name in manifest.tournaments]
        try:
            opened = _opened(stack, folders, files)
        except FileError as error:
            text = str(error).replace(f"{folder}/", "")
            raise FileError(f"{path_text(path)} is damaged: {text}") from None
        yield opened


def _opened(
    stack: ExitStack,
    folders: Sequence[tuple[str, Path]],
    files: dict[str, str] | None = None,
) -> Archive:
    """Return the archive of tournaments, whose databases stay open until the stack closes.

    :param folders: the name and the folder of each tournament.
    :param files: see `Archive`; None for none.
    :raises FileError: if one cannot be read, or holds no tournament.
    """
    tournaments = tuple(
        Archived(name, *stack.enter_context(open_tournament(folder))) for name, folder in folders
    )
    return Archive(tournaments, files or {})


def _extract(path: Path, folder: Path) -> Manifest:
    """Extract an archive into a folder and return its manifest.

    Only the files that the manifest names are extracted.

    :raises FileError: if it is no archive, damaged, too large, or of a later format.
    """
    where = path_text(path)
    try:
        with zipfile.ZipFile(path) as archive:
            if sum(each.file_size for each in archive.infolist()) > MOST_BYTES:
                raise FileError(f"{where} holds more than {MOST_BYTES:,} bytes")
            text = archive.read(MANIFEST).decode(errors="replace")
            data = from_json(text, f"{where}: {MANIFEST}", _EXPECTED)
            format = data.get("archive") if isinstance(data, dict) else None
            if isinstance(format, int) and format > FORMAT:
                expected = f"expected {FORMAT} or less, which this version of Starling reads"
                raise FileError(f"{where} has format {format}: {expected}")
            manifest = record(data, Manifest, MANIFEST)
            members = [(name, f"{name}/{DATABASE}") for name in manifest.tournaments]
            members += [
                (name, f"{_FILES}/{number}/{name}")
                for number, shipped in enumerate(manifest.files)
                for name in shipped.names
            ]
            for name, member in members:
                if PurePosixPath(name).is_absolute() or ".." in PurePosixPath(name).parts:
                    raise FileError(f"{where} names {name!r}: expected a path inside it")
                archive.extract(member, folder)
            return manifest
    except KeyError as error:
        raise FileError(f"{where} is damaged: {error.args[0]}; expected {_EXPECTED}") from None
    except FileError:
        raise
    except _FAULTS as error:
        raise FileError(f"{where} is no archive ({error}): expected {_EXPECTED}") from None
