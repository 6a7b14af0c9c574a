package belagerung

import "weltentor/worlds/belagerung/realm"

// knownSchema is the version of what a realm knows, encoded.
const knownSchema = 1

// known is the position as a realm knows it. The whole board is visible. Who plays the other realms, how they
// read their letters, and how many turns they have missed stays with the machine.
func known(p realm.Position, whose int) realm.Position {
	s := p.State.Clone()
	for i := range s.Realms {
		if r := &s.Realms[i]; r.Number != whose {
			r.Person, r.Missed = r.Person.Known(whose), 0
		}
	}
	return p.With(s)
}
