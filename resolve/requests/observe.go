package requests

import (
	"weltentor/orders/phrase"
	"weltentor/resolve/letters"
	"weltentor/resolve/signup"
)

// observe answers OBSERVE: it asks the player to confirm. OBSERVE OFF is done at once.
func (r request) observe() (*question, error) {
	o, observes := signup.ObserverOf(r.Tx, r.to)
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
	t, err := letters.Observe(r.Session, r.to, r.here.Lang)
	if err == nil {
		r.send("subject.observe", t, nil)
	}
	return err
}
