package requests

import (
	"cmp"

	"weltentor/orders/phrase"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/notices"
	"weltentor/resolve/players"
	"weltentor/resolve/roster"
	"weltentor/resolve/sender"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
)

// invitePractice sends a code to somebody who would like to practise, within the limits of sign-ups. It returns nil if
// nobody practises here. Whoever practises already, and has lost a letter or wants another game, may ask a few times more.
func (p Applicant) invitePractice(lang phrase.Lang) (*world.Ending, error) {
	if !p.World.Practises() {
		return nil, nil
	}
	lang = cmp.Or(lang, p.World.Settings.Lang)
	name := p.World.Rules.Words(lang).T("game")
	return p.inviteTo(letter.Practices, lang, phrase.P("practice-ask", phrase.Str("game", name)))
}

// inviteTo sends somebody a code with which they agree to something that needs no form, within the limits of sign-ups.
// first says what it is. It returns nil if nobody may answer them.
func (p Applicant) inviteTo(what letter.Service, lang phrase.Lang, first phrase.Phrase) (*world.Ending, error) {
	l := p.from.Letter
	if !l.MayAnswer || p.World.Playable(l.From) != nil || p.World.Reserved(l.From) {
		return nil, nil
	}
	_, practises := players.PracticeOf(p.Tx, l.From)
	may := false
	if practises && what == letter.Practices {
		may = limits.WordsADay.Allow(p.Tx, p.At, limits.OfMail(l.From).Word("practice again"))
	} else {
		may = p.mayInvite(what, letter.Wish{})
	}
	if !may {
		return p.from.Served(0, false), nil
	}
	who := roster.Applicant{Mail: l.From, Lang: cmp.Or(lang, p.World.Settings.Lang)}
	t := &wording.Text{Book: wording.Words(who.Lang)}
	t.Say(first.Code, first.Args...)
	notices.SayCode(t)
	notices.SayDays(t)
	t.Say("token-else")
	return p.from.Served(0, true), p.tellStranger(what, who, "subject."+first.Code, t)
}

// sayPractice says how one practises, if one can.
func (p Applicant) sayPractice(t *wording.Text) {
	if p.World.Practises() {
		t.Say("practice-try")
	}
}

// practise begins a practice game for somebody whose code came back.
func practise(from sender.Sender, t correspondence.Token, who roster.Applicant) (*world.Ending, error) {
	answered, err := BeginPractice(from, t.Mail, who.Lang)
	return from.Served(0, answered), err
}

// inviteObserver sends a code to somebody who would like to have the newspaper, within the limits of sign-ups. Whoever
// has it hears that, or that it ends: OBSERVE OFF needs no code, since it does little harm and can be asked for again.
// It returns nil if nobody can observe here, or if there is nothing to end.
func (p Applicant) inviteObserver(asked letter.Wish) (*world.Ending, error) {
	from := p.from.Letter.From
	o, observes := roster.ObserverOf(p.Tx, from)
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
func (p Applicant) tellObserver(o roster.Observer, code string) bool {
	if !p.from.Letter.MayAnswer || !limits.WordsADay.Allow(p.Tx, p.At, limits.OfMail(o.Mail).Word("observe")) {
		return false
	}
	t := &wording.Text{Book: wording.Words(o.Lang)}
	t.Say(code)
	p.Tell(roster.Applicant{Mail: o.Mail, Lang: o.Lang}, "subject.observe", t)
	return true
}

// observe lets the newspaper go to somebody whose code came back.
func observe(from sender.Sender, t correspondence.Token, who roster.Applicant) (*world.Ending, error) {
	said, err := notices.Observe(from.Session, t.Mail, who.Lang)
	if err != nil {
		return nil, err
	}
	ApplicantOf(from).Tell(who, "subject.observe", said)
	return from.Served(0, true), nil
}
