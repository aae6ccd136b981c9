"""The reasons why a file can't be read as decks, and the limits that all formats share."""

from typing import Any

from decks.limits import MOST_COLUMNS, MOST_ROWS
from rules.engine import Names

NO_DECK: Names = {"ja": "ファイルにデッキがありません。", "en": "There is no deck in the file."}
TWICE: Names = {"ja": "次の列が二度あります：{names}", "en": "These columns are there twice: {names}."}
TOO_WIDE: Names = {
    "ja": f"先頭の行の列が多すぎます。列は{MOST_COLUMNS}個までです。",
    "en": f"The first line has too many columns; there are at most {MOST_COLUMNS}.",
}
TOO_MUCH: Names = {
    "ja": "値が多すぎて読み取れません。ファイルを分けてください。",
    "en": "There are more values in it than can be read at once. Divide the file.",
}
TOO_MANY: Names = {
    "ja": f"{{rows}}行あります。一度に取り込めるのは{MOST_ROWS}行までです。ファイルを分けてください。",
    "en": f"There are {{rows}} rows, and {MOST_ROWS} can be imported at once. Divide the file.",
}


class Unreadable(ValueError):
    """The file can't be read as decks; `texts` says why, in both languages."""

    def __init__(self, texts: Names, **params: Any) -> None:
        super().__init__(texts["en"])
        self.texts = {language: text.format(**params) if params else text for language, text in texts.items()}
