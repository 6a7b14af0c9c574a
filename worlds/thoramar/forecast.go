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
func (t *Turn) forecasts(realm int) []game.InForce {
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
func (t *Turn) forecast(a *Army) phrase.Phrase {
	m := a.march
	army := phrase.Str("army", a.Name.String())
	command := phrase.Key("command", "command-"+string(rune(m.command)))
	if a.cargo() {
		return t.foreseeAboard(a, command)
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
	case w.end == boardsThere:
		return t.foreseeBoarding(a, &w, command)
	case w.weeks != nil:
		return phrase.P("forecast", append(w.met, army, command, phrase.Str("weeks", string(w.weeks)), end)...)
	case w.end == fightsThere || w.end == attackedThere || w.end == fightsStranger:
		return phrase.P("forecast-at-once", append(w.met, army, command, end)...)
	}
	return phrase.P("forecast-none", append(w.met, army, command, end)...)
}

// foreseeStay is the forecast of an army without a step.
func (t *Turn) foreseeStay(a *Army, command phrase.Arg) phrase.Phrase {
	army, field := phrase.Str("army", a.Name.String()), phrase.At("field", a.At)
	if foes := t.foreseenFoes(a, a.At); foes != "" && a.attacks() && a.sights() {
		return phrase.P("forecast-falls-upon", army, command, field, phrase.Str("other", foes))
	}
	if a.ranged() && a.march.command == Attack && a.attacks() && a.sights() {
		return phrase.P("forecast-shoots", army, command, field, phrase.Num("gold", t.shotPrice(a)))
	}
	if foes := t.foreseenAttackers(a); foes != "" {
		return phrase.P("forecast-stays-attacked", army, command, field, phrase.Str("other", foes))
	}
	return phrase.P("forecast-stays", army, command, field)
}

// foreseenAttackers names those in an army's own field that will attack it though
// it has no attacking order: as far as a realm knows, the wild and the demons that
// obey nobody.
func (t *Turn) foreseenAttackers(a *Army) string {
	if a.attacks() || !a.sights() {
		return ""
	}
	return t.foreseenFoes(a, a.At)
}

// walk is an army's plan as far as it can be known.
type walk struct {
	at     game.Place
	points int
	weeks  []byte // week by week the field, and the points after it
	end    string // the sentence that says why it ends where it does
	met    []phrase.Arg
	left   []leaving

	spots   [Weeks]game.Place // where it is at the end of each week
	sure    int               // for how many weeks spots holds
	stopped int               // the week, from 0, in which it ends before its plan does
	next    game.Place        // and the field it was to enter then
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
func (t *Turn) walk(a *Army) walk {
	view := game.View{Grid: t.grid, Origin: t.state.Realms[a.Realm].Origin}
	w := walk{at: a.At, points: a.Points, end: "forecast-arrives", sure: Weeks}
	for i, d := range a.march.plan {
		w.spots[i] = w.at
		if d == 0 {
			continue
		}
		to, cost, stop := t.foresee(a, w.at, d, w.points)
		if stop == "" || stop == boardsThere {
			w.left = append(w.left, leaving{i + 1, w.at, t.ford(w.at, d)})
		}
		if stop != "" {
			w.end, w.stopped, w.next = stop, i, t.grid.Step(w.at, d)
			if w.sure = i; unreached[stop] != "" && stop != "forecast-unknown" { // the plan breaks off
				w.stays(i)
			}
			w.met = []phrase.Arg{phrase.Num("week", i+1), phrase.At("spot", w.next), phrase.Str("other", t.foreseenFoes(a, w.next))}
			if stop == "forecast-unknown" {
				w.met = append(w.met, t.onward(a, w.at, i))
			}
			break
		}
		switch k := t.receipt; {
		case a.Name.ship() && !k.clear.Has(to): // no edge matters at sea
			w.end = "forecast-dim-sea"
		case !a.Name.ship() && (!k.clear.Has(w.at) || !k.clear.Has(to) || !k.knowsEdge(w.at, to)):
			w.end = "forecast-dim"
		}
		w.at, w.points = to, w.points-cost
		w.spots[i] = to
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

// onward is where an army's plan leads from a field on, with the digits from a
// week's on: by counting, for nobody knows what lies there.
func (t *Turn) onward(a *Army, from game.Place, week int) phrase.Arg {
	x, y := t.grid.Along(t.state.Realms[a.Realm].Origin, from, a.march.plan[week:])
	return phrase.XY("goal", x, y)
}

// stays notes that the army stays where it is from a week on, whatever its plan.
func (w *walk) stays(from int) {
	w.sure = Weeks
	for i := from; i < Weeks; i++ {
		w.spots[i] = w.at
	}
}

// foreseenFoes names those who would fight the army in a field or, if nobody
// would, those who would stop it.
func (t *Turn) foreseenFoes(a *Army, at game.Place) string {
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

// foresee is one step of a forecast; stop says why it ends here.
func (t *Turn) foresee(a *Army, at game.Place, d game.Direction, points int) (to game.Place, cost int, stop string) {
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
	if stop = t.foreseeMeeting(a, to); stop != "" {
		return at, 0, stop
	}
	return to, cost, ""
}

// foreseeMeeting tells whom an army that enters a field would meet there; "" is
// nobody that hinders it.
func (t *Turn) foreseeMeeting(a *Army, to game.Place) (stop string) {
	for _, b := range t.armiesAt(to) {
		switch t.encounter(a, b, to) {
		case fights:
			if a.attacks() {
				return fightsThere
			}
			return attackedThere
		case stops:
			if stop = "forecast-met"; b.Realm != 0 && t.state.treaty(a.Realm, b.Realm) == NoTreaty {
				stop = "forecast-met-unsure" // nobody knows another's orders
			}
		}
	}
	switch {
	case stop == "" && t.receipt.masked.Has(to) && a.attacks():
		return fightsStranger
	case stop == "" && t.receipt.masked.Has(to):
		return "forecast-masked"
	}
	return stop
}
