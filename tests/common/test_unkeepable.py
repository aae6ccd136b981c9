"""Characters that can't be stored are refused with the same sentence by the API, forms and imports."""

from typing import Any

import pytest
from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.utils.translation import override

from cards.editor.forms import FigureField, JsonField
from cards.sets.card_json import plain_faults
from common.http.reading import read_json
from common.text.card_faults import card_fault_texts
from common.text.errors import ServiceError
from common.text.unkeepable import TEXTS, unkeepable_json
from decks.admin.bulk import TagsField
from decks.forms import NewDeckForm
from decks.importing.rows import unkeepable_column
from decks.models import Deck

NUL, SURROGATE = TEXTS["nul_in_string"], TEXTS["surrogate_in_string"]


def refused_by_api(raw: bytes) -> Any:
    with pytest.raises(ServiceError, match="malformed_request") as refused:
        read_json(raw, dict)
    (detail,) = refused.value.details
    return detail.texts


@pytest.mark.parametrize(
    ("letter", "escape", "texts"),
    [("\0", rb"\u0000", NUL), ("\ud83d", rb"\ud83d", SURROGATE), ("\ude00", rb"\ude00", SURROGATE)],
)
def test_one_sentence_wherever_it_comes_in(letter: str, escape: bytes, texts: Any) -> None:
    assert refused_by_api(b'{"name": "' + escape + b'"}') == texts
    assert refused_by_api(b'{"name": "' + letter.encode(errors="surrogatepass") + b'"}') == texts
    assert unkeepable_column({"name_en": f"a{letter}"}) == ("name_en", texts)
    assert unkeepable_column({"options": {"a": [letter]}}) == ("options", texts)
    assert unkeepable_column({"cards": '{"a' + escape.decode() + '": 1}'}) == ("cards", texts)
    assert [card_fault_texts(fault) for fault in plain_faults({"name": letter})] == [texts]


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["ja", "en"])
def test_every_form_says_it_in_the_language_of_the_page(language: str) -> None:
    """Invalid UTF-8, such as the bytes of a surrogate, never reaches a form, because Django replaces it."""
    with override(language):
        deck = NewDeckForm({"name_en": "a\0b", "ruleset": "invictus"}).errors["name_en"]
        game = NewDeckForm({"name_en": "a", "ruleset": "invictus\0"}).errors["ruleset"]
        name = AuthenticationForm(data={"username": "a\0b", "password": "x"}).errors["username"]

        assert deck == game == name == [NUL[language]]


@pytest.mark.parametrize(("letter", "texts"), [("\0", NUL), ("\ud83d", SURROGATE)])
@pytest.mark.parametrize(
    "field",
    [
        *(forms.CharField(), forms.IntegerField(), forms.DateTimeField(), forms.UUIDField(), JsonField()),
        *(forms.ChoiceField(choices=[("a", "a")]), forms.TypedMultipleChoiceField(choices=[("a", "a")])),
        *(forms.ModelChoiceField(Deck.objects.all()), forms.ModelChoiceField(Deck.objects.all(), to_field_name="slug")),
        *(forms.ModelMultipleChoiceField(Deck.objects.all()), TagsField("tags"), FigureField()),
    ],
    ids=lambda field: type(field).__name__,
)
def test_every_kind_of_field_says_it(field: forms.Field, letter: str, texts: Any) -> None:
    """For a choice or a number too, the fault is the character. No query is sent."""
    is_several = isinstance(field, forms.MultipleChoiceField | forms.ModelMultipleChoiceField)

    for value in (f"a{letter}", letter):
        with override("en"), pytest.raises(forms.ValidationError) as refused:
            field.clean(["a", value] if is_several else value)
        assert refused.value.messages == [texts["en"]]


@pytest.mark.parametrize(
    "raw", [rb'"\ud83d\ude00"', rb'"\\u0000"', rb'"\\ud83d"', '"🂡"'.encode(), b'"\\u4e00"', rb'"\\\\ud83d"']
)
def test_a_pair_and_an_escaped_backslash_are_letters_like_others(raw: bytes) -> None:
    assert unkeepable_json(raw) is None
    assert read_json(raw, str)


@pytest.mark.parametrize("text", [r"C:\u0000", r"\ud83d"])
def test_a_text_of_a_file_may_tell_of_an_escape(text: str) -> None:
    assert unkeepable_column({"note": text}) is None
