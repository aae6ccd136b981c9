"""Refusals on pages."""

from datetime import timedelta

from django import forms
from django.utils import timezone
from django.utils.translation import override

from common.text.errors import Detail, ServiceError, malformed
from common.text.refusals import add_refusal, marked, place_words, refusal_texts
from common.timestamps import rfc3339

MISSING = Detail("missing_field", {"field": "days"}, {"pointer": "/name"})
UNKNOWN = Detail("unknown_field", {"field": "x"}, {"pointer": "/entrants/0/x~1y"}, {"enum": ["bot", "name"]})


class NameForm(forms.Form):
    name = forms.CharField()


def errors(refusal: ServiceError, field: str | None = None, *, with_places: bool = False) -> dict[str, list[str]]:
    form = NameForm({"name": "a"})
    assert form.is_valid()
    with override("en"):
        add_refusal(form, refusal, field, with_places=with_places)
        return {name: list(map(str, found)) for name, found in form.errors.items()}


def test_each_fault_stands_at_the_field_that_it_is_of() -> None:
    missing, unknown = marked(MISSING.texts["en"]), marked(UNKNOWN.texts["en"])
    assert missing == "The field <code>days</code> is missing."

    assert errors(ServiceError("malformed_request", MISSING, UNKNOWN)) == {"name": [missing], "__all__": [unknown]}
    assert errors(malformed("not_utf8"), "name").keys() == {"name"}


def test_a_fault_with_its_place_says_what_might_stand_there() -> None:
    unknown = UNKNOWN.texts["en"]

    found = errors(ServiceError("malformed_request", UNKNOWN), with_places=True)

    assert found == {"__all__": [marked(f"entrants › 1 › x/y: {unknown} Allowed: bot, name.")]}
    assert place_words("/entrants/0/bot") == "entrants › 1 › bot"


def test_a_refusal_without_faults_says_what_it_means_and_problems_go_before_it() -> None:
    problems = [{"code": "a", "texts": {"en": "Too few cards.", "ja": "少なすぎます。"}}]

    with override("en"):
        assert refusal_texts(ServiceError("bad_setup", problems=problems)) == ["Too few cards."]
        assert refusal_texts(ServiceError("bad_setup")) == [ServiceError("bad_setup").texts["en"]]


def test_a_refusal_until_a_time_says_which() -> None:
    refusal = ServiceError("comparisons_used_up", until=rfc3339(timezone.now() + timedelta(hours=2, minutes=5)))

    with override("en"):
        assert refusal_texts(refusal) == [f"{refusal.texts['en']} Try again in 2\xa0hours, 5\xa0minutes."]
    with override("ja"):
        assert refusal_texts(refusal) == [f"{refusal.texts['ja']}2時間、5分後にもう一度お試しください。"]


def test_code_in_a_text_is_marked_and_nothing_else_is_markup() -> None:
    assert marked("Use `<b>`, not <b>.") == "Use <code>&lt;b&gt;</code>, not &lt;b&gt;."
    assert marked("a < b") == "a < b" and not hasattr(marked("a < b"), "__html__")
