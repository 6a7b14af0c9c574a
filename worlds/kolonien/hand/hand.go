// Package hand is what the game master can change between two turns. A position and the words of a change go in; a new
// position comes out, and what players are told of it. The root calls Edit.
package hand

import (
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/order"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
)

// hand is one change by the game master, on a copy of the world.
type hand struct {
	*frame.Hand
	realm.Position
	realms []game.Realm
}

// verbs are the possible changes.
var verbs = []frame.Verb[*hand]{
	{Name: "set", Form: "realm REALM treasury DUCATS", Code: "treasury", Do: (*hand).treasury},
	{Name: "set", Form: "area AREA owner OWNER", Code: "owner", Do: (*hand).owner},
	{Name: "set", Form: "garrison AREA KIND units N", Code: "garrison", Do: (*hand).garrison},
	{Name: "set", Form: "leader REALM NAME KIND units N", Code: "units", Do: (*hand).units},
	{Name: "set", Form: "fleet REALM NUMBER CLASS ships N", Code: "ships", Do: (*hand).ships},
	{Name: "move", Form: "leader REALM NAME to AREA", Code: "leader", Do: (*hand).moveLeader},
	{Name: "move", Form: "fleet REALM NUMBER to AREA", Code: "fleet", Do: (*hand).moveFleet},
	{Name: "give", Form: "ducats DUCATS to REALM", Code: "ducats", Do: (*hand).ducats},
	{Name: "give", Form: "fleet CLASS N to REALM at AREA", Code: "new", Do: (*hand).launch},
	{Name: "remove", Form: "leader REALM NAME", Code: "remove", Do: (*hand).removeLeader},
	{Name: "remove", Form: "fleet REALM NUMBER", Code: "sink", Do: (*hand).removeFleet},
}

// Verbs are what the game master may change by hand.
func Verbs() []game.Verb { return frame.Verbs(verbs) }

// Edit changes a copy of a position by hand. next makes a world of the changed state.
func Edit(w game.World, p realm.Position, verb string, args []string, next func(*realm.State) game.World) (
	game.World, []game.Event, error) {
	return frame.Edit(w, p.Rules.Words, verbs, verb, args,
		func(h *frame.Hand) *hand { return &hand{h, p.With(p.State.Clone()), w.Realms()} },
		func(h *hand) game.World { return next(h.State) })
}

// purse is a realm's treasury.
func (h *hand) purse(number int) *int64 { return &h.State.Realm(number).Ducats }

func (h *hand) treasury() error { return h.Set("hand.treasury", "DUCATS", h.realms, h.purse) }

func (h *hand) ducats() error { return h.Add("hand.ducats", "DUCATS", h.realms, h.purse) }

// nation reads the number of a realm.
func (h *hand) nation() (*realm.Realm, error) {
	n, err := h.Realm("REALM", h.realms)
	return h.State.Realm(n), err
}

// area reads the number of an area.
func (h *hand) area() (int, *realm.Area, error) {
	n, err := h.Number("AREA", 1, int64(len(h.State.Areas)))
	return int(n), h.State.Area(int(n)), err
}

// colony reads the number of an area with a colony, or a home.
func (h *hand) colony() (int, *realm.Colony, error) {
	n, a, err := h.area()
	if err == nil && a.Colony == nil {
		err = h.Refuse("hand.no-colony", phrase.Num("area", n))
	}
	if err != nil {
		return n, nil, err
	}
	return n, a.Colony, nil
}

// leader returns the leader that REALM and NAME name.
func (h *hand) leader() (*realm.Realm, *realm.Leader, error) {
	r, err := h.nation()
	if err != nil {
		return r, nil, err
	}
	l := r.Leader(h.Given("NAME"))
	if l == nil {
		err = h.Refuse("hand.no-leader", phrase.Num("realm", r.Number), phrase.Str("who", h.Given("NAME")),
			phrase.Str("have", r.LeaderNames()))
	}
	return r, l, err
}

// coded returns the index of a code among those that a realm may have. An error lists them.
func (h *hand) coded(param string, codes []string) (int, error) {
	i := slices.IndexFunc(codes, func(c string) bool { return strings.EqualFold(c, h.Given(param)) })
	if i < 0 {
		return i, h.Refuse("hand.no-code", phrase.Str("name", param), phrase.Str("got", h.Given(param)),
			phrase.Str("list", strings.Join(codes, ", ")))
	}
	return i, nil
}

// count sets how many of a kind there are among troops, up to a greatest number.
func (h *hand) count(t *tables.Troops, most int) (kind string, was, now int, err error) {
	k, err := h.coded("KIND", tables.KindCodes[:tables.Raised])
	if err != nil {
		return "", 0, 0, err
	}
	was = t[k]
	n, err := h.Number("N", 0, int64(max(most-t.Count()+was, was)))
	if err != nil {
		return "", 0, 0, err
	}
	t[k] = int(n)
	return tables.KindCodes[k], was, int(n), nil
}

// owner gives a colony to another realm, with its garrison. Homes cannot be given, nor a colony where a leader or
// fleet of a third realm would be left.
func (h *hand) owner() error {
	n, c, err := h.colony()
	if err != nil {
		return err
	}
	to, err := h.Realm("OWNER", h.realms)
	switch {
	case err != nil:
		return err
	case c.Level == 0:
		return h.Refuse("hand.home", phrase.Num("area", n))
	case c.Owner == to:
		return h.Refuse("hand.same")
	}
	for i := range h.State.Realms {
		r := &h.State.Realms[i]
		if r.Number != to && (slices.ContainsFunc(r.Leaders, func(l realm.Leader) bool { return l.At == n }) ||
			slices.ContainsFunc(r.Fleets, func(f realm.Fleet) bool { return f.At == n })) {
			return h.Refuse("hand.foreign-there", phrase.Num("area", n), phrase.Num("realm", r.Number))
		}
	}
	h.Tell(phrase.P("hand.colony-won", phrase.Num("area", n)), to)
	h.Tell(phrase.P("hand.colony-lost", phrase.Num("area", n)), c.Owner)
	c.Owner = to
	return nil
}

func (h *hand) garrison() error {
	n, c, err := h.colony()
	if err != nil {
		return err
	}
	kind, was, now, err := h.count(&c.Garrison, h.Tables.Rules.GarrisonMost)
	if err != nil {
		return err
	}
	h.Tell(phrase.P("hand.garrison", phrase.Num("area", n), phrase.Str("kind", kind), phrase.Num("was", was),
		phrase.Num("now", now)), c.Owner)
	return nil
}

// units sets how many units of a kind a leader commands. Aboard a fleet there must be room for them.
func (h *hand) units() error {
	r, l, err := h.leader()
	if err != nil {
		return err
	}
	kind, was, now, err := h.count(&l.Troops, h.Tables.Rules.ArmyMost)
	if err != nil {
		return err
	}
	if f := r.Fleet(l.Aboard); f != nil && h.Tables.Hold(&f.Ships) < r.Cargo(f.Number) {
		return h.Refuse("hand.no-room", order.FleetArg("who", f.Number), phrase.Num("room", h.Tables.Hold(&f.Ships)))
	}
	h.Tell(phrase.P("hand.units", phrase.Str("who", l.Name), phrase.Num("area", l.At), phrase.Str("kind", kind),
		phrase.Num("was", was), phrase.Num("now", now)), r.Number)
	return nil
}

// enters refuses an area that another realm owns, unless the two are allied.
func (h *hand) enters(number, at int) error {
	if owner := h.State.Owner(at); owner != 0 && h.State.Relation(number, owner) != realm.Allied {
		return h.Refuse("hand.foreign", phrase.Num("area", at), phrase.Num("realm", owner))
	}
	return nil
}

// moveLeader puts a leader who is not at sea into another area of land.
func (h *hand) moveLeader() error {
	r, l, err := h.leader()
	if err != nil {
		return err
	}
	to, a, err := h.area()
	switch {
	case err != nil:
		return err
	case l.Aboard != 0:
		return h.Refuse("hand.aboard", phrase.Str("who", l.Name), order.FleetArg("other", l.Aboard))
	case a.Ground == realm.Sea:
		return h.Refuse("hand.sea", phrase.Str("who", l.Name), phrase.Num("area", to))
	}
	if err := h.enters(r.Number, to); err != nil {
		return err
	}
	h.Tell(phrase.P("hand.moved", phrase.Str("who", l.Name), phrase.Num("from", l.At), phrase.Num("area", to)),
		r.Number)
	l.At = to
	return nil
}

// removeLeader takes a leader out of the game, with his units.
func (h *hand) removeLeader() error {
	r, l, err := h.leader()
	if err != nil {
		return err
	}
	name := l.Name
	h.Tell(phrase.P("hand.removed", phrase.Str("who", name), phrase.Num("area", l.At)), r.Number)
	r.Leaders = slices.DeleteFunc(r.Leaders, func(l realm.Leader) bool { return l.Name == name })
	return nil
}
