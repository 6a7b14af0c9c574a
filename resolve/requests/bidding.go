package requests

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/outbox"
	"weltentor/resolve/schedule"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
)

// bid does what the game master requests by mail, or asks them to confirm it. Requests that send something from the
// game or change it need a code. It is sent only to the game master's mailbox, for exactly that request.
func (m MasterLetter) bid() (*world.Ending, error) {
	switch k := masterKindOf(m.wish.Service); {
	case k.Answer != nil:
		m.unread = letter.BeyondCourtesy(m.words())
		answered, err := k.Answer(m)
		return m.heard(0, answered), err
	case k.Asks != nil:
		s, err := k.Asks(m)
		if err != nil {
			return nil, err
		}
		return m.propose(*s)
	}
	return m.told(0, m.asProgram(), "bid-unread"), nil
}

// propose shows the game master what they have requested, and how to make it happen.
func (m MasterLetter) propose(s said) (*world.Ending, error) {
	verb := m.wish.Service
	if s.text == "" {
		m.unread = letter.BeyondCourtesy(m.words())
	}
	switch {
	case s.unread.Code != "":
		return m.told(0, limits.MasterWords, s.unread.Code, s.unread.Args...), nil
	case s.why.Code == "" && len(s.text) > m.most():
		s.why = phrase.P("fault.tell-long", phrase.Num("most", m.most()>>10))
	}
	if s.why.Code != "" {
		return m.refuse(s.why), nil
	}
	what := "bid"
	if verb == letter.BidTell { // a text, like that of an answer
		what = "answer"
	}
	code := correspondence.With(correspondence.Token{For: letter.BidsGame}, correspondence.Bidding{Verb: verb, Args: store.MustJSON(s.asked)})
	subject := phrase.P("subject.bid-confirm", phrase.Key("word", "bid-word."+string(verb)))
	return m.sendsCode(0, code, subject, what, s.text, func(t *wording.Text) {
		if s.before.Code != "" {
			t.Say(s.before.Code, s.before.Args...)
		}
		s.say(t, "bid-would.", verb)
		t.Line("")
		m.speaksOf(slices.Concat(s.names, s.to)...)
		if s.shows != nil {
			s.shows(t)
			t.Line("")
			t.Say("bid-undo-why")
			t.Line("")
		}
	})
}

// say says what would be done, or is.
func (s said) say(t *wording.Text, prefix string, verb letter.Service) {
	t.Say(prefix+cmp.Or(s.code, string(verb)), s.args...)
	if s.then.Code != "" {
		t.Say(s.then.Code, s.then.Args...)
	}
}

// refuse answers a request that cannot be fulfilled, and says why.
func (m MasterLetter) refuse(why phrase.Phrase) *world.Ending {
	said := strings.TrimSuffix(m.book().Say(why), ".")
	return m.told(0, limits.MasterWords, "bid-refused", phrase.Str("why", said))
}

// bidden does what the code allows that the letter brings back, once, if the letter says yes. A letter with another
// text to players gets another code for that. Any other words end the code.
func (m MasterLetter) bidden(key []byte, t correspondence.Token) (*world.Ending, error) {
	o, err := correspondence.Args[correspondence.Bidding](t)
	if err != nil {
		return nil, err
	}
	k := masterKindOf(o.Verb)
	if k.Deed == nil || o.Args == nil {
		return nil, fmt.Errorf("%w: a code of the game master is for %q, which is no request", faults.ErrDamaged, o.Verb)
	}
	m.wish, m.allowed = letter.Wish{Service: o.Verb}, o.Args
	tells := telling{}
	if o.Verb == letter.BidTell {
		if err := m.allows(&tells); err != nil {
			return nil, err
		}
	}
	reply := m.From.Reply(key)
	if o.Verb == letter.BidTell && sameWords(m.From.Said(), tells.Text) {
		reply = letter.Silent
	}
	if code, within := m.idle(t, "bid", reply, false); code != "" {
		return m.told(0, within, code, m.When(m.book(), t.Used), m.altered()), nil
	}
	if reply != letter.Agrees {
		return m.refused(key, t, tells, reply)
	}
	s, err := k.Asks(m)
	switch {
	case err != nil:
		return nil, err
	case s.why.Code != "":
		return m.refuse(s.why), nil
	}
	end, err := k.Deed(m, t)
	switch {
	case errors.Is(err, errNoPlace):
		return m.refuse(phrase.P("bid-no-place")), nil
	case err != nil:
		return nil, fmt.Errorf("what the game master bids: %w", err)
	}
	t.Used = m.At.UTC()
	t.Save(m.Tx, key)
	if end != nil {
		return end, nil
	}
	done := &wording.Text{Book: m.book()}
	s.say(done, "bid-done.", o.Verb)
	what := strings.TrimSuffix(done.Body.String(), "\n")
	m.speaksOf(s.names...)
	schedule.Spread(m.Session, m.mail(), o.Verb, what, s.names...)
	return m.told(0, limits.MasterCodes, "bid-done.all", phrase.Str("what", what)), nil
}

// errand stores a confirmed request about a turn. Whoever carries it out answers it.
func (m MasterLetter) errand(t correspondence.Token) (*world.Ending, error) {
	o, err := correspondence.Args[correspondence.Bidding](t)
	if err != nil {
		return nil, err
	}
	d := outbox.Draft{}
	m.From.Thread(&d)
	schedule.Errand{Bidding: o, To: m.mail(), InReplyTo: d.InReplyTo, References: d.References,
		At: m.At.UTC()}.Put(m.Tx)
	return m.heard(0, true), nil
}

// refused ends a code that was answered with other words than YES. They may be another request or, if the code is for
// a letter to players, another text for it. The code proves neither.
func (m MasterLetter) refused(key []byte, t correspondence.Token, tells telling, reply letter.Reply) (*world.Ending, error) {
	t.Ended = m.At.UTC()
	t.Save(m.Tx, key)
	anew := m.wish.Service == letter.BidTell && reply == letter.Refuses
	wish, bids := bidWords().Wished("", m.From.Said(), nil)
	switch {
	case bids:
		m.word, m.wish, m.allowed = string(wish.Service), wish, nil
	case anew:
		tells.Text = m.From.Said()
		m.allowed = store.MustJSON(tells)
	case reply == letter.Declines:
		return m.told(0, m.asProgram(), "bid-declined"), nil
	default:
		return m.told(0, m.asProgram(), "bid-refused-code"), nil
	}
	if m.mustProve() {
		return m.unprovenAnew(0)
	}
	return m.bid()
}
