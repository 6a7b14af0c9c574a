package press

import (
	"slices"
	"strconv"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/letter"
	"weltentor/resolve/letters"
	"weltentor/resolve/limits"
	"weltentor/resolve/outbox"
	"weltentor/resolve/receipt"
	"weltentor/resolve/secrets"
	"weltentor/resolve/sent"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
)

// Answer is a letter that answers another player's.
type Answer struct {
	from sent.Sender
	way  correspondence.Way
	key  []byte // of the way
	open bool

	later []orders.Message // what could not go now
}

// Answers finds out whether a letter answers another player's. What its references name counts, and only if that is no
// letter of ours, the codes in it: programs that drop references keep the subject.
func Answers(s sent.Sender) (a Answer, is bool, err error) {
	a.from = s
	ours, named, err := s.Ours()
	if err != nil {
		return a, false, err
	}
	if named {
		if ours.Kind != outbox.KindPress {
			return a, false, nil
		}
		a.key = ours.Way
		a.way, a.open, err = correspondence.WayAt(s.Tx, a.key, s.Current.Turn)
		a.way.Writer, a.way.Reader = ours.Writer, ours.Realm
		return a, true, err
	}
	for _, code := range s.Letter.Studied.Tokens {
		key := letter.TokenKey(code)
		way, open, err := correspondence.WayAt(s.Tx, key, s.Current.Turn)
		if err != nil {
			return a, false, err
		}
		if way.Reader != 0 && (!is || slices.Contains(s.Own, way.Reader) && !slices.Contains(s.Own, a.way.Reader)) {
			a.way, a.key, a.open, is = way, key, open, true
		}
	}
	return a, is, nil
}

// Pass passes words of the answer on to the player who wrote the letter, and says what became of them. They go nowhere
// if the letter was for somebody else, if its way back has ended, or if they lack the proof that a code needs. If that
// may still come, the error is ErrHeld.
func (a *Answer) Pass(words string) (said phrase.Phrase, err error) {
	s := a.from
	if !slices.Contains(s.Own, a.way.Reader) {
		return phrase.P("reply-not-yours"), nil
	}
	here, _ := s.Current.Realm(a.way.Reader)
	to, _ := s.Current.Realm(a.way.Writer)
	to.Lang = here.Lang
	who := letters.Called(s.World.Setup, to)
	if !a.open {
		return phrase.P("reply-over", who, phrase.Num("realm", a.way.Writer)), nil
	}
	switch why, later := s.Doubt(); {
	case later:
		return said, sent.ErrHeld
	case why != "":
		return phrase.P("reply-unproven", phrase.Key("why", "proof."+why),
			phrase.Str("signer", wording.Cut(s.Letter.Proof.Signer))), nil
	}
	s.Shown, a.from.Shown = true, true
	rec, _, err := s.RecordOf(a.way.Reader)
	if err != nil {
		return said, err
	}
	writer := Of(s, a.way.Reader, rec)
	writer.answers = a.key
	all, later, err := writer.Write(strconv.Itoa(a.way.Writer), words, here.Lang)
	if err != nil {
		return said, err
	}
	if a.later = later; len(later) > 0 {
		return phrase.P("reply-waits", who, phrase.Num("realm", a.way.Writer)), nil
	}
	said = all[0]
	for i := range said.Args {
		if said.Args[i].Name == who.Name {
			said.Args[i] = who // its reader knows the name from the letter
		}
	}
	return said, nil
}

// Reply ends the way of a letter without orders that answers another player's. Whatever it says, it does not go to
// the game master. It returns nil for all other letters, and if the writer asks the game for something instead.
func Reply(s sent.Sender) (*world.Ending, error) {
	a, is, err := Answers(s)
	if err != nil || !is || wording.Section.MatchString(s.Text) {
		return nil, err
	}
	own, _, _, err := s.OwnWords()
	if err != nil {
		return nil, err
	}
	if wish, asks := Wished(s, s.Own, "", own); asks && wish.Name == "" && len(s.Own) > 0 {
		return nil, nil
	}
	switch confirms, err := s.OwnCode(); {
	case err != nil || confirms:
		return nil, err
	case s.Letter.Automatic || s.Letter.Absence:
		return s.Ended(receipt.Acceptance{Fate: receipt.Machine}), nil
	case len(s.Own) == 0:
		s.Text = ""
		return s.Ended(receipt.Acceptance{Fate: receipt.Stranger}), nil
	}
	said, err := a.Pass(own)
	if err != nil {
		return nil, err
	}
	if len(a.later) > 0 {
		end := a.from.Served(a.way.Reader, false)
		end.Says = a.later
		return end, nil
	}
	return a.told(said)
}

// told says what became of an answer.
func (a *Answer) told(said phrase.Phrase) (*world.Ending, error) {
	s, realm, within := a.from, a.way.Reader, limits.Services
	if !slices.Contains(s.Own, realm) {
		realm = s.Own[0]
	}
	s.Text = secrets.Loosely(secrets.Readable(s.Text))
	rec, _, err := s.RecordOf(realm)
	if err != nil {
		return nil, err
	}
	fate, word := receipt.Served, string(letter.Letters)
	unproven := said.Code == "reply-unproven"
	if unproven {
		fate, within, word = receipt.Unproven, limits.Alarms, ""
	}
	end := s.Ended(receipt.Acceptance{Fate: fate, Realm: realm})
	to := s.Home(rec)
	if end.Answered = s.MayAnswer(within, word, realm, to); !end.Answered {
		return end, nil
	}
	here, _ := s.Current.Realm(realm)
	t := &wording.Text{Book: wording.Words(here.Lang)}
	t.Line(phrase.Capital(t.Book.Say(said)))
	if !unproven && s.LastService(realm, word) {
		t.Say("letters-last")
	}
	d := outbox.Draft{Answer: true, Text: t.Body.String()}
	if !unproven { // otherwise the letter may be another person's
		s.Thread(&d)
	}
	subject := "subject.letter-stays"
	if said.Code == "letter-gone" {
		subject = "subject.letter-gone"
	}
	args := append(slices.Clip(said.Args), phrase.Str("world", s.World.Settings.Name),
		phrase.Num("turn", s.Current.Turn))
	outbox.In(s.Tx).AddText(outbox.Entry{OutboxRow: outbox.OutboxRow{Kind: outbox.KindReceipt, Realm: realm,
		Turn: s.Current.Turn, To: to, Subject: t.Book.Say(phrase.P(subject, args...))},
		ToName: sent.ToName(s.Session, here, to)}, d, s.At)
	return end, nil
}
