package thoramar

import (
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// doubtArchDemons warns of arch-demons that may break free when the turn ends, as
// breakFree has it after they have faded: how likely that is, and of each own army
// that stands with one in a field then. Once free they plunder, and attack whom
// they meet; their sorcerer dies at once. One summoned now may be free before week
// 1: then those in its field as it appears are in danger, too. The chance of that
// one the line of its sorcerer tells.
func (t *Turn) doubtArchDemons(realm int) {
	n := &t.tables.Rules
	for _, d := range t.state.ofType(realm, 'D') {
		z, men := t.state.army(realm, d.Master), d.Men
		if !d.march.called {
			men -= n.FadeArch
		}
		if d.Name.Unit != archDemon || z == nil || men < n.BreakFrom {
			continue
		}
		army, at := phrase.Str("army", d.Name.String()), t.foreseenEnd(d)
		if !d.march.called {
			t.caveat(realm, d.march.at, phrase.P("demon-may-break", army, phrase.Num("percent", t.breakChance(men)/10)))
		}
		var idle []string
		for _, a := range t.state.Armies[realm] {
			if a == d || !a.sights() || t.foreseenEnd(a) != at && (!d.march.called || a.At != d.At) {
				continue
			}
			with := []phrase.Arg{army, phrase.Str("other", a.Name.String()), phrase.At("field", at)}
			switch {
			case a == z:
				t.caveat(realm, a.march.at, phrase.P("demon-kills", with...))
			case a.march.at.Line == 0:
				idle = append(idle, a.Name.String())
			default:
				t.caveat(realm, a.march.at, phrase.P("demon-beside", with...))
			}
		}
		t.besideIdle(realm, army, at, idle)
	}
}

// besideIdle warns of the armies without a line that stand with an arch-demon.
func (t *Turn) besideIdle(realm int, demon phrase.Arg, at game.Place, names []string) {
	if len(names) > 0 {
		t.caveat(realm, orders.Position{}, phrase.P("demon-beside", demon, phrase.Str("other", strings.Join(names, ", ")), phrase.At("field", at)))
	}
}

// breakChance is how likely an arch-demon of a strength breaks free, permille.
func (t *Turn) breakChance(men int64) int64 {
	n := &t.tables.Rules
	return min(n.BreakMax, n.BreakChance+n.BreakMore*(men-n.BreakFrom))
}
