package thoramar

import (
	"sort"

	"weltentor/worlds/game"
)

// unitCode numbers the pairs of letters.
func unitCode(u Unit) int { return int(u.Type-'A')*26 + int(u.Class-'A') }

// less orders names by type, class and ID: the order of armies in a realm.
func (n ArmyName) less(m ArmyName) bool {
	if n.Type != m.Type {
		return n.Type < m.Type
	}
	if n.Class != m.Class {
		return n.Class < m.Class
	}
	return n.ID < m.ID
}

// unit gives the two letters of a row.
func (r *UnitRow) unit() Unit { return Unit{r.Unit[0], r.Unit[2]} }

// unitIndex gives the row's index, −1 for a unit the tables do not know.
func (t *Tables) unitIndex(u Unit) int {
	if !upper(u.Type) || !upper(u.Class) {
		return -1
	}
	return int(t.lookup.units[unitCode(u)]) - 1
}

// unitNamed gives the index of a unit by its name, "K.M"; −1 for one the tables do not know.
func (t *Tables) unitNamed(s string) int {
	if len(s) != 3 || s[1] != '.' {
		return -1
	}
	return t.unitIndex(Unit{s[0], s[2]})
}

// unit gives the row of a unit, nil if the tables do not know it.
func (t *Tables) unit(u Unit) *UnitRow {
	i := t.unitIndex(u)
	if i < 0 {
		return nil
	}
	return &t.Unit[i]
}

// terrain gives the index of a terrain's code.
func (t *Tables) terrain(code string) (uint8, bool) {
	i, ok := t.lookup.terrains[code]
	return i, ok
}

// building gives the row of T05, nil for an unknown code.
func (t *Tables) building(code string) *BuildingRow {
	i, ok := t.lookup.buildings[code]
	if !ok {
		return nil
	}
	return &t.Building[i]
}

// conversionIn gives the cell of T06, nil where it is empty.
func conversionIn(list []Convert, from, to string) *Convert {
	for i := range list {
		if list[i].From == from && list[i].To == to {
			return &list[i]
		}
	}
	return nil
}

// repairIn gives the cost of mending; damage is light, heavy, ruin or exhausted.
func repairIn(list []Repair, code, damage string) *Repair {
	for i := range list {
		if list[i].Code == code && list[i].Damage == damage {
			return &list[i]
		}
	}
	return nil
}

// culture gives a preset by name, nil if there is none.
func (t *Tables) culture(name string) *Culture {
	for i := range t.Culture {
		if t.Culture[i].Name == name {
			return &t.Culture[i]
		}
	}
	return nil
}

// strength gives the percent a realm's culture fights at with the unit: 100
// for realm 0 and for units the culture does not name.
func (t *Turn) strength(realm int, u Unit) int64 {
	i, c := t.tables.unitIndex(u), t.culture(realm)
	if i < 0 || c == nil {
		return 100
	}
	return c.percent(i)
}

// spared tells whether a realm's culture suffers no loss in a terrain.
func (t *Turn) spared(realm int, terrain uint8) bool {
	c := t.culture(realm)
	return c != nil && c.bears(int(terrain))
}

func (t *Turn) culture(realm int) *Culture {
	if realm == 0 {
		return nil
	}
	return t.peoples[realm]
}

// realm gives the realm with the number, nil if there is none.
func (s *State) realm(n int) *Realm {
	if n < 0 || n >= len(s.Realms) {
		return nil
	}
	return &s.Realms[n]
}

// treaty between two realms; with oneself Partner, with realm 0 NoTreaty.
func (s *State) treaty(a, b int) Treaty {
	if a == b {
		return Partner
	}
	return treatyIn(s.Realms[a].Treaties, b)
}

// treatyIn is the treaty with a realm in a list of them.
func treatyIn(list []TreatyWith, realm int) Treaty {
	for _, t := range list {
		if t.Realm == realm {
			return t.Treaty
		}
	}
	return NoTreaty
}

// treatyBefore is the treaty as it was when the turn began (decision 9).
func (t *Turn) treatyBefore(a, b int) Treaty {
	if a == b {
		return Partner
	}
	return treatyIn(t.treatiesBefore[a], b)
}

// setTreaty puts a treaty in force on both sides.
func (s *State) setTreaty(a, b int, treaty Treaty) {
	s.Realms[a].Treaties = withTreaty(s.Realms[a].Treaties, b, treaty)
	s.Realms[b].Treaties = withTreaty(s.Realms[b].Treaties, a, treaty)
}

func withTreaty(list []TreatyWith, realm int, treaty Treaty) []TreatyWith {
	var out []TreatyWith
	for _, t := range list {
		if t.Realm != realm {
			out = append(out, t)
		}
	}
	if treaty == NoTreaty {
		return out
	}
	out = append(out, TreatyWith{realm, treaty})
	sort.Slice(out, func(i, j int) bool { return out[i].Realm < out[j].Realm })
	return out
}

// field gives the field at a place.
func (t *Turn) field(p game.Place) *Field { return &t.state.Fields[p] }

// terrainFor gives the row of T07 of a place as it is for a realm.
func (t *Turn) terrainFor(realm int, p game.Place) *Terrain {
	return t.tables.terrainOf(realm, t.state.Fields[p].Terrain)
}

// terrainAt gives the row of T07 of a place.
func (t *Turn) terrainAt(p game.Place) *Terrain { return &t.tables.Terrain[t.state.Fields[p].Terrain] }

// place is the absolute place of a position as the realm counts it; Nowhere if
// there is no such field.
func (t *Turn) place(realm int, at XY) game.Place {
	return t.grid.Absolute(t.state.Realms[realm].Origin, at.X, at.Y)
}

// setEdge sets or clears a road, bridge or river on both sides, or a wall on
// the side of p.
func (s *State) setEdge(p game.Place, d game.Direction, e Edge, on bool) {
	change := func(p game.Place, d game.Direction) {
		set := s.Fields[p].edge(e)
		if on {
			*set = set.With(d)
		} else {
			*set = set.Without(d)
		}
	}
	change(p, d)
	if q := s.Grid.Step(p, d); q != game.Nowhere && e != Wall {
		change(q, d.Opposite())
	}
}

// edge is the field's set of edges of one kind, to be read or changed.
func (f *Field) edge(e Edge) *Edges {
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

// ready tells whether the building stands: not under construction from nothing.
func (b *Building) ready() bool { return b != nil && !b.New }

// clone is a deep copy: a turn changes the copy, never the world it began with.
func (s *State) clone() *State {
	out := *s
	out.Fields = append([]Field(nil), s.Fields...)
	for i := range out.Fields {
		if b := out.Fields[i].Building; b != nil {
			c := *b
			out.Fields[i].Building = &c
		}
	}
	out.Realms = append([]Realm(nil), s.Realms...)
	for i := range out.Realms {
		r := &out.Realms[i]
		r.Treaties = append([]TreatyWith(nil), r.Treaties...)
		r.Seen = append(Places(nil), r.Seen...)
	}
	out.Armies = cloneArmies(s.Armies)
	return &out
}
