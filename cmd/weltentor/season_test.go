package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/mailer/incoming"
)

// A season as the game master sees it, with real letters. A turn is held and released, and one is taken back and
// resolved again. The world is changed by hand, the deadline is moved, and a backup is restored. Meanwhile orders come
// for later turns, and a substitute plays. Every report leaves as often as it should, no letter twice, and everything
// can be replayed.
func TestASeasonInTheMastersHand(t *testing.T) {
	t.Parallel()
	d := clitest.NewCounter(t, map[string]string{"gm.mail": `"gm@demo.test"`})
	anna, bob := d.Players[0].Identity, d.Players[1].Identity
	note := func(identity, to, text string) string {
		return identity + "\n$N\n#" + to + "\n" + text + "\n#E\n$E\n"
	}

	// Turn 1: Anna sends the orders of turn 3 ahead. The turn is looked at before it counts.
	d.Writes("anna@demo.test", "Zug 3", note(anna+" 3", "2", "Das ist mein dritter Zug."))
	d.Writes("anna@demo.test", "Zug 1", note(anna, "2", "Das ist mein erster."))
	d.Writes("bob@demo.test", "orders", note(bob, "1", "My first turn."))
	d.Fresh(stage.Anna)
	d.Fresh(stage.Bob)
	d.Now = time.Date(2026, 3, 6, 20, 30, 0, 0, time.UTC)
	d.Done("turn", d.Dir, "--hold")
	d.Post("anna@demo.test", "Zug 2", note(anna, "2", "Das ist mein zweiter."))
	if code, _, errs := d.Run("cron", d.Dir); code != complaint.ExitLater || !strings.Contains(errs, "turn 1 is held") {
		t.Errorf("cron while a turn is held: %d %q", code, errs)
	}
	d.None(stage.Anna, stage.Bob)
	d.Done("turn", d.Dir, "--release")
	d.Cron()
	subjects(d, "released", stage.Anna, "[Probe Z2] Befehle angekommen", "[Probe Z1] Bericht")
	subjects(d, "released", stage.Bob, "[Probe T1] Report")

	// Turn 2 is taken back, and resolved again from the same orders.
	d.Now = d.Now.AddDate(0, 0, 8)
	d.Cron()
	subjects(d, "turn 2", stage.Anna, "[Probe Z3] Befehle angekommen", "[Probe Z2] Bericht") // the orders ahead, too
	subjects(d, "turn 2", stage.Bob, "[Probe T2] Report")
	before := d.Done("report", d.Dir, "1")
	d.Done("undo", d.Dir, "--turn", "2", "--yes", "--why", "the tables were wrong")
	d.Cron()
	subjects(d, "taken back", stage.Anna, "")
	subjects(d, "taken back", stage.Bob, "")
	d.Done("redo", d.Dir)
	if again := d.Done("report", d.Dir, "1"); clitest.Events(again) != clitest.Events(before) { // the rest is told anew
		t.Errorf("from the same orders the report is\n%s\nand was\n%s", again, before)
	}
	d.Cron()
	subjects(d, "again", stage.Anna, "[Probe Z3] Befehle angekommen", "Erneut: Bericht")
	subjects(d, "again", stage.Bob, "Again: report")

	// Turn 3: a change by hand, an earlier deadline, a substitute, whose orders a backup does not have.
	d.Says("ahead", d.Done("orders", d.Dir, "1"), "Das ist mein dritter Zug.")
	d.Done("edit", d.Dir, "set", "realm", "1", "treasury", "1000", "--why", "what the undone turn had cost")
	deadline(d, "Friday 20:00", "Thursday 20:00")
	d.Writes("bob@demo.test", "SUBSTITUTE "+clitest.Stranger+" 2", "")
	asked := d.One(stage.Bob)
	d.Writes("bob@demo.test", "Re: "+asked.Subject, "Yes.\n")
	offered := d.Got(clitest.Stranger)
	if len(offered) != 1 {
		t.Fatalf("the substitute gets %d letters", len(offered))
	}
	d.Writes(clitest.Stranger, "Re: "+offered[0].Subject, "Yes.\n")
	identity := ""
	for _, l := range d.Got(clitest.Stranger) {
		for line := range strings.Lines(l.Body) {
			if line = strings.TrimSpace(line); strings.HasPrefix(line, "$I 2 ") {
				identity = line
			}
		}
	}
	if identity == "" || identity == bob {
		t.Fatalf("the substitute's identity is %q", identity)
	}
	d.Fresh(stage.Bob)
	backup := filepath.Join(t.TempDir(), "backup.db")
	d.Done("backup", d.Dir, backup)
	d.Writes(clitest.Stranger, "orders", note(identity, "1", "I play for Bob."))
	d.Says("the substitute", only(d, clitest.Stranger).Subject, "Orders received")
	d.Done("restore", d.Dir, backup, "--yes", "--why", "a disk was full")
	if strings.Contains(d.Done("orders", d.Dir, "2"), "I play for Bob.") {
		t.Error("the backup has orders that came after it")
	}
	d.Cron()
	d.Says("read again", only(d, clitest.Stranger).Body, "backup")
	d.Says("in force again", d.Done("orders", d.Dir, "2"), "I play for Bob.")

	// The turn comes at the new deadline, a Thursday, and not before.
	d.Now = time.Date(2026, 3, 19, 18, 0, 0, 0, time.UTC)
	d.Cron()
	d.None(stage.Anna)
	d.Now = time.Date(2026, 3, 19, 20, 30, 0, 0, time.UTC)
	d.Cron()
	last := d.One(stage.Anna)
	d.Says("turn 3", last.Subject, "[Probe Z3] Bericht")
	d.Says("turn 3", last.Body, "auf 1000 GS gesetzt")
	d.Says("turn 3", last.Files["ERGEBNIS.TXT"], "I play for Bob.")
	report := d.One(stage.Bob)
	d.Says("turn 3", report.Subject, "[Probe T3] Report")
	d.Says("turn 3", strings.Join(slices.Collect(maps.Values(report.Files)), ""), "Das ist mein dritter Zug.")
	d.Says("turn 3", only(d, clitest.Stranger).Subject, "[Probe T3] Report")

	// The game is closed after turn 4. The reports say so, and a last letter says why.
	d.Done("closing", d.Dir, "--after", "4", "--why", "It was a good game.")
	d.Cron()
	subjects(d, "to be closed", stage.Anna, "Das Spiel soll geschlossen werden")
	d.Now = time.Date(2026, 3, 26, 20, 30, 0, 0, time.UTC)
	d.Cron()
	subjects(d, "closed", stage.Anna, "[Probe Z4] Das Spiel ist geschlossen", "[Probe Z4] Bericht")
	d.Writes("anna@demo.test", "orders", note(anna, "1", "Noch ein Zug."))
	subjects(d, "closed", stage.Anna, "[Probe Z5] Befehle NICHT angenommen")
	d.Now = d.Now.AddDate(0, 0, 7)
	d.Cron()
	d.None(stage.Anna)

	d.Says("verify", d.Done("verify", d.Dir), "Turn 2, taken back: replayed")
	d.Says("the log", d.Done("log", d.Dir), "turn 2 is taken back", "the tables were wrong",
		"what the undone turn had cost", "a backup takes the place of the store", "the game is closed after turn 4")
	onceEach(d, "anna@demo.test", "bob@demo.test", clitest.Stranger, "gm@demo.test")
}

// subjects compares the subjects of what came to a player with beginnings or parts of them, in order.
func subjects(d *clitest.Counter, what string, realm int, want ...string) {
	d.T.Helper()
	letters := d.Fresh(realm)
	if len(letters) != len(want) {
		d.T.Errorf("%s: realm %d gets %d letters, want %q", what, realm, len(letters), want)
	}
	for i, l := range letters {
		if i < len(want) && !strings.Contains(l.Subject, want[i]) {
			d.T.Errorf("%s: realm %d gets %q, want %q", what, realm, l.Subject, want[i])
		}
	}
}

// only is the one letter that came to an address since it was asked last.
func only(d *clitest.Counter, address string) stage.Letter {
	d.T.Helper()
	got := d.Got(address)
	if len(got) != 1 {
		d.T.Fatalf("%s got %d letters, want one", address, len(got))
	}
	return got[0]
}

// deadline changes the deadline in world.toml.
func deadline(d *clitest.Counter, from, to string) {
	d.T.Helper()
	name := filepath.Join(d.Dir, "world.toml")
	raw, err := os.ReadFile(name)
	if err != nil {
		d.T.Fatal(err)
	}
	text := strings.Replace(string(raw), fmt.Sprintf("deadline = %q", from), fmt.Sprintf("deadline = %q", to), 1)
	if text == string(raw) {
		d.T.Fatalf("no deadline %q in\n%s", from, raw)
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		d.T.Fatal(err)
	}
}

// onceEach checks that nobody has got a letter twice.
func onceEach(d *clitest.Counter, addresses ...string) {
	d.T.Helper()
	for _, address := range addresses {
		seen := map[string]bool{}
		for _, raw := range d.Office.Inbox(d.T, address) {
			r, err := incoming.Read(d.T.Context(), raw, incoming.ReadOptions{})
			if err != nil {
				d.T.Fatal(err)
			}
			if r.MessageID == "" || seen[r.MessageID] {
				d.T.Errorf("%s got %q twice: %q", address, r.MessageID, r.Subject)
			}
			seen[r.MessageID] = true
		}
	}
}
