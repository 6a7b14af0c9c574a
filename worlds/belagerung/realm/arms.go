package realm

import "weltentor/worlds/belagerung/tables"

// arms are what a unit fights with where it stands: its own power and range, or
// those of what it mans.
type arms struct {
	Power, Reach int64
	Hits         int64     // on what is built
	Mans         *Building // fortress, trebuchet or engine; nil: on foot
}

// Arms of a unit. A fortress has values of its own, which no smithy changes; of
// trebuchet and engines only the range is theirs (§12.7, §13.2, §13.4, §13.5).
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

// Ground is what the field gives a unit that is attacked there: nothing in a
// neutral building (§9.7, §10.3).
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

// Weaken lays a weakening die on a unit. If none is free, the one that has lain longest is lifted for it (§9.8);
// lifted tells from whom, or nil if one was free.
func (s *State) Weaken(t *tables.Tables, u *Unit, pips int64) (lifted *Unit) {
	if s.Supply(t) <= 0 {
		for _, v := range s.Units {
			if len(v.Weak) > 0 && (lifted == nil || v.Weak[0].Seq < lifted.Weak[0].Seq) {
				lifted = v
			}
		}
		if lifted == nil {
			return nil // a world without such dice
		}
		lifted.Weak = lifted.Weak[1:]
	}
	s.LastWeak++
	u.Weak = append(u.Weak, Weakening{Seq: s.LastWeak, Pips: pips})
	return lifted
}
