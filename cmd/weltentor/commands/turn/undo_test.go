package turn_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/resolve/chronicle"
)

// A turn is taken back by a command and resolved again: with the same orders, its state and its events are the same.
// The player reads that the first report does not count, and that the second does.
func TestUndoAndRedoByCommand(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	identity := d.Join()
	d.Mail("one", identity+clitest.Recruits+clitest.SomeOrders)
	d.Done("cron", d.Dir)
	d.Now = time.Date(2027, 3, 5, 20, 5, 0, 0, time.UTC)
	d.Done("cron", d.Dir)
	first, report := verification(d), d.Done("report", d.Dir, "1")
	d.Now = d.Now.Add(time.Hour)
	d.Mail("two", identity+strings.Replace(clitest.Recruits+clitest.SomeOrders, "Ist hier jemand?", "Zug zwei!", 1))
	d.Done("cron", d.Dir)
	if code, _, errs := d.Run("undo", d.Dir); code != complaint.ExitUsage || !strings.Contains(errs, "--why") {
		t.Errorf("without a reason: %d %q", code, errs)
	}
	if code, _, errs := d.Run("redo", d.Dir); code != complaint.ExitUsage ||
		!strings.HasSuffix(errs, ": there is nothing to resolve again, because no turn was taken back\n") {
		t.Errorf("nothing to do again: %d %q", code, errs)
	}
	if code, _, errs := d.Run("undo", d.Dir, "--yes", "--why", "a mail was lost"); code != complaint.ExitUsage ||
		!strings.Contains(errs, "--yes needs the turn: add --turn 1\n") {
		t.Errorf("without the turn: %d %q", code, errs)
	}
	d.Lists("undo", d.Done("undo", d.Dir, "--turn", "1", "--yes", "--why", "a mail was lost"),
		"To be taken back: turn 1, resolved on 2027-03-05 20:05 UTC.",
		"1 report of it has left. Its reader is told that it does not count:\n  letter ", ", to "+clitest.Player+": [",
		"Orders for turn 2 are kept for that turn, from realm 1.",
		"Turn 1 is taken back and awaits orders again", "weltentor redo "+d.Dir, "deadline, 2027-03-12 20:00 UTC")
	d.Done("cron", d.Dir)
	d.Done("cron", d.Dir)
	if s := d.Status(); s.Turn != 1 || s.Realms[0].Sent.IsZero() {
		t.Errorf("%+v", s)
	}
	all := d.Letters(clitest.Player)
	d.Lists("the letter", all[len(all)-1].Text, "Die Spielleitung hat Zug 1 zurückgenommen.",
		"Befehle zählen wieder bis Freitag, 12. März 2027", "Eure Befehle dafür gelten weiter.",
		"Was Ihr für Zug 2 geschickt habt")
	if code, _, errs := d.Run("report", d.Dir, "1", "1"); code != complaint.ExitNo {
		t.Errorf("the report is there still: %d %q", code, errs)
	}
	d.Now = d.Now.Add(time.Hour)
	out := d.Done("redo", d.Dir)
	d.Lists("redo", out, "Turn 1 is resolved again, 1 report waits to be sent",
		"It ends as the one that was taken back.")
	if strings.Contains(out, "changed") {
		t.Errorf("nothing has changed:\n%s", out)
	}
	// It is the same turn, but nothing is taken for known any more: report 0 has shown the capital's fields before.
	again, fields := d.Done("report", d.Dir, "1"), "R1     : "
	if strings.Contains(report, fields) || !strings.Contains(again, fields) ||
		clitest.Events(again) != clitest.Events(report) {
		t.Errorf("the report is\n%s\nand was\n%s", again, report)
	}
	d.Done("cron", d.Dir)
	all = d.Letters(clitest.Player)
	last := all[len(all)-1]
	for _, l := range all {
		if strings.Contains(l.Subject, "Erneut") {
			last = l
		}
	}
	if !strings.Contains(last.Subject, "Erneut: Bericht für Moorland") ||
		!strings.HasPrefix(last.Text, "Zug 1 erneut: Die Spielleitung hat ihn zurückgenommen") {
		t.Errorf("%q:\n%s", last.Subject, last.Text)
	}
	second := verification(d)
	if len(second.Undone) != 1 || second.Undone[0].Hash != first.Turns[0].Hash || !second.Undone[0].Replayed ||
		second.Turns[0].Hash == first.Turns[0].Hash || second.Turns[0].State != first.Turns[0].State ||
		second.Turns[0].Events != first.Turns[0].Events {
		t.Errorf("%+v, first %+v", second, first)
	}
	d.Lists("verify", d.Done("verify", d.Dir), "Turn 1, taken back: replayed, "+first.Turns[0].Hash)
	d.Lists("log", d.Done("log", d.Dir), "turn 1 is taken back", "a mail was lost")
}

// verification is what `verify` finds.
func verification(d *clitest.Table) (v chronicle.Verification) {
	d.T.Helper()
	if err := json.Unmarshal([]byte(d.Done("verify", d.Dir, "--json")), &v); err != nil {
		d.T.Fatal(err)
	}
	return v
}

// A held turn is discarded for a reason, and nobody gets its report.
func TestDiscardByCommand(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	identity := d.Join()
	d.Mail("one", identity+clitest.SomeOrders)
	d.Done("cron", d.Dir)
	d.Now = time.Date(2027, 3, 5, 20, 5, 0, 0, time.UTC)
	before := d.Status().Turn
	if code, _, errs := d.Run("turn", d.Dir, "--discard", "--why", "x"); code != complaint.ExitUsage ||
		!strings.Contains(errs, "no turn is held") || d.Status().Turn != before {
		t.Errorf("nothing is held: %d %q", code, errs)
	}
	d.Done("turn", d.Dir, "--hold")
	if code, _, errs := d.Run("turn", d.Dir, "--discard"); code != complaint.ExitUsage || !strings.Contains(errs, "--why") {
		t.Errorf("without a reason: %d %q", code, errs)
	}
	d.Lists("discard", d.Done("turn", d.Dir, "--discard", "--why", "x", "--lang", "de"),
		"Zug 1 ist zurückgenommen und wartet wieder auf Befehle", "2027-03-12 20:00 UTC")
	heard := len(d.Letters(clitest.Player))
	d.Done("cron", d.Dir)
	if all := d.Letters(clitest.Player); len(all) != heard {
		t.Errorf("the player reads %q", all[heard].Subject)
	}
	if s := d.Status(); s.Turn != 1 || s.Held != nil {
		t.Errorf("%+v", s)
	}
	d.Done("verify", d.Dir)
}

// If numbers have changed since, the same orders may give a different result, and `redo` says so.
func TestRedoSaysThatNumbersHaveChanged(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Mail("one", d.Join()+clitest.SomeOrders)
	d.Done("cron", d.Dir)
	d.Now = time.Date(2027, 3, 5, 20, 5, 0, 0, time.UTC)
	d.Done("turn", d.Dir)
	said := map[string]string{
		"de": "Er endet wie der zurückgenommene.\nDie Zahlen der Regeln sind seitdem andere.\n",
		"en": "It ends as the one that was taken back.\nThe numbers of the rules have changed since.\n",
	}
	raw, err := os.ReadFile(filepath.Join(d.Dir, "world.toml"))
	if err != nil {
		t.Fatal(err)
	}
	undo := []string{"undo", d.Dir, "--turn", "1", "--yes", "--why", "an army was too slow"}
	for n, lang := range []string{"de", "en"} {
		d.Done(undo...)
		d.Write("world.toml", fmt.Sprintf("%s\n[[tables.unit]]\nunit = \"K.L\"\nmove = %d\n", raw, 7+n))
		if out := d.Done("redo", d.Dir, "--lang", lang); !strings.Contains(out, said[lang]) {
			t.Errorf("redo says\n%s", out)
		}
	}
	d.Done(undo...)
	if out := d.Done("redo", d.Dir, "--json"); !strings.Contains(out, `"changed": false`) ||
		!strings.Contains(out, `"because": []`) {
		t.Errorf("redo says\n%s", out)
	}
	d.Done(undo...)
	d.Write("world.toml", string(raw))
	if out := d.Done("redo", d.Dir, "--json"); !strings.Contains(out, `"changed": true`) ||
		!strings.Contains(out, `"otherwise": false`) {
		t.Errorf("redo says\n%s", out)
	}
	d.Done("verify", d.Dir)
}
