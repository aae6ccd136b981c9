"""The standalone verifier in JavaScript passes a hundred matches of all games, and no damaged one."""

import dataclasses
import json
import os
import random
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from matches.log.redaction import show_event
from replay import exports
from replay.audit import Log
from rules.engine import canonical
from tests import toy
from tests.replay.making import example_roots, make_log, rehashed
from tests.rules.setups import all_setups

VERIFIER = Path(__file__).resolve().parents[2] / "docs" / "verifier" / "verify.mjs"
DECKS = [{"cards": deck["cards"]} for deck in toy.CARD_SET["starter_decks"]]
MATCHES = 100
ENDINGS = [None, "seat_resigned", "clock_expired", "match_aborted", "draw_agreed"]


@pytest.fixture(scope="module")
def node() -> str:
    found = shutil.which("node")
    if found is None and os.environ.get("CI") == "true":
        pytest.fail("CI=true asks for node (18 or newer), which is not here")
    if found is None:
        pytest.skip("node is not here")
    return found


def run(node: str, *arguments: str | Path) -> tuple[int, list[str]]:
    done = subprocess.run([node, VERIFIER, *arguments], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return done.returncode, done.stdout.splitlines()


def ask(node: str, *arguments: str | Path) -> tuple[int, str, str]:
    done = subprocess.run([node, VERIFIER, *arguments], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("asked", ["--help", "-h"])
def test_help_is_told_and_is_no_file(node: str, asked: str) -> None:
    code, told, complained = ask(node, "match.jsonl", asked)

    assert (code, complained) == (0, "")
    assert told.startswith("usage: node verify.mjs match.jsonl")
    assert all(option in told for option in ("--seen", "--inclusion", "--roots", "exit code"))


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ([], "no file is named"),
        (["--what", "match.jsonl"], "there is no option --what"),
        (["match.jsonl", "-v"], "there is no option -v"),
        (["match.jsonl", "--seen=kept.jsonl"], "there is no option --seen=kept.jsonl"),
        (["match.jsonl", "--seen"], "--seen needs a file"),
        (["match.jsonl", "--inclusion", "--roots", "roots.jsonl"], "--inclusion needs a file"),
        (["match.jsonl", "--seen", "a", "--seen", "b"], "--seen is there twice"),
        (["match.jsonl", "--roots", "roots.jsonl"], "--roots beside a match needs --inclusion"),
    ],
)
def test_what_cannot_be_meant_is_refused_before_a_file_is_read(node: str, arguments: list[str], why: str) -> None:
    code, told, complained = ask(node, *arguments)

    assert (code, told) == (2, "")
    assert complained.splitlines()[0] == why
    assert complained.splitlines()[1].startswith("usage: ")


def test_after_two_hyphens_everything_is_a_file(node: str, tmp_path: Path) -> None:
    log = tmp_path / "--help"
    log.write_bytes(exports.whole(raid_log(0)))

    done = subprocess.run([node, VERIFIER, "--", "--help"], cwd=tmp_path, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stdout.startswith("--help: sound. Match ")) == (0, True)


def raid_log(seed: int) -> Log:
    ending = ENDINGS[seed % len(ENDINGS)]
    seats = 2 + seed % 2 * 2
    texts = [f"entropy {seed}", *[""] * (seats - 1)]
    rules = toy.raid_rules(toy.CARD_SET)
    options = {"seats": seats, "goal": 10}
    return make_log(
        rules, options, DECKS * (seats // 2), seed, ending=ending, entropies=texts, most=6 if ending else 9999
    )


@pytest.fixture(scope="module")
def logs() -> list[Log]:
    """A hundred finished matches: one for each option set of every game, the rest of the toy game."""
    games = [make_log(setup.rules, setup.options, setup.decks, 1) for setup in all_setups()]
    return [*games, *(raid_log(seed) for seed in range(MATCHES - len(games)))]


def write(folder: Path, texts: list[bytes]) -> list[Path]:
    files = [folder / f"{index:03d}.jsonl" for index in range(len(texts))]
    for file, text in zip(files, texts, strict=True):
        file.write_bytes(text)
    return files


@pytest.mark.exhaustive
def test_a_hundred_matches_are_sound(node: str, logs: list[Log], tmp_path: Path) -> None:
    code, lines = run(node, *write(tmp_path, [exports.whole(log) for log in logs]))

    assert [line for line in lines if ": sound. Match " not in line] == []
    assert (code, len(lines)) == (0, MATCHES)


def change_a_byte(log: Log, rng: random.Random) -> bytes:
    raw = bytearray(exports.whole(log))
    place = rng.randrange(len(raw) - 1)
    raw[place] ^= rng.randrange(1, 256)
    return bytes(raw)


def lose_an_event(log: Log, rng: random.Random) -> bytes:
    events = list(log.events)
    del events[rng.randrange(len(events))]
    return exports.whole(dataclasses.replace(log, events=events))


def double_an_event(log: Log, rng: random.Random) -> bytes:
    place = rng.randrange(len(log.events))
    return exports.whole(dataclasses.replace(log, events=[*log.events[: place + 1], *log.events[place:]]))


def exchange_the_seed(log: Log, rng: random.Random) -> bytes:
    return exports.whole(dataclasses.replace(log, server_seed=rng.randbytes(32)))


def forge_chance(log: Log, rng: random.Random) -> bytes:
    """The export with one result of chance changed and all hashes recomputed, as a dishonest server would do."""
    drawn = [
        (event.seq, place)
        for event in log.events
        for place, effect in enumerate(event.content["effects"])
        if effect["type"] in ("rolled", "picked") or len(set(effect.get("order", []))) > 1
    ]
    seq, place = rng.choice(drawn)

    def cheat(content: dict[str, Any]) -> None:
        effect = content["effects"][place]
        if "order" in effect:
            honest = effect["order"][:]
            while effect["order"] == honest:
                rng.shuffle(effect["order"])
        else:
            effect["result"] += 1

    return exports.whole(rehashed(log, seq, cheat))


def forge_a_salt(log: Log, rng: random.Random) -> bytes:
    return exports.whole(rehashed(log, rng.randrange(len(log.events)), lambda event: event.update(salt="00" * 16)))


def forge_a_card(log: Log, rng: random.Random) -> bytes:
    cards = json.loads(json.dumps(log.card_set["cards"]))
    cards[0]["strength"] = 99
    return exports.whole(dataclasses.replace(log, card_set={**log.card_set, "cards": cards}))


DAMAGES: list[Callable[[Log, random.Random], bytes]] = [
    change_a_byte,
    lose_an_event,
    double_an_event,
    exchange_the_seed,
    forge_chance,
    forge_a_salt,
    forge_a_card,
    change_a_byte,
]


def test_a_hundred_damaged_matches_are_not(node: str, logs: list[Log], tmp_path: Path) -> None:
    rng = random.Random(1)
    texts = [DAMAGES[index % len(DAMAGES)](log, rng) for index, log in enumerate(logs)]

    code, lines = run(node, *write(tmp_path, texts))

    assert [line for line in lines if ": sound." in line] == []
    assert (code, len(lines)) == (2, MATCHES)
    assert sum("NOT SOUND" in line for line in lines) > MATCHES * 0.75


def test_what_a_viewer_had_kept_is_compared(node: str, tmp_path: Path) -> None:
    rules, log, other = toy.raid_rules(toy.CARD_SET), raid_log(0), raid_log(4)
    shown = [json.dumps(show_event(rules, event, 1)) for event in log.events]
    match, another = write(tmp_path, [exports.whole(log), exports.whole(other)])
    kept = tmp_path / "kept.jsonl"
    kept.write_text("\n".join(shown))

    assert run(node, match, "--seen", kept) == (
        0,
        [
            f"{match}: sound. Match {log.match}: {len(log.events)} events, {run_draws(log)} draws of chance,"
            f" {len(shown)} kept events agree."
        ],
    )
    code, lines = run(node, another, "--seen", kept)
    assert code == 1 and "event 0: " in lines[0]

    kept.write_text("\n".join(shown).replace('"seat": 0', '"seat": 1', 1))
    code, lines = run(node, match, "--seen", kept)
    assert code == 1 and "event 0: effects[0].seat: 1 was shown, but the log has 0" in lines[0]


def run_draws(log: Log) -> int:
    return sum(
        effect["type"] in ("shuffled", "rolled", "picked")
        for event in log.events
        for effect in event.content["effects"]
    )


def test_a_live_match_cannot_be_checked_yet(node: str, tmp_path: Path) -> None:
    log = dataclasses.replace(raid_log(0), server_seed=None)
    head, *_ = exports.whole(log).splitlines(keepends=True)
    shown = b"".join(exports.event_lines(log.events, toy.raid_rules(toy.CARD_SET), 1))

    code, lines = run(node, *write(tmp_path, [exports.whole(log), head + shown]))

    assert code == 2
    assert all("cannot be read: there is no `server_seed`" in line for line in lines)


def test_a_file_of_many_matches_is_checked_match_by_match(node: str, tmp_path: Path) -> None:
    good, bad = exports.whole(raid_log(0)), exchange_the_seed(raid_log(1), random.Random(1))
    many, lost, kept = write(tmp_path, [good + bad + good, good.partition(b"\n")[2] + good, good])

    code, lines = run(node, many)

    assert (code, ["sound." in line for line in lines]) == (1, [True, False, True])
    assert run(node, lost)[0] == 2
    assert subprocess.run([node, VERIFIER, many, "--seen", kept], capture_output=True, check=False).returncode == 2


def test_of_many_matches_the_line_of_the_file_is_told_that_cannot_be_read(node: str, tmp_path: Path) -> None:
    good = exports.whole(raid_log(0))
    header, _, events = good.partition(b"\n")
    (many,) = write(tmp_path, [good + header + b"\n{" + events])

    code, lines = run(node, many)

    assert code == 2 and f"line {len(good.splitlines()) + 2}: it is not JSON" in lines[-1]


# The published roots


@pytest.fixture
def published(tmp_path: Path) -> dict[str, Any]:
    """A match, its proof and the roots, as objects and as files."""
    log = raid_log(0)
    proof, roots = example_roots(log)
    match, inclusion, chain = write(
        tmp_path, [exports.whole(log), canonical(proof) + b"\n", b"".join(canonical(root) + b"\n" for root in roots)]
    )
    return {"log": log, "proof": proof, "roots": roots, "match": match, "inclusion": inclusion, "chain": chain}


def in_root(node: str, published: dict[str, Any], *more: str | Path) -> tuple[int, str]:
    code, lines = run(node, published["match"], "--inclusion", published["inclusion"], *more)
    return code, lines[-1]


def test_a_match_is_shown_to_be_in_a_published_root(node: str, published: dict[str, Any]) -> None:
    root = published["roots"][1]

    alone, kept = in_root(node, published), in_root(node, published, "--roots", published["chain"])

    assert alone[0] == kept[0] == 0
    assert f"in root 1 of {root.day}, {root.root}, signed by key {root.key}. Compare" in alone[1]
    assert f"It is bound by what {published['chain']} has." in kept[1]
    code, lines = run(node, "--roots", published["chain"])
    assert (code, lines) == (0, [f"{published['chain']}: sound. 3 roots, 0 to 2, one chain; signed by {root.key}."])


def test_a_log_that_was_replaced_after_its_root_is_found(node: str, published: dict[str, Any]) -> None:
    forged = rehashed(published["log"], 0, lambda event: event.update(at="2026-01-31T12:00:01.000Z"))
    published["match"].write_bytes(exports.whole(forged))

    assert run(node, published["match"])[0] == 0
    code, said = in_root(node, published)
    assert code == 1 and "NOT SOUND. root 1: leaf: the hash of the last event is" in said


@pytest.mark.parametrize("place", range(12))
def test_a_changed_figure_of_a_proof_or_a_root_is_found(node: str, published: dict[str, Any], place: int) -> None:
    rng = random.Random(place)
    file = published[rng.choice(["inclusion", "chain"])]
    raw = bytearray(file.read_bytes())
    figures = [at for at, byte in enumerate(raw) if chr(byte) in "0123456789abcdef"]
    at = rng.choice(figures)
    raw[at] = ord(rng.choice([figure for figure in "0123456789" if ord(figure) != raw[at]]))
    file.write_bytes(bytes(raw))

    assert in_root(node, published, "--roots", published["chain"])[0] in (1, 2)


@pytest.mark.parametrize(
    ("old", "new"),
    [(b'"size":5', b'"size":4,"size":5'), (b'"size":5', b'"size":5,"what":1'), (b'"index":', b'"index": ')],
)
def test_a_proof_that_could_be_read_in_two_ways_is_not_read(
    node: str, published: dict[str, Any], old: bytes, new: bytes
) -> None:
    raw = published["inclusion"].read_bytes()
    assert old in raw
    published["inclusion"].write_bytes(raw.replace(old, new))

    assert in_root(node, published)[0] == 2


def test_two_roots_of_one_number_are_found(node: str, published: dict[str, Any]) -> None:
    other_proof, others = example_roots(raid_log(4))
    both = published["chain"].with_name("both")
    both.write_bytes(published["chain"].read_bytes() + canonical(others[1]) + b"\n")
    published["inclusion"].write_bytes(canonical(other_proof))
    published["match"].write_bytes(exports.whole(raid_log(4)))

    assert run(node, "--roots", both)[0] == 1
    code, said = in_root(node, published, "--roots", published["chain"])
    assert code == 1 and "two different roots were published" in said
    only_next = published["chain"].with_name("next")
    only_next.write_bytes(canonical(published["roots"][2]))
    code, said = in_root(node, published, "--roots", only_next)
    assert code == 1 and "root 2: previous: the chain of roots gives" in said


def test_roots_that_do_not_hold_the_match_bind_nothing(node: str, published: dict[str, Any]) -> None:
    published["chain"].write_bytes(canonical(published["roots"][0]))

    code, said = in_root(node, published, "--roots", published["chain"])

    assert code == 1 and "nothing can be compared" in said


def test_a_proof_is_of_one_match(node: str, published: dict[str, Any]) -> None:
    twice = [published["match"], published["match"], "--inclusion", published["inclusion"]]
    lonely = [published["match"], "--roots", published["chain"]]

    assert subprocess.run([node, VERIFIER, *twice], capture_output=True, check=False).returncode == 2
    assert subprocess.run([node, VERIFIER, *lonely], capture_output=True, check=False).returncode == 2
    assert run(node, "--roots", published["chain"].with_name("absent"))[0] == 2
    assert in_root(node, {**published, "inclusion": published["chain"].with_name("absent")})[0] == 2
