package realm

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
)

// Demons lists those that obey the sorcerer, in their order.
func Demons(t *Turn, z *Army) []*Army {
	var out []*Army
	if knowsCrews(t) {
		for _, d := range z.March.Crew {
			if !d.lost && d.Master == z.Name {
				out = append(out, d)
			}
		}
		return out
	}
	for _, d := range t.State.OfType(z.Realm, 'D') {
		if d.Master == z.Name {
			out = append(out, d)
		}
	}
	return out
}

// HoldsDemons reports whether a demon obeys the sorcerer, which then may not go aboard.
func HoldsDemons(t *Turn, z *Army) bool { return z.Name.Type == 'Z' && len(Demons(t, z)) > 0 }

// unbind frees the demons of a sorcerer that is gone.
func unbind(t *Turn, z *Army) {
	for _, d := range Demons(t, z) {
		SetFree(t, d)
	}
}

// SetFree gives a demon to realm 0: it obeys nobody, stays where it is for the rest of the turn, and plunders.
func SetFree(t *Turn, d *Army) {
	t.Tell(phrase.P("demon-free", phrase.Str("army", d.Name.String()), phrase.At("field", d.At)), d.Realm)
	if !t.ChangeRealm(d, 0) {
		t.RemoveArmy(d) // realm 0 has no number left for it
		return
	}
	d.Master, d.Command, d.Flag = ArmyName{}, Plunder, Shown
	if m := d.March; m != nil {
		m.Command, m.Special, m.Kind, m.Broken, m.At = Plunder, Special{}, NoMeaning, true, orders.Position{}
	}
}
