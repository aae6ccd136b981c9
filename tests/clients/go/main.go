// Plays a match against a house bot with a client that openapi-generator has made of one game's document.
//
// Arguments: the address of the service, the game, and the starter deck to play, if the game has decks.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"

	match "example.org/match"
)

func ptr[T any](value T) *T { return &value }

func must[T any](value T, response any, err error) T {
	if err != nil {
		if refused, ok := err.(*match.GenericOpenAPIError); ok {
			log.Fatalf("%v: %s", err, refused.Body())
		}
		log.Fatal(err)
	}
	return value
}

func main() {
	base, game, deck := os.Args[1], os.Args[2], os.Args[3]
	configuration := match.NewConfiguration()
	configuration.Servers = match.ServerConfigurations{{URL: base}}
	client := match.NewAPIClient(configuration)
	ctx := context.Background()

	const name, password = "gopher", "a quiet rook 7"
	must(client.PlayersAPI.SignUp(ctx).PlayerInput(*match.NewPlayerInput(name, password)).Execute())
	token := must(client.PlayersAPI.SignIn(ctx).TokenInput(*match.NewTokenInput(name, password)).Execute())
	ctx = context.WithValue(ctx, match.ContextAccessToken, token.Token)

	own, bot := match.NewOwnSeat("me"), match.NewBotSeat("bot", "random")
	own.Ready = ptr(true)
	if deck != "" {
		own.SetDeck(match.BotSeatDeck{String: &deck})
		bot.SetDeck(match.BotSeatDeck{String: &deck})
	}
	seats := []match.MatchInputSeatsInner{{OwnSeat: own}, {BotSeat: bot}}
	opened := must(client.MatchesAPI.OpenMatch(ctx).MatchInput(*match.NewMatchInput(game, seats)).Execute())

	page := must(client.MatchesAPI.ListEvents(ctx, opened.Id).After(-1).As("seat").Wait(20).Execute())
	now, moves := page.Now, 0
	for now.Status != "over" {
		if len(now.LegalActions) == 0 {
			page = must(client.MatchesAPI.ListEvents(ctx, opened.Id).After(*now.Version.Get()).As("seat").Wait(20).Execute())
			now = page.Now
			continue
		}
		action := now.LegalActions[moves%len(now.LegalActions)].Action
		move := match.NewMove(*now.Version.Get(), action)
		key := fmt.Sprint("move ", moves)
		now = must(client.MatchesAPI.TakeAction(ctx, opened.Id).Move(*move).IdempotencyKey(key).Wait(20).Execute()).Now
		moves++
	}
	outcome, _ := json.Marshal(now.Outcome)
	fmt.Printf("%d moves, %s\n", moves, outcome)
}
