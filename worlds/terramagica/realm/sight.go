package realm

import (
	"slices"
)

// KnownSchema is the version in which a realm's knowledge is encoded.
const KnownSchema = 1

// Sees lists, by place, which provinces a realm sees in full: its own, and those its armies are in (§5).
func Sees(s *State, whose int) []bool {
	out := make([]bool, len(s.Provinces))
	for i := range s.Provinces {
		out[i] = s.Provinces[i].Owner == whose
	}
	for _, a := range s.Armies[whose] {
		out[a.At-1] = true
	}
	return out
}

// Borders reports whether a province is next to one in sight. Its owner is known then. The walls of all provinces are
// known anyway.
func Borders(s *State, sees []bool, number int) bool {
	return slices.ContainsFunc(s.Province(number).Ways, func(m int) bool { return sees[m-1] })
}

// Known is the position as a realm knows it: a copy without all that the realm does not know. Known of the result
// changes nothing more.
func Known(p Position, whose int) Position {
	out := p.State.cloneLand()
	out.Armies[whose] = clones(p.State.Armies[whose])
	sees := Sees(out, whose)
	out.Seats = nil
	for i := range out.Provinces {
		if p := &out.Provinces[i]; !sees[i] {
			p.People, p.Most = 0, 0
			if !Borders(out, sees, i+1) {
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
		for _, a := range p.State.Armies[r] {
			if sees[a.At-1] {
				out.Armies[r] = append(out.Armies[r], a.seen())
			}
		}
	}
	return p.With(out)
}

// seen is an army as others see it: its men and their units (§5.1). The report shows statuses towards armies beside it
// (§5.3), but no receipt depends on them.
func (a *Army) seen() *Army {
	out := &Army{Realm: a.Realm, Name: a.Name, At: a.At}
	for i := range a.Stacks {
		out.Stacks = append(out.Stacks, Stack{Unit: a.Stacks[i].Unit, Number: a.Stacks[i].Number})
	}
	return out
}
