package applicants

import (
	"weltentor/orders/phrase"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/letter"
	"weltentor/resolve/letters"
	"weltentor/resolve/limits"
	"weltentor/resolve/sent"
	"weltentor/resolve/signup"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
)

// inviteObserver sends a code to somebody who would like to have the newspaper, within the limits of sign-ups. Whoever
// has it hears that, or that it ends: OBSERVE OFF needs no code, since it does little harm and can be asked for again.
// It returns nil if nobody can observe here, or if there is nothing to end.
func (p Applicant) inviteObserver(asked letter.Wish) (*world.Ending, error) {
	from := p.from.Letter.From
	o, observes := signup.ObserverOf(p.Tx, from)
	switch {
	case observes:
		code := "observe-already"
		if asked.Given {
			code = "observe-ended"
			o.Drop(p.Tx)
		}
		return p.from.Served(0, p.tellObserver(o, code)), nil
	case asked.Given || !p.World.Observed():
		return nil, nil
	}
	return p.inviteTo(letter.Observes, asked.Lang, phrase.P("observe-ask", phrase.Str("world", p.World.Settings.Name)))
}

// tellObserver answers an observer in one sentence, within the limit.
func (p Applicant) tellObserver(o signup.Observer, code string) bool {
	if !p.from.Letter.MayAnswer || !limits.WordsADay.Allow(p.Tx, p.At, limits.OfMail(o.Mail).Word("observe")) {
		return false
	}
	t := &wording.Text{Book: wording.Words(o.Lang)}
	t.Say(code)
	p.Tell(signup.Record{Mail: o.Mail, Lang: o.Lang}, "subject.observe", t)
	return true
}

// Observe lets the newspaper go to somebody whose code came back.
func Observe(from sent.Sender, key []byte, t correspondence.Token) (*world.Ending, error) {
	who, err := correspondence.Args[signup.Record](t)
	if err != nil {
		return nil, err
	}
	t.Used = from.At.UTC()
	t.Save(from.Tx, key)
	said, err := letters.Observe(from.Session, t.Mail, who.Lang)
	if err != nil {
		return nil, err
	}
	Of(from).Tell(who, "subject.observe", said)
	return from.Served(0, true), nil
}
