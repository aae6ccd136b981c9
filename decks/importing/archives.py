"""Reads a ZIP file with one deck per file: the file name is the deck's name, the text its list of cards."""

from pathlib import PurePosixPath
from typing import Any

from cards.sets.card_json import NotJson, read_json
from decks.importing.refusals import NO_DECK, TOO_MANY, TOO_MUCH, Unreadable
from decks.importing.sheets import Sheet, ruleset_named
from decks.importing.texts import decoded
from decks.importing.zips import unpacked
from decks.limits import MOST_ROWS, MOST_SEPARATORS
from decks.resources import COLUMNS
from rules.engine import Names

FOLDER, FILE, LIST = "Folder", "File", "Deck list"
ENDINGS = frozenset({".txt", ".csv", ".tsv", ".json", ".dec", ".deck", ".md", ""})


def archive_sheet(content: bytes) -> Sheet:
    """One row per text file, sorted by name. A JSON file may set any field of its deck. Raises Unreadable."""
    files = unpacked(content, _is_deck)
    if not files:
        raise Unreadable(NO_DECK)
    if len(files) > MOST_ROWS:
        raise Unreadable(TOO_MANY, rows=len(files))
    if sum(content.count(b",") for content in files.values()) > MOST_SEPARATORS:
        raise Unreadable(TOO_MUCH)
    decks: list[dict[str, Any]] = []
    faults: dict[int, Names] = {}
    for number, name in enumerate(sorted(files)):
        text = ""
        try:
            text, _encoding = decoded(files.pop(name))
        except Unreadable as error:
            faults[number] = error.texts
        decks.append(_deck(PurePosixPath(name), text))
    head = [FILE, LIST, *(column for column in (FOLDER, *COLUMNS) if any(deck.get(column) for deck in decks))]
    rows = [[deck.get(column) for column in head] for deck in decks]
    return Sheet(head, rows, {number: {head.index(LIST): texts} for number, texts in faults.items()})


def _is_deck(name: str) -> bool:
    """Whether a file may be a deck: not hidden, and not one that macOS adds."""
    path = PurePosixPath(name)
    return path.suffix.lower() in ENDINGS and not path.name.startswith(".") and "__MACOSX" not in path.parts


def _deck(path: PurePosixPath, text: str) -> dict[str, Any]:
    """Column -> value for the deck in a file. Only the file's name and its folder's name are used of the path."""
    own = _fields(text)
    folder = path.parent.name.strip(".")
    game = ruleset_named(folder)
    place = {"ruleset": game} if game else {FOLDER: folder}
    names = {FILE: own.pop("name_en", None) or path.stem, LIST: own.pop("cards", text)}
    return {**names, **place, **own}


def _fields(text: str) -> dict[str, Any]:
    """The fields of a deck in JSON; empty for a list of cards."""
    try:
        read = read_json(text) if text.lstrip().startswith("{") else None
    except NotJson:
        return {}
    known = {column: value for column, value in read.items() if column in COLUMNS} if isinstance(read, dict) else {}
    return known if isinstance(known.get("cards"), dict) else {}
