package schedule

import (
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/deadlines"
	"weltentor/resolve/limits"
	"weltentor/resolve/logbook"
	"weltentor/resolve/notices"
	"weltentor/resolve/outbox"
	"weltentor/resolve/roster"
	"weltentor/resolve/sheets"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// A game can be closed before its rules end it. The game master closes it, at once or after a turn, or all players
// vote for it, after the turn that awaits orders. From then on it is over for the machine, like a game that its rules
// have ended (chronicle.Shut).

// Closer closes a game, or lets it go on, within one transaction.
type Closer struct {
	world.Session
	By  logbook.By // who closes it; "": by hand
	But int        // the realm that is answered in any case, and gets no other letter; 0: none
}

// Close closes the game after a turn, or at once if that is 0. All players are told, with the reason. A repeated call
// with the same turn and reason does nothing. The error is ErrClose if the game or the turn is over, or if there is no
// reason.
func Close(w *world.World, after int, why string, now time.Time) (changed bool, err error) {
	return world.Do(w, now, func(d world.Session) (bool, error) { return CloseIn(d, after, why, "") })
}

// CloseIn is Close within a transaction.
func CloseIn(d world.Session, after int, why string, by logbook.By) (changed bool, err error) {
	if why, err = world.Reason(why, faults.ErrClose); err != nil {
		return false, err
	}
	s, err := d.World.Here(d.Tx, d.At)
	if err != nil {
		return false, err
	}
	d.Current = s.Current
	was := chronicle.ReadClosure(d.Tx)
	switch {
	case s.Current.World.Asked().Over:
		return false, wording.Fault(faults.ErrClose, "close-over")
	case after != 0 && after < s.Current.Turn:
		return false, wording.Fault(faults.ErrClose, "close-past", phrase.Num("turn", after),
			phrase.Num("now", s.Current.Turn))
	case was.Planned() && was.By == chronicle.ByMaster && was.Due.IsZero() && was.After == after && was.Why == why:
		return false, nil
	}
	c := Closer{Session: d, By: by}
	next := chronicle.Closure{After: after, By: chronicle.ByMaster, Why: why, At: d.At.UTC()}
	if after > 0 {
		next.Put(d.Tx)
		if err := c.note("log.closing", after, why); err != nil {
			return false, err
		}
		return true, c.announce(was == nil)
	}
	next.After = s.Current.Turn - 1
	s.Schedule.Moves++ // calendars have the deadline
	s.Schedule.Log.Put(d.Tx, s.Current.Turn)
	if err := c.happens(next); err != nil {
		return false, err
	}
	notices.NoMorePapers(d)
	c.Farewell(func(r game.Realm) *outbox.Event {
		if s.Schedule.Deadline.IsZero() || !d.World.GoesByDeadline(c.Current.World) {
			return nil
		}
		e := notices.Event(d, c.Current.World, r, s.Schedule.Deadline, s.Schedule.Moves)
		if e != nil {
			e.Off = true
		}
		return e
	})
	return true, nil
}

// Reflection is the time between the game master's request by mail to close a game and its closing. Whoever gets hold
// of the game master's mailbox for a moment must not be able to end the game before that is noticed.
const Reflection = limits.Day

// CloseSoon closes the game as requested by mail: after the time for reflection, in which it can be called off.
func CloseSoon(d world.Session, why string, by logbook.By) error {
	why, err := world.Reason(why, faults.ErrClose)
	if err != nil {
		return err
	}
	was := chronicle.ReadClosure(d.Tx)
	next := chronicle.Closure{Due: d.At.Add(Reflection).UTC(), By: chronicle.ByMaster, Why: why, At: d.At.UTC()}
	next.Put(d.Tx)
	c := Closer{Session: d, By: by}
	if err := c.note("log.closing", 0, why); err != nil {
		return err
	}
	return c.announce(was == nil)
}

// CloseDue closes a game whose time for reflection is over.
func CloseDue(w *world.World, now time.Time) error {
	due := false
	if err := w.View(func(tx *store.Tx) error {
		planned := chronicle.ReadClosure(tx)
		if !planned.IsDue(now) {
			return nil
		}
		held := chronicle.Held(tx)
		due = held.Turn == 0
		return nil
	}); err != nil || !due {
		return err
	}
	return w.UpdateNow(now, func(d world.Session) error {
		planned := chronicle.ReadClosure(d.Tx)
		if !planned.IsDue(now) || d.Current.World.Asked().Over {
			return nil
		}
		_, err := CloseIn(d, 0, planned.Why, logbook.Timer)
		return err
	})
}

// CallOff lets a game go on that is to be closed, and tells all players who know of the closing. If they have voted
// for it, their votes are cleared. It reports whether the game was to be closed.
func CallOff(w *world.World, now time.Time) (changed bool, err error) {
	return world.Do(w, now, func(d world.Session) (bool, error) { return CallOffIn(d, "") })
}

// CallOffIn is CallOff within a transaction.
func CallOffIn(d world.Session, by logbook.By) (changed bool, err error) {
	s, err := d.World.Here(d.Tx, d.At)
	if err != nil {
		return false, err
	}
	d.Current = s.Current
	was := chronicle.ReadClosure(d.Tx)
	if !was.Planned() {
		return false, nil
	}
	c := Closer{Session: d, By: by}
	if was.By == chronicle.ByVote {
		for _, r := range c.Current.World.Realms() {
			if err := SetVote(d.Tx, r.Number, false); err != nil {
				return false, err
			}
		}
	}
	if err := c.callsOff(*was, "close-called-off"); err != nil {
		return false, err
	}
	return true, c.Recount()
}

// note records in the logbook what becomes of the closing after a turn.
func (c Closer) note(code string, after int, why string) error {
	_, err := c.World.Logbook.Note(c.Tx, logbook.Entry{At: c.At, By: c.By, Aside: logbook.Aside{Why: why},
		What: phrase.P(code, phrase.Num("turn", after))})
	return err
}

// These mark letters about a closing. A player who has not been told anything about it before gets the second mark,
// and the last letters of a game have the third. All other letters that announce a closing, or call it off, have the
// first.
const (
	aboutClosing    = "closing"
	aboutNewClosing = "closing-new"
	AboutClosed     = "closed"
)

// withdraw withdraws the letters about a closing that have not left, and returns the realms that have therefore never
// been told of it.
func (c Closer) withdraw() (never map[int]bool, err error) {
	return outbox.Open(c.Tx).Contradict(aboutClosing, aboutNewClosing)
}

// announce tells all players who are in the game about the planned closing. first says that none was planned before.
func (c Closer) announce(first bool) error {
	planned := chronicle.ReadClosure(c.Tx)
	never, err := c.withdraw()
	if err != nil {
		return err
	}
	c.toAll(phrase.P("subject.closing"), nil, func(r game.Realm, l *notices.DeadlineLetter) bool {
		l.Say("close-by-"+string(planned.By), notices.Closes(c.World.Setup, l.Book, planned)...)
		quoteReason(&l.Text, planned.Why)
		if l.About = aboutClosing; first || never[r.Number] {
			l.About = aboutNewClosing
		}
		return !r.Fallen
	})
	return nil
}

// quoteReason quotes the game master's reason, if there is one.
func quoteReason(t *wording.Text, why string) {
	if why != "" {
		t.Say("close-why")
		t.Quote(why)
	}
}

// callsOff forgets a planned closing, and tells those who know of it. The sentence says why.
func (c Closer) callsOff(was chronicle.Closure, sentence string) error {
	chronicle.ForgetClosure(c.Tx)
	if err := c.note("log.closing-off", was.After, ""); err != nil {
		return err
	}
	never, err := c.withdraw()
	if err != nil {
		return err
	}
	c.toAll(phrase.P("subject.closing-off"), nil, func(r game.Realm, l *notices.DeadlineLetter) bool {
		l.Say(sentence, phrase.Num("turn", was.After))
		l.About = aboutClosing
		return !r.Fallen && !never[r.Number]
	})
	return nil
}

// toAll writes to every realm that somebody plays and for which write returns true, except the one in But.
func (c Closer) toAll(subject phrase.Phrase, event func(game.Realm) *outbox.Event,
	write func(game.Realm, *notices.DeadlineLetter) bool) {
	for _, r := range c.Current.World.Realms() {
		l := notices.NewDeadlineLetter(c.Session, r)
		if r.Number == c.But || !write(r, l) {
			continue
		}
		var e *outbox.Event
		if event != nil {
			e = event(r)
		}
		l.Queue(c.Current.Turn, subject, c.At, e)
	}
}

// happens closes the game now.
func (c Closer) happens(closure chronicle.Closure) error {
	closure.Done = c.At.UTC()
	closure.Put(c.Tx)
	deadlines.ForgetPause(c.Tx)
	if _, err := c.withdraw(); err != nil {
		return err
	}
	return c.note("log.closed", closure.After, closure.Why)
}

// Farewell writes the last letter of a game that was closed. It goes to everybody who plays or has fallen, and to
// those on the waiting list, who are dropped from it. event gives what calendars are told about the deadline.
func (c Closer) Farewell(event func(game.Realm) *outbox.Event) {
	closure := chronicle.ReadClosure(c.Tx)
	turn := phrase.Num("turn", closure.After)
	c.Current.Turn = max(closure.After, 1)
	c.toAll(phrase.P("subject.closed"), event, func(r game.Realm, l *notices.DeadlineLetter) bool {
		l.Say("closed-by-"+string(closure.By), turn)
		quoteReason(&l.Text, closure.Why)
		l.Say("closed-means")
		if c.hasOrders(r.Number, closure.After+1) {
			l.Say("closed-orders", turn)
		}
		l.About = AboutClosed
		return true
	})
	for _, row := range roster.WaitingList(c.Tx) {
		roster.DropWaiting(c.Tx, row.ID)
		t := &wording.Text{Book: wording.Words(row.Lang)}
		t.Say("closed-waiting", phrase.Str("world", c.World.Settings.Name))
		notices.ToNewcomer{To: row, Subject: "subject.signup-dropped", Text: t}.Queue(c.Session)
	}
}

// hasOrders reports whether a realm has orders for this turn or a later one, which will never be resolved.
func (c Closer) hasOrders(realm, turn int) bool {
	if s, found := sheets.Get(c.Tx, turn, realm); found && !s.Absent {
		return true
	}
	kept, _ := sheets.LaterOf(c.Tx, realm)
	return len(kept) > 0
}

// TurnEnded closes the game if it was to be closed with the turn that is reported now, and reports whether it does. A
// game that its rules have ended needs no closing.
func (c Closer) TurnEnded(turn int) (closed bool, err error) {
	if c.Current.World.Asked().Over {
		if planned := chronicle.ReadClosure(c.Tx); planned == nil {
			return false, nil
		}
		chronicle.ForgetClosure(c.Tx)
		_, err := c.withdraw()
		return false, err
	}
	if err := c.Recount(); err != nil {
		return false, err
	}
	planned := chronicle.ReadClosure(c.Tx)
	if !planned.EndsWith(turn) {
		return false, nil
	}
	planned.After = turn
	if err := c.happens(*planned); err != nil {
		return false, err
	}
	c.toMaster("closed-by-"+string(planned.By), turn, 0)
	return true, nil
}

// toMaster tells the game master what happened without them.
func (c Closer) toMaster(code string, turn, of int) {
	t := &wording.Text{Book: wording.Words(c.World.Settings.Lang)}
	t.Say(code, phrase.Num("turn", turn), phrase.Num("of", of))
	c.World.ToMaster.Say(c.Tx, phrase.P("subject.closing-master"),
		outbox.Notice{At: c.At, Turn: c.Current.Turn, Text: t.Body.String()})
}

// The vote of all players. A vote counts until it is taken back, or the realm gets another player.

// SetVote records whether a realm's player wants the game closed.
func SetVote(tx *store.Tx, realm int, wants bool) error {
	rec, _ := roster.Get(tx, realm)
	if rec.Vacant() || rec.Closes == wants {
		return nil
	}
	_, err := roster.ChangeRealm(tx, realm, func(r *roster.RealmRecord) { r.Closes = wants })
	return err
}

// Recount compares what is planned with the votes. It runs with each vote and after each turn, since those who were
// against closing may have fallen or left. Decisions of the game master are left alone.
func (c Closer) Recount() error {
	planned := chronicle.ReadClosure(c.Tx)
	n, of := deadlines.Votes(c.Tx, c.World.People, c.Current.World)
	all := of > 0 && n == of
	switch {
	case planned.Planned() && planned.By == chronicle.ByVote && !all:
		c.toMaster("close-no-longer", planned.After, of)
		return c.callsOff(*planned, "close-no-longer")
	case planned == nil && all && c.World.Settings.ClosingVote && len(c.Current.World.Asked().Realms) > 0:
		chronicle.Closure{After: c.Current.Turn, By: chronicle.ByVote, At: c.At.UTC()}.Put(c.Tx)
		if err := c.note("log.closing-vote", c.Current.Turn, ""); err != nil {
			return err
		}
		c.toMaster("close-vote-master", c.Current.Turn, of)
		return c.announce(true)
	}
	return nil
}
