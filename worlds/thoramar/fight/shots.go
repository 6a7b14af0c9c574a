package fight

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
	"weltentor/worlds/thoramar/tables"
)

// Volley is the shots of a week. From the previous week only its memory is used.
type Volley struct {
	tracts realm.Tracts
	list   []*realm.Army
	apart  bool // no shot affects anybody in another field
}

// Shots lets ranged weapons shoot (manual, "Fernkampfwaffen"; decision 7), by initiative, as armies of one realm share
// its treasury. It uses as many lanes as the turn has, if they pay. In the first week it reports whose order to attack
// has no effect because they move.
func (v *Volley) Shots(t *realm.Turn) {
	v.list, v.apart = v.list[:0], true
	for _, a := range realm.Chosen(t, func(a *realm.Army) bool { return a.Ranged() || a.Name.Type == 'Z' }) {
		switch {
		case !a.Ranged():
			v.apart = v.apart && !(a.Cargo() && realm.HoldsDemons(t, a)) // if it drowns, they are free
		case shoots(t, a):
			v.list = append(v.list, a)
		case t.Week == 1 && a.March.Command == realm.Attack && !a.Attacks():
			t.TellArmy(a, "ranged-moving")
		}
	}
	lanes, in := 1, []uint8(nil)
	if v.apart && realm.LanesPay(t, len(v.list)) {
		v.join(t)
		lanes, in = v.tracts.Share(t, v.list)
	}
	t.TakeTurns(v.list, lanes, in, func(t *realm.Turn, a *realm.Army) {
		if a.Gone() {
			return
		}
		if body := Target(t, a); body != nil {
			shoot(t, a, body, mark(t, body))
		}
	})
}

// join joins into tracts what shots may change and where they look. That is the field from which an army shoots, the
// neighbours with somebody in them, and the fields of all whose shots its realm pays for.
func (v *Volley) join(t *realm.Turn) {
	v.tracts.Clear(len(t.State.Fields))
	var first *realm.Army // of its realm; a realm's armies are next to each other
	for _, a := range v.list {
		if first == nil || first.Realm != a.Realm {
			first = a
		}
		v.tracts.Join(a.At, first.At)
		for d := game.Direction(1); d <= 6; d++ {
			if p := t.Grid.Step(a.At, d); len(t.ArmiesAt(p)) > 0 {
				v.tracts.Join(a.At, p)
			}
		}
	}
}

// shoots reports whether the army shoots this week if it finds a target. It needs order A, must be alone in the field,
// must not have moved this turn, not even by a retreat, and not have fought this week.
func shoots(t *realm.Turn, a *realm.Army) bool {
	m := a.March
	return m.Command == realm.Attack && a.Attacks() && a.Sights() && m.Arrived == 0 && m.Week != realm.Fought
}

// Target is the strongest enemy that the army's realm sees in a neighbouring field (decision 7), of equally strong
// ones the first by direction, realm and name. Priests, sorcerers and arch-demons cannot be hit. Nor can an army so
// small that the share that may fall is less than one man.
func Target(t *realm.Turn, a *realm.Army) *realm.Army {
	var best *realm.Army
	var most int64
	for d := game.Direction(1); d <= 6; d++ {
		for _, b := range t.ArmiesAt(t.Grid.Step(a.At, d)) {
			if mark(t, b) == nil || t.State.Treaty(a.Realm, b.Realm) != realm.NoTreaty ||
				sight.Visible(t, a.Realm, b) == sight.Unseen {
				continue
			}
			if power := might(t, b); best == nil || power > most {
				best, most = b, power
			}
		}
	}
	return best
}

// mark is what a shot at an army in a field hits: the army itself, or of a formation its strongest member. It is nil
// if none of them can be hurt.
func mark(t *realm.Turn, body *realm.Army) *realm.Army {
	crew := []*realm.Army{body}
	if body.Formation() {
		crew = t.Crew(body)
	}
	var best *realm.Army
	for _, m := range crew {
		if hittable(t, m) && (best == nil || might(t, m) > might(t, best)) {
			best = m
		}
	}
	return best
}

// hittable reports whether a shot can hurt the army.
func hittable(t *realm.Turn, a *realm.Army) bool {
	row := t.Row(a)
	return a.Name.Type != 'P' && a.Name.Type != 'Z' && a.Name.Unit != (tables.Unit{Type: 'D', Class: 'E'}) &&
		row.Strength > 0 && a.Men*t.Tables.Rules.ShotShare >= 1000
}

// might is an army's strength in the open, in thousandths of a light warrior. A formation's is that of all its
// members.
func might(t *realm.Turn, a *realm.Army) int64 {
	if a.Formation() {
		var sum int64
		for _, m := range t.Crew(a) {
			sum += might(t, m)
		}
		return sum
	}
	p := a.Men * t.Row(a).Strength * (1000 / 10) // Strength is in tenths
	return p * t.Strength(a.Realm, a.Name.Unit) / 100 * int64(100+a.KK) / 100
}

// shoot is one week's shot at body in its field, which hits the army b of it. As many of the crew fire as are needed
// for what may fall, and as the treasury can pay. All rounding is in favour of the target and against the treasury.
func shoot(t *realm.Turn, a, body, b *realm.Army) {
	n, row := &t.Tables.Rules, t.Row(a)
	class := row.Strength * t.Strength(a.Realm, a.Name.Unit) // tenths × percent, as hard is
	hard := t.Row(b).Strength * 100 * n.ShotStrength
	crew := a.Men
	if row.Shot > 0 && a.Realm != 0 {
		crew = min(crew, t.State.Realms[a.Realm].Gold*10/row.Shot)
	}
	fall := min(crew*class/hard, b.Men*n.ShotShare/1000)
	if fall == 0 {
		if crew < a.Men && a.Men*class >= hard && !a.March.Spared { // its treasury keeps it from that: told once a turn
			a.March.Spared = true
			t.TellArmy(a, "shot-unpaid", phrase.At("field", a.At))
		}
		return
	}
	crew = (fall*hard + class - 1) / class
	cost := (crew*row.Shot + 9) / 10
	if a.Realm != 0 {
		t.Spend(a.Realm, "shots", cost)
	}
	t.Expose(a, b.Realm)
	hit(t, a, body, b, fall, cost)
}

// hit takes the fallen from the army that was shot at. Below the least strength of T03 the rest run away. The shooter
// knows a formation only as a whole.
func hit(t *realm.Turn, a, body, b *realm.Army, fall, cost int64) {
	field := phrase.At("field", b.At)
	men, left := phrase.Num("men", fall), b.Men-fall
	t.TellArmy(a, "shot", field, phrase.Str("other", sight.NameFor(t, a.Realm, body)), men,
		phrase.Num("left", body.Men-fall), phrase.Num("gold", cost))
	t.TellArmy(b, "was-shot", field, phrase.Str("other", sight.NameFor(t, b.Realm, a)), men, phrase.Num("left", left))
	if left >= t.Row(b).Min {
		b.Men = left
		t.Trim(b)
		if body != b {
			t.Recount(body)
		}
		return
	}
	t.TellArmy(b, LastOf("shot-scattered", "shot-dead", left), field, phrase.Num("men", left))
	if body == b {
		t.Tell(phrase.P(LastOf("shot-scattered", "shot-dead", left), phrase.Str("army", sight.NameFor(t, a.Realm, b)),
			field, phrase.Num("men", left)), a.Realm)
	}
	t.RemoveArmy(b)
}

// ShotPrice is the price of a shot by the army's whole crew.
func ShotPrice(t *realm.Turn, a *realm.Army) int64 {
	return (a.Men*t.Row(a).Shot + 9) / 10
}
