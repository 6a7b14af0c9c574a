package turn

import (
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/craft"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
	"weltentor/worlds/thoramar/tables"
)

// doubtArchDemons warns of arch-demons that may break free when the turn ends, as craft.BreakFree has it after they
// have faded. It says how likely that is, and names each own army in a field with one then. Free ones plunder and
// attack whom they meet, and their sorcerer dies at once. One summoned now may be free before week 1, so those in its
// field are in danger as it appears. That chance is in its sorcerer's line.
func doubtArchDemons(t *realm.Turn, number int) {
	n := &t.Tables.Rules
	for _, d := range t.State.OfType(number, 'D') {
		z, men := t.State.Army(number, d.Master), d.Men
		if !d.March.Called {
			men -= n.FadeArch
		}
		if d.Name.Unit != tables.ArchDemon || z == nil || men < n.BreakFrom {
			continue
		}
		army, at := phrase.Str("army", d.Name.String()), foreseenEnd(t, d)
		if !d.March.Called {
			t.Caveat(number, d.March.At,
				phrase.P("demon-may-break", army, phrase.Num("percent", craft.BreakChance(t, men)/10)))
		}
		var idle []string
		for _, a := range t.State.Armies[number] {
			if a == d || !a.Sights() || foreseenEnd(t, a) != at && (!d.March.Called || a.At != d.At) {
				continue
			}
			with := []phrase.Arg{army, phrase.Str("other", a.Name.String()), phrase.At("field", at)}
			switch {
			case a == z:
				t.Caveat(number, a.March.At, phrase.P("demon-kills", with...))
			case a.March.At.Line == 0:
				idle = append(idle, a.Name.String())
			default:
				t.Caveat(number, a.March.At, phrase.P("demon-beside", with...))
			}
		}
		if len(idle) > 0 {
			t.Caveat(number, orders.Position{},
				phrase.P("demon-beside", army, phrase.Str("other", strings.Join(idle, ", ")), phrase.At("field", at)))
		}
	}
}

// doubtIdle warns of sorcerers and demons without a line, as doubts does of those with one.
func doubtIdle(t *realm.Turn, number int) {
	for _, a := range t.State.Armies[number] {
		if a.March.At.Line == 0 {
			craft.DoubtPoints(t, a)
			doubtHold(t, a)
		}
	}
}

// doubtHold warns if a demon and its sorcerer will be out of reach of each other, as far as both plans can be foreseen,
// or if the sorcerer destroys itself.
func doubtHold(t *realm.Turn, d *realm.Army) {
	z := t.State.Army(d.Realm, d.Master)
	if t.Receipt == nil || d.Name.Type != 'D' || z == nil {
		return
	}
	other := phrase.Str("other", z.Name.String())
	if at := foreseenEnd(t, d); z.March.Shatters() {
		t.CaveatArmy(d, "demon-orphaned", other)
	} else if t.Grid.Distance(at, foreseenEnd(t, z)) > t.Tables.Rules.HoldReach {
		t.CaveatArmy(d, "demon-strays", phrase.At("field", at), other)
	}
}

// foreseenEnd is where an army's plan leads, as far as it can be foreseen, and at most one step into land that the
// realm has never seen.
func foreseenEnd(t *realm.Turn, a *realm.Army) game.Place {
	w := walkOf(t, a)
	if w.end == "forecast-unknown" {
		return w.next
	}
	return w.at
}

// doubtUnhurt names the foreign arch-demons that armies of the realm are beside, or will meet, and cannot hurt, since
// no priest is with them. The warning is in the line of the army that will meet one; otherwise it is alone. It comes
// once for each demon.
func doubtUnhurt(t *realm.Turn, number int) {
	for d := range t.State.EachArmy {
		if d.Name.Unit == tables.ArchDemon && d.Sights() && t.State.Treaty(number, d.Realm) == realm.NoTreaty {
			doubtUnhurtBy(t, number, d)
		}
	}
}

func doubtUnhurtBy(t *realm.Turn, number int, d *realm.Army) {
	what := phrase.P("arch-unhurt", phrase.Str("army", sight.NameFor(t, number, d)), phrase.At("field", d.At))
	beside, said := false, false
	for _, a := range t.State.Armies[number] {
		if a.Name.Gifted() || a.Name.Type == 'D' || a.Name.Type == 'M' || !a.Sights() {
			continue
		}
		if m := a.March; m.At.Line > 0 && !m.Beyond && m.Plan.Steps(0) {
			if w := walkOf(t, a); w.next == d.At && (w.end == fightsThere || w.end == attackedThere) {
				if !prayedFor(t, a, true) {
					t.Caveat(number, m.At, what)
					said = true
				}
				continue
			}
		}
		beside = beside || t.Grid.Distance(a.At, d.At) <= 1 && !prayedFor(t, a, false)
	}
	if beside && !said {
		t.Caveat(number, orders.Position{}, what)
	}
}

// prayedFor reports whether an army is accompanied by a priest that makes its men hold against demons: a P.K, or on
// the realm's own land a P.H. One of the realm's own must have the same steps and an order to attack, to be there with
// it.
func prayedFor(t *realm.Turn, a *realm.Army, away bool) bool {
	for p := range t.State.EachArmy {
		if p.Name.Type != 'P' || p.At != a.At || p.Men < t.Tables.Rules.WarPriestPoints ||
			t.State.Treaty(a.Realm, p.Realm) != realm.Partner {
			continue
		}
		along := !away || p.Realm != a.Realm || p.March.Plan == a.March.Plan && p.Attacks()
		if along && (p.Name.Class == 'K' || !away && int(t.Field(a.At).Owner) == p.Realm) {
			return true
		}
	}
	return false
}
