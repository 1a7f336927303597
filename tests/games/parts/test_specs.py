from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import games.parts.specs
from games.errors import SpecError
from games.parts.specs import Spec, parse, parse_player

NAMES = st.from_regex(r"[a-z_][a-z0-9_-]{0,8}", fullmatch=True).filter(
    lambda name: name not in games.parts.specs.LITERAL
)
VALUES = st.from_regex(r"[a-z0-9.+_-]{1,8}", fullmatch=True)
SPECS = st.recursive(
    st.builds(Spec, NAMES, st.dictionaries(NAMES, VALUES, max_size=3), st.none()),
    lambda inner: st.builds(
        Spec, NAMES, st.dictionaries(NAMES, VALUES | inner, max_size=3), st.none()
    ),
    max_leaves=4,
)


@given(SPECS)
def test_a_written_spec_is_read_back(spec: Spec) -> None:
    assert parse(str(spec)) == spec


@given(SPECS, SPECS)
def test_a_player_is_split_at_the_outer_at_sign(searcher: Spec, evaluator: Spec) -> None:
    assert parse_player(f"{searcher}@{evaluator}") == (searcher, evaluator)
    assert parse_player(str(searcher)) == (searcher, None)


@pytest.mark.parametrize(
    "text",
    ["explicit:a,b=(c@d", "uci:/usr/games/stockfish --hash=1,2", "gtp:gtp-rhino -l 2", "nboard:x"],
)
def test_literal_text_is_unchanged(text: str) -> None:
    name, _, literal = text.partition(":")
    assert parse(text) == Spec(name, {}, literal)
    assert str(parse(text)) == text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a name"),
        ("a b", "expected a name"),
        ("ps:k", "expected key=value"),
        ("ps:k=", "expected key=value"),
        ("ps:k=1,k=2", "given twice"),
        ("ps:k=(a", "brackets"),
        ("ps:k=a)", "brackets"),
        ("ps:k=a(b)c", "brackets"),
        ("explicit:", "expected text"),
        ("a@b@c", "with one '@'"),
        ("a:b=(" * 33 + "c" + ")" * 33, "at most 32 levels"),
        ("a:b=(" * 5000 + "c" + ")" * 5000, "at most 32 levels"),
        ("a:b=\x1b[31mred", "printable characters"),
        ("uci:two\nlines", "printable characters"),
    ],
)
def test_the_error_for_an_invalid_spec_has_the_place(text: str, message: str) -> None:
    with pytest.raises(SpecError, match=message) as caught:
        parse_player(text)
    assert len(str(caught.value)) < 300


def test_specs_can_be_nested_32_deep() -> None:
    text = "a:b=(" * 32 + "c" + ")" * 32
    assert str(parse(text)) == text
