package fight

import (
	"cmp"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/battlelines"
	"weltentor/worlds/terramagica/realm"
)

// Sides are those who fight in a battle, before it is fought.
type Sides struct {
	Province int
	realm    int // the realm that is attacked
	Armies   [2][]*realm.Army
	Avatar   [2]int // the realm whose avatar fights on the side; 0: none
	targets  []*realm.Army
	apart    []*realm.Army // those who would be on both sides, and so stay out
}

// Intent is an army's wish to attack a realm in its province.
type Intent struct {
	Army  *realm.Army
	Realm int
	lot   int64
}

// mutual reports whether two armies fight side by side: each has the status joint towards the other. Between armies of
// one realm, one of the two is enough (§8).
func mutual(a, b *realm.Army) bool {
	if a.Realm == b.Realm {
		return supports(a, b)
	}
	return a.Towards(b) == realm.Joint && b.Towards(a) == realm.Joint
}

// supports reports whether an army helps another that is attacked.
func supports(a, b *realm.Army) bool {
	return a.Towards(b) == realm.Joint || a.Realm == b.Realm && b.Towards(a) == realm.Joint
}

// Intents lists who wants to attack whom in a province, in an order drawn from the seed. So two separate attackers
// cannot know who comes first.
func Intents(w *War, province int) []Intent {
	var out []Intent
	here := w.In(province)
	for _, a := range here {
		if !w.Able(a) {
			continue
		}
		var realms []int
		for _, b := range here {
			if w.Hostile(a, b) {
				realms = append(realms, b.Realm)
			}
		}
		if owner := w.State.Province(province).Owner; w.ActsOn(a) && owner != a.Realm && w.AvatarAt(owner, province) {
			realms = append(realms, owner)
		}
		slices.Sort(realms)
		for _, r := range slices.Compact(realms) {
			lot := w.turn.Dice(append([]int64{int64(province), int64(r)}, a.Subject()...)...).N(1 << 40)
			out = append(out, Intent{Army: a, Realm: r, lot: lot})
		}
	}
	slices.SortStableFunc(out, func(x, y Intent) int { return cmp.Compare(x.lot, y.lot) })
	return out
}

// Muster gathers both sides of an attack (§8). It returns nil if nobody is left to attack, or if the attacker itself
// supports those it attacks, which it reports.
func Muster(w *War, in Intent) *Sides {
	a := in.Army
	s := &Sides{Province: a.At, realm: in.Realm}
	if !w.Able(a) {
		return nil
	}
	here := slices.DeleteFunc(w.In(a.At), func(b *realm.Army) bool { return !w.present(b) })
	for _, b := range here {
		if b.Realm == in.Realm && w.Hostile(a, b) && !w.met[meeting{a, b}] {
			s.targets = append(s.targets, b)
		}
	}
	storms := w.ActsOn(a) && w.AvatarAt(in.Realm, a.At)
	if len(s.targets) == 0 && (!storms || w.met[meeting{a: a}]) {
		return nil
	}
	s.Armies[battlelines.Attackers] = attackers(w, a, s.targets, storms, here)
	s.Armies[battlelines.Defenders] = defenders(in.Realm, s.targets, storms, here)
	s.part(w)
	if !slices.Contains(s.Armies[battlelines.Attackers], a) {
		w.turn.Tell(phrase.P("stays-out", phrase.Str("army", a.Called())), w.Witnesses(a.At)...)
		return nil
	}
	for side, armies := range s.Armies {
		for _, b := range armies {
			if w.AvatarAt(b.Realm, a.At) {
				s.Avatar[side] = b.Realm
			}
		}
	}
	if w.AvatarAt(in.Realm, a.At) {
		s.Avatar[battlelines.Defenders] = in.Realm
	}
	return s
}

// attackers lists an army and all that fight beside one of the attackers and attack one of the same targets. They must
// not have fought that target yet.
func attackers(w *War, first *realm.Army, targets []*realm.Army, storms bool, here []*realm.Army) []*realm.Army {
	out := []*realm.Army{first}
	for i := 0; i < len(out); i++ {
		for _, b := range here {
			if !w.Able(b) || slices.Contains(out, b) || slices.Contains(targets, b) || !mutual(out[i], b) {
				continue
			}
			same := slices.ContainsFunc(targets, func(c *realm.Army) bool {
				return w.Hostile(b, c) &&
					!w.met[meeting{b, c}]
			})
			if same || storms && w.ActsOn(b) && !w.met[meeting{a: b}] {
				out = append(out, b)
			}
		}
	}
	return out
}

// defenders lists those attacked and all that support one of them. If the province is stormed, it also lists those
// that support its whole realm.
func defenders(whose int, targets []*realm.Army, storms bool, here []*realm.Army) []*realm.Army {
	out := slices.Clone(targets)
	for _, b := range here {
		if b.Routed || slices.Contains(targets, b) {
			continue
		}
		helps := slices.ContainsFunc(targets, func(c *realm.Army) bool { return supports(b, c) })
		if helps || storms && b.Towards(&realm.Army{Realm: whose}) == realm.Joint {
			out = append(out, b)
		}
	}
	return out
}

// part takes out those who would be on both sides, and sorts both sides by realm and name. No realm fights itself: if
// it has an attacker, its armies that would help the attacked stay out (§8.4).
func (s *Sides) part(w *War) {
	att, def := s.Armies[battlelines.Attackers], s.Armies[battlelines.Defenders]
	attacks := make([]bool, len(w.State.Realms))
	for _, a := range att {
		if slices.Contains(def, a) {
			s.apart = append(s.apart, a)
			continue
		}
		attacks[a.Realm] = true
	}
	for _, a := range def {
		if attacks[a.Realm] && !slices.Contains(s.targets, a) && !slices.Contains(s.apart, a) {
			s.apart = append(s.apart, a)
		}
	}
	out := func(list []*realm.Army) []*realm.Army {
		list = slices.DeleteFunc(slices.Clone(list), func(a *realm.Army) bool { return slices.Contains(s.apart, a) })
		slices.SortFunc(list, realm.ByRealm)
		return list
	}
	s.Armies = [2][]*realm.Army{out(att), out(def)}
}
