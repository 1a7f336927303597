"""Files of others: whatever is wrong with one is told in a line, by a FileError."""

from __future__ import annotations

import os

import pytest

from games.errors import FileError
from games.parts.files import read_bytes, read_json, read_text, read_toml, replacing


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
        (b"\xff\xfe", "no text in UTF-8"),
        (b"", "no JSON"),
        (b"{", "no JSON"),
        (b"[" * 100_000, "brackets too deep"),
        (b"9" * 5000, "no JSON"),
        (b"9" * 201, "201 digits, expected a whole number of 200 at most"),
        (b"[NaN]", "NaN is no number"),
        (b"-Infinity", "-Infinity is no number"),
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
        (b"\xff", "no text in UTF-8"),
        (b"a = ", "no TOML"),
        (b"a = " + b"[" * 5000, "brackets too deep"),
        (b"a = " + b"9" * 5000, "no TOML"),
    ],
    ids=["bytes", "open", "brackets", "digits"],
)
def test_broken_toml_is_told_in_a_line(tmp_path, text, fault):
    file = tmp_path / "f.toml"
    file.write_bytes(text)
    assert fault in told(read_toml, file)


def test_a_file_is_replaced_when_all_is_written_and_not_before(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("old")
    with pytest.raises(TypeError), replacing(path) as file:
        print("half", 1 / 2, file=file, sep=0)
    assert [(each.name, each.read_text()) for each in tmp_path.iterdir()] == [("a.txt", "old")]
    with replacing(path) as file:
        file.write("new\n")
        assert path.read_text() == "old"
    assert path.read_bytes() == b"new\n"
    with replacing(path, "wb") as file:
        file.write(b"\0")
    assert path.read_bytes() == b"\0"
    assert path.stat().st_mode & 0o777 == 0o666 & ~_umask()


def _umask():
    mask = os.umask(0)
    os.umask(mask)
    return mask
