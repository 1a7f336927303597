"""Files of others: whatever is wrong with one is told in a line, by a FileError."""

from __future__ import annotations

import os

import pytest

from games.errors import FileError
from games.parts.files import read_bytes, read_json, read_text, read_toml


def told(read, path):
    with pytest.raises(FileError) as caught:
        read(path, "a letter")
    said = str(caught.value)
    assert said.endswith("expected a letter")
    return said


def test_what_cannot_be_read_is_named(tmp_path):
    assert "No such file" in told(read_text, tmp_path / "missing")
    assert "Is a directory" in told(read_text, tmp_path)
    assert "null" in told(read_text, "a\0b")
    assert len(told(read_text, "x" * 400_000)) < 1200
    closed = tmp_path / "closed"
    closed.touch(mode=0)
    if not os.access(closed, os.R_OK):  # the superuser reads everything
        assert "denied" in told(read_text, closed)


def test_a_file_is_bounded(tmp_path):
    file = tmp_path / "f"
    file.write_bytes(b"x" * 11)
    assert read_bytes(file, "a letter", 11) == b"x" * 11
    assert "larger than 10 bytes" in told(lambda *asked: read_bytes(*asked, 10), file)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (b"\xff\xfe", "not UTF-8 text"),
        (b"", "not valid JSON"),
        (b"{", "not valid JSON"),
        (b"[" * 100_000, "brackets too deep"),
        (b"9" * 5000, "not valid JSON"),
        (b"9" * 201, "an integer of 201 digits: expected at most 200"),
        (b"[NaN]", "NaN is not a number"),
        (b"-Infinity", "-Infinity is not a number"),
    ],
    ids=["bytes", "empty", "open", "brackets", "digits", "many digits", "nan", "infinity"],
)
def test_broken_json_is_told_in_a_line(tmp_path, text, fault):
    file = tmp_path / "f.json"
    file.write_bytes(text)
    assert fault in told(read_json, file)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (b"\xff", "not UTF-8 text"),
        (b"a = ", "not valid TOML"),
        (b"a = " + b"[" * 5000, "brackets too deep"),
        (b"a = " + b"9" * 5000, "not valid TOML"),
    ],
    ids=["bytes", "open", "brackets", "digits"],
)
def test_broken_toml_is_told_in_a_line(tmp_path, text, fault):
    file = tmp_path / "f.toml"
    file.write_bytes(text)
    assert fault in told(read_toml, file)
