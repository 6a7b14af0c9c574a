package fight

import (
	"cmp"
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
	"weltentor/worlds/thoramar/tables"
)

// witnesses lists who is told about a battle: the realms in it, to which all in it now show their sign, and all that
// see the field.
func witnesses(t *realm.Turn, b *Battle) []int {
	var involved []int
	for f := range b.all {
		involved = append(involved, f.Army.Realm)
	}
	involved = rulekit.Sorted(involved)
	for f := range b.all {
		t.Expose(f.Body, involved...)
	}
	return rulekit.Sorted(append(involved, sight.Watchers(t, b.At)...))
}

// outcomeOf is the key of the sentence that says how a fight ended.
func outcomeOf(won int, even, vain bool) string {
	switch {
	case vain:
		return "battle-vain"
	case even:
		return "battle-even"
	case won == Attackers:
		return "battle-attackers-won"
	}
	return "battle-defenders-won"
}

// tellBattle tells the witnesses who fought, by realm, kind and number, with men before and after, and how it ended.
// Each army's own realm is told what happened to it. If the armies were in one field already, the side of the first of
// them comes first, whoever attacked.
func tellBattle(t *realm.Turn, b *Battle, told []int, outcome string) {
	field := phrase.At("field", b.At)
	t.Tell(phrase.P("battle", field), told...)
	var listed [2][]*Fighter
	for s, side := range b.Side { // the members of a formation stay together, in its place
		listed[s] = slices.Clone(side)
		slices.SortStableFunc(listed[s], byRoll)
	}
	order := [2]int{Attackers, Defenders}
	if b.Dir == 0 && byRoll(listed[Defenders][0], listed[Attackers][0]) < 0 {
		order = [2]int{Defenders, Attackers}
	}
	codes := [2]string{"battle-attacker", "battle-defender"}
	for _, s := range order {
		side := listed[s]
		for i, f := range side {
			if i > 0 && side[i-1].Body == f.Body {
				continue // reported with its formation
			}
			tellFighter(t, side[i:], told, codes[s])
		}
	}
	for _, s := range order {
		if n := b.arch[s].called; n > 0 {
			t.Tell(phrase.P("demons-called", field, phrase.Num("men", n), phrase.Num("n", b.arch[s].many)), told...)
		}
	}
	t.Tell(phrase.P(outcome, field), told...)
	for _, s := range order {
		tellEnds(t, b, listed[s], told)
	}
}

// byRoll compares fighters by realm and, as reports list them, by kind and number of the army in the field that stands
// for them.
func byRoll(f, g *Fighter) int {
	a, b := f.Body, g.Body
	kind := func(a *realm.Army) int { return strings.IndexByte(tables.Types, a.Name.Type) }
	return cmp.Or(a.Realm-b.Realm, kind(a)-kind(b), a.Name.Compare(b.Name))
}

// tellEnds tells the realms of a side what happened to their armies, and those who see it where the beaten went.
func tellEnds(t *realm.Turn, b *Battle, side []*Fighter, told []int) {
	field := phrase.At("field", b.At)
	for i, f := range side {
		a := f.Army
		if f.end == retreated || f.end == heldOut {
			if Comrade(side[:i], f) != nil {
				continue // reported with its formation
			}
			a = f.Body
		}
		switch f.end {
		case scattered:
			t.TellArmy(a, LastOf("scattered", "wiped-out", a.Men), field, phrase.Num("men", a.Men),
				realm.Kind(a.Name.Unit, a.Men))
		case cornered:
			t.TellArmy(a, "cornered", field, phrase.Num("men", a.Men), realm.With(a.Name.Unit, a.Men))
		case heldOut:
			t.TellArmy(a, "held-out", field)
		case slain:
			t.TellArmy(a, "slain", field)
		case vanished:
			t.TellArmy(a, "demon-vanished", field)
		case retreated:
			t.TellArmy(a, "retreat", field, phrase.At("to", f.to))
			TellOf(t, f.Body, seeRetreat(t, f, told), "retreat", field, phrase.At("to", f.to))
		}
	}
}

// tellUnhurt tells each realm, once a turn, about an arch-demon that its men fought and could not hurt.
func tellUnhurt(t *realm.Turn, b *Battle) {
	for s, side := range b.Side {
		for _, f := range side {
			if !f.immune {
				continue
			}
			var whose []int
			for _, g := range b.Side[1-s] {
				if soldier(g) && g.Army.Realm != 0 && !slices.Contains(f.Army.March.Unhurt, int16(g.Army.Realm)) {
					whose = append(whose, g.Army.Realm)
				}
			}
			for _, r := range rulekit.Sorted(whose) {
				f.Army.March.Unhurt = append(f.Army.March.Unhurt, int16(r))
				TellOf(t, f.Army, []int{r}, "arch-unhurt", phrase.At("field", b.At))
			}
		}
	}
}

// tellFighter reports the first army of a side, or the formation that it is in, with the men before and after the fight:
// to its own realm by its men and points, to all others by heads. The points of priests and sorcerers are secret.
func tellFighter(t *realm.Turn, side []*Fighter, told []int, code string) {
	body := side[0].Body
	var before, left, heads, after int64
	for _, f := range side {
		if f.Body != body {
			break
		}
		was, is, one := f.before, f.Army.Men, int64(1)
		if f.end.fatal() {
			is, one = 0, 0
		}
		before, left = before+was, left+is
		if !soldier(f) {
			was, is = 1, one
		}
		heads, after = heads+was, after+is
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

// seeRetreat lists those of the witnesses, except the army's realm, that see where the beaten army went.
func seeRetreat(t *realm.Turn, f *Fighter, told []int) []int {
	return slices.DeleteFunc(slices.Clone(told), func(r int) bool {
		return r == f.Army.Realm || !sight.LooksAt(t, r, f.to) || sight.Visible(t, r, f.Body) == sight.Unseen
	})
}

// LastOf is the key of the sentence about an army's last men, or of the one used if none are left.
func LastOf(some, none string, men int64) string {
	if men == 0 {
		return none
	}
	return some
}

// TellOf tells realms something about an army, each by the name it knows. There is an event for each name, in the
// order of the first realm that knows that name.
func TellOf(t *realm.Turn, a *realm.Army, realms []int, code string, args ...phrase.Arg) {
	var rooms [sight.ItsOwn + 1][8]int
	var told [len(rooms)][]int
	order := make([]sight.Naming, 0, len(rooms))
	for _, r := range realms {
		by := sight.NamingFor(t, r, a)
		if told[by] == nil {
			order, told[by] = append(order, by), rooms[by][:0]
		}
		told[by] = append(told[by], r)
	}
	var name [16]byte
	for _, by := range order {
		all := [8]phrase.Arg{phrase.Str("army", string(sight.AppendCalled(name[:0], a, by)))} // Tell keeps nothing
		t.Tell(phrase.P(code, append(all[:1], args...)...), told[by]...)
	}
}
