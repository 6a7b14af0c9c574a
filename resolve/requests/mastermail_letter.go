package requests

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/resolve/address"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/notices"
	"weltentor/resolve/outbox"
	"weltentor/resolve/receipt"
	"weltentor/resolve/secrets"
	"weltentor/resolve/sender"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
)

// MasterLetter is a letter from the game master's address, with its sender. Anybody can forge that address. So it must be
// proven as those of players are. It sends something to a player only with a code that was mailed to the game master.
type MasterLetter struct {
	world.Session
	From   sender.Sender // without the game master's password
	word   string        // what the letter asks for: each word has limits of its own
	wish   letter.Wish   // what it requests, or what its code is for; of the Service "": nothing that can be read
	knows  bool          // the letter has the right password
	unread string        // what it says besides a request that needs no words: the answer shows it, since nobody reads it
	names  *[]int        // realms whose players the answer mentions, so that it can be erased with them
	// what the code that it brings back allows; nil if it brings none
	allowed json.RawMessage
}

// MasterLetterOf takes the game master's password out of a letter from their address.
func MasterLetterOf(from sender.Sender) MasterLetter {
	return MasterLetter{Session: from.Session, From: from, names: &[]int{}}.withWord()
}

// Hear handles what the game master says as such. It returns nil if the letter is to be judged like anybody's: it has
// orders, or asks for something as a player's letter does.
func (m MasterLetter) Hear() (*world.Ending, error) {
	key, t, coded := m.From.Presented(true)
	meant := m.intent()
	m.From.Shown = m.From.Shown || coded
	switch {
	case meant.Reader == letter.Another:
		return nil, nil
	case meant.Code:
		m.word = "code"
	case meant.Reader == letter.Machine:
		m.word, m.wish = string(meant.Wish.Service), meant.Wish
	case letter.PassedNumber(m.From.Letter.Subject) != 0:
		m.word = "answer"
	}
	switch why, later := m.From.Doubt(); {
	case later, !coded && m.mustProve() && m.From.Letter.Proof.Later:
		return nil, sender.ErrHeld
	case why != "":
		return m.told(0, limits.Alarms, "master-unproven", phrase.Key("why", "proof."+why),
			phrase.Str("signer", wording.Cut(m.From.Letter.Proof.Signer))), nil
	case (m.From.Letter.Automatic || m.From.Letter.Marked != "") && !(coded && m.From.TypedCode(key)):
		return m.told(0, limits.MasterAbsent, "master-automatic"), nil
	case meant.Code && m.From.Several() != nil:
		return m.told(0, limits.MasterWords, "master-which"), nil
	case meant.Code:
		return m.confirmed(key, t)
	case m.mustProve():
		return m.told(0, limits.Alarms, "master-needs-proof", m.lacks()...), nil
	case meant.Reader == letter.Machine:
		return m.bid()
	case meant.Reader != letter.Asker:
		return m.told(0, m.asProgram(), "master-none"), nil
	}
	number := m.question()
	p, found := correspondence.Numbered(m.Tx, number)
	if !found {
		return m.told(0, limits.MasterWords, "master-no-number", phrase.Num("number", int64(number))), nil
	}
	m.wish = meant.Wish
	return m.answer(number, p, meant.Words)
}

// HearWhileHeld is Hear while a turn is held. Only a request about that turn is answered, and a code for one. Any other
// letter must wait in the mailbox: ErrHeld.
func (m MasterLetter) HearWhileHeld() (*world.Ending, error) {
	_, t, _ := m.From.Presented(true)
	meant := m.intent()
	o, err := correspondence.Args[correspondence.Bidding](t) // zero if the code is for an answer
	switch {
	case err != nil:
		return nil, err
	case meant.Code && masterKindOf(o.Verb).Held,
		!meant.Code && meant.Reader == letter.Machine && masterKindOf(meant.Wish.Service).Held:
		return m.Hear()
	}
	return nil, sender.ErrHeld
}

// asProgram returns the limit for an answer to words that ask for nothing in particular. If the same words came before
// today, it is the limit for automatic mail: otherwise a program and the game could answer each other all day. A
// proven letter with one of our words does not come from such a program.
func (m MasterLetter) asProgram() limits.Limit {
	if m.From.Letter.Proof.Domain != "" && m.word != "" && m.word != "code" {
		return limits.MasterWords
	}
	words := correspondence.MailedKey(0, 0, letter.BareSubject(m.From.Letter.Subject)+"\n"+m.From.Said())
	if limits.MasterSame.Allow(m.Tx, m.At, m.signed(limits.Whose(fmt.Sprintf(" text %x", words)))) {
		return limits.MasterWords
	}
	return limits.MasterAbsent
}

// signed is Budget for letters that a program may have written: a code that one repeats proves nothing.
func (m MasterLetter) signed(of limits.Whose) limits.Whose {
	if m.knows || m.From.Letter.Proof.Domain != "" {
		return of.Proven()
	}
	return of
}

// openShown is how many unanswered letters the game master is shown, and waitsShown for how long.
const (
	openShown  = 10
	waitsShown = 30 * limits.Day
)

// tell answers a letter from the game master's address, within a limit, and says what can be done by mail. If
// something was not done, that comes first. It reports whether it answered.
func (m MasterLetter) tell(within limits.Limit, code string, args ...phrase.Arg) bool {
	n, may := m.may(within)
	if !may {
		return false
	}
	t := &wording.Text{Book: m.book()}
	t.Say(code, args...)
	if code != "answer-sent" && !strings.HasPrefix(code, "bid-done.") {
		m.help(t)
	}
	lastWord(t, n == within.Most())
	subject := phrase.P("subject.master")
	if m.wish.Service != "" {
		subject = phrase.P("subject.bid", phrase.Key("word", "bid-word."+string(m.wish.Service)))
	}
	if code == "answer-sent" {
		subject = phrase.P("subject.answer-sent", args...)
	}
	m.send(subject, t, nil)
	return true
}

// may counts one more answer to the game master within a limit. It is the nth, and is sent if may is true. Forged
// letters use up nothing of what proven ones may have, and no word uses up what another has. What is not sent goes
// into the game master's daily digest.
func (m MasterLetter) may(within limits.Limit) (n int, may bool) {
	of := m.From.WordBudget("master", m.word)
	if within == limits.MasterAbsent {
		of = m.signed("master") // whatever words and codes a program repeats, it has one limit
	}
	n = within.Count(m.Tx, m.At, of)
	may = n <= within.Most() && m.From.MayMailMaster("master", m.word)
	if !may && !m.From.Letter.Automatic && m.From.Letter.Marked == "" {
		m.World.ToMaster.Gather(m.Tx, phrase.P("digest-master", phrase.Str("word", cmp.Or(m.word, "–"))), m.At)
	}
	return n, may
}

// mail returns the address of the game master who wrote, as the settings have it.
func (m MasterLetter) mail() string { return m.World.ToMaster.Reader(m.From.Letter.From) }

// mine reports whether a code was sent to the game master who brings it back.
func (m MasterLetter) mine(t correspondence.Token) bool { return address.Same(t.Mail, m.mail()) }

// unprovenMost is how many bytes a text may have that an unproven letter gets a code for. Anybody can have such codes
// made, and each is kept in one piece: long ones leave gaps in the store's file.
const unprovenMost = 8 << 10

// most is how many bytes the text of an answer or a request may have.
func (m MasterLetter) most() int {
	if m.From.Proved() {
		return notices.AnswerMost
	}
	return unprovenMost
}

// issue draws a code that is sent only to the game master's mailbox. Those of unproven letters are limited in number
// and size.
func (m MasterLetter) issue(t correspondence.Token) (*secrets.Sealed, error) {
	t.Mail, t.Proven = m.mail(), m.From.Proved()
	secret, key, err := correspondence.Issue(m.Tx, m.World.Random(), t, m.At)
	if err == nil && !t.Proven {
		err = sender.BoundCode(m.Session, key, len(store.MustJSON(t)))
	}
	return secret, err
}

// told answers like tell, and ends the steps of a letter about a realm.
func (m MasterLetter) told(realm int, within limits.Limit, code string, args ...phrase.Arg) *world.Ending {
	return m.heard(realm, m.tell(within, code, args...))
}

// heard ends the steps of a letter from the game master.
func (m MasterLetter) heard(realm int, answered bool) *world.Ending {
	return m.From.Ended(receipt.Acceptance{Fate: receipt.FromMaster, Realm: realm, Answered: answered})
}

// help says what the game master can do by mail, and which letters wait for an answer.
func (m MasterLetter) help(t *wording.Text) {
	t.Line("")
	t.Say("master-help", phrase.Str("address", m.World.Settings.Address))
	for _, k := range masterKinds() {
		if k.Listed(m) {
			t.Say("bid-row." + string(k.Service))
		}
	}
	t.Say("master-help-else")
	m.open(t)
}

// open lists the letters that wait for an answer.
func (m MasterLetter) open(t *wording.Text) {
	list := correspondence.Questions(m.Tx)
	shown := 0
	for _, p := range slices.Backward(list) {
		if shown == openShown || m.At.Sub(p.At) > waitsShown {
			break
		}
		if !p.Open() {
			continue
		}
		if shown++; shown == 1 {
			t.Head("master-open")
		}
		t.Say("master-open-row", m.about(p.Number, p.Forwarded)...)
	}
}

// status tells the game master the state of the world. It is sent to their address only.
func (m MasterLetter) status() (bool, error) {
	within := m.asProgram()
	n, may := m.may(within)
	if !may {
		return false, nil
	}
	s, err := m.World.Overview(m.Tx, m.At, false)
	if err != nil {
		return false, err
	}
	t := &wording.Text{Book: m.book()}
	t.Line(phrase.Capital(s.Current.World.Title(m.World.Settings.Lang)))
	t.Line("")
	held := s.Schedule.Held
	switch {
	case held.Turn > 0:
		t.Say("bid-held", phrase.Num("turn", held.Turn), m.When(t.Book, held.At))
	case s.Ready.Due:
		t.Say("bid-due")
	default:
		t.Line(t.Book.Say(s.Ready.Waits))
	}
	if at := s.Ready.Deadline; held.Turn == 0 && !at.IsZero() && m.World.GoesByDeadline(s.Current.World) {
		t.Say("bid-deadline", m.When(t.Book, at))
	}
	if chronicle.HoldNext.Is(m.Tx) {
		t.Say("bid-holds")
	}
	planned := chronicle.ReadClosure(m.Tx)
	if planned.Planned() {
		t.Say("closing-planned", notices.Closes(m.World.Setup, t.Book, planned)...)
	}
	var sent, drafts []int
	for _, rec := range s.Records {
		switch {
		case rec.Realm == 0 || rec.OnlySpeaks():
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
	}{{"bid-sent", sent}, {"bid-draft", drafts}, {"bid-missing", s.Ready.Missing}, {"bid-away", s.Ready.Away},
		{"bid-more-time", s.Schedule.Wants}} {
		if len(row.realms) > 0 {
			t.Say(row.code, phrase.Num("n", len(row.realms)), phrase.Str("realms", wording.NumbersOf(row.realms)))
		}
	}
	count, undelivered, err := outbox.Open(m.Tx).Standing()
	if err != nil {
		return false, err
	}
	t.Say("bid-outbox", phrase.Num("waiting", count.Waiting+count.Held), phrase.Num("n", len(undelivered)))
	m.open(t)
	lastWord(t, n == within.Most())
	m.send(phrase.P("subject.bid-status", phrase.Num("turn", s.Current.Turn)), t, nil)
	return true, nil
}

// lastWord says that a limit is reached.
func lastWord(t *wording.Text, met bool) {
	if met {
		t.Line("")
		t.Say("master-limit")
	}
}

// send queues an answer to the game master. Like receipts, it has the null sender, so that no program answers it.
func (m MasterLetter) send(subject phrase.Phrase, t *wording.Text, secret *secrets.Sealed) {
	if m.unread != "" {
		ShowUnread(t, m.unread)
	}
	m.From.Send(outbox.Message{OutboxRow: outbox.OutboxRow{Kind: outbox.KindNotice, To: m.mail()}, NullSender: true, Secret: secret,
		Names: *m.names}, subject, t, outbox.Draft{})
}

// Unheard tells the game master of a letter from their address that was judged like anybody's, if they would not hear
// of it otherwise. Strangers get no answer, and the realm's player is told of a wrong password.
func (m MasterLetter) Unheard(end *world.Ending) {
	if len(m.From.Own) > 0 || end.Answered && !end.Fate.Alarms() {
		return
	}
	answered := m.tell(limits.MasterWords, "master-orders")
	end.Answered = end.Answered || answered
}
