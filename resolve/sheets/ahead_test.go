package sheets_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/gamemaster"
	"weltentor/resolve/intake"
	"weltentor/resolve/letter"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/turns"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

var passwordOf = regexp.MustCompile(`\$I 2 (\S+)`)

// early is on the day of the founding, long before friday.
var early = worldtest.Day0.Add(2 * time.Hour)

// Orders for a later turn are kept, and answered at once: the answer says what can be read, and when they will be
// checked. When their turn begins they are in force, with a receipt beside the report.
func TestOrdersAhead(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	b.Sent("", b.ClockAt)
	a := b.Send(1, "$I 1 PASSWORD 2\n$A\ndig 3\nswim\ndig 4\n", receipt.Ahead)
	if a.For != 2 || a.Turn != 1 || a.Good != 2 || a.Bad != 1 {
		t.Errorf("%+v", a)
	}
	got := b.Sent("receipt", b.ClockAt)
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
	worldtest.Has(t, got[0].Text, "> swim\n")
	if b.InForce(1) != "" {
		t.Errorf("in force already: %s", b.InForce(1))
	}
	b.Send(2, "$I 2 PASSWORD 3\n$A\ndig 9\n", receipt.Ahead)
	worldtest.Has(t, b.Sent("receipt", b.ClockAt)[0].Text, "Kept for turn 3: 1 line, all readable.\n", "It is now turn 1;")

	b.Advance(worldtest.Friday)
	letters := b.Sent("", worldtest.Friday)
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
	worldtest.Has(t, receipts[0], "Angenommen: 2 Zeilen gut, 1 fehlerhaft. Die guten gelten.\n", "Reich 1 Reich1: ",
		"Diese Befehle waren seit Montag, 23. November 2026, 13:00 Uhr (Europe/Berlin) für diesen Zug aufgehoben.\n")
	if got := b.InForce(1); !strings.Contains(got, "dig 3") || !strings.Contains(got, "dig 4") {
		t.Errorf("in force: %q", got)
	}
	if b.InForce(2) != "" {
		t.Errorf("those for turn 3 are in force: %s", b.InForce(2))
	}
	b.Verified()
}

// A later letter for the same turn replaces the earlier one. A letter without orders withdraws it, and an unreadable
// one leaves it. The same mail counts only once.
func TestOrdersAheadChange(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Sent("", b.ClockAt)
	says := func(letter string, want receipt.Fate) string {
		t.Helper()
		b.Send(1, letter, want)
		return b.Sent("receipt", b.ClockAt)[0].Text
	}
	worldtest.Has(t, says("$I 1 PASSWORD 4\n", receipt.Refused), "NICHT angenommen: Der Brief ist für Zug 4 und enthält keinen Befehl;")
	says("$I 1 PASSWORD 4\n$A\ndig 1\n", receipt.Ahead)
	worldtest.Has(t, says("$I 1 PASSWORD 4\n$A\ndig 2\n", receipt.Ahead), "Dieser Brief ersetzt Eure früheren Befehle für Zug 4.\n")
	worldtest.Has(t, says("$I 1 PASSWORD 11\n$A\ndig 3\n", receipt.Ahead), "Aufgehoben sind von Euch Befehle für die Züge 4, 11.\n")
	worldtest.Has(t, says("$I 1 PASSWORD 4\n$A\nswim\n", receipt.Kept), "NICHT angenommen: Keine Zeile der Befehle für Zug 4 "+
		"ist lesbar. "+
		"Eure früheren Befehle für diesen Zug bleiben aufgehoben.\n")
	worldtest.Has(t, says("$I 1 PASSWORD 12\n$A\ndig 3\n", receipt.Refused), "Diese Befehle sind für Zug 12; jetzt läuft Zug 1. "+
		"Befehle werden für höchstens 10 Züge im Voraus aufgehoben;")
	row, err := gamemaster.Orders(b.World, 1, 4)
	must(t, err)
	if !row.Kept || len(row.Orders) != 1 || row.Orders[0].Text != "dig 2" || len(row.Ahead) != 2 || row.Sent.IsZero() {
		t.Errorf("%+v", row)
	}
	b.Asks(1, "BEFEHLE", "")
	worldtest.Has(t, b.Sent("receipt", b.ClockAt)[0].Text,
		"Aufgehoben für Zug 4: 1 Zeile, gekommen am Montag, 23. November 2026, 13:00 Uhr (Europe/Berlin).\n",
		"Aufgehoben für Zug 11: 1 Zeile, gekommen am ", "Von Euch liegen für diesen Zug keine Befehle vor.\n")
	worldtest.Has(t, says("$I 1 PASSWORD 4\n", receipt.Ahead), "Zurückgenommen: Eure Befehle für Zug 4 sind nicht mehr aufgehoben.\n",
		"Aufgehoben sind von Euch Befehle für Zug 11.\n")
	if _, err := gamemaster.Orders(b.World, 1, 4); err == nil {
		t.Error("orders that were taken back are shown")
	}
	l := b.Letter(1, "$I 1 PASSWORD 5\n$A\ndig 5\n")
	b.Accept(l)
	l.Hash[0]++
	if a := b.Accept(l); a.Fate != receipt.Known {
		t.Errorf("a copy of the mail: %+v", a)
	}
	for range 2 { // nobody knows of letters without a Message-ID whether one is a copy of the other
		l = b.Letter(1, "$I 1 PASSWORD 6\n$A\ndig 5\n")
		l.MessageID = ""
		if a := b.Accept(l); a.Fate != receipt.Ahead {
			t.Errorf("a letter without Message-ID: %+v", a)
		}
	}
}

// late is a game into which copies of letters come late, such as through a list: with another hash.
type late struct{ *worldtest.Game }

func (b late) accepts(l letter.Letter, want receipt.Fate) letter.Letter {
	b.T.Helper()
	if a := b.Accept(l); a.Fate != want {
		b.T.Errorf("%q: %s, want %s", l.Text, a.Fate, want)
	}
	return l
}

func (b late) digs(n int, want receipt.Fate) letter.Letter {
	b.T.Helper()
	return b.accepts(b.Letter(1, fmt.Sprintf("$I 1 PASSWORD 2\n$A\ndig %d\n", n)), want)
}

func (b late) knows(letters ...letter.Letter) {
	b.T.Helper()
	for _, l := range letters {
		b.Mails++
		l.Hash[1], l.UID = l.Hash[1]+byte(b.Mails), uint32(b.Mails)
		b.accepts(l, receipt.Known)
	}
}

func (b late) inForce(want string) {
	b.T.Helper()
	if got := b.InForce(1); want == "" && got != "" || !strings.Contains(got, want) {
		b.T.Errorf("in force: %q, want %q", got, want)
	}
}

// A copy of a letter that was replaced or taken back does not undo what the player has sent since, neither before the
// turn of its orders begins nor then.
func TestOrdersAheadLateCopies(t *testing.T) {
	t.Parallel()
	b := late{worldtest.Found(t, worldtest.Tiny{}, 1)}
	dig1 := b.digs(1, receipt.Ahead)
	b.digs(2, receipt.Ahead)
	b.knows(dig1)
	nothing := b.accepts(b.Letter(1, "$I 1 PASSWORD 2\n"), receipt.Ahead)
	b.knows(dig1, nothing)
	b.digs(3, receipt.Ahead)
	b.knows(nothing)
	again := b.accepts(b.Letter(1, dig1.Text), receipt.Ahead) // the same text in another letter counts
	b.digs(4, receipt.Ahead)

	b.Advance(worldtest.Friday)
	for hour := range 2 {
		b.knows(dig1, again)
		b.inForce("dig 4")
		b.Undo(worldtest.Friday.Add(time.Duration(2*hour+1) * time.Hour))
		b.knows(dig1)
		b.Redo(worldtest.Friday.Add(time.Duration(2*hour+2) * time.Hour))
	}

	// Orders of the turn itself that an undo keeps for it.
	dig5 := b.digs(5, receipt.Taken)
	b.digs(6, receipt.Taken)
	b.Undo(worldtest.Friday.Add(5 * time.Hour))
	b.knows(dig5)
	b.Redo(worldtest.Friday.Add(6 * time.Hour))
	b.inForce("dig 6")

	// When its turn is over, nobody is told that a copy comes too late.
	b.Advance(worldtest.Friday.Add(7 * 24 * time.Hour))
	b.knows(dig1, dig5)
}

// Nor does a copy bring back what is not in force any more: the player took it back before its turn, the game master
// did so then, or the rules failed at what replaced it.
func TestOrdersAheadCopiesOfWhatIsGone(t *testing.T) {
	t.Parallel()
	for name, goes := range map[string]func(late){
		"taken back": func(b late) {
			b.accepts(b.Letter(1, "$I 1 PASSWORD 2\n"), receipt.Ahead)
			b.Advance(worldtest.Friday)
		},
		"by the game master": func(b late) {
			b.Advance(worldtest.Friday)
			_, err := intake.Former(b.World, 1, b.ClockAt.Add(time.Second))
			must(b.T, err)
		},
		"a fault": func(b late) {
			b.Reopen(worldtest.Tiny{Fault: "check"})
			b.Advance(worldtest.Friday)
			b.Reopen(worldtest.Tiny{})
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := late{worldtest.Found(t, worldtest.Tiny{}, 1)}
			letters := []letter.Letter{b.digs(1, receipt.Ahead), b.digs(7, receipt.Ahead)} // at 7 the fault is
			goes(b)
			b.knows(letters...)
			b.inForce("")
			b.Undo(worldtest.Friday.Add(time.Hour))
			b.knows(letters...)
		})
	}
}

// What the game master took back comes back if the turn is undone: it was stored for its turn. It is no copy of itself.
func TestOrdersAheadBeginTwice(t *testing.T) {
	t.Parallel()
	b := late{worldtest.Found(t, worldtest.Tiny{}, 1)}
	b.digs(1, receipt.Ahead)
	b.Advance(worldtest.Friday)
	_, err := intake.Former(b.World, 1, b.ClockAt.Add(time.Second))
	must(t, err)
	b.inForce("")
	b.Undo(worldtest.Friday.Add(time.Hour))
	b.Redo(worldtest.Friday.Add(2 * time.Hour))
	b.inForce("dig 1")
}

// A copy from which a list took a file is one, and so is one with another file: lists and scanners add some. The same
// text with another file in a mail of its own is not.
func TestOrdersAheadCopiesWithFiles(t *testing.T) {
	t.Parallel()
	b := late{worldtest.Found(t, worldtest.Tiny{Picky: true}, 1)}
	l := b.Letter(1, "$I 1 PASSWORD 2\n$A\ndig 1\n")
	l.Files = []game.File{{Name: "list1.pdf", Data: []byte("%PDF 1")}}
	b.accepts(l, receipt.Ahead)
	b.digs(2, receipt.Ahead)
	b.knows(l)
	l.Files = nil
	b.knows(l)
	l.Files = []game.File{{Name: "footer.pdf", Data: []byte("%PDF 3")}}
	b.knows(l)
	other := l
	other.Files, other.Hash[2], other.UID = []game.File{{Name: "list1.pdf", Data: []byte("%PDF 2")}}, l.Hash[2]+1, 100
	other.MessageID = "<other@r1>"
	b.Mails = 100
	b.accepts(other, receipt.Ahead)
	b.digs(3, receipt.Ahead)
	l.Files = []game.File{{Name: "list1.pdf", Data: []byte("%PDF 1")}}
	b.knows(l, other)
}

// Orders that are kept count as sent: the player is not reminded, and misses no turn. But they never bring a turn
// forward, as a letter in the turn does.
func TestOrdersAheadWait(t *testing.T) {
	t.Parallel()
	for _, hasty := range []bool{false, true} {
		b := worldtest.Found(t, worldtest.Tiny{Hasty: hasty}, 2, func(s *world.Settings) { s.Early, s.Reminder = !hasty, 24*time.Hour })
		b.Send(1, "$I 1 PASSWORD 2\n$A\ndig 1\n", receipt.Ahead)
		b.Send(2, "$I 2 PASSWORD 2\n$A\ndig 1\n", receipt.Ahead)
		b.Waits(early, "waits-deadline")
		b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken)
		b.Send(2, "$I 2 PASSWORD\n$A\ndig 1\n", receipt.Taken)
		b.Advance(early)
		b.Waits(early.Add(time.Hour), "waits-deadline-in")
		next := b.Waits(early.Add(time.Hour), "waits-deadline-in").Deadline
		if a := b.Waits(next.Add(-time.Hour), "waits-deadline-in"); len(a.Reminded) > 0 {
			t.Errorf("reminded: %v", a.Reminded)
		}
		b.ClockAt = next.Add(-time.Hour)
		b.Send(2, "$I 2 PASSWORD 2\n$A\ndig 2\n", receipt.Taken)
		b.Advance(next.Add(-time.Minute))
		if rows, err := players.Realms(b.World); err != nil || rows[0].Missed+rows[1].Missed > 0 {
			t.Errorf("%+v, %v", rows, err)
		}
	}
}

// A realm that changes hands loses its former player's orders ahead. If a realm has fallen, its orders are dropped
// silently. If it is not asked when its turn begins, its player is told.
func TestOrdersAheadOfAnother(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{InTurn: true}, 2)
	b.Send(1, "$I 1 PASSWORD 2\n$A\ndig 1\n", receipt.Ahead) // turn 2 is realm 2's
	b.Send(2, "$I 2 PASSWORD 2\n$A\ndig 1\n", receipt.Ahead)
	must(t, players.HandTo(b.World, 2, roster.ApplicantRow{Player: "Ida", Mail: "ida@example.org"}, b.ClockAt))
	b.Sent("", b.ClockAt)
	b.Send(1, "$I 1 PASSWORD 1\n$A\ndig 1\n", receipt.Taken)
	b.Advance(worldtest.Friday)
	if b.InForce(1)+b.InForce(2) != "" {
		t.Errorf("in force: %q %q", b.InForce(1), b.InForce(2))
	}
	told := b.Sent("receipt", worldtest.Friday)
	if len(told) != 2 { // the first one is that of turn 1
		t.Fatalf("%+v", told)
	}
	worldtest.Has(t, told[1].Text, "NICHT angenommen: Euer Reich ist jetzt nicht am Zug.\n")
}

// A sheet that the rules fail at does not keep the turn from being resolved.
func TestOrdersAheadFault(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	b.Send(1, "$I 1 PASSWORD 2\n$A\ndig 7\n", receipt.Ahead)
	b.Reopen(worldtest.Tiny{Fault: "check"})
	b.Advance(worldtest.Friday)
	if b.Reopen(worldtest.Tiny{}); b.InForce(1) != "" {
		t.Errorf("in force: %s", b.InForce(1))
	}
	said := strings.Join(b.Written(3), "\n")
	if !strings.Contains(said, "ahead-fault") {
		t.Errorf("the log says %s", said)
	}
	told := map[string]string{}
	for _, d := range b.Sent("", worldtest.Friday) {
		told[d.To] += d.Subject + "\n" + d.Text
	}
	worldtest.Has(t, told["leiter@example.org"], "Die Regeln scheitern an Befehlen", "Reich 1 ", "für Zug 2 geschickt",
		"\n  dig 7\n")
	worldtest.Has(t, told["r1@example.org"], "NICHT angenommen: Das Programm scheitert",
		"Die Spielleitung hat sie und weiß davon.")
	b.Undo(worldtest.Friday.Add(time.Hour))
	b.Redo(worldtest.Friday.Add(2 * time.Hour))
	if !strings.Contains(b.InForce(1), "dig 7") {
		t.Errorf("by rules that are mended, in force: %q", b.InForce(1))
	}
}

// All orders of a realm for later turns have as much room as one turn's letters. Texts of usual length are always
// kept, and withdrawn orders still count.
func TestOrdersAheadAreBounded(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	long := "$I 1 PASSWORD 3\n$A\n" + strings.Repeat("dig 1"+strings.Repeat(" ", 55)+"\n", 30_000)
	b.Send(1, long, receipt.Ahead)
	b.Send(1, "$I 1 PASSWORD 3\n", receipt.Ahead)
	b.Send(1, strings.Replace(long, " 3\n", " 4\n", 1), receipt.Ahead)
	if a := b.Send(1, strings.Replace(long, " 3\n", " 5\n", 1), receipt.Refused); a.Reason.Code != "crowded-ahead" {
		t.Errorf("%+v", a.Reason)
	}
	b.Send(1, "$I 1 PASSWORD 5\n$A\ndig 1\n", receipt.Ahead)
}

// A letter entered by hand is kept as well, and shown as that.
func TestOrdersAheadByHand(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Sent("", b.ClockAt)
	a, err := intake.Submit(b.World, 1, "$I 1 x 2\n$A\ndig 1\n", b.ClockAt)
	must(t, err)
	if a.Fate != receipt.Ahead || len(b.Sent("", b.ClockAt)) != 0 {
		t.Errorf("%+v", a)
	}
	b.Advance(worldtest.Friday)
	worldtest.Has(t, b.Sent("receipt", worldtest.Friday)[0].Text, "Eingegeben von der Spielleitung.\n", "für diesen Zug aufgehoben.\n")
	row, err := gamemaster.Orders(b.World, 1, -1)
	must(t, err)
	if len(row.Letters) != 1 || !row.Letters[0].ByHand {
		t.Errorf("%+v", row.Letters)
	}
}

// A substitute sends orders ahead only for the turns of the substitution, and reads their receipt.
func TestOrdersAheadOfASubstitute(t *testing.T) {
	t.Parallel()
	b, told := worldtest.Standing(t) // until turn 2
	password := passwordOf.FindStringSubmatch(told[0].Text)[1]
	keep := func(*letter.Letter) {}
	if a := b.OrdersFrom(worldtest.Ann, "$I 2 "+password+" 3\n$A\ndig 3\n", keep); a.Fate != receipt.Refused ||
		a.Reason.Code != "substitute-ahead" {
		t.Errorf("%+v", a)
	}
	if a := b.OrdersFrom(worldtest.Ann, "$I 2 "+password+" 2\n$A\ndig 3\n", keep); a.Fate != receipt.Ahead {
		t.Errorf("%+v", a)
	}
	b.Sent("", b.ClockAt)
	b.Advance(worldtest.Friday)
	for _, d := range b.Sent("receipt", worldtest.Friday) {
		if d.To != worldtest.Ann || !strings.Contains(d.Text, "These orders were kept for this turn since ") {
			t.Errorf("to %s: %s", d.To, d.Text)
		}
	}
	if b.InForce(2) == "" {
		t.Error("nothing is in force")
	}
}

// If a turn is taken back, the orders for the turn after it are kept, and come again with it. While a turn is held,
// orders that were kept wait for the release.
func TestOrdersAheadAfterUndo(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Send(1, "$I 1 PASSWORD 2\n$A\ndig 3\n", receipt.Ahead)
	b.Sent("", b.ClockAt)
	if _, err := turns.Hold(b.World, worldtest.Friday, false); err != nil {
		t.Fatal(err)
	}
	if b.InForce(1) != "" || len(b.Sent("receipt", worldtest.Friday)) != 0 {
		t.Errorf("while the turn is held: %q", b.InForce(1))
	}
	if _, _, err := turns.Release(b.World, worldtest.Friday.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.InForce(1), "dig 3") || len(b.Sent("receipt", worldtest.Friday.Add(time.Hour))) != 1 {
		t.Errorf("released: %q", b.InForce(1))
	}
	if _, err := turns.Undo(b.World, turns.UndoOptions{Why: "zu früh"}, worldtest.Friday.Add(2*time.Hour)); err != nil {
		t.Fatal(err)
	}
	if row, err := gamemaster.Orders(b.World, 1, 2); err != nil || !row.Kept || len(row.Orders) != 1 {
		t.Errorf("taken back: %+v, %v", row, err)
	}
	b.Advance(worldtest.Friday.AddDate(0, 0, 7))
	if !strings.Contains(b.InForce(1), "dig 3") {
		t.Errorf("resolved again: %q", b.InForce(1))
	}
	b.Verified()
}
