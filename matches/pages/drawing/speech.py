"""The words on a board: names in the reader's language, seats by sign and name."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from common.text.message_sentences import place_name
from common.text.naming import BRACKETS, COMMA, NOTHING, card_names, labelled, value_name, word
from common.text.sentences import message_texts
from matches.pages.drawing.markup import Markup, el, together
from rules.engine import Names, Ruleset
from rules.engine.board import Entry, Fact, Foretold

SEMICOLON: Names = {"ja": "；", "en": "; "}

TEXTS: dict[str, Names] = {
    "face_down": {"ja": "裏向きのカード", "en": "face-down card"},
    "empty": {"ja": "空き", "en": "empty"},
    "cards": {"ja": "{}枚", "en": "{} cards"},
    "one_card": {"ja": "1枚", "en": "1 card"},
    "sideways": {"ja": "横向き", "en": "sideways"},
    "upside_down": {"ja": "逆向き", "en": "turned around"},
    "attached": {"ja": "付いているカード", "en": "attached"},
    "reach": {"ja": "届く範囲", "en": "reach"},
    "under_way": {"ja": "進行中", "en": "Under way"},
    "details": {"ja": "詳細", "en": "Details"},
    "all_cards": {"ja": "すべて見る", "en": "show all"},
    "moved": {"ja": "動いた", "en": "moved"},
    "turned": {"ja": "変わった", "en": "changed"},
    "hit": {"ja": "受けた", "en": "hit"},
    "gone": {"ja": "ここから", "en": "from here"},
    "drawn": {"ja": "引いた", "en": "drawn"},
    "claimed": {"ja": "獲得", "en": "claimed"},
    "revealed": {"ja": "公開", "en": "revealed"},
    "named": {"ja": "ここ", "en": "here"},
    "asks": {"ja": "ここで選ぶ", "en": "choose here"},
    "decides": {"ja": "選択中", "en": "choosing"},
    "attack": {"ja": "攻撃", "en": "attack"},
    "shot": {"ja": "射撃", "en": "shot"},
    "block": {"ja": "ブロック", "en": "block"},
    "target": {"ja": "対象", "en": "target"},
    "of": {"ja": "{} / {}", "en": "{} of {}"},
    "lacks": {"ja": "、あと{}必要", "en": ", needs {} more"},
    "against": {"ja": "{1}{2}に対して{0}", "en": "{0} against {1} {2}"},
    "concerns": {"ja": "{}：{}", "en": "{} {}"},
    "measured": {"ja": "、", "en": ": "},
    "seat": {"ja": "席{}", "en": "Seat {}"},
    "you": {"ja": "あなた", "en": "You"},
    "scores": {"ja": "勝敗を決めるもの", "en": "What decides"},
    "table": {"ja": "卓", "en": "The table"},
    "fit": {"ja": "全体", "en": "Fit"},
    "zoom_in": {"ja": "拡大", "en": "Zoom in"},
    "zoom_out": {"ja": "縮小", "en": "Zoom out"},
    "zoom_fit": {"ja": "盤全体を表示", "en": "Fit the whole board"},
    "n": {"ja": "前", "en": "ahead"},
    "ne": {"ja": "右前", "en": "ahead right"},
    "e": {"ja": "右", "en": "right"},
    "se": {"ja": "右後ろ", "en": "behind right"},
    "s": {"ja": "後ろ", "en": "behind"},
    "sw": {"ja": "左後ろ", "en": "behind left"},
    "w": {"ja": "左", "en": "left"},
    "nw": {"ja": "左前", "en": "ahead left"},
}
"""Words on the boards of all games."""

SEAT_SIGNS = (
    "M12 2A10 10 0 1 1 11.900 2Z",
    "M12 2 23 21 1 21Z",
    "M3 3H21V21H3Z",
    "M12 1 23 12 12 23 1 12Z",
    "M9 2H15V9H22V15H15V22H9V15H2V9H9Z",
    "M12 1 15 9 23 9 17 14 19 22 12 17 5 22 7 14 1 9 9 9Z",
)
"""The seats' signs, besides their colours: circle, triangle, square, diamond, cross, star."""


@dataclass(frozen=True)
class Speech:
    """The ruleset's words in one language, and the names of the players by seat."""

    rules: Ruleset
    language: str
    players: Sequence[str] = ()
    own: int | None = None
    """The reader's seat, if they play here."""

    def say(self, text: str, *values: object) -> str:
        return TEXTS[text][self.language].format(*values)

    def word(self, label: str) -> str:
        """The name of a field or part."""
        return word(self.rules, label, self.language)

    def kind(self, named: str) -> str:
        """The kind of a card in words. It may name its field: `subkind.military` is a value of the field `subkind`."""
        field, _, kind = named.rpartition(".")
        return value_name(self.rules, field, kind, self.language)

    def place(self, name: str) -> str:
        """The name of a square or lane, as in sentences."""
        return place_name(self.rules, name, self.language)

    def card(self, slug: str | None) -> str:
        if slug is None:
            return self.say("face_down")
        names = card_names(self.rules).get(slug)
        return slug if names is None else names[self.language]

    def seat(self, seat: int) -> str:
        return self.players[seat] if seat < len(self.players) else self.say("seat", seat)

    def count(self, count: int) -> str:
        return self.say("one_card") if count == 1 else self.say("cards", count)

    def value(self, fact: Fact) -> Markup:
        """The value of a fact, or its values separated by commas."""
        if fact.value is None:
            return together([NOTHING[self.language]])
        values = fact.value if isinstance(fact.value, tuple | list) else (fact.value,)
        if not values:
            return together([NOTHING[self.language]])
        texts = [self._one_value(fact, value) for value in values]
        return Markup(COMMA[self.language].join(together([text]) for text in texts))

    def _one_value(self, fact: Fact, value: Any) -> str:
        if fact.kind == "seat":
            return seat_tag(self, value)
        if fact.kind == "card":
            return self.card(value)
        if fact.goal is not None:
            return self.say("of", value, fact.goal)
        return value_name(self.rules, fact.label, value, self.language)

    def entry(self, entry: Entry) -> str:
        """The sentence of an entry that has one."""
        content = {"type": entry.sentence, "seat": entry.seat, **{fact.label: fact.value for fact in entry.facts}}
        texts = message_texts(self.rules, "entries", content, self.players)
        assert texts is not None, entry.sentence
        return texts[self.language]

    def does(self, entry: Entry) -> str:
        """What the action of an entry does; empty if it has none."""
        return self._text_of(entry.action) if entry.action else ""

    def foretold(self, foretold: Sequence[Foretold]) -> str:
        """What an action would do or cost, on one line."""
        return SEMICOLON[self.language].join(map(self._foretold, foretold))

    def _foretold(self, one: Foretold) -> str:
        if one.entry:
            return self._text_of(one.entry).rstrip(".。")
        label, place = self.word(one.label), self.bracketed(self.place(one.at)) if one.at else ""
        if one.card is None:
            text = label if one.amount is None else labelled(label, self._measured(one), self.language)
            text += place
        else:
            text = self.say("concerns", label, self.card(one.card) + place)
            text += "" if one.amount is None else self.say("measured") + self._measured(one)
        return text + (COMMA[self.language] + self.word(one.ends) if one.ends else "")

    def _measured(self, one: Foretold) -> str:
        if one.goal is None:
            return str(one.amount)
        if one.measure:
            against = self.say("against", one.amount, self.word(one.measure), one.goal)
            return against + (self.say("lacks", one.lacks) if one.lacks else "")
        return self.say("of", one.amount, one.goal)

    def _text_of(self, entry: str) -> str:
        """The text of an action in the card set."""
        actions: Sequence[Mapping[str, Any]] = self.rules.card_set["actions"]
        text: str = next(action["text"][self.language] for action in actions if action["id"] == entry)
        return text

    def bracketed(self, text: str) -> str:
        return BRACKETS[self.language].format(text)


def seat_tag(speech: Speech, seat: int) -> Markup:
    """The sign and name of a seat, in its colour."""
    return named_seat(seat, speech.seat(seat))


def side_tag(speech: Speech, seat: int) -> Markup:
    """The sign and name of a seat as a heading: "You" for the reader's own."""
    return named_seat(seat, speech.say("you")) if seat == speech.own else seat_tag(speech, seat)


def named_seat(seat: int, name: str) -> Markup:
    return el("span", sign_of_seat(seat), name, class_=f"seat seat-{seat}")


def sign_of_seat(seat: int) -> Markup:
    path = el("path", d=SEAT_SIGNS[seat % len(SEAT_SIGNS)])
    return el("svg", path, class_="sign", viewBox="0 0 24 24", aria_hidden="true")
