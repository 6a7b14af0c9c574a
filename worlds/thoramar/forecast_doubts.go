package thoramar

import (
	"strconv"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// foreseeRest tells of the men an army's way may cost, and warns of a command
// that its plan, by what is known, leaves without effect.
func (t *Turn) foreseeRest(a *Army) []game.InForce {
	m := a.march
	switch {
	case a.cargo():
		t.doubtLanding(a)
		return nil
	case m.beyond:
		return nil
	}
	w := t.walk(a)
	t.doubtGoal(a, &w)
	t.doubtBerth(a, &w)
	var out []game.InForce
	for _, b := range t.walkers(a) {
		if what, ok := t.foreseeLosses(a, b, &w); ok {
			out = append(out, game.InForce{Line: m.at.Line, What: what})
		}
	}
	return out
}

// walkers are the armies whose men an army's way may cost: of a formation its
// members.
func (t *Turn) walkers(a *Army) []*Army {
	if a.formation() {
		return t.state.members(a)
	}
	return []*Army{a}
}

// foreseeLosses reckons what terrain and rivers take from an army on the way of
// v, itself or its formation, at least and at most (decision 6). The order of
// the line is the formation's. An army that may fall under the least strength
// of T03 gets a caveat.
func (t *Turn) foreseeLosses(v, a *Army, w *walk) (phrase.Phrase, bool) {
	if !a.Name.suffers() {
		return phrase.Phrase{}, false
	}
	view := game.View{Grid: t.grid, Origin: t.state.Realms[a.Realm].Origin}
	low, high, least := a.Men, a.Men, t.row(a).Min
	var causes []byte
	because := func(l leaving, code string, from, to int64) {
		if causes != nil {
			causes = append(causes, ", "...)
		}
		causes = strconv.AppendInt(append(causes, 'W'), int64(l.week), 10)
		causes = view.AppendPlace(append(causes, ' '), int64(l.at))
		causes = append(append(append(causes, ' '), code...), ' ')
		causes = strconv.AppendInt(causes, from/10, 10)
		causes = strconv.AppendInt(append(causes, '-'), to/10, 10)
		causes = append(causes, " %"...)
		low, high = low-t.mostOf(a, low, to), high-t.leastOf(a, high, from)
		if low < least {
			low = 0
		}
		if high < least {
			high = 0
		}
	}
	for _, l := range w.left {
		terrain := t.field(l.at).Terrain
		if g := t.tables.terrainOf(a.Realm, terrain); t.takesMen(a, terrain) {
			because(l, g.Code, g.LossMin, g.LossMax)
		}
		if l.ford {
			because(l, string(rune(River)), 0, t.tables.Rules.RiverLossMax)
		}
	}
	if causes == nil {
		return phrase.Phrase{}, false
	}
	args := []phrase.Arg{phrase.Str("army", a.Name.String()), phrase.Num("men", a.Men), a.Name.with(least),
		phrase.Num("low", low), phrase.Num("high", high), phrase.Num("least", least), phrase.Str("causes", string(causes))}
	switch {
	case high == 0:
		t.caveat(a.Realm, v.march.at, phrase.P("will-perish", args...))
		return phrase.Phrase{}, false
	case low == 0:
		t.caveat(a.Realm, v.march.at, phrase.P("may-perish", args...))
	default:
		t.doubtStrength(v, a, low)
	}
	return phrase.P("forecast-losses", args...), true
}

// mostOf is the most, leastOf the least that a share (permille) takes of so many of an
// army's men; see shrink.
func (t *Turn) mostOf(a *Army, men, share int64) int64 {
	if b := (Army{Name: a.Name, Men: men}); t.drawsLosses(&b) {
		return upBy(men*share, 1000)
	}
	return nearest(men*share, 1000)
}

func (t *Turn) leastOf(a *Army, men, share int64) int64 {
	if b := (Army{Name: a.Name, Men: men}); t.drawsLosses(&b) {
		return men * share / 1000
	}
	return nearest(men*share, 1000)
}

// doubtStrength warns of an army that has the men for its command now, and may not
// have them any more where it is to carry it out.
func (t *Turn) doubtStrength(v, a *Army, low int64) {
	c := v.march.command
	if needs, least := t.least(a, c); v == a && needs && low < least && a.Men >= least {
		t.caveat(a.Realm, v.march.at, phrase.P("may-be-too-few", phrase.Str("army", a.Name.String()), phrase.Str("command", string(rune(c))),
			phrase.Num("need", least), phrase.Num("low", low)))
	}
}

// takesMen tells whether leaving a terrain costs the army men.
func (t *Turn) takesMen(a *Army, terrain uint8) bool {
	return t.tables.Terrain[terrain].Loss && int(a.Fit) != int(terrain) && !t.spared(a.Realm, terrain)
}

// unreached names, for ends of a walk that break off a plan, the reason.
var unreached = map[string]string{
	"forecast-points": "reason-points", "forecast-step-water": "reason-water", "forecast-step-land": "reason-land",
	"forecast-step-steep": "reason-steep", "forecast-step-unknown": "reason-edge", "forecast-step-blessed": "reason-blessed",
}

// doubtGoal warns of an E, Z or P that will do nothing where the plan ends, as
// far as the realm knows the field.
func (t *Turn) doubtGoal(a *Army, w *walk) {
	m := a.march
	army, field := phrase.Str("army", a.Name.String()), phrase.At("field", w.at)
	switch reason := unreached[w.end]; {
	case m.command != Conquer && m.command != Destroy && m.command != Plunder:
		return
	case reason != "" && m.command != Plunder:
		t.caveat(a.Realm, m.at, phrase.P("goal-unreached", army, field, phrase.Key("reason", reason)))
		return
	case w.end != "forecast-arrives" && w.end != "forecast-dim" && w.end != "forecast-dim-sea" || !t.receipt.clear.Has(w.at):
		return
	}
	owner := int(t.field(w.at).Owner)
	treaty := t.state.treaty(a.Realm, owner)
	switch m.command {
	case Plunder:
		if treaty != NoTreaty {
			t.caveat(a.Realm, m.at, phrase.P("plunder-treaty", army, field))
		}
	case Destroy:
		t.doubtTarget(a, w.at, owner != a.Realm && treaty != NoTreaty)
	case Conquer:
		switch {
		case owner == a.Realm && m.plan.steps(0): // without a step the turn says so itself
			t.caveat(a.Realm, m.at, phrase.P("conquer-own", army, field))
		case owner == a.Realm:
		case treaty != NoTreaty:
			t.caveat(a.Realm, m.at, phrase.P("conquest-treaty", army, field))
		case owner != 0 && t.treatyBefore(a.Realm, owner) != NoTreaty:
			t.caveat(a.Realm, m.at, phrase.P("conquest-treaty-before", army, field))
		case owner != 0 && m.plan.steps(0):
			t.caveat(a.Realm, m.at, phrase.P("conquest-next-turn", army, field, phrase.Num("realm", owner)))
		}
	}
}

// doubtTarget warns of an order to break what, as far as is known, does not
// stand there, or must not be broken.
func (t *Turn) doubtTarget(a *Army, at game.Place, pact bool) {
	m, f := a.march, t.field(at)
	army, field := phrase.Str("army", a.Name.String()), phrase.At("field", at)
	switch s := m.special; {
	case pact:
		t.caveat(a.Realm, m.at, phrase.P("destroy-treaty", army, field))
	case s.Form == AnEdge && !t.receipt.knowsEdge(at, t.grid.Step(at, s.Dir)):
	case s.Form == AnEdge && !f.edge(s.Edge).Has(s.Dir):
		t.caveat(a.Realm, m.at, phrase.P("no-such-edge", army, field, phrase.Key("edge", "building."+string(rune(s.Edge))), phrase.Num("dir", s.Dir)))
	case s.Form == ABuilding && (f.Building == nil || f.Building.Kind != s.Building || f.Building.Damage == Ruin):
		t.caveat(a.Realm, m.at, phrase.P("no-such-building", army, field, phrase.Key("building", "building."+s.Building)))
	}
}

// doubtLanding warns of a try to land, from a fleet that stays where it is,
// where the realm knows that nobody can land.
func (t *Turn) doubtLanding(a *Army) {
	f := t.state.army(a.Realm, a.Aboard)
	if f == nil || f.Aboard.ID != 0 || f.march.kind == Gate {
		return
	}
	if f.march.plan.steps(0) {
		t.doubtVoyage(a, f)
		return
	}
	for _, d := range a.march.plan {
		if d == 0 {
			continue
		}
		to, _, why := t.step(a.Realm, a.Name.Unit, a.At, d)
		reason := unreached["forecast-"+string(why)]
		if reason == "" || to != game.Nowhere && !t.receipt.seen.Has(to) {
			continue
		}
		t.caveat(a.Realm, a.march.at, phrase.P("landing-vain", phrase.Str("army", a.Name.String()), phrase.Str("fleet", f.Name.String()),
			phrase.At("field", a.At), phrase.Num("dir", d), phrase.Key("reason", reason)))
		return
	}
}

// doubtVoyage warns of tries to land from a fleet under way that, by what is
// known, lead nowhere, and of an order that does nothing where one leads.
func (t *Turn) doubtVoyage(a, f *Army) {
	v := t.voyage(a, f, 0, 0)
	switch {
	case v.week != 0:
		t.doubtGoal(a, &walk{at: v.to, end: "forecast-arrives"})
	case v.sure && v.tries != nil:
		t.caveat(a.Realm, a.march.at, phrase.P("landing-never", phrase.Str("army", a.Name.String()), phrase.Str("fleet", f.Name.String()), phrase.Str("weeks", string(v.tries))))
	}
}
