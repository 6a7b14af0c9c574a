package intake_test

import (
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
)

// early is on the day of the founding, long before friday.
var early = worldtest.Day0.Add(2 * time.Hour)

// A sheet that is marked as not final counts, and prevents a missed turn. But its turn waits for the deadline, until a
// letter without that line comes.
func TestNotFinalYet(t *testing.T) {
	t.Parallel()
	for _, hasty := range []bool{false, true} { // the world's setting, or the rules, bring a turn forward
		b := worldtest.Found(t, worldtest.Tiny{Hasty: hasty, Chart: true}, 2, func(s *world.Settings) {
			s.Early, s.Reminder = !hasty, 24*time.Hour
		})
		b.Sent("", b.ClockAt)
		b.Send(1, "$I 1 PASSWORD\n$A\ndig 3\n$S\nEntwurf ja\n", receipt.Taken)
		text := b.Sent("receipt", b.ClockAt)[0].Text
		worldtest.Has(t, text, "Angenommen: 2 Zeilen, alles gut.\n",
			"Nicht endgültig: Diese Befehle zählen zur Frist, aber der Zug "+
				"wartet bis dahin. Endgültig sind Eure nächsten Befehle ohne die Zeile Entwurf ja.\n")
		b.Send(2, "$I 2 PASSWORD\n$A\ndig 3\n", receipt.Taken)
		if text := b.Sent("receipt", b.ClockAt)[0].Text; strings.Contains(text, "Not final") {
			t.Errorf("%s", text)
		}
		if a := b.Waits(worldtest.Friday.Add(-time.Hour), "waits-deadline-in"); len(a.Reminded) > 0 {
			t.Errorf("reminded %v", a.Reminded)
		}
		s, err := gamemaster.StatusOf(b.World, early)
		must(t, err)
		if !s.Realms[0].Draft || s.Realms[1].Draft {
			t.Errorf("%+v", s.Realms)
		}
		b.Asks(1, "BEFEHLE", "")
		worldtest.Has(t, b.Sent("receipt", b.ClockAt)[0].Text, "Diese Befehle sind nicht endgültig: Sie zählen zur Frist,",
			"\n$S\nEntwurf ja\n", "In Kraft: 2 Befehle,")
		b.Send(1, "$I 1 PASSWORD\n$A\ndig 4\n", receipt.Taken)
		b.Advance(early)
		b.Verified()

		b.Send(2, "$I 2 PASSWORD 2\n$A\ndig 3\n$S\nDraft yes\n", receipt.Taken)
		b.Send(1, "$I 1 PASSWORD 2\n$A\ndig 3\n$S\nDraft no\n", receipt.Taken)
		next := b.Waits(early, "waits-deadline-in").Deadline
		b.Advance(next)
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
		b := worldtest.Found(t, worldtest.Tiny{Hasty: hasty}, 2, func(s *world.Settings) { s.Early, s.EarlyWait = !hasty, 30*time.Minute })
		b.Sent("", b.ClockAt)
		b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken)
		b.Waits(b.ClockAt.Add(time.Hour), "waits-deadline")
		b.ClockAt = b.ClockAt.Add(time.Hour)
		b.Sent("", b.ClockAt)
		b.Send(2, "$I 2 PASSWORD\n$A\ndig 1\n", receipt.Taken)
		worldtest.Has(t, b.Sent("receipt", b.ClockAt)[0].Text, "All orders are in: the turn is resolved on Monday, "+
			"23 November 2026, 14:30 (Europe/Berlin). A new letter before then replaces this one.\n")
		a := b.Waits(b.ClockAt.Add(29*time.Minute), "waits-early")
		if got := wording.Words(phrase.En).Say(a.Waits); got !=
			"All orders are in; the turn is resolved at 2026-11-23 14:30 CET if no letter comes before then." {
			t.Errorf("%s", got)
		}
		b.ClockAt = b.ClockAt.Add(20 * time.Minute)
		b.Send(1, "$I 1 PASSWORD\n$A\ndig 2\n", receipt.Taken)
		b.Waits(b.ClockAt.Add(29*time.Minute), "waits-early")
		b.Advance(b.ClockAt.Add(30 * time.Minute))
	}
	b := worldtest.Found(t, worldtest.Tiny{}, 1, func(s *world.Settings) { s.Early, s.EarlyWait = true, 30*time.Minute })
	b.ClockAt = worldtest.Friday.Add(-10 * time.Minute)
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	b.Waits(worldtest.Friday.Add(-time.Minute), "waits-deadline-in")
	b.Advance(worldtest.Friday)
}

// Players can get an order file to fill in with each report, from the turn in which their orders say so until they say
// otherwise. The letter is the same whenever it is rendered.
func TestTemplateWithReports(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{Chart: true}, 2)
	turn := func() map[string]outbox.Draft {
		t.Helper()
		b.Sent("", b.ClockAt)
		b.Advance(b.Waits(b.ClockAt, "waits-deadline-in").Deadline)
		got := map[string]outbox.Draft{}
		now, err := gamemaster.StatusOf(b.World, b.ClockAt)
		must(t, err)
		b.ClockAt = now.LastTurn
		for _, d := range b.Sent("report", b.ClockAt) {
			got[d.To] = d
		}
		return got
	}
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n$S\nVorlage ja\n", receipt.Taken)
	b.Send(2, "$I 2 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	worldtest.Has(t, b.Sent("receipt", b.ClockAt)[0].Text, "Mit jedem Bericht kommt ab jetzt eine Befehlsdatei zum Ausfüllen.\n")
	got := turn()
	with, without := got["r1@example.org"], got["r2@example.org"]
	if len(with.Files) != 2 || len(without.Files) != 1 {
		t.Fatalf("%+v\n%+v", with.Files, without.Files)
	}
	if f := with.Files[1]; f.Name != "SPIELZUG.TXT" || !strings.HasPrefix(string(f.Data), "$I 1 Passwort 2\n$A\n") {
		t.Errorf("%s:\n%s", f.Name, f.Data)
	}
	rows := b.WaitingReport(1, 1)
	again, err := b.Draft(rows)
	must(t, err)
	if again.Text != with.Text || len(again.Files) != 2 || string(again.Files[1].Data) != string(with.Files[1].Data) {
		t.Errorf("written again it is another:\n%+v\n%+v", again, with)
	}
	b.Send(1, "$I 1 PASSWORD 2\n$A\ndig 1\n", receipt.Taken) // does not mention it
	b.Send(2, "$I 2 PASSWORD 2\n$S\nTemplate yes\n$A\ndig 1\n", receipt.Taken)
	got = turn()
	if len(got["r1@example.org"].Files) != 2 || len(got["r2@example.org"].Files) != 2 {
		t.Errorf("%+v", got)
	}
	if f := got["r2@example.org"].Files[1]; !strings.HasPrefix(string(f.Data), "$I 2 password 3\n") {
		t.Errorf("%s", f.Data)
	}
	b.Send(1, "$I 1 PASSWORD 3\n$A\ndig 1\n$S\nVorlage nein\n", receipt.Taken)
	b.Send(2, "$I 2 PASSWORD 3\n$A\ndig 1\n", receipt.Taken)
	worldtest.Has(t, b.Sent("receipt", b.ClockAt)[0].Text, "Mit dem Bericht kommt keine Befehlsdatei mehr.\n")
	got = turn()
	if len(got["r1@example.org"].Files) != 1 || len(got["r2@example.org"].Files) != 2 {
		t.Errorf("%+v", got)
	}
	b.Verified()
}
