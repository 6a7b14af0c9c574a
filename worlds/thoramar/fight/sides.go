package fight

import (
	"slices"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
)

// Clash is what happens when two armies of different realms meet.
type Clash uint8

// The ways in which armies meet.
const (
	Passes Clash = iota // partners, or one does not notice the other
	Stops               // peace: a mover stays where it is
	Fights
)

// ClashOf says what happens when the armies meet (decision 7). Partners pass. An unseen army with order V neither
// stops others nor is stopped. A pact, or no attacking order on either side, stops. In all other cases they fight.
func ClashOf(t *realm.Turn, a, b *realm.Army) Clash {
	treaty := t.State.Treaty(a.Realm, b.Realm)
	switch {
	case treaty == realm.Partner, aloof(t, a, b.Realm), aloof(t, b, a.Realm):
		return Passes
	case treaty == realm.Pact, !a.Attacks() && !b.Attacks():
		return Stops
	}
	return Fights
}

// aloof reports whether an army avoids a realm: it is unseen by it, and has no attacking order.
func aloof(t *realm.Turn, a *realm.Army, number int) bool {
	return a.Flag == realm.Hidden && !a.Attacks() && sight.Visible(t, number, a) == sight.Unseen
}

// Foes lists the armies in a field that fight any of the attackers and have no treaty with any of them.
func Foes(t *realm.Turn, side []*Fighter, at game.Place) []*realm.Army {
	var out []*realm.Army
	for _, b := range t.ArmiesAt(at) {
		war, peace := false, false
		for _, f := range side {
			if t.State.Treaty(f.Army.Realm, b.Realm) != realm.NoTreaty {
				peace = true
			} else if ClashOf(t, f.Body, b) == Fights {
				war = true
			}
		}
		if war && !peace {
			out = append(out, b)
		}
	}
	return out
}

// Support lets armies in the field join whose realm or partners are in the fight. They join one side only, and never
// fight anybody with whom they have a treaty. Unseen armies with order V stay out.
func Support(t *realm.Turn, b *Battle) {
	var joins [2][]*realm.Army
	for _, c := range t.ArmiesAt(b.At) {
		if b.has(c) || b.Dir == 0 && c.March.Week == realm.Fought {
			continue // nobody is in two standing fights a week
		}
		for s := range joins {
			if backs(t, c, b.Side[s]) && opposes(t, c, b.Side[1-s]) {
				joins[s] = append(joins[s], c)
			}
		}
	}
	for s := range joins {
		for _, c := range joins[s] {
			b.Join(s, c)
		}
	}
}

// backs reports whether an army's realm is on the side, or a partner of a realm there.
func backs(t *realm.Turn, c *realm.Army, side []*Fighter) bool {
	return slices.ContainsFunc(side, func(f *Fighter) bool {
		return t.State.Treaty(c.Realm, f.Army.Realm) == realm.Partner
	})
}

// opposes reports whether an army may fight all of the side and is noticed by it.
func opposes(t *realm.Turn, c *realm.Army, side []*Fighter) bool {
	return !slices.ContainsFunc(side, func(f *Fighter) bool {
		return t.State.Treaty(c.Realm, f.Army.Realm) != realm.NoTreaty || aloof(t, c, f.Army.Realm)
	})
}
