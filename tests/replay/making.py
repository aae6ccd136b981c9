"""Makes finished matches in memory, as an auditor gets them, in about a millisecond each."""

import dataclasses
import hashlib
import random
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any

import msgspec

from matches.log.events import Event
from matches.log.folding import Position, follow, follow_ending, start
from replay.audit import Log
from replay.daily_roots.signed_roots import InclusionProof, Leaf, SignedRoot, sign_root, signing_key, tree_over
from rules.engine import Ruleset, Table, canonical, legal_actions, match_key, seats_to_act, seed_commitment
from rules.registry import set_digest

AT = "2026-01-31T12:00:00.000Z"
Choose = Callable[[Table[Any, Any], list[Any]], Any]


def make_log(
    rules: Ruleset,
    options: Mapping[str, Any],
    decks: Sequence[Mapping[str, Any]],
    seed: int,
    *,
    entropies: Sequence[str] | None = None,
    ending: str | None = None,
    most: int = 20_000,
    number: int = 1,
    choose: Choose | None = None,
) -> Log:
    """The log of a match of random legal actions. `choose` may choose them, given the table and the list.

    After `most` events, the service ends the match with an event of type `ending`.
    """
    match = f"00000000-0000-7000-8000-{seed:012d}"
    server_seed = seed.to_bytes(32, "big")
    read = rules.read_options(options)
    texts = list(entropies or [""] * rules.seats(read))
    key = match_key(server_seed, texts)
    start_data = {
        "match": match,
        "ruleset": rules.slug,
        "ruleset_version": rules.version,
        "options": dict(options),
        "seats": [
            {"player": f"player-{seat}", "entropy": text, "deck": dict(deck)}
            for seat, (text, deck) in enumerate(zip(texts, decks, strict=True))
        ],
        "clock": None,
        "card_set": {"revision": number, "digest": set_digest(rules.card_set)},
        "seed_commitment": seed_commitment(server_seed),
    }
    position, first = start(rules, key, AT, start_data)
    events = [first, *_played(position, random.Random(seed), most - 1, choose)]
    if ending is not None:
        losers = {
            "seat_resigned": [1],
            "clock_expired": [0, 1] if seed % 2 else [0],
            "match_aborted": [],
            "draw_agreed": [],
        }[ending]
        note = "0,1" if len(losers) == 2 else "a note, 日本語"
        events.append(follow_ending(position, ending, losers, note, AT))
    return Log(match, server_seed, {**rules.card_set, **start_data["card_set"]}, events)


def _played(position: Position, rng: random.Random, most: int, choose: Choose | None) -> list[Event]:
    events = []
    while position.table.outcome is None and len(events) < most:
        seat = rng.choice(list(seats_to_act(position.table)))
        choices = legal_actions(position.table, seat)
        action = rng.choice(choices) if choose is None else choose(position.table, choices)
        events.append(follow(position, seat, action, AT))
    return events


ROOT_KEY = "00" * 31 + "01"


def example_roots(log: Log) -> tuple[InclusionProof, list[SignedRoot]]:
    """The match's proof, and the roots of three days. The match is one of five in the second root."""
    key = signing_key(ROOT_KEY)
    ids = [f"00000000-0000-7000-8000-{number:012d}" for number in range(1, 5)]
    others = [Leaf(id_, id_, hashlib.sha256(id_.encode()).hexdigest()) for id_ in ids]
    own = Leaf(log.match, log.match, log.events[-1].hash.hex())
    planted = tree_over([*others, own])
    roots: list[SignedRoot] = []
    for number, tree in enumerate((tree_over([]).tree, planted.tree, tree_over([]).tree)):
        roots.append(
            sign_root(
                key=key,
                number=number,
                day=date(2026, 1, 30 + number) if number < 2 else date(2026, 2, 1),
                tree=tree,
                previous=roots[-1] if roots else None,
                restored_after=None,
                computed_at=f"2026-{('01-31', '02-01', '02-02')[number]}T00:07:00.000Z",
            )
        )
    index = planted.leaves.index(own)
    path = [sibling.hex() for sibling in planted.tree.path(index)]
    return InclusionProof(format="inclusion/1", leaf=own, index=index, path=path, root=roots[1]), roots


def rehashed(log: Log, seq: int, change: Callable[[dict[str, Any]], None]) -> Log:
    """The log with one event changed and all hashes recomputed, as a dishonest server would write it."""
    events, last = [], bytes(32)
    for event in log.events:
        content = msgspec.json.decode(event.body)
        if event.seq == seq:
            change(content)
        content["prev_hash"] = last.hex()
        body = canonical(content)
        last = hashlib.sha256(last + body).digest()
        events.append(dataclasses.replace(event, body=body, hash=last))
    return dataclasses.replace(log, events=events)
