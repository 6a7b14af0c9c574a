// Package hand is what the game master can change. A position and a line of words go in; a changed copy comes out, and
// what players are told of it. The root calls it.
package hand

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/terra/realm"
)

// hand is one change by the game master, on a copy of the world.
type hand struct {
	*frame.Hand
	realm.Position
}

// verbs are the possible changes. Fields are counted as by the nation that the verb names.
var verbs = []frame.Verb[*hand]{
	{Name: "set", Form: "realm REALM treasury POINTS", Code: "treasury", Do: (*hand).treasury},
	{Name: "set", Form: "field X/Y of REALM owner OWNER", Code: "owner", Do: (*hand).owner},
	{Name: "set", Form: "garrison X/Y of REALM points N", Code: "garrison", Do: (*hand).garrison},
	{Name: "set", Form: "army REALM NUMBER status N", Code: "status", Do: (*hand).status},
	{Name: "move", Form: "army REALM NUMBER to X/Y", Code: "move", Do: (*hand).move},
	{Name: "give", Form: "points POINTS to REALM", Code: "points", Do: (*hand).points},
	{Name: "remove", Form: "army REALM NUMBER", Code: "remove", Do: (*hand).remove},
}

// Verbs are what the game master may change by hand.
func Verbs() []game.Verb { return frame.Verbs(verbs) }

// Edit changes a copy of the position p of world w. next makes a world of the changed state.
func Edit(w game.World, p realm.Position, verb string, args []string, next func(*realm.State) game.World) (game.World,
	[]game.Event, error) {
	return frame.Edit(w, p.Rules.Words, verbs, verb, args,
		func(h *frame.Hand) *hand { return &hand{h, p.With(p.State.Clone())} },
		func(h *hand) game.World { return next(h.State) })
}

// realms lists all nations and kings.
func (h *hand) realms() []game.Realm { return frame.Realms(h.State.Realms) }

// purse is a nation's treasury.
func (h *hand) purse(number int) *int64 { return &h.State.Realm(number).Treasury }

func (h *hand) treasury() error { return h.Set("hand.treasury", "POINTS", h.realms(), h.purse) }

func (h *hand) points() error { return h.Add("hand.points", "POINTS", h.realms(), h.purse) }

// field reads the parameter X/Y as the nation REALM counts it.
func (h *hand) field() (at game.Place, nation int, err error) {
	if nation, err = h.Realm("REALM", h.realms()); err != nil {
		return game.Nowhere, nation, err
	}
	x, y, err := h.XY("X/Y")
	if err != nil {
		return game.Nowhere, nation, err
	}
	v := h.State.View(nation)
	if at = v.Grid.Absolute(v.Origin, x, y); at == game.Nowhere {
		err = h.Refuse("hand.no-field", phrase.Num("realm", nation), phrase.Str("field", h.Given("X/Y")))
	}
	return at, nation, err
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
	at, _, err := h.field()
	if err != nil {
		return err
	}
	to, err := h.RealmOrNobody("OWNER", h.realms())
	if err != nil {
		return err
	}
	f := &h.State.Fields[at]
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
	h.Tell(phrase.P("hand.field-won", phrase.At("field", at)), to)
	if was != 0 {
		h.Tell(phrase.P("hand.field-lost", phrase.At("field", at)), was)
	}
	return nil
}

// garrison sets the status points of a field's garrison. Its owner is told; for an unowned field nobody is.
func (h *hand) garrison() error {
	at, _, err := h.field()
	if err != nil {
		return err
	}
	f := &h.State.Fields[at]
	n, err := h.Number("N", 0, h.Tables.Terrain[f.Terrain].Garrison)
	if err != nil {
		return err
	}
	if err := h.quiet(); err != nil {
		return err
	}
	h.Tell(phrase.P("hand.garrison", phrase.At("field", at), phrase.Num("was", f.Garrison), phrase.Num("now", n)),
		f.Owner)
	f.Garrison = n
	return nil
}

// army returns the army that REALM and NUMBER name.
func (h *hand) army() (u realm.Unit, a *realm.Army, err error) {
	if u.Realm, err = h.Realm("REALM", h.realms()); err != nil {
		return u, nil, err
	}
	r := h.State.Realm(u.Realm)
	if len(r.Armies) == 0 {
		return u, nil, h.Refuse("hand.no-army", phrase.Num("realm", u.Realm))
	}
	n, err := h.Number("NUMBER", 1, int64(len(r.Armies)))
	if err != nil {
		return u, nil, err
	}
	u.Army = int(n)
	return u, r.Army(u.Army), h.quiet()
}

// status sets the status points of an army, on the map or off it.
func (h *hand) status() error {
	u, a, err := h.army()
	if err != nil {
		return err
	}
	n, err := h.Number("N", 1, orders.Biggest)
	if err != nil {
		return err
	}
	h.Tell(phrase.P("hand.status", phrase.Num("army", u.Army), phrase.Num("was", a.Status), phrase.Num("now", n)),
		u.Realm)
	a.Status = n
	return nil
}

// move puts an army into a field of its nation's without armies: no fight begins by hand. It counts as if it had been
// there since the round began.
func (h *hand) move() error {
	u, a, err := h.army()
	if err != nil {
		return err
	}
	to, _, err := h.field()
	switch {
	case err != nil:
		return err
	case a.At == to:
		return h.Refuse("hand.same")
	case h.State.Fields[to].Owner != u.Realm:
		return h.Refuse("hand.foreign", phrase.Num("realm", u.Realm), phrase.Str("field", h.Given("X/Y")))
	case len(h.State.Armies(to)) > 0:
		return h.Refuse("hand.taken", phrase.Str("field", h.Given("X/Y")))
	}
	army, field := phrase.Num("army", u.Army), phrase.At("field", to)
	if a.At == game.Nowhere {
		h.Tell(phrase.P("hand.placed", army, field), u.Realm)
	} else {
		h.Tell(phrase.P("hand.moved", army, phrase.At("from", a.At), field), u.Realm)
	}
	a.At, a.Target, a.Entered = to, to, 0
	return nil
}

// remove takes an army off the map; its nation may bring it back as the rules say.
func (h *hand) remove() error {
	u, a, err := h.army()
	switch {
	case err != nil:
		return err
	case a.At == game.Nowhere:
		return h.Refuse("hand.same")
	}
	h.Tell(phrase.P("hand.removed", phrase.Num("army", u.Army), phrase.At("field", a.At)), u.Realm)
	a.At, a.Target, a.Entered = game.Nowhere, game.Nowhere, 0
	return nil
}
