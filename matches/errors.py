"""The error codes of matches with their texts, and texts for faults of requests, events and endings."""

from common.text.errors import ErrorCode
from rules.engine import Names

CODES: dict[str, ErrorCode] = {
    "malformed_action": ErrorCode(
        400,
        {"ja": "アクションを読み取れません。", "en": "The action can't be read."},
        {
            "ja": "`errors`に誤りのある項目が示されています。合法手の1つをそのまま送ってください。",
            "en": "`errors` shows which field is wrong. Send one of the legal actions unchanged.",
        },
    ),
    "unknown_version": ErrorCode(
        400,
        {"ja": "この対戦にそのバージョンはありません。", "en": "The match has no such version."},
        {
            "ja": "最新のバージョンは`version`です。受け取ったことのあるバージョンを送ってください。",
            "en": "`version` is the latest one. Send a version that you have received.",
        },
    ),
    "rated_one_owner": ErrorCode(
        409,
        {
            "ja": "同じ所有者のアカウント同士は、レート戦で対戦できません。",
            "en": "Two accounts with the same owner can't play each other in a rated match.",
        },
        {"ja": "レート戦ではない対戦にしてください。", "en": "Play an unrated match instead."},
    ),
    "has_played": ErrorCode(
        409,
        {
            "ja": "すでに対戦したアカウントは、ボットアカウントにできません。",
            "en": "This account has already played a match, so it can't become a bot account.",
        },
        {
            "ja": "新しいアカウントを作り、最初の対戦の前にボットとして登録してください。",
            "en": "Create a new account and declare it before its first match.",
        },
    ),
    "already_declared": ErrorCode(
        409,
        {"ja": "このアカウントはすでにボットアカウントです。", "en": "This account is already a bot account."},
        {
            "ja": "変更するには`PUT bot-accounts/{id}`を使ってください。",
            "en": "Change it with `PUT bot-accounts/{id}`.",
        },
    ),
    "too_many_webhooks": ErrorCode(
        409,
        {"ja": "これ以上Webhookを作れません。", "en": "You can't have more webhooks."},
        {
            "ja": "上限は`most`です。使わなくなったWebhookを削除してください。",
            "en": "`most` is the limit. Delete a webhook you no longer use.",
        },
    ),
    "webhook_off": ErrorCode(
        409,
        {"ja": "このWebhookは有効ではありません。", "en": "This webhook is not active."},
        {
            "ja": "受信側がチャレンジに答えられるようにしてから、`POST me/webhooks/{id}/test`を送ってください。",
            "en": "Make sure that the receiver can answer the challenge, then send `POST me/webhooks/{id}/test`.",
        },
    ),
    "wrong_bot_token": ErrorCode(
        422,
        {
            "ja": "`token`には、あなたではなくボットアカウントのトークンが必要です。",
            "en": "`token` must belong to the bot account, not to you.",
        },
        {
            "ja": "そのアカウントでログインし、スコープ`bot`のトークンを作って送ってください。",
            "en": "Sign in as that account, create a token with the scope `bot` and send it.",
        },
    ),
    "too_many_bots": ErrorCode(
        409,
        {"ja": "これ以上ボットアカウントを持てません。", "en": "You can't have more bot accounts."},
        {
            "ja": "上限は`most`です。すでにあるボットアカウントを使ってください。",
            "en": "`most` is the limit. Use one of the bot accounts you have.",
        },
    ),
    "league_match": ErrorCode(
        409,
        {
            "ja": "リーグの対戦では、退席、中止、合意による引き分けはできません。",
            "en": "Players can't leave or abort a league match, or agree to a draw in it.",
        },
        {
            "ja": "対戦を続けるか、投了してください。中止できるのは運営者だけです。",
            "en": "Play on, or resign. Only an operator can abort it.",
        },
    ),
    "league_deck": ErrorCode(
        409,
        {
            "ja": "リーグの対戦では、参加したときのデッキを使います。",
            "en": "In a league match you play the deck you entered with.",
        },
        {"ja": "`deck`なしで参加してください。", "en": "Join without `deck`."},
    ),
    "call_missed": ErrorCode(
        409,
        {"ja": "回答が間に合わず、席を失いました。", "en": "You answered too late and lost the seat."},
        {
            "ja": "次は`answer_by`までに参加してください。3回続けて応じないと、アカウントは休止になります。",
            "en": "Next time, join before `answer_by`. Missing three calls in a row pauses your account.",
        },
    ),
    "account_paused": ErrorCode(
        409,
        {
            "ja": "呼び出しに3回続けて応じなかったため、アカウントは休止中です。",
            "en": "Your account is paused because you missed three calls in a row to join a match.",
        },
        {
            "ja": "休止は`until`に終わります。開始から10分が過ぎれば、`DELETE me/pause`で終えられます。",
            "en": "The pause ends at `until`. After its first ten minutes you can end it with `DELETE me/pause`.",
        },
    ),
    "pause_too_new": ErrorCode(
        409,
        {
            "ja": "まだ休止を終えられません。",
            "en": "You can't end the pause yet.",
        },
        {
            "ja": "休止は10分以上続きます。`until`以降にもう一度お試しください。",
            "en": "A pause lasts at least ten minutes. Try again at `until`.",
        },
    ),
    "already_waiting": ErrorCode(
        409,
        {"ja": "すでに対戦相手を待っています。", "en": "You are already waiting for an opponent."},
        {
            "ja": "`GET pairing-requests`で確認できます。別の対戦を希望する場合は、先に取り下げてください。",
            "en": "Find your request with `GET pairing-requests`. Withdraw it before you post another.",
        },
    ),
    "not_your_challenge": ErrorCode(
        403,
        {
            "ja": "この操作ができるのは相手だけです。",
            "en": "Only the other player can do this.",
        },
        {
            "ja": "承諾と辞退は挑戦された側、取り下げは挑戦した側が行います。",
            "en": "The challenged player accepts or declines; the challenger withdraws.",
        },
    ),
    "player_unavailable": ErrorCode(
        409,
        {"ja": "このプレイヤーは今、対戦に応じられません。", "en": "This player isn't available right now."},
        {
            "ja": "あとでもう一度試すか、別のプレイヤーを選んでください。",
            "en": "Try again later, or choose another player.",
        },
    ),
    "already_challenged": ErrorCode(
        409,
        {"ja": "このプレイヤーにはすでに挑戦しています。", "en": "You have already challenged this player."},
        {
            "ja": "回答を待つか、先に挑戦を取り下げてください。",
            "en": "Wait for the answer, or withdraw the challenge first.",
        },
    ),
    "too_many_blocks": ErrorCode(
        409,
        {"ja": "これ以上プレイヤーをブロックできません。", "en": "You can't block more players."},
        {
            "ja": "上限は`most`です。先にだれかのブロックを解除してください。",
            "en": "`most` is the limit. Unblock someone first.",
        },
    ),
    "too_many_challenges": ErrorCode(
        409,
        {"ja": "回答待ちの挑戦が多すぎます。", "en": "You have too many open challenges."},
        {
            "ja": "上限は`most`です。どれかを取り下げるか、回答を待ってください。1つは`until`の時刻に期限が切れます。",
            "en": "`most` is the limit. Withdraw one, or wait. One of them expires at `until`.",
        },
    ),
    "challenge_over": ErrorCode(
        409,
        {"ja": "この挑戦はすでに終わっています。", "en": "This challenge is no longer open."},
        {
            "ja": "承諾、辞退、取り下げ、期限切れのどれになったかは`status_now`で分かります。",
            "en": "`status_now` says whether it was accepted, declined or withdrawn, or has expired.",
        },
    ),
    "no_rematch": ErrorCode(
        409,
        {"ja": "この対戦の再戦は申し込めません。", "en": "You can't ask for a rematch of this match."},
        {
            "ja": (
                "アカウント同士の対戦なら再戦できます。ハウスボットとの対戦は、隠された情報の公開後なら再戦できます。"
                "新しい対戦を開いてください。"
            ),
            "en": (
                "You can ask for a rematch after a match between two accounts. You can also ask after a match with "
                "house bots, once its hidden information is shown. Otherwise open a new match."
            ),
        },
    ),
    "too_many_notes": ErrorCode(
        409,
        {"ja": "この対戦にこれ以上メモを付けられません。", "en": "You can't add more notes to this match."},
        {"ja": "上限は`most`です。先にどれかを削除してください。", "en": "`most` is the limit. Delete a note first."},
    ),
    "nothing_to_continue": ErrorCode(
        409,
        {"ja": "このイベントからは続けられません。", "en": "You can't continue from this event."},
        {
            "ja": "`seq`には、対戦が終わる前のイベントを指定してください。取り込んだ対戦は続けられません。",
            "en": "Set `seq` to an event before the end of the match. Imported matches can't be continued.",
        },
    ),
    "continued_too_often": ErrorCode(
        409,
        {"ja": "この練習対戦は、これ以上続けられません。", "en": "This practice match can't be continued any further."},
        {
            "ja": "続けられるのは`most`回までです。もっと前の対戦に戻って、そこから続けてください。",
            "en": (
                "You can continue at most `most` times in a row. Go back to an earlier match and continue from there."
            ),
        },
    ),
    "too_many_matches": ErrorCode(
        409,
        {
            "ja": "開始待ちまたは進行中の対戦が多すぎます。",
            "en": "You have too many open or running matches.",
        },
        {
            "ja": "上限は`most`です。対戦を終えるか、ロビーを閉じてください。",
            "en": "`most` is the limit. Finish a match, or close a lobby.",
        },
    ),
    "not_your_seat": ErrorCode(
        403,
        {"ja": "あなたはこの対戦のプレイヤーではありません。", "en": "You are not a player in this match."},
        {
            "ja": "この操作ができるのは、この対戦の席に着いているプレイヤーだけです。",
            "en": "Only players with a seat in the match can do this.",
        },
    ),
    "match_not_started": ErrorCode(
        409,
        {"ja": "対戦はまだ始まっていません。", "en": "The match hasn't started yet."},
        {"ja": "すべてのプレイヤーの準備が整うまでお待ちください。", "en": "Wait until every player is ready."},
    ),
    "match_started": ErrorCode(
        409,
        {"ja": "対戦はすでに始まっています。", "en": "The match has already started."},
        {
            "ja": "参加と退席ができるのは開始前だけです。開始後は、投了するか、全員の同意で中止できます。",
            "en": (
                "Players can join and leave only before the start. Now you can only resign, or abort if every player "
                "agrees."
            ),
        },
    ),
    "match_over": ErrorCode(
        409,
        {"ja": "対戦は終了しています。", "en": "The match is over."},
        {
            "ja": (
                "最後のイベントは`version`です。アクションを送った場合は、その後のイベントが`events`に、"
                "結果が`now`にあります。"
            ),
            "en": (
                "`version` is its last event. If you sent an action, `events` shows what has happened since, and "
                "`now` shows the result."
            ),
        },
    ),
    "draw_offered_already": ErrorCode(
        409,
        {"ja": "すでに引き分けを申し込んでいます。", "en": "You have already offered a draw."},
        {
            "ja": "次に申し込めるのは、自分が一度行動した後です。",
            "en": "You can offer another after your next action.",
        },
    ),
    "too_many_phrases": ErrorCode(
        409,
        {"ja": "この対戦では、もう定型文を送れません。", "en": "You can't send more phrases in this match."},
        {"ja": "上限は1つの対戦につき`most`回です。", "en": "`most` is the limit for one match."},
    ),
    "no_draw_offered": ErrorCode(
        409,
        {"ja": "引き分けは申し込まれていません。", "en": "No one has offered you a draw."},
        {
            "ja": "申し込みは、受けた側が断るか行動するとなくなります。今の申し込みは`draw_offers`で分かります。",
            "en": "An offer ends when the player who got it declines or acts. `draw_offers` shows the open ones.",
        },
    ),
    "match_not_over": ErrorCode(
        409,
        {"ja": "対戦はまだ終わっていません。", "en": "The match isn't over yet."},
        {
            "ja": "この操作は対戦が終わってからできます。終了後にもう一度お試しください。",
            "en": "This is possible only after the match. Try again when it is over.",
        },
    ),
    "not_disclosed": ErrorCode(
        409,
        {
            "ja": "対戦が中止されたため、隠されていた情報は公開されません。",
            "en": "The match was aborted, so its hidden information stays hidden.",
        },
        {
            "ja": "自分の席の視点か、観戦者の視点で読み取ってください。",
            "en": "Ask for your own seat's view, or for the public view.",
        },
    ),
    "deal_not_closed": ErrorCode(
        409,
        {
            "ja": "同じディールの別の対戦が、まだ終わっていません。",
            "en": "Another match with the same deal is still being played.",
        },
        {
            "ja": "隠された情報は、同じディールの対戦がすべて終わると公開されます。その後でもう一度お試しください。",
            "en": "Hidden information is shown when all matches with this deal are over. Try again then.",
        },
    ),
    "stale_version": ErrorCode(
        409,
        {
            "ja": "選択が届く前に局面が変わりました。読み込み直して、もう一度選んでください。",
            "en": "The position changed before your move arrived. Reload and choose again.",
        },
        {
            "ja": "その後のイベントは`events`に、今できることは`now`にあります。",
            "en": "`events` shows what has happened since, and `now` shows what you can do.",
        },
    ),
    "not_asked": ErrorCode(
        409,
        {"ja": "あなたの番ではありません。", "en": "It isn't your turn."},
        {
            "ja": "自分の番を待ってください。今がだれの番かは`now`に、その後のイベントは`events`にあります。",
            "en": "Wait for your turn. `now` shows who must act, and `events` shows what has happened since.",
        },
    ),
    "seat_taken": ErrorCode(
        409,
        {"ja": "空いている席がありません。", "en": "There is no free seat for you."},
        {"ja": "席の空いている別の対戦を探してください。", "en": "Look for another match with a free seat."},
    ),
    "already_seated": ErrorCode(
        409,
        {"ja": "すでにこの対戦に参加しています。", "en": "You have already joined this match."},
        {
            "ja": "準備はできています。対戦が始まるまでお待ちください。",
            "en": "You are ready. Wait for the match to start.",
        },
    ),
    "illegal_action": ErrorCode(
        422,
        {"ja": "そのアクションは、今は選べません。", "en": "This action is not legal now."},
        {
            "ja": (
                "`legal_actions`のアドレスにあるアクションから選んでください。今の選択は`prompt`に、"
                "当てはまるルールの番号は`rule`にあります。"
            ),
            "en": (
                "Choose one of the actions listed at `legal_actions`. `prompt` is the decision you face, and `rule` "
                "is the number of the rule that applies."
            ),
        },
    ),
    "key_reused": ErrorCode(
        422,
        {
            "ja": "このIdempotency-Keyは、別のリクエストですでに使われています。",
            "en": "This Idempotency-Key was already used for a different request.",
        },
        {
            "ja": "新しいキーを使ってください。同じキーは、同じリクエストを送り直すときにだけ使います。",
            "en": "Use a new key. Send a key again only with exactly the same request.",
        },
    ),
    "bad_setup": ErrorCode(
        422,
        {"ja": "この設定では対戦を始められません。", "en": "The match can't start with this setup."},
        {
            "ja": "誤りはすべて`problems`に、日本語と英語で示されています。直してからもう一度送ってください。",
            "en": "`problems` lists everything that is wrong, in both languages. Correct it and try again.",
        },
    ),
    "too_busy": ErrorCode(
        503,
        {"ja": "混み合っています。もう一度お試しください。", "en": "The service is busy. Try again."},
        {
            "ja": "同じリクエストを、同じ`Idempotency-Key`でもう一度送ってください。",
            "en": "Send the same request again, with the same `Idempotency-Key`.",
        },
    ),
}

SENTENCES: dict[str, Names] = {
    "webhook_url_unreadable": {
        "ja": "`https://host/path`の形のURLが必要です。使えるのはASCII文字だけで、ユーザー名や`#`は使えません。",
        "en": "This must be a URL such as `https://host/path`: ASCII only, without a user name or `#`.",
    },
    "webhook_url_not_https": {"ja": "URLは`https://`で始めてください。", "en": "The URL must start with `https://`."},
    "webhook_url_not_public": {
        "ja": "このホストはインターネット上のものではありません。公開されたホスト名かアドレスを使ってください。",
        "en": "This host is not on the public internet. Use a public host name or address.",
    },
    "webhook_url_port": {
        "ja": "使えるポートは443と、{port}以上です。",
        "en": "The port must be 443, or {port} or higher.",
    },
    "unknown_webhook_type": {
        "ja": "「{type}」という種類のメッセージはありません。",
        "en": "There are no messages of the type {type}.",
    },
    "no_player_of_this_name": {
        "ja": "この名前のプレイヤーはいません。名前を確かめてください。",
        "en": "There is no player with this name. Check the name.",
    },
    "not_your_action": {
        "ja": "検討できるのは自分の合法手だけです。",
        "en": "You can analyse only your own legal actions.",
    },
    "unknown_prompt": {
        "ja": "このゲームに`{kind}`という種類の選択はありません。",
        "en": "This game has no prompt of the kind `{kind}`.",
    },
    "prompt_without_pass": {
        "ja": "`{kind}`の選択ではパスできません。",
        "en": "You can't pass when asked for `{kind}`.",
    },
    "unknown_effect": {
        "ja": "このゲームに`{effect}`という効果はありません。",
        "en": "This game has no effect called `{effect}`.",
    },
    "no_stream_free": {
        "ja": "今はこれ以上ストリームを開けません。`wait`を付けてイベントを読むか、あとでもう一度お試しください。",
        "en": "No more streams can be opened now. Read the events with `wait`, or try again later.",
    },
    "no_wait_free": {
        "ja": (
            "新しいイベントはありません。待機中のリクエストも上限に達しています。`Retry-After`の秒数だけ待って、"
            "もう一度お試しください。"
        ),
        "en": "There is nothing new, and too many requests are already waiting. Try again after `Retry-After` seconds.",
    },
    "not_a_seq": {
        "ja": "Last-Event-IDには、イベントの`seq`を入れてください。",
        "en": "Last-Event-ID must be the `seq` of an event.",
    },
    "not_a_notice_number": {
        "ja": "Last-Event-IDには、通知の番号を入れてください。",
        "en": "Last-Event-ID must be the number of a notice.",
    },
    "seq_beyond_log": {
        "ja": "この対戦はまだそのイベントに達していません。最後のイベントは{version}です（-1は開始前）。",
        "en": "The match hasn't reached this event. Its last event is {version} (-1 before the start).",
    },
    "wait_needs_key": {
        "ja": "`wait`を付けるときは、Idempotency-Keyが必要です。接続が切れても、同じリクエストを送り直せます。",
        "en": "Send an Idempotency-Key with `wait`, so you can repeat the request if the connection breaks.",
    },
    "unknown_phrase": {
        "ja": "その定型文はありません。`accepted`から選んでください。",
        "en": "There is no such phrase. Choose one from `accepted`.",
    },
    "note_too_long": {
        "ja": "`note`は{most}文字までです。",
        "en": "`note` can have at most {most} characters.",
    },
    "no_audit_reason": {
        "ja": (
            "隠されている情報を見るには、`reason`に理由を書いてください。理由は、"
            "この対戦を見られる人全員に表示されます。"
        ),
        "en": "To see hidden information, give a reason in `reason`. Everyone who can see the match will read it.",
    },
    "no_reason": {"ja": "`reason`に理由を書いてください。", "en": "Give a reason in `reason`."},
    "unknown_ruleset_named": {
        "ja": "そのルールセットはありません。`accepted`から選んでください。",
        "en": "There is no such ruleset. Choose one from `accepted`.",
    },
    "unknown_option_named": {
        "ja": "そのオプションはありません。このルールセットのオプションは`accepted`にあります。",
        "en": "The ruleset has no such option. `accepted` lists its options.",
    },
    "options_not_json": {
        "ja": "`options`は、オプション名と値のJSONオブジェクトにしてください。",
        "en": "`options` must be a JSON object with option names and their values.",
    },
    "note_not_readable": {
        "ja": "メモには、イベントの番号と{most}文字までの文章が必要です。",
        "en": "A note needs the number of an event and a text of up to {most} characters.",
    },
    "entropy_not_printable": {
        "ja": "`entropy`は、印字可能なASCII文字で{most}文字までです。",
        "en": "`entropy` can have at most {most} characters, all of them printable ASCII.",
    },
}

PROBLEMS: dict[str, Names] = {
    "bad_clock": {"ja": "持ち時間の設定が正しくありません：{detail}", "en": "The clock is invalid: {detail}"},
    "deck_missing": {
        "ja": "席{seat}のデッキがありません。デッキを選んでください。",
        "en": "Seat {seat} has no deck. Choose one.",
    },
    "bot_disabled": {
        "ja": "席{seat}のボット「{bot}」は現在停止中です。別のボットを選んでください。",
        "en": "Seat {seat}: the bot {bot} is not available right now. Choose another.",
    },
    "unknown_bot": {
        "ja": "席{seat}のボット「{bot}」はありません。使えるボットを選んでください。",
        "en": "Seat {seat}: there is no bot {bot}. Choose one of the available bots.",
    },
    "bot_declines": {
        "ja": "席{seat}のボット「{player}」はこの対戦を受け付けません（{reason}）。",
        "en": "Seat {seat}: the bot {player} doesn't accept this match ({reason}).",
    },
    "rated_needs_clock": {
        "ja": "レート戦には持ち時間が必要です。",
        "en": "A rated match needs a clock. Set one.",
    },
    "rated_is_public": {"ja": "レート戦は公開の対戦に限ります。", "en": "A rated match must be public."},
    "rated_needs_option_set": {
        "ja": "レート戦では、名前のあるオプションの組を1つ選んでください。",
        "en": "A rated match must use one of the named option sets.",
    },
    "rated_without_house_bots": {
        "ja": "席{seat}：ハウスボットとの対戦はレート戦にできません。",
        "en": "Seat {seat}: house bots don't play rated matches.",
    },
    "rated_without_guests": {
        "ja": "席{seat}：ゲストの対戦はレート戦にできません。",
        "en": "Seat {seat}: guests don't play rated matches.",
    },
    "rated_one_owner": {
        "ja": "同じ所有者のアカウント同士は、レート戦で対戦できません。",
        "en": "Two accounts with the same owner can't play each other in a rated match.",
    },
    "unknown_deck": {
        "ja": "席{seat}のデッキ「{deck}」はありません。自分のデッキかスターターデッキを選んでください。",
        "en": "Seat {seat}: there is no deck {deck}. Choose one of your decks, or a starter deck.",
    },
    "unknown_player": {
        "ja": "席{seat}のプレイヤー「{player}」はいません。名前を確かめてください。",
        "en": "Seat {seat}: there is no player called {player}. Check the name.",
    },
    "player_unavailable": {
        "ja": "席{seat}のプレイヤー「{player}」は今、招待を受けられません。",
        "en": "Seat {seat}: {player} can't be invited right now.",
    },
    "seated_twice": {
        "ja": "席{seat}のプレイヤーはすでに別の席に着いています。",
        "en": "Seat {seat}: this player already has a seat.",
    },
}
"""Problems with the setup of a match, besides those that the ruleset finds."""

EVENTS: dict[str, Names] = {
    "match_started": {"ja": "対戦が始まった。", "en": "The match started."},
    "action_taken": {"ja": "{seat}が行動した。", "en": "{seat} acted."},
    "seat_resigned": {"ja": "{seat}が投了した。", "en": "{seat} resigned."},
    "clock_expired": {"ja": "持ち時間が切れた。", "en": "A clock ran out."},
    "draw_agreed": {"ja": "引き分けに合意した。", "en": "The players agreed to a draw."},
    "match_aborted": {"ja": "対戦は中止された。", "en": "The match was aborted."},
}
"""The sentence for an event in a transcript."""

ENDS: dict[str, Names] = {
    "resignation": {"ja": "投了", "en": "Resignation"},
    "timeout": {"ja": "時間切れ", "en": "Out of time"},
    "agreement": {"ja": "合意による引き分け", "en": "Draw by agreement"},
    "aborted": {"ja": "中止", "en": "Aborted"},
}
"""Labels of the end reasons that come from the service, not from the rules."""
DECIDED: dict[str, Names] = {
    "resignation": {"ja": "{losers}が投了した。", "en": "{losers} resigned."},
    "timeout": {"ja": "{losers}の持ち時間が切れた。", "en": "{losers} ran out of time."},
    "agreement": {"ja": "引き分けに合意した。", "en": "The players agreed to a draw."},
    "aborted": {"ja": "対戦は中止された。", "en": "The match was aborted."},
}
"""The same end reasons as sentences."""
