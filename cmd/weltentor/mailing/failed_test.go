package mailing_test

import (
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/orders"
	"weltentor/worlds"
	"weltentor/worlds/game"
)

// otherRules are a game's rules with heads of clients, whose turns may fail.
type otherRules struct {
	game.Rulebook
	fails func([]game.Sheet) bool
}

// othersOf are the first game's rules, changed so.
func othersOf(fails func([]game.Sheet) bool) otherRules {
	return otherRules{worlds.Rulebooks()[0], fails}
}

func (r otherRules) Language() *orders.Language {
	l := *r.Rulebook.Language()
	l.Clients = []orders.Client{{Head: `FACTION {faction} "{password}"`, End: "#end"}}
	return &l
}

func (r otherRules) Open(state, tables []byte) (game.World, error) {
	w, err := r.Rulebook.Open(state, tables)
	return otherWorld{w, r.fails}, err
}

type otherWorld struct {
	game.World
	fails func([]game.Sheet) bool
}

func (w otherWorld) Resolve(in []game.Sheet, seed game.Seed, lanes int, edits []game.Event) game.Outcome {
	if w.fails != nil && w.fails(in) {
		panic(&game.Failed{What: "engine: out of land"})
	}
	return w.World.Resolve(in, seed, lanes, edits)
}

// cron says nothing of a turn that fails: the game master has a letter, once, and the player another. It ends as if
// something were left to do, until new orders come.
func TestATurnThatFailsIsToldByMail(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	runs := 0
	d.RunsBy(clitest.InProcess(othersOf(func(in []game.Sheet) bool {
		runs++
		return len(in) > 0 && strings.Contains(in[0].Text, "bad day")
	})))
	identity := d.Join()
	d.CronSays(complaint.ExitDone, "")
	d.Mail("one", identity+"\n$R\nR.L 1 1150 0 0 ; a bad day\n")
	d.CronSays(complaint.ExitDone, "")
	before, mine := len(d.Letters(clitest.Master)), len(d.Letters(clitest.Player))
	for range 12 {
		d.Now = d.Now.Add(12 * time.Hour)
		if d.Now.Before(clitest.Friday) {
			d.CronSays(complaint.ExitDone, "")
			before, mine = len(d.Letters(clitest.Master)), len(d.Letters(clitest.Player))
		} else {
			d.CronSays(complaint.ExitLater, "")
		}
	}
	got := d.Letters(clitest.Master)[before:]
	if len(got) != 1 || !strings.Contains(got[0].Text, "engine: out of land") || !strings.Contains(got[0].Text, "Moorland") || runs != 2 {
		t.Errorf("%d letters to the game master, %d runs", len(got), runs)
	}
	if got := d.Letters(clitest.Player)[mine:]; len(got) != 1 || !strings.Contains(got[0].Text, "Nichts ist verloren") {
		t.Errorf("%d letters to the player", len(got))
	}
	_, out, _ := d.Run("status", d.Dir)
	if strings.Contains(out, "does cron run") || strings.Contains(out, "the next `weltentor cron`") || !strings.Contains(out, "engine: out of land") {
		t.Errorf("status says\n%s", out)
	}
	d.Turn(1)
	if code, _, errs := d.Run("turn", d.Dir); code != complaint.ExitUsage || !strings.Contains(errs, "engine: out of land") {
		t.Errorf("turn: exit %d\n%s", code, errs)
	}
	d.Mail("two", identity+"\n$R\nR.L 1 1150 0 0\n")
	d.CronSays(complaint.ExitDone, "")
	d.Turn(2)
}

// A mail brings orders of two realms, each below the head that a client has written. Both count, and no letter or store
// has a password.
func TestRealmsOfOneMailByIMAP(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.RunsBy(clitest.InProcess(othersOf(nil)))
	word := func(identity string) string { return identity[strings.LastIndex(identity, " ")+1:] }
	one := word(d.Join())
	two := word(strings.TrimSpace(d.Done("realm", "add", "--by-hand", d.Dir, "--name", "Heath", "--player", "Anna", "--mail", clitest.Player)))
	d.CronSays(complaint.ExitDone, "")
	before := len(d.Letters(clitest.Player))
	d.Mail("both", "Hello,\n\nFaction 1 \""+one+"\"\n$R\nR.L 1 1150 0 0\n#end\nFACTION 2 \""+two+"\"\n$R\nR.L 1 1100 0 0\n#end\n")
	d.CronSays(complaint.ExitDone, "")
	got := d.Letters(clitest.Player)[before:]
	if len(got) != 2 {
		t.Fatalf("%d receipts, the first %s", len(got), got[0].Text)
	}
	for _, l := range got {
		if strings.Contains(l.Text, one) || strings.Contains(l.Text, two) {
			t.Errorf("a password in\n%s", l.Text)
		}
	}
	for _, r := range d.Status().Realms {
		if r.Sent.IsZero() {
			t.Errorf("realm %d has no orders", r.Number)
		}
	}
}
