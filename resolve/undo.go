package resolve

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/ahead"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/logbook"
	"weltentor/resolve/outbox"
	"weltentor/resolve/pace"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// mostUndone is how many turns are taken back in a row, without one between that stays.
const mostUndone = 5

// inARow is which turn was taken back last, and how many in a row.
type inARow struct {
	Turn int `json:"turn"`
	N    int `json:"n"`
}

var inARowKey = []byte("undone in a row")

// TakenBack is what Undo did.
type TakenBack struct {
	Turn      int
	Discarded bool               // it was held: nobody had its report
	Deadline  time.Time          // of the turn, which awaits orders again; zero while a pause has no end
	Withdrawn int                // letters that had not left
	Out       []outbox.OutboxRow // reports that have left, or perhaps have
	Ahead     []int              // realms whose orders for the turn after it are kept for that turn
	Handed    []int              // realms that had changed hands since, and do again
	Joined    []int              // realms that had joined since, and do again
	Dropped   []string           // changes by hand that cannot be made again
	Stands    []int              // realms whose substitution was over, and is not now
}

// undoing is a turn that is being taken back, in one transaction.
type undoing struct {
	*World
	tx      *store.Tx
	now     time.Time
	current chronicle.Current // the turn, as it awaits orders again
	undone  chronicle.Undone
	did     TakenBack
}

// Undo takes back the last turn, in one transaction: the world is again what it was before it was
// resolved, with the same orders, missed turns and grace; the deadline, too, if it is not over. What
// came since stays: addresses, passwords, pauses, the waiting list. Who changed hands or joined does
// so again, and orders for the turn after it are kept for that turn. If that cannot be done, nothing
// is. Letters of it that have not left are withdrawn, and all players are told. The turn waits for its
// deadline, or for Redo. Undo of a turn that is held is to discard it. ErrUndo: there is none, too
// many in a row, or no reason.
func (w Editing) Undo(why string, now time.Time) (TakenBack, error) { return w.undo(why, now, false) }

// Discard is Undo of a turn that is held. ErrUnheld: none is.
func (w Editing) Discard(why string, now time.Time) (TakenBack, error) { return w.undo(why, now, true) }

func (w Editing) undo(why string, now time.Time, discard bool) (TakenBack, error) {
	why, err := reason(why, store.ErrUndo)
	if err != nil {
		return TakenBack{}, err
	}
	u := undoing{World: w.World, now: now}
	err = w.update(func(tx *store.Tx) error {
		u.tx = tx
		held, err := chronicle.Held(tx)
		switch {
		case err != nil:
			return err
		case discard && held.Turn == 0:
			return store.ErrUnheld
		}
		u.did.Discarded = held.Turn > 0
		chronicle.EndHold(tx)
		return u.all(why)
	})
	if err != nil {
		return TakenBack{}, err
	}
	return u.did, nil
}

// all takes the turn back.
func (u *undoing) all(why string) error {
	c, err := u.World.now(u.tx)
	if err != nil {
		return err
	}
	if _, err := sinceFormer(u.World, u.tx, c, u.now); err != nil {
		return err
	}
	if u.did.Turn = c.Turn - 1; u.did.Turn < 1 {
		return wording.Fault(store.ErrUndo, "undo-none")
	}
	if err := u.count(); err != nil {
		return err
	}
	if err := u.reopenGame(); err != nil {
		return err
	}
	next, err := pace.ReadLog(u.tx, c.Turn)
	if err != nil {
		return err
	}
	if err := u.keepAhead(c.Turn); err != nil {
		return err
	}
	joins := []chronicle.Join(nil)
	if u.undone, joins, err = chronicle.TakeBack(u.tx, u.shelf, u.did.Turn, u.now); err != nil {
		return err
	}
	u.undone.Moves = next.Moves + 1 // calendars have it already
	u.undone.Log, err = u.Note(u.tx, logbook.Entry{At: u.now, Aside: logbook.Aside{Why: why}, What: phrase.P("log.undo",
		phrase.Num("turn", u.did.Turn), phrase.Str("hash", u.undone.Record.Hash))})
	if err != nil {
		return err
	}
	if err := u.undone.Put(u.tx); err != nil {
		return err
	}
	if err := u.reopen(); err != nil {
		return err
	}
	for _, j := range joins {
		if err := u.again(j); err != nil {
			return err
		}
	}
	if err := u.due(); err != nil {
		return err
	}
	if err := u.tell(); err != nil {
		return err
	}
	return u.standAgain()
}

// reopenGame lets a game go on that was closed, since its last turn is taken back: it is to be closed
// with that turn again. Last letters that have not left are withdrawn.
func (u *undoing) reopenGame() error {
	c, err := chronicle.ReadClosure(u.tx)
	if err != nil || !c.Happened() {
		return err
	}
	c.After, c.Done = u.did.Turn, time.Time{}
	c.Put(u.tx)
	_, err = outbox.In(u.tx).Withdraw(func(e outbox.Entry) bool { return e.About == aboutClosed })
	return err
}

// count refuses more turns in a row than mostUndone. One that was resolved after an earlier one was
// taken back, and has another behind it now, stays.
func (u *undoing) count() error {
	meta := u.tx.Bucket(store.MetaBucket)
	row, _, err := store.GetJSON[inARow](meta, inARowKey)
	if err != nil {
		return err
	}
	if u.did.Turn > row.Turn {
		row.N = 0
	}
	if row.N >= mostUndone {
		return wording.Fault(store.ErrUndo, "undo-enough", phrase.Num("most", mostUndone))
	}
	store.PutJSON(meta, inARowKey, inARow{u.did.Turn, row.N + 1})
	return nil
}

// keepAhead keeps the sheets that came for the turn after it for that turn.
func (u *undoing) keepAhead(next int) error {
	sheets, err := u.shelf.Sheets(u.tx, next)
	if err != nil {
		return err
	}
	for _, s := range slices.Clone(sheets) {
		if err := ahead.Put(u.tx, s); err != nil {
			return err
		}
		store.Remove(u.tx.Bucket(store.SheetsBucket), store.Pair(next, s.Realm))
		if !s.Absent && s.Realm > 0 {
			u.did.Ahead = append(u.did.Ahead, s.Realm)
		}
	}
	return nil
}

// reopen lets the turn await orders again, with its state, its sheets, and the players as they stood.
func (u *undoing) reopen() error {
	b, turn := u.tx.Bucket(store.TurnsBucket).Bucket(store.U32(u.did.Turn)), u.did.Turn
	opened, _, err := store.GetJSON[chronicle.Opening](b, []byte("opened"))
	if err != nil {
		return err
	}
	before, err := store.GetFile(u.tx, u.undone.Record.Before)
	if err != nil {
		return err
	}
	for _, s := range u.undone.Sheets {
		if s.Absent { // who is away stays so, and is asked again when the turn is resolved
			store.Remove(u.tx.Bucket(store.SheetsBucket), store.Pair(turn, s.Realm))
		}
	}
	u.shelf.Unlist()
	if err := chronicle.PutState(u.tx, turn, before, opened); err != nil {
		return err
	}
	if u.current, err = u.World.now(u.tx); err != nil {
		return err
	}
	var missed []int
	for _, n := range u.current.World.Asked().Realms {
		if !slices.ContainsFunc(u.undone.Sheets, func(s chronicle.SheetRecord) bool { return s.Realm == n }) {
			missed = append(missed, n)
		}
	}
	return pace.RestoreStandings(u.tx, turn, missed)
}

// again does again what came between the turn and the next: a realm joins, or changes hands. What
// was changed by hand is left out, and named, if it cannot be done.
func (u *undoing) again(j chronicle.Join) error {
	c, world, wrong := u.current, game.World(nil), error(nil)
	what := func(code string) error {
		return wording.Fault(store.ErrUndo, code, phrase.Num("realm", j.Realm), phrase.Num("turn", u.did.Turn))
	}
	switch {
	case j.Edit != nil:
		edit := chronicle.Edit{Verb: j.Edit.Verb, Args: j.Edit.Args, Why: j.Edit.Why}
		if world, wrong = u.edited(c, &edit); wrong != nil {
			u.did.Dropped = append(u.did.Dropped, strings.Join(append([]string{edit.Verb}, edit.Args...), " "))
			return nil
		}
		j.Edit = &edit
		c.Opened.Edits++
		c.Edited = append(slices.Clip(c.Edited), edit.Told()...)
	case j.To != nil:
		if _, there := c.Realm(j.Realm); !there {
			return what("undo-hand-over")
		}
		if err := store.Guarded(func() { world = c.World.HandOver(j.Realm, *j.To) }); err != nil {
			return err
		}
		u.did.Handed = append(u.did.Handed, j.Realm)
	default:
		n := 0
		if err := store.Guarded(func() { world, n, wrong = c.World.Join(j.Joining, c.Seed) }); err != nil {
			return err
		}
		if wrong != nil || n != j.Realm {
			return what("undo-join")
		}
		u.did.Joined = append(u.did.Joined, n)
	}
	state := world.State()
	c.World, c.Realms = world, chronicle.ByNumber(world)
	j.At, j.After = u.now.UTC(), store.SumOf(state)
	u.putJoin(u.tx, c, j)
	err := u.putJoined(u.tx, &c, state)
	u.current = c
	return err
}

// due gives the turn a deadline: its own, or, if that is over, the next there would be from now. It
// does not come early before it is over: all orders are there, and the game master has more to do.
func (u *undoing) due() error {
	p, err := u.schedule(u.tx, u.current)
	if err != nil {
		return err
	}
	p.Undone = true
	if !p.Deadline.IsZero() && !p.Deadline.After(u.now) {
		p.Moved = u.settings.Deadline.After(u.now, u.settings.Zone).UTC()
		p.Moves++
		p.Reminded, p.Owed = nil, nil
		p.Pause = pace.Pause{} // if there was one, it is over
		pace.ForgetPause(u.tx)
	}
	p.Log.Put(u.tx, u.did.Turn)
	p, err = u.schedule(u.tx, u.current)
	u.did.Deadline = p.Deadline
	return err
}

// Redo resolves again, at once, the turn that was taken back last, with the orders in force.
// Changed is whether the rules or the numbers are others than those it was resolved by: then equal
// orders may end otherwise. ErrRedo: the turn that awaits orders was not taken back.
func (w Editing) Redo(now time.Time) (did Advanced, changed bool, err error) {
	err = w.view(func(tx *store.Tx) error {
		c, err := w.now(tx)
		if err != nil {
			return err
		}
		list, err := chronicle.UndoneOf(tx, c.Turn)
		if err == nil && len(list) == 0 {
			err = store.ErrRedo
		}
		if err != nil {
			return err
		}
		last := list[len(list)-1].Record
		changed = last.Rules != w.rulebook.Version() || last.Tables != store.SumOf(c.Tables)
		return nil
	})
	if err != nil {
		return did, changed, err
	}
	if did, err = (manner{force: true, again: true}).advance(w.World, now); err != nil {
		return did, changed, fmt.Errorf("resolving again: %w", err)
	}
	return did, changed, nil
}
