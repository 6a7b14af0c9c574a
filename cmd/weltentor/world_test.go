package main

import (
	"strings"
	"testing"

	"weltentor/cmd/weltentor/clitest"
)

// The whole way by single commands: a mail comes in, a receipt goes out in the
// thread, the turn waits, is forced, and the report goes out with its file.
func TestTheWayOfAnOrder(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	identity := d.Join()
	d.Done("send", d.Dir)
	if got := d.Letters(clitest.Player); len(got) != 1 || len(got[0].Files) == 0 ||
		got[0].Files[0].Name != "ERGEBNIS.TXT" {
		t.Fatalf("report 0 did not arrive: %+v", got)
	}
	d.Mail("one", identity+clitest.Recruits+clitest.SomeOrders)
	if out := d.Done("poll", d.Dir); !strings.Contains(out, "1 letter read") {
		t.Errorf("poll said %q", out)
	}
	// the receipt, and what is for the game master
	if s := d.Status(); s.Realms[0].Good != 2 || s.Realms[0].Bad != 0 || s.Outbox.Waiting != 2 {
		t.Errorf("after the poll: %+v", s)
	}
	d.Done("send", d.Dir)
	receipts := d.Letters(clitest.Player)
	if len(receipts) != 2 || receipts[1].InReplyTo != "<one@test.example>" {
		t.Fatalf("no receipt in the thread: %+v", receipts)
	}
	if out := d.Done("poll", d.Dir); !strings.Contains(out, "no new letters") {
		t.Errorf("the second poll said %q", out)
	}
	if out := d.Done("turn", d.Dir); !strings.Contains(out, "waits for its deadline") || d.Status().Turn != 1 {
		t.Errorf("turn said %q", out)
	}
	if out := d.Done("turn", d.Dir, "--force"); !strings.Contains(out, "Turn 1 is resolved, 1 report waits") ||
		d.Status().Turn != 2 {
		t.Errorf("turn --force said %q", out)
	}
	d.Done("send", d.Dir)
	got := d.Letters(clitest.Player)
	if len(got) != 3 || got[2].Files[0].Name != "ERGEBNIS.TXT" {
		t.Fatalf("the report did not arrive: %+v", got)
	}
	if report := d.Done("report", d.Dir, "1"); report != string(got[2].Files[0].Data) ||
		report != d.Done("report", d.Dir, "1", "1") {
		t.Error("`report` and the letter differ")
	}
	if d.Done("report", d.Dir, "1", "0") != string(got[0].Files[0].Data) {
		t.Error("report 0 and its letter differ")
	}
	if notes := d.Letters(clitest.Master); len(notes) != 1 || !strings.Contains(notes[0].Text, "Ist hier jemand?") {
		t.Errorf("the game master got %+v", notes)
	}
	d.Done("verify", d.Dir)
}
