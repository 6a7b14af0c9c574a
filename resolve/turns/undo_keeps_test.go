package turns_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/address"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/sheets"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/turns"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
)

// A new player's standing stays the same, however often the turn before is taken back and resolved again, and whatever
// the former player missed. They can miss only turns that begin after they came.
func TestAStandingGoesWithItsPlayer(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 3, worldtest.Steps("2 warn", "3 offer"), func(s *world.Settings) { s.Signup, s.Places, s.Grace = true, 3, time.Hour })
	skips := func() {
		t.Helper()
		b.Send(2, "$I 2 PASSWORD\n$A\ndig 1\n", receipt.Taken)
		if s, err := gamemaster.StatusOf(b.World, b.ClockAt); err != nil {
			t.Fatal(err)
		} else if a, err := turns.Advance(b.World, s.Deadline, true); err != nil || !a.Resolved {
			t.Fatalf("%+v, %v", a, err)
		} else {
			b.ClockAt = s.Deadline
		}
	}
	skips()
	skips()
	if r := b.Person(1); r.Missed != 2 || r.Missing == nil || !r.Missing.Warned {
		t.Fatalf("%+v", r)
	}
	must(t, players.HandTo(b.World, 1, roster.ApplicantRow{Player: "Gina", Mail: "gina@example.org", Lang: phrase.En}, b.ClockAt))
	for n := range 2 { // with what it was before, and with what it has been since
		did := b.Undo(b.ClockAt.Add(time.Hour))
		if want := []int{1}; n == 0 && !slices.Equal(did.Handed, want) {
			t.Errorf("%+v", did)
		}
		if r := b.Person(1); r.Missed+r.Graced != 0 || r.Missing != nil {
			t.Errorf("taken back: %+v", r)
		}
		if r := b.Person(3); r.Missed != 1 {
			t.Errorf("realm 3, taken back: %+v", r)
		}
		b.Redo(b.ClockAt.Add(time.Hour))
		if r := b.Person(1); r.Missed+r.Graced != 0 || r.Missing != nil {
			t.Errorf("resolved again: %+v", r)
		}
		if r := b.Person(3); r.Missed != 2 || r.Missing == nil {
			t.Errorf("realm 3, resolved again: %+v", r)
		}
	}
	// Two turns back: she came after both.
	b.Undo(b.ClockAt.Add(time.Hour))
	b.Undo(b.ClockAt.Add(time.Hour))
	b.Redo(b.ClockAt.Add(time.Hour))
	b.Sent("", b.ClockAt)
	skips()
	if r := b.Person(1); r.Missed != 0 {
		t.Errorf("both resolved again: %+v", r)
	}
	b.Says("kim@one.example", "Re", "Yes\n"+b.Invited("kim@one.example", "Player: Kim\nRealm: Moor\nLanguage: en\n"))
	skips()
	skips()
	if r := b.Person(1); r.Missed != 2 || !address.Contains(r.Mail, "gina@example.org") {
		t.Errorf("two turns of her own: %+v", r)
	}
	b.Verified()
}

// Gina gets no grace in a turn that she cannot miss, and her own grace is there for the next.
func TestNoGraceForATurnOfAnother(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2, func(s *world.Settings) { s.Grace = 24 * time.Hour })
	b.Send(2, "$I 2 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	_, err := turns.Advance(b.World, worldtest.Friday, true)
	must(t, err)
	must(t, players.HandTo(b.World, 1, roster.ApplicantRow{Player: "Gina", Mail: "gina@example.org", Lang: phrase.En}, worldtest.Friday))
	b.Undo(worldtest.Friday.Add(time.Hour))
	s, err := gamemaster.StatusOf(b.World, b.ClockAt)
	must(t, err)
	if a := b.Advance(s.Deadline); len(a.Graced) != 0 {
		t.Errorf("%+v", a)
	}
	s, err = gamemaster.StatusOf(b.World, b.ClockAt)
	must(t, err)
	b.Send(2, "$I 2 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	if a, err := turns.Advance(b.World, s.Deadline, false); err != nil || !slices.Equal(a.Graced, []int{1}) {
		t.Errorf("%+v, %v", a, err)
	}
}

// A step for missed turns is taken back with the turn: its letter is withdrawn, and comes again. Otherwise the next
// step would come without a warning.
func TestStepsGoBackWithTheTurn(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2, worldtest.Steps("1 warn", "2 standing"))
	b.Sent("", b.ClockAt)
	log := b.Skipping(1)
	if log[0] != "warn" {
		t.Fatalf("%q", log)
	}
	list, err := turns.ListUndo(b.World, 0, b.ClockAt)
	must(t, err)
	if got := subjectsOf(list.Withdraw); !slices.Contains(got, "[Bovistan Z2] Verpasste Züge") ||
		!slices.Contains(got, "[Bovistan] Reich 1 schickt keine Befehle") {
		t.Errorf("withdrawn: %q", got)
	}
	b.Undo(b.ClockAt.Add(time.Hour))
	for _, d := range b.Sent("", b.ClockAt) {
		if strings.Contains(d.Subject, "Verpasste") || strings.Contains(d.Subject, "schickt keine") {
			t.Errorf("to %s: %s", d.To, d.Text)
		}
	}
	b.Redo(b.ClockAt.Add(time.Hour))
	warned := 0
	for _, d := range b.Sent("", b.ClockAt) {
		if strings.Contains(d.Subject, "Verpasste Züge") {
			warned++
		}
	}
	if warned != 1 {
		t.Errorf("warned %d times", warned)
	}
	b.Skipping(1)
	if r := b.Person(1); !r.Idle || r.AbsentUntil == 0 {
		t.Fatalf("%+v", r)
	}
	b.Undo(b.ClockAt.Add(time.Hour))
	if r := b.Person(1); r.Idle || r.AbsentUntil != 0 || r.Missed != 1 || r.Missing == nil || !r.Missing.Warned {
		t.Errorf("taken back: %+v", r)
	}
	b.Verified()
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
		b := worldtest.Found(t, worldtest.Tiny{Chart: true}, 2)
		wish := "$A\ndig 1\n$S\nTisch ja\n"
		leaves := func() {
			t.Helper()
			if to == "" {
				must(t, players.Vacate(b.World, 1, b.ClockAt))
			} else {
				must(t, players.HandTo(b.World, 1, roster.ApplicantRow{Player: "Gina", Mail: to, Lang: phrase.En}, b.ClockAt))
			}
		}
		b.Send(1, "$I 1 PASSWORD\n"+wish, receipt.Taken)
		b.Advance(worldtest.Friday)
		if !b.Person(1).Table {
			t.Fatal("the wish was not heard")
		}
		leaves()
		b.Undo(worldtest.Friday.Add(time.Hour))
		b.Redo(worldtest.Friday.Add(2 * time.Hour))
		if b.Person(1).Table {
			t.Errorf("%q has the wish of the former player", to)
		}
		b.Verified()

		b = worldtest.Found(t, worldtest.Tiny{Chart: true}, 2)
		b.Send(1, "$I 1 PASSWORD\n"+wish, receipt.Taken)
		leaves()
		b.Advance(worldtest.Friday)
		if b.Person(1).Table {
			t.Errorf("%q has the wish of the former player", to)
		}
	}
}

// Orders that were kept for the turn after it are kept again, whatever became of them when that turn began. The rules
// could not read them, or the realm was not asked, or has fallen. The same holds if several turns are taken back. A
// later letter of the player counts in their place. Orders of a player who has left do not come back.
func TestUndoKeepsWhatWasAhead(t *testing.T) {
	t.Parallel()
	kept := func(b *worldtest.Game, realm, turn int) string {
		var text string
		must(t, b.View(func(tx *store.Tx) error {
			rec, found := sheets.Later(tx, turn, realm)
			if found {
				text = rec.Text
			}
			return nil
		}))
		return text
	}
	for name, c := range map[string]struct {
		rules, then worldtest.Tiny
		before      func(b *worldtest.Game)
	}{
		"the rules fail":   {worldtest.Tiny{}, worldtest.Tiny{Fault: "check"}, func(*worldtest.Game) {}},
		"it is not asked":  {worldtest.Tiny{InTurn: true}, worldtest.Tiny{InTurn: true}, func(*worldtest.Game) {}},
		"nothing is good":  {worldtest.Tiny{}, worldtest.Tiny{}, func(*worldtest.Game) {}},
		"two turns before": {worldtest.Tiny{}, worldtest.Tiny{Fault: "check"}, func(*worldtest.Game) {}},
	} {
		b := worldtest.Found(t, c.rules, 2)
		dig := 7 // at which the rules fail
		if name == "nothing is good" {
			dig = 11
		}
		b.Send(1, fmt.Sprintf("$I 1 PASSWORD 2\n$A\ndig %d\n", dig), receipt.Ahead)
		b.Reopen(c.then)
		b.Advance(worldtest.Friday)
		b.Reopen(c.rules)
		if b.InForce(1) != "" {
			t.Fatalf("%s: it is in force, and this test shows nothing", name)
		}
		if name == "two turns before" {
			_, err := turns.Advance(b.World, worldtest.Friday.AddDate(0, 0, 7), true)
			must(t, err)
			b.Undo(worldtest.Friday.AddDate(0, 0, 8))
		}
		list, err := turns.ListUndo(b.World, 0, b.ClockAt)
		must(t, err)
		if !slices.Equal(list.Ahead, []int{1}) {
			t.Errorf("%s: %+v", name, list)
		}
		did := b.Undo(b.ClockAt.Add(time.Hour))
		if !slices.Equal(did.Ahead, []int{1}) || !strings.Contains(kept(b, 1, 2), fmt.Sprint("dig ", dig)) {
			t.Errorf("%s: %+v, kept %q", name, did, kept(b, 1, 2))
		}
		told := ""
		for _, d := range b.Sent("deadline", b.ClockAt) {
			told += d.Text
		}
		worldtest.Has(t, told,
			"Was Ihr für Zug 2 geschickt habt, bleibt für diesen Zug vorgemerkt.\n")
		b.Redo(b.ClockAt.Add(time.Hour))
		if got := b.InForce(1); strings.Contains(got, "dig 7") != (c.then.Fault != "") {
			t.Errorf("%s: in force again: %q", name, got)
		}
		b.Verified()
	}

	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	for realm := 1; realm <= 2; realm++ {
		b.Send(realm, fmt.Sprintf("$I %d PASSWORD 2\n$A\ndig 11\n", realm), receipt.Ahead)
	}
	b.Advance(worldtest.Friday)
	b.Send(1, "$I 1 PASSWORD 2\n$A\ndig 4\n", receipt.Taken)
	must(t, players.HandTo(b.World, 2, roster.ApplicantRow{Player: "Gina", Mail: "gina@example.org", Lang: phrase.En}, worldtest.Friday))
	b.Undo(worldtest.Friday.Add(time.Hour))
	if one, two := kept(b, 1, 2), kept(b, 2, 2); !strings.Contains(one, "dig 4") || two != "" {
		t.Errorf("kept: %q, %q", one, two)
	}
}

// Orders ahead that came into force with a turn that is taken back and resolved again keep the day they were sent.
func TestUndoKeepsTheDayOfOrdersAhead(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Send(1, "$I 1 PASSWORD 2\n$A\ndig 3\n", receipt.Ahead)
	b.Advance(worldtest.Friday)
	b.Sent("", worldtest.Friday)
	b.Undo(worldtest.Friday.Add(time.Hour))
	b.Redo(worldtest.Friday.Add(2 * time.Hour))
	told := ""
	for _, d := range b.Sent("receipt", worldtest.Friday.Add(2*time.Hour)) {
		told += d.Text
	}
	worldtest.Has(t, told, "Diese Befehle waren seit Montag, 23. November 2026, 13:00 Uhr (Europe/Berlin) für diesen Zug aufgehoben.\n")
	b.Verified()
}

// Orders that came into force with a turn are forgotten when the turn before can no longer be taken back.
func TestWhatWasAheadIsForgotten(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Send(1, "$I 1 PASSWORD 2\n$A\ndig 11\n", receipt.Ahead)
	for n := range 7 {
		b.Advance(worldtest.Friday.AddDate(0, 0, 7*n))
		must(t, b.View(func(tx *store.Tx) error {
			left := sheets.TakenLater(tx, 2)
			if want := n < 5; (len(left) > 0) != want {
				t.Errorf("turn %d awaits orders: %d sheets of turn 2 are there", n+2, len(left))
			}
			return nil
		}))
	}
}

// The game master must say what becomes of a change by hand made since the turn. Otherwise nothing is done.
func TestUndoAsksForEdits(t *testing.T) {
	t.Parallel()
	for edits, gold := range map[turns.EditsSince]int64{turns.EditsBefore: 500, turns.EditsDropped: -1, "": -1} {
		b := worldtest.Found(t, worldtest.Handful{}, 2)
		b.Advance(worldtest.Friday)
		_, err := gamemaster.Edit(b.World, []string{"set", "1", "500"}, worldtest.Why, false, worldtest.Friday)
		must(t, err)
		list, err := turns.ListUndo(b.World, 1, worldtest.Friday)
		must(t, err)
		if len(list.Edits) != 1 || list.Edits[0].Change != "set 1 500" || !list.Edits[0].At.Equal(worldtest.Friday) {
			t.Errorf("%+v", list.Edits)
		}
		before := everything(b)
		did, err := turns.Undo(b.World, turns.UndoOptions{Turn: 1, Why: "x", Edits: edits}, worldtest.Friday.Add(time.Hour))
		if edits == "" {
			worldtest.WantError(t, err, faults.ErrUndo, "--edits before", "--edits drop")
			if everything(b) != before {
				t.Error("something was done")
			}
			continue
		}
		must(t, err)
		if edits == turns.EditsBefore && (!slices.Equal(did.Edited, []string{"set 1 500"}) || did.Dropped != nil) ||
			edits == turns.EditsDropped && (!slices.Equal(did.Dropped, []string{"set 1 500"}) || did.Edited != nil) {
			t.Errorf("%q: %+v", edits, did)
		}
		if again := b.Redo(worldtest.Friday.Add(2 * time.Hour)); again != (turns.Again{World: gold > 0, Otherwise: gold > 0}) {
			t.Errorf("%q: %+v", edits, again)
		}
		b.Verified()
	}
}

// A named turn that was taken back already is left alone, and so is one that is not the last.
func TestUndoOfATurnByNumber(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Advance(worldtest.Friday)
	b.Advance(worldtest.Friday.AddDate(0, 0, 7))
	at := b.ClockAt
	for turn, says := range map[int]string{1: "the last turn is 2", 3: "turn 3 is not resolved"} {
		_, err := turns.Undo(b.World, turns.UndoOptions{Turn: turn, Why: "x"}, at)
		worldtest.WantError(t, err, faults.ErrUndo, says)
	}
	for n := range 2 {
		before := everything(b)
		did, err := turns.Undo(b.World, turns.UndoOptions{Turn: 2, Why: "x"}, at)
		if must(t, err); did.Turn != 2 || did.Already != (n == 1) || (everything(b) == before) != (n == 1) {
			t.Errorf("%+v", did)
		}
	}
	b.Redo(at)
	hold(b, at.AddDate(0, 0, 7))
	_, err := turns.Undo(b.World, turns.UndoOptions{Turn: 3, Why: "x"}, at.AddDate(0, 0, 7))
	worldtest.WantError(t, err, faults.ErrUndo, "turn 3 is held", "`turn --discard`")
}

// A successor has read the report by which they came, even if the clock shows fractions of a second, which letters do not
// have: it was theirs, and does not count any more.
func TestUndoTellsASuccessor(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Handful{}, 2)
	b.Advance(worldtest.Friday)
	b.Sent("", worldtest.Friday.Add(time.Minute))
	came := worldtest.Friday.Add(time.Hour + 700*time.Millisecond)
	b.ClockAt = came
	must(t, players.HandTo(b.World, 1, roster.ApplicantRow{Player: "Uli", Mail: "uli@example.org", Lang: phrase.En}, came))
	b.Sent("", came.Add(time.Minute))
	list, err := turns.ListUndo(b.World, 1, came.Add(time.Hour))
	must(t, err)
	if len(list.Out) != 2 || len(list.Former) != 1 {
		t.Errorf("reports of present players: %+v\nof former ones: %+v", list.Out, list.Former)
	}
	_, err = turns.Undo(b.World, turns.UndoOptions{Turn: 1, Why: "a fault"}, came.Add(time.Hour))
	must(t, err)
	for _, l := range b.Sent("", came.Add(2*time.Hour)) {
		if l.To == "uli@example.org" {
			worldtest.Has(t, l.Text, "The report you have of it no longer counts.")
			return
		}
	}
	t.Error("nobody told Uli")
}

// The list says in words what Undo does, in both languages. Very many letters are only counted.
func TestUndoListInWords(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Handful{}, 25)
	b.Send(3, "$I 3 PASSWORD 2\n$A\ndig 3\n", receipt.Ahead)
	b.Sent("", b.ClockAt)
	b.Advance(worldtest.Friday)
	one := b.NextLetter(worldtest.Friday)
	must(t, b.Record(one.ID, outbox.Attempt{At: worldtest.Friday, Result: outbox.Delivered}))
	two := b.NextLetter(worldtest.Friday)
	must(t, b.Record(two.ID, outbox.Attempt{At: worldtest.Friday, Result: outbox.Uncertain}))
	b.ClockAt = worldtest.Friday.Add(time.Hour)
	_, err := players.AddRealms(b.World, worldtest.Newcomers(26, 26), b.ClockAt)
	must(t, err)
	must(t, players.Vacate(b.World, 2, b.ClockAt))
	must(t, players.HandTo(b.World, 4, roster.ApplicantRow{Player: "Gina", Mail: "gina@example.org", Lang: phrase.En}, b.ClockAt))
	_, err = gamemaster.Edit(b.World, []string{"set", "1", "500"}, worldtest.Why, false, b.ClockAt)
	must(t, err)
	before := everything(b)
	list, err := turns.ListUndo(b.World, 1, b.ClockAt)
	must(t, err)
	when := func(at time.Time) string { return at.In(worldtest.Berlin).Format("15:04") }
	for lang, want := range map[phrase.Lang][]string{
		phrase.En: {"To be taken back: turn 1, resolved on 18:00.\n",
			"1 report of it has left. Its reader is told that it does not count:\n",
			"1 report of it went to a former player, who is not told:\n", fmt.Sprintf("  letter %d, to ", one.ID),
			fmt.Sprintf("  letter %d, perhaps, to ", two.ID), " letters that have not left will not be sent:\n", "  and ",
			"Orders for turn 2 are kept for that turn, from realm 3.\n", "After the turn, realm 2 Reich2 lost its player. It still has none.\n",
			"After the turn, realm 4 Reich4 got another player. It stays with Gina.\n",
			"After the turn, realm 26 Reich26 joined.", "After the turn, on 19:00, changed by hand: set 1 500\n"},
		phrase.De: {"Zurückzunehmen: Zug 1, ausgewertet am 18:00.\n", "1 Bericht dieses Zuges ist abgegangen. ",
			"1 Bericht davon ging an einen früheren Spieler, der nichts davon erfährt:\n",
			" Briefe, die noch nicht abgegangen sind, gehen nicht mehr ab:\n", "  und ",
			"Befehle für Zug 2 bleiben für diesen Zug vorgemerkt, von Reich 3.\n",
			"Nach dem Zug verlor Reich 2 Reich2 seinen Spieler", "Es bleibt bei Gina.\n", "Nach dem Zug kam Reich 26 Reich26 dazu.",
			"Nach dem Zug, am 19:00, von Hand geändert: set 1 500\n"},
	} {
		worldtest.Has(t, list.Page(wording.Words(lang), when), want...)
	}
	if everything(b) != before {
		t.Error("to look has changed something")
	}
	did, err := turns.Undo(b.World, turns.UndoOptions{Turn: 1, Why: "x", Edits: turns.EditsBefore}, b.ClockAt)
	must(t, err)
	if did.Withdrawn != len(list.Withdraw) || len(did.Out) != len(list.Out)+len(list.Former) || !slices.Equal(did.Ahead, list.Ahead) {
		t.Errorf("listed %+v, done %+v", list, did)
	}
	list, err = turns.ListUndo(b.World, 1, b.ClockAt)
	must(t, err)
	worldtest.Has(t, list.Page(wording.Words(phrase.En), when), "Turn 1 is taken back already and awaits orders.\n")
}

// If the game master has no address, stored notices of the turn are withdrawn as well, unless they were read.
func TestUndoWithdrawsNotices(t *testing.T) {
	t.Parallel()
	for _, read := range []bool{false, true} {
		b := worldtest.Found(t, worldtest.Tiny{}, 2, worldtest.Steps("1 warn"), func(s *world.Settings) { s.Masters = nil })
		b.Skipping(1)
		s, err := gamemaster.StatusOf(b.World, b.ClockAt)
		must(t, err)
		if len(s.Notices) != 1 {
			t.Fatalf("%+v", s.Notices)
		}
		if read {
			must(t, b.NoticesTold(b.ClockAt, s.Notices[0].ID))
		}
		b.Undo(b.ClockAt.Add(time.Hour))
		if s, err = gamemaster.StatusOf(b.World, b.ClockAt); err != nil || (len(s.Notices) == 1) != read {
			t.Errorf("read %t: %+v, %v", read, s.Notices, err)
		}
	}
}

// A player who took a realm over after turn 2 has no report of turn 1, and is not told that it no longer counts.
func TestWhoCameLaterHasNoReport(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	b.Advance(worldtest.Friday)
	b.Sent("", worldtest.Friday)
	b.Advance(worldtest.Friday.AddDate(0, 0, 7))
	b.ClockAt = worldtest.Friday.AddDate(0, 0, 7)
	b.Sent("", b.ClockAt)
	b.ClockAt = b.ClockAt.Add(time.Minute)
	must(t, players.HandTo(b.World, 1, roster.ApplicantRow{Player: "Gina", Mail: "gina@example.org", Lang: phrase.En}, b.ClockAt))
	b.Sent("", b.ClockAt)
	for _, want := range []string{"The report you have of it no longer counts.", "You will get its report"} {
		b.Undo(b.ClockAt.Add(time.Hour))
		for _, d := range b.Sent("", b.ClockAt) {
			if d.To == "gina@example.org" && strings.Contains(d.Subject, "taken back") {
				worldtest.Has(t, d.Text, want)
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
	b := worldtest.Found(t, worldtest.Handful{}, 2)
	b.Advance(worldtest.Friday)
	for _, gold := range []string{"77", "500"} {
		_, err := gamemaster.Edit(b.World, []string{"set", "1", gold}, worldtest.Why, false, worldtest.Friday)
		must(t, err)
	}
	before := everything(b)
	list, err := turns.ListUndo(b.World, 1, worldtest.Friday.Add(time.Hour))
	must(t, err)
	if everything(b) != before {
		t.Error("to look has changed something")
	}
	worldtest.Has(t, list.Page(wording.Words(phrase.En), func(time.Time) string { return "then" }), "After the turn, on then, changed by hand: "+
		"set 1 77\n  It cannot be made before the turn, so it is gone either way.\nAfter the turn, on then, changed by hand: set 1 500\n")
	did, err := turns.Undo(b.World, turns.UndoOptions{Turn: 1, Why: "x", Edits: turns.EditsBefore}, worldtest.Friday.Add(time.Hour))
	if must(t, err); !slices.Equal(did.Dropped, []string{"set 1 77"}) || !slices.Equal(did.Edited, []string{"set 1 500"}) {
		t.Errorf("%+v", did)
	}
}
