// Package edits is what the game master can change by hand: each change is a row of verbs. It works on a copy of the
// position, and a state that contradicts itself is refused. Players hear of a change as events. Begin with Edit.
package edits

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terra/realm"
)

// hand is one change by the game master, on a copy of the world.
type hand struct {
	*rulekit.Hand
	realm.Position
	// what the verb's parameters name
	nation int
	at     game.Place
	number int // of the army
	army   *realm.Army
}

// params are read in this order. The field X/Y is as the nation REALM counts it.
var params = []rulekit.Param[*hand]{
	{Name: "REALM", Read: (*hand).readNation},
	{Name: "NUMBER", Read: (*hand).readArmy},
	{Name: "X/Y", Read: (*hand).readField},
}

// verbs are the possible changes. Fields are counted as by the nation that the verb names.
var verbs = []rulekit.Verb[*hand]{
	{Name: "set", Form: "realm REALM treasury POINTS", Code: "treasury", Do: (*hand).treasury},
	{Name: "set", Form: "field X/Y of REALM owner OWNER", Code: "owner", Do: (*hand).owner},
	{Name: "set", Form: "garrison X/Y of REALM points N", Code: "garrison", Do: (*hand).garrison},
	{Name: "set", Form: "army REALM NUMBER status N", Code: "status", Do: (*hand).status},
	{Name: "move", Form: "army REALM NUMBER to X/Y", Code: "move", Do: (*hand).move},
	{Name: "give", Form: "points POINTS to REALM", Code: "points", Do: (*hand).points},
	{Name: "remove", Form: "army REALM NUMBER", Code: "remove", Do: (*hand).remove},
}

// Verbs are what the game master may change by hand.
func Verbs() []game.Verb { return rulekit.Verbs(verbs) }

// Edit changes a copy of the position p of world w. next makes a world of the changed state.
func Edit(w game.World, p realm.Position, verb string, args []string, next func(*realm.State) game.World) (game.World,
	[]game.Event, error) {
	return rulekit.Edit[*hand]{World: w, Words: p.Rules.Words, Verbs: verbs, Params: params,
		Begin: func(h *rulekit.Hand) *hand { return &hand{Hand: h, Position: p.With(p.State.Clone())} },
		End:   func(h *hand) game.World { return next(h.State) }}.Make(verb, args)
}

// purse is a nation's treasury.
func (h *hand) purse(number int) *int64 { return &h.State.Realm(number).Treasury }

func (h *hand) treasury() error { return h.Set("hand.treasury", "POINTS", h.purse) }

func (h *hand) points() error { return h.Add("hand.points", "POINTS", h.purse) }

func (h *hand) readNation() (err error) {
	h.nation, err = h.Realm("REALM")
	return err
}

func (h *hand) readField() error {
	x, y, err := h.XY("X/Y")
	if err != nil {
		return err
	}
	v := h.State.View(h.nation)
	if h.at = v.Grid.Absolute(v.Origin, x, y); h.at == game.Nowhere {
		return h.Refuse("hand.no-field", phrase.Num("realm", h.nation), phrase.Str("field", h.Given("X/Y")))
	}
	return nil
}

// quiet refuses changes in the phase of results. Armies, fields and garrisons must stay as they are until the battles
// about them are reported.
func (h *hand) quiet() error {
	if h.State.Phase == realm.InResults {
		return h.Refuse("hand.results")
	}
	return nil
}

// owner gives a field to a nation, or to nobody, with its garrison.
func (h *hand) owner() error {
	to, err := h.RealmOrNobody("OWNER")
	if err != nil {
		return err
	}
	f := &h.State.Fields[h.at]
	was := f.Owner
	switch r := h.State.Realm(to); {
	case was == to:
		return h.Refuse("hand.same")
	case r != nil && r.King:
		return h.Refuse("hand.king", phrase.Num("realm", to))
	}
	if err := h.quiet(); err != nil {
		return err
	}
	f.Owner = to
	h.Tell(phrase.P("hand.field-won", phrase.At("field", h.at)), to)
	if was != 0 {
		h.Tell(phrase.P("hand.field-lost", phrase.At("field", h.at)), was)
	}
	return nil
}

// garrison sets the status points of a field's garrison. Its owner is told; for an unowned field nobody is.
func (h *hand) garrison() error {
	f := &h.State.Fields[h.at]
	n, err := h.Number("N", 0, h.Tables.Terrain[f.Terrain].Garrison)
	if err != nil {
		return err
	}
	if err := h.quiet(); err != nil {
		return err
	}
	h.Tell(phrase.P("hand.garrison", phrase.At("field", h.at), phrase.Num("was", f.Garrison), phrase.Num("now", n)),
		f.Owner)
	f.Garrison = n
	return nil
}

// readArmy finds the army that REALM and NUMBER name.
func (h *hand) readArmy() error {
	r := h.State.Realm(h.nation)
	if len(r.Armies) == 0 {
		return h.Refuse("hand.no-army", phrase.Num("realm", h.nation))
	}
	n, err := h.Number("NUMBER", 1, int64(len(r.Armies)))
	if err != nil {
		return err
	}
	h.number, h.army = int(n), r.Army(int(n))
	return h.quiet()
}

// status sets the status points of an army, on the map or off it.
func (h *hand) status() error {
	n, err := h.Number("N", 1, orders.Biggest)
	if err != nil {
		return err
	}
	h.Tell(phrase.P("hand.status", phrase.Num("army", h.number), phrase.Num("was", h.army.Status), phrase.Num("now", n)),
		h.nation)
	h.army.Status = n
	return nil
}

// move puts an army into a field of its nation's without armies: no fight begins by hand. It counts as if it had been
// there since the round began.
func (h *hand) move() error {
	a, to := h.army, h.at
	switch {
	case a.At == to:
		return h.Refuse("hand.same")
	case h.State.Fields[to].Owner != h.nation:
		return h.Refuse("hand.foreign", phrase.Num("realm", h.nation), phrase.Str("field", h.Given("X/Y")))
	case len(h.State.Armies(to)) > 0:
		return h.Refuse("hand.taken", phrase.Str("field", h.Given("X/Y")))
	}
	army, field := phrase.Num("army", h.number), phrase.At("field", to)
	if a.At == game.Nowhere {
		h.Tell(phrase.P("hand.placed", army, field), h.nation)
	} else {
		h.Tell(phrase.P("hand.moved", army, phrase.At("from", a.At), field), h.nation)
	}
	a.At, a.Target, a.Entered = to, to, 0
	return nil
}

// remove takes an army off the map; its nation may bring it back as the rules say.
func (h *hand) remove() error {
	a := h.army
	if a.At == game.Nowhere {
		return h.Refuse("hand.same")
	}
	h.Tell(phrase.P("hand.removed", phrase.Num("army", h.number), phrase.At("field", a.At)), h.nation)
	a.At, a.Target, a.Entered = game.Nowhere, game.Nowhere, 0
	return nil
}
