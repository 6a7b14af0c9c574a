package main

import (
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/cmd/weltentor/laws"
	"weltentor/orders/phrase"
	"weltentor/worlds"
	"weltentor/worlds/game"
)

// The first letter of orders that the players' pages show for a game is accepted, every line of it, by a
// newly founded world of that game, and its receipt says what the page says below the letter.
func TestFirstLettersOfThePages(t *testing.T) {
	for _, rb := range worlds.Rulebooks() {
		for _, lang := range phrase.Langs {
			t.Run(rb.Name()+"/"+string(lang), func(t *testing.T) {
				t.Parallel()
				letter, answer := firstLetter(t, laws.Content(t, "docs/player."+string(lang)+".md"),
					rb.Words(lang).T("game"))
				addresses := places(t, rb, "moorland@demo.test", "fenmark@demo.test", "graumark@demo.test",
					"salzkueste@demo.test")
				p := stage.NewPlay(t, inProcess(rb), "", nil, func(p *stage.Play) stage.Office {
					return stage.NewEmbedded(t, func() time.Time { return p.Now }, addresses...)
				}, "--seed", "3")
				for _, a := range addresses {
					p.Join(named(a), a, string(lang), game.UTF8)
				}
				p.Cron()
				realm := int(letter[3] - '0')
				p.Fresh(realm)
				_, orders, _ := strings.Cut(letter, "\n")
				p.Mail(realm, orders)
				p.Cron()
				receipt := p.Fresh(realm)[0].Body // where one moves after the other the turn is played at once
				good := map[phrase.Lang]string{phrase.De: ", alles gut.\n", phrase.En: ", all good.\n"}[lang]
				if first, _, _ := strings.Cut(receipt, "\n\n"); !strings.Contains(first, good) ||
					!strings.Contains(receipt, answer) {
					t.Errorf("the receipt says\n%s\nthe page says\n%s", receipt, answer)
				}
			})
		}
	}
}

// places are the first of the addresses, as many as a new world of the game has places for.
func places(t *testing.T, rb game.Rulebook, addresses ...string) []string {
	t.Helper()
	w, err := rb.Found(game.Founding{})
	if err != nil {
		t.Fatal(err)
	}
	for i, a := range addresses {
		next, _, err := w.Join(game.Joining{Name: named(a), Player: "P", Lang: phrase.De, Computer: game.UTF8}, game.Seed{})
		if err != nil {
			return addresses[:i]
		}
		w = next
	}
	return addresses
}

// named is the realm whose player has an address.
func named(address string) string {
	name, _, _ := strings.Cut(address, "@")
	return strings.ToUpper(name[:1]) + name[1:]
}

// firstLetter is the first block below a game's heading on a page, and the one after it: what the receipt
// answers.
func firstLetter(t *testing.T, page, game string) (letter, answer string) {
	t.Helper()
	_, below, found := strings.Cut(page, "\n### "+game+"\n")
	_, block, open := strings.Cut(below, "```\n")
	letter, rest, closed := strings.Cut(block, "```")
	_, rest, answered := strings.Cut(rest, "\n```answer\n")
	answer, _, _ = strings.Cut(rest, "```")
	if !found || !open || !closed || !answered || !strings.HasPrefix(letter, "$I ") {
		t.Fatalf("the page has no first letter of %s: below \"### %s\" write the letter as a block, and what the receipt "+
			"answers as a block called answer", game, game)
	}
	return letter, answer
}
