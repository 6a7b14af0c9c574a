package realm

import "weltentor/orders/phrase"

// Cargo reports whether the army is aboard a fleet. It is in its fleet's field but not part of it: it neither fights
// nor sights, is not seen, and no index of the field lists it (decision 6).
func (a *Army) Cargo() bool { return a.Aboard.ID != 0 && a.Aboard.Type != 'V' }

// Load is the army that a fleet has aboard, one at most, and nil if it is empty.
func (t *Turn) Load(f *Army) *Army {
	if !f.Name.Ship() {
		return nil
	}
	if knowsCrews(t) {
		for _, a := range f.March.Crew {
			if a.Cargo() && a.Aboard == f.Name && !a.lost {
				return a
			}
		}
		return nil
	}
	return t.State.cargoOf(f)
}

// NoteCrews records in the marches what is aboard fleets and which demons obey sorcerers. So in the weeks nobody has
// to search their realm's list. Armies that go aboard are added, those that left are skipped, and no demon is added.
func NoteCrews(t *Turn) {
	for a := range t.State.EachArmy {
		if a.Cargo() {
			t.accompany(a, a.Aboard)
		}
		if a.Master.ID != 0 {
			t.accompany(a, a.Master)
		}
	}
	t.crewed = true
}

// knowsCrews reports whether the marches have these records.
func knowsCrews(t *Turn) bool { return t.crewed && t.Week <= Weeks }

// accompany records that an army goes with another of its realm.
func (t *Turn) accompany(a *Army, with ArmyName) {
	if b := t.State.Army(a.Realm, with); b != nil {
		b.March.Crew = append(b.March.Crew, a)
	}
}

func (s *State) cargoOf(f *Army) *Army {
	for _, a := range s.Armies[f.Realm] {
		if a.Cargo() && a.Aboard == f.Name {
			return a
		}
	}
	return nil
}

// Trim drops the part of a fleet's cargo for which there is no room any more after ships were lost (manual,
// "Verschiedene Kriegsschiffe"). If less than the least strength of T03 is left, all of it is lost.
func (t *Turn) Trim(f *Army) {
	c := t.Load(f)
	if c == nil {
		return
	}
	row := t.Row(c)
	left := row.Fitting(c.Men, t.Row(f).HoldOf(f.Men))
	if left == c.Men {
		return
	}
	if left < max(row.Min, 1) {
		t.drown(f)
		return
	}
	t.TellArmy(c, "cargo-shrinks", phrase.Str("fleet", f.Name.String()), phrase.At("field", f.At),
		phrase.Num("men", c.Men-left), Kind(c.Name.Unit, c.Men-left), phrase.Num("left", left))
	c.Men = left
}

// drown loses a fleet's cargo, with the fleet or because there is no room.
func (t *Turn) drown(f *Army) {
	c := t.Load(f)
	if c == nil {
		return
	}
	t.TellArmy(c, "cargo-lost", phrase.Str("fleet", f.Name.String()), phrase.At("field", f.At),
		phrase.Num("men", c.Men), With(c.Name.Unit, c.Men))
	t.RemoveArmy(c)
}

// CarriesOn reports whether a fleet still holds what it has aboard after giving away this many ships.
func (t *Turn) CarriesOn(f *Army, ships int64) bool {
	c := t.Load(f)
	return c == nil || t.Row(c).SizeOf(c.Men) <= t.Row(f).HoldOf(f.Men-ships)
}

// TakeAboard puts an army that stands in a field into a fleet.
func (t *Turn) TakeAboard(a, f *Army) {
	t.Leave(a)
	a.Aboard, a.At = f.Name, f.At
	if knowsCrews(t) {
		f.March.Crew = []*Army{a}
	}
}
