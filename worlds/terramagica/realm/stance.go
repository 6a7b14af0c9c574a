package realm

import (
	"slices"
	"strconv"

	"weltentor/orders/phrase"
)

// Own stands for the realm that orders, where an order names no realm.
const Own = -1

// Target is whom a status is for: an army, or with an empty name all of a realm.
type Target struct {
	Realm int // Own, or a number; 0 is nobody's
	Army  string
}

// Stance is the kind of a status towards another army.
type Stance string

// The stances; none is "no special status".
const (
	NoStance Stance = ""
	Joint    Stance = "joint"  // fights beside it
	Hostile  Stance = "attack" // attacks it
)

// Key names the sentence that names the stance.
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

// Shown is a target as its realm reads it: own armies by name, others with their realm.
func (t Target) Shown(whose int) phrase.Arg {
	if t.Realm == whose {
		t.Realm = Own
	}
	return phrase.Str("target", string(t.Append(nil)))
}

// Set puts a stance among an army's statuses, which stand by realm and army; what
// is said of a whole realm is one of them. That there is none towards a foreign
// army by name is kept too: it goes before what is said of its realm (§8.1).
func (a *Army) Set(target Target, stance Stance) {
	one := Status{Target: target, Stance: stance}
	a.Statuses = slices.DeleteFunc(a.Statuses, func(s Status) bool { return ByTarget(s, one) == 0 })
	if stance == NoStance && (target.Army == "" || target.Realm == a.Realm) {
		return
	}
	a.Statuses = append(a.Statuses, one)
	slices.SortFunc(a.Statuses, ByTarget)
}
