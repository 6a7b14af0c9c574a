package resolve

import (
	"time"

	"weltentor/orders/phrase"
)

// A player who was let go is told how to reach the game master: by an answer. For a while
// what he writes to the game without orders goes there; who he was is not forgotten, but
// after that he is a stranger like any other.

// heardOut is for how long.
const heardOut = 30 * day

// leaver is a player who was let go, by one of his addresses.
type leaver struct {
	Mail   string    `json:"mail"`
	Player string    `json:"player"`
	At     time.Time `json:"at"`
}

// left adds a realm's player to those who were let go, and drops those of long ago.
func (r realmRecord) left(player string, now time.Time) (out []leaver) {
	for _, l := range r.Left {
		if now.Sub(l.At) < heardOut && !has(r.Mail, l.Mail) {
			out = append(out, l)
		}
	}
	for _, mail := range r.Mail {
		out = append(out, leaver{Mail: mail, Player: player, At: now.UTC()})
	}
	return out
}

// passFormer passes on what somebody writes who was let go: done tells that he was.
func (in *intake) passFormer() (done bool, err error) {
	realm, was := 0, leaver{}
	err = in.w.people.records(in.tx, func(number int, rec realmRecord) {
		for _, l := range rec.Left {
			if sameAddress(l.Mail, in.l.From) && in.at.Sub(l.At) < heardOut && !in.at.Before(l.At) {
				realm, was = number, l
			}
		}
	})
	said := readable(in.text)
	if err != nil || realm == 0 || !speaks(said) && !asksInSubject(in.l.Subject) {
		return false, err
	}
	in.a.Fate, in.a.Realm = PassedOn, realm
	in.text = loosely(said)
	if !questions.allow(in.tx, in.at, ofMail(in.l.From)) || !allQuestions.allow(in.tx, in.at, theWorld) {
		in.a.Reason = phrase.P("question-refused")
		return true, nil
	}
	in.a.Reason = phrase.P("question-passed")
	here, _ := in.c.realm(realm)
	t := &text{book: Words(in.w.s.Lang)}
	who := []phrase.Arg{phrase.Num("realm", realm), phrase.Str("name", here.Name), phrase.Str("player", was.Player), phrase.Str("from", in.l.From)}
	t.say("former-from", append(who, phrase.Str("when", moment(t.book, was.At.In(in.w.s.Zone))))...)
	t.say("question-unproven")
	t.line("")
	shown := clipped(in.text, questionShown)
	t.quote(shown)
	t.line("")
	if len(shown) < len(in.text) {
		t.say("question-cut")
	}
	p := in.passing(realm, in.l.From)
	p.Player = was.Player
	in.pass(p, phrase.P("subject.question-from", append(who, phrase.Str("subject", cut(in.l.Subject)))...), t)
	return true, nil
}
