package edits

import (
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// strength sets how many men an army has, within the limits of its unit. If it is aboard there must be room.
func (h *Hand) strength() error {
	a := h.army
	if a.Formation() {
		return h.refuse("hand-formation", a)
	}
	n, err := h.men(a.Realm, a.Name.Unit)
	if err != nil {
		return err
	}
	was := a.Men
	a.Men = n
	fleet := a
	if a.Cargo() {
		fleet = h.on.State.Army(a.Realm, a.Aboard)
	}
	if !h.on.CarriesOn(fleet, 0) {
		return h.refuse("hand-no-room", a)
	}
	h.Tell(phrase.P("hand-strength", append(told(a), phrase.Num("was", was))...), a.Realm)
	return nil
}

// men reads N as the strength of an army.
func (h *Hand) men(number int, u tables.Unit) (int64, error) {
	row := h.on.Tables.RowOf(number, u)
	most := row.Max
	if most == 0 {
		most = orders.Biggest
	}
	return h.Number("N", max(row.Min, 1), most)
}

// move puts an army into another field, as if it had been there since the turn before. A fleet takes its cargo along,
// a formation its members.
func (h *Hand) move() error {
	a := h.army
	if a.Aboard.ID != 0 {
		return h.refuse("hand-aboard", a)
	}
	if err := h.stands(); err != nil {
		return err
	}
	from := phrase.At("from", a.At)
	h.on.MoveArmy(a, h.place)
	a.Since = h.on.State.Turn - 1
	for _, m := range h.on.State.Members(a) {
		m.Since = a.Since
	}
	h.Tell(phrase.P("hand-moved", append(told(a), from)...), a.Realm)
	return nil
}

// stands refuses the field if such an army cannot be in it.
func (h *Hand) stands() error {
	if t := h.on.TerrainAt(h.place); t.Height < 0 || t.Water() != h.unit.Ship() {
		return h.Refuse("hand-terrain", phrase.Str("unit", h.unit.String()), phrase.Str("field", h.Given("X/Y")),
			phrase.Key("terrain", t.Key()))
	}
	return nil
}

// refuse refuses a change of an army. It names the army, and the fleet or formation that it is in.
func (h *Hand) refuse(code string, a *realm.Army) error {
	return h.Refuse(code, phrase.Str("army", a.Name.String()), phrase.Str("other", a.Aboard.String()))
}

// given are the types of armies that can change hands or be made by hand. Not among them are formations, which their
// members make, sorcerers and demons, who hold each other, and beasts.
const given = "KRFPSH"

// give gives an army to another realm, where it gets its lowest free number.
func (h *Hand) give() error {
	a := h.army
	to, err := h.Realm("OTHER")
	if err != nil {
		return err
	}
	switch {
	case to == a.Realm:
		return h.Refuse("hand.same")
	case strings.IndexByte(given, a.Name.Type) < 0:
		return h.Refuse("hand-not-given", phrase.Str("unit", a.Name.Unit.String()))
	case a.Aboard.ID != 0:
		return h.refuse("hand-aboard", a)
	case h.on.Load(a) != nil:
		return h.refuse("hand-loaded", a)
	}
	if err := h.roomFor(to, a.Name.Unit, a.Men); err != nil {
		return err
	}
	h.Tell(phrase.P("hand-army-gone", append(told(a), phrase.Num("to", to))...), a.Realm)
	h.on.ChangeRealm(a, to)
	a.Flag = realm.NoSign
	h.Tell(phrase.P("hand-army-come", told(a)...), to)
	return nil
}

// roomFor refuses an army that a realm cannot have: with too many men, one army too many, or one trader too many.
func (h *Hand) roomFor(number int, u tables.Unit, men int64) error {
	row := h.on.Tables.RowOf(number, u)
	limit := row.LimitOf(h.on.State.Realms[number].Kind)
	switch most := h.on.Tables.Rules.ArmiesMax; {
	case row.Max > 0 && men > row.Max:
		return h.Refuse("hand-too-strong", phrase.Num("realm", number), phrase.Str("unit", u.String()),
			phrase.Num("most", row.Max))
	case len(h.on.State.Armies[number]) >= most:
		return h.Refuse("hand-armies", phrase.Num("realm", number), phrase.Num("most", most))
	case limit > 0 && int64(len(h.on.State.OfUnit(number, u))) >= limit:
		return h.Refuse("hand-traders", phrase.Num("realm", number), phrase.Str("unit", u.String()),
			phrase.Num("most", limit))
	case h.on.NumberIn(number, u, game.Nowhere) == 0:
		return h.Refuse("hand-traders", phrase.Num("realm", number), phrase.Str("unit", u.String()),
			phrase.Num("most", tables.MaxID))
	}
	return nil
}

// raise puts a new army into a field, as if it had been recruited there the turn before. A trader's gain counts from
// that field.
func (h *Hand) raise() error {
	number, u, at := h.realm, h.unit, h.place
	if strings.IndexByte(given, u.Type) < 0 {
		return h.Refuse("hand-not-given", phrase.Str("unit", u.String()))
	}
	n, err := h.men(number, u)
	if err != nil {
		return err
	}
	if err := h.stands(); err != nil {
		return err
	}
	if err := h.roomFor(number, u, n); err != nil {
		return err
	}
	start := game.Nowhere
	if u.Type == 'H' {
		start = at
	}
	a := h.on.AddArmy(realm.Army{
		Realm: number, Name: realm.ArmyName{Unit: u, ID: int32(h.on.NumberIn(number, u, at))}, Men: n, At: at,
		Points: h.on.Tables.RowOf(number, u).Move, Fit: -1, Since: h.on.State.Turn - 1, Start: start,
		Command: realm.Defend,
	})
	h.Tell(phrase.P("hand-army-come", told(a)...), number)
	return nil
}

// remove takes an army out of the world. A sorcerer's demons are free then. A fleet must be empty, and a formation
// ends with its last member.
func (h *Hand) remove() error {
	a := h.army
	switch {
	case a.Formation():
		return h.refuse("hand-formation", a)
	case h.on.Load(a) != nil:
		return h.refuse("hand-loaded", a)
	}
	h.Tell(phrase.P("hand-removed", told(a)...), a.Realm)
	h.on.RemoveArmy(a)
	return nil
}
