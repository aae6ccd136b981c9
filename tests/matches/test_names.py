"""Names: allowed characters, and names that look alike."""

import unicodedata

import pytest
from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils.translation import gettext, override
from hypothesis import given
from hypothesis import strategies as st

from common.text.errors import ServiceError
from matches.bots.roster import HOUSE_BOTS, SEARCHING, house_bot
from players import services
from players.models import Player
from players.names import CLASSES, LONGEST_KEY, SCRIPTS, fault_of, is_reserved, keys_of
from players.services import sign_up

PASSWORD = "a quiet rook 7"


def are_alike(one: str, other: str) -> bool:
    return any(mine == theirs for mine, theirs in zip(keys_of(one), keys_of(other), strict=True))


# Allowed names


@pytest.mark.parametrize(
    "name",
    [
        *(
            "ann",
            "Ann_7",
            "a.b+c@d-e",
            "José",
            "Łukasz",
            "Nguyễn",
            "42",
            "_7_",
            "山田太郎",
            "やまだ",
            "ヤマダー",
            "佐々木",
        ),
        *("𠮷野", "Ann山田", "はなこ2", "김철수", "Kim김", "Анна", "Ёлка_1", "Ωμέγα"),
    ],
)
def test_names_of_many_languages_are_taken(name: str) -> None:
    assert fault_of(name) is None


@pytest.mark.parametrize(
    ("name", "told"),
    [
        *(
            ("ａｎｎ", "Write ann"),
            ("Ⅷ", "Write VIII"),
            ("ﾔﾏﾀﾞ", "Write ヤマダ"),
            ("ﬁn", "Write fin"),
            ("e\u0301", "Write é"),
        ),
        *(("аnn", "one script"), ("annα", "one script"), ("Анна山田", "one script"), ("김山田", "one script")),
        *(("an\u200bn", "U+200B"), ("an\u202en", "U+202E"), ("a\u00adnn", "U+00AD"), ("an\ufe0f", "U+FE0F")),
        *(("a b", "U+0020"), ("a\u3000b", "U+3000"), ("a\nb", "U+000A"), ("a\x00b", "U+0000"), ("a\ud800", "U+D800")),
        *(("ann\u0323\u0323", "can't be"), ("a̲nn", "can't be"), ("אבג", "can't be"), ("عمر", "can't be")),
        *(
            ("♠ann", "can't be"),
            ("ann٣", "can't be"),
            ("a/b", "can't be"),
            ("<b>", "can't be"),
            ("'=1'", "can't be"),
        ),
        *(
            ("ㅤ", "can't be"),
            ("ᅟann", "can't be"),
            ("ɑnn", "can't be"),
            ("__", "letter or a digit"),
            ("@.", "letter or"),
        ),
    ],
)
def test_what_cannot_be_a_name_is_told_with_what_can(name: str, told: str) -> None:
    fault = fault_of(name)

    assert fault is not None
    assert told in fault.texts["en"]
    assert not fault.texts["ja"].isascii()


@given(st.text(max_size=8))
def test_whatever_is_accepted_is_plain_to_read(name: str) -> None:
    if fault_of(name) is None:
        assert unicodedata.normalize("NFKC", name) == name
        assert all(unicodedata.category(character)[0] in "LNPS" for character in name)
        assert not any(unicodedata.bidirectional(character) in ("R", "AL", "RLO", "RLE") for character in name)


# Names that look alike


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *(
            ("ann", "ANN"),
            ("ann", "аnn"),
            ("ann", "ａnn"),
            ("Ian", "ian"),
            ("Ian", "lan"),
            ("1an", "lan"),
            ("AIan", "Alan"),
        ),
        *(("b0b", "BOB"), ("COCO", "СОСО"), ("сосо", "coco"), ("modern", "modem"), ("МАМА", "mama"), ("αννα", "avva")),
        *(
            ("straße", "STRASSE"),
            ("Ærø", "aerø"),
            ("a_b", "a__b"),
            ("カ", "力"),
            ("ロック", "口ック"),
            ("ニャー", "二ャ一"),
        ),
        *(("へ", "ヘ"), ("an\u200bn", "ann"), ("José", "JOSE\u0301"), ("ĞG", "ǧg"), ("aーb", "a-b"), ("Σ", "ς")),
    ],
)
def test_names_that_look_alike_have_a_key_in_common(one: str, other: str) -> None:
    assert are_alike(one, other) and are_alike(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ann", "anna"),
        ("ann", "ánn"),
        ("ian", "lan"),
        ("ben", "den"),
        ("山田", "山口"),
        ("かな", "カナ"),
        ("a-b", "a_b"),
        ("u", "v"),
    ],
)
def test_names_that_can_be_told_apart_stand_side_by_side(one: str, other: str) -> None:
    assert not are_alike(one, other)


@given(st.text(st.characters(codec="utf-8"), max_size=12))
def test_a_name_is_like_itself_in_either_case_and_its_keys_are_short(name: str) -> None:
    assert are_alike(name, name.casefold()) and are_alike(name, unicodedata.normalize("NFKC", name))
    assert keys_of(name) == keys_of(name)
    assert all(len(key) <= LONGEST_KEY for key in keys_of(name * 30))


def test_every_class_is_of_letters_that_names_have_and_no_letter_is_in_two() -> None:
    letters = [character for alike in CLASSES for character in alike]

    assert len(letters) == len(set(letters))
    assert [character for character in letters if character.isalpha() and fault_of(character)] == []
    assert set(SCRIPTS) == {"latin", "japanese", "korean", "cyrillic", "greek"}


def test_names_of_the_service_and_of_its_bots_are_nobody_s() -> None:
    bots = {name for bot in HOUSE_BOTS for name in (bot.name, *bot.names.values())}

    assert [name for name in bots if not is_reserved(name)] == []
    assert all(is_reserved(name) for name in ("Admin", "аdmin", "ADMlN", "R00T", "terminal-0", "gｒeedy", "ランダム"))
    assert not any(is_reserved(name) for name in ("ann", "adam", "greed", "rooster", "terminal"))


@pytest.mark.parametrize("iterations", [1, 8, 30, 99, 101, 300, 999])
def test_no_name_that_a_bot_with_any_budget_can_carry_is_anybody_s(iterations: int) -> None:
    bot = house_bot(f"{SEARCHING}-{iterations}")
    names = {bot.name, bot.name.upper(), bot.name.title(), *bot.names.values()}
    signless = {"".join(letter for letter in name if letter.isalnum()) for name in names}
    alike = {name.replace("1", "l").replace("0", "O").replace("m", "rn").replace("i", "і") for name in names}

    assert [name for name in names | signless | alike if not is_reserved(name)] == []


@pytest.mark.parametrize(
    "name",
    [
        *("ismcts_30", "ISMCTS.3O", "1smcts-30", "ismcts-5000", "ismcts-007", "Search30", "search-30", "読み30回"),
        *("ゲスト", "ゲスト1", "ゲスト_l2", "ゲスト-1a2b", "guest", "Guest1", "GUEST_7", "guеst-x", "deleted_1"),
        *("削除されたアカウント", "DeletedAccount", "Ran-dom", "admin_"),
    ],
)
def test_names_like_those_of_bots_and_of_accounts_without_a_name_are_nobody_s(name: str) -> None:
    assert is_reserved(name)


@pytest.mark.parametrize(
    "name",
    ["search", "Search", "searching", "読み", "読み回", "ゲスト太郎", "ケスト1", "guesthouse", "30", "lol"],
)
def test_names_beside_those_stay_free(name: str) -> None:
    assert not is_reserved(name)


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
def test_what_pages_call_who_has_no_name_is_nobody_s_in_any_language(language: str) -> None:
    with override(language):
        words = [gettext("guest"), gettext("deleted account")]

    assert [word for word in (*words, f"{words[0]}1", f"{words[0]}-1a2b3c4d") if not is_reserved(word)] == []


# Signing up


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["ANN", "Ann", "Greedy", "ADMlN"])
def test_a_look_alike_is_taken(ann: Player, name: str) -> None:
    with pytest.raises(ServiceError, match="name_taken"):
        sign_up(username=name, password=PASSWORD)


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["аnn", "ａnn", "an\u200bn"])
def test_a_name_that_is_none_is_refused_before(ann: Player, name: str) -> None:
    with pytest.raises(ServiceError, match="malformed_request"):
        sign_up(username=name, password=PASSWORD)
    assert Player.objects.count() == 1


@pytest.mark.django_db
def test_of_two_who_come_at_once_the_database_takes_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if both requests had checked before either had written."""
    first = sign_up(username="coco", password=PASSWORD)
    monkeypatch.setattr(Player.objects, "filter", lambda *args, **kwargs: Player.objects.none())

    for name in ("сосо", "COCO", "C0C0"):
        with pytest.raises(ServiceError, match="name_taken"):
            services.sign_up(username=name, password=PASSWORD)
    monkeypatch.undo()
    assert list(Player.objects.all()) == [first]


@pytest.mark.django_db
def test_the_keys_are_made_wherever_a_player_is_made_and_stay(ann: Player) -> None:
    assert (ann.case_key, ann.look_key) == keys_of("ann")
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.create_user("Ann")

    Player.objects.filter(pk=ann.pk).update(case_key=None, look_key=None)
    ann.refresh_from_db()
    ann.save()
    assert ann.case_key is None
