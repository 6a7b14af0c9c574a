package players_test

import (
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/players"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// A game may begin with its second player. Then the first player is told no deadline before that, and gets a letter
// with it when the game begins. It is in the calendar of those who are asked.
func TestWhoWaitsIsToldTheBeginning(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{InTurn: true, Least: 2}, 1)
	welcome := b.Sent("", worldtest.Day0)
	if len(welcome) != 1 || !strings.Contains(welcome[0].Text,
		"Wann das Spiel beginnt, steht in einem eigenen Brief.") || strings.Contains(welcome[0].Text, "Befehle bis") ||
		welcome[0].Event != nil {
		t.Errorf("who waits alone is told %+v", welcome)
	}
	later := worldtest.Day0.Add(14 * 24 * time.Hour) // a Monday: until Friday, the 11th
	_, _, err := players.AddRealm(b.World, game.Joining{Name: "Reich2", Player: "Spieler 2", Lang: phrase.En}, "r2@example.org", later)
	must(t, err)
	_, _, err = players.AddRealm(b.World, game.Joining{Name: "Reich3", Player: "Spieler 3", Lang: phrase.En}, "r3@example.org", later)
	must(t, err)
	got := map[string]int{}
	for _, d := range b.Sent("", later) {
		got[d.To]++
		if (d.Event == nil) == (d.To == "r1@example.org") || !strings.Contains(d.Text, "11. Dezember 2026") &&
			!strings.Contains(d.Text, "11 December 2026") {
			t.Errorf("no deadline in %+v", d)
		}
		if begun := strings.Contains(d.Text, "Das Spiel beginnt"); begun != (d.To == "r1@example.org") || begun &&
			d.Subject != "[Bovistan Z1] Das Spiel beginnt" {
			t.Errorf("%s is told %s: %s", d.To, d.Subject, d.Text)
		}
	}
	if got["r1@example.org"] != 1 || got["r2@example.org"] != 1 || got["r3@example.org"] != 1 {
		t.Errorf("letters went to %v", got)
	}
}
