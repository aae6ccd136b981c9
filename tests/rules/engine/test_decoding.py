"""Structs that several threads decode at once for the first time; each program here dies without the guard."""

import subprocess
import sys

import pytest

from tests.layers.rooms import ROOMS

pytestmark = pytest.mark.processes

SLOW = """
import threading
from msgspec import Struct
from rules.engine.decoding import json_decoder, make_structs_ready

begun, overtaken = threading.Event(), threading.Event()

def dawdle():  # msgspec evaluates annotations that are texts while it works out how to read a Struct.
    if not begun.is_set():
        begun.set()
        overtaken.wait(0.3)
    return int

class Outer(Struct):
    slow: "Slow"
    name: str

class Slow(Struct):
    number: "dawdle()"

def read():
    {make}
    json_decoder(Outer).decode(b'{{"slow": {{"number": 1}}, "name": "a"}}')
    overtaken.set()

threads = [threading.Thread(target=read) for _ in range(2)]
threads[0].start()
assert begun.wait(30)
threads[1].start()
for thread in threads:
    thread.join()
assert overtaken.is_set()
"""
GAMES = """
import sys, threading
sys.setswitchinterval(1e-6)
from rules.engine import MalformedAction
from rules.registry import bound_ruleset, slugs
from rules.registry import shipped_set

def play(slug, card_set, ready, done):
    ready.wait()
    rules = bound_ruleset(slug, None, card_set)
    try:
        rules.decode_action(b'{"type": "?"}')
    except MalformedAction:
        done.append(slug)

for slug in slugs():
    card_set, ready, done = shipped_set(slug), threading.Barrier(16), []
    threads = [threading.Thread(target=play, args=(slug, card_set, ready, done)) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert done == [slug] * 16
"""
LOADED = """
import gc
import django

import pytest
from msgspec import Struct
django.setup()
{load}

def children(struct):
    for child in struct.__subclasses__():
        yield child
        yield from children(child)

def is_ready(struct):
    return any(type(found).__name__ == "StructInfo" for found in gc.get_referents(struct))

ours = [struct for struct in children(Struct) if struct.__module__.split(".")[0] in {rooms}]
late = {{f"{{struct.__module__}}.{{struct.__name__}}" for struct in ours if not is_ready(struct)}}
print(len(ours), *sorted(late))
"""


def run(program: str) -> str:
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout


def test_a_struct_that_is_not_yet_known_is_read_by_two_threads_at_once() -> None:
    run(SLOW.format(make=""))


def test_a_struct_is_made_ready_by_two_threads_at_once() -> None:
    run(SLOW.format(make="make_structs_ready()"))


@pytest.mark.exhaustive
def test_every_game_is_first_loaded_by_many_threads_at_once() -> None:
    run(GAMES)


def test_a_process_that_answers_requests_has_every_struct_ready_that_it_can_read() -> None:
    number, *late = run(LOADED.format(load="import config.urls", rooms=ROOMS)).split()

    assert int(number) > 200
    assert late == ["rules.engine.messages.Revelation"]  # Its fields are types: it is never read.
