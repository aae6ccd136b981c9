"""The card builder: the choices at each step, the data sent, and the resulting card, for any types of a ruleset."""

from collections.abc import Callable, Iterator
from typing import Annotated, Any, Literal, Union

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET, Meta, Struct, UnsetType

from cards.admin.common import names_of
from cards.editor.builder.desk import Desk, values_of
from cards.editor.builder.labels import Labels
from cards.editor.builder.likeness import doing_the_same
from cards.editor.builder.offering import Offering
from cards.editor.builder.posted import pressed, read_part
from cards.editor.builder.steps import Step, Steps
from cards.editor.builder.values import Values, is_said
from cards.editor.builder.word_list import reachable, word_list
from cards.sets.differences import by_slug
from common.text.language import in_language
from rules.engine import card_fault
from rules.engine.card_grammar import CardGrammar, Grammar, OneOf, Shape, Words
from rules.engine.json_pointers import value_at
from rules.invaders.script import vocabulary as v
from rules.invaders.script.reading import collect
from rules.registry import shipped_ruleset, slugs
from tests.levels import examples

INVADERS = shipped_ruleset("invaders")
CARDS = by_slug(INVADERS.card_set)
TYPED = [slug for slug in slugs() if shipped_ruleset(slug).definition.card_type is not None]
PLACE = ("WrittenUnit", "abilities")


def invaders() -> Values:
    values = values_of(INVADERS)
    assert values is not None
    return values


def steps_of(card: Any, checks: int = 0, at: str = "/abilities") -> Step:
    """The steps at a place. Without checks, everything that the types allow is offered."""
    values = invaders()
    offering = Offering(values, INVADERS.check_card, card)
    offering.left = checks
    labels = Labels(INVADERS.definition.card_grammar, names_of("invaders", INVADERS.card_set))
    annotation = values.grammar.annotation_at(values.card_type, card, at.split("/")[1:])
    return Steps(values, labels, offering, card, INVADERS.card_set).part(annotation, value_at(card, at), at, "", PLACE)


def inputs(step: Step) -> Iterator[tuple[str, str]]:
    """(name, value) of the data that a browser sends for unchanged steps."""
    if step.is_optional:
        yield f"{step.at}~has", "1"
    if step.sort == "object" and step.was:
        yield f"{step.at}~was", step.was
        yield from ((f"{step.at}~kind", code) for code, _label, chosen in step.options if chosen)
    elif step.sort == "list":
        yield f"{step.at}~n", str(step.value)
    elif step.sort == "texts":
        yield from ((f"{step.at}/{language}", text) for language, text in step.value.items())
    elif step.sort == "flag":
        yield from [(step.at, "on")] if step.value else []
    elif step.sort != "object":
        yield step.at, str(step.value)
    for part in step.parts:
        yield from inputs(part)


def sent(card: Any, **changed: str) -> Any:
    """The abilities of a card after a browser sent them with some inputs changed."""
    values = invaders()
    data = {**dict(inputs(steps_of(card))), **changed}
    annotation = values.grammar.annotation_at(values.card_type, card, ["abilities"])
    written = {**card, "abilities": read_part(values, annotation, data, "/abilities", PLACE)}
    return pressed(values, written, data)["abilities"]


def codes(step: Step) -> set[str]:
    return {code for code, _label, _chosen in step.options or step.entries}


def at(step: Step, place: str) -> Step:
    return next(part for part in step.all() if part.at == place)


# Every card can be built, and untouched parts stay


@pytest.mark.parametrize("slug", TYPED)
def test_the_types_can_say_every_card_of_a_set(slug: str) -> None:
    rules = shipped_ruleset(slug)
    values = values_of(rules)
    assert values is not None
    known = {key.name for one in values.grammar.kind(values.card_type).alternatives for key in one.keys}
    marks = {name for one in values.grammar.kind(values.card_type).alternatives for name, _ in one.words}

    for card in rules.card_set["cards"]:
        typed = {key: value for key, value in card.items() if key in known | marks}
        assert is_said(values.grammar, values.card_type, typed), card["slug"]


def test_untouched_steps_send_the_card_as_it_was() -> None:
    for card in CARDS.values():
        assert sent(card) == card["abilities"], card["slug"]


@examples(60)
@given(st.sampled_from(sorted(CARDS)), st.data())
def test_whatever_is_chosen_and_pressed_the_types_can_say_it(slug: str, data: st.DataObject) -> None:
    card = dict(CARDS[slug])
    for _ in range(3):
        every = list(steps_of(card).all())
        turned = data.draw(st.sampled_from([step for step in every if step.options] or [None]))
        changed = {}
        if turned is not None:
            name = f"{turned.at}~kind" if turned.sort == "object" else turned.at
            changed[name] = data.draw(st.sampled_from([code for code, _label, _chosen in turned.options]))
        verb = data.draw(st.sampled_from(["add", "remove", "up", "more", "less", "nonsense"]))
        pressed_at = data.draw(st.sampled_from(every))
        key = data.draw(st.sampled_from([name for name, _ in pressed_at.more] or [""]))
        card["abilities"] = sent(card, **changed, do=f"{verb} {pressed_at.at} {key}".strip())

        values = invaders()
        annotation = values.grammar.annotation_at(values.card_type, card, ["abilities"])
        assert is_said(values.grammar, annotation, card["abilities"])


@examples(60)
@given(
    st.dictionaries(
        st.sampled_from(["", "~n", "~was", "~kind", "/0", "/0~was", "/0/effects~n", "/0/effects/0~was", "/0/tap"]),
        st.sampled_from(["", "1", "999999999999999999999", "-1", "٣", "\0", "\ud800", "Triggered", "May", "x" * 9000]),
    ),
    st.sampled_from(
        ["add /abilities", "remove /abilities/0", "up /abilities/999999999", "more / x", "less /slug", "do"]
    ),
)
def test_nonsense_is_read_as_something_that_the_types_can_say(data: dict[str, str], do: str) -> None:
    values, card = invaders(), CARDS["town-militia"]
    annotation = values.grammar.annotation_at(values.card_type, card, ["abilities"])
    made = {f"/abilities{name}": text for name, text in data.items()}

    read = read_part(values, annotation, made, "/abilities", PLACE)
    after = pressed(values, {**card, "abilities": read}, {**made, "do": do})

    assert isinstance(after["abilities"], list) and len(after["abilities"]) <= 24


def test_a_nest_without_end_is_cut() -> None:
    values, card = invaders(), CARDS["town-militia"]
    annotation = values.grammar.annotation_at(values.card_type, card, ["abilities"])
    deep = {f"/abilities/0/effects/0{'/may' * n}~was": "May" for n in range(2000)}
    deep |= {"/abilities~n": "1", "/abilities/0~was": "Triggered", "/abilities/0/effects~n": "1"}

    read = read_part(values, annotation, deep, "/abilities", PLACE)

    assert str(read).count("may") < 40


# Switching to another alternative

DRAW = {"op": "draw", "who": "own", "amount": 2}


def ability(*effects: Any, **more: Any) -> dict[str, Any]:
    trigger = {"on": "cast", "whose": "self"}
    return {"kind": "triggered", "trigger": trigger, "effects": list(effects), **more}


@pytest.mark.parametrize(
    ("effect", "kind", "becomes"),
    [
        (DRAW, "May", {"may": DRAW}),
        ({"may": DRAW}, "Draw", DRAW),
        (DRAW, "Mill", {"op": "mill", "who": "own", "amount": 2}),
        ({"then": [DRAW, {"op": "win"}]}, "And", {"and": [DRAW, {"op": "win"}]}),
        ({"then": [{"op": "win"}, DRAW]}, "Draw", DRAW),
        ({"op": "win"}, "Lose", {"op": "lose"}),
    ],
)
def test_another_alternative_keeps_what_both_say_and_goes_around_what_was_there(
    effect: Any, kind: str, becomes: Any
) -> None:
    card = {**CARDS["town-militia"], "abilities": [ability(effect)]}

    assert sent(card, **{"/abilities/0/effects/0~kind": kind})[0]["effects"] == [becomes]


def test_buttons_add_move_and_take_away() -> None:
    card = {**CARDS["town-militia"], "abilities": [ability(DRAW)]}

    two = sent(card, **{"/abilities/0/effects~new": "Win", "do": "add /abilities/0/effects"})
    card["abilities"] = two
    swapped = sent(card, do="up /abilities/0/effects/1")
    card["abilities"] = swapped
    one = sent(card, do="remove /abilities/0/effects/1")
    card["abilities"] = one
    last = sent(card, do="remove /abilities/0/effects/0")

    assert two[0]["effects"] == [DRAW, {"op": "win"}]
    assert swapped[0]["effects"] == [{"op": "win"}, DRAW]
    assert one[0]["effects"] == [{"op": "win"}]
    assert last == one, "an ability does something"


def test_what_stands_in_a_fixed_order_is_not_moved() -> None:
    condition = {"compare": [{"value": "own_hand"}, ">=", 2]}
    card = {**CARDS["town-militia"], "abilities": [ability(DRAW, condition=condition)]}

    assert sent(card, do="up /abilities/0/condition/compare/1") == [ability(DRAW, condition=condition)]


def test_an_optional_key_comes_with_a_value_and_goes_again() -> None:
    card = {**CARDS["town-militia"], "abilities": [ability(DRAW)]}

    with_condition = sent(card, do="more /abilities/0 condition")
    card["abilities"] = with_condition

    assert INVADERS.check_card(card) == []
    assert with_condition[0]["condition"]
    assert sent(card, do="less /abilities/0/condition") == [ability(DRAW)]


# The ruleset's own check decides what is offered


def test_only_what_the_check_lets_stand_is_offered() -> None:
    card = {
        **CARDS["town-militia"],
        "abilities": [ability({"op": "play", "select": {"pick": "self"}, "as_cast": False})],
    }

    offered = steps_of(card, checks=100_000)

    assert "EventAbility" not in codes(offered) and "Triggered" in codes(offered)
    assert codes(at(offered, "/abilities/0/effects/0/select")) == {"Selector.self", "Selector.all", "Selector.choose"}
    assert "command" not in dict(at(offered, "/abilities/0").more), "town militia is no leader"
    assert "filter" not in dict(at(offered, "/abilities/0/trigger").more), "a trigger of this card names no other"


def test_a_large_card_is_checked_less_often() -> None:
    """Its choices cost about as much as those of a small card."""
    small, asked = {**CARDS["town-militia"], "abilities": [ability(DRAW)]}, []
    large = {**small, "abilities": [ability(DRAW)] * 24}

    def check(card: Any) -> Any:
        asked.append(len(card["abilities"]))
        return []

    for card in (small, large):
        offering = Offering(invaders(), check, card)
        while offering.left > 0:
            offering.fits("/cost", 1)

    few, many = sum(count for count in asked if count == 24), sum(count for count in asked if count == 1)
    assert 0.5 < few / many < 5


def test_a_word_that_another_one_rules_out_is_mended() -> None:
    trigger = {"on": "put_in_grave", "whose": "enemy"}
    desk = Desk(INVADERS, INVADERS.card_set, {})
    card = {**CARDS["town-militia"], "abilities": [{**ability(DRAW), "trigger": trigger}]}
    assert INVADERS.check_card(card) != []

    before = {**card, "abilities": [{**ability(DRAW), "trigger": {**trigger, "on": "cast"}}]}
    mended = desk.mended(card, ["/abilities"], before, is_button=False)

    assert mended["abilities"][0]["trigger"] == {"on": "put_in_grave", "whose": "self"}, "on was just chosen"
    assert INVADERS.check_card(mended) == []


def test_a_button_changes_nothing_that_stood() -> None:
    """Some keywords require a certain trigger. The existing trigger stays, and only keywords that fit are offered."""
    desk = Desk(INVADERS, INVADERS.card_set, {})
    before = {**CARDS["town-militia"], "abilities": [ability(DRAW)]}
    offered = dict(at(steps_of(before, checks=100_000), "/abilities/0").more)
    card = pressed(invaders(), before, {"do": "more /abilities/0 keyword"})

    mended = desk.mended(card, ["/abilities"], before, is_button=True)

    assert mended["abilities"][0]["trigger"] == before["abilities"][0]["trigger"]
    assert ("keyword" in offered) == (INVADERS.check_card(mended) == [])


def test_a_fault_in_the_figures_keeps_no_word_from_being_judged() -> None:
    card = {**CARDS["town-militia"], "slug": "", "cost": "x", "abilities": [ability(DRAW)]}

    assert "EventAbility" not in codes(steps_of(card, checks=100_000))


ELSEWHERE = {("Selector.all", "count"), ("Selector.all", "up_to"), ("Selector.all", "chooser")}
"""Keys that the operation refuses rather than the selector."""


def test_the_shapes_of_the_grammar_are_those_that_the_reader_demands() -> None:
    """Every form that the shapes describe is read without a fault, and with an additional key it has a fault."""
    values = invaders()
    for struct in (v.Selector, v.Modifier, v.Scope, v.Keyword):
        for one in values.grammar.alternatives(struct):
            made = values.made(one)
            if "what" in made:
                made["what"] = v.RULES[made["rule"]][0]
            assert collect(struct, made)[1] == [], one.code
            told = {key.name for key in one.keys} | set(dict(one.words))
            for key in values.grammar.keys(struct):
                if key.name not in told and (one.code, key.name) not in ELSEWHERE:
                    more = {**made, key.name: values.default(key.annotation, (struct.__name__, key.name))}
                    assert collect(struct, more)[1] != [], (one.code, key.name)


# In words


@pytest.mark.parametrize("language", ["ja", "en"])
def test_everything_that_a_card_may_say_has_a_name(language: str) -> None:
    """No label is missing, which would show a word of the data instead."""
    values = invaders()
    with translation.override(language):
        labels = Labels(INVADERS.definition.card_grammar, names_of("invaders", INVADERS.card_set))
        for one in reachable(values.grammar, values.card_type):
            if not one.name.startswith("Written"):
                assert language == "en" or not labels.alternative(one).isascii(), one.code
            for key in one.keys:
                said = [labels.key(one.name, key.name)]
                kind = values.grammar.kind(key.annotation)
                if isinstance(kind, Words):
                    said += [labels.value(one.name, key.name, word) for word in kind.choices]
                assert language == "en" or [word for word in said if word.isascii() and word != "X"] == [], (
                    one.code,
                    key.name,
                )


def test_the_list_of_words_has_every_operation() -> None:
    listed = {word for entry in word_list(INVADERS, {}) for key, word in entry.marks if key == "op"}

    assert {"draw", "damage", "give", "win"} <= listed


# New cards, and copies of cards


@pytest.mark.parametrize("slug", slugs())
def test_every_ruleset_offers_cards_to_begin_with(slug: str) -> None:
    rules = shipped_ruleset(slug)
    desk = Desk(rules, rules.card_set, names_of(slug, rules.card_set))

    starts = desk.starts()

    assert len({start.code for start in starts}) == len(starts) >= 1
    for start in starts:
        form = desk.form(start.card)
        named = {**start.card, "slug": "a-new-one", "names": {"ja": "新", "en": "New"}}
        assert form.places and desk.faults(named) == [], start.code


def test_a_new_card_gets_the_next_number_and_a_slug_of_its_own() -> None:
    desk = Desk(INVADERS, INVADERS.card_set, {})
    (event,) = [start.card for start in desk.starts() if start.code == "event"]

    assert event["number"] == f"INV-{len(CARDS) + 1:03}"
    assert desk.slug_for({"names": {"ja": "", "en": "Town Militia"}}) == "town-militia-2"
    assert desk.slug_for({"names": {"ja": "", "en": "郵便局"}}) == "card"


def test_cards_that_do_the_same_come_first() -> None:
    same = doing_the_same(CARDS["harbour-pilots"], INVADERS.card_set["cards"], ["abilities"])

    assert same and all(card["slug"] != "harbour-pilots" for card in same)
    assert "engages" in str(same[0]["abilities"]) or "savings" in str(same[0]["abilities"])


# Unknown words


@pytest.mark.parametrize(
    ("effect", "fault"),
    [
        ({**DRAW, "op": "drawe"}, ("/op", "unknown_word", "draw")),
        ({**DRAW, "who": "enemie"}, ("/who", "unknown_word", "enemy")),
        ({"op": "draw", "who": "own", "amont": 1, "amount": 1}, ("/amont", "unknown_key", "amount")),
    ],
)
def test_an_unknown_word_gets_the_nearest_ones(effect: Any, fault: Any) -> None:
    card = {**CARDS["town-militia"], "abilities": [ability(effect)]}

    (found,) = INVADERS.check_card(card)

    assert (found["at"].removeprefix("/abilities/0/effects/0"), found["code"], found["nearest"][0]) == fault


@pytest.mark.parametrize(
    ("ruleset", "key", "word", "near"),
    [("lords_of_war", "rank", "elit", "elite"), ("invictus", "kind", "solder", "soldier")],
)
def test_types_that_are_read_at_once_name_the_nearest_too(ruleset: str, key: str, word: str, near: str) -> None:
    rules = shipped_ruleset(ruleset)

    (found,) = rules.check_card({**rules.card_set["cards"][0], key: word})

    assert (found["at"], found["code"], found["nearest"][0]) == (f"/{key}", "unknown_word", near)


def test_a_word_like_no_other_gets_them_all() -> None:
    card = {**CARDS["town-militia"], "abilities": [ability({**DRAW, "who": "zzz"})]}

    (found,) = INVADERS.check_card(card)

    assert (found["code"], found["words"]) == ("no_such_word", ("own", "enemy"))


# Types of no game


class Blow(Struct):
    do: Literal["blow"]
    strength: Annotated[int, Meta(ge=1, le=9)]


class Twice(Struct):
    do: Literal["twice"]
    what: Annotated[tuple["Deed", ...], Meta(min_length=2)]


class Rest(Struct):
    do: Literal["rest"]
    where: Literal["here", "there"] | UnsetType = UNSET
    how_long: int | UnsetType = UNSET


Deed = Union[Blow, Twice, Rest]  # noqa: UP007 -- names itself


class Creature(Struct):
    slug: str
    deeds: tuple[Deed, ...]
    prey: Rest | None


@pytest.fixture
def creatures() -> Values:
    grammar = Grammar(CardGrammar(shapes={Rest: (Shape(("where",)), Shape(("how_long",)))}))
    return Values(grammar, Creature, [{"slug": "cat", "deeds": [{"do": "blow", "strength": 3}], "prey": None}])


def test_any_types_make_a_builder(creatures: Values) -> None:
    kind = creatures.grammar.kind(Deed)
    assert isinstance(kind, OneOf)
    assert [one.code for one in kind.alternatives] == ["Blow", "Twice", "Rest:where", "Rest:how_long"]
    assert creatures.default(Deed, ("Creature", "deeds")) == {"do": "blow", "strength": 3}
    data = {"do": "add /deeds", "/deeds~new": "Twice"}

    card = pressed(creatures, {"slug": "owl", "deeds": [], "prey": None}, data)

    assert [deed["do"] for deed in card["deeds"]] == ["twice"] and len(card["deeds"][0]["what"]) == 2
    assert pressed(creatures, card, {"do": "more /prey"})["prey"] is not None


def test_a_check_of_any_kind_narrows_what_is_offered(creatures: Values) -> None:
    def no_rest(card: Any) -> list[Any]:
        return [card_fault(f"/deeds/{i}", "idle") for i, deed in enumerate(card["deeds"]) if deed["do"] == "rest"]

    offering: Callable[..., Any] = Offering(creatures, no_rest, {"slug": "owl", "deeds": [], "prey": None}).entries
    kind: Any = creatures.grammar.kind(tuple[Deed, ...])

    assert [one.code for one in offering(kind, "/deeds", ("Creature", "deeds"))] == ["Blow", "Twice"]


def test_names_are_in_the_language_of_the_page() -> None:
    assert in_language(INVADERS.definition.card_grammar.words["Draw"]) == "Draw cards"
