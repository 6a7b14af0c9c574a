package turn_test

import (
	"encoding/json"
	"testing"
	"time"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/orders/phrase"
	"weltentor/resolve/gamemaster"
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
	p := stage.NewPlay(t, clitest.InProcess(inTurn(t)), "", nil, stage.EmbeddedFor(t))
	p.Join("Anna", "anna@demo.test", "de", game.UTF8)
	p.Join("Bob", "bob@demo.test", "en", game.PC)
	p.Cron()
	awaits := func(turn int) {
		t.Helper()
		var s gamemaster.Status
		if err := json.Unmarshal([]byte(p.Stands("--json")), &s); err != nil {
			t.Fatal(err)
		}
		if s.Turn != turn {
			t.Fatalf("turn %d awaits orders, want %d", s.Turn, turn)
		}
	}
	p.Cron()
	awaits(1) // Anna's
	p.Done("realm", "free", p.Dir, "2", "--yes")
	p.Mail(stage.Anna, "$S\npasse\n")
	p.Cron()
	awaits(2) // Bob's, who is gone
	p.Cron()
	awaits(3) // Anna's again: Monday, and the deadline is on Friday
	p.Cron()
	awaits(3)
	p.Done("realm", "free", p.Dir, "1", "--yes")
	for range 3 {
		p.Cron()
	}
	awaits(3)
	p.Done("realm", "free", p.Dir, "2", "--player", "Uli", "--mail", "anna@demo.test")
	p.Cron()
	awaits(4) // Anna's is over: somebody plays again
	p.Cron()
	awaits(4)
	p.Now = time.Date(2026, 3, 13, 20, 5, 0, 0, time.UTC)
	p.Cron()
	awaits(5) // Uli has missed his
	p.Done("verify", p.Dir)
}
