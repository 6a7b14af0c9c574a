package realm

import (
	"slices"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/tables"
)

// Habitat reports whether monsters of the kind live in a field (manual, "Verbreitungsgebiet"): by its height and
// latitude.
func Habitat(t *tables.Tables, u tables.Unit, s *State, p game.Place) bool {
	row := t.FindMonster(u)
	return row == nil || Lives(row, t, s, p)
}

// Lives reports whether such monsters live in a field.
func Lives(m *tables.Monster, t *tables.Tables, s *State, p game.Place) bool {
	if !slices.Contains(m.Heights, t.Terrain[s.Fields[p].Terrain].Height) {
		return false
	}
	lat := Latitude(s.Grid, p)
	return m.LatMin <= lat && lat <= m.LatMax
}

// Herd reports whether the army is of wild monsters. Tamed ones belong to a realm, go where they are told and breed no
// more.
func (a *Army) Herd() bool { return a.Realm == 0 && a.Name.Type == 'M' }

// Latitude is 0 at the equator and 1000 at the first and last row.
func Latitude(g game.Grid, p game.Place) int64 {
	y := int64(int(p) / g.Width)
	last := int64(g.Height - 1)
	return Abs64(2*y-last) * 1000 / last
}

// Abs64 is n without its sign.
func Abs64(n int64) int64 {
	if n < 0 {
		return -n
	}
	return n
}
