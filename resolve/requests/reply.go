package requests

import (
	"weltentor/orders/phrase"
	"weltentor/resolve/address"
	"weltentor/resolve/applicants"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/letter"
	"weltentor/resolve/letters"
	"weltentor/resolve/press"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/sent"
	"weltentor/resolve/signup"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
)

// replied does what an open token allows, if the letter that brings it back says yes, or brings its form back changed.
// Any other words of the writer end the token. An answer without words leaves it open.
func replied(s sent.Sender, key []byte, t correspondence.Token) (*world.Ending, error) {
	own, reply, err := s.Reply(key)
	if err != nil {
		return nil, err
	}
	if t.For == letter.SignsUp && reply != letter.Declines && applicants.Of(s).FillsIn(t, own) {
		reply = letter.Agrees
	}
	k := kindOf(t.For)
	switch {
	case reply == letter.Silent:
		return unchanged(s, t, "token-empty")
	case reply == letter.Absent:
		return unchanged(s, t, "token-automatic")
	case reply != letter.Agrees && k.Stays:
		return staysOpen(s, t), nil
	case reply != letter.Agrees:
		return refused(s, key, t, own)
	case !t.OfRealm() && k.Agreed != nil:
		return k.Agreed(s, key, t)
	}
	return redeemed(s, key, t)
}

// joinsNot tells somebody who does not sign up after all how to do so another time.
func joinsNot(s sent.Sender, t correspondence.Token) error {
	asked, err := correspondence.Args[signup.Record](t)
	say := &wording.Text{Book: wording.Words(asked.Lang)}
	say.Say("signup-refused", phrase.Str("world", s.World.Settings.Name))
	applicants.Of(s).Tell(asked, "subject.token-refused", say)
	return err
}

// unchanged tells the player to whom the token was mailed that it is still open, and why. Nobody else is told.
func unchanged(s sent.Sender, t correspondence.Token, code string) (*world.Ending, error) {
	if len(s.Own) == 0 {
		return s.Ended(receipt.Acceptance{Fate: receipt.Machine}), nil
	}
	return tellPlayer(s, "token-automatic", phrase.P(code))
}

// refused ends the token, and tells the person to whom it was mailed, once, how to ask again. If the letter asks for
// something else, that is done.
func refused(s sent.Sender, key []byte, t correspondence.Token, own string) (*world.Ending, error) {
	t.Ended = s.At.UTC()
	t.Save(s.Tx, key)
	if wish, asks := press.Wished(s, s.Own, "", own); asks && len(s.Own) > 0 && wish.Service != letter.SignsUp {
		return nil, nil
	}
	switch k := kindOf(t.For); {
	case !t.OfRealm() && k.Declined != nil:
		return s.Served(0, true), k.Declined(s, t)
	case !t.OfRealm():
		return s.Served(0, false), nil
	}
	r, err := mailedTo(s, t)
	if err != nil || !r.may() {
		return s.Served(t.Realm, false), err
	}
	r.tell("token-refused", phrase.P("token-refused", phrase.Key("word", "word."+string(t.For))))
	return s.Served(t.Realm, true), nil
}

// declined ends the way of a NO to the letter that warns of a code, however long: it ends that code, as a NO to the code's
// own letter does, and counts from whom that counts. A YES confirms nothing there, and its writer hears so. It returns
// nil for all other letters.
func declined(s sent.Sender) (*world.Ending, error) {
	ours, found, err := s.Ours()
	if err != nil || !found || ours.Warns == nil || s.Letter.Automatic || s.Letter.Absence {
		return nil, err
	}
	own, reply, err := s.Reply(ours.Warns)
	if err != nil || reply != letter.Declines && reply != letter.Agrees && !letter.SaysNo(own) {
		return nil, err
	}
	t, found := correspondence.TokenAt(s.Tx, ours.Warns)
	switch open := s.Open(t); {
	case (!found || !open) && len(s.Own) > 0:
		return tellPlayer(s, "token-past", phrase.P("token-over"))
	case !found || !open:
		return nil, nil
	}
	if !s.Mine(t) {
		return nil, nil
	}
	why, later := "", false
	if t.OfRealm() {
		why, later = s.Doubt()
	}
	switch {
	case reply == letter.Agrees && len(s.Own) > 0:
		return tellPlayer(s, "token-automatic", phrase.P("token-elsewhere"))
	case reply == letter.Agrees:
		return nil, nil
	case later:
		return nil, sent.ErrHeld
	case why != "":
		return notTheirs(s, ours.Warns, t, why)
	}
	s.Shown = true
	return refused(s, ours.Warns, t, own)
}

// mailedTo returns the request for which a token was mailed.
func mailedTo(s sent.Sender, t correspondence.Token) (request, error) {
	r, err := requestOf(s, t.Realm, letter.Wish{Service: t.For})
	if err != nil {
		return r, err
	}
	// A code acts for the player, even if the letter is the substitute's.
	r.rec, _ = roster.Get(s.Tx, t.Realm)
	if r.to = r.rec.Mail[0]; address.In(r.rec.Mail, t.Mail) || r.rec.StandsIn(t.Mail, s.Current.Turn) {
		r.to = t.Mail
	}
	return r, nil
}

// standsNotIn tells the person who was asked to stand in, and the player who asked, that it will not happen.
func standsNotIn(s sent.Sender, t correspondence.Token) error {
	rec, _ := roster.Get(s.Tx, t.Realm)
	here, plays := s.Current.Realm(t.Realm)
	if !plays || rec.Vacant() {
		return nil
	}
	who := []phrase.Arg{phrase.Str("world", s.World.Settings.Name), phrase.Str("mail", t.Mail), phrase.Num("realm", t.Realm), phrase.Str("name", here.Name)}
	say := &wording.Text{Book: wording.Words(here.Lang)}
	say.Say("substitute-refused", who...)
	letters.ToNewcomer{To: signup.Row{Mail: t.Mail}, Subject: "subject.token-refused", Text: say, Realm: t.Realm,
		Stranger: true}.Queue(s.Session)
	s.Letter.From = "" // the letter to the player is not an answer to this one
	r, err := requestOf(s, t.Realm, letter.Wish{Service: letter.Substitutes})
	if err == nil {
		r.tell("substitute", phrase.P("substitute-declined", who...))
	}
	return err
}
