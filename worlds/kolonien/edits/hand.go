// Package edits is what the game master can change between two turns: each change is a row of verbs. It works on a copy
// of the position, and a state that contradicts itself is refused. Players hear of a change as events. Begin with Edit.
package edits

import (
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/order"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
	"weltentor/worlds/rulekit"
)

// hand is one change by the game master, on a copy of the world.
type hand struct {
	*rulekit.Hand
	realm.Position
	// what the verb's parameters name
	realm  *realm.Realm
	leader *realm.Leader
	fleet  *realm.Fleet
	class  int // of ships
	at     int // the number of the area
	area   *realm.Area
}

// params are read in this order.
var params = []rulekit.Param[*hand]{
	{Name: "REALM", Read: (*hand).readRealm},
	{Name: "NAME", Read: (*hand).readLeader},
	{Name: "NUMBER", Read: (*hand).readFleet},
	{Name: "CLASS", Read: (*hand).readClass},
	{Name: "AREA", Read: (*hand).readArea},
}

// verbs are the possible changes.
var verbs = []rulekit.Verb[*hand]{
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
func Verbs() []game.Verb { return rulekit.Verbs(verbs) }

// Edit changes a copy of a position by hand. next makes a world of the changed state.
func Edit(w game.World, p realm.Position, verb string, args []string, next func(*realm.State) game.World) (
	game.World, []game.Event, error) {
	return rulekit.Edit[*hand]{World: w, Words: p.Rules.Words, Verbs: verbs, Params: params,
		Begin: func(h *rulekit.Hand) *hand { return &hand{Hand: h, Position: p.With(p.State.Clone())} },
		End:   func(h *hand) game.World { return next(h.State) }}.Make(verb, args)
}

// purse is a realm's treasury.
func (h *hand) purse(number int) *int64 { return &h.State.Realm(number).Ducats }

func (h *hand) treasury() error { return h.Set("hand.treasury", "DUCATS", h.purse) }

func (h *hand) ducats() error { return h.Add("hand.ducats", "DUCATS", h.purse) }

func (h *hand) readRealm() error {
	n, err := h.Realm("REALM")
	h.realm = h.State.Realm(n)
	return err
}

func (h *hand) readArea() error {
	n, err := h.Number("AREA", 1, int64(len(h.State.Areas)))
	h.at, h.area = int(n), h.State.Area(int(n))
	return err
}

// readLeader finds the leader that REALM and NAME name.
func (h *hand) readLeader() error {
	if h.leader = h.realm.Leader(h.Given("NAME")); h.leader == nil {
		return h.Refuse("hand.no-leader", phrase.Num("realm", h.realm.Number), phrase.Str("who", h.Given("NAME")),
			phrase.Str("have", h.realm.LeaderNames()))
	}
	return nil
}

// colony returns the colony in the area, or the home.
func (h *hand) colony() (*realm.Colony, error) {
	if h.area.Colony == nil {
		return nil, h.Refuse("hand.no-colony", phrase.Num("area", h.at))
	}
	return h.area.Colony, nil
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
	c, err := h.colony()
	if err != nil {
		return err
	}
	to, err := h.Realm("OWNER")
	switch {
	case err != nil:
		return err
	case c.Level == 0:
		return h.Refuse("hand.home", phrase.Num("area", h.at))
	case c.Owner == to:
		return h.Refuse("hand.same")
	}
	for _, r := range h.State.Realms {
		if r.Number != to && (slices.ContainsFunc(r.Leaders, func(l realm.Leader) bool { return l.At == h.at }) ||
			slices.ContainsFunc(r.Fleets, func(f realm.Fleet) bool { return f.At == h.at })) {
			return h.Refuse("hand.foreign-there", phrase.Num("area", h.at), phrase.Num("realm", r.Number))
		}
	}
	h.Tell(phrase.P("hand.colony-won", phrase.Num("area", h.at)), to)
	h.Tell(phrase.P("hand.colony-lost", phrase.Num("area", h.at)), c.Owner)
	c.Owner = to
	return nil
}

func (h *hand) garrison() error {
	c, err := h.colony()
	if err != nil {
		return err
	}
	kind, was, now, err := h.count(&c.Garrison, h.Tables.Rules.GarrisonMost)
	if err != nil {
		return err
	}
	h.Tell(phrase.P("hand.garrison", phrase.Num("area", h.at), phrase.Str("kind", kind), phrase.Num("was", was),
		phrase.Num("now", now)), c.Owner)
	return nil
}

// units sets how many units of a kind a leader commands. Aboard a fleet there must be room for them.
func (h *hand) units() error {
	r, l := h.realm, h.leader
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

// enters refuses the area if a realm owns it that is not allied with the verb's.
func (h *hand) enters() error {
	if owner := h.State.Owner(h.at); owner != 0 && h.State.Relation(h.realm.Number, owner) != realm.Allied {
		return h.Refuse("hand.foreign", phrase.Num("area", h.at), phrase.Num("realm", owner))
	}
	return nil
}

// moveLeader puts a leader who is not at sea into another area of land.
func (h *hand) moveLeader() error {
	l := h.leader
	switch {
	case l.Aboard != 0:
		return h.Refuse("hand.aboard", phrase.Str("who", l.Name), order.FleetArg("other", l.Aboard))
	case h.area.Ground == realm.Sea:
		return h.Refuse("hand.sea", phrase.Str("who", l.Name), phrase.Num("area", h.at))
	}
	if err := h.enters(); err != nil {
		return err
	}
	h.Tell(phrase.P("hand.moved", phrase.Str("who", l.Name), phrase.Num("from", l.At), phrase.Num("area", h.at)),
		h.realm.Number)
	l.At = h.at
	return nil
}

// removeLeader takes a leader out of the game, with his units.
func (h *hand) removeLeader() error {
	name := h.leader.Name
	h.Tell(phrase.P("hand.removed", phrase.Str("who", name), phrase.Num("area", h.leader.At)), h.realm.Number)
	h.realm.Leaders = slices.DeleteFunc(h.realm.Leaders, func(l realm.Leader) bool { return l.Name == name })
	return nil
}
