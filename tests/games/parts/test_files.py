"""Files: every fault is a FileError with a message in one line."""

from __future__ import annotations

import os

import pytest

from games.errors import FileError
from games.parts.files import (
    decode_text,
    path_text,
    read_bytes,
    read_json,
    read_text,
    read_toml,
    replacing,
)


def error_of(read, path):
    with pytest.raises(FileError) as caught:
        read(path, "a letter")
    said = str(caught.value)
    assert said.endswith("expected a letter")
    return said


def test_unreadable_input_is_refused(tmp_path):
    assert "No such file" in error_of(read_text, tmp_path / "missing")
    assert "Is a directory" in error_of(read_text, tmp_path)
    assert "null" in error_of(read_text, "a\0b")
    assert len(error_of(read_text, "x" * 400_000)) < 1200
    closed = tmp_path / "closed"
    closed.touch(mode=0)
    if not os.access(closed, os.R_OK):  # the superuser reads everything
        assert "denied" in error_of(read_text, closed)


def test_the_size_of_a_file_is_bounded(tmp_path):
    file = tmp_path / "f"
    file.write_bytes(b"x" * 11)
    assert read_bytes(file, "a letter", 11) == b"x" * 11
    assert "larger than 10 bytes" in error_of(lambda *given: read_bytes(*given, 10), file)


def test_text_is_utf8_else_latin():
    name = "José Capablanca, Mušović"
    assert decode_text(name.encode()) == decode_text(name.encode("utf-8-sig")) == name
    assert decode_text("José \u2013".encode("cp1252")) == "José \u2013"
    assert decode_text("Łódź".encode("iso-8859-2"), "iso-8859-2") == "Łódź"
    for unknown in ("none", "hex", "idna", "a\0b"):
        assert decode_text(b"Jos\xe9 \x81", unknown) == "José \ufffd"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (b"\xff\xfe", "not UTF-8 text"),
        (b"", "not valid JSON"),
        (b"{", "not valid JSON"),
        (b"[" * 100_000, "brackets too deep"),
        (b"9" * 5000, "not valid JSON"),
        (b"9" * 201, "201 digits: expected a whole number of 200 at most"),
        (b"[NaN]", "NaN is not a number"),
        (b"-Infinity", "-Infinity is not a number"),
    ],
    ids=["bytes", "empty", "open", "brackets", "digits", "many digits", "nan", "infinity"],
)
def test_the_error_for_broken_json_is_one_line(tmp_path, text, fault):
    file = tmp_path / "f.json"
    file.write_bytes(text)
    assert fault in error_of(read_json, file)


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
def test_the_error_for_broken_toml_is_one_line(tmp_path, text, fault):
    file = tmp_path / "f.toml"
    file.write_bytes(text)
    assert fault in error_of(read_toml, file)


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


def test_a_file_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "folder").mkdir()
    for name, fault in (
        ("none/a.txt", "No such file or directory"),
        ("folder", "Is a directory"),
        ("a\0b", "the name has a null character"),
    ):
        path = tmp_path / name
        with pytest.raises(FileError) as raised, replacing(path) as file:
            file.write("new")
        assert str(raised.value) == f"cannot write {path_text(path)}: {fault}"
    with pytest.raises(FileError, match=r"^another$"), replacing(tmp_path / "a.txt"):
        raise FileError("another")
    assert [each.name for each in tmp_path.iterdir()] == ["folder"]


def _umask():
    mask = os.umask(0)
    os.umask(mask)
    return mask
