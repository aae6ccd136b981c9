"""How the rules read a card: a sentence for everything in its data, in Japanese and English.

Made from the vocabulary alone, never from the card's printed text, so that an author can compare the two.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import UNSET

from cards.engine import Names
from cards.rulesets.invaders.cards import read_form
from cards.rulesets.invaders.phrases import CONDITION_STATES, EVENTS, KEYWORDS, KINDS, NAMED_VALUES, OPERATIONS, RULES
from cards.rulesets.invaders.script import vocabulary as v

Text = tuple[str, str]
"""Japanese, English."""

_SIDES: dict[str, Text] = {
    "own": ("自分", "own"),
    "enemy": ("相手", "enemy"),
    "any": ("両方", "any"),
    "each": ("お互い", "each"),
}
_ZONES: dict[str, Text] = {
    "units": ("ユニット", "units"), "situations": ("シチュエーション", "situations"),
    "commander": ("指揮官", "commander"),
    "emergency": ("緊急事態", "emergency"), "hand": ("手札", "hand"), "grave": ("墓地", "grave"),
    "self": ("このカード", "this card"), "leader": ("リーダー", "leader"), "unit": ("ユニットゾーン", "unit zone"),
    "deck_top": ("デッキの上", "the top of the deck"), "deck_bottom": ("デッキの下", "the bottom of the deck"),
    "deck_shuffle": ("デッキに加えてシャッフル", "the deck, shuffled"),
}  # fmt: skip
_PICKS: dict[str, Text] = {
    "self": ("このカード", "this card"), "event": ("そのカード", "the event's card"),
    "attacker": ("攻撃しているユニット", "the attacker"), "defender": ("攻撃対象のユニット", "the defender"),
    "opposing": ("交戦相手", "the opposing unit"),
}  # fmt: skip
_DURATIONS: dict[str, Text] = {
    "this_turn": ("この年の間", "this year"),
    "until_own_next_year": ("次の自分の年始まで", "until the own next year"),
    "permanent": ("永続", "permanently"),
}


def describe(card: Mapping[str, Any]) -> Names:
    """A line for each keyword, the command and each ability of a card that `check_card` finds no fault with."""
    form = read_form(card)
    lines = [_keyword(keyword) for keyword in form.keywords]
    if form.command is not UNSET:
        lines.append(_command(form.command))
    lines += [_ability(ability) for ability in form.abilities]
    return {"ja": "\n".join(ja for ja, _ in lines), "en": "\n".join(en for _, en in lines)}


def _say(ja: str, en: str, **parts: Text | int | str) -> Text:
    """Both sentences with their places filled; a part is a text, or the same in both languages."""
    texts = {name: part if isinstance(part, tuple) else (str(part), str(part)) for name, part in parts.items()}
    return (
        ja.format(**{name: text[0] for name, text in texts.items()}),
        en.format(**{name: text[1] for name, text in texts.items()}),
    )


def _join(parts: list[Text], ja: str, en: str) -> Text:
    return ja.join(part[0] for part in parts), en.join(part[1] for part in parts)


def _capital(text: Text) -> Text:
    return text[0], text[1][:1].upper() + text[1][1:]


# Keywords, values, conditions, filters


def _keyword(keyword: v.Keyword) -> Text:
    name = KEYWORDS[keyword.name]
    return name if keyword.value is UNSET else _say("{name}:{x}", "{name} {x}", name=name, x=keyword.value)


def _value(value: v.Value) -> Text:
    if isinstance(value, int):
        return str(value), str(value)
    if isinstance(value, v.NamedValue):
        return NAMED_VALUES[value.value]
    if isinstance(value, v.AddValue):
        return _join([_value(part) for part in value.add], "+", " + ")
    return _say(
        "{cards}の枚数", "the number of {cards}", cards=_cards(value.count.zone, value.count.side, value.count.filter)
    )  # fmt: skip


def _cards(zone: str, side: str, given: Any) -> Text:
    cards = _say("{side}の{zone}", "{side} {zone}", side=_SIDES[side], zone=_ZONES[zone])
    if given is UNSET:
        return cards
    return _say("{cards}({given})", "{cards} ({given})", cards=cards, given=_filter(given))


def _filter(given: v.Filter) -> Text:
    words = ((name, getattr(given, name)) for name in given.__struct_fields__)
    return _join([_word(name, word) for name, word in words if word is not UNSET], "、", ", ")


def _word(name: str, word: Any) -> Text:
    label = KINDS[name]
    if isinstance(word, bool):
        return label if word else _say("{label}でない", "not {label}", label=label)
    return _say("{label}:{word}", "{label} {word}", label=label, word=KINDS.get(str(word), str(word)))


def _condition(condition: v.Condition) -> Text:
    match condition:
        case v.AllOf(all=parts):
            return _join([_condition(part) for part in parts], "かつ", " and ")
        case v.AnyOf(any=parts):
            return _join([_condition(part) for part in parts], "または", " or ")
        case v.Not(not_=part):
            return _say("「{c}」でない", "not ({c})", c=_condition(part))
        case v.Compare(compare=(left, sign, right)):
            return _say("{a}{sign}{b}", "{a} {sign} {b}", a=_value(left), sign=sign, b=_value(right))
        case v.InStateOf(state=state, x=x):
            return _say("{state}:{x}", "{state} {x}", state=CONDITION_STATES[state], x=x)
    return CONDITION_STATES[condition.state]


def _if(condition: Any) -> Text:
    """An ability's condition, before what it does."""
    if condition is UNSET or condition is None:
        return "", ""
    return _say("{c}なら、", "if {c}: ", c=_condition(condition))


# Selectors and modifiers


def _selector(select: v.Selector) -> Text:
    if select.pick in _PICKS:
        return _PICKS[select.pick]
    assert select.side is not UNSET
    if select.pick == "leader":
        return _say("{side}のリーダー", "the {side} leader", side=_SIDES[select.side])
    assert select.zone is not UNSET
    cards = _cards(select.zone, select.side, select.filter)
    if select.pick == "all":
        return _say("{cards}すべて", "all {cards}", cards=cards)
    who = ("相手が選ぶ", "(chosen by the enemy) ") if select.chooser == "enemy" else ("", "")
    most = ("まで", "up to ") if select.up_to else ("", "")
    return _say(
        "{who}{cards}{n}枚{most}",
        "{most}{n} {who}of {cards}",
        who=who, cards=cards, n=select.count, most=most,
    )  # fmt: skip


def _modifier(modifier: v.Modifier) -> Text:
    if modifier.keyword is not UNSET:
        return _keyword(modifier.keyword)
    if modifier.stat is not UNSET:
        return _say("{stat}{add}", "{stat} {add}", stat=KINDS[modifier.stat], add=f"{modifier.add:+}")
    if modifier.cost is not UNSET:
        return _say("コスト{add}", "cost {add}", add=f"{modifier.cost:+}")
    assert modifier.rule is not UNSET and modifier.what is not UNSET
    return _say("「{what}」{rule}", "{rule} {what}", what=RULES[modifier.what], rule=RULES[modifier.rule])


# Effects


def _effect(effect: v.Effect) -> Text:
    match effect:
        case v.Then(then=parts):
            return _join([_effect(part) for part in parts], "。その後、", "; then ")
        case v.IfDone(if_done=parts):
            return _join([_effect(part) for part in parts], "。そうしたとき、", "; if done, ")
        case v.And(and_=parts):
            return _join([_effect(part) for part in parts], "、", " and ")
        case v.By():
            by = _join([_effect(part) for part in effect.by], "、", ", ")
            return _say(
                "{by}ことで、{do}",
                "by all of [{by}]: {do}",
                by=by,
                do=_join([_effect(d) for d in effect.do], "、", ", "),
            )
        case v.May(may=part):
            return _say("{e}てもよい", "you may {e}", e=_effect(part))
        case v.If():
            return _choice(effect)
        case v.ChooseOne(choose_one=options):
            modes = [
                _say("「{name}」{e}", "[{name}] {e}", name=(o.names["ja"], o.names["en"]), e=_effect(o.do))
                for o in options
            ]
            return _say("1つを選ぶ:{modes}", "choose one: {modes}", modes=_join(modes, "/", " / "))
        case v.Roll(cases=cases):
            results = [_say("{n}以下なら{e}", "up to {n}: {e}", n=case.max, e=_effect(case.do)) for case in cases]
            return _say("サイコロを振り、{r}", "roll a die; {r}", r=_join(results, "、", ", "))
        case v.Browse():
            return _browse(effect)
    return _operation(effect)


def _choice(effect: v.If) -> Text:
    done = _say("{c}なら{do}", "if {c}, {do}", c=_condition(effect.if_), do=_effect(effect.do))
    if effect.else_ is UNSET:
        return done
    return _say("{done}、でなければ{other}", "{done}, else {other}", done=done, other=_effect(effect.else_))


def _browse(effect: v.Browse) -> Text:
    what = _say("デッキの上{n}枚を{op}", "{op} the top {n} of the deck", n=effect.count, op=OPERATIONS[effect.op])
    rest = _ZONES[effect.rest]
    if effect.take is UNSET:
        return _say("{what}、{rest}へ", "{what}, put them on: {rest}", what=what, rest=rest)
    take = effect.take
    given = ("", "") if take.filter is UNSET else _say("({f})", " ({f})", f=_filter(take.filter))
    most = ("まで", "up to ") if take.up_to else ("", "")
    return _say(
        "{what}、{n}枚{most}{given}を{to}へ、残りを{rest}へ",
        "{what}, take {most}{n}{given} to {to}, the rest to {rest}",
        what=what, n=take.count, most=most, given=given, to=_ZONES[take.to], rest=rest,
    )  # fmt: skip


def _operation(operation: Any) -> Text:
    """An operation: its word, then everything that it says of itself."""
    words = [
        _field(name, getattr(operation, name)) for name in operation.__struct_fields__ if name not in ("op", "number")
    ]
    word = OPERATIONS[operation.op]
    told = [text for text in words if text[0]]
    if not told:
        return word
    return _say("{word}({told})", "{word} ({told})", word=word, told=_join(told, "、", ", "))


def _field(name: str, word: Any) -> Text:
    match word:
        case v.Selector():
            return _selector(word)
        case v.Modifier():
            return _modifier(word)
        case bool():
            return OPERATIONS[name] if word else ("", "")
        case str() if name == "duration":
            return _DURATIONS[word]
        case str():
            return _SIDES.get(word) or _ZONES[word]
    value = _value(word)
    return value if name == "amount" else _say("{name}{x}", "{name} {x}", name=KINDS[name], x=value)


# Abilities


def _command(command: v.Command) -> Text:
    origins = _join([_ZONES[origin] for origin in command.from_], "か", " or ")
    return _say(
        "{if_}{origins}から司令部に置ける", "{if_}may take command from {origins}",
        if_=_if(command.condition), origins=origins,
    )  # fmt: skip


def _ability(ability: v.Ability) -> Text:
    body = _say("{if_}{body}", "{if_}{body}", if_=_if(ability.condition), body=_body(ability))
    if getattr(ability, "command", UNSET) is True:
        body = _say("指揮:{body}", "as commander: {body}", body=body)
    return _capital(_say("{body}。", "{body}.", body=body))


def _body(ability: v.Ability) -> Text:
    match ability:
        case v.Static():
            scope = ability.applies_to
            reach = _ZONES["self"] if scope.zone == "self" else _reach(scope)
            return _say("{reach}:{m}", "{reach}: {m}", reach=reach, m=_modifier(ability.modifier))
        case v.Replacement():
            return _replacement(ability)
    effects = _join([_effect(effect) for effect in ability.effects], "。", ". ")
    return _say("{when}{effects}", "{when}{effects}", when=_when(ability), effects=effects)


def _reach(scope: v.Scope) -> Text:
    assert scope.side is not UNSET
    return _cards(scope.zone, scope.side, scope.filter)


def _when(ability: Any) -> Text:
    match ability:
        case v.Triggered():
            return _trigger(ability.trigger)
        case v.Emergency():
            return _say("緊急事態、{when}", "emergency, {when}", when=_trigger(ability.trigger))
        case v.Activated():
            return (
                ("メインステップにタップして:", "in the main step, tapping: ")
                if ability.tap
                else ("メインステップに:", "in the main step: ")
            )
    return "", ""


def _trigger(trigger: v.Trigger) -> Text:
    whose = ("このカード", "this card") if trigger.whose == "self" else _SIDES[trigger.whose]
    when = _say("{whose}:{event}とき", "when {event} ({whose})", whose=whose, event=EVENTS[trigger.on])
    if trigger.filter is UNSET:
        return _say("{when}、", "{when}, ", when=when)
    return _say("{when}({given})、", "{when} [{given}], ", when=when, given=_filter(trigger.filter))


def _replacement(ability: v.Replacement) -> Text:
    whose = ("このカード", "this card") if ability.whose == "self" else _SIDES[ability.whose]
    given = ("", "") if ability.filter is UNSET else _say("({f})", " [{f}]", f=_filter(ability.filter))
    may = ("てもよい", "you may ") if ability.optional else ("", "")
    return _say(
        "{whose}{given}:{event}かわりに、{e}{may}", "instead of {event} ({whose}{given}), {may}{e}",
        whose=whose, given=given, event=EVENTS[ability.event], e=_effect(ability.effect), may=may,
    )  # fmt: skip
