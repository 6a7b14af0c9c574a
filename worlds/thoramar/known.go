package thoramar

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// receipt is what a turn has beside the rest when it is played for a receipt,
// over what one realm knows (law 8).
type receipt struct {
	clear   Places       // fields known as they are now
	seen    Places       // fields whose terrain is known
	close   Places       // its land, and where an army of its own stands: known down to what is built on them
	masked  Places       // fields with armies whose realm is not to be seen
	wished  map[int]bool // with which realms it would have a treaty
	inForce []game.InForce
	letters []game.Letter
}

// known is the world as one realm knows it: its own treasury, fields and
// armies; fields where it stands as they are, fields it looks at now as a report
// tells them (see glimpse); of others the terrain and the rivers if it has ever
// seen them, else ubk. Of other realms it knows names,
// who has fallen, and its own treaties with them; of foreign armies those it
// looks at and can see, and whose they are if they show it.
func (w *World) known(realm int) (*turn, *receipt) {
	s := w.state
	k := &receipt{seen: append(Places(nil), s.Realms[realm].Seen...), clear: s.clear(w.tables, realm), close: w.close(realm)}
	out := &State{Schema: s.Schema, Turn: s.Turn, Grid: s.Grid}
	blank := w.rules.board(len(s.Fields))
	out.Fields = blank.fields
	for i, word := range k.clear {
		for p := game.Place(i * 64); word != 0; p, word = p+1, word>>1 {
			if word&1 == 1 {
				out.Fields[p] = w.glimpse(realm, p, k.close)
				k.seen.Add(p)
			}
		}
	}
	for i, word := range k.seen {
		for p := game.Place(i * 64); word != 0; p, word = p+1, word>>1 {
			if word&1 == 1 && !k.clear.Has(p) {
				out.Fields[p] = Field{Terrain: s.Fields[p].Terrain, Rivers: s.Fields[p].Rivers, Yield: fullYield}
			}
		}
	}
	out.Realms = make([]Realm, len(s.Realms))
	for i := range s.Realms {
		r := &s.Realms[i]
		out.Realms[i] = Realm{Number: i, Name: r.Name, Kind: r.Kind, Fallen: r.Fallen, Origin: r.Origin}
		if t := treatyIn(r.Treaties, realm); t != NoTreaty {
			out.Realms[i].Treaties = []TreatyWith{{realm, t}}
		}
	}
	out.Realms[realm] = s.Realms[realm]
	out.Armies = make([][]*Army, len(s.Armies))
	w.knownArmies(realm, out, k)
	return startTurnOn(w.rules, w.tables, out, game.Seed{}, blank.at), k
}

// board is the room for a world as one realm knows it: some megabytes for a large
// map, which each receipt would ask for anew.
type board struct {
	fields []Field
	at     [][]*Army
}

// board gives room for so many fields, all blank; that of the last receipt if it fits.
func (r *Rulebook) board(size int) board {
	select {
	case b := <-r.spare:
		if len(b.fields) == size {
			return b
		}
	default:
	}
	return board{make([]Field, size), make([][]*Army, size)}
}

// done gives the room of a receipt back. Nothing of it may be looked at any more.
func (t *turn) done() {
	b := board{t.state.Fields, t.at}
	clear(b.fields)
	clear(b.at)
	select {
	case t.rules.spare <- b:
	default:
	}
}

// glimpse is a field as a report of the realm would tell it. Of one it only looks
// at from beside, that is not how its building stands, and of its edges those
// towards fields that are close.
func (w *World) glimpse(realm int, p game.Place, close Places) Field {
	f := w.state.Fields[p]
	own, near := int(f.Owner) == realm, close.Has(p)
	if !own {
		f.Blessed = 0 // only the owner's report shows it
	}
	if b := f.Building; b != nil {
		c := *b
		if !own || c.Damage == Ruin { // see inspect
			c.Gate, c.Mine, c.Decline = 0, 0, 0
		}
		if !near {
			c = Building{Kind: b.Kind}
		}
		f.Building = &c
	}
	if near {
		return f
	}
	f.Yield = fullYield
	var told Edges
	for d := game.Direction(1); d <= 6; d++ {
		if close.Has(w.state.Grid.Step(p, d)) {
			told = told.With(d)
		}
	}
	f.Roads, f.Bridges, f.Walls = f.Roads&told, f.Bridges&told, f.Walls&told
	return f
}

// close lists the realm's land and the fields where an army of its own stands.
func (w *World) close(realm int) Places {
	out := make(Places, (len(w.state.Fields)+63)/64)
	for i := range w.state.Fields {
		if int(w.state.Fields[i].Owner) == realm {
			out.Add(game.Place(i))
		}
	}
	for _, a := range w.state.Armies[realm] {
		if a.sights() {
			out.Add(a.At)
		}
	}
	return out
}

// wish notes a realm it would have a treaty with.
func (k *receipt) wish(realm int) {
	if k.wished == nil {
		k.wished = map[int]bool{}
	}
	k.wished[realm] = true
}

// knowsEdge tells whether the roads, walls and bridges between two neighbours
// are known.
func (k *receipt) knowsEdge(p, q game.Place) bool { return k.close.Has(p) || k.close.Has(q) }

// clear lists the fields the realm looks at now: its own land, its armies'
// fields and those around them, its capital's ring.
func (s *State) clear(tables *Tables, realm int) Places {
	out := make(Places, (len(s.Fields)+63)/64)
	around := func(p game.Place) {
		for d := game.Direction(0); d <= 6; d++ {
			if q := s.Grid.Step(p, d); q != game.Nowhere {
				out.Add(q)
			}
		}
	}
	for i := range s.Fields {
		f := &s.Fields[i]
		if int(f.Owner) != realm {
			continue
		}
		out.Add(game.Place(i))
		if b := f.Building; b.ready() && tables.building(b.Kind).Capital {
			around(game.Place(i))
		}
	}
	for _, a := range s.Armies[realm] {
		if a.sights() {
			around(a.At)
		}
	}
	return out
}

// knownArmies copies the realm's armies and those it can see. One that shows
// no sign is left out and its field noted: whose it is decides what it hinders.
func (w *World) knownArmies(realm int, out *State, k *receipt) {
	look := &Turn{tables: w.tables, state: w.state}
	for r, list := range w.state.Armies {
		for _, a := range list {
			if r != realm {
				if !k.clear.Has(a.At) || !a.sights() {
					continue
				}
				switch look.plainLook(a) {
				case unseen:
					continue
				case unsigned:
					k.masked.Add(a.At)
					continue
				}
			}
			c := *a
			if r != realm {
				c.Men = look.heads(a)
			}
			out.Armies[r] = append(out.Armies[r], &c)
		}
	}
}

// toldTo puts absolute places into the realm's own counting, for words that
// are rendered where no map is at hand.
func (w *World) toldTo(realm int, p phrase.Phrase) phrase.Phrase {
	for i := range p.Args {
		if p.Args[i].Kind != phrase.Place {
			continue
		}
		args := append([]phrase.Arg(nil), p.Args...)
		for k := i; k < len(args); k++ {
			if args[k].Kind == phrase.Place {
				x, y := w.state.Grid.Relative(w.state.Realms[realm].Origin, game.Place(args[k].N))
				args[k] = phrase.XY(args[k].Name, x, y)
			}
		}
		p.Args = args
		return p
	}
	return p
}

// problem is a refusal as a receipt and the report's head list it.
func (w *World) problem(realm int, r refusal) orders.Problem {
	p := orders.Problem{Position: orders.Position{Line: r.line, Col: r.col}, Severity: orders.Error, What: w.toldTo(realm, r.what)}
	if r.warn {
		p.Severity = orders.Warning
	}
	return p
}
