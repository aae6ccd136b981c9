"""The codes by which leagues say no, and what exactly is wrong with a manifest."""

from common.text.errors import ErrorCode
from rules.engine import Names

CODES: dict[str, ErrorCode] = {
    "league_exists": ErrorCode(
        409,
        {"ja": "その名前のリーグはすでにあります。", "en": "There is a league of this name already."},
        {"ja": "`league` に別の名前を選んでください。", "en": "Choose another `league`."},
    ),
    "league_changed": ErrorCode(
        412,
        {
            "ja": "このリーグのマニフェストは、その後変更されています。今回の内容は保存されていません。",
            "en": "The league's manifest has been changed since. Nothing was changed.",
        },
        {
            "ja": (
                "`changes` にその後の変更があります。"
                "取り込んでから、`revision` の番号を `If-Match` に入れて送り直してください。"
            ),
            "en": "`changes` tells what was changed since. Merge it, and send it again with `revision` as `If-Match`.",
        },
    ),
    "season_running": ErrorCode(
        409,
        {"ja": "シーズンがまだ行われています。", "en": "A season of this league is still running."},
        {"ja": "シーズンが終わるのを待つか、閉じてください。", "en": "Wait for its end, or close it."},
    ),
    "season_over": ErrorCode(
        409,
        {"ja": "シーズンは終わっています。", "en": "The season is over."},
        {"ja": "終わったシーズンは変更できません。", "en": "A season that is over does not change."},
    ),
    "no_next_season": ErrorCode(
        409,
        {"ja": "このリーグに次のシーズンはありません。", "en": "The league has no season to come."},
        {
            "ja": "始まったシーズンのデッキは変わりません。新しいリーグを作ってください。",
            "en": "A season that has begun keeps its decks: make another league.",
        },
    ),
    "league_closed": ErrorCode(
        409,
        {"ja": "このリーグには参加できません。", "en": "This league takes no entries."},
        {
            "ja": "`manifest.entry` があり、終了していないリーグに参加できます。",
            "en": "Leagues that are not closed and whose manifest has an `entry` can be joined.",
        },
    ),
    "league_is_full": ErrorCode(
        409,
        {"ja": "参加者が上限に達しています。", "en": "The league has as many entrants as it takes."},
        {"ja": "`most` が上限です。", "en": "`most` says how many that is."},
    ),
    "already_entered": ErrorCode(
        409,
        {"ja": "すでに参加しています。", "en": "You have entered this league already."},
        {
            "ja": "デッキを替えるには、取り消してから参加し直してください。",
            "en": "Leave it to enter with another deck.",
        },
    ),
    "one_entry_an_owner": ErrorCode(
        409,
        {
            "ja": "同じ所有者のボットがすでに参加しています。",
            "en": "Another bot account of the same owner has entered already.",
        },
        {"ja": "一人の所有者につき一つだけ参加できます。", "en": "Each owner has one bot account in a league."},
    ),
    "entry_name_taken": ErrorCode(
        409,
        {"ja": "その名前の参加者がすでにいます。", "en": "The league has an entrant of that name already."},
        {"ja": "別の名前のアカウントで参加してください。", "en": "Enter with an account of another name."},
    ),
    "not_entered": ErrorCode(
        404,
        {"ja": "このリーグに参加していません。", "en": "You have not entered this league."},
        {"ja": "`GET` で参加者の一覧を読めます。", "en": "`GET` lists who has."},
    ),
    "bad_entry": ErrorCode(
        422,
        {"ja": "このようには参加できません。", "en": "The league cannot be entered like this."},
        {"ja": "`errors` に誤りの場所が書かれています。", "en": "`errors` says what is wrong and where."},
    ),
    "bad_manifest": ErrorCode(
        422,
        {"ja": "このリーグは始められません。", "en": "A league cannot be run like this."},
        {
            "ja": "`errors` に誤りの場所がすべて書かれています。",
            "en": "`errors` lists all faults with their places.",
        },
    ),
    "bad_amendment": ErrorCode(
        422,
        {"ja": "シーズンをこのように変更できません。", "en": "The season cannot be amended like this."},
        {"ja": "`errors` に誤りの場所が書かれています。", "en": "`errors` says what is wrong and where."},
    ),
}

SENTENCES: dict[str, Names] = {
    "league_unknown_ruleset": {
        "ja": "`{ruleset}` というルールセットはありません。",
        "en": "There is no ruleset `{ruleset}`.",
    },
    "league_bad_setup": {"ja": "{reason}", "en": "{reason}"},
    "league_unknown_bot": {"ja": "`{bot}` というボットはありません。", "en": "There is no bot `{bot}`."},
    "league_bot_disabled": {"ja": "`{bot}` は停止されています。", "en": "The bot `{bot}` is disabled."},
    "league_bot_version": {
        "ja": "`{bot}` のバージョン{version}はありません。今のバージョンは{current}です。",
        "en": "There is no version {version} of `{bot}`; it is at version {current}.",
    },
    "league_bot_or_account": {
        "ja": "`bot` と `account` のどちらか一方が必要です。",
        "en": "Either `bot` or `account` must be named, and not both.",
    },
    "league_unknown_account": {
        "ja": "`{account}` というボットアカウントはありません。",
        "en": "There is no bot account `{account}`.",
    },
    "league_account_declines": {
        "ja": "`{account}` はこのような対戦を受け付けません（{reason}）。",
        "en": "`{account}` does not accept such matches ({reason}).",
    },
    "league_account_seats": {
        "ja": "ボットアカウントが参加できるのは、二席の設定だけです。",
        "en": "Bot accounts play only where there are two seats.",
    },
    "league_clock_missing": {
        "ja": "ボットアカウントが参加するリーグには `clock` が必要です。",
        "en": "A league in which bot accounts play needs a `clock`.",
    },
    "league_open_once": {
        "ja": "参加を受け付けるには、開始の時刻が必要です。",
        "en": "A league that can be joined needs a time at which it starts.",
    },
    "league_too_few": {"ja": "参加者が足りません。", "en": "There are fewer than two entrants."},
    "league_full": {
        "ja": "上限の{most}より多くの参加者がいます。",
        "en": "There are more entrants already than the {most} it takes.",
    },
    "league_unknown_deck": {"ja": "`{deck}` というデッキはありません。", "en": "There is no deck `{deck}`."},
    "league_deck_missing": {"ja": "デッキが必要です。", "en": "A deck is needed here."},
    "league_deck_not_wanted": {
        "ja": "ここにデッキは要りません。",
        "en": "No deck is wanted here: `decks` says whose they are.",
    },
    "league_name_twice": {"ja": "`{name}` が二つあります。", "en": "`{name}` stands here twice."},
    "league_anchor": {"ja": "`{name}` という参加者はいません。", "en": "No entrant is called `{name}`."},
    "league_duel": {"ja": "決闘の参加者は二人です。", "en": "A duel has two entrants."},
    "league_bounds": {"ja": "`elo1` は `elo0` より大きくします。", "en": "`elo1` must be above `elo0`."},
    "league_swiss_rounds": {
        "ja": "この人数のスイス式は{most}回戦までです。",
        "en": "A Swiss of so many entrants has at most {most} rounds.",
    },
    "league_too_long": {
        "ja": "一つのシーズンの配りは{most}までです。これは{deals}になります。",
        "en": "A season has at most {most} deals; this one would have {deals}.",
    },
    "league_too_many_pairs": {
        "ja": "デッキの組は{most}までです。これは{pairs}組になります。",
        "en": "The pool has at most {most} pairs of decks; this would be {pairs}.",
    },
    "league_sides": {
        "ja": "二つの側に分かれる設定だけが使えます。",
        "en": "Only options with two sides can be played in a league.",
    },
    "league_bad_cron": {
        "ja": "`{cron}` は cron の式として読めません。",
        "en": "`{cron}` cannot be read as a cron expression.",
    },
    "league_never": {
        "ja": "`{cron}` の時刻は来ません。",
        "en": "`{cron}` names a time that never comes.",
    },
    "league_time_zone": {
        "ja": "`{time_zone}` というタイムゾーンはありません。",
        "en": "There is no time zone `{time_zone}`.",
    },
    "league_moment": {
        "ja": "`{at}` は RFC 3339 の時刻ではありません。",
        "en": "`{at}` is not a moment of RFC 3339 with its offset.",
    },
    "league_stays": {
        "ja": "このリーグの `{field}` は `{value}` のまま変わりません。別のものには新しいリーグを作ってください。",
        "en": "The `{field}` of this league stays `{value}`: make another league for another.",
    },
    "league_no_run": {
        "ja": "この予定では次のシーズンがありません。これからの時刻を `at` か `cron` で指定してください。",
        "en": "No season would come of this schedule: name a time to come by `at`, or times by `cron`.",
    },
    "league_no_reason": {"ja": "`reason` は必須です。", "en": "`reason` must not be empty."},
    "league_not_longer": {
        "ja": "延長は今の長さ（{length}）より長くします。",
        "en": "It can only become longer than it is: {length}.",
    },
    "league_withdrawn": {
        "ja": "`{name}` はすでに参加していません。",
        "en": "`{name}` takes part no more.",
    },
}
