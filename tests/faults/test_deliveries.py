"""Every task is delivered nine times, at once and late, in any order: nothing is doubled, and everything finishes."""

import json
import random
import time
from collections import Counter
from collections.abc import Iterator
from queue import Empty
from typing import Any

import pytest

from tests.faults.seasons import assert_every_deal_counts_once, assert_recomputed, make_league, query, seasons_over
from tests.faults.servers import wait_for
from tests.faults.stack import Stack, running_stack
from tests.faults.test_mail import Mailbox, mailbox

__all__ = ["mailbox"]

pytestmark = pytest.mark.exhaustive
BOT, ME, OPEN = {"kind": "bot", "bot": "random"}, {"kind": "me", "ready": True}, {"kind": "open"}
IMPORT = """
from decks.importing.services import begin_import, take_import
from decks.models import DeckImport
from players.models import Player
import time
rows = "ruleset,name_en,cards\\n" + "".join(f'blackpoker,Deck {{n}},"{{{{}}}}"\\n' for n in range({rows}))
Player.objects.filter(username="{name}").update(is_staff=True, is_superuser=True)
made = begin_import(by=Player.objects.get(username="{name}"), file_name="decks.csv", content=rows.encode())
while DeckImport.objects.get(pk=made.pk).status == "checking": time.sleep(0.1)
take_import(which=made, takes_illegal=True)
while DeckImport.objects.get(pk=made.pk).status == "taking": time.sleep(0.1)
print(DeckImport.objects.get(pk=made.pk).status)
"""
MAILS = """
from common.sending import send_task
from players.mail import CONFIRM, RESET, TELL_FORMER
from players.models import Player
from django.utils import timezone
player = Player.objects.get(username="{name}")
player.email, player.email_confirmed_at = "{name}@example.org", timezone.now()
player.save()
send_task(CONFIRM, player.pk, "new@example.org", "en")
send_task(TELL_FORMER, player.pk, "old@example.org")
send_task(RESET, "{name}@example.org", "en")
"""
TRIAL = """
from cards.sets.services import create_draft
from players.models import Player
from playtesting.models import DraftTrial
from playtesting.trials import start_trial
author = Player.objects.get(username="{name}")
start_trial(draft=create_draft(ruleset="blackpoker", author=author), player=author)
"""
SWEEP = """
from celery import current_app
for task in {tasks}:
    current_app.signature(task).apply_async()
"""
SWEEPS = (
    "decks.judge_decks",
    "decks.sweep_imports",
    "leagues.sweep",
    "matches.search.terms.sweep_search_terms",
    "matches.services.ratings.fold_ratings",
    "matches.workers.maintenance.sweep",
    "matches.workers.maintenance.tell_turns",
    "playtesting.sweep_trials",
    "replay.publish_root",
    "replay.verify_recent",
    "replay.verify_roots",
)


@pytest.fixture(scope="module")
def stack(mailbox: Mailbox) -> Iterator[Stack]:
    mail = {"EMAIL_URL": f"smtp://127.0.0.1:{mailbox.controller.port}", "MAIL_FROM": "play@example.org"}
    services = ("web", "worker", "background", "files", "hooks", "mail", "beat")
    with running_stack(*services, DELIVERIES="9", PUBLIC_URL="https://play.example.org", **mail) as running:
        yield running


def shell(stack: Stack, code: str, **values: Any) -> str:
    done = stack.manage("shell", "-c", code.format(**values))
    assert done.returncode == 0, done.stderr
    return done.stdout


def play_rated(stack: Stack, tokens: tuple[str, str], key: str) -> str:
    """The path of a rated match in which the second player has resigned."""
    clock = {"type": "per_decision", "seconds": 600}
    body = {"ruleset": "battle_line", "rated": True, "clock": clock, "seats": [ME, OPEN]}
    status, document = stack.insist("POST", "/api/v1/matches", body, tokens[0], key)
    assert status == 201, document
    path = str(document["url"])
    assert stack.insist("POST", f"{path}/join", {}, tokens[1], f"join {key}")[0] == 200
    assert stack.insist("POST", f"{path}/resign", {}, tokens[1], f"resign {key}")[0] == 201
    return path


def test_nothing_is_doubled(stack: Stack, mailbox: Mailbox) -> None:
    tokens = stack.sign_up("nine"), stack.sign_up("times")
    make_league(stack, "nine", "battle_line", ["random", "greedy"], deals=2)
    matches = [stack.open_match(tokens[0], BOT, BOT) for _ in range(3)]
    mine = stack.open_match(tokens[0], ME, BOT)
    rated = [play_rated(stack, tokens, f"rated {n}") for n in range(3)]
    shell(stack, MAILS + TRIAL, name="nine")
    assert shell(stack, IMPORT, name="nine", rows=6).split()[-1] == "done"
    shell(stack, SWEEP, tasks=SWEEPS)
    stack.play(mine, tokens[0], 500, random.Random(1))
    for path in (*matches, mine, *rated):
        wait_for(lambda path=path: stack.match(path)["scorecard"], "a scorecard")
    wait_for(lambda: seasons_over(stack, 1), "the end of the season")
    wait_for(lambda: query(stack, "SELECT state FROM playtesting_drafttrial") != [("running",)], "the trial")
    wait_for(lambda: query(stack, "SELECT count(*) FROM players_ratingchange") == [(6,)], "ratings")
    wait_for(lambda: mailbox.taken.qsize() >= 3, "the mails")
    time.sleep(10)  # By then the last copies have come.

    assert assert_every_deal_counts_once(stack) == 2 * 2 * 2
    assert_recomputed(stack, ["nine"], stack.folder)
    assert query(stack, "SELECT name_en, version FROM decks_deck WHERE slug = '' ORDER BY 1") == [
        (f"Deck {n}", 1) for n in range(6)
    ]
    assert query(
        stack, "SELECT count(*) FROM decks_deckversion v JOIN decks_deck d ON d.id = v.deck_id WHERE d.slug = ''"
    ) == [(6,)]
    ((results,),) = query(stack, "SELECT results FROM playtesting_drafttrial")
    results = results if isinstance(results, dict) else json.loads(results)
    assert {side: sum(counted) for side, counted in results.items()} == {"before": 100, "after": 100}
    rebuilt = stack.manage("rebuild", "ratings", "--ruleset", "battle_line")
    assert "equal to what was there" in rebuilt.stdout, rebuilt.stdout + rebuilt.stderr
    assert query(stack, "SELECT count(*) - count(DISTINCT day) FROM replay_dailyroot") == [(0,)]
    assert mails_of(mailbox) == {"new@example.org": 1, "old@example.org": 1, "nine@example.org": 1}


def mails_of(mailbox: Mailbox) -> dict[str, int]:
    """Address -> number of mails received."""
    counted: Counter[str] = Counter()
    while True:
        try:
            to, _subject = mailbox.taken.get_nowait()
        except Empty:
            return dict(counted)
        counted.update(to)


def test_after_the_last_fault_every_match_of_bots_goes_on_within_a_minute_and_ends(stack: Stack) -> None:
    token = stack.sign_up("stormy")
    rng, paths = random.Random(7), list[str]()

    def kill(service: str) -> None:
        stack.kill(service)
        stack.start(service)

    def forget_messages() -> None:
        stack.redis.stop()
        stack.redis.start()

    faults = [
        lambda: kill("worker"),
        lambda: kill("background"),
        lambda: kill("beat"),
        forget_messages,
        stack.postgres.restart,
    ]
    for fault in rng.sample(faults * 3, 15):
        paths += [stack.open_match(token, BOT, BOT, key=f"storm {len(paths)}") for _ in range(2)]
        fault()
    ((last,),) = query(stack, "SELECT now()")

    def went_on() -> bool:
        """Whether every match that was waiting for its bot after the last fault has moved."""
        waiting = "SELECT count(*) FROM matches_match WHERE status = 'playing' AND bot_to_act"
        return query(stack, f"{waiting} AND updated_at < '{last.isoformat()}'") == [(0,)]

    wait_for(went_on, "all matches to go on", seconds=60)
    for path in paths:
        wait_for(lambda path=path: stack.match(path)["scorecard"], "a match of bots to end")
    done = stack.manage("verify_match", "--all")
    assert done.returncode == 0, done.stdout + done.stderr
