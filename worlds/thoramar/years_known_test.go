package thoramar

import (
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
	"weltentor/worlds/thoramar/tables"
	"weltentor/worlds/thoramar/turn"
)

// masked is the world as a player of these games knows it, on the board of the whole: its own treasury, fields and
// armies; fields where it stands as they are, fields it looks at now as a report
// tells them (see glimpse); of others the terrain and the rivers if it has ever
// seen them, else ubk. Of other realms it knows names,
// who has fallen, and its own treaties with them; of foreign armies those it
// looks at and can see, and whose they are if they show it.
func (w *World) masked(number int) (*turn.Turn, *realm.Receipt) {
	s := w.at.State
	k := &realm.Receipt{Seen: append(realm.Places(nil), s.Realms[number].Seen...),
		Clear: sight.Locate(s).Clear(w.at.Tables, number), Close: w.close(number)}
	out := &realm.State{Schema: s.Schema, Turn: s.Turn, Grid: s.Grid}
	out.Fields = make([]realm.Field, len(s.Fields))
	for i, word := range k.Clear {
		for p := game.Place(i * 64); word != 0; p, word = p+1, word>>1 {
			if word&1 == 1 {
				out.Fields[p] = w.glimpse(number, p, k.Close)
				k.Seen.Add(p)
			}
		}
	}
	for i, word := range k.Seen {
		for p := game.Place(i * 64); word != 0; p, word = p+1, word>>1 {
			if word&1 == 1 && !k.Clear.Has(p) {
				out.Fields[p] = realm.Field{Terrain: s.Fields[p].Terrain, Rivers: s.Fields[p].Rivers,
					Yield: tables.FullYield}
			}
		}
	}
	out.Realms = make([]realm.Realm, len(s.Realms))
	for i := range s.Realms {
		r := &s.Realms[i]
		out.Realms[i] = realm.Realm{Person: rulekit.Person{Number: i, Name: r.Name}, Kind: r.Kind, Fallen: r.Fallen,
			Origin: r.Origin}
		if t := realm.TreatyIn(r.Treaties, number); t != realm.NoTreaty {
			out.Realms[i].Treaties = []realm.TreatyWith{{Realm: number, Treaty: t}}
		}
	}
	out.Realms[number] = s.Realms[number]
	out.Armies = make([][]*realm.Army, len(s.Armies))
	w.knownArmies(number, out, k)
	return turn.On(w.with(out).at, game.Seed{}), k
}

// glimpse is a field as a report of the realm would tell it. Of one it only looks
// at from beside, that is not how its building stands, and of its edges those
// towards fields that are close.
func (w *World) glimpse(number int, p game.Place, close realm.Places) realm.Field {
	f := w.at.State.Fields[p]
	own, near := int(f.Owner) == number, close.Has(p)
	if !own {
		f.Blessed = 0 // only the owner's report shows it
	}
	if b := f.Building; b != nil {
		c := *b
		if !own || c.Damage == tables.Ruin { // see inspect
			c.Gate, c.Mine, c.Decline = 0, 0, 0
		}
		if !near {
			c = realm.Building{Kind: b.Kind}
		}
		f.Building = &c
	}
	if near {
		return f
	}
	f.Yield = tables.FullYield
	var told realm.Edges
	for d := game.Direction(1); d <= 6; d++ {
		if close.Has(w.at.State.Grid.Step(p, d)) {
			told = told.With(d)
		}
	}
	f.Roads, f.Bridges, f.Walls = f.Roads&told, f.Bridges&told, f.Walls&told
	return f
}

// close lists the realm's land and the fields where an army of its own stands.
func (w *World) close(number int) realm.Places {
	out := make(realm.Places, (len(w.at.State.Fields)+63)/64)
	for i := range w.at.State.Fields {
		if int(w.at.State.Fields[i].Owner) == number {
			out.Add(game.Place(i))
		}
	}
	for _, a := range w.at.State.Armies[number] {
		if a.Sights() {
			out.Add(a.At)
		}
	}
	return out
}

// knownArmies copies the realm's armies, and of others what a sign shows: whose they are, of which kind and how many.
// One that shows no sign is left out and its field noted: whose it is decides what it hinders.
func (w *World) knownArmies(number int, out *realm.State, k *realm.Receipt) {
	look := &realm.Turn{Tables: w.at.Tables, State: w.at.State}
	for r, list := range w.at.State.Armies {
		for _, a := range list {
			c := *a
			if r != number {
				if !k.Clear.Has(a.At) || !a.Sights() {
					continue
				}
				switch sight.PlainLook(look, a) {
				case sight.Unseen:
					continue
				case sight.Unsigned:
					k.Masked.Add(a.At)
					continue
				}
				c = realm.Army{Realm: r, Name: a.Name, At: a.At, Men: look.Heads(a), Fit: -1, Start: game.Nowhere,
					Flag: realm.Shown}
			}
			out.Armies[r] = append(out.Armies[r], &c)
		}
	}
}
