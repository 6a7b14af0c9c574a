package requests

import (
	"weltentor/orders/phrase"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/learners"
)

// practice begins a practice game, if the letter is proven, and otherwise asks for a code.
func (r request) practice() (answered bool, err error) {
	switch {
	case !r.World.Practises():
		r.tell("practice", phrase.P("practice-off"))
		return true, nil
	case r.proven():
		return learners.Begin(r.from, r.to, r.here.Lang)
	}
	return true, r.ask(correspondence.Token{}, "subject.practice-ask", "practice-ask-realm")
}
