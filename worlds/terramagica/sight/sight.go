// Package sight is what a realm may know: a position goes in, the same one without all that the realm does not know
// comes out. Receipts, reports and the players' pages ask for it.
package sight

import (
	"slices"

	"weltentor/worlds/terramagica/realm"
)

// Schema is the version of what a realm knows, encoded.
const Schema = 1

// Sees tells, by place, which provinces a realm sees whole: its own, and those
// with armies of its (§5).
func Sees(s *realm.State, whose int) []bool {
	out := make([]bool, len(s.Provinces))
	for i := range s.Provinces {
		out[i] = s.Provinces[i].Owner == whose
	}
	for _, a := range s.Armies[whose] {
		out[a.At-1] = true
	}
	return out
}

// Borders reports whether a province touches one that is seen: of such the owner is known. Walls are known of all.
func Borders(s *realm.State, sees []bool, number int) bool {
	return slices.ContainsFunc(s.Province(number).Ways, func(m int) bool { return sees[m-1] })
}

// Known is the position as a realm knows it: a copy with all taken out that it does not know. Who asks of that again
// takes out nothing more.
func Known(p realm.Position, whose int) realm.Position {
	out := p.State.Clone()
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
		*other = realm.Realm{Person: other.Person.Known(whose), Home: other.Home, Fallen: other.Fallen}
		if other.Home != 0 && !sees[other.Home-1] {
			other.Home = 0
		}
		var seen []*realm.Army
		for _, a := range out.Armies[r] {
			if sees[a.At-1] {
				seen = append(seen, fromOutside(a))
			}
		}
		out.Armies[r] = seen
	}
	return p.With(out)
}

// fromOutside is an army as other realms see it: its men and their units (§5.1). How it stands to armies beside it the
// report says (§5.3), and no receipt hangs on it.
func fromOutside(a *realm.Army) *realm.Army {
	out := &realm.Army{Realm: a.Realm, Name: a.Name, At: a.At}
	for i := range a.Stacks {
		out.Stacks = append(out.Stacks, realm.Stack{Unit: a.Stacks[i].Unit, Number: a.Stacks[i].Number})
	}
	return out
}
