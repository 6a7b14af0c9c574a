package fight

import (
	"slices"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
)

// Locked reports whether foreign armies keep the realm from building, recruiting and giving land away in a field
// (decision 4.6). They do if the realm sees them, has no treaty with their realms, and they are strong enough to
// conquer. Each counts its men by T03 of its kind. Kinds that cannot conquer count as light warriors, and priests,
// sorcerers and traders do not count.
func Locked(t *realm.Turn, number int, p game.Place) bool { return LockedBut(t, number, p, nil) }

// LockedBut is Locked without the armies of some realms.
func LockedBut(t *realm.Turn, number int, p game.Place, without []int) bool {
	return locked(t, number, p, func(other int) bool {
		return !slices.Contains(without, other) && t.State.Treaty(number, other) == realm.NoTreaty
	})
}

// MayLock reports whether the field would be blocked if all others ended their treaties with the realm. Who is in their
// formations, a receipt does not know.
func MayLock(t *realm.Turn, number int, p game.Place) bool {
	foreign := func(other int) bool { return other != number }
	return locked(t, number, p, foreign) || slices.ContainsFunc(t.ArmiesAt(p), func(b *realm.Army) bool {
		return b.Formation() && foreign(b.Realm)
	})
}

// locked is Locked by the armies of the realms that are foes.
func locked(t *realm.Turn, number int, p game.Place, foe func(int) bool) bool {
	var sum lockSum
	for _, b := range t.ArmiesAt(p) {
		if !foe(b.Realm) || sight.Visible(t, number, b) == sight.Unseen {
			continue
		}
		if !b.Formation() {
			sum.add(lockOf(t, b))
			continue
		}
		for _, m := range t.Crew(b) {
			sum.add(lockOf(t, m))
		}
	}
	return sum.reached()
}

// lockOf is what an army counts towards blocking a field, as the fraction many/of.
func lockOf(t *realm.Turn, a *realm.Army) (many, of int64) {
	switch row := t.Row(a); {
	case a.Name.Gifted() || a.Name.Type == 'H':
		return 0, 1
	case row.Conquer > 0:
		return a.Men, row.Conquer
	default:
		return a.Men * row.Strength, t.Tables.Rules.LockStrength * 10 // Strength is in tenths
	}
}

// lockSum adds up fractions. It adds those with the same denominator before rounding any down.
type lockSum []struct{ many, of int64 }

func (s *lockSum) add(many, of int64) {
	for i := range *s {
		if (*s)[i].of == of {
			(*s)[i].many += many
			return
		}
	}
	*s = append(*s, struct{ many, of int64 }{many, of})
}

// reached reports whether the fractions together are 1 or more, to the millionth.
func (s lockSum) reached() bool {
	var parts int64
	for _, f := range s {
		if f.many >= f.of {
			return true
		}
		parts += f.many * Millionth / f.of
	}
	return parts >= Millionth
}

// Millionth is the unit of small chances: this many make a certainty.
const Millionth = 1_000_000
