"""Playtests: the decks that a draft is tried with, and no other player gets the draft."""

import pytest

from cards.models import CardSetDraft, CardSetRevision
from cards.sets.differences import by_slug
from cards.sets.selectors import newest_revision
from cards.sets.services import create_draft, save_card
from common.text.errors import ServiceError
from decks.selectors import Offered
from matches.api.match_resource import match_resource
from matches.models import BotSetting, Match
from matches.search.terms import sweep_search_terms, write_search_terms
from matches.selectors.lists import filtered_matches
from matches.services.ending import resign
from players.models import Player
from playtesting.playtests import deck_holding, one_round, open_playtest, plan_playtest, playtest_of
from replay.stored_logs import audit_stored
from rules.engine import Ruleset
from rules.registry import game_definition, shipped_ruleset, slugs
from tests.rules.setups import starter

BUILT = [slug for slug in slugs() if game_definition(slug).builds_decks]
STRONGER = {"slug": "raider-1", "strength": 4}


@pytest.fixture
def draft(published: None, ann: Player) -> CardSetDraft:
    """A draft of Raid with a stronger raider 1."""
    made = create_draft(ruleset="raid", author=ann)
    save_card(draft=made, card=STRONGER, instead_of="raider-1")
    return made


def offered(rules: Ruleset) -> list[Offered]:
    return [Offered(deck.slug, deck.names, deck.options, deck.cards) for deck in rules.starter_decks]


# Decks


@pytest.mark.parametrize("ruleset", BUILT)
def test_any_card_finds_a_legal_deck_that_holds_it(ruleset: str) -> None:
    rules = shipped_ruleset(ruleset)

    for slug in list(by_slug(rules.card_set))[::7]:
        plan = plan_playtest(rules, offered(rules), [slug])

        assert plan.decks[0]["cards"][slug] >= 1
        assert rules.check_setup(plan.options, plan.decks) == []


def test_a_deck_holds_as_many_copies_as_the_rules_allow() -> None:
    """Invaders 3.4: at most three copies of a card, and only one nation."""
    rules = shipped_ruleset("invaders")
    japan = rules.starter_decks[0]

    deck = deck_holding(rules, japan, ["town-militia", "signal-flares", "pioneers"])

    assert (deck["town-militia"], deck["signal-flares"], deck.get("pioneers", 0)) == (3, 3, 0)
    assert sum(deck.values()) == 40


def test_the_deck_of_the_cards_nation_is_taken_and_meets_the_next() -> None:
    rules = shipped_ruleset("invaders")
    usa = next(deck for deck in rules.starter_decks if deck.slug == "usa-starter")
    uk = next(deck for deck in rules.starter_decks if deck.slug == "uk-starter")

    plan = plan_playtest(rules, offered(rules), ["pioneers"])

    assert plan.decks == [{"cards": deck_holding(rules, usa, ["pioneers"])}, {"cards": uk.cards}]


def test_named_decks_are_brought_under_the_options_of_the_authors() -> None:
    rules = shipped_ruleset("invictus")

    plan = plan_playtest(rules, offered(rules), ["warrior"], "kingdom-short", "egypt-standard")

    assert (plan.options, plan.decks) == ({"short_match": True}, ["kingdom-short", "egypt-standard"])


def test_a_seat_that_brings_no_deck_is_given_none() -> None:
    rules = shipped_ruleset("lords_of_war")
    orcs = Offered("mine", {}, {"mode": "three_player"}, starter("lords_of_war", "orcs-core")["cards"])

    plan = plan_playtest(rules, [orcs], ["orc-catapult"], "mine")

    assert plan.decks == ["mine", starter("lords_of_war", "templars-core"), {"cards": {}}]


def test_to_shared_cards_nobody_brings_anything() -> None:
    plan = plan_playtest(shipped_ruleset("battle_line"), [], ["scout"])

    assert plan.decks == [{"cards": {}}] * 2


# Opening


def test_a_playtest_is_played_with_the_draft_and_nothing_else_is(draft: CardSetDraft, ann: Player) -> None:
    match = open_playtest(draft=draft, player=ann)

    assert (match.status, match.visibility) == (Match.Status.PLAYING, Match.Visibility.PRIVATE)
    assert by_slug(match.card_set.card_set)["raider-1"] == STRONGER
    assert newest_revision("raid").revision == 1
    mine, bots = match.seats.all()
    assert (mine.player, bots.bot) == (ann, "greedy")
    assert mine.deck["cards"]["raider-1"] == 12


def test_a_playtest_is_marked_and_stands_in_no_list(draft: CardSetDraft, ann: Player) -> None:
    match = open_playtest(draft=draft, player=ann)
    assert match_resource(match, ann).card_set.is_playtest
    assert not filtered_matches(ann, mine=True).exists()

    resign(match_id=match.pk, player_id=ann.pk)

    assert (write_search_terms(match.pk), sweep_search_terms()) == (False, 0)
    assert audit_stored(match.pk).findings == []


def test_an_unchanged_draft_is_tried_as_a_playtest_too(published: None, ann: Player) -> None:
    match = open_playtest(draft=create_draft(ruleset="raid", author=ann), player=ann)

    assert (match.card_set.is_playtest, match.card_set.digest) == (True, newest_revision("raid").digest)


def test_the_same_draft_is_tried_with_the_same_revision(draft: CardSetDraft, ann: Player) -> None:
    first, second = open_playtest(draft=draft, player=ann), open_playtest(draft=draft, player=ann)

    assert (first.card_set, first == second) == (second.card_set, False)


def test_the_same_key_opens_one_match(draft: CardSetDraft, ann: Player) -> None:
    first = open_playtest(draft=draft, player=ann, key="a click")

    assert open_playtest(draft=draft, player=ann, key="a click") == first
    assert Match.objects.count() == 1
    with pytest.raises(ServiceError) as refused:
        open_playtest(draft=draft, player=ann, tried=["raider-2"], key="a click")
    assert refused.value.code == "key_reused"


def test_a_draft_with_faults_is_not_tried(draft: CardSetDraft, ann: Player) -> None:
    save_card(draft=draft, card={"slug": "raider-2", "force": 2}, instead_of="raider-2")

    with pytest.raises(ServiceError, match="faulty_card_set"):
        open_playtest(draft=draft, player=ann, key="a click")

    assert not Match.objects.exists() and not CardSetRevision.objects.filter(is_playtest=True).exists()


@pytest.mark.parametrize("name", ["", "nobodys"])
def test_what_cannot_be_opened_leaves_nothing_behind(draft: CardSetDraft, ann: Player, name: str) -> None:
    BotSetting.objects.create(bot="greedy", is_enabled=bool(name))

    with pytest.raises(ServiceError) as refused:
        open_playtest(draft=draft, player=ann, deck=name, key="a click")

    assert refused.value.params["problems"][0]["code"] == ("unknown_deck" if name else "bot_disabled")
    assert not Match.objects.exists() and not CardSetRevision.objects.filter(is_playtest=True).exists()


def test_a_playtest_is_its_authors_alone(draft: CardSetDraft, ann: Player, ben: Player) -> None:
    match = open_playtest(draft=draft, player=ann)

    assert playtest_of(match.pk, ann) == match
    with pytest.raises(ServiceError, match="not_found"):
        playtest_of(match.pk, ben)


# Loops


def told(*words: str) -> list[dict[str, object]]:
    return [{"type": word, "amount": i} for i, word in enumerate(words)]


@pytest.mark.parametrize(
    ("effects", "round_"),
    [("xabababab", "ab"), ("xyaaa", "a"), ("abcabc", "abcabc"), ("aababaabab", "aababaabab"), ("", "")],
)
def test_one_round_is_the_shortest_stretch_that_stands_three_times_at_the_end(effects: str, round_: str) -> None:
    assert [effect["type"] for effect in one_round(told(*effects))] == list(round_)
