"""The error codes of accounts, and the faults of names and passwords."""

from common.text.errors import ErrorCode
from rules.engine import Names

CODES: dict[str, ErrorCode] = {
    "wrong_credentials": ErrorCode(
        401,
        {"ja": "名前またはパスワードが違います。", "en": "Wrong name or password."},
        {
            "ja": "名前とパスワードを確かめて、もう一度お試しください。失敗が続くと、しばらく待つ必要があります。",
            "en": "Check both and try again. After too many failures you have to wait.",
        },
    ),
    "beyond_token": ErrorCode(
        403,
        {
            "ja": "このトークンより強い権限を持つトークンは、作成も取り消しもできません。",
            "en": "A token can't create or revoke a token with more rights than its own.",
        },
        {
            "ja": "必要な権限を持つトークンか、アカウントのトークンのページを使ってください。",
            "en": "Use a token with enough rights, or the tokens page of your account.",
        },
    ),
    "link_over": ErrorCode(
        400,
        {"ja": "このリンクは無効です。", "en": "This link is no longer valid."},
        {
            "ja": "もう一度メールを請求し、届いた新しいリンクを開いてください。",
            "en": "Request a new email and open its link.",
        },
    ),
    "too_many_tokens": ErrorCode(
        409,
        {"ja": "これ以上トークンを作れません。", "en": "You can't have more tokens."},
        {
            "ja": "上限は`most`です。使わなくなったトークンを取り消してください。",
            "en": "`most` is the limit. Revoke a token you no longer use.",
        },
    ),
    "guest_not_allowed": ErrorCode(
        403,
        {"ja": "ゲストはこの操作ができません。", "en": "Guests can't do this."},
        {
            "ja": "アカウントのページで名前とパスワードを決めると、通常のアカウントになります。",
            "en": "Choose a name and a password on your account page to get a full account.",
        },
    ),
    "staff_account": ErrorCode(
        409,
        {"ja": "スタッフのアカウントは削除できません。", "en": "A staff account can't be deleted."},
        {
            "ja": "先に、管理者にスタッフの権限を外してもらってください。",
            "en": "Ask an administrator to remove your staff status first.",
        },
    ),
    "name_taken": ErrorCode(
        409,
        {
            "ja": "その名前か、よく似た名前がすでに使われています。",
            "en": "This name, or one that looks like it, is already taken.",
        },
        {
            "ja": "別の名前を選んでください。大文字と小文字、見た目の似た文字は区別されません。",
            "en": "Choose another name. Upper and lower case, and letters that look alike, count as the same.",
        },
    ),
}

SENTENCES: dict[str, Names] = {
    "name_not_normal": {
        "ja": "全角英数字などは名前に使えません。{name}と書いてください。",
        "en": "Names can't contain full-width letters or similar forms. Write {name}.",
    },
    "name_character": {
        "ja": (
            "{character}は名前に使えません。使えるのは、ラテン文字、日本語、韓国語、キリル文字、ギリシャ文字、"
            "数字の0～9、記号の @ . + - _ です。"
        ),
        "en": (
            "{character} can't be used in a name. Use Latin, Japanese, Korean, Cyrillic or Greek letters, the "
            "digits 0 to 9, and @ . + - _"
        ),
    },
    "name_without_letter": {
        "ja": "名前には文字か数字が必要です。",
        "en": "A name needs a letter or a digit.",
    },
    "name_of_several_scripts": {
        "ja": "1つの名前に使える文字体系は1つです。ラテン文字だけは、日本語または韓国語の文字と一緒に使えます。",
        "en": "A name must use one script only. Only Latin letters can be mixed with Japanese or Korean ones.",
    },
    "token_scopes_beyond": {
        "ja": "このトークンのスコープは{scopes}だけです。",
        "en": "This token has only these scopes: {scopes}.",
    },
    "token_outlasts": {
        "ja": "このトークンより長く有効なトークンは作れません。指定できる日数は`accepted`にあります。",
        "en": "The new token can't last longer than this one. `accepted` shows how many days are possible.",
    },
    "token_of_app": {
        "ja": "これはアプリに発行されたトークンなので、新しいトークンは作れません。",
        "en": "This token was issued to an app. Tokens of apps can't create tokens.",
    },
    "password_not_allowed": {"ja": "{reason}", "en": "{reason}"},
}
"""Details of faults. The `reason` of a password fault is the message of Django's validators, in both languages."""
