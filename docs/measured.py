"""Add the folder `results/`, which is outside of docs/, to the site."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parents[1]


def on_files(files: Files, config: Any) -> Files:
    """Add the files; mkdocs calls this when it has those of docs/."""
    for path in sorted((ROOT / "results").rglob("*.*")):
        if path.suffix in {".csv", ".json", ".md", ".svg"} and "games" not in path.parts:
            name = path.relative_to(ROOT).as_posix()
            files.append(File(name, str(ROOT), config["site_dir"], config["use_directory_urls"]))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Return a page with links between docs/ and results/ that work on the site."""
    if page.file.src_uri.startswith("results/"):  # folders have no page
        return re.sub(r"\[([^]]+)\]\(\1/\)", r"\1", markdown).replace("../docs/", "../")
    return markdown.replace("](../results/", "](results/")
