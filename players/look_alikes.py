"""Characters that look alike, of those that names are made of (names.py). Data.

From `confusables.txt` of Unicode Technical Standard #39 (Unicode 15.1), whose classes are cut down to the alphabets of
names; and the hyphen beside the long vowel mark. The names of players are stored by keys made with it: who changes it
writes a migration that makes the keys anew.
"""

_TABLE = """
-ー一 O0ΟО l1IΙІӀ З3Ӡ б6 AΑА BΒВ CС EΕЕ HΗН JЈ KΚК MΜМ NΝ PΡР SЅ TΤТ XΧХ YΥУҮ ZΖ aαа bЬ cс eеҽ fẝ hһ iıιіӏ jј
oοσо pρр rг sѕ uυ vν xх yγуүỿ ÇҪ ÐĐ ÖŐ ßβ çҫ ĂǍ ăǎ ĔĚ ĕě ĞǦ ğǧ ħћ ĬǏ ĭǐ ĸκк ŎǑ ŏǒ ŢȚ ţț ŬǓ ŭǔ ΓГ ΘθӨ ΛЛ ΠП ΦФ
δẟ εє πп τт φф ЍЙ йѝ ҶӋ ҷӌ ӇӉ ӈӊ く𡿨 へヘ イ亻 エ工 カ力 タ夕 ト卜 ニ二 ノ丿 ハ八 ロ口囗 㖈䎛 㘽㦳 㩁搉 㫚曶
㬵胶 㬺幐 㬻䐠 㮣槩 䀹鿃 䀿晣 䑃朦 䚶訞 併倂 値值 啓啟 土士 塡填 墫壿 媯嬀 帡帲 戶戸 晚晩 朌肦 朏胐 朐胊 朓脁
朘脧 朣膧 杮柿 榝樧 溈潙 研硏 絕絶 胼腁 蒍蔿 蘷虁 訮詽 讆讏 豜豣 赿趆 跥跺 躗躛 軿輧 郎郞 鎭鎮 隷隸 鹂鹃 黑黒
"""
CLASSES = _TABLE.split()
"""The first character of each stands for all."""

SEQUENCES = {"m": "rn", "æ": "ae", "ӕ": "ae", "Æ": "AE", "Ӕ": "AE", "œ": "oe", "Œ": "OE", "Ы": "bl", "Ю": "lO"}
"""One character that looks like several."""
