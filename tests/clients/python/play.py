"""Play a match against a house bot with a client that openapi-generator has made of one game's document.

Arguments: the address of the service, the game, and the starter deck to play, if the game has decks.
"""

import sys

import generated_client as match

NAME, PASSWORD = "snake", "a quiet rook 7"


def main(base: str, game: str, deck: str) -> None:
    configuration = match.Configuration(host=base)
    client = match.ApiClient(configuration)
    players, matches = match.PlayersApi(client), match.MatchesApi(client)
    players.sign_up(match.PlayerInput(username=NAME, password=PASSWORD))
    token = players.sign_in(match.TokenInput(username=NAME, password=PASSWORD))
    configuration.access_token = token.token

    brought = match.BotSeatDeck(deck) if deck else None
    own, bot = match.OwnSeat(kind="me", ready=True), match.BotSeat(kind="bot", bot="random")
    if brought:
        own.deck = bot.deck = brought
    seats = [match.MatchInputSeatsInner(own), match.MatchInputSeatsInner(bot)]
    opened = matches.open_match(match.MatchInput(ruleset=game, seats=seats))

    now = matches.list_events(opened.id, after=-1, var_as="seat", wait=20).now
    moves = 0
    while now.status != "over":
        if not now.legal_actions:
            now = matches.list_events(opened.id, after=now.version, var_as="seat", wait=20).now
            continue
        action = now.legal_actions[moves % len(now.legal_actions)].action
        move = match.Move(version=now.version, action=action)
        now = matches.take_action(opened.id, move, idempotency_key=f"move {moves}", wait=20).now
        moves += 1
    print(f"{moves} moves, {now.outcome.to_json()}")


main(*sys.argv[1:])
