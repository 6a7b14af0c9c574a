package edits

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/kolonien/order"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
)

// readFleet finds the fleet that REALM and NUMBER name.
func (h *hand) readFleet() error {
	n, err := h.Number("NUMBER", 1, orders.Biggest)
	if err != nil {
		return err
	}
	if h.fleet = h.realm.Fleet(int(n)); h.fleet == nil {
		return h.Refuse("hand.no-fleet", phrase.Num("realm", h.realm.Number), order.FleetArg("who", int(n)),
			phrase.Str("have", order.FleetNames(h.realm)))
	}
	return nil
}

func (h *hand) readClass() (err error) {
	h.class, err = h.coded("CLASS", tables.ClassCodes[:tables.Launched])
	return err
}

// ships sets how many ships of a class a fleet has. At least one ship must be left in all, and room for those aboard.
func (h *hand) ships() error {
	f := h.fleet
	was, least := f.Ships[h.class], int64(0)
	if f.Ships.Count() == was {
		least = 1
	}
	n, err := h.Number("N", least, mostShips)
	if err != nil {
		return err
	}
	f.Ships[h.class] = int(n)
	if room := h.Tables.Hold(&f.Ships); room < h.realm.Cargo(f.Number) {
		return h.Refuse("hand.no-room", order.FleetArg("who", f.Number), phrase.Num("room", room))
	}
	h.Tell(phrase.P("hand.ships", order.FleetArg("who", f.Number), phrase.Num("area", f.At),
		phrase.Str("kind", tables.ClassCodes[h.class]), phrase.Num("was", was), phrase.Num("now", n)), h.realm.Number)
	return nil
}

// mostShips is the most ships of a class that the game master can give to one fleet.
const mostShips = 1000

// berths refuses the area if a fleet cannot be in it.
func (h *hand) berths() error {
	if h.area.Ground != realm.Sea && !h.State.Coastal(h.at) {
		return h.Refuse("hand.inland", phrase.Num("area", h.at))
	}
	return h.enters()
}

// moveFleet puts a fleet into another area, with all aboard.
func (h *hand) moveFleet() error {
	if err := h.berths(); err != nil {
		return err
	}
	r, f := h.realm, h.fleet
	h.Tell(phrase.P("hand.moved", order.FleetArg("who", f.Number), phrase.Num("from", f.At), phrase.Num("area", h.at)),
		r.Number)
	r.Sail(f, h.at)
	return nil
}

// launch gives a realm a new fleet, under its lowest free number.
func (h *hand) launch() error {
	n, err := h.Number("N", 1, mostShips)
	if err != nil {
		return err
	}
	if err := h.berths(); err != nil {
		return err
	}
	r, f := h.realm, realm.Fleet{Number: 1, At: h.at, Orders: realm.NewStanding()}
	for r.Fleet(f.Number) != nil {
		f.Number++
	}
	f.Ships[h.class] = int(n)
	r.Launch(f)
	h.Tell(phrase.P("hand.launched", order.FleetArg("who", f.Number), phrase.Num("area", h.at),
		phrase.Str("ships", f.Ships.String())), r.Number)
	return nil
}

// removeFleet takes a fleet out of the game. Nobody may be aboard.
func (h *hand) removeFleet() error {
	r, number := h.realm, h.fleet.Number
	if r.Cargo(number) > 0 {
		return h.Refuse("hand.loaded", order.FleetArg("who", number))
	}
	h.Tell(phrase.P("hand.removed", order.FleetArg("who", number), phrase.Num("area", h.fleet.At)), r.Number)
	r.Fleets = slices.DeleteFunc(r.Fleets, func(f realm.Fleet) bool { return f.Number == number })
	return nil
}
