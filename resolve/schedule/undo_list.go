package schedule

import (
	"slices"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/outbox"
	"weltentor/resolve/roster"
	"weltentor/resolve/sheets"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// UndoList is what it would mean to take a turn back.
type UndoList struct {
	Turn     int                // that would await orders again
	Already  bool               // it does already: it was taken back before, and there is nothing to do
	Resolved time.Time          // when it was resolved
	Out      []outbox.OutboxRow // reports of it that have left, or perhaps have; their readers are told
	Former   []outbox.OutboxRow // those that were sent to players who are gone, and are told nothing
	Withdraw []outbox.OutboxRow // letters that have not left, and would not
	Edits    []UndoneEdit       // changes by hand made since
	Hands    []UndoneHand       // players who came since; all of them come again
	Ahead    []int              // realms whose orders for the turn after it would be kept for that turn
	Stands   []int              // realms whose substitution was over, and would not be
	Reopens  bool               // the game was closed with it, and would go on
}

// inARow is which turn was taken back last, and how many in a row.
type inARow struct {
	Turn int `json:"turn"`
	N    int `json:"n"`
}

const undoneLast store.Slot[inARow] = "undone in a row"

// undoneInARow is how many turns were taken back in a row before this one. If they are MostUndone, it returns ErrUndo.
// A turn that was resolved after an earlier one was taken back, and has another behind it now, stays.
func undoneInARow(tx *store.Tx, turn int) (n int, err error) {
	row, _ := undoneLast.Get(tx)
	if turn > row.Turn {
		row.N = 0
	}
	if row.N >= world.MostUndone {
		return row.N, wording.Fault(faults.ErrUndo, "undo-enough", phrase.Num("most", world.MostUndone))
	}
	return row.N, nil
}

// CountUndone counts a turn that is taken back. If there were too many in a row, it returns ErrUndo.
func CountUndone(tx *store.Tx, turn int) error {
	n, err := undoneInARow(tx, turn)
	if err == nil {
		undoneLast.Put(tx, inARow{turn, n + 1})
	}
	return err
}

// UndoneEdit is a change by hand that was made after the turn.
type UndoneEdit struct {
	Change string // as it was typed
	At     time.Time
	Lost   bool // it cannot be made before the turn
}

// UndoneHand is a realm that changed hands, or joined, after the turn.
type UndoneHand struct {
	Realm  int
	Name   string
	Player string // its present player; "": nobody
	Joined bool
}

// ListUndo returns what it would do to take a turn back; 0 is the last turn. Nothing is changed. If the turn cannot be
// taken back, it returns ErrUndo.
func ListUndo(w *world.World, tx *store.Tx, turn int, now time.Time) (l UndoList, err error) {
	c, err := w.Now(tx)
	if err != nil {
		return l, err
	}
	former, err := world.SinceFormer(w, tx, c, now)
	if err != nil {
		return l, err
	}
	held := chronicle.Held(tx)
	if l.Turn = c.Turn - 1; turn > l.Turn {
		l.Turn, l.Already = turn, len(chronicle.UndoneOf(tx, turn)) > 0 && !c.World.Asked().Over
		if !l.Already {
			err = wording.Fault(faults.ErrUndo, "undo-not-yet", phrase.Num("turn", turn))
		}
		return l, err
	}
	switch {
	case l.Turn < 1:
		return l, wording.Fault(faults.ErrUndo, "undo-none")
	case turn > 0 && turn < l.Turn:
		return l, wording.Fault(faults.ErrUndo, "undo-not-last", phrase.Num("turn", turn), phrase.Num("last", l.Turn))
	case held.Turn > 0:
		return l, wording.Fault(faults.ErrUndo, "undo-held", phrase.Num("turn", held.Turn))
	}
	if _, err := undoneInARow(tx, l.Turn); err != nil {
		return l, err
	}
	l.Resolved = former.At
	return l, l.read(w, tx, c)
}

// read reads what came since the turn.
func (l *UndoList) read(w *world.World, tx *store.Tx, c chronicle.Current) error {
	joins, err := chronicle.JoinsOf(tx, c.Turn)
	if err != nil {
		return err
	}
	var joined []int
	gone := map[int]time.Time{} // when a realm's former player lost it
	for _, j := range joins {
		if j.To != nil {
			gone[j.Realm] = j.At
		}
		if j.Edit != nil {
			l.Edits = append(l.Edits, UndoneEdit{Change: j.Edit.Typed(), At: j.At})
			continue
		}
		here, _ := c.Realm(j.Realm)
		l.Hands = slices.DeleteFunc(l.Hands, func(h UndoneHand) bool { return h.Realm == j.Realm && !h.Joined })
		if j.To == nil {
			joined = append(joined, j.Realm)
		} else if slices.Contains(joined, j.Realm) {
			continue // it is named as one that joined
		}
		l.Hands = append(l.Hands, UndoneHand{Realm: j.Realm, Name: here.Name, Player: here.Player, Joined: j.To == nil})
	}
	told, err := outbox.Open(tx).Told(l.Turn, l.Resolved, joined)
	if err != nil {
		return err
	}
	l.Withdraw = told.Withdrawn
	for _, o := range told.Out {
		if o.QueuedBefore(gone[o.Realm]) {
			l.Former = append(l.Former, o)
		} else {
			l.Out = append(l.Out, o)
		}
	}
	l.Ahead = OrdersSince(w, tx, c.Turn)
	if err := l.fits(w, tx, joins); err != nil {
		return err
	}
	l.Reopens = chronicle.ReadClosure(tx).Happened()
	for number, rec := range w.People.Records(tx) {
		if StandsAgain(rec, l.Turn) {
			l.Stands = append(l.Stands, number)
		}
	}
	return nil
}

// Undecided returns ErrUndo if changes by hand were made since, and nothing is said about them.
func (l *UndoList) Undecided(said string) error {
	if len(l.Edits) == 0 || said != "" {
		return nil
	}
	return wording.Fault(faults.ErrUndo, "undo-edits", phrase.Num("n", len(l.Edits)), phrase.Num("turn", l.Turn))
}

// fits returns ErrUndo if those who came since could not come again. Changes by hand may make a difference, so a turn
// after which some were made has to be tried.
func (l *UndoList) fits(w *world.World, tx *store.Tx, joins []chronicle.Join) error {
	if len(joins) == 0 || len(l.Edits) > 0 {
		return nil
	}
	c, _, err := w.Archive().Begun(tx, l.Turn)
	for _, j := range joins {
		if err == nil && c.World != nil {
			c.World, err = Again(c, j)
		}
	}
	return err
}

// Again does once more what came after a turn that awaits orders again: a realm joins, or changes hands. If that cannot
// be, it returns ErrUndo.
func Again(c chronicle.Current, j chronicle.Join) (next game.World, err error) {
	code, n, wrong := "undo-hand-over", j.Realm, error(nil)
	_, there := chronicle.Realm(c.World, j.Realm)
	err = store.Guarded(func() {
		switch {
		case j.To == nil:
			code = "undo-join"
			next, n, wrong = c.World.Join(j.Joining, c.Seed)
		case there:
			next = c.World.HandOver(j.Realm, *j.To)
		}
	})
	if err == nil && (next == nil || wrong != nil || n != j.Realm) {
		err = wording.Fault(faults.ErrUndo, code, phrase.Num("realm", j.Realm), phrase.Num("turn", c.Turn))
	}
	return next, err
}

// OrdersSince lists the realms that have orders for the turn that has begun last: in force, or kept for it before.
func OrdersSince(w *world.World, tx *store.Tx, turn int) (realms []int) {
	stored := w.Cache.Sheets(tx, turn)
	begun := sheets.TakenLater(tx, turn)
	for _, s := range slices.Concat(stored, begun) {
		if !s.Absent && s.Realm > 0 {
			realms = append(realms, s.Realm)
		}
	}
	slices.Sort(realms)
	return slices.Compact(realms)
}

// StandsAgain reports whether the substitute of a realm stands in again if a turn is taken back: the substitution was
// over with that turn, and nobody else has come.
func StandsAgain(rec roster.RealmRecord, turn int) bool {
	return rec.Ended != nil && rec.Substitute == nil && !rec.Vacant() && turn <= rec.Ended.Until
}

// Realms lists the realms that the page names, or to whose players letters in it were sent.
func (l UndoList) Realms() (realms []int) {
	for _, o := range slices.Concat(l.Out, l.Former, l.Withdraw) {
		realms = append(realms, o.Realm)
	}
	for _, h := range l.Hands {
		realms = append(realms, h.Realm)
	}
	return slices.Concat(realms, l.Ahead, l.Stands)
}

// lettersNamed is how many letters the list names one by one, of those that have left and of those that have not.
const lettersNamed = 20

// Page is the list in words, for the game master. when puts a time into words.
func (l UndoList) Page(book *phrase.Book, when func(time.Time) string) string {
	t := &wording.Text{Book: book}
	turn := phrase.Num("turn", l.Turn)
	if l.Already {
		t.Say("undo-list.already", turn)
		return t.Body.String()
	}
	t.Say("undo-list.turn", turn, phrase.Str("when", when(l.Resolved)))
	if l.Reopens {
		t.Say("undo-list.reopens")
	}
	l.letters(t, l.Out, "undo-list.out")
	l.letters(t, l.Former, "undo-list.former")
	l.letters(t, l.Withdraw, "undo-list.withdraw")
	for _, named := range []struct {
		code   string
		realms []int
	}{{"undo-list.ahead", l.Ahead}, {"undo-list.stands", l.Stands}} {
		if n := len(named.realms); n > 0 {
			t.Say(named.code, phrase.Num("n", n), phrase.Str("realms", wording.NumbersOf(named.realms)),
				phrase.Num("next", l.Turn+1))
		}
	}
	for _, h := range l.Hands {
		code := "undo-list.handed"
		switch {
		case h.Player == "":
			code = "undo-list.freed"
		case h.Joined:
			code = "undo-list.joined"
		}
		t.Say(code, phrase.Num("realm", h.Realm), phrase.Str("name", h.Name), phrase.Str("player", h.Player))
	}
	for _, e := range l.Edits {
		t.Say("undo-list.edit", phrase.Str("when", when(e.At)), phrase.Str("change", e.Change))
		if e.Lost {
			t.Say("undo-list.edit-lost")
		}
	}
	return t.Body.String()
}

// letters lists letters under a sentence that counts them.
func (l UndoList) letters(t *wording.Text, rows []outbox.OutboxRow, code string) {
	if len(rows) == 0 {
		return
	}
	t.Say(code, phrase.Num("n", len(rows)))
	for _, o := range rows[:min(len(rows), lettersNamed)] {
		row := "undo-list.letter"
		if o.State != outbox.Sent && len(o.Attempts) > 0 && code != "undo-list.withdraw" {
			row = "undo-list.perhaps"
		}
		t.Line("  " + t.Book.Say(phrase.P(row, phrase.Num("letter", int64(o.ID)), phrase.Str("to", o.To),
			phrase.Str("subject", o.Subject))))
	}
	if more := len(rows) - lettersNamed; more > 0 {
		t.Line("  " + t.Book.Say(phrase.P("undo-list.more", phrase.Num("n", more))))
	}
}
