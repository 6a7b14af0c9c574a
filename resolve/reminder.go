package resolve

import (
	"slices"
	"strings"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/letter"
	"weltentor/resolve/logbook"
	"weltentor/resolve/outbox"
	"weltentor/resolve/pace"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/resolve/tray"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// remind queues the reminders and remembers them.
func (k *clerk) remind(tx *store.Tx, s overview, now time.Time) error {
	for _, n := range s.owing {
		here, _ := chronicle.Realm(s.current.World, n)
		rec, err := s.schedule.Record(n)
		if err != nil {
			return err
		}
		l := k.deadlineLetter(here)
		reminder := k.wanted("reminder", s.current.World, here.Lang)
		l.Say(reminder, phrase.Str("title", s.current.World.Title(here.Lang)), k.called(here))
		when := phrase.Str("when", wording.Moment(l.Book, s.ready.Deadline))
		if k.goesByDeadline(s.current.World) {
			l.Say("reminder-deadline", when)
		} else {
			l.Say("reminder-master", when)
		}
		if rec.Missed > 0 {
			l.Say("reminder-missed", phrase.Num("n", rec.Missed))
		}
		l.Say("reminder-sent")
		if err := l.queue(tx, s.current.Turn, phrase.P("subject."+reminder), s.ready.Deadline, nil, now); err != nil {
			return err
		}
	}
	t := s.schedule.Log
	t.Reminded = append(slices.Clip(t.Reminded), s.owing...)
	slices.Sort(t.Reminded)
	t.Put(tx, s.current.Turn)
	return nil
}

// goesByDeadline tells whether the turn that awaits orders is resolved at its
// deadline, and not by the game master's hand.
func (k *clerk) goesByDeadline(world game.World) bool {
	return !world.Asked().Over && world.Due(nil) != game.ByHand
}

// deadlineLetter is a letter to a player that answers none: about the turn and
// when it is resolved.
type deadlineLetter struct {
	wording.Text
	k     *clerk
	r     game.Realm
	about string // letters about it that have not left are replaced by a later one; "": never
}

func (k *clerk) deadlineLetter(r game.Realm) *deadlineLetter {
	return &deadlineLetter{Text: wording.Text{Book: wording.Words(r.Lang)}, k: k, r: r}
}

// queue lets the letter wait to be sent, from the game's address. The subject is
// told the world, the turn and, if it is known, the time the letter is about.
func (l *deadlineLetter) queue(tx *store.Tx, turn int, subject phrase.Phrase, when time.Time, event *outbox.Event,
	now time.Time) error {
	rec, err := l.k.people.Person(tx, l.r.Number)
	if err != nil || len(rec.Mail) == 0 {
		return err
	}
	subject.Args = append(subject.Args, phrase.Str("world", l.k.settings.Name), phrase.Num("turn", turn),
		phrase.Str("when", wording.ShortMoment(l.Book, when.In(l.k.settings.Zone))))
	e := outbox.Entry{OutboxRow: outbox.OutboxRow{Kind: outbox.KindDeadline, Realm: l.r.Number,
		Turn: turn, To: rec.Mail[0], Subject: l.Book.Say(subject)}, ToName: l.r.Player, About: l.about}
	outbox.In(tx).AddText(e, outbox.Draft{Text: l.Body.String(), Event: event}, now)
	if s := rec.Standing(turn); s != nil {
		e.To, e.ToName = s.Mail, ""
		outbox.In(tx).AddText(e, outbox.Draft{Text: l.Body.String(), Event: event}, now)
	}
	return nil
}

// grace moves the deadline for those who are about to miss their first turn, and
// tells all who are asked and not away. It counts from the deadline, or, if
// nothing ran until half of it was over, from now.
func (k *clerk) grace(tx *store.Tx, s overview, now time.Time) (moved time.Time, err error) {
	from := s.ready.Deadline
	if now.Sub(from) > k.settings.Grace/2 {
		from = now
	}
	moved = from.Add(k.settings.Grace).Truncate(time.Second).In(k.settings.Zone)
	s.schedule.Moved, s.schedule.Moves = moved.UTC(), s.schedule.Moves+1
	s.schedule.Log.Put(tx, s.current.Turn)
	pace.ForgetPause(tx) // if there was one, it is over, and the deadline stands
	for _, n := range s.first {
		if _, err := roster.ChangeRealm(tx, n, func(rec *roster.RealmRecord) { rec.Graced = s.current.Turn }); err !=
			nil {
			return moved, err
		}
	}
	return moved, announce(k, tx, s, "grace", moved, 0, now)
}

// announce tells all who are asked and not away, but for one, where the deadline was moved to. The
// code is that of the sentence; its subject has the same.
func announce(k *clerk, tx *store.Tx, s overview, code string, moved time.Time, but int, now time.Time) error {
	asked := s.current.World.Asked()
	for _, n := range asked.Realms {
		here, _ := chronicle.Realm(s.current.World, n)
		if here.Fallen || slices.Contains(s.ready.Away, n) || n == but {
			continue
		}
		l := k.deadlineLetter(here)
		l.Say(code, phrase.Str("title", s.current.World.Title(here.Lang)),
			phrase.Str("when", wording.Moment(l.Book, moved)))
		switch {
		case slices.Contains(s.ready.Missing, n):
			l.Say(code+"-owed", k.called(here))
		case slices.Contains(asked.Free, n):
			l.Say("grace-free")
		default:
			l.Say(graceSent(s, n))
		}
		if err := l.queue(tx, s.current.Turn, phrase.P("subject."+code), moved,
			k.event(tx, s.current.World, here, moved, s.schedule.Moves), now); err != nil {
			return err
		}
	}
	return nil
}

// graceSent is the code of what grace means to a realm whose orders are there:
// what a new letter does to them.
func graceSent(s overview, realm int) string {
	code := "grace-sent"
	i := slices.IndexFunc(s.records, func(r chronicle.SheetRecord) bool { return r.Realm == realm })
	if i >= 0 && store.Guarded(func() {
		if s.current.World.Check(s.records[i].Sheet).Adds {
			code = "grace-sent-adds"
		}
	}) != nil {
		return "grace-sent"
	}
	return code
}

// wanted is the code of a sentence that asks for orders until a moment. Where the title of the turn ends with what is
// sent in this phase, as in "Round 1 of 6: results", another one does not ask for orders beside it.
func (k *clerk) wanted(code string, world game.World, lang phrase.Lang) string {
	words, phase := k.rulebook.Words(lang), "phase."+world.Asked().Phase
	if words.Has(phase) && strings.HasSuffix(world.Title(lang), ": "+words.T(phase)) {
		return code + "-named"
	}
	return code
}

// called is a realm with its number, by the rulebook's word for realms if it has one.
func (k *clerk) called(r game.Realm) phrase.Arg {
	return phrase.Str("who", wording.Called(k.rulebook.Words(r.Lang), r.Number, r.Name))
}

// More time: players who want a later deadline say so by a word. If more than half of the realms
// that are asked this turn want it, the deadline moves, once a turn. Whoever moves a deadline for
// all proves who they are: by the password in the letter, by a proof where the world takes one for
// that, or by a code from a letter.

// moreTime answers MORE TIME: whose letter proves its sender is counted at once, and so is who has
// been counted before. Anybody else is sent a code.
func (r request) moreTime() error {
	s, end, err := r.movable()
	if end || err != nil {
		return err
	}
	if r.provenAlone() || slices.Contains(s.schedule.Wants, r.here.Number) {
		return r.countsTime(s)
	}
	return r.ask(tray.Token{Turn: r.current.Turn}, "subject.more-time-ask", "more-time-ask")
}

// provenAlone tells whether the letter's proof is enough where the world takes one without a password.
func (r request) provenAlone() bool {
	auth := r.world.settings.auth()
	return (auth == ByDKIM || auth == ByEither) && r.vouched()
}

// timeConfirmed counts a realm whose code for more time has come back in the turn it was for.
func (r request) timeConfirmed(t tray.Token) error {
	if t.Turn != r.current.Turn {
		r.tell("more-time", phrase.P("more-time-past", phrase.Num("turn", t.Turn)))
		return nil
	}
	return r.provenTime()
}

// provenTime counts a realm whose sender has proved who he is, if the deadline can move.
func (r request) provenTime() error {
	s, end, err := r.movable()
	if end || err != nil {
		return err
	}
	return r.countsTime(s)
}

// asksInstead ends the way of a letter that shows who sent it as orders do, has none, and asks for
// something in its subject that has to be proved: for more time and for a vote that is proof enough, the
// rest is answered as in any letter. nil: it is another letter.
func (a author) asksInstead() (*ending, error) {
	wish, asks := letter.Wished(a.letter.Subject, "")
	if f := a.file; !asks || len(f.Lines)+len(f.Settings)+len(f.Problems) > 0 ||
		!slices.Contains([]letter.Service{letter.MoreTime, letter.Closes, letter.Pauses}, wish.Service) ||
		a.turn != 0 && a.turn != a.current.Turn {
		return nil, nil
	}
	r, err := a.request(a.realm, wish)
	if err != nil || !r.may() {
		return a.served(a.realm, false), err
	}
	switch {
	case wish.Service == letter.MoreTime:
		err = r.provenTime()
	case wish.Service == letter.Closes && r.Given && r.rec.Closes != (r.Number > 0):
		err = r.voted()
	default:
		_, err = r.serve()
	}
	return a.served(a.realm, true), err
}

// movable is how the turn stands whose deadline a realm wants to move. If it cannot move, the realm
// is told why, and that is the end.
func (r request) movable() (s overview, end bool, err error) {
	if s, err = r.world.overview(r.tx, r.at, false); err != nil {
		return s, true, err
	}
	why := r.noMoreTime(s)
	if why.Code != "" {
		r.tell("more-time", why)
	}
	return s, why.Code != "", nil
}

// countsTime notes that a realm wants more time, moves the deadline if that makes enough, and answers.
// All others who are asked are told by a letter when it moves.
func (r request) countsTime(s overview) error {
	p := &s.schedule
	if !slices.Contains(p.Wants, r.here.Number) {
		p.Wants = append(slices.Clip(p.Wants), r.here.Number)
		slices.Sort(p.Wants)
	}
	n, of, err := p.Wishes(s.current)
	if err != nil {
		return err
	}
	if 2*n <= of {
		p.Log.Put(r.tx, s.current.Turn)
		r.tell("more-time", phrase.P("more-time-asked", phrase.Num("n", n), phrase.Num("of", of),
			phrase.Num("more", of/2+1-n), r.when(r.book, s.ready.Deadline)))
		return nil
	}
	p.Settle(r.tx, s.current)
	moved := s.ready.Deadline.Add(r.world.settings.MoreTime)
	p.Moved, p.Moves, p.Extended = moved.UTC(), p.Moves+1, true
	p.Log.Put(r.tx, s.current.Turn)
	s.ready.Deadline = moved
	if err := announce(r.world.clerk, r.tx, s, "more-time-moved", moved, r.here.Number, r.at); err != nil {
		return err
	}
	r.tell("more-time", phrase.P("more-time-yes", phrase.Num("n", n), phrase.Num("of", of), r.when(r.book, moved)))
	_, err = r.world.Note(r.tx, logbook.Entry{At: r.at, By: logbook.Player, Realm: r.here.Number,
		What: phrase.P("log.more-time", phrase.Num("time", moved.Unix()))})
	return err
}

// noMoreTime tells why a deadline does not move, whoever wants it.
func (r request) noMoreTime(s overview) phrase.Phrase {
	asked := s.current.World.Asked()
	switch {
	case asked.Over:
		return phrase.P("game-over")
	case r.world.settings.MoreTime <= 0:
		return phrase.P("more-time-off")
	case !r.world.goesByDeadline(s.current.World):
		return phrase.P("more-time-master")
	case !slices.Contains(asked.Realms, r.here.Number):
		return phrase.P("not-asked")
	case s.schedule.Extended:
		return phrase.P("more-time-done", r.when(r.book, s.ready.Deadline))
	case s.schedule.Pause.Holds(r.at):
		return phrase.P("more-time-paused")
	case s.ready.Due || s.ready.Held:
		return phrase.P("more-time-late")
	}
	return phrase.Phrase{}
}
