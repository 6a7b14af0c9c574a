package turn

import (
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/craft"
	"weltentor/worlds/thoramar/fight"
	"weltentor/worlds/thoramar/march"
	"weltentor/worlds/thoramar/market"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// foreseeRest says how many men an army's way may cost. It warns of a command that its plan, as far as is known,
// leaves without effect.
func foreseeRest(t *realm.Turn, a *realm.Army) []game.InForce {
	m := a.March
	switch {
	case a.Cargo():
		doubtLanding(t, a)
		return nil
	case m.Beyond:
		return nil
	}
	w := walkOf(t, a)
	doubtGoal(t, a, &w)
	doubtBerth(t, a, &w)
	var out []game.InForce
	if w.stop && w.dim != "" { // else its end says so
		out = append(out, game.InForce{Line: m.At.Line, What: phrase.P(w.dim+"-too", phrase.Str("army", a.Name.String()))})
	}
	for _, b := range walkers(t, a) {
		if what, ok := foreseeLosses(t, a, b, &w); ok {
			out = append(out, game.InForce{Line: m.At.Line, What: what})
		}
	}
	return out
}

// walkers are the armies whose men an army's way may cost: for a formation its members.
func walkers(t *realm.Turn, a *realm.Army) []*realm.Army {
	if a.Formation() {
		return t.State.Members(a)
	}
	return []*realm.Army{a}
}

// unreached has the reason for each end of a walk that breaks off a plan.
var unreached = map[string]string{
	"forecast-points": "reason-points", "forecast-step-water": "reason-water", "forecast-step-land": "reason-land",
	"forecast-step-steep": "reason-steep", "forecast-step-unknown": "reason-edge",
	"forecast-step-blessed": "reason-blessed", "forecast-step-road": "reason-road",
}

// doubtGoal warns of an E, Z or P that will do nothing where the plan ends, as far as the realm knows the field.
func doubtGoal(t *realm.Turn, a *realm.Army, w *walk) {
	m := a.March
	field := phrase.At("field", w.at)
	switch reason := unreached[w.end]; {
	case m.Command != realm.Conquer && m.Command != realm.Destroy && m.Command != realm.Plunder:
		return
	case reason != "" && m.Command != realm.Plunder:
		t.CaveatArmy(a, "goal-unreached", field, phrase.Key("reason", reason))
		return
	case w.stop || !t.Receipt.Clear.Has(w.at):
		return
	}
	owner := int(t.Field(w.at).Owner)
	treaty := t.State.Treaty(a.Realm, owner)
	switch m.Command {
	case realm.Plunder:
		if treaty != realm.NoTreaty {
			t.CaveatArmy(a, "plunder-treaty", field)
		}
	case realm.Destroy:
		doubtTarget(t, a, w.at, owner != a.Realm && treaty != realm.NoTreaty)
	case realm.Conquer:
		switch {
		case owner == a.Realm && m.Plan.Steps(0): // without a step the turn itself says so
			t.CaveatArmy(a, "conquer-own", field)
		case owner == a.Realm:
		case treaty != realm.NoTreaty:
			t.CaveatArmy(a, "conquest-treaty", field)
		case owner != 0 && t.TreatyBefore(a.Realm, owner) != realm.NoTreaty:
			t.CaveatArmy(a, "conquest-treaty-before", field)
		case owner != 0 && m.Plan.Steps(0):
			t.CaveatArmy(a, "conquest-next-turn", field, phrase.Num("realm", owner))
		case owner != 0 && slices.Contains(t.Receipt.Wished, owner):
			t.CaveatArmy(a, "conquest-wished", field, phrase.Num("realm", owner))
		}
	}
}

// doubtTarget warns of an order to destroy something that, as far as is known, is not there or must not be destroyed.
func doubtTarget(t *realm.Turn, a *realm.Army, at game.Place, pact bool) {
	m, f := a.March, t.Field(at)
	field := phrase.At("field", at)
	switch s := m.Special; {
	case pact:
		t.CaveatArmy(a, "destroy-treaty", field)
	case s.Form == realm.AnEdge && !t.Receipt.KnowsEdge(at, t.Grid.Step(at, s.Dir)):
	case s.Form == realm.AnEdge && !f.Edge(s.Edge).Has(s.Dir):
		t.CaveatArmy(a, "no-such-edge", field, phrase.Key("edge", "building."+string(rune(s.Edge))),
			phrase.Num("dir", s.Dir))
	case s.Form == realm.ABuilding &&
		(f.Building == nil || f.Building.Kind != s.Building || f.Building.Damage == tables.Ruin):
		t.CaveatArmy(a, "no-such-building", field, phrase.Key("building", "building."+s.Building))
	}
}

// doubtLanding warns of attempts to land from a fleet that, as far as is known, fail, and of an order that does nothing
// where the army lands.
func doubtLanding(t *realm.Turn, a *realm.Army) {
	f := t.State.Army(a.Realm, a.Aboard)
	if f == nil || f.Aboard.ID != 0 || f.March.Kind == realm.Gate {
		return
	}
	if f.March.Plan.Steps(0) { // it moves: what does the army where it lands, and does it land?
		v := foreseeVoyage(t, a, f, 0, 0)
		if v.week != 0 {
			doubtGoal(t, a, &walk{at: v.to})
		} else if v.sure && v.tries != nil {
			t.CaveatArmy(a, "landing-never", phrase.Str("fleet", f.Name.String()), phrase.Str("weeks", string(v.tries)))
		}
		return
	}
	for _, d := range a.March.Plan {
		if d == 0 {
			continue
		}
		to, _, why := t.Step(a.Realm, a.Name.Unit, a.At, d)
		reason := unreached["forecast-"+string(why)]
		if reason == "" || to != game.Nowhere && !t.Receipt.Seen.Has(to) {
			continue
		}
		t.CaveatArmy(a, "landing-vain", phrase.Str("fleet", f.Name.String()), phrase.At("field", a.At),
			phrase.Num("dir", d), phrase.Key("reason", reason))
		return
	}
}

// doubts warns of orders that count but will not do what they seem to ask for, judging by facts known before week 1.
func doubts(t *realm.Turn, a *realm.Army) {
	m := a.March
	if m.At.Line == 0 {
		return
	}
	craft.DoubtPoints(t, a)
	doubtHold(t, a)
	market.AdmitTrade(t, a)
	switch needs, least := march.Least(t, a, m.Command); {
	case needs && a.Men < least:
		t.CaveatArmy(a, "too-few-for", phrase.Str("command", string(rune(m.Command))), phrase.Num("need", least),
			phrase.Num("men", a.Men), realm.Kind(a.Name.Unit, a.Men))
	case m.Command == realm.Attack && a.Ranged() && !a.Attacks():
		t.CaveatArmy(a, "ranged-moving")
	case m.Command == realm.Attack && a.Ranged():
		if need, gold := fight.ShotPrice(t, a), t.State.Realms[a.Realm].Gold; gold < need {
			t.CaveatArmy(a, "shots-poor", phrase.Num("need", need), phrase.Num("gold", gold))
		}
	}
	if most := t.Row(a).Spy; a.Flag == realm.Hidden && a.Men > most && a.Sights() {
		t.CaveatArmy(a, fight.LastOf("too-many-to-hide", "cannot-hide", most), phrase.Num("men", a.Men),
			realm.Kind(a.Name.Unit, a.Men), phrase.Num("most", most))
	}
	march.DoubtBoarding(t, a)
	if m.Command == realm.Conquer && !m.Plan.Steps(0) && !m.Beyond && t.Field(a.At).Owner == int16(a.Realm) {
		t.CaveatArmy(a, "conquer-own", phrase.At("field", a.At))
	}
}
