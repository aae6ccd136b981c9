"""Limits of matches, bots and webhooks.

`manage.py limits` writes docs/limits.md from the texts below: first what is bounded, then why.
"""

MOST_MATCHES_NAMED = 20
"""Matches named on the page that ends several matches. More would fill the page."""
MOST_MATCHES_FOLLOWED = 20
"""Matches that the pages of one browser follow in one stream. Each is read again at every new event."""
MOST_EVENTS_ANSWERED = 500
"""Events since the client's version in the answer to an action. A client that is further behind reads the rest as a
page of events.
"""
MOST_EVENTS_REFUSED = 100
"""Events since the client's version in a refusal because of an old position. Refusals should stay small."""
MOST_CHALLENGES_LISTED = 100
"""Open challenges listed for one account. More would fill the page."""
MOST_SEQ = 2_000_000_000
"""The number of an event in a request. No match gets near it, and the database can store it."""
MOST_TERMS = 8
"""Terms of one kind in a search. Each joins one more table; with hundreds of them the database planned for minutes."""
MOST_AUTO_PASSES = 10
"""Rules for passing automatically per seat. Every rule is checked at each prompt."""
MOST_CODES_REMEMBERED = 10
"""Invitation codes that a browser's session remembers. The oldest are forgotten."""
MOST_WORDS_EXPLAINED = 20
"""Words on a table that an enlarged card explains. No card shows more."""
MOST_FRAMES = 12
"""Events that a page shows one by one. If there are more, it shows the last, so no one waits for old positions."""
MOST_MATCHES_COUNTED = 5_000
"""The newest matches counted in the statistics of a search. More would take too long for a page."""
MOST_DECKS_REPORTED = 40
"""Decks in statistics, the most played first. Rarely played decks say little."""
MOST_IDLE_DAYS = 60
"""Days without an event for which a bot account stays in a match without a clock. Its owner can only set fewer."""
MOST_EXCERPT_BYTES = 1_000
"""The excerpt of a refused action that a fault stores. It is enough to find the mistake."""
MOST_WRITE_ATTEMPTS = 100
"""Attempts to write an event while other events of the match are written. Each failed attempt means that another
succeeded, so more would mean a fault.
"""
MOST_REASON = 400
"""Characters of the reason why a match is aborted. It becomes part of the log."""
MOST_BLOCKED = 500
"""Players whom one player blocks. A program can't fill the database with them."""
MOST_BOTS = 20
"""Bot accounts per owner. Each may have matches of its own."""
MOST_MISSED_CALLS = 3
"""Calls in a row that a bot account misses before it is paused. Callers should not wait for a program that is down."""
MOST_OPEN_CHALLENGES = 10
"""Challenges of one account that are open at a time. Each notifies the challenged player."""
MOST_CHALLENGES_IN_VAIN = 5
"""Challenges to one account within an hour that were not accepted. Each of them notified that account."""
MOST_LINKS = 8
"""Practice matches that continue one another. Each is read, exported and audited with all those before it."""
MOST_ENTROPY = 64
"""Characters of a seat's entropy. The contract names this number."""
MOST_INVITED_IN_VAIN = 5
"""Matches within an hour to which one account invited another in vain. Each of them notified that account."""
MOST_LOBBIES_LEFT = 3
"""Times that one player may leave a lobby, or matches found for them, within an hour. Each time, other players wait in
vain.
"""
MOST_NOTE_CHARACTERS = 2000
"""Characters of one note. Notes are about one event, and shown beside it."""
MOST_NOTES = 200
"""Notes of one player in one match. All of them are sent at once."""
MOST_PHRASES = 30
"""Phrases of one player in one match. More would disturb the opponent."""
MOST_PHRASES_A_MINUTE = 5
"""Phrases of one player within a minute, over all matches. More would disturb the opponents."""
MOST_WEBHOOK_URL = 500
"""Characters of a webhook's URL. It is stored."""
MOST_DELIVERY_ATTEMPTS = 9
"""Attempts to deliver a message to a webhook, within about 20 hours. After that, the receiver must ask for it."""
MOST_PROOF_ATTEMPTS = 4
"""Attempts to send the challenge that proves a webhook, within two minutes. The owner is waiting for the result."""
MOST_DELIVERIES_WAITING = 100
"""Deliveries that wait for one webhook. Meanwhile its notices wait in the inbox, and its turns in their matches."""
MOST_WEBHOOKS = 5
"""Webhooks per account. Every notice is sent to each of them."""
MOST_ANSWER_BYTES = 16 * 1024
"""What is read of a webhook's answer, header included. Only its status and the echo of a challenge matter."""
