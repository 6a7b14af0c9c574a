package resolve

import (
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/ahead"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/limits"
	"weltentor/resolve/logbook"
	"weltentor/resolve/outbox"
	"weltentor/resolve/pace"
	"weltentor/resolve/roster"
	"weltentor/resolve/signup"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// A game can be closed before its rules end it: by its game master, at once or after a turn, or by a
// vote of all players, after the turn that awaits orders. From then on it is over for the machine as
// one that its rules have ended (chronicle.Shut).

// closer is a game that may be closed, as one transaction looks at it.
type closer struct {
	k     *clerk
	tx    *store.Tx
	world game.World // that awaits orders
	turn  int        // that does
	at    time.Time
	by    logbook.By // whose doing it is; "": the hand's
	but   int        // the realm that is answered anyway; 0: none
}

func (d desk) closer(by logbook.By) closer {
	return closer{d.world.clerk, d.tx, d.current.World, d.current.Turn, d.at, by, 0}
}

// Close closes the game after a turn, or at once if that is 0, and tells all players, with the reason.
// Again with the same turn and reason it does nothing. ErrClose: the game is over, the turn is, or there is no reason.
func (w *World) Close(after int, why string, now time.Time) (changed bool, err error) {
	err = w.update(func(tx *store.Tx) (err error) {
		changed, err = desk{world: w, tx: tx, at: now}.close(after, why, "")
		return err
	})
	return changed, err
}

// close is Close within a transaction.
func (d desk) close(after int, why string, by logbook.By) (changed bool, err error) {
	if why, err = reason(why, store.ErrClose); err != nil {
		return false, err
	}
	s, err := d.world.here(d.tx, d.at)
	if err != nil {
		return false, err
	}
	d.current = s.current
	was, err := chronicle.ReadClosure(d.tx)
	switch {
	case err != nil:
		return false, err
	case s.current.World.Asked().Over:
		return false, wording.Fault(store.ErrClose, "close-over")
	case after != 0 && after < s.current.Turn:
		return false, wording.Fault(store.ErrClose, "close-past", phrase.Num("turn", after),
			phrase.Num("now", s.current.Turn))
	case was.Planned() && was.By == chronicle.ByMaster && was.Due.IsZero() && was.After == after && was.Why == why:
		return false, nil
	}
	c, next := d.closer(by), chronicle.Closure{After: after, By: chronicle.ByMaster, Why: why, At: d.at.UTC()}
	if after > 0 {
		next.Put(d.tx)
		if err := c.note("log.closing", after, why); err != nil {
			return false, err
		}
		return true, c.announce(was == nil)
	}
	next.After = s.current.Turn - 1
	s.schedule.Moves++ // calendars have the deadline
	s.schedule.Log.Put(d.tx, s.current.Turn)
	if err := c.happens(next); err != nil {
		return false, err
	}
	return true, c.farewell(func(r game.Realm) *outbox.Event {
		if s.schedule.Deadline.IsZero() || !d.world.goesByDeadline(c.world) {
			return nil
		}
		e := d.world.event(d.tx, c.world, r, s.schedule.Deadline, s.schedule.Moves)
		if e != nil {
			e.Off = true
		}
		return e
	})
}

// reflection is how long after the game master has bidden it by mail a game is closed: whoever has got hold of
// his mailbox for a moment must not end it before he sees that.
const reflection = limits.Day

// closeSoon is close at once as it is bidden by mail: after the time for reflection, in which it can be called off.
func (d desk) closeSoon(why string, by logbook.By) error {
	why, err := reason(why, store.ErrClose)
	if err != nil {
		return err
	}
	was, err := chronicle.ReadClosure(d.tx)
	if err != nil {
		return err
	}
	next := chronicle.Closure{Due: d.at.Add(reflection).UTC(), By: chronicle.ByMaster, Why: why, At: d.at.UTC()}
	next.Put(d.tx)
	c := d.closer(by)
	if err := c.note("log.closing", 0, why); err != nil {
		return err
	}
	return c.announce(was == nil)
}

// closeDue closes a game whose time for reflection is over.
func (w *World) closeDue(now time.Time) error {
	due := false
	if err := w.view(func(tx *store.Tx) error {
		planned, err := chronicle.ReadClosure(tx)
		if err != nil || !planned.IsDue(now) {
			return err
		}
		held, err := chronicle.Held(tx)
		due = held.Turn == 0
		return err
	}); err != nil || !due {
		return err
	}
	return w.updateNow(now, func(tx *store.Tx, c chronicle.Current) error {
		planned, err := chronicle.ReadClosure(tx)
		if err != nil || !planned.IsDue(now) || c.World.Asked().Over {
			return err
		}
		_, err = desk{world: w, tx: tx, current: c, at: now}.close(0, planned.Why, logbook.Timer)
		return err
	})
}

// closes are the arguments that say when a game is to be closed: the turn, or, where that is 0, the time.
func (k *clerk) closes(book *phrase.Book, c *chronicle.Closure) []phrase.Arg {
	when := ""
	if !c.Due.IsZero() {
		when = wording.Moment(book, c.Due.In(k.settings.Zone))
	}
	return []phrase.Arg{phrase.Num("turn", c.After), phrase.Str("when", when)}
}

// CallOff lets a game go on that is to be closed, and tells all players who know of it. Where they have
// voted for it, no vote stands any more. It tells whether it was to be closed.
func (w *World) CallOff(now time.Time) (changed bool, err error) {
	err = w.update(func(tx *store.Tx) (err error) {
		changed, err = desk{world: w, tx: tx, at: now}.callOff("")
		return err
	})
	return changed, err
}

// callOff is CallOff within a transaction.
func (d desk) callOff(by logbook.By) (changed bool, err error) {
	s, err := d.world.here(d.tx, d.at)
	if err != nil {
		return false, err
	}
	d.current = s.current
	was, err := chronicle.ReadClosure(d.tx)
	if err != nil || !was.Planned() {
		return false, err
	}
	c := d.closer(by)
	if was.By == chronicle.ByVote {
		for _, r := range c.world.Realms() {
			if err := setVote(d.tx, r.Number, false); err != nil {
				return false, err
			}
		}
	}
	if err := c.callsOff(*was, "close-called-off"); err != nil {
		return false, err
	}
	return true, c.recount()
}

// note writes down what becomes of the closing after a turn.
func (c closer) note(code string, after int, why string) error {
	_, err := c.k.log.Note(c.tx, logbook.Entry{At: c.at, By: c.by, Aside: logbook.Aside{Why: why},
		What: phrase.P(code, phrase.Num("turn", after))})
	return err
}

// What marks letters that tell of a closing to come, or that it does not: of one of which the player
// has been told nothing before, and all others; and the last letters of a game.
const (
	aboutClosing    = "closing"
	aboutNewClosing = "closing-new"
	aboutClosed     = "closed"
)

// withdraw takes back what was to be told of a closing and has not left, and gives who has therefore
// never been told of it.
func (c closer) withdraw() (never map[int]bool, err error) {
	gone, err := outbox.In(c.tx).Withdraw(func(e outbox.Entry) bool {
		return e.About == aboutClosing || e.About == aboutNewClosing
	})
	never = map[int]bool{}
	for _, e := range gone {
		never[e.Realm] = e.About == aboutNewClosing
	}
	return never, err
}

// announce tells all players who are in the game of the closing that is planned. First is whether
// there was none before.
func (c closer) announce(first bool) error {
	planned, err := chronicle.ReadClosure(c.tx)
	if err != nil {
		return err
	}
	never, err := c.withdraw()
	if err != nil {
		return err
	}
	return c.toAll(phrase.P("subject.closing"), nil, func(r game.Realm, l *deadlineLetter) bool {
		l.Say("close-by-"+string(planned.By), c.k.closes(l.Book, planned)...)
		quoteReason(&l.Text, planned.Why)
		if l.about = aboutClosing; first || never[r.Number] {
			l.about = aboutNewClosing
		}
		return !r.Fallen
	})
}

// quoteReason gives the game master's reason, if he has one.
func quoteReason(t *wording.Text, why string) {
	if why != "" {
		t.Say("close-why")
		t.Quote(why)
	}
}

// callsOff forgets a closing that was planned, and tells who knows of it; the sentence says why.
func (c closer) callsOff(was chronicle.Closure, sentence string) error {
	chronicle.ForgetClosure(c.tx)
	if err := c.note("log.closing-off", was.After, ""); err != nil {
		return err
	}
	never, err := c.withdraw()
	if err != nil {
		return err
	}
	return c.toAll(phrase.P("subject.closing-off"), nil, func(r game.Realm, l *deadlineLetter) bool {
		l.Say(sentence, phrase.Num("turn", was.After))
		l.about = aboutClosing
		return !r.Fallen && !never[r.Number]
	})
}

// toAll writes to all realms that somebody plays, if the letter is for them; never to who is answered.
func (c closer) toAll(subject phrase.Phrase, event func(game.Realm) *outbox.Event,
	write func(game.Realm, *deadlineLetter) bool) error {
	for _, r := range c.world.Realms() {
		l := c.k.deadlineLetter(r)
		if r.Number == c.but || !write(r, l) {
			continue
		}
		var e *outbox.Event
		if event != nil {
			e = event(r)
		}
		if err := l.queue(c.tx, c.turn, subject, c.at, e, c.at); err != nil {
			return err
		}
	}
	return nil
}

// happens closes the game now.
func (c closer) happens(closure chronicle.Closure) error {
	closure.Done = c.at.UTC()
	closure.Put(c.tx)
	pace.ForgetPause(c.tx)
	if _, err := c.withdraw(); err != nil {
		return err
	}
	return c.note("log.closed", closure.After, closure.Why)
}

// farewell is the last letter of a game that was closed: to everybody who plays or has fallen, and to
// those who wait for a realm, who wait no longer. The event is what calendars are told of the deadline.
func (c closer) farewell(event func(game.Realm) *outbox.Event) error {
	closure, err := chronicle.ReadClosure(c.tx)
	if err != nil {
		return err
	}
	turn := phrase.Num("turn", closure.After)
	c.turn = max(closure.After, 1)
	err = c.toAll(phrase.P("subject.closed"), event, func(r game.Realm, l *deadlineLetter) bool {
		l.Say("closed-by-"+string(closure.By), turn)
		quoteReason(&l.Text, closure.Why)
		l.Say("closed-means")
		if c.hasOrders(r.Number, closure.After+1) {
			l.Say("closed-orders", turn)
		}
		l.about = aboutClosed
		return true
	})
	if err != nil {
		return err
	}
	rows, err := signup.WaitingList(c.tx)
	if err != nil {
		return err
	}
	for _, row := range rows {
		store.Remove(c.tx.Bucket(signup.SignupsBucket), store.U32(row.ID))
		t := &wording.Text{Book: wording.Words(row.Lang)}
		t.Say("closed-waiting", phrase.Str("world", c.k.settings.Name))
		c.k.tellSignup(c.tx, row, "subject.signup-dropped", t, nil, 0, c.at)
	}
	return nil
}

// hasOrders tells whether a realm has orders for this turn or one after it, which nobody resolves.
func (c closer) hasOrders(realm, turn int) bool {
	if s, found, err := chronicle.Sheet(c.tx, turn, realm); err == nil && found && !s.Absent {
		return true
	}
	kept, _, err := ahead.Of(c.tx, realm)
	return err == nil && len(kept) > 0
}

// turnEnded closes the game if it is to be with the turn that is told now, and tells whether it does.
// What the rules have ended needs no closing.
func (c closer) turnEnded(turn int) (closed bool, err error) {
	if c.world.Asked().Over {
		if planned, err := chronicle.ReadClosure(c.tx); err != nil || planned == nil {
			return false, err
		}
		chronicle.ForgetClosure(c.tx)
		_, err := c.withdraw()
		return false, err
	}
	if err := c.recount(); err != nil {
		return false, err
	}
	planned, err := chronicle.ReadClosure(c.tx)
	if err != nil || !planned.EndsWith(turn) {
		return false, err
	}
	planned.After = turn
	if err := c.happens(*planned); err != nil {
		return false, err
	}
	c.toMaster("closed-by-"+string(planned.By), turn, 0)
	return true, nil
}

// toMaster tells the game master what came without him.
func (c closer) toMaster(code string, turn, of int) {
	t := &wording.Text{Book: wording.Words(c.k.settings.Lang)}
	t.Say(code, phrase.Num("turn", turn), phrase.Num("of", of))
	c.k.master.Tell(c.tx, t.Book.Say(phrase.P("subject.closing-master", phrase.Str("world", c.k.settings.Name))),
		t.Body.String(), c.turn, c.at)
}

// The vote of all. It stands until it is taken back, or the realm has another player.

// setVote notes whether a realm's player wants the game closed.
func setVote(tx *store.Tx, realm int, wants bool) error {
	rec, _, err := store.GetJSON[roster.RealmRecord](tx.Bucket(store.RealmsBucket), store.U32(realm))
	if err != nil || rec.Vacant() || rec.Closes == wants {
		return err
	}
	_, err = roster.ChangeRealm(tx, realm, func(r *roster.RealmRecord) { r.Closes = wants })
	return err
}

// recount holds what is planned against the votes. It is asked with each vote and when a turn has
// ended, since who was against it may have fallen or gone. What the game master has decided stands.
func (c closer) recount() error {
	planned, err := chronicle.ReadClosure(c.tx)
	if err != nil {
		return err
	}
	n, of, err := pace.Votes(c.tx, c.k.people, c.world)
	all := of > 0 && n == of
	switch {
	case err != nil:
		return err
	case planned.Planned() && planned.By == chronicle.ByVote && !all:
		c.toMaster("close-no-longer", planned.After, of)
		return c.callsOff(*planned, "close-no-longer")
	case planned == nil && all && c.k.settings.ClosingVote && len(c.world.Asked().Realms) > 0:
		chronicle.Closure{After: c.turn, By: chronicle.ByVote, At: c.at.UTC()}.Put(c.tx)
		if err := c.note("log.closing-vote", c.turn, ""); err != nil {
			return err
		}
		c.toMaster("close-vote-master", c.turn, of)
		return c.announce(true)
	}
	return nil
}
