package turns

import (
	"cmp"
	"errors"
	"slices"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/deadlines"
	"weltentor/resolve/logbook"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/schedule"
	"weltentor/resolve/sheets"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// UndoOptions say which turn is taken back, why, and what becomes of changes by hand that were made since.
type UndoOptions struct {
	Turn  int // 0: the last one
	Why   string
	Edits EditsSince
	By    logbook.By // "": a command
}

// EditsSince is what becomes of changes by hand that were made after a turn that is taken back. They cannot stay where
// they are: the state that they were made in is gone.
type EditsSince string

// They come before the turn, or are dropped. "" is for a turn after which none was made.
const (
	EditsBefore  EditsSince = "before"
	EditsDropped EditsSince = "drop"
)

// TakenBack is what Undo did.
type TakenBack struct {
	Turn      int
	Already   bool               // it had been taken back before, and nothing was done
	Discarded bool               // it was held, so nobody had its report
	Deadline  time.Time          // of the turn, which awaits orders again; zero while a pause has no end
	Withdrawn int                // letters that had not left
	Out       []outbox.OutboxRow // reports that have left, or perhaps have
	Ahead     []int              // realms whose orders for the turn after it are kept for that turn
	Handed    []int              // realms that had changed hands since, and do so again
	Joined    []int              // realms that had joined since, and join again
	Edited    []string           // changes by hand made since, which come before the turn now
	Dropped   []string           // those that are dropped, by request or because they cannot be made again
	Stands    []int              // realms whose substitution was over, and now is not
}

// ListUndo returns what Undo of a turn would do; 0 is the last turn. Nothing is changed. If the turn cannot be taken
// back, it returns ErrUndo.
func ListUndo(w *world.World, turn int, now time.Time) (l schedule.UndoList, err error) {
	err = w.View(func(tx *store.Tx) (err error) {
		l, err = schedule.ListUndo(w, tx, turn, now)
		return err
	})
	if err == nil && len(l.Edits) > 0 {
		err = tryEdits(w, &l, now)
	}
	return l, err
}

// errTried ends a transaction in which a turn was taken back only to see the result.
var errTried = errors.New("it was only tried")

// tryEdits makes the changes by hand before the turn, and rolls that back, to see which cannot be made there.
func tryEdits(w *world.World, l *schedule.UndoList, now time.Time) error {
	did, err := world.Do(w, now, func(d world.Session) (TakenBack, error) {
		did, err := undo(d, UndoOptions{Turn: l.Turn, Why: "-", Edits: EditsBefore})
		return did, cmp.Or(err, errTried)
	})
	if !errors.Is(err, errTried) {
		return err
	}
	for i, lost := 0, did.Dropped; i < len(l.Edits) && len(lost) > 0; i++ {
		if l.Edits[i].Lost = l.Edits[i].Change == lost[0]; l.Edits[i].Lost {
			lost = lost[1:]
		}
	}
	return nil
}

// undoing is a turn that is being taken back, in one transaction.
type undoing struct {
	world.Session // its Current is the turn, as it awaits orders again
	how           UndoOptions
	undone        chronicle.Undone
	did           TakenBack
	since         []int             // realms that have sent orders for the turn after it
	moved         bool              // its deadline is not the one with which it began
	came          map[int]time.Time // for realms that changed hands since: when their present player came
}

// Undo takes back the last turn, in one transaction. The world is again what it was before the turn was resolved, with
// the same orders, missed turns and later deadlines. Its own deadline counts again if it is not over.
//
// What came since stays: addresses, passwords, pauses, the waiting list. Players who joined or took a realm over do so
// again, with everything they have. Orders for the turn after it are kept for that turn. If that cannot be done, nothing
// is done. Letters about the turn that have not left are withdrawn, and players who may know of it are told. The turn
// waits for its deadline, or for Redo. ListUndo says what all this would mean. A named turn that was taken back before and not
// resolved since is left alone.
//
// It returns ErrUndo if there is no turn, if it is not the last one or is held, or after too many in a row. The same goes
// for a missing reason, and for changes by hand about which nothing was said.
func Undo(w *world.World, how UndoOptions, now time.Time) (did TakenBack, err error) {
	did, err = world.Do(w, now, func(d world.Session) (TakenBack, error) { return undo(d, how) })
	if errors.Is(err, errAlready) {
		return did, nil
	}
	return did, err
}

// errAlready ends the transaction of an undo that has nothing to do.
var errAlready = errors.New("the turn is taken back already")

// undo is Undo within a transaction. If nothing is to be done, it returns errAlready.
func undo(d world.Session, how UndoOptions) (did TakenBack, err error) {
	if how.Why, err = world.Reason(how.Why, faults.ErrUndo); err != nil {
		return did, err
	}
	list, err := schedule.ListUndo(d.World, d.Tx, how.Turn, d.At)
	switch {
	case err != nil:
		return did, err
	case list.Already:
		return TakenBack{Turn: list.Turn, Already: true}, errAlready
	}
	if err := list.Undecided(string(how.Edits)); err != nil {
		return did, err
	}
	u := undoing{Session: d, how: how}
	err = u.all()
	return u.did, err
}

// Discard takes back a turn that is held. Nobody has seen anything of it, so nobody is told. If none is held, it
// returns ErrUnheld.
func Discard(w *world.World, why string, now time.Time) (did TakenBack, err error) {
	return world.Do(w, now, func(d world.Session) (TakenBack, error) { return discard(d, UndoOptions{Why: why}) })
}

// discard is Discard within a transaction.
func discard(d world.Session, how UndoOptions) (did TakenBack, err error) {
	if how.Why, err = world.Reason(how.Why, faults.ErrUndo); err != nil {
		return did, err
	}
	if _, _, err := heldTurn(d.World, d.Tx, d.At); err != nil {
		return did, err
	}
	chronicle.EndHold(d.Tx)
	u := undoing{Session: d, how: how}
	u.did.Discarded = true
	err = u.all()
	return u.did, err
}

// all takes the turn back.
func (u *undoing) all() error {
	c, err := u.World.Now(u.Tx)
	if err != nil {
		return err
	}
	u.did.Turn = c.Turn - 1
	if err := schedule.CountUndone(u.Tx, u.did.Turn); err != nil {
		return err
	}
	if err := u.reopenGame(); err != nil {
		return err
	}
	next := deadlines.ReadLog(u.Tx, c.Turn)
	u.keepAhead(c.Turn)
	joins := []chronicle.Join(nil)
	if u.undone, joins, err = chronicle.TakeBack(u.Tx, u.World.Cache, u.did.Turn, u.At); err != nil {
		return err
	}
	u.undone.Moves = next.Moves + 1 // calendars have it already
	u.undone.Log, err = u.World.Note(u.Tx, logbook.Entry{At: u.At, By: u.how.By, Aside: logbook.Aside{Why: u.how.Why},
		What: phrase.P("log.undo", phrase.Num("turn", u.did.Turn), phrase.Str("hash", u.undone.Record.Hash))})
	if err != nil {
		return err
	}
	u.undone.Put(u.Tx)
	if err := u.reopen(chronicle.Handed(joins)); err != nil {
		return err
	}
	u.came = map[int]time.Time{}
	for _, j := range joins {
		if j.To != nil {
			u.came[j.Realm] = j.At
		}
		if err := u.again(j); err != nil {
			return err
		}
	}
	u.due()
	if err := u.tell(); err != nil {
		return err
	}
	return u.standAgain()
}

// reopenGame lets a closed game go on, since its last turn is taken back. It is to be closed with that turn again.
// Last letters that have not left are withdrawn.
func (u *undoing) reopenGame() error {
	c := chronicle.ReadClosure(u.Tx)
	if !c.Happened() {
		return nil
	}
	c.After, c.Due, c.Done = u.did.Turn, time.Time{}, time.Time{}
	c.Put(u.Tx)
	_, err := outbox.Open(u.Tx).Withdraw(func(e outbox.Message) bool { return e.About == schedule.AboutClosed })
	return err
}

// keepAhead keeps the orders for the turn after it for that turn: those in force, and those that were kept for it
// before and are not in force, since nothing in them was good when it began.
func (u *undoing) keepAhead(next int) {
	u.did.Ahead = schedule.OrdersSince(u.World, u.Tx, next)
	sheets.ReturnLater(u.Tx, next)
	inForce := u.World.Cache.Sheets(u.Tx, next)
	for _, s := range slices.Clone(inForce) {
		kept, _ := sheets.Later(u.Tx, next, s.Realm)
		if s.Ahead && kept.Letter == s.Letter { // it came when it was sent, not when the turn began
			s.At = kept.At
		} else {
			u.since = append(u.since, s.Realm)
		}
		sheets.PutLater(u.Tx, s)
		sheets.Remove(u.Tx, next, s.Realm)
	}
}

// reopen lets the turn await orders again, with its state, its sheets, and the players' standings. The players of the
// realms named came since.
func (u *undoing) reopen(fresh []int) error {
	turn := u.did.Turn
	opened, _ := chronicle.OpeningOf(u.Tx, turn)
	before, err := store.GetFile(u.Tx, u.undone.Record.Before)
	if err != nil {
		return err
	}
	for _, s := range u.undone.Sheets {
		// What the machine orders, and who is absent or misses the turn, is asked when it is resolved again.
		switch {
		case s.Absent, s.Bot != nil && s.Spoken == 0:
			sheets.Remove(u.Tx, turn, s.Realm)
		case s.Bot != nil: // its player's words stay
			sheets.Put(u.Tx, s.Said(u.World.Rules.Language()))
		case s.Missed:
			s.Missed = false
			sheets.Put(u.Tx, s)
		}
	}
	u.World.Cache.Unlist()
	chronicle.PutState(u.Tx, turn, before, opened)
	if u.Current, err = u.World.Now(u.Tx); err != nil {
		return err
	}
	var missed []int
	for _, n := range u.Current.World.Asked().Realms {
		if !slices.ContainsFunc(u.undone.Sheets, func(s sheets.Sheet) bool { return s.Realm == n && !s.Missed }) {
			missed = append(missed, n)
		}
	}
	deadlines.RestoreStandings(u.Tx, turn, missed, fresh)
	return nil
}

// again does once more what came between the turn and the next: a realm joins, or changes hands. A change by hand that
// cannot be made is left out, and named.
func (u *undoing) again(j chronicle.Join) error {
	c, world, wrong := u.Current, game.World(nil), error(nil)
	switch {
	case j.Edit != nil && u.how.Edits == EditsDropped:
		u.did.Dropped = append(u.did.Dropped, j.Edit.Typed())
		return nil
	case j.Edit != nil:
		edit := chronicle.Edit{Verb: j.Edit.Verb, Args: j.Edit.Args, Why: j.Edit.Why}
		if world, wrong = u.World.Edited(c, &edit); wrong != nil {
			u.did.Dropped = append(u.did.Dropped, j.Edit.Typed())
			return nil
		}
		u.did.Edited = append(u.did.Edited, edit.Typed())
		j.Edit = &edit
		c.Opened.Edits++
		c.Edited = append(slices.Clip(c.Edited), edit.Told()...)
	default:
		if world, wrong = schedule.Again(c, j); wrong != nil {
			return wrong
		}
		if j.To == nil {
			u.did.Joined = append(u.did.Joined, j.Realm)
			break
		}
		u.did.Handed = append(u.did.Handed, j.Realm)
		if err := players.KeepsOrders(u.Session, j.Realm); err != nil {
			return err
		}
	}
	state := world.State()
	c.World, c.Realms = world, chronicle.ByNumber(world)
	j.At, j.After = u.At.UTC(), store.SumOf(state)
	u.Current = c
	players.PutJoin(u.Session, j)
	players.PutJoined(&u.Session, state)
	return nil
}

// due gives the turn a deadline: its own, or, if that is over, the next one from now. It is not resolved early before
// that: all orders are there, and the game master has more to do.
func (u *undoing) due() {
	p := u.World.Schedule(u.Tx, u.Current)
	p.Undone = true
	p.Came = chronicle.CameAfter(u.Tx, u.did.Turn)
	if !p.Deadline.IsZero() && !p.Deadline.After(u.At) {
		p.Moved = u.World.Settings.Deadline.After(u.At, u.World.Settings.Zone).UTC()
		p.Moves++
		p.Reminded, p.Owed = nil, nil
		p.Pause = deadlines.Pause{} // if there was one, it is over
		deadlines.ForgetPause(u.Tx)
	}
	p.Log.Put(u.Tx, u.did.Turn)
	p = u.World.Schedule(u.Tx, u.Current)
	u.did.Deadline, u.moved = p.Deadline, !p.Moved.IsZero()
}
