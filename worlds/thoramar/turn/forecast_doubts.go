package turn

import (
	"fmt"

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

// foreseeLosses computes what terrain and rivers take from an army on the way of v, at least and at most (decision 6).
// v is the army itself or its formation; the formation's line counts. An army that may fall below the least strength
// of T03 gets a caveat.
func foreseeLosses(t *realm.Turn, v, a *realm.Army, w *walk) (phrase.Phrase, bool) {
	if !a.Name.Suffers() {
		return phrase.Phrase{}, false
	}
	view := game.View{Grid: t.Grid, Origin: t.State.Realms[a.Realm].Origin}
	low, high, least := a.Men, a.Men, t.Row(a).Min
	var causes []byte
	for _, l := range w.left {
		for _, c := range causesOf(t, a, l) {
			if causes != nil {
				causes = append(causes, ", "...)
			}
			causes = fmt.Appendf(causes, "W%d %s %s %d-%d %%", l.week, view.AppendPlace(nil, int64(l.at)), c.code,
				c.from/10, c.to/10)
			if low -= taken(t, a, low, c.to, true); low < least {
				low = 0
			}
			if high -= taken(t, a, high, c.from, false); high < least {
				high = 0
			}
		}
	}
	if causes == nil {
		return phrase.Phrase{}, false
	}
	args := []phrase.Arg{phrase.Str("army", a.Name.String()), phrase.Num("men", a.Men), realm.With(a.Name.Unit, least),
		phrase.Num("low", low), phrase.Num("high", high), phrase.Num("least", least), phrase.Str("causes",
			string(causes))}
	switch {
	case high == 0:
		t.Caveat(a.Realm, v.March.At, phrase.P("will-perish", args...))
		return phrase.Phrase{}, false
	case low == 0:
		t.Caveat(a.Realm, v.March.At, phrase.P("may-perish", args...))
	default: // enough men for its command now, but perhaps not where it is to carry it out
		c := v.March.Command
		if needs, most := march.Least(t, a, c); v == a && needs && low < most && a.Men >= most {
			t.CaveatArmy(a, "may-be-too-few", phrase.Str("command", string(rune(c))), phrase.Num("need", most),
				phrase.Num("low", low))
		}
	}
	return phrase.P("forecast-losses", args...), true
}

// cause is what takes a share of an army's men in a step, in permille.
type cause struct {
	code     string
	from, to int64
}

// causesOf lists what a step takes from an army: for the terrain that it leaves, and for a river.
func causesOf(t *realm.Turn, a *realm.Army, l leaving) (out []cause) {
	terrain := t.Field(l.at).Terrain
	if g := t.Tables.TerrainOf(a.Realm, terrain); march.TakesMen(t, a, terrain) {
		out = append(out, cause{g.Code, g.LossMin, g.LossMax})
	}
	if l.ford {
		out = append(out, cause{string(rune(realm.River)), 0, t.Tables.Rules.RiverLossMax})
	}
	return out
}

// taken is the most, or the least, that a share (permille) takes of an army's men. See shrink.
func taken(t *realm.Turn, a *realm.Army, men, share int64, most bool) int64 {
	switch b := (realm.Army{Name: a.Name, Men: men}); {
	case !t.DrawsLosses(&b):
		return realm.Nearest(men*share, 1000)
	case most:
		return realm.UpBy(men*share, 1000)
	}
	return men * share / 1000
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
	case w.end != "forecast-arrives" && w.end != "forecast-dim" && w.end != "forecast-dim-sea" ||
		!t.Receipt.Clear.Has(w.at):
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
			doubtGoal(t, a, &walk{at: v.to, end: "forecast-arrives"})
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
