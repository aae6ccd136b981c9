"""Rulebooks as pages: a URL for every rule, and the same rules in both languages."""

import re
from collections import Counter
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from markdown_it import MarkdownIt

from cards.rulebooks.pages import rules_address
from cards.rulebooks.reading import read, rulebook
from matches.selectors.transcripts import rule_numbers
from rules import registry
from rules.registry import folder_of, newest_version, shipped_ruleset, slugs

TRANSLATED = [slug for slug in slugs() if (folder_of(slug, newest_version(slug)) / "RULES.ja.md").exists()]
CODE_SPAN = re.compile(r"`[^`\n]+`")


def folder(slug: str) -> Path:
    return folder_of(slug, newest_version(slug))


def page(slug: str, language: str = "en") -> str:
    answer = Client(headers={"Accept-Language": language}).get(reverse("game-rules", args=[slug]))
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize("slug", slugs())
@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_rule_has_one_address_and_every_link_leads_to_one(slug: str, language: str) -> None:
    book = rulebook(folder(slug), language) or rulebook(folder(slug), "en")
    assert book is not None and len(book.numbers) > 100 and len(book.chapters) > 10

    addresses = re.findall(r' id="([^"]+)"', book.html)
    leads_to = set(re.findall(r'href="#([^"]+)"', book.html))

    assert [number for number, times in Counter(addresses).items() if times > 1] == []
    assert addresses == list(book.numbers)
    assert len(leads_to) > 50 and leads_to <= set(addresses)


@pytest.mark.parametrize("slug", slugs())
def test_every_rule_that_a_message_names_has_an_address(slug: str) -> None:
    book = rulebook(folder(slug), "en")
    named = {number for kind in rule_numbers(shipped_ruleset(slug).definition).values() for number in kind.values()}

    assert book is not None and named and named <= set(book.numbers)


@pytest.mark.parametrize("slug", TRANSLATED)
def test_both_languages_have_the_same_rules(slug: str) -> None:
    english, japanese = rulebook(folder(slug), "en"), rulebook(folder(slug), "ja")

    assert english is not None and japanese is not None
    assert japanese.numbers == english.numbers
    assert [chapter.number for chapter in japanese.chapters] == [chapter.number for chapter in english.chapters]


def words_of(span: str) -> list[str]:
    """The words of a code span. If it describes JSON, only the quoted words, because the rest is prose."""
    return re.findall(r'"[^"]*"', span) or [span]


def spans_by_rule(text: str) -> dict[str, set[str]]:
    """Rule number -> code spans in the rule and in the text up to the next rule."""
    pieces = re.split(r"(?m)^(?=#+ \d|(?:- )?(?:\*\*)?(?:\d+\.\d|[RE]\d))", text)
    return {
        found[1]: {word for span in CODE_SPAN.findall(piece) for word in words_of(span)}
        for piece in pieces
        if (found := re.match(r"(?:#+ |- )?(?:\*\*)?((?:\d+(?:\.\d+)*)|[RE]\d+)", piece))
    }


@pytest.mark.parametrize("slug", TRANSLATED)
def test_a_rule_names_the_same_fields_and_values_in_both_languages(slug: str) -> None:
    english, japanese = (spans_by_rule((folder(slug) / name).read_text()) for name in ("RULES.md", "RULES.ja.md"))

    differing = {n: (english[n] - japanese[n], japanese[n] - english[n]) for n in english if english[n] != japanese[n]}

    assert differing == {}
    assert sum(map(len, english.values())) > 100


@pytest.mark.parametrize("slug", TRANSLATED)
def test_blocks_of_code_are_the_same_in_both_languages(slug: str) -> None:
    english, japanese = (
        [token.content for token in MarkdownIt().parse((folder(slug) / name).read_text()) if token.type == "fence"]
        for name in ("RULES.md", "RULES.ja.md")
    )

    assert japanese == english


def test_lines_that_begin_with_a_number_are_rules_of_their_own() -> None:
    book = read("# T\n\n## 2. Turn\n2.1 First.\n2.2 As 2.1 says,\n  12.5 apart.\n- **R1** See 2.2.\n", "en")

    assert book.numbers == ["2", "2.1", "2.2", "R1"]
    assert book.html.count('href="#2.1"') == 2 and 'href="#12.5"' not in book.html
    assert '<li id="R1">' in book.html


def test_markup_in_rules_is_text() -> None:
    assert "<script" not in read("# T\n\n1.1 a <script>alert(1)</script> <b>b</b>\n", "en").html


@pytest.mark.django_db
def test_a_game_without_japanese_rules_says_so_and_shows_the_english(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "RULES.md").write_text("# Some game\n\n## 1 Turn\n- 1.1 Play.\n")
    monkeypatch.setattr("cards.rulebooks.pages.folder_of", lambda slug, version: tmp_path)

    english, japanese = page("battle_line"), page("battle_line", "ja")

    assert 'id="1.1"' in english and 'id="1.1"' in japanese
    assert "not translated" not in english and "日本語訳はまだありません" in japanese
    assert '<html lang="ja">' in japanese and '<article lang="en">' in japanese


@pytest.mark.django_db
def test_a_game_with_japanese_rules_shows_them() -> None:
    shown = page("battle_line", "ja")

    assert "フラッグの獲得" in shown and "日本語訳はまだありません" not in shown and '<article lang="ja">' in shown


@pytest.mark.django_db
@pytest.mark.parametrize("slug", slugs())
def test_the_rules_explain_the_words_on_cards_and_tables(slug: str) -> None:
    rules, shown = shipped_ruleset(slug), page(slug, "ja")

    assert 'href="#words"' in shown and 'id="words"' in shown
    assert all(term.text["ja"] in shown for term in rules.definition.terms(rules.card_set).values())


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path", ["/games/nothing/rules/", "/games/battle_line/rules/99/", "/games/battle_line/rules/0/"]
)
def test_rules_that_there_are_not_are_not_found(path: str) -> None:
    assert Client().get(f"/games/{path}").status_code == 404


@pytest.mark.django_db
def test_a_match_of_an_older_version_leads_to_its_own_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._RULESETS, ("battle_line", 2), "invictus")

    assert rules_address("battle_line", 2) == "/games/battle_line/rules/"
    assert rules_address("battle_line", 1) == "/games/battle_line/rules/1/"
    assert "Battle Line" in Client().get("/games/battle_line/rules/1/").content.decode()
