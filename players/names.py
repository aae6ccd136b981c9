"""The names that players may choose, and the keys that find similar names.

A name that looks like an existing one is refused, such as `аnn` with a Cyrillic letter, or `AIan` if there is an
`Alan`. So a name uses a single script (Unicode Technical Standard #39, "highly restrictive"). Each name has two keys
without hard-to-see differences. Both are unique in the database.
"""

import re
import unicodedata

from common.text.errors import Detail

LONGEST_KEY = 200
SIGNS = "@.+-_"
DIGITS = "0123456789"
SCRIPTS: dict[str, tuple[tuple[int, int], ...]] = {
    "latin": (
        *((0x41, 0x5A), (0x61, 0x7A), (0xC0, 0xD6), (0xD8, 0xF6), (0xF8, 0x17F), (0x1A0, 0x1A1), (0x1AF, 0x1B0)),
        *((0x1CD, 0x1DC), (0x1E6, 0x1E7), (0x218, 0x21B), (0x1E00, 0x1EFF)),
    ),
    "japanese": (
        *((0x3005, 0x3006), (0x3041, 0x3096), (0x309D, 0x309E), (0x30A1, 0x30FA), (0x30FC, 0x30FE)),
        *((0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0x20000, 0x323AF)),
    ),
    "korean": ((0xAC00, 0xD7A3),),
    "cyrillic": ((0x400, 0x45F), (0x490, 0x4FF)),
    "greek": ((0x386, 0x386), (0x388, 0x3CE)),
}
"""Script -> ranges of its letters, as first and last code points."""
_LOOK_ALIKES = """
-ー一 O0ΟО l1IΙІӀ З3Ӡ б6 AΑА BΒВ CС EΕЕ HΗН JЈ KΚК MΜМ NΝ PΡР SЅ TΤТ XΧХ YΥУҮ ZΖ aαа bЬ cс eеҽ fẝ hһ iıιіӏ jј
oοσо pρр rг sѕ uυ vν xх yγуүỿ ÇҪ ÐĐ ÖŐ ßβ çҫ ĂǍ ăǎ ĔĚ ĕě ĞǦ ğǧ ħћ ĬǏ ĭǐ ĸκк ŎǑ ŏǒ ŢȚ ţț ŬǓ ŭǔ ΓГ ΘθӨ ΛЛ ΠП ΦФ
δẟ εє πп τт φф ЍЙ йѝ ҶӋ ҷӌ ӇӉ ӈӊ く𡿨 へヘ イ亻 エ工 カ力 タ夕 ト卜 ニ二 ノ丿 ハ八 ロ口囗 㖈䎛 㘽㦳 㩁搉 㫚曶
㬵胶 㬺幐 㬻䐠 㮣槩 䀹鿃 䀿晣 䑃朦 䚶訞 併倂 値值 啓啟 土士 塡填 墫壿 媯嬀 帡帲 戶戸 晚晩 朌肦 朏胐 朐胊 朓脁
朘脧 朣膧 杮柿 榝樧 溈潙 研硏 絕絶 胼腁 蒍蔿 蘷虁 訮詽 讆讏 豜豣 赿趆 跥跺 躗躛 軿輧 郎郞 鎭鎮 隷隸 鹂鹃 黑黒
"""
CLASSES = _LOOK_ALIKES.split()
"""Classes of characters that look alike; the first of each represents the others.

From `confusables.txt` of Unicode Technical Standard #39 (Unicode 15.1), reduced to the alphabets of names, plus the
hyphen and the long vowel mark. Stored keys of names depend on this table. If you change it, write a migration that
recomputes the keys.
"""

SEQUENCES = {"m": "rn", "æ": "ae", "ӕ": "ae", "Æ": "AE", "Ӕ": "AE", "œ": "oe", "Œ": "OE", "Ы": "bl", "Ю": "lO"}
"""Single characters that look like several others."""
TOGETHER = ({"latin", "japanese"}, {"latin", "korean"}, {"cyrillic"}, {"greek"})
RESERVED = (
    *("admin", "administrator", "root", "superuser", "system", "staff", "moderator", "support", "house", "service"),
    *("管理者", "運営", "サポート", "deleted account", "削除されたアカウント"),
    "terminal-#",  # The seats of `manage.py play`.
    *("guest", "guest-#", "ゲスト", "ゲスト-#"),
)
"""Names that players would mistake for the service, or for someone without a name. `#` stands for any number."""
NUMBER = "#"
GUEST, DELETED = "guest-", "deleted-"
"""The prefixes of the names of guests and deleted accounts."""
BEGINNINGS = ("guest", "ゲスト", "deleted")
"""A chosen name must not start with one of these and a separator."""


def fault_of(name: str) -> Detail | None:
    """What is wrong with a new name; None if it is allowed."""
    common = unicodedata.normalize("NFKC", name)
    if common != name and _is_written(common):
        return _detail("name_not_normal", name=common)
    for character in name:
        if not _is_written(character):
            return _detail("name_character", character=_named(character))
    scripts = {script for character in name if (script := _script(character)) is not None}
    if not scripts and not set(name) & set(DIGITS):
        return _detail("name_without_letter")
    if not any(scripts <= together for together in TOGETHER):
        return _detail("name_of_several_scripts")
    return None


def _detail(code: str, **params: str) -> Detail:
    return Detail(code, params, {"pointer": "/username"})


def _is_written(text: str) -> bool:
    return all(character in SIGNS or character in DIGITS or _script(character) is not None for character in text)


def _script(character: str) -> str | None:
    point = ord(character)
    if not character.isalpha() or unicodedata.normalize("NFKC", character) != character:
        return None
    return next(
        (script for script, ranges in SCRIPTS.items() if any(first <= point <= last for first, last in ranges)), None
    )


def _named(character: str) -> str:
    return character if unicodedata.category(character)[0] in "LNPS" else f"U+{ord(character):04X}"


# Keys


def keys_of(name: str) -> tuple[str, str]:
    """Two keys of a name. Two names are too similar if their first keys are equal, or their second keys.

    The first key removes case, then merges look-alikes: `Ian` gives `ian`. The second merges look-alikes first, which
    gives `lan`.
    """
    common = unicodedata.normalize("NFKC", name)
    by_case = _looks(common.casefold())
    by_looks = _looks(_looks(common).casefold())
    return by_case[:LONGEST_KEY], by_looks[:LONGEST_KEY]


_LOOKS = str.maketrans(
    {character: first for first, *rest in CLASSES for character in rest}
    | {character: "".join(sequence) for character, sequence in SEQUENCES.items()}
)


def _looks(text: str) -> str:
    """The text with one letter for each class of look-alikes, and with repeated separators merged."""
    seen = "".join(character for character in text if unicodedata.category(character)[0] != "C")
    letters = unicodedata.normalize("NFD", unicodedata.normalize("NFC", seen).translate(_LOOKS)).translate(_LOOKS)
    return "".join(
        character for before, character in zip(f" {letters}", letters, strict=False) if not (character == before == "_")
    )


class ReservedNames:
    """Names that players may not choose. Their look-alikes are reserved too; separators make no difference."""

    def __init__(self) -> None:
        self._forms: set[re.Pattern[str]] = set()

    def add(self, *names: str) -> None:
        """Reserve names. `#` in a name stands for any number."""
        for name in names:
            for spelt in (name, name.upper(), name.title()):
                parts = zip(*(_bare_keys(part) for part in spelt.split(NUMBER)), strict=True)
                self._forms |= {re.compile(_DIGITS.join(map(re.escape, keys))) for keys in parts}

    def has(self, name: str) -> bool:
        return any(form.fullmatch(key) for key in _bare_keys(name) for form in self._forms)


def _bare_keys(name: str) -> tuple[str, ...]:
    return tuple("".join(sign for sign in key if unicodedata.category(sign)[0] not in "PSZ") for key in keys_of(name))


_DIGITS = f"[{''.join(sorted({key for digit in DIGITS for key in _bare_keys(digit)}))}]+"
"""Digits as they appear in keys: 0 becomes an o."""
_BEGINNINGS = tuple(key for word in BEGINNINGS for sign in SIGNS for key in keys_of(word + sign))

reserved_names = ReservedNames()
"""The names reserved here. Other apps add the names that they assign."""
reserved_names.add(*RESERVED)


def is_reserved(name: str) -> bool:
    """Whether the name is reserved, or looks like a reserved name or one that the service assigns."""
    return reserved_names.has(name) or any(key.startswith(_BEGINNINGS) for key in keys_of(name))
