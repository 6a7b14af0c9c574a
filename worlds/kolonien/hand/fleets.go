package hand

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/kolonien/order"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
)

// fleet returns the fleet that REALM and NUMBER name.
func (h *hand) fleet() (*realm.Realm, *realm.Fleet, error) {
	r, err := h.nation()
	if err != nil {
		return r, nil, err
	}
	n, err := h.Number("NUMBER", 1, orders.Biggest)
	if err != nil {
		return r, nil, err
	}
	f := r.Fleet(int(n))
	if f == nil {
		err = h.Refuse("hand.no-fleet", phrase.Num("realm", r.Number), order.FleetArg("who", int(n)),
			phrase.Str("have", order.FleetNames(r)))
	}
	return r, f, err
}

// ships sets how many ships of a class a fleet has. At least one ship must be left in all, and room for those aboard.
func (h *hand) ships() error {
	r, f, err := h.fleet()
	if err != nil {
		return err
	}
	c, err := h.coded("CLASS", tables.ClassCodes[:tables.Launched])
	if err != nil {
		return err
	}
	was, least := f.Ships[c], int64(0)
	if f.Ships.Count() == was {
		least = 1
	}
	n, err := h.Number("N", least, mostShips)
	if err != nil {
		return err
	}
	f.Ships[c] = int(n)
	if room := h.Tables.Hold(&f.Ships); room < r.Cargo(f.Number) {
		return h.Refuse("hand.no-room", order.FleetArg("who", f.Number), phrase.Num("room", room))
	}
	h.Tell(phrase.P("hand.ships", order.FleetArg("who", f.Number), phrase.Num("area", f.At),
		phrase.Str("kind", tables.ClassCodes[c]), phrase.Num("was", was), phrase.Num("now", n)), r.Number)
	return nil
}

// mostShips is the most ships of a class that the game master can give to one fleet.
const mostShips = 1000

// berths refuses an area in which a fleet cannot be.
func (h *hand) berths(number, at int) error {
	if h.State.Area(at).Ground != realm.Sea && !h.State.Coastal(at) {
		return h.Refuse("hand.inland", phrase.Num("area", at))
	}
	return h.enters(number, at)
}

// moveFleet puts a fleet into another area, with all aboard.
func (h *hand) moveFleet() error {
	r, f, err := h.fleet()
	if err != nil {
		return err
	}
	to, _, err := h.area()
	if err != nil {
		return err
	}
	if err := h.berths(r.Number, to); err != nil {
		return err
	}
	h.Tell(phrase.P("hand.moved", order.FleetArg("who", f.Number), phrase.Num("from", f.At), phrase.Num("area", to)),
		r.Number)
	f.At = to
	for i := range r.Leaders {
		if r.Leaders[i].Aboard == f.Number {
			r.Leaders[i].At = to
		}
	}
	return nil
}

// launch gives a realm a new fleet, under its lowest free number.
func (h *hand) launch() error {
	r, err := h.nation()
	if err != nil {
		return err
	}
	c, err := h.coded("CLASS", tables.ClassCodes[:tables.Launched])
	if err != nil {
		return err
	}
	n, err := h.Number("N", 1, mostShips)
	if err != nil {
		return err
	}
	at, _, err := h.area()
	if err != nil {
		return err
	}
	if err := h.berths(r.Number, at); err != nil {
		return err
	}
	f := realm.Fleet{Number: 1, At: at, Orders: realm.NewStanding()}
	for r.Fleet(f.Number) != nil {
		f.Number++
	}
	f.Ships[c] = int(n)
	r.Fleets = append(r.Fleets, f)
	slices.SortFunc(r.Fleets, func(a, b realm.Fleet) int { return a.Number - b.Number })
	h.Tell(phrase.P("hand.launched", order.FleetArg("who", f.Number), phrase.Num("area", at),
		phrase.Str("ships", f.Ships.String())), r.Number)
	return nil
}

// removeFleet takes a fleet out of the game. Nobody may be aboard.
func (h *hand) removeFleet() error {
	r, f, err := h.fleet()
	if err != nil {
		return err
	}
	number := f.Number
	if r.Cargo(number) > 0 {
		return h.Refuse("hand.loaded", order.FleetArg("who", number))
	}
	h.Tell(phrase.P("hand.removed", order.FleetArg("who", number), phrase.Num("area", f.At)), r.Number)
	r.Fleets = slices.DeleteFunc(r.Fleets, func(f realm.Fleet) bool { return f.Number == number })
	return nil
}
