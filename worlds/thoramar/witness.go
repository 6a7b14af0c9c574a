package thoramar

import (
	"slices"
	"strconv"

	"weltentor/orders/phrase"
)

// naming is by which name a realm knows an army.
type naming uint8

const (
	stranger naming = iota // "?.K.M ?"
	byNumber               // "2.K.M 1"
	itsOwn                 // "K.M 1"
)

// naming is how much of an army a realm makes out.
func (t *Turn) naming(realm int, a *Army) naming {
	switch {
	case a.Realm == realm:
		return itsOwn
	case t.visible(realm, a) == signed:
		return byNumber
	}
	return stranger
}

// nameFor is an army as a realm names it.
func (t *Turn) nameFor(realm int, a *Army) string { return a.called(t.naming(realm, a)) }

// called is what an army is called by who makes out that much of it.
func (a *Army) called(by naming) string {
	var room [16]byte
	switch by {
	case itsOwn:
		return a.Name.String()
	case byNumber:
		return string(a.Name.Append(append(strconv.AppendInt(room[:0], int64(a.Realm), 10), '.')))
	}
	return string(append(room[:0], '?', '.', a.Name.Type, '.', a.Name.Class, ' ', '?'))
}

// witnesses lists who is told of a battle: the realms in it, to whom all in it
// now show their sign, and all that see the field.
func (t *Turn) witnesses(b *battle) []int {
	var involved []int
	for _, side := range b.side {
		for _, f := range side {
			involved = append(involved, f.army.Realm)
		}
	}
	involved = sortedRealms(involved)
	for _, side := range b.side {
		for _, f := range side {
			t.expose(f.body, involved...)
		}
	}
	return sortedRealms(append(involved, t.watchers(b.at)...))
}

// tellBattle tells the witnesses who fought, with men before and after, and how
// it ended; and each army's own realm what became of it.
func (t *Turn) tellBattle(b *battle, told []int, won int, even bool) {
	field := phrase.At("field", b.at)
	t.tell(phrase.P("battle", field), told...)
	for s, code := range [2]string{"battle-attacker", "battle-defender"} {
		side := b.side[s]
		for i, f := range side {
			if i > 0 && side[i-1].body == f.body {
				continue // told with its formation
			}
			before, left := sumOf(side[i:])
			t.tellFighter(f.body, told, code, before, left, side[i:])
		}
	}
	for s := range b.arch {
		if n := b.arch[s].called; n > 0 {
			t.tell(phrase.P("demons-called", field, phrase.Num("men", n)), told...)
		}
	}
	switch {
	case even:
		t.tell(phrase.P("battle-even", field), told...)
	case won == attackers:
		t.tell(phrase.P("battle-attackers-won", field), told...)
	default:
		t.tell(phrase.P("battle-defenders-won", field), told...)
	}
	for _, side := range b.side {
		for i, f := range side {
			army := phrase.Str("army", f.army.Name.String())
			if f.end == retreated || f.end == heldOut {
				if comrade(side[:i], f) != nil {
					continue // told with its formation
				}
				army = phrase.Str("army", f.body.Name.String())
			}
			switch f.end {
			case scattered:
				t.tell(phrase.P(lastOf("scattered", "wiped-out", f.army.Men), army, field, phrase.Num("men", f.army.Men), f.army.Name.kind(f.army.Men)), f.army.Realm)
			case cornered:
				t.tell(phrase.P("cornered", army, field, phrase.Num("men", f.army.Men), f.army.Name.with(f.army.Men)), f.army.Realm)
			case heldOut:
				t.tell(phrase.P("held-out", army, field), f.army.Realm)
			case slain:
				t.tell(phrase.P("slain", army, field), f.army.Realm)
			case vanished:
				t.tell(phrase.P("demon-vanished", army, field), f.army.Realm)
			case retreated:
				t.tell(phrase.P("retreat", army, field, phrase.At("to", f.to)), f.army.Realm)
				t.tellOf(f.body, t.seeRetreat(f, told), "retreat", field, phrase.At("to", f.to))
			}
		}
	}
}

// tellFighter tells of an army, or formation, that fought: its own realm by its men and
// points, all others by heads. The points of priests and sorcerers are nobody's business.
func (t *Turn) tellFighter(body *Army, told []int, code string, before, left int64, side []*fighter) {
	heads, after := before, left
	for _, f := range side {
		if f.body != body {
			break
		}
		if f.army.Name.gifted() {
			heads += 1 - f.before
			if !f.end.fatal() {
				after += 1 - f.army.Men
			}
		}
	}
	for _, r := range told {
		if r == body.Realm && (heads != before || after != left) {
			t.tellOf(body, []int{r}, code, phrase.Num("men", before), phrase.Num("left", left))
			told = slices.DeleteFunc(slices.Clone(told), func(other int) bool { return other == r })
			break
		}
	}
	t.tellOf(body, told, code, phrase.Num("men", heads), phrase.Num("left", after))
}

// seeRetreat lists, of those who saw the fight, the other realms that see where
// the beaten army went.
func (t *Turn) seeRetreat(f *fighter, told []int) []int {
	var out []int
	for _, r := range told {
		if r != f.army.Realm && t.looksAt(r, f.to) && t.visible(r, f.body) != unseen {
			out = append(out, r)
		}
	}
	return out
}

// lastOf is the sentence that speaks of an army's last men, or the one for when
// none are left.
func lastOf(some, none string, men int64) string {
	if men == 0 {
		return none
	}
	return some
}

// sumOf adds up the men, before and after, of the first fighter and those behind
// it that are of the same formation.
func sumOf(side []*fighter) (before, left int64) {
	for _, f := range side {
		if f.body != side[0].body {
			break
		}
		before += f.before
		if !f.end.fatal() {
			left += f.army.Men
		}
	}
	return before, left
}

// tellOf tells realms something about an army, each by the name it knows it by:
// an event for each name, in the order of the first realm that knows it by that.
func (t *Turn) tellOf(a *Army, realms []int, code string, args ...phrase.Arg) {
	var told [itsOwn + 1][]int
	var order []naming
	for _, r := range realms {
		by := t.naming(r, a)
		if told[by] == nil {
			order = append(order, by)
		}
		told[by] = append(told[by], r)
	}
	for _, by := range order {
		t.tell(phrase.P(code, append([]phrase.Arg{phrase.Str("army", a.called(by))}, args...)...), told[by]...)
	}
}
