package resolve

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/logbook"
	"weltentor/resolve/pace"
	"weltentor/resolve/roster"
	"weltentor/resolve/secrecy"
	"weltentor/resolve/store"
	"weltentor/resolve/tray"
	"weltentor/resolve/wording"
)

// bid does what the game master bids by mail, or asks him to confirm it: what leaves the game or
// changes it needs a code that only his mailbox gets, for exactly that.
func (m masterLetter) bid(b letter.Bidding) (*ending, error) {
	o := tray.Bidding{Verb: b.Verb, Realms: b.Realms}
	switch b.Verb {
	case letter.BidHelp:
		return m.told(0, m.asProgram(limits.MasterWords), "bid-help")
	case letter.BidStatus:
		return m.status()
	case letter.BidTell:
		o.Text = strings.TrimSpace(secrecy.Finder{}.Clean(secrecy.Readable(b.Words(m.text))))
	case letter.BidPause, letter.BidDeadline:
		at, err := m.moment(b)
		if err != nil {
			return m.told(0, limits.MasterWords, "bid-date", phrase.Str("date", wording.Cut(b.When)))
		}
		o.At = at
	case letter.BidClose:
		o.After = b.After
		o.Text = strings.Join(strings.Fields(secrecy.Finder{}.Clean(secrecy.Readable(b.Words(m.text)))), " ")
	case letter.BidResume, letter.BidGoOn:
	default:
		return m.told(0, m.asProgram(limits.MasterWords), "bid-unread")
	}
	return m.propose(o)
}

// moment reads when a bidding is for; zero where it does not say.
func (m masterLetter) moment(b letter.Bidding) (at time.Time, err error) {
	if b.When == "" {
		return at, nil
	}
	s, err := m.world.here(m.tx, m.at)
	if err != nil || b.Verb != letter.BidDeadline {
		s.schedule.Deadline = time.Time{}
	}
	return moment(b.When, s.schedule.Deadline, m.world.settings.Zone)
}

// moment reads a day, with or without a time of day, in a zone, or a moment that names its own. A
// deadline, if there is one, that is moved to a day keeps its time of day.
func moment(when string, deadline time.Time, zone *time.Location) (at time.Time, err error) {
	for _, form := range []string{"2006-01-02", "2.1.2006", "2006-01-02 15:04", "2.1.2006 15:04", "2006-01-02T15:04",
		time.RFC3339} {
		if at, err = time.ParseInLocation(form, strings.ToUpper(when), zone); err != nil {
			continue
		}
		if d := deadline.In(zone); !deadline.IsZero() && !strings.Contains(form, "15") {
			at = time.Date(at.Year(), at.Month(), at.Day(), d.Hour(), d.Minute(), 0, 0, zone)
		}
		return at, nil
	}
	return at, err
}

// propose shows the game master what he has bidden, and how to let it happen.
func (m masterLetter) propose(o tray.Bidding) (*ending, error) {
	why, err := m.hindered(o)
	if err != nil {
		return nil, err
	}
	if why != "" {
		return m.told(0, limits.MasterWords, "bid-refused", phrase.Str("why", why))
	}
	n, may := m.may(limits.MasterCodes)
	if !may {
		return m.heard(0, false), nil
	}
	secret, err := m.issue(tray.Token{Bidding: &o})
	if err != nil {
		return nil, err
	}
	t := &wording.Text{Book: wording.Words(m.world.settings.Lang)}
	t.Say("bid-would."+sentenceOf(o), m.asked(t.Book, o)...)
	t.Line("")
	if o.Verb == letter.BidTell {
		realms, err := m.listeners(o.Realms, false)
		if err != nil {
			return nil, err
		}
		for _, r := range realms {
			m.speaksOf(r.Number)
		}
	}
	if o.Text != "" {
		t.Quote(withoutHidden(o.Text))
		t.Line("")
		if n := len(m.letter.Files); n > 0 {
			t.Say("answer-files", phrase.Num("n", n))
		}
	}
	what := "bid"
	if o.Verb == letter.BidTell { // a text, like an answer
		what = "answer"
	}
	m.codeIn(t, what, n)
	m.send(phrase.P("subject.bid-confirm", phrase.Str("token", secrecy.Hidden)), t, secret)
	return m.heard(0, true), nil
}

// sentenceOf is the code of what is said of a bidding.
func sentenceOf(o tray.Bidding) string {
	if o.Verb == letter.BidPause && o.At.IsZero() {
		return "pause-open"
	}
	if o.Verb == letter.BidClose && o.After == 0 {
		return "close-now"
	}
	return string(o.Verb)
}

// asked are the arguments that say what a bidding is.
func (d desk) asked(book *phrase.Book, o tray.Bidding) []phrase.Arg {
	all := o.Realms
	if o.Verb == letter.BidTell {
		all = nil
		if realms, err := d.listeners(o.Realms, false); err == nil {
			for _, r := range realms {
				all = append(all, r.Number)
			}
		}
	}
	when := ""
	if o.Verb == letter.BidClose {
		o.At = d.at.Add(reflection)
	}
	if !o.At.IsZero() {
		when = wording.Moment(book, o.At.In(d.world.settings.Zone))
	}
	return []phrase.Arg{phrase.Num("n", len(all)), phrase.Str("realms", numbersOf(all)), phrase.Str("when", when),
		phrase.Num("turn", o.After)}
}

// hindered is why a bidding cannot be done as things stand, in the game master's words; "" if it can.
func (m masterLetter) hindered(o tray.Bidding) (why string, err error) {
	book := wording.Words(m.world.settings.Lang)
	said, err := m.hinders(o, func(t time.Time) string { return wording.Moment(book, t) })
	if err != nil || said.Code == "" {
		return "", err
	}
	return book.Say(said), nil
}

// hinders is why a bidding cannot be done as things stand; without a code, if it can. A time it speaks of
// is put into words by when.
func (d desk) hinders(o tray.Bidding, when func(time.Time) string) (why phrase.Phrase, err error) {
	s, err := d.world.here(d.tx, d.at)
	if err != nil {
		return why, err
	}
	over, paused := d.current.World.Asked().Over, s.schedule.Pause.Holds(d.at)
	timed, moved := !o.At.IsZero(), o.Verb == letter.BidDeadline
	code := ""
	switch {
	case o.Verb == letter.BidTell:
		if _, err = sayable(o.Text); err == nil {
			_, err = d.listeners(o.Realms, false)
		}
		if fault := (*phrase.Fault)(nil); errors.As(err, &fault) {
			return fault.What, nil
		}
		return why, err
	case over:
		code = "bid-over"
	case o.Verb == letter.BidClose || o.Verb == letter.BidGoOn:
		return d.hindersClosing(o)
	case o.Verb == letter.BidResume && !paused:
		code = "bid-not-paused"
	case moved && paused:
		code = "bid-paused"
	case moved && (s.schedule.Deadline.IsZero() || !d.world.goesByDeadline(d.current.World)):
		code = "bid-no-deadline"
	case timed && !o.At.After(d.at):
		code = "bid-past"
	case timed && o.At.Sub(d.at) > farAhead:
		code = "bid-far"
	case moved && !o.At.After(s.schedule.Deadline):
		code = "bid-sooner"
	}
	if code == "" {
		return why, nil
	}
	return phrase.P(code, phrase.Str("when", when(s.schedule.Deadline.In(d.world.settings.Zone)))), nil
}

// hindersClosing is why what the game master bids of a closing cannot be done; without a code, if it can.
func (d desk) hindersClosing(o tray.Bidding) (why phrase.Phrase, err error) {
	planned, err := chronicle.ReadClosure(d.tx)
	_, unfit := reason(o.Text, store.ErrClose)
	switch {
	case err != nil:
		return why, err
	case o.Verb == letter.BidGoOn && !planned.Planned():
		return phrase.P("bid-not-closing"), nil
	case o.Verb == letter.BidGoOn:
	case o.After > 0 && o.After < d.current.Turn:
		return phrase.P("bid-past-turn", phrase.Num("turn", o.After)), nil
	case unfit != nil:
		return phrase.P("bid-reason", phrase.Num("most", longestWhy)), nil
	}
	return why, nil
}

// farAhead is how far away a pause may end that is bidden by mail, or a deadline be.
const farAhead = 100 * limits.Day

// bidden does what the code is for that the letter brings back, once, if it says yes. Whoever writes another
// letter to players with it gets another code for that one; any other word ends the code.
func (m masterLetter) bidden(key []byte, t tray.Token) (*ending, error) {
	o := *t.Bidding
	book := wording.Words(m.world.settings.Lang)
	tells := o.Verb == letter.BidTell
	repeats := tells && sameWords(m.text, o.Text)
	own, reply, err := m.reply(key, o.Text)
	switch {
	case err != nil:
		return nil, err
	case !t.Used.IsZero():
		return m.told(0, limits.MasterWords, "bid-used", m.when(book, t.Used))
	case !t.Open(m.at) || !roster.SameAddress(t.Mail, m.world.settings.Master):
		return m.told(0, limits.MasterWords, "bid-expired")
	case repeats && m.said(key):
	case repeats, reply == letter.Silent:
		return m.told(0, limits.MasterAbsent, "bid-empty")
	case reply == letter.Absent:
		return m.told(0, limits.MasterAbsent, "master-automatic")
	case reply != letter.Agrees:
		return m.refused(key, t, own, tells && reply == letter.Refuses)
	}
	why, err := m.hindered(o)
	if err != nil {
		return nil, err
	}
	if why != "" {
		return m.told(0, limits.MasterWords, "bid-refused", phrase.Str("why", why))
	}
	t.Used = m.at.UTC()
	t.Save(m.tx, key)
	args := m.asked(book, o)
	switch o.Verb {
	case letter.BidTell:
		_, err = m.toPlayers(o.Realms, o.Text, false, logbook.Master)
	case letter.BidPause:
		_, err = m.pauseUntil(o.At, logbook.Master)
	case letter.BidResume:
		_, err = m.resume(logbook.Master)
	case letter.BidDeadline:
		err = m.moveDeadline(o.At, logbook.Master)
	case letter.BidClose:
		if o.After == 0 {
			err = m.closeSoon(o.Text, logbook.Master)
			break
		}
		_, err = m.close(o.After, o.Text, logbook.Master)
	case letter.BidGoOn:
		_, err = m.callOff(logbook.Master)
	}
	if err != nil {
		return nil, fmt.Errorf("what the game master bids: %w", err)
	}
	return m.told(0, limits.MasterCodes, "bid-done."+sentenceOf(o), args...)
}

// refused ends a code that was answered with other words than YES. They may be another bidding, or, where the
// code is for a letter to players, another text of it.
func (m masterLetter) refused(key []byte, t tray.Token, own string, another bool) (*ending, error) {
	t.Ended = m.at.UTC()
	t.Save(m.tx, key)
	if b, bids := letter.Bids("", m.text); bids {
		return m.bid(b)
	}
	if another {
		t.Bidding.Text = strings.TrimSpace(own)
		return m.propose(*t.Bidding)
	}
	return m.told(0, m.asProgram(limits.MasterWords), "bid-refused-code")
}

// Postpone moves the deadline of the turn that awaits orders to a later one, as the game master's DEADLINE by
// mail does: when is a date as it was typed. All who are asked are told. The error is ErrEdit, in
// words for both languages, if there is no such date, or the deadline cannot move to it.
func (w *World) Postpone(when string, now time.Time) (at time.Time, err error) {
	err = w.update(func(tx *store.Tx) error {
		s, err := w.here(tx, now)
		if err != nil {
			return err
		}
		if at, err = moment(when, s.schedule.Deadline, w.settings.Zone); err != nil {
			return wording.Fault(store.ErrEdit, "deadline-date", phrase.Str("date", wording.Cut(when)))
		}
		d := desk{world: w, tx: tx, current: s.current, at: now}
		why, err := d.hinders(tray.Bidding{Verb: letter.BidDeadline, At: at},
			func(t time.Time) string { return t.Format("2006-01-02 15:04 MST") })
		if err == nil && why.Code != "" {
			err = &phrase.Fault{Kind: store.ErrEdit, What: why, Words: wording.Words}
		}
		if err != nil {
			return err
		}
		return d.moveDeadline(at, "")
	})
	return at, err
}

// moveDeadline gives all who are asked more time, and tells them.
func (d desk) moveDeadline(at time.Time, by logbook.By) error {
	s, err := d.world.here(d.tx, d.at)
	if err != nil {
		return err
	}
	s.schedule.Moved, s.schedule.Moves = at.UTC(), s.schedule.Moves+1
	s.schedule.Log.Put(d.tx, s.current.Turn)
	pace.ForgetPause(d.tx) // if there was one, it is over, and the deadline stands
	asked := s.current.World.Asked()
	for _, r := range s.current.World.Realms() {
		if r.Fallen || !slices.Contains(asked.Realms, r.Number) {
			continue
		}
		l := d.world.deadlineLetter(r)
		l.Say("deadline-moved", phrase.Str("title", s.current.World.Title(r.Lang)),
			phrase.Str("when", wording.Moment(l.Book, at.In(d.world.settings.Zone))))
		if err := l.queue(d.tx, s.current.Turn, phrase.P("subject.grace"), at,
			d.world.event(d.tx, s.current.World, r, at, s.schedule.Moves), d.at); err != nil {
			return err
		}
	}
	_, err = d.world.Note(d.tx, logbook.Entry{At: d.at, By: by,
		What: phrase.P("log.deadline", phrase.Num("time", at.Unix()))})
	return err
}
