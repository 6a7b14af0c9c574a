// Package sight decides who sees what (law 6): how an army looks to a realm (Visible), which fields it watches, and by
// which name it knows an army. Watch records each week of a turn, and Know is the world as one realm knows it, which
// receipts are played over. Nothing in a week's record changes afterwards. Turn, receipt and report all ask here, so
// that they hide the same.
package sight

import (
	"slices"

	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/realm"
)

// Look is how much a realm sees of an army (manual, $A; decision 8).
type Look uint8

// The looks of an army, from the least to the most that is seen.
const (
	Unseen   Look = iota
	Unsigned      // `?.K.M ? 993`
	Signed        // `1.K.M 3 993`
)

// Visible is how the army looks to a realm that looks at its field in this week. It does not ask whether the realm
// does look there. Before week 1 nobody is found by luck, so that the turn uses only what a receipt could know.
func Visible(t *realm.Turn, viewer int, a *realm.Army) Look {
	if a.Realm == viewer {
		return Signed
	}
	base := PlainLook(t, a)
	if base == Signed {
		return Signed
	}
	if a.ExposedTo(viewer) {
		return Signed
	}
	if base == Unseen && Shares(t, viewer, a.At) && found(t, viewer, a) {
		return Unsigned
	}
	return base
}

// PlainLook is how the army looks to strangers without luck. It depends on its flag and, if it hides, on its size
// (T03, "Spionage").
func PlainLook(t *realm.Turn, a *realm.Army) Look {
	switch {
	case a.Realm == 0, a.Flag == realm.Shown:
		return Signed
	case a.Flag == realm.Hidden && a.Men <= t.Row(a).Spy:
		return Unseen
	}
	return Unsigned
}

// found draws whether a realm in the same field as a hidden army finds it this week.
func found(t *realm.Turn, viewer int, a *realm.Army) bool {
	if t.Week < 1 || t.Week > realm.Weeks {
		return false
	}
	u := a.Name.Unit
	return t.Seed.Throw(t.State.Turn, t.Week, "sight", int64(a.At), int64(a.Realm),
		int64(u.Type), int64(u.Class), int64(a.Name.ID), int64(viewer)).Chance(t.Tables.Rules.FindHidden)
}

// Shares reports whether the realm has an army or a building in the field.
func Shares(t *realm.Turn, viewer int, at game.Place) bool {
	f := &t.State.Fields[at]
	return f.Building != nil && int(f.Owner) == viewer || Stands(t, viewer, at)
}

// Stands reports whether an army of the realm, except cargo, is in the field.
func Stands(t *realm.Turn, viewer int, at game.Place) bool {
	return slices.ContainsFunc(t.ArmiesAt(at), func(a *realm.Army) bool { return a.Realm == viewer && a.Sights() })
}

// LooksAt reports whether the realm sees the field: its own land, or a field with an own army or its capital in it or
// beside it.
func LooksAt(t *realm.Turn, viewer int, at game.Place) bool {
	if int(t.State.Fields[at].Owner) == viewer || Stands(t, viewer, at) {
		return true
	}
	for d := game.Direction(1); d <= 6; d++ {
		p := t.Grid.Step(at, d)
		if p != game.Nowhere && (Stands(t, viewer, p) || t.CapitalOf(p) == viewer) {
			return true
		}
	}
	return false
}

// Sees reports whether the realm saw the field when the turn began: its own land, its capital's ring, its armies'
// fields and those around them. What an order is told about another field, and what it may aim at, depends on that
// (law 6), in a receipt as in the turn.
func Sees(t *realm.Turn, number int, p game.Place) bool {
	if t.Receipt != nil {
		return t.Receipt.Clear.Has(p)
	}
	if int(t.State.Fields[p].Owner) == number {
		return true
	}
	began := t.Began
	if began == nil {
		began = t.State
	}
	if t.Saw == nil {
		t.Saw = make([]realm.Places, len(t.State.Realms))
		t.Had = ByOwner(len(began.Realms), len(began.Fields), func(p int) int16 { return began.Fields[p].Owner })
	}
	if t.Saw[number] == nil {
		t.Saw[number] = inSight(began, t.Had[number], t.Tables, number)
	}
	return t.Saw[number].Has(p)
}

// Knows reports whether the realm knew the field's terrain when the turn began.
func Knows(t *realm.Turn, number int, p game.Place) bool {
	if t.Receipt != nil {
		return t.Receipt.Seen.Has(p)
	}
	return t.State.Realms[number].Seen.Has(p) || Sees(t, number, p)
}

// Watchers lists the realms that see the field, sorted.
func Watchers(t *realm.Turn, at game.Place) []int {
	out := make([]int, 0, 8)
	out = append(out, int(t.State.Fields[at].Owner))
	for d := game.Direction(0); d <= 6; d++ {
		p := t.Grid.Step(at, d)
		if p == game.Nowhere {
			continue
		}
		if r := t.CapitalOf(p); r != 0 {
			out = append(out, r)
		}
		for _, a := range t.ArmiesAt(p) {
			if a.Sights() {
				out = append(out, a.Realm)
			}
		}
	}
	return rulekit.Sorted(out)
}
