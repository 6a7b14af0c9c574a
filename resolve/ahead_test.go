package resolve

import (
	"strings"
	"testing"
	"time"

	"weltentor/resolve/intake"
	"weltentor/resolve/letter"
	"weltentor/resolve/master"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/signup"
	"weltentor/resolve/turns"
	"weltentor/resolve/world"
)

// early is on the day of the founding, long before friday.
var early = day0.Add(2 * time.Hour)

// has checks that a text has these sentences, each once.
func has(t *testing.T, text string, want ...string) {
	t.Helper()
	for _, w := range want {
		if strings.Count(text, w) != 1 {
			t.Errorf("%q is there %d times:\n%s", w, strings.Count(text, w), text)
		}
	}
}

// Orders for a later turn are kept, and answered at once: the answer says what can be read, and when they will be
// checked. When their turn begins they are in force, with a receipt beside the report.
func TestOrdersAhead(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 2)
	b.sent("", b.clockAt)
	a := b.send(1, "$I 1 PASSWORD 2\n$A\ndig 3\nswim\ndig 4\n", receipt.Ahead)
	if a.For != 2 || a.Turn != 1 || a.Good != 2 || a.Bad != 1 {
		t.Errorf("%+v", a)
	}
	got := b.sent("receipt", b.clockAt)
	if len(got) != 1 || got[0].Subject != "[Bovistan Z1] Für Zug 2 aufgehoben: 2 Zeilen lesbar, 1 fehlerhaft" ||
		got[0].To != "r1@example.org" {
		t.Fatalf("%+v", got)
	}
	want := "Aufgehoben für Zug 2: 2 Zeilen lesbar, 1 fehlerhaft.\nReich 1 Reich1\nGelesen aus: dem Text " +
		"des Briefs (UTF-8)\n" +
		"Jetzt läuft Zug 1; für ihn ändert sich nichts. Wenn Zug 2 beginnt, zählen diese Befehle, als kämen " +
		"sie dann. " +
		"Erst dann ist bekannt, ob sie ausführbar sind; die Quittung kommt mit dem Bericht.\n" +
		"Ein neuer Brief für Zug 2 ersetzt diesen. Ein Brief mit der Zeile $I allein nimmt ihn zurück.\n"
	if text, _, _ := strings.Cut(got[0].Text, "\n\n"); text+"\n" != want {
		t.Errorf("%s\nwant\n%s", got[0].Text, want)
	}
	has(t, got[0].Text, "> swim\n")
	if b.inForce(1) != "" {
		t.Errorf("in force already: %s", b.inForce(1))
	}
	b.send(2, "$I 2 PASSWORD 3\n$A\ndig 9\n", receipt.Ahead)
	has(t, b.sent("receipt", b.clockAt)[0].Text, "Kept for turn 3: 1 line, all readable.\n", "It is now turn 1;")

	b.advance(friday)
	letters := b.sent("", friday)
	report, receipts := 0, []string{}
	for _, d := range letters {
		switch {
		case strings.HasPrefix(d.MessageID, "<report."):
			report++
		case strings.HasPrefix(d.MessageID, "<receipt.") && d.To == "r1@example.org":
			receipts = append(receipts, d.Text)
		default:
			t.Errorf("to %s: %s", d.To, d.Text)
		}
	}
	if report != 2 || len(receipts) != 1 {
		t.Fatalf("%d reports, receipts %q", report, receipts)
	}
	has(t, receipts[0], "Angenommen: 2 Zeilen gut, 1 fehlerhaft. Die guten gelten.\n", "Reich 1 Reich1: ",
		"Diese Befehle waren seit Montag, 23. November 2026, 13:00 Uhr (Europe/Berlin) für diesen Zug aufgehoben.\n")
	if got := b.inForce(1); !strings.Contains(got, "dig 3") || !strings.Contains(got, "dig 4") {
		t.Errorf("in force: %q", got)
	}
	if b.inForce(2) != "" {
		t.Errorf("those for turn 3 are in force: %s", b.inForce(2))
	}
	b.verified()
}

// A later letter for the same turn replaces the earlier one. A letter without orders withdraws it, and an unreadable
// one leaves it. The same mail counts only once.
func TestOrdersAheadChange(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 1)
	b.sent("", b.clockAt)
	says := func(letter string, want receipt.Fate) string {
		t.Helper()
		b.send(1, letter, want)
		return b.sent("receipt", b.clockAt)[0].Text
	}
	has(t, says("$I 1 PASSWORD 4\n", receipt.Refused), "NICHT angenommen: Der Brief ist für Zug 4 und enthält keinen Befehl;")
	says("$I 1 PASSWORD 4\n$A\ndig 1\n", receipt.Ahead)
	has(t, says("$I 1 PASSWORD 4\n$A\ndig 2\n", receipt.Ahead), "Dieser Brief ersetzt Eure früheren Befehle für Zug 4.\n")
	has(t, says("$I 1 PASSWORD 11\n$A\ndig 3\n", receipt.Ahead), "Aufgehoben sind von Euch Befehle für die Züge 4, 11.\n")
	has(t, says("$I 1 PASSWORD 4\n$A\nswim\n", receipt.Kept), "NICHT angenommen: Keine Zeile der Befehle für Zug 4 "+
		"ist lesbar. "+
		"Eure früheren Befehle für diesen Zug bleiben aufgehoben.\n")
	has(t, says("$I 1 PASSWORD 12\n$A\ndig 3\n", receipt.Refused), "Diese Befehle sind für Zug 12; jetzt läuft Zug 1. "+
		"Befehle werden für höchstens 10 Züge im Voraus aufgehoben;")
	row, err := master.Orders(b.World, 1, 4)
	must(t, err)
	if !row.Kept || len(row.Orders) != 1 || row.Orders[0].Text != "dig 2" || len(row.Ahead) != 2 || row.Sent.IsZero() {
		t.Errorf("%+v", row)
	}
	b.asks(1, "BEFEHLE", "")
	has(t, b.sent("receipt", b.clockAt)[0].Text,
		"Aufgehoben für Zug 4: 1 Zeile, gekommen am Montag, 23. November 2026, 13:00 Uhr (Europe/Berlin).\n",
		"Aufgehoben für Zug 11: 1 Zeile, gekommen am ", "Von Euch liegen für diesen Zug keine Befehle vor.\n")
	has(t, says("$I 1 PASSWORD 4\n", receipt.Ahead), "Zurückgenommen: Eure Befehle für Zug 4 sind nicht mehr aufgehoben.\n",
		"Aufgehoben sind von Euch Befehle für Zug 11.\n")
	if _, err := master.Orders(b.World, 1, 4); err == nil {
		t.Error("orders that were taken back are shown")
	}
	l := b.letter(1, "$I 1 PASSWORD 5\n$A\ndig 5\n")
	b.accept(l)
	l.Hash[0]++
	if a := b.accept(l); a.Fate != receipt.Known {
		t.Errorf("a copy of the mail: %+v", a)
	}
}

// Orders that are kept count as sent: the player is not reminded, and misses no turn. But they never bring a turn
// forward, as a letter in the turn does.
func TestOrdersAheadWait(t *testing.T) {
	t.Parallel()
	for _, hasty := range []bool{false, true} {
		b := sit(t, tiny{hasty: hasty}, 2, func(s *world.Settings) { s.Early, s.Reminder = !hasty, 24*time.Hour })
		b.send(1, "$I 1 PASSWORD 2\n$A\ndig 1\n", receipt.Ahead)
		b.send(2, "$I 2 PASSWORD 2\n$A\ndig 1\n", receipt.Ahead)
		b.waits(early, "waits-deadline")
		b.send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken)
		b.send(2, "$I 2 PASSWORD\n$A\ndig 1\n", receipt.Taken)
		b.advance(early)
		b.waits(early.Add(time.Hour), "waits-deadline-in")
		next := b.waits(early.Add(time.Hour), "waits-deadline-in").Deadline
		if a := b.waits(next.Add(-time.Hour), "waits-deadline-in"); len(a.Reminded) > 0 {
			t.Errorf("reminded: %v", a.Reminded)
		}
		b.clockAt = next.Add(-time.Hour)
		b.send(2, "$I 2 PASSWORD 2\n$A\ndig 2\n", receipt.Taken)
		b.advance(next.Add(-time.Minute))
		if rows, err := players.Realms(b.World); err != nil || rows[0].Missed+rows[1].Missed > 0 {
			t.Errorf("%+v, %v", rows, err)
		}
	}
}

// A realm that changes hands loses its former player's orders ahead. If a realm has fallen, its orders are dropped
// silently. If it is not asked when its turn begins, its player is told.
func TestOrdersAheadOfAnother(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{inTurn: true}, 2)
	b.send(1, "$I 1 PASSWORD 2\n$A\ndig 1\n", receipt.Ahead) // turn 2 is realm 2's
	b.send(2, "$I 2 PASSWORD 2\n$A\ndig 1\n", receipt.Ahead)
	must(t, players.HandTo(b.World, 2, signup.Row{Player: "Ida", Mail: "ida@example.org"}, b.clockAt))
	b.sent("", b.clockAt)
	b.send(1, "$I 1 PASSWORD 1\n$A\ndig 1\n", receipt.Taken)
	b.advance(friday)
	if b.inForce(1)+b.inForce(2) != "" {
		t.Errorf("in force: %q %q", b.inForce(1), b.inForce(2))
	}
	told := b.sent("receipt", friday)
	if len(told) != 2 { // the first one is that of turn 1
		t.Fatalf("%+v", told)
	}
	has(t, told[1].Text, "NICHT angenommen: Euer Reich ist jetzt nicht am Zug.\n")
}

// A sheet that the rules fail at does not keep the turn from being resolved.
func TestOrdersAheadFault(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 2)
	b.send(1, "$I 1 PASSWORD 2\n$A\ndig 7\n", receipt.Ahead)
	b.reopen(tiny{fault: "check"})
	b.advance(friday)
	if b.reopen(tiny{}); b.inForce(1) != "" {
		t.Errorf("in force: %s", b.inForce(1))
	}
	said := strings.Join(b.written(3), "\n")
	if !strings.Contains(said, "ahead-fault") {
		t.Errorf("the log says %s", said)
	}
}

// All orders of a realm for later turns have as much room as one turn's letters. Texts of usual length are always
// kept, and withdrawn orders still count.
func TestOrdersAheadAreBounded(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 1)
	long := "$I 1 PASSWORD 3\n$A\n" + strings.Repeat("dig 1\n", 300_000)
	b.send(1, long, receipt.Ahead)
	b.send(1, "$I 1 PASSWORD 3\n", receipt.Ahead)
	b.send(1, strings.Replace(long, " 3\n", " 4\n", 1), receipt.Ahead)
	if a := b.send(1, strings.Replace(long, " 3\n", " 5\n", 1), receipt.Refused); a.Reason.Code != "crowded-ahead" {
		t.Errorf("%+v", a.Reason)
	}
	b.send(1, "$I 1 PASSWORD 5\n$A\ndig 1\n", receipt.Ahead)
}

// A letter entered by hand is kept as well, and shown as that.
func TestOrdersAheadByHand(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 1)
	b.sent("", b.clockAt)
	a, err := intake.Submit(b.World, 1, "$I 1 x 2\n$A\ndig 1\n", b.clockAt)
	must(t, err)
	if a.Fate != receipt.Ahead || len(b.sent("", b.clockAt)) != 0 {
		t.Errorf("%+v", a)
	}
	b.advance(friday)
	has(t, b.sent("receipt", friday)[0].Text, "Eingegeben von der Spielleitung.\n", "für diesen Zug aufgehoben.\n")
	row, err := master.Orders(b.World, 1, -1)
	must(t, err)
	if len(row.Letters) != 1 || !row.Letters[0].ByHand {
		t.Errorf("%+v", row.Letters)
	}
}

// A substitute sends orders ahead only for the turns of the substitution, and reads their receipt.
func TestOrdersAheadOfASubstitute(t *testing.T) {
	t.Parallel()
	b, told := standing(t) // until turn 2
	password := passwordOf.FindStringSubmatch(told[0].Text)[1]
	keep := func(*letter.Letter) {}
	if a := b.from(ann, "$I 2 "+password+" 3\n$A\ndig 3\n", keep); a.Fate != receipt.Refused ||
		a.Reason.Code != "substitute-ahead" {
		t.Errorf("%+v", a)
	}
	if a := b.from(ann, "$I 2 "+password+" 2\n$A\ndig 3\n", keep); a.Fate != receipt.Ahead {
		t.Errorf("%+v", a)
	}
	b.sent("", b.clockAt)
	b.advance(friday)
	for _, d := range b.sent("receipt", friday) {
		if d.To != ann || !strings.Contains(d.Text, "These orders were kept for this turn since ") {
			t.Errorf("to %s: %s", d.To, d.Text)
		}
	}
	if b.inForce(2) == "" {
		t.Error("nothing is in force")
	}
}

// If a turn is taken back, the orders for the turn after it are kept, and come again with it. While a turn is held,
// orders that were kept wait for the release.
func TestOrdersAheadAfterUndo(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 1)
	b.send(1, "$I 1 PASSWORD 2\n$A\ndig 3\n", receipt.Ahead)
	b.sent("", b.clockAt)
	if _, err := turns.Hold(b.World, friday, false); err != nil {
		t.Fatal(err)
	}
	if b.inForce(1) != "" || len(b.sent("receipt", friday)) != 0 {
		t.Errorf("while the turn is held: %q", b.inForce(1))
	}
	if _, _, err := turns.Release(b.World, friday.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.inForce(1), "dig 3") || len(b.sent("receipt", friday.Add(time.Hour))) != 1 {
		t.Errorf("released: %q", b.inForce(1))
	}
	if _, err := turns.Undo(b.World, turns.UndoOptions{Why: "zu früh"}, friday.Add(2*time.Hour)); err != nil {
		t.Fatal(err)
	}
	if row, err := master.Orders(b.World, 1, 2); err != nil || !row.Kept || len(row.Orders) != 1 {
		t.Errorf("taken back: %+v, %v", row, err)
	}
	b.advance(friday.AddDate(0, 0, 7))
	if !strings.Contains(b.inForce(1), "dig 3") {
		t.Errorf("resolved again: %q", b.inForce(1))
	}
	b.verified()
}
