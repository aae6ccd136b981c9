"""The error codes of leagues, with a sentence for every fault of a manifest."""

from common.text.errors import ErrorCode
from rules.engine import Names

CODES: dict[str, ErrorCode] = {
    "league_exists": ErrorCode(
        409,
        {"ja": "その名前のリーグはすでにあります。", "en": "A league with this name already exists."},
        {"ja": "`league`に別の名前を選んでください。", "en": "Choose another name for `league`."},
    ),
    "league_changed": ErrorCode(
        412,
        {
            "ja": "このリーグのマニフェストは、あなたが読み込んだ後に変更されました。今回の変更は保存されていません。",
            "en": "The league's manifest was changed in the meantime. Your changes were not saved.",
        },
        {
            "ja": (
                "`changes`にその後の変更があります。取り込んでから、"
                "`revision`の番号を`If-Match`に入れて送り直してください。"
            ),
            "en": (
                "`changes` shows what changed. Merge these changes into your manifest, then send it again with "
                "`revision` as `If-Match`."
            ),
        },
    ),
    "season_running": ErrorCode(
        409,
        {"ja": "シーズンがまだ続いています。", "en": "A season of this league is still running."},
        {"ja": "シーズンが終わるのを待つか、閉じてください。", "en": "Wait until it ends, or close it."},
    ),
    "season_over": ErrorCode(
        409,
        {"ja": "シーズンは終わっています。", "en": "The season is over."},
        {"ja": "終わったシーズンは変更できません。", "en": "A finished season can't be changed."},
    ),
    "no_next_season": ErrorCode(
        409,
        {"ja": "このリーグに次のシーズンはありません。", "en": "This league has no upcoming season."},
        {
            "ja": "デッキを変えられるのは、シーズンが始まる前だけです。新しいリーグを作ってください。",
            "en": "Decks can be changed only before a season starts. Create a new league instead.",
        },
    ),
    "league_closed": ErrorCode(
        409,
        {"ja": "このリーグは参加を受け付けていません。", "en": "This league doesn't accept entries."},
        {
            "ja": "終了しておらず、マニフェストに`entry`があるリーグを選んでください。",
            "en": "Choose a league that is not closed and has an `entry` in its manifest.",
        },
    ),
    "league_is_full": ErrorCode(
        409,
        {"ja": "参加者が上限に達しています。", "en": "The league is full."},
        {
            "ja": "上限は`most`です。空きが出るのを待つか、別のリーグを選んでください。",
            "en": "`most` is the limit. Wait until an entrant leaves, or choose another league.",
        },
    ),
    "already_entered": ErrorCode(
        409,
        {"ja": "すでにこのリーグに参加しています。", "en": "You have already entered this league."},
        {
            "ja": "デッキを替えるには、参加を取り消してから参加し直してください。",
            "en": "To change your deck, leave the league and enter again.",
        },
    ),
    "one_entry_an_owner": ErrorCode(
        409,
        {
            "ja": "同じ所有者の別のボットアカウントが、すでに参加しています。",
            "en": "Another bot account with the same owner has already entered.",
        },
        {
            "ja": "参加できるのは、所有者1人につき1つです。先にもう一方の参加を取り消してください。",
            "en": "Each owner can enter one bot account. First withdraw the one that has entered.",
        },
    ),
    "comparison_running": ErrorCode(
        409,
        {"ja": "比較がまだ続いています。", "en": "One of your comparisons is still running."},
        {
            "ja": "終わるのを待つか、`DELETE me/comparisons/{league}`で止めてください。",
            "en": "Wait until it ends, or stop it with `DELETE me/comparisons/{league}`.",
        },
    ),
    "comparisons_used_up": ErrorCode(
        409,
        {
            "ja": "24時間に始められる比較は3つまでです。",
            "en": "You can start at most three comparisons in 24 hours.",
        },
        {"ja": "`until`まで待ってから、もう一度お試しください。", "en": "Try again at `until`."},
    ),
    "bad_comparison": ErrorCode(
        422,
        {"ja": "この内容では比較を始められません。", "en": "The comparison can't start like this."},
        {
            "ja": "`errors`に誤りの内容と場所があります。直してからもう一度お試しください。",
            "en": "`errors` shows what is wrong and where. Correct it and try again.",
        },
    ),
    "address_not_confirmed": ErrorCode(
        409,
        {
            "ja": "このリーグに参加するには、所有者の確認済みメールアドレスが必要です。",
            "en": "To enter this league, the bot's owner needs a confirmed mail address.",
        },
        {
            "ja": (
                "所有者がアカウントのページでアドレスを登録し、届いたメールのリンクを開いてから、"
                "もう一度参加してください。"
            ),
            "en": (
                "The owner adds an address on their account page and opens the link in the mail. Then enter the league "
                "again."
            ),
        },
    ),
    "entry_name_taken": ErrorCode(
        409,
        {"ja": "その名前の参加者がすでにいます。", "en": "The league already has an entrant with this name."},
        {"ja": "別の名前のアカウントで参加してください。", "en": "Enter with an account that has another name."},
    ),
    "not_entered": ErrorCode(
        404,
        {"ja": "このリーグに参加していません。", "en": "You haven't entered this league."},
        {"ja": "参加者の一覧は`GET`で確認できます。", "en": "To see who has entered, use `GET`."},
    ),
    "bad_entry": ErrorCode(
        422,
        {"ja": "この内容では参加できません。", "en": "You can't enter the league like this."},
        {
            "ja": "`errors`に誤りの内容と場所があります。直してからもう一度お試しください。",
            "en": "`errors` shows what is wrong and where. Correct it and try again.",
        },
    ),
    "bad_manifest": ErrorCode(
        422,
        {"ja": "このマニフェストではリーグを始められません。", "en": "The league can't run with this manifest."},
        {
            "ja": "`errors`に誤りの内容と場所があります（100件まで）。直してからもう一度お試しください。",
            "en": "`errors` lists up to 100 mistakes, each with its place. Correct them and try again.",
        },
    ),
    "bad_amendment": ErrorCode(
        422,
        {"ja": "この内容ではシーズンを変更できません。", "en": "The season can't be changed like this."},
        {
            "ja": "`errors`に誤りの内容と場所があります。直してからもう一度お試しください。",
            "en": "`errors` shows what is wrong and where. Correct it and try again.",
        },
    ),
}

SENTENCES: dict[str, Names] = {
    "league_unknown_ruleset": {
        "ja": "`{ruleset}`というルールセットはありません。",
        "en": "There is no ruleset `{ruleset}`.",
    },
    "league_bad_setup": {"ja": "{reason}", "en": "{reason}"},
    "league_unknown_bot": {"ja": "`{bot}`というボットはありません。", "en": "There is no bot `{bot}`."},
    "league_bot_disabled": {"ja": "ボット`{bot}`は停止中です。", "en": "The bot `{bot}` is disabled."},
    "league_bot_version": {
        "ja": "`{bot}`にバージョン{version}はありません。今のバージョンは{current}です。",
        "en": "`{bot}` has no version {version}. Its current version is {current}.",
    },
    "league_bot_or_account": {
        "ja": "`bot`と`account`のどちらか一方だけを指定してください。",
        "en": "Set either `bot` or `account`, not both.",
    },
    "league_unknown_account": {
        "ja": "`{account}`というボットアカウントはありません。",
        "en": "There is no bot account `{account}`.",
    },
    "comparison_not_yours": {
        "ja": "あなたのボットアカウントに`{account}`はありません。",
        "en": "You have no bot account `{account}`.",
    },
    "league_account_declines": {
        "ja": "`{account}`はこのような対戦を受け付けません（{reason}）。",
        "en": "`{account}` doesn't accept matches like these ({reason}).",
    },
    "league_account_seats": {
        "ja": "ボットアカウントが参加するリーグで使えるのは、席が2つになるオプションだけです。",
        "en": "A league with bot accounts can use only options that give a match two seats.",
    },
    "league_clock_missing": {
        "ja": "ボットアカウントが参加するリーグには`clock`が必要です。",
        "en": "A league with bot accounts needs a `clock`.",
    },
    "league_open_once": {
        "ja": "参加を受け付けるリーグには、開始時刻が必要です。",
        "en": "A league that accepts entries needs a start time.",
    },
    "league_too_few": {"ja": "参加者が2人以上必要です。", "en": "A league needs at least two entrants."},
    "league_full": {
        "ja": "参加者がすでに{most}人を超えています。上限を増やしてください。",
        "en": "The league already has more than {most} entrants. Set a higher limit.",
    },
    "league_unknown_deck": {"ja": "`{deck}`というデッキはありません。", "en": "There is no deck `{deck}`."},
    "league_deck_missing": {"ja": "ここにデッキが必要です。", "en": "A deck is required here."},
    "league_deck_not_wanted": {
        "ja": "ここにデッキは指定できません。だれがデッキを用意するかは`decks`で決まります。",
        "en": "Leave the deck out here: `decks` says who brings the decks.",
    },
    "league_luck_decks": {
        "ja": "運の補正は、デッキが席に属するリーグだけで使えます。`decks`を`of_seat`にしてください。",
        "en": "Results can be adjusted for luck only if each deck stays with its seat. Set `decks` to `of_seat`.",
    },
    "league_twinned_accounts": {
        "ja": "`twinned`を使うリーグの参加者は、ボットアカウントだけです。`account`を指定してください。",
        "en": "With `twinned`, all entrants are bot accounts. Set `account` here.",
    },
    "league_twinned_decks": {
        "ja": "`twinned`は、デッキが席に属するリーグだけで使えます。`decks`を`of_seat`にしてください。",
        "en": "With `twinned`, each deck stays with its seat. Set `decks` to `of_seat`.",
    },
    "league_twinned_luck": {
        "ja": "`twinned`を使うと双方の運が同じになるため、補正は要りません。`luck_adjusted`を外してください。",
        "en": "With `twinned`, both accounts already have the same luck. Leave out `luck_adjusted`.",
    },
    "league_name_twice": {"ja": "`{name}`が2つあります。", "en": "`{name}` is listed twice."},
    "league_anchor": {"ja": "`{name}`という参加者はいません。", "en": "There is no entrant called `{name}`."},
    "league_duel": {"ja": "決闘の参加者は2人です。", "en": "A duel has exactly two entrants."},
    "league_bounds": {"ja": "`elo1`は`elo0`より大きくしてください。", "en": "`elo1` must be greater than `elo0`."},
    "league_swiss_rounds": {
        "ja": "この人数では、スイス式は{most}回戦までです。",
        "en": "With this many entrants, the maximum number of rounds in a Swiss tournament is {most}.",
    },
    "league_too_long": {
        "ja": "1シーズンは{most}ディールまでですが、この設定では{deals}ディールになります。",
        "en": "A season can have at most {most} deals, but this one would have {deals}.",
    },
    "league_too_many_pairs": {
        "ja": "デッキの組は{most}組までですが、この設定では{pairs}組になります。",
        "en": "A league can use at most {most} pairs of decks. This one would use {pairs}.",
    },
    "league_sides": {
        "ja": "リーグで使えるのは、サイドが2つになるオプションだけです。",
        "en": "A league can use only options that give a match two sides.",
    },
    "league_bad_cron": {
        "ja": "`{cron}`は正しいcron式ではありません。",
        "en": "`{cron}` is not a valid cron expression.",
    },
    "league_never": {
        "ja": "`{cron}`に当てはまる日時はありません。",
        "en": "No date matches `{cron}`.",
    },
    "league_time_zone": {
        "ja": "`{time_zone}`というタイムゾーンはありません。Asia/Tokyoのような名前を使ってください。",
        "en": "There is no time zone `{time_zone}`. Use a name such as Asia/Tokyo.",
    },
    "league_moment": {
        "ja": "`{at}`は時差付きの日時ではありません。2026-01-31T12:00:00Zのように書いてください（RFC 3339）。",
        "en": "`{at}` is not a time with an offset. Write it like 2026-01-31T12:00:00Z (RFC 3339).",
    },
    "league_stays": {
        "ja": (
            "このリーグの`{field}`は`{value}`のまま変更できません。別の値にするには、新しいリーグを作ってください。"
        ),
        "en": "`{field}` of this league must stay `{value}`. To use another, create a new league.",
    },
    "league_no_run": {
        "ja": "この予定では次のシーズンがありません。これからの日時を`at`か`cron`で指定してください。",
        "en": "This schedule has no upcoming season. Set a future time with `at`, or times with `cron`.",
    },
    "league_no_reason": {"ja": "`reason`に理由を書いてください。", "en": "Give a reason in `reason`."},
    "league_not_longer": {
        "ja": "シーズンの長さは増やすことしかできません。今の長さは{length}です。",
        "en": "A season can only get longer. Its length is {length} now.",
    },
    "league_withdrawn": {
        "ja": "`{name}`はこのシーズンに参加していません。",
        "en": "`{name}` is not playing in this season.",
    },
}

DESK_FAULTS: dict[str, Names] = {
    # Faults of an archive
    "desk_league_first": {"ja": "最初の行はリーグにしてください。", "en": "The first line must be a league."},
    "desk_change_order": {
        "ja": "変更はリーグのあとに順に並べてください。ここで使える番号は{first}～{last}です。",
        "en": "Changes follow their league in order. {first} to {last} is accepted.",
    },
    "desk_other_league": {
        "ja": "上のリーグと同じ{league}にしてください。",
        "en": "It must be {league}, as above.",
    },
    # Leagues that an import leaves alone
    "desk_manifest_differs": {
        "ja": "ここではマニフェストが違います。置き換えを選ぶと変更します。",
        "en": "The league has another manifest here. Replacing changes it.",
    },
    "desk_manifest_refused": {
        "ja": "ここではこのマニフェストを使えません：{reasons}",
        "en": "The manifest is refused here: {reasons}",
    },
    # What to do after an import
    "desk_league_paused": {
        "ja": "リーグ{league}は停止中です。管理画面で再開すると、シーズンが始まります。",
        "en": "League {league} is paused. Resume it in the admin to start its seasons.",
    },
    "desk_league_cannot_start": {
        "ja": "リーグ{league}は停止中で、まだシーズンを始められません：{reasons}",
        "en": "League {league} is paused, and can't start a season yet: {reasons}",
    },
}
