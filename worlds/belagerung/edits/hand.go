// Package edits is what the game master can change by hand: each change is a row of verbs. It works on a copy of the
// position, and a state that contradicts itself is refused. Players hear of a change as events. Begin with Edit.
package edits

import (
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/order"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
)

// hand is one change by the game master, on a copy of the world. The board is open, so everybody is told.
type hand struct {
	*rulekit.Hand
	realm.Position
	// what the verb's parameters name
	unit  *realm.Unit
	realm *realm.Realm
	place game.Place
}

// params are read in this order. The field X/Y is one of the board.
var params = []rulekit.Param[*hand]{
	{Name: "SYMBOL", Read: (*hand).readSymbol},
	{Name: "UNIT", Read: (*hand).readUnit},
	{Name: "REALM", Read: (*hand).readRealm},
	{Name: "X/Y", Read: (*hand).readPlace},
}

// verbs are the possible changes. Units are named as in reports: E3, 2.S1.
var verbs = []rulekit.Verb[*hand]{
	{Name: "set", Form: "realm REALM treasury DICE", Code: "treasury", Do: (*hand).treasury},
	{Name: "set", Form: "castle REALM hits N", Code: "castle", Do: (*hand).castle},
	{Name: "set", Form: "wall REALM DIRECTION hits N", Code: "wall", Do: (*hand).wallHits},
	{Name: "set", Form: "building X/Y hits N", Code: "hits", Do: (*hand).hits},
	{Name: "set", Form: "building X/Y owner OWNER", Code: "owner", Do: (*hand).owner},
	{Name: "move", Form: "unit UNIT to X/Y", Code: "move", Do: (*hand).move},
	{Name: "give", Form: "unit UNIT to REALM", Code: "unit", Do: (*hand).give},
	{Name: "give", Form: "new SYMBOL to REALM at X/Y", Code: "new", Do: (*hand).recruit},
	{Name: "remove", Form: "unit UNIT", Code: "remove", Do: (*hand).removeUnit},
	{Name: "remove", Form: "building X/Y", Code: "raze", Do: (*hand).removeBuilding},
}

// Verbs are what the game master may change by hand.
func Verbs() []game.Verb { return rulekit.Verbs(verbs) }

// Edit changes a copy of the position by hand. next makes a world of the changed state.
func Edit(w game.World, p realm.Position, verb string, args []string,
	next func(*realm.State) game.World) (game.World, []game.Event, error) {
	return rulekit.Edit[*hand]{World: w, Words: p.Rules.Words, Verbs: verbs, Params: params,
		Begin: func(h *rulekit.Hand) *hand { return &hand{Hand: h, Position: p.With(p.State.Clone())} },
		End:   func(h *hand) game.World { return next(h.State) }}.Make(verb, args)
}

// say tells everybody.
func (h *hand) say(code string, args ...phrase.Arg) {
	h.Tell(phrase.P("hand."+code, args...), rulekit.All(len(h.State.Realms))...)
}

func (h *hand) readRealm() error {
	n, err := h.Hand.Realm("REALM")
	h.realm = h.State.Realm(n)
	return err
}

// treasury sets a realm's dice. They come from the bank or go back to it, as there are no others.
func (h *hand) treasury() error {
	r := h.realm
	n, err := h.Number("DICE", 0, r.Treasure+h.State.Bank)
	if err != nil {
		return err
	}
	h.say("treasury", phrase.Num("realm", r.Number), phrase.Num("was", r.Treasure), phrase.Num("now", n))
	h.State.Bank += r.Treasure - n
	r.Treasure = n
	return nil
}

// castle sets the hits on a castle. The castle cannot fall by it, as no game ends by hand.
func (h *hand) castle() error {
	n, err := h.Number("N", 0, h.Tables.Rules.CastleHits-1)
	if err != nil {
		return err
	}
	h.say("castle", phrase.Num("realm", h.realm.Number), phrase.Num("was", h.realm.Hits), phrase.Num("now", n))
	h.realm.Hits = n
	return nil
}

func (h *hand) wallHits() error {
	r := h.realm
	d, err := h.Number("DIRECTION", 1, 6)
	if err != nil {
		return err
	}
	n, err := h.Number("N", 0, h.Tables.Rules.WallHits)
	if err != nil {
		return err
	}
	h.say("wall", phrase.Num("realm", r.Number), phrase.Num("dir", d), phrase.Num("was", r.Walls[d-1]),
		phrase.Num("now", n))
	r.Walls[d-1] = n
	return nil
}

func (h *hand) readPlace() error {
	x, y, err := h.XY("X/Y")
	if err != nil {
		return err
	}
	if h.place = realm.Place(h.State.Grid, x, y); h.place == game.Nowhere {
		return h.Refuse("hand.no-field", phrase.Num("width", h.State.Grid.Width),
			phrase.Num("height", h.State.Grid.Height), phrase.Str("place", h.Given("X/Y")))
	}
	return nil
}

// built returns the finished building in the field X/Y.
func (h *hand) built() (*realm.Building, error) {
	if b := h.State.Building(h.place); b != nil && b.Site == 0 {
		return b, nil
	}
	return nil, h.Refuse("hand.no-building", h.State.PlaceArg("place", h.place))
}

func (h *hand) hits() error {
	b, err := h.built()
	if err != nil {
		return err
	}
	n, err := h.Number("N", 0, h.Tables.BuildingOf(b.Kind).Hits-1)
	if err != nil {
		return err
	}
	h.say("hits", phrase.Key("building", b.Kind.Key()), h.State.PlaceArg("place", b.At), phrase.Num("was", b.Hits),
		phrase.Num("now", n))
	b.Hits = n
	return nil
}

// owner gives an outpost or a training site to another realm. Other buildings have no owner.
func (h *hand) owner() error {
	b, err := h.built()
	if err != nil {
		return err
	}
	to, err := h.Hand.Realm("OWNER")
	switch {
	case err != nil:
		return err
	case b.Owner == 0:
		return h.Refuse("hand.neutral", phrase.Key("building", b.Kind.Key()), h.State.PlaceArg("place", b.At))
	case b.Owner == to:
		return h.Refuse("hand.same")
	}
	if there := h.State.On(b.At); len(there) > 0 && there[0].Realm != to {
		return h.Refuse("hand.taken", realm.UnitArg("unit", there[0]), h.State.PlaceArg("place", b.At))
	}
	h.say("owner", phrase.Key("building", b.Kind.Key()), h.State.PlaceArg("place", b.At), phrase.Num("realm", b.Owner),
		phrase.Num("to", to))
	b.Owner = to
	return nil
}

// readUnit finds the unit that UNIT names. It must be able to leave its field, which it is not while it builds there.
func (h *hand) readUnit() error {
	var has []string
	for _, u := range h.State.Units {
		if strings.EqualFold(u.Name(), h.Given("UNIT")) {
			h.unit = u
			if b := h.State.Building(u.At); b != nil && b.Site != 0 {
				return h.Refuse("hand.builds", realm.UnitArg("unit", u), h.State.PlaceArg("place", u.At))
			}
			return nil
		}
		has = append(has, u.Name())
	}
	return h.Refuse("hand.no-unit", phrase.Str("unit", h.Given("UNIT")),
		phrase.Str("list", strings.Join(has, ", ")))
}

// free refuses a field in which the unit could not be alone as one of a realm.
func (h *hand) free(whose int, p game.Place) error {
	at, b, wall := h.State.PlaceArg("place", p), h.State.Building(p), h.State.Wall(h.Tables, p)
	for _, v := range h.State.On(p) {
		if v != h.unit {
			return h.Refuse("hand.taken", realm.UnitArg("unit", v), at)
		}
	}
	switch {
	case h.State.CastleAt(p) != nil:
		return h.Refuse("hand.castle-there", at)
	case wall != nil && wall.Number != whose:
		return h.Refuse("hand.wall-there", at, phrase.Num("realm", wall.Number))
	case b != nil && b.Owner != 0 && b.Owner != whose, b != nil && b.Site != 0, b != nil && b.Owner == 0 &&
		!realm.Fits(h.Tables, b.Kind, h.unit):
		return h.Refuse("hand.building-there", at, phrase.Key("building", b.Kind.Key()))
	}
	return nil
}

// move puts a unit into another field, on foot.
func (h *hand) move() error {
	u := h.unit
	if err := h.free(u.Realm, h.place); err != nil {
		return err
	}
	h.say("moved", realm.UnitArg("unit", u), phrase.Num("realm", u.Realm), h.State.PlaceArg("from", u.At),
		h.State.PlaceArg("place", h.place))
	u.At = h.place
	return nil
}

// give gives a unit to another realm, with the dice that lie on it.
func (h *hand) give() error {
	u, to := h.unit, h.realm
	switch {
	case u.Settler:
		return h.Refuse("hand.settler", realm.UnitArg("unit", u))
	case u.Realm == to.Number:
		return h.Refuse("hand.same")
	}
	if err := h.roomFor(to.Number); err != nil {
		return err
	}
	if err := h.free(to.Number, u.At); err != nil {
		return err
	}
	h.say("given", realm.UnitArg("unit", u), h.State.PlaceArg("place", u.At), phrase.Num("realm", u.Realm),
		phrase.Num("to", to.Number))
	u.Realm = to.Number
	return nil
}

// roomFor refuses one more unit than a realm may have.
func (h *hand) roomFor(whose int) error {
	n := 0
	for _, u := range h.State.Of(whose) {
		if !u.Settler {
			n++
		}
	}
	if most := h.Tables.Rules.Units; n >= most {
		return h.Refuse("hand.units", phrase.Num("realm", whose), phrase.Num("most", most))
	}
	return nil
}

// readSymbol makes a new unit, which has the training that SYMBOL names.
func (h *hand) readSymbol() error {
	for _, y := range tables.Symbols {
		for _, word := range order.SymbolWords[y] {
			if orders.Fold(word) == orders.Fold(h.Given("SYMBOL")) {
				h.unit = &realm.Unit{Number: h.State.LastUnit + 1, Symbols: []tables.Symbol{y}}
				return nil
			}
		}
	}
	return h.Refuse("hand.no-symbol", phrase.Str("symbol", h.Given("SYMBOL")))
}

// recruit puts a new unit of one training on the board.
func (h *hand) recruit() error {
	if err := h.roomFor(h.realm.Number); err != nil {
		return err
	}
	if err := h.free(h.realm.Number, h.place); err != nil {
		return err
	}
	u := h.unit
	u.Realm, u.At = h.realm.Number, h.place
	h.State.LastUnit++
	h.State.Add(u)
	h.say("new", realm.UnitArg("unit", u), phrase.Key("symbol", u.Symbols[0].Key()), phrase.Num("realm", u.Realm),
		h.State.PlaceArg("place", u.At))
	return nil
}

// removeUnit takes a unit off the board. The dice on it go back to the supply.
func (h *hand) removeUnit() error {
	h.say("removed", realm.UnitArg("unit", h.unit), phrase.Num("realm", h.unit.Realm),
		h.State.PlaceArg("place", h.unit.At))
	h.State.Remove(h.unit)
	return nil
}

// removeBuilding razes the building in a field.
func (h *hand) removeBuilding() error {
	b, err := h.built()
	if err != nil {
		return err
	}
	h.say("razed", phrase.Key("building", b.Kind.Key()), h.State.PlaceArg("place", b.At))
	h.State.Raze(b)
	return nil
}
