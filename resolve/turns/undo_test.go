package turns_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/chronicle"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/schedule"
	"weltentor/resolve/sheets"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/turns"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// last returns the record of a turn.
func last(b *worldtest.Game, turn int) (rec chronicle.TurnRecord) {
	b.T.Helper()
	must(b.T, b.View(func(tx *store.Tx) (err error) {
		rec, _ = chronicle.Record(tx, turn)
		return nil
	}))
	return rec
}

// A turn that is taken back and resolved again from the same orders ends as it did, in state and in events. Its hash
// differs, since it covers the first one.
func TestUndoAndRedo(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Handful{}, 3)
	b.Send(1, "$I 1 PASSWORD 1\n$A\ndig 3\n", receipt.Taken)
	b.Send(2, "$I 2 PASSWORD 1\n$A\ndig 4\n", receipt.Taken)
	_, err := gamemaster.Edit(b.World, []string{"set", "3", "500"}, worldtest.Why, false, b.ClockAt)
	must(t, err)
	before := state(b)
	b.Sent("", worldtest.Friday.Add(-time.Hour))
	b.Advance(worldtest.Friday)
	first := last(b, 1)
	b.Sent("", worldtest.Friday.Add(time.Minute))
	did := b.Undo(worldtest.Friday.Add(time.Hour))
	if did.Turn != 1 || did.Discarded || len(did.Out) != 3 || did.Withdrawn != 0 {
		t.Errorf("%+v", did)
	}
	if state(b) != before {
		t.Error("the state is not that of before")
	}
	b.Verified()
	b.Reopen(worldtest.Handful{})
	s, err := gamemaster.StatusOf(b.World, worldtest.Friday.Add(time.Hour))
	if must(t, err); s.Turn != 1 || s.Waits.Code != "waits-undone" || s.Due {
		t.Errorf("%+v", s)
	}
	if _, err := turns.Report(b.World, 1, 1); err == nil {
		t.Error("the report is there still")
	}
	letters := b.Sent("", worldtest.Friday.Add(2*time.Hour))
	if len(letters) != 3 || !strings.Contains(letters[0].Text, "hat Zug 1 zurückgenommen. Der Bericht, den Ihr") ||
		!strings.Contains(letters[0].Text, "Befehle zählen wieder bis Freitag, 4. Dezember 2026") ||
		!strings.Contains(letters[0].Text, "Eure Befehle dafür gelten weiter") ||
		strings.Contains(letters[2].Text, "gelten weiter") {
		t.Errorf("%d letters:\n%+v", len(letters), letters)
	}
	again, differs, err := turns.Redo(b.World, worldtest.Friday.Add(3*time.Hour))
	if must(t, err); !again.Resolved || differs != (turns.Again{}) {
		t.Errorf("%+v, %+v", again, differs)
	}
	second := last(b, 1)
	if second.After != first.After || second.Events != first.Events || second.Before != first.Before {
		t.Errorf("it ends otherwise: %+v, first %+v", second, first)
	}
	if second.Hash == first.Hash || !slices.Equal(second.Undone, []string{first.Hash}) {
		t.Errorf("its hash %s does not cover %s", second.Hash, first.Hash)
	}
	reports := b.Sent("report", worldtest.Friday.Add(4*time.Hour))
	if e := reports[0].Event; e == nil || e.Sequence != 1 {
		t.Errorf("the calendar is told %+v", e)
	}
	if len(reports) != 3 || !strings.HasPrefix(reports[0].Text, "Zug 1 erneut: ") ||
		!strings.Contains(reports[0].Subject, "Erneut: Bericht für") ||
		!strings.HasPrefix(reports[1].Text, "Turn 1 again: ") {
		t.Errorf("%+v", reports)
	}
	v, err := turns.Verify(b.World)
	if must(t, err); len(v.Wrong) != 0 || len(v.Undone) != 1 || !v.Undone[0].Replayed || !v.Undone[0].OK {
		t.Errorf("%+v", v)
	}
	b.ClockAt = worldtest.Friday.AddDate(0, 0, 7)
	b.Advance(b.ClockAt)
	if third := last(b, 2); len(third.Undone) != 0 {
		t.Errorf("turn 2 covers it again: %q", third.Undone)
	}
	if r := b.Sent("report", b.ClockAt.Add(time.Minute)); strings.Contains(r[0].Text, "erneut") {
		t.Errorf("turn 2: %s", r[0].Text)
	}
}

// state returns the sum of the state that awaits orders.
func state(b *worldtest.Game) (sum string) {
	b.T.Helper()
	must(b.T, b.View(func(tx *store.Tx) error {
		c, err := b.Now(tx)
		if err == nil {
			sum = store.SumOf(c.World.State())
		}
		return err
	}))
	return sum
}

// What the turn did to players' counts is taken back with it. Everything else of theirs stays.
func TestUndoTakesBackMissedTurnsAndGrace(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 3)
	b.Reopen(worldtest.Tiny{}, func(s *world.Settings) { s.Grace = 48 * time.Hour })
	record := func(realm int) (r roster.RealmRecord) {
		must(t, b.View(func(tx *store.Tx) (err error) { r = b.People.Person(tx, realm); return nil }))
		return r
	}
	b.Send(1, "$I 1 PASSWORD 1\n$A\ndig 3\n", receipt.Taken)
	if a, err := turns.Advance(b.World, worldtest.Friday, false); err != nil || len(a.Graced) != 2 {
		t.Fatalf("%+v, %v", a, err)
	}
	_, _, err := schedule.Away(b.World, 3, 3, worldtest.Friday.Add(time.Hour))
	must(t, err)
	b.Advance(worldtest.Friday.Add(48 * time.Hour)) // realm 2 misses turn 1, realm 3 is away
	at := worldtest.Friday.Add(50 * time.Hour)
	b.ClockAt = at
	must(t, players.AddMail(b.World, 2, "two@example.org"))
	if r := record(2); r.Missed != 1 || r.Graced != 1 {
		t.Fatalf("%+v", r)
	}
	b.Undo(at)
	if r := record(2); r.Missed != 0 || r.Graced != 1 || len(r.Mail) != 2 {
		t.Errorf("realm 2: %+v", r)
	}
	if r := record(3); r.AbsentUntil != 3 {
		t.Errorf("realm 3: %+v", r)
	}
	b.Verified()
	s, err := gamemaster.StatusOf(b.World, at)
	if must(t, err); !s.Realms[2].Sent.IsZero() {
		t.Errorf("who was away has sent orders: %+v", s.Realms[2])
	}
	did, _, err := turns.Redo(b.World, at.Add(time.Hour))
	if must(t, err); !did.Resolved {
		t.Errorf("%+v", did)
	}
	if r := record(2); r.Missed != 1 {
		t.Errorf("realm 2: %+v", r)
	}
	b.Verified()
}

// Orders for the turn after it are kept for that turn. Players who joined or took over since do so again. A change by
// hand is made again, or named if it cannot be.
func TestUndoKeepsWhatCameSince(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Handful{}, 2)
	b.Advance(worldtest.Friday)
	b.Sent("", worldtest.Friday.Add(time.Minute))
	b.ClockAt = worldtest.Friday.Add(time.Hour)
	added, err := players.AddRealms(b.World, worldtest.Newcomers(3, 3), b.ClockAt)
	must(t, err)
	must(t, players.Vacate(b.World, 2, b.ClockAt))
	_, err = gamemaster.Edit(b.World, []string{"set", "1", "500"}, worldtest.Why, false, b.ClockAt)
	must(t, err)
	b.Passwords = append(b.Passwords, added[0].Password)
	b.Send(1, "$I 1 PASSWORD 2\n$A\ndig 5\n", receipt.Taken)
	b.Sent("", b.ClockAt.Add(time.Minute))
	did, err := turns.Undo(b.World, turns.UndoOptions{Turn: 1, Why: "a fault", Edits: turns.EditsBefore}, worldtest.Friday.Add(3*time.Hour))
	must(t, err)
	b.ClockAt = worldtest.Friday.Add(3 * time.Hour)
	if !slices.Equal(did.Ahead, []int{1}) || !slices.Equal(did.Handed, []int{2}) ||
		!slices.Equal(did.Joined, []int{3}) || len(did.Dropped) != 0 {
		t.Errorf("%+v", did)
	}
	b.Verified()
	must(t, b.View(func(tx *store.Tx) error {
		kept, found := sheets.Later(tx, 2, 1)
		if !found || !strings.Contains(kept.Text, "dig 5") {
			t.Errorf("what is kept: %+v", kept)
		}
		return nil
	}))
	letters := b.Sent("", b.ClockAt.Add(time.Minute))
	var one, three string
	for _, l := range letters {
		if strings.Contains(l.Text, "Zug 2 geschickt habt") {
			one = l.To
		}
		if strings.Contains(l.Text, "your first report is another") || strings.Contains(l.Text, "erster Bericht") {
			three = l.To
		}
	}
	if one != "r1@example.org" || three == "" {
		t.Errorf("%+v", letters)
	}
	if r, err := turns.Report(b.World, 1, -1); err != nil || !strings.Contains(string(r.Text), "Willkommen") {
		t.Errorf("%s, %v", r.Text, err)
	}
	must(t, b.View(func(tx *store.Tx) error {
		c, err := b.Now(tx)
		if r := c.World.(worldtest.HandfulWorld).All; len(r) != 3 || r[0].Gold != 500 || r[1].Player != "" {
			t.Errorf("%+v", r)
		}
		return err
	}))
	_, _, err = turns.Redo(b.World, worldtest.Friday.Add(4*time.Hour))
	must(t, err)
	b.Verified()
}

// A letter that has not left is withdrawn. The game master is told of one that has left, or perhaps has, and nobody is
// sent it again.
func TestUndoWithdrawsLetters(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 3)
	b.Sent("", worldtest.Friday.Add(-time.Hour))
	b.Advance(worldtest.Friday)
	one := b.NextLetter(worldtest.Friday.Add(time.Minute))
	must(t, b.Record(one.ID, outbox.Attempt{At: worldtest.Friday.Add(time.Minute), Result: outbox.Delivered}))
	two := b.NextLetter(worldtest.Friday.Add(2 * time.Minute))
	must(t, b.Record(two.ID, outbox.Attempt{At: worldtest.Friday.Add(2 * time.Minute), Result: outbox.Uncertain}))
	text, err := b.Draft(one.ID)
	must(t, err)
	did := b.Undo(worldtest.Friday.Add(time.Hour))
	if did.Withdrawn != 1 || len(did.Out) != 2 || did.Out[0].ID != one.ID || did.Out[1].ID != two.ID {
		t.Errorf("%+v", did)
	}
	if again, err := b.Draft(one.ID); err != nil || string(again.Files[0].Data) != string(text.Files[0].Data) {
		t.Errorf("the letter that left is now %+v, %v", again, err)
	}
	_, err = players.SendAgain(b.World, b.ClockAt, two.ID)
	worldtest.WantError(t, err, faults.ErrSpent)
	if n, err := players.SendAgain(b.World, b.ClockAt); n != 0 || err != nil {
		t.Errorf("%d letters are tried again, %v", n, err)
	}
	letters := b.Sent("", worldtest.Friday.AddDate(0, 0, 3))
	if len(letters) != 3 {
		t.Errorf("%d letters", len(letters))
	}
	for _, l := range letters {
		last := l.To == "r3@example.org"
		unseen := strings.Contains(l.Text, "seinen Bericht") || strings.Contains(l.Text, "get its report")
		if unseen != last {
			t.Errorf("%s reads %q", l.To, l.Text)
		}
	}
	_, _, err = turns.Redo(b.World, worldtest.Friday.AddDate(0, 0, 3))
	must(t, err)
	if again, err := b.Draft(one.ID); err != nil || string(again.Files[0].Data) != string(text.Files[0].Data) {
		t.Errorf("the letter that left is now %+v, %v", again, err)
	}
}

// One turn after the other can be taken back, up to five in a row. The next turn that is resolved covers them all, and
// says so.
func TestUndoInARow(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	_, err := turns.Undo(b.World, turns.UndoOptions{Why: "x"}, b.ClockAt)
	worldtest.WantError(t, err, faults.ErrUndo)
	at := worldtest.Friday
	for n := range 7 {
		at = worldtest.Friday.AddDate(0, 0, 7*n)
		b.Advance(at)
	}
	b.Sent("", at.Add(time.Minute))
	for n := range 5 {
		if did := b.Undo(at.Add(time.Duration(n) * time.Hour)); did.Turn != 7-n {
			t.Errorf("%+v", did)
		}
		b.Verified()
	}
	_, err = turns.Undo(b.World, turns.UndoOptions{Why: "x"}, at.Add(6*time.Hour))
	worldtest.WantError(t, err, faults.ErrUndo, "5")
	_, err = turns.Undo(b.World, turns.UndoOptions{Why: " "}, at.Add(6*time.Hour))
	worldtest.WantError(t, err, faults.ErrUndo, "reason")
	b.Sent("", at.Add(6*time.Hour))
	_, _, err = turns.Redo(b.World, at.Add(7*time.Hour))
	must(t, err)
	if rec := last(b, 3); len(rec.Undone) != 5 {
		t.Errorf("it covers %d", len(rec.Undone))
	}
	if r := b.Sent("report", at.Add(8*time.Hour)); len(r) != 1 ||
		!strings.Contains(r[0].Text, "vor diesem Zug auch die Züge 4, 5, 6, 7") {
		t.Errorf("%+v", r)
	}
	b.Verified()
	_, err = turns.Undo(b.World, turns.UndoOptions{Why: "x"}, at.Add(9*time.Hour))
	worldtest.WantError(t, err, faults.ErrUndo, "5") // turn 3 did not stay
	_, _, err = turns.Redo(b.World, at.Add(10*time.Hour))
	must(t, err)
	b.ClockAt = at.Add(11 * time.Hour)
	if did := b.Undo(b.ClockAt); did.Turn != 4 {
		t.Errorf("%+v", did)
	}
	b.Verified()
}

// A held turn is discarded: nobody got its report, and nobody is told.
func TestDiscard(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	b.Send(1, "$I 1 PASSWORD 1\n$A\ndig 3\n", receipt.Taken)
	b.Sent("", worldtest.Friday.Add(-time.Hour))
	_, err := turns.Discard(b.World, "x", worldtest.Friday)
	worldtest.WantError(t, err, faults.ErrUnheld)
	hold(b, worldtest.Friday)
	did, err := turns.Discard(b.World, "a wrong number", worldtest.Friday.Add(time.Hour))
	if must(t, err); did.Turn != 1 || !did.Discarded || len(did.Out) != 0 {
		t.Errorf("%+v", did)
	}
	b.ClockAt = worldtest.Friday.Add(time.Hour)
	b.Verified()
	if letters := b.Sent("", worldtest.Friday.Add(2*time.Hour)); len(letters) != 0 {
		t.Errorf("%+v", letters)
	}
	b.Send(1, "$I 1 PASSWORD 1\n$A\ndig 4\n", receipt.Taken)
	hold(b, worldtest.Friday.AddDate(0, 0, 7))
	_, _, err = turns.Release(b.World, worldtest.Friday.AddDate(0, 0, 7))
	must(t, err)
	if r := b.Sent("report", worldtest.Friday.AddDate(0, 0, 8)); len(r) != 2 || !strings.HasPrefix(r[0].Text, "Zug 1 erneut") {
		t.Errorf("%+v", r)
	}
	b.Verified()
}

// What is stored of an undone turn cannot be changed or removed unnoticed.
func TestVerifySeesWhatBecomesOfAnUndoneTurn(t *testing.T) {
	t.Parallel()
	for name, harm := range map[string]func(tx *store.Tx, u chronicle.Undone) error{
		"gone": func(tx *store.Tx, _ chronicle.Undone) error { return tx.DeleteBucket([]byte("undone")) },
		"orders": func(tx *store.Tx, u chronicle.Undone) error {
			u.Sheets = []sheets.Sheet{{Sheet: game.Sheet{Realm: 1, Turn: 1, Text: "$A\ndig 9\n"}}}
			store.Put(tx.Bucket([]byte("undone")), store.Pair(1, 0), store.Pack(store.MustJSON(u)))
			return nil
		},
		"uncovered": func(tx *store.Tx, _ chronicle.Undone) error {
			return tx.Bucket([]byte("meta")).Delete([]byte("undone pending"))
		},
	} {
		b := worldtest.Found(t, worldtest.Tiny{}, 1)
		b.Send(1, "$I 1 PASSWORD 1\n$A\ndig 3\n", receipt.Taken)
		b.Advance(worldtest.Friday)
		b.Undo(worldtest.Friday.Add(time.Hour))
		must(t, b.Update(func(tx *store.Tx) error {
			list := chronicle.UndoneOf(tx, 1)
			return harm(tx, list[0])
		}))
		if v, err := turns.Verify(b.World); err != nil || len(v.Wrong) == 0 {
			t.Errorf("%s: %+v, %v", name, v, err)
		}
	}
}

// A letter about a turn taken back that has not left is replaced by the next one about it. That says the same: that
// the report its reader has does not count.
func TestUndoTwiceIsToldOnce(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Advance(worldtest.Friday)
	b.Sent("", worldtest.Friday.Add(time.Minute))
	b.Undo(worldtest.Friday.Add(time.Hour))
	_, _, err := turns.Redo(b.World, worldtest.Friday.Add(2*time.Hour))
	must(t, err)
	if did := b.Undo(worldtest.Friday.Add(3 * time.Hour)); did.Withdrawn != 1 {
		t.Errorf("%+v", did)
	}
	got := b.Sent("", worldtest.Friday.Add(4*time.Hour))
	if len(got) != 1 || !strings.Contains(got[0].Text, "Der Bericht, den Ihr davon habt, gilt nicht mehr.") {
		t.Errorf("%+v", got)
	}
}

// Nobody is told that a turn was taken back which nobody knew of: no report had left, and the deadline is as it was.
func TestUndoOfWhatNobodyKnowsIsNotTold(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	b.Send(1, "$I 1 PASSWORD 2\n$A\ndig 2\n", receipt.Ahead)
	at := b.ClockAt
	b.Sent("", at)
	_, err := turns.Advance(b.World, at.Add(time.Hour), true)
	must(t, err)
	b.Undo(at.Add(2 * time.Hour))
	if got := b.Sent("", at.Add(2*time.Hour)); len(got) > 0 {
		t.Errorf("%+v", got)
	}
	_, _, err = turns.Redo(b.World, at.Add(2*time.Hour))
	must(t, err)
	b.Undo(at.Add(2 * time.Hour))
	if got := b.Sent("", at.Add(2*time.Hour)); len(got) > 0 {
		t.Errorf("once more: %+v", got)
	}
	_, _, err = turns.Redo(b.World, at.Add(3*time.Hour))
	must(t, err)
	b.Sent("", at.Add(3*time.Hour))
	b.Undo(at.Add(4 * time.Hour))
	if got := b.Sent("", at.Add(4*time.Hour)); len(got) != 2 || !strings.Contains(got[1].Text, "no longer counts") {
		t.Errorf("%+v", got)
	}
}

// A letter about a turn taken back does not leave any more when its new report does, which says the same.
func TestUndoIsNotToldBesideTheNewReport(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	for n := range 2 {
		b.Advance(worldtest.Friday.AddDate(0, 0, 7*n))
		b.Sent("", worldtest.Friday.AddDate(0, 0, 7*n))
	}
	at := worldtest.Friday.AddDate(0, 0, 8)
	b.Undo(at)
	b.Undo(at.Add(time.Hour))
	for range 2 {
		at = at.Add(2 * time.Hour)
		_, _, err := turns.Redo(b.World, at)
		must(t, err)
	}
	got := b.Sent("", at)
	var subjects []string
	for _, d := range got {
		subjects = append(subjects, d.Subject)
	}
	if want := []string{"[Bovistan Z1] Erneut: Bericht für Reich1", "[Bovistan Z2] Erneut: Bericht für Reich1"}; !slices.Equal(subjects, want) {
		t.Errorf("%q leave", subjects)
	}
}

// A realm that joined after a turn may not fit into the world before it. Then nothing is taken back, and the game
// master is told what to do instead.
func TestUndoIsRefusedWhereAJoinDoesNotFit(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{Grows: true}, 2)
	b.Send(1, "$I 1 PASSWORD 1\n$A\ndig 3\n", receipt.Taken)
	b.Advance(worldtest.Friday)
	b.ClockAt = worldtest.Friday.Add(time.Hour)
	added, err := players.AddRealms(b.World, worldtest.Newcomers(3, 3), b.ClockAt)
	must(t, err)
	b.Passwords = append(b.Passwords, added[0].Password)
	b.Send(1, "$I 1 PASSWORD 2\n$A\ndig 5\n", receipt.Taken)
	before := everything(b)
	_, err = turns.Undo(b.World, turns.UndoOptions{Why: "a fault"}, worldtest.Friday.Add(2*time.Hour))
	worldtest.WantError(t, err, faults.ErrUndo, "realm 3 joined after turn 1, and does not fit into the world before it",
		"`weltentor edit`", "without realm 3", "`weltentor help trouble`")
	if got := everything(b); got != before {
		t.Error("something was done all the same")
	}
	b.Verified()
	b.Send(3, "$I 3 PASSWORD 2\n$A\ndig 4\n", receipt.Taken)
	b.Advance(worldtest.Friday.AddDate(0, 0, 7))
	b.Verified()
}

// everything returns a sum of all that is stored.
func everything(b *worldtest.Game) string {
	b.T.Helper()
	return store.SumOf(b.Bytes())
}

// Redo says so if the rules or the numbers have changed since the turn was resolved first.
func TestRedoUnderOtherRules(t *testing.T) {
	t.Parallel()
	wide := func(s *world.Settings) { s.Tables = []byte("wide") }
	for name, c := range map[string]struct {
		rules   worldtest.Tiny
		change  []func(*world.Settings)
		changed bool
	}{
		"the same":      {worldtest.Tiny{}, nil, false},
		"other rules":   {worldtest.Tiny{Edition: 2}, nil, true},
		"other numbers": {worldtest.Tiny{}, []func(*world.Settings){func(s *world.Settings) { s.Tables = []byte("deep") }}, true},
		"refused":       {worldtest.Tiny{}, []func(*world.Settings){wide}, false},
	} {
		b := worldtest.Found(t, worldtest.Tiny{}, 1)
		b.Send(1, "$I 1 PASSWORD 1\n$A\ndig 3\n", receipt.Taken)
		b.Advance(worldtest.Friday)
		b.Undo(worldtest.Friday.Add(time.Hour))
		b.Reopen(c.rules, c.change...)
		did, again, err := turns.Redo(b.World, worldtest.Friday.Add(2*time.Hour))
		if name == "refused" {
			worldtest.WantError(t, err, faults.ErrTables)
			continue
		}
		if must(t, err); !did.Resolved || (again.Rules || again.Tables) != c.changed || again.Otherwise {
			t.Errorf("%s: %+v, %+v", name, did, again)
		}
		b.Verified()
	}
}
