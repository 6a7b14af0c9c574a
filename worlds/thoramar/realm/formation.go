package realm

import (
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/thoramar/tables"
)

// A formation is an army of its own, "V.L 1", that stands in the field for its members (manual, "Der Verband").
// Members are where it is, neither see nor are seen, and make no step. Its men are the men of its members. Its points
// are those of the member with the fewest, less Rules.FormationSlower. It lives as long as it has a member.

// Formation reports whether the army is one.
func (a *Army) Formation() bool { return a.Name.Type == 'V' }

// Member reports whether the army is in a formation.
func (a *Army) Member() bool { return a.Aboard.ID != 0 && a.Aboard.Type == 'V' }

// FormationOf returns the formation an army is a member of, and nil if it is in none.
func (t *Turn) FormationOf(a *Army) *Army {
	if !a.Member() {
		return nil
	}
	return t.State.Army(a.Realm, a.Aboard)
}

// Members lists those in a formation, in their realm's order.
func (s *State) Members(v *Army) (out []*Army) {
	for _, a := range s.Armies[v.Realm] {
		if a.Aboard == v.Name {
			if out == nil {
				out = make([]*Army, 0, 4) // most have no more
			}
			out = append(out, a)
		}
	}
	return out
}

// Muster counts all formations again, after a phase in which their members may have lost men or points.
func (t *Turn) Muster() {
	for _, v := range t.Formations {
		if !v.Gone() {
			t.Recount(v)
		}
	}
}

// Crew lists those in a formation. From week 1 on nobody joins, so it is a part of those at the last count.
func (t *Turn) Crew(v *Army) []*Army {
	if t.Week < 1 || v.March == nil || v.March.Crew == nil {
		return t.State.Members(v)
	}
	left := func(a *Army) bool { return a.Gone() || a.Aboard != v.Name || a.Realm != v.Realm }
	if !slices.ContainsFunc(v.March.Crew, left) {
		return v.March.Crew
	}
	return slices.DeleteFunc(slices.Clone(v.March.Crew), left) // a copy: a caller may be walking the list
}

// Recount makes a formation what its members are. Without members it is gone.
func (t *Turn) Recount(v *Army) {
	crew := t.Crew(v)
	if v.March != nil {
		v.March.Crew = crew
	}
	if len(crew) == 0 {
		t.TellArmy(v, "formation-dissolved", phrase.At("field", v.At))
		t.RemoveArmy(v)
		return
	}
	v.Men, v.Points = 0, crew[0].Points
	for _, a := range crew {
		v.Men += a.Men
		v.Points = min(v.Points, a.Points)
	}
	v.Points -= t.Tables.Rules.FormationSlower
}

// Gait is the unit as which an army moves: its own. A formation with riders moves as they do, since what hinders one
// member hinders all.
func (t *Turn) Gait(a *Army) tables.Unit {
	if !a.Formation() {
		return a.Name.Unit
	}
	for _, m := range t.Crew(a) {
		if m.Name.Type == 'R' {
			return m.Name.Unit
		}
	}
	return a.Name.Unit
}

// Mixed is the factor, in thousandths, that a formation's composition gives its members in a fight. It needs about as
// many riders as warriors, or light ships as heavy ones: neither may be more than Rules.MixedMost thousandths of the
// other. With a war priest the factor is another one.
func (t *Turn) Mixed(v *Army) int64 {
	n := &t.Tables.Rules
	var horse, foot int64
	priest := false
	for _, a := range t.Crew(v) {
		switch {
		case a.Name.Type == 'R', a.Name.Unit == tables.Unit{Type: 'S', Class: 'L'}:
			horse += a.Men
		case a.Name.Type == 'K', a.Name.Unit == tables.Unit{Type: 'S', Class: 'S'}:
			foot += a.Men
		case a.Name.Unit == tables.Unit{Type: 'P', Class: 'K'}:
			priest = true
		}
	}
	switch {
	case horse == 0 || foot == 0, horse*1000 > foot*n.MixedMost, foot*1000 > horse*n.MixedMost:
		return 1000
	case priest:
		return n.MixedPriest
	}
	return n.MixedBonus
}
