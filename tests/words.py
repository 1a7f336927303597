"""Count words that make the project's prose hard to read: `python -m tests.words [PATH...]`.

Prose is every docstring, comment, message and help text of the Python sources and declarations, and
every page of documentation outside its code blocks. `tests/test_words.py` keeps the count low.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = (
    *("benchmarks", "docs", "engine", "evaluators", "games", "searchers", "starling"),
    *("tests", "training"),
)
SUFFIXES = {".py", ".pxd", ".md", ".jinja", ".js"}

WORDS = {
    r"told|tells?|telling": "report, show, return, give, pass",
    r"ask(?:s|ed|ing)?": "call, request, look up, read",
    r"heard|hears?|hearing": "receive, notice, apply",
    r"stands?|standing|stood": "is, is stored, remains",
    r"anew": "again",
    r"who(?:so)?ever|nobody|somebody": "the caller, no evaluator, a program",
    r"thereof|therein|whereof|wherein|hence|thence|whence|lest|ere|upon": "plain English",
    r"as yet|is owed|speaks? of|speaking of|come what may": "plain English",
    r"glanc(?:e|es|ed|ing)|at first sight": "static value, estimate",
    r"doubt(?:s|ed|ing|er)?": "error probability, verify",
    r"flatter(?:s|ed|ing)?": "overestimate, unverified",
    r"fore(?:tells?|told|sees?|sight)|outlook": "predict, bound, estimate",
    r"in pieces": "inconsistent",
    r"holds? (?:it|them|every \w+|an? \w+) against": "run the conformance tests on",
    r"(?:of )?the house|a house|houses|rooms|kits?": "architecture, package, conformance tests",
    r"(?:a|its|their|the) faces?": "API, package",
    r"sons?": "child",
    r"knows? (?:no|nothing|none)": "has no",
    r"who (?:asks?|calls?|reads?|wants?|plays?|searches)": "the caller, the reader",
    r"in vain|at will|of late": "plain English",
}
"""Each pattern, and the word of the field or of plain English to use instead."""
_WORD = re.compile(r"[A-Za-z][A-Za-z'-]*")
_LISTED = [(re.compile(rf"\b(?:{old})\b", re.IGNORECASE), new) for old, new in WORDS.items()]
_FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"`[^`\n]*`")


def files() -> list[Path]:
    """Return the sources and pages of the project, in order."""
    own = {ROOT / "tests/words.py", ROOT / "tests/test_words.py"}
    found = (path for top in FOLDERS for path in (ROOT / top).rglob("*") if path.suffix in SUFFIXES)
    return sorted({*found, *ROOT.glob("*.md"), *ROOT.glob("*.py")} - own)


def prose(path: Path) -> Iterator[tuple[int, str]]:
    """Yield each piece of prose in a file with the number of its first line."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        kept = _FENCE.sub(lambda block: "\n" * block[0].count("\n"), text)
        yield from enumerate(kept.splitlines(), 1)
    elif path.suffix == ".py":
        yield from _python(text)
    else:
        comment = r"(?://|\{#|#)(.*)" if path.suffix == ".js" else r"#(.*)"
        for number, line in enumerate(text.splitlines(), 1):
            if path.suffix == ".jinja":
                yield number, re.sub(r"<[^>]*>|\{[{%].*?[%}]\}", " ", line)
            elif found := re.search(comment, line):
                yield number, found[1]


def _python(source: str) -> Iterator[tuple[int, str]]:
    """Yield the comments of a Python source, and its strings that have a blank in them."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and not token.string.startswith("# type:"):
            yield token.start[0], token.string.lstrip("#! ").partition("noqa")[0]
    for node in ast.walk(ast.parse(source)):
        text = node.value if isinstance(node, ast.Constant) else None
        if isinstance(text, str) and " " in text.strip():
            yield node.lineno, text


def hits(path: Path) -> tuple[int, list[tuple[int, str, str]]]:
    """Return the number of words of prose in a file, and each listed word in it.

    A listed word comes with its line and a better word.
    """
    words, found = 0, []
    for line, piece in prose(path):
        plain = _CODE.sub(" ", piece)
        words += len(_WORD.findall(plain))
        for pattern, better in _LISTED:
            for match in pattern.finditer(plain):
                found.append((line + plain.count("\n", 0, match.start()), match[0], better))
    return words, found


def main(names: list[str]) -> None:
    """Print every hit below the given paths, and the rate per 1,000 words."""
    wanted = [ROOT / name for name in names] or [ROOT]
    total, count, words = 0, 0, Counter[str]()
    for path in files():
        if any(path == one or one in path.parents for one in wanted):
            size, found = hits(path)
            total, count = total + size, count + len(found)
            words.update(word.lower() for _, word, _ in found)
            if names:
                for line, word, better in found:
                    print(f"{path.relative_to(ROOT)}:{line}: {word!r}: {better}")
    print(", ".join(f"{word} {n}" for word, n in words.most_common(60)))
    print(f"{count} of {total} words: {1000 * count / max(1, total):.2f} in 1,000")


if __name__ == "__main__":
    main(sys.argv[1:])
