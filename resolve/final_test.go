package resolve

import (
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/master"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
)

// A sheet that is marked as not final counts, and prevents a missed turn. But its turn waits for the deadline, until a
// letter without that line comes.
func TestNotFinalYet(t *testing.T) {
	t.Parallel()
	for _, hasty := range []bool{false, true} { // the world's setting, or the rules, bring a turn forward
		b := sit(t, tiny{hasty: hasty, chart: true}, 2, func(s *world.Settings) {
			s.Early, s.Reminder = !hasty, 24*time.Hour
		})
		b.sent("", b.clockAt)
		b.send(1, "$I 1 PASSWORD\n$A\ndig 3\n$S\nEntwurf ja\n", receipt.Taken)
		text := b.sent("receipt", b.clockAt)[0].Text
		has(t, text, "Angenommen: 2 Zeilen, alles gut.\n",
			"Nicht endgültig: Diese Befehle zählen zur Frist, aber der Zug "+
				"wartet bis dahin. Endgültig sind Eure nächsten Befehle ohne die Zeile Entwurf ja.\n")
		b.send(2, "$I 2 PASSWORD\n$A\ndig 3\n", receipt.Taken)
		if text := b.sent("receipt", b.clockAt)[0].Text; strings.Contains(text, "Not final") {
			t.Errorf("%s", text)
		}
		if a := b.waits(friday.Add(-time.Hour), "waits-deadline-in"); len(a.Reminded) > 0 {
			t.Errorf("reminded %v", a.Reminded)
		}
		s, err := master.StatusOf(b.World, early)
		must(t, err)
		if !s.Realms[0].Draft || s.Realms[1].Draft {
			t.Errorf("%+v", s.Realms)
		}
		b.asks(1, "BEFEHLE", "")
		has(t, b.sent("receipt", b.clockAt)[0].Text, "Diese Befehle sind nicht endgültig: Sie zählen zur Frist,",
			"\n$S\nEntwurf ja\n", "In Kraft: 2 Befehle,")
		b.send(1, "$I 1 PASSWORD\n$A\ndig 4\n", receipt.Taken)
		b.advance(early)
		b.verified()

		b.send(2, "$I 2 PASSWORD 2\n$A\ndig 3\n$S\nDraft yes\n", receipt.Taken)
		b.send(1, "$I 1 PASSWORD 2\n$A\ndig 3\n$S\nDraft no\n", receipt.Taken)
		next := b.waits(early, "waits-deadline-in").Deadline
		b.advance(next)
		if rows, err := players.Realms(b.World); err != nil || rows[0].Missed+rows[1].Missed > 0 {
			t.Errorf("%+v, %v", rows, err)
		}
	}
}

// An early turn may wait some minutes after the last orders, so that they can still be corrected. The receipt says how
// long. Each letter starts these minutes again, and the deadline stays.
func TestEarlyTurnsWait(t *testing.T) {
	t.Parallel()
	for _, hasty := range []bool{false, true} {
		b := sit(t, tiny{hasty: hasty}, 2, func(s *world.Settings) { s.Early, s.EarlyWait = !hasty, 30*time.Minute })
		b.sent("", b.clockAt)
		b.send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken)
		b.waits(b.clockAt.Add(time.Hour), "waits-deadline")
		b.clockAt = b.clockAt.Add(time.Hour)
		b.sent("", b.clockAt)
		b.send(2, "$I 2 PASSWORD\n$A\ndig 1\n", receipt.Taken)
		has(t, b.sent("receipt", b.clockAt)[0].Text, "All orders are in: the turn is resolved on Monday, "+
			"23 November 2026, 14:30 (Europe/Berlin). A new letter before then replaces this one.\n")
		a := b.waits(b.clockAt.Add(29*time.Minute), "waits-early")
		if got := wording.Words(phrase.En).Say(a.Waits); got !=
			"All orders are in; the turn is resolved at 2026-11-23 14:30 CET if no letter comes before then." {
			t.Errorf("%s", got)
		}
		b.clockAt = b.clockAt.Add(20 * time.Minute)
		b.send(1, "$I 1 PASSWORD\n$A\ndig 2\n", receipt.Taken)
		b.waits(b.clockAt.Add(29*time.Minute), "waits-early")
		b.advance(b.clockAt.Add(30 * time.Minute))
	}
	b := sit(t, tiny{}, 1, func(s *world.Settings) { s.Early, s.EarlyWait = true, 30*time.Minute })
	b.clockAt = friday.Add(-10 * time.Minute)
	b.send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	b.waits(friday.Add(-time.Minute), "waits-deadline-in")
	b.advance(friday)
}

// Players can get an order file to fill in with each report, from the turn in which their orders say so until they say
// otherwise. The letter is the same whenever it is rendered.
func TestTemplateWithReports(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{chart: true}, 2)
	turn := func() map[string]outbox.Draft {
		t.Helper()
		b.sent("", b.clockAt)
		b.advance(b.waits(b.clockAt, "waits-deadline-in").Deadline)
		got := map[string]outbox.Draft{}
		now, err := master.StatusOf(b.World, b.clockAt)
		must(t, err)
		b.clockAt = now.LastTurn
		for _, d := range b.sent("report", b.clockAt) {
			got[d.To] = d
		}
		return got
	}
	b.send(1, "$I 1 PASSWORD\n$A\ndig 1\n$S\nVorlage ja\n", receipt.Taken)
	b.send(2, "$I 2 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	has(t, b.sent("receipt", b.clockAt)[0].Text, "Mit jedem Bericht kommt ab jetzt eine Befehlsdatei zum Ausfüllen.\n")
	got := turn()
	with, without := got["r1@example.org"], got["r2@example.org"]
	if len(with.Files) != 2 || len(without.Files) != 1 {
		t.Fatalf("%+v\n%+v", with.Files, without.Files)
	}
	if f := with.Files[1]; f.Name != "SPIELZUG.TXT" || !strings.HasPrefix(string(f.Data), "$I 1 Passwort 2\n$A\n") {
		t.Errorf("%s:\n%s", f.Name, f.Data)
	}
	has(t, with.Text, "SPIELZUG.TXT liegt zum Ausfüllen bei. Vorlage nein, unter $S in Euren Befehlen, beendet das.\n")
	rows := b.waitingReport(1, 1)
	again, err := b.Draft(rows)
	must(t, err)
	if again.Text != with.Text || len(again.Files) != 2 || string(again.Files[1].Data) != string(with.Files[1].Data) {
		t.Errorf("written again it is another:\n%+v\n%+v", again, with)
	}
	b.send(1, "$I 1 PASSWORD 2\n$A\ndig 1\n", receipt.Taken) // does not mention it
	b.send(2, "$I 2 PASSWORD 2\n$S\nTemplate yes\n$A\ndig 1\n", receipt.Taken)
	got = turn()
	if len(got["r1@example.org"].Files) != 2 || len(got["r2@example.org"].Files) != 2 {
		t.Errorf("%+v", got)
	}
	if f := got["r2@example.org"].Files[1]; !strings.HasPrefix(string(f.Data), "$I 2 password 3\n") {
		t.Errorf("%s", f.Data)
	}
	b.send(1, "$I 1 PASSWORD 3\n$A\ndig 1\n$S\nVorlage nein\n", receipt.Taken)
	b.send(2, "$I 2 PASSWORD 3\n$A\ndig 1\n", receipt.Taken)
	has(t, b.sent("receipt", b.clockAt)[0].Text, "Mit dem Bericht kommt keine Befehlsdatei mehr.\n")
	got = turn()
	if len(got["r1@example.org"].Files) != 1 || len(got["r2@example.org"].Files) != 2 {
		t.Errorf("%+v", got)
	}
	b.verified()
}

// waitingReport returns the number of the letter with a realm's report.
func (b *table) waitingReport(realm, turn int) (id uint64) {
	b.t.Helper()
	rows, err := b.Outbox()
	must(b.t, err)
	for _, r := range rows {
		if r.Kind == outbox.KindReport && r.Realm == realm && r.Turn == turn {
			id = r.ID
		}
	}
	return id
}
