package resolve

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/logbook"
	"weltentor/resolve/outbox"
	"weltentor/resolve/pace"
	"weltentor/resolve/roster"
	"weltentor/resolve/secrecy"
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
	case letter.BidResume:
	default:
		return m.told(0, m.asProgram(limits.MasterWords), "bid-unread")
	}
	return m.propose(o)
}

// moment reads when a bidding is for, in the world's zone; zero where it does not say. A deadline
// on a day keeps its time of day.
func (m masterLetter) moment(b letter.Bidding) (at time.Time, err error) {
	if b.When == "" {
		return at, nil
	}
	zone := m.world.settings.Zone
	for _, form := range []string{"2006-01-02 15:04", "2.1.2006 15:04", "2006-01-02", "2.1.2006"} {
		if at, err = time.ParseInLocation(form, b.When, zone); err != nil {
			continue
		}
		if s, err := m.world.here(m.tx, m.at); err == nil && b.Verb == letter.BidDeadline &&
			!strings.Contains(form, "15") && !s.schedule.Deadline.IsZero() {
			d := s.schedule.Deadline.In(zone)
			at = time.Date(at.Year(), at.Month(), at.Day(), d.Hour(), d.Minute(), 0, 0, zone)
		}
		return at, nil
	}
	return at, err
}

// propose shows the game master what he has bidden, and how to let it happen.
func (m masterLetter) propose(o tray.Bidding) (*ending, error) {
	why, err := m.hinders(o)
	if err != nil {
		return nil, err
	}
	if why != "" {
		return m.told(0, limits.MasterWords, "bid-refused", phrase.Str("why", why))
	}
	n := limits.MasterCodes.Count(m.tx, m.at, limits.TheWorld)
	if n > limits.MasterCodes.Most() {
		return m.heard(0, false), nil
	}
	secret, err := m.issue(tray.Token{For: letter.AnswersPlayer, Mail: m.world.settings.Master, Bidding: &o})
	if err != nil {
		return nil, err
	}
	t := &wording.Text{Book: wording.Words(m.world.settings.Lang)}
	t.Say("bid-would."+sentenceOf(o), m.asked(t.Book, o)...)
	t.Line("")
	if o.Verb == letter.BidTell {
		t.Quote(withoutHidden(o.Text))
		t.Line("")
		if n := len(m.letter.Files); n > 0 {
			t.Say("answer-files", phrase.Num("n", n))
		}
	}
	codeIn(t, "bid", n)
	m.send(phrase.P("subject.bid-confirm", phrase.Str("token", secrecy.Hidden)), t, secret)
	return m.heard(0, true), nil
}

// sentenceOf is the code of what is said of a bidding.
func sentenceOf(o tray.Bidding) string {
	if o.Verb == letter.BidPause && o.At.IsZero() {
		return "pause-open"
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
	if !o.At.IsZero() {
		when = wording.Moment(book, o.At.In(d.world.settings.Zone))
	}
	return []phrase.Arg{phrase.Num("n", len(all)), phrase.Str("realms", numbersOf(all)), phrase.Str("when", when)}
}

// hinders is why a bidding cannot be done as things stand, in the game master's words; "" if it can.
func (d desk) hinders(o tray.Bidding) (why string, err error) {
	s, err := d.world.here(d.tx, d.at)
	if err != nil {
		return "", err
	}
	book := wording.Words(d.world.settings.Lang)
	over, paused := d.current.World.Asked().Over, s.schedule.Pause.Holds(d.at)
	code := ""
	switch far := o.At.Sub(d.at) > farAhead; {
	case o.Verb == letter.BidTell:
		if _, err = sayable(o.Text); err == nil {
			_, err = d.listeners(o.Realms, false)
		}
		if fault := (*phrase.Fault)(nil); errors.As(err, &fault) {
			return fault.In(d.world.settings.Lang), nil
		}
		return "", err
	case over:
		code = "bid-over"
	case o.Verb == letter.BidResume && !paused:
		code = "bid-not-paused"
	case o.Verb == letter.BidPause && !o.At.IsZero() && !o.At.After(d.at):
		code = "bid-past"
	case o.Verb != letter.BidResume && far:
		code = "bid-far"
	case o.Verb == letter.BidDeadline && (paused || s.schedule.Deadline.IsZero() ||
		!d.world.goesByDeadline(d.current.World)):
		code = "bid-no-deadline"
	case o.Verb == letter.BidDeadline && (!o.At.After(s.schedule.Deadline) || !o.At.After(d.at)):
		code = "bid-sooner"
	}
	if code == "" {
		return "", nil
	}
	deadline := wording.Moment(book, s.schedule.Deadline.In(d.world.settings.Zone))
	return book.Say(phrase.P(code, phrase.Str("when", deadline))), nil
}

// farAhead is how far away a pause may end that is bidden by mail, or a deadline be.
const farAhead = 100 * limits.Day

// bidden does what the code is for that the letter brings back, once. Whoever writes another text with
// it gets another code for that one. Where there is no text, an answer that says more than a word does
// nothing: perhaps it says no, or a program wrote it.
func (m masterLetter) bidden(key []byte, t tray.Token) (*ending, error) {
	o := *t.Bidding
	book := wording.Words(m.world.settings.Lang)
	repeats, own := o.Text != "" && sameWords(m.text, o.Text), m.ownWords(o.Text)
	switch {
	case !t.Used.IsZero():
		return m.told(0, limits.MasterWords, "bid-used", m.when(book, t.Used))
	case !t.Open(m.at) || !roster.SameAddress(t.Mail, m.world.settings.Master):
		return m.told(0, limits.MasterWords, "bid-expired")
	case repeats && !m.said(key), o.Text == "" && letter.Speaks(own):
		return m.told(0, limits.MasterAbsent, "bid-unsure")
	case !repeats && letter.Speaks(own):
		o.Text = strings.TrimSpace(own)
		return m.propose(o)
	}
	why, err := m.hinders(o)
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
	}
	if err != nil {
		return nil, fmt.Errorf("what the game master bids: %w", err)
	}
	return m.told(0, limits.MasterCodes, "bid-done."+sentenceOf(o), args...)
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

// status tells the game master how the world stands: him alone, at his address.
func (m masterLetter) status() (*ending, error) {
	within := m.asProgram(limits.MasterWords)
	n := within.Count(m.tx, m.at, "master")
	if n > within.Most() {
		return m.heard(0, false), nil
	}
	s, err := m.world.overview(m.tx, m.at, false)
	if err != nil {
		return nil, err
	}
	t := &wording.Text{Book: wording.Words(m.world.settings.Lang)}
	t.Line(phrase.Capital(s.current.World.Title(m.world.settings.Lang)))
	t.Line("")
	if s.ready.Due {
		t.Say("bid-due")
	} else {
		t.Line(t.Book.Say(s.ready.Waits))
	}
	if at := s.ready.Deadline; !at.IsZero() && m.world.goesByDeadline(s.current.World) {
		t.Say("bid-deadline", m.when(t.Book, at))
	}
	var sent, drafts []int
	for _, rec := range s.records {
		switch {
		case rec.Realm == 0:
		case rec.Draft:
			drafts = append(drafts, rec.Realm)
		default:
			sent = append(sent, rec.Realm)
		}
	}
	slices.Sort(sent)
	slices.Sort(drafts)
	for _, row := range []struct {
		code   string
		realms []int
	}{{"bid-sent", sent}, {"bid-draft", drafts}, {"bid-missing", s.ready.Missing}, {"bid-away", s.ready.Away},
		{"bid-more-time", s.schedule.Wants}} {
		if len(row.realms) > 0 {
			t.Say(row.code, phrase.Num("n", len(row.realms)), phrase.Str("realms", numbersOf(row.realms)))
		}
	}
	count, undelivered, err := outbox.In(m.tx).Standing()
	if err != nil {
		return nil, err
	}
	t.Say("bid-outbox", phrase.Num("waiting", count.Waiting+count.Held), phrase.Num("n", len(undelivered)))
	if err := m.open(t); err != nil {
		return nil, err
	}
	lastWord(t, n == within.Most())
	m.send(phrase.P("subject.bid-status", phrase.Num("turn", s.current.Turn)), t, nil)
	return m.heard(0, true), nil
}
