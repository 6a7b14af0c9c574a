package main

import (
	"encoding/json"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve"
	"weltentor/worlds"
	"weltentor/worlds/game"
)

// inTurn is the rulebook of ours that asks one realm of two.
func inTurn(t *testing.T) game.Rulebook {
	t.Helper()
	for _, rb := range worlds.Rulebooks() {
		tables, err := rb.Tables(nil)
		if err != nil {
			t.Fatal(err)
		}
		w, err := rb.Found(game.Founding{Seed: game.Seed{7}, Tables: tables})
		for _, name := range []string{"Nord", "West"} {
			if err != nil {
				t.Fatal(err)
			}
			w, _, err = w.Join(game.Joining{Name: name, Player: "P", Lang: phrase.De}, game.Seed{7})
		}
		if err == nil && len(w.Asked().Realms) == 1 {
			return rb
		}
	}
	t.Fatal("in none of our games players move one after the other")
	return nil
}

// Where players move one after the other, nobody waits for a realm nobody has: its
// turn is over with the next cron. Where nobody has any, turns do not follow each
// other at once.
func TestAVacantRealmsTurnIsOverAtOnce(t *testing.T) {
	t.Parallel()
	p := newPlay(t, inTurn(t), "", nil, embeddedFor(t))
	p.join("Anna", "anna@demo.test", "de", game.UTF8)
	p.join("Bob", "bob@demo.test", "en", game.PC)
	p.cron()
	awaits := func(turn int) {
		t.Helper()
		var s resolve.Status
		if err := json.Unmarshal([]byte(p.done("status", "--json", p.dir)), &s); err != nil {
			t.Fatal(err)
		}
		if s.Turn != turn {
			t.Fatalf("turn %d awaits orders, want %d", s.Turn, turn)
		}
	}
	p.cron()
	awaits(1) // Anna's
	p.done("realm", "free", p.dir, "2")
	p.mail(anna, "$S\npasse\n")
	p.cron()
	awaits(2) // Bob's, who is gone
	p.cron()
	awaits(3) // Anna's again: Monday, and the deadline is on Friday
	p.cron()
	awaits(3)
	p.done("realm", "free", p.dir, "1")
	for range 3 {
		p.cron()
	}
	awaits(3)
	p.done("realm", "free", p.dir, "2", "--player", "Uli", "--mail", "anna@demo.test")
	p.cron()
	awaits(4) // Anna's is over: somebody plays again
	p.cron()
	awaits(4)
	p.now = time.Date(2026, 3, 13, 20, 5, 0, 0, time.UTC)
	p.cron()
	awaits(5) // Uli has missed his
	p.done("verify", p.dir)
}
