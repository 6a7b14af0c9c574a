package fight

import (
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
)

// witnesses lists who is told of a battle: the realms in it, to whom all in it
// now show their sign, and all that see the field.
func witnesses(t *realm.Turn, b *Battle) []int {
	var involved []int
	for _, side := range b.Side {
		for _, f := range side {
			involved = append(involved, f.Army.Realm)
		}
	}
	involved = frame.Sorted(involved)
	for _, side := range b.Side {
		for _, f := range side {
			t.Expose(f.Body, involved...)
		}
	}
	return frame.Sorted(append(involved, sight.Watchers(t, b.At)...))
}

// tellBattle tells the witnesses who fought, with men before and after, and how
// it ended; and each army's own realm what became of it.
func tellBattle(t *realm.Turn, b *Battle, told []int, won int, even bool) {
	field := phrase.At("field", b.At)
	t.Tell(phrase.P("battle", field), told...)
	for s, code := range [2]string{"battle-attacker", "battle-defender"} {
		side := b.Side[s]
		for i, f := range side {
			if i > 0 && side[i-1].Body == f.Body {
				continue // told with its formation
			}
			before, left := sumOf(side[i:])
			tellFighter(t, f.Body, told, code, before, left, side[i:])
		}
	}
	for s := range b.arch {
		if n := b.arch[s].called; n > 0 {
			t.Tell(phrase.P("demons-called", field, phrase.Num("men", n)), told...)
		}
	}
	switch {
	case even:
		t.Tell(phrase.P("battle-even", field), told...)
	case won == Attackers:
		t.Tell(phrase.P("battle-attackers-won", field), told...)
	default:
		t.Tell(phrase.P("battle-defenders-won", field), told...)
	}
	for _, side := range b.Side {
		for i, f := range side {
			army := phrase.Str("army", f.Army.Name.String())
			if f.end == retreated || f.end == heldOut {
				if Comrade(side[:i], f) != nil {
					continue // told with its formation
				}
				army = phrase.Str("army", f.Body.Name.String())
			}
			switch f.end {
			case scattered:
				t.Tell(phrase.P(LastOf("scattered", "wiped-out", f.Army.Men), army, field,
					phrase.Num("men", f.Army.Men), realm.Kind(f.Army.Name.Unit, f.Army.Men)), f.Army.Realm)
			case cornered:
				t.Tell(phrase.P("cornered", army, field, phrase.Num("men", f.Army.Men),
					realm.With(f.Army.Name.Unit, f.Army.Men)), f.Army.Realm)
			case heldOut:
				t.Tell(phrase.P("held-out", army, field), f.Army.Realm)
			case slain:
				t.Tell(phrase.P("slain", army, field), f.Army.Realm)
			case vanished:
				t.Tell(phrase.P("demon-vanished", army, field), f.Army.Realm)
			case retreated:
				t.Tell(phrase.P("retreat", army, field, phrase.At("to", f.to)), f.Army.Realm)
				TellOf(t, f.Body, seeRetreat(t, f, told), "retreat", field, phrase.At("to", f.to))
			}
		}
	}
}

// tellFighter tells of an army, or formation, that fought: its own realm by its men and
// points, all others by heads. The points of priests and sorcerers are nobody's business.
func tellFighter(t *realm.Turn, body *realm.Army, told []int, code string, before, left int64, side []*Fighter) {
	heads, after := before, left
	for _, f := range side {
		if f.Body != body {
			break
		}
		if f.Army.Name.Gifted() {
			heads += 1 - f.before
			if !f.end.fatal() {
				after += 1 - f.Army.Men
			}
		}
	}
	for _, r := range told {
		if r == body.Realm && (heads != before || after != left) {
			TellOf(t, body, []int{r}, code, phrase.Num("men", before), phrase.Num("left", left))
			told = slices.DeleteFunc(slices.Clone(told), func(other int) bool { return other == r })
			break
		}
	}
	TellOf(t, body, told, code, phrase.Num("men", heads), phrase.Num("left", after))
}

// seeRetreat lists, of those who saw the fight, the other realms that see where
// the beaten army went.
func seeRetreat(t *realm.Turn, f *Fighter, told []int) []int {
	var out []int
	for _, r := range told {
		if r != f.Army.Realm && sight.LooksAt(t, r, f.to) && sight.Visible(t, r, f.Body) != sight.Unseen {
			out = append(out, r)
		}
	}
	return out
}

// LastOf is the sentence that speaks of an army's last men, or the one for when
// none are left.
func LastOf(some, none string, men int64) string {
	if men == 0 {
		return none
	}
	return some
}

// sumOf adds up the men, before and after, of the first fighter and those behind
// it that are of the same formation.
func sumOf(side []*Fighter) (before, left int64) {
	for _, f := range side {
		if f.Body != side[0].Body {
			break
		}
		before += f.before
		if !f.end.fatal() {
			left += f.Army.Men
		}
	}
	return before, left
}

// TellOf tells realms something about an army, each by the name it knows it by:
// an event for each name, in the order of the first realm that knows it by that.
func TellOf(t *realm.Turn, a *realm.Army, realms []int, code string, args ...phrase.Arg) {
	var told [sight.ItsOwn + 1][]int
	var order []sight.Naming
	for _, r := range realms {
		by := sight.NamingFor(t, r, a)
		if told[by] == nil {
			order = append(order, by)
		}
		told[by] = append(told[by], r)
	}
	for _, by := range order {
		t.Tell(phrase.P(code, append([]phrase.Arg{phrase.Str("army", sight.Called(a, by))}, args...)...), told[by]...)
	}
}
