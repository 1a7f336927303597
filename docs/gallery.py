"""Add the gallery to the site: interactive pages of searches, each made by its command."""

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
"""The largest page."""


def on_files(files: Files, config: Any) -> Files:
    """Add the pages; mkdocs calls this when it has the files of the site."""
    pages = entries()
    for page in pages:
        made = made_by(page)
        files.append(File.generated(config, f"gallery/{page['name']}.html", content=made))
    files.append(File.generated(config, "gallery/index.md", content="\n".join(_index(pages))))
    return files


def entries() -> list[dict[str, str]]:
    """Return the descriptions of the pages in `pages.toml`."""
    with open(FOLDER / "pages.toml", "rb") as file:
        return list(tomllib.load(file)["page"])


def made_by(page: dict[str, str]) -> str:
    """Return the HTML of a page.

    :raises RuntimeError: if its command fails, or the page is too large.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "page.html")
        words = [*shlex.split(page["command"]), "--title", page["title"], "--look", page["look"]]
        with redirect_stdout(io.StringIO()):
            code = main(["explore", *words, "--html", str(path)])
        if code != 0:
            raise RuntimeError(f"cannot make the gallery page {page['name']}")
        made = path.read_text(encoding="utf-8")
    if len(made) > MOST_BYTES:
        raise RuntimeError(f"the gallery page {page['name']} has more than {MOST_BYTES:,} bytes")
    return made


def _index(pages: list[dict[str, str]]) -> list[str]:
    lines = [
        "# Gallery",
        "",
        "Each page plays a search step by step. The command below it makes the page. "
        "[The explorer](../explore.md) explains the pages and makes your own.",
    ]
    for page in pages:
        name = page["name"]
        lines += ["", f"## {page['title']}", "", f"*{page['paper']}*", ""]
        if (FOLDER / f"{name}.png").exists():
            lines += [f"[![{page['title']}]({name}.png)]({name}.html)", ""]
        lines += [page["look"], "", f"[Watch it]({name}.html)", ""]
        lines += ["```console", f"$ starling explore {page['command']}", "```"]
    return lines
