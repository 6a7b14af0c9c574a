package rulekit

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// Telling is what the realms are told at a time. A game gathers an account A of the time for a realm, which has no words
// yet, and writes it in up to four ways, none of which uses another. It is a Reporter.
type Telling[A any] struct {
	Turn    int                         // that it is about
	Title   phrase.Phrase               // names that turn, unless Data does
	Reader  func(realm int) *Reader     // nil: there is no such realm
	Account func(r *Reader) A           // what happened, and how things are now
	Whole   func(*Text, A)              // the report
	Short   func(*Text, A, *game.Shown) // for a player who wants short reports; nil: Whole is for all
	Data    func(*Notes, A)             // the whole report as data
	Digest  func(*Reader, A) *Digest    // of a turn: what its mail says first
	Body    func(*Text, A)              // instead of it
	Files   func(realm int) []game.File // that come with it; nil: none
}

// Report is the report of a realm that exists: whole, or for a realm that was shown what the record says. If language or
// length has changed since, the record is forgotten, and everything is told again.
func (t Telling[A]) Report(realm int, shown *game.Shown) game.Report {
	r := t.reader(realm)
	a, text, body := t.Account(r), r.Text(), r.Text()
	switch short := t.Short != nil && !r.Person.Full; {
	case shown == nil:
		t.Whole(text, a)
	case short:
		shown.Under(string(r.Person.Lang) + " short")
		t.Short(text, a, shown)
	case t.Short == nil:
		shown.Under(string(r.Person.Lang))
		t.Whole(text, a)
	default:
		shown.Under("full")
		t.Whole(text, a)
	}
	out := text.Report()
	if t.Digest != nil {
		out.Summary, out.News = t.Digest(r, a).Mail(body)
	} else {
		body.Broad = true
		t.Body(body, a)
		out.Summary = body.Out
	}
	if t.Files != nil {
		out.Files = t.Files(realm)
	}
	return out
}

// Facts is the report as data; nil: the realm does not exist.
func (t Telling[A]) Facts(realm int) *game.Facts {
	r := t.reader(realm)
	if r == nil {
		return nil
	}
	a, n := t.Account(r), r.Notes(t.Turn, t.Title)
	if t.Data(n, a); t.Digest != nil {
		t.Digest(r, a).Note(n)
	}
	return n.Done()
}

// reader is who reads, and knows what all realms are called.
func (t Telling[A]) reader(realm int) *Reader {
	r := t.Reader(realm)
	if r != nil {
		r.Name = func(number int) string {
			if other := t.Reader(number); other != nil {
				return other.Person.Name
			}
			return ""
		}
	}
	return r
}
