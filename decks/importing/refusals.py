"""The reasons why a file can't be read as decks, and the limits that all formats share."""

from typing import Any

from decks.limits import MOST_COLUMNS, MOST_ROWS
from rules.engine import Names

NO_DECK: Names = {"ja": "ファイルにデッキがありません。", "en": "The file contains no decks."}
TWICE: Names = {
    "ja": "同じ列が2つあります：{names}。どちらかを除いてください。",
    "en": "These columns appear twice: {names}. Remove one of each.",
}
TOO_WIDE: Names = {
    "ja": f"先頭の行の列が多すぎます。列は{MOST_COLUMNS}個までです。",
    "en": f"The first line has too many columns. The limit is {MOST_COLUMNS}.",
}
TOO_MUCH: Names = {
    "ja": "値が多すぎて読み取れません。ファイルを分けてください。",
    "en": "The file has too many values to read at once. Split it.",
}
TOO_MANY: Names = {
    "ja": f"{{rows}}行あります。一度に取り込めるのは{MOST_ROWS}行までです。ファイルを分けてください。",
    "en": f"The file has {{rows}} rows. At most {MOST_ROWS} can be imported at once. Split it.",
}


class Unreadable(ValueError):
    """The file can't be read as decks; `texts` says why, in both languages."""

    def __init__(self, texts: Names, **params: Any) -> None:
        super().__init__(texts["en"])
        self.texts = {language: text.format(**params) if params else text for language, text in texts.items()}
