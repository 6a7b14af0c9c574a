package sight

import (
	"slices"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// Whereabouts is where everything of a state stands, so that what one realm knows of it costs as much as it knows, and
// not as much as there is. It holds as long as the state does not change.
type Whereabouts struct {
	state  *realm.State
	Land   [][]game.Place // by realm except realm 0: its fields
	armies []*realm.Army  // by realm, in their order
	at     []int32        // indexes of armies: by place, then in their order
	start  []int32        // by place p: its armies are at[start[p]:start[p+1]]
}

// Locate finds where everything stands. The cost is linear.
func Locate(s *realm.State) *Whereabouts {
	w := &Whereabouts{state: s, start: make([]int32, len(s.Fields)+2),
		Land: ByOwner(len(s.Realms), len(s.Fields), func(p int) int16 { return s.Fields[p].Owner })}
	w.armies = make([]*realm.Army, 0, s.ArmyCount())
	for a := range s.EachArmy {
		w.armies = append(w.armies, a)
		w.start[a.At+2]++
	}
	for p := range s.Fields {
		w.start[p+2] += w.start[p+1]
	}
	w.at = make([]int32, len(w.armies))
	for i, a := range w.armies { // start[p+1] is where the next army of p goes, and in the end where those of p end
		w.at[w.start[a.At+1]] = int32(i)
		w.start[a.At+1]++
	}
	return w
}

// ByOwner lists the fields of each realm except realm 0, by place.
func ByOwner(realms, fields int, owner func(int) int16) [][]game.Place {
	counts, total := make([]int, realms), 0
	for p := range fields {
		if r := owner(p); r > 0 {
			counts[r]++
			total++
		}
	}
	block, out := make([]game.Place, total), make([][]game.Place, realms)
	for r, n := range counts {
		out[r], block = block[:0:n], block[n:]
	}
	for p := range fields {
		if r := owner(p); r > 0 {
			out[r] = append(out[r], game.Place(p))
		}
	}
	return out
}

// in lists the armies that stand in some fields, by realm and in their order.
func (w *Whereabouts) in(fields realm.Places) []*realm.Army {
	var found []int32
	for p := range fields.All {
		found = append(found, w.at[w.start[p]:w.start[p+1]]...)
	}
	slices.Sort(found)
	out := make([]*realm.Army, len(found))
	for i, k := range found {
		out[i] = w.armies[k]
	}
	return out
}

// Clear lists the fields that the realm sees now: its own land, its armies' fields and those around them, and its
// capital's ring.
func (w *Whereabouts) Clear(numbers *tables.Tables, number int) realm.Places {
	return inSight(w.state, w.Land[number], numbers, number)
}

func inSight(s *realm.State, land []game.Place, numbers *tables.Tables, number int) realm.Places {
	out := make(realm.Places, (len(s.Fields)+63)/64)
	around := func(p game.Place) {
		for d := game.Direction(0); d <= 6; d++ {
			if q := s.Grid.Step(p, d); q != game.Nowhere {
				out.Add(q)
			}
		}
	}
	for _, p := range land {
		out.Add(p)
		if b := s.Fields[p].Building; b.Stands() && numbers.FindBuilding(b.Kind).Capital {
			around(p)
		}
	}
	for _, a := range s.Armies[number] {
		if a.Sights() {
			around(a.At)
		}
	}
	return out
}

// Close lists the realm's land and the fields with an army of its own.
func (w *Whereabouts) Close(number int) realm.Places {
	out := make(realm.Places, (len(w.state.Fields)+63)/64)
	for _, p := range w.Land[number] {
		out.Add(p)
	}
	for _, a := range w.state.Armies[number] {
		if a.Sights() {
			out.Add(a.At)
		}
	}
	return out
}
