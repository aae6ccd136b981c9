"""The closed schema of a log: Python and JavaScript accept and refuse the same events."""

import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given
from hypothesis import strategies as st

from replay import exports
from replay.audit import Log
from replay.event_schema import check_event, check_header, is_moment
from replay.json_lines import BadLine, key_given_twice, read_canonical, read_unique
from tests.levels import examples
from tests.replay.making import rehashed
from tests.replay.test_verifier import node, run

__all__ = ["node"]
ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "docs" / "verifier" / "example.jsonl"
Change = Callable[[dict[str, Any]], None]


def example() -> Log:
    return exports.read(exports.lines_of(EXAMPLE.read_bytes()))


def content_of(seq: int) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(example().events[seq].body)
    return content


@pytest.mark.parametrize("file", [EXAMPLE, *sorted((ROOT / "tests" / "logs").glob("*/*/*.jsonl"))], ids=str)
def test_every_log_that_is_kept_here_fits(file: Path) -> None:
    (log,) = exports.read_many(exports.lines_of(file.read_bytes()))

    assert [check_event(json.loads(event.body)) for event in log.events] == [None] * len(log.events)


def put(path: str, value: Any) -> Change:
    """A change that puts a value at a path such as `seats/0/player`."""

    def change(content: dict[str, Any]) -> None:
        *steps, last = [int(step) if step.isdigit() else step for step in path.split("/")]
        part: Any = content
        for step in steps:
            part = part[step]
        part[last] = value

    return change


def drop(name: str) -> Change:
    return lambda content: content.pop(name) and None


START: list[tuple[str, Change]] = [
    ("clock", put("clock", {"type": "bogus"})),
    ("clock", put("clock", {"type": "per_decision", "seconds": 1})),
    ("clock", put("clock", {"type": "per_decision", "seconds": 60, "grace": 1})),
    ("clock", put("clock", [])),
    ("unknown", put("unknown", 1)),
    ("body", put("<script>", 1)),
    ("note", put("note", "x" * 10**6)),
    ("match", put("match", "m" * 65)),
    ("match", put("match", "a\0b")),
    ("match", put("match", "")),
    ("match", put("match", "m\n")),
    ("match", put("match", 7)),
    ("ruleset", put("ruleset", "bat\0tle")),
    ("ruleset_version", put("ruleset_version", 40_000)),
    ("ruleset_version", put("ruleset_version", True)),
    ("options", put("options", {"a\0": 1})),
    ("options", put("options", {"rounds": {"very": {"deep": 1}}})),
    ("options", put("options", {f"option_{n}": 1 for n in range(51)})),
    ("seats", put("seats", [])),
    ("seats", put("seats/0/player", "bob\0")),
    ("seats", put("seats/0/player", "b" * 65)),
    ("seats", put("seats/0/player", None)),
    ("seats", put("seats/0/name", "bob")),
    ("seats", put("seats/0/team", "red")),
    ("seats", put("seats/0/entropy", "é")),
    ("seats", put("seats/0/entropy", "line\n")),
    ("seats", put("seats/0/deck", {"cards": {"a": -1}})),
    ("seats", put("seats/0/deck", {"cards": {}, "name": "=HYPERLINK()"})),
    ("seats", put("seats/0/deck", {"cards": {f"card-{n}": 1 for n in range(2_001)}})),
    ("card_set", put("card_set/names", {})),
    ("card_set", put("card_set/revision", 0)),
    ("seed_commitment", put("seed_commitment", "00")),
    ("state_hash", put("state_hash", "AB" * 32)),
    ("salt", put("salt", "00" * 16 + "\n")),
    ("effects", put("effects", [{"no_type": 1}])),
    ("effects", put("effects", {})),
    ("seq", put("seq", -1)),
    ("type", put("type", "match_begun")),
    ("clock", drop("clock")),
    ("at", drop("at")),
]
MOMENTS = [
    "2026-01-31T29:00:00.000Z",
    "2026-19-31T12:00:00.000Z",
    "2026-02-30T12:00:00.000Z",
    "2026-02-29T12:00:00.000Z",
    "0000-01-31T12:00:00.000Z",
    "0001-01-31T12:00:00.000Z",
    "1999-12-31T23:59:59.999Z",
    "2026-01-31T24:00:00.000Z",
    "2026-01-31T12:60:00.000Z",
    "2026-01-31T12:00:60.000Z",
    "２０２６-01-31T12:00:00.000Z",
    "2026-01-31T12:00:00Z",
    "2026-01-31T12:00:00.000+00:00",
    "2026-01-31 12:00:00.000Z",
    "2026-01-31T12:00:00.000Z\n",
    "+002026-01-31T12:00:00.000Z",
    "",
    "now",
]
END: list[tuple[str, Change]] = [
    ("why", put("why", "x")),
    ("note", put("note", "x" * 401)),
    ("note", put("note", "x\0y")),
    ("note", put("note", None)),
    ("seat", put("seat", None)),
    ("seat", put("seat", 8)),
    ("seat", put("seat", True)),
]


@pytest.mark.parametrize(("field", "change"), START)
def test_what_event_0_must_not_say_is_named_with_what_is_accepted(field: str, change: Change) -> None:
    content = content_of(0)
    assert check_event(content) is None

    change(content)

    wrong = check_event(content)
    assert wrong is not None and wrong[0] == field
    assert wrong[1] == "bad_field" and wrong[2]["accepted"] is not None
    assert wrong[2]["pointer"].startswith("/") and not wrong[2]["detail"]["ja"].isascii()


@pytest.mark.parametrize("text", MOMENTS)
def test_only_a_real_moment_is_one(text: str) -> None:
    assert not is_moment(text)
    wrong = check_event({**content_of(0), "at": text})
    assert wrong is not None and (wrong[0], wrong[1]) == ("at", "no_moment")


@pytest.mark.parametrize("text", ["2000-01-01T00:00:00.000Z", "2024-02-29T23:59:59.999Z", "2999-12-31T23:59:59.999Z"])
def test_the_edges_of_the_calendar_are_moments(text: str) -> None:
    assert is_moment(text)


def resigned(content: dict[str, Any]) -> None:
    """Change the last event of the example to a resignation."""
    content.pop("action", None)
    content.update(type="seat_resigned", seat=0, note="", effects=[])


@pytest.mark.parametrize(("field", "change"), END)
def test_what_an_ending_must_not_say_is_named(field: str, change: Change) -> None:
    content = content_of(-1)
    resigned(content)
    assert check_event(content) is None

    change(content)

    wrong = check_event(content)
    assert wrong is not None and wrong[0] == field


@pytest.mark.parametrize(("note", "fits"), [("0,1", True), ("0", False), ("", False), ("0,x", False), ("0,1,", False)])
def test_clocks_that_ran_out_together_are_named_in_the_note(note: str, fits: bool) -> None:
    content = content_of(-1)
    resigned(content)
    content.update(type="clock_expired", seat=None, note=note)

    assert (check_event(content) is None) is fits


HEADERS: list[Change] = [
    put("unknown", 1),
    put("format", "match/2"),
    put("match", "m" * 65),
    put("match", "a/b"),
    put("server_seed", None),
    put("server_seed", "AB" * 32),
    put("card_set", []),
    put("card_set/revision", "1"),
    put("card_set/digest", "00"),
    drop("match"),
    drop("card_set"),
]


@pytest.mark.parametrize("change", HEADERS)
def test_a_header_has_its_fields_and_no_other(change: Change) -> None:
    head = json.loads(EXAMPLE.read_bytes().partition(b"\n")[0])
    assert check_header(head) is None

    change(head)

    assert check_header(head) is not None


# Lines


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b'{"a":1,"a":1}', "key_twice"),
        (b'{"a":{"b":1,"c":2,"b":3}}', "key_twice"),
        (b'{"a":[{"b":1},{"b":1,"b":1}]}', "key_twice"),
        (b'{"\\u0061":1,"a":1}', "key_twice"),
        (b'{"b":1,"a":1}', "not_canonical"),
        (b'{"a": 1}', "not_canonical"),
        (b'{"a":1}\r', "not_canonical"),
        (b' {"a":1}', "not_canonical"),
        (b'{"a":1.0}', "not_canonical"),
        (b'{"a":1.5}', "not_canonical"),
        (b'{"a":-0}', "not_canonical"),
        (b'{"a":9007199254740992}', "not_canonical"),
        (b'{"a":"\\u0041"}', "not_canonical"),
        (b'{"a":"\\/"}', "not_canonical"),
        ('{"é":1}'.encode(), "not_canonical"),
        (b'{"a":"\\ud800"}', "no_json"),
        (b'{"a":"\xff"}', "no_json"),
        (b"\xef\xbb\xbf{}", "no_json"),
        (b"[1]", "no_object"),
        (b"{", "no_json"),
        (b'{"a":NaN}', "no_json"),
        (b'{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}", "no_json"),
    ],
)
def test_only_a_canonical_line_is_read(line: bytes, code: str) -> None:
    with pytest.raises(BadLine) as refused:
        read_canonical(line)

    assert refused.value.code == code


def test_what_was_kept_may_be_written_in_any_way_but_no_key_twice() -> None:
    assert read_unique(b' {"b": 1, "a": {"b": [1.5]}} ') == {"b": 1, "a": {"b": [1.5]}}
    with pytest.raises(BadLine) as refused:
        read_unique(b'{"a": {"b": 1, "b": 2}}')
    assert (refused.value.code, refused.value.params) == ("key_twice", {"key": "b"})


TREES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters(max_codepoint=127)), inner),
)


@examples(60)
@given(st.dictionaries(st.text(st.characters(max_codepoint=127)), TREES))
def test_what_is_written_canonically_is_read_as_it_was(value: dict[str, Any]) -> None:
    line = exports.canonical(value)

    assert read_canonical(line) == value
    assert key_given_twice(line) is None


# Both verifiers


def doubled(raw: bytes) -> bytes:
    """The log with a duplicate `seq` in the first resignation, or else in the last event."""
    return raw.replace(b'"seq":8', b'"seq":7,"seq":8')


def head_with(change: Change) -> bytes:
    head, _, rest = EXAMPLE.read_bytes().partition(b"\n")
    content = json.loads(head)
    change(content)
    return exports.canonical(content) + b"\n" + rest


def forged(seq: int, change: Change) -> bytes:
    return exports.whole(rehashed(example(), seq, change))


RAW = EXAMPLE.read_bytes()
MUTATED: list[tuple[str, bytes]] = [
    *(
        (f"event 0: {field} {number}", forged(0, change))
        for number, (field, change) in enumerate(START)
        if field not in ("seq", "type")
    ),
    *((f"at {text!r}", forged(3, put("at", text))) for text in MOMENTS),
    *((f"header {number}", head_with(change)) for number, change in enumerate(HEADERS)),
    ("an action with a field", forged(3, put("unknown", 1))),
    ("an action of nobody", forged(3, put("seat", 9))),
    ("a key twice", doubled(RAW)),
    ("a key twice, the same value", RAW.replace(b'"seq":8', b'"seq":8,"seq":8')),
    ("a key twice in the header", RAW.replace(b'"format"', b'"format":"match/1","format"', 1)),
    ("a key twice, escaped", RAW.replace(b'"seq":8', b'"seq":8,"\\u0073eq":8')),
    ("a space", RAW.replace(b'"seq":8', b'"seq": 8')),
    ("keys in another order", b"\n".join(json.dumps(json.loads(line)).encode() for line in RAW.splitlines())),
    ("lines that end as on Windows", RAW.replace(b"\n", b"\r\n")),
    ("a mark at the beginning", b"\xef\xbb\xbf" + RAW),
    ("no UTF-8", RAW.replace(b"I like dice", b"I like \xff\xff\xff\xff")),
    ("an escape", RAW.replace(b"I like dice", b"I \\u006cike dice")),
    ("half a character", RAW.replace(b"I like dice", b"I like \\ud800")),
    ("a fraction", RAW.replace(b'"revision":1', b'"revision":1.0')),
    ("a blank", RAW.replace(b"\n", b"\n \n", 1)),
]


def test_python_and_javascript_refuse_the_same_for_the_same_reason(node: str, tmp_path: Path) -> None:
    """Both use exit code 1 for a file that does not verify, and 2 for one that can't be read."""
    texts = [("nothing", RAW), *MUTATED]
    files = [tmp_path / f"{number:03d}.jsonl" for number in range(len(texts))]
    for file, (_what, raw) in zip(files, texts, strict=True):
        file.write_bytes(raw)

    _code, lines = run(node, *files)
    said = {line.partition(": ")[0]: line for line in lines}
    codes = [(python(file), javascript(said[str(file)])) for file in files]

    assert codes[0] == (0, 0)
    told = {what: code for (what, _raw), code in zip(texts[1:], codes[1:], strict=True)}
    assert {what: code for what, code in told.items() if code not in ((1, 1), (2, 2))} == {}


def python(file: Path, **options: Any) -> int:
    try:
        call_command("verify_match", file=file, stdout=StringIO(), **options)
    except CommandError as error:
        return error.returncode
    return 0


def javascript(line: str) -> int:
    """The exit code that JavaScript's line for a file stands for."""
    return 0 if ": sound. " in line else 1 if ": NOT SOUND. " in line else 2


def test_a_key_twice_in_what_was_kept_is_refused_by_both(node: str, tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    lines = [json.dumps(event.content) for event in example().events]
    kept.write_text("\n".join(lines))
    assert run(node, EXAMPLE, "--seen", kept)[0] == 0
    assert python(EXAMPLE, seen=kept) == 0

    kept.write_text("\n".join(lines).replace('"seq": 8', '"seq": 7, "seq": 8'))

    code, (line,) = run(node, EXAMPLE, "--seen", kept)
    assert code == 2 and "the key seq is given twice" in line
    with pytest.raises(CommandError, match="the key seq is given twice") as refused:
        call_command("verify_match", file=EXAMPLE, seen=kept)
    assert refused.value.returncode == 2
