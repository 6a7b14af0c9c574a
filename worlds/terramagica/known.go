package terramagica

import (
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
)

// knownSchema is the version of what Known gives.
const knownSchema = 1

// Known is what a realm knows (§2.1, §5): the map with its terrains, all fortifications, and what it sees.
func (w *World) Known(realm int) []byte {
	if realm < 1 || realm >= len(w.at.State.Realms) {
		return nil
	}
	return frame.Known(knownSchema, realm, w.at.State.masked(realm))
}

// OpenKnown opens what Known gave.
func (r *Rulebook) OpenKnown(known, tables []byte) (game.Known, error) {
	return frame.OpenKnown(r.Book, known, tables, knownSchema, decode,
		func(t *Tables, s *State) frame.Masked { return r.world(t, s).(*World) })
}

// masked is a copy of the state with all taken out that a realm does not know. Who masks it
// again takes out nothing more.
func (s *State) masked(realm int) *State {
	out := s.clone()
	sees := out.sees(realm)
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
		if r == realm {
			continue
		}
		other := &out.Realms[r]
		*other = Realm{Person: other.Person.Known(realm), Home: other.Home, Fallen: other.Fallen}
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
	return out
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
