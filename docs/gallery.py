"""The gallery: interactive pages of searches, each made by its command as the site is built."""

from __future__ import annotations

import io
import shlex
import tempfile
import tomllib
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

from engine.cli.main import main

FOLDER = Path(__file__).resolve().parent / "gallery"
MOST_BYTES = 3_000_000
"""Of a page."""


def on_files(files: Files, config: Any) -> Files:
    """Called by mkdocs once it knows the files of the site."""
    pages = entries()
    for page in pages:
        made = made_by(page)
        files.append(File.generated(config, f"gallery/{page['name']}.html", content=made))
    files.append(File.generated(config, "gallery/index.md", content="\n".join(_index(pages))))
    return files


def entries() -> list[dict[str, str]]:
    """The gallery's pages, as `pages.toml` describes them."""
    with open(FOLDER / "pages.toml", "rb") as file:
        return list(tomllib.load(file)["page"])


def made_by(page: dict[str, str]) -> str:
    """A page's HTML.

    :raises RuntimeError: if its command fails, or the page is too large.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "page.html")
        words = [*shlex.split(page["command"]), "--title", page["title"], "--look", page["look"]]
        with redirect_stdout(io.StringIO()):
            code = main(["explore", *words, "--html", str(path)])
        if code != 0:
            raise RuntimeError(f"the gallery's {page['name']} cannot be made")
        made = path.read_text(encoding="utf-8")
    if len(made) > MOST_BYTES:
        raise RuntimeError(f"the gallery's {page['name']} has more than {MOST_BYTES:,} bytes")
    return made


def _index(pages: list[dict[str, str]]) -> list[str]:
    lines = [
        "# Gallery",
        "",
        "Searches to watch, step by step: play, go back, scrub, and stop where something happens. "
        "Each page stands for itself, and is made by the command under it; "
        "[how to read them, and how to make your own](../explore.md).",
    ]
    for page in pages:
        name = page["name"]
        lines += ["", f"## {page['title']}", "", f"*{page['paper']}*", ""]
        if (FOLDER / f"{name}.png").exists():
            lines += [f"[![{page['title']}]({name}.png)]({name}.html)", ""]
        lines += [page["look"], "", f"[Watch it]({name}.html)", ""]
        lines += ["```console", f"$ starling explore {page['command']}", "```"]
    return lines
