"""`python -m tests.benchmarks.page_loads`: loading the main pages and the players' tables on a slow connection.

It uses its own database (SQLite in a folder). Matches to watch are of Lords of War. Chromium's throttling gives
150 ms per request and 1.6 Mbit/s, like a phone in a weak network. Each load starts with an empty cache. The reference
is the same page without throttling, measured by turns. A page is usable when its styles are loaded and its scripts have
run. For the replay, the time of a step without throttling is printed too.
"""

import argparse
import os
import random
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.benchmarks.clients import server_command, wait_until_up
from tests.benchmarks.database import set_up_django, some_setup
from tests.benchmarks.figures import note_cost
from tests.browser import CHROMIUM, FLAGS
from tests.faults.servers import free_port

SLOW = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 94_000}
"""Throttling in milliseconds and bytes per second."""
MOVES = 40
STEPS = 20
LOADED = """() => {
  const [page] = performance.getEntriesByType('navigation');
  const files = [page, ...performance.getEntriesByType('resource')];
  const [painted] = performance.getEntriesByName('first-contentful-paint');
  return !painted ? null : {
    usable: page.domContentLoadedEventEnd, painted: painted.startTime,
    bytes: files.reduce((sum, file) => sum + file.transferSize, 0), files: files.length,
  };
}"""
STEP = """() => new Promise(done => {
  const shown = () => Number(document.querySelector('.position').dataset.seq);
  const before = shown(), begun = performance.now();
  new MutationObserver((_, seer) => {
    if (shown() !== before + 1) return;
    seer.disconnect();
    requestAnimationFrame(() => done(performance.now() - begun));
  }).observe(document.querySelector('main'), {childList: true, subtree: true, attributes: true});
  document.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true}));
})"""


def matches() -> tuple[dict[str, Any], Any, str]:
    """A running match of each game, a finished one of Lords of War, and the session of the player of seat 0."""
    from django.conf import settings  # noqa: PLC0415 -- after settings
    from django.test import Client  # noqa: PLC0415 -- likewise

    from cards.sets.services import publish_shipped_sets  # noqa: PLC0415 -- likewise
    from matches.services.ending import resign  # noqa: PLC0415 -- likewise
    from players.models import Player  # noqa: PLC0415 -- likewise
    from rules.registry import slugs  # noqa: PLC0415 -- likewise

    publish_shipped_sets()
    players = [Player.objects.create_user(f"player{seat}") for seat in range(2)]
    running = {slug: _played(slug, players) for slug in slugs()}
    over = _played("lords_of_war", players)
    resign(match_id=over.pk, player_id=players[0].pk)
    client = Client()
    client.force_login(players[0])
    return running, over, client.cookies[settings.SESSION_COOKIE_NAME].value


def _played(slug: str, players: Sequence[Any]) -> Any:
    from matches.models import Match  # noqa: PLC0415 -- after settings
    from matches.services.lobby import open_match  # noqa: PLC0415 -- likewise
    from matches.services.seat_plans import SeatPlan  # noqa: PLC0415 -- likewise
    from rules.registry import shipped_ruleset  # noqa: PLC0415 -- likewise
    from tests.matches.conftest import move  # noqa: PLC0415 -- likewise

    options, decks = some_setup(shipped_ruleset(slug))
    seats = [
        SeatPlan(kind="player", player=player, deck=deck, is_ready=True)
        for player, deck in zip(players, decks, strict=True)
    ]
    match = open_match(ruleset=slug, options=options, seats=seats)
    luck = random.Random(1)
    for _ in range(MOVES):
        move(match, luck)
    return Match.objects.get(pk=match.pk)


def loaded(browser: Browser, address: str, session: str, *, slow: bool) -> dict[str, float]:
    """Load a page. Returns the milliseconds until each stage, and what was fetched."""
    context = browser.new_context()
    if session:
        context.add_cookies([{"name": "sessionid", "value": session, "url": address}])
    page = context.new_page()
    if slow:
        network = context.new_cdp_session(page)
        network.send("Network.enable")
        network.send("Network.emulateNetworkConditions", SLOW)
    page.goto(address, wait_until="load")
    while (told := page.evaluate(LOADED)) is None:
        page.wait_for_timeout(20)
    context.close()
    return dict(told)


def tell(browser: Browser, name: str, address: str, rounds: int, session: str = "") -> None:
    loaded(browser, address, session, slow=False)  # Makes the server load and draw what it caches.
    pairs = [tuple(loaded(browser, address, session, slow=slow) for slow in (False, True)) for _ in range(rounds)]
    plain, slow = (median(pair[which]["usable"] for pair in pairs) for which in (0, 1))
    painted = median(pair[1]["painted"] for pair in pairs)
    print(
        f"{name:21} usable after {slow / 1000:.2f} s, painted after {painted / 1000:.2f} s; {slow / plain:.1f} x the "
        f"{plain / 1000:.2f} s without throttling; {pairs[0][1]['bytes'] / 1024:.0f} KiB in {pairs[0][1]['files']:.0f}",
        flush=True,
    )
    note_cost(f"page_loads: {name}, of the time without throttling", slow / plain)


def tell_steps(page: Page, address: str) -> None:
    page.goto(address)
    page.wait_for_selector("[data-speed]:not([disabled])")
    took = sorted(page.evaluate(STEP) for _ in range(STEPS))
    print(f"a step of a replay: p50 {took[STEPS // 2]:.0f} ms, p90 {took[STEPS * 9 // 10]:.0f} ms")


def main() -> None:
    parser = argparse.ArgumentParser("python -m tests.benchmarks.page_loads", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(VAR_DIR=folder, LOG_LEVEL="ERROR", RATE_FACTOR="1000")
        set_up_django(f"sqlite:///{Path(folder) / 'bench.sqlite3'}", "config.settings.dev")
        from django.core.management import call_command  # noqa: PLC0415 -- after settings

        call_command("collectstatic", verbosity=0, interactive=False)
        running, over, session = matches()
        port = free_port()
        server = subprocess.Popen(server_command(port))
        try:
            wait_until_up(port)
            base = f"http://127.0.0.1:{port}"
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
                tell(browser, "home", f"{base}/", rounds)
                tell(browser, "watch", f"{base}/matches/{running['lords_of_war'].pk}/", rounds)
                tell(browser, "replay", f"{base}/matches/{over.pk}/replay/?event=5", rounds)
                for slug, match in running.items():
                    tell(browser, f"table of {slug}", f"{base}/matches/{match.pk}/play/", rounds, session)
                tell_steps(browser.new_page(), f"{base}/matches/{over.pk}/replay/?event=5")
                browser.close()
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
