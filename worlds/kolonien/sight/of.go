package sight

import (
	"cmp"
	"slices"

	"weltentor/worlds/kolonien/realm"
)

// signs are the signs of the grounds in Sight.Ground.
var signs = [...]byte{realm.Sea: '~', realm.Land: '.', realm.Home: 'h'}

// view is a realm's view of a state.
type view struct {
	state *realm.State
	whose int
	seen  []bool // by area − 1
}

// New is what a realm knows of a state.
func New(s *realm.State, whose int) *Sight {
	seen := Seen(s, whose)
	v := view{s, whose, seen}
	k := &Sight{Turn: s.Turn, Over: s.Over, Winners: slices.Clone(s.Winners), Width: s.Width, Height: s.Height,
		Own: v.own(), Pirates: v.pirates()}
	ground := make([]byte, len(s.Areas))
	for i := range s.Areas {
		ground[i] = signs[s.Areas[i].Ground]
		if a := v.area(i + 1); a.Colony != nil || a.Natives != nil || a.Haven != nil {
			k.Areas = append(k.Areas, a)
		}
	}
	k.Ground = string(ground)
	for i, usual := range realm.Touching(s.Width, s.Height, len(s.Areas)) {
		if !slices.Equal(usual, s.Areas[i].Beside) {
			k.Beside = append(k.Beside, Beside{i + 1, slices.Clone(s.Areas[i].Beside)})
		}
	}
	for i := range s.Realms {
		k.Realms = append(k.Realms, v.of(i+1))
	}
	return k
}

// State is the world as the realm knows it.
func (k *Sight) State() *realm.State {
	s, _ := k.state() // a sight made by Of can at most exceed the limits
	return s
}

// area is what the realm knows about an area.
func (v *view) area(number int) Area {
	a, seen, out := &v.state.Areas[number-1], v.seen[number-1], Area{Number: number}
	if c := a.Colony; c != nil {
		out.Colony = &Colony{Owner: c.Owner, Level: c.Level, Fort: c.Fort, Port: c.Port}
		if seen {
			out.Colony.Garrison, out.Colony.Regiments = c.Garrison, slices.Clone(c.Regiments)
		}
	}
	if n := a.Natives; n != nil && (seen || n.Location > 0) {
		out.Natives = &Natives{Location: n.Location}
		if seen {
			out.Natives.Troops, out.Natives.Leader = n.Troops, n.Leader
		}
	}
	if h := a.Haven; h != nil {
		out.Haven = &Haven{}
		if seen {
			out.Haven.Troops = h.Troops
		}
	}
	return out
}

// pirates are the ships in sight. Their haven is left out, since it would show where ships at sea have fled from.
func (v *view) pirates() (out []Squadron) {
	for i := range v.state.Areas {
		h := v.state.Areas[i].Haven
		if h == nil || h.Ships.Count() == 0 {
			continue
		}
		if at := cmp.Or(h.Away, i+1); v.seen[at-1] {
			out = append(out, Squadron{at, h.Ships})
		}
	}
	slices.SortFunc(out, func(a, b Squadron) int {
		return cmp.Or(cmp.Compare(a.At, b.At), slices.Compare(a.Ships[:], b.Ships[:]))
	})
	return out
}

func (v *view) own() Own {
	r := &v.state.Realms[v.whose-1]
	own := Own{Person: r.Person, NoMap: r.NoMap,
		Ducats: r.Ducats, Stances: slices.Clone(r.Stances)}
	for _, l := range r.Leaders {
		own.Leaders = append(own.Leaders,
			OwnLeader{l.Name, l.Value, l.At, l.Aboard, l.Medic, l.Troops, Standing(l.Orders.Clone())})
	}
	for _, f := range r.Fleets {
		own.Fleets = append(own.Fleets, OwnFleet{f.Number, f.At, f.Ships, Standing(f.Orders.Clone())})
	}
	return own
}

// of is what the realm knows about a realm. About itself it is what everybody knows. A realm learns what another
// wishes to be to it (§3.2). Of others it learns only what they are to each other, not what they wish.
func (v *view) of(number int) Realm {
	r := &v.state.Realms[number-1]
	out := Realm{Name: r.Name, Home: r.Home, Glory: r.Glory}
	for i := range v.state.Realms {
		stance := v.state.Relation(number, i+1)
		if i+1 == v.whose {
			stance = r.Stances[i]
		}
		out.Stances = append(out.Stances, stance)
	}
	if number == v.whose {
		return out
	}
	for i := range r.Leaders {
		if l := &r.Leaders[i]; v.seen[l.At-1] && l.Aboard == 0 {
			out.Leaders = append(out.Leaders, Leader{l.Name, l.Value, l.At, l.Troops})
		}
	}
	for i := range r.Fleets {
		if f := &r.Fleets[i]; v.seen[f.At-1] {
			out.Fleets = append(out.Fleets, Fleet{f.Number, f.At, f.Ships})
		}
	}
	return out
}

// Known is a position as a realm knows it. All that the realm is told before a year, such as a receipt, is worked out
// from it. A number that is not in the game gets the whole position: the only answer is that it is not in the game.
func Known(p realm.Position, number int) realm.Position {
	if p.State.Realm(number) == nil {
		return p
	}
	return p.With(New(p.State, number).State())
}

// Sees reports whether a realm sees the armies in an area. It sees its colonies and home, the areas with its leaders
// and fleets, and the neighbours of all these.
func Sees(s *realm.State, whose, area int) bool {
	return s.Present(whose, area) ||
		slices.ContainsFunc(s.Areas[area-1].Beside, func(b int) bool { return s.Present(whose, b) })
}

// Seen lists which areas a realm sees, by area − 1.
func Seen(s *realm.State, whose int) []bool {
	out := make([]bool, len(s.Areas))
	for i := range out {
		out[i] = Sees(s, whose, i+1)
	}
	return out
}
