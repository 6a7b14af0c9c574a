package terramagica

import "slices"

// knownSchema is the version of what a realm knows, encoded.
const knownSchema = 1

// sees tells, by place, which provinces a realm sees whole: its own, and those
// with armies of its (§5).
func (s *State) sees(whose int) []bool {
	out := make([]bool, len(s.Provinces))
	for i := range s.Provinces {
		out[i] = s.Provinces[i].Owner == whose
	}
	for _, a := range s.Armies[whose] {
		out[a.At-1] = true
	}
	return out
}

// borders tells whether a province touches one that is seen: of such the owner is
// known. Walls are known of all.
func (s *State) borders(sees []bool, number int) bool {
	return slices.ContainsFunc(s.province(number).Ways, func(m int) bool { return sees[m-1] })
}

// known is the position as a realm knows it: a copy with all taken out that it does not know. Who asks of that again
// takes out nothing more.
func known(p Position, whose int) Position {
	out := p.State.clone()
	sees := out.sees(whose)
	out.Seats = nil
	for i := range out.Provinces {
		if p := &out.Provinces[i]; !sees[i] {
			p.People, p.Most = 0, 0
			if !out.borders(sees, i+1) {
				p.Owner = 0
			}
		}
	}
	for r := range out.Realms {
		if r == whose {
			continue
		}
		other := &out.Realms[r]
		*other = Realm{Person: other.Person.Known(whose), Home: other.Home, Fallen: other.Fallen}
		if other.Home != 0 && !sees[other.Home-1] {
			other.Home = 0
		}
		var seen []*Army
		for _, a := range out.Armies[r] {
			if sees[a.At-1] {
				seen = append(seen, a.seen())
			}
		}
		out.Armies[r] = seen
	}
	return p.With(out)
}

// seen is an army as other realms see it: its men and their units (§5.1). How it stands to armies beside it the
// report says (§5.3), and no receipt hangs on it.
func (a *Army) seen() *Army {
	out := &Army{Realm: a.Realm, Name: a.Name, At: a.At}
	for i := range a.Stacks {
		out.Stacks = append(out.Stacks, Stack{Unit: a.Stacks[i].Unit, Number: a.Stacks[i].Number})
	}
	return out
}
