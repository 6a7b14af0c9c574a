package requests

import (
	"slices"
	"strconv"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/letter"
	"weltentor/resolve/notices"
	"weltentor/resolve/outbox"
	"weltentor/resolve/sender"
	"weltentor/resolve/wording"
)

// PlayerAnswer is a letter that answers another player's.
type PlayerAnswer struct {
	From sender.Sender // proven, once the answer is passed on
	Way  correspondence.Way
	key  []byte // of the way
	open bool
	or   int // the realm whose letter the subject answers, if that is another one; 0: there is no doubt

	Later []orders.Message // for the realm's orders: what could not be passed on now
}

// PlayerAnswerTo finds out whether a letter answers another player's. What its references name counts, and only if that is no
// letter of ours, the codes in it: programs that drop references keep the subject.
func PlayerAnswerTo(s sender.Sender) (a PlayerAnswer, is bool) {
	a.From = s
	if ours := s.Ours; ours != nil {
		if ours.Kind != outbox.KindPress {
			return a, false
		}
		a.key = ours.Way
		a.Way, a.open = correspondence.WayAt(s.Tx, a.key, s.Current.Turn)
		a.Way.Writer, a.Way.Reader = ours.Writer, ours.Realm
		for _, code := range s.Headed {
			if way, _ := correspondence.WayAt(s.Tx, letter.TokenKey(code), s.Current.Turn); way.Reader == ours.Realm && way.Writer != ours.Writer {
				a.or = way.Writer
			}
		}
		return a, true
	}
	for _, code := range s.Codes {
		key := letter.TokenKey(code)
		way, open := correspondence.WayAt(s.Tx, key, s.Current.Turn)
		if way.Reader != 0 && (!is || slices.Contains(s.Own, way.Reader) && !slices.Contains(s.Own, a.Way.Reader)) {
			a.Way, a.key, a.open, is = way, key, open, true
		}
	}
	return a, is
}

// Pass passes words of the answer on to the player who wrote the letter, and says what became of them. They go nowhere
// if the letter was for somebody else, if its subject is that of another player's, if its way back has ended, or if they lack the proof that a code needs. If that
// may still come, the error is ErrHeld.
func (a *PlayerAnswer) Pass(words string) (said phrase.Phrase, err error) {
	s := a.From
	if !slices.Contains(s.Own, a.Way.Reader) {
		return phrase.P("reply-not-yours"), nil
	}
	here, _ := s.Current.Realm(a.Way.Reader)
	to, _ := s.Current.Realm(a.Way.Writer)
	to.Lang = here.Lang
	who := notices.Called(s.World.Setup, to)
	if a.or != 0 {
		return phrase.P("reply-doubt", phrase.Num("realm", a.Way.Writer), phrase.Num("other", a.or)), nil
	}
	if !a.open {
		return phrase.P("reply-over", who, phrase.Num("realm", a.Way.Writer)), nil
	}
	switch why, later := s.Doubt(); {
	case later:
		return said, sender.ErrHeld
	case why != "":
		return phrase.P(Unproven, phrase.Key("why", "proof."+why),
			phrase.Str("signer", wording.Cut(s.Letter.Proof.Signer))), nil
	}
	s.Shown, a.From.Shown = true, true
	rec, _ := s.RecordOf(a.Way.Reader)
	writer := WriterOf(s, a.Way.Reader, rec)
	writer.answers = a.key
	all, later, err := writer.Write(strconv.Itoa(a.Way.Writer), words, here.Lang)
	if err != nil {
		return said, err
	}
	if a.Later = later; len(later) > 0 {
		return phrase.Phrase{}, nil
	}
	said = all[0]
	for i := range said.Args {
		if said.Args[i].Name == who.Name {
			said.Args[i] = who // its reader knows the name from the letter
		}
	}
	return said, nil
}
