// Package sight is what a realm may know: a position goes in, the same one without what is the other players' own comes
// out. The rulebook asks for it.
package sight

import "weltentor/worlds/belagerung/realm"

// Schema is the version of what a realm knows, encoded.
const Schema = 1

// Known is the position as a realm knows it. The whole board is visible. Who plays the other realms, how they
// read their letters, and how many turns they have missed stays with the machine.
func Known(p realm.Position, whose int) realm.Position {
	s := p.State.Clone()
	for i := range s.Realms {
		if r := &s.Realms[i]; r.Number != whose {
			r.Person, r.Missed = r.Person.Known(whose), 0
		}
	}
	return p.With(s)
}
