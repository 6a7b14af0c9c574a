package intake

import (
	"weltentor/orders/phrase"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/letter"
	"weltentor/resolve/outbox"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/signup"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
)

// replied does what an open token is for if the letter that brings it back says yes, or brings its form
// back changed. Any other word of its writer ends the token. An answer without a word leaves it open.
func (s sender) replied(key []byte, t correspondence.Token) (*world.Ending, error) {
	own, reply, err := s.reply(key)
	if err != nil {
		return nil, err
	}
	if t.For == letter.SignsUp && reply != letter.Declines && (applicant{s}).fillsIn(t, own) {
		reply = letter.Agrees
	}
	switch {
	case reply == letter.Silent:
		return s.unchanged(t, "token-empty")
	case reply == letter.Absent:
		return s.unchanged(t, "token-automatic")
	case reply != letter.Agrees:
		return s.refused(key, t, own)
	case t.For == letter.SignsUp:
		return applicant{s}.join(key, t)
	case t.For == letter.StandsIn:
		return s.agreed(key, t)
	}
	return s.redeemed(key, t)
}

// unchanged tells whom the token was mailed to that it is still open, and why. Nobody else hears of it.
func (s sender) unchanged(t correspondence.Token, code string) (*world.Ending, error) {
	if len(s.own) == 0 {
		return s.ended(receipt.Acceptance{Fate: receipt.Machine}), nil
	}
	return s.tellPlayer("token-automatic", phrase.P(code))
}

// refused ends the token, and tells whom it was mailed to, once, how to ask again. What else the letter
// asks for is done.
func (s sender) refused(key []byte, t correspondence.Token, own string) (*world.Ending, error) {
	t.Ended = s.At.UTC()
	t.Save(s.Tx, key)
	if wish, asks := letter.Wished("", own); asks && len(s.own) > 0 && wish.Service != letter.SignsUp {
		return nil, nil
	}
	switch t.For {
	case letter.SignsUp:
		say := &wording.Text{Book: wording.Words(t.Join.Lang)}
		say.Say("signup-refused", phrase.Str("world", s.World.Settings.Name))
		applicant{s}.tell(*t.Join, "subject.token-refused", say)
		return s.served(0, true), nil
	case letter.StandsIn:
		return s.served(0, true), s.standsNotIn(t)
	}
	r, err := s.mailedTo(t)
	if err != nil || !r.may() {
		return s.served(t.Realm, false), err
	}
	r.tell("token-refused", phrase.P("token-refused", phrase.Key("word", "word."+string(t.For))))
	return s.served(t.Realm, true), nil
}

// mailedTo is the request that a token was mailed for.
func (s sender) mailedTo(t correspondence.Token) (request, error) {
	r, err := s.request(t.Realm, letter.Wish{Service: t.For, Number: t.Turns})
	if err != nil {
		return r, err
	}
	// What a code does is the player's, even if the letter is his substitute's.
	if r.rec, _, err = s.Session.Record(t.Realm); err != nil {
		return r, err
	}
	if r.to = r.rec.Mail[0]; roster.Has(r.rec.Mail, t.Mail) || r.rec.StandsIn(t.Mail, s.Current.Turn) {
		r.to = t.Mail
	}
	return r, nil
}

// standsNotIn tells who was asked to stand in, and who asked, that nothing comes of it.
func (s sender) standsNotIn(t correspondence.Token) error {
	rec, _, err := s.Session.Record(t.Realm)
	here, plays := s.Current.Realm(t.Realm)
	if err != nil || !plays || rec.Vacant() {
		return err
	}
	world := phrase.Str("world", s.World.Settings.Name)
	who := []phrase.Arg{world, phrase.Str("mail", t.Mail), phrase.Num("realm", t.Realm), phrase.Str("name", here.Name)}
	say := &wording.Text{Book: wording.Words(here.Lang)}
	say.Say("substitute-refused", who...)
	outbox.In(s.Tx).AddText(outbox.Entry{Stranger: true, OutboxRow: outbox.OutboxRow{Kind: outbox.KindSignup,
		Realm: t.Realm, Turn: s.Current.Turn, To: t.Mail,
		Subject: say.Book.Say(phrase.P("subject.token-refused", world))}}, outbox.Draft{Text: say.Body.String()}, s.At)
	s.letter.From = "" // it answers nothing of the player's
	r, err := s.request(t.Realm, letter.Wish{Service: letter.Substitutes})
	if err == nil {
		r.tell("substitute", phrase.P("substitute-declined", who...))
	}
	return err
}

// fillsIn tells whether an answer brings the form back changed: a line of it leads the writer's own words,
// and nothing beside it objects, or he says nothing and has changed the lines where he quotes them.
func (p applicant) fillsIn(t correspondence.Token, own string) bool {
	own = letter.Bare(own)
	if own != "" {
		besides, leads := signup.Besides(own)
		return leads && !letter.Objects(besides)
	}
	form := p.form(*t.Join)
	shown := &wording.Text{Book: wording.Words(form.Lang)}
	form.Lines(shown, true)
	return signup.Differs(shown.Body.String(), p.letter.Quoted)
}
