"""Add a page of all games, evaluators and searchers with their options to the site."""

from __future__ import annotations

import inspect
from typing import Any

from mkdocs.structure.files import File, Files

from engine.cli.parts import REGISTRIES
from games.parts.options import options_of

PAGE = "reference/parts.md"


def on_files(files: Files, config: Any) -> Files:
    """Add the page; mkdocs calls this when it has the files of the site."""
    files.append(File.generated(config, PAGE, content="\n".join(_page())))
    return files


def _page() -> list[str]:
    lines = ["# Parts and their options", "", "`starling list` prints the same."]
    for kind, registry in REGISTRIES.items():
        lines += ["", f"## {kind}s"]
        for name in registry.builtin:
            lines += ["", f"### {name}", "", *_part(registry.find(name))]
    return lines


def _part(part: Any) -> list[str]:
    purpose = (inspect.getdoc(part) or "").partition("\n\n")[0]
    options = options_of(part)
    if not options:
        return [purpose]
    rows = [
        f"| `{o.name}` | {_cell(o.help)} | {_cell(o.expected)} | {_cell(_default(o.default))} |"
        for o in options
    ]
    return [purpose, "", "| option | meaning | values | default |", "|---|---|---|---|", *rows]


def _default(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value or "")


def _cell(text: object) -> str:
    return str(text).replace("|", "\\|")
