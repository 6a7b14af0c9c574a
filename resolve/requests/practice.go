package requests

import (
	"weltentor/orders/phrase"
	"weltentor/resolve/learners"
	"weltentor/resolve/world"
)

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
	answered, err := learners.Begin(r.from, r.to, r.here.Lang)
	return r.from.Served(r.here.Number, answered), err
}
