// Package hand is what the game master can change between two turns: money, fields and armies. A verb and its words go
// in; the changed state comes out, and what players are told of it. The root calls it. Each verb is as strict as the
// state's own check: what no order could bring about, no verb can.
package hand

import (
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// Hand is one change, on a copy of the world.
type Hand struct {
	*frame.Hand
	on     *realm.Turn
	realms []game.Realm
}

// Verbs are the possible changes. Fields are counted as by the realm that the verb names: the army's owner, or the
// realm after `of`.
var Verbs = []frame.Verb[*Hand]{
	{Name: "set", Form: "realm REALM treasury GOLD", Code: "treasury", Do: (*Hand).treasury},
	{Name: "set", Form: "field X/Y of REALM owner OWNER", Code: "owner", Do: (*Hand).owner},
	{Name: "set", Form: "army REALM UNIT ID strength N", Code: "strength", Do: (*Hand).strength},
	{Name: "move", Form: "army REALM UNIT ID to X/Y", Code: "move", Do: (*Hand).move},
	{Name: "give", Form: "gold GOLD to REALM", Code: "gold", Do: (*Hand).gold},
	{Name: "give", Form: "army REALM UNIT ID to OTHER", Code: "army", Do: (*Hand).give},
	{Name: "give", Form: "new UNIT N to REALM at X/Y", Code: "new", Do: (*Hand).raise},
	{Name: "remove", Form: "army REALM UNIT ID", Code: "remove", Do: (*Hand).remove},
}

// On returns the hand for a world that it may change.
func On(h *frame.Hand, t *realm.Turn, realms []game.Realm) *Hand { return &Hand{h, t, realms} }

// Changed is the changed state. Events that the functions of the phases recorded on the way are told with the change.
func (h *Hand) Changed() *realm.State {
	h.on.Muster()
	h.TellAll(h.on.Events())
	h.on.Annals.Clear()
	return h.on.State
}

// purse is a realm's treasury.
func (h *Hand) purse(number int) *int64 { return &h.on.State.Realms[number].Gold }

func (h *Hand) treasury() error { return h.Set("hand-treasury", "GOLD", h.realms, h.purse) }

func (h *Hand) gold() error { return h.Add("hand-gold", "GOLD", h.realms, h.purse) }

// place reads the parameter X/Y as a realm counts its fields.
func (h *Hand) place(number int) (game.Place, error) {
	x, y, err := h.XY("X/Y")
	if err != nil {
		return game.Nowhere, err
	}
	p := h.on.Place(number, realm.XY{X: x, Y: y})
	if p == game.Nowhere {
		return p, h.Refuse("hand-no-field", phrase.Str("field", h.Given("X/Y")), phrase.Num("realm", number))
	}
	return p, nil
}

// unit reads the parameter UNIT.
func (h *Hand) unit() (tables.Unit, error) {
	u, ok := tables.ParseUnit(h.Given("UNIT"))
	if ok && h.on.Tables.FindUnit(u) != nil {
		return u, nil
	}
	near := tables.NearUnits(h.Given("UNIT"))
	for i := 0; i < len(given) && len(near) == 0; i++ {
		near = tables.NearUnits(given[i : i+1])
	}
	return u, h.Refuse("hand-no-unit", phrase.Str("unit", h.Given("UNIT")),
		phrase.Str("near", strings.Join(near, ", ")))
}

// army returns the army that REALM, UNIT and ID name. An error lists those that the realm has.
func (h *Hand) army() (*realm.Army, error) {
	number, err := h.Realm("REALM", h.realms)
	if err != nil {
		return nil, err
	}
	u, err := h.unit()
	if err != nil {
		return nil, err
	}
	id, err := h.Number("ID", 1, tables.MaxID)
	if err != nil {
		return nil, err
	}
	name := realm.ArmyName{Unit: u, ID: int32(id)}
	if a := h.on.State.Army(number, name); a != nil {
		return a, nil
	}
	const most = 20
	var has []string
	for _, a := range h.on.State.Armies[number] {
		has = append(has, a.Name.String())
	}
	if len(has) > most {
		has = append(has[:most], "…")
	}
	code := "hand-no-army"
	if has == nil {
		code = "hand-no-armies"
	}
	return nil, h.Refuse(code, phrase.Num("realm", number), phrase.Str("army", name.String()),
		phrase.Str("list", strings.Join(has, ", ")))
}

// told are the arguments that name an army.
func told(a *realm.Army) []phrase.Arg {
	return []phrase.Arg{phrase.Str("army", a.Name.String()), phrase.Num("men", a.Men), realm.Kind(a.Name.Unit, a.Men),
		phrase.At("field", a.At)}
}
