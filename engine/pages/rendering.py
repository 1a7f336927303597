"""A page as one file: a template of Jinja2 with its style and scripts; it needs no network."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import jinja2

SHARED = Path(__file__).resolve().parent
"""The folder of the files that all pages share."""


def rendered(folder: Path, template: str, values: dict[str, Any]) -> str:
    """Return a page from a template in a folder or in the shared one.

    In the template `source(name)` is the text of a file of either folder. Values are escaped as
    HTML, and a variable without a value is an error.

    :param values: the variables of the template.
    """
    loader = jinja2.FileSystemLoader([folder, SHARED])
    environment = jinja2.Environment(
        loader=loader,
        undefined=jinja2.StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template(template).render(
        values, source=lambda name: loader.get_source(environment, name)[0]
    )


def format_number(number: float | None, form: str = "") -> str:
    """Return a number as text, with a typographic minus; a dash for None, a sign for infinity.

    :param form: a format as for `format`; "" for the usual one.
    """
    if number is None:
        return "\u2013"
    if math.isinf(number):
        return "\u221e" if number > 0 else "\u2212\u221e"
    return format(number, form).replace("-", "\u2212")


def typeset(text: str) -> str:
    """Return a text with the signs of print: \u00b1, \u2212 and \u221e.

    >>> typeset("-34.9 +- inf")
    '\u221234.9 \xb1 \u221e'
    """
    return text.replace("+-", "\u00b1").replace("-", "\u2212").replace("inf", "\u221e")


def inert(data: Any) -> str:
    """Return data as JSON that is safe inside a script element: "<" is escaped.

    :raises ValueError: if a number is infinite or not a number.
    """
    text = json.dumps(data, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c")
