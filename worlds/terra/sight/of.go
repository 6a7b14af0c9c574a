package sight

import (
	"cmp"
	"slices"

	"weltentor/worlds/game"
	"weltentor/worlds/terra/realm"
)

// view is a nation's view of a state.
type view struct {
	state  *realm.State
	grid   game.Grid
	nation int
	origin game.Place // where it counts from
	seen   []bool     // by place
}

// New is what a nation knows.
func New(p realm.Position, nation int) *Sight {
	s := p.State
	v := view{state: s, grid: s.Grid(), nation: nation, origin: max(0, s.Realms[nation-1].Capital),
		seen: Seen(p, nation)}
	k := &Sight{Turn: s.Turn, Round: s.Round, Phase: s.Phase, LastRound: s.LastRound, Over: s.Over,
		Winners: slices.Clone(s.Winners), Width: s.Width, Height: s.Height, Globe: s.Globe}
	k.Ends, k.Fields, k.Own = v.ends(), v.fields(), v.own()
	for i := range s.Realms {
		k.Nations = append(k.Nations, v.of(i+1))
	}
	k.Battles = v.battles()
	return k
}

// count writes a place as the nation counts it.
func (v *view) count(p game.Place) XY {
	x, y := v.grid.Relative(v.origin, p)
	return XY{x, y}
}

// place is count for a place that may be Nowhere.
func (v *view) place(p game.Place) *XY {
	if p == game.Nowhere {
		return nil
	}
	at := v.count(p)
	return &at
}

// ends are the ends of the map that the nation knows.
func (v *view) ends() (out []End) {
	known := EndsSeen(v.grid, v.seen, v.state.Realms[v.nation-1].Capital)
	for side := range edges {
		if known[side] {
			out = append(out, End{side, away(v.grid, side, v.origin)})
		}
	}
	return out
}

func (v *view) fields() (out []Field) {
	for p, seen := range v.seen {
		if f := &v.state.Fields[p]; seen {
			out = append(out, Field{v.count(game.Place(p)), f.Terrain, f.Owner, f.Garrison})
		}
	}
	slices.SortFunc(out, func(a, b Field) int {
		return cmp.Or(cmp.Compare(a.At[1], b.At[1]), cmp.Compare(a.At[0], b.At[0]))
	})
	return out
}

func (v *view) own() Own {
	r := &v.state.Realms[v.nation-1]
	own := Own{Person: r.Person, NoMap: r.NoMap,
		Capital: r.Capital != game.Nowhere, Newcomer: r.Newcomer, Plays: r.Plays}
	for _, a := range r.Armies {
		own.Armies = append(own.Armies,
			OwnArmy{v.place(a.At), a.Status, a.Command, BattleRecord(a.Record), a.List.Sum != ""})
	}
	return own
}

// of is what the nation knows about a nation. About itself it is what everybody knows.
func (v *view) of(number int) Nation {
	r := &v.state.Realms[number-1]
	n := Nation{Name: r.Name, King: r.King, Treasury: r.Treasury, Income: r.Income, Record: BattleRecord(r.Record),
		Fields: v.state.FieldsOf(number)}
	for i := range r.Armies {
		if a := &r.Armies[i]; number != v.nation && !a.Off() && v.seen[a.At] {
			n.Armies = append(n.Armies, Army{i + 1, v.count(a.At), a.Status, BattleRecord(a.Record)})
		}
	}
	return n
}

// mostBattles is how many of a nation's battles are remembered, counted from the last.
const mostBattles = 1000

// battles are those that concern the nation. Those of a round are sorted by their numbers, which are drawn. Sorted by
// place they would show where the map begins.
func (v *view) battles() (out []Battle) {
	for _, b := range v.state.Battles {
		if !b.Of(v.nation) {
			continue
		}
		k := Battle{Number: b.Number, Round: b.Round, Table: b.Table, At: v.place(b.At), Favours: b.Favours,
			Bonus: b.Bonus, Map: b.Map, Verdict: b.Verdict, Winner: b.Winner}
		for n, s := range b.Sides {
			k.Sides[n] = Side{s.Role, s.Owner, s.Army, s.Player, s.Status, s.Strength, s.Support, s.Points, s.Goals,
				s.Stake}
		}
		out = append(out, k)
	}
	slices.SortStableFunc(out, func(a, b Battle) int {
		return cmp.Or(cmp.Compare(a.Round, b.Round), cmp.Compare(a.Number, b.Number))
	})
	return out[max(0, len(out)-mostBattles):]
}
