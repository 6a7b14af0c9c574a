package belagerung

// arms are what a unit fights with where it stands: its own power and range, or
// those of what it mans.
type arms struct {
	power, reach int64
	hits         int64     // on what is built
	mans         *Building // fortress, trebuchet or engine; nil: on foot
}

// arms of a unit. A fortress has values of its own, which no smithy changes; of
// trebuchet and engines only the range is theirs (§12.7, §13.2, §13.4, §13.5).
func (s *State) arms(t *Tables, u *Unit) arms {
	a := arms{power: s.power(t, u), reach: s.reach(t, u), hits: 1}
	b := s.manned(t, u)
	if b == nil {
		return a
	}
	switch b.Kind {
	case Fortress:
		a.mans, a.power, a.reach = b, b.Values.Power, b.Values.Range
	case Trebuchet, Catapult, Ballista:
		row := t.building(b.Kind)
		a.mans, a.reach, a.hits = b, row.Range, row.Damage
	}
	return a
}

// ground is what the field gives a unit that is attacked there: nothing in a
// neutral building (§9.7, §10.3).
func (s *State) ground(t *Tables, u *Unit) int64 {
	if b := s.building(u.At); b != nil && b.neutral() {
		return 0
	}
	if s.wall(t, u.At) != nil {
		return t.Rules.WallDefence
	}
	return t.ground(s.Terrain[u.At]).Defence
}

// weakness is the sum of the weakening dice on a unit.
func (u *Unit) weakness() (sum int64) {
	for _, w := range u.Weak {
		sum += w.Pips
	}
	return sum
}

// weaken lays a weakening die on a unit. If none is free, the one that has lain
// longest is lifted for it (§9.8); lifted tells from whom, nil if one was free.
func (s *State) weaken(t *Tables, u *Unit, pips int64) (lifted *Unit) {
	if s.supply(t) <= 0 {
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
