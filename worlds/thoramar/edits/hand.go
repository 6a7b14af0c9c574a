// Package edits is what the game master can change between two turns: money, fields and armies. A change works on a
// copy and is as strict as the state's own check: what no order could bring about, no verb can. Players hear of it as
// events in their next report. Each verb is a row of Verbs.
package edits

import (
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// Hand is one change, on a copy of the world.
type Hand struct {
	*rulekit.Hand
	on *realm.Turn
	// what the verb's parameters name
	realm int
	unit  tables.Unit
	army  *realm.Army
	place game.Place // X/Y as REALM counts its fields
}

// Params are read in this order.
var Params = []rulekit.Param[*Hand]{
	{Name: "REALM", Read: (*Hand).readRealm},
	{Name: "UNIT", Read: (*Hand).readUnit},
	{Name: "ID", Read: (*Hand).readArmy},
	{Name: "X/Y", Read: (*Hand).readPlace},
}

// Verbs are the possible changes. Fields are counted as by the realm that the verb names: the army's owner, or the
// realm after `of`.
var Verbs = []rulekit.Verb[*Hand]{
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
func On(h *rulekit.Hand, t *realm.Turn) *Hand { return &Hand{Hand: h, on: t} }

// Changed is the changed state. Events that the functions of the phases recorded on the way are told with the change.
func (h *Hand) Changed() *realm.State {
	h.on.Muster()
	h.TellAll(h.on.Events())
	h.on.Annals.Clear()
	return h.on.State
}

// purse is a realm's treasury.
func (h *Hand) purse(number int) *int64 { return &h.on.State.Realms[number].Gold }

func (h *Hand) treasury() error { return h.Set("hand-treasury", "GOLD", h.purse) }

func (h *Hand) gold() error { return h.Add("hand-gold", "GOLD", h.purse) }

func (h *Hand) readRealm() (err error) {
	h.realm, err = h.Realm("REALM")
	return err
}

func (h *Hand) readPlace() error {
	x, y, err := h.XY("X/Y")
	if err != nil {
		return err
	}
	if h.place = h.on.Place(h.realm, realm.XY{X: x, Y: y}); h.place == game.Nowhere {
		return h.Refuse("hand-no-field", phrase.Str("field", h.Given("X/Y")), phrase.Num("realm", h.realm))
	}
	return nil
}

func (h *Hand) readUnit() error {
	u, ok := tables.ParseUnit(h.Given("UNIT"))
	if h.unit = u; ok && h.on.Tables.FindUnit(u) != nil {
		return nil
	}
	near := tables.NearUnits(h.Given("UNIT"))
	for i := 0; i < len(given) && len(near) == 0; i++ {
		near = tables.NearUnits(given[i : i+1])
	}
	return h.Refuse("hand-no-unit", phrase.Str("unit", h.Given("UNIT")),
		phrase.Str("near", strings.Join(near, ", ")))
}

// readArmy finds the army that REALM, UNIT and ID name. An error lists those that the realm has.
func (h *Hand) readArmy() error {
	id, err := h.Number("ID", 1, tables.MaxID)
	if err != nil {
		return err
	}
	name := realm.ArmyName{Unit: h.unit, ID: int32(id)}
	if h.army = h.on.State.Army(h.realm, name); h.army != nil {
		return nil
	}
	const most = 20
	var has []string
	for _, a := range h.on.State.Armies[h.realm] {
		has = append(has, a.Name.String())
	}
	if len(has) > most {
		has = append(has[:most], "…")
	}
	code := "hand-no-army"
	if has == nil {
		code = "hand-no-armies"
	}
	return h.Refuse(code, phrase.Num("realm", h.realm), phrase.Str("army", name.String()),
		phrase.Str("list", strings.Join(has, ", ")))
}

// told are the arguments that name an army.
func told(a *realm.Army) []phrase.Arg {
	return []phrase.Arg{phrase.Str("army", a.Name.String()), phrase.Num("men", a.Men), realm.Kind(a.Name.Unit, a.Men),
		phrase.At("field", a.At)}
}
