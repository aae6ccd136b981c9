"""The table of rights over the API. `test_authorisation.py` tries every cell.

A heading names operations, with a query if it matters. The lines below have `who | which | answer`; the first line that
fits counts. `*` is everyone, or everything. An answer is a status, and for a refusal also its code.

Staff have these rights. Auditors and superusers find private matches, and read everything of live ones on record.
League operators find matches that one of them has hidden. Some staff import matches for others to see. Deck managers
and superusers import deck files. Apart from that, deck managers and league operators are tried as strangers, and
superusers as auditors.
"""

from collections.abc import Iterator

ALIKE = {"deck_manager": "stranger", "operator": "stranger", "superuser": "auditor"}
"""Person -> the person whose lines count if the table has no line for them."""

MATCHES = """
read_match  list_events  list_events?as=public
    *                                    | *                | 200

stream_events
    *                                    | closed           | 204
    *                                    | *                | 200

read_view  read_view?as=public  read_past_view  read_past_view?as=public  read_transcript  read_transcript?as=public
export_match  export_match?as=public  analyse_match
    *                                    | lobby            | 409 match_not_started
    *                                    | closed           | 409 match_over
    *                                    | *                | 200

read_inclusion
    *                                    | lobby            | 409 match_not_started
    *                                    | closed           | 409 match_over
    *                                    | playing          | 409 match_not_over
    *                                    | *                | 200

read_scorecard
    *                                    | lobby            | 409 match_not_started
    *                                    | closed           | 409 match_over
    *                                    | playing          | 409 match_not_over
    *                                    | aborted          | 409 not_disclosed
    *                                    | withheld         | 409 deal_not_closed
    *                                    | *                | 200

list_events?as=seat
    player opponent                      | *                | 200
    *                                    | *                | 403 not_your_seat

stream_events?as=seat
    player opponent                      | closed           | 204
    player opponent                      | *                | 200
    *                                    | *                | 403 not_your_seat

read_view?as=seat
    player opponent                      | lobby            | 409 match_not_started
    player opponent                      | closed           | 409 match_over
    player opponent                      | *                | 200
    *                                    | *                | 403 not_your_seat

read_past_view?as=seat  read_transcript?as=seat  export_match?as=seat
    *                                    | lobby            | 409 match_not_started
    *                                    | closed           | 409 match_over
    player opponent                      | *                | 200
    *                                    | *                | 403 not_your_seat

list_events?as=1
    opponent                             | *                | 200
    *                                    | over imported    | 200
    *                                    | closed aborted   | 409 not_disclosed
    *                                    | withheld         | 409 deal_not_closed
    *                                    | *                | 409 match_not_over

read_view?as=1
    opponent                             | lobby            | 409 match_not_started
    opponent                             | closed           | 409 match_over
    opponent                             | *                | 200
    *                                    | over imported    | 200
    *                                    | closed aborted   | 409 not_disclosed
    *                                    | withheld         | 409 deal_not_closed
    *                                    | *                | 409 match_not_over

read_past_view?as=1  read_transcript?as=1  export_match?as=1
    *                                    | lobby            | 409 match_not_started
    *                                    | closed           | 409 match_over
    opponent                             | *                | 200
    *                                    | over imported    | 200
    *                                    | closed aborted   | 409 not_disclosed
    *                                    | withheld         | 409 deal_not_closed
    *                                    | *                | 409 match_not_over

list_events?as=audit&reason=check
    *                                    | over imported    | 200
    seated_auditor                       | *                | 403 not_allowed
    auditor                              | *                | 200
    *                                    | closed aborted   | 409 not_disclosed
    *                                    | withheld         | 409 deal_not_closed
    *                                    | *                | 409 match_not_over

read_view?as=audit&reason=check
    *                                    | over imported    | 200
    seated_auditor                       | *                | 403 not_allowed
    auditor                              | lobby            | 409 match_not_started
    auditor                              | closed           | 409 match_over
    auditor                              | *                | 200
    *                                    | closed aborted   | 409 not_disclosed
    *                                    | withheld         | 409 deal_not_closed
    *                                    | *                | 409 match_not_over

read_past_view?as=audit&reason=check  read_transcript?as=audit&reason=check  export_match?as=audit&reason=check
    *                                    | lobby            | 409 match_not_started
    *                                    | closed           | 409 match_over
    *                                    | over imported    | 200
    seated_auditor                       | *                | 403 not_allowed
    auditor                              | *                | 200
    *                                    | closed aborted   | 409 not_disclosed
    *                                    | withheld         | 409 deal_not_closed
    *                                    | *                | 409 match_not_over

join_match
    anonymous                            | *                | 401 not_signed_in
    *                                    | playing          | 409 match_started
    opponent                             | lobby            | 200
    player                               | lobby            | 409 already_seated
    *                                    | lobby            | 409 seat_taken
    *                                    | *                | 409 match_over

read_invitation_link
    anonymous                            | *                | 401 not_signed_in
    *                                    | playing          | 409 match_started
    creator                              | lobby            | 200
    *                                    | lobby            | 403 not_allowed
    *                                    | *                | 409 match_over

make_invitation_link
    anonymous                            | *                | 401 not_signed_in
    *                                    | playing          | 409 match_started
    creator                              | lobby            | 201
    *                                    | lobby            | 403 not_allowed
    *                                    | *                | 409 match_over

revoke_invitation_link
    anonymous                            | *                | 401 not_signed_in
    *                                    | playing          | 409 match_started
    creator                              | lobby            | 204
    *                                    | lobby            | 403 not_allowed
    *                                    | *                | 409 match_over

leave_match
    anonymous                            | *                | 401 not_signed_in
    *                                    | playing          | 409 match_started
    player opponent                      | lobby            | 200
    *                                    | lobby            | 403 not_your_seat
    *                                    | *                | 409 match_over

abort_match
    anonymous                            | *                | 401 not_signed_in
    creator player opponent              | lobby            | 200
    player opponent                      | playing          | 200
    creator                              | playing          | 403 not_your_seat
    creator player opponent              | *                | 409 match_over
    *                                    | *                | 403 not_your_seat

take_action  resign
    anonymous                            | *                | 401 not_signed_in
    *                                    | lobby            | 409 match_not_started
    *                                    | closed           | 409 match_over
    player opponent                      | playing          | 201
    player opponent                      | *                | 409 match_over
    *                                    | *                | 403 not_your_seat

offer_rematch
    anonymous                            | *                | 401 not_signed_in
    player opponent                      | lobby playing    | 409 match_not_over
    player opponent                      | closed           | 409 no_rematch
    player opponent                      | *                | 201
    *                                    | *                | 403 not_your_seat

offer_draw  withdraw_draw
    anonymous                            | *                | 401 not_signed_in
    *                                    | lobby            | 409 match_not_started
    *                                    | closed           | 409 match_over
    player opponent                      | playing          | 200
    player opponent                      | *                | 409 match_over
    *                                    | *                | 403 not_your_seat

list_phrases
    anonymous                            | *                | 401 not_signed_in
    player opponent                      | *                | 200
    *                                    | *                | 403 not_your_seat

say_phrase
    anonymous                            | *                | 401 not_signed_in
    player opponent                      | lobby            | 409 match_not_started
    player opponent                      | closed           | 409 match_over
    player opponent                      | *                | 201
    *                                    | *                | 403 not_your_seat

accept_draw  decline_draw
    anonymous                            | *                | 401 not_signed_in
    *                                    | lobby            | 409 match_not_started
    *                                    | closed           | 409 match_over
    player opponent                      | playing          | 409 no_draw_offered
    player opponent                      | *                | 409 match_over
    *                                    | *                | 403 not_your_seat

continue_match
    anonymous                            | *                | 401 not_signed_in
    *                                    | lobby playing    | 409 match_not_over
    *                                    | aborted closed   | 409 not_disclosed
    *                                    | withheld         | 409 deal_not_closed
    *                                    | imported         | 409 nothing_to_continue
    *                                    | *                | 201

set_auto_passes
    anonymous                            | *                | 401 not_signed_in
    *                                    | lobby            | 409 match_not_started
    *                                    | closed           | 409 match_over
    player opponent                      | playing          | 200
    player opponent                      | *                | 409 match_over
    *                                    | *                | 403 not_your_seat

list_notes
    *                                    | *                | 200

write_note
    anonymous                            | *                | 401 not_signed_in
    player opponent                      | lobby closed     | 400 unknown_version
    player opponent                      | *                | 200
    *                                    | *                | 403 not_your_seat

delete_note
    anonymous                            | *                | 401 not_signed_in
    player opponent                      | *                | 404 not_found
    *                                    | *                | 403 not_your_seat

read_auto_passes
    anonymous                            | *                | 401 not_signed_in
    *                                    | lobby            | 409 match_not_started
    *                                    | closed           | 409 match_over
    player opponent                      | *                | 200
    *                                    | *                | 403 not_your_seat

read_presence
    anonymous                            | *                | 401 not_signed_in
    *                                    | *                | 200

list_legal_actions
    anonymous                            | *                | 401 not_signed_in
    player opponent                      | lobby            | 409 match_not_started
    player opponent                      | closed           | 409 match_over
    player opponent                      | *                | 200
    *                                    | *                | 403 not_your_seat
"""
"""A public or unlisted match, by its state. Only the creator, who imported it, takes part in an imported match.

A private or hidden match answers those who take part in the same way. For everyone else it looks missing (`ABSENT`).
"""

ABSENT = """
join_match  leave_match  abort_match  take_action  resign  set_auto_passes  read_auto_passes  list_legal_actions
read_presence  write_note  delete_note  list_phrases  say_phrase  offer_draw  accept_draw  decline_draw  withdraw_draw
offer_rematch  read_invitation_link  make_invitation_link  revoke_invitation_link  continue_match
    anonymous                            | *                | 401 not_signed_in
    *                                    | *                | 404 not_found

*
    *                                    | *                | 404 not_found
"""
AUDITORS_FIND = {
    *("read_match", "read_view", "list_events", "stream_events", "read_past_view", "read_transcript", "export_match"),
    *("list_notes", "write_note", "delete_note"),
    *(
        "analyse_match",
        "read_inclusion",
        "abort_match",
        "offer_rematch",
        "continue_match",
        "list_legal_actions",
        "read_scorecard",
    ),
    *("list_phrases", "say_phrase", "read_presence"),
}
"""Operations for which a private or hidden match answers staff like a public one. For others it looks missing."""

DECKS = """
read_deck
    *                                    | public starter   | 200
    player                               | private          | 200
    *                                    | *                | 404 not_found

change_deck
    anonymous                            | *                | 401 not_signed_in
    player                               | public private   | 200
    *                                    | public starter   | 403 not_allowed
    *                                    | *                | 404 not_found

restore_deck_version  list_deck_versions  read_deck_version
    anonymous                            | *                | 401 not_signed_in
    player                               | public private   | 200
    *                                    | *                | 404 not_found

delete_deck
    anonymous                            | *                | 401 not_signed_in
    player                               | public private   | 204
    *                                    | public starter   | 403 not_allowed
    *                                    | *                | 404 not_found
"""
"""The player's public and private deck, a starter deck, and a missing one."""

DECK_IMPORTS = """
read_deck_import  list_deck_import_rows  choose_deck_import_columns  take_deck_import
    anonymous                            | *                | 401 not_signed_in
    deck_manager                         | deck_manager     | 200
    superuser                            | superuser        | 200
    deck_manager superuser               | *                | 404 not_found
    *                                    | *                | 403 not_allowed

cancel_deck_import
    anonymous                            | *                | 401 not_signed_in
    deck_manager                         | deck_manager     | 204
    superuser                            | superuser        | 204
    deck_manager superuser               | *                | 404 not_found
    *                                    | *                | 403 not_allowed
"""
"""A checked deck file of the deck manager, one of the superuser, and a missing one."""

LEAGUES = """
read_league  read_season  read_standings  read_crosstable  list_fixtures  list_entrants  list_entries  list_faults
read_season_statistics  read_season_points  read_league_rates  list_seasons  list_runs  list_amendments
list_manifest_changes
    *                                    | public unlisted  | 200
    creator operator superuser           | private          | 200
    *                                    | *                | 404 not_found

read_season_test
    *                                    | *                | 404 not_found

export_season
    *                                    | public unlisted  | 409 season_running
    creator operator superuser           | private          | 409 season_running
    *                                    | *                | 404 not_found

enter_league
    anonymous                            | *                | 401 not_signed_in
    *                                    | public unlisted  | 403 not_allowed
    creator operator superuser           | private          | 403 not_allowed
    *                                    | *                | 404 not_found

leave_league
    anonymous                            | *                | 401 not_signed_in
    *                                    | public unlisted  | 404 not_entered
    creator operator superuser           | private          | 404 not_entered
    *                                    | *                | 404 not_found

list_patterns
    anonymous                            | *                | 401 not_signed_in
    *                                    | absent           | 404 not_found
    operator superuser                   | *                | 200
    creator                              | *                | 403 not_allowed
    *                                    | private          | 404 not_found
    *                                    | *                | 403 not_allowed

change_league
    anonymous                            | *                | 401 not_signed_in
    *                                    | absent           | 404 not_found
    operator superuser                   | *                | 200
    creator                              | *                | 403 not_allowed
    *                                    | private          | 404 not_found
    *                                    | *                | 403 not_allowed

change_manifest
    anonymous                            | *                | 401 not_signed_in
    *                                    | absent           | 404 not_found
    operator superuser                   | public           | 200
    operator superuser                   | *                | 422 bad_manifest
    creator                              | *                | 403 not_allowed
    *                                    | private          | 404 not_found
    *                                    | *                | 403 not_allowed

amend_season
    anonymous                            | *                | 401 not_signed_in
    *                                    | absent           | 404 not_found
    operator superuser                   | *                | 201
    creator                              | *                | 403 not_allowed
    *                                    | private          | 404 not_found
    *                                    | *                | 403 not_allowed
"""
"""A league of the creator for each visibility, with a running season, and a missing one. The manifest sent is that of
the public league.
"""

TOKENS = """
revoke_token
    anonymous                            | *                | 401 not_signed_in
    player                               | player           | 204
    opponent                             | opponent         | 204
    *                                    | *                | 404 not_found
"""
"""A token of the player, one of the opponent, and a missing one."""

WEBHOOKS = """
read_webhook  change_webhook  list_webhook_deliveries
    anonymous                            | *                | 401 not_signed_in
    player                               | player           | 200
    opponent                             | opponent         | 200
    *                                    | *                | 404 not_found

rotate_webhook_secret
    anonymous                            | *                | 401 not_signed_in
    player                               | player           | 201
    opponent                             | opponent         | 201
    *                                    | *                | 404 not_found

test_webhook
    anonymous                            | *                | 401 not_signed_in
    player                               | player           | 202
    opponent                             | opponent         | 202
    *                                    | *                | 404 not_found

delete_webhook
    anonymous                            | *                | 401 not_signed_in
    player                               | player           | 204
    opponent                             | opponent         | 204
    *                                    | *                | 404 not_found

redeliver
    anonymous                            | *                | 401 not_signed_in
    *                                    | *                | 404 not_found
"""
"""A webhook of the player, one of the opponent, and a missing one; and a missing delivery."""

BOT_ACCOUNTS = """
read_bot_account  read_player  list_results
    *                                    | robot            | 200
    *                                    | *                | 404 not_found

block_player
    anonymous                            | *                | 401 not_signed_in
    *                                    | robot            | 204
    *                                    | *                | 404 not_found

unblock_player
    anonymous                            | *                | 401 not_signed_in
    *                                    | *                | 404 not_found

change_bot_account
    anonymous                            | *                | 401 not_signed_in
    player                               | robot            | 200
    *                                    | robot            | 403 not_allowed
    *                                    | *                | 404 not_found
"""
"""A bot account of the player, and a missing one."""

OTHERS = """
list_bots  list_rulesets  read_ruleset  list_cards  list_matches  search_matches  export_matches  list_decks  check_deck
read_features  list_online_bots
read_deck_list
list_roots  read_root  list_root_keys  list_bot_accounts  list_leagues
list_matches?open=true  list_matches?rated=true  read_leaderboard  find_players?name=ann
read_statistics?ruleset=raid
    *                                    | *                | 200

list_matches?mine=true  list_matches?my_turn=true  search_matches?opponent=player  export_matches?opponent=player
list_leagues?mine=true  list_matches?opponent=player
read_statistics?ruleset=raid&opponent=player  list_decks?mine=true  list_decks?mine=false  read_me  list_tokens
stream_account
    anonymous                            | *                | 401 not_signed_in
    *                                    | *                | 200

open_match  create_deck  import_match  create_token  declare_bot_account
    anonymous                            | *                | 401 not_signed_in
    *                                    | *                | 201

create_league
    anonymous                            | *                | 401 not_signed_in
    operator superuser                   | *                | 201
    *                                    | *                | 403 not_allowed

list_deck_imports
    anonymous                            | *                | 401 not_signed_in
    deck_manager superuser               | *                | 200
    *                                    | *                | 403 not_allowed

import_decks
    anonymous                            | *                | 401 not_signed_in
    deck_manager superuser               | *                | 201
    *                                    | *                | 403 not_allowed

find_match_by_code
    *                                    | *                | 404 not_found

join_match_by_code
    anonymous                            | *                | 401 not_signed_in
    *                                    | *                | 404 not_found

delete_account  change_password  sign_out_everywhere
    anonymous                            | *                | 401 not_signed_in
    *                                    | *                | 401 wrong_credentials

list_challenges
    anonymous                            | *                | 401 not_signed_in
    *                                    | *                | 200

post_challenge
    anonymous                            | *                | 401 not_signed_in
    *                                    | *                | 201

read_challenge  withdraw_challenge  accept_challenge  decline_challenge
    anonymous                            | *                | 401 not_signed_in
    *                                    | *                | 404 not_found

list_webhooks
    anonymous                            | *                | 401 not_signed_in
    *                                    | *                | 200

create_webhook
    anonymous                            | *                | 401 not_signed_in
    *                                    | *                | 201

list_comparisons
    anonymous                            | *                | 401 not_signed_in
    *                                    | *                | 200

start_comparison
    anonymous                            | *                | 401 not_signed_in
    *                                    | *                | 422 bad_comparison

stop_comparison
    anonymous                            | *                | 401 not_signed_in
    *                                    | *                | 404 not_found

list_pairing_requests
    anonymous                            | *                | 401 not_signed_in
    *                                    | *                | 200

post_pairing_request
    anonymous                            | *                | 401 not_signed_in
    *                                    | *                | 201

withdraw_pairing_request
    anonymous                            | *                | 401 not_signed_in
    *                                    | *                | 404 not_found

read_phrase_settings  set_phrase_settings  change_account
    anonymous                            | *                | 401 not_signed_in
    *                                    | *                | 200

list_blocks
    anonymous                            | *                | 401 not_signed_in
    *                                    | *                | 200

end_pause
    anonymous                            | *                | 401 not_signed_in
    *                                    | *                | 204

import_match?visibility=public
    anonymous                            | *                | 401 not_signed_in
    operator auditor superuser           | *                | 201
    *                                    | *                | 403 not_allowed

sign_up
    *                                    | *                | 201

sign_in
    *                                    | *                | 401 wrong_credentials
"""
"""Operations without an object. `sign_in` is tried with a wrong password."""


SCOPES = """
read    | list_bots list_rulesets read_ruleset list_cards list_matches search_matches export_matches list_decks
read    | read_features list_online_bots read_presence
read    | list_deck_versions read_deck_version read_deck_list
read    | read_deck check_deck list_roots read_root list_root_keys read_me list_tokens stream_account
read    | list_bot_accounts read_bot_account read_player list_results read_leaderboard find_players
read    | read_match list_events stream_events read_view read_scorecard
read    | read_past_view read_transcript export_match analyse_match read_inclusion read_auto_passes list_legal_actions
play    | post_pairing_request withdraw_pairing_request
read    | list_pairing_requests list_challenges read_challenge
read    | list_notes
play    | write_note delete_note
read    | find_match_by_code read_invitation_link list_blocks list_phrases read_phrase_settings
play    | block_player unblock_player say_phrase set_phrase_settings change_account
play    | offer_draw accept_draw decline_draw withdraw_draw
play    | join_match_by_code make_invitation_link revoke_invitation_link
play    | post_challenge withdraw_challenge accept_challenge decline_challenge offer_rematch continue_match
play    | end_pause open_match join_match leave_match abort_match take_action resign set_auto_passes import_match
read    | list_leagues read_league read_season read_standings read_crosstable list_fixtures list_entrants
read    | list_entries list_seasons list_runs list_amendments list_manifest_changes read_season_test list_faults
play    | enter_league leave_league
read    | export_season read_statistics read_season_statistics read_season_points read_league_rates
read    | list_deck_imports read_deck_import list_deck_import_rows
decks   | create_deck change_deck delete_deck restore_deck_version
decks   | import_decks choose_deck_import_columns take_deck_import cancel_deck_import
leagues | create_league change_league change_manifest amend_season list_patterns
read    | list_comparisons
bot     | declare_bot_account change_bot_account start_comparison stop_comparison
webhooks | list_webhooks create_webhook read_webhook change_webhook delete_webhook rotate_webhook_secret test_webhook
webhooks | list_webhook_deliveries redeliver
any     | create_token revoke_token delete_account change_password sign_out_everywhere
none    | sign_up sign_in
"""
"""The scope that each operation needs. `any`: any token. `none`: no token."""


class Table:
    """A table as text, with its lines by operation."""

    def __init__(self, text: str) -> None:
        self._lines: dict[str, list[tuple[set[str], set[str], str]]] = {}
        for block in text.strip().split("\n\n"):
            lines = block.splitlines()
            names = [name for line in lines if not line.startswith(" ") for name in line.split()]
            parsed = [self._line(line) for line in lines if line.startswith(" ")]
            for name in names:
                assert name not in self._lines, f"{name} stands twice in the table"
                self._lines[name] = parsed

    @staticmethod
    def _line(line: str) -> tuple[set[str], set[str], str]:
        who, which, answer = (part.strip() for part in line.split("|"))
        return set(who.split()), set(which.split()), answer

    def __iter__(self) -> Iterator[str]:
        return iter(self._lines)

    def answer(self, name: str, who: str, which: str) -> str:
        lines = self._lines.get(name) or self._lines["*"]
        names = {who, ALIKE.get(who, who), "*"}
        return next(answer for whos, whichs, answer in lines if whos & names and whichs & {which, "*"})
