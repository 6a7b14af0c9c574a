package realm

import "weltentor/worlds/belagerung/tables"

// arms are what a unit fights with in its place: its own power and range, or those of the building it mans.
type arms struct {
	Power, Reach int64
	Hits         int64     // hits on buildings
	Mans         *Building // fortress, trebuchet or engine; nil: the unit is on foot
}

// Arms returns a unit's arms. A fortress has its own power and range, which no smithy changes. Trebuchets and engines
// have only their own range (§12.7, §13.2, §13.4, §13.5).
func (s *State) Arms(t *tables.Tables, u *Unit) arms {
	a := arms{Power: s.Power(t, u), Reach: s.Reach(t, u), Hits: 1}
	b := s.Manned(t, u)
	if b == nil {
		return a
	}
	switch b.Kind {
	case tables.Fortress:
		a.Mans, a.Power, a.Reach = b, b.Values.Power, b.Values.Range
	case tables.Trebuchet, tables.Catapult, tables.Ballista:
		row := t.BuildingOf(b.Kind)
		a.Mans, a.Reach, a.Hits = b, row.Range, row.Damage
	}
	return a
}

// Ground is the defence that its field gives a unit. It is 0 in a neutral building (§9.7, §10.3).
func (s *State) Ground(t *tables.Tables, u *Unit) int64 {
	if b := s.Building(u.At); b != nil && b.Neutral() {
		return 0
	}
	if s.Wall(t, u.At) != nil {
		return t.Rules.WallDefence
	}
	return t.GroundOf(s.Terrain[u.At]).Defence
}

// Weakness is the sum of the weakening dice on a unit.
func (u *Unit) Weakness() (sum int64) {
	for _, w := range u.Weak {
		sum += w.Pips
	}
	return sum
}

// Weaken lays a weakening die on a unit. If none is free, the one that has lain longest is taken off its unit (§9.8).
// lifted is that unit, or nil if a die was free.
func (s *State) Weaken(t *tables.Tables, u *Unit, pips int64) (lifted *Unit) {
	if s.Supply(t) <= 0 {
		for _, v := range s.Units {
			if len(v.Weak) > 0 && (lifted == nil || v.Weak[0].Seq < lifted.Weak[0].Seq) {
				lifted = v
			}
		}
		if lifted == nil {
			return nil // the world has no such dice
		}
		lifted.Weak = lifted.Weak[1:]
	}
	s.LastWeak++
	u.Weak = append(u.Weak, Weakening{Seq: s.LastWeak, Pips: pips})
	return lifted
}
