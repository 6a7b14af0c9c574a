package edits

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/thoramar/market"
	"weltentor/worlds/thoramar/tables"
)

// owner gives a field with its building to a realm, or to nobody. A capital or a temple city cannot be given, since a
// realm has only one. Work under way is lost, as in a conquest.
func (h *Hand) owner() error {
	to, err := h.RealmOrNobody("OWNER")
	if err != nil {
		return err
	}
	p, f := h.place, h.on.Field(h.place)
	was := int(f.Owner)
	if was == to {
		return h.Refuse("hand.same")
	}
	if b := f.Building; b != nil {
		row := h.on.Tables.FindBuilding(b.Kind)
		if row.Capital || row.Temple && b.Damage != tables.Ruin {
			return h.Refuse("hand-building", phrase.Str("field", h.Given("X/Y")), phrase.Key("building", row.Key()))
		}
	}
	field := phrase.At("field", p)
	h.Tell(phrase.P("hand-field-won", field), to)
	if was != 0 {
		h.Tell(phrase.P("hand-field-lost", field), was)
	}
	market.DropWork(h.on, p, was, to)
	f.GiveTo(to)
	market.Inspect(h.on, p)
	return nil
}
