"""The findings of an audit, about a log or the rows stored beside it, with their texts."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from common.text.templates import templates
from rules.engine import Names
from rules.engine.messages import fill

FINDINGS: dict[str, Names] = {
    # The log as received
    "no_seed": {
        "ja": "シードがないため、抽選を検証できません",
        "en": "chance can't be checked without the seed",
    },
    "no_events": {"ja": "イベントがありません", "en": "there are no events"},
    "unfinished": {
        "ja": "対戦が終わる前に記録が途切れています：イベントが欠けています",
        "en": "the log ends before the match is over: events are missing",
    },
    "at_line": {"ja": "{line}行目：{finding}", "en": "line {line}: {finding}"},
    "no_season": {
        "ja": "シーズンとして読み取れません：{error}",
        "en": "it cannot be read as a season: {error}",
    },
    "season_other": {
        "ja": "{expected}のはずですが{found}です",
        "en": "it should be {expected} but is {found}",
    },
    "season_decided": {
        "ja": "ファイルでは{found}ですが、記録からは{expected}です",
        "en": "the export says {found}, but the log gives {expected}",
    },
    "season_computed": {
        "ja": "ファイルでは{found}ですが、計算すると{expected}です",
        "en": "the export says {found}, but the computed value is {expected}",
    },
    "season_length": {
        "ja": "ファイルでは{found}件ですが、計算すると{expected}件です",
        "en": "number of entries: the export has {found}, but the computed number is {expected}",
    },
    "season_more": {
        "ja": "ほかにも{count}か所が違います",
        "en": "more fields that differ: {count}",
    },
    "season_left_out": {
        "ja": "{found}件を省いたとありますが、実際に欠けている対戦は{expected}件です",
        "en": "the export says that {found} matches are left out, but {expected} are missing",
    },
    "season_extra_match": {
        "ja": "この対戦はシーズンに含まれていません",
        "en": "this match is not part of the season",
    },
    "season_missing_match": {"ja": "対戦がありません", "en": "the match is missing"},
    "season_unsound_match": {"ja": "対戦を検証できません：{finding}", "en": "the match failed verification: {finding}"},
    "empty_file": {"ja": "ファイルが空です", "en": "the file is empty"},
    "another_match": {
        "ja": "ここから別の対戦が始まります。一度に読めるのは1つです",
        "en": "another match begins here: send one at a time",
    },
    "bad_filing": {
        "ja": (
            "`{field}`がないか、形式が違います：`seq`と`seat`は整数、`type`は文字列、`hash`は小文字の16進数64桁です"
        ),
        "en": (
            "`{field}` is missing or of the wrong type: `seq` and `seat` are integers, `type` is a string, `hash` "
            "is 64 hexadecimal digits in lower case"
        ),
    },
    # One event by itself
    "unreadable": {
        "ja": "このルールのイベントとして読み取れません：{error}",
        "en": "it cannot be read as an event of these rules: {error}",
    },
    "no_json": {"ja": "JSONではありません：{error}", "en": "it is not JSON: {error}"},
    "line_too_long": {"ja": "1行は{most}バイトまでです", "en": "a line can have at most {most} bytes"},
    "no_object": {"ja": "JSONオブジェクトではありません", "en": "it is not a JSON object"},
    "not_canonical": {"ja": "正規形（RFC 8785）ではありません", "en": "it is not in canonical form (RFC 8785)"},
    "key_twice": {
        "ja": "キー{key}が2回あります：プログラムによって読み取る値が変わります",
        "en": "the key {key} is given twice, so programs may read different values",
    },
    "bad_field": {
        "ja": "{pointer}：{detail}受け付けるのは{accepted}です",
        "en": "{pointer}: {detail} Allowed: {accepted}",
    },
    "out_of_order": {
        "ja": "ここは{expected}のはずですが{found}です：イベントの欠落、重複、または入れ替わりがあります",
        "en": "it should be {expected} here but is {found}: events are missing, repeated or moved",
    },
    "misfiled": {
        "ja": "席{seat}の{type}として保存されていますが、内容が異なります",
        "en": "it is stored as {type} of seat {seat}, but its content says otherwise",
    },
    "one_start": {
        "ja": "対戦の開始は最初のイベントだけです",
        "en": "a match starts once, with its first event",
    },
    "no_moment": {
        "ja": "{found}は正しい時刻ではありません：実在する日付（2000年以降）の、小数3桁のUTC時刻が必要です",
        "en": "{found} is not a valid time: it must be in UTC with three decimals, on a real day since 2000",
    },
    "in_the_future": {
        "ja": "{found}は未来の時刻です：{latest}までを受け付けます",
        "en": "{found} is in the future: the latest time allowed is {latest}",
    },
    "before_the_last": {
        "ja": "{found}は直前のイベントの時刻{earliest}より前です",
        "en": "{found} is earlier than {earliest}, the time of the previous event",
    },
    "no_clock": {
        "ja": "この対戦には持ち時間がないので、時間切れにはなりません",
        "en": "the match has no clock, so no player can lose on time",
    },
    # The chain, the seed and chance
    "chain_before": {
        "ja": "直前のイベントのハッシュは{expected}です",
        "en": "the previous event has the hash {expected}",
    },
    "chain": {
        "ja": "このイベントと直前のハッシュから得られる値は{expected}です",
        "en": "the hash is wrong: this event and the previous hash give {expected}",
    },
    "seed_gives": {"ja": "シードから得られる値は{expected}です", "en": "the seed gives {expected}"},
    "chance": {
        "ja": "効果{index}（{type}）：シードからは{expected}、記録では{found}です",
        "en": "effect {index} ({type}): the seed gives {expected}, the log has {found}",
    },
    "words": {
        "ja": "ルールが使った乱数は{drawn}個ですが、効果に示されているのは{told}個です",
        "en": "random numbers drawn: the rules drew {drawn}, but the effects show {told}",
    },
    # The start
    "other_match": {"ja": "この記録は対戦{match}のはずです", "en": "this should be the log of match {match}"},
    "other_teams": {
        "ja": "このルールでの席のチームは{expected}です",
        "en": "according to the rules, the teams of the seats are {expected}",
    },
    "no_origin": {
        "ja": "続きの元になった対戦{match}の記録がありません",
        "en": "the log of match {match}, which this one continues, is missing",
    },
    "other_origin": {
        "ja": "元の対戦のイベント{seq}は、ここに書かれたものではありません",
        "en": "event {seq} of the original match is not the one given here",
    },
    "origin_fails": {
        "ja": "元の対戦を検証できません：{finding}",
        "en": "the original match failed verification: {finding}",
    },
    "starts_otherwise": {
        "ja": "元の対戦が終わる前のイベントから、同じルール、オプション、カード、デッキで続いている必要があります",
        "en": (
            "it must continue the original match from an event before its end, with the same rules, options, "
            "cards and decks"
        ),
    },
    "other_set": {"ja": "カードセットは{expected}です", "en": "the card set is {expected}"},
    "no_ruleset": {"ja": "ルールセットがありません：{error}", "en": "{error}"},
    "bad_setup": {
        "ja": "この設定では対戦を始められません：{problems}",
        "en": "a match can't start with this setup: {problems}",
    },
    # The rules
    "after_the_end": {
        "ja": "このイベントの前に対戦は終わっています",
        "en": "the match was over before this event",
    },
    "no_seat": {"ja": "席{seat}はありません", "en": "there is no seat {seat}"},
    "fold": {
        "ja": "ルールからは{expected}、記録では{found}です",
        "en": "the rules give {expected}, the log has {found}",
    },
    # What a viewer saved
    "never_logged": {
        "ja": "表示されたイベント{seq}は記録にありません",
        "en": "event {seq} was shown, but is not in the log",
    },
    "unbound": {
        "ja": "表示されていないため、照合できません",
        "en": "it was not shown, so there is nothing to compare it with",
    },
    "no_such_field": {
        "ja": "表示されましたが、記録にこの項目はありません",
        "en": "it was shown, but the log has no such field",
    },
    "shown_otherwise": {
        "ja": "表示は{shown}、記録では{found}です",
        "en": "{shown} was shown, but the log has {found}",
    },
    "nothing_kept": {"ja": "ファイルにイベントがありません", "en": "the file has no events"},
    # The database beside the log
    "sealed": {"ja": "この鍵では復号できません", "en": "this key cannot decrypt it"},
    "unreadable_start": {
        "ja": "イベント0を読み取れません：{error}",
        "en": "event 0 cannot be read: {error}",
    },
    "other_position": {
        "ja": "記録から再計算した局面と異なります",
        "en": "it is not the position that the log leads to",
    },
    "row": {
        "ja": "データベースでは{found}、記録では{expected}です",
        "en": "the row has {found}, the log has {expected}",
    },
    "other_key": {
        "ja": "シードと共に保存された鍵が、シードとエントロピーから得られる鍵と異なります",
        "en": "the key stored with the seed is not the one computed from the seed and the entropies",
    },
    "missing_row": {
        "ja": "記録によればあるはずの行がありません",
        "en": "this row is missing, though the log requires it",
    },
    "archive_unavailable": {
        "ja": "アーカイブのファイルを読み取れません",
        "en": "the archive cannot read its file",
    },
    "archive_damaged": {
        "ja": "アーカイブのファイルが、書き込んだときのものと違います",
        "en": "its file in the archive has been changed",
    },
    "extra_row": {
        "ja": "記録によればないはずの行があります",
        "en": "according to the log, this row should not exist",
    },
    "unreadable_row": {"ja": "行を読み取れません：{error}", "en": "the row cannot be read: {error}"},
    "other_fault": {
        "ja": "ボットの障害で終わったかどうかが記録と一致しません",
        "en": "the row and the log disagree on whether a bot's fault ended the match",
    },
    "no_request": {
        "ja": "クライアントのリクエストによるイベントではありません。または、キーかダイジェストが欠けています",
        "en": "this event did not come from a client's request, or the key or digest of the request is missing",
    },
    "missing_search_term": {
        "ja": "検索用の項目{term}がありません",
        "en": "the search entry {term} is missing",
    },
    "extra_search_term": {
        "ja": "検索用の項目{term}は記録にありません",
        "en": "the search entry {term} is not in the log",
    },
    "broken_seal": {
        "ja": "検証結果がサービスの外で書き換えられています",
        "en": "the stored verdict was changed outside the service",
    },
    # What could not be compared
    "other_layout": {
        "ja": "このバージョンのサービスが書く形式ではないため、照合していません",
        "en": "this version of the service writes a different layout, so this was not compared",
    },
    "other_version": {
        "ja": "以前のバージョンで集計されたため、照合していません",
        "en": "this was counted by an earlier version, so it was not compared",
    },
    "log_fails": {
        "ja": "記録を途中までしか検証できないため、照合していません",
        "en": "the log can't be verified to its end, so this was not compared",
    },
    "no_time_in_id": {
        "ja": "対戦のIDに作成時刻が含まれないため、照合していません",
        "en": "the match id contains no time, so this was not compared",
    },
    # The published daily roots
    "key_id": {"ja": "公開鍵の識別子は{expected}です", "en": "the id of the public key is {expected}"},
    "unknown_key": {
        "ja": "鍵{key}はこのサービスの鍵ではありません：ROOT_SIGNING_KEYにもROOT_PUBLIC_KEYSにもありません",
        "en": "{key} is not a key of this service: it is neither the one of ROOT_SIGNING_KEY nor in ROOT_PUBLIC_KEYS",
    },
    "bad_signature": {"ja": "署名が正しくありません", "en": "the signature doesn't match this root and this key"},
    "root_before": {
        "ja": "ルートの連鎖から得られるのは{expected}です",
        "en": "the chain of roots gives {expected}",
    },
    "day_before": {
        "ja": "{day}が、前のルートの日付{before}以前になっています",
        "en": "{day} is not after {before}, the day of the previous root",
    },
    "no_break": {
        "ja": "ルート{found}の後のルートが失われたとありますが、欠けているルートはありません",
        "en": "this root says that roots after root {found} were lost, but no root is missing there",
    },
    "two_roots": {
        "ja": "同じ番号で内容の異なるルートが2つ公開されています",
        "en": "two different roots were published under this number",
    },
    "not_kept": {
        "ja": "このルートも次のルートも保存されていないため、照合できません",
        "en": "neither this root nor the next one was saved, so nothing can be compared",
    },
    "root_gone": {
        "ja": "公開されたこのルートがデータベースにありません",
        "en": "this root was published, but is not in the database",
    },
    "not_chained": {
        "ja": "ルートの番号は{expected}のはずですが{found}です：ルートが欠けています",
        "en": "the number should be {expected} here but is {found}: roots are missing",
    },
    "other_tree": {
        "ja": "保存されている葉から、このルートは得られません",
        "en": "the leaves in the database do not give this root",
    },
    "leaf_of_other": {
        "ja": "この証明は別の対戦{found}のものです",
        "en": "the proof is for another match, {found}",
    },
    "other_last_hash": {
        "ja": (
            "公開済みのルート{number}では最後のハッシュは{found}ですが、"
            "記録では{expected}です：公開後に記録が差し替えられています"
        ),
        "en": "the hash of the last event is {found} in published root {number}, but {expected} in the log: "
        "the log was replaced after publication",
    },
    "other_root": {
        "ja": "証明からルート{number}は得られません",
        "en": "the proof does not lead to root {number}",
    },
    "no_leaf": {
        "ja": "ルート{number}（{day}）より前に終了した対戦ですが、どのルートにも含まれていません",
        "en": "the match ended before root {number} of {day} was computed, but no root includes it",
    },
}
"""Code -> text of the finding. `{name}` is replaced by the parameter of that name."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault at a field. `seq` is the event's, or None if the fault belongs to the match."""

    seq: int | None
    field: str
    code: str
    params: Mapping[str, Any] = field(default_factory=dict)

    @property
    def texts(self) -> Names:
        return fill(templates("findings")[self.code], self.params)

    def __str__(self) -> str:
        place = "match" if self.seq is None else f"event {self.seq}"
        return f"{place}: {self.field}: {self.texts['en']}"


@dataclass(frozen=True, slots=True)
class RootFinding(Finding):
    """A fault of a published root. `seq` is the root's number."""

    def __str__(self) -> str:
        return f"root {self.seq}: {self.field}: {self.texts['en']}"
