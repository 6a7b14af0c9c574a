package terramagica

import (
	"cmp"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/rows"
)

// meeting is that two armies fought each other this week; without b, that an army
// fought the avatar of the province.
type meeting struct{ a, b *Army }

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

// able tells whether an army can still fight on its own account this week.
func (t *war) able(a *Army) bool { return !a.Routed && t.present(a) }

// present tells whether an army has not been beaten this week.
func (t *war) present(a *Army) bool { return len(a.Stacks) > 0 && !t.fled[a] }

// hostile tells whether an army attacks another: by its status, or because it is
// about to take or plunder that one's province.
func (t *war) hostile(a, b *Army) bool {
	if a.Realm == b.Realm {
		return false
	}
	return a.towards(b) == Hostile || t.actsOn(a) && t.state.province(a.At).Owner == b.Realm
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
func (t *turn) intents(province int) []intent {
	var out []intent
	here := t.in(province)
	for _, a := range here {
		if !t.able(a) {
			continue
		}
		var realms []int
		for _, b := range here {
			if t.hostile(a, b) {
				realms = append(realms, b.Realm)
			}
		}
		if owner := t.state.province(province).Owner; t.actsOn(a) && owner != a.Realm && t.avatarAt(owner, province) {
			realms = append(realms, owner)
		}
		slices.Sort(realms)
		for _, r := range slices.Compact(realms) {
			lot := t.Dice(append([]int64{int64(province), int64(r)}, a.subject()...)...).N(1 << 40)
			out = append(out, intent{army: a, realm: r, lot: lot})
		}
	}
	slices.SortStableFunc(out, func(x, y intent) int { return cmp.Compare(x.lot, y.lot) })
	return out
}

// avatarAt tells whether a realm's avatar can appear in a province: its home,
// and the avatar has not been beaten this week.
func (t *board) avatarAt(realm, province int) bool {
	return realm > 0 && t.state.Realms[realm].Home == province && t.avatars[realm] > 0
}

// muster gathers both sides of an attack (§8): nil if nobody is left to attack,
// or the attacker itself stands by those it attacks, which is told.
func (t *turn) muster(in intent) *sides {
	a := in.army
	s := &sides{province: a.At, realm: in.realm}
	if !t.able(a) {
		return nil
	}
	here := slices.DeleteFunc(t.in(a.At), func(b *Army) bool { return !t.present(b) })
	for _, b := range here {
		if b.Realm == in.realm && t.hostile(a, b) && !t.met[meeting{a, b}] {
			s.targets = append(s.targets, b)
		}
	}
	storms := t.actsOn(a) && t.avatarAt(in.realm, a.At)
	if len(s.targets) == 0 && (!storms || t.met[meeting{a: a}]) {
		return nil
	}
	s.armies[rows.Attackers] = t.attackers(a, s.targets, storms, here)
	s.armies[rows.Defenders] = defenders(in.realm, s.targets, storms, here)
	s.part(t)
	if !slices.Contains(s.armies[rows.Attackers], a) {
		t.Tell(phrase.P("stays-out", phrase.Str("army", a.called())), t.witnesses(a.At)...)
		return nil
	}
	for side, armies := range s.armies {
		for _, b := range armies {
			if t.avatarAt(b.Realm, a.At) {
				s.avatar[side] = b.Realm
			}
		}
	}
	if t.avatarAt(in.realm, a.At) {
		s.avatar[rows.Defenders] = in.realm
	}
	return s
}

// attackers are an army and all who are bound to one of the attackers in mutual
// support and attack one of the same targets, which they have not fought yet.
func (t *war) attackers(first *Army, targets []*Army, storms bool, here []*Army) []*Army {
	out := []*Army{first}
	for i := 0; i < len(out); i++ {
		for _, b := range here {
			if !t.able(b) || slices.Contains(out, b) || slices.Contains(targets, b) || !mutual(out[i], b) {
				continue
			}
			same := slices.ContainsFunc(targets, func(c *Army) bool { return t.hostile(b, c) && !t.met[meeting{b, c}] })
			if same || storms && t.actsOn(b) && !t.met[meeting{a: b}] {
				out = append(out, b)
			}
		}
	}
	return out
}

// defenders are those attacked and all who support one of them; where the
// province is stormed, also those who support its whole realm.
func defenders(realm int, targets []*Army, storms bool, here []*Army) []*Army {
	out := slices.Clone(targets)
	for _, b := range here {
		if b.Routed || slices.Contains(targets, b) {
			continue
		}
		helps := slices.ContainsFunc(targets, func(c *Army) bool { return supports(b, c) })
		if helps || storms && b.towards(&Army{Realm: realm}) == Joint {
			out = append(out, b)
		}
	}
	return out
}

// part takes out who would stand on both sides, and puts both in order of realm
// and name. No realm fights itself: where it has an attacker, its armies that would
// help the attacked stay out (§8.4).
func (s *sides) part(t *turn) {
	att, def := s.armies[rows.Attackers], s.armies[rows.Defenders]
	attacks := make([]bool, len(t.state.Realms))
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
