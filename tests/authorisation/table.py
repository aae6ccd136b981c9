"""Who may do what over the API: the table. `test_authorisation.py` tries every cell of it.

A heading names operations, with a query where it matters; the lines below it say `who | which | answer`, and the first
line that fits holds. `*` is everybody, or everything. An answer is a status, and of a refusal its code.

Staff have three rights over the API: auditors and superusers find private matches, and read all of live ones on record;
league operators find those that one of them has hidden; and some import for everybody. In all else deck managers and
league operators are tried as strangers, superusers as auditors.
"""

from collections.abc import Iterator

ALIKE = {"deck_manager": "stranger", "operator": "stranger", "superuser": "auditor"}
"""As whom somebody stands in the table where he does not stand there himself."""

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
    *                                    | *                | 409 match_not_over

read_view?as=1
    opponent                             | lobby            | 409 match_not_started
    opponent                             | closed           | 409 match_over
    opponent                             | *                | 200
    *                                    | over imported    | 200
    *                                    | closed aborted   | 409 not_disclosed
    *                                    | *                | 409 match_not_over

read_past_view?as=1  read_transcript?as=1  export_match?as=1
    *                                    | lobby            | 409 match_not_started
    *                                    | closed           | 409 match_over
    opponent                             | *                | 200
    *                                    | over imported    | 200
    *                                    | closed aborted   | 409 not_disclosed
    *                                    | *                | 409 match_not_over

list_events?as=audit
    *                                    | over imported    | 200
    seated_auditor                       | *                | 403 not_allowed
    auditor                              | *                | 200
    *                                    | closed aborted   | 409 not_disclosed
    *                                    | *                | 409 match_not_over

read_view?as=audit
    *                                    | over imported    | 200
    seated_auditor                       | *                | 403 not_allowed
    auditor                              | lobby            | 409 match_not_started
    auditor                              | closed           | 409 match_over
    auditor                              | *                | 200
    *                                    | closed aborted   | 409 not_disclosed
    *                                    | *                | 409 match_not_over

read_past_view?as=audit  read_transcript?as=audit  export_match?as=audit
    *                                    | lobby            | 409 match_not_started
    *                                    | closed           | 409 match_over
    *                                    | over imported    | 200
    seated_auditor                       | *                | 403 not_allowed
    auditor                              | *                | 200
    *                                    | closed aborted   | 409 not_disclosed
    *                                    | *                | 409 match_not_over

join_match
    anonymous                            | *                | 401 not_signed_in
    *                                    | playing          | 409 match_started
    opponent                             | lobby            | 200
    player                               | lobby            | 409 already_seated
    *                                    | lobby            | 409 seat_taken
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

set_auto_passes
    anonymous                            | *                | 401 not_signed_in
    *                                    | lobby            | 409 match_not_started
    *                                    | closed           | 409 match_over
    player opponent                      | playing          | 200
    player opponent                      | *                | 409 match_over
    *                                    | *                | 403 not_your_seat

read_auto_passes
    anonymous                            | *                | 401 not_signed_in
    *                                    | lobby            | 409 match_not_started
    *                                    | closed           | 409 match_over
    player opponent                      | *                | 200
    *                                    | *                | 403 not_your_seat

list_legal_actions
    anonymous                            | *                | 401 not_signed_in
    player opponent                      | lobby            | 409 match_not_started
    player opponent                      | closed           | 409 match_over
    player opponent                      | *                | 200
    *                                    | *                | 403 not_your_seat
"""
"""A public match, by its state. Nobody has a part in an imported one but the creator, who brought it.

A private or hidden match answers who has a part in it likewise, and everybody else as if there were none (`ABSENT`).
"""

ABSENT = """
join_match  leave_match  abort_match  take_action  resign  set_auto_passes  read_auto_passes  list_legal_actions
    anonymous                            | *                | 401 not_signed_in
    *                                    | *                | 404 not_found

*
    *                                    | *                | 404 not_found
"""
AUDITORS_FIND = {
    *("read_match", "read_view", "list_events", "stream_events", "read_past_view", "read_transcript", "export_match"),
    *("analyse_match", "read_inclusion", "abort_match", "list_legal_actions"),
}
"""Where a private or hidden match answers staff who may find it as a public one; else it is absent for them too."""

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

delete_deck
    anonymous                            | *                | 401 not_signed_in
    player                               | public private   | 204
    *                                    | public starter   | 403 not_allowed
    *                                    | *                | 404 not_found
"""
"""The player's public and private deck, one that ships, and one that does not exist."""

TOKENS = """
revoke_token
    anonymous                            | *                | 401 not_signed_in
    player                               | player           | 204
    opponent                             | opponent         | 204
    *                                    | *                | 404 not_found
"""
"""A token of the player's, one of the opponent's, and one that does not exist."""

OTHERS = """
list_bots  list_rulesets  read_ruleset  list_cards  list_matches  search_matches  export_matches  list_decks  check_deck
list_roots  read_root  list_root_keys
    *                                    | *                | 200

list_matches?mine=true  list_matches?my_turn=true  search_matches?opponent=player  export_matches?opponent=player
list_decks?mine=true  list_decks?mine=false  read_me  list_tokens
    anonymous                            | *                | 401 not_signed_in
    *                                    | *                | 200

open_match  create_deck  import_match
    anonymous                            | *                | 401 not_signed_in
    *                                    | *                | 201

import_match?visibility=public
    anonymous                            | *                | 401 not_signed_in
    operator auditor superuser           | *                | 201
    *                                    | *                | 403 not_allowed

sign_up
    *                                    | *                | 201

sign_in
    *                                    | *                | 401 wrong_credentials
"""
"""What is asked of nothing in particular; `sign_in` with a wrong password."""


class Table:
    """The lines of such a text, by operation."""

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
