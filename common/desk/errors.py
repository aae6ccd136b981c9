"""The sentences with which an archive of a desk is refused, and those of its report that no app owns."""

from rules.engine import Names

DESK_FAULTS: dict[str, Names] = {
    # The ZIP file
    "desk_damaged": {
        "ja": "ファイルが壊れているか、ZIPファイルではありません。コピーか書き出しをやり直してください。",
        "en": "The file is damaged, or no ZIP file. Copy or export it again.",
    },
    "desk_file_too_large": {
        "ja": "ファイルの大きさは{size:,}バイトです。取り込めるのは{most:,}バイトまでです。",
        "en": "The file has {size:,} bytes. At most {most:,} are accepted.",
    },
    "desk_too_many_files": {
        "ja": "移行ファイルの中のファイルが多すぎます。",
        "en": "The archive has too many files.",
    },
    "desk_unknown_file": {
        "ja": "移行ファイルに、{name!r}という知らないファイルがあります。入れられるファイル：{known}",
        "en": "The archive has an unknown file {name!r}. It may have: {known}.",
    },
    "desk_file_twice": {"ja": "移行ファイルに{name}が2つあります。", "en": "The archive has {name} twice."},
    "desk_password": {
        "ja": "{name}にパスワードがかかっています。パスワードのないファイルを使ってください。",
        "en": "{name} has a password. Archives without passwords are accepted.",
    },
    "desk_method": {
        "ja": "{name}の圧縮方式がdeflateではありません。",
        "en": "{name} is compressed by a method other than deflate.",
    },
    "desk_bomb": {
        "ja": "{name}は、展開すると{ratio}倍より大きくなります。",
        "en": "{name} would be more than {ratio} times as large when unpacked.",
    },
    "desk_unpacked_too_large": {
        "ja": "展開した移行ファイルの大きさは{size:,}バイトです。取り込めるのは{most:,}バイトまでです。",
        "en": "Unpacked, the archive has {size:,} bytes. At most {most:,} are accepted.",
    },
    "desk_too_many_rows": {
        "ja": "移行ファイルには{rows:,}行あります。取り込めるのは{most:,}行までです。",
        "en": "The archive has {rows:,} rows. At most {most:,} are accepted.",
    },
    # The manifest
    "desk_no_manifest": {
        "ja": "移行ファイルに{manifest}がありません。別の環境で書き出したファイルを選んでください。",
        "en": "The archive has no {manifest}, so it is not an export of a desk.",
    },
    "desk_manifest_too_large": {
        "ja": "{manifest}が{most:,}バイトを超えています。",
        "en": "{manifest} has more than {most:,} bytes.",
    },
    "desk_in_manifest": {"ja": "{manifest}、{at}：{fault}", "en": "{manifest}, {at}: {fault}"},
    "desk_members": {
        "ja": "次のファイルをこの順に書いてください：{files}",
        "en": "It must name these files in this order: {files}.",
    },
    "desk_file_missing": {
        "ja": "{manifest}にある{name}が、移行ファイルにありません。",
        "en": "{name} is missing. {manifest} names it.",
    },
    "desk_other_file": {
        "ja": "{name}の内容が{manifest}の記載と違います。コピーか書き出しをやり直してください。",
        "en": "{name} is not the file that {manifest} describes. Copy or export the archive again.",
    },
    # Lines
    "desk_line": {"ja": "{file}の{line}行目、{at}：{fault}", "en": "{file}, line {line}, {at}: {fault}"},
    "desk_line_too_long": {
        "ja": "{file}の{line}行目：{most:,}バイトを超えています。",
        "en": "{file}, line {line}: It has more than {most:,} bytes.",
    },
    "desk_more_faults": {"ja": "{file}：ほかにも誤りがあります。", "en": "{file}: There are more faults."},
    "desk_accepted": {"ja": "{fault}使える値：{accepted}", "en": "{fault} Accepted: {accepted}"},
    "desk_not_canonical": {
        "ja": "正規形のJSON（RFC 8785）にしてください。キーは整列し、重複や空白は使えません。",
        "en": "It must be canonical JSON (RFC 8785): keys sorted, none twice, and no spaces.",
    },
    "desk_moment": {
        "ja": "{first}年から{last}年までの日時が必要です。",
        "en": "Times from {first} to {last} are accepted.",
    },
    "desk_too_deep": {
        "ja": "入れ子が深すぎます。{most}段まで使えます。",
        "en": "It is nested too deeply. {most} levels are accepted.",
    },
    "desk_decimals": {
        "ja": "小数があります。整数だけが使えます。",
        "en": "It has a number with decimals. Whole numbers are accepted.",
    },
    "desk_number_too_large": {
        "ja": "大きすぎる数があります。2の53乗より小さい整数が使えます。",
        "en": "It has a number that is too large. Whole numbers below 2^53 are accepted.",
    },
    "desk_no_ruleset": {
        "ja": "{ruleset!r}というルールセットはここにありません。あるもの：{known}",
        "en": "There is no ruleset {ruleset!r} here. There are: {known}.",
    },
    "desk_repeated": {
        "ja": "同じ{what}が{first}行目にあります。それぞれ1回だけ使えます。",
        "en": "Line {first} already has this {what}. Each may occur once.",
    },
    # The choice of owners
    "desk_map_lacks": {
        "ja": "対応表に次の名前がありません：{names}。1行ずつ加えてください。新しい名前が空なら、持ち主なしにします。",
        "en": (
            "The list of accounts lacks these names of the archive: {names}. Add a line for each. Leave the new name "
            "empty for no one."
        ),
    },
    "desk_no_account": {
        "ja": "次の名前の有効なアカウントがありません：{names}。先に登録してください。",
        "en": "There is no active account named: {names}. Sign them up first.",
    },
    "desk_and_more": {"ja": "{names}ほか{more}件", "en": "{names} and {more} more"},
    "desk_map_too_large": {
        "ja": "{path}が{most:,}バイトを超えています。",
        "en": "{path} has more than {most:,} bytes.",
    },
    "desk_map_unreadable": {
        "ja": "{path}はUTF-8のCSVファイルではありません：{error}",
        "en": "{path} is no CSV file in UTF-8: {error}.",
    },
    "desk_map_columns": {
        "ja": "{path}の1行目：列は{columns}にしてください。",
        "en": "{path}, line 1: The columns must be {columns}.",
    },
    "desk_map_line": {
        "ja": "{path}の{line}行目：元の名前、コンマ、新しい名前（または空）の順に書いてください。",
        "en": "{path}, line {line}: Write an old name, a comma, and a new name or nothing.",
    },
    "desk_map_twice": {
        "ja": "{path}の{line}行目：{name}は前の行にもあります。元の名前はそれぞれ1回だけ書けます。",
        "en": "{path}, line {line}: {name} has an earlier line. Each old name may occur once.",
    },
    # The work
    "desk_changed_meanwhile": {
        "ja": "その間に同じデータが変更されました。もう一度取り込んでください。（{error}）",
        "en": "Someone changed the same rows meanwhile. Repeat the import. ({error})",
    },
    "desk_failed_twice": {
        "ja": "2回試しましたが、終わりませんでした。manage.py export_deskかimport_deskを使ってください。",
        "en": "A worker tried twice and did not finish. Use manage.py export_desk or import_desk.",
    },
    "desk_not_allowed": {
        "ja": "このアカウントには、もうこの操作の権限がありません。",
        "en": "The account may no longer do this.",
    },
    "desk_export_too_large": {
        "ja": "移行ファイルが{most} MiBを超えました。manage.py export_deskを使ってください。",
        "en": "The archive is larger than {most} MiB. Use manage.py export_desk.",
    },
    "desk_staff": {
        "ja": "持ち主になったスタッフのアカウント：{names}",
        "en": "These staff accounts own something from it: {names}.",
    },
}
WHOLE_LINE: Names = {"ja": "行全体", "en": "the whole line"}
WHOLE_FILE: Names = {"ja": "ファイル全体", "en": "the whole file"}
