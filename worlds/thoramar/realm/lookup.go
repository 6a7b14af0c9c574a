package realm

import (
	"cmp"
	"slices"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/tables"
)

// Less orders names by type, class and ID: the order of armies in a realm.
func (n ArmyName) Less(m ArmyName) bool { return n.rank() < m.rank() }

// Compare is Less as cmp.Compare has it.
func (n ArmyName) Compare(m ArmyName) int { return cmp.Compare(n.rank(), m.rank()) }

// rank is where the name is in that order.
func (n ArmyName) rank() uint64 {
	return uint64(n.Type)<<40 | uint64(n.Class)<<32 | uint64(uint32(n.ID))
}

// Strength is the percentage at which a realm's culture fights with the unit: 100 for realm 0 and for units that the
// culture does not name.
func (t *Turn) Strength(realm int, u tables.Unit) int64 {
	i, c := t.Tables.UnitIndex(u), t.culture(realm)
	if i < 0 || c == nil {
		return 100
	}
	return c.Percent(i)
}

// Spared reports whether a realm's culture suffers no loss in a terrain.
func (t *Turn) Spared(realm int, terrain uint8) bool {
	c := t.culture(realm)
	return c != nil && c.Bears(int(terrain))
}

func (t *Turn) culture(realm int) *tables.Culture {
	if realm == 0 {
		return nil
	}
	return t.Peoples[realm]
}

// Realm returns the realm with the number, and nil if there is none.
func (s *State) Realm(n int) *Realm {
	if n < 0 || n >= len(s.Realms) {
		return nil
	}
	return &s.Realms[n]
}

// Treaty is the one between two realms: Partner with oneself, NoTreaty with realm 0.
func (s *State) Treaty(a, b int) Treaty {
	if a == b {
		return Partner
	}
	return TreatyIn(s.Realms[a].Treaties, b)
}

// TreatyIn is the treaty with a realm in a list of treaties.
func TreatyIn(list []TreatyWith, realm int) Treaty {
	for _, t := range list {
		if t.Realm == realm {
			return t.Treaty
		}
	}
	return NoTreaty
}

// TreatyBefore is the treaty as it was when the turn began (decision 9).
func (t *Turn) TreatyBefore(a, b int) Treaty {
	if a == b {
		return Partner
	}
	return TreatyIn(t.TreatiesBefore[a], b)
}

// SetTreaty puts a treaty in force on both sides.
func (s *State) SetTreaty(a, b int, treaty Treaty) {
	s.Realms[a].Treaties = withTreaty(s.Realms[a].Treaties, b, treaty)
	s.Realms[b].Treaties = withTreaty(s.Realms[b].Treaties, a, treaty)
}

func withTreaty(list []TreatyWith, realm int, treaty Treaty) (out []TreatyWith) {
	if treaty != NoTreaty {
		out = append(out, TreatyWith{realm, treaty})
	}
	for _, t := range list {
		if t.Realm != realm {
			out = append(out, t)
		}
	}
	slices.SortFunc(out, func(a, b TreatyWith) int { return a.Realm - b.Realm })
	return out
}

// Field returns the field at a place.
func (t *Turn) Field(p game.Place) *Field { return &t.State.Fields[p] }

// Land lists the fields of a realm.
func (s *State) Land(realm int) (out []game.Place) {
	for i := range s.Fields {
		if int(s.Fields[i].Owner) == realm {
			out = append(out, game.Place(i))
		}
	}
	return out
}

// TerrainFor returns the row of T07 for a place as it is for a realm.
func (t *Turn) TerrainFor(realm int, p game.Place) *tables.Terrain {
	return t.Tables.TerrainOf(realm, t.State.Fields[p].Terrain)
}

// TerrainAt returns the row of T07 for a place.
func (t *Turn) TerrainAt(p game.Place) *tables.Terrain {
	return &t.Tables.Terrain[t.State.Fields[p].Terrain]
}

// Place is the absolute place of a position as the realm counts it, and Nowhere if there is no such field.
func (t *Turn) Place(realm int, at XY) game.Place {
	return t.Grid.Absolute(t.State.Realms[realm].Origin, at.X, at.Y)
}

// XY is a field as a realm counts it.
func (s *State) XY(realm int, p game.Place) XY {
	x, y := s.Grid.Relative(s.Realms[realm].Origin, p)
	return XY{x, y}
}

// Apart is the distance, in doubled coordinates, between a place and a position as the realm counts it. The position
// need not be a field: the board's edges do not matter.
func (t *Turn) Apart(realm int, from game.Place, to XY) (dh, dy int) {
	return t.Grid.Apart(t.State.Realms[realm].Origin, from, to.X, to.Y)
}

// SetEdge sets or clears a road, bridge or river on both sides, or a wall on the side of p.
func (s *State) SetEdge(p game.Place, d game.Direction, e Edge, on bool) {
	change := func(p game.Place, d game.Direction) {
		set := s.Fields[p].Edge(e)
		if on {
			*set = set.With(d)
		} else {
			*set &^= Edges(0).With(d)
		}
	}
	change(p, d)
	if q := s.Grid.Step(p, d); q != game.Nowhere && e != Wall {
		change(q, d.Opposite())
	}
}

// Edge is the field's set of edges of one kind, to be read or changed.
func (f *Field) Edge(e Edge) *Edges {
	switch e {
	case Road:
		return &f.Roads
	case Wall:
		return &f.Walls
	case Bridge:
		return &f.Bridges
	default:
		return &f.Rivers
	}
}

// Stands reports whether the building stands: it is not under construction from nothing.
func (b *Building) Stands() bool { return b != nil && !b.New }

// Clone is a deep copy: a turn changes the copy, never the world it began with.
func (s *State) Clone() *State {
	out := *s
	out.Fields = slices.Clone(s.Fields)
	ownBuildings(out.Fields)
	out.Realms = append([]Realm(nil), s.Realms...)
	for i := range out.Realms {
		r := &out.Realms[i]
		r.Treaties = append([]TreatyWith(nil), r.Treaties...)
		r.Seen = append(Places(nil), r.Seen...)
	}
	out.Armies = new(Room).Clone(s.Armies)
	return &out
}

// ownBuildings gives copied fields buildings of their own.
func ownBuildings(fields []Field) {
	for i := range fields {
		if b := fields[i].Building; b != nil {
			c := *b
			fields[i].Building = &c
		}
	}
}

// Wider is a copy to which realms and what they own can be added, and in which the armies of realm 0 can be moved.
// Everything else is shared with the state, and neither may change it.
func (s *State) Wider() *State {
	out := *s
	out.Fields, out.Realms, out.Armies = slices.Clone(s.Fields), slices.Clone(s.Realms), slices.Clone(s.Armies)
	copy(out.Armies, new(Room).Clone(s.Armies[:1]))
	return &out
}

// CapitalOf returns the realm whose capital stands in the field, and 0 if there is none. A capital under construction
// sees nothing yet.
func (t *Turn) CapitalOf(at game.Place) int {
	f := &t.State.Fields[at]
	if f.Building == nil || f.Building.New || !t.Tables.FindBuilding(f.Building.Kind).Capital {
		return 0
	}
	return int(f.Owner)
}

// Row returns the row of an army's unit as it is for its realm.
func (t *Turn) Row(a *Army) *tables.UnitRow { return t.Tables.RowOf(a.Realm, a.Name.Unit) }

// People is a realm's culture with what differs for the realm. It is nil if the culture is not known.
func People(t *tables.Tables, r *Realm) *tables.Culture {
	c, own := t.FindCulture(r.Culture), t.OfRealm(r.Number)
	if c == nil || own == nil {
		return c
	}
	out := own.Over(c)
	if err := t.PrepareCulture(out); err != nil {
		panic(err) // both were checked when the tables were read
	}
	return out
}
