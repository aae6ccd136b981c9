"""`python -m tests.faults.left_alone [MINUTES [SECONDS]]`: leave the example bots of both packages alone for an hour.

A hostile stranger for each bot calls and withdraws, blocks, resigns, lets clocks and lobbies run out, and plays several
matches at once. Tokens are revoked and expire. The bots' connections are refused, broken and lost, and every few
minutes a part of the service is killed. SECONDS is the pause of a stranger between two rounds.

It fails if a bot ends, or stops finishing matches. At the end each bot is stopped in the middle of a match, and has to
finish it after it is started again.
"""

import io
import os
import random
import shutil
import subprocess
import sys
import tarfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

PASSWORD = "a quiet rook 7"
GAMES: dict[str, str | None] = {"battle_line": None, "invictus": "kingdom-standard"}
CLOCK: Any = {"type": "per_decision", "seconds": 150}
"""Longer than the longest pause of a bot."""
TROUBLE_SECONDS = 150


class Bot:
    """An example bot as its package has it, behind a bad network of its own."""

    def __init__(self, stack: Any, name: str, command: list[str], environment: dict[str, str]) -> None:
        from tests.faults.bad_network import BadNetwork  # noqa: PLC0415 -- after settings

        self.name, self.environment = name, environment
        self.network = BadNetwork(stack.port, name)
        self.command = [*command, f"http://127.0.0.1:{self.network.port}", name, PASSWORD]
        self.output = stack.folder / f"{name}.log"
        self.ends: Counter[str] = Counter()
        self.rounds = 0
        self.starts = 0
        self.newest = time.monotonic()
        self.start()

    def start(self) -> None:
        self.starts += 1
        with self.output.open("ab") as output:
            self.process = subprocess.Popen(self.command, env=self.environment, stdout=output, stderr=output)

    def note_end(self, match: Any) -> None:
        self.ends[match["outcome"]["reason"] if match["outcome"] else match["status"]] += 1
        self.newest = time.monotonic()

    @property
    def code(self) -> int | None:
        return self.process.poll()


def python_bot(stack: Any) -> Bot:
    package = ROOT / "clients" / "python"
    environment = {**os.environ, "PYTHONPATH": str(package / "src")}
    return Bot(stack, "left-in-python", [sys.executable, str(package / "examples" / "bot.py")], environment)


def typescript_bot(stack: Any) -> Bot:
    """The example, which is JavaScript too, with the package that the service offers."""
    from clients.packages import typescript_package  # noqa: PLC0415 -- after settings

    folder = stack.folder / "node_modules"
    with tarfile.open(fileobj=io.BytesIO(typescript_package())) as archive:
        archive.extractall(folder, filter="data")
    (folder / "package").rename(folder / "match-client")
    example = shutil.copy(ROOT / "clients" / "typescript" / "examples" / "bot.ts", stack.folder / "bot.mjs")
    return Bot(stack, "left-in-typescript", ["node", str(example)], dict(os.environ))


class Stranger(threading.Thread):
    """Plays against one bot and does to it what it may, with a new account each round, since accounts have limits."""

    def __init__(self, stack: Any, bot: Bot, is_over: threading.Event, seconds: float) -> None:
        super().__init__(daemon=True)
        self.stack, self.bot, self.is_over, self.seconds = stack, bot, is_over, seconds
        self.luck = random.Random(bot.name)
        self.refused: Counter[str] = Counter()
        self.client: Any = None

    def run(self) -> None:
        from match_client import ConnectionLost, Refused  # noqa: PLC0415 -- after settings

        kinds = [self.withdraw, self.withdraw_late, self.resign, self.block, self.be_blocked, self.revoke]
        kinds += [self.let_tokens_expire, self.let_the_clock_run_out, self.let_the_lobby_expire, self.let_it_be_idle]
        while not self.is_over.is_set():
            with new_client(self.stack) as self.client:
                steps: list[Callable[[], None]] = [*self.luck.sample(kinds, 4), self.play_several]
                try:
                    self.client.sign_up(f"stranger-{self.luck.randrange(10**9)}", PASSWORD)
                except (Refused, ConnectionLost, OSError) as error:
                    self.refused[f"sign_up: {str(error)[:60]}"] += 1
                    continue
                for step in steps:
                    try:
                        step()
                    except (Refused, ConnectionLost, OSError) as error:  # The service is being killed, or says no.
                        self.refused[f"{step.__name__}: {str(error)[:60]}"] += 1
            self.bot.rounds += 1
            self.is_over.wait(self.seconds)

    # What it does

    def call(self, game: str = "", *, clock: Any = CLOCK, is_ready: bool = True) -> Any:
        game = game or self.luck.choice(list(GAMES))
        me = {"kind": "me", "deck": GAMES[game], "ready": is_ready}
        return self.client.open_match(game, [me, {"kind": "invited", "player": self.bot.name}], clock=clock)

    def choose(self, turn: Any) -> Any:
        return self.luck.choice(turn.legal_actions)

    def wait_until(self, match: Any, status: str, seconds: float = 120) -> Any:
        until = time.monotonic() + seconds
        while (found := self.client.match(match["id"]))["status"] != status and time.monotonic() < until:
            self.is_over.wait(0.3)
        return found

    def withdraw(self) -> None:
        for game in GAMES:
            self.client.abort(self.call(game, is_ready=False))

    def withdraw_late(self) -> None:
        match = self.call(is_ready=False)
        time.sleep(self.luck.random())
        self.client.abort(match)

    def resign(self) -> None:
        match = self.call()
        self.wait_until(match, "playing")
        self.client.resign(match)

    def block(self) -> None:
        """Block the bot while it answers, and play on, or not."""
        found, match = self.client.find_player(self.bot.name), self.call()
        self.client.block_player(found["id"])
        self.wait_until(match, "playing", 5)
        self.client.unblock_player(found["id"])
        if self.wait_until(match, "playing")["status"] == "playing":
            self.bot.note_end(self.play(match))

    def be_blocked(self) -> None:
        match = self.call()
        with new_client(self.stack) as owner:
            owner.sign_in(self.bot.name, PASSWORD)
            own = owner.find_player(self.client.me()["username"])
            owner.block_player(own["id"])
            self.wait_until(match, "playing", 3)
            owner.unblock_player(own["id"])
        self.client.abort(match)

    def revoke(self) -> None:
        with new_client(self.stack) as owner:
            owner.sign_in(self.bot.name, PASSWORD)
            owner.sign_out_everywhere(PASSWORD)

    def let_tokens_expire(self) -> None:
        of = f"(SELECT id FROM players_player WHERE username = '{self.bot.name}')"
        self.execute(f"UPDATE players_accesstoken SET expiry = now() WHERE user_id = {of}")

    def let_the_clock_run_out(self) -> None:
        """Leave a match until the sweep ends it. Few actions come before the stranger has to decide."""
        match = self.call("battle_line", clock={"type": "per_decision", "seconds": 5})
        self.wait_until(match, "playing")
        self.wait_until(match, "over", 60)

    def let_the_lobby_expire(self) -> None:
        match = self.call(is_ready=False)
        self.make_old(match)
        self.wait_until(match, "over", 60)

    def let_it_be_idle(self) -> None:
        match = self.call(clock=None)
        self.wait_until(match, "playing")
        self.make_old(match)
        self.wait_until(match, "over", 60)

    def make_old(self, match: Any) -> None:
        self.execute(f"UPDATE matches_match SET updated_at = now() - interval '40 days' WHERE id = '{match['id']}'")

    def execute(self, statement: str) -> None:
        import psycopg  # noqa: PLC0415 -- after settings

        try:
            self.stack.postgres.execute(statement)
        except psycopg.Error as error:
            raise OSError("the database restarts") from error

    def play_several(self) -> None:
        """Up to three matches at once, each played to its end."""
        matches = [self.call() for _ in range(self.luck.randrange(1, 4))]
        threads = [threading.Thread(target=self.play_and_note, args=(match,), daemon=True) for match in matches]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def play_and_note(self, match: Any) -> None:
        self.bot.note_end(self.play(match))

    def play(self, match: Any) -> Any:
        """Play with a client of its own, until the match is over. The service may be killed meanwhile."""
        from match_client import ConnectionLost, Refused  # noqa: PLC0415 -- after settings

        with new_client(self.stack, self.client.token) as mine:
            for _ in range(50):
                try:
                    return mine.play(match, self.choose)
                except ConnectionLost:
                    time.sleep(1)
                except Refused as refused:
                    if refused.status < 500:
                        raise
                    time.sleep(1)
        raise OSError("the match could not be played")


def new_client(stack: Any, token: str | None = None) -> Any:
    import httpx2  # noqa: PLC0415 -- after settings

    from match_client import Client  # noqa: PLC0415 -- after settings

    return Client(f"http://127.0.0.1:{stack.port}", token, http=httpx2.Client(headers={"X-Forwarded-Proto": "https"}))


class Troubles:
    """Kills and restarts parts of the service, one after the other."""

    def __init__(self, stack: Any) -> None:
        self.stack, self.luck = stack, random.Random("troubles")
        self.done: Counter[str] = Counter()

    def make(self) -> None:
        kind = self.luck.choice(["kill web", "kill web", "stop web", "PostgreSQL", "Redis", "kill worker", "kill beat"])
        self.done[kind] += 1
        match kind.split():
            case ["PostgreSQL"]:
                self.stack.postgres.restart()
            case ["Redis"]:
                self.stack.redis.stop()
                time.sleep(2)
                self.stack.redis.start()
            case ["kill", service]:
                self.stack.kill(service)
                self.stack.start(service)
            case ["stop", service]:
                self.stack.stop(service)
                time.sleep(5)
                self.stack.start(service)


def stop_and_start(stranger: Stranger) -> str:
    """Stop the bot by SIGTERM in a match, start it again, and return how the match ended."""
    bot = stranger.bot
    with new_client(stranger.stack) as stranger.client:
        stranger.client.sign_up(f"last-{stranger.luck.randrange(10**9)}", PASSWORD)
        match = stranger.call("battle_line")
        stranger.wait_until(match, "playing")
        bot.process.terminate()
        bot.process.wait(30)
        bot.start()
        stranger.play_and_note(match)
        return str(stranger.client.match(match["id"])["outcome"]["reason"])


def main(minutes: float, seconds: float) -> int:
    from tests.faults.stack import running_stack  # noqa: PLC0415 -- after settings

    is_over = threading.Event()
    with running_stack("web", "worker", "beat") as stack:
        bots = [python_bot(stack), typescript_bot(stack)]
        strangers = [Stranger(stack, bot, is_over, seconds) for bot in bots]
        troubles = Troubles(stack)
        for stranger in strangers:
            stranger.start()
        began = time.monotonic()
        try:
            while time.monotonic() < began + 60 * minutes and all(bot.code is None for bot in bots):
                for _ in range(TROUBLE_SECONDS // 10):
                    time.sleep(10)
                    if any(bot.code is not None for bot in bots):
                        break
                troubles.make()
                report(began, bots, troubles, strangers)
            is_over.set()
            for stranger in strangers:
                stranger.join(400)
            faults = [f"{bot.name} ended with {bot.code}" for bot in bots if bot.code is not None]
            faults += [f"{bot.name} stopped playing" for bot in bots if time.monotonic() - bot.newest > 900]
            if not faults:
                ends = {stranger.bot.name: stop_and_start(stranger) for stranger in strangers}
                print(f"stopped and started in a match: {ends}", flush=True)
                faults += [f"{name}: {end}" for name, end in ends.items() if end in ("timeout", "aborted")]
            report(began, bots, troubles, strangers)
            for bot in bots:
                print(f"--- {bot.name} wrote:\n{bot.output.read_text()[-3000:]}")
            print("; ".join(faults) or "both bots are alive")
        finally:
            for bot in bots:
                bot.process.terminate()
                bot.process.wait(30)
    return len(faults)


def report(began: float, bots: list[Bot], troubles: Troubles, strangers: list[Stranger]) -> None:
    minutes = (time.monotonic() - began) / 60
    print(f"{datetime.now():%H:%M:%S} after {minutes:.1f} minutes: {dict(troubles.done)}", flush=True)
    for bot, stranger in zip(bots, strangers, strict=True):
        silent = time.monotonic() - bot.newest
        print(f"  {bot.name}: exit code {bot.code}, starts {bot.starts}, rounds {bot.rounds}, ends {dict(bot.ends)}")
        print(f"    {silent:.0f} s since the newest; connections {dict(bot.network.fates)}")
        print(f"    refused to the stranger: {dict(stranger.refused)}", flush=True)


ROOT = Path(__file__).resolve().parents[2]

if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.test"
    sys.path.insert(0, str(ROOT / "clients" / "python" / "src"))
    import django

    django.setup()
    given = dict(enumerate(sys.argv))
    sys.exit(main(float(given.get(1, 60)), float(given.get(2, 20))))
