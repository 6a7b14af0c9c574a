package mastermail

import (
	"fmt"
	"strings"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/letter"
	"weltentor/resolve/letters"
	"weltentor/resolve/limits"
	"weltentor/resolve/logbook"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/schedule"
	"weltentor/resolve/secrets"
	"weltentor/resolve/sent"
	"weltentor/resolve/signup"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
)

// bid does what the game master requests by mail, or asks them to confirm it. Requests that send something from the
// game or change it need a code. It is sent only to the game master's mailbox, for exactly that request.
func (m Letter) bid(b letter.Bidding) (*world.Ending, error) {
	o := correspondence.Bidding{Verb: b.Verb, Realms: b.Realms}
	switch b.Verb {
	case letter.BidHelp:
		return m.told(0, m.asProgram(limits.MasterWords), "bid-help")
	case letter.BidStatus:
		return m.status()
	case letter.BidTell:
		o.Text = strings.TrimSpace(secrets.Finder{}.Clean(secrets.Readable(b.Words(m.From.Text))))
	case letter.BidPause, letter.BidDeadline:
		at, err := m.moment(b)
		if err != nil {
			return m.told(0, limits.MasterWords, "bid-date", phrase.Str("date", wording.Cut(b.When)))
		}
		o.At = at
	case letter.BidClose:
		o.After = b.After
		o.Text = strings.Join(strings.Fields(secrets.Finder{}.Clean(secrets.Readable(b.Words(m.From.Text)))), " ")
	case letter.BidFree, letter.BidAccept:
		whom, why, err := m.whom(o, b.Who)
		if err != nil {
			return nil, err
		}
		if why.Code != "" {
			return m.refuse(why)
		}
		o = whom
	case letter.BidUndo:
		o.After = m.Current.Turn - 1
		o.Text = strings.Join(strings.Fields(secrets.Finder{}.Clean(secrets.Readable(b.Words(m.From.Text)))), " ")
	case letter.BidRedo:
		o.After = m.Current.Turn
	case letter.BidRelease:
		held, err := chronicle.Held(m.Tx)
		if err != nil {
			return nil, err
		}
		o.After, o.At = held.Turn, held.At
	case letter.BidResume, letter.BidGoOn, letter.BidHold, letter.BidNoHold, letter.BidPreview,
		letter.BidOrders, letter.BidReport, letter.BidBot, letter.BidNoBot:
	default:
		return m.told(0, m.asProgram(limits.MasterWords), "bid-unread")
	}
	return m.propose(o)
}

// moment reads for when a request is. It is zero if the request names no time.
func (m Letter) moment(b letter.Bidding) (at time.Time, err error) {
	if b.When == "" {
		return at, nil
	}
	s, err := m.World.Here(m.Tx, m.At)
	if err != nil || b.Verb != letter.BidDeadline {
		s.Schedule.Deadline = time.Time{}
	}
	return schedule.Moment(b.When, s.Schedule.Deadline, m.World.Settings.Zone)
}

// propose shows the game master what they have requested, and how to make it happen.
func (m Letter) propose(o correspondence.Bidding) (*world.Ending, error) {
	why, err := m.hindered(o)
	if err != nil {
		return nil, err
	}
	if why.Code == "" && len(o.Text) > m.most() {
		why = phrase.P("fault.tell-long", phrase.Num("most", m.most()>>10))
	}
	if why.Code != "" {
		return m.refuse(why)
	}
	n, may := m.may(limits.MasterCodes)
	if !may {
		return m.heard(0, false), nil
	}
	if o.Verb == letter.BidTell { // what is shown is what is sent
		if o.Text, err = letters.Sayable(o.Text); err != nil {
			return nil, err
		}
	}
	secret, err := m.issue(correspondence.With(correspondence.Token{For: letter.BidsGame}, o))
	if err != nil {
		return nil, err
	}
	t := &wording.Text{Book: wording.Words(m.World.Settings.Lang)}
	if o.Verb == letter.BidUndo {
		if taken, err := chronicle.UndoneOf(m.Tx, m.Current.Turn); err != nil {
			return nil, err
		} else if len(taken) > 0 {
			t.Say("bid-undone", phrase.Num("turn", m.Current.Turn))
		}
	}
	t.Say("bid-would."+sentenceOf(o), asked(m.Session, t.Book, o)...)
	if err := m.next(t, o); err != nil {
		return nil, err
	}
	t.Line("")
	if o.Verb == letter.BidTell {
		realms, err := letters.Listeners(m.Session, o.Realms, false)
		if err != nil {
			return nil, err
		}
		for _, r := range realms {
			m.speaksOf(r.Number)
		}
	}
	if o.Verb == letter.BidFree {
		m.speaksOf(o.Realms...)
	}
	if o.Verb == letter.BidUndo {
		if err := m.undoes(t, o.After); err != nil {
			return nil, err
		}
	}
	if o.Text != "" {
		t.Quote(sent.WithoutHidden(o.Text))
		t.Line("")
		if n := len(m.From.Letter.Files); n > 0 {
			t.Say("answer-files", phrase.Num("n", n))
		}
	}
	what := "bid"
	if o.Verb == letter.BidTell { // a text, like that of an answer
		what = "answer"
	}
	m.codeIn(t, what, n)
	m.send(phrase.P("subject.bid-confirm", phrase.Str("token", secrets.Hidden),
		phrase.Key("word", "bid-word."+string(o.Verb))), t, secret)
	return m.heard(0, true), nil
}

// undoes says what it would mean to take a turn back, like the command.
func (m Letter) undoes(t *wording.Text, turn int) error {
	held, err := chronicle.Held(m.Tx)
	if err != nil {
		return err
	}
	if held.Turn == turn {
		t.Say("bid-undo-held")
	} else {
		l, err := schedule.ListUndo(m.World, m.Tx, turn, m.At)
		if err != nil {
			return err
		}
		t.Body.WriteString(l.Page(t.Book, func(at time.Time) string {
			return wording.Moment(t.Book, at.In(m.World.Settings.Zone))
		}))
		t.Say("bid-undo-all")
		m.speaksOf(l.Realms()...)
	}
	t.Line("")
	t.Say("bid-undo-why")
	t.Line("")
	return nil
}

// sentenceOf returns the code of the sentence about a request.
func sentenceOf(o correspondence.Bidding) string {
	if o.Verb == letter.BidPause && o.At.IsZero() {
		return "pause-open"
	}
	if o.Verb == letter.BidClose && o.After == 0 {
		return "close-now"
	}
	return string(o.Verb)
}

// asked returns the arguments that say what a request is.
func asked(d world.Session, book *phrase.Book, o correspondence.Bidding) []phrase.Arg {
	all := o.Realms
	if o.Verb == letter.BidTell {
		all = nil
		if realms, err := letters.Listeners(d, o.Realms, false); err == nil {
			for _, r := range realms {
				all = append(all, r.Number)
			}
		}
	}
	when := ""
	if o.Verb == letter.BidClose {
		o.At = d.At.Add(schedule.Reflection)
	}
	if !o.At.IsZero() {
		when = wording.Moment(book, o.At.In(d.World.Settings.Zone))
	}
	player, name := about(d, o)
	return []phrase.Arg{phrase.Str("player", player), phrase.Str("mail", o.Mail), phrase.Str("name", name),
		phrase.Num("n", len(all)), phrase.Str("realms", world.NumbersOf(all)), phrase.Str("when", when),
		phrase.Num("turn", o.After)}
}

// hindered says why a request cannot be fulfilled as things are now. The phrase has no code if it can.
func (m Letter) hindered(o correspondence.Bidding) (why phrase.Phrase, err error) {
	book := wording.Words(m.World.Settings.Lang)
	why, err = schedule.Hinders(m.Session, o, func(t time.Time) string { return wording.Moment(book, t) })
	if err != nil || why.Code != "" {
		return why, err
	}
	switch o.Verb {
	case letter.BidFree, letter.BidAccept:
		return m.misses(o)
	case letter.BidBot, letter.BidNoBot:
		return m.unplayable(o)
	}
	return why, err
}

// refuse answers a request that cannot be fulfilled, and says why.
func (m Letter) refuse(why phrase.Phrase) (*world.Ending, error) {
	said := strings.TrimSuffix(wording.Words(m.World.Settings.Lang).Say(why), ".")
	return m.told(0, limits.MasterWords, "bid-refused", phrase.Str("why", said))
}

// bidden does what the code allows that the letter brings back, once, if the letter says yes. A letter with another
// text to players gets another code for that. Any other words end the code.
func (m Letter) bidden(key []byte, t correspondence.Token) (*world.Ending, error) {
	o, err := correspondence.Args[correspondence.Bidding](t)
	if err != nil {
		return nil, err
	}
	m.bade = o.Verb
	book := wording.Words(m.World.Settings.Lang)
	tells := o.Verb == letter.BidTell
	repeats := tells && sameWords(m.From.Text, o.Text)
	own, reply, err := m.From.Reply(key)
	switch {
	case err != nil:
		return nil, err
	case !t.Used.IsZero():
		return m.told(0, limits.MasterWords, "bid-used", m.When(book, t.Used))
	case !t.Open(m.At):
		return m.told(0, limits.MasterWords, "bid-expired")
	case !m.mine(t):
		return m.told(0, limits.MasterWords, "bid-not-yours")
	case repeats, reply == letter.Silent:
		return m.told(0, limits.MasterAbsent, "bid-empty")
	case reply == letter.Absent:
		return m.told(0, limits.MasterAbsent, "master-automatic")
	case reply != letter.Agrees:
		return m.refused(key, t, o, own, reply)
	}
	why, err := m.hindered(o)
	if err != nil {
		return nil, err
	}
	if why.Code != "" {
		return m.refuse(why)
	}
	args := asked(m.Session, book, o)
	done := &wording.Text{Book: book}
	done.Say("bid-done."+sentenceOf(o), args...)
	if err := m.next(done, o); err != nil {
		return nil, err
	}
	if o.Verb == letter.BidAccept {
		switch may, err := players.AcceptIn(m.Session, o.Signup); {
		case err != nil:
			return nil, fmt.Errorf("whom the game master accepts: %w", err)
		case !may:
			return m.refuse(phrase.P("bid-no-place"))
		}
	}
	t.Used = m.At.UTC()
	t.Save(m.Tx, key)
	switch o.Verb {
	case letter.BidRelease, letter.BidUndo, letter.BidRedo, letter.BidPreview, letter.BidOrders, letter.BidReport:
		return m.heard(0, true), m.errand(o)
	case letter.BidHold, letter.BidNoHold:
		err = schedule.HoldNext(m.Session, o.Verb == letter.BidHold, logbook.Master)
	case letter.BidTell:
		_, err = letters.ToPlayers(m.Session, o.Realms, o.Text, false, logbook.Master)
	case letter.BidPause:
		_, err = schedule.PauseIn(m.Session, o.At, logbook.Master)
	case letter.BidResume:
		_, err = schedule.ResumeIn(m.Session, logbook.Master)
	case letter.BidDeadline:
		err = schedule.MoveDeadline(m.Session, o.At, logbook.Master)
	case letter.BidClose:
		if o.After == 0 {
			err = schedule.CloseSoon(m.Session, o.Text, logbook.Master)
			break
		}
		_, err = schedule.CloseIn(m.Session, o.After, o.Text, logbook.Master)
	case letter.BidGoOn:
		_, err = schedule.CallOffIn(m.Session, logbook.Master)
	case letter.BidFree:
		m.speaksOf(o.Realms...)
		err = players.Free(m.Session, o.Realms[0], logbook.Master)
	case letter.BidBot:
		err = players.LetsPlay(m.Session, o.Realms[0], logbook.Master)
	case letter.BidNoBot:
		err = players.TakesBack(m.Session, o.Realms[0], logbook.Master)
	}
	if err != nil {
		return nil, fmt.Errorf("what the game master bids: %w", err)
	}
	said := strings.TrimSuffix(done.Body.String(), "\n")
	schedule.Spread(m.World.Setup, m.Tx, m.mail(), o, said, m.At, o.Realms...)
	return m.told(0, limits.MasterCodes, "bid-done.all", phrase.Str("what", said))
}

// next says who waits for the realm that loses its player.
func (m Letter) next(t *wording.Text, o correspondence.Bidding) error {
	if o.Verb != letter.BidFree {
		return nil
	}
	rows, err := signup.WaitingList(m.Tx)
	if len(rows) == 0 {
		t.Say("bid-next-nobody")
		return err
	}
	t.Say("bid-next", phrase.Str("player", rows[0].Player), phrase.Str("mail", rows[0].Mail))
	return err
}

// errand stores a confirmed request about a turn. Whoever carries it out answers it.
func (m Letter) errand(o correspondence.Bidding) error {
	d := outbox.Draft{}
	m.From.Thread(&d)
	return schedule.Errand{Bidding: o, To: m.mail(), InReplyTo: d.InReplyTo, References: d.References,
		At: m.At.UTC()}.Put(m.Tx)
}

// refused ends a code that was answered with other words than YES. They may be another request or, if the code is for
// a letter to players, another text for it. The code proves neither.
func (m Letter) refused(key []byte, t correspondence.Token, o correspondence.Bidding, own string,
	reply letter.Reply) (*world.Ending, error) {
	t.Ended = m.At.UTC()
	t.Save(m.Tx, key)
	b, bids := letter.Bids("", m.From.Text)
	if bids {
		m.word, m.bade = string(b.Verb), b.Verb
	}
	another := bids || o.Verb == letter.BidTell && reply == letter.Refuses
	switch {
	case another && m.mustProve():
		return m.unprovenAnew(0)
	case bids:
		return m.bid(b)
	case another:
		o.Text = strings.TrimSpace(own)
		return m.propose(o)
	case reply == letter.Declines:
		return m.told(0, m.asProgram(limits.MasterWords), "bid-declined")
	}
	return m.told(0, m.asProgram(limits.MasterWords), "bid-refused-code")
}
