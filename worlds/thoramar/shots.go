package thoramar

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// shots lets ranged weapons shoot (manual, "Fernkampfwaffen"; decision 7), by
// initiative: armies of one realm share its treasury. In the first week it tells
// whose order to attack came to nothing because they move.
func shots(t *Turn) {
	var list []*Army
	for _, armies := range t.state.Armies {
		for _, a := range armies {
			switch {
			case !a.ranged():
			case t.shoots(a):
				list = append(list, a)
			case t.week == 1 && a.march.command == Attack && !a.attacks():
				t.tell(phrase.P("ranged-moving", phrase.Str("army", a.Name.String())), a.Realm)
			}
		}
	}
	if len(list) == 0 {
		return
	}
	t.byInitiative(list)
	for _, a := range list {
		if a.gone() {
			continue
		}
		if body := t.target(a); body != nil {
			t.shoot(a, body, t.mark(body))
		}
	}
}

// shoots tells whether the army shoots this week if it finds a target: order A,
// by itself in the field, not moved this turn, not even by a retreat, and in no
// fight this week.
func (t *Turn) shoots(a *Army) bool {
	m := a.march
	return m.command == Attack && a.attacks() && a.sights() && m.arrived == 0 && m.week != fought
}

// target is the strongest enemy the army's realm sees in a neighbouring field
// (decision 7), of equally strong ones the first by direction, realm and name.
// Priests, sorcerers and arch-demons cannot be hit, nor can an army of so few
// that the share that may fall is less than one.
func (t *Turn) target(a *Army) *Army {
	var best *Army
	var most int64
	for d := game.Direction(1); d <= 6; d++ {
		for _, b := range t.armiesAt(t.grid.Step(a.At, d)) {
			if t.mark(b) == nil || t.state.treaty(a.Realm, b.Realm) != NoTreaty ||
				t.visible(a.Realm, b) == unseen {
				continue
			}
			if power := t.might(b); best == nil || power > most {
				best, most = b, power
			}
		}
	}
	return best
}

// mark is whom a shot at what stands in a field hits: the army itself, of a
// formation its strongest member; nil if none of them can be hurt.
func (t *Turn) mark(body *Army) *Army {
	if !body.formation() {
		if t.hittable(body) {
			return body
		}
		return nil
	}
	var best *Army
	for _, m := range t.crew(body) {
		if t.hittable(m) && (best == nil || t.might(m) > t.might(best)) {
			best = m
		}
	}
	return best
}

// hittable tells whether a shot can hurt the army.
func (t *Turn) hittable(a *Army) bool {
	row := t.row(a)
	return a.Name.Type != 'P' && a.Name.Type != 'Z' && a.Name.Unit != (Unit{'D', 'E'}) &&
		row.Strength > 0 && a.Men*t.tables.Rules.ShotShare >= 1000
}

// might is an army's strength in the open, in thousandths of a light warrior; a
// formation's is that of all its members.
func (t *Turn) might(a *Army) int64 {
	if a.formation() {
		var sum int64
		for _, m := range t.crew(a) {
			sum += t.might(m)
		}
		return sum
	}
	p := a.Men * t.row(a).Strength * (1000 / 10) // Strength is in tenths
	return p * t.strength(a.Realm, a.Name.Unit) / 100 * int64(100+a.KK) / 100
}

// shoot is one week's shot at what stands in a field, which hits the army b of
// it: as many of the crew fire as are needed for what may fall, and as the
// treasury pays. All roundings are in favour of the target and against the
// treasury.
func (t *Turn) shoot(a, body, b *Army) {
	n, row := &t.tables.Rules, t.row(a)
	class := row.Strength * t.strength(a.Realm, a.Name.Unit) // tenths × percent, as hard is
	hard := t.row(b).Strength * 100 * n.ShotStrength
	crew := a.Men
	if row.Shot > 0 && a.Realm != 0 {
		crew = min(crew, t.state.Realms[a.Realm].Gold*10/row.Shot)
	}
	fall := min(crew*class/hard, b.Men*n.ShotShare/1000)
	if fall == 0 {
		if crew < a.Men && a.Men*class >= hard {
			t.unpaidShot(a)
		}
		return
	}
	crew = (fall*hard + class - 1) / class
	cost := (crew*row.Shot + 9) / 10
	if a.Realm != 0 {
		t.spend(a.Realm, "shots", cost)
	}
	t.expose(a, b.Realm)
	t.hit(a, body, b, fall, cost)
}

// hit takes the fallen from the army shot at. Under the least strength of T03
// the rest run away. Who shoots knows a formation only as a whole.
func (t *Turn) hit(a, body, b *Army, fall, cost int64) {
	field := phrase.At("field", b.At)
	men, left := phrase.Num("men", fall), b.Men-fall
	t.tell(phrase.P("shot", phrase.Str("army", a.Name.String()), field, phrase.Str("other", t.nameFor(a.Realm, body)),
		men, phrase.Num("left", body.Men-fall), phrase.Num("gold", cost)), a.Realm)
	t.tell(phrase.P("was-shot", phrase.Str("army", b.Name.String()), field, phrase.Str("other", t.nameFor(b.Realm, a)),
		men, phrase.Num("left", left)), b.Realm)
	if left >= t.row(b).Min {
		b.Men = left
		t.trim(b)
		if body != b {
			t.recount(body)
		}
		return
	}
	t.tell(phrase.P(lastOf("shot-scattered", "shot-dead", left), phrase.Str("army", b.Name.String()), field, phrase.Num("men", left)), b.Realm)
	if body == b {
		t.tell(phrase.P(lastOf("shot-scattered", "shot-dead", left), phrase.Str("army", t.nameFor(a.Realm, b)), field, phrase.Num("men", left)), a.Realm)
	}
	t.removeArmy(b)
}

// unpaidShot tells a realm, once a turn, that its treasury keeps an army from
// shooting.
func (t *Turn) unpaidShot(a *Army) {
	if a.march.spared {
		return
	}
	a.march.spared = true
	t.tell(phrase.P("shot-unpaid", phrase.Str("army", a.Name.String()), phrase.At("field", a.At)), a.Realm)
}

// shotPrice is what a shot of the army's whole crew costs.
func (t *Turn) shotPrice(a *Army) int64 {
	return (a.Men*t.row(a).Shot + 9) / 10
}
