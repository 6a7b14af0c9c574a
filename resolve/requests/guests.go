package requests

import (
	"weltentor/orders/phrase"
	"weltentor/resolve/notices"
	"weltentor/resolve/roster"
	"weltentor/resolve/world"
)

// What somebody without a realm may ask for as well, see applicants. Here somebody who plays asks.

// practice answers PRACTICE: it asks the player to confirm.
func (r request) practice() (*question, error) {
	if !r.World.Practises() {
		r.tell("practice", phrase.P("practice-off"))
		return nil, nil
	}
	return &question{subject: "subject.practice-ask", first: phrase.P("practice-ask-realm")}, nil
}

// practises begins a practice game.
func (r request) practises(nothing) (*world.Ending, error) {
	answered, err := BeginPractice(r.from, r.to, r.here.Lang)
	return r.from.Served(r.here.Number, answered), err
}

// observe answers OBSERVE: it asks the player to confirm. OBSERVE OFF is done at once.
func (r request) observe() (*question, error) {
	o, observes := roster.ObserverOf(r.Tx, r.to)
	switch {
	case r.Given && observes:
		o.Drop(r.Tx)
		r.tell("observe", phrase.P("observe-ended"))
	case r.Given:
		r.tell("observe", phrase.P("observe-not"))
	case !r.World.Observed():
		r.tell("observe", phrase.P("observe-none"))
	default:
		return &question{subject: "subject.observe-ask", first: phrase.P("observe-ask-realm")}, nil
	}
	return nil, nil
}

// observes lets the newspaper go to the player.
func (r request) observes(nothing) error {
	t, err := notices.Observe(r.Session, r.to, r.here.Lang)
	if err == nil {
		r.send("subject.observe", t, nil)
	}
	return err
}

// plays answers somebody who would like to play, and does.
func (r request) plays() error {
	r.tell("service-have-realm",
		phrase.P("service-have-realm", phrase.Num("realm", r.here.Number), phrase.Str("name", r.here.Name)))
	return nil
}
