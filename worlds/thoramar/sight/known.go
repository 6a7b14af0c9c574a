package sight

import (
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// Know is the world as one realm knows it: its own treasury, fields and armies; fields where it
// stands as they are, fields it looks at now as a report tells them (see glimpse); of others the
// terrain and the rivers if it has ever seen them, else ubk. Of other realms it knows names, who
// has fallen, and its own treaties with them; of foreign armies those it looks at and that show
// their sign: whose they are, of which kind and how many.
//
// It lies on a board of its own (see chart), so that neither the world's size nor where the realm
// is in it shows. Room is where it is put.
func Know(w *Whereabouts, t *tables.Tables, number int, room *realm.Room) *realm.Known {
	s := w.state
	own := &s.Realms[number]
	clear, close := w.Clear(t, number), w.Close(number)
	seen := append(realm.Places(nil), own.Seen...)
	for p := range clear.All {
		seen.Add(p)
	}
	c := chartOf(s, number, seen)
	k := &realm.Known{Number: number, State: &realm.State{Schema: s.Schema, Turn: s.Turn, Grid: c.grid}}
	k.Seen, k.Clear, k.Close = c.blank(), c.blank(), c.blank()
	fields := room.Fields(c.grid.Size())
	for p := range seen.All {
		q := c.place(p)
		k.Seen.Add(q)
		if !clear.Has(p) {
			fields[q] = realm.Field{Terrain: s.Fields[p].Terrain, Rivers: s.Fields[p].Rivers, Yield: tables.FullYield}
			continue
		}
		k.Clear.Add(q)
		fields[q] = glimpse(s, number, p, close)
		if close.Has(p) {
			k.Close.Add(q)
		}
	}
	k.State.Fields = fields
	k.State.Realms = realms(s, number, room)
	k.State.Realms[number].Origin, k.State.Realms[number].Seen = c.place(own.Origin), k.Seen
	knowArmies(w, t, clear, c, k, room)
	return k
}

// realms are all realms as one of them knows them.
func realms(s *realm.State, number int, room *realm.Room) []realm.Realm {
	out := room.Realms(len(s.Realms))
	for i := range s.Realms {
		r := &s.Realms[i]
		if i == number {
			out[i] = *r
			continue
		}
		out[i] = realm.Realm{Person: rulekit.Person{Number: i, Name: r.Name}, Fallen: r.Fallen, Origin: game.Nowhere}
		if t := realm.TreatyIn(r.Treaties, number); t != realm.NoTreaty {
			out[i].Treaties = []realm.TreatyWith{{Realm: number, Treaty: t}}
		}
	}
	return out
}

// glimpse is a field as a report of the realm would show it. From a neighbouring field the realm sees neither the
// state of its building nor its edges, except those towards close fields. Of a foreign building it never sees the work
// on it, nor what only its owner's report has.
func glimpse(s *realm.State, number int, p game.Place, close realm.Places) realm.Field {
	f := s.Fields[p]
	own, near := int(f.Owner) == number, close.Has(p)
	if !own {
		f.Blessed, f.Yield = 0, tables.FullYield // only the owner's report shows them
	}
	if b := f.Building; b != nil {
		c := *b
		switch {
		case !near:
			c = realm.Building{Kind: b.Kind}
		case !own:
			c = realm.Building{Kind: b.Kind, Damage: b.Damage, New: b.New}
		case c.Damage == tables.Ruin: // see inspect
			c.Gate, c.Mine, c.Decline = 0, 0, 0
		}
		f.Building = &c
	}
	if near {
		return f
	}
	var told realm.Edges
	for d := game.Direction(1); d <= 6; d++ {
		if close.Has(s.Grid.Step(p, d)) {
			told = told.With(d)
		}
	}
	f.Roads, f.Bridges, f.Walls = f.Roads&told, f.Bridges&told, f.Walls&told
	return f
}

// knowArmies copies the realm's armies, and what it sees of those it can see. An army without a sign is left out, but
// its field is noted: what it hinders depends on its owner.
func knowArmies(w *Whereabouts, t *tables.Tables, clear realm.Places, c *chart, k *realm.Known, room *realm.Room) {
	look := &realm.Turn{Tables: t, State: w.state}
	k.State.Armies = room.Lists(len(w.state.Armies))
	for _, a := range w.state.Armies[k.Number] {
		b := room.Army(*a)
		b.At, b.Start, b.Command = c.place(a.At), c.place(a.Start), 0
		k.State.Armies[k.Number] = append(k.State.Armies[k.Number], b)
	}
	for _, a := range w.in(clear) {
		switch of := &k.State.Armies[a.Realm]; {
		case a.Realm == k.Number || !a.Sights():
		case PlainLook(look, a) == Unsigned:
			k.Masked.Add(c.place(a.At))
		case PlainLook(look, a) == Signed:
			*of = append(*of, room.Army(realm.Army{Realm: a.Realm, Name: a.Name, At: c.place(a.At), Men: look.Heads(a),
				Fit: -1, Start: game.Nowhere, Flag: realm.Shown}))
		}
	}
}
