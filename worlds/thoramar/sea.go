package thoramar

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// deepSea is the terrain a `+` makes ships fit for (manual, "Das Rüsten": a
// plus means fit for the deep sea); whirlpools and reefs stay dangerous to them.
const deepSea = "tse"

// cargo tells whether the army is aboard a fleet. It is in its fleet's field but
// not of it: it neither fights nor sights, is not seen, and no index of the
// field lists it (decision 6).
func (a *Army) cargo() bool { return a.Aboard.ID != 0 && a.Aboard.Type != 'V' }

// load is what a fleet has aboard: one army at most; nil if it is empty.
func (t *Turn) load(f *Army) *Army {
	if !f.Name.ship() {
		return nil
	}
	return t.state.cargoOf(f)
}

func (s *State) cargoOf(f *Army) *Army {
	for _, a := range s.Armies[f.Realm] {
		if a.cargo() && a.Aboard == f.Name {
			return a
		}
	}
	return nil
}

// hold is the room a fleet of so many ships offers, size what so many men take
// (T02: +200 for ranged weapons; a sorcerer takes 1 whatever his points).
func (r *UnitRow) hold(ships int64) int64 { return ships * r.Hold }

// size is the room that so many men take aboard.
func (r *UnitRow) size(men int64) int64 {
	if r.SizeFlat {
		return r.SizeFixed + r.Size
	}
	return r.SizeFixed + r.Size*men
}

// fitting is how many of an army's men have room in a hold.
func (r *UnitRow) fitting(men, room int64) int64 {
	switch {
	case r.size(men) <= room:
		return men
	case r.SizeFlat || room <= r.SizeFixed:
		return 0
	}
	return (room - r.SizeFixed) / r.Size
}

// trim takes from a fleet's cargo what has no room any more, after ships were
// lost (manual, "Verschiedene Kriegsschiffe"). Under the least strength of T03
// all of it is lost.
func (t *Turn) trim(f *Army) {
	c := t.load(f)
	if c == nil {
		return
	}
	row := t.row(c)
	left := row.fitting(c.Men, t.row(f).hold(f.Men))
	if left == c.Men {
		return
	}
	if left < max(row.Min, 1) {
		t.drown(f)
		return
	}
	t.tell(phrase.P("cargo-shrinks", phrase.Str("army", c.Name.String()), phrase.Str("fleet", f.Name.String()),
		phrase.At("field", f.At), phrase.Num("men", c.Men-left), c.Name.kind(c.Men-left), phrase.Num("left", left)), c.Realm)
	c.Men = left
}

// drown loses a fleet's cargo, with the fleet or for want of room.
func (t *Turn) drown(f *Army) {
	c := t.load(f)
	if c == nil {
		return
	}
	t.tell(phrase.P("cargo-lost", phrase.Str("army", c.Name.String()), phrase.Str("fleet", f.Name.String()),
		phrase.At("field", f.At), phrase.Num("men", c.Men), c.Name.with(c.Men)), c.Realm)
	t.removeArmy(c)
}

// carriesOn tells whether a fleet still holds what it has aboard after giving
// away so many ships.
func (t *Turn) carriesOn(f *Army, ships int64) bool {
	c := t.load(f)
	return c == nil || t.row(c).size(c.Men) <= t.row(f).hold(f.Men-ships)
}

// sail takes a fleet's cargo along to where the fleet is now.
func (t *Turn) sail(f *Army) {
	if c := t.load(f); c != nil {
		c.At = f.At
	}
}

// takeAboard puts an army that stands in a field into a fleet.
func (t *Turn) takeAboard(a, f *Army) {
	t.leave(a)
	a.Aboard, a.At = f.Name, f.At
}

// setAshore puts an army that was aboard into a field.
func (t *Turn) setAshore(a *Army, to game.Place) {
	a.Aboard, a.At = ArmyName{}, to
	t.enter(a)
}
