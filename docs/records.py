"""Add the constructors of msgspec records to the API reference."""

from __future__ import annotations

from typing import Any

import griffe

RECORDS = ("Record", "Struct")


class Records(griffe.Extension):
    """The extension of griffe that adds a constructor to each record."""

    def on_class(self, *, cls: griffe.Class, **_: Any) -> None:
        """Add a constructor with the fields of a record; griffe calls this for every class."""
        bases = {str(base).rpartition(".")[2] for base in cls.bases}
        if "__init__" in cls.members or not bases.intersection(RECORDS):
            return
        fields = [
            griffe.Parameter(
                name,
                annotation=field.annotation,
                default=None if str(field.value).startswith("field(") else field.value,
                kind=griffe.ParameterKind.positional_or_keyword,
            )
            for name, field in cls.attributes.items()
            if field.annotation is not None and not field.has_labels("property")
        ]
        cls.set_member(
            "__init__",
            griffe.Function(
                "__init__", parameters=griffe.Parameters(griffe.Parameter("self"), *fields)
            ),
        )
