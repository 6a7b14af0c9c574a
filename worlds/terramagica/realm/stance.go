package realm

import (
	"slices"
	"strconv"

	"weltentor/orders/phrase"
)

// Own is the realm of a target in an order that names no realm: the one that orders.
const Own = -1

// Target is whom a status is about: an army, or all armies of a realm if the name is empty.
type Target struct {
	Realm int // Own, or a number; 0: unowned
	Army  string
}

// Stance is how an army behaves to another.
type Stance string

// The stances. NoStance means "no special status".
const (
	NoStance Stance = ""
	Joint    Stance = "joint"  // fights beside it
	Hostile  Stance = "attack" // attacks it
)

// Key is the key of the sentence that names the stance.
func (s Stance) Key() string {
	if s == NoStance {
		return "stance.none"
	}
	return "stance." + string(s)
}

// Append writes `7.Suedheer`, `Suedheer` or `7`.
func (t Target) Append(dst []byte) []byte {
	if t.Realm != Own {
		dst = strconv.AppendInt(dst, int64(t.Realm), 10)
		if t.Army == "" {
			return dst
		}
		dst = append(dst, '.')
	}
	return append(dst, t.Army...)
}

// Shown is a target as a realm reads it: its own armies by name, others with their realm.
func (t Target) Shown(whose int) phrase.Arg {
	if t.Realm == whose {
		t.Realm = Own
	}
	return phrase.Str("target", string(t.Append(nil)))
}

// Set puts a stance among an army's statuses, which are sorted by realm and army. A stance towards a whole realm is
// one of them. NoStance towards a named foreign army is kept too, since it overrides the stance towards its realm
// (§8.1).
func (a *Army) Set(target Target, stance Stance) {
	one := Status{Target: target, Stance: stance}
	a.Statuses = slices.DeleteFunc(a.Statuses, func(s Status) bool { return ByTarget(s, one) == 0 })
	if stance == NoStance && (target.Army == "" || target.Realm == a.Realm) {
		return
	}
	a.Statuses = append(a.Statuses, one)
	slices.SortFunc(a.Statuses, ByTarget)
}
