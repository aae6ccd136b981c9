"""Scorecards in words: what decided a match, and its table, in both languages. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any

from common.text.message_sentences import SEAT
from common.text.naming import names_in
from common.text.templates import templates
from rules.engine import Cell, Decision, Names, Ruleset, Seat, Tiebreak

SPACE: Names = {"ja": "", "en": " "}
AND: Names = {"ja": "、", "en": ", "}
LAST: Names = {"ja": "と", "en": " and "}
BOTH: Mapping[bool, Names] = {
    True: {"ja": "{teams}はともに{measures}。", "en": "{teams} both had {measures}."},
    False: {"ja": "{teams}はいずれも{measures}。", "en": "{teams} all had {measures}."},
}
"""Sentences for a measure that did not decide, because all teams had the same value. True: for two teams."""
SINGLY: Names = {"ja": "{measure}：{values}。", "en": "{measure}: {values}."}


WINNER: Names = {"ja": "勝者", "en": "the winner"}
LOSER: Names = {"ja": "敗者", "en": "the loser"}


def deciding_texts(rules: Ruleset, by: str) -> Names:
    """What decided, as a sentence without names; `by` is that of a Decision."""
    texts = {
        language: text.format(winners=WINNER[language], losers=LOSER[language])
        for language, text in _template(rules, by).items()
    }
    return {language: text[:1].upper() + text[1:] for language, text in texts.items()}


def _template(rules: Ruleset, by: str) -> Names:
    found = rules.words.get("decided", {}).get(by) or templates("decided").get(by)
    return found or rules.words.get("endings", {}).get(by, {"ja": by, "en": by})


def decision_texts(
    rules: Ruleset, options: Any, decided: Decision, winners: Sequence[Seat], players: Sequence[str] = ()
) -> Names:
    """What decided, as sentences, with each team's tiebreak values. `players` are the names of the seats."""
    everyone = range(rules.seats(options))
    losers = [seat for seat in everyone if seat not in winners]
    teams: dict[int, list[Seat]] = {}
    for seat in everyone:
        teams.setdefault(rules.team(options, seat), []).append(seat)
    texts = {}
    for language, text in _template(rules, decided.by).items():
        sentence = text.format_map(_sides(winners, losers, players, language))
        sentence = sentence if players else sentence[:1].upper() + sentence[1:]
        compared = _compared(rules, decided.tiebreaks, list(teams.values()), players, language)
        texts[language] = SPACE[language].join([sentence, *compared])
    return texts


def _sides(winners: Sequence[Seat], losers: Sequence[Seat], players: Sequence[str], language: str) -> dict[str, str]:
    return {
        "winners": enumerated([_seat(seat, players, language) for seat in winners], language),
        "losers": enumerated([_seat(seat, players, language) for seat in losers], language),
    }


def _seat(seat: Seat, players: Sequence[str], language: str) -> str:
    return players[seat] if seat < len(players) else SEAT[language].format(seat)


def _compared(
    rules: Ruleset,
    tiebreaks: Sequence[Tiebreak],
    teams: Sequence[Sequence[Seat]],
    players: Sequence[str],
    language: str,
) -> list[str]:
    """Sentences on tiebreaks: equal values first, then different ones."""
    names = [enumerated([_seat(seat, players, language) for seat in team], language) for team in teams]
    alike = [tiebreak for tiebreak in tiebreaks if len(set(tiebreak.values)) == 1]
    differing = [tiebreak for tiebreak in tiebreaks if len(set(tiebreak.values)) > 1]
    sentences = []
    if alike:
        had = [_counted(rules, tiebreak, tiebreak.values[0], language) for tiebreak in alike]
        sentence = BOTH[len(teams) == 2][language]
        sentences.append(sentence.format(teams=enumerated(names, language), measures=_listed(had, language)))
    for tiebreak in differing:
        values = AND[language].join(f"{name} {value}" for name, value in zip(names, tiebreak.values, strict=True))
        measure = _measure(rules, tiebreak.measure, language, many=True)
        sentences.append(SINGLY[language].format(measure=measure[0].upper() + measure[1:], values=values))
    return sentences


def _listed(measures: Sequence[str], language: str) -> str:
    """Enumerate measures. In Japanese, と joins players but not measures."""
    return AND["ja"].join(measures) if language == "ja" else enumerated(measures, language)


def _counted(rules: Ruleset, tiebreak: Tiebreak, value: int, language: str) -> str:
    name = _measure(rules, tiebreak.measure, language, many=value != 1)
    return f"{name}{value}" if language == "ja" else f"{value} {name}"


def _measure(rules: Ruleset, measure: str, language: str, *, many: bool) -> str:
    """The name of a measure. English texts have two forms, `one|many`; Japanese has one."""
    forms = rules.words["measures"][measure][language].split("|")
    return forms[-1] if many else forms[0]


def enumerated(items: Sequence[str], language: str) -> str:
    """`a, b and c`."""
    if len(items) < 2:
        return "".join(items)
    return AND[language].join(items[:-1]) + LAST[language] + items[-1]


def cell_text(rules: Ruleset, cell: Cell, language: str) -> str:
    """A cell of a scorecard's table in words."""
    if cell is None:
        return "–"
    if isinstance(cell, int):
        return str(cell)
    if isinstance(cell, str):
        return scorecard_word(rules, cell, language)
    return AND[language].join(scorecard_word(rules, one, language) for one in cell) or "–"


def scorecard_word(rules: Ruleset, name: str, language: str) -> str:
    """The name of a word in a scorecard: from the scorecard's words first, then from all names of the game."""
    texts = rules.words.get("scorecard", {}).get(name) or names_in(rules).get(name)
    return name if texts is None else texts[language]
