"""The codes by which accounts say no, and what exactly is wrong with a name or a password."""

from common.text.errors import ErrorCode
from rules.engine import Names

CODES: dict[str, ErrorCode] = {
    "wrong_credentials": ErrorCode(
        401,
        {"ja": "名前とパスワードが一致しません。", "en": "Name and password do not belong together."},
        {
            "ja": "名前とパスワードを確かめてください。失敗が続くと、しばらく待つ必要があります。",
            "en": "Check name and password; after too many failures one has to wait.",
        },
    ),
    "beyond_token": ErrorCode(
        403,
        {
            "ja": "このトークンより多くのことができるトークンは扱えません。",
            "en": "No token makes or revokes one that may do more than itself.",
        },
        {
            "ja": "すべてのスコープを持つトークンか、ウェブページを使ってください。",
            "en": "Use a token with all the scopes in question, or the page for tokens.",
        },
    ),
    "link_over": ErrorCode(
        400,
        {"ja": "このリンクは無効です。", "en": "This link holds no longer."},
        {"ja": "もう一度メールを送らせてください。", "en": "Have another mail sent."},
    ),
    "too_many_tokens": ErrorCode(
        409,
        {"ja": "トークンが多すぎます。", "en": "There are too many tokens."},
        {
            "ja": "使わないトークンを取り消してください。上限は `most` にあります。",
            "en": "Revoke those that nothing uses; `most` says how many there may be.",
        },
    ),
    "guest_not_allowed": ErrorCode(
        403,
        {"ja": "ゲストにはできません。", "en": "Guests cannot do this."},
        {
            "ja": "アカウントのページで名前とパスワードを選ぶと、ふつうのアカウントになります。",
            "en": "Choose a name and a password on the page of your account: it is then one like any other.",
        },
    ),
    "staff_account": ErrorCode(
        409,
        {"ja": "スタッフのアカウントは削除できません。", "en": "An account of the staff cannot be deleted."},
        {
            "ja": "管理者がスタッフの権限を外してから削除してください。",
            "en": "Have those who manage the accounts take it off the staff first.",
        },
    ),
    "name_taken": ErrorCode(
        409,
        {
            "ja": "その名前か、見分けにくい名前が使われています。",
            "en": "Somebody else has this name, or one that looks like it.",
        },
        {
            "ja": "別の名前を選んでください。大文字と小文字、見た目の似た文字は区別されません。",
            "en": "Choose another name; upper and lower case, and letters that look alike, make no difference.",
        },
    ),
}

SENTENCES: dict[str, Names] = {
    "name_not_normal": {
        "ja": "全角英数字などは名前に使えません。{name} と書いてください。",
        "en": "Full-width letters and the like are not used in names: write {name}.",
    },
    "name_character": {
        "ja": (
            "{character} は名前に使えません。使えるのは、ラテン文字・日本語・韓国語・キリル文字・ギリシャ文字、"
            "数字の 0～9、記号の @ . + - _ です。"
        ),
        "en": (
            "{character} cannot be in a name. Names are made of Latin, Japanese, Korean, Cyrillic or Greek "
            "letters, the digits 0 to 9, and @ . + - _"
        ),
    },
    "name_without_letter": {
        "ja": "名前には文字か数字が必要です。",
        "en": "A name has a letter or a digit.",
    },
    "name_of_several_scripts": {
        "ja": "1つの名前に使える文字体系は1つです。ラテン文字だけは、日本語または韓国語の文字と一緒に使えます。",
        "en": "The letters of a name are of one script; only Latin letters may stand beside Japanese or Korean ones.",
    },
    "token_scopes_beyond": {
        "ja": "このトークンのスコープは {scopes} だけです。",
        "en": "The scopes of this token are {scopes}.",
    },
    "token_outlasts": {
        "ja": "このトークンより長く有効なトークンは作れません。",
        "en": "The new token would last longer than this one.",
    },
    "password_not_allowed": {"ja": "{reason}", "en": "{reason}"},
}
"""The `reason` of a password is what Django's validators say, in both languages."""
