package realm

// KnownSchema is the version in which a realm's knowledge is encoded.
const KnownSchema = 1

// Known is the position as a realm knows it. The whole board is visible. It leaves out who plays the other realms, how
// they read their letters, and how many turns they have missed.
func Known(p Position, whose int) Position {
	s := p.State.Clone()
	for i := range s.Realms {
		if r := &s.Realms[i]; r.Number != whose {
			r.Person, r.Missed = r.Person.Known(whose), 0
		}
	}
	return p.With(s)
}
