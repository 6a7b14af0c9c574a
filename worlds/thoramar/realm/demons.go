package realm

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
)

// Demons lists those that obey the sorcerer, in their order.
func Demons(t *Turn, z *Army) (out []*Army) {
	var list []*Army
	if knowsCrews(t) {
		list = z.March.Crew
	} else {
		list = t.State.OfType(z.Realm, 'D')
	}
	for _, d := range list {
		if !d.lost && d.Master == z.Name {
			out = append(out, d)
		}
	}
	return out
}

// HoldsDemons reports whether a demon obeys the sorcerer, which then may not go aboard.
func HoldsDemons(t *Turn, z *Army) bool { return z.Name.Type == 'Z' && len(Demons(t, z)) > 0 }

// SetFree gives a demon to realm 0: it obeys nobody, stays where it is for the rest of the turn, and plunders.
func SetFree(t *Turn, d *Army) {
	t.TellArmy(d, "demon-free", phrase.At("field", d.At))
	if !t.ChangeRealm(d, 0) {
		t.RemoveArmy(d) // realm 0 has no number left for it
		return
	}
	d.Master, d.Command, d.Flag = ArmyName{}, Plunder, Shown
	if m := d.March; m != nil {
		m.Command, m.Special, m.Kind, m.Broken, m.At = Plunder, Special{}, NoMeaning, true, orders.Position{}
	}
}
