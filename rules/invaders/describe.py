"""Describes how the rules read a card: a sentence for everything in its data, in Japanese and English.

It uses only the vocabulary, never the card's printed text, so an author can compare the two.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import UNSET

from rules.engine import CardSet, Names

from . import phrases as p
from .cards import read_form
from .script import vocabulary as v

Text = p.Text
"""Japanese, English."""


def describe_card(card_set: CardSet, card: Mapping[str, Any]) -> Names:
    """The output of `describe`, with the names of the set's cards and types."""
    return describe(card, {entry["slug"]: entry["names"] for entry in (*card_set["types"], *card_set["cards"])})


def describe(card: Mapping[str, Any], named: Mapping[str, Names] | None = None) -> Names:
    """A line for each keyword, the command and each ability of a faultless card.

    `named` has the cards and types of the set by slug, for data that names them.
    """
    form, telling = read_form(card), _Telling(named or {})
    lines = [_keyword(keyword) for keyword in form.keywords]
    if form.command is not UNSET:
        lines.append(telling.command(form.command))
    lines += [telling.ability(ability) for ability in form.abilities]
    return {"ja": "\n".join(ja for ja, _ in lines), "en": "\n".join(en for _, en in lines)}


def _say(text: Text, **parts: Text | int | str) -> Text:
    """Fill in both sentences. A part is a text, or the same in both languages."""
    texts = {name: part if isinstance(part, tuple) else (str(part), str(part)) for name, part in parts.items()}
    return (
        text[0].format(**{name: part[0] for name, part in texts.items()}),
        text[1].format(**{name: part[1] for name, part in texts.items()}),
    )


def _join(parts: list[Text], ja: str, en: str) -> Text:
    return ja.join(part[0] for part in parts), en.join(part[1] for part in parts)


def _capital(text: Text) -> Text:
    return text[0], text[1][:1].upper() + text[1][1:]


def _keyword(keyword: v.Keyword) -> Text:
    name = p.KEYWORDS[keyword.name]
    return name if keyword.value is UNSET else _say(("{name}:{x}", "{name} {x}"), name=name, x=keyword.value)


class _Telling:
    """Knows the names of the set's cards and types."""

    def __init__(self, named: Mapping[str, Names]) -> None:
        self.named = named

    # Values, conditions, filters

    def value(self, value: v.Value) -> Text:
        if isinstance(value, int):
            return str(value), str(value)
        if isinstance(value, v.NamedValue):
            return p.NAMED_VALUES[value.value]
        if isinstance(value, v.AddValue):
            return _join([self.value(part) for part in value.add], "+", " + ")
        counted = self.cards(value.count.zone, value.count.side, value.count.filter)
        return _say(("{cards}の数", "the number of {cards}"), cards=counted)

    def amount(self, value: v.Value) -> Text:
        """A value before its counter. Anything but a number is in parentheses."""
        return self.value(value) if isinstance(value, int) else _say(("（{x}）", "({x})"), x=self.value(value))

    def cards(self, zone: str, side: str, given: Any) -> Text:
        cards = _say(p.ZONES[zone][0], side=p.SIDES[side])
        return (
            cards
            if given is UNSET
            else _say(("{cards}（{given}）", "{cards} ({given})"), cards=cards, given=self.filter(given))
        )

    def filter(self, given: v.Filter) -> Text:
        words = ((name, getattr(given, name)) for name in given.__struct_fields__)
        return _join([self.word(name, word) for name, word in words if word is not UNSET], "、", ", ")

    def word(self, name: str, word: Any) -> Text:
        if name not in p.FILTERS:
            return p.FILTER_WORDS[name, word]
        if name == "keyword":
            return _say(p.FILTERS[name], word=p.KEYWORDS[word])
        names = self.named.get(str(word))
        return _say(p.FILTERS[name], word=(names["ja"], names["en"]) if names else word)

    def condition(self, condition: v.Condition) -> Text:
        match condition:
            case v.AllOf(all=parts):
                return _join([self.condition(part) for part in parts], "、かつ", " and ")
            case v.AnyOf(any=parts):
                return _join([self.condition(part) for part in parts], "、または", " or ")
            case v.Not(not_=part):
                return _say(("「{c}」でない", "not ({c})"), c=self.condition(part))
            case v.Compare(compare=(left, sign, right)):
                return _say(p.SIGNS[sign], a=self.value(left), b=self.value(right))
            case v.InStateOf(state=state, x=x):
                return _say(p.STATES[state], x=x)
        return p.STATES[condition.state]

    def when(self, condition: Any) -> Text:
        """The condition of an ability: after its trigger, before its effect."""
        if condition is UNSET or condition is None:
            return "", ""
        return _say(("{c}なら、", "if {c}: "), c=self.condition(condition))

    # Selectors and modifiers

    def selector(self, select: v.Selector) -> Text:
        if select.pick in p.PICKS:
            return p.PICKS[select.pick]
        assert select.side is not UNSET
        if select.pick == "leader":
            return self.cards("leader", select.side, UNSET)
        assert select.zone is not UNSET
        cards = self.cards(select.zone, select.side, select.filter)
        if select.pick == "all":
            return _say(("{cards}すべて", "all of {cards}"), cards=cards)
        return _say(
            ("{who}{cards}{n}{counter}{most}", "{most}{n} of {cards}{who}"),
            who=("相手が選ぶ", ", chosen by the enemy") if select.chooser == "enemy" else ("", ""),
            cards=cards,
            n=select.count,
            counter=p.ZONES[select.zone][1],
            most=("まで", "up to ") if select.up_to else ("", ""),
        )

    def modified(self, cards: Text, modifier: v.Modifier) -> Text:
        """What a modifier changes about cards."""
        if modifier.keyword is not UNSET:
            return _say(("{cards}は「{k}」を得る", "{k} for {cards}"), cards=cards, k=_keyword(modifier.keyword))
        if modifier.stat is not UNSET:
            return _say(
                ("{cards}の{stat}を{add}する", "{add} {stat} for {cards}"),
                cards=cards, stat=p.STATS[modifier.stat], add=f"{modifier.add:+}",
            )  # fmt: skip
        if modifier.cost is not UNSET:
            return _say(("{cards}のコストを{n}する", "{n} cost for {cards}"), cards=cards, n=f"{modifier.cost:+}")
        assert modifier.rule is not UNSET and modifier.what is not UNSET
        return _say(("{cards}は{rule}", "{cards} {rule}"), cards=cards, rule=p.RULES[modifier.rule, modifier.what])

    # Effects

    def effect(self, effect: v.Effect) -> Text:
        match effect:
            case v.Then(then=parts):
                return self.effects(parts, "。その後、", "; then ")
            case v.IfDone(if_done=parts):
                return self.effects(parts, "。そうしたとき、", "; if you did, ")
            case v.And(and_=parts):
                return self.effects(parts, "。同時に、", " and ")
            case v.By():
                by, do = self.effects(effect.by, "、", " and "), self.effects(effect.do, "。", " and ")
                return _say(("{by}ことで、{do}", "{by} to {do}"), by=by, do=do)
            case v.May(may=part):
                return _say(("次のことをしてもよい：{e}", "you may: {e}"), e=self.effect(part))
            case v.If():
                return self.choice(effect)
            case v.ChooseOne(choose_one=options):
                modes = [
                    _say(("「{name}」{e}", "[{name}] {e}"), name=(o.names["ja"], o.names["en"]), e=self.effect(o.do))
                    for o in options
                ]
                return _say(("1つを選ぶ：{modes}", "choose one: {modes}"), modes=_join(modes, "／", " / "))
            case v.Roll(cases=cases):
                results = [
                    _say(("{n}以下なら{e}", "up to {n}: {e}"), n=case.max, e=self.effect(case.do)) for case in cases
                ]
                return _say(("サイコロを振り、{r}", "roll a die; {r}"), r=_join(results, "。", ", "))
            case v.Browse():
                return self.browse(effect)
        return self.operation(effect)

    def effects(self, parts: tuple[v.Effect, ...], ja: str, en: str) -> Text:
        return _join([self.effect(part) for part in parts], ja, en)

    def choice(self, effect: v.If) -> Text:
        done = _say(("{c}なら、{do}", "if {c}, {do}"), c=self.condition(effect.if_), do=self.effect(effect.do))
        if effect.else_ is UNSET:
            return done
        return _say(
            ("{done}。そうでなければ、{other}", "{done}, else {other}"), done=done, other=self.effect(effect.else_)
        )

    def browse(self, effect: v.Browse) -> Text:
        seen = _say(p.OPERATIONS[effect.op, None], n=effect.count)
        if effect.take is UNSET:
            return _say(("{seen}、{rest}", "{seen} and put them {rest}"), seen=seen, rest=p.RESTS[effect.rest])
        take = effect.take
        return _say(
            ("{seen}、{n}枚{most}{given}を{to}、残りを{rest}", "{seen}, put {most}{n}{given} {to} and the rest {rest}"),
            seen=seen,
            n=take.count,
            most=("まで", "up to ") if take.up_to else ("", ""),
            given=("", "") if take.filter is UNSET else _say(("（{f}）", " ({f})"), f=self.filter(take.filter)),
            to=p.DESTINATIONS[take.to],
            rest=p.RESTS[effect.rest],
        )

    def operation(self, operation: Any) -> Text:
        match operation:
            case v.Give():
                given = self.modified(self.selector(operation.select), operation.modifier)
                return _say(p.DURATIONS[operation.duration], it=given)
            case v.Damage() | v.Heal():
                return _say(p.OPERATIONS[operation.op, operation.to], amount=self.amount(operation.amount))
            case v.Money(amount=int(amount), who=who) if amount < 0:
                return _say(p.OPERATIONS["lost money", who], amount=-amount)
            case v.Draw() | v.Mill() | v.Money() | v.Savings():
                return _say(p.OPERATIONS[operation.op, operation.who], amount=self.amount(operation.amount))
            case v.EndBattle() | v.Win() | v.Lose():
                return p.OPERATIONS[operation.op, None]
        cards = self.selector(operation.select)
        match operation:
            case v.Chips():
                chips = {"military": self.chip(operation.military), "labour": self.chip(operation.labour)}
                return _say(p.OPERATIONS["chips", None], cards=cards, **chips)
            case v.Countdown():
                return _say(p.OPERATIONS["countdown", None], cards=cards, amount=self.amount(operation.amount))
            case v.Return():
                return _say(p.OPERATIONS["return", operation.to], cards=cards)
            case v.Destroy():
                return _say(p.OPERATIONS["destroy", operation.ignore_cannot], cards=cards)
            case v.Play():
                return _say(p.OPERATIONS["play", operation.as_cast], cards=cards)
        return _say(p.OPERATIONS[operation.op, None], cards=cards)

    def chip(self, value: v.Value) -> Text:
        return (f"{value:+}", f"{value:+}") if isinstance(value, int) else self.amount(value)

    # Abilities

    def command(self, command: v.Command) -> Text:
        origins = _join([p.ORIGINS[origin] for origin in command.from_], "か", " or ")
        return _capital(
            _say(
                ("{if_}{origins}から司令部に置ける。", "{if_}it may take command from {origins}."),
                if_=self.when(command.condition), origins=origins,
            )
        )  # fmt: skip

    def ability(self, ability: v.Ability) -> Text:
        body = self.body(ability, self.when(ability.condition))
        if getattr(ability, "command", UNSET) is True:
            body = _say(("指揮：{body}", "as commander: {body}"), body=body)
        return _capital(_say(("{body}。", "{body}."), body=body))

    def body(self, ability: v.Ability, if_: Text) -> Text:
        match ability:
            case v.Static():
                modified = self.modified(self.reach(ability.applies_to), ability.modifier)
                return _join([if_, modified], "", "")
            case v.Replacement():
                occasion = self.event(ability.event, ability.whose, ability.filter)
                may = ("次のことをしてもよい：", "you may: ") if ability.optional else ("", "")
                return _join([occasion, if_, may, self.effect(ability.effect)], "", "")
        return _join([self.occasion(ability), if_, self.effects(ability.effects, "。", "; ")], "", "")

    def reach(self, scope: v.Scope) -> Text:
        if scope.zone == "self":
            return p.PICKS["self"]
        assert scope.side is not UNSET
        return self.cards(scope.zone, scope.side, scope.filter)

    def occasion(self, ability: Any) -> Text:
        match ability:
            case v.Triggered(trigger=trigger):
                return self.event(trigger.on, trigger.whose, trigger.filter)
            case v.Emergency(trigger=trigger):
                event = self.event(trigger.on, trigger.whose, trigger.filter)
                return _say(("緊急事態：{event}", "emergency: {event}"), event=event)
            case v.Activated(tap=True):
                return "メインステップにタップして：", "in the main step, tapping it: "
            case v.Activated():
                return "メインステップに：", "in the main step: "
        return "", ""

    def event(self, on: str, whose: str, given: Any) -> Text:
        """The moment at which something happens, or is replaced. The filter applies to the card that it happens to."""
        subjects = dict(p.SUBJECTS[whose])
        if given is not UNSET:
            for what in ("card", "unit"):
                words = self.filter(given)
                subjects[what] = _say(("{it}（{given}）", "{it} ({given})"), it=subjects[what], given=words)
        return _say(p.EVENTS[on], **subjects)
