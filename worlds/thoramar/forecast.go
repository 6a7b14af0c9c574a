package thoramar

import (
	"strconv"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// forecasts tells for each of a realm's army lines what is in force, in the
// order of the file: the command, and week by week where the army would be and
// what points it would have left. It runs after the phases before week 1, over
// a state that holds no more than the realm knows, with the steps of the turn
// itself (law 8). It says so where it walks over ground the realm does not look
// at now: roads, bridges, walls and owners there are not known.
func (t *turn) forecasts(realm int) []game.InForce {
	var out []game.InForce
	ordersOf(t, realm, func(at orders.Position, o ArmyOrder) {
		if a := t.state.army(realm, o.Army); a != nil && a.march.at == at && !a.member() {
			out = append(out, game.InForce{Line: at.Line, What: t.forecast(a)})
			out = append(out, t.foreseeRest(a)...)
			if a.march.kind == Trade {
				if what, ok := t.foreseeTrade(a); ok {
					out = append(out, game.InForce{Line: at.Line, What: what})
				}
			}
		}
	})
	return out
}

// forecast walks an army's plan as far as it can be known.
func (t *turn) forecast(a *Army) phrase.Phrase {
	m := a.march
	army := phrase.Str("army", a.Name.String())
	command := phrase.Key("command", "command-"+string(rune(m.command)))
	if a.cargo() {
		return t.foreseeLanding(a, command)
	}
	if m.beyond {
		return phrase.P("forecast-beyond", army, command)
	}
	if !m.plan.steps(0) {
		return t.foreseeStay(a, command)
	}
	w := t.walk(a)
	end := phrase.Key("end", w.end)
	switch {
	case w.end == boardsThere && w.weeks == nil:
		return phrase.P("forecast-boards-here", army, command, phrase.Str("fleet", m.special.Army.String()))
	case w.end == boardsThere:
		return phrase.P("forecast-boards", army, command, phrase.Str("weeks", string(w.weeks)), phrase.Str("fleet", m.special.Army.String()))
	case w.weeks != nil:
		return phrase.P("forecast", append(w.met, army, command, phrase.Str("weeks", string(w.weeks)), end)...)
	case w.end == fightsThere || w.end == attackedThere || w.end == fightsStranger:
		return phrase.P("forecast-at-once", append(w.met, army, command, end)...)
	}
	return phrase.P("forecast-none", append(w.met, army, command, end)...)
}

// foreseeStay is the forecast of an army without a step.
func (t *turn) foreseeStay(a *Army, command phrase.Arg) phrase.Phrase {
	army, field := phrase.Str("army", a.Name.String()), phrase.At("field", a.At)
	if foes := t.foreseenFoes(a, a.At); foes != "" && a.attacks() && a.sights() {
		return phrase.P("forecast-falls-upon", army, command, field, phrase.Str("other", foes))
	}
	if a.ranged() && a.march.command == Attack && a.attacks() && a.sights() {
		return phrase.P("forecast-shoots", army, command, field, phrase.Num("gold", t.shotPrice(a)))
	}
	return phrase.P("forecast-stays", army, command, field)
}

// walk is an army's plan as far as it can be known.
type walk struct {
	at     game.Place
	points int
	weeks  []byte // week by week the field, and the points after it
	end    string // the sentence that says why it ends where it does
	met    []phrase.Arg
	left   []leaving
}

// leaving is a step as far as it may cost men.
type leaving struct {
	week int
	at   game.Place
	ford bool
}

// The ends of a walk where there is somebody.
const (
	fightsThere    = "forecast-fights"
	attackedThere  = "forecast-attacked" // by whom it meets; its own order is peaceful
	fightsStranger = "forecast-fights-stranger"
)

// walk walks an army's plan.
func (t *turn) walk(a *Army) walk {
	view := game.View{Grid: t.grid, Origin: t.state.Realms[a.Realm].Origin}
	w := walk{at: a.At, points: a.Points, end: "forecast-arrives"}
	for i, d := range a.march.plan {
		if d == 0 {
			continue
		}
		to, cost, stop := t.foresee(a, w.at, d, w.points)
		if stop == "" || stop == boardsThere {
			w.left = append(w.left, leaving{i + 1, w.at, t.ford(w.at, d)})
		}
		if stop != "" {
			w.end = stop
			w.met = []phrase.Arg{phrase.Num("week", i+1), phrase.At("spot", t.grid.Step(w.at, d)), phrase.Str("other", t.foreseenFoes(a, t.grid.Step(w.at, d)))}
			break
		}
		if k := t.receipt; !k.clear.Has(w.at) || !k.clear.Has(to) || !k.knowsEdge(w.at, to) {
			w.end = "forecast-dim"
		}
		w.at, w.points = to, w.points-cost
		if w.weeks != nil {
			w.weeks = append(w.weeks, ", "...)
		}
		w.weeks = append(w.weeks, 'W')
		w.weeks = strconv.AppendInt(w.weeks, int64(i+1), 10)
		w.weeks = append(w.weeks, ' ')
		w.weeks = view.AppendPlace(w.weeks, int64(to))
		w.weeks = append(w.weeks, " ("...)
		w.weeks = strconv.AppendInt(w.weeks, int64(w.points), 10)
		w.weeks = append(w.weeks, ')')
	}
	return w
}

// foreseenFoes names those who would fight the army in a field or, if nobody
// would, those who would stop it.
func (t *turn) foreseenFoes(a *Army, at game.Place) string {
	var foes, others []string
	if at == game.Nowhere {
		return ""
	}
	for _, b := range t.armiesAt(at) {
		switch t.encounter(a, b, at) {
		case fights:
			foes = append(foes, t.nameFor(a.Realm, b))
		case stops:
			others = append(others, t.nameFor(a.Realm, b))
		}
	}
	if foes == nil && at != a.At {
		foes = others
	}
	return strings.Join(foes, ", ")
}

// boardsThere ends a forecast where the next step leads aboard a fleet.
const boardsThere = "forecast-boards"

// foreseeLanding tells what an army aboard will do: sail along, and in which
// weeks it tries to land. Where its fleet will be then, its own line tells.
func (t *turn) foreseeLanding(a *Army, command phrase.Arg) phrase.Phrase {
	army, fleet := phrase.Str("army", a.Name.String()), phrase.Str("fleet", a.Aboard.String())
	var weeks []byte
	for i, d := range a.march.plan {
		if d == 0 {
			continue
		}
		if weeks != nil {
			weeks = append(weeks, ", "...)
		}
		weeks = strconv.AppendInt(append(weeks, 'W'), int64(i+1), 10)
		weeks = append(weeks, ' ', '0'+byte(d))
	}
	if weeks == nil {
		return phrase.P("forecast-aboard", army, command, fleet)
	}
	return phrase.P("forecast-lands", army, command, fleet, phrase.Str("weeks", string(weeks)))
}

// foresee is one step of a forecast; stop says why it ends here.
func (t *turn) foresee(a *Army, at game.Place, d game.Direction, points int) (to game.Place, cost int, stop string) {
	if points <= 0 {
		return at, 0, "forecast-points"
	}
	to, cost, why := t.step(a.Realm, t.gait(a), at, d)
	switch {
	case why == shore && a.march.kind == Embark && t.mayBoard(a):
		return at, 0, boardsThere
	case why == worldsEnd && to != game.Nowhere && !t.receipt.seen.Has(to):
		return at, 0, "forecast-unknown"
	case why != "":
		return at, 0, "forecast-" + string(why)
	}
	for _, b := range t.armiesAt(to) {
		switch t.encounter(a, b, to) {
		case fights:
			if a.attacks() {
				return at, 0, fightsThere
			}
			return at, 0, attackedThere
		case stops:
			if stop = "forecast-met"; b.Realm != 0 && t.state.treaty(a.Realm, b.Realm) == NoTreaty {
				stop = "forecast-met-unsure" // nobody knows another's orders
			}
		}
	}
	switch {
	case stop == "" && t.receipt.masked.Has(to) && a.attacks():
		stop = fightsStranger
	case stop == "" && t.receipt.masked.Has(to):
		stop = "forecast-masked"
	}
	if stop != "" {
		return at, 0, stop
	}
	return to, cost, ""
}
