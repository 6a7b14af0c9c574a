package mastermail

import (
	"cmp"
	"encoding/json"
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
	"weltentor/resolve/secrets"
	"weltentor/resolve/sent"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
)

// bid does what the game master requests by mail, or asks them to confirm it. Requests that send something from the
// game or change it need a code. It is sent only to the game master's mailbox, for exactly that request.
func (m Letter) bid(b letter.Bidding) (*world.Ending, error) {
	of, coded := bids[b.Verb]
	switch {
	case b.Verb == letter.BidHelp:
		return m.told(0, m.asProgram(limits.MasterWords), "bid-help")
	case b.Verb == letter.BidStatus:
		return m.status()
	case !coded:
		return m.told(0, m.asProgram(limits.MasterWords), "bid-unread")
	}
	asked := of()
	err := asked.read(m, b)
	if fault := (*phrase.Fault)(nil); errors.As(err, &fault) {
		return m.told(0, limits.MasterWords, fault.What.Code, fault.What.Args...)
	}
	if err != nil {
		return nil, err
	}
	return m.propose(b.Verb, asked)
}

// propose shows the game master what they have requested, and how to make it happen.
func (m Letter) propose(verb letter.Verb, asked bid) (*world.Ending, error) {
	s, err := asked.look(m)
	switch {
	case err != nil:
		return nil, err
	case s.why.Code == "" && len(s.text) > m.most():
		s.why = phrase.P("fault.tell-long", phrase.Num("most", m.most()>>10))
	}
	if s.why.Code != "" {
		return m.refuse(s.why)
	}
	n, may := m.may(limits.MasterCodes)
	if !may {
		return m.heard(0, false), nil
	}
	secret, err := m.issue(correspondence.With(correspondence.Token{For: letter.BidsGame},
		correspondence.Bidding{Verb: verb, Args: store.MustJSON(asked)}))
	if err != nil {
		return nil, err
	}
	t := &wording.Text{Book: m.book()}
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
	if s.text != "" {
		t.Quote(sent.WithoutHidden(s.text))
		t.Line("")
		if n := len(m.From.Letter.Files); n > 0 {
			t.Say("answer-files", phrase.Num("n", n))
		}
	}
	what := "bid"
	if verb == letter.BidTell { // a text, like that of an answer
		what = "answer"
	}
	m.codeIn(t, what, n)
	m.send(phrase.P("subject.bid-confirm", phrase.Str("token", secrets.Hidden),
		phrase.Key("word", "bid-word."+string(verb))), t, secret)
	return m.heard(0, true), nil
}

// say says what would be done, or is.
func (s said) say(t *wording.Text, prefix string, verb letter.Verb) {
	t.Say(prefix+cmp.Or(s.code, string(verb)), s.args...)
	if s.then.Code != "" {
		t.Say(s.then.Code, s.then.Args...)
	}
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
	of, known := bids[o.Verb]
	if !known {
		return nil, fmt.Errorf("%w: a code of the game master is for %q, which is no request", faults.ErrDamaged, o.Verb)
	}
	asked := of()
	if err := json.Unmarshal(o.Args, asked); err != nil {
		return nil, fmt.Errorf("%w: what a code of the game master for %q allows: %w", faults.ErrDamaged, o.Verb, err)
	}
	m.bade = o.Verb
	tells, _ := asked.(*telling)
	repeats := tells != nil && sameWords(m.From.Text, tells.Text)
	own, reply, err := m.From.Reply(key)
	switch {
	case err != nil:
		return nil, err
	case !t.Used.IsZero():
		return m.told(0, limits.MasterWords, "bid-used", m.When(m.book(), t.Used))
	case !t.Open(m.At):
		return m.told(0, limits.MasterWords, "bid-expired")
	case !m.mine(t):
		return m.told(0, limits.MasterWords, "bid-not-yours")
	case repeats, reply == letter.Silent:
		return m.told(0, limits.MasterAbsent, "bid-empty")
	case reply == letter.Absent:
		return m.told(0, limits.MasterAbsent, "master-automatic")
	case reply != letter.Agrees:
		return m.refused(key, t, tells, own, reply)
	}
	s, err := asked.look(m)
	switch {
	case err != nil:
		return nil, err
	case s.why.Code != "":
		return m.refuse(s.why)
	}
	switch err := asked.do(m); {
	case errors.Is(err, errNoPlace):
		return m.refuse(phrase.P("bid-no-place"))
	case err != nil:
		return nil, fmt.Errorf("what the game master bids: %w", err)
	}
	t.Used = m.At.UTC()
	t.Save(m.Tx, key)
	if _, waits := asked.(interface{ waits() }); waits {
		return m.heard(0, true), m.errand(o)
	}
	done := &wording.Text{Book: m.book()}
	s.say(done, "bid-done.", o.Verb)
	what := strings.TrimSuffix(done.Body.String(), "\n")
	m.speaksOf(s.names...)
	schedule.Spread(m.Session, m.mail(), o.Verb, what, s.names...)
	return m.told(0, limits.MasterCodes, "bid-done.all", phrase.Str("what", what))
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
func (m Letter) refused(key []byte, t correspondence.Token, tells *telling, own string,
	reply letter.Reply) (*world.Ending, error) {
	t.Ended = m.At.UTC()
	t.Save(m.Tx, key)
	b, bids := letter.Bids("", m.From.Text)
	if bids {
		m.word, m.bade = string(b.Verb), b.Verb
	}
	another := bids || tells != nil && reply == letter.Refuses
	switch {
	case another && m.mustProve():
		return m.unprovenAnew(0)
	case bids:
		return m.bid(b)
	case another:
		tells.Text = strings.TrimSpace(own)
		return m.propose(letter.BidTell, tells)
	case reply == letter.Declines:
		return m.told(0, m.asProgram(limits.MasterWords), "bid-declined")
	}
	return m.told(0, m.asProgram(limits.MasterWords), "bid-refused-code")
}
