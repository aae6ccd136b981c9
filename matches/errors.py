"""The codes of matches, and what exactly is wrong with a request to one."""

from common.text.errors import ErrorCode
from rules.engine import Names

CODES: dict[str, ErrorCode] = {
    "malformed_action": ErrorCode(
        400,
        {"ja": "アクションを読み取れません。", "en": "The action cannot be read."},
        {
            "ja": "`errors` に誤りの場所が書かれています。合法手の一つをそのまま送ってください。",
            "en": "`errors` says where; take an entry of the legal actions and send it as it stands.",
        },
    ),
    "unknown_version": ErrorCode(
        400,
        {"ja": "そのバージョンはまだ存在しません。", "en": "The match has no such version yet."},
        {
            "ja": "`version` が対戦の現在のバージョンです。受け取ったことのあるバージョンを送ってください。",
            "en": "`version` is what the match has. Send one that you have been told.",
        },
    ),
    "rated_one_owner": ErrorCode(
        409,
        {
            "ja": "同じ所有者のアカウント同士はレート戦を対戦できません。",
            "en": "Accounts of one owner do not play rated matches with each other.",
        },
        {"ja": "レート戦でない対戦を開いてください。", "en": "Open a match that is not rated."},
    ),
    "has_played": ErrorCode(
        409,
        {
            "ja": "すでに対戦したアカウントは、ボットとして届け出られません。",
            "en": "An account that has had a seat in a match cannot be declared a bot any more.",
        },
        {
            "ja": "新しいアカウントを作り、最初の対戦の前に届け出てください。",
            "en": "Sign up another account and declare it before its first match.",
        },
    ),
    "already_declared": ErrorCode(
        409,
        {"ja": "そのアカウントはすでにボットです。", "en": "The account is declared a bot already."},
        {"ja": "`PUT bot-accounts/{id}` で変更できます。", "en": "`PUT bot-accounts/{id}` changes what it says."},
    ),
    "wrong_bot_token": ErrorCode(
        422,
        {
            "ja": "`token` はボットになるアカウントのトークンではありません。",
            "en": "`token` is no token of an account that can be your bot.",
        },
        {
            "ja": "そのアカウントでサインインし、スコープ `bot` のトークンを送ってください。自分のものは使えません。",
            "en": "Sign in as that account and send a token of it with the scope `bot`; your own account will not do.",
        },
    ),
    "too_many_bots": ErrorCode(
        409,
        {"ja": "ボットアカウントが多すぎます。", "en": "You have too many bot accounts."},
        {"ja": "上限は `most` にあります。", "en": "`most` says how many one may have."},
    ),
    "league_match": ErrorCode(
        409,
        {"ja": "リーグの対戦は取りやめられません。", "en": "A match of a league cannot be called off by its players."},
        {
            "ja": "対戦を続けるか、投了してください。運営者は中止できます。",
            "en": "Play on, or resign. An operator can abort it.",
        },
    ),
    "league_deck": ErrorCode(
        409,
        {
            "ja": "リーグの対戦では、届け出たデッキを使います。",
            "en": "In a league one plays the deck that one has entered with.",
        },
        {"ja": "`deck` なしで参加してください。", "en": "Join without a `deck`."},
    ),
    "call_missed": ErrorCode(
        409,
        {"ja": "呼び出しへの回答期限が過ぎました。", "en": "The call was to be answered earlier; the seat is lost."},
        {
            "ja": "`answer_by` までに参加してください。三回続けて逃すと、しばらく呼び出されません。",
            "en": "Join before `answer_by`. Who misses three calls in a row is called to nothing for a while.",
        },
    ),
    "account_paused": ErrorCode(
        409,
        {
            "ja": "呼び出しを三回続けて逃したため、`until` まで休止中です。",
            "en": "You have missed three calls in a row and are called to nothing until `until`.",
        },
        {
            "ja": "`DELETE me/pause` で再開できます（休止から十分が過ぎた後）。",
            "en": "`DELETE me/pause` ends this, ten minutes after it began or later.",
        },
    ),
    "pause_too_new": ErrorCode(
        409,
        {
            "ja": "`until` までは、休止を終えられません。",
            "en": "The pause cannot be ended before `until`.",
        },
        {
            "ja": "休止は、呼び出しを三回続けて逃すと始まり、十分は続きます。",
            "en": "Three missed calls in a row have brought it about, and it lasts ten minutes at least.",
        },
    ),
    "already_waiting": ErrorCode(
        409,
        {"ja": "すでに対戦相手を待っています。", "en": "You wait with another request already."},
        {
            "ja": "`GET pairing-requests` で確認し、別の対戦を望むなら先に取り下げてください。",
            "en": "`GET pairing-requests` has it. Withdraw it before you post another.",
        },
    ),
    "not_your_challenge": ErrorCode(
        403,
        {"ja": "この挑戦にその回答はできません。", "en": "It is for the other one to do this with the challenge."},
        {
            "ja": "承諾・辞退は挑戦された側、取り下げは挑戦した側が行います。",
            "en": "Who is asked accepts or declines, who has asked withdraws.",
        },
    ),
    "player_unavailable": ErrorCode(
        409,
        {"ja": "そのプレイヤーは今、応じられません。", "en": "The player cannot be asked by you now."},
        {"ja": "後でもう一度試すか、別のプレイヤーを選んでください。", "en": "Try again later, or ask somebody else."},
    ),
    "already_challenged": ErrorCode(
        409,
        {"ja": "そのプレイヤーへの挑戦がすでにあります。", "en": "You have an open challenge to this player already."},
        {"ja": "回答を待つか、先に取り下げてください。", "en": "Wait for the answer, or withdraw it first."},
    ),
    "too_many_blocks": ErrorCode(
        409,
        {"ja": "ブロックしているアカウントが多すぎます。", "en": "You have blocked too many accounts."},
        {
            "ja": "上限は `most` です。どれかを解除してください。",
            "en": "`most` says how many one may block. Unblock some.",
        },
    ),
    "too_many_challenges": ErrorCode(
        409,
        {"ja": "回答待ちの挑戦が多すぎます。", "en": "You have too many open challenges."},
        {
            "ja": "上限は `most` です。どれかを取り下げてください。",
            "en": "`most` says how many one may have. Withdraw some.",
        },
    ),
    "challenge_over": ErrorCode(
        409,
        {"ja": "この挑戦はすでに終わっています。", "en": "The challenge is not open any more."},
        {"ja": "`status_now` に結果があります。", "en": "`status_now` says what became of it."},
    ),
    "no_rematch": ErrorCode(
        409,
        {"ja": "この対戦の再戦は申し込めません。", "en": "There is no rematch of this match."},
        {
            "ja": "再戦は、始まってから終わった二人の対戦と、公開済みのハウスボットとの対戦に限ります。",
            "en": "Rematches are of matches that two accounts have played, or one with house bots that is disclosed.",
        },
    ),
    "too_many_notes": ErrorCode(
        409,
        {"ja": "この対戦へのメモが多すぎます。", "en": "You have too many notes at this match."},
        {"ja": "上限は `most` です。どれかを削除してください。", "en": "`most` says how many. Delete some."},
    ),
    "nothing_to_continue": ErrorCode(
        409,
        {"ja": "このイベントから先はありません。", "en": "Nothing goes on from this event."},
        {
            "ja": "対戦が終わる前のイベントを `seq` に指定してください。他所から取り込んだ対戦からは続けられません。",
            "en": "Name an event before the end of the match as `seq`. An imported match is not gone on from.",
        },
    ),
    "continued_too_often": ErrorCode(
        409,
        {"ja": "続きの続きが長くなりすぎました。", "en": "This is practice after practice after practice, too often."},
        {
            "ja": "続けられるのは `most` 回までです。もとの対戦から続けてください。",
            "en": "`most` says how many times. Go on from an earlier one of them.",
        },
    ),
    "too_many_matches": ErrorCode(
        409,
        {
            "ja": "進行中または開始待ちの対戦が多すぎます。",
            "en": "You have too many matches that wait for players, or are being played.",
        },
        {
            "ja": "上限は `most` です。どれかを終えるか、ロビーを閉じてください。",
            "en": "`most` says how many one may have. Finish some, or close a lobby.",
        },
    ),
    "not_your_seat": ErrorCode(
        403,
        {"ja": "この対戦にあなたの席はありません。", "en": "You have no seat in this match."},
        {
            "ja": "この操作ができるのは、対戦の席に着いているプレイヤーだけです。",
            "en": "Only who sits in a match may do this.",
        },
    ),
    "match_not_started": ErrorCode(
        409,
        {"ja": "対戦はまだ始まっていません。", "en": "The match has not started yet."},
        {"ja": "すべての席の準備が整うまでお待ちください。", "en": "Wait until every seat is ready."},
    ),
    "match_started": ErrorCode(
        409,
        {"ja": "対戦はすでに始まっています。", "en": "The match has already started."},
        {
            "ja": "参加・退席ができるのは開始前だけです。開始後は投了するか、全員の同意で中止できます。",
            "en": (
                "Joining and leaving are for the time before; afterwards "
                "there is resigning, or aborting by consent of all."
            ),
        },
    ),
    "match_over": ErrorCode(
        409,
        {"ja": "対戦は終了しています。", "en": "The match is over."},
        {
            "ja": "その後のイベントは `events` に、結果は `now` にあります。`version` は最後のイベントです。",
            "en": "`version` is its last event. An action is told `events` since, and `now` with the outcome.",
        },
    ),
    "draw_offered_already": ErrorCode(
        409,
        {"ja": "すでに引き分けを申し出ています。", "en": "You have offered a draw since your last action."},
        {
            "ja": "次の申し出は、自分が一度行動した後にできます。",
            "en": "Another offer can follow once you have acted.",
        },
    ),
    "too_many_phrases": ErrorCode(
        409,
        {"ja": "この対戦ではもう発言できません。", "en": "You have said enough in this match."},
        {"ja": "一つの対戦での上限は `most` です。", "en": "`most` says how often one may in one match."},
    ),
    "no_draw_offered": ErrorCode(
        409,
        {"ja": "引き分けの申し出はありません。", "en": "No draw is offered to you."},
        {
            "ja": "申し出は、相手が行動するか辞退するとなくなります。`draw_offers` に今の申し出があります。",
            "en": "An offer ends when it is declined, or when another seat acts. `draw_offers` has those there are.",
        },
    ),
    "match_not_over": ErrorCode(
        409,
        {"ja": "対戦はまだ続いています。", "en": "The match is still being played."},
        {
            "ja": "この内容は、対戦が続いている間は誰にも公開されません。",
            "en": "What is asked for is shown to nobody while the match lives.",
        },
    ),
    "not_disclosed": ErrorCode(
        409,
        {
            "ja": "対戦は中止されました。隠されていた内容は公開されません。",
            "en": "The match was aborted; what was hidden in it stays hidden.",
        },
        {
            "ja": "対戦中に見えていた内容（自分の席、または観戦者の見え方）だけを読み取れます。",
            "en": "Ask for what you were shown while it was played: your own seat's view, or the public's.",
        },
    ),
    "deal_not_closed": ErrorCode(
        409,
        {
            "ja": "この対戦と同じ配りの対戦が、まだ終わっていません。",
            "en": "Another match is still played on the same deal.",
        },
        {
            "ja": "隠されている内容は、その配りの対戦がすべて終わると公開されます。",
            "en": "What is hidden is shown when all matches of the deal are over.",
        },
    ),
    "stale_version": ErrorCode(
        409,
        {
            "ja": "あなたが見たバージョンより後に選択が発生しています。読み直してください。",
            "en": "Your prompt was opened after the version you have seen. Read the match again.",
        },
        {
            "ja": "その後のイベントは `events` に、今の選択は `now` にあります。選び直して送ってください。",
            "en": "`events` is what has happened since, `now` what you are asked: decide again.",
        },
    ),
    "not_asked": ErrorCode(
        409,
        {"ja": "今、あなたの選択はありません。", "en": "You are not asked to decide anything now."},
        {
            "ja": "その後のイベントは `events` に、選択を待っている席は `now` にあります。あなたの番を待ってください。",
            "en": "`events` is what has happened since, `now` says who must decide. Wait for your turn.",
        },
    ),
    "seat_taken": ErrorCode(
        409,
        {"ja": "空いている席がありません。", "en": "There is no seat free for you."},
        {"ja": "席の空いている別の対戦を探してください。", "en": "Look for another match with an open seat."},
    ),
    "already_seated": ErrorCode(
        409,
        {"ja": "すでに席に着いています。", "en": "You already have a seat in this match."},
        {
            "ja": "すでに準備ができています。何もする必要はありません。",
            "en": "You are ready already; there is nothing to do.",
        },
    ),
    "illegal_action": ErrorCode(
        422,
        {"ja": "そのアクションは合法手に含まれていません。", "en": "The action is not among your legal actions."},
        {
            "ja": "選択は `prompt`、ルールの番号は `rule`、選べるアクションの場所は `legal_actions` にあります。",
            "en": "`prompt` is what you are asked, `rule` what refuses it; the answers are at `legal_actions`.",
        },
    ),
    "key_reused": ErrorCode(
        422,
        {
            "ja": "この Idempotency-Key は別のリクエストで使われています。",
            "en": "This Idempotency-Key was used for another request.",
        },
        {
            "ja": "一つのキーは一つのリクエストを表します。別のリクエストには新しいキーを使ってください。",
            "en": "A key stands for one request. Take a new one for another.",
        },
    ),
    "bad_setup": ErrorCode(
        422,
        {"ja": "この設定では対戦を始められません。", "en": "The match cannot be started like this."},
        {
            "ja": "誤りはすべて `problems` に、両言語の説明とともに並んでいます。",
            "en": "`problems` lists all faults at once, each with texts in both languages.",
        },
    ),
    "too_busy": ErrorCode(
        503,
        {"ja": "混み合っています。もう一度お試しください。", "en": "The match is too busy. Try again."},
        {
            "ja": "同じリクエストを、同じ `Idempotency-Key` でもう一度送ってください。",
            "en": "Send the same request again, with the same `Idempotency-Key`.",
        },
    ),
}

SENTENCES: dict[str, Names] = {
    "not_your_action": {
        "ja": "検討できるのは自分の合法手だけです。",
        "en": "Only one of your own legal actions can be considered.",
    },
    "unknown_prompt": {
        "ja": "このゲームに `{kind}` という種類の選択はありません。",
        "en": "No prompt of this game is of the kind `{kind}`.",
    },
    "prompt_without_pass": {
        "ja": "`{kind}` の選択では、パスはできません。",
        "en": "Nobody can pass when asked for `{kind}`.",
    },
    "unknown_effect": {
        "ja": "このゲームに `{effect}` という効果はありません。",
        "en": "No effect of this game is called `{effect}`.",
    },
    "no_stream_free": {
        "ja": "今はこれ以上ストリームを開けません。`wait` を付けてイベントを読むか、後でもう一度お試しください。",
        "en": "No more streams can be open now; ask for the events with `wait`, or again later.",
    },
    "no_wait_free": {
        "ja": "新しいイベントはなく、これ以上待つ枠もありません。`Retry-After` の秒数の後にもう一度お試しください。",
        "en": "There is nothing new, and no more readers can wait now; ask again as `Retry-After` says.",
    },
    "not_a_seq": {
        "ja": "Last-Event-ID はイベントの seq です。",
        "en": "A Last-Event-ID is the seq of an event.",
    },
    "not_a_notice_number": {
        "ja": "Last-Event-ID は通知の番号です。",
        "en": "A Last-Event-ID is the number of a notice.",
    },
    "seq_beyond_log": {
        "ja": "この対戦のログはまだそこまで進んでいません。最後のイベントの seq は {version} です（-1 は開始前）。",
        "en": "The log of the match does not reach so far: its last event is {version} (-1 before the start).",
    },
    "wait_needs_key": {
        "ja": "`wait` を付けるときは Idempotency-Key が必要です。接続が切れても同じリクエストを送り直せます。",
        "en": "`wait` needs an Idempotency-Key, so that the request can be sent again if the connection breaks.",
    },
    "unknown_phrase": {
        "ja": "その言葉はありません。`accepted` にある中から選んでください。",
        "en": "There is no such phrase; `accepted` has those there are.",
    },
    "note_too_long": {
        "ja": "`note` は{most}文字までです。",
        "en": "`note` must have at most {most} characters.",
    },
    "no_audit_reason": {
        "ja": "公開されていない対戦の全てを見るには、`reason` に理由を書いてください。"
        "この対戦を見られる人全員に表示されます。",
        "en": "To see everything of a match that is not disclosed, say why in `reason`. Everybody who may see the "
        "match is shown it.",
    },
    "no_reason": {"ja": "`reason` は必須です。", "en": "`reason` must not be empty."},
    "unknown_ruleset_named": {"ja": "そのルールセットはありません。", "en": "There is no such ruleset."},
    "unknown_option_named": {"ja": "そのオプションはありません。", "en": "The ruleset has no such option."},
    "options_not_json": {
        "ja": "`options` はオプション名と値の JSON オブジェクトです。",
        "en": "`options` is a JSON object of values by the names of options.",
    },
    "note_not_readable": {
        "ja": "メモはイベントの番号と{most}文字までの文章です。",
        "en": "A note has the number of an event, and a text of up to {most} characters.",
    },
    "entropy_not_printable": {
        "ja": "`entropy` は印字できる ASCII 文字で{most}文字までです。",
        "en": "`entropy` must be at most {most} printable ASCII characters.",
    },
}

PROBLEMS: dict[str, Names] = {
    "bad_clock": {"ja": "持ち時間の設定が正しくありません：{detail}", "en": "The clock cannot be read: {detail}"},
    "deck_missing": {"ja": "席 {seat} のデッキがありません", "en": "Seat {seat} has no deck"},
    "bot_disabled": {
        "ja": "席 {seat} のボット「{bot}」は現在停止中です",
        "en": "Seat {seat}: the bot {bot} takes no seats now",
    },
    "unknown_bot": {"ja": "席 {seat} のボット「{bot}」はありません", "en": "Seat {seat}: there is no bot {bot}"},
    "bot_declines": {
        "ja": "席 {seat} のボット「{player}」はこの対戦を受け付けません（{reason}）",
        "en": "Seat {seat}: the bot {player} does not accept this match ({reason})",
    },
    "rated_needs_clock": {"ja": "レート戦には持ち時間が必要です", "en": "A rated match has a clock"},
    "rated_is_public": {"ja": "レート戦は公開の対戦に限ります", "en": "A rated match is public"},
    "rated_needs_option_set": {
        "ja": "レート戦のオプションは、名前の付いた組み合わせに限ります",
        "en": "A rated match is played under one of the named option sets",
    },
    "rated_without_house_bots": {
        "ja": "席 {seat}：ハウスボットとの対戦はレート戦になりません",
        "en": "Seat {seat}: matches with house bots are not rated",
    },
    "rated_without_guests": {
        "ja": "席 {seat}：ゲストの対戦はレート戦になりません",
        "en": "Seat {seat}: matches of guests are not rated",
    },
    "rated_one_owner": {
        "ja": "同じ所有者のアカウント同士はレート戦を対戦できません",
        "en": "Accounts of one owner do not play rated matches with each other",
    },
    "unknown_deck": {"ja": "席 {seat} のデッキ「{deck}」はありません", "en": "Seat {seat}: there is no deck {deck}"},
    "unknown_player": {
        "ja": "席 {seat} のプレイヤー「{player}」はいません",
        "en": "Seat {seat}: there is no player {player}",
    },
    "player_unavailable": {
        "ja": "席 {seat} のプレイヤー「{player}」は今、招待を受けられません",
        "en": "Seat {seat}: {player} takes no invitation from you now",
    },
    "seated_twice": {"ja": "席 {seat} のプレイヤーはすでに座っています", "en": "Seat {seat}: the player sits twice"},
}
"""What keeps a match from being set up, where it is not the ruleset that says so."""

EVENTS: dict[str, Names] = {
    "match_started": {"ja": "対戦開始", "en": "The match started"},
    "action_taken": {"ja": "席 {seat} の行動", "en": "Seat {seat} acted"},
    "seat_resigned": {"ja": "席 {seat} が投了した", "en": "Seat {seat} resigned"},
    "clock_expired": {"ja": "持ち時間が切れた", "en": "A clock ran out"},
    "draw_agreed": {"ja": "引き分けに合意した", "en": "A draw was agreed"},
    "match_aborted": {"ja": "対戦は中止された", "en": "The match was aborted"},
}
"""What an event says in a transcript."""

ENDS: dict[str, Names] = {
    "resignation": {"ja": "投了", "en": "Resignation"},
    "timeout": {"ja": "時間切れ", "en": "Out of time"},
    "agreement": {"ja": "合意による引き分け", "en": "Draw by agreement"},
    "aborted": {"ja": "中止", "en": "Aborted"},
}
"""Ends that the service brings about, not the rules."""
DECIDED: dict[str, Names] = {
    "resignation": {"ja": "{losers}が投了した。", "en": "{losers} resigned."},
    "timeout": {"ja": "{losers}の持ち時間が切れた。", "en": "{losers} ran out of time."},
    "agreement": {"ja": "引き分けに合意した。", "en": "The players agreed on a draw."},
    "aborted": {"ja": "対戦は中止された。", "en": "The match was called off."},
}
"""The same as sentences."""
