package terramagica

import (
	"cmp"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/rows"
)

// sides is who fights in a battle, before it is fought.
type sides struct {
	province int
	realm    int // who is attacked
	armies   [2][]*Army
	avatar   [2]int // the realm whose avatar fights on the side, 0 none
	targets  []*Army
	apart    []*Army // would stand on both sides, and so stay out
}

// intent is an army's wish to attack a realm where it stands.
type intent struct {
	army  *Army
	realm int
	lot   int64
}

// mutual tells whether two armies fight side by side: each has the status joint
// towards the other; among armies of one realm one of them is enough (§8).
func mutual(a, b *Army) bool {
	if a.Realm == b.Realm {
		return supports(a, b)
	}
	return a.towards(b) == Joint && b.towards(a) == Joint
}

// supports tells whether an army helps another that is attacked.
func supports(a, b *Army) bool {
	return a.towards(b) == Joint || a.Realm == b.Realm && b.towards(a) == Joint
}

// intents lists who wants to attack whom in a province, in an order drawn from
// the seed: two who attack on their own cannot know who comes first.
func wishes(w *war, province int) []intent {
	var out []intent
	here := w.in(province)
	for _, a := range here {
		if !w.able(a) {
			continue
		}
		var realms []int
		for _, b := range here {
			if w.hostile(a, b) {
				realms = append(realms, b.Realm)
			}
		}
		if owner := w.State.province(province).Owner; w.actsOn(a) && owner != a.Realm && w.avatarAt(owner, province) {
			realms = append(realms, owner)
		}
		slices.Sort(realms)
		for _, r := range slices.Compact(realms) {
			lot := w.turn.Dice(append([]int64{int64(province), int64(r)}, a.subject()...)...).N(1 << 40)
			out = append(out, intent{army: a, realm: r, lot: lot})
		}
	}
	slices.SortStableFunc(out, func(x, y intent) int { return cmp.Compare(x.lot, y.lot) })
	return out
}

// muster gathers both sides of an attack (§8): nil if nobody is left to attack,
// or the attacker itself stands by those it attacks, which is told.
func muster(w *war, in intent) *sides {
	a := in.army
	s := &sides{province: a.At, realm: in.realm}
	if !w.able(a) {
		return nil
	}
	here := slices.DeleteFunc(w.in(a.At), func(b *Army) bool { return !w.present(b) })
	for _, b := range here {
		if b.Realm == in.realm && w.hostile(a, b) && !w.met[meeting{a, b}] {
			s.targets = append(s.targets, b)
		}
	}
	storms := w.actsOn(a) && w.avatarAt(in.realm, a.At)
	if len(s.targets) == 0 && (!storms || w.met[meeting{a: a}]) {
		return nil
	}
	s.armies[rows.Attackers] = attackers(w, a, s.targets, storms, here)
	s.armies[rows.Defenders] = defenders(in.realm, s.targets, storms, here)
	s.part(w)
	if !slices.Contains(s.armies[rows.Attackers], a) {
		w.turn.Tell(phrase.P("stays-out", phrase.Str("army", a.called())), w.witnesses(a.At)...)
		return nil
	}
	for side, armies := range s.armies {
		for _, b := range armies {
			if w.avatarAt(b.Realm, a.At) {
				s.avatar[side] = b.Realm
			}
		}
	}
	if w.avatarAt(in.realm, a.At) {
		s.avatar[rows.Defenders] = in.realm
	}
	return s
}

// attackers are an army and all who are bound to one of the attackers in mutual
// support and attack one of the same targets, which they have not fought yet.
func attackers(w *war, first *Army, targets []*Army, storms bool, here []*Army) []*Army {
	out := []*Army{first}
	for i := 0; i < len(out); i++ {
		for _, b := range here {
			if !w.able(b) || slices.Contains(out, b) || slices.Contains(targets, b) || !mutual(out[i], b) {
				continue
			}
			same := slices.ContainsFunc(targets, func(c *Army) bool { return w.hostile(b, c) && !w.met[meeting{b, c}] })
			if same || storms && w.actsOn(b) && !w.met[meeting{a: b}] {
				out = append(out, b)
			}
		}
	}
	return out
}

// defenders are those attacked and all who support one of them; where the
// province is stormed, also those who support its whole realm.
func defenders(whose int, targets []*Army, storms bool, here []*Army) []*Army {
	out := slices.Clone(targets)
	for _, b := range here {
		if b.Routed || slices.Contains(targets, b) {
			continue
		}
		helps := slices.ContainsFunc(targets, func(c *Army) bool { return supports(b, c) })
		if helps || storms && b.towards(&Army{Realm: whose}) == Joint {
			out = append(out, b)
		}
	}
	return out
}

// part takes out who would stand on both sides, and puts both in order of realm
// and name. No realm fights itself: where it has an attacker, its armies that would
// help the attacked stay out (§8.4).
func (s *sides) part(w *war) {
	att, def := s.armies[rows.Attackers], s.armies[rows.Defenders]
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
	out := func(list []*Army) []*Army {
		list = slices.DeleteFunc(slices.Clone(list), func(a *Army) bool { return slices.Contains(s.apart, a) })
		slices.SortFunc(list, byRealm)
		return list
	}
	s.armies = [2][]*Army{out(att), out(def)}
}
