package thoramar

import (
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// clash is how two armies of different realms meet.
type clash uint8

const (
	passes clash = iota // partners, or one does not notice the other
	stops               // peace: a mover stays where it is
	fights
)

// clash tells how the armies meet (decision 7): partners pass; an unseen army
// with order V neither stops nor is stopped; a pact, or no attacking order on
// either side, stops; all else fights.
func (t *Turn) clash(a, b *Army) clash {
	treaty := t.state.treaty(a.Realm, b.Realm)
	switch {
	case treaty == Partner, t.aloof(a, b.Realm), t.aloof(b, a.Realm):
		return passes
	case treaty == Pact, !a.attacks() && !b.attacks():
		return stops
	}
	return fights
}

// encounter is how an army that is about to enter a field meets one there.
func (t *Turn) encounter(a, b *Army, to game.Place) clash {
	c := t.clash(a, b)
	if c == stops && t.enters(a, to) {
		return passes
	}
	return c
}

// aloof tells whether an army keeps out of a realm's way: unseen by it, and
// without an attacking order.
func (t *Turn) aloof(a *Army, realm int) bool {
	return a.Flag == Hidden && !a.attacks() && t.visible(realm, a) == unseen
}

// meet settles whom the army meets in the field it is about to enter, and tells
// whether it may. A fight takes the step of all who are in it.
func (t *Turn) meet(a *Army, to game.Place, d game.Direction) bool {
	var stopper *Army
	war := false
	for _, b := range t.armiesAt(to) {
		switch t.encounter(a, b, to) {
		case fights:
			war = true
		case stops:
			if stopper == nil {
				stopper = b
			}
		}
	}
	switch {
	case war:
		t.storm(a, to, d)
		return false
	case stopper != nil:
		t.hold(a, to, stopper)
		return false
	}
	return true
}

// hold keeps an army in peace from the field it is about to enter: its step stays due.
func (t *Turn) hold(a *Army, to game.Place, stopper *Army) {
	a.march.week, a.march.kept = held, false
	t.tell(phrase.P("held-up", phrase.Str("army", a.Name.String()), phrase.At("field", to),
		phrase.Str("other", t.nameFor(a.Realm, stopper))), a.Realm)
}

// storm is the attack over an edge: the army and those that step along with it
// against all in the field that fight any of them.
func (t *Turn) storm(a *Army, to game.Place, d game.Direction) {
	b := &battle{at: to, from: a.At, dir: d}
	b.join(attackers, a)
	foes := t.foes(b.side[attackers], to)
	if a.attacks() {
		for _, c := range t.abreast(a) {
			if t.stepsAlong(c, b.side[attackers], foes, to, d) {
				b.join(attackers, c)
			}
		}
		foes = t.foes(b.side[attackers], to)
	}
	for _, c := range foes {
		b.join(defenders, c)
	}
	t.support(b)
	if t.fight(b) {
		t.overrun(b)
	}
}

// stepsAlong tells whether an army joins an attack over the edge: the same
// step, an attacking order, points for it, own or partner to all of them and
// without a treaty with any foe (decision 7).
func (t *Turn) stepsAlong(c *Army, with []*fighter, foes []*Army, to game.Place, d game.Direction) bool {
	m := c.march
	if !m.free() || m.due() != d || !c.attacks() || c.Points <= 0 && !c.cargo() {
		return false
	}
	for _, w := range with {
		if w.body == c || t.state.treaty(c.Realm, w.army.Realm) != Partner {
			return false
		}
	}
	for _, f := range foes {
		if t.state.treaty(c.Realm, f.Realm) != NoTreaty {
			return false
		}
	}
	_, _, why := t.step(c.Realm, t.gait(c), c.At, d)
	return why == ""
}

// foes lists the armies in a field that fight any of the attackers and have no
// treaty with any of them.
func (t *Turn) foes(side []*fighter, at game.Place) []*Army {
	var out []*Army
	for _, b := range t.armiesAt(at) {
		war, peace := false, false
		for _, f := range side {
			if t.state.treaty(f.army.Realm, b.Realm) != NoTreaty {
				peace = true
			} else if t.clash(f.body, b) == fights {
				war = true
			}
		}
		if war && !peace {
			out = append(out, b)
		}
	}
	return out
}

// support lets those in the field join whose realm or partners are in the
// fight: on one side only, and against nobody they have a treaty with. Unseen
// armies with order V keep out.
func (t *Turn) support(b *battle) {
	var joins [2][]*Army
	for _, c := range t.armiesAt(b.at) {
		if b.has(c) || b.dir == 0 && c.march.week == fought {
			continue // of standing fights nobody is in two a week
		}
		for s := range joins {
			if t.backs(c, b.side[s]) && t.opposes(c, b.side[1-s]) {
				joins[s] = append(joins[s], c)
			}
		}
	}
	for s := range joins {
		for _, c := range joins[s] {
			b.join(s, c)
		}
	}
}

// backs tells whether an army is of a realm on the side, or partner to one.
func (t *Turn) backs(c *Army, side []*fighter) bool {
	return slices.ContainsFunc(side, func(f *fighter) bool {
		return t.state.treaty(c.Realm, f.army.Realm) == Partner
	})
}

// opposes tells whether an army may fight all of the side and is noticed by it.
func (t *Turn) opposes(c *Army, side []*fighter) bool {
	return !slices.ContainsFunc(side, func(f *fighter) bool {
		return t.state.treaty(c.Realm, f.army.Realm) != NoTreaty || t.aloof(c, f.army.Realm)
	})
}

// standingFights are the fights between armies that stand together as the week
// begins (decision 7): a treaty ended, a spy was seen, an order changed.
func standingFights(t *Turn) {
	var list []*Army
	for _, armies := range t.state.Armies {
		for _, a := range armies {
			if t.week > 1 {
				a.march.closeWeek()
			}
			if here := t.armiesAt(a.At); a.attacks() && !a.cargo() && here[0].Realm != here[len(here)-1].Realm {
				list = append(list, a)
			}
		}
	}
	t.byInitiative(list)
	for _, a := range list {
		if a.gone() || a.march.week != waited {
			continue
		}
		b := &battle{at: a.At, from: a.At}
		b.join(attackers, a)
		for _, c := range t.foes(b.side[attackers], a.At) {
			if c.march.week == waited {
				b.join(defenders, c)
			}
		}
		if len(b.side[defenders]) == 0 {
			continue
		}
		t.support(b)
		t.fight(b)
	}
}
