"""Changing the sealing key: seeds sealed with the former key still work, and are sealed again with the new one."""

import os
import random
from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.core import checks
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from hypothesis import given
from hypothesis import strategies as st

from matches.log import sql, stored_match
from matches.log.models import Checkpoint
from matches.log.resealing import reseal, sealed_before
from matches.log.seed_encryption import ID_SIZE, UnknownKey, current_id, is_current, seal, snapshot_keys, unseal
from matches.log.snapshots import BadMac
from matches.log.sql import load_match
from matches.models import Match
from tests.faults.checks import assert_log_is_whole
from tests.matches.conftest import move, play_out

FORMER, NEW, OTHER = "11" * 32, "ab" * 32, "cd" * 32
ONE, TWO = bytes(range(16)), bytes(16)


def faults() -> list[str]:
    return [fault.id or "" for fault in checks.run_checks(databases=["default"])]


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("reseal", *arguments, stdout=out)
    return out.getvalue()


def unnamed(secret: bytes, match_id: bytes, key: str = FORMER) -> bytes:
    """A seed sealed in the old form, which has no key id."""
    nonce = os.urandom(12)
    return nonce + AESGCM(bytes.fromhex(key)).encrypt(nonce, secret, match_id)


# One seed


def test_a_sealed_seed_names_its_key_and_opens_under_it_alone(settings: Any) -> None:
    sealed = seal(b"secret", ONE)
    assert sealed[:ID_SIZE] == current_id() and b"secret" not in sealed

    settings.SEED_SEALING_KEY, settings.SEED_SEALING_KEY_FALLBACKS = NEW, [OTHER, FORMER]
    assert unseal(sealed, ONE) == b"secret"
    assert (is_current(sealed), is_current(seal(b"secret", ONE))) == (False, True)

    settings.SEED_SEALING_KEY_FALLBACKS = [OTHER]
    with pytest.raises(UnknownKey):
        unseal(sealed, ONE)


def test_a_seed_that_names_no_key_is_opened_with_whichever_fits(settings: Any) -> None:
    sealed = unnamed(b"secret", ONE)
    assert unseal(sealed, ONE) == b"secret" and not is_current(sealed)

    settings.SEED_SEALING_KEY, settings.SEED_SEALING_KEY_FALLBACKS = NEW, [FORMER]
    assert unseal(sealed, ONE) == b"secret"


@given(st.data())
def test_a_seed_that_was_changed_cut_or_moved_is_never_opened(data: st.DataObject) -> None:
    sealed = data.draw(st.sampled_from([seal, unnamed]))(b"secret" * 10, ONE)
    place, bit = data.draw(st.integers(0, len(sealed) - 1)), data.draw(st.integers(0, 7))
    changed = sealed[:place] + bytes([sealed[place] ^ 1 << bit]) + sealed[place + 1 :]

    for damaged, match_id in ((changed, ONE), (sealed[:place], ONE), (sealed, TWO)):
        with pytest.raises(InvalidTag):
            unseal(damaged, match_id)


def test_every_key_is_told_from_every_other(settings: Any) -> None:
    """The id reveals nothing about the keys, and a seed can't be opened with the key for MACs."""
    settings.SEED_SEALING_KEY, settings.SEED_SEALING_KEY_FALLBACKS = NEW, [FORMER]

    found = [current_id(), *snapshot_keys(ONE), *snapshot_keys(TWO), bytes.fromhex(NEW), bytes.fromhex(FORMER)]

    assert len({part[:ID_SIZE] for part in found}) == len(found)


@pytest.mark.parametrize("key", ["", "11", "11" * 33])
def test_a_key_of_another_length_is_none(settings: Any, key: str) -> None:
    settings.SEED_SEALING_KEY = key

    with pytest.raises(ImproperlyConfigured, match="64 hex digits"):
        seal(b"secret", ONE)


# All of them


@pytest.fixture
def begun(duel: Callable[..., Match], monkeypatch: pytest.MonkeyPatch) -> list[Match]:
    monkeypatch.setattr(stored_match, "CHECKPOINT_EVERY", 3)
    found = [duel() for _ in range(3)]
    for match in found:
        rng = random.Random(0)
        for _ in range(7):
            move(match, rng)
    secret = unseal(bytes(Match.objects.get(pk=found[0].pk).sealed_seed), found[0].pk.bytes)
    Match.objects.filter(pk=found[0].pk).update(sealed_seed=unnamed(secret, found[0].pk.bytes))
    return found


@pytest.mark.django_db
def test_matches_go_on_under_a_former_key_and_without_it_when_they_are_resealed(
    begun: list[Match], settings: Any
) -> None:
    settings.SEED_SEALING_KEY, settings.SEED_SEALING_KEY_FALLBACKS = NEW, [FORMER]
    assert faults() == []
    move(begun[1], random.Random(1))
    assert run("--dry-run") == "3 matches are under a former key.\n"

    assert run() == "3 matches put under the current key.\n"

    settings.SEED_SEALING_KEY_FALLBACKS = []
    assert faults() == []
    assert run("--dry-run") == "0 matches are under a former key.\n"
    for match in begun:
        match.refresh_from_db()
        stored = load_match(match.pk)
        for seq, raw in {**sql.checkpoints(match.pk), match.version: bytes(match.snapshot)}.items():
            assert stored_match.decode_snapshot(match.pk, seq, raw, stored.rules, stored.position.key).seq == seq
        play_out(match)
        assert_log_is_whole(match)


@pytest.mark.django_db
def test_a_key_that_is_dropped_too_early_stops_the_start(begun: list[Match], settings: Any) -> None:
    """Half of the seeds are already sealed with the new key, the newest first, as after an interrupted run."""
    settings.SEED_SEALING_KEY, settings.SEED_SEALING_KEY_FALLBACKS = NEW, [FORMER]
    waiting = sealed_before()
    reseal(next(waiting))
    assert run("--dry-run") == "2 matches are under a former key.\n"

    settings.SEED_SEALING_KEY_FALLBACKS = []
    assert faults() == ["matches.E002"]
    settings.SEED_SEALING_KEY = OTHER
    assert faults() == ["matches.E001"]
    settings.SEED_SEALING_KEY, settings.SEED_SEALING_KEY_FALLBACKS = NEW, [FORMER]
    assert (faults(), run()) == ([], "2 matches put under the current key.\n")


@pytest.mark.django_db
def test_a_match_that_moves_on_meanwhile_keeps_its_move(
    begun: list[Match], settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.SEED_SEALING_KEY, settings.SEED_SEALING_KEY_FALLBACKS = NEW, [FORMER]
    version, sealed_once = load_match(begun[0].pk).version, []

    def sealing(secret: bytes, match_id: bytes) -> bytes:
        if not sealed_once:
            sealed_once.append(move(begun[0], random.Random(2)))
        return seal(secret, match_id)

    monkeypatch.setattr("matches.log.resealing.seal", sealing)
    reseal(begun[0].pk)

    settings.SEED_SEALING_KEY_FALLBACKS = []
    assert load_match(begun[0].pk).version == version + 1
    assert_log_is_whole(begun[0])


@pytest.mark.django_db
def test_what_is_no_snapshot_of_ours_is_not_made_one(begun: list[Match], settings: Any) -> None:
    match = begun[0]
    forged = bytes(Match.objects.get(pk=match.pk).snapshot)[:-1] + b"\x00\x00"
    Match.objects.filter(pk=match.pk).update(snapshot=forged)
    Checkpoint.objects.filter(match=match, seq=3).update(snapshot=forged)
    settings.SEED_SEALING_KEY, settings.SEED_SEALING_KEY_FALLBACKS = NEW, [FORMER]

    run()

    stored = load_match(match.pk)
    for raw in (bytes(Match.objects.get(pk=match.pk).snapshot), sql.checkpoints(match.pk)[3]):
        assert raw == forged
        with pytest.raises(BadMac):
            stored_match.decode_snapshot(match.pk, stored.version, raw, stored.rules, stored.position.key)


@pytest.mark.django_db
def test_a_seed_under_an_unknown_key_is_left_and_said(
    begun: list[Match], settings: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.SEED_SEALING_KEY = OTHER
    strange = seal(bytes(64), begun[1].pk.bytes)
    Match.objects.filter(pk=begun[1].pk).update(sealed_seed=strange)
    settings.SEED_SEALING_KEY, settings.SEED_SEALING_KEY_FALLBACKS = NEW, [FORMER]

    with pytest.raises(CommandError, match="1 matches were not changed"):
        run()

    assert f"{begun[1].pk}: its seed cannot be opened" in capsys.readouterr().err
    assert run("--dry-run") == "1 matches are under a former key.\n"
