package resolve

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/ahead"
	"weltentor/resolve/master"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/signup"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/turns"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
)

// person returns the record of a realm's player.
func (b *table) person(realm int) (rec roster.RealmRecord) {
	b.t.Helper()
	must(b.t, b.View(func(tx *store.Tx) (err error) { rec, err = b.People.Person(tx, realm); return err }))
	return rec
}

// redo resolves the turn again that was taken back.
func (b *table) redo(at time.Time) turns.Again {
	b.t.Helper()
	did, again, err := turns.Redo(b.World, at)
	must(b.t, err)
	if !did.Resolved {
		b.t.Fatalf("%+v", did)
	}
	b.clockAt = at
	return again
}

// A new player's standing stays the same, however often the turn before is taken back and resolved again, and whatever
// the former player missed. They can miss only turns that begin after they came.
func TestAStandingGoesWithItsPlayer(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 3, steps("2 warn", "3 offer"), func(s *world.Settings) { s.Signup, s.Places, s.Grace = true, 3, time.Hour })
	skips := func() {
		t.Helper()
		b.send(2, "$I 2 PASSWORD\n$A\ndig 1\n", receipt.Taken)
		if s, err := master.StatusOf(b.World, b.clockAt); err != nil {
			t.Fatal(err)
		} else if a, err := turns.Advance(b.World, s.Deadline, true); err != nil || !a.Resolved {
			t.Fatalf("%+v, %v", a, err)
		} else {
			b.clockAt = s.Deadline
		}
	}
	skips()
	skips()
	if r := b.person(1); r.Missed != 2 || r.Missing == nil || !r.Missing.Warned {
		t.Fatalf("%+v", r)
	}
	must(t, players.HandTo(b.World, 1, signup.Row{Player: "Gina", Mail: "gina@example.org", Lang: phrase.En}, b.clockAt))
	for n := range 2 { // with what it was before, and with what it has been since
		did := b.undo(b.clockAt.Add(time.Hour))
		if want := []int{1}; n == 0 && !slices.Equal(did.Handed, want) {
			t.Errorf("%+v", did)
		}
		if r := b.person(1); r.Missed+r.Graced != 0 || r.Missing != nil {
			t.Errorf("taken back: %+v", r)
		}
		if r := b.person(3); r.Missed != 1 {
			t.Errorf("realm 3, taken back: %+v", r)
		}
		b.redo(b.clockAt.Add(time.Hour))
		if r := b.person(1); r.Missed+r.Graced != 0 || r.Missing != nil {
			t.Errorf("resolved again: %+v", r)
		}
		if r := b.person(3); r.Missed != 2 || r.Missing == nil {
			t.Errorf("realm 3, resolved again: %+v", r)
		}
	}
	// Two turns back: she came after both.
	b.undo(b.clockAt.Add(time.Hour))
	b.undo(b.clockAt.Add(time.Hour))
	b.redo(b.clockAt.Add(time.Hour))
	b.sent("", b.clockAt)
	skips()
	if r := b.person(1); r.Missed != 0 {
		t.Errorf("both resolved again: %+v", r)
	}
	b.says("kim@one.example", "Re", b.invited("kim@one.example", "Player: Kim\nRealm: Moor\nLanguage: en\n"))
	skips()
	skips()
	if r := b.person(1); r.Missed != 2 || !roster.Has(r.Mail, "gina@example.org") {
		t.Errorf("two turns of her own: %+v", r)
	}
	b.verified()
}

// Gina gets no grace in a turn that she cannot miss, and her own grace is there for the next.
func TestNoGraceForATurnOfAnother(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 2, func(s *world.Settings) { s.Grace = 24 * time.Hour })
	b.send(2, "$I 2 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	_, err := turns.Advance(b.World, friday, true)
	must(t, err)
	must(t, players.HandTo(b.World, 1, signup.Row{Player: "Gina", Mail: "gina@example.org", Lang: phrase.En}, friday))
	b.undo(friday.Add(time.Hour))
	s, err := master.StatusOf(b.World, b.clockAt)
	must(t, err)
	if a := b.advance(s.Deadline); len(a.Graced) != 0 {
		t.Errorf("%+v", a)
	}
	s, err = master.StatusOf(b.World, b.clockAt)
	must(t, err)
	b.send(2, "$I 2 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	if a, err := turns.Advance(b.World, s.Deadline, false); err != nil || !slices.Equal(a.Graced, []int{1}) {
		t.Errorf("%+v, %v", a, err)
	}
}

// A step for missed turns is taken back with the turn: its letter is withdrawn, and comes again. Otherwise the next
// step would come without a warning.
func TestStepsGoBackWithTheTurn(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 2, steps("1 warn", "2 standing"))
	b.sent("", b.clockAt)
	log := b.skipping(1)
	if log[0] != "warn" {
		t.Fatalf("%q", log)
	}
	list, err := turns.ListUndo(b.World, 0, b.clockAt)
	must(t, err)
	if got := subjectsOf(list.Withdraw); !slices.Contains(got, "[Bovistan Z2] Verpasste Züge") ||
		!slices.Contains(got, "[Bovistan] Reich 1 schickt keine Befehle") {
		t.Errorf("withdrawn: %q", got)
	}
	b.undo(b.clockAt.Add(time.Hour))
	for _, d := range b.sent("", b.clockAt) {
		if strings.Contains(d.Subject, "Verpasste") || strings.Contains(d.Subject, "schickt keine") {
			t.Errorf("to %s: %s", d.To, d.Text)
		}
	}
	b.redo(b.clockAt.Add(time.Hour))
	warned := 0
	for _, d := range b.sent("", b.clockAt) {
		if strings.Contains(d.Subject, "Verpasste Züge") {
			warned++
		}
	}
	if warned != 1 {
		t.Errorf("warned %d times", warned)
	}
	b.skipping(1)
	if r := b.person(1); !r.Idle || r.AbsentUntil == 0 {
		t.Fatalf("%+v", r)
	}
	b.undo(b.clockAt.Add(time.Hour))
	if r := b.person(1); r.Idle || r.AbsentUntil != 0 || r.Missed != 1 || r.Missing == nil || !r.Missing.Warned {
		t.Errorf("taken back: %+v", r)
	}
	b.verified()
}

func subjectsOf(rows []outbox.OutboxRow) (subjects []string) {
	for _, o := range rows {
		subjects = append(subjects, o.Subject)
	}
	return subjects
}

// A former player's wishes are forgotten: what comes with each report, and more time. So are wishes in orders that
// stay in force, and in those of a turn taken back. If nobody plays the realm, the turn is still resolved.
func TestWishesGoWithTheirPlayer(t *testing.T) {
	t.Parallel()
	for _, to := range []string{"gina@example.org", ""} {
		b := sit(t, tiny{chart: true}, 2)
		wish := "$A\ndig 1\n$S\nTisch ja\n"
		leaves := func() {
			t.Helper()
			if to == "" {
				must(t, players.Vacate(b.World, 1, b.clockAt))
			} else {
				must(t, players.HandTo(b.World, 1, signup.Row{Player: "Gina", Mail: to, Lang: phrase.En}, b.clockAt))
			}
		}
		b.send(1, "$I 1 PASSWORD\n"+wish, receipt.Taken)
		b.advance(friday)
		if !b.person(1).Table {
			t.Fatal("the wish was not heard")
		}
		leaves()
		b.undo(friday.Add(time.Hour))
		b.redo(friday.Add(2 * time.Hour))
		if b.person(1).Table {
			t.Errorf("%q has the wish of the former player", to)
		}
		b.verified()

		b = sit(t, tiny{chart: true}, 2)
		b.send(1, "$I 1 PASSWORD\n"+wish, receipt.Taken)
		leaves()
		b.advance(friday)
		if b.person(1).Table {
			t.Errorf("%q has the wish of the former player", to)
		}
	}
}

// Orders that were kept for the turn after it are kept again, whatever became of them when that turn began. The rules
// could not read them, or the realm was not asked, or has fallen. The same holds if several turns are taken back. A
// later letter of the player counts in their place. Orders of a player who has left do not come back.
func TestUndoKeepsWhatWasAhead(t *testing.T) {
	t.Parallel()
	kept := func(b *table, realm, turn int) string {
		var text string
		must(t, b.View(func(tx *store.Tx) error {
			rec, found, err := ahead.Sheet(tx, turn, realm)
			if found {
				text = rec.Text
			}
			return err
		}))
		return text
	}
	for name, c := range map[string]struct {
		rules, then tiny
		before      func(b *table)
	}{
		"the rules fail":   {tiny{}, tiny{fault: "check"}, func(*table) {}},
		"it is not asked":  {tiny{inTurn: true}, tiny{inTurn: true}, func(*table) {}},
		"nothing is good":  {tiny{}, tiny{}, func(*table) {}},
		"two turns before": {tiny{}, tiny{fault: "check"}, func(*table) {}},
	} {
		b := sit(t, c.rules, 2)
		dig := 7 // at which the rules fail
		if name == "nothing is good" {
			dig = 11
		}
		b.send(1, fmt.Sprintf("$I 1 PASSWORD 2\n$A\ndig %d\n", dig), receipt.Ahead)
		b.reopen(c.then)
		b.advance(friday)
		b.reopen(c.rules)
		if b.inForce(1) != "" {
			t.Fatalf("%s: it is in force, and this test shows nothing", name)
		}
		if name == "two turns before" {
			_, err := turns.Advance(b.World, friday.AddDate(0, 0, 7), true)
			must(t, err)
			b.undo(friday.AddDate(0, 0, 8))
		}
		list, err := turns.ListUndo(b.World, 0, b.clockAt)
		must(t, err)
		if !slices.Equal(list.Ahead, []int{1}) {
			t.Errorf("%s: %+v", name, list)
		}
		did := b.undo(b.clockAt.Add(time.Hour))
		if !slices.Equal(did.Ahead, []int{1}) || !strings.Contains(kept(b, 1, 2), fmt.Sprint("dig ", dig)) {
			t.Errorf("%s: %+v, kept %q", name, did, kept(b, 1, 2))
		}
		told := ""
		for _, d := range b.sent("deadline", b.clockAt) {
			told += d.Text
		}
		has(t, told,
			"Was Ihr für Zug 2 geschickt habt, bleibt für diesen Zug vorgemerkt.\n")
		b.redo(b.clockAt.Add(time.Hour))
		if got := b.inForce(1); strings.Contains(got, "dig 7") != (c.then.fault != "") {
			t.Errorf("%s: in force again: %q", name, got)
		}
		b.verified()
	}

	b := sit(t, tiny{}, 2)
	for realm := 1; realm <= 2; realm++ {
		b.send(realm, fmt.Sprintf("$I %d PASSWORD 2\n$A\ndig 11\n", realm), receipt.Ahead)
	}
	b.advance(friday)
	b.send(1, "$I 1 PASSWORD 2\n$A\ndig 4\n", receipt.Taken)
	must(t, players.HandTo(b.World, 2, signup.Row{Player: "Gina", Mail: "gina@example.org", Lang: phrase.En}, friday))
	b.undo(friday.Add(time.Hour))
	if one, two := kept(b, 1, 2), kept(b, 2, 2); !strings.Contains(one, "dig 4") || two != "" {
		t.Errorf("kept: %q, %q", one, two)
	}
}

// Orders ahead that came into force with a turn that is taken back and resolved again keep the day they were sent.
func TestUndoKeepsTheDayOfOrdersAhead(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 1)
	b.send(1, "$I 1 PASSWORD 2\n$A\ndig 3\n", receipt.Ahead)
	b.advance(friday)
	b.sent("", friday)
	b.undo(friday.Add(time.Hour))
	b.redo(friday.Add(2 * time.Hour))
	told := ""
	for _, d := range b.sent("receipt", friday.Add(2*time.Hour)) {
		told += d.Text
	}
	has(t, told, "Diese Befehle waren seit Montag, 23. November 2026, 13:00 Uhr (Europe/Berlin) für diesen Zug aufgehoben.\n")
	b.verified()
}

// Orders that came into force with a turn are forgotten when the turn before can no longer be taken back.
func TestWhatWasAheadIsForgotten(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 1)
	b.send(1, "$I 1 PASSWORD 2\n$A\ndig 11\n", receipt.Ahead)
	for n := range 7 {
		b.advance(friday.AddDate(0, 0, 7*n))
		must(t, b.View(func(tx *store.Tx) error {
			left, err := ahead.Begun(tx, 2)
			if want := n < 5; err != nil || (len(left) > 0) != want {
				t.Errorf("turn %d awaits orders: %d sheets of turn 2 are there, %v", n+2, len(left), err)
			}
			return err
		}))
	}
}

// The game master must say what becomes of a change by hand made since the turn. Otherwise nothing is done.
func TestUndoAsksForEdits(t *testing.T) {
	t.Parallel()
	for edits, gold := range map[turns.EditsSince]int64{turns.EditsBefore: 500, turns.EditsDropped: -1, "": -1} {
		b := sit(t, handful{}, 2)
		b.advance(friday)
		_, err := master.Edit(b.World, "set", []string{"1", "500"}, why, false, friday)
		must(t, err)
		list, err := turns.ListUndo(b.World, 1, friday)
		must(t, err)
		if len(list.Edits) != 1 || list.Edits[0].Change != "set 1 500" || !list.Edits[0].At.Equal(friday) {
			t.Errorf("%+v", list.Edits)
		}
		before := b.everything()
		did, err := turns.Undo(b.World, turns.UndoOptions{Turn: 1, Why: "x", Edits: edits}, friday.Add(time.Hour))
		if edits == "" {
			wantError(t, err, faults.ErrUndo, "--edits before", "--edits drop")
			if b.everything() != before {
				t.Error("something was done")
			}
			continue
		}
		must(t, err)
		if edits == turns.EditsBefore && (!slices.Equal(did.Edited, []string{"set 1 500"}) || did.Dropped != nil) ||
			edits == turns.EditsDropped && (!slices.Equal(did.Dropped, []string{"set 1 500"}) || did.Edited != nil) {
			t.Errorf("%q: %+v", edits, did)
		}
		if again := b.redo(friday.Add(2 * time.Hour)); again != (turns.Again{World: gold > 0, Otherwise: gold > 0}) {
			t.Errorf("%q: %+v", edits, again)
		}
		b.verified()
	}
}

// A named turn that was taken back already is left alone, and so is one that is not the last.
func TestUndoOfATurnByNumber(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 1)
	b.advance(friday)
	b.advance(friday.AddDate(0, 0, 7))
	at := b.clockAt
	for turn, says := range map[int]string{1: "the last turn is 2", 3: "turn 3 is not resolved"} {
		_, err := turns.Undo(b.World, turns.UndoOptions{Turn: turn, Why: "x"}, at)
		wantError(t, err, faults.ErrUndo, says)
	}
	for n := range 2 {
		before := b.everything()
		did, err := turns.Undo(b.World, turns.UndoOptions{Turn: 2, Why: "x"}, at)
		if must(t, err); did.Turn != 2 || did.Already != (n == 1) || (b.everything() == before) != (n == 1) {
			t.Errorf("%+v", did)
		}
	}
	b.redo(at)
	b.hold(at.AddDate(0, 0, 7))
	_, err := turns.Undo(b.World, turns.UndoOptions{Turn: 3, Why: "x"}, at.AddDate(0, 0, 7))
	wantError(t, err, faults.ErrUndo, "turn 3 is held", "`turn --discard`")
}

// A successor has read the report by which they came, even if the clock shows fractions of a second, which letters do not
// have: it was theirs, and does not count any more.
func TestUndoTellsASuccessor(t *testing.T) {
	t.Parallel()
	b := sit(t, handful{}, 2)
	b.advance(friday)
	b.sent("", friday.Add(time.Minute))
	came := friday.Add(time.Hour + 700*time.Millisecond)
	b.clockAt = came
	must(t, players.HandTo(b.World, 1, signup.Row{Player: "Uli", Mail: "uli@example.org", Lang: phrase.En}, came))
	b.sent("", came.Add(time.Minute))
	list, err := turns.ListUndo(b.World, 1, came.Add(time.Hour))
	must(t, err)
	if len(list.Out) != 2 || len(list.Former) != 1 {
		t.Errorf("reports of present players: %+v\nof former ones: %+v", list.Out, list.Former)
	}
	_, err = turns.Undo(b.World, turns.UndoOptions{Turn: 1, Why: "a fault"}, came.Add(time.Hour))
	must(t, err)
	for _, l := range b.sent("", came.Add(2*time.Hour)) {
		if l.To == "uli@example.org" {
			has(t, l.Text, "The report you have of it no longer counts.")
			return
		}
	}
	t.Error("nobody told Uli")
}

// The list says in words what Undo does, in both languages. Very many letters are only counted.
func TestUndoListInWords(t *testing.T) {
	t.Parallel()
	b := sit(t, handful{}, 25)
	b.send(3, "$I 3 PASSWORD 2\n$A\ndig 3\n", receipt.Ahead)
	b.sent("", b.clockAt)
	b.advance(friday)
	one := b.next(friday)
	must(t, b.Record(one.ID, outbox.Attempt{At: friday, Result: outbox.Delivered}))
	two := b.next(friday)
	must(t, b.Record(two.ID, outbox.Attempt{At: friday, Result: outbox.Uncertain}))
	b.clockAt = friday.Add(time.Hour)
	_, err := players.AddRealms(b.World, newcomers(26, 26), b.clockAt)
	must(t, err)
	must(t, players.Vacate(b.World, 2, b.clockAt))
	must(t, players.HandTo(b.World, 4, signup.Row{Player: "Gina", Mail: "gina@example.org", Lang: phrase.En}, b.clockAt))
	_, err = master.Edit(b.World, "set", []string{"1", "500"}, why, false, b.clockAt)
	must(t, err)
	before := b.everything()
	list, err := turns.ListUndo(b.World, 1, b.clockAt)
	must(t, err)
	when := func(at time.Time) string { return at.In(berlin).Format("15:04") }
	for lang, want := range map[phrase.Lang][]string{
		phrase.En: {"To be taken back: turn 1, resolved on 18:00.\n",
			"1 report of it has left. Its reader learns that it does not count:\n",
			"1 report of it has left to a former player, who is not told:\n", fmt.Sprintf("  letter %d, to ", one.ID),
			fmt.Sprintf("  letter %d, perhaps, to ", two.ID), " letters have not left and are withdrawn:\n", "  and ",
			"Orders for turn 2 are kept for that turn, from realm 3.\n", "Realm 2 Reich2 has lost its player since",
			"Realm 4 Reich4 has changed hands since. It does so again and stays with Gina.\n",
			"Realm 26 Reich26 has joined since.", "Changed by hand since, on 19:00: set 1 500\n"},
		phrase.De: {"Zurückzunehmen: Zug 1, ausgewertet am 18:00.\n", "1 Bericht dieses Zuges ist abgegangen. ",
			"1 Bericht davon ging an einen früheren Spieler, der nichts davon erfährt:\n",
			" Briefe sind noch nicht abgegangen und werden zurückgezogen:\n", "  und ",
			"Befehle für Zug 2 bleiben für diesen Zug vorgemerkt, von Reich 3.\n",
			"Reich 2 Reich2 verlor danach seinen Spieler", "und bleibt bei Gina.\n", "Reich 26 Reich26 kam danach dazu.",
			"Danach von Hand geändert, am 19:00: set 1 500\n"},
	} {
		has(t, list.Page(wording.Words(lang), when), want...)
	}
	if b.everything() != before {
		t.Error("to look has changed something")
	}
	did, err := turns.Undo(b.World, turns.UndoOptions{Turn: 1, Why: "x", Edits: turns.EditsBefore}, b.clockAt)
	must(t, err)
	if did.Withdrawn != len(list.Withdraw) || len(did.Out) != len(list.Out)+len(list.Former) || !slices.Equal(did.Ahead, list.Ahead) {
		t.Errorf("listed %+v, done %+v", list, did)
	}
	list, err = turns.ListUndo(b.World, 1, b.clockAt)
	must(t, err)
	has(t, list.Page(wording.Words(phrase.En), when), "Turn 1 is taken back already and awaits orders.\n")
}

// If the game master has no address, stored notices of the turn are withdrawn as well, unless they were read.
func TestUndoWithdrawsNotices(t *testing.T) {
	t.Parallel()
	for _, read := range []bool{false, true} {
		b := sit(t, tiny{}, 2, steps("1 warn"), func(s *world.Settings) { s.Masters = nil })
		b.skipping(1)
		s, err := master.StatusOf(b.World, b.clockAt)
		must(t, err)
		if len(s.Notices) != 1 {
			t.Fatalf("%+v", s.Notices)
		}
		if read {
			must(t, b.NoticesTold(b.clockAt, s.Notices[0].ID))
		}
		b.undo(b.clockAt.Add(time.Hour))
		if s, err = master.StatusOf(b.World, b.clockAt); err != nil || (len(s.Notices) == 1) != read {
			t.Errorf("read %t: %+v, %v", read, s.Notices, err)
		}
	}
}

// A player who took a realm over after turn 2 has no report of turn 1, and is not told that it no longer counts.
func TestWhoCameLaterHasNoReport(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 2)
	b.advance(friday)
	b.sent("", friday)
	b.advance(friday.AddDate(0, 0, 7))
	b.clockAt = friday.AddDate(0, 0, 7)
	b.sent("", b.clockAt)
	b.clockAt = b.clockAt.Add(time.Minute)
	must(t, players.HandTo(b.World, 1, signup.Row{Player: "Gina", Mail: "gina@example.org", Lang: phrase.En}, b.clockAt))
	b.sent("", b.clockAt)
	for _, want := range []string{"The report you have of it no longer counts.", "You will get its report"} {
		b.undo(b.clockAt.Add(time.Hour))
		for _, d := range b.sent("", b.clockAt) {
			if d.To == "gina@example.org" && strings.Contains(d.Subject, "taken back") {
				has(t, d.Text, want)
				want = ""
			}
		}
		if want != "" {
			t.Errorf("nobody told her: %s", want)
		}
	}
}

// A change by hand that cannot be made before the turn is listed as such before anything is done. Listing does
// nothing.
func TestUndoListTriesEdits(t *testing.T) {
	t.Parallel()
	b := sit(t, handful{}, 2)
	b.advance(friday)
	for _, gold := range []string{"77", "500"} {
		_, err := master.Edit(b.World, "set", []string{"1", gold}, why, false, friday)
		must(t, err)
	}
	before := b.everything()
	list, err := turns.ListUndo(b.World, 1, friday.Add(time.Hour))
	must(t, err)
	if b.everything() != before {
		t.Error("to look has changed something")
	}
	has(t, list.Page(wording.Words(phrase.En), func(time.Time) string { return "then" }), "Changed by hand since, on then: "+
		"set 1 77\n  It cannot be made before the turn, so it is gone either way.\nChanged by hand since, on then: set 1 500\n")
	did, err := turns.Undo(b.World, turns.UndoOptions{Turn: 1, Why: "x", Edits: turns.EditsBefore}, friday.Add(time.Hour))
	if must(t, err); !slices.Equal(did.Dropped, []string{"set 1 77"}) || !slices.Equal(did.Edited, []string{"set 1 500"}) {
		t.Errorf("%+v", did)
	}
}
